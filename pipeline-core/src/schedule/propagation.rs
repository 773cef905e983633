//! Which stages are computed where they are read, instead of being stored.
//!
//! *Polyhedral Expression Propagation* (CC 2018, Section 4) propagates by heuristics alone, and
//! asks for "a more elaborate cost model" (Section 6.1). Here heuristics say what is worth a look,
//! and predicted time decides. Stages are looked at once each, in the order of Section 4.4, at most
//! [`MOST_PROPAGATIONS`] of a pipeline; one is propagated if
//!
//! - one of those that read it does not line up with it, so that no group holds all of them;
//! - it can be ([`propagate`]);
//! - no new definition touches more cache lines than the machine's `streams` (Section 4.2);
//! - no new case cuts a loop in two (Section 4.3);
//! - its group and those of the stages that read it should together take at most [`PROPAGATED`] of
//!   their time then. A case is a launch more of a stage that is in no group with others.
//!
//! So what goes is read at points which do not line up, as from the last row to the first: it has
//! memory of its own otherwise. What a group can hold is in its tiles already, and predictions
//! change by less than 1 % without it. A stage that is read by one which is computed in an order is
//! passed over, too, as an update may read the same points many times, and so is one that the
//! compiler made, whose name no user knows.
//!
//! Groups are found first, and again in what is left: a pipeline in which nothing is propagated is
//! planned once, and candidates are those that grouping leaves in memory.

use super::Plan;
use super::align::Aligner;
use super::cost::Costs;
use super::group::{Group, Order};
use super::grouping::Strategy;
use super::speed::{MOST_PROPAGATIONS, PROPAGATED};
use crate::analysis::Analyses;
use crate::ir::{Block, Pipeline, Source, StageId};
use crate::options::{Options, Without};
use crate::transform::propagate::complexity::cuts_loops;
use crate::transform::propagate::lines::most_lines;
use crate::transform::propagate::{Precedence, propagate};
use std::collections::BTreeSet;

/// A pipeline with some stages propagated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The pipeline without them.
    pub pipeline: Pipeline,
    /// What was propagated, in order.
    pub propagated: Vec<Propagation>,
}

/// A stage that was propagated, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Propagation {
    /// Its name.
    pub stage: String,
    /// What that should change; absent if it was asked for.
    pub predicted: Option<Predicted>,
}

impl Propagation {
    /// Of a stage that was propagated because that was asked for.
    pub fn asked(stage: &str) -> Propagation {
        Propagation { stage: stage.into(), predicted: None }
    }
}

/// Predicted times of the group of a stage and of those that read it, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
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
    let mut open = astray(analyses);
    open.retain(|name| declared.contains(name) && options.may_propagate(name));
    if open.is_empty() {
        return None;
    }
    let mut search = Search {
        p: analyses.pipeline.clone(),
        groups: groups(analyses.pipeline, plan, options),
        options,
        open,
        propagated: Vec::new(),
    };
    for _ in 0..MOST_PROPAGATIONS {
        let Some(candidate) = search.next() else { break };
        search.look_at(candidate);
    }
    let Search { p, propagated, .. } = search;
    (!propagated.is_empty()).then_some(Chosen { pipeline: p, propagated })
}

/// Names of the stages that do not line up with one of those that read them.
fn astray(analyses: &Analyses<'_>) -> BTreeSet<String> {
    let Analyses { pipeline: p, order, facts } = analyses;
    let mut aligner = Aligner::new(p, facts, order);
    let mut is_astray = |id: &StageId| {
        order.consumers[id.0].iter().any(|reader| aligner.misfit(*id, *reader).is_some())
    };
    let ids = order.stages.iter().copied().filter(|id| is_astray(id));
    ids.map(|id| p.stages[id.0].name.clone()).collect()
}

/// A group whose time can be predicted for other stages, too.
struct Together {
    /// Names of its stages.
    stages: BTreeSet<String>,
    /// What it should take, in nanoseconds.
    time: f64,
}

/// The groups of a plan, but for stages that are computed in an order or read staging buffers.
fn groups(p: &Pipeline, plan: &Plan, options: &Options) -> Vec<Together> {
    let name = |s: &StageId| p.stages[s.0].name.clone();
    let in_any_order = |group: &Group| match group.order {
        Order::Any | Order::Aligned(_) => true,
        Order::Serial(_) | Order::Steps(_) => false,
    };
    let staged = |group: &Group| group.recipes.iter().any(|r| r.staged().next().is_some());
    let plain = |group: &Group| in_any_order(group) && !staged(group);
    let groups = plan.groups.iter().zip(&plan.verdicts).filter(|(g, _)| plain(g));
    let together = groups.map(|(group, verdict)| Together {
        stages: group.stages.iter().map(name).collect(),
        time: verdict.estimate.total
            + group.alone().map_or(0.0, |s| further_launches(p, s, options)),
    });
    together.collect()
}

/// What the launches of a stage by itself take beyond the first, in nanoseconds: one a case.
fn further_launches(p: &Pipeline, id: StageId, options: &Options) -> f64 {
    let further = p.stages[id.0].cases.len().saturating_sub(1);
    further as f64 * options.machine.rates.launch
}

/// A stage that may be propagated, and the numbers of its group and of those that read it.
struct Candidate {
    id: StageId,
    groups: BTreeSet<usize>,
}

struct Search<'a> {
    p: Pipeline,
    groups: Vec<Together>,
    options: &'a Options,
    /// Names of the stages that are worth a look and were not looked at.
    open: BTreeSet<String>,
    propagated: Vec<Propagation>,
}

impl Search<'_> {
    /// The stage whose turn it is.
    fn next(&self) -> Option<Candidate> {
        let ids = (0..self.p.stages.len()).map(StageId);
        let open = ids.filter_map(|id| self.candidate(id));
        open.min_by_key(|candidate| Precedence::of(&self.p, candidate.id))
    }

    /// A stage that was not looked at, if something may come of it.
    fn candidate(&self, id: StageId) -> Option<Candidate> {
        let name = &self.p.stages[id.0].name;
        if !self.open.contains(name) || self.p.outputs.contains(&id) {
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
        Some(Candidate { id, groups: all.collect::<Option<_>>()? })
    }

    /// Propagates a stage if that pays.
    fn look_at(&mut self, Candidate { id, groups }: Candidate) {
        let name = self.p.stages[id.0].name.clone();
        self.open.remove(&name);
        let Ok(after) = propagate(&self.p, id) else { return };
        if !is_simple(&self.p, &after, self.options.machine.streams) {
            return;
        }
        let Some(rest) = self.rest(&after, &name, &groups) else { return };
        let with = rest.iter().map(|g| g.time).sum();
        let without = groups.iter().map(|g| self.groups[*g].time).sum();
        if with <= without * PROPAGATED {
            let predicted = Some(Predicted { with, without });
            self.propagated.push(Propagation { stage: name, predicted });
            groups.iter().zip(rest).for_each(|(g, rest)| self.groups[*g] = rest);
            self.p = after;
        }
    }

    /// Groups without a stage, in a pipeline without it; `None` if one cannot be computed together.
    fn rest(
        &self,
        p: &Pipeline,
        propagated: &str,
        groups: &BTreeSet<usize>,
    ) -> Option<Vec<Together>> {
        let analyses = Analyses::of(p);
        let mut costs = Costs::new(&analyses, self.options);
        let mut rest = |group: &Together| {
            let left = group.stages.iter().filter(|s| *s != propagated);
            let stages: BTreeSet<String> = left.cloned().collect();
            let of = |s: &StageId| stages.contains(&p.stages[s.0].name);
            let ids: Vec<StageId> = analyses.order.stages.iter().copied().filter(of).collect();
            let time = match ids[..] {
                [] => 0.0,
                [one] => costs.single(one).estimate.total + further_launches(p, one, self.options),
                _ => costs.tiled(&ids, false).ok()?.1.estimate.total,
            };
            Some(Together { stages, time })
        };
        groups.iter().map(|g| rest(&self.groups[*g])).collect()
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

/// The other stages that read a stage.
fn readers(p: &Pipeline, id: StageId) -> impl Iterator<Item = StageId> {
    let reads = move |reader: &StageId| {
        let mut found = false;
        for block in p.stages[reader.0].blocks() {
            block.for_each_read(&mut |_, _, source, _| found |= source == Source::Stage(id));
        }
        found && *reader != id
    };
    (0..p.stages.len()).map(StageId).filter(reads)
}

#[cfg(test)]
mod tests;
