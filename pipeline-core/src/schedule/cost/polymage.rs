//! PolyMage+'s cost of a group and the tile sizes that go with it (Jangda and Bondhugula, TOPLAS
//! 42(3), 2020): Algorithm 2 ([`cost`]) and Algorithm 4 ([`multi_level_cost`]).
//!
//! Pure functions of plain data. A group whose dependences are not constant has no [`GroupShape`];
//! its cost is infinite (line 2), which is for the caller to say.
//!
//! # Readings
//!
//! The paper is loose at some places. What is done here:
//!
//! - **Units.** Footprints, traffic and buffers are in bytes, volumes and overlaps in points. Where
//!   the algorithm divides one by another (lines 20 and 22) both are in bytes, so that the terms
//!   have no unit.
//! - **Buffers** (lines 12 and 26). One a stage; no storage is shared. Live-ins have none.
//! - **`comp_vol` and `TileVolume`** (lines 5 and 17). The points that a tile computes for itself,
//!   all stages together: "the total volume of computation" of Section 4.1, without the overlap.
//!   With it line 5 would never hold, and redundant work would look like reuse.
//! - **`OverlapSize`** (line 19). What a tile computes beyond that, all stages together, with the
//!   extents of each stage (PolyMage, ASPLOS 2015, Section 3.4). A tile that is alone along a
//!   dimension has no neighbour there, and no overlap.
//! - **The relative overlap** is the overlap's bytes over the tile's footprint (line 20), not over
//!   the tile's volume as in Equation 2.
//! - **The number of tiles** (line 18) is rounded up.
//! - **The minus before `w2`.** Equation 2 counts "cleanup tiles", to be minimised, and subtracts
//!   them. `(n + c - 1) % c` is `c - 1` when `n` is a multiple of the `c` cores and 0 when one tile
//!   is left over for a last round: it counts the cores that are busy in the last round, less one.
//!   So subtracting it is right.
//! - **The difference of dimensions** (line 21) is the standard deviation of the stages' extents,
//!   in points of their own, added up over the dimensions. Equation 2 calls it relative; with
//!   weights of 1.5 and 2 it would then vanish beside the others.
//! - **Which level.** Algorithm 2 takes the second level if the overlap exceeds the volume,
//!   Algorithm 4 unless the overlap is below it, the text of Section 5.2 unless it is at most
//!   equal. The first and third agree, and both functions do that.
//! - **Traffic and cores** ([`Reading`]). Lines 15, 16 and 22 do not go with the weights of
//!   Table 2. Table 3 multiplies these by the ranges that the terms had in the authors' runs, and
//!   finds the locality 47.04 and the dimensions 33.57 times the cleanup. With `w1 = 1`, `w2 = 100`
//!   and `w4 = 1.5` the locality had a range of 4704, and the dimensions one of 2238 points, for
//!   each unit of cleanup. Per tile, the locality is a number below ten; the group's whole traffic
//!   over a tile's computation goes into the thousands. With up to 15 cleanup tiles, the dimensions
//!   would have a range of 33 570 points, more than any of their images; as a share of the cores,
//!   cleanup is below 1. The code that the authors published does both. As printed, Table 2's
//!   weights leave Harris in single stages, which the paper fuses.
//!
//! Left out: the "additional metric" for overlap in the scores of Section 4.2, which the paper does
//! not describe.
//!
//! Costs may be negative, and each group of a grouping earns the cleanup term anew: as printed, up
//! to `w2·(cores - 1)`.

pub mod reuse;
mod shape;
mod tile;

#[cfg(test)]
mod extent_overlap;
#[cfg(test)]
mod tests;

pub use shape::{ArrayShape, DimFootprint, DimShape, GroupShape, Scale, StageShape};

use tile::compute_tile_sizes;

/// What the cost function knows of a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CacheModel {
    /// Bytes of the first-level data cache of a core.
    pub l1: i64,
    /// Bytes of the second-level cache of a core.
    pub l2: i64,
    /// Cores; less than 1 counts as 1.
    pub cores: i64,
    /// The size of tiles along the innermost dimension, in points: 128 or 256 in the paper.
    pub innermost_tile: i64,
    /// `w1` to `w4` of Equation 2; Table 2 has those of two machines.
    pub weights: [f64; 4],
    /// How the locality and cleanup terms are measured.
    pub reading: Reading,
}

/// How the locality and cleanup terms are measured: see the
/// [readings](self#readings) of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Algorithm 2 to the letter: a tile's traffic, and cleanup in tiles.
    Printed,
    /// What the weights of Table 2 were fitted to: the traffic of the whole group, and cleanup as a
    /// share of the cores.
    #[default]
    Fitted,
}

/// The terms of Equation 2, before their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostTerms {
    /// Bytes of live-ins read and live-outs written, over the bytes that a tile computes for
    /// itself. The traffic is that of a tile or of the whole group, by [`Reading`].
    pub locality: f64,
    /// Cores that are busy in the last round of tiles, less one; over the number of cores, by
    /// [`Reading`]. More is better.
    pub cleanup_tiles: f64,
    /// Bytes that a tile computes although another one does too, over its footprint.
    pub relative_overlap: f64,
    /// Standard deviation of the stages' extents, in points, all dimensions together.
    pub dim_difference: f64,
    /// `w1·locality - w2·cleanup_tiles + w3·relative_overlap + w4·dim_difference`.
    pub total: f64,
}

/// The cache that tiles are to fit in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheLevel {
    /// The first-level data cache.
    L1,
    /// The second-level cache.
    L2,
}

/// The tiles of a group and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The cost.
    pub terms: CostTerms,
    /// Live-out points a dimension of the tile that runs on a core.
    pub tile: Vec<i64>,
    /// The cache that it was chosen for.
    pub level: CacheLevel,
    /// The same of the parallelogram tiles inside it, for the first-level cache (Section 5.2).
    pub inner: Option<Vec<i64>>,
    /// Points that a tile computes although another one does too, all stages.
    pub overlap_points: f64,
    /// Points that a tile computes for itself, all stages.
    pub tile_points: f64,
    /// Bytes that the tile's buffers may take; a tile cut to the extents takes less.
    pub footprint: f64,
}

impl Choice {
    /// Whether a tile computes more for others than for itself.
    fn overlaps_too_much(&self) -> bool {
        self.overlap_points > self.tile_points
    }
}

/// The cost of a group and the best size of its tiles: Algorithm 2.
///
/// Tiles are for the first-level cache, or for the second if they would compute more points twice
/// than once. Every figure is finite if the weights are and the group has at most a dozen
/// dimensions.
pub fn cost(group: &GroupShape, machine: &CacheModel) -> Choice {
    let first = cost_for_cache(group, machine, CacheLevel::L1);
    if first.overlaps_too_much() { cost_for_cache(group, machine, CacheLevel::L2) } else { first }
}

/// The same with tiles inside the tiles: Algorithm 4.
///
/// Where the tiles are for the second-level cache, [`Choice::inner`] has the sizes for the first.
/// The inner tiles are parallelograms that run one after the other, so they add no overlap and the
/// cost is that of the outer ones.
pub fn multi_level_cost(group: &GroupShape, machine: &CacheModel) -> Choice {
    let first = cost_for_cache(group, machine, CacheLevel::L1);
    if !first.overlaps_too_much() {
        return first;
    }
    let second = cost_for_cache(group, machine, CacheLevel::L2);
    let inner = first.tile.iter().zip(&second.tile).map(|(a, b)| *a.min(b)).collect();
    Choice { inner: Some(inner), ..second }
}

/// `CostForCacheSize` of Algorithm 2.
fn cost_for_cache(group: &GroupShape, machine: &CacheModel, level: CacheLevel) -> Choice {
    let cache = match level {
        CacheLevel::L1 => machine.l1,
        CacheLevel::L2 => machine.l2,
    };
    let cores = machine.cores.max(1) as f64;
    let cache = cache.max(1) as f64;
    let total = group.sum(|s| s.array.domain_bytes());
    let footprint = (total / cores).min(cache);
    // At least one tile a core, which is `total / footprint` without the rounding.
    let tiles = if total / cores <= cache { cores } else { (total / cache).ceil() };
    let tile = compute_tile_sizes(group, footprint, machine.innermost_tile);

    let own = |s: &StageShape| s.array.own(&group.dims, &tile);
    let overlap = |s: &StageShape| s.array.points(&tile) - own(s);
    let computed = group.sum(|s| s.array.bytes() * own(s));
    let live_outs =
        |of: &dyn Fn(&StageShape) -> f64| group.sum(|s| if s.live_out { of(s) } else { 0.0 });
    let busy = (tiles + cores - 1.0) % cores;
    let (traffic, cleanup_tiles) = match machine.reading {
        Reading::Printed => {
            let read = group.live_ins.iter().map(|a| a.bytes() * a.points(&tile));
            (read.sum::<f64>() + live_outs(&|s| s.array.bytes() * own(s)), busy)
        }
        Reading::Fitted => {
            let read = group.live_ins.iter().map(ArrayShape::domain_bytes);
            (read.sum::<f64>() + live_outs(&|s| s.array.domain_bytes()), busy / cores)
        }
    };
    let overlap_bytes = group.sum(|s| s.array.bytes() * overlap(s));

    // Less than a byte is computed only where there is nothing to compute.
    let locality = traffic / computed.max(1.0);
    let relative_overlap = overlap_bytes / footprint.max(1.0);
    let dim_difference = group.dim_difference();
    let [w1, w2, w3, w4] = machine.weights;
    let total = w1 * locality - w2 * cleanup_tiles + w3 * relative_overlap + w4 * dim_difference;
    let terms = CostTerms { locality, cleanup_tiles, relative_overlap, dim_difference, total };
    Choice {
        terms,
        level,
        inner: None,
        overlap_points: group.sum(overlap),
        tile_points: group.sum(own),
        footprint,
        tile,
    }
}
