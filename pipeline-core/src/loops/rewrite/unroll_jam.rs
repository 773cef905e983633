//! Unroll-and-jam: several iterations of a loop run together, down to one compute for all of them.
//!
//! ```text
//! for y in a..=b { for x in c..=d: s(y, x) }
//!
//! for y_block in 0..=(b - a + 1)/2 - 1 {
//!   let y_at = a + 2*y_block
//!   for x in c..=d: s(y_at, x), s(y_at + 1, x)
//! }
//! for y in max(a, a + 2*((b - a + 1)/2))..=b { for x in c..=d: s(y, x) }
//! ```
//!
//! With a skew of 1, each row is one point behind the row above it: where `s(y, x)` needs
//! `s(y - 1, x)` and `s(y, x - 1)`, none of the points that are computed together waits for
//! another one. Four rows:
//!
//! ```text
//! for y in y_at..=y_at + 2 { for x: the points above the slanted front }
//! for x { s(y_at, x), s(y_at + 1, x - 1), s(y_at + 2, x - 2), s(y_at + 3, x - 3) }
//! for y in y_at..=y_at + 3 { for x: the points behind it }
//! ```
//!
//! Legal where no two accesses of a block of iterations that come in another order than before are
//! to one place, one of them storing. That is asked of the dependence test (`order`) when [all of a
//! loop](UnrollJam::apply) is rewritten. Who takes [statements](UnrollJam::jam) by themselves has
//! to know it.

use super::split::named_end;
use crate::ir::{Affine, VarId};
use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::{LoopAt, Race};
use crate::loops::walk::{for_each_affine, map_compute, substitute};
use crate::loops::{Bound, Compute, ComputeId, LoopKind, Nest, Stmt};
use order::JamBlock;

mod order;

/// One compute for several, or none.
pub type Combine<'a> = dyn Fn(&[Compute], Option<VarId>) -> Option<Compute> + 'a;

/// How several iterations of a loop run together.
pub struct UnrollJam<'a> {
    /// How many.
    pub by: i64,
    /// How many points of the innermost loop each iteration is behind the one before it.
    pub skew: i64,
    /// The loop's values `base + by*n` come first in a block; without it, blocks begin at the
    /// loop's first value.
    pub base: Option<Affine>,
    /// One compute for the given ones, one an iteration, in a loop over the variable; `None` if
    /// they had better run one after the other.
    pub combine: &'a Combine<'a>,
}

/// A loop to be unrolled.
pub struct Unrolled<'a> {
    /// Its variable.
    pub var: VarId,
    /// Its first value.
    pub lo: &'a Bound,
    /// Its last value.
    pub hi: &'a Bound,
    /// How it runs.
    pub kind: LoopKind,
}

impl Unrolled<'_> {
    fn over(&self, lo: Vec<Affine>, hi: Vec<Affine>, body: Vec<Stmt>) -> Stmt {
        let (lo, hi) = (Bound::Max(lo), Bound::Min(hi));
        Stmt::For { var: self.var, lo, hi, kind: self.kind, body }
    }
}

/// The variables of a block of iterations.
pub struct IterationBlock {
    /// Its number.
    number: VarId,
    /// Its first iteration.
    pub at: Affine,
    /// What the first iteration is called, if it is named.
    named: Option<VarId>,
}

impl UnrollJam<'_> {
    /// The loop with this body in blocks of iterations that run together, and the iterations that
    /// fill no block. Statements that do not combine run iteration by iteration in a block.
    ///
    /// # Errors
    /// Two accesses of a block that may be to one place and would come in another order.
    pub fn apply(
        &self,
        nest: &mut Nest,
        setting: NestSetting<'_>,
        outer: &Unrolled<'_>,
        body: Vec<Stmt>,
    ) -> Result<Vec<Stmt>, Box<Race>> {
        let block = self.block(nest, outer.var);
        let jam = |stmt| self.jam(nest, stmt, outer.var, &block.at);
        let together: Vec<Option<Vec<Stmt>>> = body.iter().map(jam).collect();
        let is_jammed: Vec<bool> = together.iter().map(Option::is_some).collect();
        let (computes, var) = (&nest.computes, outer.var);
        let of = LoopAt { setting, computes, around: &[], var, in_lanes: false };
        if let Some(race) =
            (JamBlock { of, at: &block.at, by: self.by, skew: self.skew }).race(&body, &is_jammed)
        {
            return Err(Box::new(race));
        }
        let jammed = together.into_iter().zip(&body).flat_map(|(together, stmt)| {
            together.unwrap_or_else(|| vec![self.serially(outer.var, &block.at, stmt)])
        });
        let jammed = jammed.collect();
        Ok(self.in_blocks(nest, outer, block, jammed, body))
    }

    /// The variables of a block of a loop's iterations.
    pub fn block(&self, nest: &mut Nest, var: VarId) -> IterationBlock {
        let number = nest.vars.derived(var, "block");
        match &self.base {
            Some(base) => {
                let at = base.add_scaled(&number.into(), self.by);
                IterationBlock { number, at, named: None }
            }
            None => {
                let at = nest.vars.derived(var, "at");
                IterationBlock { number, at: at.into(), named: Some(at) }
            }
        }
    }

    /// The loops over blocks and over what is left, with the statements of each.
    pub fn in_blocks(
        &self,
        nest: &mut Nest,
        outer: &Unrolled<'_>,
        block: IterationBlock,
        jammed: Vec<Stmt>,
        single: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut end =
            |what: &str, bound| named_end(&mut nest.vars, &mut stmts, (outer.var, what), bound);
        let (first, last) = (end("from", outer.lo), end("to", outer.hi));
        let base = self.base.clone().unwrap_or_else(|| first.clone());
        let start = |block: &Affine| base.add_scaled(block, self.by);
        let from = first.sub(&base).ceil_div(self.by);
        let to = last.sub(&base).offset(1).floor_div(self.by).offset(-1);
        if self.base.is_some() {
            let before = vec![last.clone(), start(&from).offset(-1)];
            stmts.push(outer.over(vec![first.clone()], before, single.clone()));
        }
        let value = Bound::Max(vec![start(&block.number.into())]);
        let named = block.named.map(|var| Stmt::Let { var, value });
        stmts.push(Stmt::For {
            var: block.number,
            lo: Bound::Max(vec![from.clone()]),
            hi: Bound::Min(vec![to.clone()]),
            kind: outer.kind,
            body: named.into_iter().chain(jammed).collect(),
        });
        // Of an empty loop there may be less than no blocks.
        let rest = vec![start(&from), start(&to.offset(1))];
        stmts.push(outer.over(rest, vec![last], single));
        stmts
    }

    /// A statement for the iterations from `at` on, if its computes combine.
    pub fn jam(&self, nest: &mut Nest, stmt: &Stmt, var: VarId, at: &Affine) -> Option<Vec<Stmt>> {
        match stmt {
            Stmt::Compute(id) if self.skew == 0 => {
                Some(vec![Stmt::Compute(self.together(nest, *id, (var, at), None)?)])
            }
            Stmt::For { var: inner, lo, hi, body, .. } if self.skew != 0 => match body[..] {
                [Stmt::Compute(id)] if !mentions(stmt, var) && lo.list() != hi.list() => {
                    self.slanted(nest, (var, at), (*inner, lo, hi), id)
                }
                _ => None,
            },
            Stmt::For { var: inner, lo, hi, kind, body } if !mentions(stmt, var) => {
                let inside = match body[..] {
                    [Stmt::Compute(id)] => {
                        vec![Stmt::Compute(self.together(nest, id, (var, at), Some(*inner))?)]
                    }
                    _ => {
                        let one = |stmt| self.jam(nest, stmt, var, at);
                        body.iter().map(one).collect::<Option<Vec<_>>>()?.concat()
                    }
                };
                let (lo, hi) = (lo.clone(), hi.clone());
                Some(vec![Stmt::For { var: *inner, lo, hi, kind: *kind, body: inside }])
            }
            Stmt::Let { .. } if !mentions(stmt, var) => Some(vec![stmt.clone()]),
            Stmt::Let { .. }
            | Stmt::When { .. }
            | Stmt::For { .. }
            | Stmt::Scratch { .. }
            | Stmt::Copy(_)
            | Stmt::Compute(_) => None,
        }
    }

    /// The compute for all iterations from `at` on, the innermost loop being over `inner`.
    fn together(
        &self,
        nest: &mut Nest,
        id: ComputeId,
        (var, at): (VarId, &Affine),
        inner: Option<VarId>,
    ) -> Option<ComputeId> {
        let compute = &nest.computes[id.0];
        let iteration = |i: i64| {
            let row = at.offset(i);
            let moved = |v: VarId| match v {
                v if v == var => Some(row.clone()),
                v if Some(v) == inner && self.skew != 0 => {
                    Some(Affine::from(v).offset(-self.skew * i))
                }
                _ => None,
            };
            map_compute(compute, &|a| substitute(a, &moved))
        };
        let iterations: Vec<Compute> = (0..self.by).map(iteration).collect();
        let combined = (self.combine)(&iterations, inner)?;
        nest.computes.push(combined);
        Some(ComputeId(nest.computes.len() - 1))
    }

    /// The points of the innermost loop of a block of iterations, along a slanted front.
    fn slanted(
        &self,
        nest: &mut Nest,
        (var, at): (VarId, &Affine),
        (x, lo, hi): (VarId, &Bound, &Bound),
        id: ComputeId,
    ) -> Option<Vec<Stmt>> {
        let together = vec![Stmt::Compute(self.together(nest, id, (var, at), Some(x))?)];
        let mut stmts = Vec::new();
        let mut end = |what: &str, bound| named_end(&mut nest.vars, &mut stmts, (x, what), bound);
        let (left, right) = (end("left", lo), end("right", hi));
        let points = |lo, hi, body| {
            let (lo, hi) = (Bound::Max(lo), Bound::Min(hi));
            Stmt::For { var: x, lo, hi, kind: LoopKind::Serial, body }
        };
        let one = vec![Stmt::Compute(id)];
        // Iteration `var` is so many points behind the first one.
        let behind = Affine::from(var).sub(at).scale(self.skew);
        let first = left.offset(self.skew * (self.by - 1));
        let front = points(
            vec![left.clone()],
            vec![first.offset(-1).sub(&behind), right.clone()],
            one.clone(),
        );
        let back = points(
            vec![first.sub(&behind), right.offset(1).sub(&behind)],
            vec![right.clone()],
            one,
        );
        stmts.push(iterations(var, at, self.by - 1, front));
        stmts.push(points(vec![first], vec![right], together));
        stmts.push(iterations(var, at, self.by, back));
        Some(stmts)
    }

    /// A statement for the iterations of a block, one after the other.
    pub fn serially(&self, var: VarId, at: &Affine, stmt: &Stmt) -> Stmt {
        iterations(var, at, self.by, stmt.clone())
    }
}

/// A loop over the first so many iterations of a block.
fn iterations(var: VarId, at: &Affine, count: i64, stmt: Stmt) -> Stmt {
    Stmt::For {
        var,
        lo: Bound::Max(vec![at.clone()]),
        hi: Bound::Min(vec![at.offset(count - 1)]),
        kind: LoopKind::Serial,
        body: vec![stmt],
    }
}

/// Whether the bounds or the value of a statement itself depend on a variable.
fn mentions(stmt: &Stmt, var: VarId) -> bool {
    let mut found = false;
    for_each_affine(stmt, &mut |a| found |= a.mentions_var(var));
    found
}
