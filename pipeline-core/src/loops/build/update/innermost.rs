//! The innermost loop of an update, and points written out in one step of it.

use super::form::{Form, FormKind};
use super::{Builder, Loop, Point, Room, lower, upper};
use crate::ir::{Affine, Index, Interval, Source, VarId};
use crate::loops::rewrite::combine::combine;
use crate::loops::rewrite::split::{Split, SplitNames, named_end};
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::{Bound, Compute, LoopKind, Stmt};
use crate::schedule::speed::{JAMMED_UPDATES, MOST_UNROLLED, UPDATE_COLUMNS, UPDATE_ROWS};

impl Builder {
    /// The variable of the innermost loop, which is not among the others: that of the lanes, or the
    /// last one if data say where to store and it is no parallel one.
    pub(super) fn innermost(&self) -> Option<VarId> {
        let last = VarId(self.dims.len() - 1);
        let form_of = |var: VarId| self.forms.iter().find(|f| f.var == var);
        if self.has_data() {
            return match form_of(last).map(|f| &f.kind) {
                None => Some(last),
                Some(FormKind::Remainder { modulus, .. }) if *modulus <= MOST_UNROLLED => {
                    Some(last)
                }
                Some(_) => None,
            };
        }
        let fits = |form: &&Form| {
            let elsewhere = self.points[0].target.iter().enumerate().any(|(d, index)| {
                let mentions = matches!(index, Index::Affine(a) if a.mentions_var(form.var));
                d != form.dim && mentions
            });
            // Lanes go along a dimension by address.
            let folded = matches!(self.room(form.dim), Room::Folded(_));
            let in_turn = match form.kind {
                FormKind::Plain => true,
                FormKind::Quotient { .. } | FormKind::BlockCyclic { .. } => false,
                // Its quotients come one after the other, inside all other loops.
                FormKind::Remainder { .. } => {
                    (form.var.0 + 1..self.dims.len()).all(|v| self.is_plain(VarId(v)))
                }
            };
            !elsewhere && !folded && in_turn
        };
        // Neighbours along the target's last dimension are neighbours in memory.
        self.forms.iter().filter(fits).max_by_key(|f| f.dim).map(|f| f.var)
    }

    /// Whether different values of a variable change different points.
    fn is_plain(&self, var: VarId) -> bool {
        self.forms.iter().any(|f| f.var == var && f.kind == FormKind::Plain)
    }

    /// The innermost loop, and a parallel one that its blocks make if there are no others.
    pub(super) fn innermost_loop(
        &mut self,
        var: VarId,
        points: Vec<Point>,
        alone: bool,
    ) -> (Vec<Stmt>, Option<Loop>) {
        let dims = self.dims[var.0].clone();
        let form = self.forms.iter().find(|f| f.var == var).cloned();
        match form.map(|f| (f.dim, f.kind)) {
            Some((_, FormKind::Plain)) => {
                let compute = self.compute(points);
                let (dims, blocks) = match alone {
                    true => self.blocks(var, &dims),
                    false => (dims, None),
                };
                (Loop::over(var, &dims, LoopKind::Lanes).around(vec![compute]), blocks)
            }
            Some((dim, FormKind::Remainder { shift, modulus, offset })) => {
                let body = match self.has_data() {
                    true => self.unrolled(var, points, (&shift, modulus)),
                    false => self.across(var, &points, (dim, shift, modulus, offset)),
                };
                (body, None)
            }
            _ => {
                let compute = self.compute(points);
                (Loop::over(var, &dims, LoopKind::Serial).around(vec![compute]), None)
            }
        }
    }

    /// Names the first and last value of a variable.
    fn ends(&mut self, var: VarId, dims: &Interval) -> (Affine, Affine) {
        let (vars, lets) = (&mut self.nest.vars, &mut self.lets);
        let mut end = |what: &str, bound: Bound| named_end(vars, lets, (var, what), &bound);
        (end("first", lower(dims)), end("last", upper(dims)))
    }

    /// A variable of lanes cut into blocks that run in parallel.
    fn blocks(&mut self, var: VarId, dims: &Interval) -> (Interval, Option<Loop>) {
        let size = match self.last_index_mentions(var) {
            true => UPDATE_COLUMNS,
            false => UPDATE_ROWS,
        };
        let (first, last) = self.ends(var, dims);
        let names = SplitNames::of(&self.name(var));
        let split = Split::new(&mut self.nest.vars, names, (&first, &last), size);
        let lo = Bound::Max(vec![0.into()]);
        let hi = Bound::Min(vec![split.last_block.clone()]);
        let (dims, var) = (split.interval(), split.block);
        (dims, Some(Loop { var, lo, hi, kind: LoopKind::Parallel, lets: split.inside }))
    }

    /// Whether what is read of other sources lies along a variable.
    fn last_index_mentions(&self, var: VarId) -> bool {
        let mut along = false;
        self.points[0].value.for_each_read(&mut |_, _, source, index| {
            if source != Source::Stage(self.id)
                && let Some(Index::Affine(a)) = index.last()
            {
                along |= a.mentions_var(var);
            }
        });
        along
    }

    /// Lanes over the remainders of a variable, for one quotient after the other.
    fn across(
        &mut self,
        var: VarId,
        points: &[Point],
        (dim, shift, modulus, offset): (usize, Affine, i64, Affine),
    ) -> Vec<Stmt> {
        let (first, last) = self.ends(var, &self.dims[var.0].clone());
        let quotient = self.fresh(format!("{}_{modulus}", self.name(var)));
        let class = self.fresh(format!("{}_mod", self.name(var)));
        let at = Affine::from(quotient).scale(modulus).sub(&shift);
        let value = at.add(&class.into());
        let index = Affine::from(class).add(&offset);
        let points = self.placed(points, var, &value, dim, &index);
        let compute = self.compute(points);
        let lanes = Stmt::For {
            var: class,
            lo: Bound::Max(vec![0.into(), first.sub(&at)]),
            hi: Bound::Min(vec![(modulus - 1).into(), last.sub(&at)]),
            kind: LoopKind::Lanes,
            body: vec![compute],
        };
        vec![Stmt::For {
            var: quotient,
            lo: Bound::Max(vec![first.add(&shift).floor_div(modulus)]),
            hi: Bound::Min(vec![last.add(&shift).floor_div(modulus)]),
            kind: LoopKind::Serial,
            body: vec![lanes],
        }]
    }

    /// The values of a variable with different remainders in one step: they change different
    /// points.
    fn unrolled(
        &mut self,
        var: VarId,
        points: Vec<Point>,
        (shift, modulus): (&Affine, i64),
    ) -> Vec<Stmt> {
        let together = |points: &[Compute], _: Option<VarId>| Some(combine(points));
        let base = Some(shift.neg());
        let rewrite = UnrollJam { by: modulus, skew: 0, base, combine: &together };
        let dims = self.dims[var.0].clone();
        let (lo, hi) = (lower(&dims), upper(&dims));
        let body = vec![self.compute(points)];
        let outer = Unrolled { var, lo: &lo, hi: &hi, kind: LoopKind::Serial };
        rewrite.apply(&mut self.nest, &outer, body)
    }

    /// Whether neighbours along a parallel variable should be updated in turns: where data say
    /// where, consecutive updates are often to the same place and wait for each other, and those of
    /// a neighbour are elsewhere.
    pub(super) fn jams(&self, innermost: Option<VarId>, serial: &[Loop]) -> bool {
        let serial = match innermost {
            Some(var) => self.forms.iter().all(|f| f.var != var),
            None => !serial.is_empty(),
        };
        let plain = |f: &Form| f.kind == FormKind::Plain;
        self.has_data() && serial && self.forms.iter().any(plain)
    }

    /// Whether several neighbouring values of a parallel variable have places of their own.
    pub(super) fn has_room(&self, var: VarId) -> bool {
        let folded = |f: &Form| match self.room(f.dim) {
            Room::Folded(places) => places < JAMMED_UPDATES,
            Room::Whole | Room::Part => false,
        };
        !self.forms.iter().any(|f| f.var == var && folded(f))
    }

    /// A parallel loop, several of its values at a time and those left over one by one.
    pub(super) fn jammed(
        &mut self,
        outer: &Loop,
        innermost: Option<VarId>,
        serial: &[Loop],
        points: Vec<Point>,
    ) -> Vec<Stmt> {
        let together = |points: &[Compute], _: Option<VarId>| Some(combine(points));
        let rewrite = UnrollJam { by: JAMMED_UPDATES, skew: 0, base: None, combine: &together };
        let (body, _) = self.inner(innermost, serial, points, false);
        let outer = Unrolled { var: outer.var, lo: &outer.lo, hi: &outer.hi, kind: outer.kind };
        rewrite.apply(&mut self.nest, &outer, body)
    }
}
