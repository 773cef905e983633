//! The corners of Shi and Tomasi ("Good features to track", CVPR 1994; Hipacc, CGO 2019): the
//! smaller eigenvalue of the matrix of gradients.
//!
//! With the gradients gx and gy of a Sobel operator scaled by 1/12, and sums over 3 × 3 pixels,
//!
//! ```text
//! sxx = Σ gx², sxy = Σ gx gy, syy = Σ gy²
//! out = ½ (sxx + syy − √((sxx − syy)² + 4 sxy²))
//! ```
//!
//! The outermost two rows and columns are zero, as in the application `harris`. 9 stages.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// The smaller eigenvalue at each pixel of a grey picture: large at corners, and nowhere
    /// negative but for rounding.
    pub fn shi_tomasi(img: [f32; rows, cols]) -> out
    where rows ~ 2048, cols ~ 2048
    {
        gx(y, x) = stencil(img, 1.0 / 12.0, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]);
        gy(y, x) = stencil(img, 1.0 / 12.0, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        gxx(y, x) = gx(y, x) * gx(y, x);
        gxy(y, x) = gx(y, x) * gy(y, x);
        gyy(y, x) = gy(y, x) * gy(y, x);
        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; gxx(y + dy, x + dx));
        sxy(y, x) = sum(dy in -1..=1, dx in -1..=1; gxy(y + dy, x + dx));
        syy(y, x) = sum(dy in -1..=1, dx in -1..=1; gyy(y + dy, x + dx));
        out(y, x) in [0..rows, 0..cols] = case {
            y >= 2 && y < rows - 2 && x >= 2 && x < cols - 2 => {
                let difference = sxx(y, x) - syy(y, x);
                let root = sqrt(difference * difference + 4.0 * sxy(y, x) * sxy(y, x));
                0.5 * (sxx(y, x) + syy(y, x) - root)
            },
            else => 0.0,
        };
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "shi_tomasi",
            summary: "corners that are good to track, in a grey picture",
            inputs: &["img"],
            outputs: &["out"],
            size: "2048x2048",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo),), sides: Sides::ANY },
        picture: Some(picture),
        runs: harness::runs!(shi_tomasi, |(img,): Inputs| (img) -> [out]),
    })
}

/// Cube roots, because responses differ by orders of magnitude.
fn picture(out: &Image<f32, 2>) -> Photo {
    let largest = out.as_slice().iter().fold(f32::MIN_POSITIVE, |m, v| m.max(*v));
    harness::one_channel(&Image::from_fn(out.shape(), |at| (out[at] / largest).cbrt()))
}
