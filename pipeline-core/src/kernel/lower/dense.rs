//! Collapsed loops where rows are contiguous: one loop over the elements of a row.

use super::task::many;
use crate::ir::{Source, VarId};
use crate::kernel::{self, Row, RowForm};
use crate::loops::collapse::CollapsedRow;
use crate::loops::{Compute, ComputeId, LoopKind, LoopNest, Role, Stmt};
use std::borrow::Cow;

/// What collapsed loops run where rows are contiguous.
pub struct DenseRow {
    /// What they run elsewhere.
    pub compute: ComputeId,
    /// The compute in terms of the elements of a row; the same one where rows are contiguous
    /// always.
    pub dense: ComputeId,
    /// Whether it changes points.
    pub updates: bool,
    /// The variable of the lanes loop.
    pub lane: VarId,
    /// The sources of which whole rows have to be contiguous.
    pub sources: Vec<Source>,
    /// The extent of their last dimension.
    pub extent: i64,
}

/// The collapsed loops of a nest, one a compute; adds the dense forms of their computes, in the
/// same order. Where no array of the caller takes part, rows are contiguous always, and the dense
/// form takes the place of the other, which runs nowhere then.
pub fn rows<'a>(
    loops: &LoopNest,
    stmts: &[Stmt],
    computes: &mut Vec<Cow<'a, Compute>>,
) -> Vec<DenseRow> {
    let mut elsewhere = Vec::new();
    outside(stmts, &mut elsewhere);
    let mut rows = DenseRows { loops, computes, elsewhere, found: Vec::new() };
    rows.collect(stmts);
    rows.found
}

/// The computes that run outside collapsed loops.
fn outside(stmts: &[Stmt], found: &mut Vec<ComputeId>) {
    for stmt in stmts {
        match stmt {
            Stmt::Compute(id) => found.push(*id),
            Stmt::For { kind: LoopKind::Collapsed, .. } | Stmt::Let { .. } | Stmt::Copy(_) => {}
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                outside(body, found);
            }
        }
    }
}

struct DenseRows<'l, 'c, 'a> {
    loops: &'l LoopNest,
    computes: &'c mut Vec<Cow<'a, Compute>>,
    elsewhere: Vec<ComputeId>,
    found: Vec<DenseRow>,
}

impl DenseRows<'_, '_, '_> {
    fn collect(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::For { kind: LoopKind::Collapsed, .. } => self.add(&collapsed(stmt)),
                Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                    self.collect(body);
                }
                Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
            }
        }
    }

    fn add(&mut self, row: &CollapsedRow<'_>) {
        if self.found.iter().any(|known| known.compute == row.compute) {
            return;
        }
        let compute = &self.computes[row.compute.0];
        let (sources, dense) = (row.sources(compute), row.dense(compute));
        let updates = dense.updates();
        let ours = |s: &Source| matches!(self.loops.buffer(*s).role, Role::Full | Role::Scratch(_));
        let always = sources.iter().all(ours) && !self.elsewhere.contains(&row.compute);
        let id = if always { row.compute } else { ComputeId(self.computes.len()) };
        match always {
            true => self.computes[id.0] = Cow::Owned(dense),
            false => self.computes.push(Cow::Owned(dense)),
        }
        let (compute, lane, extent) = (row.compute, row.lane, row.extent);
        self.found.push(DenseRow { compute, dense: id, updates, lane, sources, extent });
    }
}

impl DenseRow {
    /// Whether rows are contiguous wherever the caller's arrays are.
    pub fn is_always(&self) -> bool {
        self.compute == self.dense
    }
}

/// The loop over the elements of a row that collapsed loops are.
pub fn dense_row(
    rows: &[DenseRow],
    stmt: &Stmt,
    otherwise: impl FnOnce() -> kernel::Stmt,
) -> kernel::Stmt {
    let row = collapsed(stmt);
    let form = rows.iter().find(|form| form.compute == row.compute);
    let form = form.expect("a dense form of every compute in collapsed loops");
    let (lo, hi) = row.elements();
    let taken = match form.updates {
        true => RowForm::VectorsAndPoints(many(row.lanes)),
        false => RowForm::Vectors(many(row.lanes)),
    };
    let row = Row { var: row.lane, lo, hi, form: taken, function: form.dense.0, ends: None };
    match form.is_always() {
        true => kernel::Stmt::Row(row),
        false => kernel::Stmt::Dense { row, otherwise: Box::new(otherwise()) },
    }
}

fn collapsed(stmt: &Stmt) -> CollapsedRow<'_> {
    CollapsedRow::of(stmt).expect("the verifier checks collapsed loops")
}
