//! Grouping against brute force, on the paper's examples, and on long pipelines.

mod cheapest;
mod mincut;
mod random;

use std::time::{Duration, Instant};

use super::*;

/// Enough for every program here but that of the pyramid.
const ROOM: SearchLimits = SearchLimits { states: 8_000 };

/// A cost from a function, legal on connected groups only.
struct Connected<'a, F> {
    dag: &'a Dag,
    of: F,
    asked: usize,
}

impl<F: FnMut(&NodeSet) -> Option<f64>> GroupCost for Connected<'_, F> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        self.asked += 1;
        assert!(self.dag.is_convex(group));
        if self.dag.is_connected(group) { (self.of)(group) } else { None }
    }
}

fn run(
    strategy: Strategy,
    dag: &Dag,
    states: usize,
    of: impl FnMut(&NodeSet) -> Option<f64>,
) -> Grouping {
    let found =
        group(strategy, dag, &mut Connected { dag, of, asked: 0 }, &SearchLimits { states });
    check(dag, &found);
    found
}

/// The groups are a partition into convex groups, producers first.
fn check(dag: &Dag, found: &Grouping) {
    let mut seen = NodeSet::new();
    for group in &found.groups {
        assert!(!group.is_empty() && !group.intersects(&seen) && dag.is_convex(group));
        assert!(dag.group_predecessors(group).is_subset(&seen), "{found:?}");
        seen.union_with(group);
    }
    assert_eq!(seen.len(), dag.len());
}

fn dag(n: usize, edges: &[(usize, usize)]) -> Dag {
    Dag::new(n, edges.iter().copied()).unwrap()
}

fn line(n: usize) -> Dag {
    Dag::new(n, (1..n).map(|node| (node - 1, node))).unwrap()
}

/// The cheapest partition into connected convex groups without a cycle, and how many there are.
fn brute_force(dag: &Dag, of: &mut dyn FnMut(&NodeSet) -> Option<f64>) -> (f64, usize) {
    fn go(
        dag: &Dag,
        node: usize,
        groups: &mut Vec<NodeSet>,
        of: &mut dyn FnMut(&NodeSet) -> Option<f64>,
        best: &mut (f64, usize),
    ) {
        if node == dag.len() {
            let connected = groups.iter().all(|group| dag.is_connected(group));
            if connected && dag.quotient(groups).is_ok() {
                let cost: Option<f64> = groups.iter().map(&mut *of).sum();
                best.1 += 1;
                best.0 = best.0.min(cost.unwrap_or(f64::INFINITY));
            }
            return;
        }
        for index in 0..groups.len() {
            let before = groups[index].clone();
            groups[index].insert(node);
            go(dag, node + 1, groups, of, best);
            groups[index] = before;
        }
        groups.push(NodeSet::singleton(node));
        go(dag, node + 1, groups, of, best);
        groups.pop();
    }
    let mut best = (f64::INFINITY, 0);
    go(dag, 0, &mut Vec::new(), of, &mut best);
    best
}

#[test]
fn sets_behave() {
    let mut set: NodeSet = [3, 64, 200].into_iter().collect();
    assert_eq!(
        (set.len(), set.first(), set.contains(64), set.contains(65)),
        (3, Some(3), true, false)
    );
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
    set.subtract(&NodeSet::singleton(200));
    assert_eq!(set, [64, 3].into_iter().collect());
    assert!(set.is_subset(&[3, 64, 65].into_iter().collect()) && !set.is_empty());
    assert!(Dag::new(2, [(0, 1), (1, 0)]).is_err());
    assert!(Dag::new(1, [(0, 0)]).unwrap().successors(0).is_empty());
}

#[test]
fn names_parse() {
    assert_eq!("dp".parse(), Ok(Strategy::Dp));
    assert_eq!("incremental".parse(), Ok(Strategy::INCREMENTAL));
    assert_eq!("greedy".parse(), Ok(Strategy::GREEDY));
    assert_eq!("mincut".parse(), Ok(Strategy::MinCut));
    assert_eq!("none".parse(), Ok(Strategy::None));
    assert!("Dp".parse::<Strategy>().unwrap_err().contains("greedy"));
}

/// Each of the sixteen groupings of a line of five is the DP's answer to some cost.
#[test]
fn a_line_of_five() {
    let line = line(5);
    assert_eq!(brute_force(&line, &mut |_| Some(1.0)).1, 16);
    for cuts in 0..16_u32 {
        let mut wanted = vec![NodeSet::singleton(0)];
        for node in 1..5 {
            if cuts >> (node - 1) & 1 == 1 {
                wanted.push(NodeSet::new());
            }
            wanted.last_mut().unwrap().insert(node);
        }
        let of = |group: &NodeSet| Some(if wanted.contains(group) { 1.0 } else { 10.0 });
        let found = run(Strategy::Dp, &line, 100, of);
        assert_eq!((&found.groups, found.bound_hit), (&wanted, false));
        // Each run of adjacent stages is one state.
        assert_eq!(found.enumerated, 5 * 6 / 2);
    }
}

/// A group that a stage joins as a producer is out of reach: groups grow along successors only.
#[test]
fn a_late_producer_is_missed() {
    let dag = dag(5, &[(0, 1), (0, 2), (2, 3), (1, 4), (3, 4)]);
    let wanted: NodeSet = [1, 3, 4].into_iter().collect();
    let of = |group: &NodeSet| match group.len() {
        1 => Some(10.0),
        _ => (*group == wanted).then_some(1.0),
    };
    assert_eq!(brute_force(&dag, &mut { of }).0, 21.0);
    assert_eq!(run(Strategy::Dp, &dag, 1000, of).cost, 50.0);
    // Where a part of it pays by itself, the incremental version gets there.
    let part: NodeSet = [3, 4].into_iter().collect();
    let of = |group: &NodeSet| if *group == part { Some(15.0) } else { of(group) };
    assert_eq!(run(Strategy::Incremental { limit: 2, step: 2 }, &dag, 1000, of).cost, 21.0);
}

/// `C` is reached from `A` and again from `D`; two groups may not lead to each other.
#[test]
fn nothing_is_placed_twice() {
    let all_single = |group: &NodeSet| Some(if group.len() == 1 { 1.0 } else { 100.0 });
    let twice = dag(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
    assert_eq!(run(Strategy::Dp, &twice, 1000, all_single).cost, 4.0);
    let crossed = dag(5, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4)]);
    let pairs = |group: &NodeSet| {
        let pair = [[1, 3], [2, 4]].iter().any(|pair| *group == pair.iter().copied().collect());
        Some(if pair { 0.0 } else { group.len() as f64 })
    };
    assert_eq!(run(Strategy::Dp, &crossed, 1000, pairs).cost, 3.0);
}

/// A group merges into its only child while the overlap allows, the largest first.
#[test]
fn greedy_is_polymage() {
    struct Overlap;
    impl GroupCost for Overlap {
        fn cost(&mut self, _: &NodeSet) -> Option<f64> {
            Some(1.0)
        }
        fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
            Some(0.15 * (group.len() - 1) as f64)
        }
        fn size(&mut self, node: usize) -> f64 {
            if node == 2 { 9.0 } else { 1.0 }
        }
    }
    let found = group(Strategy::GREEDY, &line(6), &mut Overlap, &ROOM);
    let wanted: [&[usize]; 3] = [&[0, 1], &[2, 3, 4], &[5]];
    let wanted: Vec<NodeSet> = wanted.iter().map(|set| set.iter().copied().collect()).collect();
    assert_eq!(found.groups, wanted);
    assert_eq!(found.cost, found.groups.len() as f64);
}

/// Unoptimised, a run takes 0.1 to 0.3 s of processor time; the rest is for busy machines.
const QUICK: Duration = Duration::from_secs(3);

/// Costs that make long groups good, up to a length.
fn chunky(group: &NodeSet) -> Option<f64> {
    let n = group.len() as f64;
    (n < 9.0).then_some(10.0 + n * n)
}

#[test]
fn long_pipelines_are_quick() {
    let start = Instant::now();
    let chain = line(100);
    let found = run(Strategy::Dp, &chain, ROOM.states, chunky);
    println!("chain: {:?} {} {:?}", found.cost, found.enumerated, start.elapsed());
    assert_eq!((found.enumerated, found.bound_hit), (5050, false));
    assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
}

#[test]
fn long_pyramids_are_quick() {
    let start = Instant::now();
    let pyramid = pyramid(25);
    assert_eq!(pyramid.len(), 100);
    let found = run(Strategy::Dp, &pyramid, ROOM.states, chunky);
    println!("pyramid: {:?} {} {:?}", found.cost, found.enumerated, start.elapsed());
    assert!(found.bound_hit);
    let none = run(Strategy::None, &pyramid, 1, chunky);
    assert!(found.cost < none.cost * 0.65);
    assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
}

/// Levels of down, laplacian, blended, up, as in pyramid blending.
fn pyramid(levels: usize) -> Dag {
    let mut edges = Vec::new();
    for level in 0..levels {
        let at = 4 * level;
        edges.extend([(at, at + 1), (at + 1, at + 2), (at + 2, at + 3)]);
        if level + 1 < levels {
            edges.extend([(at, at + 4), (at + 4, at + 1), (at + 7, at + 3)]);
        }
    }
    Dag::new(4 * levels, edges).unwrap()
}

#[test]
fn table_one() {
    let unsharp = dag(4, &[(0, 1), (1, 2), (1, 3), (2, 3)]);
    // Ix Iy | Ixx Ixy Iyy | Sxx Sxy Syy | det trace harris
    let harris = dag(
        11,
        &[
            (0, 2),
            (0, 3),
            (1, 3),
            (1, 4),
            (2, 5),
            (3, 6),
            (4, 7),
            (5, 8),
            (6, 8),
            (7, 8),
            (5, 9),
            (7, 9),
            (8, 10),
            (9, 10),
        ],
    );
    let inlined = dag(6, &[(0, 2), (0, 3), (1, 3), (1, 4), (2, 5), (3, 5), (4, 5)]);
    let bilateral = line(7);
    // Paper: 10, 104, -, 16.
    for (name, dag, enumerated) in [
        ("unsharp", unsharp, 10),
        ("harris", harris, 1782),
        ("harris, products inlined", inlined, 64),
        ("bilateral", bilateral, 28),
    ] {
        let found = run(Strategy::Dp, &dag, 100_000, |group| Some(10.0 + group.len() as f64));
        println!("{name}: {}", found.enumerated);
        assert_eq!((found.groups.len(), found.enumerated), (1, enumerated), "{name}");
    }
}
