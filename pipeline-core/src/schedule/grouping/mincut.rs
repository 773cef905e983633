//! Kernel fusion by minimum cuts: Algorithm 1 of Qiao, Reiche, Hannig and Teich, "From Loop Fusion
//! to Kernel Fusion" (CGO 2019), on the cut of Stoer and Wagner (J. ACM 44(4), 1997).
//!
//! A block begins as the whole graph. A legal one is a group; any other is cut in two along the
//! edges whose benefits add up to the least, and so on with its parts. `README.md` beside this file
//! has the readings and what is added.
//!
//! The cut is ours, on a [`UnGraph`]: the release of `petgraph` in use has none, and the paper's
//! example needs one that starts at a given vertex, takes the first of equal vertices and keeps the
//! first of equal cuts. Contracted vertices stay in the graph as empty sets, for its `remove_node`
//! would number the others anew and so change which of them is the first.

use super::{CostsOnce, Dag, NodeSet};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

/// ε, the weight of an edge that nothing is gained by fusing (Equation 12). A power of two, so that
/// a few of them add up exactly, whatever they are added to.
pub const EPSILON: f64 = 1.0 / (1 << 20) as f64;

/// A block in two parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MinCut {
    /// What was cut off.
    pub off: NodeSet,
    /// The sum of the weights of the edges between the parts.
    pub weight: f64,
    /// The phases that were run: one less than there are nodes.
    pub phases: usize,
}

/// A graph whose edges weigh what fusing their ends gains, at least [`EPSILON`].
pub(super) struct WeightedGraph<'a> {
    dag: &'a Dag,
    edges: Vec<(usize, usize, f64)>,
}

/// Algorithm 1: legal blocks, or single nodes, that cover the graph.
///
/// A block is legal if it is connected and convex, has a cost, and costs no more than its nodes by
/// themselves. Blocks that lead to each other are cut further.
pub(super) fn run(dag: &Dag, costs: &mut CostsOnce<'_>) -> Vec<NodeSet> {
    let graph = WeightedGraph::new(dag, costs);
    let mut ready = graph.legal(costs, vec![(0..dag.len()).collect()]);
    while let Some(block) = graph.on_a_cycle(&ready) {
        let parts = graph.halves(&ready.remove(block));
        ready.extend(graph.legal(costs, parts));
    }
    ready
}

impl<'a> WeightedGraph<'a> {
    /// The graph with the benefits of its edges (lines 2 to 4). Two ends that are not convex are
    /// not fused by themselves.
    pub fn new(dag: &'a Dag, costs: &mut CostsOnce<'_>) -> Self {
        let mut edges = Vec::new();
        for producer in 0..dag.len() {
            for consumer in dag.successors(producer).iter() {
                let convex = dag.is_convex(&[producer, consumer].into_iter().collect());
                let benefit = if convex { costs.benefit(producer, consumer) } else { None };
                let weight = benefit.map_or(EPSILON, |benefit| benefit.max(EPSILON));
                edges.push((producer, consumer, weight));
            }
        }
        Self { dag, edges }
    }

    /// Lines 5 to 20: the blocks that are legal, cut until they are.
    fn legal(&self, costs: &mut CostsOnce<'_>, mut working: Vec<NodeSet>) -> Vec<NodeSet> {
        let mut ready = Vec::new();
        while let Some(block) = working.pop() {
            match block.len() == 1 || self.is_legal(costs, &block) {
                true => ready.push(block),
                false => working.extend(self.halves(&block)),
            }
        }
        ready
    }

    fn is_legal(&self, costs: &mut CostsOnce<'_>, block: &NodeSet) -> bool {
        if !self.dag.is_connected(block) || !self.dag.is_convex(block) {
            return false;
        }
        let together = costs.cost(block);
        let apart: f64 = block.iter().map(|node| costs.cost(&NodeSet::singleton(node))).sum();
        together.is_finite() && together <= apart
    }

    /// The two parts of a block of several nodes.
    fn halves(&self, block: &NodeSet) -> Vec<NodeSet> {
        let off = self.min_cut(block).off;
        let mut rest = block.clone();
        rest.subtract(&off);
        vec![rest, off]
    }

    /// A minimum cut of a block of several nodes, from its first node. Among vertices that are tied
    /// to the last ones equally, the first is taken; among equal cuts, the first is kept.
    pub fn min_cut(&self, block: &NodeSet) -> MinCut {
        let mut graph = self.undirected(block);
        let phases = block.len() - 1;
        let mut best: Option<MinCut> = None;
        for _ in 0..phases {
            let Phase { before, last, weight } = phase(&graph);
            if best.as_ref().is_none_or(|best| weight < best.weight) {
                best = Some(MinCut { off: graph[last].clone(), weight, phases });
            }
            contract(&mut graph, before, last);
        }
        best.expect("a block of several nodes has a phase")
    }

    /// The edges of a block without their directions, a vertex for each node, in order.
    fn undirected(&self, block: &NodeSet) -> UnGraph<NodeSet, f64> {
        let mut graph = UnGraph::default();
        let vertices: Vec<(usize, NodeIndex)> =
            block.iter().map(|node| (node, graph.add_node(NodeSet::singleton(node)))).collect();
        let vertex = |node: usize| vertices.iter().find(|(n, _)| *n == node).map(|(_, v)| *v);
        for &(producer, consumer, weight) in &self.edges {
            if let (Some(producer), Some(consumer)) = (vertex(producer), vertex(consumer)) {
                graph.add_edge(producer, consumer, weight);
            }
        }
        graph
    }

    /// Of the blocks that lead to each other, the one of several nodes whose minimum cut weighs
    /// least; the first of equal ones.
    fn on_a_cycle(&self, blocks: &[NodeSet]) -> Option<usize> {
        let owner = |node: usize| blocks.iter().position(|block| block.contains(node));
        let mut graph = DiGraph::<(), ()>::new();
        for _ in blocks {
            graph.add_node(());
        }
        for &(producer, consumer, _) in &self.edges {
            if let (Some(from), Some(to)) = (owner(producer), owner(consumer))
                && from != to
            {
                graph.update_edge(NodeIndex::new(from), NodeIndex::new(to), ());
            }
        }
        let cycles = tarjan_scc(&graph).into_iter().filter(|blocks| blocks.len() > 1);
        let mut found: Vec<usize> = cycles.flatten().map(NodeIndex::index).collect();
        found.sort_unstable();
        let several = found.into_iter().filter(|&block| blocks[block].len() > 1);
        several.min_by(|&a, &b| {
            let weight = |block: usize| self.min_cut(&blocks[block]).weight;
            weight(a).total_cmp(&weight(b))
        })
    }
}

/// The end of a minimum cut phase: the last two vertices, and what ties the last one to the others.
struct Phase {
    before: NodeIndex,
    last: NodeIndex,
    weight: f64,
}

/// Adds the vertices to the first one, each time the one that is tied to them most.
fn phase(graph: &UnGraph<NodeSet, f64>) -> Phase {
    let left = graph.node_indices().filter(|vertex| !graph[*vertex].is_empty());
    let mut left: Vec<NodeIndex> = left.collect();
    let mut ties = vec![0.0; graph.node_count()];
    let mut last = left.remove(0);
    let (mut before, mut weight) = (last, 0.0);
    while !left.is_empty() {
        for edge in graph.edges(last) {
            ties[edge.target().index()] += edge.weight();
        }
        let mut next = 0;
        for (i, vertex) in left.iter().enumerate() {
            if ties[vertex.index()] > ties[left[next].index()] {
                next = i;
            }
        }
        (before, last) = (last, left.remove(next));
        weight = ties[last.index()];
    }
    Phase { before, last, weight }
}

/// Makes one vertex of two, in the place of `into`.
fn contract(graph: &mut UnGraph<NodeSet, f64>, into: NodeIndex, from: NodeIndex) {
    let merged = std::mem::take(&mut graph[from]);
    graph[into].union_with(&merged);
    let edges: Vec<(NodeIndex, f64)> =
        graph.edges(from).map(|edge| (edge.target(), *edge.weight())).collect();
    for (to, weight) in edges {
        if to == into || graph[to].is_empty() {
            continue;
        }
        let before = graph.find_edge(into, to).map_or(0.0, |edge| graph[edge]);
        graph.update_edge(into, to, before + weight);
    }
}
