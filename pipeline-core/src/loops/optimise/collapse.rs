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

use crate::ir::{Source, VarId};
use crate::loops::collapse::CollapsedRow;
use crate::loops::walk::{Effects, computes_of, for_each_stmt, with_body};
use crate::loops::{Bound, Compute, ComputeId, LoopKind, LoopNest, Stmt, may_rewrite};

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
        let is_row = |stmt: &Stmt| self.is_row(var, [&lo, &hi], stmt);
        let over = |kind, body| Stmt::For { var, lo: lo.clone(), hi: hi.clone(), kind, body };
        if !body.iter().any(is_row) || !self.may_be_apart(&body) {
            return vec![over(LoopKind::Serial, self.list(body))];
        }
        let parts = body.chunk_by(|a, b| !is_row(a) && !is_row(b));
        let loops = parts.map(|part| match part {
            [row] if is_row(row) => over(LoopKind::Collapsed, vec![row.clone()]),
            others => over(LoopKind::Serial, self.list(others.to_vec())),
        });
        loops.collect()
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
    fn may_be_apart(&self, stmts: &[Stmt]) -> bool {
        let effects: Vec<Effects> =
            stmts.iter().map(|s| Effects::of(std::slice::from_ref(s), self.computes)).collect();
        let overtakes = |(i, earlier): (usize, &Effects)| {
            let stored = |source: Source| effects[i + 1..].iter().any(|e| e.stores_to(source));
            earlier.loads.iter().any(|load| stored(load.0))
        };
        let lets = stmts.iter().any(|s| matches!(s, Stmt::Let { .. }));
        !lets && !effects.iter().enumerate().any(overtakes)
    }
}
