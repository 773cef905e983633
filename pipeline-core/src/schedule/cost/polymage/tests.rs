//! Costs worked by hand, on the paper's Haswell with its weights (Section 7.1, Table 2).

mod properties;

use super::*;

/// 32 KB and 256 KB of cache, 16 cores, tiles of 256 points.
fn haswell(reading: Reading) -> CacheModel {
    CacheModel {
        l1: 32 << 10,
        l2: 256 << 10,
        cores: 16,
        innermost_tile: 256,
        weights: [1.0, 100.0, 46_875.0, 1.5],
        reading,
    }
}

/// Along a dimension of `extent` points, `halo` more on either side.
pub(super) fn halo(halo: i64, extent: i64) -> DimFootprint {
    DimFootprint { scale: Scale::ONE, lo: -halo, hi: halo, extent }
}

/// An array of 32-bit values.
pub(super) fn array(along: &[DimFootprint]) -> ArrayShape {
    ArrayShape { bytes: 4, planes: 1, along: along.to_vec() }
}

pub(super) fn stage(live_out: bool, along: &[DimFootprint]) -> StageShape {
    StageShape { array: array(along), live_out }
}

pub(super) fn dim(extent: i64, reuse: f64) -> DimShape {
    DimShape { extent, reuse }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a}, not {b}");
}

#[test]
fn a_group_of_one_stage() {
    // A point-wise stage on 1024 × 1024 values.
    let at = [halo(0, 1024), halo(0, 1024)];
    let group = GroupShape {
        dims: vec![dim(1024, 0.0), dim(1024, 1.0)],
        stages: vec![stage(true, &at)],
        live_ins: vec![array(&at)],
    };
    // The stage has 4 · 2^20 bytes, a core's part is 2^18, and the first-level cache has 2^15.
    // 2^15 bytes are 2^13 values: with 256 = 2^8 in a row, 2^5 = 32 rows.
    let choice = cost(&group, &haswell(Reading::Printed));
    assert_eq!((choice.level, choice.tile.as_slice()), (CacheLevel::L1, &[32, 256][..]));
    assert_eq!((choice.footprint, choice.tile_points), (32768.0, 8192.0));
    assert_eq!((choice.overlap_points, choice.inner), (0.0, None));
    // A tile reads 2^15 bytes and writes as many: twice what it computes. There are 2^22 / 2^15 =
    // 128 tiles, 8 for each core: (128 + 15) % 16 = 15. Nothing overlaps, and one stage does not
    // differ from itself. 1·2 - 100·15 = -1498.
    let expected = CostTerms {
        locality: 2.0,
        cleanup_tiles: 15.0,
        relative_overlap: 0.0,
        dim_difference: 0.0,
        total: -1498.0,
    };
    assert_eq!(choice.terms, expected);
    // Fitted: 2 · 2^22 bytes go through memory, 2^8 times what a tile computes; 15/16 of the cores.
    // 256 - 93.75 = 162.25.
    let expected = CostTerms { locality: 256.0, cleanup_tiles: 0.9375, total: 162.25, ..expected };
    assert_eq!(cost(&group, &haswell(Reading::Fitted)).terms, expected);
}

#[test]
fn a_chain_of_three_stencils_in_one_dimension() {
    // img → a → b → c, each reading its source at x - 1, x and x + 1: c needs b one point further
    // on either side, a two and img three.
    let n = 1_000_000;
    let group = GroupShape {
        dims: vec![dim(n, 6.0)],
        stages: vec![
            stage(false, &[halo(2, n)]),
            stage(false, &[halo(1, n)]),
            stage(true, &[halo(0, n)]),
        ],
        live_ins: vec![array(&[halo(3, n)])],
    };
    let choice = cost(&group, &haswell(Reading::Printed));
    // The only dimension is the innermost: 256, whatever the caches hold.
    assert_eq!((choice.level, choice.tile.as_slice()), (CacheLevel::L1, &[256][..]));
    // c computes 256 points, b 258 and a 260.
    assert_eq!((choice.tile_points, choice.overlap_points), (768.0, 6.0));
    // 262 points are read, 256 written and 768 computed: 518/768.
    close(choice.terms.locality, 518.0 / 768.0);
    // 12 000 000 bytes in tiles of 32 768 are 366.2, so 367 tiles: (367 + 15) % 16 = 382 % 16 = 14.
    assert_eq!(choice.terms.cleanup_tiles, 14.0);
    // 6 points of 4 bytes overlap in a tile of 32 768 bytes.
    close(choice.terms.relative_overlap, 24.0 / 32768.0);
    // 1·0.674479… - 100·14 + 46 875·0.000732… = -1364.993…
    close(choice.terms.total, 518.0 / 768.0 - 1400.0 + 46_875.0 * 24.0 / 32768.0);
}

/// Rows and columns of Harris's image.
const N: i64 = 6400;

/// Harris corner detection with the products and the point-wise end inlined: two gradients of
/// `img`, three sums of nine products of them, and the response.
fn harris() -> GroupShape {
    let at = |rows| [halo(rows, N), halo(rows, N)];
    GroupShape {
        dims: vec![dim(N, 1.0); 2],
        stages: vec![
            stage(false, &at(1)),
            stage(false, &at(1)),
            stage(false, &at(0)),
            stage(false, &at(0)),
            stage(false, &at(0)),
            stage(true, &at(0)),
        ],
        live_ins: vec![array(&at(2))],
    }
}

#[test]
fn harris_on_haswell() {
    let choice = cost(&harris(), &haswell(Reading::Printed));
    // Six buffers of 4 bytes in 32 768 bytes: 1365.3 points, 5.33 rows of 256. The paper's Table 7
    // has 5 × 256 for the first level.
    assert_eq!((choice.level, choice.tile.as_slice()), (CacheLevel::L1, &[5, 256][..]));
    // Six times 5 · 256 = 1280 points. A gradient has 7 · 258 = 1806, 526 too many.
    assert_eq!((choice.tile_points, choice.overlap_points), (7680.0, 1052.0));
    // 9 · 260 = 2340 points are read and 1280 written: 3620/7680.
    close(choice.terms.locality, 3620.0 / 7680.0);
    // 6 · 6400² · 4 / 32 768 = 30 000 tiles = 1875 · 16.
    assert_eq!(choice.terms.cleanup_tiles, 15.0);
    close(choice.terms.relative_overlap, 1052.0 * 4.0 / 32768.0);
    close(choice.terms.total, 3620.0 / 7680.0 - 1500.0 + 46_875.0 * 4208.0 / 32768.0);

    // With 256 KB for the first level: 262 144 / 24 / 256 = 42.67. Table 7 has 42 × 256, and the
    // paper takes it: its code compares the overlap with the tile along each dimension, and with
    // one slope for all levels. By line 5 and tight extents the first level will do.
    let larger = CacheModel { l1: 256 << 10, ..haswell(Reading::Printed) };
    assert_eq!(cost(&harris(), &larger).tile, [42, 256]);
}

#[test]
fn weights_of_table_2_fuse_harris_as_fitted_and_not_as_printed() {
    let at = |rows| [halo(rows, N), halo(rows, N)];
    let single = |sources: usize, rows: i64| GroupShape {
        dims: harris().dims,
        stages: vec![stage(true, &at(0))],
        live_ins: vec![array(&at(rows)); sources],
    };
    // ix and iy of img; xx and yy of one gradient each, xy of both; the response of all sums.
    let alone =
        [single(1, 1), single(1, 1), single(1, 1), single(1, 1), single(2, 1), single(3, 0)];
    let totals = |reading: Reading| {
        let machine = haswell(reading);
        let separate: f64 = alone.iter().map(|g| cost(g, &machine).terms.total).sum();
        (cost(&harris(), &machine).terms.total, separate)
    };
    // Printed: six groups earn 100·(5000 + 15) % 16 = 700 each and have no overlap; one group earns
    // 1500 and pays 46 875 · 0.128 = 6019.
    let (fused, separate) = totals(Reading::Printed);
    assert!(fused > 4500.0 && separate < -4100.0, "{fused} {separate}");
    // Fitted: fifteen images go through memory in place of two; each is 6400² · 4 / 32 768 = 5000
    // tiles' worth of what a stage alone computes in a tile.
    let (fused, separate) = totals(Reading::Fitted);
    close(separate, 15.0 * 5000.0 - 6.0 * 100.0 * 7.0 / 16.0);
    let locality = 2.0 * 6400.0 * 6400.0 / 7680.0;
    close(fused, locality - 93.75 + 46_875.0 * 4208.0 / 32768.0);
    assert!(fused < 17_000.0 && separate > 74_000.0);
}

#[test]
fn outer_dimensions_share_the_volume_by_reuse() {
    let extents = |reuse: [f64; 3], extent: i64| GroupShape {
        dims: reuse.map(|r| dim(extent, r)).to_vec(),
        stages: vec![stage(true, &[halo(0, extent); 3])],
        live_ins: Vec::new(),
    };
    let machine = CacheModel { innermost_tile: 32, ..haswell(Reading::Printed) };
    let tile = |reuse: [f64; 3], extent: i64| cost(&extents(reuse, extent), &machine).tile;
    // 8192 points, 32 in a row: 256 for the outer two. γ = 1 and 1/4: τ² / 4 = 256, τ = 32.
    assert_eq!(tile([4.0, 1.0, 9.0], 1024), [32, 8, 32]);
    assert_eq!(tile([1.0, 4.0, 9.0], 1024), [8, 32, 32]);
    assert_eq!(tile([2.0, 2.0, 0.0], 1024), [16, 16, 32]);
    // Not powers of two: γ = 1 and 2/3, τ = √384 = 19.6, 2/3 of it 13.06.
    assert_eq!(tile([3.0, 2.0, 0.0], 1024), [19, 13, 32]);
    // No reuse at all is shared evenly; a dimension without any gets 1 beside others.
    assert_eq!(tile([0.0, 0.0, 0.0], 1024), [16, 16, 32]);
    assert_eq!(tile([5.0, 0.0, 0.0], 1024), [256, 1, 32]);
    assert_eq!(tile([f64::NAN, -1.0, 0.0], 1024), [16, 16, 32]);
    // 24³ points of 4 bytes are 55 296 bytes, a core's part of it 3456: 864 points, 36 rows of 24.
    // τ = √(36·4) = 12 and a quarter of it; with equal scores 6 and 6.
    assert_eq!(tile([4.0, 1.0, 9.0], 24), [12, 3, 24]);
    assert_eq!(tile([1.0, 1.0, 1.0], 24), [6, 6, 24]);
}

#[test]
fn a_dimension_at_its_extent_keeps_its_share() {
    // Three colours, planes outermost: τ = √32 = 5.66 for both, of which the colours take 3.
    let extents = [halo(0, 3), halo(0, 4096), halo(0, 4096)];
    let group = GroupShape {
        dims: vec![dim(3, 1.0), dim(4096, 1.0), dim(4096, 1.0)],
        stages: vec![stage(true, &extents)],
        live_ins: Vec::new(),
    };
    assert_eq!(cost(&group, &haswell(Reading::Printed)).tile, [3, 5, 256]);
}

#[test]
fn buffers_count_with_their_types_and_rates() {
    // Four bytes at a quarter of the rate (half in both dimensions), two bytes at the full rate,
    // and two planes of a byte: 1 + 2 + 2 = 5 bytes for each point. 32 768 / 5 / 256 = 25.6 rows.
    let half = DimFootprint { scale: Scale { num: 1, den: 2 }, lo: 0, hi: 1, extent: 2048 };
    let full = |bytes, planes, live_out| StageShape {
        array: ArrayShape { bytes, planes, along: vec![halo(0, 4096); 2] },
        live_out,
    };
    let group = GroupShape {
        dims: vec![dim(4096, 1.0); 2],
        stages: vec![stage(false, &[half, half]), full(2, 1, false), full(1, 2, true)],
        live_ins: Vec::new(),
    };
    let choice = cost(&group, &haswell(Reading::Printed));
    assert_eq!(choice.tile, [25, 256]);
    // The first stage has floor(24/2) + 1 + 1 = 14 rows of floor(255/2) + 1 + 1 = 129 points; its
    // own are 12.5 · 128. The others have 25 · 256 points, once and twice.
    assert_eq!(choice.tile_points, 1600.0 + 3.0 * 6400.0);
    assert_eq!(choice.overlap_points, 14.0 * 129.0 - 1600.0);
    // Extents of 2048, 4096 and 4096: the mean is 3413.3, the squares of the distances 4/9, 1/9 and
    // 1/9 of 2048². √(2/9) · 2048 = 965.4, twice.
    close(choice.terms.dim_difference, 2.0 * (2.0f64 / 9.0).sqrt() * 2048.0);
}

#[test]
fn a_stage_without_a_dimension_is_computed_by_every_tile_along_it() {
    // A row of weights for every row of the image.
    let group = GroupShape {
        dims: vec![dim(1024, 1.0); 2],
        stages: vec![
            stage(false, &[DimFootprint::ABSENT, halo(0, 1024)]),
            stage(true, &[halo(0, 1024), halo(0, 1024)]),
        ],
        live_ins: Vec::new(),
    };
    let choice = cost(&group, &haswell(Reading::Printed));
    // 8 bytes a point (a buffer of a row counts as if it had one for every point), 16 rows of 256.
    assert_eq!(choice.tile, [16, 256]);
    assert_eq!((choice.tile_points, choice.overlap_points), (4096.0, 256.0));
    // It is no sample of the rows, so the extents do not differ.
    assert_eq!(choice.terms.dim_difference, 0.0);
    // On an image of 16 rows the tiles are alone along them, and nothing is computed twice. A
    // core's part of (16 + 1) · 1024 · 4 bytes is 4352: 2.1 rows. So the cores are one here.
    let mut low = group;
    low.dims[0].extent = 16;
    low.stages[1].array.along[0].extent = 16;
    let machine = CacheModel { cores: 1, ..haswell(Reading::Printed) };
    let choice = cost(&low, &machine);
    assert_eq!(choice.tile, [16, 256]);
    assert_eq!((choice.tile_points, choice.overlap_points), (4352.0, 0.0));
}

/// `count` stages with windows of `2·radius + 1` rows and columns, one after the other.
fn long_chain(count: i64, radius: i64) -> GroupShape {
    let n = 4096;
    let at = |levels: i64| [halo(levels * radius, n), halo(levels * radius, n)];
    GroupShape {
        dims: vec![dim(n, 1.0); 2],
        stages: (0..count).rev().map(|level| stage(level == 0, &at(level))).collect(),
        live_ins: vec![array(&at(count))],
    }
}

#[test]
fn too_much_overlap_takes_the_second_level() {
    let machine = haswell(Reading::Printed);
    // Eight stages of radius 1. First level: 32 768 / 32 / 256 = 4 rows. The k-th stage before the
    // end has (4 + 2k)·(256 + 2k) points, k = 0 to 7:
    // Σ = 8·1024 + 2·(4 + 256)·28 + 4·140 = 8192 + 14 560 + 560.
    // 15 120 points too many for 8192. Second level: 32 rows.
    // Σ = 8·8192 + 2·(32 + 256)·28 + 4·140 = 65 536 + 16 128 + 560: 16 688 too many for 65 536.
    let chain = long_chain(8, 1);
    let choice = cost(&chain, &machine);
    assert_eq!((choice.level, choice.tile.as_slice()), (CacheLevel::L2, &[32, 256][..]));
    assert_eq!((choice.tile_points, choice.overlap_points), (65_536.0, 16_688.0));
    assert_eq!(choice.footprint, 262_144.0);
    assert_eq!(choice.inner, None);
    // 8 · 4096² · 4 / 2^18 = 2048 tiles; in the first level they would be 16 384.
    assert_eq!(choice.terms.cleanup_tiles, 15.0);

    // Algorithm 4: the same with the tile of the first level inside.
    let both = multi_level_cost(&chain, &machine);
    assert_eq!(both.inner.as_deref(), Some(&[4, 256][..]));
    assert_eq!(Choice { inner: None, ..both }, choice);

    // Four stages: 8 rows; Σ = 2·(8 + 256)·6 + 4·14 = 3224 too many for 8192. The first level.
    let chain = long_chain(4, 1);
    let choice = cost(&chain, &machine);
    assert_eq!((choice.level, choice.overlap_points), (CacheLevel::L1, 3224.0));
    assert_eq!(multi_level_cost(&chain, &machine), choice);
}

#[test]
fn as_much_overlap_as_volume_is_not_too_much() {
    // One dimension, tiles of 8. Two stages with 8 and 24 points: 16 of each kind.
    let group = GroupShape {
        dims: vec![dim(1 << 20, 1.0)],
        stages: vec![stage(false, &[halo(8, 1 << 20)]), stage(true, &[halo(0, 1 << 20)])],
        live_ins: Vec::new(),
    };
    let machine = CacheModel { innermost_tile: 8, ..haswell(Reading::Printed) };
    let choice = cost(&group, &machine);
    assert_eq!((choice.tile_points, choice.overlap_points), (16.0, 16.0));
    assert_eq!(choice.level, CacheLevel::L1);
    assert_eq!(multi_level_cost(&group, &machine), choice);
}

#[test]
fn the_cleanup_term_is_greatest_without_a_tile_left_over() {
    let machine = CacheModel { cores: 4, ..haswell(Reading::Printed) };
    let busy = |values: i64| {
        let group = GroupShape {
            dims: vec![dim(values, 1.0)],
            stages: vec![stage(true, &[halo(0, values)])],
            live_ins: Vec::new(),
        };
        cost(&group, &machine).terms.cleanup_tiles
    };
    // 8192 values fill a tile. 8 tiles for 4 cores, then one too many, two, three, and 12.
    let tiles = [8, 9, 10, 11, 12].map(|tiles| busy(tiles * 8192));
    assert_eq!(tiles, [3.0, 0.0, 1.0, 2.0, 3.0]);
    // A part of a tile is a tile. Less than a tile for each core: smaller tiles, one for each.
    assert_eq!(busy(8 * 8192 + 1), 0.0);
    assert_eq!(busy(4 * 8192), 3.0);
    assert_eq!(busy(100), 3.0);
}

#[test]
fn empty_small_and_strange_groups() {
    let empty = GroupShape::default();
    let choice = cost(&empty, &haswell(Reading::Printed));
    assert!(choice.tile.is_empty() && choice.terms.total.is_finite());

    // No points at all.
    let none = GroupShape {
        dims: vec![dim(0, 0.0); 2],
        stages: vec![stage(true, &[halo(0, 0); 2])],
        live_ins: vec![array(&[halo(1, 0); 2])],
    };
    let choice = cost(&none, &haswell(Reading::Fitted));
    assert_eq!((choice.tile.as_slice(), choice.tile_points), (&[1, 1][..], 0.0));
    assert_eq!((choice.overlap_points, choice.terms.locality), (0.0, 0.0));

    // An image smaller than the halo: the only tile has all 3 · 3 points of both stages.
    let tiny = GroupShape {
        dims: vec![dim(3, 1.0); 2],
        stages: vec![stage(false, &[halo(9, 3); 2]), stage(true, &[halo(0, 3); 2])],
        live_ins: vec![array(&[halo(20, 3); 2])],
    };
    let machine = CacheModel { cores: 1, ..haswell(Reading::Printed) };
    let choice = cost(&tiny, &machine);
    assert_eq!((choice.tile.as_slice(), choice.overlap_points), (&[3, 3][..], 0.0));
    assert_eq!(choice.terms.locality, 18.0 / 18.0);

    // Huge numbers, and a machine of nothing.
    let huge = |along: DimFootprint| GroupShape {
        dims: vec![dim(i64::MAX, f64::INFINITY); 3],
        stages: vec![stage(true, &[along; 3]), stage(false, &[along; 3])],
        live_ins: vec![array(&[along; 3])],
    };
    let extreme = DimFootprint {
        scale: Scale { num: i64::MAX, den: 0 },
        lo: i64::MIN,
        hi: i64::MAX,
        extent: i64::MAX,
    };
    let nothing = CacheModel {
        l1: 0,
        l2: -1,
        cores: 0,
        innermost_tile: 0,
        weights: [1.0; 4],
        reading: Reading::Printed,
    };
    for along in
        [extreme, DimFootprint { lo: i64::MAX, hi: i64::MIN, ..extreme }, halo(1, i64::MAX)]
    {
        for machine in [nothing, haswell(Reading::Fitted)] {
            let choice = multi_level_cost(&huge(along), &machine);
            assert!(choice.terms.total.is_finite(), "{along:?} {choice:?}");
            assert!(choice.tile.iter().all(|t| *t >= 1));
        }
    }
}
