//! Harris corner detection (PolyMage, ASPLOS 2015, Fig. 1): 11 stages, as in the paper.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Corner response of a grey image: positive at corners, negative along edges, near zero in
    /// flat regions. The outermost two rows and columns are zero.
    pub fn harris(img: [f32; rows, cols]) -> harris
    where rows ~ 6400, cols ~ 6400
    {
        ix(y, x) = stencil(img, 1.0 / 12.0, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        iy(y, x) = stencil(img, 1.0 / 12.0, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]);

        ixx(y, x) = ix(y, x) * ix(y, x);
        iyy(y, x) = iy(y, x) * iy(y, x);
        ixy(y, x) = ix(y, x) * iy(y, x);

        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; ixx(y + dy, x + dx));
        syy(y, x) = sum(dy in -1..=1, dx in -1..=1; iyy(y + dy, x + dx));
        sxy(y, x) = sum(dy in -1..=1, dx in -1..=1; ixy(y + dy, x + dx));

        det(y, x) = sxx(y, x) * syy(y, x) - sxy(y, x) * sxy(y, x);
        trace(y, x) = sxx(y, x) + syy(y, x);

        harris(y, x) in [0..rows, 0..cols] = case {
            y >= 2 && y < rows - 2 && x >= 2 && x < cols - 2 =>
                det(y, x) - 0.04 * trace(y, x) * trace(y, x),
            else => 0.0,
        };
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "harris",
            summary: "corner response of a grey picture",
            inputs: &["img"],
            outputs: &["harris"],
            size: "6400x6400",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo),), sides: Sides::ANY },
        picture: Some(picture),
        runs: harness::runs!(harris, |(img,): Inputs| (img) -> [response]),
    })
}

/// Flat regions grey, corners white, edges black; cube roots, because responses differ by orders
/// of magnitude.
pub fn visible(response: &Image<f32, 2>) -> Image<f32, 2> {
    let largest = response.as_slice().iter().fold(f32::MIN_POSITIVE, |m, r| m.max(r.abs()));
    Image::from_fn(response.shape(), |at| 0.5 + 0.5 * (response[at] / largest).cbrt())
}

fn picture(response: &Image<f32, 2>) -> Photo {
    harness::one_channel(&visible(response))
}
