//! The coordinates of a stage that a coordinate of the live-outs needs.

use super::STEP;
use super::access::ReadExtent;
use crate::analysis::magnitude::{LargestSizes, may_compose, reach};
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Interval, VarId};
use std::hash::{Hash, Hasher};

/// Longest cycle of coordinates that tiles may have.
pub const MAX_PERIOD: i64 = 64;

/// The coordinates of a stage that a coordinate [`STEP`] of the live-outs needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    lo: Vec<Affine>,
    hi: Vec<Affine>,
    cycle: i64,
    ends: Option<CycleEnds>,
}

/// The ends of an extent in one cycle: shapes ask for them again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CycleEnds {
    first: Vec<i64>,
    last: Vec<i64>,
    /// How far they are from one cycle to the next.
    advance: i64,
}

/// The rest of an extent follows from its expressions.
impl Hash for Extent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lo.hash(state);
        self.hi.hash(state);
    }
}

impl Extent {
    /// From the least of `lo` to the greatest of `hi`.
    pub fn new(lo: Vec<Affine>, hi: Vec<Affine>) -> Extent {
        let cycle = lo.iter().chain(&hi).map(cycle).fold(1, common_multiple);
        let mut extent = Extent { lo, hi, cycle, ends: None };
        extent.ends = extent.tabulated();
        extent
    }

    /// The coordinate of the live-outs itself.
    pub fn identity() -> Extent {
        Extent::new(vec![STEP.into()], vec![STEP.into()])
    }

    /// The first coordinate is the least of these.
    pub fn lo(&self) -> &[Affine] {
        &self.lo
    }

    /// The last coordinate is the greatest of these.
    pub fn hi(&self) -> &[Affine] {
        &self.hi
    }

    /// The first coordinate needed at `t`.
    pub fn first(&self, t: i64) -> i64 {
        match &self.ends {
            Some(ends) => ends.at(&ends.first, t),
            None => least(&self.lo, t),
        }
    }

    /// The last coordinate needed at `t`.
    pub fn last(&self, t: i64) -> i64 {
        match &self.ends {
            Some(ends) => ends.at(&ends.last, t),
            None => greatest(&self.hi, t),
        }
    }

    /// Coordinates advanced per coordinate of the live-outs, if all expressions agree.
    pub fn rate(&self) -> Option<(i64, i64)> {
        let mut rates = self.lo.iter().chain(&self.hi).map(|a| rate(a, STEP));
        let first = rates.next()?;
        rates.all(|r| r == first).then_some(first)
    }

    /// After how many coordinates of the live-outs it repeats its pattern, shifted.
    pub fn cycle(&self) -> i64 {
        self.cycle
    }

    /// The ends in one cycle, if they repeat so soon that tiles may have them.
    fn tabulated(&self) -> Option<CycleEnds> {
        let (num, den) = self.rate().filter(|_| self.cycle <= MAX_PERIOD)?;
        Some(CycleEnds {
            first: (0..self.cycle).map(|t| least(&self.lo, t)).collect(),
            last: (0..self.cycle).map(|t| greatest(&self.hi, t)).collect(),
            advance: self.cycle.checked_mul(num)? / den,
        })
    }
}

impl CycleEnds {
    fn at(&self, ends: &[i64], t: i64) -> i64 {
        let cycle = ends.len() as i64;
        ends[t.rem_euclid(cycle) as usize] + t.div_euclid(cycle) * self.advance
    }
}

fn least(list: &[Affine], t: i64) -> i64 {
    list.iter().map(|a| a.eval(&[], &[t])).min().unwrap_or(i64::MAX / 2)
}

fn greatest(list: &[Affine], t: i64) -> i64 {
    list.iter().map(|a| a.eval(&[], &[t])).max().unwrap_or(i64::MIN / 2)
}

/// An extent as it grows.
#[derive(Default)]
pub(super) struct Hull {
    lo: Vec<Affine>,
    hi: Vec<Affine>,
}

/// An end of an extent.
enum ExtentEnd {
    First,
    Last,
}

impl Hull {
    /// Adds what reads of these coordinates need; `None` if that may leave the range in which index
    /// arithmetic is exact, a coordinate of the live-outs reaching so far.
    pub(super) fn cover(
        &mut self,
        consumer: &Extent,
        access: &ReadExtent,
        live_outs: i64,
    ) -> Option<()> {
        let at = |coordinate: &Affine, of: &Affine| {
            let small = may_compose(of, std::slice::from_ref(coordinate));
            let at = small.then(|| of.substitute_var(STEP, coordinate))?;
            reach(&at, &LargestSizes::default(), &[live_outs]).map(|_| at)
        };
        for l in &consumer.lo {
            keep_extreme(&mut self.lo, at(l, &access.lo)?, ExtentEnd::First);
        }
        for h in &consumer.hi {
            keep_extreme(&mut self.hi, at(h, &access.hi)?, ExtentEnd::Last);
        }
        Some(())
    }

    /// Adds the coordinates of an interval.
    pub(super) fn widen(&mut self, by: Interval) {
        by.lo.into_iter().for_each(|a| keep_extreme(&mut self.lo, a, ExtentEnd::First));
        by.hi.into_iter().for_each(|a| keep_extreme(&mut self.hi, a, ExtentEnd::Last));
    }

    /// The extent.
    pub(super) fn finish(self) -> Extent {
        Extent::new(self.lo, self.hi)
    }
}

impl From<&Extent> for Hull {
    fn from(extent: &Extent) -> Hull {
        Hull { lo: extent.lo.clone(), hi: extent.hi.clone() }
    }
}

/// A number of steps after which an expression has advanced by a whole number.
fn cycle(a: &Affine) -> i64 {
    let cycles = a.terms().iter().map(|(atom, _)| match atom {
        Atom::Div(inner, c) => cycle(inner).saturating_mul(*c),
        Atom::Size(_) | Atom::Var(_) => 1,
    });
    cycles.fold(1, common_multiple)
}

pub(in crate::schedule) fn common_multiple(a: i64, b: i64) -> i64 {
    (a / gcd(a, b)).saturating_mul(b)
}

/// How far an expression advances with a variable on average, as a reduced fraction.
pub(in crate::schedule) fn rate(a: &Affine, along: VarId) -> (i64, i64) {
    a.terms().iter().fold((0, 1), |(n, d), (atom, k)| {
        let (m, e) = match atom {
            Atom::Var(var) => (i64::from(*var == along), 1),
            Atom::Size(_) => (0, 1),
            Atom::Div(inner, c) => {
                let (m, e) = rate(inner, along);
                (m, e.saturating_mul(*c))
            }
        };
        let common = gcd(d, e);
        let (n, d) = (n * (e / common) + k * m * (d / common), (d / common).saturating_mul(e));
        let reduce = gcd(n.abs(), d).max(1);
        (n / reduce, d / reduce)
    })
}

/// Adds an expression; of two that are always in the same order only the extreme one is kept.
fn keep_extreme(list: &mut Vec<Affine>, a: Affine, end: ExtentEnd) {
    for b in &mut *list {
        let Some((least, most)) = a.difference(b) else { continue };
        let (inside, beyond) = match end {
            ExtentEnd::First => (least >= 0, most <= 0),
            ExtentEnd::Last => (most <= 0, least >= 0),
        };
        if inside {
            return;
        }
        if beyond {
            *b = a;
            return;
        }
    }
    list.push(a);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_those_of_the_expressions_wherever_they_are_asked_for() {
        let t = || Affine::from(STEP);
        let half = |offset: i64| t().offset(offset).floor_div(2);
        let extents = [
            Extent::identity(),
            Extent::new(vec![half(-1), half(3).offset(-3)], vec![half(2)]),
            Extent::new(vec![t().scale(2).offset(-1)], vec![half(1).scale(4), t().scale(2)]),
            Extent::new(vec![t().neg()], vec![t().scale(-3).offset(4).floor_div(3)]),
            // Rates that differ, and a cycle that is too long, are not tabulated.
            Extent::new(vec![half(0)], vec![t()]),
            Extent::new(vec![t().floor_div(2 * MAX_PERIOD)], vec![t().floor_div(2 * MAX_PERIOD)]),
        ];
        for extent in &extents {
            for at in -3 * MAX_PERIOD..3 * MAX_PERIOD {
                assert_eq!(extent.first(at), least(extent.lo(), at), "{extent:?} at {at}");
                assert_eq!(extent.last(at), greatest(extent.hi(), at), "{extent:?} at {at}");
            }
        }
        let tabulated = extents.map(|extent| extent.ends.is_some());
        assert_eq!(tabulated, [true, true, true, true, false, false]);
    }
}
