//! Pyramid blending (PolyMage, ASPLOS 2015, Table 2 and Fig. 8): two pictures joined along a mask,
//! at four scales, so that coarse features blend over wide distances and fine ones over short ones.
//!
//! 40 stages compute something: 18 go down (three pyramids of three levels, rows and columns), 12
//! up again with the difference to the finer level (two pictures), 4 blend, 6 collapse the result.
//! The paper counts 44, which with the subtractions apart would be 46 and with the additions 49;
//! its own count cannot be had from its text.
//!
//! The pictures have a margin, so that no level needs a border. Level *l* lies at multiples of 2^l
//! of the coordinates of the input; each stage has the rows and columns that the result needs.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Planes of `img1` where `mask` is 1, of `img2` where it is 0, blended between. The inputs
    /// have a margin of 31 pixels before and 29 behind that the result has not.
    pub fn pyramid_blending(
        img1: [f32; 3, rows + 60, cols + 60],
        img2: [f32; 3, rows + 60, cols + 60],
        mask: [f32; rows + 60, cols + 60],
    ) -> out[0]
    where rows ~ 2160, cols ~ 3840, rows % 8 == 0, cols % 8 == 0
    {
        const COARSEST = 3;

        // Gaussian pyramids: every second row and column of a blur.
        g[0][0](c, y, x) = img1(c, y, x);
        g[1][0](c, y, x) = img2(c, y, x);
        m[0](y, x) = mask(y, x);
        for l in 1..=COARSEST {
            const FIRST = 2 + (8 >> l);
            const LAST = (56 >> l) - 2;
            for i in 0..2 {
                down[i][l](c, y, x) =
                    stencil(g[i][l - 1](c, 2 * y, x), 1.0 / 16.0, [[1], [4], [6], [4], [1]]);
                g[i][l](c, y, x)
                    in [0..3, FIRST..=(rows >> l) + LAST, FIRST..=(cols >> l) + LAST] =
                    stencil(down[i][l](c, y, 2 * x), 1.0 / 16.0, [1, 4, 6, 4, 1]);
            }
            downm[l](y, x) = stencil(m[l - 1](2 * y, x), 1.0 / 16.0, [[1], [4], [6], [4], [1]]);
            m[l](y, x) in [FIRST..=(rows >> l) + LAST, FIRST..=(cols >> l) + LAST] =
                stencil(downm[l](y, 2 * x), 1.0 / 16.0, [1, 4, 6, 4, 1]);
        }

        // Laplacian pyramids: what a level has that the next coarser one, enlarged, has not. Then
        // the pictures are blended level by level, and the levels added up.
        fn even(a, b, c) = (a + 6.0 * b + c) / 8.0;
        fn odd(a, b) = (a + b) / 2.0;
        for l in 0..=COARSEST {
            const FIRST = (32 >> l) - 1;
            const LAST = (28 >> l) + 2;
            const COARSE = (16 >> l) - 1;
            const LIMIT = (14 >> l) + 2;
            if l < COARSEST {
                for i in 0..2 {
                    up[i][l](c, y, x)
                        in [0..3, FIRST..=(rows >> l) + LAST, COARSE..=(cols >> (l + 1)) + LIMIT] =
                        if y % 2 == 0 {
                            even(g[i][l + 1](c, y / 2 - 1, x), g[i][l + 1](c, y / 2, x),
                                g[i][l + 1](c, y / 2 + 1, x))
                        } else {
                            odd(g[i][l + 1](c, y / 2, x), g[i][l + 1](c, y / 2 + 1, x))
                        };
                    lap[i][l](c, y, x)
                        in [0..3, FIRST..=(rows >> l) + LAST, FIRST..=(cols >> l) + LAST] =
                        g[i][l](c, y, x) - if x % 2 == 0 {
                            even(up[i][l](c, y, x / 2 - 1), up[i][l](c, y, x / 2),
                                up[i][l](c, y, x / 2 + 1))
                        } else {
                            odd(up[i][l](c, y, x / 2), up[i][l](c, y, x / 2 + 1))
                        };
                }
            } else {
                for i in 0..2 {
                    lap[i][l](c, y, x)
                        in [0..3, FIRST..=(rows >> l) + LAST, FIRST..=(cols >> l) + LAST] =
                        g[i][l](c, y, x);
                }
            }
            blended[l](c, y, x) = lap[0][l](c, y, x) * m[l](y, x)
                + lap[1][l](c, y, x) * (1.0 - m[l](y, x));
            if l < COARSEST {
                wide[l](c, y, x)
                    in [0..3, FIRST..=(rows >> l) + LAST, COARSE..=(cols >> (l + 1)) + LIMIT] =
                    if y % 2 == 0 {
                        even(out[l + 1](c, y / 2 - 1, x), out[l + 1](c, y / 2, x),
                            out[l + 1](c, y / 2 + 1, x))
                    } else {
                        odd(out[l + 1](c, y / 2, x), out[l + 1](c, y / 2 + 1, x))
                    };
                out[l](c, y, x)
                    in [0..3, FIRST..=(rows >> l) + LAST, FIRST..=(cols >> l) + LAST] =
                    blended[l](c, y, x) + if x % 2 == 0 {
                    even(wide[l](c, y, x / 2 - 1), wide[l](c, y, x / 2), wide[l](c, y, x / 2 + 1))
                } else {
                    odd(wide[l](c, y, x / 2), wide[l](c, y, x / 2 + 1))
                };
            } else {
                out[l](c, y, x) = blended[l](c, y, x);
            }
        }
    }
}

type Inputs = (Image<f32, 3>, Image<f32, 3>, Image<f32, 2>);

/// The margin before and behind a picture.
const MARGIN: (usize, usize) = (31, 29);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "pyramid_blending",
            summary: "two pictures joined along a mask, at four scales",
            inputs: &["img1", "img2", "mask"],
            outputs: &["blend"],
            size: "3840x2160",
            small: "40x24",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::multiples_of(8) },
        picture: Some(harness::shown),
        runs: harness::runs!(pyramid_blending, |(img1, img2, mask): Inputs|
            (img1, img2, mask) -> [blend]),
    })
}

/// A photograph and its mirror image; the mask is the lower three fifths.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    let [_, rows, cols] = photo.shape();
    let mirrored = Image::from_fn(photo.shape(), |[c, y, x]| photo[[c, y, cols - 1 - x]]);
    let pad = |planes| harness::padded(planes, MARGIN.0, MARGIN.1, false);
    let margin = MARGIN.0 + MARGIN.1;
    let mask = Image::from_fn([rows + margin, cols + margin], |[y, _]| {
        f32::from(u8::from(y >= MARGIN.0 + rows * 2 / 5))
    });
    (pad(photo), pad(&mirrored), mask)
}
