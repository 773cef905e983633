//! Grouping: which stages of a pipeline are computed together, tile by tile.
//!
//! On a plain graph and a cost of groups; what a group costs is somebody else's business. The
//! algorithms are those of PolyMage+ (Jangda and Bondhugula, TOPLAS 42(3), 2020: [`Strategy::Dp`],
//! [`Strategy::Incremental`]), PolyMage (Mullapudi, Vasista and Bondhugula, ASPLOS 2015:
//! [`Strategy::Greedy`]), Halide's auto-scheduler (Mullapudi, Adams, Sharlet, Ragan-Kelley and
//! Fatahalian, SIGGRAPH 2016: [`Strategy::Pairs`]) and Hipacc (Qiao, Reiche, Hannig and Teich, CGO
//! 2019: [`Strategy::MinCut`]). `README.md` beside this file works an example and lists the
//! deviations.

mod cheapest;
mod dag;
mod dp;
mod greedy;
mod incremental;
mod mincut;
mod node_set;
mod pool;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use std::str::FromStr;

pub use dag::Dag;
pub use mincut::EPSILON;
pub use node_set::NodeSet;

/// What a group of stages costs. Every group asked about is convex and not empty; a group's
/// `cost` is asked for once in one call of [`group`], [`benefit`](GroupCost::benefit) aside.
pub trait GroupCost {
    /// The cost of computing the group as one, or `None` if it cannot be. A single stage always
    /// can.
    fn cost(&mut self, group: &NodeSet) -> Option<f64>;

    /// Whether some legal group contains this one. `false` cuts the search, and is only sound
    /// where no larger group is legal.
    fn can_grow(&mut self, group: &NodeSet) -> bool {
        let _ = group;
        true
    }

    /// The redundant computation of the group, as a fraction of a tile, for
    /// [`Strategy::Greedy`]; `None` if its dependences are not constant.
    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        self.cost(group).map(|_| 0.0)
    }

    /// The size of a stage's domain, for [`Strategy::Greedy`].
    fn size(&mut self, node: usize) -> f64 {
        let _ = node;
        1.0
    }

    /// What is gained by computing a producer and its consumer as one, for [`Strategy::MinCut`], in
    /// the unit of the costs; `None` if they cannot be, or not by themselves. By default what the
    /// two cost apart less what they cost together.
    fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
        let together = self.cost(&[producer, consumer].into_iter().collect())?;
        let apart = [producer, consumer].map(|node| self.cost(&NodeSet::singleton(node)));
        Some(apart[0]? + apart[1]? - together)
    }
}

/// How groups are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    /// The dynamic program.
    Dp,
    /// The dynamic program on groups of at most `limit` stages, then on at most `step` of those
    /// groups, and so on.
    Incremental {
        /// The most stages in a group of the first round, at least two.
        limit: usize,
        /// The most groups that join in each later round, at least two.
        step: usize,
    },
    /// Merging groups into their only consumer while the overlap stays below the threshold.
    Greedy {
        /// The most redundant computation of a group, as a fraction of a tile.
        overlap_threshold: f64,
    },
    /// Merging the producer and the consumer that gain most until no pair gains.
    Pairs,
    /// Cutting what may not be computed as one where the least is gained by it.
    MinCut,
    /// Every stage on its own.
    None,
}

impl Strategy {
    /// Incremental grouping without further figures.
    pub const INCREMENTAL: Self =
        Self::Incremental { limit: incremental::LIMIT, step: incremental::STEP };
    /// Greedy grouping without further figures.
    pub const GREEDY: Self = Self::Greedy { overlap_threshold: greedy::THRESHOLD };
    /// Every strategy, as it is named without further figures.
    pub const ALL: [Self; 6] =
        [Self::Dp, Self::INCREMENTAL, Self::GREEDY, Self::Pairs, Self::MinCut, Self::None];

    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dp => "dp",
            Self::Incremental { .. } => "incremental",
            Self::Greedy { .. } => "greedy",
            Self::Pairs => "pairs",
            Self::MinCut => "mincut",
            Self::None => "none",
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| {
            format!("no grouping `{name}`: one of {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

/// Bounds of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most memo entries of one dynamic program.
    pub states: usize,
}

/// A partition of the stages into convex groups without a cycle between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    /// The groups, producers before consumers.
    pub groups: Vec<NodeSet>,
    /// The sum of their costs.
    pub cost: f64,
    /// Groupings in the sense of the paper's Table 1: memo entries that the dynamic programs of the
    /// strategy made; 0 for the other strategies.
    pub enumerated: usize,
    /// Whether a limit kept the search from running as the strategy says.
    pub bound_hit: bool,
}

/// Groups the stages. The same arguments give the same groups.
///
/// The result of [`Strategy::Dp`] and [`Strategy::Incremental`] is never dearer than that of
/// simpler ways, of which [`Strategy::INCREMENTAL`] is one (`cheapest.rs`). Where the dynamic
/// program exceeds the limit of states, the cheapest of those is all there is, and `bound_hit` is
/// set. [`Strategy::Greedy`], [`Strategy::Pairs`], [`Strategy::MinCut`] and [`Strategy::None`] are
/// what they say.
pub fn group(
    strategy: Strategy,
    dag: &Dag,
    cost: &mut dyn GroupCost,
    limits: &SearchLimits,
) -> Grouping {
    let costs = &mut CostsOnce { inner: cost, memo: FxHashMap::default(), members: None };
    let (mut enumerated, mut bound_hit) = (0, false);
    let groups = match strategy {
        Strategy::None => singletons(dag),
        Strategy::Greedy { overlap_threshold } => greedy::run(dag, costs, overlap_threshold),
        Strategy::Pairs => greedy::pairs(dag, costs, singletons(dag)),
        Strategy::MinCut => mincut::run(dag, costs),
        Strategy::Incremental { limit, step } => {
            let found = incremental::run(dag, costs, limit, step, limits.states);
            (enumerated, bound_hit) = (found.states, found.bound_hit);
            let mut all = vec![found.groups];
            if strategy != Strategy::INCREMENTAL {
                all.push(default_incremental(dag, costs, limits));
            }
            cheapest::cheapest(dag, costs, all)
        }
        Strategy::Dp => {
            let found = dp::run(dag, costs, usize::MAX, limits.states);
            (enumerated, bound_hit) = (found.states, found.narrowed || found.groups.is_none());
            let incremental = default_incremental(dag, costs, limits);
            let all = found.groups.into_iter().chain([incremental]).collect();
            cheapest::cheapest(dag, costs, all)
        }
    };
    let order = dag.quotient(&groups).map(|quotient| quotient.order());
    let order = order.unwrap_or_else(|cycle| unreachable!("a cycle of groups {cycle:?}"));
    let groups: Vec<NodeSet> = order.into_iter().map(|index| groups[index].clone()).collect();
    let cost = costs.total(&groups);
    Grouping { groups, cost, enumerated, bound_hit }
}

/// What [`Strategy::INCREMENTAL`] finds by itself.
fn default_incremental(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    limits: &SearchLimits,
) -> Vec<NodeSet> {
    incremental::run(dag, costs, incremental::LIMIT, incremental::STEP, limits.states).groups
}

/// Every node on its own.
fn singletons(dag: &Dag) -> Vec<NodeSet> {
    (0..dag.len()).map(NodeSet::singleton).collect()
}

/// The costs of groups, each asked for once, in terms of the nodes of a graph, which may be groups
/// of nodes of the first one.
struct CostsOnce<'a> {
    inner: &'a mut dyn GroupCost,
    memo: FxHashMap<NodeSet, f64>,
    members: Option<Vec<NodeSet>>,
}

/// What a stage costs that is not legal on its own, against the contract: finite, so that there is
/// a grouping, and more than anything else.
const ILLEGAL_STAGE: f64 = 1e100;

impl CostsOnce<'_> {
    /// Runs with each node standing for one of the groups.
    fn over<T>(&mut self, groups: &[NodeSet], run: impl FnOnce(&mut Self) -> T) -> T {
        self.members = Some(groups.to_vec());
        let result = run(self);
        self.members = None;
        result
    }

    fn nodes(&self, group: &NodeSet) -> NodeSet {
        self.members.as_ref().map_or_else(|| group.clone(), |all| incremental::union(group, all))
    }

    /// The cost of a group, infinite if it is not legal.
    fn cost(&mut self, group: &NodeSet) -> f64 {
        let nodes = self.nodes(group);
        if let Some(&cost) = self.memo.get(&nodes) {
            return cost;
        }
        let cost = self.inner.cost(&nodes).filter(|cost| cost.is_finite());
        let otherwise = if nodes.len() == 1 { ILLEGAL_STAGE } else { f64::INFINITY };
        let cost = cost.unwrap_or(otherwise);
        self.memo.insert(nodes, cost);
        cost
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        let nodes = self.nodes(group);
        self.inner.can_grow(&nodes)
    }

    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        self.inner.overlap(group)
    }

    fn size(&mut self, group: &NodeSet) -> f64 {
        group.iter().map(|node| self.inner.size(node)).sum()
    }

    /// What is gained by fusing two nodes of the first graph.
    fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
        self.inner.benefit(producer, consumer).filter(|benefit| benefit.is_finite())
    }

    fn total(&mut self, groups: &[NodeSet]) -> f64 {
        groups.iter().map(|group| self.cost(group)).sum()
    }
}
