//! Values that vectors hand on to the next and that are computed from others which they hand on: at
//! every length of a row.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::noise;

/// Chains of neighbours' values: in lines, in rows of sums of columns, and of several orders at
/// once.
macro_rules! chains {
    ($($name:ident: $T:ident as $Wide:ident, $one:literal;)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                /// Figure 10 of *Polyhedral Expression Propagation* (CC 2018), twice.
                #[schedule(propagate(f, g))]
                pub fn line(img: [$T; cols + 6]) -> out {
                    wide(x) = img(x) as $Wide;
                    f(x) = (wide(x) * wide(x) + $one) / (wide(x) * 3 * $one + 7 * $one);
                    near(x) = f(x) + f(x + 1) - f(x + 3);
                    g(x) = (near(x) * near(x) - near(x) * 3 * $one) * (near(x) + 2 * $one);
                    out(x) in [0..cols] = g(x) - g(x + 1) + g(x + 2);
                }
            }

            pipeline! {
                #[schedule(propagate(tall, steep))]
                pub fn rows_of_three(img: [$T; rows + 2, cols + 8]) -> out {
                    wide(y, x) = img(y, x) as $Wide;
                    tall(y, x) = wide(y, x) * wide(y + 1, x) - wide(y + 2, x) * wide(y, x);
                    steep(y, x) =
                        (tall(y, x) - tall(y, x + 2)) * (tall(y, x + 1) + $one) * tall(y, x + 2);
                    both(y, x) = steep(y, x) * steep(y, x + 1) + steep(y, x + 3);
                    out(y, x) in [0..rows, 0..cols] = both(y, x) + tall(y, x + 2);
                }
            }

            #[test]
            fn every_length_of_a_row() {
                for w in (1..80).chain([96, 127, 128, 129, 131, 192, 193, 200, 263]) {
                    let img: Image<$T, 1> = noise([w + 6], w as u64);
                    agree!(line(&img));
                    let h = 1 + w % 3;
                    let img: Image<$T, 2> = noise([h + 2, w + 8], (100 * h + w) as u64);
                    agree!(rows_of_three(&img));
                }
            }

            #[test]
            fn values_of_carried_values_are_carried() {
                let loops = line::loops();
                assert!(loops.matches("  carry ").count() > 1, "{loops}");
                assert!(rows_of_three::loops().contains("  carry "));
            }
        }
    )*};
}

chains! {
    bytes: u8 as i32, 1;
    words: i16 as i32, 1;
    singles: f32 as f32, 1.0;
    doubles: f64 as f64, 1.0;
    both: u8 as f32, 1.0;
}
