//! The camera raw pipeline of PolyMage (ASPLOS 2015, Table 2): 32 stages, where the four planes of
//! `deinterleaved` and the three of `corrected` count one each, as in the paper, and `process`
//! once.
//!
//! Hot pixels are removed; the Bayer mosaic (green, red; blue, green) is taken apart into four
//! planes of half the size; each colour is interpolated where it was not measured, along the
//! direction that changes less; the planes are woven together, corrected for the colour of the
//! light, and put through a tone curve.
//!
//! The table of the curve has 1025 values where the paper's code has 65536: below 0 it is constant,
//! and from 1024 on. Values are 16-bit integers, as in the paper; sums are 32-bit.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A picture of 8 bits, planes blue, green and red, from the raw data of a sensor. The 24 rows
    /// and 32 columns at each edge that the pipeline needs are cut off.
    pub fn camera_pipeline(
        img: [i16; rows, cols],
        matrix_3200: [f32; 3, 4],
        matrix_7000: [f32; 3, 4],
        colour_temp: f32,
        contrast: f32,
        gamma: f32,
    ) -> process
    where rows ~ 1968, cols ~ 2592, rows % 2 == 0, cols % 2 == 0
    {
        fn avg(a, b) = (a as i32 + b as i32) / 2;
        fn diff(a, b) = abs(a as i32 - b as i32);

        // Hot pixels: none is beyond all of its neighbours of the same colour.
        denoised(y, x) in [8..=rows - 31, 12..=cols - 43] = {
            let highest = max(max(img(y - 2, x), img(y + 2, x)), max(img(y, x - 2), img(y, x + 2)));
            let lowest = min(min(img(y - 2, x), img(y + 2, x)), min(img(y, x - 2), img(y, x + 2)));
            max(lowest, min(highest, img(y, x)))
        };

        // The mosaic as four planes.
        for c in 0..4 {
            deinterleaved[c](y, x) in [4..=(rows - 36) / 2 + 2, 6..=(cols - 48) / 2 + 2] =
                denoised(2 * y + c / 2, 2 * x + c % 2);
        }
        g_gr(y, x) = deinterleaved[0](y, x);
        r_r(y, x) = deinterleaved[1](y, x);
        b_b(y, x) = deinterleaved[2](y, x);
        g_gb(y, x) = deinterleaved[3](y, x);

        // Green where red and blue were measured.
        g_r(y, x): i16 = {
            let across = diff(g_gr(y, x + 1), g_gr(y, x));
            let along = diff(g_gb(y - 1, x), g_gb(y, x));
            let flat = avg(g_gr(y, x + 1), g_gr(y, x));
            let steep = avg(g_gb(y - 1, x), g_gb(y, x));
            select(across < along, flat, steep) as i16
        };
        g_b(y, x): i16 = {
            let across = diff(g_gb(y, x - 1), g_gb(y, x));
            let along = diff(g_gr(y + 1, x), g_gr(y, x));
            let flat = avg(g_gb(y, x - 1), g_gb(y, x));
            let steep = avg(g_gr(y + 1, x), g_gr(y, x));
            select(across < along, flat, steep) as i16
        };

        // Red and blue where green was measured: the mean of the neighbours' differences to green.
        fn tinted(green, g, h, a, b) = green as i32 - avg(g, h) + avg(a, b);
        r_gr(y, x): i16 =
            tinted(g_gr(y, x), g_r(y, x), g_r(y, x - 1), r_r(y, x - 1), r_r(y, x)) as i16;
        b_gr(y, x): i16 =
            tinted(g_gr(y, x), g_b(y, x), g_b(y - 1, x), b_b(y, x), b_b(y - 1, x)) as i16;
        r_gb(y, x): i16 =
            tinted(g_gb(y, x), g_r(y, x), g_r(y + 1, x), r_r(y, x), r_r(y + 1, x)) as i16;
        b_gb(y, x): i16 =
            tinted(g_gb(y, x), g_b(y, x), g_b(y, x + 1), b_b(y, x), b_b(y, x + 1)) as i16;

        // Red where blue was measured and the reverse, along the flatter diagonal.
        r_b(y, x): i16 = {
            let falling = diff(r_r(y, x), r_r(y + 1, x - 1));
            let rising = diff(r_r(y, x - 1), r_r(y + 1, x));
            let p = tinted(g_b(y, x), g_r(y, x), g_r(y + 1, x - 1), r_r(y, x), r_r(y + 1, x - 1));
            let n = tinted(g_b(y, x), g_r(y, x - 1), g_r(y + 1, x), r_r(y, x - 1), r_r(y + 1, x));
            select(falling < rising, p, n) as i16
        };
        b_r(y, x): i16 = {
            let falling = diff(b_b(y, x), b_b(y - 1, x + 1));
            let rising = diff(b_b(y, x + 1), b_b(y - 1, x));
            let p = tinted(g_r(y, x), g_b(y, x), g_b(y - 1, x + 1), b_b(y, x), b_b(y - 1, x + 1));
            let n = tinted(g_r(y, x), g_b(y, x + 1), g_b(y - 1, x), b_b(y, x + 1), b_b(y - 1, x));
            select(falling < rising, p, n) as i16
        };

        // The planes woven together, columns first.
        red_x1(y, x) = if x % 2 == 0 { r_gr(y, x / 2) } else { r_r(y, x / 2) };
        red_x2(y, x) = if x % 2 == 0 { r_b(y, x / 2) } else { r_gb(y, x / 2) };
        green_x1(y, x) = if x % 2 == 0 { g_gr(y, x / 2) } else { g_r(y, x / 2) };
        green_x2(y, x) = if x % 2 == 0 { g_b(y, x / 2) } else { g_gb(y, x / 2) };
        blue_x1(y, x) = if x % 2 == 0 { b_gr(y, x / 2) } else { b_r(y, x / 2) };
        blue_x2(y, x) = if x % 2 == 0 { b_b(y, x / 2) } else { b_gb(y, x / 2) };
        red(y, x) = if y % 2 == 0 { red_x1(y / 2, x) } else { red_x2(y / 2, x) };
        green(y, x) = if y % 2 == 0 { green_x1(y / 2, x) } else { green_x2(y / 2, x) };
        blue(y, x) = if y % 2 == 0 { blue_x1(y / 2, x) } else { blue_x2(y / 2, x) };

        // The light's colour, between two measured matrices, in units of 1/256.
        matrix(i, j): i32 in [0..3, 0..4] = {
            let warm = (1.0 / colour_temp - 1.0 / 3200.0) / (1.0 / 7000.0 - 1.0 / 3200.0);
            let mixed = matrix_3200(i, j) * warm + matrix_7000(i, j) * (1.0 - warm);
            (mixed * 256.0) as i32
        };
        for c in 0..3 {
            corrected[c](y, x): i16 = {
                let r = matrix(2 - c, 0) * (red(y, x) as i32);
                let g = matrix(2 - c, 1) * (green(y, x) as i32);
                let b = matrix(2 - c, 2) * (blue(y, x) as i32);
                ((matrix(2 - c, 3) + r + g + b) / 256) as i16
            };
        }

        // Gamma, and an S-shaped curve for contrast.
        curve(v): u8 in [0..=1024] = {
            let g = pow(v as f32 / 1024.0, 1.0 / gamma);
            let b = 2.0 - pow(2.0, contrast / 100.0);
            let a = 2.0 - 2.0 * b;
            let rest = 1.0 - g;
            let z = select(g > 0.5, 1.0 - (a * rest * rest + b * rest), a * g * g + b * g);
            clamp(256.0 * z, 0.0, 255.0) as u8
        };
        process(c, y, x) in [0..3, 12..=rows - 37, 16..=cols - 49] = case {
            c == 0 => curve(clamp(corrected[0](y, x), 0, 1024)),
            c == 1 => curve(clamp(corrected[1](y, x), 0, 1024)),
            else => curve(clamp(corrected[2](y, x), 0, 1024)),
        };
    }
}

type Inputs = (Image<i16, 2>, Image<f32, 2>, Image<f32, 2>, f32, f32, f32);

/// The sensor's red, green and blue from a scene's, under light of 3200 K: rows red, green and
/// blue, with an offset in the last column.
const MATRIX_3200: [f32; 12] = [
    1.6697, -0.2693, -0.4004, -42.4346, -0.3576, 1.0615, 1.5949, -37.1158, -0.2175, -1.8751,
    6.9640, -26.6970,
];

/// The same under light of 7000 K.
const MATRIX_7000: [f32; 12] = [
    2.2997, -0.4478, 0.1706, -39.0923, -0.3826, 1.5906, -0.2080, -25.4311, -0.0888, -0.7344,
    2.2832, -20.0826,
];

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "camera_pipeline",
            summary: "a picture from the raw data of a camera's sensor",
            inputs: &["img", "matrix_3200", "matrix_7000", "colour_temp", "contrast", "gamma"],
            outputs: &["process"],
            size: "2592x1968",
            small: "94x78",
            channels: true,
        },
        source: Source::Photo { inputs, sides: Sides::multiples_of(2) },
        picture: Some(picture),
        runs: harness::runs!(camera_pipeline, |(img, warm, cold, temp, contrast, gamma): Inputs|
            (img, warm, cold, *temp, *contrast, *gamma) -> [process]),
    })
}

/// What the matrices and the tone curve make of the sensor's red, green and blue, roughly.
const GAINS: [f64; 3] = [1.77, 1.32, 2.31];

/// What a sensor of 10 bits would have recorded.
fn inputs(photo: &Photo, seed: u64) -> Inputs {
    let [_, rows, cols] = photo.shape();
    let raw = Image::from_fn([rows, cols], |[y, x]| {
        let colour = [[1, 0], [2, 1]][y % 2][x % 2];
        let light = f64::from(photo[[colour, y, x]]).powi(2);
        let grain = 4.0 * harness::noise(seed, &[y, x]);
        ((990.0 * light + 30.0) / GAINS[colour] + grain) as i16
    });
    let matrix = |values: [f32; 12]| Image::from_fn([3, 4], |[i, j]| values[4 * i + j]);
    (raw, matrix(MATRIX_3200), matrix(MATRIX_7000), 3700.0, 50.0, 2.0)
}

fn picture(process: &Image<u8, 3>) -> Photo {
    let [_, rows, cols] = process.shape();
    Image::from_fn([rows, cols, 3], |[y, x, c]| f32::from(process[[2 - c, y, x]]) / 255.0)
}
