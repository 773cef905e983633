//! Cases of a stage that share loops become one nest.
//!
//! ```text
//! nest out#0 { parallel for y { lanes for x: out(y, x, 0) } }
//! nest out#1 { parallel for y { lanes for x: out(y, x, 1) } }
//!
//! nest out { parallel for y { lanes for x: out(y, x, 0), out(y, x, 1) } }
//! ```
//!
//! A stage that is in no tiles has a nest for each of its cases. Where these are channels of pixels
//! or residues of rows, every nest would load what all of them read, and store every few elements.

use super::merge::merge;
use crate::ir::{Affine, Source, StageId, VarId};
use crate::loops::rename::{Renaming, SAME, with_vars};
use crate::loops::walk::{computes_of, for_each_stmt};
use crate::loops::{Compute, ComputeId, LoopNest, Nest, Stmt, keeps_loops};

/// The nests, those of cases that have loops together once they are [merged](super::merge) as one.
/// One that has all that is stored of its stage is called as this is.
pub fn join_cases(loops: &LoopNest, nests: Vec<Nest>) -> Vec<Nest> {
    let mut joined: Vec<Nest> = Vec::with_capacity(nests.len());
    let mut shared = Vec::new();
    for nest in nests {
        let stage = case_of(loops, &nest);
        let same = joined.iter().rev().take_while(|one| case_of(loops, one) == stage).count();
        let before = (joined.len() - same..joined.len()).filter(|_| stage.is_some());
        let found = before.rev().find_map(|at| Some((at, sharing(loops, &joined[at], &nest)?)));
        match found {
            Some((at, both)) => {
                joined[at] = both;
                shared.extend(stage);
            }
            None => joined.push(nest),
        }
    }
    for stage in shared {
        let mut of_stage = joined.iter_mut().filter(|nest| nest.stored().contains(&stage));
        if let (Some(nest), None) = (of_stage.next(), of_stage.next()) {
            nest.name.clone_from(&loops.buffer(Source::Stage(stage)).name);
        }
    }
    joined
}

/// The stage of which a nest computes cases, if it does nothing else.
fn case_of(loops: &LoopNest, nest: &Nest) -> Option<StageId> {
    let mut only_loops = nest.runs.is_none();
    for_each_stmt(&nest.body, &mut |stmt| match stmt {
        Stmt::Scratch { .. } | Stmt::Copy(_) => only_loops = false,
        Stmt::Let { .. } | Stmt::When { .. } | Stmt::For { .. } | Stmt::Compute(_) => {}
    });
    let stored = nest.stored();
    let stage = *stored.first()?;
    let plain = |compute: &Compute| compute.stores.iter().all(|store| store.data.is_empty());
    let is_case = only_loops
        && stored.iter().all(|id| *id == stage)
        && nest.computes.iter().all(plain)
        && !keeps_loops(&loops.stages, nest);
    is_case.then_some(stage)
}

/// Two nests as one, if some loop of it then stores what both do.
fn sharing(loops: &LoopNest, first: &Nest, second: &Nest) -> Option<Nest> {
    let both = together(first, second);
    let [apart, other, shared] = [first, second, &both].map(|nest| {
        let merged = merge(loops, nest.clone());
        let stores = |id: ComputeId| merged.computes[id.0].stores.len();
        computes_of(&merged.body).into_iter().map(stores).max().unwrap_or(0)
    });
    (shared > apart.max(other)).then_some(both)
}

/// Two nests one after the other.
fn together(first: &Nest, second: &Nest) -> Nest {
    let mut both = first.clone();
    let (vars, computes) = (both.vars.len(), both.computes.len());
    for name in second.vars.names() {
        both.vars.fresh(name.clone());
    }
    let var = |v: VarId| VarId(v.0 + vars);
    let affine = |a: &Affine| with_vars(a, &var);
    let compute = |c: ComputeId| ComputeId(c.0 + computes);
    let shift = Renaming { var: &var, affine: &affine, compute: &compute, ..SAME };
    both.computes.extend(second.computes.iter().map(|c| shift.compute(c)));
    both.body.extend(shift.stmts(&second.body));
    // Values come before everything else.
    both.body.sort_by_key(|stmt| !matches!(stmt, Stmt::Let { .. }));
    both.most_rows = both.most_rows.min(second.most_rows);
    both
}
