//! Collapsed loops where rows are contiguous: one loop over the elements of a row.

use super::task::many;
use crate::ir::{Source, VarId};
use crate::kernel::{Row, RowForm};
use crate::loops::collapse::Row as Collapsed;
use crate::loops::{Compute, ComputeId, LoopKind, Stmt};
use std::borrow::Cow;

/// What collapsed loops run where rows are contiguous.
pub struct DenseRow {
    /// What they run elsewhere.
    pub compute: ComputeId,
    /// The compute in terms of the elements of a row.
    pub dense: ComputeId,
    /// The variable of the lanes loop.
    pub lane: VarId,
    /// The sources of which whole rows have to be contiguous.
    pub sources: Vec<Source>,
    /// The extent of their last dimension.
    pub extent: i64,
}

/// The collapsed loops of a nest, one a compute; adds the dense forms of their computes.
pub fn rows(stmts: &[Stmt], computes: &mut Vec<Cow<'_, Compute>>) -> Vec<DenseRow> {
    let mut rows = Vec::new();
    collect(stmts, computes, &mut rows);
    rows
}

fn collect(stmts: &[Stmt], computes: &mut Vec<Cow<'_, Compute>>, rows: &mut Vec<DenseRow>) {
    for stmt in stmts {
        match stmt {
            Stmt::For { kind: LoopKind::Collapsed, .. } => {
                let row = collapsed(stmt);
                if rows.iter().any(|r| r.compute == row.compute) {
                    continue;
                }
                let compute = &computes[row.compute.0];
                let (sources, dense) = (row.sources(compute), row.dense(compute));
                rows.push(DenseRow {
                    compute: row.compute,
                    dense: ComputeId(computes.len()),
                    lane: row.lane,
                    sources,
                    extent: row.extent,
                });
                computes.push(Cow::Owned(dense));
            }
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                collect(body, computes, rows);
            }
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

/// The loop over the elements of a row that collapsed loops are.
pub fn dense_row(rows: &[DenseRow], stmt: &Stmt) -> Row {
    let row = collapsed(stmt);
    let form = rows.iter().find(|form| form.compute == row.compute);
    let form = form.expect("a dense form of every compute in collapsed loops");
    let (lo, hi) = row.elements();
    let taken = RowForm::Vectors(many(row.lanes));
    Row { var: row.lane, lo, hi, form: taken, function: form.dense.0 }
}

fn collapsed(stmt: &Stmt) -> Collapsed<'_> {
    Collapsed::of(stmt).expect("the verifier checks collapsed loops")
}
