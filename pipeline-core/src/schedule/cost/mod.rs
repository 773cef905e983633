//! What a group costs, and the shape in which it costs least.
//!
//! [`Costs`] asks one of two models: [`roofline`], the predicted time, and [`polymage`], the
//! cost function of PolyMage+. Both see the same groups, aligned by [`super::align`], and say in
//! which shape a group is to run.

mod candidates;
mod facts;
pub mod polymage;
pub mod roofline;

use super::align::{Aligner, Alignment};
use super::grouping::{GroupCost, NodeSet};
use super::shape::Tiled;
use crate::analysis::order::Order;
use crate::ir::{Pipeline, StageId};
use crate::loops::Hold;
use crate::loops::build::holds;
use crate::options::Options;
use facts::extent;
pub use facts::{Facts, StageFacts};
pub use roofline::Estimate;

/// The most stages in a group: bounds the time of the search.
const STAGES: usize = 24;

/// The costs of the groups of a pipeline.
pub struct Costs<'a> {
    p: &'a Pipeline,
    order: &'a Order,
    options: &'a Options,
    aligner: Aligner<'a>,
    facts: Facts,
}

impl<'a> Costs<'a> {
    /// Costs of the groups of this pipeline, for the estimates of its sizes.
    pub fn new(
        p: &'a Pipeline,
        order: &'a Order,
        aligner: Aligner<'a>,
        options: &'a Options,
    ) -> Costs<'a> {
        Costs { p, order, options, aligner, facts: Facts::new(p, order) }
    }

    /// The stages of a group, producers first.
    pub fn stages(&self, group: &NodeSet) -> Vec<StageId> {
        self.order.stages.iter().copied().filter(|s| group.contains(s.0)).collect()
    }

    /// The shape that suits a group of several stages, among those that are worth a look while
    /// groups are searched, or among all.
    ///
    /// # Errors
    /// Why the group cannot be tiled, in words.
    pub fn tiled(&mut self, stages: &[StageId], all: bool) -> Result<(Tiled, Estimate), String> {
        let mut best: Option<(Tiled, Estimate)> = None;
        let mut reason = None;
        for alignment in self.aligner.align(stages)? {
            for tiled in self.shapes(alignment, all) {
                match tiled.and_then(|t| self.within_bounds(t)) {
                    Ok(tiled) => {
                        let estimate = roofline::tiled(&self.facts, self.machine(), &tiled);
                        if best.as_ref().is_none_or(|b| estimate.total < b.1.total) {
                            best = Some((tiled, estimate));
                        }
                    }
                    Err(why) => drop(reason.get_or_insert(why)),
                }
            }
        }
        best.ok_or_else(|| reason.unwrap_or_else(|| "no shape suits it".into()))
    }

    /// Why a producer cannot be computed in the tiles of a consumer, if it cannot.
    pub fn misfit(&mut self, producer: StageId, consumer: StageId) -> Option<String> {
        self.aligner.misfit(producer, consumer)
    }

    /// What a stage on its own costs.
    pub fn single(&self, stage: StageId) -> Estimate {
        roofline::single(&self.facts, self.machine(), stage)
    }

    fn machine(&self) -> &crate::machine::Machine {
        &self.options.machine
    }

    fn shapes(&self, alignment: Alignment, all: bool) -> Vec<Result<Tiled, String>> {
        let shapes = candidates::shapes(self.p, &self.facts, &self.options.shape, &alignment, all);
        shapes.into_iter().map(|shape| Tiled::new(alignment.clone(), shape)).collect()
    }

    /// Refuses scratchpads that a core's own caches cannot hold, unless the shape was asked for.
    fn within_bounds(&self, tiled: Tiled) -> Result<Tiled, String> {
        let bytes = scratch_bytes(self.p, &tiled, &self.facts.estimates);
        let most = self.machine().ring_bytes();
        if bytes > most && !self.options.shape.is_given() {
            return Err(format!(
                "its scratchpads would take {bytes} bytes a task, more than {most}"
            ));
        }
        Ok(tiled)
    }
}

impl GroupCost for Costs<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        if group.len() > STAGES {
            return None;
        }
        match self.stages(group).as_slice() {
            [single] => Some(self.single(*single).total),
            stages => self.tiled(stages, false).ok().map(|(_, estimate)| estimate.total),
        }
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        group.len() < STAGES
    }

    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        match self.stages(group).as_slice() {
            [_] => Some(0.0),
            stages => self.tiled(stages, false).ok().map(|(_, estimate)| estimate.overlap),
        }
    }

    fn size(&mut self, node: usize) -> f64 {
        self.facts.stages[node].points
    }
}

/// Bytes of the scratchpads of one task.
pub fn scratch_bytes(p: &Pipeline, group: &Tiled, sizes: &[i64]) -> i64 {
    let bytes = group.alignment.intermediates().map(|s| pad_bytes(p, group, s.stage, sizes));
    bytes.fold(0, i64::saturating_add)
}

/// Bytes of the scratchpad of one stage of a group; 0 for a live-out.
pub fn pad_bytes(p: &Pipeline, group: &Tiled, stage: StageId, sizes: &[i64]) -> i64 {
    let Some(held) = holds(group, stage) else { return 0 };
    let stage = &p.stages[stage.0];
    let slots = held.iter().zip(&stage.domain.0).map(|(hold, interval)| match hold {
        Hold::Current => 1,
        Hold::Whole => extent(interval, sizes),
        Hold::Part(n) | Hold::Ring(n) => *n,
    });
    slots.fold(stage.ty.bytes() as i64, i64::saturating_mul)
}
