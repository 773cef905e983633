//! Loops over a short innermost dimension become one with the lanes loop inside them.
//!
//! ```text
//! for c in 0..=2 { for x in 0..=0: #0   lanes for x in 1..=b: #1 }
//!
//! for c in 0..=2 { for x in 0..=0: #0 }
//! collapsed for c in 0..=2 { lanes for x in 1..=b: #1 }
//! ```
//!
//! Where a lanes loop goes along few planes of a pixel, and a loop over pixels is around it,
//! vectors go along the pixels instead, of which all planes are one row:
//!
//! ```text
//! for x in a..=b { lanes for k in 0..=10: #2 }
//!
//! collapsed for k in 0..=10 { lanes for x in a..=b: #2 }
//! ```

use crate::ir::{Affine, Index, Interval, Source, VarId};
use crate::loops::collapse::CollapsedRow;
use crate::loops::walk::{computes_of, defines, for_each_stmt, mentions, with_body};
use crate::loops::{Bound, Compute, ComputeId, Hold, LoopKind, LoopNest, Stmt, Store, may_rewrite};
use std::slice::from_ref;

/// Marks the loops of which a row may run as one, and takes other statements out of them.
pub fn collapse_rows(mut loops: LoopNest) -> LoopNest {
    for i in 0..loops.nests.len() {
        if may_rewrite(&loops.stages, &loops.nests[i]) {
            let body = std::mem::take(&mut loops.nests[i].body);
            let mut pass = CollapsePass {
                loops: &loops,
                computes: &loops.nests[i].computes,
                turned: Vec::new(),
            };
            pass.turned = pass.turned(&body);
            loops.nests[i].body = pass.list(body);
        }
    }
    loops
}

struct CollapsePass<'a> {
    loops: &'a LoopNest,
    computes: &'a [Compute],
    /// Those whose vectors go along pixels instead of planes.
    turned: Vec<ComputeId>,
}

impl CollapsePass<'_> {
    fn list(&self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        stmts.into_iter().flat_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&self, stmt: Stmt) -> Vec<Stmt> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt else {
            return vec![with_body(stmt, |body| self.list(body))];
        };
        if let [lanes] = body.as_slice()
            && let Some((compute, row)) = self.pixels(var, [&lo, &hi], lanes)
            && self.turned.contains(&compute)
        {
            return vec![row];
        }
        let (lets, rest) = body.split_at(body.iter().take_while(|s| is_let(s)).count());
        let is_row = |stmt: &Stmt| {
            self.is_row(var, [&lo, &hi], stmt) && self.lets_of(lets, from_ref(stmt)).is_empty()
        };
        let over = |kind, body| Stmt::For { var, lo: lo.clone(), hi: hi.clone(), kind, body };
        let apart = |short: ShortLoop| self.may_be_apart(&short, rest);
        if !rest.iter().any(is_row) || !ShortLoop::of(var, &lo, &hi).is_some_and(apart) {
            return vec![over(LoopKind::Serial, self.list(body))];
        }
        let parts = rest.chunk_by(|a, b| !is_row(a) && !is_row(b));
        let loops = parts.map(|part| match part {
            [row] if is_row(row) => over(LoopKind::Collapsed, vec![row.clone()]),
            others => {
                let mut body = self.lets_of(lets, others);
                body.extend(self.list(others.to_vec()));
                over(LoopKind::Serial, body)
            }
        });
        loops.collect()
    }

    /// Those of the `let`s that statements behind them need.
    fn lets_of(&self, lets: &[Stmt], stmts: &[Stmt]) -> Vec<Stmt> {
        let mut needed: Vec<Stmt> = Vec::new();
        for of in lets.iter().rev() {
            let used =
                |var| mentions(stmts, self.computes, var) || mentions(&needed, self.computes, var);
            if defines(of).is_some_and(used) {
                needed.push(of.clone());
            }
        }
        needed.reverse();
        needed
    }

    /// Whether a statement in a loop over a variable may run as one row.
    fn is_row(&self, var: VarId, ends: [&Bound; 2], stmt: &Stmt) -> bool {
        CollapsedRow::within(var, ends, stmt).is_some_and(|row| {
            row.is_one(&self.computes[row.compute.0], |source| self.loops.buffer(source))
        })
    }

    /// The computes that run only where vectors of a pixel's planes may become vectors of pixels:
    /// all vectors of a compute go along one variable.
    fn turned(&self, stmts: &[Stmt]) -> Vec<ComputeId> {
        let all = computes_of(stmts);
        let mut found = Vec::new();
        for_each_stmt(stmts, &mut |stmt| {
            if let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt
                && let [lanes] = body.as_slice()
            {
                found.extend(self.pixels(*var, [lo, hi], lanes).map(|(compute, _)| compute));
            }
        });
        let times = |ids: &[ComputeId], id: ComputeId| ids.iter().filter(|i| **i == id).count();
        let only = |id: &ComputeId| times(&found, *id) == times(&all, *id);
        found.iter().copied().filter(only).collect()
    }

    /// Vectors of a pixel's planes in a loop over pixels as vectors of pixels in a loop over
    /// planes, where these may run as one row.
    fn pixels(
        &self,
        pixel: VarId,
        [lo, hi]: [&Bound; 2],
        planes: &Stmt,
    ) -> Option<(ComputeId, Stmt)> {
        let Stmt::For { var, lo: first, hi: last, kind: LoopKind::Lanes(None), body } = planes
        else {
            return None;
        };
        let over = |var, lo: &Bound, hi: &Bound, kind, body| {
            let (lo, hi) = (lo.clone(), hi.clone());
            Stmt::For { var, lo, hi, kind, body }
        };
        let lanes = over(pixel, lo, hi, LoopKind::Lanes(None), body.clone());
        let turned = over(*var, first, last, LoopKind::Collapsed, vec![lanes]);
        let row = CollapsedRow::of(&turned)?;
        let (id, compute) = (row.compute, &self.computes[row.compute.0]);
        let one = !compute.reads_what_it_stores()
            && row.is_one(compute, |source| self.loops.buffer(source));
        one.then_some((id, turned))
    }

    /// Whether each statement of a loop may run for all of its iterations before the next one does:
    /// it then still loads what it loaded before.
    fn may_be_apart(&self, short: &ShortLoop, stmts: &[Stmt]) -> bool {
        let accesses: Vec<ShortAccesses> = stmts.iter().map(|s| self.accesses(short, s)).collect();
        let overtakes = |(i, earlier): (usize, &ShortAccesses)| {
            let mut stores = accesses[i + 1..].iter().flat_map(|later| &later.stores);
            stores.any(|store| earlier.loads.iter().any(|load| load.meets_in_others(store)))
        };
        !stmts.iter().any(is_let) && !accesses.iter().enumerate().any(overtakes)
    }

    /// What a statement of a loop loads and stores.
    fn accesses(&self, short: &ShortLoop, stmt: &Stmt) -> ShortAccesses {
        let mut accesses = ShortAccesses::default();
        for_each_stmt(from_ref(stmt), &mut |stmt| match stmt {
            Stmt::Compute(id) => {
                let compute = &self.computes[id.0];
                compute.value.for_each_read(&mut |_, _, source, index| {
                    accesses.loads.push(self.access(short, source, index));
                });
                let stored = |s: &Store| self.access(short, Source::Stage(s.stage), &s.at());
                accesses.stores.extend(compute.stores.iter().map(stored));
            }
            Stmt::Copy(copy) => {
                accesses.loads.push(self.access(short, copy.from, &[]));
                accesses.stores.push(self.access(short, Source::Stage(copy.to), &[]));
            }
            Stmt::Let { .. } | Stmt::When { .. } | Stmt::For { .. } | Stmt::Scratch { .. } => {}
        });
        accesses
    }

    /// An access in a loop, by what it loads or stores and where.
    fn access(&self, short: &ShortLoop, source: Source, index: &[Index]) -> ShortAccess {
        let buffer = self.loops.buffer(source);
        let follows = |(dim, index): (usize, &Index)| {
            let Index::Affine(index) = index else { return None };
            let offset = index.sub(&short.var.into()).as_constant()?;
            let unfolded = matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
            (unfolded && short.is_within(&buffer.domain.0[dim], offset)).then_some(offset)
        };
        ShortAccess { source, follows: index.iter().enumerate().map(follows).collect() }
    }
}

/// A loop over a short dimension.
struct ShortLoop {
    /// The variable.
    var: VarId,
    /// Its first value.
    first: i64,
    /// Its last value.
    last: i64,
}

impl ShortLoop {
    fn of(var: VarId, lo: &Bound, hi: &Bound) -> Option<ShortLoop> {
        let ([first], [last]) = (lo.list(), hi.list()) else { return None };
        Some(ShortLoop { var, first: first.as_constant()?, last: last.as_constant()? })
    }

    /// Whether all coordinates at a distance from its variable are in an interval, at any sizes.
    fn is_within(&self, interval: &Interval, offset: i64) -> bool {
        let behind = |lo: &Affine| lo.as_constant().is_some_and(|lo| lo <= self.first + offset);
        let before = |hi: &Affine| hi.as_constant().is_some_and(|hi| self.last + offset <= hi);
        interval.lo.iter().all(behind) && interval.hi.iter().all(before)
    }
}

/// What a statement of a short loop loads and stores.
#[derive(Default)]
struct ShortAccesses {
    loads: Vec<ShortAccess>,
    stores: Vec<ShortAccess>,
}

/// An access of a short loop.
struct ShortAccess {
    source: Source,
    /// By dimension, how far from the loop's variable its coordinate is, where that says which of
    /// the coordinates that are there: it is none that a border resolves, or that shares its place.
    follows: Vec<Option<i64>>,
}

impl ShortAccess {
    /// Whether another access may be to the same point in another iteration.
    fn meets_in_others(&self, other: &ShortAccess) -> bool {
        let apart = |(a, b): (&Option<i64>, &Option<i64>)| a.is_some() && a == b;
        self.source == other.source && !self.follows.iter().zip(&other.follows).any(apart)
    }
}

fn is_let(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Let { .. })
}
