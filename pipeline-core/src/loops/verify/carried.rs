//! The values that computes carry.

use crate::analysis::carried::{Carried, CarriedValue, are_one};
use crate::ir::{ExprId, VarId};
use crate::loops::Compute;
use crate::loops::collapse::CollapsedRow;
use crate::loops::optimise::may_carry;

/// What is wrong with the values that a compute carries along the lanes loop directly around it:
/// they are the same but for their points, which are in two vectors. Of loops that are collapsed to
/// one row, the points are those of the row.
pub fn wrong(
    compute: &Compute,
    lane: Option<VarId>,
    row: Option<CollapsedRow<'_>>,
) -> Option<&'static str> {
    if compute.carried.is_empty() {
        return None;
    }
    let Some(lane) = lane else { return Some("values along no lanes loop") };
    if !may_carry(compute) {
        return Some("values that are not the same in each iteration");
    }
    let dense = row.map(|row| row.dense(compute));
    let block = &dense.as_ref().unwrap_or(compute).value;
    let mut places: Vec<ExprId> = Vec::new();
    for value in &compute.carried {
        if value.at.keys().any(|id| id.0 >= block.exprs.len()) {
            return Some("no value of its block");
        }
        places.extend(value.at.keys());
    }
    let nearest = |value: &CarriedValue| value.at.values().min() == Some(&0);
    let are_one = are_one(block, &compute.carried, lane);
    if are_one.contains(&false) || !compute.carried.iter().all(nearest) {
        return Some("different values as one");
    }
    places.sort_unstable();
    if places.windows(2).any(|two| two[0] == two[1]) {
        return Some("an expression twice");
    }
    let stored: Vec<ExprId> = compute.stores.iter().map(|s| s.value).collect();
    let carried = Carried::of(block, &stored, &compute.carried, lane);
    carried.is_none().then_some("a value over too many points, or one")
}
