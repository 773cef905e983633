//! The small filters against plain loops, written from the formulas in their documentation.

use harness::{grey, synthetic};
use pipeline::Image;

const ROWS: usize = 22;
const COLS: usize = 34;

fn picture() -> Image<f32, 2> {
    grey(&synthetic(ROWS, COLS, 5))
}

/// The pixel at these coordinates, in double precision; those outside repeat the edge.
fn clamped(img: &Image<f32, 2>, y: i64, x: i64) -> f64 {
    let [rows, cols] = img.shape();
    let inside = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
    f64::from(img[[inside(y, rows), inside(x, cols)]])
}

fn close<const R: usize>(got: &Image<f32, R>, expected: impl Fn([usize; R]) -> f64) {
    let expected = Image::from_fn(got.shape(), |at| expected(at) as f32);
    let largest = expected.as_slice().iter().fold(0.0f32, |m, v| m.max(v.abs()));
    assert!(largest > 0.0, "something other than zeros");
    for (g, e) in got.as_slice().iter().zip(expected.as_slice()) {
        assert!((g - e).abs() <= 1e-4 * largest, "{g} instead of {e}");
    }
}

#[test]
fn sobel() {
    let img = picture();
    let out = app_sobel::sobel(&img).expect("a legal size");
    assert_eq!(out.shape(), [ROWS, COLS]);
    close(&out, |[y, x]| {
        let (y, x) = (y as i64, x as i64);
        let (mut gy, mut gx) = (0.0, 0.0);
        for (d, k) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
            gx += k * (clamped(&img, y + d, x + 1) - clamped(&img, y + d, x - 1));
            gy += k * (clamped(&img, y + 1, x + d) - clamped(&img, y - 1, x + d));
        }
        (gx * gx + gy * gy).sqrt()
    });
}

#[test]
fn transpose() {
    let img = picture();
    let out = app_transpose::transpose(&img).expect("a legal size");
    assert_eq!(out, Image::from_fn([COLS, ROWS], |[x, y]| img[[y, x]]));
}

#[test]
fn resize() {
    let img = picture();
    let out = app_resize::resize(&img).expect("a legal size");
    assert_eq!(out.shape(), [13 * ROWS / 10, 13 * COLS / 10]);
    let weight = |d: f64| match d.abs() {
        d if d < 1.0 => 1.5 * d * d * d - 2.5 * d * d + 1.0,
        d if d < 2.0 => -0.5 * d * d * d + 2.5 * d * d - 4.0 * d + 2.0,
        _ => 0.0,
    };
    close(&out, |[y, x]| {
        let place = |i: usize| (i as f64 + 0.5) / 1.3 - 0.5;
        let (sy, sx) = (place(y), place(x));
        let mut sum = 0.0;
        for j in -1..=2 {
            for i in -1..=2 {
                let (py, px) = (sy.floor() as i64 + j, sx.floor() as i64 + i);
                sum += weight(sy - py as f64) * weight(sx - px as f64) * clamped(&img, py, px);
            }
        }
        sum
    });
}

#[test]
fn wavelet() {
    let img = picture();
    let bands = app_wavelet::wavelet(&img).expect("a legal size");
    assert_eq!(bands.shape(), [4, ROWS / 2, COLS / 2]);
    let low = [0.4829629131445341, 0.8365163037378079, 0.2241438680420134, -0.1294095225512604];
    let high = [low[3], -low[2], low[1], -low[0]];
    close(&bands, |[b, y, x]| {
        let along_y = if b / 2 == 0 { low } else { high };
        let along_x = if b % 2 == 0 { low } else { high };
        let mut sum = 0.0;
        for (j, wy) in along_y.iter().enumerate() {
            for (i, wx) in along_x.iter().enumerate() {
                let (py, px) = (2 * y as i64 - 1 + j as i64, 2 * x as i64 - 1 + i as i64);
                sum += wy * wx * clamped(&img, py, px);
            }
        }
        sum
    });
}

#[test]
fn shi_tomasi() {
    let img = picture();
    let out = app_shi_tomasi::shi_tomasi(&img).expect("a legal size");
    assert_eq!(out.shape(), [ROWS, COLS]);
    close(&out, |[y, x]| {
        if y < 2 || x < 2 || y >= ROWS - 2 || x >= COLS - 2 {
            return 0.0;
        }
        let (mut sxx, mut sxy, mut syy) = (0.0, 0.0, 0.0);
        for y in y as i64 - 1..=y as i64 + 1 {
            for x in x as i64 - 1..=x as i64 + 1 {
                let (mut gy, mut gx) = (0.0, 0.0);
                for (d, k) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                    gx += k * (clamped(&img, y + d, x + 1) - clamped(&img, y + d, x - 1)) / 12.0;
                    gy += k * (clamped(&img, y + 1, x + d) - clamped(&img, y - 1, x + d)) / 12.0;
                }
                sxx += gx * gx;
                sxy += gx * gy;
                syy += gy * gy;
            }
        }
        // The smaller root of the matrix's characteristic polynomial.
        let (half, product) = ((sxx + syy) / 2.0, sxx * syy - sxy * sxy);
        half - (half * half - product).max(0.0).sqrt()
    });
}

#[test]
fn enhance() {
    let img = picture();
    let out = app_enhance::enhance(&img, 1.8, 1.2).expect("a legal size");
    close(&out, |[y, x]| {
        let mut product = 1.0;
        for y in y as i64 - 1..=y as i64 + 1 {
            for x in x as i64 - 1..=x as i64 + 1 {
                product *= clamped(&img, y, x).max(1.0 / 255.0);
            }
        }
        (0.5 + 1.2 * (product.powf(1.0 / 9.0 / 1.8) - 0.5)).clamp(0.0, 1.0)
    });
}

/// The mean of 3 × 3 values with the weights [1 2 1]/4 along both dimensions, those outside being
/// the outermost ones.
fn gaussian(of: impl Fn(i64, i64) -> f64, y: i64, x: i64) -> f64 {
    let inside = |i: i64, n: usize| i.clamp(0, n as i64 - 1);
    let weights = [(-1, 0.25), (0, 0.5), (1, 0.25)];
    let row = |dy: i64| {
        let value = |(dx, w): (i64, f64)| w * of(inside(y + dy, ROWS), inside(x + dx, COLS));
        weights.map(value).iter().sum::<f64>()
    };
    weights.map(|(dy, w)| w * row(dy)).iter().sum()
}

#[test]
fn harris_hipacc() {
    let img = picture();
    let out = app_harris_hipacc::harris_hipacc(&img, 0.04).expect("a legal size");
    let gradients = |y: i64, x: i64| {
        let at = |dy: i64, dx: i64| clamped(&img, y + dy, x + dx);
        let (mut gx, mut gy) = (0.0, 0.0);
        for d in -1..=1 {
            gx += (at(d, 1) - at(d, -1)) / 6.0;
            gy += (at(1, d) - at(-1, d)) / 6.0;
        }
        [gx, gy]
    };
    close(&out, |[y, x]| {
        let (y, x) = (y as i64, x as i64);
        let product =
            |a: usize, b: usize| gaussian(|y, x| gradients(y, x)[a] * gradients(y, x)[b], y, x);
        let (gx, gy, gxy) = (product(0, 0), product(1, 1), product(0, 1));
        gx * gy - gxy * gxy - 0.04 * (gx + gy) * (gx + gy)
    });
}

#[test]
fn unsharp_hipacc() {
    let img = picture();
    let out = app_unsharp_hipacc::unsharp_hipacc(&img, 3.0).expect("a legal size");
    close(&out, |[y, x]| {
        let (y, x) = (y as i64, x as i64);
        let pixel = clamped(&img, y, x);
        let blurred = gaussian(|y, x| clamped(&img, y, x), y, x);
        (pixel + 3.0 * pixel * (pixel - blurred)).clamp(0.0, 1.0)
    });
}

/// One bilateral filter of `night`, with taps `step` apart.
fn atrous(img: &Image<f64, 3>, step: i64, sigma: f64) -> Image<f64, 3> {
    let [_, rows, cols] = img.shape();
    let inside = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
    Image::from_fn(img.shape(), |[c, y, x]| {
        let (mut sum, mut total) = (0.0, 0.0);
        for dy in -1..=1i64 {
            for dx in -1..=1i64 {
                let at = [inside(y as i64 + step * dy, rows), inside(x as i64 + step * dx, cols)];
                let apart: f64 =
                    (0..3).map(|c| (img[[c, at[0], at[1]]] - img[[c, y, x]]).powi(2)).sum();
                let k = |d: i64| if d == 0 { 0.5 } else { 0.25 };
                let w = k(dy) * k(dx) * (-apart / (2.0 * sigma * sigma)).exp();
                sum += w * img[[c, at[0], at[1]]];
                total += w;
            }
        }
        sum / total
    })
}

#[test]
fn night() {
    let img = synthetic(ROWS, COLS, 5);
    let out = app_night::night(&img, 0.1).expect("a legal size");
    let wide = Image::from_fn(img.shape(), |at| f64::from(img[at]));
    let smooth = atrous(&atrous(&wide, 1, 0.1), 2, 0.1);
    close(&out, |[c, y, x]| {
        let p = [0, 1, 2].map(|c| smooth[[c, y, x]]);
        let mixed = |k: [f64; 3]| k[0] * p[0] + k[1] * p[1] + k[2] * p[2];
        let cx = mixed([0.5149, 0.3244, 0.1607]);
        let cy = mixed([0.2654, 0.6704, 0.0642]);
        let cz = mixed([0.0248, 0.1248, 0.8504]);
        let rods = cy * (1.33 * (1.0 + (cy + cz) / cx.max(0.0001)) - 1.68);
        let u = ((cy - 0.1) / 1.9).clamp(0.0, 1.0);
        let s = u * u * (3.0 - 2.0 * u);
        let w = (cx + cy + cz).max(0.0001);
        let (nx, ny) = ((1.0 - s) / 4.0 + s * cx / w, (1.0 - s) / 4.0 + s * cy / w);
        let toned = 0.4468 * (1.0 - s) * rods + s * cy;
        let xyz = [nx * toned / ny, toned, toned / ny - nx * toned / ny - toned];
        let rows = [
            [2.562263, -1.166107, -0.396157],
            [-1.021558, 1.977828, 0.043730],
            [0.075196, -0.256248, 1.181053],
        ];
        (0..3).map(|i| rows[c][i] * xyz[i]).sum::<f64>().clamp(0.0, 1.0)
    });
}
