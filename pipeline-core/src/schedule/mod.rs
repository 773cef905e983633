//! How stages are computed together: groups, the recipe by which each group runs, and how each
//! stage is stored.

pub mod align;
mod alone;
mod boundary;
pub mod cost;
pub mod group;
pub mod grouping;
pub mod iterated;
pub mod layouts;
pub mod propagation;
pub mod ranks;
pub mod recipe;
pub mod shape;
pub mod speed;
mod staging;
pub mod storage;
#[cfg(test)]
mod tests;
mod written;

use crate::analysis::Analyses;
use crate::diagnostic::Diagnostic;
use crate::ir::{Source, StageId};
use crate::options::Options;
use align::Alignment;
use alone::AloneCosts;
use cost::{Costs, Verdict};
pub use group::{Group, Order};
use grouping::{Dag, NodeSet, SearchLimits, Strategy};
use ranks::RanksPlan;
use recipe::Op;
use shape::Shape;
pub use storage::{Place, Storage};
use written::Written;

/// The decisions that lower a stage graph to a loop nest.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The groups, in an order in which producers come first.
    pub groups: Vec<Group>,
    /// How each stage is stored, by [`StageId`].
    pub storage: Vec<Storage>,
    /// What the cost model says of each of them.
    pub verdicts: Vec<Verdict>,
    /// What the groups cost by the model as they were looked for: with the shapes that were worth a
    /// look then.
    pub cost: f64,
    /// How the groups were found.
    pub strategy: Strategy,
    /// Groupings that were looked at.
    pub enumerated: usize,
    /// Whether the search was cut short.
    pub bound_hit: bool,
    /// How it is distributed over ranks, if it is.
    pub ranks: Option<RanksPlan>,
}

impl Plan {
    /// The plan with other tiles: of the shape that is asked for, where that is possible. What the
    /// cost model says stays what it was.
    pub fn reshaped(self, analyses: &Analyses<'_>, shape: impl Fn(&Alignment) -> Shape) -> Plan {
        let other = |group: Group| match group.alignment().map(|a| shape(a)) {
            Some(shape) => group.reshaped(analyses.pipeline, shape),
            None => group,
        };
        let groups: Vec<Group> = self.groups.into_iter().map(other).collect();
        let layouts = self.storage.into_iter().map(|s| s.layout).collect();
        let storage = storage::storage(analyses, &groups, layouts);
        Plan { groups, storage, ..self }
    }
}

/// Plans an acyclic pipeline for the estimates of its sizes and the machine of the options. Without
/// a strategy in them, the number of stages decides. Groups that are written are taken first, and
/// what is in none is grouped without them.
///
/// # Errors
/// What is wrong with groups that are written, or why the pipeline cannot be distributed.
pub fn plan(analyses: &Analyses<'_>, options: &Options) -> Result<Plan, Vec<Diagnostic>> {
    let p = analyses.pipeline;
    let dag = dag(analyses);
    let few = p.stages.len() < options.search.incremental_from;
    let by_size = if few { Strategy::Dp } else { Strategy::INCREMENTAL };
    let strategy = options.strategy.unwrap_or(by_size);
    let mut costs = Costs::new(analyses, options);
    let written = written::written(analyses, options, &dag, &mut costs)?;
    let nodes = nodes(&written, p.stages.len());
    let between = dag.quotient(&nodes).expect("written groups do not wait for each other");
    let is_alone = |s: usize| options.is_alone(&p.stages[s].name);
    let alone: NodeSet = (0..nodes.len())
        .filter(|&node| node < written.len() || nodes[node].iter().any(is_alone))
        .collect();
    let mut with_hints = AloneCosts::new(&mut costs, &nodes, alone);
    let limits = SearchLimits { states: options.search.states };
    let looked_for = if nodes.len() > written.len() { strategy } else { Strategy::None };
    let grouping = grouping::group(looked_for, &between, &mut with_hints, &limits);
    let (mut groups, mut verdicts) = (Vec::new(), Vec::new());
    for group in &grouping.groups {
        let runs = group.first().and_then(|node| written.get(node)).and_then(|w| w.runs.clone());
        let stages = costs.stages(&alone::stages(&nodes, group));
        let chosen = match runs {
            None if stages.len() > 1 => {
                let tiled = costs.tiled(&stages, true).ok();
                tiled.map(|(tiled, verdict)| (Group::in_tiles(p, tiled), verdict))
            }
            runs => runs,
        };
        match chosen {
            Some((group, verdict)) => {
                groups.push(group);
                verdicts.push(verdict);
            }
            None => {
                for stage in stages {
                    let (group, verdict) = by_itself(analyses, options, stage, &costs);
                    groups.push(group);
                    verdicts.push(verdict);
                }
            }
        }
    }
    for recipe in groups.iter_mut().flat_map(|g| &mut g.recipes).filter(|r| r.lanes().is_some()) {
        recipe.ops.extend(options.lanes.map(Op::Many));
    }
    let grouping::Grouping { cost, enumerated, bound_hit, .. } = grouping;
    let mut layouts = layouts::layouts(p, options);
    layouts::across_rows(p, options, &groups, &mut layouts);
    let storage = storage::storage(analyses, &groups, layouts);
    staging::stage(analyses, &storage, &mut groups);
    boundary::rows_in_lanes(analyses, &mut groups);
    for (group, verdict) in groups.iter().zip(&mut verdicts) {
        if let Some(by_recipe) = costs.by_recipe(group) {
            *verdict = by_recipe;
        }
    }
    let ranks = ranks::distribute(analyses, &groups, (&verdicts, &storage), options)?;
    Ok(Plan { groups, storage, verdicts, cost, strategy, enumerated, bound_hit, ranks })
}

/// The stages of an acyclic pipeline and who reads whom, as groups are looked for on it.
pub fn dag(analyses: &Analyses<'_>) -> Dag {
    let Analyses { pipeline: p, order, .. } = analyses;
    let edges = order.producers.iter().enumerate().flat_map(|(consumer, sources)| {
        sources.iter().filter_map(move |source| match source {
            Source::Stage(producer) => Some((producer.0, consumer)),
            Source::Input(_) => None,
        })
    });
    Dag::new(p.stages.len(), edges).expect("the checks refuse cycles")
}

/// What is grouped: the groups that are written, and each other stage.
fn nodes(written: &[Written], stages: usize) -> Vec<NodeSet> {
    let mut nodes: Vec<NodeSet> = written.iter().map(|group| group.nodes.clone()).collect();
    let others = (0..stages).filter(|s| !written.iter().any(|group| group.nodes.contains(*s)));
    nodes.extend(others.map(NodeSet::singleton));
    nodes
}

/// How a stage runs that is in no group with others.
fn by_itself(
    analyses: &Analyses<'_>,
    options: &Options,
    id: StageId,
    costs: &Costs<'_>,
) -> (Group, Verdict) {
    let Analyses { pipeline: p, facts, .. } = analyses;
    if let Some(chosen) = iterated::in_steps(p, facts, options, id) {
        return chosen;
    }
    (Group::single(p, facts, id), costs.single(id))
}
