//! How stages are computed together: groups, and the shape in which each group runs.

pub mod align;
pub mod cost;
pub mod grouping;
pub mod shape;
#[cfg(test)]
mod tests;

use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::ir::{Pipeline, Source, StageId};
use align::Aligner;
use cost::{PredictedTime, scratch_bytes};
use grouping::{Dag, Limits, Strategy};
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
    /// How the groups were found.
    pub strategy: Strategy,
    /// Groupings that were looked at.
    pub enumerated: usize,
    /// Whether the search was cut short.
    pub bound_hit: bool,
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

/// Plans an acyclic pipeline for the estimates of its sizes; `None` takes the strategy that suits
/// the number of stages.
pub fn plan(p: &Pipeline, strategy: Option<Strategy>) -> Plan {
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
    let strategy = strategy.unwrap_or(by_size);
    let mut cost = PredictedTime::new(p, &order, Aligner::new(p, &facts, &order));
    let grouping = grouping::group(strategy, &dag, &mut cost, &Limits { states: MOST_STATES });
    let mut groups = Vec::new();
    for group in &grouping.groups {
        let stages = cost.stages(group);
        match stages.as_slice() {
            [single] => groups.push(Group::Single(*single)),
            _ => match cost.tiled(group) {
                Some(tiled) => groups.push(Group::Tiled(tiled)),
                None => groups.extend(stages.into_iter().map(Group::Single)),
            },
        }
    }
    let (enumerated, bound_hit) = (grouping.enumerated, grouping.bound_hit);
    Plan { groups, strategy, enumerated, bound_hit }
}

impl Plan {
    /// The plan as text: what the compiler decided, with figures for the estimates of the sizes.
    pub fn report(&self, p: &Pipeline, inlined: &[String]) -> String {
        let name = |s: &StageId| p.stages[s.0].name.as_str();
        let sizes = p.sizes.iter().map(|s| format!("{} = {}", s.name, s.estimate));
        let mut text = format!("plan of {}", p.name);
        if !p.sizes.is_empty() {
            text += &format!(" for {}", sizes.collect::<Vec<_>>().join(", "));
        }
        if !inlined.is_empty() {
            text += &format!("\ninlined: {}", inlined.join(", "));
        }
        let bound = if self.bound_hit { ", search cut short" } else { "" };
        text +=
            &format!("\n{:?}: {} groupings enumerated{bound}\n", self.strategy, self.enumerated);
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
