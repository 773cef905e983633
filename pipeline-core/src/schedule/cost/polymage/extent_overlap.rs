//! How much overlap the extents of each stage save (PolyMage, ASPLOS 2015, Section 3.4, Fig. 6).
//!
//! Three shapes of a tile along one dimension:
//! - *tight*, what [`DimFootprint`] has: what each stage needs, by composing the reads;
//! - *hyperplanes*, the paper's: one line on either side, no steeper than needed to hold what each
//!   level needs;
//! - *uniform*, what the paper calls naive: every dependence vector anywhere, so that the steepest
//!   of them is the slope at all levels.

use super::tests::{dim, halo, stage};
use super::*;
use crate::ir::text::random::Rng;

/// A read of the level below: `floor((a·x + b)/c)`.
type LevelRead = (i64, i64, i64);

/// A linear group, its live-out first: what each stage reads of the next. The last reads nothing of
/// the group.
struct Chain {
    reads: Vec<Vec<LevelRead>>,
}

/// The first and last needed point of each stage, live-out first.
type Intervals = Vec<(i64, i64)>;

impl Chain {
    fn stencils(radii: &[i64]) -> Chain {
        Chain { reads: radii.iter().map(|r| vec![(1, -r, 1), (1, *r, 1)]).collect() }
    }

    /// The distance of a stage's points where all stages are scaled to the live-out.
    fn spacings(&self) -> Vec<i64> {
        let mut spacings = vec![1];
        for reads in &self.reads {
            let (a, _, c) = reads[0];
            spacings.push(spacings[spacings.len() - 1] * c / a);
        }
        spacings
    }

    /// The longest dependence vectors to the left and to the right, by level, scaled.
    fn vectors(&self) -> Vec<(i64, i64)> {
        let spacings = self.spacings();
        let of = |(level, reads): (usize, &Vec<LevelRead>)| {
            let vector = |x: i64, (a, b, c): &LevelRead| {
                spacings[level] * x - spacings[level + 1] * (a * x + b).div_euclid(*c)
            };
            let all = || (0..16).flat_map(|x| reads.iter().map(move |read| vector(x, read)));
            (all().max().unwrap_or(0).max(0), (-all().min().unwrap_or(0)).max(0))
        };
        self.reads.iter().enumerate().map(of).collect()
    }

    /// What each stage needs for live-out points `0..tile`.
    fn tight(&self, tile: i64) -> Intervals {
        let mut needed = vec![(0, tile - 1)];
        for reads in &self.reads {
            let (first, last) = needed[needed.len() - 1];
            let at = |x: i64, (a, b, c): &LevelRead| (a * x + b).div_euclid(*c);
            let first = reads.iter().map(|read| at(first, read)).min().unwrap_or(0);
            let last = reads.iter().map(|read| at(last, read)).max().unwrap_or(0);
            needed.push((first, last));
        }
        needed
    }

    /// The paper's hyperplanes: below the live-out by `k` levels, `k` times the largest of
    /// "distance needed at a level, over its depth".
    fn hyperplanes(&self, tile: i64) -> Intervals {
        let mut needed = (0, 0);
        let mut slopes = Vec::new();
        for (depth, (left, right)) in (1..).zip(self.vectors()) {
            needed = (needed.0 + left, needed.1 + right);
            slopes.push((needed.0, needed.1, depth));
        }
        let reach = |k: i64, of: fn(&(i64, i64, i64)) -> i64| {
            slopes.iter().map(|s| of(s) * k / s.2).max().unwrap_or(0)
        };
        self.between(tile, |k| (reach(k, |s| s.0), reach(k, |s| s.1)))
    }

    /// The same slope at every level: the longest dependence vector of the group.
    fn uniform(&self, tile: i64) -> Intervals {
        let vectors = self.vectors();
        let left = vectors.iter().map(|v| v.0).max().unwrap_or(0);
        let right = vectors.iter().map(|v| v.1).max().unwrap_or(0);
        self.between(tile, |k| (k * left, k * right))
    }

    /// The points of each stage from `left` of a tile to `right` of it, at `k` levels below the
    /// live-out.
    fn between(&self, tile: i64, reach: impl Fn(i64) -> (i64, i64)) -> Intervals {
        let points = |(k, spacing): (i64, i64)| {
            let (left, right) = reach(k);
            (-(left / spacing), (tile - 1 + right).div_euclid(spacing))
        };
        (0..).zip(self.spacings()).map(points).collect()
    }

    /// A group of these stages with tiles of `tile` points.
    fn group(&self, tile: i64, needed: &Intervals, extent: i64) -> GroupShape {
        let shape = |(level, ((first, last), spacing)): (usize, (&(i64, i64), i64))| {
            let scale = Scale { num: 1, den: spacing };
            let hi = last - (tile - 1) / spacing;
            let along = DimFootprint { scale, lo: *first, hi, extent: extent / spacing };
            stage(level == 0, &[along])
        };
        GroupShape {
            dims: vec![dim(extent, 1.0)],
            stages: needed.iter().zip(self.spacings()).enumerate().map(shape).collect(),
            live_ins: Vec::new(),
        }
    }
}

fn machine(tile: i64) -> CacheModel {
    CacheModel {
        l1: 32 << 10,
        l2: 256 << 10,
        cores: 16,
        innermost_tile: tile,
        weights: [1.0, 100.0, 46_875.0, 1.5],
        reading: Reading::Printed,
    }
}

/// The overlap that the cost function finds in tiles of 256 points: tight, hyperplanes, uniform.
fn overlaps(chain: &Chain) -> [f64; 3] {
    let tile = 256;
    [chain.tight(tile), chain.hyperplanes(tile), chain.uniform(tile)]
        .map(|needed| cost(&chain.group(tile, &needed, 1 << 20), &machine(tile)).overlap_points)
}

/// `fout(x) = f↑(x/2)`, `f↑(x) = h(x/2)·h(x/2 + 1)`, `h(x) = g(2x - 1)·g(2x + 1)`,
/// `g(x) = f(2x - 1)·f(2x + 1)`.
fn figure_6() -> Chain {
    let down = vec![(2, -1, 1), (2, 1, 1)];
    Chain { reads: vec![vec![(1, 0, 2)], vec![(1, 0, 2), (1, 2, 2)], down.clone(), down] }
}

#[test]
fn sampling_of_figure_6() {
    let chain = figure_6();
    // The schedules of the figure: x, 2x, 4x, 2x, x.
    assert_eq!(chain.spacings(), [1, 2, 4, 2, 1]);
    // x - 2·floor(x/2) is 0 or 1. 2x - 4·floor(x/2) is 0 or 2, and with the +1 it is -4 or -2.
    // 4x - 2·(2x ∓ 1) = ±2 and 2x - (2x ∓ 1) = ±1.
    assert_eq!(chain.vectors(), [(1, 0), (2, 4), (2, 2), (1, 1)]);

    // fout 0..=255 needs f↑ 0..=127, h 0..=64, g -1..=129 and f -3..=259.
    assert_eq!(chain.tight(256), [(0, 255), (0, 127), (0, 64), (-1, 129), (-3, 259)]);
    // Distances needed, left: 1, 3, 5, 6, so the slope is 5/3; right: 0, 4, 6, 7, slope 2. f: 6 to
    // the left of 0 and 8 to the right of 255.
    assert_eq!(chain.hyperplanes(256), [(0, 255), (0, 128), (0, 64), (-2, 130), (-6, 263)]);
    // Slopes 2 and 4. f: 8 and 16.
    assert_eq!(chain.uniform(256), [(0, 255), (-1, 129), (-1, 65), (-3, 133), (-8, 271)]);

    // Own points are 256, 128, 64, 128 and 256.
    // Tight 0 + 0 + 1 + 3 + 7, hyperplanes 0 + 1 + 1 + 5 + 14, uniform 0 + 3 + 3 + 9 + 24.
    assert_eq!(overlaps(&chain), [11.0, 21.0, 39.0]);
}

#[test]
fn unequal_stencils() {
    // Radii 1, 4 and 1 from the live-out down. Tight: 1 + 5 + 6 on either side. Hyperplanes have
    // the slope 5/2, in whole points 2 + 5 + 7. Uniform: 4 + 8 + 12.
    assert_eq!(overlaps(&Chain::stencils(&[1, 4, 1])), [24.0, 28.0, 48.0]);
    // A wide stencil at the bottom is the worst case: 1 + 2 + 8, slope 8/3 with 2 + 5 + 8, and
    // 6 + 12 + 18.
    assert_eq!(overlaps(&Chain::stencils(&[1, 1, 6])), [22.0, 30.0, 72.0]);
}

#[test]
fn equal_stencils_are_a_cone_anyway() {
    // 2 + 4 + 6 on either side.
    assert_eq!(overlaps(&Chain::stencils(&[2, 2, 2])), [24.0; 3]);
}

#[test]
fn no_shape_is_tighter_than_the_extents() {
    let mut rng = Rng::new(3);
    let mut strict = 0;
    for _ in 0..500 {
        let radii: Vec<i64> = (0..rng.range(1, 7)).map(|_| rng.range(0, 6)).collect();
        let chain = Chain::stencils(&radii);
        let [tight, hyperplanes, uniform] = overlaps(&chain);
        assert!(tight <= hyperplanes && hyperplanes <= uniform, "{radii:?}");
        strict += usize::from(tight < hyperplanes && hyperplanes < uniform);
    }
    assert!(strict > 250, "{strict}");
}

#[test]
fn the_uniform_slope_would_cost_a_cache_level() {
    // Rows only, radii 0, 0 and 4: four stages in tiles of 32 768 / 16 / 256 = 8 rows. Tight, the
    // last has 8 rows more, 2048 points for 8192. Uniform, they have 8, 16 and 24: 12 288 points,
    // so tiles would have to go to the second level.
    let n = 4096;
    let chain = Chain::stencils(&[0, 0, 4]);
    let tiled = |needed: Intervals| {
        let rows = |(level, (first, last)): (usize, &(i64, i64))| {
            let along = DimFootprint { scale: Scale::ONE, lo: *first, hi: last - 7, extent: n };
            stage(level == 0, &[along, halo(0, n)])
        };
        let group = GroupShape {
            dims: vec![dim(n, 1.0); 2],
            stages: needed.iter().enumerate().map(rows).collect(),
            live_ins: Vec::new(),
        };
        cost(&group, &machine(256))
    };
    let (tight, uniform) = (tiled(chain.tight(8)), tiled(chain.uniform(8)));
    assert_eq!((tight.level, tight.tile.as_slice()), (CacheLevel::L1, &[8, 256][..]));
    assert_eq!((tight.tile_points, tight.overlap_points), (8192.0, 2048.0));
    assert_eq!((uniform.level, uniform.tile.as_slice()), (CacheLevel::L2, &[64, 256][..]));
}
