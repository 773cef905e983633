//! Bounded incremental grouping (PolyMage+, TOPLAS 2020, Section 6, Algorithm 5).

use super::{CostsOnce, Dag, NodeSet, dp, greedy, singletons};

/// The most stages in a group of the first round: the smallest limit of the paper's Table 1.
pub(super) const LIMIT: usize = 8;

/// The most groups that join in each later round.
pub(super) const STEP: usize = 2;

/// What a run found.
pub(super) struct IncrementalOutcome {
    pub groups: Vec<NodeSet>,
    pub states: usize,
    pub bound_hit: bool,
}

/// Groups of at most `limit` nodes first; then each group is one node, and at most `step` of those
/// join, until groups of all nodes were possible.
///
/// The paper bounds nothing else. Here a level that takes more than `states` states is tried again
/// with half the group limit, and a level that cannot do even pairs leaves the rest to
/// [`greedy::pairs`]; both count as a bound that was hit.
pub(super) fn run(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    limit: usize,
    step: usize,
    states: usize,
) -> IncrementalOutcome {
    let step = step.max(2);
    let mut group_limit = limit.max(2);
    let mut max_size = group_limit;
    let mut outcome = IncrementalOutcome { groups: singletons(dag), states: 0, bound_hit: false };
    loop {
        let Ok(collapsed) = dag.quotient(&outcome.groups) else { return outcome };
        let found =
            costs.over(&outcome.groups, |costs| dp::run(&collapsed, costs, group_limit, states));
        outcome.states += found.states;
        outcome.bound_hit |= found.narrowed;
        if let Some(found) = found.groups {
            outcome.groups = expand(&found, &outcome.groups);
            if max_size >= dag.len() {
                return outcome;
            }
            group_limit = step;
            max_size = max_size.saturating_mul(step);
        } else {
            outcome.bound_hit = true;
            if group_limit == 2 {
                outcome.groups = greedy::pairs(dag, costs, outcome.groups);
                return outcome;
            }
            max_size = (max_size / group_limit).max(1) * (group_limit / 2);
            group_limit /= 2;
        }
    }
}

/// Sets of groups as sets of nodes.
pub(super) fn expand(sets: &[NodeSet], groups: &[NodeSet]) -> Vec<NodeSet> {
    sets.iter().map(|set| union(set, groups)).collect()
}

/// One set of groups as a set of nodes.
pub(super) fn union(set: &NodeSet, groups: &[NodeSet]) -> NodeSet {
    let mut all = NodeSet::new();
    set.iter().for_each(|index| all.union_with(&groups[index]));
    all
}
