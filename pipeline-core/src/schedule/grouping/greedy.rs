//! Greedy grouping: PolyMage's (ASPLOS 2015, Algorithm 1), and by the best pair.

use super::{CostsOnce, Dag, NodeSet, singletons};

/// The middle one of PolyMage's three thresholds (0.2, 0.4, 0.5).
pub(super) const THRESHOLD: f64 = 0.4;

/// Merges a group into its only child group while the redundant computation stays below the
/// threshold, the largest group first, until nothing merges.
///
/// Constant dependence vectors and the relative overlap are one question here: the trait's
/// `overlap` answers `None` where the former fails. A group that has no cost is not made either.
/// Groups of one size are tried in the order of their first nodes.
pub(super) fn run(dag: &Dag, costs: &mut CostsOnce<'_>, threshold: f64) -> Vec<NodeSet> {
    let mut groups = singletons(dag);
    while let Some((parent, child)) = single_child(dag, costs, threshold, &groups) {
        merge(&mut groups, parent, child);
    }
    groups
}

fn single_child(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    threshold: f64,
    groups: &[NodeSet],
) -> Option<(usize, usize)> {
    let quotient = dag.quotient(groups).ok()?;
    let mut candidates: Vec<(f64, usize, usize)> = (0..groups.len())
        .filter(|&group| quotient.successors(group).len() == 1)
        .filter_map(|group| {
            Some((costs.size(&groups[group]), group, quotient.successors(group).first()?))
        })
        .collect();
    candidates.sort_by(|a, b| {
        b.0.total_cmp(&a.0).then_with(|| groups[a.1].first().cmp(&groups[b.1].first()))
    });
    candidates.into_iter().map(|(_, group, child)| (group, child)).find(|&(group, child)| {
        let mut merged = groups[group].clone();
        merged.union_with(&groups[child]);
        costs.overlap(&merged).is_some_and(|overlap| overlap < threshold)
            && costs.cost(&merged).is_finite()
    })
}

/// Merges the producer and consumer groups that gain most, until no pair gains: what Halide's
/// auto-scheduler does, and the way out when the other algorithms hit their bounds.
pub(super) fn pairs(dag: &Dag, costs: &mut CostsOnce<'_>, groups: Vec<NodeSet>) -> Vec<NodeSet> {
    merge_best(dag, costs, groups, |gain| gain > 0.0)
}

/// Merges the producer and consumer groups that gain most or lose least, until no pair may be
/// merged.
pub(super) fn all_legal(dag: &Dag, costs: &mut CostsOnce<'_>) -> Vec<NodeSet> {
    merge_best(dag, costs, singletons(dag), f64::is_finite)
}

/// Merges the pair of the greatest gain that will do, until none will.
fn merge_best(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    mut groups: Vec<NodeSet>,
    will_do: impl Fn(f64) -> bool,
) -> Vec<NodeSet> {
    loop {
        let mut best: Option<(f64, usize, usize)> = None;
        let Ok(quotient) = dag.quotient(&groups) else { return groups };
        let own: Vec<f64> = groups.iter().map(|group| costs.cost(group)).collect();
        for producer in 0..groups.len() {
            for consumer in quotient.successors(producer).iter() {
                let pair = [producer, consumer].into_iter().collect();
                if !quotient.is_convex(&pair) {
                    continue;
                }
                let mut merged = groups[producer].clone();
                merged.union_with(&groups[consumer]);
                let gain = own[producer] + own[consumer] - costs.cost(&merged);
                if will_do(gain) && best.is_none_or(|best| gain > best.0) {
                    best = Some((gain, producer, consumer));
                }
            }
        }
        let Some((_, producer, consumer)) = best else { return groups };
        merge(&mut groups, producer, consumer);
    }
}

/// Replaces two groups by their union, in the place of the first.
fn merge(groups: &mut Vec<NodeSet>, into: usize, other: usize) {
    let other_set = groups[other].clone();
    groups[into].union_with(&other_set);
    groups.remove(other);
}
