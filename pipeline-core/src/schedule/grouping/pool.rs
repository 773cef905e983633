//! The convex sets of nodes that a search has met, numbered.

use super::{Dag, NodeSet};
use rustc_hash::FxHashMap;

/// What is known of a set of nodes whichever state it occurs in.
pub(super) struct KnownSet {
    pub set: NodeSet,
    /// The nodes in `set`.
    pub size: usize,
    pub successors: NodeSet,
    pub predecessors: NodeSet,
    pub descendants: NodeSet,
    ancestors: NodeSet,
}

/// The groups met so far.
pub(super) struct Pool<'a> {
    dag: &'a Dag,
    groups: Vec<KnownSet>,
    /// The number of each set met; none for those that are not convex.
    ids: FxHashMap<NodeSet, Option<u32>>,
}

impl<'a> Pool<'a> {
    pub(super) fn new(dag: &'a Dag) -> Self {
        Self { dag, groups: Vec::new(), ids: FxHashMap::default() }
    }

    pub(super) fn get(&self, id: u32) -> &KnownSet {
        &self.groups[id as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &KnownSet> {
        self.groups.iter()
    }

    /// The number of a group that is `base` and one more node; none if it is not convex.
    pub(super) fn grown(&mut self, base: u32, node: usize) -> Option<u32> {
        let base = &self.groups[base as usize];
        let mut set = base.set.clone();
        set.insert(node);
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let join = |of_base: &NodeSet, of_node: &NodeSet| {
            let mut all = of_base.clone();
            all.union_with(of_node);
            all.subtract(&set);
            all
        };
        let group = KnownSet {
            successors: join(&base.successors, self.dag.successors(node)),
            predecessors: join(&base.predecessors, self.dag.predecessors(node)),
            descendants: join(&base.descendants, self.dag.descendants(node)),
            ancestors: join(&base.ancestors, self.dag.ancestors(node)),
            size: base.size + 1,
            set,
        };
        self.add(group)
    }

    /// The number of any group; none if it is not convex.
    pub(super) fn intern(&mut self, set: NodeSet) -> Option<u32> {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let group = KnownSet {
            successors: self.dag.group_successors(&set),
            predecessors: self.dag.group_predecessors(&set),
            descendants: self.dag.group_descendants(&set),
            ancestors: self.dag.group_ancestors(&set),
            size: set.len(),
            set,
        };
        self.add(group)
    }

    fn add(&mut self, group: KnownSet) -> Option<u32> {
        let convex = !group.descendants.intersects(&group.ancestors);
        let id = u32::try_from(self.groups.len()).ok().filter(|_| convex);
        self.ids.insert(group.set.clone(), id);
        if convex {
            self.groups.push(group);
        }
        id
    }
}
