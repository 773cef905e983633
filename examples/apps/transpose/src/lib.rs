//! Transposition (Distributed Halide, PPoPP 2016): `out(x, y) = img(y, x)`. 1 stage.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Rows become columns.
    pub fn transpose(img: [f32; rows, cols]) -> out
    where rows ~ 4096, cols ~ 4096
    {
        out(x, y) = img(y, x);
    }
}

type Inputs = (Image<f32, 2>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "transpose",
            summary: "rows become columns",
            inputs: &["img"],
            outputs: &["out"],
            size: "4096x4096",
            small: "37x29",
            channels: false,
        },
        source: Source::Photo { inputs: |photo, _| (harness::grey(photo),), sides: Sides::ANY },
        picture: Some(harness::one_channel),
        runs: harness::runs!(transpose, |(img,): Inputs| (img) -> [out]),
    })
}
