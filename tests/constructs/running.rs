//! Long sums of integers, whose rows follow from the rows before: in every kind of tile, at every
//! height of a picture, for all that may read them.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::noise;

macro_rules! sums {
    ($($T:ident)*) => {$(
        mod $T {
            use super::*;

            pipeline! {
                /// Means and sums that wrap, of an input and of a stage, beside each other.
                pub fn means(a: [$T; rows, cols]) -> (mean, total, over) {
                    border a = clamp;
                    mean(y, x) = (sum(j in -7..=7, i in -3..=4; a(y + j, x + i) as i32) / 120) as $T;
                    total(y, x) = sum(j in -20..=11; a(y + j, x));
                    twice(y, x) = a(y, x) * 2 + a(y + 1, x);
                    border twice = mirror101;
                    over(y, x) = sum(j in 0..=12, i in -1..=1; twice(y + j, x + i)) - mean(y, x);
                }
            }

            pipeline! {
                /// Tiles, in which a stage is computed at once.
                #[schedule(tile(8, 32))]
                pub fn in_tiles(a: [$T; rows, cols]) -> out {
                    border a = constant(3);
                    box_(y, x) = sum(j in -9..=5, i in -2..=2; abs_diff(a(y + j, x + i), a(y + j + 1, x + i)));
                    tall(y, x) = sum(j in 3..=15, i in 0..=2; a(y + j, x + i));
                    border tall = clamp;
                    wide(y, x) = sum(j in -6..=6, i in -1..=1; max(tall(y + j, x + i), a(y + j, x + i)));
                    out(y, x) = wide(y, x) + tall(y + 2, x) - tall(y - 3, x + 1) + box_(y, x);
                }
            }

            pipeline! {
                /// Steps of several rows.
                #[schedule(strip = 28, step = 4, width = 64, strategy = "greedy")]
                pub fn in_steps(a: [$T; rows, cols]) -> (out, sums) {
                    border a = repeat;
                    near(y, x) = a(y, x - 1) * 3 + a(y + 1, x);
                    border near = clamp;
                    sums(y, x) = sum(j in -13..=13, i in 0..=1; near(y + j, x + i));
                    border sums = clamp;
                    out(y, x) = sums(y - 2, x) - sums(y + 3, x + 5);
                }
            }

            pipeline! {
                /// No border, samples, upside down, and a plane for each of some shifts.
                pub fn apart(a: [$T; rows + 30, cols + 9]) -> (inner, half, turned, best) {
                    inner(y, x) in [0..rows, 0..cols] =
                        sum(j in 0..=30, i in 0..=8; a(y + j, x + i));
                    half(y, x) in [0..(rows + 1) / 2, 0..(cols + 1) / 2] =
                        inner(2 * y, 2 * x) + inner(min(2 * y + 1, rows - 1), 2 * x);
                    turned(y, x) in [0..rows, 0..cols] = inner(rows - 1 - y, x);
                    cost(d, y, x) in [0..4, 0..rows, 0..cols] = sum(
                        j in 0..=10, i in 0..=5;
                        abs_diff(a(y + j, x + i), a(y + j, x + i + d))
                    );
                    best(y, x) in [0..rows, 0..cols] = min(d in 0..4; cost(d, y, x));
                }
            }

            pipeline! {
                /// Of one dimension each, through borders.
                #[schedule(tile(16, 64))]
                pub fn in_turn(a: [$T; rows, cols]) -> (out, mirrored) {
                    border a = mirror;
                    border tall = clamp;
                    tall(y, x) = sum(j in -15..=15; a(y + j, x));
                    wide(y, x) = sum(i in -2..=2; tall(y, x + i)) - tall(y, x - 9);
                    border lower = mirror101;
                    lower(y, x) = sum(j in 0..=26; max(wide(y + j, x), 1));
                    border wide = constant(9);
                    out(y, x) = lower(y, x - 1) + lower(y - 1, x + 2);
                    border high = repeat;
                    high(y, x) = sum(j in -28..=0; a(y + j, x));
                    mirrored(y, x) = high(y + 1, x + 3) - high(y, x);
                }
            }

            pipeline! {
                /// Channels of pixels.
                pub fn pixels(c: [$T; rows, cols, 3]) -> out {
                    border c = clamp;
                    out(y, x, i) in [0..rows, 0..cols, 0..3] =
                        sum(j in -5..=5, k in -1..=1; c(y + j, x + k, i)) / 3;
                }
            }

            pipeline! {
                /// Each stage by itself: no tile has sums that run.
                #[schedule(strategy = "none")]
                pub fn alone(a: [$T; rows, cols]) -> out {
                    border a = clamp;
                    out(y, x) = sum(j in -7..=7, i in -3..=4; a(y + j, x + i));
                }
            }

            #[test]
            fn every_height_of_a_picture() {
                for h in (1..20).chain([31, 32, 33, 63, 64, 65, 70, 97]) {
                    let w = 1 + 13 * h % 37;
                    let a: Image<$T, 2> = noise([h, w], h as u64);
                    agree!(means(&a); a_, b_, c_);
                    agree!(in_tiles(&a));
                    agree!(in_steps(&a); a_, b_);
                    agree!(in_turn(&a); a_, b_);
                    agree!(alone(&a));
                    let a: Image<$T, 2> = noise([h + 30, w + 9], h as u64);
                    agree!(apart(&a); a_, b_, c_, d_);
                    let c: Image<$T, 3> = noise([h, w, 3], h as u64);
                    agree!(pixels(&c));
                }
            }

            #[test]
            fn rows_follow_from_the_rows_before() {
                let plans = [
                    means::plan().to_string(),
                    in_tiles::plan().to_string(),
                    in_steps::plan().to_string(),
                    in_turn::plan().to_string(),
                    apart::plan().to_string(),
                    pixels::plan().to_string(),
                ];
                for plan in &plans {
                    assert!(plan.contains("; running sums of "), "{plan}");
                }
                let plan = alone::plan().to_string();
                assert!(!plan.contains("running sums") && plan.contains("out_y15"), "{plan}");
            }
        }
    )*};
}

sums!(u8 i16 u32);
