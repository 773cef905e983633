//! For which loop each function is: one over vectors, one over points, or none.

use super::NestContext;
use crate::ir::{Index, Source, VarId};
use crate::kernel::LoopForm;
use crate::loops::walk::for_each_stmt;
use crate::loops::{Access, Compute, ComputeId, Hold, LoopKind, Nest, Stmt};

/// The forms of the functions of all computes.
pub fn forms(cx: &NestContext<'_>) -> Vec<LoopForm> {
    let mut forms = vec![LoopForm::Point; cx.computes.len()];
    for row in &cx.rows {
        forms[row.dense.0] = in_lanes(&cx.computes[row.dense.0], row.lane);
    }
    collect(cx, &cx.nest.body, &mut forms);
    forms
}

fn collect(cx: &NestContext<'_>, stmts: &[Stmt], forms: &mut [LoopForm]) {
    for stmt in stmts {
        match stmt {
            Stmt::For { var, kind: LoopKind::Lanes(_), body, .. } => {
                let ComputeId(id) = only_compute(body);
                forms[id] = in_lanes(&cx.computes[id], *var);
            }
            Stmt::For { body, .. } => match points_loop(cx, stmt) {
                Some((id, var)) => forms[id.0] = LoopForm::Points(var),
                None => collect(cx, body, forms),
            },
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => collect(cx, body, forms),
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

/// The form of a compute in lanes: vectors that overlap would change a point twice.
fn in_lanes(compute: &Compute, lane: VarId) -> LoopForm {
    match compute.updates() {
        true => LoopForm::VectorsAndPoints(lane),
        false => LoopForm::Vectors(lane),
    }
}

/// The compute of a lanes loop.
pub fn only_compute(body: &[Stmt]) -> ComputeId {
    match body {
        [Stmt::Compute(id)] => *id,
        _ => unreachable!("a lanes loop holds one compute"),
    }
}

/// The compute and the variable of a serial loop that takes the points of a row one by one: where
/// vectors are not possible, because order matters or a border does, and no address moves along a
/// folded dimension.
pub fn points_loop(cx: &NestContext<'_>, stmt: &Stmt) -> Option<(ComputeId, VarId)> {
    let Stmt::For { var, kind: LoopKind::Serial, body, .. } = stmt else { return None };
    let [Stmt::Compute(id)] = body.as_slice() else { return None };
    let compute = &cx.computes[id.0];
    let in_order = match cx.ordered {
        true => compute.updates() || compute.access == Access::Inside,
        false => {
            let at_border =
                compute.access == Access::BorderResolved && cx.alone[id.0] == Some(*var);
            (compute.updates() || at_border) && !moves_along_fold(cx, compute, *var)
        }
    };
    in_order.then_some((*id, *var))
}

/// By compute, the variable of the serial loops that hold it alone, if it is in no others.
pub fn alone(nest: &Nest) -> Vec<Option<VarId>> {
    let mut uses = vec![0; nest.computes.len()];
    let mut loops: Vec<Vec<VarId>> = vec![Vec::new(); nest.computes.len()];
    for_each_stmt(&nest.body, &mut |stmt| match stmt {
        Stmt::Compute(id) => uses[id.0] += 1,
        Stmt::For { var, kind: LoopKind::Serial, body, .. } => {
            if let [Stmt::Compute(id)] = body[..] {
                loops[id.0].push(*var);
            }
        }
        Stmt::For { .. } | Stmt::Let { .. } | Stmt::When { .. } => {}
        Stmt::Scratch { .. } | Stmt::Copy(_) => {}
    });
    let one = |(vars, uses): (&Vec<VarId>, &usize)| {
        let first = vars.first().copied().filter(|_| vars.len() == *uses)?;
        vars.iter().all(|var| *var == first).then_some(first)
    };
    loops.iter().zip(&uses).map(one).collect()
}

/// Whether a compute loads or stores at an index along a folded dimension of a scratchpad that
/// depends on a variable.
fn moves_along_fold(cx: &NestContext<'_>, compute: &Compute, var: VarId) -> bool {
    let moves = |source: Source, index: &[Index]| {
        let buffer = cx.buffer(source);
        index.iter().enumerate().any(|(dim, index)| {
            let folded = matches!(buffer.hold(dim), Hold::Current | Hold::Circular(_));
            folded && matches!(index, Index::Affine(a) if a.mentions_var(var))
        })
    };
    let mut found = compute.stores.iter().any(|s| moves(Source::Stage(s.stage), &s.at()));
    compute.value.for_each_read(&mut |_, _, source, index| found |= moves(source, index));
    found
}
