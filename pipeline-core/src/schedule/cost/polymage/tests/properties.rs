//! What holds of every group, tried on random ones.

use super::*;
use crate::ir::text::random::Rng;

const ROUNDS: u64 = 3000;

fn random_machine(rng: &mut Rng) -> CacheModel {
    let l1 = rng.range(1, 64) << 10;
    CacheModel {
        l1,
        l2: l1 * rng.range(1, 32),
        cores: rng.range(1, 64),
        innermost_tile: rng.pick(&[1, 16, 128, 256]),
        weights: [1.0, 100.0, 46_875.0, 1.5],
        reading: rng.pick(&[Reading::Printed, Reading::Fitted]),
    }
}

/// A group of one to four dimensions and one to eight stages; the last is a live-out at rate 1.
fn random_group(rng: &mut Rng) -> GroupShape {
    let extents: Vec<i64> =
        (0..rng.range(1, 4)).map(|_| rng.pick(&[1, 2, 3, 17, 640, 4096, 100_000])).collect();
    let along = |rng: &mut Rng, extent: i64| {
        let scale = Scale { num: rng.pick(&[1, 1, 1, 2, 3]), den: rng.pick(&[1, 1, 1, 2, 4]) };
        let points = (extent * scale.num / scale.den).max(1);
        let (lo, hi) = (-rng.range(0, 5), rng.range(0, 5));
        let follows = DimFootprint { scale, lo, hi, extent: points + hi - lo };
        if rng.below(8) == 0 { DimFootprint::ABSENT } else { follows }
    };
    let producers: Vec<StageShape> = (0..rng.below(8))
        .map(|_| {
            let along: Vec<DimFootprint> = extents.iter().map(|e| along(rng, *e)).collect();
            let array = ArrayShape { bytes: rng.pick(&[1, 2, 4, 8]), planes: 1, along };
            StageShape { array, live_out: rng.below(5) == 0 }
        })
        .collect();
    let exact: Vec<DimFootprint> = extents.iter().map(|e| halo(0, *e)).collect();
    let read: Vec<DimFootprint> = extents.iter().map(|e| along(rng, *e)).collect();
    GroupShape {
        dims: extents.iter().map(|e| dim(*e, rng.range(0, 12) as f64 / 2.0)).collect(),
        stages: producers.into_iter().chain([stage(true, &exact)]).collect(),
        live_ins: vec![array(&read)],
    }
}

fn for_each(mut check: impl FnMut(&GroupShape, &CacheModel)) {
    for seed in 0..ROUNDS {
        let mut rng = Rng::new(seed + 1);
        let (group, machine) = (random_group(&mut rng), random_machine(&mut rng));
        check(&group, &machine);
    }
}

#[test]
fn costs_are_finite_and_made_of_their_terms() {
    for_each(|group, machine| {
        let Choice { terms, .. } = cost(group, machine);
        let [w1, w2, w3, w4] = machine.weights;
        let total = w1 * terms.locality - w2 * terms.cleanup_tiles
            + w3 * terms.relative_overlap
            + w4 * terms.dim_difference;
        assert!(total.is_finite() && total == terms.total);
        assert!(terms.locality > 0.0 && terms.relative_overlap >= 0.0);
        assert!(terms.dim_difference >= 0.0);
        let most = match machine.reading {
            Reading::Printed => machine.cores as f64 - 1.0,
            Reading::Fitted => 1.0 - 1.0 / machine.cores as f64,
        };
        assert!((0.0..=most).contains(&terms.cleanup_tiles), "{terms:?} {machine:?}");
    });
}

#[test]
fn tiles_stay_inside_the_extents_and_the_footprint() {
    let (mut filled, mut fitting) = (0, 0);
    for_each(|group, machine| {
        let choice = cost(group, machine);
        let sizes = || choice.tile.iter().zip(&group.dims);
        assert!(sizes().all(|(t, d)| (1..=d.extent).contains(t)));
        let inner = *choice.tile.last().expect("a dimension");
        assert_eq!(inner, group.dims[group.dims.len() - 1].extent.min(machine.innermost_tile));

        let volume: f64 = choice.tile.iter().map(|t| *t as f64).product();
        let bytes = group.sum(|s| s.array.bytes() * s.array.density());
        // The innermost size is given, and a size of 1 may stand for less: then the buffers may be
        // too large.
        let outer = &choice.tile[..choice.tile.len() - 1];
        if bytes * inner as f64 <= choice.footprint && outer.iter().all(|t| *t > 1) {
            fitting += 1;
            assert!(volume * bytes <= choice.footprint * (1.0 + 1e-6), "{choice:?}");
            // And where no extent cuts a size, one more along each dimension would not fit.
            if !outer.is_empty() && sizes().rev().skip(1).all(|(t, d)| *t < d.extent) {
                filled += 1;
                let more: f64 = outer.iter().map(|t| *t as f64 + 1.0).product();
                assert!(more * inner as f64 * bytes > choice.footprint, "{choice:?}");
            }
        }
    });
    assert!(fitting > 300 && filled > 100, "{fitting} {filled}");
}

#[test]
fn the_second_level_is_for_too_much_overlap_only() {
    let (mut first, mut second) = (0, 0);
    for_each(|group, machine| {
        let at_first = cost_for_cache(group, machine, CacheLevel::L1);
        let too_much = at_first.overlap_points > at_first.tile_points;
        let choice = cost(group, machine);
        let both = multi_level_cost(group, machine);
        assert_eq!(choice.level == CacheLevel::L2, too_much);
        assert_eq!(both.inner.is_some(), too_much);
        if let Some(inner) = &both.inner {
            second += 1;
            assert_eq!(*inner, at_first.tile);
            assert!(inner.iter().zip(&both.tile).all(|(a, b)| a <= b));
        } else {
            first += 1;
            assert_eq!(choice, at_first);
        }
        assert_eq!(Choice { inner: None, ..both }, choice);
    });
    assert!(first > 100 && second > 100, "{first} {second}");
}

#[test]
fn every_core_has_a_tile() {
    for_each(|group, machine| {
        let total = group.sum(|s| s.array.domain_bytes());
        let choice = cost(group, machine);
        assert!(choice.footprint * machine.cores as f64 <= total * (1.0 + 1e-9));
    });
}

#[test]
fn as_many_times_the_cores_and_the_rows_leave_the_tile_as_it_was() {
    let mut compared = 0;
    for_each(|group, machine| {
        // Each core then has as much as before. The outermost dimension must not be the innermost,
        // nor cut its tile, nor be absent from a stage: that one would not grow.
        let small = cost(group, machine);
        let follows = group.stages.iter().all(|s| s.array.along[0].scale.num > 0);
        if group.dims.len() < 2 || small.tile[0] == group.dims[0].extent || !follows {
            return;
        }
        compared += 1;
        let mut tall = group.clone();
        tall.dims[0].extent *= 3;
        tall.stages.iter_mut().for_each(|s| s.array.along[0].extent *= 3);
        let large = cost(&tall, &CacheModel { cores: machine.cores * 3, ..*machine });
        assert_eq!(small.level, large.level);
        assert_eq!(small.tile, large.tile);
        // Domains are larger than the halos along them, so that no tile is cut.
        assert_eq!(small.overlap_points, large.overlap_points);
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn more_halo_never_costs_less() {
    for_each(|group, machine| {
        let wider = |group: &GroupShape| {
            let mut wider = group.clone();
            for along in wider.stages.iter_mut().flat_map(|s| &mut s.array.along) {
                if along.scale.num > 0 {
                    (along.lo, along.hi) = (along.lo - 1, along.hi + 1);
                }
            }
            wider
        };
        for level in [CacheLevel::L1, CacheLevel::L2] {
            let narrow = cost_for_cache(group, machine, level);
            let wide = cost_for_cache(&wider(group), machine, level);
            assert_eq!(narrow.tile, wide.tile);
            assert!(wide.terms.relative_overlap >= narrow.terms.relative_overlap);
            assert!(wide.overlap_points >= narrow.overlap_points);
        }
    });
}
