//! The bilateral filter (Tomasi and Manduchi, ICCV 1998) with a window of 9 x 9, pixel by pixel:
//! a mean of neighbours, weighted by how near they are and how alike.
//!
//! Beyond its edges a picture repeats its outermost pixels.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A grey picture smoothed but for its edges; `near` and `alike` are 1 / (2 σ²) of distance in
    /// pixels and of values.
    pub fn bilateral(img: [f32; rows, cols], near: f32, alike: f32) -> out
    where rows ~ 1536, cols ~ 2048
    {
        border img = clamp;
        weight(dy, dx, y, x) in [-4..=4, -4..=4, 0..rows, 0..cols] = {
            let down = dy as f32;
            let right = dx as f32;
            let unlike = img(y + dy, x + dx) - img(y, x);
            exp(-near * (down * down + right * right) - alike * unlike * unlike)
        };
        out(y, x) = sum(dy in -4..=4, dx in -4..=4; weight(dy, dx, y, x) * img(y + dy, x + dx))
            / sum(dy in -4..=4, dx in -4..=4; weight(dy, dx, y, x));
    }
}

type Inputs = (Image<f32, 2>, f32, f32);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "bilateral",
            summary: "a grey picture smoothed but for its edges, pixel by pixel",
            inputs: &["img", "near", "alike"],
            outputs: &["out"],
            size: "2048x1536",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo {
            inputs: |photo, _| (harness::grey(photo), 0.03125, 50.0),
            sides: Sides::ANY,
        },
        picture: Some(harness::one_channel),
        runs: harness::runs!(bilateral, |(img, near, alike): Inputs|
            (img, *near, *alike) -> [out]),
    })
}
