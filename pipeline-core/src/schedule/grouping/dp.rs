//! The dynamic program over sets of groups (PolyMage+, TOPLAS 2020, Section 3, Algorithm 1).

use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::pool::{KnownSet, Pool};
use super::{CostsOnce, Dag, NodeSet};
use crate::schedule::speed::MOST_PARTITIONED;

/// What a run found.
pub(super) struct DpOutcome {
    /// The best grouping, or none if the limit of states came first.
    pub groups: Option<Vec<NodeSet>>,
    /// Memo entries made, without the dummy source's.
    pub states: usize,
    /// Whether some set of successors was too wide for all of its partitions.
    pub narrowed: bool,
}

/// The argument `G` of the paper's recurrence, and what makes it well defined on any DAG.
///
/// The paper's memo is keyed by the open groups alone, and its `SUCC_G(H)` leaves out the nodes in
/// `G`. A node that an earlier, finished group holds can then be reached a second time, from a
/// longer path, and be counted twice; and lines 9 to 13 see a cycle only through a successor of the
/// one group that grows, not one that two groups make together. So the key also holds the nodes
/// already `placed`, and the finished groups that something unfinished still leads to (`frozen`).
/// On a line, and wherever nothing comes in from the side, both follow from `open`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct DpState {
    placed: NodeSet,
    frozen: Vec<u32>,
    open: Vec<u32>,
}

#[derive(Default)]
struct MemoEntry {
    /// Case I: an open group took in a successor.
    grow: Vec<u32>,
    /// Case II: the open groups are finished, and a partition of their successors is open.
    finish: Vec<u32>,
}

/// A block of a partition, as a set of nodes.
#[derive(Clone, Copy)]
enum PartitionBlock {
    /// Not looked at so far.
    New,
    /// No group.
    NotConvex,
    /// This group.
    KnownSet(u32),
}

/// The best grouping from each source on, with groups of at most `max_size` nodes.
///
/// Every step places at least one node, so states are made in order of nodes placed and evaluated
/// in the reverse order: the memo of the paper without its recursion, which would be as deep as
/// the pipeline is long.
pub(super) fn run(
    dag: &Dag,
    costs: &mut CostsOnce<'_>,
    max_size: usize,
    states: usize,
) -> DpOutcome {
    let mut search = DynamicProgram {
        dag,
        max_size: max_size.max(1),
        limit: states.max(1),
        groups: Pool::new(dag),
        entries: Vec::new(),
        keys: Vec::new(),
        memo: FxHashMap::default(),
        layers: vec![Vec::new(); dag.len() + 1],
        partitions: FxHashMap::default(),
        narrowed: false,
    };
    let groups = search.explore(costs).then(|| search.best(costs));
    DpOutcome { groups, states: search.entries.len() - 1, narrowed: search.narrowed }
}

struct DynamicProgram<'a> {
    dag: &'a Dag,
    max_size: usize,
    limit: usize,
    groups: Pool<'a>,
    entries: Vec<MemoEntry>,
    keys: Vec<Rc<DpState>>,
    memo: FxHashMap<Rc<DpState>, u32>,
    /// States by the number of nodes placed.
    layers: Vec<Vec<u32>>,
    /// The partitions of so many elements.
    partitions: FxHashMap<usize, Rc<[Vec<u8>]>>,
    narrowed: bool,
}

impl DynamicProgram<'_> {
    /// Makes all states. False if there are more than the limit.
    fn explore(&mut self, costs: &mut CostsOnce<'_>) -> bool {
        // The dummy source, of cost zero: nothing is placed, and its successors are the sources.
        let start = DpState { placed: NodeSet::new(), frozen: Vec::new(), open: Vec::new() };
        self.keys.push(Rc::new(start.clone()));
        self.entries.push(MemoEntry::default());
        if !self.finish(0, &start, &self.dag.sources()) {
            return false;
        }
        for layer in 1..=self.dag.len() {
            for index in std::mem::take(&mut self.layers[layer]) {
                let state = Rc::clone(&self.keys[index as usize]);
                self.layers[layer].push(index);
                let mut successors = NodeSet::new();
                for &group in &state.open {
                    successors.union_with(&self.groups.get(group).successors);
                }
                successors.subtract(&state.placed);
                if !(successors.is_empty()
                    || (self.grow(index, &state, costs) && self.finish(index, &state, &successors)))
                {
                    return false;
                }
            }
        }
        true
    }

    /// Case I, lines 7 to 18.
    fn grow(&mut self, from: u32, state: &DpState, costs: &mut CostsOnce<'_>) -> bool {
        for (position, &id) in state.open.iter().enumerate() {
            let group = self.groups.get(id);
            if group.size >= self.max_size || !costs.can_grow(&group.set) {
                continue;
            }
            let mut candidates = group.successors.clone();
            candidates.subtract(&state.placed);
            for node in candidates.iter() {
                let Some(merged) = self.groups.grown(id, node) else { continue };
                let mut next = DpState::clone(state);
                next.placed.insert(node);
                next.open[position] = merged;
                next.open.sort_unstable();
                if self.is_acyclic(&self.several(&[&*next.frozen, &next.open].concat())) {
                    let Some(to) = self.enter(next) else { return false };
                    self.entries[from as usize].grow.push(to);
                }
            }
        }
        true
    }

    /// Case II, lines 19 to 26.
    fn finish(&mut self, from: u32, state: &DpState, nodes: &NodeSet) -> bool {
        let mut base = DpState::clone(state);
        base.frozen.append(&mut base.open);
        self.settle(&mut base);
        base.placed.union_with(nodes);
        let nodes: Vec<usize> = nodes.iter().collect();
        if nodes.len() > MOST_PARTITIONED {
            self.narrowed = true;
            self.open_pairs(from, &base, &nodes)
        } else {
            self.open_partitions(from, &base, &nodes)
        }
    }

    /// Opens every partition of a few nodes.
    fn open_partitions(&mut self, from: u32, base: &DpState, nodes: &[usize]) -> bool {
        let frozen = self.several(&base.frozen);
        let mut blocks = vec![PartitionBlock::New; 1 << nodes.len()];
        let partitions = self.partitions.entry(nodes.len());
        let partitions = partitions.or_insert_with(|| partitions_of(nodes.len(), self.max_size));
        let (mut open, mut several) = (Vec::new(), frozen.clone());
        'partitions: for partition in Rc::clone(partitions).iter() {
            open.clear();
            several.truncate(frozen.len());
            for &block in partition {
                let known = &mut blocks[usize::from(block)];
                if let PartitionBlock::New = known {
                    let members = nodes.iter().enumerate().filter(|(at, _)| block >> at & 1 == 1);
                    let group = self.groups.intern(members.map(|(_, &node)| node).collect());
                    *known = group.map_or(PartitionBlock::NotConvex, PartitionBlock::KnownSet);
                }
                let PartitionBlock::KnownSet(id) = *known else { continue 'partitions };
                open.push(id);
                if !block.is_power_of_two() {
                    several.push(id);
                }
            }
            if !self.open(from, base, &several, open.clone()) {
                return false;
            }
        }
        true
    }

    /// Opens many nodes one by one, and with each pair of them together.
    fn open_pairs(&mut self, from: u32, base: &DpState, nodes: &[usize]) -> bool {
        let mut several = self.several(&base.frozen);
        let alone = |&node: &usize| self.groups.intern(NodeSet::singleton(node));
        let Some(alone) = nodes.iter().map(alone).collect::<Option<Vec<u32>>>() else {
            return true;
        };
        if !self.open(from, base, &several, alone.clone()) {
            return false;
        }
        if self.max_size == 1 {
            return true;
        }
        for second in 1..nodes.len() {
            for first in 0..second {
                let pair = [nodes[first], nodes[second]].into_iter().collect();
                let Some(pair) = self.groups.intern(pair) else { continue };
                let mut open = alone.clone();
                open[first] = pair;
                open.remove(second);
                several.push(pair);
                if !self.open(from, base, &several, open) {
                    return false;
                }
                several.pop();
            }
        }
        true
    }

    /// Goes on with these groups open, if they and the frozen ones can be ordered; `several` are
    /// those of more than one node. False if there are too many states.
    fn open(&mut self, from: u32, base: &DpState, several: &[u32], mut open: Vec<u32>) -> bool {
        if self.is_acyclic(several) {
            open.sort_unstable();
            let next = DpState { open, ..base.clone() };
            let Some(to) = self.enter(next) else { return false };
            self.entries[from as usize].finish.push(to);
        }
        true
    }

    /// The groups of more than one node among these.
    fn several(&self, ids: &[u32]) -> Vec<u32> {
        ids.iter().copied().filter(|&id| self.groups.get(id).size > 1).collect()
    }

    /// Forgets the frozen groups that nothing unfinished leads to: no cycle can enter them.
    fn settle(&self, state: &mut DpState) {
        let mut settled = state.placed.clone();
        for &id in &state.frozen {
            settled.subtract(&self.groups.get(id).set);
        }
        loop {
            let before = state.frozen.len();
            state.frozen.retain(|&id| {
                let group = self.groups.get(id);
                let done = group.predecessors.is_subset(&settled);
                if done {
                    settled.union_with(&group.set);
                }
                !done
            });
            if state.frozen.len() == before {
                break;
            }
        }
        state.frozen.sort_unstable();
    }

    /// Whether groups can be ordered, every other node alone. Groups of one node need not be among
    /// them: a way through such a node is a way between the others.
    fn is_acyclic(&self, groups: &[u32]) -> bool {
        let mut left: Vec<&KnownSet> = groups.iter().map(|&id| self.groups.get(id)).collect();
        while left.len() > 1 {
            let first = left.iter().position(|group| {
                !left.iter().any(|other| other.descendants.intersects(&group.set))
            });
            let Some(first) = first else { return false };
            left.swap_remove(first);
        }
        true
    }

    /// The memo entry of a state; none if there are too many.
    fn enter(&mut self, state: DpState) -> Option<u32> {
        if let Some(&index) = self.memo.get(&state) {
            return Some(index);
        }
        if self.entries.len() > self.limit {
            return None;
        }
        let index = u32::try_from(self.entries.len()).ok()?;
        self.layers[state.placed.len()].push(index);
        self.entries.push(MemoEntry::default());
        let state = Rc::new(state);
        self.keys.push(Rc::clone(&state));
        self.memo.insert(state, index);
        Some(index)
    }

    /// Evaluates the states backwards and follows the best choices.
    fn best(&mut self, costs: &mut CostsOnce<'_>) -> Vec<NodeSet> {
        let group_costs: Vec<f64> = self.groups.iter().map(|g| costs.cost(&g.set)).collect();
        let mut value = vec![f64::INFINITY; self.entries.len()];
        let mut choice: Vec<Option<(u32, bool)>> = vec![None; self.entries.len()];
        for &index in self.layers.iter().rev().flatten().chain(&[0]) {
            let index = index as usize;
            let entry = &self.entries[index];
            let own: f64 = self.keys[index].open.iter().map(|&g| group_costs[g as usize]).sum();
            if entry.grow.is_empty() && entry.finish.is_empty() {
                value[index] = own;
            }
            let grow = entry.grow.iter().map(|&to| (to, false, value[to as usize]));
            let finish = entry.finish.iter().map(|&to| (to, true, own + value[to as usize]));
            let (mut best, mut step) = (value[index], None);
            for (to, finished, cost) in grow.chain(finish) {
                if cost < best {
                    (best, step) = (cost, Some((to, finished)));
                }
            }
            value[index] = best;
            choice[index] = step;
        }
        let mut groups = Vec::new();
        let mut at = 0;
        loop {
            let open = self.keys[at].open.iter().map(|&id| self.groups.get(id).set.clone());
            match choice[at] {
                Some((to, false)) => at = to as usize,
                Some((to, true)) => {
                    groups.extend(open);
                    at = to as usize;
                }
                None => {
                    groups.extend(open);
                    return groups;
                }
            }
        }
    }
}

/// The partitions of at most [`MOST_PARTITIONED`] elements into blocks of at most `max_size`: bit
/// sets, in the order of their first elements. The finest comes first.
fn partitions_of(n: usize, max_size: usize) -> Rc<[Vec<u8>]> {
    let mut partial: Vec<Vec<u8>> = vec![Vec::new()];
    for element in 0..n {
        let bit = 1 << element;
        let mut longer = Vec::new();
        for blocks in partial {
            longer.push([blocks.as_slice(), &[bit]].concat());
            for block in (0..blocks.len()).rev() {
                if (blocks[block].count_ones() as usize) < max_size {
                    let mut blocks = blocks.clone();
                    blocks[block] |= bit;
                    longer.push(blocks);
                }
            }
        }
        partial = longer;
    }
    partial.into()
}
