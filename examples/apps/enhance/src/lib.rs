//! Enhancement of pictures from an endoscope by a geometric mean and gamma correction (Suman et
//! al., 2014; Hipacc, CGO 2019): a local operator and two point operators.
//!
//! ```text
//! mean(y, x) = exp(1/9 Σ ln max(img(y + dy, x + dx), 1/255))     dy, dx in −1..=1
//! corrected(y, x) = mean(y, x)^(1/gamma)
//! out(y, x) = clamp(½ + gain (corrected(y, x) − ½), 0, 1)
//! ```
//!
//! Beyond its edges the picture repeats its outermost pixels. 4 stages: the logarithm is one of its
//! own.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A grey picture without noise, brighter in the dark by `gamma`, with more contrast by `gain`.
    pub fn enhance(img: [f32; rows, cols], gamma: f32, gain: f32) -> out
    where rows ~ 2048, cols ~ 2048
    {
        border log = clamp;
        log(y, x) = ln(max(img(y, x), 1.0 / 255.0));
        mean(y, x) = exp(sum(dy in -1..=1, dx in -1..=1; log(y + dy, x + dx)) / 9.0);
        corrected(y, x) = pow(mean(y, x), 1.0 / gamma);
        out(y, x) = clamp(0.5 + gain * (corrected(y, x) - 0.5), 0.0, 1.0);
    }
}

type Inputs = (Image<f32, 2>, f32, f32);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "enhance",
            summary: "removes noise from a grey picture and brightens it",
            inputs: &["img", "gamma", "gain"],
            outputs: &["out"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo {
            inputs: |photo, _| (harness::grey(photo), 1.8, 1.2),
            sides: Sides::ANY,
        },
        picture: Some(harness::one_channel),
        runs: harness::runs!(enhance, |(img, gamma, gain): Inputs| (img, *gamma, *gain) -> [out]),
    })
}
