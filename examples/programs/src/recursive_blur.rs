//! A recursive blur: each pixel is mixed with the one before it, from all four sides in turn, which
//! blurs over any distance for the price of four passes.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A blur by four scans; `mix` is the share of a pixel itself.
    pub fn recursive_blur(img: [f32; rows, cols], mix: f32) -> out
    where rows ~ 3000, cols ~ 4000
    {
        right(y, x) = case {
            x == 0 => img(y, x),
            else => mix * img(y, x) + (1.0 - mix) * right(y, x - 1),
        };
        left(y, x) = case {
            x == cols - 1 => right(y, x),
            else => mix * right(y, x) + (1.0 - mix) * left(y, x + 1),
        };
        down(y, x) = case {
            y == 0 => left(y, x),
            else => mix * left(y, x) + (1.0 - mix) * down(y - 1, x),
        };
        out(y, x) = case {
            y == rows - 1 => down(y, x),
            else => mix * down(y, x) + (1.0 - mix) * out(y + 1, x),
        };
    }
}

type Inputs = (Image<f32, 2>, f32);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "recursive_blur",
            summary: "a grey picture blurred by four scans",
            inputs: &["img", "mix"],
            outputs: &["out"],
            size: "4000x3000",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo {
            inputs: |photo, _| (harness::grey(photo), 0.25),
            sides: Sides::ANY,
        },
        picture: Some(harness::one_channel),
        runs: harness::runs!(recursive_blur, |(img, mix): Inputs| (img, *mix) -> [out]),
    })
}
