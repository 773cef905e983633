//! Multiscale interpolation (PolyMage, ASPLOS 2015, Table 2 and Fig. 9c): pixels that are missing,
//! those without alpha, are filled in from ten levels of a pyramid.
//!
//! 38 stages: one weighs by alpha, 18 go down, 18 up, one divides. The paper counts 49; presumably
//! it counts boundary cases, which here are borders of the stages.
//!
//! Level *l* has `rows >> l` rows and `cols >> l` columns, at coordinates from 1 on; what is
//! outside is zero. The centre of a down step is at the odd coordinate, as in the paper's code.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Colour planes from colour planes and an alpha plane, the last. The input has a margin of one
    /// pixel, which must be zero and which the result has not.
    pub fn multiscale_interpolate(img: [f32; 4, rows + 2, cols + 2]) -> interpolate
    where rows ~ 2560, cols ~ 1536, rows >= 512, cols >= 512
    {
        const COARSEST = 9;

        d[0](c, y, x) = img(c, y, x) * img(3, y, x);
        for l in 1..=COARSEST {
            border d[l] = constant(0.0);
            border down[l] = constant(0.0);
            down[l](c, y, x) in [0..4, 1..=rows >> l, 1..=cols >> (l - 1)] =
                stencil(d[l - 1](c, 2 * y - 1, x), 0.25, [[1], [2], [1]]);
            d[l](c, y, x) in [0..4, 1..=rows >> l, 1..=cols >> l] =
                stencil(down[l](c, y, 2 * x - 1), 0.25, [1, 2, 1]);
        }

        border u[COARSEST] = constant(0.0);
        u[COARSEST](c, y, x) = d[COARSEST](c, y, x);
        for k in 1..=COARSEST {
            const L = COARSEST - k;
            border up[L] = constant(0.0);
            up[L](c, y, x) in [0..4, 1..=rows >> L, 1..=cols >> (L + 1)] =
                0.5 * (u[L + 1](c, (y + 1) / 2, x) + u[L + 1](c, (y + 2) / 2, x));
            border u[L] = constant(0.0);
            u[L](c, y, x) in [0..4, 1..=rows >> L, 1..=cols >> L] = d[L](c, y, x)
                + (1.0 - d[L](3, y, x)) * (0.5 * (up[L](c, y, (x + 1) / 2) + up[L](c, y, (x + 2) / 2)));
        }

        interpolate(c, y, x) in [0..3, 1..=rows, 1..=cols] = u[0](c, y, x) / u[0](3, y, x);
    }
}

type Inputs = (Image<f32, 3>,);

/// The part of pixels that are known, where inputs are made.
const KNOWN: f64 = 0.3;

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "multiscale_interpolate",
            summary: "fills in missing pixels from ten scales",
            inputs: &["img"],
            outputs: &["interpolate"],
            size: "1536x2560",
            small: "512x512",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::at_least(512) },
        picture: Some(harness::shown),
        runs: harness::runs!(multiscale_interpolate, |(img,): Inputs| (img) -> [interpolate]),
    })
}

/// Three in ten pixels of a photograph are known.
fn inputs(photo: &Photo, seed: u64) -> Inputs {
    let [_, rows, cols] = photo.shape();
    let planes = Image::from_fn([4, rows, cols], |[c, y, x]| match c {
        3 => f32::from(u8::from(harness::noise(seed, &[y, x]) < KNOWN)),
        _ => photo[[c, y, x]],
    });
    (harness::padded(&planes, 1, 1, true),)
}
