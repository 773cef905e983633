//! Which planes of a stage updates change together.

use crate::ir::{BinaryOp, Domain, Index, Node, Stage, Update};
use crate::schedule::speed::BYTES_OF_RECORDS;
use crate::transform::cse::BlockBuilder;
use std::collections::BTreeSet;

/// Whether the updates of a stage change all planes along a dimension, each one of them, at the
/// same points, which data choose; and whether the values of all planes at a point are a vector.
pub fn changed_together(stage: &Stage, dim: usize) -> bool {
    let updates = &stage.updates;
    let extent = stage.domain.0[dim].fixed_extent();
    let bytes = extent.map(|planes| planes.saturating_mul(stage.ty.bytes() as i64));
    extent == i64::try_from(updates.len()).ok()
        && bytes.is_some_and(|bytes| BYTES_OF_RECORDS.contains(&bytes))
        && each_of_its_own(updates, dim)
        && beside_each_other(updates, dim)
}

/// Whether each update changes another plane.
fn each_of_its_own(updates: &[Update], dim: usize) -> bool {
    let plane = |update: &Update| match &update.parts()?.target[dim] {
        Index::Affine(a) => a.as_constant(),
        Index::Value(_) => None,
    };
    let planes: Option<BTreeSet<i64>> = updates.iter().map(plane).collect();
    planes.is_some_and(|planes| planes.len() == updates.len())
}

/// Whether updates change the same points in the same way, but for one dimension, and data choose
/// which.
fn beside_each_other(updates: &[Update], dim: usize) -> bool {
    // In one block, what is computed alike is the same expression.
    let mut shared = BlockBuilder::new();
    let changes = updates.iter().map(|update| Change::of(update, dim, &mut shared));
    let Some(changes) = changes.collect::<Option<Vec<Change<'_>>>>() else { return false };
    let by_data =
        |change: &Change<'_>| change.target.iter().any(|index| matches!(index, Index::Value(_)));
    changes.iter().all(by_data) && changes.windows(2).all(|two| two[0] == two[1])
}

/// What an update does, but for the value that it combines in.
#[derive(PartialEq)]
struct Change<'a> {
    op: BinaryOp,
    /// The indices in all dimensions but one, values of the block that all updates share.
    target: Vec<Index>,
    domain: &'a Domain,
}

impl<'a> Change<'a> {
    fn of(update: &'a Update, dim: usize, shared: &mut BlockBuilder) -> Option<Change<'a>> {
        let new = shared.append(&update.value, &Node::clone);
        let Node::Binary(op, read, _) = shared.exprs()[new.0].node else { return None };
        let Node::Read { index, .. } = &shared.exprs()[read.0].node else { return None };
        let mut target = index.clone();
        target.remove(dim);
        Some(Change { op, target, domain: &update.domain })
    }
}
