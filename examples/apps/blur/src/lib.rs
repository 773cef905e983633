//! A 3×3 box blur in two passes, of 16-bit integers: 2 stages. The smallest separable stencil.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// The mean of three columns, then of three rows, each rounded down. Values of at most 21845
    /// never wrap. The result is two smaller in both directions.
    #[allow(narrow_sum)]
    pub fn blur(img: [u16; rows, cols]) -> blur
    where rows ~ 4802, cols ~ 6408
    {
        blurx(y, x) = (img(y, x) + img(y, x + 1) + img(y, x + 2)) / 3;
        blur(y, x) = (blurx(y, x) + blurx(y + 1, x) + blurx(y + 2, x)) / 3;
    }
}

type Inputs = (Image<u16, 2>,);

/// White: 255 · 16, far below what would wrap.
const WHITE: f32 = 4080.0;

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "blur",
            summary: "box blur of 16-bit integers, in two passes",
            inputs: &["img"],
            outputs: &["blur"],
            size: "6408x4802",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::ANY },
        picture: Some(picture),
        runs: harness::runs!(blur, |(img,): Inputs| (img) -> [out]),
    })
}

fn inputs(photo: &Photo, _: u64) -> Inputs {
    let grey = harness::grey(photo);
    (Image::from_fn(grey.shape(), |at| (grey[at] * WHITE).round() as u16),)
}

fn picture(blur: &Image<u16, 2>) -> Photo {
    harness::one_channel(&Image::from_fn(blur.shape(), |at| f32::from(blur[at]) / WHITE))
}
