//! Vectors of indices, of pairs of words, and look-ups.

use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::*;

use super::common::*;

#[test]
fn iota_counts_and_wraps() {
    on_every_set!(|V| {
        for (base, step) in [(0, 1), (-5, 3), (i32::MAX - 2, 1), (7, i32::MIN), (1, -1)] {
            let lanes = V::iota(base, step);
            for i in 0..V::LANES {
                assert_eq!(lanes.lane(i), base.wrapping_add(step.wrapping_mul(i as i32)));
            }
            assert_eq!(Scalar::iota(base, step).lane(0), base);
        }
    });
}

#[test]
fn products_of_words_are_added_in_pairs() {
    on_every_set!(|V| {
        for (a, b) in blocks::<V, i16>() {
            let (c, d) = (b.map(|x| x.wrapping_add(1)), a.map(|x| x.wrapping_mul(3)));
            let [a_, b_, c_, d_] = [a, b, c, d].map(wide::<V, i16>);
            let (low, high) = (V::word_pair(a_, b_), V::word_pair(c_, d_));
            let (sum, alike) = (V::dot(low, high), V::word_pair_alike(a_, b_));
            for i in 0..V::LANES {
                let pair = |low: i16, high: i16| i32::from(high) << 16 | i32::from(low as u16);
                assert_eq!(low.lane(i), pair(a[i], b[i]));
                assert_eq!(alike.lane(i), pair(a[0], b[0]));
                let product = |x: i16, y: i16| i32::from(x) * i32::from(y);
                assert_eq!(sum.lane(i), product(a[i], c[i]).wrapping_add(product(b[i], d[i])));
            }
        }
        let least = V::I32::splat(0x8000_8000_u32 as i32);
        assert_eq!(V::dot(least, least).lane(0), i32::MIN);
    });
}

fn quotients_of<V: Isa, const STEP: i32, const BY: i32>(first: isize) {
    let (all, beyond) = (quotients::<V, STEP, BY>(first), quotient_distances::<V, STEP, BY>(first));
    let floor = |i: usize| (first + STEP as isize * i as isize).div_euclid(BY as isize);
    for i in 0..V::LANES {
        assert_eq!(all.lane(i), floor(i) as i32, "({first} + {i} * {STEP}) / {BY}");
        assert_eq!(beyond.lane(i) as isize, floor(i) - floor(0), "({first} + {i} * {STEP}) / {BY}");
    }
}

#[test]
fn quotients_are_floors() {
    on_every_set!(|V| {
        let big = (1isize << 33) + 5;
        for first in [0, 5, -1, -9, 4099, big, i32::MAX as isize - 3] {
            quotients_of::<V, 1, 2>(first);
            quotients_of::<V, { -3 }, 8>(first);
            quotients_of::<V, 20, 26>(first);
            quotients_of::<V, { -20 }, 13>(first);
            quotients_of::<V, 1, 3>(first);
            quotients_of::<V, 250, 99>(first);
            quotients_of::<V, 1, 8159>(first);
        }
    });
}

/// Looks up every entry of a table of this size, with every distance between lanes.
fn looked_up<V: Isa, const ENTRIES: usize>() {
    let table: Vec<u8> = (0..ENTRIES).map(|i| (i * 37 + i / 256) as u8).collect();
    for shift in 0..ENTRIES {
        let number = |lane: usize| (shift + lane * (shift % 131)) % ENTRIES;
        let at = V::I32::from_fn(|lane| number(lane) as i32);
        let same = |found: V::U8| {
            for lane in 0..V::LANES {
                let entry = number(lane);
                assert_eq!(found.lane(lane), table[entry], "entry {entry} of {ENTRIES}");
            }
        };
        // SAFETY: the numbers are less than the table's entries.
        same(unsafe { V::look_up::<ENTRIES>(table.as_ptr(), at) });
        if ENTRIES <= 256 {
            let at = V::U8::from_fn(|lane| number(lane) as u8);
            // SAFETY: as before.
            same(unsafe { V::look_up_bytes::<ENTRIES>(table.as_ptr(), at) });
        }
    }
}

#[test]
fn tables() {
    on_every_set!(tables: true, |V| {
        looked_up::<V, 1>();
        looked_up::<V, 16>();
        looked_up::<V, 64>();
        looked_up::<V, 65>();
        looked_up::<V, 128>();
        looked_up::<V, 129>();
        looked_up::<V, 256>();
        looked_up::<V, 1024>();
        looked_up::<V, 1025>();
        looked_up::<V, 1152>();
    });
}
