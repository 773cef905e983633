//! Unsharp masking of a planar colour image: 4 stages, as in PolyMage (ASPLOS 2015, Table 2).

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Sharpens where an image differs from its blur by at least `threshold`, by `weight` times
    /// the difference. The input has a margin of two pixels that the result has not.
    pub fn unsharp_mask(img: [f32; 3, rows + 4, cols + 4], threshold: f32, weight: f32) -> mask
    where rows ~ 2832, cols ~ 4256
    {
        blurx(c, y, x) = stencil(img, 1.0 / 16.0, [[1], [4], [6], [4], [1]]);
        blury(c, y, x) = stencil(blurx, 1.0 / 16.0, [[1, 4, 6, 4, 1]]);
        sharpen(c, y, x) = img(c, y, x) * (1.0 + weight) - blury(c, y, x) * weight;
        mask(c, y, x) = if abs(img(c, y, x) - blury(c, y, x)) < threshold {
            img(c, y, x)
        } else {
            sharpen(c, y, x)
        };
    }
}

type Inputs = (Image<f32, 3>, f32, f32);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "unsharp_mask",
            summary: "sharpens a colour picture where it differs from its blur",
            inputs: &["img", "threshold", "weight"],
            outputs: &["mask"],
            size: "4256x2832",
            small: "37x29",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::ANY },
        picture: Some(harness::shown),
        runs: harness::runs!(unsharp_mask, |(img, threshold, weight): Inputs|
            (img, *threshold, *weight) -> [mask]),
    })
}

/// The margin repeats the edge.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    (harness::padded(photo, 2, 2, false), 0.001, 3.0)
}
