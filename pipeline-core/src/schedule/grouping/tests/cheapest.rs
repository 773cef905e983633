//! No strategy that compares is dearer than what it compares with.

use super::*;
use crate::ir::text::random::Rng;

/// A graph of up to ten nodes, each with one or two consumers.
fn graph(rng: &mut Rng) -> Dag {
    let n = rng.range(2, 10) as usize;
    let mut edges = Vec::new();
    for node in 0..n - 1 {
        for _ in 0..rng.range(1, 2) {
            edges.push((node, rng.range(node as i64 + 1, n as i64 - 1) as usize));
        }
    }
    dag(n, &edges)
}

/// A cost of a set that has nothing to do with that of others, or none for one in eight of several.
fn price(group: &NodeSet, seed: u64) -> Option<f64> {
    let mix = |hash: u64, node: usize| {
        (hash ^ node as u64).wrapping_mul(6_364_136_223_846_793_005).rotate_left(23)
    };
    let hash = group.iter().fold(seed + 1, mix);
    let legal = group.len() == 1 || hash % 8 != 0;
    legal.then(|| 1.0 + (hash >> 8) as f64 % 1000.0 / 250.0 * (group.len() as f64).sqrt())
}

#[test]
fn nothing_simpler_is_cheaper() {
    let (mut bounded, mut better) = (0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let dag = graph(&mut rng);
        let states = rng.pick(&[8, 40, 1000]);
        let of = |group: &NodeSet| price(group, seed);
        let mut inner = Connected { dag: &dag, of, asked: 0 };
        let mut costs = CostsOnce { inner: &mut inner, memo: FxHashMap::default(), members: None };
        let simpler = [
            greedy::all_legal(&dag, &mut costs),
            greedy::pairs(&dag, &mut costs, singletons(&dag)),
            greedy::run(&dag, &mut costs, greedy::THRESHOLD),
            incremental::run(&dag, &mut costs, incremental::LIMIT, incremental::STEP, states)
                .groups,
        ];
        let simpler = simpler.map(|groups| costs.total(&groups));
        let alone = dp::run(&dag, &mut costs, usize::MAX, states).groups;
        let alone = alone.map(|groups| costs.total(&groups));
        let small = Strategy::Incremental { limit: 3, step: 2 };
        for strategy in [Strategy::Dp, Strategy::INCREMENTAL, small] {
            let found = run(strategy, &dag, states, of);
            for cost in simpler {
                assert!(found.cost <= cost + 1e-9, "seed {seed}, {strategy:?}: {cost}, {found:?}");
            }
            if strategy == Strategy::Dp {
                bounded += usize::from(found.bound_hit);
                better += usize::from(alone.is_some_and(|alone| found.cost < alone - 1e-9));
            }
        }
    }
    assert!(bounded > 100 && better > 40, "{bounded} bounded, {better} better than by itself");
}
