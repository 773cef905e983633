//! How stages are stored, as data: where, in which order of dimensions, and how much of each.

use super::group::{Group, Order};
use super::shape::{Hold, Tiled};
use crate::analysis::Analyses;
use crate::analysis::iteration::newest;
use crate::ir::StageId;

/// How a stage is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Its dimensions in the order of memory, the innermost last. Of a result it is the caller's.
    pub layout: Vec<usize>,
    /// Where its values live.
    pub place: Place,
    /// By dimension, what of it is held at a time.
    pub hold: Vec<Hold>,
    /// What tiles hold in scratchpads of a stage that they store, too.
    pub also: Option<Vec<Hold>>,
}

/// Where the values of a stage live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the caller's result of this position.
    Output(usize),
    /// In a buffer for the whole call.
    Full,
    /// In a scratchpad of each tile.
    Scratch,
}

/// How each stage is stored, by [`StageId`], given the order of their dimensions.
pub fn storage(
    analyses: &Analyses<'_>,
    groups: &[Group],
    layouts: Vec<Vec<usize>>,
) -> Vec<Storage> {
    let p = analyses.pipeline;
    let stored = |(i, layout): (usize, Vec<usize>)| {
        let output = p.outputs.iter().position(|o| *o == StageId(i));
        let place = output.map_or(Place::Full, Place::Output);
        let hold = vec![Hold::Whole; layout.len()];
        Storage { layout, place, hold, also: None }
    };
    let mut all: Vec<Storage> = layouts.into_iter().enumerate().map(stored).collect();
    for group in groups {
        match (&group.order, group.tiled()) {
            (Order::Aligned(_), Some(tiled)) => in_tiles(&mut all, &tiled),
            _ => {
                for stage in &group.stages {
                    newest_alone(analyses, group, *stage, &mut all[stage.0].hold);
                }
            }
        }
    }
    all
}

/// Stages of a group in scratchpads, but for those that others see.
fn in_tiles(all: &mut [Storage], tiled: &Tiled) {
    for extents in &tiled.alignment.stages {
        let storage = &mut all[extents.stage.0];
        match (tiled.holds(extents.stage), extents.stored) {
            (Some(held), false) => (storage.place, storage.hold) = (Place::Scratch, held),
            (held, _) => storage.also = held,
        }
    }
}

/// Holds the newest coordinates of a stage's outermost serial dimension alone, a power of two,
/// where that is less than all of them: the stage reads itself so far back at most, and others read
/// only what is newest at the end. Where several steps are computed at once, none of the planes
/// that they are computed from is overwritten.
fn newest_alone(analyses: &Analyses<'_>, group: &Group, id: StageId, hold: &mut [Hold]) {
    if let Some(newest) = newest(analyses.pipeline, &analyses.facts, id) {
        let steps = group.steps().map_or(1, |steps| steps.unrolled.steps);
        hold[newest.dim] = Hold::Circular(newest.circular(steps));
    }
}
