//! Sets of nodes.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A set of nodes, as bits. No trailing zero words, so equal sets compare and hash equal.
///
/// Searches copy sets all the time, and most graphs have no more nodes than a word has bits: these
/// are without memory of their own.
#[derive(Clone, Default, Eq, PartialOrd, Ord)]
pub struct NodeSet {
    /// The nodes below 64.
    low: u64,
    /// The others, by 64.
    high: Vec<u64>,
}

/// What is derived looks at the empty list as well, which macros, built without optimisation, take
/// as long for as for all else of a search.
impl PartialEq for NodeSet {
    fn eq(&self, other: &Self) -> bool {
        self.low == other.low
            && self.high.len() == other.high.len()
            && (self.high.is_empty() || self.high == other.high)
    }
}

impl Hash for NodeSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.low);
        self.high.iter().for_each(|word| state.write_u64(*word));
    }
}

impl NodeSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The set of one node.
    #[must_use]
    pub fn singleton(node: usize) -> Self {
        let mut set = Self::new();
        set.insert(node);
        set
    }

    /// Adds a node.
    pub fn insert(&mut self, node: usize) {
        let bit = 1 << (node % 64);
        let Some(word) = (node / 64).checked_sub(1) else {
            self.low |= bit;
            return;
        };
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= bit;
    }

    /// Whether the node is a member.
    #[must_use]
    pub fn contains(&self, node: usize) -> bool {
        let word = match (node / 64).checked_sub(1) {
            None => self.low,
            Some(word) => self.high.get(word).copied().unwrap_or(0),
        };
        word >> (node % 64) & 1 == 1
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        let high: u32 = self.high.iter().map(|word| word.count_ones()).sum();
        (self.low.count_ones() + high) as usize
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    /// The smallest member.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let (mut rest, mut index) = (self.low, 0);
        std::iter::from_fn(move || {
            while rest == 0 {
                rest = *self.high.get(index)?;
                index += 1;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(index * 64 + bit)
        })
    }

    /// Adds all members of `other`.
    pub fn union_with(&mut self, other: &Self) {
        self.low |= other.low;
        if self.high.len() < other.high.len() {
            self.high.resize(other.high.len(), 0);
        }
        for (word, more) in self.high.iter_mut().zip(&other.high) {
            *word |= more;
        }
    }

    /// Removes all members of `other`.
    pub fn subtract(&mut self, other: &Self) {
        self.low &= !other.low;
        for (word, less) in self.high.iter_mut().zip(&other.high) {
            *word &= !less;
        }
        while self.high.last() == Some(&0) {
            self.high.pop();
        }
    }

    /// Whether the two sets share a member.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.low & other.low != 0 || self.high.iter().zip(&other.high).any(|(a, b)| a & b != 0)
    }

    /// Whether all members are members of `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.low & !other.low == 0
            && self.high.len() <= other.high.len()
            && self.high.iter().zip(&other.high).all(|(a, b)| a & !b == 0)
    }
}

impl FromIterator<usize> for NodeSet {
    fn from_iter<I: IntoIterator<Item = usize>>(nodes: I) -> Self {
        let mut set = Self::new();
        nodes.into_iter().for_each(|node| set.insert(node));
        set
    }
}

impl fmt::Debug for NodeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::NodeSet;
    use crate::ir::text::random::Rng;
    use std::collections::BTreeSet;

    /// Sets of nodes of one word and of several do what sets of numbers do.
    #[test]
    fn sets_of_any_size_are_sets() {
        for seed in 0..2000 {
            let rng = &mut Rng::new(seed);
            let most = [10, 64, 70, 200][rng.below(4)];
            let mut some =
                || -> BTreeSet<usize> { (0..rng.below(12)).map(|_| rng.below(most)).collect() };
            let [a, b] = [some(), some()];
            let of = |set: &BTreeSet<usize>| set.iter().copied().collect::<NodeSet>();
            let (one, other) = (of(&a), of(&b));
            let (mut union, mut rest) = (one.clone(), one.clone());
            union.union_with(&other);
            rest.subtract(&other);
            assert_eq!(union, of(&(&a | &b)), "{a:?} and {b:?}");
            assert_eq!(rest, of(&(&a - &b)), "{a:?} without {b:?}");
            assert!(one.iter().eq(a.iter().copied()) && one.len() == a.len());
            assert_eq!((one.first(), one.is_empty()), (a.first().copied(), a.is_empty()));
            assert_eq!(one.intersects(&other), !a.is_disjoint(&b));
            assert_eq!(one.is_subset(&other), a.is_subset(&b));
            assert_eq!(one == other, a == b);
            assert!((0..most).all(|node| one.contains(node) == a.contains(&node)));
        }
    }
}
