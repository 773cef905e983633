//! Scans of integers along rows, which vectors combine by themselves: both ways, at every length
//! of a row.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::noise;

macro_rules! prefixes {
    ($($T:ident $zero:literal,)*) => {$(
        mod $T {
            use super::*;

            pipeline! {
                /// What integers combine to in any order, forth and back, and more than one thing
                /// at a time.
                pub fn rows_of(a: [$T; rows, cols]) -> (total, grown, least, most, back, both) {
                    total(y, x) = case { x == 0 => a(y, x), else => total(y, x - 1) + a(y, x) };
                    grown(y, x) = case { x == 0 => a(y, x), else => a(y, x) * grown(y, x - 1) };
                    border least = constant(7);
                    least(y, x) = min(min(a(y, x), least(y, x - 1)), a(y, x) + 1);
                    most(y, x) in [0..rows, 1..cols] = case {
                        x == 1 => a(y, 0),
                        else => max(most(y, x - 1), abs_diff(a(y, x), a(y, x - 1))),
                    };
                    back(y, x) = case {
                        x == cols - 1 => a(y, x),
                        else => back(y, x + 1) + (a(y, x) - 3),
                    };
                    both(y, x) = total(y, x) - back(y, x);
                }
            }

            pipeline! {
                /// Tables that rows above take part in, of a value and of a product.
                pub fn tables(a: [$T; rows, cols]) -> (area, far) {
                    border area = constant(0);
                    area(y, x) = a(y, x) + area(y - 1, x) + area(y, x - 1) - area(y - 1, x - 1);
                    border far = constant(0);
                    far(y, x) = max(max(far(y - 1, x + 2), far(y, x - 1)), a(y, x));
                }
            }

            pipeline! {
                /// Between stencils, in tiles.
                pub fn in_tiles(a: [$T; rows + 2, cols + 2]) -> out {
                    near(y, x) in [0..rows, 0..cols] = a(y, x) + a(y + 2, x + 2) + a(y + 1, x + 1);
                    total(y, x) = case { x == 0 => near(y, x), else => near(y, x) + total(y, x - 1) };
                    border total = clamp;
                    out(y, x) in [0..rows, 0..cols] = total(y, x + 3) - total(y, x - 4) + total(y - 1, x);
                }
            }

            pipeline! {
                /// A line, the channels of pixels, samples, and what is the same everywhere.
                pub fn apart(a: [$T; cols], c: [$T; rows, cols, 3]) -> (line, pixels, sampled, steps) {
                    line(x) = case { x == 0 => a(x), else => line(x - 1) + a(x) };
                    pixels(y, x, i) = case {
                        x == 0 => c(y, x, i),
                        else => pixels(y, x - 1, i) + c(y, x, i),
                    };
                    sampled(x) in [0..2 * cols] = case {
                        x == 0 => $zero,
                        else => sampled(x - 1) + a(x / 2),
                    };
                    steps(x) in [0..cols] = case { x == 0 => $zero, else => a(0) + steps(x - 1) };
                }
            }

            #[test]
            fn every_length_of_a_row() {
                for w in (2..70).chain([96, 127, 128, 129, 131, 192, 193, 200, 263]) {
                    let h = 1 + w % 4;
                    let a: Image<$T, 2> = noise([h, w], w as u64);
                    agree!(rows_of(&a); a_, b_, c_, d_, e_, f_);
                    agree!(tables(&a); a_, b_);
                    let a: Image<$T, 2> = noise([h + 2, w + 2], 1 + w as u64);
                    agree!(in_tiles(&a));
                    let line: Image<$T, 1> = noise([w], w as u64);
                    let pixels: Image<$T, 3> = noise([h, w, 3], w as u64);
                    agree!(apart(&line, &pixels); a_, b_, c_, d_);
                }
            }

            #[test]
            fn tiles_on_a_diagonal() {
                let a: Image<$T, 2> = noise([261, 2077], 5);
                agree!(tables(&a); a_, b_);
            }

            #[test]
            fn vectors_go_along_the_rows() {
                let plans = [rows_of::plan().to_string(), tables::plan().to_string()];
                for plan in &plans {
                    assert!(plan.contains("lanes x") && !plan.contains("; stage "), "{plan}");
                }
                let loops = in_tiles::loops();
                assert!(loops.contains("scratch") && !loops.contains("staged"), "{loops}");
            }
        }
    )*};
}

prefixes! {
    u8 0u8,
    i16 0i16,
    u32 0u32,
}
