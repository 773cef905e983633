//! Where everything is: first inside each group, then the groups and inputs as boxes.
//!
//! A line from one group to another leaves through an *exit* on the lower edge of its group and
//! arrives through an *entry* on the upper edge of the other; both take part in the layouts.

use super::layout::{Gaps, Layout, LayoutBox, Link, Pin, layered};
use crate::report::picture::Picture;
use std::collections::HashMap;

/// Height of a node.
pub const NODE_HEIGHT: f64 = 38.0;
/// Distances inside groups.
const INSIDE: Gaps = Gaps { across: 16.0, down: 30.0 };
/// Distances between groups.
const OUTSIDE: Gaps = Gaps { across: 36.0, down: 44.0 };
/// Room at the sides of a group's stages.
const SIDE: f64 = 16.0;
/// Height of a line of text.
pub const LINE: f64 = 17.0;
/// Where the headings of a caption start, and what they say.
pub const CAPTION_HEADINGS: f64 = 14.0;
/// See [`CAPTION_HEADINGS`].
pub const CAPTION_VALUES: f64 = 78.0;

/// Places of everything that is drawn.
pub struct Scene {
    /// Width of all.
    pub width: f64,
    /// Height of all.
    pub height: f64,
    /// The boxes of the groups.
    pub groups: Vec<GroupBox>,
    /// Left, top and width of each node.
    pub places: Vec<(f64, f64, f64)>,
    /// The points of each line.
    pub routes: Vec<Vec<(f64, f64)>>,
}

/// The box of a group.
pub struct GroupBox {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A line through a layout and where it is bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Leg {
    /// Between two nodes of one group.
    Within(usize, usize),
    /// From a node to its exit.
    Out(usize),
    /// From the entry of a producer to a consumer.
    In(usize, usize),
}

/// A group's stages in their places.
struct GroupScene {
    layout: Layout,
    /// The nodes, in the order of the layout.
    nodes: Vec<usize>,
    legs: HashMap<Leg, usize>,
    /// Where lines enter, by producer, and leave, by stage.
    entries: HashMap<usize, f64>,
    exits: HashMap<usize, f64>,
    /// Room for the caption at the left.
    panel: f64,
    /// Room above the layout.
    above: f64,
    width: f64,
    height: f64,
}

impl Scene {
    /// Places a picture whose nodes are labelled with two lines each, and whose groups have
    /// captions.
    #[inline]
    pub fn new(
        picture: &Picture<'_>,
        labels: &[(String, String)],
        captions: &[Vec<(&str, String)>],
    ) -> Scene {
        let widths: Vec<f64> = labels.iter().map(node_width).collect();
        let insides: Vec<GroupScene> = captions
            .iter()
            .enumerate()
            .map(|(g, caption)| inside(picture, g, caption, &widths))
            .collect();
        let outside = Outside::new(picture, &insides, &widths);
        let mut places = vec![(0.0, 0.0, 0.0); picture.nodes.len()];
        for (node, at) in &outside.inputs {
            let (x, y) = outside.layout.places[*at];
            places[*node] = (x, y, widths[*node]);
        }
        let mut groups = Vec::new();
        for (g, inside) in insides.iter().enumerate() {
            let (x, y) = outside.layout.places[outside.inputs.len() + g];
            groups.push(GroupBox { x, y, width: inside.width, height: inside.height });
            for (node, place) in inside.nodes.iter().zip(&inside.layout.places) {
                places[*node] =
                    (x + inside.panel + place.0, y + inside.above + place.1, widths[*node]);
            }
        }
        let routes = picture
            .edges
            .iter()
            .map(|edge| outside.route(picture, &insides, &groups, *edge))
            .collect();
        let (width, height) = (outside.layout.width, outside.layout.height);
        Scene { width, height, groups, places, routes }
    }
}

/// The width that the two lines of a node need; letters of the first are all equally wide.
#[inline]
fn node_width((name, about): &(String, String)) -> f64 {
    let (name, about) = (name.chars().count() as f64, about.chars().count() as f64);
    // Even, so that its middle is a whole number, too.
    2.0 * ((name * 7.6).max(about * 5.9).max(44.0) / 2.0 + 10.0).ceil()
}

/// Lays a group out.
#[inline]
fn inside(
    picture: &Picture<'_>,
    g: usize,
    caption: &[(&str, String)],
    widths: &[f64],
) -> GroupScene {
    let own = |n: usize| picture.nodes[n].group == Some(g);
    let nodes: Vec<usize> = (0..picture.nodes.len()).filter(|n| own(*n)).collect();
    let index: HashMap<usize, usize> = nodes.iter().enumerate().map(|(i, n)| (*n, i)).collect();
    let boxed = |n: &usize| LayoutBox { width: widths[*n], height: NODE_HEIGHT, pin: Pin::Free };
    let mut drawn: Vec<LayoutBox> = nodes.iter().map(boxed).collect();
    let port = |pin: Pin| LayoutBox { width: 0.0, height: 0.0, pin };
    let (mut entries, mut exits) = (HashMap::new(), HashMap::new());
    let mut legs = HashMap::new();
    let mut links: Vec<Link> = Vec::new();
    let center = |n: usize| (index[&n], widths[n] / 2.0);
    for (producer, consumer) in &picture.edges {
        let (from, to) = (*producer, *consumer);
        let leg = match (own(from), own(to)) {
            (true, true) => Leg::Within(from, to),
            (true, false) => Leg::Out(from),
            (false, true) => Leg::In(from, to),
            (false, false) => continue,
        };
        if legs.contains_key(&leg) {
            continue;
        }
        let mut end = |ends: &mut HashMap<usize, usize>, pin: Pin| {
            let at = *ends.entry(from).or_insert(drawn.len());
            if at == drawn.len() {
                drawn.push(port(pin));
            }
            (at, 0.0)
        };
        let link = match leg {
            Leg::Within(..) => Link { from: center(from), to: center(to) },
            Leg::Out(_) => Link { from: center(from), to: end(&mut exits, Pin::Bottom) },
            Leg::In(..) => Link { from: end(&mut entries, Pin::Top), to: center(to) },
        };
        legs.insert(leg, links.len());
        links.push(link);
    }
    let layout = layered(&drawn, &links, INSIDE);
    let longest = caption.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
    let panel = (CAPTION_VALUES + longest as f64 * 6.6 + 18.0).ceil();
    let room = |ports: &HashMap<usize, usize>| if ports.is_empty() { INSIDE.down } else { 0.0 };
    let (above, below) = (room(&entries), room(&exits));
    let text = 18.0 + LINE * caption.len() as f64;
    let x = |at: &usize| panel + layout.places[*at].0;
    GroupScene {
        entries: entries.iter().map(|(n, at)| (*n, x(at))).collect(),
        exits: exits.iter().map(|(n, at)| (*n, x(at))).collect(),
        panel,
        above,
        width: panel + layout.width + SIDE,
        height: (above + layout.height + below).max(text),
        layout,
        nodes,
        legs,
    }
}

/// Inputs and groups in their places.
struct Outside {
    layout: Layout,
    /// The inputs with their places in the layout; groups follow.
    inputs: Vec<(usize, usize)>,
    /// The links by producer and group of the consumer.
    links: HashMap<(usize, usize), usize>,
}

impl Outside {
    #[inline]
    fn new(picture: &Picture<'_>, insides: &[GroupScene], widths: &[f64]) -> Outside {
        let inputs = (0..picture.nodes.len()).filter(|n| picture.nodes[*n].group.is_none());
        let inputs: Vec<(usize, usize)> = inputs.enumerate().map(|(i, n)| (n, i)).collect();
        let boxed = |(n, _): &(usize, usize)| (widths[*n], NODE_HEIGHT);
        let sizes = inputs.iter().map(boxed).chain(insides.iter().map(|i| (i.width, i.height)));
        let nodes: Vec<LayoutBox> =
            sizes.map(|(width, height)| LayoutBox { width, height, pin: Pin::Free }).collect();
        let input: HashMap<usize, usize> = inputs.iter().copied().collect();
        let mut known = HashMap::new();
        let mut links = Vec::new();
        for (from, to) in &picture.edges {
            let (source, target) = (picture.nodes[*from].group, picture.nodes[*to].group);
            let Some(target) = target.filter(|t| source != Some(*t)) else { continue };
            if known.contains_key(&(*from, target)) {
                continue;
            }
            let leaves = match source {
                None => (input[from], widths[*from] / 2.0),
                Some(g) => (inputs.len() + g, insides[g].exits[from]),
            };
            known.insert((*from, target), links.len());
            let arrives = (inputs.len() + target, insides[target].entries[from]);
            links.push(Link { from: leaves, to: arrives });
        }
        Outside { layout: layered(&nodes, &links, OUTSIDE), inputs, links: known }
    }

    /// The points of the line of an edge.
    #[inline]
    fn route(
        &self,
        picture: &Picture<'_>,
        insides: &[GroupScene],
        frames: &[GroupBox],
        (from, to): (usize, usize),
    ) -> Vec<(f64, f64)> {
        let leg = |g: usize, leg: Leg| {
            let (inside, frame) = (&insides[g], &frames[g]);
            let points = &inside.layout.routes[inside.legs[&leg]];
            points
                .iter()
                .map(|p| (p.0 + frame.x + inside.panel, p.1 + frame.y + inside.above))
                .collect()
        };
        let (source, target) = (picture.nodes[from].group, picture.nodes[to].group);
        let mut route: Vec<(f64, f64)> = Vec::new();
        match (source, target) {
            (source, Some(g)) if source == Some(g) => route = leg(g, Leg::Within(from, to)),
            (source, Some(target)) => {
                if let Some(source) = source {
                    route = leg(source, Leg::Out(from));
                }
                route.extend(&self.layout.routes[self.links[&(from, target)]]);
                route.extend(leg(target, Leg::In(from, to)));
                route.dedup();
            }
            // Nothing computes an input.
            (_, None) => {}
        }
        route
    }
}
