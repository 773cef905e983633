//! Whether loops run as their recipes say.

use pipeline_core::ir::{Source, StageId};
use pipeline_core::loops::{LoopNest, Nest, PartOf};
use pipeline_core::schedule::{Group, Plan};
use std::collections::BTreeSet;

/// That exactly what the recipes of a plan say is staged, and that rows run side by side where they
/// say so. The loops are as they were built.
pub fn as_planned(plan: &Plan, loops: &LoopNest) -> Result<(), String> {
    for group in &plan.groups {
        let nests: Vec<&Nest> = nests_of(group, loops).collect();
        let said: BTreeSet<Source> = group.recipes.iter().flat_map(|r| r.staged()).collect();
        let done: BTreeSet<Source> = nests.iter().flat_map(|n| staged(loops, n)).collect();
        if said != done {
            return Err(format!("recipes stage {said:?}, loops {done:?}"));
        }
        let skewed = group.recipes.iter().filter_map(|r| r.unrolled()).find(|jam| jam.skew > 0);
        let mut computes = nests.iter().flat_map(|nest| &nest.computes);
        let side_by_side = computes.any(|c| skewed.is_some_and(|jam| runs_rows(c, jam.by)));
        if skewed.is_some() && !side_by_side {
            return Err(format!(
                "the recipe has rows side by side, the loops have not: {skewed:?}"
            ));
        }
    }
    Ok(())
}

/// The nests that store a group's stages.
fn nests_of<'a>(group: &'a Group, loops: &'a LoopNest) -> impl Iterator<Item = &'a Nest> {
    let own = |stage: StageId| group.stages.contains(&stage);
    loops.nests.iter().filter(move |nest| nest.stored().into_iter().any(own))
}

/// What a nest has staging buffers of.
fn staged<'a>(loops: &'a LoopNest, nest: &Nest) -> impl Iterator<Item = Source> + use<'a> {
    let stored = nest.stored();
    stored.into_iter().filter_map(|s| match loops.stages[s.0].as_ref()?.part_of? {
        PartOf::Staged(source) => Some(source),
        PartOf::Step(_) | PartOf::Kept(_) => None,
    })
}

fn runs_rows(compute: &pipeline_core::loops::Compute, by: i64) -> bool {
    compute.stores.len() as i64 == by
}
