//! Enlarging to 130 % by cubic interpolation, in two separable stages (Distributed Halide, PPoPP
//! 2016, Section 5.1).
//!
//! A result of ⌊1.3 H⌋ × ⌊1.3 W⌋ pixels. The centre of the result's pixel *x* lies at
//! s = (x + ½)/1.3 − ½ = (20x − 3)/26 of the input. With i = ⌊s⌋ and t = s − i,
//!
//! ```text
//! tall(y, x) = sum over j in −1..=2 of w(t_y − j) img(i_y + j, x)
//! out(y, x)  = sum over j in −1..=2 of w(t_x − j) tall(y, i_x + j)
//! w(d) = 1.5|d|³ − 2.5|d|² + 1                for |d| < 1
//!        −0.5|d|³ + 2.5|d|² − 4|d| + 2        for 1 <= |d| < 2, and 0 beyond
//! ```
//!
//! (Keys' cubic with a = −½). Beyond its edges the picture repeats its outermost pixels. 3 stages,
//! with the table of the weights, which repeat every 13 pixels.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A grey picture enlarged to 130 %.
    pub fn resize(img: [f32; rows, cols]) -> out
    where rows ~ 2048, cols ~ 2048
    {
        border img = clamp;
        border tall = clamp;

        // Weights of four neighbours, for a place that is p/26 behind the second of them.
        fn close(d) = (1.5 * d - 2.5) * d * d + 1.0;
        fn distant(d) = ((-0.5 * d + 2.5) * d - 4.0) * d + 2.0;
        weight(p, j) in [0..26, 0..4] = {
            let t = p as f32 / 26.0;
            if j == 0 { distant(1.0 + t) } else {
                if j == 1 { close(t) } else {
                    if j == 2 { close(1.0 - t) } else { distant(2.0 - t) }
                }
            }
        };

        tall(y, x) in [0..13 * rows / 10, 0..cols] = sum(j in 0..4;
            weight((20 * y - 3) % 26, j) * img((20 * y - 3) / 26 + j - 1, x));
        out(y, x) in [0..13 * rows / 10, 0..13 * cols / 10] = sum(j in 0..4;
            weight((20 * x - 3) % 26, j) * tall(y, (20 * x - 3) / 26 + j - 1));
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "resize",
            summary: "enlarges a grey picture to 130 %, by cubic interpolation",
            inputs: &["img"],
            outputs: &["out"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo),), sides: Sides::ANY },
        picture: Some(harness::one_channel),
        runs: harness::runs!(resize, |(img,): Inputs| (img) -> [out]),
    })
}
