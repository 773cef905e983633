//! One level of a Daubechies wavelet transform in both directions (Distributed Halide, PPoPP 2016).
//!
//! With the four coefficients of Daubechies' shortest wavelet but Haar's (Ten Lectures on Wavelets,
//! Table 6.1), scaled by √2/2 against the book,
//!
//! ```text
//! d0 = 0.4829629131445341, d1 = 0.8365163037378079
//! d2 = 0.2241438680420134, d3 = −0.1294095225512604
//! low(f)(x)  = d0 f(2x − 1) + d1 f(2x) + d2 f(2x + 1) + d3 f(2x + 2)
//! high(f)(x) = d3 f(2x − 1) − d2 f(2x) + d1 f(2x + 1) − d0 f(2x + 2)
//! ```
//!
//! along the columns first and then along the rows of both results. Band 0 of the result is low in
//! both directions, 1 high along columns `x`, 2 high along rows `y`, 3 high in both. Beyond its
//! edges the picture repeats its outermost pixels. 7 stages: two bands, four of them, and the
//! result.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Four bands of half the size from a grey picture.
    pub fn wavelet(img: [f32; rows, cols]) -> bands
    where rows ~ 2048, cols ~ 2048, rows % 2 == 0, cols % 2 == 0
    {
        const D0 = 0.4829629131445341;
        const D1 = 0.8365163037378079;
        const D2 = 0.2241438680420134;
        const D3 = -0.1294095225512604;
        fn low(a, b, c, d) = D0 * a + D1 * b + D2 * c + D3 * d;
        fn high(a, b, c, d) = D3 * a - D2 * b + D1 * c - D0 * d;

        border img = clamp;
        along[0](y, x) in [0..rows, 0..cols / 2] =
            low(img(y, 2 * x - 1), img(y, 2 * x), img(y, 2 * x + 1), img(y, 2 * x + 2));
        along[1](y, x) in [0..rows, 0..cols / 2] =
            high(img(y, 2 * x - 1), img(y, 2 * x), img(y, 2 * x + 1), img(y, 2 * x + 2));
        for b in 0..2 {
            border along[b] = clamp;
            band[b](y, x) in [0..rows / 2, 0..cols / 2] = low(
                along[b](2 * y - 1, x), along[b](2 * y, x),
                along[b](2 * y + 1, x), along[b](2 * y + 2, x));
            band[2 + b](y, x) in [0..rows / 2, 0..cols / 2] = high(
                along[b](2 * y - 1, x), along[b](2 * y, x),
                along[b](2 * y + 1, x), along[b](2 * y + 2, x));
        }
        bands(b, y, x) in [0..4, 0..rows / 2, 0..cols / 2] = case {
            b == 0 => band[0](y, x),
            b == 1 => band[1](y, x),
            b == 2 => band[2](y, x),
            else => band[3](y, x),
        };
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "wavelet",
            summary: "four bands of a Daubechies wavelet transform",
            inputs: &["img"],
            outputs: &["bands"],
            size: "2048x2048",
            small: "38x28",
            channels: true,
        },
        source: Source::Photo {
            inputs: |photo, _| (harness::grey(photo),),
            sides: Sides::multiples_of(2),
        },
        picture: Some(picture),
        runs: harness::runs!(wavelet, |(img,): Inputs| (img) -> [bands]),
    })
}

/// The bands beside each other, the high ones around grey.
fn picture(bands: &Image<f32, 3>) -> Photo {
    let [_, rows, cols] = bands.shape();
    Image::from_fn([2 * rows, 2 * cols, 1], |[y, x, _]| {
        let band = 2 * (y / rows) + x / cols;
        let value = bands[[band, y % rows, x % cols]];
        if band == 0 { 0.5 * value } else { 0.5 + 2.0 * value }
    })
}
