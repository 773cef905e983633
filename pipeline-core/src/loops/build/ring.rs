//! Which planes of an iteration in time have to be kept.

use crate::analysis::integer::Facts;
use crate::analysis::iteration::newest;
use crate::ir::{Pipeline, StageId};
use crate::schedule::{Group, Plan};

/// The outermost serial dimension of a stage and how many of its newest coordinates must be kept, a
/// power of two, where that is less than all of them: the stage reads itself so far back at most,
/// and others read only what is newest at the end. Where several steps are computed at once, none
/// of the planes that they are computed from is overwritten.
pub fn ring(p: &Pipeline, facts: &Facts, plan: &Plan, id: StageId) -> Option<(usize, i64)> {
    let newest = newest(p, facts, id)?;
    let steps = plan.groups.iter().find_map(|group| match group {
        Group::Iterated(iterated) if iterated.unrolled.stage == id => Some(iterated.unrolled.steps),
        _ => None,
    });
    Some((newest.dim, newest.ring(steps.unwrap_or(1))))
}
