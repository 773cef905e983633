//! The convex sets of nodes that a search has met, numbered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Dag, NodeSet};

/// The hash of the tables: procedural macros run unoptimised, where the standard one is slow.
pub(super) type Quick = BuildHasherDefault<Multiply>;

/// Multiplies and folds, eight bytes at a time.
#[derive(Default)]
pub(super) struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((word, more)) = rest.split_first_chunk::<8>() {
            self.write_u64(u64::from_le_bytes(*word));
            rest = more;
        }
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        self.write_u64(u64::from_le_bytes(word));
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

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
    ids: HashMap<NodeSet, Option<u32>, Quick>,
}

impl<'a> Pool<'a> {
    pub(super) fn new(dag: &'a Dag) -> Self {
        Self { dag, groups: Vec::new(), ids: HashMap::default() }
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
