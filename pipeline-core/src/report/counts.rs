//! How many points of each stage a plan computes, from its extents and not by running it.
//!
//! A tile computes a range of coordinates of each stage along each dimension, every point of their
//! product once: the steps of a strip follow each other without a gap. Neighbouring tiles share
//! what both need.

use crate::analysis::followed::{Followed, followed};
use crate::ir::{Domain, Interval, Pipeline, Stage, VarId};
use crate::schedule::Plan;
use crate::schedule::align::{Axis, Extent, StageExtents};
use crate::schedule::shape::{Shape, ShapeKind, Tiled};
use crate::transform::unroll::UnrolledSteps;

/// Points of a stage in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Points computed and updated, each as often as it is; `u64::MAX` if there are more. What is
    /// copied from a scratchpad is not computed again.
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
        match (group.tiled(), group.steps()) {
            (Some(tiled), Some(steps)) => {
                let unrolled = &steps.unrolled;
                counts[unrolled.stage.0] = of_steps(p, unrolled, &tiled, sizes);
            }
            (Some(tiled), None) => {
                for stage in &tiled.alignment.stages {
                    counts[stage.stage.0] = of_tiles(p, &tiled, stage, sizes);
                }
            }
            (None, _) => {
                for stage in &group.stages {
                    let of = &p.stages[stage.0];
                    let updates = of.updates.iter().map(|u| points(&u.domain, sizes));
                    let all = updates.fold(points(&of.domain, sizes), u64::saturating_add);
                    counts[stage.0].computed = all;
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

/// First and last coordinate of the live-outs along a dimension.
fn ends(p: &Pipeline, group: &Tiled, dim: usize, sizes: &[i64]) -> (i64, i64) {
    let ends = group.alignment.ranges(p, dim).into_iter().map(|range| range.eval(sizes, &[]));
    ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).expect("a group has a live-out")
}

/// Number of tiles of a group.
pub fn tiles(p: &Pipeline, group: &Tiled, sizes: &[i64]) -> u64 {
    let shape = &group.shape;
    let cuts = shape.widths.iter().copied().chain([(group.alignment.sliding, shape.strip)]);
    let parts =
        cuts.map(|(dim, size)| length(ends(p, group, dim, sizes)).div_ceil(size.unsigned_abs()));
    let planes = group.alignment.planes.iter().map(|dim| length(ends(p, group, *dim, sizes)));
    parts.chain(planes).fold(1, u64::saturating_mul)
}

/// What a tile runs over for a stage: the variables of its cases or of one of its updates, and by
/// dimension of the stage which of them its coordinate follows.
type CountedLoops<'a> = (&'a Domain, Vec<Option<Followed>>);

/// The cases of a stage, then its updates.
fn parts(stage: &Stage) -> impl Iterator<Item = CountedLoops<'_>> {
    let own = |d: usize| Some(Followed { var: VarId(d), per: 1, start: 0 });
    let cases = (&stage.domain, (0..stage.rank()).map(own).collect());
    std::iter::once(cases).chain(stage.updates.iter().map(|u| (&u.domain, followed(u))))
}

fn of_tiles(p: &Pipeline, group: &Tiled, stage: &StageExtents, sizes: &[i64]) -> Count {
    let parts = parts(&p.stages[stage.stage.0]).map(|part| of_part(p, group, (stage, part), sizes));
    let sum = |cases: Count, update: Count| Count {
        computed: cases.computed.saturating_add(update.computed),
        again: cases.again.saturating_add(update.again),
        rows: cases.rows,
    };
    parts.reduce(sum).unwrap_or_default()
}

/// The points of a part of a stage that all tiles compute.
fn of_part(
    p: &Pipeline,
    group: &Tiled,
    (stage, (domain, followed)): (&StageExtents, CountedLoops<'_>),
    sizes: &[i64],
) -> Count {
    let tiles = CountedTiles { p, group, sizes };
    let (mut computed, mut distinct, mut rows) = (1u64, 1u64, 0);
    for (v, interval) in domain.0.iter().enumerate() {
        let inside = interval.eval(sizes, &[]);
        let of_var = |f: &Option<Followed>| f.is_some_and(|f| f.var == VarId(v));
        let dim = followed.iter().position(of_var);
        let axis = dim.map_or(Axis::Free, |dim| stage.axes[dim]);
        let along = tiles.along(stage, axis, dim.and_then(|dim| followed[dim]), inside);
        if matches!(axis, Axis::Sliding) {
            rows = along.middle;
        }
        computed = computed.saturating_mul(along.all);
        distinct = distinct.saturating_mul(along.all - along.again);
    }
    // What does not follow a dimension that is cut is computed for each of its parts.
    for (dim, width) in &group.shape.widths {
        if !stage.axes.contains(&Axis::Block(*dim)) {
            let blocks = length(ends(p, group, *dim, sizes)).div_ceil(width.unsigned_abs());
            computed = computed.saturating_mul(blocks);
        }
    }
    Count { computed, again: computed - distinct.min(computed), rows }
}

/// The tiles of a group at some sizes.
struct CountedTiles<'a> {
    p: &'a Pipeline,
    group: &'a Tiled,
    sizes: &'a [i64],
}

/// The values of a variable that all tiles run over.
struct CountedValues {
    all: u64,
    /// Of these, values that other tiles have run over.
    again: u64,
    /// Those of the part in the middle, where there are parts.
    middle: u64,
}

impl CountedTiles<'_> {
    /// The values of a variable that a coordinate of a stage follows, if one does, along an axis
    /// of the group.
    fn along(
        &self,
        stage: &StageExtents,
        axis: Axis,
        followed: Option<Followed>,
        inside: (i64, i64),
    ) -> CountedValues {
        let Shape { strip, step, .. } = self.group.shape;
        let whole = CountedValues { all: length(inside), again: 0, middle: 0 };
        let values = |extent: &Extent| match followed {
            Some(followed) => values(extent, followed),
            None => extent.clone(),
        };
        match axis {
            Axis::Free => whole,
            Axis::Plane(dim) => {
                let (first, last) = ends(self.p, self.group, dim, self.sizes);
                let plane = Interval::new(first.into(), last.into());
                let all = values(&Extent::new(plane.lo, plane.hi));
                let all = (all.first(0).max(inside.0), all.last(0).min(inside.1));
                CountedValues { all: length(all), ..whole }
            }
            Axis::Sliding => {
                let prologue = match self.group.shape.kind() {
                    ShapeKind::Tiles => None,
                    ShapeKind::MultiLevel | ShapeKind::SlidingWindow => {
                        Some(self.group.rows.prologue * step)
                    }
                };
                let sliding = self.group.alignment.sliding;
                self.cut((sliding, strip), &values(&stage.rows), inside, prologue)
            }
            Axis::Block(dim) => match (self.group.shape.width(dim), stage.block(dim)) {
                (Some(width), Some(extent)) => {
                    self.cut((dim, width), &values(extent), inside, None)
                }
                _ => whole,
            },
        }
    }

    /// The values of an extent of a dimension that is cut into parts of so many coordinates.
    fn cut(
        &self,
        (dim, size): (usize, i64),
        extent: &Extent,
        inside: (i64, i64),
        prologue: Option<i64>,
    ) -> CountedValues {
        let (first, last) = ends(self.p, self.group, dim, self.sizes);
        let period = repeats_after(extent, size);
        let parts = CutDimension { extent, first, last, size, prologue, inside, period };
        let number = length((first, last)).div_ceil(size.unsigned_abs()) as i64;
        let (all, again) = parts.sum(0, number);
        let middle = if number > 0 { length(parts.of(number / 2)) } else { 0 };
        CountedValues { all, again, middle }
    }
}

/// The blocks of steps that are full at these sizes.
pub fn blocks(unrolled: &UnrolledSteps, sizes: &[i64]) -> u64 {
    u64::try_from(unrolled.blocks().eval(sizes, &[])).unwrap_or(0)
}

/// A stage some of whose steps are computed at once: its blocks, and the other steps.
fn of_steps(p: &Pipeline, unrolled: &UnrolledSteps, tiled: &Tiled, sizes: &[i64]) -> Count {
    let (p, of) = (&unrolled.pipeline, &p.stages[unrolled.stage.0]);
    let blocks = blocks(unrolled, sizes);
    let mut in_block = Count::default();
    for stage in &tiled.alignment.stages {
        let count = of_tiles(p, tiled, stage, &unrolled.sizes(sizes));
        in_block.computed = in_block.computed.saturating_add(count.computed);
        in_block.again = in_block.again.saturating_add(count.again);
    }
    let mut others = of.domain.clone();
    let time = others.0.remove(unrolled.iteration.dim);
    let in_blocks = blocks.saturating_mul(unrolled.steps.unsigned_abs());
    let others = points(&others, sizes).saturating_mul(extent(&time, sizes) - in_blocks);
    Count {
        computed: in_block.computed.saturating_mul(blocks).saturating_add(others),
        again: in_block.again.saturating_mul(blocks),
        rows: 0,
    }
}

/// The values of a variable that follows these coordinates.
fn values(extent: &Extent, followed: Followed) -> Extent {
    let first = extent.lo().iter().map(|a| followed.first(a));
    let last = extent.hi().iter().map(|a| followed.last(a));
    Extent::new(first.collect(), last.collect())
}

/// After how many parts the number of a stage's coordinates repeats.
fn repeats_after(extent: &Extent, size: i64) -> i64 {
    let steps = extent.cycle();
    steps / crate::ir::affine::gcd(steps, size)
}

/// The coordinates of one stage in the parts into which a dimension of the live-outs is cut.
struct CutDimension<'a> {
    extent: &'a Extent,
    /// First coordinate of the live-outs.
    first: i64,
    /// Their last.
    last: i64,
    /// Coordinates of the live-outs in a part.
    size: i64,
    /// Coordinates of the live-outs before a part at which its steps begin, if it has any.
    prologue: Option<i64>,
    /// First and last coordinate of the stage.
    inside: (i64, i64),
    period: i64,
}

impl CutDimension<'_> {
    /// First and last coordinate that a part computes, if domains had no ends.
    fn unbounded(&self, k: i64) -> (i64, i64) {
        let start = self.first + k * self.size;
        let before = self.prologue.map(|steps| self.extent.last(start - steps - 1) + 1);
        let first =
            before.map_or(self.extent.first(start), |row| row.max(self.extent.first(start)));
        (first, self.extent.last(start + self.size - 1))
    }

    /// First and last coordinate that a part computes.
    fn of(&self, k: i64) -> (i64, i64) {
        let (mut first, mut last) = self.unbounded(k);
        if self.first + (k + 1) * self.size - 1 > self.last {
            last = self.extent.last(self.last);
        }
        (first, last) = (first.max(self.inside.0), last.min(self.inside.1));
        (first, last)
    }

    /// Coordinates of a part, and those of them that the part before computes, too.
    fn count(&self, k: i64) -> (u64, u64) {
        let (first, last) = self.of(k);
        let again = if k == 0 { 0 } else { length((first, last.min(self.of(k - 1).1))) };
        (length((first, last)), again)
    }

    /// Whether no end of a domain cuts the part or the one before it.
    fn is_free(&self, k: i64) -> bool {
        k > 0 && self.of(k) == self.unbounded(k) && self.of(k - 1) == self.unbounded(k - 1)
    }

    /// The counts of parts `from..to`, added. Coordinates rise from part to part, so what holds for
    /// two parts holds for those between them; where no end of a domain cuts, counts repeat.
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
