//! Rows together: neighbouring rows of a stencil load the same points, and a compute of several
//! rows loads them once. How the loop is rewritten is
//! [`unroll_jam`](crate::loops::rewrite::unroll_jam); this pass says which loops, and how many rows
//! each takes.
//!
//! ```text
//! rows      loads of 3 × 3    sums of columns    sums of rows
//!  1              9                 6                 2          a row
//!  2              6                 4                 2
//!  4              4.5               3                 2
//!  8              3.75              2.5               2
//! ```
//!
//! Between the rows and the lanes may be loops: rows of pixels whose planes are innermost. Their
//! points come in another order then, so none may read what another one stores, and they are all
//! that a row is. Or they are updates of the points of a row, one after the other, as a product of
//! matrices has: each point still takes its own in their order.
//!
//! More rows have more values alive at once, so each number of rows is
//! [priced](super::priced): with what finds no register.

use super::join::join;
use super::priced::{ComputePrices, RowKindId};
use super::unread::drop_unused_computes;
use crate::analysis::reads::for_each_read;
use crate::ir::nodes::for_each_operand;
use crate::ir::{Affine, Block, Index, Node, Source, VarId};
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::trips::{Lets, at_most_times};
use crate::loops::walk::{Effects, map_compute, substitute, with_body};
use crate::loops::{
    Bound, Compute, ComputeId, Lanes, LoopKind, LoopNest, Nest, Stmt, Store, may_rewrite,
};
use crate::schedule::speed::LEAST_SAVING;

/// Runs the rows of loops around lanes loops together, as many as the plan allows: where they share
/// loads, each is less work, and the loop may run more than once. Rows that are left over are
/// computed as before.
pub fn jam_rows(mut loops: LoopNest) -> LoopNest {
    let nests = std::mem::take(&mut loops.nests);
    let prices = ComputePrices::new(&loops);
    let jammed = |nest: Nest| match nest.most_rows > 1 && may_rewrite(&loops.stages, &nest) {
        true => jam(&loops, &prices, nest),
        false => nest,
    };
    let nests = nests.into_iter().map(jammed).collect();
    loops.nests = nests;
    loops
}

fn jam(loops: &LoopNest, prices: &ComputePrices<'_>, mut nest: Nest) -> Nest {
    let body = std::mem::take(&mut nest.body);
    let mut jammer = Jammer { loops, prices, nest, lets: Vec::new() };
    let body = jammer.list(body);
    drop_unused_computes(Nest { body, ..jammer.nest })
}

struct Jammer<'a> {
    /// The stages, and no nests.
    loops: &'a LoopNest,
    prices: &'a ComputePrices<'a>,
    /// The nest without its body.
    nest: Nest,
    lets: Lets,
}

/// A [`JammedRow`], and what it costs.
struct PricedRow {
    row: JammedRow,
    kind: RowKindId,
    /// What a point costs, where each row is by itself.
    alone: f64,
}

/// A statement whose rows may share loads: a lanes loop, or one in serial loops.
struct JammedRow {
    compute: ComputeId,
    lane: VarId,
    /// How many lanes it has, if that is planned.
    lanes: Option<Lanes>,
    /// Whether there are loops around the lanes loop.
    is_nested: bool,
}

impl Jammer<'_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let outer = self.lets.len();
        let mut list = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            if let Stmt::Let { var, value } = &stmt {
                self.lets.push((*var, value.clone()));
            }
            match self.rows(&stmt) {
                Some(rows) => {
                    let inside = |stmt| with_body(stmt, |body| self.list(body));
                    list.extend(rows.into_iter().map(inside));
                }
                None => list.push(with_body(stmt, |body| self.list(body))),
            }
        }
        self.lets.truncate(outer);
        list
    }

    /// A loop over rows as one over blocks of rows and one over the rest.
    fn rows(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::For { var, lo, hi, kind, body } = stmt else { return None };
        let kind = match kind {
            LoopKind::Serial | LoopKind::Parallel => *kind,
            LoopKind::Lanes(_) | LoopKind::Collapsed => return None,
        };
        let row =
            |stmt: &Stmt| self.row(stmt, *var).filter(|row| !row.is_nested || body.len() == 1);
        let rows: Vec<Option<JammedRow>> = body.iter().map(row).collect();
        // How often a loop runs is much dearer to ask than whether its rows have anything to share.
        if rows.iter().all(Option::is_none) || at_most_times(1, lo, hi, &self.lets) {
            return None;
        }
        let priced = |row: Option<JammedRow>| row.map(|row| self.priced(row, *var));
        let rows: Vec<Option<PricedRow>> = rows.into_iter().map(priced).collect();
        let by = self.best(&rows, *var, &|by| at_most_times(by - 1, lo, hi, &self.lets))?;
        let blocks = UnrollJam { by, skew: 0, base: None, combine: &|_, _| None };
        let mut nest = self.nest.clone();
        let block = blocks.block(&mut nest, *var);
        let (mut jammed, mut single, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for (stmt, row) in body.iter().zip(&rows) {
            let pays = row.as_ref().filter(|row| self.pays(row, *var, by));
            let together = pays.and_then(|PricedRow { row, .. }| {
                let combine = |rows: &[Compute], _: Option<VarId>| self.joined(rows, row);
                let row = UnrollJam { by, skew: 0, base: None, combine: &combine };
                row.jam(&mut nest, stmt, *var, &block.at)
            });
            match together {
                Some(together) => {
                    jammed.extend(together);
                    single.push(stmt.clone());
                }
                None => rest.push(stmt.clone()),
            }
        }
        if jammed.is_empty() || !self.independent(&single, &rest) {
            return None;
        }
        if kind == LoopKind::Parallel {
            // What is left of a row is computed where the row is, while a cache has it.
            let of_block = |stmt: &Stmt| blocks.serially(*var, &block.at, stmt);
            jammed.extend(rest.iter().map(of_block));
            single.append(&mut rest);
        }
        let outer = Unrolled { var: *var, lo, hi, kind };
        let mut stmts = blocks.in_blocks(&mut nest, &outer, block, jammed, single);
        if !rest.is_empty() {
            let (lo, hi) = (lo.clone(), hi.clone());
            stmts.push(Stmt::For { var: *var, lo, hi, kind, body: rest });
        }
        self.nest = nest;
        Some(stmts)
    }

    /// How many rows are the least work each; nothing if that is one. Of as many as there are too
    /// few for, none would run.
    fn best(
        &self,
        rows: &[Option<PricedRow>],
        var: VarId,
        too_many: &dyn Fn(i64) -> bool,
    ) -> Option<i64> {
        let alone: f64 = rows.iter().flatten().map(|row| row.alone).sum();
        let prices = |by: i64| -> f64 {
            let each = |row: &PricedRow| self.together(row, var, by).unwrap_or(row.alone);
            rows.iter().flatten().map(each).sum()
        };
        let mut best = (1, alone);
        let mut by = 2;
        while by <= self.nest.most_rows && !too_many(by) {
            let price = prices(by);
            if price <= best.1 * (1.0 - LEAST_SAVING) {
                best = (by, price);
            }
            by *= 2;
        }
        (best.0 > 1).then_some(best.0)
    }

    fn priced(&self, row: JammedRow, var: VarId) -> PricedRow {
        let compute = self.of(&row);
        let kind = self.prices.rows(compute, [row.lane, var], row.lanes);
        let alone = self.prices.of(compute, row.lane, row.lanes).point;
        PricedRow { row, kind, alone }
    }

    fn of(&self, row: &JammedRow) -> &Compute {
        &self.nest.computes[row.compute.0]
    }

    /// What a point of so many rows costs that run together, if they may.
    fn together(&self, priced: &PricedRow, var: VarId, by: i64) -> Option<f64> {
        let PricedRow { row, kind, .. } = priced;
        let at = |i: i64| {
            let next = Affine::from(var).offset(i);
            let moved = |v: VarId| (v == var).then(|| next.clone());
            map_compute(self.of(row), &|a| substitute(a, &moved))
        };
        let found = || {
            let all = self.joined(&(0..by).map(at).collect::<Vec<_>>(), row)?;
            let price = self.prices.of(&all, row.lane, row.lanes);
            // How much it is depends on no lanes that are planned.
            let is_little = || match row.lanes {
                Some(_) => self.prices.of(&all, row.lane, None).is_little,
                None => price.is_little,
            };
            (by <= 2 || is_little()).then_some(price.point / by as f64)
        };
        self.prices.together(*kind, by, found)
    }

    /// Whether a point of so many rows together is enough less work than one of a row by itself.
    fn pays(&self, row: &PricedRow, var: VarId, by: i64) -> bool {
        let enough = row.alone * (1.0 - LEAST_SAVING);
        self.together(row, var, by).is_some_and(|each| each <= enough)
    }

    /// One compute for several rows, if these may run side by side.
    fn joined(&self, rows: &[Compute], row: &JammedRow) -> Option<Compute> {
        let (first, others) = rows.split_first()?;
        let join = |rows: Compute, next: &Compute| join(self.loops, &rows, next, row.lane);
        others.iter().try_fold(first.clone(), join)
    }

    /// Whether some statements of a row may run after those of all rows: they neither load nor
    /// store what these do, and define nothing.
    fn independent(&self, rows: &[Stmt], rest: &[Stmt]) -> bool {
        let effects = |stmts| Effects::of(stmts, &self.nest.computes);
        let defines = rest.iter().any(|s| matches!(s, Stmt::Let { .. }));
        effects(rows).independent(&effects(rest)) && !defines
    }

    /// A lanes loop, collapsed or not, of which two rows may share a load.
    fn row(&self, stmt: &Stmt, row: VarId) -> Option<JammedRow> {
        let Stmt::For { var, lo, hi, kind, body } = stmt else { return None };
        let follows = |b: &Bound| b.list().iter().any(|a| a.mentions_var(row));
        match (kind, body.as_slice()) {
            (LoopKind::Collapsed, [lanes]) => self.row(lanes, row),
            (LoopKind::Serial, [inner]) if !follows(lo) && !follows(hi) => {
                let nested = self.row(inner, row)?;
                let compute = &self.nest.computes[nested.compute.0];
                let any_order = !compute.reads_what_it_stores() || updates_rows(compute, row, *var);
                any_order.then_some(JammedRow { is_nested: true, ..nested })
            }
            (LoopKind::Lanes(lanes), [Stmt::Compute(compute)]) => {
                let shares =
                    !follows(lo) && !follows(hi) && may_share(&self.nest.computes[compute.0], row);
                let (compute, lane, lanes) = (*compute, *var, *lanes);
                shares.then_some(JammedRow { compute, lane, lanes, is_nested: false })
            }
            _ => None,
        }
    }
}

/// Whether a compute does nothing but change points, others in each row and the same in all
/// iterations of a loop inside: each point takes what comes in the order of that loop.
fn updates_rows(compute: &Compute, row: VarId, inside: VarId) -> bool {
    let of_row = |store: &Store| {
        let mentions = |var| store.index.iter().any(|index| index.mentions_var(var));
        store.data.is_empty() && mentions(row) && !mentions(inside)
    };
    compute.only_changes() && compute.stores.iter().all(of_row)
}

/// Whether a load of a window's body is the same in all rows.
fn is_alike(body: &Block, row: VarId) -> bool {
    let mut alike = false;
    for_each_read(body, &mut |read, _| {
        let stays = |i: &Index| matches!(i, Index::Affine(a) if !a.mentions_var(row));
        alike |= read.index.iter().all(stays);
    });
    alike
}

/// Whether a load of a compute may be one at the next row, too; if not, rows share none.
/// Joining computes would tell as well, at a hundred times the cost.
fn may_share(compute: &Compute, row: VarId) -> bool {
    let exprs = &compute.value.exprs;
    if exprs.iter().any(|e| matches!(&e.node, Node::Reduce { body, .. } if is_alike(body, row))) {
        return true;
    }
    let next = Affine::from(row).offset(1);
    let loads = exprs.iter().filter_map(|e| match &e.node {
        Node::Read { source, index } => Some((*source, index.clone())),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => None,
    });
    // A load of what the row before has just stored takes the value from there.
    let stores = compute.stores.iter().map(|s| (Source::Stage(s.stage), s.at()));
    let known: Vec<(Source, Vec<Index>)> = loads.chain(stores).collect();
    let mut same: Vec<bool> = Vec::with_capacity(exprs.len());
    for expr in exprs {
        let mut shared = true;
        for_each_operand(&expr.node, |id| shared &= same[id.0]);
        if let Node::Read { source, index } = &expr.node {
            // Of values, that they may be the same is enough: what they are called in the other row
            // is not known.
            let matches = |(here, there): (&Index, &Index)| match (here, there) {
                (Index::Affine(here), Index::Affine(there)) => {
                    here.substitute_var(row, &next) == *there
                }
                (Index::Value(_), Index::Value(_)) => true,
                _ => false,
            };
            let is_next = |known: &(Source, Vec<Index>)| {
                known.0 == *source && index.iter().zip(&known.1).all(matches)
            };
            shared = shared && known.iter().any(is_next);
            if shared {
                return true;
            }
        }
        same.push(shared);
    }
    false
}
