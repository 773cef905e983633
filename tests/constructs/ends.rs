//! Vectors that look at the ends of rows, at every length of a row: windows that reach less far
//! than a vector and farther, values carried from vector to vector, weights in a loop, and rows
//! that are outside altogether.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::carried::{layouts, shapes};
use crate::common::noise;

macro_rules! bordered {
    ($($name:ident: $T:ident as $Wide:ident, $mode:ident $(($value:literal))?;)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                pub fn near(img: [$T; rows, cols]) -> out {
                    border img = $mode $(($value))?;
                    out(y, x) = (img(y - 1, x) as $Wide) + 3 * (img(y, x + 2) as $Wide)
                        - (img(y + 1, x - 3) as $Wide) * (img(y, x) as $Wide);
                }
            }

            pipeline! {
                pub fn far(img: [$T; rows, cols]) -> out {
                    border img = $mode $(($value))?;
                    out(y, x) = 2 * (img(y, x - 5) as $Wide) - (img(y + 1, x - 21) as $Wide)
                        + (img(y - 3, x + 37) as $Wide);
                }
            }

            pipeline! {
                /// The least of columns, handed on along the row.
                pub fn least(img: [$T; rows, cols]) -> out {
                    border img = $mode $(($value))?;
                    out(y, x) = min(j in -2..=2, i in -2..=2; img(y + j, x + i));
                }
            }

            #[test]
            fn every_length_of_a_row() {
                for [h, w] in shapes() {
                    let img: Image<$T, 2> = noise([h, w], (100 * h + w) as u64);
                    agree!(near(&img));
                    agree!(far(&img));
                    agree!(least(&img));
                }
            }

            #[test]
            fn every_layout() {
                for view in layouts::<$T>(&noise([21, 160], 3)) {
                    agree!(near(&view));
                    agree!(far(&view));
                    agree!(least(&view));
                }
            }
        }
    )*};
}

bordered! {
    bytes_clamped: u8 as i16, clamp;
    bytes_reflected: u8 as i32, mirror;
    bytes_about_the_end: u8 as i16, mirror101;
    bytes_and_a_constant: u8 as i16, constant(7);
    signed_bytes: i8 as i16, mirror;
    words: u16 as i32, mirror101;
    signed_words: i16 as i32, clamp;
    words_and_a_constant: u16 as i32, constant(77);
    numbers: i32 as i32, mirror;
    unsigned_numbers: u32 as u32, constant(9);
    singles_clamped: f32 as f32, clamp;
    singles_reflected: f32 as f32, mirror101;
    singles_repeated: f32 as f32, repeat;
    bytes_repeated: u8 as i16, repeat;
    singles_and_a_constant: f32 as f32, constant(0.5);
    doubles: f64 as f64, mirror;
    doubles_and_a_constant: f64 as f64, constant(-1.0);
}

pipeline! {
    /// Weights in a loop: lines whose rows it chooses.
    fn weighted(img: [f32; rows, cols], weights: [f32; 9, 9]) -> out {
        border img = mirror;
        out(y, x) = sum(j in -4..=4, i in -4..=4; weights(j + 4, i + 4) * img(y + j, x + i));
    }
}

pipeline! {
    /// A window as long as the rows of small pictures, and sums of sums.
    fn boxes(img: [u8; rows, cols]) -> (mean, twice) {
        border img = clamp;
        mean(y, x) = (sum(j in -7..=7, i in -15..=15; img(y + j, x + i) as i32) / 465) as u8;
        border mean = mirror101;
        twice(y, x) in [0..rows, 0..cols] =
            (sum(j in -1..=1, i in -1..=1; mean(y + j, x + i) as u16) / 9) as u8;
    }
}

pipeline! {
    /// Sources of other extents than the result, which reaches far beyond one of them.
    fn uneven(wide: [i16; rows, 2 * cols + 1], short: [i16; rows, 3]) -> out {
        border wide = mirror;
        border short = clamp;
        out(y, x) in [0..rows, -4..cols + 9] =
            wide(y, x - 2) + 3 * short(y, x + 1) - wide(y - 1, x + 11);
    }
}

pipeline! {
    /// Twice the size: points of each residue.
    fn doubled(img: [u16; rows, cols]) -> out {
        border img = clamp;
        out(y, x) in [0..2 * rows, 0..2 * cols] =
            ((img(y / 2, x / 2) as u32 + img(y / 2, x / 2 + 1) as u32 + img((y - 1) / 2, x / 2 - 1) as u32) / 3)
                as u16;
    }
}

pipeline! {
    /// Truth values, which are bytes in memory.
    fn edges(img: [u8; rows, cols]) -> out {
        border img = clamp;
        border bright = constant(true);
        bright(y, x) in [0..rows, 0..cols] = img(y, x - 1) > 127 && img(y, x + 1) < 250;
        out(y, x) in [0..rows, 0..cols] = (bright(y, x - 2) != bright(y + 1, x + 2)) as u8;
    }
}

#[test]
fn loops_and_stages() {
    for [h, w] in shapes() {
        let seed = (100 * h + w) as u64;
        agree!(weighted(&noise([h, w], seed), &noise([9, 9], 5)));
        agree!(boxes(&noise([h, w], seed)); mean, twice);
        agree!(uneven(&noise([h, 2 * w + 1], seed), &noise([h, 3], seed)));
        agree!(doubled(&noise([h, w], seed)));
        agree!(edges(&noise([h, w], seed)));
    }
}

pipeline! {
    /// Stages in scratchpads, of which tiles have whole rows.
    fn in_tiles(img: [u8; rows, cols]) -> out {
        border img = mirror101;
        border small = clamp;
        border large = constant(9);
        small(y, x) in [0..rows, 0..cols] = min(j in -1..=1, i in -2..=2; img(y + j, x + i));
        large(y, x) in [0..rows, 0..cols] = max(j in -1..=1, i in -2..=2; small(y + j, x + i));
        out(y, x) in [0..rows, 0..cols] =
            large(y, x) as i16 - large(y, x + 5) as i16 + img(y, x) as i16;
    }
}

#[test]
fn stages_in_tiles() {
    for [h, w] in shapes() {
        agree!(in_tiles(&noise([h, w], (100 * h + w) as u64)));
    }
    let loops = in_tiles::loops().to_string();
    assert!(loops.contains("scratch") && loops.contains("ends_resolved large("), "{loops}");
}
