//! The unsharp filter of Hipacc (Qiao, Reiche, Hannig and Teich, CGO 2019, Section V; Ramponi, "A
//! Cubic Unsharp Masking Technique", 1998): a local kernel that blurs, and three point kernels that
//! amplify what the blur took away. All four read the picture.
//!
//! With G the mean of 3 × 3 pixels weighted by [1 2 1]/4 along both dimensions,
//!
//! ```text
//! high = img − G(img)
//! amplified = weight · img · high
//! sharp = clamp(img + amplified, 0, 1)
//! ```
//!
//! so bright pixels are sharpened more than dark ones, where noise shows. Beyond its edges the
//! picture repeats its outermost pixels. The paper says which kernels there are and what they read,
//! not their formulas. 4 stages.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A grey picture whose details are amplified by `weight`, in proportion to the brightness.
    pub fn unsharp_hipacc(img: [f32; rows, cols], weight: f32) -> sharp
    where rows ~ 2048, cols ~ 2048
    {
        border img = clamp;
        blurred(y, x) = stencil(img, 1.0 / 16.0, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
        high(y, x) = img(y, x) - blurred(y, x);
        amplified(y, x) = weight * img(y, x) * high(y, x);
        sharp(y, x) = clamp(img(y, x) + amplified(y, x), 0.0, 1.0);
    }
}

type Inputs = (Image<f32, 2>, f32);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "unsharp_hipacc",
            summary: "sharpens a grey picture, bright parts most",
            inputs: &["img", "weight"],
            outputs: &["sharp"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo), 3.0), sides: Sides::ANY },
        picture: Some(harness::one_channel),
        runs: harness::runs!(unsharp_hipacc, |(img, weight): Inputs| (img, *weight) -> [sharp]),
    })
}
