//! Values that vectors hand on to the next: stages that are computed in registers where neighbours
//! along a row are read, at every length of a row.

use pipeline::{Image, View, pipeline};

use crate::agree::agree;
use crate::common::noise;

/// Sums of columns of which rows need neighbours: three of one value, some as far from each other
/// as may be, and two values at once.
macro_rules! sums {
    ($($name:ident: $T:ident as $Wide:ident to $Result:ident;)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                pub fn even(img: [$T; rows + 2, cols + 8]) -> out {
                    wide(y, x) = img(y, x) as $Wide;
                    tall(y, x) = wide(y, x) + 2 * wide(y + 1, x) + wide(y + 2, x);
                    out(y, x) in [0..rows, 0..cols] =
                        ((tall(y, x) + 2 * tall(y, x + 1) + tall(y, x + 2)) / 16) as $Result;
                }
            }

            pipeline! {
                pub fn long(img: [$T; rows + 2, cols + 8]) -> out {
                    wide(y, x) = img(y, x) as $Wide;
                    nine(y, x) = wide(y, x) + wide(y + 1, x) * 3 + wide(y + 2, x) / 2;
                    out(y, x) in [0..rows, 0..cols] = (nine(y, x) - nine(y, x + 3) * 2
                        + nine(y, x + 5) + nine(y, x + 8) - wide(y, x + 4)) as $Result;
                }
            }

            pipeline! {
                fn edge(img: [$T; rows + 2, cols + 8]) -> out {
                    wide(y, x) = img(y, x) as $Wide;
                    rise(y, x) = wide(y + 2, x) - wide(y, x);
                    side(y, x) = wide(y, x) + wide(y + 1, x) + wide(y + 2, x);
                    out(y, x) in [0..rows, 0..cols] = (rise(y, x) + 2 * rise(y, x + 1)
                        + rise(y, x + 2) + side(y, x + 2) - side(y, x)) as $Result;
                }
            }

            #[test]
            fn every_length_of_a_row() {
                for [h, w] in shapes() {
                    let img: Image<$T, 2> = noise([h + 2, w + 8], (100 * h + w) as u64);
                    agree!(even(&img));
                    agree!(long(&img));
                    agree!(edge(&img));
                }
            }

            #[test]
            fn every_layout() {
                for view in layouts::<$T>(&noise([21, 160], 3)) {
                    agree!(even(&view));
                    agree!(long(&view));
                    agree!(edge(&view));
                }
            }
        }
    )*};
}

sums! {
    bytes: u8 as i16 to u8;
    signed_bytes: i8 as i16 to i16;
    words: u16 as u32 to u16;
    signed_words: i16 as i32 to i32;
    numbers: i32 as i32 to i32;
    singles: f32 as f32 to f32;
    doubles: f64 as f64 to f64;
    both: u8 as f32 to i32;
}

pipeline! {
    fn moved(img: [u16; rows + 2, cols + 2]) -> out {
        steep(y, x) = (img(y, x) as i32 - img(y + 2, x) as i32) * (img(y + 1, x) as i32 + 1);
        out(y, x) in [0..rows, 0..cols] =
            if steep(y, x + 1) > steep(y, x) { steep(y, x + 2) } else { steep(y, x) };
    }
}

pipeline! {
    /// Sums of which one goes further than the other.
    fn unlike(img: [u8; rows + 2, cols + 4]) -> (near, far) {
        tall(y, x) = img(y, x) as u16 + 2 * (img(y + 1, x) as u16) + img(y + 2, x) as u16;
        near(y, x) in [0..rows, 0..cols] = tall(y, x) + tall(y, x + 1);
        times(y, x) = (img(y, x) as u16) * (img(y + 2, x) as u16) / 8;
        far(y, x) in [0..rows, 0..cols] = times(y, x) - times(y, x + 2) + times(y, x + 4);
    }
}

pipeline! {
    fn pixels(img: [u8; rows + 2, cols + 2, 3]) -> out {
        tall(y, x, c) = img(y, x, c) as u16 + 2 * (img(y + 1, x, c) as u16)
            + img(y + 2, x, c) as u16;
        out(y, x, c) in [0..rows, 0..cols, 0..3] =
            ((tall(y, x, c) + 2 * tall(y, x + 1, c) + tall(y, x + 2, c)) / 16) as u8;
    }
}

#[test]
fn what_is_selected_and_what_is_not_alike() {
    for [h, w] in shapes() {
        let seed = (100 * h + w) as u64;
        agree!(moved(&noise([h + 2, w + 2], seed)));
        agree!(unlike(&noise([h + 2, w + 4], seed)); near, far);
        agree!(pixels(&noise([h + 2, w + 2, 3], seed)));
    }
}

#[test]
fn stages_are_computed_where_they_are_read() {
    let inlined = |plan: &pipeline::Plan, name: &str| {
        let text = plan.to_string();
        assert!(text.contains(&format!("{name} into out")), "{text}");
    };
    inlined(bytes::even::plan(), "tall");
    inlined(singles::long::plan(), "nine");
    inlined(moved::plan(), "steep");
}

/// One to several rows; every number of columns up to where all vectors have been full and one
/// more not, and some beyond.
pub fn shapes() -> impl Iterator<Item = [usize; 2]> {
    let columns = (1..80).chain([96, 127, 128, 129, 131, 192, 193, 200, 263]);
    let short = columns.map(|w| [1 + w % 3, w]);
    short.chain([[2, 17], [4, 64], [8, 65], [9, 33], [17, 40], [33, 19]])
}

/// Contiguous, cropped, flipped, and every second column.
pub fn layouts<T: pipeline::Element>(img: &Image<T, 2>) -> Vec<View<'_, T, 2>> {
    let ([rows, cols], view) = (img.shape(), img.view());
    let strides = [cols as isize, 2];
    let every_second = View::from_slice_strided(img.as_slice(), [rows, cols / 2], strides, 0);
    vec![
        view,
        view.crop(0, 1..rows).crop(1, 3..cols - 2),
        view.flip(1),
        view.flip(0),
        every_second.expect("within the slice"),
    ]
}
