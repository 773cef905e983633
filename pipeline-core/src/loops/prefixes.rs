//! What computes combine with the iteration before.

use super::{Access, Compute, Store};
use crate::analysis::prefix::{Prefix, StoredPoint, prefixes};
use crate::ir::VarId;

impl Compute {
    /// The values that are combined with those of the iteration before of a lanes loop: vectors
    /// combine them by [themselves](crate::analysis::prefix).
    pub fn prefixes(&self, lane: VarId) -> Vec<Prefix> {
        let in_place = self.stores.iter().all(|store| store.data.is_empty());
        match self.access {
            Access::Inside if in_place => {
                let all = self.stores.iter();
                let all = all.map(|Store { stage, index, value, .. }| StoredPoint {
                    stage: *stage,
                    index,
                    value: *value,
                });
                prefixes(&self.value, &all.collect::<Vec<_>>(), lane)
            }
            Access::Inside => Vec::new(),
            Access::RowsResolved
            | Access::EndsResolved
            | Access::RowsAndEndsResolved
            | Access::BorderResolved => Vec::new(),
        }
    }
}
