//! The local Laplacian filter (Paris, Hasinoff and Kautz, SIGGRAPH 2011; PolyMage, ASPLOS 2015,
//! Table 2): changes local contrast without halos.
//!
//! The grey picture is remapped around eight levels of intensity, each remapped picture becomes a
//! Laplacian pyramid of eight levels, and each pixel of each level of the result is taken from the
//! two pyramids whose intensities are next to its own.
//!
//! 69 stages: grey, the table, two pyramids down (28), the remapped picture, 14 up (the rows, then
//! the columns with the difference), 8 that choose, 14 that add up, the colours and the grey
//! result. The eight remapped pictures are one stage with three dimensions. The paper counts 99;
//! with differences and sums apart there would be 83, and presumably boundary cases are counted,
//! which here are borders of the stages.
//!
//! Level *l* has `rows >> l` rows and `cols >> l` columns, at coordinates from 2 on; what is
//! outside is zero, but for level 0, where the filter works on the picture's margin as well.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Planes blue, green and red, of which `alpha` times the details are added, and `beta` times
    /// the coarse contrast is kept; and the grey result. The input has a margin of two pixels,
    /// which must be zero and which the results have not. `alpha` is divided by 7, the steps of
    /// intensity.
    pub fn local_laplacian(
        img_colour: [u16; 3, rows + 4, cols + 4],
        alpha: f32,
        beta: f32,
    ) -> (laplacian, gray_result)
    where rows ~ 2560, cols ~ 1536, rows >= 128, cols >= 128
    {
        const LEVELS = 8;
        const STEPS = 7;

        gray(y, x) = (0.299 * img_colour(2, y, x) as f32 + 0.587 * img_colour(1, y, x) as f32
            + 0.114 * img_colour(0, y, x) as f32) / 65535.0;

        // Details are pulled by the derivative of a Gaussian.
        lut(i) in [-256 * STEPS..=256 * STEPS] = {
            let t = i as f32 / 256.0;
            alpha * t * exp(-t * t / 2.0)
        };
        remapped[0](k, y, x) in [0..=STEPS, 0..rows + 4, 0..cols + 4] = {
            let level = k as f32 * (1.0 / 7.0);
            let bin = clamp((gray(y, x) * 1792.0) as i32, 0, 1792);
            mul_add(beta, gray(y, x) - level, level) + lut(bin - 256 * k)
        };

        // Down: every second row and column of a blur between two samples.
        g[0](y, x) = gray(y, x);
        for l in 1..LEVELS {
            border gx[l] = constant(0.0);
            border g[l] = constant(0.0);
            border remappedx[l] = constant(0.0);
            border remapped[l] = constant(0.0);
            gx[l](y, x) in [2..=(rows >> l) + 1, 2..=(cols >> (l - 1)) + 1] =
                stencil(g[l - 1](2 * y - 1, x), 0.125, [[1], [3], [3], [1]]);
            g[l](y, x) in [2..=(rows >> l) + 1, 2..=(cols >> l) + 1] =
                stencil(gx[l](y, 2 * x - 1), 0.125, [1, 3, 3, 1]);
            remappedx[l](k, y, x)
                in [0..=STEPS, 2..=(rows >> l) + 1, 2..=(cols >> (l - 1)) + 1] =
                stencil(remapped[l - 1](k, 2 * y - 1, x), 0.125, [[1], [3], [3], [1]]);
            remapped[l](k, y, x) in [0..=STEPS, 2..=(rows >> l) + 1, 2..=(cols >> l) + 1] =
                stencil(remappedx[l](k, y, 2 * x - 1), 0.125, [1, 3, 3, 1]);
        }

        // Up again: what each level has that the next coarser one, enlarged, has not.
        fn near(far, close) = mul_add(0.25, far, 0.75 * close);
        for l in 0..LEVELS - 1 {
            up[l](k, y, x) in [0..=STEPS, 2..=(rows >> l) + 1, 2..=(cols >> (l + 1)) + 1] =
                if y % 2 == 0 {
                    near(remapped[l + 1](k, y / 2, x), remapped[l + 1](k, y / 2 + 1, x))
                } else {
                    near(remapped[l + 1](k, y / 2 + 2, x), remapped[l + 1](k, y / 2 + 1, x))
                };
            border up[l] = constant(0.0);
            lap[l](k, y, x) in [0..=STEPS, 2..=(rows >> l) + 1, 2..=(cols >> l) + 1] =
                remapped[l](k, y, x) - if x % 2 == 0 {
                    near(up[l](k, y, x / 2), up[l](k, y, x / 2 + 1))
                } else {
                    near(up[l](k, y, x / 2 + 2), up[l](k, y, x / 2 + 1))
                };
        }
        lap[LEVELS - 1](k, y, x) = remapped[LEVELS - 1](k, y, x);

        // The two pyramids next to the intensity of the picture at this level.
        for l in 0..LEVELS {
            chosen[l](y, x) in [2..=(rows >> l) + 1, 2..=(cols >> l) + 1] = {
                let level = g[l](y, x) * 7.0;
                let k = clamp(level as i32, 0, STEPS - 1);
                let w = level - k as f32;
                mul_add(lap[l](k + 1, y, x), w, lap[l](k, y, x) * (1.0 - w))
            };
        }

        // The levels added up.
        border sum_of[LEVELS - 1] = constant(0.0);
        sum_of[LEVELS - 1](y, x) = chosen[LEVELS - 1](y, x);
        for l in 0..LEVELS - 1 {
            border wide[l] = constant(0.0);
            border sum_of[l] = constant(0.0);
            wide[l](y, x) in [2..=(rows >> l) + 1, 2..=(cols >> (l + 1)) + 1] =
                if y % 2 == 0 {
                    near(sum_of[l + 1](y / 2, x), sum_of[l + 1](y / 2 + 1, x))
                } else {
                    near(sum_of[l + 1](y / 2 + 2, x), sum_of[l + 1](y / 2 + 1, x))
                };
            sum_of[l](y, x) in [2..=(rows >> l) + 1, 2..=(cols >> l) + 1] =
                chosen[l](y, x) + if x % 2 == 0 {
                    near(wide[l](y, x / 2), wide[l](y, x / 2 + 1))
                } else {
                    near(wide[l](y, x / 2 + 2), wide[l](y, x / 2 + 1))
                };
        }

        // The colours keep their ratios to grey.
        gray_result(y, x) in [2..=rows + 1, 2..=cols + 1] = sum_of[0](y, x);
        laplacian(c, y, x) in [0..3, 2..=rows + 1, 2..=cols + 1] = {
            let ratio = img_colour(c, y, x) as f32 / 65535.0 + 0.01;
            let value = sum_of[0](y, x) * ratio / (gray(y, x) + 0.01);
            (clamp(value, 0.0, 1.0) * 65535.0) as u16
        };
    }
}

type Inputs = (Image<u16, 3>, f32, f32);

/// White of 8-bit pictures as the paper's code reads them.
const WHITE: f32 = 65280.0;

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "local_laplacian",
            summary: "more local contrast, without halos",
            inputs: &["img_colour", "alpha", "beta"],
            outputs: &["laplacian", "gray_result"],
            size: "1536x2560",
            small: "131x128",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::at_least(128) },
        picture: Some(picture),
        runs: harness::runs!(local_laplacian, |(img, alpha, beta): Inputs|
            (img, *alpha, *beta) -> [colour, gray]),
    })
}

fn inputs(photo: &Photo, _: u64) -> Inputs {
    let padded = harness::padded(photo, 2, 2, true);
    let img =
        Image::from_fn(padded.shape(), |[c, y, x]| (padded[[2 - c, y, x]] * WHITE).round() as u16);
    (img, 1.0 / 7.0, 1.0)
}

fn picture((colour, _): &(Image<u16, 3>, Image<f32, 2>)) -> Photo {
    let [_, rows, cols] = colour.shape();
    Image::from_fn([rows, cols, 3], |[y, x, c]| f32::from(colour[[2 - c, y, x]]) / WHITE)
}
