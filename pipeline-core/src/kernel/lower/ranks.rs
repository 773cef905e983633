//! After which nests the arrays that ranks have parts of are complete, and who needs them.

use crate::ir::Source;
use crate::kernel::{InEpochs, RankProgram};
use crate::loops::{LoopNest, Nest};
use crate::schedule::ranks::combined::{ReductionNest, SharePart};
use crate::schedule::ranks::{RankGroup, RankSteps, RanksPlan};
use pipeline_ranks::Sharing;

/// A loop nest on ranks.
pub fn ranks(loops: &LoopNest, ranks: &RanksPlan) -> RankProgram {
    let arrays = &ranks.arrays;
    let group = |nest: &Nest| {
        let stored = nest.stored();
        let stores =
            |group: &&RankGroup| group.stored.iter().any(|(stage, _)| stored.contains(stage));
        let groups = ranks.groups.iter().enumerate();
        let mut found = groups.filter(|(_, group)| stores(group));
        // One without points, as that of steps after the last block may be, stores nothing.
        found.next().map_or(0, |(number, _)| number)
    };
    let groups: Vec<usize> = loops.nests.iter().map(group).collect();
    let share = |nest: usize| {
        let combined = ranks.groups[groups[nest]].combined.as_ref()?;
        let (stage, op) = (combined.stage, combined.op);
        let updates = |nest: &Nest| {
            let stores = nest.stored().contains(&stage);
            stores && nest.loaded().contains(&Source::Stage(stage))
        };
        let later = || loops.nests[nest + 1..].iter().any(updates);
        let part = match (combined.sharing, updates(&loops.nests[nest])) {
            (Sharing::InTurn, false) => SharePart::FirstInTurn,
            (Sharing::InTurn, true) => SharePart::InTurn,
            (Sharing::Both | Sharing::Shares | Sharing::Combines, false) => SharePart::First,
            (Sharing::Shares, true) => SharePart::Updates,
            (Sharing::Both | Sharing::Combines, true) if later() => SharePart::Updates,
            (Sharing::Both | Sharing::Combines, true) => SharePart::LastUpdates,
        };
        Some(ReductionNest { stage, op, part })
    };
    let shares = (0..loops.nests.len()).map(share).collect();
    let last = |source: &Source| {
        let stores = |nest: &Nest| nest.stored().iter().any(|s| Source::Stage(*s) == *source);
        loops.nests.iter().rposition(stores)
    };
    // From which nest on an array is read that is complete after some.
    let first = |source: &Source| {
        let from = last(source).map_or(0, |nest| nest + 1);
        let reads = |nest: &Nest| nest.loaded().contains(source);
        loops.nests[from..].iter().position(reads).map(|nest| from + nest)
    };
    let numbers = |of: &dyn Fn(&Source) -> bool| -> Vec<usize> {
        let arrays = arrays.iter().enumerate();
        arrays.filter(|(_, source)| of(source)).map(|(i, _)| i).collect()
    };
    let nests = 0..loops.nests.len();
    let complete = |nest| numbers(&|s| last(s) == Some(nest) && first(s).is_some());
    let awaited = |nest| numbers(&|s| first(s) == Some(nest));
    let (complete, awaited) = (nests.clone().map(complete).collect(), nests.map(awaited).collect());
    let in_epochs = ranks.groups.iter().enumerate().filter_map(|(group, of)| {
        let RankSteps { stage, iteration, .. } = of.steps.as_ref()?;
        let (stage, stores) = (*stage, |nest: &Nest| nest.stored().contains(stage));
        let first = loops.nests.iter().position(stores)?;
        let last = loops.nests.iter().rposition(stores)?;
        Some(InEpochs { nests: first..last + 1, group, stage, time: iteration.dim })
    });
    let in_epochs = in_epochs.collect();
    RankProgram { ranks: ranks.clone(), groups, shares, complete, awaited, in_epochs }
}
