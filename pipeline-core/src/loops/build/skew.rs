//! Rows that wait for each other, a few side by side.
//!
//! A stage that reads itself both in its row and in the row before, such as a summed-area table,
//! has no free dimension. Where no read goes the other way along either, a point is ready once
//! those before it in its row and those above it are. So a few rows are computed at once, each
//! one point behind the row above it
//! ([`unroll_jam`](crate::loops::rewrite::unroll_jam) with a skew): none of these points waits
//! for another one, and a processor works on all of them.

use crate::ir::VarId;
use crate::loops::rewrite::combine::combine;
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::{Access, Compute, LoopKind, Nest, Stmt};
use crate::schedule::recipe::Jam;

/// Statements of a nest in which all pairs of a serial loop over rows and serial loops over their
/// points run so. In neither loop may a point read its own stage at one that comes later in it.
pub fn skew(nest: &mut Nest, jam: Jam, stmts: Vec<Stmt>) -> Vec<Stmt> {
    stmts.into_iter().flat_map(|stmt| skewed(nest, jam, stmt)).collect()
}

fn skewed(nest: &mut Nest, jam: Jam, stmt: Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::For { var, lo, hi, kind, body } => {
            let serial = |s: &Stmt| matches!(s, Stmt::For { kind: LoopKind::Serial, .. });
            let several = lo.list() != hi.list() && kind == LoopKind::Serial;
            if several && body.iter().all(serial) && body.iter().any(|s| is_row(nest, s, var)) {
                return blocks(nest, jam, &Unrolled { var, lo: &lo, hi: &hi, kind }, body);
            }
            let body = skew(nest, jam, body);
            vec![Stmt::For { var, lo, hi, kind, body }]
        }
        Stmt::When { tests, body } => vec![Stmt::When { tests, body: skew(nest, jam, body) }],
        other @ Stmt::Let { .. }
        | other @ Stmt::Scratch { .. }
        | other @ Stmt::Copy(_)
        | other @ Stmt::Compute(_) => vec![other],
    }
}

/// Whether a statement is a loop over the points of a row, several of which can run side by side,
/// the rows being numbered by `rows`.
fn is_row(nest: &Nest, stmt: &Stmt, rows: VarId) -> bool {
    let Stmt::For { lo, hi, kind: LoopKind::Serial, body, .. } = stmt else { return false };
    let [Stmt::Compute(id)] = body[..] else { return false };
    let compute = &nest.computes[id.0];
    let fixed = lo.list().iter().chain(hi.list()).all(|a| !a.mentions_var(rows));
    let [store] = &compute.stores[..] else { return false };
    let inside = compute.access == Access::Inside && store.data.is_empty();
    inside && fixed && lo.list() != hi.list()
}

/// The loop over rows in blocks, then over the rows that are left.
fn blocks(nest: &mut Nest, jam: Jam, rows: &Unrolled<'_>, body: Vec<Stmt>) -> Vec<Stmt> {
    let together = |rows: &[Compute], _: Option<VarId>| Some(combine(rows));
    let side_by_side = UnrollJam { by: jam.by, skew: jam.skew, base: None, combine: &together };
    let block = side_by_side.block(nest, rows.var);
    let mut jammed = Vec::new();
    for stmt in &body {
        let row = match is_row(nest, stmt, rows.var) {
            true => side_by_side.jam(nest, stmt, rows.var, &block.at),
            false => None,
        };
        jammed.extend(
            row.unwrap_or_else(|| vec![side_by_side.one_by_one(rows.var, &block.at, stmt)]),
        );
    }
    side_by_side.in_blocks(nest, rows, block, jammed, body)
}
