//! Small pipelines on memory of exactly their size, for a run under a memory checker:
//!
//! ```sh
//! cargo test --test small --no-run
//! valgrind --error-exitcode=1 target/debug/deps/small-…
//! ```
//!
//! Every input is an allocation of its own without a spare element. Outputs are that, too, or lie
//! in larger memory whose other elements must stay as they are, because a checker does not see an
//! overrun within one allocation.

mod common;

use common::{Framed, Layout, Pixel, Same, noise};
use pipeline::{Image, View, ViewMut, pipeline, serially};

pipeline! {
    #[allow(missing_estimate)]
    /// Borders far out, chained, on bytes.
    fn blur(img: [u8; rows, cols]) -> out {
        border img = mirror101;
        b(y, x) = (img(y, x - 2) as u16 + img(y, x) as u16 * 2 + img(y, x + 7) as u16) / 4;
        border b = clamp;
        out(y, x) in [0..rows, 0..cols] = (b(y - 3, x) / 2 + b(y + 1, x) / 2) as u8;
    }
}

pipeline! {
    #[allow(missing_estimate)]
    /// Look-ups, a table of the pipeline's own, a mask.
    fn lookup(img: [i16; rows, cols], lut: [f32; 100]) -> (out, marked) {
        border lut = constant(-1.0);
        square(i) in [0..=50] = i as f32 * i as f32;
        dark(y, x) = img(y, x) < 0;
        border dark = constant(true);
        out(y, x) = lut(img(y, x)) + square(clamp(img(y, x), 0, 50));
        marked(y, x) in [0..rows, 0..cols] = any(i in -1..=1; dark(y, x + i)) as u8;
    }
}

pipeline! {
    #[allow(missing_estimate)]
    /// Every rate of sampling, against the grain, with doubles.
    fn sample(img: [f64; rows, cols]) -> (down, up) {
        border img = repeat;
        down(y, x) in [0..(rows + 1) / 2, 0..(cols + 2) / 3] = img(2*y, cols - 1 - 3*x) + img(y - 5, x);
        up(y, x) in [0..2*rows, 0..3*cols + 1] = img(y / 2, (x + 1) / 3) * 0.5;
    }
}

pipeline! {
    #[allow(missing_estimate)]
    /// Cases by parity and a frame, a long window, three dimensions.
    fn pieces(img: [i32; rows, cols, 3]) -> (out, totals) {
        out(y, x) in [0..rows, 0..cols] = case {
            x >= 1 && x < cols - 1 && x % 2 == 0 => img(y, x - 1, 0) - img(y, x + 1, 2),
            x >= 1 && x < cols - 1 && x % 2 == 1 => img(y, x, 1),
            else => y,
        };
        border out = mirror;
        totals(y, x) in [0..rows, 0..cols] = sum(i in -15..=15; out(y, x + i));
    }
}

/// A copy of a view in an allocation of exactly its size, in a given layout.
fn exact<T: Pixel, const R: usize>(img: &Image<T, R>) -> (Box<[T]>, [usize; R]) {
    (img.as_slice().to_vec().into_boxed_slice(), img.shape())
}

/// Calls with the input in row-major order, turned, and flipped, each in memory of its own.
fn each_layout<T: Pixel>(img: &Image<T, 2>, mut call: impl FnMut(View<'_, T, 2>)) {
    let (memory, shape) = exact(img);
    call(View::from_slice(&memory, shape).unwrap());
    let (memory, [w, h]) = exact(&img.view().permute([1, 0]).to_image());
    call(View::from_slice(&memory, [w, h]).unwrap().permute([1, 0]));
    let (memory, shape) = exact(&img.view().flip(0).flip(1).to_image());
    call(View::from_slice(&memory, shape).unwrap().flip(1).flip(0));
}

/// Hard shapes, few enough for a slow checker.
fn shapes() -> impl Iterator<Item = [usize; 2]> {
    let widths = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33];
    widths.into_iter().flat_map(|w| [[1, w], [3, w], [w, 2]])
}

#[test]
fn borders_and_tails() {
    serially(|| {
        for shape in shapes() {
            let img = noise::<u8, 2>(shape, 1);
            let expected = blur::reference(&img).unwrap();
            each_layout(&img, |view| {
                blur(&view).unwrap().assert_same(&expected, "blur");
                for layout in Layout::ALL {
                    let mut out = Framed::like(&expected, layout);
                    blur::into(&view, &mut out.view_mut()).unwrap();
                    out.assert_written("blur");
                }
            });
        }
    });
}

#[test]
fn gathers_and_masks() {
    let (lut, _) = exact(&noise::<f32, 1>([100], 2));
    let lut = View::from_slice(&lut, [100]).unwrap();
    serially(|| {
        for shape in shapes() {
            let img = noise::<i16, 2>(shape, 1);
            let (out, marked) = lookup::reference(&img, &lut).unwrap();
            each_layout(&img, |view| {
                for layout in Layout::ALL {
                    let mut a = Framed::like(&out, layout);
                    let mut b = Framed::like(&marked, layout);
                    lookup::into(&view, &lut, &mut a.view_mut(), &mut b.view_mut()).unwrap();
                    a.assert_written("out");
                    b.assert_written("marked");
                }
            });
        }
    });
}

#[test]
fn sampling() {
    serially(|| {
        for shape in shapes() {
            let img = noise::<f64, 2>(shape, 1);
            let (down, up) = sample::reference(&img).unwrap();
            each_layout(&img, |view| {
                for layout in Layout::ALL {
                    let mut a = Framed::like(&down, layout);
                    let mut b = Framed::like(&up, layout);
                    sample::into(&view, &mut a.view_mut(), &mut b.view_mut()).unwrap();
                    a.assert_written("down");
                    b.assert_written("up");
                }
            });
        }
    });
}

#[test]
fn cases_and_windows() {
    serially(|| {
        for [h, w] in shapes() {
            let (memory, shape) = exact(&noise::<i32, 3>([h, w, 3], 1));
            let img = View::from_slice(&memory, shape).unwrap();
            let (out, totals) = pieces::reference(&img).unwrap();
            for layout in Layout::ALL {
                let mut a = Framed::like(&out, layout);
                let mut b = Framed::like(&totals, layout);
                pieces::into(&img, &mut a.view_mut(), &mut b.view_mut()).unwrap();
                a.assert_written("out");
                b.assert_written("totals");
            }
        }
    });
}

#[test]
fn nothing_is_written_before_an_error() {
    let (memory, shape) = exact(&noise::<u8, 2>([3, 9], 1));
    let img = View::from_slice(&memory, shape).unwrap();
    let mut out = vec![7u8; 26].into_boxed_slice();
    let mut view = ViewMut::from_slice(&mut out, [2, 13]).unwrap();
    assert!(blur::into(&img, &mut view).is_err());
    assert_eq!(*out, [7; 26]);
}
