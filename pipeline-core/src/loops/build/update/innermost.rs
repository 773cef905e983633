//! The innermost loop of an update, and points written out in one step of it.

use super::super::made::Jammed;
use super::{Loop, Point, UpdateBuilder, lower, upper};
use crate::analysis::forms::FormKind;
use crate::ir::{Affine, Interval, VarId};
use crate::loops::rewrite::split::{Split, SplitNames, named_end};
use crate::loops::walk::computes_of;
use crate::loops::{Bound, LoopKind, Stmt};
use crate::schedule::recipe::Jam;

impl UpdateBuilder<'_> {
    /// The variable of the innermost loop, which is not among the others: of the lanes, or one
    /// whose values are written out in one step.
    pub(super) fn innermost(&self) -> Option<VarId> {
        let unrolled = || {
            let jam = self.recipe.unrolled().next()?;
            let form = self.form(VarId(jam.dim))?;
            matches!(form.kind, FormKind::Remainder { .. }).then_some(jam.dim)
        };
        self.recipe.lanes().map(|lanes| lanes.dim).or_else(unrolled).map(VarId)
    }

    /// The innermost loop, and one over its blocks if it is cut.
    pub(super) fn innermost_loop(
        &mut self,
        var: VarId,
        points: Vec<Point>,
    ) -> (Vec<Stmt>, Option<Loop>) {
        let dims = self.dims[var.0].clone();
        match self.form(var).map(|f| (f.dim, f.kind)) {
            Some((dim, FormKind::Remainder { shift, modulus, offset })) => {
                let body = match self.recipe.lanes() {
                    Some(_) => self.across(var, &points, (dim, shift, modulus, offset)),
                    None => self.unrolled(var, points, (&shift, modulus)),
                };
                (body, None)
            }
            None
            | Some((
                _,
                FormKind::Plain | FormKind::Quotient { .. } | FormKind::BlockCyclic { .. },
            )) => {
                let compute = self.compute(points);
                let (dims, blocks) = match self.recipe.split(var.0) {
                    Some(by) => self.blocks(var, &dims, by),
                    None => (dims, None),
                };
                self.in_lanes(&compute);
                (Loop::over(var, &dims, LoopKind::Serial).around(vec![compute]), blocks)
            }
        }
    }

    /// Notes that the loop around a compute is to run in lanes.
    fn in_lanes(&mut self, compute: &Stmt) {
        self.made.lanes.extend(computes_of(std::slice::from_ref(compute)));
    }

    /// Names the first and last value of a variable.
    fn ends(&mut self, var: VarId, dims: &Interval) -> (Affine, Affine) {
        let (vars, lets) = (&mut self.nest.vars, &mut self.lets);
        let mut end = |what: &str, bound: Bound| named_end(vars, lets, (var, what), &bound);
        (end("first", lower(dims)), end("last", upper(dims)))
    }

    /// A variable of lanes cut into blocks.
    fn blocks(&mut self, var: VarId, dims: &Interval, size: i64) -> (Interval, Option<Loop>) {
        let (first, last) = self.ends(var, dims);
        let names = SplitNames::of(&self.name(var));
        let split = Split::new(&mut self.nest.vars, names, (&first, &last), size);
        let lo = Bound::Max(vec![0.into()]);
        let hi = Bound::Min(vec![split.last_block.clone()]);
        self.made.loops.push((super::blocks_of(var), split.block));
        let kind = LoopKind::Serial;
        (split.interval(), Some(Loop { var: split.block, lo, hi, kind, lets: split.inside }))
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
        self.in_lanes(&compute);
        let lanes = Stmt::For {
            var: class,
            lo: Bound::Max(vec![0.into(), first.sub(&at)]),
            hi: Bound::Min(vec![(modulus - 1).into(), last.sub(&at)]),
            kind: LoopKind::Serial,
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
        self.made.jams.push(Jammed { var, by: modulus, base: Some(shift.neg()) });
        let compute = self.compute(points);
        let dims = self.dims[var.0].clone();
        Loop::over(var, &dims, LoopKind::Serial).around(vec![compute])
    }

    /// Notes that several values of a loop around others are to run at a time, if the recipe says
    /// so.
    pub(super) fn jam(&mut self) {
        let innermost = self.innermost();
        let jams = self.recipe.unrolled().filter(|jam| innermost != Some(VarId(jam.dim)));
        let jammed = |jam: Jam| Jammed { var: VarId(jam.dim), by: jam.by, base: None };
        self.made.jams.extend(jams.map(jammed));
    }
}
