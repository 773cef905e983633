//! The bilateral grid (Chen, Paris and Durand, 2007) of PolyMage (ASPLOS 2015, Table 2): the 7
//! stages of the papers, which count the two updates of `grid` as two, and `row`, which they
//! compute again for each pixel.
//!
//! The picture's values are summed and counted in a coarse grid of space and brightness; the grid
//! is blurred, which does not mix what lies apart in brightness; and each pixel takes its value
//! from between the grid's points. A cell of the grid sums 9 × 9 pixels, 8 apart, so that
//! neighbours share a row or a column. The weights of the blurs are not normalised: they cancel in
//! the quotient.
//!
//! Cells of one brightness lie next to each other, so that vectors run along a row of cells.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A grey picture in 0 to 1, smoothed but for its edges. The 24 rows and columns before and the
    /// 32 behind that the grid needs are cut off.
    pub fn bilateral_grid(img: [f32; rows + 56, cols + 56]) -> filtered
    where rows ~ 2560, cols ~ 1536, rows % 8 == 0, cols % 8 == 0
    {
        fn bin(v) = 2 + clamp((10.0 * v + 0.5) as i32, 0, 12);

        // Sums of the values in a cell, and how many they are.
        grid(k, gy, z, gx) in [0..2, 1..=rows / 8 + 5, 0..15, 1..=cols / 8 + 5] = 0.0;
        grid(0, gy, bin(img(8 * gy - 4 + dy, 8 * gx - 4 + dx)), gx) +=
            img(8 * gy - 4 + dy, 8 * gx - 4 + dx)
            for (gy, gx, dy, dx) in [1..=rows / 8 + 5, 1..=cols / 8 + 5, 0..9, 0..9];
        grid(1, gy, bin(img(8 * gy - 4 + dy, 8 * gx - 4 + dx)), gx) += 1.0
            for (gy, gx, dy, dx) in [1..=rows / 8 + 5, 1..=cols / 8 + 5, 0..9, 0..9];

        fn binomial(a, b, c, d, e) = a + 4.0 * b + 6.0 * c + 4.0 * d + e;
        blurz(k, gy, z, gx) in [0..2, 1..=rows / 8 + 5, 2..=12, 1..=cols / 8 + 5] = binomial(
            grid(k, gy, z - 2, gx), grid(k, gy, z - 1, gx), grid(k, gy, z, gx),
            grid(k, gy, z + 1, gx), grid(k, gy, z + 2, gx)
        );
        blury(k, gy, z, gx) in [0..2, 3..=rows / 8 + 3, 2..=12, 1..=cols / 8 + 5] = binomial(
            blurz(k, gy - 2, z, gx), blurz(k, gy - 1, z, gx), blurz(k, gy, z, gx),
            blurz(k, gy + 1, z, gx), blurz(k, gy + 2, z, gx)
        );
        blurx(k, gy, z, gx) in [0..2, 3..=rows / 8 + 3, 2..=12, 3..=cols / 8 + 3] = binomial(
            blury(k, gy, z, gx - 2), blury(k, gy, z, gx - 1), blury(k, gy, z, gx),
            blury(k, gy, z, gx + 1), blury(k, gy, z, gx + 2)
        );

        // Between eight points of the grid: between its rows once for each row of the picture.
        fn lerp(a, b, w) = a + w * (b - a);
        row(k, y, z, gx) in [0..2, 24..=rows + 23, 2..=12, 3..=cols / 8 + 3] =
            lerp(blurx(k, y / 8, z, gx), blurx(k, y / 8 + 1, z, gx), (y % 8) as f32 / 8.0);
        fn lower(k, y, z, x) =
            lerp(row(k, y, z, x / 8), row(k, y, z, x / 8 + 1), (x % 8) as f32 / 8.0);
        interpolated(k, y, x) in [0..2, 24..=rows + 23, 24..=cols + 23] = {
            let t = 10.0 * img(y, x);
            let z = clamp(t as i32, 0, 10);
            lerp(lower(k, y, z + 2, x), lower(k, y, min(z + 3, 12), x), t - (z as f32))
        };
        filtered(y, x) in [24..=rows + 23, 24..=cols + 23] =
            if interpolated(1, y, x) > 0.0 {
                interpolated(0, y, x) / interpolated(1, y, x)
            } else {
                img(y, x)
            };
    }
}

/// Rows and columns before the picture and behind it.
const MARGIN: (usize, usize) = (24, 32);

fn inputs(photo: &Photo, _seed: u64) -> (Image<f32, 2>,) {
    let [_, rows, cols] = photo.shape();
    let grey = harness::grey(photo);
    let planes = Image::from_fn([1, rows, cols], |[_, y, x]| grey[[y, x]]);
    let framed = harness::padded(&planes, MARGIN.0, MARGIN.1, false);
    let [_, rows, cols] = framed.shape();
    (Image::from_fn([rows, cols], |[y, x]| framed[[0, y, x]]),)
}

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "bilateral_grid",
            summary: "smooths a grey picture but for its edges",
            inputs: &["img"],
            outputs: &["filtered"],
            size: "1536x2560",
            small: "40x24",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::multiples_of(8) },
        picture: Some(harness::one_channel),
        runs: harness::runs!(bilateral_grid, |(img,): (Image<f32, 2>,)| (img) -> [filtered]),
    })
}
