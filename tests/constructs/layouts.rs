//! Inputs that are not contiguous: cropped, flipped, permuted, broadcast.

use pipeline::{Image, View, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    fn gradient(img: [i16; rows, cols]) -> out {
        border img = clamp;
        wide(y, x) = img(y, x + 1) - img(y, x - 1);
        out(y, x) = wide(y, x) + 2 * img(y + 1, x) + wide(y - 1, x);
        border wide = mirror;
    }
}

fn expected(img: &Image<i16, 2>, y: usize, x: usize) -> i16 {
    let [h, w] = img.shape();
    let wide = |y: usize| img[[y, (x + 1).min(w - 1)]].wrapping_sub(img[[y, x.saturating_sub(1)]]);
    let below = img[[(y + 1).min(h - 1), x]];
    wide(y).wrapping_add(below.wrapping_mul(2)).wrapping_add(wide(y.saturating_sub(1)))
}

fn check(view: View<'_, i16, 2>) {
    let dense = view.to_image();
    let found = agree!(gradient(&view));
    assert_image(&found, dense.shape(), |[y, x]| expected(&dense, y, x));
}

#[test]
fn strided_inputs() {
    let img = noise::<i16, 2>([19, 37], 3);
    let view = img.view();
    check(view);
    check(view.crop(0, 3..16).crop(1, 5..36));
    check(view.crop(1, 9..10));
    check(view.crop(0, 9..10));
    check(view.flip(0));
    check(view.flip(1));
    check(view.flip(0).flip(1).crop(1, 1..18));
    check(view.permute([1, 0]));
    check(view.permute([1, 0]).flip(1).crop(0, 2..35));
    let memory = noise::<i16, 1>([500], 4);
    let memory = memory.as_slice();
    check(View::from_slice_strided(memory, [9, 13], [37, 3], 20).unwrap());
    check(View::from_slice_strided(memory, [9, 13], [0, 1], 20).unwrap());
    check(View::from_slice_strided(memory, [9, 33], [1, 0], 20).unwrap());
    check(View::from_slice_strided(memory, [9, 33], [0, 0], 20).unwrap());
    check(View::from_slice_strided(memory, [9, 13], [-38, -2], 450).unwrap());
}

pipeline! {
    fn blend(a: [f32; rows, cols, 3], b: [f32; 3, rows, cols]) -> out {
        out(y, x, c) = a(y, x, c) - b(c, y, x);
    }
}

#[test]
fn inputs_of_different_layouts() {
    let a = noise::<f32, 3>([5, 18, 4], 1);
    let b = noise::<f32, 3>([5, 18, 3], 2);
    let (a, b) = (a.view().crop(2, 1..4), b.view().permute([2, 0, 1]));
    let found = agree!(blend(&a, &b));
    assert_image(&found, [5, 18, 3], |[y, x, c]| {
        a.get([y, x, c]).unwrap() - b.get([c, y, x]).unwrap()
    });
    let same = agree!(blend(&a, &pipeline::planar(a)));
    assert!(same.as_slice().iter().all(|v| *v == 0.0));
}
