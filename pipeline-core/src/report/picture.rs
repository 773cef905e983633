//! The graph that pictures show: inputs, the stages of every group, and an inlined stage once in
//! each group that computes it.

use super::{Report, Stage};
use std::collections::{BTreeSet, HashMap};

/// What is drawn.
pub struct Picture<'a> {
    /// The nodes: inputs first, then group by group.
    pub nodes: Vec<PictureNode<'a>>,
    /// Producers and consumers, as positions in `nodes`; distinct.
    pub edges: Vec<(usize, usize)>,
}

/// One node.
pub struct PictureNode<'a> {
    /// The name of the stage or input.
    pub name: &'a str,
    /// The position of its group; inputs have none.
    pub group: Option<usize>,
    /// What it is.
    pub kind: NodeKind<'a>,
}

/// What a node is.
pub enum NodeKind<'a> {
    /// An input.
    Input(&'a super::Input),
    /// A computed stage.
    Stage(&'a Stage),
    /// A stage that was inlined into some of the group.
    Inlined,
}

/// The picture of a report.
#[inline]
pub fn picture(report: &Report) -> Picture<'_> {
    let mut nodes: Vec<PictureNode<'_>> = Vec::new();
    let mut plain: HashMap<&str, usize> = HashMap::new();
    for input in &report.inputs {
        plain.insert(&input.name, nodes.len());
        nodes.push(PictureNode { name: &input.name, group: None, kind: NodeKind::Input(input) });
    }
    let stages = report.groups.iter().enumerate();
    let group_of: HashMap<&str, usize> =
        stages.flat_map(|(g, group)| group.stages.iter().map(move |s| (&*s.name, g))).collect();
    let mut inlined: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); report.groups.len()];
    for (i, stage) in report.inlined.iter().enumerate() {
        for group in stage.into.iter().filter_map(|into| group_of.get(into.as_str())) {
            inlined[*group].insert(i);
        }
    }
    // The copies of inlined stages, by name.
    let mut copies: HashMap<&str, Vec<usize>> = HashMap::new();
    for (g, group) in report.groups.iter().enumerate() {
        for i in &inlined[g] {
            let name = report.inlined[*i].stage.as_str();
            copies.entry(name).or_default().push(nodes.len());
            nodes.push(PictureNode { name, group: Some(g), kind: NodeKind::Inlined });
        }
        for stage in &group.stages {
            plain.insert(&stage.name, nodes.len());
            nodes.push(PictureNode {
                name: &stage.name,
                group: Some(g),
                kind: NodeKind::Stage(stage),
            });
        }
    }
    let mut edges = Vec::new();
    for edge in &report.edges {
        let own = plain.get(edge.consumer.as_str()).copied();
        let of = copies.get(edge.consumer.as_str());
        for consumer in own.into_iter().chain(of.into_iter().flatten().copied()) {
            let group = nodes[consumer].group;
            let copy = copies.get(edge.producer.as_str());
            let copy = copy.and_then(|c| c.iter().copied().find(|n| nodes[*n].group == group));
            let producer = copy.or_else(|| plain.get(edge.producer.as_str()).copied());
            edges.extend(producer.map(|p| (p, consumer)));
        }
    }
    Picture { nodes, edges }
}
