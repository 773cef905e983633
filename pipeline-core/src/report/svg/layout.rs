//! Layered drawings of acyclic graphs, after Sugiyama, Tagawa and Toda (Methods for Visual
//! Understanding of Hierarchical System Structures, IEEE Trans. SMC 11(2), 1981).
//!
//! 1. A node's layer is the longest path to it; nodes that read nothing move down to their first
//!    reader.
//! 2. A link that spans several layers gets a *lane* in each layer between: it takes part in the
//!    order like a node, so no link runs through a node. Links of one origin share their lanes.
//! 3. Sweeps sort each layer by the barycentres of the neighbours; the order with the fewest
//!    crossings is kept.
//! 4. Sweeps move each layer to the places of its neighbours, as near as the order allows: least
//!    squares under minimal distances, by pooling adjacent violators.
//! 5. Nodes a few pixels off their only producer move under it, and lanes are made straight as
//!    far as their neighbours leave room.
//!
//! Between layers links are drawn as curves with vertical ends, which stay inside the gap.

use super::graph::Graph;

/// A box to be placed.
#[derive(Clone, Debug)]
pub struct LayoutBox {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Where it must be.
    pub pin: Pin,
}

/// Which layer a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// What its links say.
    Free,
    /// The first, before all that are free.
    Top,
    /// The last, behind all that are free.
    Bottom,
}

/// A link from the lower edge of one node to the upper edge of another.
#[derive(Clone, Debug)]
pub struct Link {
    /// The node it leaves, and where, from that node's left edge.
    pub from: (usize, f64),
    /// The node it reaches, and where.
    pub to: (usize, f64),
}

/// Distances.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// Between neighbours of a layer.
    pub across: f64,
    /// Between layers.
    pub down: f64,
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The upper left corner of each node.
    pub places: Vec<(f64, f64)>,
    /// The points each link runs through. Points at one `x` are joined by a line, others by a
    /// curve with vertical ends.
    pub routes: Vec<Vec<(f64, f64)>>,
}

/// Places the nodes.
#[inline]
pub fn layered(nodes: &[LayoutBox], links: &[Link], gaps: Gaps) -> Layout {
    let layer_of = layers(nodes, links);
    let mut graph = Graph::new(nodes, links, &layer_of);
    graph.order();
    let x = graph.places(gaps.across);
    draw(nodes, links, &graph, &x, gaps)
}

/// The layer of each node: 0 is for pinned ones only.
#[inline]
fn layers(nodes: &[LayoutBox], links: &[Link]) -> Vec<usize> {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut open = vec![0usize; nodes.len()];
    for link in links {
        readers[link.from.0].push(link.to.0);
        open[link.to.0] += 1;
    }
    let reads_nothing: Vec<bool> = open.iter().map(|n| *n == 0).collect();
    let mut layer: Vec<usize> = nodes.iter().map(|n| usize::from(n.pin != Pin::Top)).collect();
    let mut ready: Vec<usize> = (0..nodes.len()).filter(|n| open[*n] == 0).collect();
    while let Some(node) = ready.pop() {
        for to in &readers[node] {
            layer[*to] = layer[*to].max(layer[node] + 1);
            open[*to] -= 1;
            if open[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    for node in 0..nodes.len() {
        let first = readers[node].iter().map(|to| layer[*to]).min();
        if let (true, Pin::Free, Some(first)) = (reads_nothing[node], nodes[node].pin, first) {
            layer[node] = first.saturating_sub(1).max(1);
        }
    }
    let free = (0..nodes.len()).filter(|n| nodes[*n].pin != Pin::Bottom).map(|n| layer[n]);
    let last = free.max().unwrap_or(0) + 1;
    for (node, layer) in nodes.iter().zip(&mut layer) {
        if node.pin == Pin::Bottom {
            *layer = last;
        }
    }
    layer
}

#[inline]
fn draw(nodes: &[LayoutBox], links: &[Link], graph: &Graph, x: &[f64], gaps: Gaps) -> Layout {
    let mut bands: Vec<(f64, f64)> = Vec::with_capacity(graph.layers.len());
    let mut top = 0.0;
    for layer in &graph.layers {
        let heights = layer.iter().filter_map(|u| nodes.get(*u)).map(|n| n.height);
        let height = heights.fold(0.0, f64::max);
        bands.push((top, top + height));
        top += if layer.is_empty() { 0.0 } else { height + gaps.down };
    }
    // What reads nothing is near those that read it, at the lower edge of its layer.
    let y = |n: usize| {
        let (top, bottom) = bands[graph.units[n].layer];
        if graph.units[n].above.is_empty() { bottom - nodes[n].height } else { top }
    };
    let places: Vec<(f64, f64)> = (0..nodes.len()).map(|n| (x[n], y(n))).collect();
    let route = |(link, path): (&Link, &Vec<usize>)| {
        let (from, to) = (link.from, link.to);
        let start = places[from.0].0 + from.1;
        let mut route = vec![(start, places[from.0].1 + nodes[from.0].height)];
        if let [_, lanes @ .., _] = path.as_slice() {
            route.push((start, bands[graph.units[from.0].layer].1));
            for lane in lanes {
                let (top, bottom) = bands[graph.units[*lane].layer];
                route.extend([(x[*lane], top), (x[*lane], bottom)]);
            }
            route.push((places[to.0].0 + to.1, bands[graph.units[to.0].layer].0));
        }
        route.push((places[to.0].0 + to.1, places[to.0].1));
        route.dedup();
        route
    };
    let routes = links.iter().zip(&graph.paths).map(route).collect();
    let right = nodes.iter().zip(x).map(|(n, x)| x + n.width);
    Layout {
        width: right.chain(x.iter().copied()).fold(0.0, f64::max),
        height: (top - gaps.down).max(0.0),
        places,
        routes,
    }
}
