//! What a search found is never dearer than what simpler ways find.
//!
//! The dynamic program is near-optimal where it runs to its end. Bounded, or with groups that pay
//! only when they are large, a simpler way is now and then cheaper (README.md, "How good it is").
//! Looking costs little: the groups of simpler ways are few, and mostly known by then. The papers
//! compare nothing.

#[cfg(doc)]
use super::Strategy;
use super::{CostsOnce, Dag, NodeSet, greedy, singletons};

/// The cheapest of these; of equals the first:
/// - each that was `found`, of which there is one at least,
/// - what [`Strategy::GREEDY`] finds,
/// - stages by themselves,
/// - each of them with pairs merged until none gains,
/// - everything merged that may be.
pub(super) fn cheapest(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    found: Vec<Vec<NodeSet>>,
) -> Vec<NodeSet> {
    let simple = [greedy::run(dag, costs, greedy::THRESHOLD), singletons(dag)];
    let mut candidates: Vec<Vec<NodeSet>> = Vec::new();
    for mut groups in found.into_iter().chain(simple) {
        groups.sort_unstable_by_key(NodeSet::first);
        if !candidates.contains(&groups) {
            let merged = greedy::pairs(dag, costs, groups.clone());
            candidates.extend([groups, merged]);
        }
    }
    candidates.push(greedy::all_legal(dag, costs));
    let priced = candidates.into_iter().map(|groups| (costs.total(&groups), groups));
    let best = priced.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("something was found").1
}
