//! Harris corner detection as Hipacc has it (Qiao, Reiche, Hannig and Teich, CGO 2019, Fig. 3):
//! nine kernels, with a Gaussian where the application `harris` has sums, and a result up to the
//! edges.
//!
//! With the gradients dx and dy of Prewitt's operator, and G the mean of 3 × 3 pixels weighted by
//! [1 2 1]/4 along both dimensions,
//!
//! ```text
//! gx = G(dx²), gy = G(dy²), gxy = G(dx dy)
//! hc = gx gy − gxy² − k (gx + gy)²
//! ```
//!
//! Beyond its edges the picture repeats its outermost pixels, and so do the products. The paper
//! says which kernels there are and how large their masks, not what is in them. 9 stages.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Corner response of a grey picture: positive at corners, negative along edges, near zero in
    /// flat regions. `k` is the sensitivity, about 0.04.
    pub fn harris_hipacc(img: [f32; rows, cols], k: f32) -> hc
    where rows ~ 2048, cols ~ 2048
    {
        border img = clamp;
        border sx = clamp;
        border sy = clamp;
        border sxy = clamp;
        dx(y, x) = stencil(img, 1.0 / 6.0, [[-1, 0, 1], [-1, 0, 1], [-1, 0, 1]]);
        dy(y, x) = stencil(img, 1.0 / 6.0, [[-1, -1, -1], [0, 0, 0], [1, 1, 1]]);
        sx(y, x) = dx(y, x) * dx(y, x);
        sy(y, x) = dy(y, x) * dy(y, x);
        sxy(y, x) = dx(y, x) * dy(y, x);
        gx(y, x) = stencil(sx, 1.0 / 16.0, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
        gy(y, x) = stencil(sy, 1.0 / 16.0, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
        gxy(y, x) = stencil(sxy, 1.0 / 16.0, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
        hc(y, x) = {
            let trace = gx(y, x) + gy(y, x);
            gx(y, x) * gy(y, x) - gxy(y, x) * gxy(y, x) - k * trace * trace
        };
    }
}

type Inputs = (Image<f32, 2>, f32);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "harris_hipacc",
            summary: "corner response of a grey picture, with Hipacc's kernels",
            inputs: &["img", "k"],
            outputs: &["hc"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo {
            inputs: |photo, _| (harness::grey(photo), 0.04),
            sides: Sides::ANY,
        },
        picture: Some(picture),
        runs: harness::runs!(harris_hipacc, |(img, k): Inputs| (img, *k) -> [hc]),
    })
}

/// Corners bright, edges dark. Cube roots, because responses differ by orders of magnitude.
fn picture(response: &Image<f32, 2>) -> Photo {
    let largest = response.as_slice().iter().fold(f32::MIN_POSITIVE, |m, v| m.max(v.abs()));
    let root = |at| 0.5 + 0.5 * (response[at] / largest).cbrt();
    harness::one_channel(&Image::from_fn(response.shape(), root))
}
