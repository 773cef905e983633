//! The guided filter (He, Sun and Tang, PAMI 2013) of radius 8, of a grey picture by another one:
//! smooth where the guide is, with the guide's edges.
//!
//! ```text
//! a = cov(guide, img) / (var(guide) + eps)        in a window of 17 x 17
//! b = mean(img) − a · mean(guide)
//! out = mean(a) · guide + mean(b)
//! ```
//!
//! Beyond its edges a picture repeats its outermost pixels.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// `img`, smoothed by a guide.
    pub fn guided_filter(guide: [f32; rows, cols], img: [f32; rows, cols], eps: f32) -> out
    where rows ~ 3000, cols ~ 4000
    {
        const R = 8;
        const AREA = (2 * R + 1) * (2 * R + 1);
        border guide = clamp;
        border img = clamp;
        border both = clamp;
        border square = clamp;
        border a = clamp;
        border b = clamp;

        both(y, x) = guide(y, x) * img(y, x);
        square(y, x) = guide(y, x) * guide(y, x);

        mean_guide(y, x) = sum(dy in -R..=R, dx in -R..=R; guide(y + dy, x + dx)) / AREA;
        mean_img(y, x) = sum(dy in -R..=R, dx in -R..=R; img(y + dy, x + dx)) / AREA;
        mean_both(y, x) = sum(dy in -R..=R, dx in -R..=R; both(y + dy, x + dx)) / AREA;
        mean_square(y, x) = sum(dy in -R..=R, dx in -R..=R; square(y + dy, x + dx)) / AREA;

        a(y, x) = {
            let covariance = mean_both(y, x) - mean_guide(y, x) * mean_img(y, x);
            let variance = mean_square(y, x) - mean_guide(y, x) * mean_guide(y, x);
            covariance / (variance + eps)
        };
        b(y, x) = mean_img(y, x) - a(y, x) * mean_guide(y, x);
        mean_a(y, x) = sum(dy in -R..=R, dx in -R..=R; a(y + dy, x + dx)) / AREA;
        mean_b(y, x) = sum(dy in -R..=R, dx in -R..=R; b(y + dy, x + dx)) / AREA;
        out(y, x) = mean_a(y, x) * guide(y, x) + mean_b(y, x);
    }
}

type Inputs = (Image<f32, 2>, Image<f32, 2>, f32);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "guided_filter",
            summary: "a grey picture smoothed but for the edges of its green",
            inputs: &["guide", "img", "eps"],
            outputs: &["out"],
            size: "4000x3000",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::ANY },
        picture: Some(harness::one_channel),
        runs: harness::runs!(guided_filter, |(guide, img, eps): Inputs|
            (guide, img, *eps) -> [out]),
    })
}

/// The guide is green.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    let [_, rows, cols] = photo.shape();
    let green = Image::from_fn([rows, cols], |[y, x]| photo[[1, y, x]]);
    (green, harness::grey(photo), 0.01)
}
