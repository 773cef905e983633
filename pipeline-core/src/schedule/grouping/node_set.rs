//! Sets of nodes.

use std::fmt;

/// A set of nodes, as bits. No trailing zero words, so equal sets compare and hash equal.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeSet {
    words: Vec<u64>,
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
        if self.words.len() <= node / 64 {
            self.words.resize(node / 64 + 1, 0);
        }
        self.words[node / 64] |= 1 << (node % 64);
    }

    /// Whether the node is a member.
    #[must_use]
    pub fn contains(&self, node: usize) -> bool {
        self.words.get(node / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The smallest member.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }

    /// Adds all members of `other`.
    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Removes all members of `other`.
    pub fn subtract(&mut self, other: &Self) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Whether the two sets share a member.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether all members are members of `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
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
