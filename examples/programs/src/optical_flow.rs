//! Optical flow of two pictures (Horn and Schunck, Artificial Intelligence 17, 1981) by twenty
//! steps: how far each pixel moves along rows, `u`, and along columns, `v`.
//!
//! ```text
//! u = mean(u) − ix · (ix · mean(u) + iy · mean(v) + it) / (alpha² + ix² + iy²)
//! v = mean(v) − iy · (ix · mean(u) + iy · mean(v) + it) / (alpha² + ix² + iy²)
//! ```
//!
//! Means are over the eight neighbours, weighted as in the paper. Beyond its edges a field repeats
//! its outermost points.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// The flow from one picture to the next.
    pub fn optical_flow(one: [f32; rows, cols], two: [f32; rows, cols], alpha: f32) -> (u[STEPS], v[STEPS])
    where rows ~ 1080, cols ~ 1920
    {
        const STEPS = 20;
        border one = clamp;
        border two = clamp;
        ix(y, x) = 0.25 * (one(y, x + 1) - one(y, x) + one(y + 1, x + 1) - one(y + 1, x)
            + two(y, x + 1) - two(y, x) + two(y + 1, x + 1) - two(y + 1, x));
        iy(y, x) = 0.25 * (one(y + 1, x) - one(y, x) + one(y + 1, x + 1) - one(y, x + 1)
            + two(y + 1, x) - two(y, x) + two(y + 1, x + 1) - two(y, x + 1));
        it(y, x) = 0.25 * (two(y, x) - one(y, x) + two(y, x + 1) - one(y, x + 1)
            + two(y + 1, x) - one(y + 1, x) + two(y + 1, x + 1) - one(y + 1, x + 1));
        scale(y, x) = 1.0 / (alpha * alpha + ix(y, x) * ix(y, x) + iy(y, x) * iy(y, x));

        u[0](y, x) in [0..rows, 0..cols] = 0.0;
        v[0](y, x) in [0..rows, 0..cols] = 0.0;
        for k in 1..=STEPS {
            border u[k - 1] = clamp;
            border v[k - 1] = clamp;
            mean_u[k](y, x) in [0..rows, 0..cols] =
                stencil(u[k - 1], 1.0 / 12.0, [[1, 2, 1], [2, 0, 2], [1, 2, 1]]);
            mean_v[k](y, x) in [0..rows, 0..cols] =
                stencil(v[k - 1], 1.0 / 12.0, [[1, 2, 1], [2, 0, 2], [1, 2, 1]]);
            step[k](y, x) = (ix(y, x) * mean_u[k](y, x) + iy(y, x) * mean_v[k](y, x) + it(y, x))
                * scale(y, x);
            u[k](y, x) = mean_u[k](y, x) - ix(y, x) * step[k](y, x);
            v[k](y, x) = mean_v[k](y, x) - iy(y, x) * step[k](y, x);
        }
    }
}

type Inputs = (Image<f32, 2>, Image<f32, 2>, f32);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "optical_flow",
            summary: "where pixels move from a picture to one that is shifted",
            inputs: &["one", "two", "alpha"],
            outputs: &["u", "v"],
            size: "1920x1080",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::ANY },
        picture: Some(|(u, _)| harness::one_channel(u)),
        runs: harness::runs!(optical_flow, |(one, two, alpha): Inputs|
            (one, two, *alpha) -> [u, v]),
    })
}

/// The other picture is shifted by a pixel along rows.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    let one = harness::grey(photo);
    let two = Image::from_fn(one.shape(), |[y, x]| one[[y, x.saturating_sub(1)]]);
    (one, two, 0.1)
}
