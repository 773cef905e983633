//! Vectors of any number of lanes: the same bits, on rows of every length around them.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::noise;

/// A pipeline with each number of lanes: bytes that stay bytes, that become wider and narrow again,
/// conditions between them, a look-up, a sum in place, and floats.
macro_rules! with_lanes {
    ($($name:ident: [$($hint:tt)*];)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                #[allow(narrow_sum)]
                $($hint)*
                pub fn mixed(img: [u8; rows, cols], table: [i16; 256], gain: f32)
                    -> (near, mean, looked, total, scaled)
                {
                    border img = mirror;
                    near(y, x) = abs_diff(img(y, x - 1), img(y, x + 1)) / 3;
                    mean(y, x) = ((img(y, x) as u16 + img(y + 1, x) as u16 * 2) / 3) as u8;
                    looked(y, x) = if near(y, x) > 7 { table(img(y, x)) } else { -3 };
                    total(y) in [0 .. rows] = 0u32;
                    total(y) += near(y, x) as u32 for (y, x) in [0 .. rows, 0 .. cols];
                    scaled(y, x) = (img(y, x) as f32 * gain + mean(y, x) as f32) as i16 % 7;
                }
            }
        }
    )*};
}

with_lanes! {
    chosen: [];
    of_8: [#[schedule(lanes = 8)]];
    of_16: [#[schedule(lanes = 16)]];
    of_32: [#[schedule(lanes = 32)]];
}

use chosen::mixed;
use of_8::mixed as mixed_of_8;
use of_16::mixed as mixed_of_16;
use of_32::mixed as mixed_of_32;

#[test]
fn lanes_of_every_number_give_the_same_bits() {
    let table = noise::<i16, 1>([256], 5);
    for cols in (1..=19).chain([31, 32, 33, 63, 64, 65, 97, 130]) {
        let img = noise::<u8, 2>([3, cols], cols as u64);
        let gain = 0.37;
        let found = agree!(mixed(&img, &table, gain); near, mean, looked, total, scaled);
        let others = [
            agree!(mixed_of_8(&img, &table, gain); near, mean, looked, total, scaled),
            agree!(mixed_of_16(&img, &table, gain); near, mean, looked, total, scaled),
            agree!(mixed_of_32(&img, &table, gain); near, mean, looked, total, scaled),
        ];
        assert!(others.iter().all(|other| *other == found), "{cols} columns");
    }
}

#[test]
fn the_number_of_lanes_is_in_the_nest() {
    assert!(mixed_of_8::loops().contains("lanes of 8 bits for"), "{}", mixed_of_8::loops());
    assert!(!mixed_of_16::loops().contains("lanes of 32 bits for"), "{}", mixed_of_16::loops());
    let chosen = mixed::loops();
    assert!(chosen.contains("lanes of 8 bits for") && chosen.contains("lanes of 32 bits for"));
    assert!(mixed_of_16::plan().text().contains("vectors of lanes of 16 bits"));
}
