//! The boundary region of a case: boxes around its interior, in which borders resolve loads.

use super::super::{lower, upper};
use super::CaseBuilder;
use crate::analysis::ends::ends_are_resolvable;
use crate::analysis::interior::InnerBox;
use crate::analysis::regions::simplify_interval;
use crate::analysis::residues::{map_affine, point, resolving_modulus};
use crate::analysis::solve::Solved;
use crate::ir::{Affine, Interval};
use crate::loops::{Access, ComputeId, Stmt};
use crate::schedule::recipe::Loop;

impl CaseBuilder<'_> {
    /// Interior rows with the two ends of the boundary region, then the other boxes of the boundary
    /// region.
    pub(super) fn with_boundary(&mut self, inside: &InnerBox) -> Vec<Stmt> {
        if self.resolves_ends(inside) {
            return self.with_ends(inside);
        }
        let access = if inside.whole { Access::Inside } else { Access::RowsResolved };
        let before = self.lets.len();
        let mut inner = self.full.clone();
        inner[self.lane] = self.name_interior(self.lane, &inside.bounds[self.lane]);
        // Where the ends of a row are others in other rows, each row names its own.
        let ends = match inside.slanted {
            true => self.lets.split_off(before),
            false => Vec::new(),
        };
        self.name_inner_rows(inside, &mut inner);
        if inner == self.full {
            return self.rows(&inner, access);
        }
        let compute = self.border_compute();
        if self.in_order {
            return self.boundary_in_order(&inner, 0, compute);
        }
        let row = self.row_and_ends(&inner, access, compute);
        let mut body = self.around(&inner, [ends.clone(), row].concat());
        if self.has_outer_rows(&inner) {
            let row = match self.boundary_rows && self.resolves_rows() {
                true => {
                    let row = self.row_and_ends(&inner, Access::RowsResolved, compute);
                    [ends, row].concat()
                }
                false => vec![self.serial(self.lane, &self.full[self.lane], compute)],
            };
            body.extend(self.outer_rows(&inner, &row));
        }
        body
    }

    /// Whether vectors resolve the ends of the rows that are loaded, which some reach.
    fn resolves_ends(&self, inside: &InnerBox) -> bool {
        let reached = || {
            let inner = self.interior(self.lane, &inside.bounds[self.lane]);
            inside.slanted || inner != self.full[self.lane]
        };
        let var = self.loops[self.lane];
        let modulus = resolving_modulus(&self.value, var);
        let resolvable = |residue: i64| {
            let at = point(var, modulus, residue);
            let value = map_affine(&self.value, &|a| a.substitute_var(var, &at));
            ends_are_resolvable(self.p, &value, var, &self.partial)
        };
        self.ends && self.resolves_rows() && reached() && (0..modulus).all(resolvable)
    }

    /// Rows from end to end, and the boxes of the boundary region above and below them.
    fn with_ends(&mut self, inside: &InnerBox) -> Vec<Stmt> {
        let mut inner = self.full.clone();
        self.name_inner_rows(inside, &mut inner);
        let access = match inside.whole {
            true => Access::EndsResolved,
            false => Access::RowsAndEndsResolved,
        };
        let mut body = self.rows(&inner, access);
        if self.has_outer_rows(&inner) {
            let full = self.full[self.lane].clone();
            let row = match self.boundary_rows {
                true => self.row(&full, Access::RowsAndEndsResolved),
                false => {
                    let compute = self.border_compute();
                    vec![self.serial(self.lane, &full, compute)]
                }
            };
            body.extend(self.outer_rows(&inner, &row));
        }
        body
    }

    /// Names the interior of all dimensions but that of the lanes; rows that are resolved run
    /// everywhere.
    fn name_inner_rows(&mut self, inside: &InnerBox, inner: &mut [Interval]) {
        let lane = self.lane;
        for d in (0..inner.len()).filter(|d| *d != lane && inside.whole) {
            inner[d] = self.name_interior(d, &inside.bounds[d]);
        }
    }

    /// Whether there are rows outside the interior of the other dimensions.
    fn has_outer_rows(&self, inner: &[Interval]) -> bool {
        (0..inner.len()).any(|d| d != self.lane && inner[d] != self.full[d])
    }

    /// The boxes of those rows, each of which is this one.
    fn outer_rows(&self, inner: &[Interval], row: &[Stmt]) -> Vec<Stmt> {
        let mut body = Vec::new();
        let mut dims = inner.to_vec();
        for d in (0..inner.len()).rev().filter(|d| *d != self.lane) {
            for outside in self.outside(d, &inner[d]) {
                dims[d] = outside;
                body.extend(self.around(&dims, row.to_vec()));
            }
            dims[d] = self.full[d].clone();
        }
        body
    }

    /// Names the first and last interior value of a dimension; the whole interval where the
    /// interior is no smaller.
    fn name_interior(&mut self, d: usize, extra: &[Solved]) -> Interval {
        let both = self.interior(d, extra);
        if both == self.full[d] {
            return both;
        }
        let (first, last) = self.name_ends(d, &both);
        Interval::new(first, last)
    }

    /// The interior of a dimension.
    fn interior(&self, d: usize, extra: &[Solved]) -> Interval {
        let mut both = self.full[d].clone();
        for bound in extra {
            match bound {
                Solved::Lower(e) => both.lo.push(e.clone()),
                Solved::Upper(e) => both.hi.push(e.clone()),
                Solved::Free | Solved::Mixed => {}
            }
        }
        simplify_interval(self.facts, &both)
    }

    /// Names the first and last value of a dimension's interval.
    pub(super) fn name_ends(&mut self, d: usize, interval: &Interval) -> (Affine, Affine) {
        let mut end = |what, bound| {
            let var = self.vars.derived(self.loops[d], what);
            self.lets.push(Stmt::Let { var, value: bound });
            Affine::from(var)
        };
        (end("first", lower(interval)), end("last", upper(interval)))
    }

    /// The parts of a dimension below and above its interior, if that is smaller. They stay
    /// disjoint and complete when the interior is empty, because its first value may exceed the
    /// last by more than one.
    fn outside(&self, d: usize, inner: &Interval) -> Vec<Interval> {
        if *inner == self.full[d] {
            return Vec::new();
        }
        let (first, last) = (&inner.lo[0], &inner.hi[0]);
        let mut below = self.full[d].clone();
        below.hi.push(first.offset(-1));
        let mut above = self.full[d].clone();
        above.lo = vec![first.clone(), last.offset(1)];
        vec![below, above]
    }

    /// The interior and the boundary region in the order of the loops: along each of them what
    /// comes before the interior, the interior, and what comes after it.
    fn boundary_in_order(
        &mut self,
        inner: &[Interval],
        depth: usize,
        border: ComputeId,
    ) -> Vec<Stmt> {
        let Some(&Loop { dim: d, .. }) = self.around.get(depth) else {
            return self.row_and_ends(inner, Access::Inside, border);
        };
        let over = |this: &Self, interval: &Interval, body| this.over(d, interval, body);
        let body = self.boundary_in_order(inner, depth + 1, border);
        let mut stmts = vec![over(self, &inner[d], body)];
        if let [below, above] = &self.outside(d, &inner[d])[..] {
            let row = vec![self.serial(self.lane, &self.full[self.lane], border)];
            let boundary = self.around[depth + 1..].iter().rev();
            let boundary =
                boundary.fold(row, |body, of| vec![self.over(of.dim, &self.full[of.dim], body)]);
            stmts.insert(0, over(self, below, boundary.clone()));
            stmts.push(over(self, above, boundary));
        }
        stmts
    }

    /// The interior of a row with the two ends of the boundary region.
    fn row_and_ends(&mut self, inner: &[Interval], access: Access, border: ComputeId) -> Vec<Stmt> {
        let ends = self.outside(self.lane, &inner[self.lane]);
        let end = |end| self.serial(self.lane, end, border);
        let mut row: Vec<Stmt> = ends.iter().map(end).collect();
        let interior = self.row(&inner[self.lane], access);
        row.splice(row.len() / 2..row.len() / 2, interior);
        row
    }

    /// A box all of whose loads borders resolve.
    pub(super) fn boundary_box(&self, dims: &[Interval], compute: ComputeId) -> Vec<Stmt> {
        let row = vec![self.serial(self.lane, &dims[self.lane], compute)];
        self.around(dims, row)
    }
}
