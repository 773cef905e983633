//! Whether the loops of a nest have to stay in their order.

use super::{Buffer, Compute, Copy, Nest, Pad, PartOf, Role, Stmt, Store};
use crate::ir::{Source, StageId};

/// Whether a nest loads a stage that it stores to, other than in scratchpads and, in tiles, by
/// updates and scans, which load no points of others than themselves.
pub fn is_ordered(stages: &[Option<Buffer>], nest: &Nest) -> bool {
    let stored = nest.stored();
    let tiles = keeps_stages(stages, &nest.body);
    let copies = nest.copies();
    let staged = |copy: &&Copy| match copy.from {
        Source::Stage(s) => copies.iter().any(|c| c.to == s) && !is_scratch(stages, s),
        Source::Input(_) => false,
    };
    let mut found = !tiles && copies.iter().any(staged);
    for compute in &nest.computes {
        compute.value.for_each_read(&mut |_, _, source, _| {
            if let Source::Stage(s) = source {
                let own = tiles && compute.stores.iter().any(|store| store.stage == s);
                found |= !is_scratch(stages, s) && stored.contains(&s) && !own;
            }
        });
    }
    found
}

fn is_scratch(stages: &[Option<Buffer>], stage: StageId) -> bool {
    matches!(stages[stage.0].as_ref().map(|b| &b.role), Some(Role::Scratch(_)))
}

/// Whether statements keep stages of a group in scratchpads, as tiles do.
fn keeps_stages(stages: &[Option<Buffer>], stmts: &[Stmt]) -> bool {
    let keeps = |pad: &Pad| match stages[pad.stage.0].as_ref().and_then(|b| b.part_of) {
        None | Some(PartOf::Kept(_)) => true,
        Some(PartOf::Step(_) | PartOf::Staged(_)) => false,
    };
    stmts.iter().any(|stmt| match stmt {
        Stmt::Scratch { pads, body } => pads.iter().any(keeps) || keeps_stages(stages, body),
        Stmt::For { body, .. } | Stmt::When { body, .. } => keeps_stages(stages, body),
        Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => false,
    })
}

/// Whether the loops of a nest have to stay as they are: it is ordered, and not for the steps in
/// time alone that it computes at once. Of these, a tile loads planes that no tile stores
/// meanwhile.
pub fn keeps_loops(stages: &[Option<Buffer>], nest: &Nest) -> bool {
    let of_step = |s: &Store| {
        let part = stages[s.stage.0].as_ref().and_then(|b| b.part_of);
        matches!(part, Some(PartOf::Step(_)))
    };
    is_ordered(stages, nest) && !nest.computes.iter().flat_map(|c| &c.stores).any(of_step)
}

/// Whether the loops of a nest may be rewritten: they have not [to stay](keeps_loops), or all that
/// is computed [changes points](Compute::only_changes), whose changes come in their order as long
/// as those of one point do.
pub fn may_rewrite(stages: &[Option<Buffer>], nest: &Nest) -> bool {
    !keeps_loops(stages, nest) || nest.computes.iter().all(Compute::only_changes)
}
