//! How vectors hand on the values that a compute carries.

use super::NestContext;
use crate::analysis::carried::{Carried, CarriedValue, are_one};
use crate::ir::{ExprId, VarId};
use crate::kernel::LoopForm;
use crate::loops::Compute;

/// How a compute carries values, if it does.
pub fn carried(cx: &NestContext<'_>, id: usize, form: LoopForm) -> Option<Carried> {
    let lane = match form {
        LoopForm::Vectors(lane) => lane,
        LoopForm::Point | LoopForm::Points(_) | LoopForm::VectorsAndPoints(_) => return None,
    };
    let compute = &cx.computes[id];
    let stored: Vec<ExprId> = compute.stores.iter().map(|store| store.value).collect();
    let row = cx.rows.iter().find(|row| row.compute.0 == id && !row.is_always());
    let values = match row {
        Some(row) => of_points(compute, row.extent, lane),
        None => compute.carried.clone(),
    };
    Carried::of(&compute.value, &stored, &values, lane)
}

/// The values that a compute carries from element to element of a collapsed row, from point to
/// point: what is done where rows are not contiguous. These are values at whole points.
fn of_points(compute: &Compute, extent: i64, lane: VarId) -> Vec<CarriedValue> {
    let whole = |value: &&CarriedValue| value.at.values().all(|by| by % extent == 0);
    let at_points = |value: &CarriedValue| CarriedValue {
        at: value.at.iter().map(|(id, by)| (*id, by / extent)).collect(),
    };
    let values: Vec<CarriedValue> = compute.carried.iter().filter(whole).map(at_points).collect();
    let one = are_one(&compute.value, &values, lane);
    values.into_iter().zip(one).filter(|(_, one)| *one).map(|(value, _)| value).collect()
}
