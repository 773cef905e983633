//! What nobody needs any more is dropped: stores to stages that nothing reads, computes that no
//! loop runs.

use crate::analysis::arrange::{OrderedExprs, arrange};
use crate::ir::{Block, ExprId, Source};
use crate::loops::walk::{computes_of, with_body};
use crate::loops::{Compute, ComputeId, LoopNest, Nest, Role, Stmt};

/// Removes the storage of stages that no compute loads from and that are no live-outs, their
/// stores, and loops that then do nothing.
pub fn drop_unread(mut loops: LoopNest) -> LoopNest {
    let mut read = vec![false; loops.stages.len()];
    for source in loops.nests.iter().flat_map(|nest| nest.loaded()) {
        if let Source::Stage(s) = source {
            read[s.0] = true;
        }
    }
    let mut gone = vec![false; loops.stages.len()];
    for (i, stage) in loops.stages.iter_mut().enumerate().filter(|(i, _)| !read[*i]) {
        if stage.as_ref().is_some_and(|b| !matches!(b.role, Role::Output(_))) {
            *stage = None;
            gone[i] = true;
        }
    }
    if !gone.contains(&true) {
        return loops;
    }
    for nest in &mut loops.nests {
        for compute in &mut nest.computes {
            keep_stores(compute, &gone);
        }
        let body = std::mem::take(&mut nest.body);
        nest.body = without_idle(body, &nest.computes, &gone);
    }
    loops.nests = loops.nests.into_iter().map(drop_unused_computes).collect();
    loops
}

/// Keeps the stores to stages that are still there, and the expressions they need.
fn keep_stores(compute: &mut Compute, gone: &[bool]) {
    if !compute.stores.iter().any(|s| gone[s.stage.0]) {
        return;
    }
    compute.stores.retain(|s| !gone[s.stage.0]);
    let Some(first) = compute.stores.first() else { return };
    compute.value.result = first.value;
    let exprs = std::mem::take(&mut compute.value.exprs);
    let results: Vec<ExprId> = compute.stores.iter().map(|s| s.value).collect();
    let (values, _) = arrange(OrderedExprs { exprs, results });
    compute.value = Block { result: values.results[0], exprs: values.exprs };
    for (store, value) in compute.stores.iter_mut().zip(values.results) {
        store.value = value;
    }
}

/// The statements without those that store nothing.
fn without_idle(stmts: Vec<Stmt>, computes: &[Compute], gone: &[bool]) -> Vec<Stmt> {
    let mut kept = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        match with_body(stmt, |body| without_idle(body, computes, gone)) {
            Stmt::Scratch { pads, body } => {
                let pads: Vec<_> = pads.into_iter().filter(|p| !gone[p.stage.0]).collect();
                match pads.is_empty() {
                    true => kept.extend(body),
                    false => kept.push(Stmt::Scratch { pads, body }),
                }
            }
            Stmt::Compute(id) if computes[id.0].stores.is_empty() => {}
            Stmt::For { body, .. } | Stmt::When { body, .. } if computes_of(&body).is_empty() => {}
            other @ Stmt::Let { .. }
            | other @ Stmt::When { .. }
            | other @ Stmt::For { .. }
            | other @ Stmt::Copy(_)
            | other @ Stmt::Compute(_) => kept.push(other),
        }
    }
    kept
}

/// Removes the computes that no statement runs, and numbers the others as they run.
pub fn drop_unused_computes(mut nest: Nest) -> Nest {
    let mut renumbered = vec![None; nest.computes.len()];
    let mut computes = Vec::new();
    for id in computes_of(&nest.body) {
        renumbered[id.0].get_or_insert_with(|| {
            computes.push(nest.computes[id.0].clone());
            ComputeId(computes.len() - 1)
        });
    }
    nest.computes = computes;
    nest.body = renumber(nest.body, &renumbered);
    nest
}

fn renumber(stmts: Vec<Stmt>, new: &[Option<ComputeId>]) -> Vec<Stmt> {
    let one = |stmt| match stmt {
        Stmt::Compute(id) => Stmt::Compute(new[id.0].unwrap_or(id)),
        other @ Stmt::Let { .. }
        | other @ Stmt::When { .. }
        | other @ Stmt::For { .. }
        | other @ Stmt::Scratch { .. }
        | other @ Stmt::Copy(_) => with_body(other, |body| renumber(body, new)),
    };
    stmts.into_iter().map(one).collect()
}
