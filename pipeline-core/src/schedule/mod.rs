//! How stages are computed together: groups, and the shape in which each group runs.

pub mod align;
mod alone;
pub mod cost;
pub mod grouping;
pub mod iterated;
pub mod shape;
pub mod speed;
#[cfg(test)]
mod tests;

use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::ir::{Pipeline, Source, Stage, StageId};
use crate::loops::in_order;
use crate::options::Options;
use alone::Alone;
use cost::{Costs, Verdict};
use grouping::{Dag, Limits, NodeSet, Strategy};
use iterated::Iterated;
use shape::Tiled;
use speed::{MANY_STAGES, MOST_STATES};

/// The decisions that lower a stage graph to a loop nest.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The groups, in an order in which producers come first.
    pub groups: Vec<Group>,
    /// How each stage is stored, by [`StageId`].
    pub storage: Vec<Storage>,
    /// What the cost model says of each of them.
    pub verdicts: Vec<Verdict>,
    /// How the groups were found.
    pub strategy: Strategy,
    /// Groupings that were looked at.
    pub enumerated: usize,
    /// Whether the search was cut short.
    pub bound_hit: bool,
}

/// How a stage is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Its dimensions in the order of memory, the innermost last. Of a result it is the caller's.
    pub layout: Vec<usize>,
}

/// How each stage is stored: in the order of its dimensions, if no hint says otherwise.
fn storage(p: &Pipeline, options: &Options) -> Vec<Storage> {
    let of_stage = |(i, stage): (usize, &Stage)| {
        let hint = options.layouts.iter().find(|hint| hint.stage == stage.name);
        let hint = hint.filter(|_| !p.outputs.contains(&StageId(i)));
        let layout = hint.map_or_else(|| in_order(stage.rank()), |hint| hint.layout.clone());
        Storage { layout }
    };
    p.stages.iter().enumerate().map(of_stage).collect()
}

/// Stages computed together.
#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    /// One stage over its whole domain.
    Single(StageId),
    /// Several stages in tiles of the live-outs.
    Tiled(Tiled),
    /// One stage that iterates in time, a few steps at once in tiles of the last of them.
    Iterated(Box<Iterated>),
}

impl Group {
    /// The stages, producers first.
    pub fn stages(&self) -> Vec<StageId> {
        match self {
            Group::Single(stage) => vec![*stage],
            Group::Tiled(tiled) => tiled.alignment.stages.iter().map(|s| s.stage).collect(),
            Group::Iterated(iterated) => vec![iterated.unrolled.stage],
        }
    }
}

/// Plans an acyclic pipeline for the estimates of its sizes and the machine of the options. Without
/// a strategy in them, the number of stages decides.
pub fn plan(analyses: &Analyses<'_>, options: &Options) -> Plan {
    let Analyses { pipeline: p, order, facts } = analyses;
    let edges = order.producers.iter().enumerate().flat_map(|(consumer, sources)| {
        sources.iter().filter_map(move |source| match source {
            Source::Stage(producer) => Some((producer.0, consumer)),
            Source::Input(_) => None,
        })
    });
    let dag = Dag::new(p.stages.len(), edges).expect("the checks refuse cycles");
    let by_size = if p.stages.len() < MANY_STAGES { Strategy::Dp } else { Strategy::INCREMENTAL };
    let strategy = options.strategy.unwrap_or(by_size);
    let mut costs = Costs::new(analyses, options);
    // Tiles take rows in an order of their own.
    let recursive = |s: usize| p.stages[s].reads_itself(StageId(s));
    let alone: NodeSet = (0..p.stages.len())
        .filter(|&s| recursive(s) || options.is_alone(&p.stages[s].name))
        .collect();
    let mut with_hints = Alone::new(&mut costs, alone);
    let limits = Limits { states: MOST_STATES };
    let grouping = grouping::group(strategy, &dag, &mut with_hints, &limits);
    let (mut groups, mut verdicts) = (Vec::new(), Vec::new());
    for group in &grouping.groups {
        let stages = costs.stages(group);
        let tiled = if stages.len() > 1 { costs.tiled(&stages, true).ok() } else { None };
        match tiled {
            Some((tiled, verdict)) => {
                groups.push(Group::Tiled(tiled));
                verdicts.push(verdict);
            }
            None => {
                for stage in stages {
                    let (group, verdict) = by_itself(p, facts, options, stage, &costs);
                    groups.push(group);
                    verdicts.push(verdict);
                }
            }
        }
    }
    let (enumerated, bound_hit) = (grouping.enumerated, grouping.bound_hit);
    let storage = storage(p, options);
    Plan { groups, storage, verdicts, strategy, enumerated, bound_hit }
}

/// How a stage runs that is in no group with others.
fn by_itself(
    p: &Pipeline,
    facts: &Facts,
    options: &Options,
    stage: StageId,
    costs: &Costs<'_>,
) -> (Group, Verdict) {
    match iterated::in_steps(p, facts, options, stage) {
        Some(chosen) => chosen,
        None => (Group::Single(stage), costs.single(stage)),
    }
}
