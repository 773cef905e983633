//! Stages that are to have a group of their own.

use super::grouping::{GroupCost, NodeSet};

/// The costs of a model, with groups of several stages refused where one of them is to be alone.
pub struct Alone<'a> {
    inner: &'a mut dyn GroupCost,
    alone: NodeSet,
}

impl<'a> Alone<'a> {
    /// Over a cost model; the nodes of `alone` join no group.
    pub fn new(inner: &'a mut dyn GroupCost, alone: NodeSet) -> Alone<'a> {
        Alone { inner, alone }
    }

    fn allows(&self, group: &NodeSet) -> bool {
        group.len() <= 1 || !group.iter().any(|node| self.alone.contains(node))
    }
}

impl GroupCost for Alone<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        if self.allows(group) { self.inner.cost(group) } else { None }
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        !group.iter().any(|node| self.alone.contains(node)) && self.inner.can_grow(group)
    }

    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        if self.allows(group) { self.inner.overlap(group) } else { None }
    }

    fn size(&mut self, node: usize) -> f64 {
        self.inner.size(node)
    }

    fn benefit(&mut self, producer: usize, consumer: usize) -> Option<f64> {
        let pair = [producer, consumer].into_iter().collect();
        if self.allows(&pair) { self.inner.benefit(producer, consumer) } else { None }
    }
}
