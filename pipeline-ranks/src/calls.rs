//! Calls that were made, for when one of the same sizes is made again.

use super::{Call, Extents, Network, Ranks, Table};
use std::sync::{Arc, Mutex, PoisonError};

/// The calls of a pipeline that were made last. To find one anew takes as long as a few hundred
/// groups on a few ranks are predicted, and what all other ranks require.
#[derive(Debug)]
pub struct Calls(Mutex<Vec<Arc<Call<'static>>>>);

/// As many calls are kept: those of all ranks, where these are threads of a process.
const MOST: usize = 16;

impl Calls {
    /// None yet.
    pub const fn new() -> Calls {
        Calls(Mutex::new(Vec::new()))
    }

    /// The call of a rank on a pipeline with these extents.
    pub fn of(
        &self,
        table: &'static Table,
        extents: Extents,
        (rank, ranks): (usize, usize),
        network: Network,
    ) -> Arc<Call<'static>> {
        let calls = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |call: &&Arc<Call<'static>>| {
            call.part().rank == rank && call.ranks().is_of(&extents, ranks, network)
        };
        let kept = calls().iter().find(is_it).cloned();
        if let Some(call) = kept {
            return call;
        }
        // Others are not kept waiting meanwhile.
        let call = Arc::new(Call::new(Ranks::new(table, extents, ranks, network), rank));
        let mut calls = calls();
        calls.truncate(MOST - 1);
        calls.insert(0, Arc::clone(&call));
        call
    }
}

impl Default for Calls {
    fn default() -> Self {
        Calls::new()
    }
}
