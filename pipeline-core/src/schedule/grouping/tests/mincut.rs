//! Minimum cuts: the paper's example step by step, and what share of the best benefit is reached.

use super::*;
use crate::ir::text::random::Rng;
use crate::ir::{InputId, Source, StageId};
use crate::machine::Fusion;
use crate::schedule::cost::hipacc::{Benefits, HipaccKernel, Kernels, Operator};
use crate::schedule::grouping::mincut::{EPSILON, WeightedGraph};

/// The figures of Section III-B; those that it does not say are not asked for there.
const FIGURES: Fusion =
    Fusion { t_g: 400.0, t_s: 4.0, c_alu: 4.0, c_sfu: 16.0, c_shared: 2.0, gamma: 0.0 };

/// The image that all read.
const IMG: Source = Source::Input(InputId(0));

/// The result of an earlier kernel.
fn of(kernel: usize) -> Source {
    Source::Stage(StageId(kernel))
}

/// A kernel with a mask of so many pixels, of images of one pixel.
fn kernel(mask: f64, alu: f64, inputs: &[Source]) -> HipaccKernel {
    let operator = if mask > 1.0 { Operator::Local } else { Operator::Point };
    let shared = if mask > 1.0 { 4.0 * mask } else { 0.0 };
    let (inputs, space) = (inputs.to_vec(), vec![1, 1]);
    HipaccKernel { operator, inputs, space, mask, alu, sfu: 0.0, shared, output: false }
}

/// The benefits of kernels of which the last one is the pipeline's output, and their graph.
fn benefits(mut kernels: Vec<HipaccKernel>) -> (Benefits, Dag) {
    kernels.last_mut().expect("a kernel").output = true;
    let edges = kernels.iter().enumerate().flat_map(|(consumer, kernel)| {
        kernel.inputs.iter().filter_map(move |source| match source {
            Source::Stage(producer) => Some((producer.0, consumer)),
            Source::Input(_) => None,
        })
    });
    let dag = Dag::new(kernels.len(), edges).expect("no cycle");
    (Benefits::new(Kernels { kernels, inputs: vec![1.0] }, FIGURES), dag)
}

/// Names of the kernels of Figure 3, in the order of Section III-B.
const HARRIS: [&str; 9] = ["dx", "dy", "sx", "sy", "sxy", "gx", "gy", "gxy", "hc"];

fn harris() -> (Benefits, Dag) {
    benefits(vec![
        kernel(9.0, 6.0, &[IMG]),
        kernel(9.0, 6.0, &[IMG]),
        kernel(1.0, 2.0, &[of(0)]),
        kernel(1.0, 2.0, &[of(1)]),
        kernel(1.0, 2.0, &[of(0), of(1)]),
        kernel(9.0, 10.0, &[of(2)]),
        kernel(9.0, 10.0, &[of(3)]),
        kernel(9.0, 10.0, &[of(4)]),
        kernel(1.0, 6.0, &[of(5), of(6), of(7)]),
    ])
}

fn named(group: &NodeSet) -> Vec<&'static str> {
    group.iter().map(|node| HARRIS[node]).collect()
}

/// Figure 3 and the text beside it.
#[test]
fn harris_is_cut_as_in_the_paper() {
    let (mut benefits, dag) = harris();
    let weights: Vec<(&str, &str, f64)> = benefits
        .edges()
        .iter()
        .map(|edge| (HARRIS[edge.producer], HARRIS[edge.consumer], edge.weight))
        .collect();
    assert_eq!(
        weights,
        [
            ("dx", "sx", EPSILON),
            ("dy", "sy", EPSILON),
            ("dx", "sxy", EPSILON),
            ("dy", "sxy", EPSILON),
            ("sx", "gx", 328.0),
            ("sy", "gy", 328.0),
            ("sxy", "gxy", 256.0),
            ("gx", "hc", EPSILON),
            ("gy", "hc", EPSILON),
            ("gxy", "hc", EPSILON),
        ]
    );
    let mut costs = CostsOnce { inner: &mut benefits, memo: FxHashMap::default(), members: None };
    let cut = WeightedGraph::new(&dag, &mut costs).min_cut(&(0..dag.len()).collect());
    assert_eq!((named(&cut.off), cut.weight, cut.phases), (vec!["sy", "gy"], 2.0 * EPSILON, 8));
    let found = group(Strategy::MinCut, &dag, &mut benefits, &ROOM);
    check(&dag, &found);
    let mut blocks: Vec<Vec<&str>> = found.groups.iter().map(named).collect();
    blocks.sort_by_key(|block| HARRIS.iter().position(|name| *name == block[0]));
    let expected: [&[&str]; 6] =
        [&["dx"], &["dy"], &["sx", "gx"], &["sy", "gy"], &["sxy", "gxy"], &["hc"]];
    assert_eq!(blocks, expected);
    assert_eq!(found.cost, -912.0);
}

/// "If all the kernels are point operators and no shared memory is used, the proposed algorithm
/// would identify a legal fusion at the beginning" (Section III-C).
#[test]
fn point_operators_are_one_block() {
    let (_, dag) = harris();
    let points = (0..dag.len()).map(|node| {
        let inputs: Vec<Source> = dag.predecessors(node).iter().map(of).collect();
        kernel(1.0, 2.0, if inputs.is_empty() { &[IMG] } else { &inputs })
    });
    let (mut benefits, dag) = benefits(points.collect());
    assert_eq!(group(Strategy::MinCut, &dag, &mut benefits, &ROOM).groups.len(), 1);
}

/// Two blocks that lead to each other, both of which the costs allow: one of them is cut, that
/// which loses less.
#[test]
fn blocks_lead_to_each_other_no_more() {
    struct Crossed;
    impl GroupCost for Crossed {
        fn cost(&mut self, group: &NodeSet) -> Option<f64> {
            let pair = [[0, 2], [1, 3]].map(|pair| pair.into_iter().collect());
            (group.len() == 1 || pair.contains(group)).then_some(1.0)
        }
        fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
            match (producer, consumer) {
                (0, 2) => Some(2.0),
                (1, 3) => Some(3.0),
                _ => None,
            }
        }
    }
    let crossed = dag(4, &[(0, 2), (1, 3), (0, 3), (1, 2)]);
    let found = group(Strategy::MinCut, &crossed, &mut Crossed, &ROOM);
    check(&crossed, &found);
    let expected: [&[usize]; 3] = [&[0], &[1, 3], &[2]];
    assert_eq!(found.groups, expected.map(|set| set.iter().copied().collect()));
}

/// A block that costs more than its stages by themselves is cut, here at the first of two equal
/// cuts, and what is left is one group where that pays.
#[test]
fn what_loses_is_cut() {
    let of = |group: &NodeSet| match group.len() {
        1 => Some(1.0),
        2 => Some(1.5),
        _ => Some(3.5),
    };
    let found = run(Strategy::MinCut, &line(3), 1, of);
    let expected: [&[usize]; 2] = [&[0, 1], &[2]];
    assert_eq!(found.groups, expected.map(|set| set.iter().copied().collect()));
    assert_eq!(run(Strategy::MinCut, &line(3), 1, |_| Some(1.0)).groups.len(), 1);
}

/// A cut is a minimum one: no subset of a random graph's nodes is cut off for less.
#[test]
fn no_cut_is_lighter() {
    struct Weights(u64);
    impl GroupCost for Weights {
        fn cost(&mut self, _: &NodeSet) -> Option<f64> {
            Some(0.0)
        }
        fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
            Some(Rng::new(self.0 + (97 * producer + consumer) as u64).range(-2, 9) as f64)
        }
    }
    for seed in 0..300 {
        let dag = random_graph(&mut Rng::new(seed));
        let all: NodeSet = (0..dag.len()).collect();
        let mut weights = Weights(1000 * seed);
        let mut weight = |from: usize, to: usize| {
            weights.benefit(from, to).map_or(EPSILON, |benefit| benefit.max(EPSILON))
        };
        let mut lightest = f64::INFINITY;
        for cut in 1..1usize << (dag.len() - 1) {
            let off = |node: usize| cut >> node & 1 == 1;
            let mut crossing = 0.0;
            for from in 0..dag.len() {
                for to in dag.successors(from).iter().filter(|to| off(*to) != off(from)) {
                    let convex = dag.is_convex(&[from, to].into_iter().collect());
                    crossing += if convex { weight(from, to) } else { EPSILON };
                }
            }
            lightest = lightest.min(crossing);
        }
        let mut costs =
            CostsOnce { inner: &mut weights, memo: FxHashMap::default(), members: None };
        let found = WeightedGraph::new(&dag, &mut costs).min_cut(&all);
        assert_eq!((found.weight, found.phases), (lightest, dag.len() - 1), "{seed}");
        assert!(!found.off.is_empty() && found.off != all, "{found:?}");
    }
}

/// A graph of two to eight nodes; every node but the first reads one to three before it.
fn random_graph(rng: &mut Rng) -> Dag {
    let n = rng.range(2, 8) as usize;
    let mut edges = Vec::new();
    for to in 1..n {
        for _ in 0..rng.range(1, 3) {
            edges.push((rng.range(0, to as i64 - 1) as usize, to));
        }
    }
    dag(n, &edges)
}

/// Kernels on a random graph: point operators and masks of 9 or 25, cheap and dear ones.
fn random_kernels(rng: &mut Rng) -> Vec<HipaccKernel> {
    let dag = random_graph(rng);
    let kernels = (0..dag.len()).map(|node| {
        let inputs: Vec<Source> = dag.predecessors(node).iter().map(of).collect();
        let mask = rng.pick(&[1.0, 1.0, 9.0, 25.0]);
        let inputs = if inputs.is_empty() { vec![IMG] } else { inputs };
        kernel(mask, rng.range(1, 12) as f64, &inputs)
    });
    kernels.collect()
}

/// What is reached of the greatest benefit that any partition into legal blocks has, Equation 1
/// being what is maximised.
#[derive(Default)]
struct Reached {
    found: f64,
    best: f64,
    /// Graphs with a benefit to be had, and those of them where all of it is reached.
    gaining: usize,
    exact: usize,
}

impl Reached {
    fn look_at(&mut self, dag: &Dag, costs: &mut dyn GroupCost) {
        let by_cuts = group(Strategy::MinCut, dag, costs, &ROOM);
        check(dag, &by_cuts);
        let mut memo: FxHashMap<NodeSet, Option<f64>> = FxHashMap::default();
        let mut cost = |group: &NodeSet| {
            *memo.entry(group.clone()).or_insert_with(|| match dag.is_convex(group) {
                true => costs.cost(group),
                false => None,
            })
        };
        let (found, best) = (-by_cuts.cost, -brute_force(dag, &mut cost).0);
        assert!(found <= best + 1e-6, "{found} {best}: {dag:?}");
        // What edges of nothing but the least weight add up to.
        let nothing = 100.0 * EPSILON;
        self.gaining += usize::from(best > nothing);
        self.exact += usize::from(best > nothing && found > best - nothing);
        (self.found, self.best) = (self.found + found, self.best + best);
    }

    fn share(&self, of: &str) -> f64 {
        let Reached { found, best, gaining, exact } = self;
        let share = found / best;
        println!("{of}: {share:.4} of the best benefit, all of it on {exact} of {gaining} graphs");
        share
    }
}

/// `README.md` says how much, in these very figures.
#[test]
fn most_of_the_best_benefit_is_reached() {
    let (mut papers, mut random) = (Reached::default(), Reached::default());
    for seed in 0..500 {
        let kernels = random_kernels(&mut Rng::new(seed));
        let (mut benefits, dag) = benefits(kernels);
        papers.look_at(&dag, &mut benefits);
        random.look_at(&dag, &mut Drawn { dag: &dag, seed });
    }
    let all =
        format!("the greatest benefit on each of the {} graphs that have any", papers.gaining);
    assert!(papers.share("the paper's legality") > 0.9995 && papers.exact == papers.gaining);
    let share = random.share("drawn legality");
    let most = format!("reaches {share:.3} of the greatest benefits taken together");
    let exact = format!("all of it on {} of {} graphs", random.exact, random.gaining);
    let page: Vec<&str> = include_str!("../README.md").split_whitespace().collect();
    let page = page.join(" ");
    for figure in [all, most, exact] {
        assert!(page.contains(&figure), "README.md of grouping does not say: {figure}");
    }
}

/// Blocks of which five in eight are legal, and benefits of edges, drawn.
struct Drawn<'a> {
    dag: &'a Dag,
    seed: u64,
}

impl Drawn<'_> {
    fn is_legal(&self, group: &NodeSet) -> bool {
        let mix = |hash: u64, node: usize| (hash ^ node as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = group.iter().fold(self.seed + 1, mix);
        group.len() == 1 || (hash >> 40) % 8 < 5
    }

    fn weight(&self, producer: usize, consumer: usize) -> f64 {
        Rng::new(self.seed + (1000 * producer + consumer) as u64).range(1, 100) as f64
    }
}

impl GroupCost for Drawn<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        let inside =
            |from: usize| self.dag.successors(from).iter().filter(|to| group.contains(*to));
        let weights = group.iter().flat_map(|from| inside(from).map(move |to| (from, to)));
        let benefit: f64 = weights.map(|(from, to)| self.weight(from, to)).sum();
        self.is_legal(group).then_some(-benefit)
    }

    fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
        Some(self.weight(producer, consumer))
    }
}
