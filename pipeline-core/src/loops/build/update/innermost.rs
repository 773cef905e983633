//! The innermost loop of an update, and points written out in one step of it.

use super::super::made::Jammed;
use super::{UpdateBuilder, UpdateLoop, UpdatePoint, around, lower, upper};
use crate::analysis::forms::FormKind;
use crate::ir::{Affine, Interval, VarId};
use crate::loops::rewrite::split::{Split, SplitNames, named_end};
use crate::loops::walk::computes_of;
use crate::loops::{Bound, LoopKind, Stmt};
use crate::schedule::recipe::Jam;

/// Values of a quotient.
struct QuotientSteps {
    lo: Vec<Affine>,
    hi: Vec<Affine>,
}

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

    /// The innermost loop with those over planes directly around the lanes, and one over its blocks
    /// if it is cut.
    pub(super) fn innermost_loop(
        &mut self,
        var: VarId,
        points: Vec<UpdatePoint>,
        planes: &[UpdateLoop],
    ) -> (Vec<Stmt>, Option<UpdateLoop>) {
        let dims = self.dims[var.0].clone();
        match self.form(var).map(|f| (f.dim, f.kind)) {
            Some((dim, FormKind::Remainder { shift, modulus, offset })) => {
                let body = match self.recipe.lanes() {
                    Some(_) => self.across(var, &points, (dim, shift, modulus, offset), planes),
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
                let body = UpdateLoop::over(var, &dims, LoopKind::Serial).around(vec![compute]);
                (around(planes, body), blocks)
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
    fn blocks(&mut self, var: VarId, dims: &Interval, size: i64) -> (Interval, Option<UpdateLoop>) {
        let (first, last) = self.ends(var, dims);
        let names = SplitNames::of(&self.name(var));
        let split = Split::new(&mut self.nest.vars, names, (&first, &last), size);
        let lo = Bound::Max(vec![0.into()]);
        let hi = Bound::Min(vec![split.last_block.clone()]);
        self.made.loops.push((super::blocks_of(var), split.block));
        let kind = LoopKind::Serial;
        (split.interval(), Some(UpdateLoop { var: split.block, lo, hi, kind, lets: split.inside }))
    }

    /// Lanes over the remainders of a variable, for one quotient after the other: over all of them,
    /// but at the ends.
    fn across(
        &mut self,
        var: VarId,
        points: &[UpdatePoint],
        (dim, shift, modulus, offset): (usize, Affine, i64, Affine),
        planes: &[UpdateLoop],
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
        let steps = |steps: QuotientSteps, classes: (Vec<Affine>, Vec<Affine>)| {
            let serial = |var, (lo, hi): (Vec<Affine>, Vec<Affine>), body| {
                let (lo, hi) = (Bound::Max(lo), Bound::Min(hi));
                Stmt::For { var, lo, hi, kind: LoopKind::Serial, body }
            };
            let lanes = serial(class, classes, vec![compute.clone()]);
            serial(quotient, (steps.lo, steps.hi), around(planes, vec![lanes]))
        };
        let (begin, end) = (first.add(&shift), last.add(&shift));
        let whole = QuotientSteps {
            lo: vec![begin.ceil_div(modulus)],
            hi: vec![end.offset(1).floor_div(modulus).offset(-1)],
        };
        let of_part =
            || (vec![0.into(), first.sub(&at)], vec![(modulus - 1).into(), last.sub(&at)]);
        let (first_step, last_step) = (begin.floor_div(modulus), end.floor_div(modulus));
        let (whole_first, whole_last) = (whole.lo[0].clone(), whole.hi[0].clone());
        let mut behind = vec![whole_last.offset(1)];
        let mut loops = Vec::new();
        if first_step != whole_first {
            let hi = vec![whole_first.offset(-1), last_step.clone()];
            loops.push(steps(QuotientSteps { lo: vec![first_step], hi }, of_part()));
            // Both ends may be in one step.
            behind.push(whole_first);
        }
        loops.push(steps(whole, (vec![0.into()], vec![(modulus - 1).into()])));
        loops.push(steps(QuotientSteps { lo: behind, hi: vec![last_step] }, of_part()));
        loops
    }

    /// The values of a variable with different remainders in one step: they change different
    /// points.
    fn unrolled(
        &mut self,
        var: VarId,
        points: Vec<UpdatePoint>,
        (shift, modulus): (&Affine, i64),
    ) -> Vec<Stmt> {
        self.made.jams.push(Jammed { var, by: modulus, base: Some(shift.neg()) });
        let compute = self.compute(points);
        let dims = self.dims[var.0].clone();
        UpdateLoop::over(var, &dims, LoopKind::Serial).around(vec![compute])
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
