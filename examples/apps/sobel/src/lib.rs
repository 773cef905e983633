//! The Sobel operator (Distributed Halide, PPoPP 2016; Hipacc, CGO 2019): the length of the
//! gradient.
//!
//! ```text
//! gx(y, x) = sum over dy of [1 2 1](dy) (img(y + dy, x + 1) − img(y + dy, x − 1))
//! gy(y, x) = sum over dx of [1 2 1](dx) (img(y + 1, x + dx) − img(y − 1, x + dx))
//! out(y, x) = √(gx² + gy²)
//! ```
//!
//! Beyond its edges the picture repeats its outermost pixels. 3 stages.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// The length of the gradient of a grey picture.
    pub fn sobel(img: [f32; rows, cols]) -> out
    where rows ~ 2048, cols ~ 2048
    {
        border img = clamp;
        gx(y, x) = stencil(img, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]);
        gy(y, x) = stencil(img, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        out(y, x) = sqrt(gx(y, x) * gx(y, x) + gy(y, x) * gy(y, x));
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "sobel",
            summary: "the length of the gradient of a grey picture",
            inputs: &["img"],
            outputs: &["out"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo),), sides: Sides::ANY },
        picture: Some(harness::one_channel),
        runs: harness::runs!(sobel, |(img,): Inputs| (img) -> [out]),
    })
}
