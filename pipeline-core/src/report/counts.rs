//! How many points of each stage a plan computes, from its extents and not by running it.
//!
//! A strip of a rolling group computes a range of rows of each stage, every one once: the steps
//! of a strip follow each other without a gap. Neighbouring strips share the rows that both need.

use crate::ir::{Affine, Domain, Interval, Pipeline};
use crate::schedule::rows::{GroupRows, StageRows, cycle};
use crate::schedule::{Group, Plan};

/// Points of a stage in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Points computed, each as often as it is; `u64::MAX` if there are more.
    pub computed: u64,
    /// Of these, points that had been computed before.
    pub again: u64,
    /// Rows that the strip in the middle computes; 0 where there are no strips.
    pub rows: u64,
}

/// The points computed at these sizes, by stage.
pub fn counts(p: &Pipeline, plan: &Plan, sizes: &[i64]) -> Vec<Count> {
    let mut counts = vec![Count::default(); p.stages.len()];
    for group in &plan.groups {
        match group {
            Group::Single(stage) => {
                counts[stage.0].computed = points(&p.stages[stage.0].domain, sizes);
            }
            Group::Rolling { rows, strip } => {
                for stage in &rows.stages {
                    counts[stage.stage.0] = of_strips(p, rows, *strip, stage, sizes);
                }
            }
        }
    }
    counts
}

/// Number of coordinates of an interval.
pub fn extent(interval: &Interval, sizes: &[i64]) -> u64 {
    length(interval.eval(sizes, &[]))
}

/// Number of points of a domain, at most `u64::MAX`.
pub fn points(domain: &Domain, sizes: &[i64]) -> u64 {
    domain.0.iter().map(|i| extent(i, sizes)).fold(1, u64::saturating_mul)
}

fn length((first, last): (i64, i64)) -> u64 {
    u64::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0)
}

/// Number of strips in which the live-out's rows are computed.
pub fn strips(p: &Pipeline, rows: &GroupRows, strip: i64, sizes: &[i64]) -> u64 {
    let live_out = rows.stages.last().expect("a group has a live-out").stage;
    extent(&p.stages[live_out.0].domain.0[rows.dim], sizes).div_ceil(strip.unsigned_abs())
}

fn of_strips(
    p: &Pipeline,
    group: &GroupRows,
    strip: i64,
    stage: &StageRows,
    sizes: &[i64],
) -> Count {
    let live_out = group.stages.last().expect("a group has a live-out").stage;
    let (root, own) = (&p.stages[live_out.0].domain.0, &p.stages[stage.stage.0].domain.0);
    let (first, last) = root[group.dim].eval(sizes, &[]);
    let of = Strips {
        stage,
        first,
        last,
        strip,
        warm_up: group.warm_up,
        inside: own[group.dim].eval(sizes, &[]),
        period: repeats_after(stage, strip),
    };
    let number = strips(p, group, strip, sizes) as i64;
    let (computed, again) = of.sum(0, number);
    let planes = root.iter().zip(own).take(group.dim).map(|(root, own)| {
        let (root, own) = (root.eval(sizes, &[]), own.eval(sizes, &[]));
        length((root.0.max(own.0), root.1.min(own.1)))
    });
    let inner = own[group.dim + 1..].iter().map(|i| extent(i, sizes));
    let points_of_row = planes.chain(inner).fold(1, u64::saturating_mul);
    Count {
        computed: computed.saturating_mul(points_of_row),
        again: again.saturating_mul(points_of_row),
        rows: if number > 0 { length(of.rows(number / 2)) } else { 0 },
    }
}

/// After how many strips the number of a stage's rows repeats.
fn repeats_after(stage: &StageRows, strip: i64) -> i64 {
    let cycles = stage.lo.iter().chain(&stage.hi).map(cycle);
    let steps = cycles.fold(1, |a, b| a / crate::ir::affine::gcd(a, b) * b);
    steps / crate::ir::affine::gcd(steps, strip)
}

/// The rows of one stage in the strips of its group.
struct Strips<'a> {
    stage: &'a StageRows,
    /// First row of the live-out.
    first: i64,
    /// Its last row.
    last: i64,
    strip: i64,
    warm_up: i64,
    /// First and last row of the stage.
    inside: (i64, i64),
    period: i64,
}

impl Strips<'_> {
    /// First and last row that a strip computes, if domains had no ends.
    fn unbounded(&self, k: i64) -> (i64, i64) {
        let start = self.first + k * self.strip;
        let at = |a: &Affine, t: i64| a.eval(&[], &[t]);
        let reached = |t: i64| self.stage.hi.iter().map(|a| at(a, t)).max();
        let lowest = self.stage.lo.iter().map(|a| at(a, start)).min();
        let before = reached(start - self.warm_up - 1).map(|row| row + 1);
        let first = lowest.max(before).expect("a stage of a group is needed");
        (first, reached(start + self.strip - 1).expect("a stage of a group is needed"))
    }

    /// First and last row that a strip computes.
    fn rows(&self, k: i64) -> (i64, i64) {
        let (mut first, mut last) = self.unbounded(k);
        if self.first + (k + 1) * self.strip - 1 > self.last {
            last = self.stage.hi.iter().map(|a| a.eval(&[], &[self.last])).max().unwrap_or(last);
        }
        (first, last) = (first.max(self.inside.0), last.min(self.inside.1));
        (first, last)
    }

    /// Rows of a strip, and those of them that the strip before computes, too.
    fn count(&self, k: i64) -> (u64, u64) {
        let (first, last) = self.rows(k);
        let again = if k == 0 { 0 } else { length((first, last.min(self.rows(k - 1).1))) };
        (length((first, last)), again)
    }

    /// Whether no end of a domain cuts the strip or the one before it.
    fn is_free(&self, k: i64) -> bool {
        k > 0 && self.rows(k) == self.unbounded(k) && self.rows(k - 1) == self.unbounded(k - 1)
    }

    /// The counts of strips `from..to`, added. Rows rise from strip to strip, so what holds for
    /// two strips holds for those between them; where no end of a domain cuts, counts repeat.
    fn sum(&self, from: i64, to: i64) -> (u64, u64) {
        let each = |from: i64, to: i64| {
            (from..to).map(|k| self.count(k)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        };
        let number = to - from;
        if number <= 2 * self.period.max(4) {
            return each(from, to);
        }
        if self.is_free(from) && self.is_free(to - 1) {
            let (times, rest) = (number / self.period, number % self.period);
            let (once, left) = (each(from, from + self.period), each(to - rest, to));
            return (once.0 * times as u64 + left.0, once.1 * times as u64 + left.1);
        }
        if self.unbounded(to - 1).1 < self.inside.0 || self.unbounded(from).0 > self.inside.1 {
            return (0, 0);
        }
        let middle = from + number / 2;
        let (a, b) = (self.sum(from, middle), self.sum(middle, to));
        (a.0 + b.0, a.1 + b.1)
    }
}
