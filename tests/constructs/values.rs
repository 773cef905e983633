//! Inputs and scalars that declare their values: what follows is computed in fewer bits, and a call
//! with others is refused.

use pipeline::{Error, Image, View, pipeline};

use crate::agree::agree;
use crate::common::noise;

/// Pictures of ten bits, of which means and differences fit 16, and sums of three products 32.
mod tens {
    use super::*;

    pipeline! {
        pub fn smooth(img: [i16 in 0..1024; rows, cols], gain: i16 in -3..=3) -> (mean, steep, most) {
            border img = mirror;
            mean(y, x) = ((img(y, x - 1) as i32 + img(y, x + 1) as i32) / 2) as i16;
            steep(y, x) = abs(img(y, x - 1) as i32 - img(y + 1, x) as i32) * gain as i32;
            most(y, x) = max(img(y, x) * 16, img(y, x + 1) * 16) + 1;
        }
    }

    pipeline! {
        pub fn means(img: [i16 in 0..1024; rows, cols]) -> mean {
            mean(y, x) in [0..rows, 1..cols] =
                ((img(y, x - 1) as i32 + img(y, x) as i32) / 2) as i16;
        }
    }
}
use tens::{means, smooth};

pipeline! {
    /// Rows of a table: no index needs a clamp.
    fn looked_up(img: [u8 in 2..=5; planes, rows, cols], table: [f32; 2..=5, -1..=1]) -> out {
        out(p, y, x) = table(img(p, y, x), 1) + table(img(p, y, x), -1);
    }
}

fn picture(shape: [usize; 2], seed: u64) -> Image<i16, 2> {
    let noise: Image<u16, 2> = noise(shape, seed);
    Image::from_fn(shape, |at| (noise[at] % 1024) as i16)
}

#[test]
fn values_are_computed_in_fewer_bits() {
    for shape in [[1, 1], [3, 7], [5, 33], [64, 129]] {
        let img = picture(shape, 7);
        for gain in [-3, 0, 3] {
            agree!(smooth(&img, gain); mean, steep, most);
        }
    }
    for shape in [[1, 1, 1], [2, 5, 70]] {
        let noise: Image<u8, 3> = noise(shape, 3);
        let img = Image::from_fn(shape, |at| 2 + noise[at] % 4);
        agree!(looked_up(&img, &Image::from_fn([4, 3], |[i, j]| (i * 3 + j) as f32)));
    }
    agree!(means(&picture([3, 99], 2)));
    let loops = tens::means::loops();
    assert!(!loops.contains("i32") && !loops.contains("xor"), "{loops}");
}

/// What is wrong with an input, other than which element it is.
fn refused(img: View<'_, i16, 2>) -> String {
    let error = smooth(&img, 1).expect_err("a value is another");
    assert!(matches!(error, Error::ValueOutOfRange { .. }));
    let reference = smooth::reference(&img, 1).expect_err("for the reference, too");
    assert_eq!(error.to_string(), reference.to_string());
    error.to_string()
}

#[test]
fn calls_with_other_values_are_refused() {
    let mut img = picture([700, 300], 9);
    img[[611, 299]] = 1024;
    let last = "input `img`, element [611, 299] is 1024, not in 0..=1023";
    assert_eq!(refused(img.view()), last);
    img[[5, 2]] = -1;
    assert_eq!(refused(img.view()), "input `img`, element [5, 2] is -1, not in 0..=1023");
    // Elements of the view, as the view counts them.
    let flipped = "input `img`, element [0, 297] is -1, not in 0..=1023";
    assert_eq!(refused(img.view().flip(1).crop(0, 5..9)), flipped);
    let turned = "input `img`, element [2, 5] is -1, not in 0..=1023";
    assert_eq!(refused(img.view().permute([1, 0])), turned);
    // What is beside the view does not matter.
    agree!(smooth(&img.view().crop(0, 6..600), 1); mean, steep, most);
    let scalar = smooth(&picture([2, 2], 1), 4).expect_err("a gain of 4");
    assert_eq!(scalar.to_string(), "scalar `gain` is 4, not in -3..=3");
}
