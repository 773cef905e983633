//! Cases for the points beyond the edges of a stage that does not continue itself.
//!
//! ```text
//! a(x in 0..=n - 1) = x * img(x)             border a = repeat;
//!
//! a(x in -1..=n) = x * img(x)                where 0 <= x and x <= n - 1
//!                  (x + n) * img(x + n)      where x <= -1
//!                  (x - n) * img(x - n)      where x >= n
//! ```
//!
//! A point `m` beyond is `m` periods further at most, as a period is of one point or more. The
//! interior is what it was, and what is beyond reads inputs at the far edge, where they are in
//! memory; of stages that are not periodic it reads strips (`exchange::strips`).

use super::margins::Margin;
use super::shifts::{Period, whole_periods};
use super::strips::{EdgeStrips, Side};
use crate::analysis::integer::Facts;
use crate::analysis::regions::Residue;
use crate::analysis::solve::{Direction, direction};
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Atom, Block, Case, Domain, Index, Node, Pipeline, Region, Source, StageId, Test,
    TestOp, VarId,
};
use crate::schedule::speed::MOST_CASES_EXCHANGED;

/// A dimension that is cut, and how far its points are beyond its edges.
pub(super) type CutDim = (Period, Margin);

/// The cases of a stage on an enlarged domain, and the strips that they need; `None` if one has a
/// condition that cannot be moved, or there are too many.
pub(super) fn cases(
    p: &Pipeline,
    facts: &Facts,
    id: StageId,
    (domain, cut): (&Domain, &[CutDim]),
    strips: &mut EdgeStrips,
) -> Option<Vec<Case>> {
    let own = &p.stages[id.0];
    let dims = domain.0.iter().enumerate();
    let facts = dims.fold(facts.clone(), |f, (i, dim)| f.with_interval(VarId(i), dim));
    let mut cases = Vec::new();
    for shift in shifts(&facts, cut) {
        for case in &own.cases {
            let mut moved = Moved { p, id, cut, shift: &shift, strips: &mut *strips };
            let Some(region) = moved.region(&facts, &case.region)? else { continue };
            if cases.len() == MOST_CASES_EXCHANGED {
                return None;
            }
            cases.push(Case { region, value: moved.block(&case.value)?, loc: case.loc });
        }
    }
    Some(cases)
}

/// All ways to be so many periods further along the dimensions, none of them first.
fn shifts(facts: &Facts, cut: &[CutDim]) -> Vec<Vec<i64>> {
    let mut shifts = vec![Vec::new()];
    for (period, margin) in cut {
        let enough = |m: i64, q: &i64| facts.proves(&period.length().scale(*q).offset(-m));
        let most = |m: i64| if m == 0 { 0 } else { (1..m).find(|q| enough(m, q)).unwrap_or(m) };
        let (below, above) = (1..=most(margin.below), 1..=most(margin.above));
        let along: Vec<i64> = [0].into_iter().chain(below).chain(above.map(|q| -q)).collect();
        let longer = |shift: &Vec<i64>| {
            let shift = shift.clone();
            let longer = move |q: &i64| shift.iter().copied().chain([*q]).collect();
            along.iter().map(longer).collect::<Vec<Vec<i64>>>()
        };
        shifts = shifts.iter().flat_map(longer).collect();
    }
    shifts
}

/// A definition so many periods further.
struct Moved<'a> {
    p: &'a Pipeline,
    id: StageId,
    cut: &'a [CutDim],
    /// By dimension that is cut.
    shift: &'a [i64],
    strips: &'a mut EdgeStrips,
}

impl Moved<'_> {
    fn further(&self, affine: &Affine) -> Affine {
        let all = self.cut.iter().zip(self.shift);
        all.fold(affine.clone(), |a, ((period, _), periods)| period.further(&a, *periods))
    }

    /// The points that are in a region so many periods further, `Some(None)` if there are none.
    fn region(&self, facts: &Facts, region: &Region) -> Option<Option<Region>> {
        let mut facts = facts.clone();
        let mut tests = Vec::new();
        let ends = self.cut.iter().flat_map(|(period, _)| {
            let at = self.further(&period.var.into());
            [at.sub(&period.lo), period.hi.sub(&at)]
        });
        let inside = ends.map(|affine| Test { affine, op: TestOp::NonNegative });
        for test in inside {
            if !facts.proves_test(&test) {
                facts = facts.with_test(&test);
                tests.push(test);
            }
        }
        for test in &region.tests {
            let moved = Test { affine: self.further(&test.affine), op: test.op };
            if Residue::of(test).is_some() && moved != *test {
                return None;
            }
            facts = facts.with_test(&moved);
            tests.push(moved);
        }
        Some((!facts.contradictory()).then_some(Region { tests }))
    }

    fn block(&mut self, block: &Block) -> Option<Block> {
        let mut moved = map_affine(block, &|a| self.further(a));
        self.near(&mut moved, block)?;
        Some(moved)
    }

    /// Reads periodic sources where they were read, and strips of others; `None` if it is not known
    /// of which edge.
    fn near(&mut self, moved: &mut Block, block: &Block) -> Option<()> {
        for (to, from) in moved.exprs.iter_mut().zip(&block.exprs) {
            match (&mut to.node, &from.node) {
                (Node::Read { source, index }, Node::Read { index: before, .. }) => {
                    let mut far = None;
                    for (dim, (to, from)) in index.iter_mut().zip(before).enumerate() {
                        if !self.nearer(*source, dim, to, from) {
                            far.get_or_insert((dim, from));
                        }
                    }
                    if let (Some((dim, Index::Affine(from))), Source::Stage(of)) = (far, *source)
                        && !self.p.stages[of.0].is_ordered(of)
                    {
                        let side = self.side(from)?;
                        *source = Source::Stage(self.strips.strip(of, dim, side, self.id));
                    }
                }
                (Node::Reduce { body: to, .. }, Node::Reduce { body: from, .. }) => {
                    self.near(to, from)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Moves an index back by whole periods of a source; whether it is where it was then.
    fn nearer(&self, source: Source, dim: usize, to: &mut Index, from: &Index) -> bool {
        let (Index::Affine(far), Index::Affine(near)) = (&*to, from) else { return true };
        let periodic = self.p.source_border(source).is_some_and(|mode| mode.is_periodic());
        let whole = || periodic && whole_periods(self.p, source, dim, &far.sub(near));
        if far != near && whole() {
            *to = from.clone();
        }
        to == from
    }

    /// At which edge an index is.
    fn side(&self, index: &Affine) -> Option<Side> {
        let mut cut = self.cut.iter().zip(self.shift);
        let ((period, _), periods) =
            cut.find(|((period, _), periods)| **periods != 0 && index.mentions_var(period.var))?;
        match (direction(index, &Atom::Var(period.var)), *periods > 0) {
            (Direction::Rising, true) | (Direction::Falling, false) => Some(Side::Last),
            (Direction::Rising, false) | (Direction::Falling, true) => Some(Side::First),
            (Direction::Constant | Direction::Unknown, _) => None,
        }
    }
}
