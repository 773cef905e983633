//! How stages are computed together: groups, and the shape in which each group runs.

pub mod align;
mod alone;
pub mod cost;
pub mod grouping;
pub mod shape;
#[cfg(test)]
mod tests;

use crate::analysis::integer::Facts;
use crate::analysis::order::{Order, order};
use crate::ir::{Pipeline, Source, StageId};
use crate::options::Options;
use align::Aligner;
use alone::Alone;
use cost::{Costs, Verdict, scratch_bytes};
use grouping::{Dag, Limits, NodeSet, Strategy};
use shape::Tiled;

/// From this many stages on, groups are looked for incrementally.
const MANY_STAGES: usize = 24;

/// Groupings that a search looks at before it settles for less: keeps expansion quick.
const MOST_STATES: usize = 1000;

/// The decisions that lower a stage graph to a loop nest.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The groups, in an order in which producers come first.
    pub groups: Vec<Group>,
    /// What the cost model says of each of them.
    pub verdicts: Vec<Verdict>,
    /// Producers and consumers in different groups, and why they are.
    pub apart: Vec<Apart>,
    /// How the groups were found.
    pub strategy: Strategy,
    /// Groupings that were looked at.
    pub enumerated: usize,
    /// Whether the search was cut short.
    pub bound_hit: bool,
}

/// A producer and a consumer of it that are not fused.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// The producer.
    pub producer: StageId,
    /// The consumer.
    pub consumer: StageId,
    /// Why, in words.
    pub reason: String,
}

/// Stages computed together.
#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    /// One stage over its whole domain.
    Single(StageId),
    /// Several stages in tiles of the live-outs.
    Tiled(Tiled),
}

impl Group {
    /// The stages, producers first.
    pub fn stages(&self) -> Vec<StageId> {
        match self {
            Group::Single(stage) => vec![*stage],
            Group::Tiled(tiled) => tiled.alignment.stages.iter().map(|s| s.stage).collect(),
        }
    }
}

/// Plans an acyclic pipeline for the estimates of its sizes and the machine of the options. Without
/// a strategy in them, the number of stages decides.
pub fn plan(p: &Pipeline, options: &Options) -> Plan {
    let order = order(p).expect("the checks refuse cycles");
    let facts = Facts::for_pipeline(p);
    let edges = order.producers.iter().enumerate().flat_map(|(consumer, sources)| {
        sources.iter().filter_map(move |source| match source {
            Source::Stage(producer) => Some((producer.0, consumer)),
            Source::Input(_) => None,
        })
    });
    let dag = Dag::new(p.stages.len(), edges).expect("the checks refuse cycles");
    let by_size = if p.stages.len() < MANY_STAGES { Strategy::Dp } else { Strategy::INCREMENTAL };
    let strategy = options.strategy.unwrap_or(by_size);
    let mut costs = Costs::new(p, &order, Aligner::new(p, &facts, &order), options);
    let alone: NodeSet =
        (0..p.stages.len()).filter(|&s| options.is_alone(&p.stages[s].name)).collect();
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
                verdicts.extend(stages.iter().map(|s| costs.single(*s)));
                groups.extend(stages.into_iter().map(Group::Single));
            }
        }
    }
    let apart =
        apart(&groups, &order, strategy, &mut costs, &|s| options.is_alone(&p.stages[s.0].name));
    let (enumerated, bound_hit) = (grouping.enumerated, grouping.bound_hit);
    Plan { groups, verdicts, apart, strategy, enumerated, bound_hit }
}

/// The producers and consumers that ended up in different groups, and why.
fn apart(
    groups: &[Group],
    order: &Order,
    strategy: Strategy,
    costs: &mut Costs<'_>,
    is_alone: &dyn Fn(StageId) -> bool,
) -> Vec<Apart> {
    let members: Vec<Vec<StageId>> = groups.iter().map(Group::stages).collect();
    let group_of = |s: StageId| members.iter().position(|group| group.contains(&s));
    let mut found = Vec::new();
    for consumer in &order.stages {
        for source in &order.producers[consumer.0] {
            let Source::Stage(producer) = *source else { continue };
            if group_of(producer) == group_of(*consumer) {
                continue;
            }
            let reason = if strategy == Strategy::None {
                "no stages are to be fused".into()
            } else if is_alone(producer) || is_alone(*consumer) {
                "it was asked not to".into()
            } else {
                let misfit = costs.misfit(producer, *consumer);
                misfit.unwrap_or_else(|| "it would cost more".into())
            };
            found.push(Apart { producer, consumer: *consumer, reason });
        }
    }
    found
}

impl Plan {
    /// The plan as text: what the compiler decided, with figures for the estimates of the sizes.
    pub fn report(&self, p: &Pipeline, inlined: &[String], options: &Options) -> String {
        let name = |s: &StageId| p.stages[s.0].name.as_str();
        let sizes = p.sizes.iter().map(|s| format!("{} = {}", s.name, s.estimate));
        let mut text = format!("plan of {}", p.name);
        if !p.sizes.is_empty() {
            text += &format!(" for {}", sizes.collect::<Vec<_>>().join(", "));
        }
        text += &format!("\n{}", options.describe(p));
        if !inlined.is_empty() {
            text += &format!("inlined: {}\n", inlined.join(", "));
        }
        let bound = if self.bound_hit { ", search cut short" } else { "" };
        text += &format!("{:?}: {} groupings enumerated{bound}\n", self.strategy, self.enumerated);
        for (i, group) in self.groups.iter().enumerate() {
            let stages: Vec<&str> = group.stages().iter().map(name).collect();
            text += &format!("group {i}: {}\n", stages.join(", "));
            if let Group::Tiled(tiled) = group {
                let bytes = scratch_bytes(p, tiled, &p.estimates());
                let (warm, strip) = (tiled.rows.warm_up, tiled.shape.strip);
                let percent = 100.0 * warm as f64 / strip as f64;
                text += &format!(
                    "  rolling in strips of {strip} rows; {warm} rows of warm-up ({percent:.1} % \
                     overlap); rings of {bytes} bytes a task\n"
                );
            }
        }
        text
    }
}
