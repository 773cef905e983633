//! Rows that wait for each other, a few side by side.
//!
//! A stage that reads itself both in its row and in the row before, such as a summed-area table,
//! has no free dimension. Where no read goes the other way along either, a point is ready once
//! those before it in its row and those above it are. So [`ROWS`] rows are computed at once, each
//! one point behind the row above it: none of these points waits for another one, and a processor
//! works on all of them. With four rows:
//!
//! ```text
//! for y over blocks of rows {
//!   for y in the block { for x: the points above the slanted front }
//!   for x { s(y, x), s(y + 1, x - 1), s(y + 2, x - 2), s(y + 3, x - 3) }
//!   for y in the block { for x: the points behind it }
//! }
//! for y over the rows that are left { for x: s(y, x) }
//! ```

use super::fresh;
use super::residue::map_affine;
use crate::ir::{Affine, Block, VarId};
use crate::loops::{Access, Bound, Compute, ComputeId, LoopKind, Nest, Stmt, Store};
use crate::transform::cse::Builder as Exprs;

/// Rows that are computed side by side.
const ROWS: i64 = 8;

/// Statements of a nest in which all pairs of a serial loop over rows and serial loops over their
/// points run so. In neither loop may a point read its own stage at one that comes later in it.
pub fn skew(nest: &mut Nest, stmts: Vec<Stmt>) -> Vec<Stmt> {
    stmts.into_iter().flat_map(|stmt| skewed(nest, stmt)).collect()
}

fn skewed(nest: &mut Nest, stmt: Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::For { var, lo, hi, kind, body } => {
            let serial = |s: &Stmt| matches!(s, Stmt::For { kind: LoopKind::Serial, .. });
            let several = lo.list() != hi.list() && kind == LoopKind::Serial;
            if several
                && body.iter().all(serial)
                && body.iter().any(|s| Row::of(nest, s, var).is_some())
            {
                return blocks(nest, var, (lo, hi), body);
            }
            let body = skew(nest, body);
            vec![Stmt::For { var, lo, hi, kind, body }]
        }
        Stmt::When { tests, body } => vec![Stmt::When { tests, body: skew(nest, body) }],
        other => vec![other],
    }
}

/// A loop over the points of a row, of which several can run side by side.
struct Row<'a> {
    var: VarId,
    lo: &'a Bound,
    hi: &'a Bound,
    compute: ComputeId,
}

impl Row<'_> {
    /// The statement as such a loop, the rows being numbered by `rows`.
    fn of<'a>(nest: &Nest, stmt: &'a Stmt, rows: VarId) -> Option<Row<'a>> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt else { return None };
        let [Stmt::Compute(id)] = body[..] else { return None };
        let compute = &nest.computes[id.0];
        let [store] = &compute.stores[..] else { return None };
        let fixed = |bound: &Bound| !bound.list().iter().any(|a| a.mentions_var(rows));
        let fits = compute.access == Access::Inside
            && store.data.is_empty()
            && fixed(lo)
            && fixed(hi)
            && lo.list() != hi.list();
        fits.then_some(Row { var: *var, lo, hi, compute: id })
    }
}

/// The loop over rows `y` in blocks of [`ROWS`], then over the rows that are left.
fn blocks(nest: &mut Nest, y: VarId, (lo, hi): (Bound, Bound), body: Vec<Stmt>) -> Vec<Stmt> {
    let [top, bottom, block, start] = named_after(nest, y, ["top", "bottom", "rows", "row"]);
    let count = Affine::from(bottom).sub(&top.into()).offset(1).floor_div(ROWS);
    let at = Affine::from(top).add_scaled(&block.into(), ROWS);
    let mut in_block = vec![Stmt::Let { var: start, value: Bound::Max(vec![at]) }];
    for stmt in &body {
        match Row::of(nest, stmt, y) {
            Some(row) => in_block.extend(side_by_side(nest, y, start, &row)),
            None => in_block.push(rows(y, start, (0, ROWS - 1), vec![stmt.clone()])),
        }
    }
    let rest = Affine::from(top).add_scaled(&count, ROWS);
    vec![
        Stmt::Let { var: top, value: lo },
        Stmt::Let { var: bottom, value: hi },
        Stmt::For {
            var: block,
            lo: Bound::Max(vec![0.into()]),
            hi: Bound::Min(vec![count.offset(-1)]),
            kind: LoopKind::Serial,
            body: in_block,
        },
        Stmt::For {
            var: y,
            lo: Bound::Max(vec![top.into(), rest]),
            hi: Bound::Min(vec![bottom.into()]),
            kind: LoopKind::Serial,
            body,
        },
    ]
}

/// New variables named after another one.
fn named_after<const N: usize>(nest: &mut Nest, of: VarId, what: [&str; N]) -> [VarId; N] {
    let of = nest.vars[of.0].clone();
    what.map(|what| fresh(&mut nest.vars, &format!("{of}_{what}")))
}

/// A loop over rows of a block, counted from its start.
fn rows(y: VarId, start: VarId, (first, last): (i64, i64), body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        var: y,
        lo: Bound::Max(vec![Affine::from(start).offset(first)]),
        hi: Bound::Min(vec![Affine::from(start).offset(last)]),
        kind: LoopKind::Serial,
        body,
    }
}

/// The points of a block of rows along a slanted front.
fn side_by_side(nest: &mut Nest, y: VarId, start: VarId, row: &Row<'_>) -> Vec<Stmt> {
    let x = row.var;
    let [left, right] = named_after(nest, x, ["left", "right"]);
    let behind = Affine::from(y).sub(&start.into());
    let one = vec![Stmt::Compute(row.compute)];
    let points = |lo: Vec<Affine>, hi: Vec<Affine>, body| Stmt::For {
        var: x,
        lo: Bound::Max(lo),
        hi: Bound::Min(hi),
        kind: LoopKind::Serial,
        body,
    };
    // Row `y` is `y - start` points behind the first one.
    let first = Affine::from(left).offset(ROWS - 1);
    let front =
        points(vec![left.into()], vec![first.offset(-1).sub(&behind), right.into()], one.clone());
    let back = points(
        vec![first.sub(&behind), Affine::from(right).offset(1).sub(&behind)],
        vec![right.into()],
        one,
    );
    nest.computes.push(slanted(&nest.computes[row.compute.0], (y, start), x));
    let together = vec![Stmt::Compute(ComputeId(nest.computes.len() - 1))];
    vec![
        Stmt::Let { var: left, value: row.lo.clone() },
        Stmt::Let { var: right, value: row.hi.clone() },
        rows(y, start, (0, ROWS - 2), vec![front]),
        points(vec![first], vec![right.into()], together),
        rows(y, start, (0, ROWS - 1), vec![back]),
    ]
}

/// The compute for all rows of a block, each one point behind the one before.
fn slanted(compute: &Compute, (y, start): (VarId, VarId), x: VarId) -> Compute {
    let mut exprs = Exprs::new();
    let mut stores = Vec::new();
    let [store] = &compute.stores[..] else { unreachable!("one point of one row") };
    for row in 0..ROWS {
        let (at_y, at_x) = (Affine::from(start).offset(row), Affine::from(x).offset(-row));
        let moved = |a: &Affine| a.substitute_var(x, &at_x).substitute_var(y, &at_y);
        let block = map_affine(&compute.value, &moved);
        let value = exprs.append(&block, &|node| node.clone());
        let index = store.index.iter().map(moved).collect();
        stores.push(Store { index, value, ..store.clone() });
    }
    let value = Block { result: stores[0].value, exprs: exprs.into_exprs() };
    Compute { stores, value, access: compute.access }
}
