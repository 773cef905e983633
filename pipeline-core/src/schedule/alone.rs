//! Stages that are to have a group of their own, and groups that are written.

use super::grouping::{GroupCost, NodeSet};

/// The costs of a model, over stages and groups of them as nodes, with groups of several nodes
/// refused where one of them is to be alone.
pub struct AloneCosts<'a> {
    inner: &'a mut dyn GroupCost,
    /// The stages of each node.
    nodes: &'a [NodeSet],
    alone: NodeSet,
}

impl<'a> AloneCosts<'a> {
    /// Over a cost model of stages; the nodes of `alone` join no group, and those that are several
    /// stages are not asked about.
    pub fn new(
        inner: &'a mut dyn GroupCost,
        nodes: &'a [NodeSet],
        alone: NodeSet,
    ) -> AloneCosts<'a> {
        AloneCosts { inner, nodes, alone }
    }

    fn allows(&self, group: &NodeSet) -> bool {
        group.len() <= 1 || !group.iter().any(|node| self.alone.contains(node))
    }

    /// The stages of some nodes.
    fn stages(&self, group: &NodeSet) -> NodeSet {
        stages(self.nodes, group)
    }
}

/// The stages of some nodes.
pub fn stages(nodes: &[NodeSet], group: &NodeSet) -> NodeSet {
    let mut all = NodeSet::new();
    group.iter().for_each(|node| all.union_with(&nodes[node]));
    all
}

impl GroupCost for AloneCosts<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        let stages = self.stages(group);
        match group.len() {
            // Every grouping has it, so its cost decides nothing.
            1 if stages.len() > 1 => Some(0.0),
            _ if self.allows(group) => self.inner.cost(&stages),
            _ => None,
        }
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        !group.iter().any(|node| self.alone.contains(node))
            && self.inner.can_grow(&self.stages(group))
    }

    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        if self.allows(group) { self.inner.overlap(&self.stages(group)) } else { None }
    }

    fn size(&mut self, node: usize) -> f64 {
        self.nodes[node].iter().map(|stage| self.inner.size(stage)).sum()
    }

    fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
        let pair = [producer, consumer].into_iter().collect();
        if !self.allows(&pair) {
            return None;
        }
        // Nodes of several stages are alone.
        let stage = |node: usize| self.nodes[node].first();
        self.inner.benefit(stage(producer)?, stage(consumer)?)
    }
}
