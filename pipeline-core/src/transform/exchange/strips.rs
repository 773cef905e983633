//! Strips: the points at one edge of a stage, as a stage of their own.
//!
//! ```text
//! b(x) = f(a(x))          border b = repeat; the border of a is another
//!
//! b(-1) needs a(n - 1), and a tile at the one edge has not got what is at the other one:
//!
//! b(x in -1..=n) = f(a(x))              where 0 <= x and x <= n - 1
//!                  f(a_x_last(x + n))   where x <= -1
//!                  f(a_x_first(x - n))  where x >= n
//! ```
//!
//! A strip has the definition and the border of its stage, on the part of its domain that is read.
//! What it reads of other stages it reads of strips of these, so that all of them can stay in
//! tiles. Where a stage is narrower than a strip, the strip is the stage.

use super::margins::{WIDEST, for_each_read_of};
use super::shifts::ends;
use crate::analysis::integer::Facts;
use crate::analysis::scope::Scope;
use crate::analysis::shortfall::shortfall;
use crate::analysis::solve::{Direction, direction};
use crate::ir::{Affine, Atom, Border, Index, Interval, Pipeline, Source, StageId, VarId};
use crate::transform::names;
use std::collections::BTreeMap;

/// An edge of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Last,
}

/// The points at an edge of a stage.
#[derive(Clone, Debug)]
struct Strip {
    of: StageId,
    dim: usize,
    side: Side,
    /// The periodic stage that needs it.
    by: StageId,
}

/// The strips of a pipeline; their stages come after all others.
#[derive(Clone, Debug)]
pub(super) struct EdgeStrips {
    stages: usize,
    all: Vec<Strip>,
}

impl EdgeStrips {
    /// None of a pipeline of so many stages.
    pub(super) fn none(stages: usize) -> EdgeStrips {
        EdgeStrips { stages, all: Vec::new() }
    }

    /// The stage of a strip, for a periodic stage that needs it.
    pub(super) fn strip(&mut self, of: StageId, dim: usize, side: Side, by: StageId) -> StageId {
        let same = |s: &Strip| (s.of, s.dim, s.side) == (of, dim, side);
        let known = self.all.iter().position(same);
        let at = known.unwrap_or_else(|| {
            self.all.push(Strip { of, dim, side, by });
            self.all.len() - 1
        });
        StageId(self.stages + at)
    }

    /// Adds the stages of new strips to a pipeline that was `before`; each has its whole domain.
    pub(super) fn enter(&self, p: &mut Pipeline, before: &Pipeline) {
        for strip in &self.all[p.stages.len() - self.stages..] {
            let mut stage = before.stages[strip.of.0].clone();
            let var = stage.vars[strip.dim].clone();
            let last = strip.side == Side::Last;
            stage.name = names::strip(p, &stage.name, &var, last);
            p.stages.push(stage);
        }
    }

    /// Gives the strips of sources the borders that these were given: a stage that continues itself
    /// along one dimension and has strips along another reads its strips beyond their edges.
    pub(super) fn continue_periodically(
        &self,
        p: &mut Pipeline,
        given: &BTreeMap<StageId, Border>,
    ) {
        for (at, strip) in self.all.iter().enumerate() {
            let border = &mut p.stages[self.stages + at].border;
            *border = border.take().or_else(|| given.get(&strip.of).cloned());
        }
    }

    /// Restricts each strip to what is read of it, and has strips read strips. The order has
    /// producers first.
    ///
    /// # Errors
    /// A periodic stage for which that is not possible.
    pub(super) fn narrow(
        mut self,
        p: &mut Pipeline,
        before: &Pipeline,
        facts: &Facts,
        order: &[StageId],
    ) -> Result<(), StageId> {
        let place = |strip: &Strip| order.iter().position(|s| *s == strip.of);
        let mut open: Vec<usize> = (0..self.all.len()).collect();
        // What reads a strip comes before it.
        while let Some(next) = open.iter().copied().max_by_key(|i| place(&self.all[*i])) {
            open.retain(|i| *i != next);
            let strip = self.all[next].clone();
            let id = StageId(self.stages + next);
            narrowed(p, facts, id, &strip).ok_or(strip.by)?;
            let count = self.all.len();
            self.continue_in(p, before, facts, (id, &strip));
            self.enter(p, before);
            open.extend(count..self.all.len());
        }
        Ok(())
    }

    /// Has a strip read strips of its sources, where these are at the same edge.
    fn continue_in(
        &mut self,
        p: &mut Pipeline,
        before: &Pipeline,
        facts: &Facts,
        (id, strip): (StageId, &Strip),
    ) {
        let var = VarId(strip.dim);
        let mut sources: Vec<StageId> = Vec::new();
        for block in p.stages[id.0].blocks() {
            block.for_each_read(&mut |_, _, source, _| match source {
                Source::Stage(s) if s.0 < self.stages && !sources.contains(&s) => sources.push(s),
                Source::Stage(_) | Source::Input(_) => {}
            });
        }
        for source in sources {
            let of = &before.stages[source.0];
            let periodic = of.border.as_ref().is_some_and(|b| b.mode.is_periodic());
            if periodic || of.is_ordered(source) {
                continue;
            }
            let Some(dim) = followed(p, id, source, var) else { continue };
            let read = Strip { of: source, dim, ..strip.clone() };
            let own = |reader: StageId| reader == id;
            if width(p, facts, (source, &read), &own).is_none() {
                continue;
            }
            let to = self.strip(source, dim, strip.side, strip.by);
            let mut near = |of, _: &[Index]| match of == Source::Stage(source) {
                true => Source::Stage(to),
                false => of,
            };
            p.stages[id.0].blocks_mut().for_each(|block| block.redirect(&mut near));
        }
    }
}

/// The dimension of a source whose coordinate rises with a variable of a stage, in all reads of it.
fn followed(p: &Pipeline, id: StageId, source: StageId, var: VarId) -> Option<usize> {
    let (mut dims, mut known) = (Vec::new(), true);
    for block in p.stages[id.0].blocks() {
        block.for_each_read(&mut |_, _, of, index| {
            if of != Source::Stage(source) {
                return;
            }
            let rises = |i: &Index| match i {
                Index::Affine(a) => direction(a, &Atom::Var(var)) == Direction::Rising,
                Index::Value(_) => false,
            };
            let mut rising = (0..index.len()).filter(|d| rises(&index[*d]));
            match (rising.next(), rising.next()) {
                (Some(dim), None) => dims.push(dim),
                _ => known = false,
            }
        });
    }
    let dim = *dims.first()?;
    (known && dims.iter().all(|d| *d == dim)).then_some(dim)
}

/// Restricts the domain of a strip's stage.
fn narrowed(p: &mut Pipeline, facts: &Facts, id: StageId, strip: &Strip) -> Option<()> {
    let width = width(p, facts, (id, strip), &|_| true)?;
    let Interval { lo, hi } = &mut p.stages[id.0].domain.0[strip.dim];
    match strip.side {
        Side::First => hi.push(lo[0].offset(width)),
        Side::Last => lo.push(hi[0].offset(-width)),
    }
    Some(())
}

/// How far from an edge of a stage the points are that some stages read of it, and those to which
/// its border redirects what they read beyond it: a mirror as far inside as the read is outside.
/// `None` if that is no constant, or a border would redirect to another edge.
fn width(
    p: &Pipeline,
    facts: &Facts,
    (id, strip): (StageId, &Strip),
    by: &dyn Fn(StageId) -> bool,
) -> Option<i64> {
    let stage = &p.stages[id.0];
    let (lo, hi) = ends(&stage.domain.0[strip.dim])?;
    let periodic = stage.border.as_ref().is_some_and(|b| b.mode.is_periodic());
    let mut most = Some(0);
    let mut look = |scope: &Scope<'_>, index: &[Index]| {
        let of = |index: &Index| {
            let Index::Affine(index) = index else { return None };
            let inwards = match strip.side {
                Side::First => index.sub(lo),
                Side::Last => hi.sub(index),
            };
            let proves = |goal: &Affine| scope.proves(goal);
            let inside = shortfall(&proves, &inwards.neg(), WIDEST)?;
            let outside = shortfall(&proves, &inwards, WIDEST)?;
            (!periodic || outside == 0).then_some(inside.max(outside))
        };
        most = most.and_then(|most: i64| Some(most.max(of(&index[strip.dim])?)));
    };
    for_each_read_of(p, facts, id, by, &mut look);
    most
}
