//! Which stages are computed where they are read, instead of being stored.
//!
//! *Polyhedral Expression Propagation* (CC 2018, Section 4) propagates by heuristics alone, and
//! asks for "a more elaborate cost model" (Section 6.1). Here heuristics say what is worth a look,
//! and predicted time decides. Looked at are, each once,
//!
//! - stages of which one of those that read them does not line up with them, so that no group holds
//!   all of them: in the order of Section 4.4, at most [`MOST_PROPAGATIONS`] of a pipeline;
//! - what groups store for others and may compute again in these (`clones`);
//! - where groups were found by predicted time, too, the dearest stages, if they would take, each
//!   by itself, as much of the time of these groups as is to be gained: at most [`MOST_DEAR`].
//!
//! One is propagated if
//!
//! - it can be ([`propagate`]);
//! - no new definition touches more cache lines than the machine's `streams` (Section 4.2);
//! - no new case cuts a loop in two (Section 4.3);
//! - its group and those of the stages that read it should together take at most [`PROPAGATED`] of
//!   their time then. A case is a launch more of a stage that is in no group with others.
//!
//! So what goes is read at points which do not line up, as from the last row to the first, and has
//! memory of its own otherwise; or takes so much room in tiles that what is computed again is less.
//! A stage that is read by one which is computed in an order is passed over, as an update may read
//! the same points many times, and so is one that the compiler made, whose name no user knows.
//!
//! Groups are found first, and again in what is left: a pipeline in which nothing is propagated is
//! planned once, and candidates are those that grouping leaves in memory.

use super::Plan;
use super::align::Aligner;
use super::cost::Costs;
use super::grouping::Strategy;
use super::speed::{MOST_DEAR, MOST_PROPAGATIONS, PROPAGATED};
use crate::analysis::Analyses;
use crate::analysis::together::RowPrices;
use crate::ir::{Block, Pipeline, StageId};
use crate::options::{CostModel, Options, Without};
use crate::transform::propagate::complexity::cuts_loops;
use crate::transform::propagate::lines::most_lines;
use crate::transform::propagate::{Precedence, propagate};
use std::collections::BTreeSet;

mod clones;
mod groups;

use clones::clones;
use groups::{PredictableGroup, groups, readers, rest};

/// A pipeline with some stages propagated, or cloned.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The pipeline without them.
    pub pipeline: Pipeline,
    /// What was propagated, in order, and then what was cloned.
    pub propagated: Vec<Propagation>,
}

/// A stage that was propagated, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Propagation {
    /// Its name.
    pub stage: String,
    /// The stages that it went into, if it is still stored for others.
    pub cloned_in: Option<Vec<String>>,
    /// What that should change; absent if it was asked for.
    pub predicted: Option<PredictedTimes>,
}

impl Propagation {
    /// Of a stage that was propagated because that was asked for.
    pub fn asked(stage: &str) -> Propagation {
        Propagation { stage: stage.into(), cloned_in: None, predicted: None }
    }
}

/// Predicted times of the group of a stage and of those that read it, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedTimes {
    /// With the stage propagated.
    pub with: f64,
    /// With the stage computed by itself.
    pub without: f64,
}

/// Propagates what should be computed where it is read, as the [module](self) says; `None` if
/// nothing should be. Under `strategy = "none"` every stage is computed by itself, and the options
/// may do without.
///
/// `declared` are the names of the stages that the user wrote.
pub fn choose(
    analyses: &Analyses<'_>,
    plan: &Plan,
    options: &Options,
    declared: &[String],
) -> Option<Chosen> {
    if options.strategy == Some(Strategy::None) || options.is_without(Without::Propagation) {
        return None;
    }
    let may_go = |name: &String| declared.contains(name) && options.may_propagate(name);
    let mut astray = astray(analyses);
    astray.retain(may_go);
    let prices = &analyses.prices;
    let mut search = PropagationSearch {
        p: analyses.pipeline.clone(),
        groups: groups(analyses.pipeline, plan, options),
        options,
        prices,
        open: astray.clone(),
        propagated: Vec::new(),
    };
    search.look(MOST_PROPAGATIONS);
    let PropagationSearch { p, groups, propagated, .. } = &mut search;
    clones(p, groups, options, prices, &may_go, propagated);
    match options.cost {
        CostModel::Roofline => {
            let is_open = |name: &String| may_go(name) && !astray.contains(name);
            search.open = dear(&search, &is_open);
            search.look(MOST_DEAR);
        }
        // What these models leave in memory is what they are about.
        CostModel::Polymage(_) | CostModel::Hipacc => {}
    }
    let PropagationSearch { p, propagated, .. } = search;
    (!propagated.is_empty()).then_some(Chosen { pipeline: p, propagated })
}

/// Names of the stages that do not line up with one of those that read them.
fn astray(analyses: &Analyses<'_>) -> BTreeSet<String> {
    let Analyses { pipeline: p, order, facts, .. } = analyses;
    let mut aligner = Aligner::new(p, facts, order);
    let mut is_astray = |id: &StageId| {
        order.consumers[id.0].iter().any(|reader| aligner.misfit(*id, *reader).is_some())
    };
    let ids = order.stages.iter().copied().filter(|id| is_astray(id));
    ids.map(|id| p.stages[id.0].name.clone()).collect()
}

/// Names of the dearest stages: those that would take, each by itself, as much of the time of its
/// group and of those that read it as is to be gained.
fn dear(search: &PropagationSearch<'_>, is_open: &dyn Fn(&String) -> bool) -> BTreeSet<String> {
    let PropagationSearch { p, groups, prices, .. } = search;
    let analyses = Analyses::with(p, prices);
    let costs = Costs::new(&analyses, search.options);
    let name = |id: StageId| &p.stages[id.0].name;
    let is_much = |time: f64, of: f64| time >= (1.0 - PROPAGATED) * of;
    let of_stage = |id: StageId| {
        let own = groups.iter().find(|group| group.stages.contains(name(id)))?;
        let alone = costs.single(id).estimate.total;
        // Who reads it is asked of few.
        let all = is_much(alone, own.time).then(|| search.candidate(id)).flatten()?.groups;
        let together = all.iter().map(|group| groups[*group].time).sum();
        is_much(alone, together).then_some(DearStage { id, alone })
    };
    let open = analyses.order.stages.iter().filter(|id| is_open(name(**id)));
    let mut dear: Vec<DearStage> = open.filter_map(|id| of_stage(*id)).collect();
    dear.sort_by(|a, b| b.alone.total_cmp(&a.alone));
    dear.iter().take(MOST_DEAR).map(|stage| name(stage.id).clone()).collect()
}

/// A stage, and what it takes by itself in nanoseconds.
struct DearStage {
    id: StageId,
    alone: f64,
}

/// A stage that may be propagated, and the numbers of its group and of those that read it.
struct PropagationCandidate {
    id: StageId,
    groups: BTreeSet<usize>,
}

struct PropagationSearch<'a> {
    p: Pipeline,
    groups: Vec<PredictableGroup>,
    options: &'a Options,
    prices: &'a RowPrices,
    /// Names of the stages that are worth a look and were not looked at.
    open: BTreeSet<String>,
    propagated: Vec<Propagation>,
}

impl PropagationSearch<'_> {
    /// Looks at so many of the open stages at most.
    fn look(&mut self, most: usize) {
        for _ in 0..most {
            let Some(candidate) = self.next() else { break };
            self.look_at(candidate);
        }
    }

    /// The stage whose turn it is.
    fn next(&self) -> Option<PropagationCandidate> {
        let ids = (0..self.p.stages.len()).map(StageId);
        let open = ids.filter(|id| self.open.contains(&self.p.stages[id.0].name));
        let candidates = open.filter_map(|id| self.candidate(id));
        candidates.min_by_key(|candidate| Precedence::of(&self.p, candidate.id))
    }

    /// A stage, if something may come of looking at it.
    fn candidate(&self, id: StageId) -> Option<PropagationCandidate> {
        if self.p.outputs.contains(&id) {
            return None;
        }
        let of = |id: StageId| {
            let name = &self.p.stages[id.0].name;
            self.groups.iter().position(|g| g.stages.contains(name))
        };
        if readers(&self.p, id).any(|reader| self.p.stages[reader.0].is_ordered(reader)) {
            return None;
        }
        let all = readers(&self.p, id).chain([id]).map(of);
        Some(PropagationCandidate { id, groups: all.collect::<Option<_>>()? })
    }

    /// Propagates a stage if that pays.
    fn look_at(&mut self, PropagationCandidate { id, groups }: PropagationCandidate) {
        let name = self.p.stages[id.0].name.clone();
        self.open.remove(&name);
        let Ok(after) = propagate(&self.p, id) else { return };
        if !is_simple(&self.p, &after, self.options.machine.streams) {
            return;
        }
        let rest = rest(&after, &self.groups, &groups, self.options, self.prices);
        let Some(rest) = rest else { return };
        let with = rest.iter().map(|g| g.time).sum();
        let without = groups.iter().map(|g| self.groups[*g].time).sum();
        if with <= without * PROPAGATED {
            let predicted = Some(PredictedTimes { with, without });
            self.propagated.push(Propagation { stage: name, cloned_in: None, predicted });
            groups.iter().zip(rest).for_each(|(g, rest)| self.groups[*g] = rest);
            self.p = after;
        }
    }
}

/// Whether the definitions that propagation made new touch at most so many cache lines at a point
/// (CC 2018, Section 4.2) and leave loops whole (Section 4.3).
pub fn is_simple(before: &Pipeline, after: &Pipeline, streams: i64) -> bool {
    let streams = usize::try_from(streams).unwrap_or(usize::MAX);
    after.stages.iter().all(|stage| {
        let old = before.stages.iter().find(|s| s.name == stage.name);
        let known: Vec<&Block> = old.into_iter().flat_map(|s| s.blocks()).collect();
        most_lines(after, stage, &known) <= streams && old.is_none_or(|old| !cuts_loops(old, stage))
    })
}

#[cfg(test)]
mod tests;
