//! What a call on ranks does beside its nests.

use crate::ir::{Source, StageId};
use crate::schedule::ranks::RanksPlan;
use crate::schedule::ranks::combined::ReductionNest;
use std::ops::Range;

/// A call on ranks: each nest computes the part of a rank, and after some of them arrays are
/// exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct RankProgram {
    /// How groups and inputs are cut, and the arrays that ranks have parts of.
    pub ranks: RanksPlan,
    /// The group of each nest.
    pub groups: Vec<usize>,
    /// What each nest is of a reduction that ranks combine; nothing where it is of none.
    pub shares: Vec<Option<ReductionNest>>,
    /// By nest, the arrays that are complete after it and read later: their ghost zones are sent
    /// then.
    pub complete: Vec<Vec<usize>>,
    /// By nest, the arrays whose ghost zones it is the first to need.
    pub awaited: Vec<Vec<usize>>,
    /// The nests of iterations in time, which run once for each epoch.
    pub in_epochs: Vec<InEpochs>,
}

/// Nests that run one after the other for each epoch of an iteration in time; before each epoch but
/// the first the newest steps are exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct InEpochs {
    /// The first of them, and the one behind the last.
    pub nests: Range<usize>,
    /// Their group.
    pub group: usize,
    /// What they store.
    pub stage: StageId,
    /// The dimension of it that is the time.
    pub time: usize,
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
