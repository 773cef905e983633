//! Values that a point shares with its neighbours along the lanes, carried from each vector to the
//! next instead of being computed again: see [`carried`](crate::analysis::carried).
//!
//! ```text
//! compute #0 out(x) {                         compute #0 out(x) {
//!   %0 = read img(x - 1)                        …
//!   %1 = exp %0                                 yield %7
//!   …                                           carry %1 at 0, %3 at 1, %6 at 2
//!   %6 = exp %5                               }
//!   …
//!   yield %7
//! }
//! lanes of 32 bits for x in 1..=n - 2: #0
//! ```
//!
//! The expressions stay, for the first vector of a row needs all of them. Prices decide, those that
//! also say how many lanes there are and how many rows run together: what is saved, against
//! instructions that put lanes of two vectors together, and registers.

use super::priced::ComputePrices;
use crate::ir::VarId;
use crate::loops::collapse::CollapsedRow;
use crate::loops::{Access, Compute, ComputeId, Lanes, LoopKind, LoopNest, Stmt};

/// Carries values along the loops over lanes where that is cheaper.
pub fn carry_values(mut loops: LoopNest) -> LoopNest {
    let mut nests = std::mem::take(&mut loops.nests);
    let prices = ComputePrices::new(&loops);
    for nest in &mut nests {
        let mut runs: Vec<ComputePlace> =
            (0..nest.computes.len()).map(|_| ComputePlace::Nowhere).collect();
        collect(&nest.body, &mut runs);
        for (compute, runs) in nest.computes.iter_mut().zip(runs) {
            if let ComputePlace::Along(along) = runs {
                carry(&prices, compute, &along);
            }
        }
    }
    loops.nests = nests;
    loops
}

/// Where a compute runs.
enum ComputePlace<'a> {
    Nowhere,
    Along(LanesLoop<'a>),
    /// In loops that are not alike.
    Elsewhere,
}

/// A loop over lanes directly around a compute.
struct LanesLoop<'a> {
    /// The loop around it, if the two run as one.
    row: Option<CollapsedRow<'a>>,
    lane: VarId,
    lanes: Option<Lanes>,
}

impl LanesLoop<'_> {
    fn is_like(&self, other: &LanesLoop<'_>) -> bool {
        self.lane == other.lane && self.row.is_some() == other.row.is_some()
    }
}

fn collect<'a>(stmts: &'a [Stmt], runs: &mut [ComputePlace<'a>]) {
    for stmt in stmts {
        match stmt {
            Stmt::For { kind: LoopKind::Collapsed, .. } => {
                let row = CollapsedRow::of(stmt).expect("the verifier checks collapsed loops");
                let along = LanesLoop { row: Some(row), lane: row.lane, lanes: row.lanes };
                found(&mut runs[row.compute.0], along);
            }
            Stmt::For { var, kind: LoopKind::Lanes(lanes), body, .. } => match body[..] {
                [Stmt::Compute(ComputeId(id))] => {
                    found(&mut runs[id], LanesLoop { row: None, lane: *var, lanes: *lanes });
                }
                _ => unreachable!("a lanes loop holds one compute"),
            },
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                collect(body, runs);
            }
            Stmt::Compute(ComputeId(id)) => runs[*id] = ComputePlace::Elsewhere,
            Stmt::Let { .. } | Stmt::Copy(_) => {}
        }
    }
}

fn found<'a>(runs: &mut ComputePlace<'a>, along: LanesLoop<'a>) {
    match runs {
        ComputePlace::Nowhere => *runs = ComputePlace::Along(along),
        ComputePlace::Along(first) if first.is_like(&along) => {}
        ComputePlace::Along(_) | ComputePlace::Elsewhere => *runs = ComputePlace::Elsewhere,
    }
}

fn carry(prices: &ComputePrices<'_>, compute: &mut Compute, along: &LanesLoop<'_>) {
    if !may_carry(compute) || !compute.prefixes(along.lane).is_empty() {
        return;
    }
    let dense = along.row.map(|row| row.dense(compute));
    let lanes = along.lanes.unwrap_or(Lanes::Of32);
    let price = prices.of(dense.as_ref().unwrap_or(compute), along.lane, Some(lanes));
    compute.carried = price.carried;
}

/// Whether iterations may hand on what a compute computes: not where rows may be outside, or
/// single points, changes points that are there, or stores where a value says.
pub fn may_carry(compute: &Compute) -> bool {
    let has_rows = match compute.access {
        Access::Inside | Access::EndsResolved => true,
        Access::RowsResolved | Access::RowsAndEndsResolved | Access::BorderResolved => false,
    };
    has_rows && !compute.updates() && compute.stores.iter().all(|store| store.data.is_empty())
}
