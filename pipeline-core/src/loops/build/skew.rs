//! Rows that wait for each other, a few side by side.
//!
//! A stage that reads itself both in its row and in the row before, such as a summed-area table,
//! has no free dimension. Where no read goes the other way along either, a point is ready once
//! those before it in its row and those above it are. So a few rows are computed at once, each
//! one point behind the row above it
//! ([`unroll_jam`](crate::loops::rewrite::unroll_jam) with a skew): none of these points waits
//! for another one, and a processor works on all of them.

use crate::ir::VarId;
use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::Race;
use crate::loops::rewrite::combine::combine;
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::{Access, Bound, Compute, LoopKind, Nest, Stmt};
use crate::schedule::recipe::Jam;

/// Runs all pairs of a serial loop over rows and serial loops over their points so.
///
/// # Errors
/// Two accesses, if a point needs one of its own stage that comes later in one of these loops.
pub fn skew(nest: &mut Nest, setting: NestSetting<'_>, jam: Jam) -> Result<(), Box<Race>> {
    let together =
        |rows: &[Compute], _: Option<VarId>| rows.iter().all(is_inside).then(|| combine(rows));
    let side_by_side = UnrollJam { by: jam.by, skew: jam.skew, base: None, combine: &together };
    let body = std::mem::take(&mut nest.body);
    nest.body = skewed(nest, setting, &side_by_side, body)?;
    Ok(())
}

fn skewed(
    nest: &mut Nest,
    setting: NestSetting<'_>,
    jam: &UnrollJam<'_>,
    stmts: Vec<Stmt>,
) -> Result<Vec<Stmt>, Box<Race>> {
    let mut list = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        match stmt {
            Stmt::For { var, lo, hi, kind, body }
                if has_rows(nest, (var, &lo, &hi, kind), &body) =>
            {
                let rows = Unrolled { var, lo: &lo, hi: &hi, kind };
                list.extend(jam.apply(nest, setting, &rows, body)?);
            }
            Stmt::For { var, lo, hi, kind, body } => {
                let body = skewed(nest, setting, jam, body)?;
                list.push(Stmt::For { var, lo, hi, kind, body });
            }
            Stmt::When { tests, body } => {
                let body = skewed(nest, setting, jam, body)?;
                list.push(Stmt::When { tests, body });
            }
            other @ Stmt::Let { .. }
            | other @ Stmt::Scratch { .. }
            | other @ Stmt::Copy(_)
            | other @ Stmt::Compute(_) => list.push(other),
        }
    }
    Ok(list)
}

/// Whether a loop is one over several rows, with nothing but serial loops inside, one of which is
/// over the points of a row.
fn has_rows(
    nest: &Nest,
    (var, lo, hi, kind): (VarId, &Bound, &Bound, LoopKind),
    body: &[Stmt],
) -> bool {
    let serial = |s: &Stmt| matches!(s, Stmt::For { kind: LoopKind::Serial, .. });
    let several = lo.list() != hi.list() && kind == LoopKind::Serial;
    several && body.iter().all(serial) && body.iter().any(|s| is_row(nest, s, var))
}

/// Whether a statement is a loop over the points of a row, several of which can run side by side,
/// the rows being numbered by `rows`.
fn is_row(nest: &Nest, stmt: &Stmt, rows: VarId) -> bool {
    let Stmt::For { lo, hi, kind: LoopKind::Serial, body, .. } = stmt else { return false };
    let [Stmt::Compute(id)] = body[..] else { return false };
    let fixed = lo.list().iter().chain(hi.list()).all(|a| !a.mentions_var(rows));
    is_inside(&nest.computes[id.0]) && fixed && lo.list() != hi.list()
}

/// Whether a compute stores one point and resolves no border.
fn is_inside(compute: &Compute) -> bool {
    let one = matches!(&compute.stores[..], [store] if store.data.is_empty());
    compute.access == Access::Inside && one
}
