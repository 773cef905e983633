//! What a call on ranks does beside its nests.

use crate::ir::Source;
use crate::schedule::ranks::Ranks;
use crate::schedule::ranks::combined::Share;

/// A call on ranks: each nest computes the part of a rank, and after some of them arrays are
/// exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct RankProgram {
    /// How groups and inputs are cut, and the arrays that ranks have parts of.
    pub ranks: Ranks,
    /// The group of each nest.
    pub groups: Vec<usize>,
    /// What each nest is of a reduction that ranks combine; nothing where it is of none.
    pub shares: Vec<Option<Share>>,
    /// By nest, the arrays that are complete after it and read later: their ghost zones are sent
    /// then.
    pub complete: Vec<Vec<usize>>,
    /// By nest, the arrays whose ghost zones it is the first to need.
    pub awaited: Vec<Vec<usize>>,
}

impl RankProgram {
    /// The number of an array.
    ///
    /// # Panics
    /// If ranks have no parts of it: it is a scratchpad.
    pub fn number(&self, source: Source) -> usize {
        self.ranks
            .arrays
            .iter()
            .position(|s| *s == source)
            .expect("an array that ranks have parts of")
    }
}
