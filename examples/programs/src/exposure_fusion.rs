//! Exposure fusion (Mertens, Kautz and Van Reeth, Pacific Graphics 2007) of three pictures over
//! five levels: each pixel is taken from where it is well exposed, colourful and sharp.
//!
//! The weights of the three pictures, whose sum is 1, become Gaussian pyramids, the pictures
//! Laplacian pyramids. At each level the pictures are added up by the weights, and the levels are
//! put together. Both ways a level is blurred by [1 4 6 4 1] / 16; beyond its edges it repeats its
//! outermost pixels.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Three exposures of red, green and blue as one picture.
    pub fn exposure_fusion(img: [f32; 3, 3, rows, cols]) -> out
    where rows ~ 1536, cols ~ 2048, rows % 16 == 0, cols % 16 == 0
    {
        const LEVELS = 5;

        // What a pixel of each exposure is worth.
        border grey = clamp;
        grey(e, y, x) = (img(e, 0, y, x) + img(e, 1, y, x) + img(e, 2, y, x)) * (1.0 / 3.0);
        contrast(e, y, x) = abs(grey(e, y - 1, x) + grey(e, y + 1, x) + grey(e, y, x - 1)
            + grey(e, y, x + 1) - 4.0 * grey(e, y, x));
        fn square(a) = a * a;
        saturation(e, y, x) = sqrt((square(img(e, 0, y, x) - grey(e, y, x))
            + square(img(e, 1, y, x) - grey(e, y, x))
            + square(img(e, 2, y, x) - grey(e, y, x))) * (1.0 / 3.0));
        exposed(e, y, x) = exp(-12.5 * (square(img(e, 0, y, x) - 0.5)
            + square(img(e, 1, y, x) - 0.5) + square(img(e, 2, y, x) - 0.5)));
        worth(e, y, x) = contrast(e, y, x) * saturation(e, y, x) * exposed(e, y, x) + 0.00001;
        weight[0](e, y, x) = worth(e, y, x) / (worth(0, y, x) + worth(1, y, x) + worth(2, y, x));

        // Down.
        fn five(a, b, c, d, e) = (a + e + 4.0 * (b + d) + 6.0 * c) * 0.0625;
        picture[0](e, c, y, x) = img(e, c, y, x);
        for l in 1..LEVELS {
            border weight[l - 1] = clamp;
            border picture[l - 1] = clamp;
            border weight_tall[l] = clamp;
            border picture_tall[l] = clamp;
            weight_tall[l](e, y, x) in [0..3, 0..rows >> l, 0..cols >> (l - 1)] = five(
                weight[l - 1](e, 2 * y - 2, x), weight[l - 1](e, 2 * y - 1, x),
                weight[l - 1](e, 2 * y, x), weight[l - 1](e, 2 * y + 1, x),
                weight[l - 1](e, 2 * y + 2, x));
            weight[l](e, y, x) in [0..3, 0..rows >> l, 0..cols >> l] = five(
                weight_tall[l](e, y, 2 * x - 2), weight_tall[l](e, y, 2 * x - 1),
                weight_tall[l](e, y, 2 * x), weight_tall[l](e, y, 2 * x + 1),
                weight_tall[l](e, y, 2 * x + 2));
            picture_tall[l](e, c, y, x) in [0..3, 0..3, 0..rows >> l, 0..cols >> (l - 1)] = five(
                picture[l - 1](e, c, 2 * y - 2, x), picture[l - 1](e, c, 2 * y - 1, x),
                picture[l - 1](e, c, 2 * y, x), picture[l - 1](e, c, 2 * y + 1, x),
                picture[l - 1](e, c, 2 * y + 2, x));
            picture[l](e, c, y, x) in [0..3, 0..3, 0..rows >> l, 0..cols >> l] = five(
                picture_tall[l](e, c, y, 2 * x - 2), picture_tall[l](e, c, y, 2 * x - 1),
                picture_tall[l](e, c, y, 2 * x), picture_tall[l](e, c, y, 2 * x + 1),
                picture_tall[l](e, c, y, 2 * x + 2));
        }
        border picture[LEVELS - 1] = clamp;

        // What each level has that the next coarser one, enlarged, has not. An enlarged level has
        // zeros between its points before it is blurred, at twice the weights.
        fn at_point(before, here, behind) = (before + 6.0 * here + behind) * 0.125;
        fn between(here, behind) = (here + behind) * 0.5;
        for l in 0..LEVELS - 1 {
            border wide[l] = clamp;
            wide[l](e, c, y, x) in [0..3, 0..3, 0..rows >> l, 0..cols >> (l + 1)] =
                if y % 2 == 0 {
                    at_point(picture[l + 1](e, c, y / 2 - 1, x), picture[l + 1](e, c, y / 2, x),
                        picture[l + 1](e, c, y / 2 + 1, x))
                } else {
                    between(picture[l + 1](e, c, y / 2, x), picture[l + 1](e, c, y / 2 + 1, x))
                };
            details[l](e, c, y, x) in [0..3, 0..3, 0..rows >> l, 0..cols >> l] =
                picture[l](e, c, y, x) - if x % 2 == 0 {
                    at_point(wide[l](e, c, y, x / 2 - 1), wide[l](e, c, y, x / 2),
                        wide[l](e, c, y, x / 2 + 1))
                } else {
                    between(wide[l](e, c, y, x / 2), wide[l](e, c, y, x / 2 + 1))
                };
        }
        details[LEVELS - 1](e, c, y, x) = picture[LEVELS - 1](e, c, y, x);
        for l in 0..LEVELS {
            mixed[l](c, y, x) in [0..3, 0..rows >> l, 0..cols >> l] =
                sum(e in 0..3; weight[l](e, y, x) * details[l](e, c, y, x));
        }

        // Put together.
        border level[LEVELS - 1] = clamp;
        level[LEVELS - 1](c, y, x) = mixed[LEVELS - 1](c, y, x);
        for l in 0..LEVELS - 1 {
            border level[l] = clamp;
            border raised[l] = clamp;
            raised[l](c, y, x) in [0..3, 0..rows >> l, 0..cols >> (l + 1)] =
                if y % 2 == 0 {
                    at_point(level[l + 1](c, y / 2 - 1, x), level[l + 1](c, y / 2, x),
                        level[l + 1](c, y / 2 + 1, x))
                } else {
                    between(level[l + 1](c, y / 2, x), level[l + 1](c, y / 2 + 1, x))
                };
            level[l](c, y, x) in [0..3, 0..rows >> l, 0..cols >> l] =
                mixed[l](c, y, x) + if x % 2 == 0 {
                    at_point(raised[l](c, y, x / 2 - 1), raised[l](c, y, x / 2),
                        raised[l](c, y, x / 2 + 1))
                } else {
                    between(raised[l](c, y, x / 2), raised[l](c, y, x / 2 + 1))
                };
        }
        out(c, y, x) = clamp(level[0](c, y, x), 0.0, 1.0);
    }
}

type Inputs = (Image<f32, 4>,);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "exposure_fusion",
            summary: "three exposures as one picture, from five scales",
            inputs: &["img"],
            outputs: &["out"],
            size: "2048x1536",
            small: "48x32",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::multiples_of(16) },
        picture: Some(harness::shown),
        runs: harness::runs!(exposure_fusion, |(img,): Inputs| (img) -> [out]),
    })
}

/// A photograph too dark, as it is, and too bright.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    let [_, rows, cols] = photo.shape();
    let stops = [0.35f32, 1.0, 2.2];
    let img =
        Image::from_fn([3, 3, rows, cols], |[e, c, y, x]| (stops[e] * photo[[c, y, x]]).min(1.0));
    (img,)
}
