//! Scans: stages of a group that read themselves.
//!
//! Along the dimensions in which its points wait for each other a scan needs all that comes before
//! a point, so tiles have these whole: PolyMage's dependences are constant or none. Along the
//! others it is a stage like any, if no two of their coordinates need each other. So scans along
//! rows are computed in strips of rows, scans along columns in strips of columns.

use super::{Axis, Misfit};
use crate::analysis::causal::{Causal, causal};
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::ir::{Affine, Index, Pipeline, Source, StageId, VarId};
use crate::schedule::recipe::serial;
use crate::schedule::speed::{RECURRENCE_COLUMNS, RECURRENCE_ROWS};
use std::rc::Rc;

/// How the points of a stage wait for each other that reads itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan {
    /// The order, in which no two coordinates of the free dimensions need each other.
    pub order: Causal,
    /// Whether the serial dimension is that of the points of a row, and lanes go across rows.
    pub across_rows: bool,
    /// The dimension that runs in lanes: a free one, or that of the points of a row.
    pub lane: usize,
}

impl Scan {
    /// How many coordinates of the dimension of the lanes are computed next to each other, at most.
    pub fn together(&self) -> i64 {
        if self.across_rows { RECURRENCE_ROWS } else { RECURRENCE_COLUMNS }
    }
}

/// How the points of a stage wait for each other that may be computed in tiles.
///
/// # Errors
/// Why it may not, in words.
pub(super) fn scan(p: &Pipeline, facts: &Facts, id: StageId) -> Result<Rc<Scan>, String> {
    let stage = &p.stages[id.0];
    let refused = |why: &str| Err(format!("`{}` {why}", stage.name));
    let order = causal(p, facts, id);
    if !stage.updates.is_empty() {
        return refused("reads itself and has updates, so it is computed by itself");
    }
    let Some(order) = order.ok().filter(Causal::is_independent) else {
        return refused("reads itself along all of its dimensions, so it is computed by itself");
    };
    if !reads_at_fixed_distances(p, id) {
        return refused("reads itself at no fixed distance, so it is computed by itself");
    }
    let row = lane_dimension(&stage.domain);
    let along_rows = order.serial.iter().any(|s| s.dim == row);
    let rows_wait = order.serial.iter().any(|s| s.dim != row);
    if along_rows && rows_wait {
        return refused("reads itself along rows and across them, so it is computed by itself");
    }
    match serial::lane_of(facts, (stage, id), &order) {
        Some(lane) => {
            let across_rows = along_rows && lane != row;
            Ok(Rc::new(Scan { order, across_rows, lane }))
        }
        None => refused("has no dimension for lanes, so it is computed by itself"),
    }
}

/// Whether all reads of a stage by itself are at fixed distances.
fn reads_at_fixed_distances(p: &Pipeline, id: StageId) -> bool {
    let mut fixed = true;
    for case in &p.stages[id.0].cases {
        case.value.for_each_read(&mut |_, _, source, index| {
            let at = |(dim, index): (usize, &Index)| match index {
                Index::Affine(a) => a.sub(&Affine::from(VarId(dim))).as_constant().is_some(),
                Index::Value(_) => false,
            };
            fixed &= source != Source::Stage(id) || index.iter().enumerate().all(at);
        });
    }
    fixed
}

/// Tiles have all of the dimensions in which points wait for each other.
pub(super) fn check(name: &str, scan: &Scan, axes: &[Axis]) -> Result<(), Misfit> {
    scan.order.serial.iter().try_for_each(|serial| match axes[serial.dim] {
        Axis::Free => Ok(()),
        Axis::Sliding => {
            let why = "reads itself along the dimension in which the group is cut into strips";
            Err(Misfit::Reason(format!("`{name}` {why}")))
        }
        axis @ (Axis::Plane(_) | Axis::Block(_)) => Err(Misfit::Axis(axis)),
    })
}
