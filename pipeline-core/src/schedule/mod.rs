//! How stages are computed together: groups, and the shape in which each group runs.

pub mod cost;
pub mod grouping;
pub mod rows;
#[cfg(test)]
mod tests;

use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::ir::{Pipeline, Source, StageId};
use cost::{PredictedTime, strip_rows};
use grouping::{Dag, Limits, Strategy};
use rows::{GroupRows, RowAnalysis};

/// From this many stages on, groups are looked for incrementally.
const MANY_STAGES: usize = 24;

/// Groupings that a search looks at before it settles for less: keeps expansion quick.
pub const MOST_STATES: usize = 1000;

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
    /// Several stages in strips of rows of the live-out, row by row.
    Rolling {
        /// The rows that each stage computes and keeps.
        rows: GroupRows,
        /// Rows of the live-out a strip.
        strip: i64,
    },
}

impl Group {
    /// The stages, producers first.
    pub fn stages(&self) -> Vec<StageId> {
        match self {
            Group::Single(stage) => vec![*stage],
            Group::Rolling { rows, .. } => rows.stages.iter().map(|s| s.stage).collect(),
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
    let mut cost = PredictedTime::new(p, &order, RowAnalysis::new(p, &facts, &order));
    let grouping = grouping::group(strategy, &dag, &mut cost, &Limits { states: MOST_STATES });
    let estimates = p.estimates();
    let mut groups = Vec::new();
    for group in &grouping.groups {
        let stages = cost.stages(group);
        match stages.as_slice() {
            [single] => groups.push(Group::Single(*single)),
            _ => match cost.rows(group) {
                Some(rows) => {
                    let strip = strip_rows(p, &rows, &estimates);
                    groups.push(Group::Rolling { rows, strip });
                }
                None => groups.extend(stages.into_iter().map(Group::Single)),
            },
        }
    }
    let (enumerated, bound_hit) = (grouping.enumerated, grouping.bound_hit);
    Plan { groups, strategy, enumerated, bound_hit }
}
