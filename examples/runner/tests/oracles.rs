//! The applications against results computed independently, in NumPy, from their specifications.
//!
//! Inputs are made from [`pattern`], here and there. `data/NAME.npy` holds the results, of large
//! ones every eighth or thirty-second pixel in both directions, of cubes the plane in the middle.

use std::path::PathBuf;

use harness::Number;
use pipeline::{Image, io};

/// 0 to 255, from the integers of an index: a hash that is the same in every language.
fn pattern<const R: usize>(at: [usize; R]) -> u32 {
    at.iter().fold(0, |h, i| (31 * h + i * (i + 7) + 5) % 1021) as u32 % 256
}

fn load<T: Number, const R: usize>(name: &str) -> Image<T, R> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    io::load_npy(data.join(format!("{name}.npy"))).expect("an array that ships with the tests")
}

/// The largest difference of finite values, as a part of the largest expected value. What is not
/// finite must be so in both.
fn error<T: Number, const R: usize>(got: &Image<T, R>, expected: &Image<T, R>) -> f64 {
    assert_eq!(got.shape(), expected.shape());
    let pairs = got.as_slice().iter().zip(expected.as_slice());
    let (mut largest, mut error) = (0.0f64, 0.0f64);
    for (g, e) in pairs.map(|(g, e)| (g.wide(), e.wide())) {
        assert_eq!(g.is_finite(), e.is_finite());
        if e.is_finite() {
            largest = largest.max(e.abs());
            error = error.max((g - e).abs());
        }
    }
    assert!(largest > 0.0, "something other than zeros");
    error / largest
}

/// Every `step`-th row and column of planes.
fn sampled<T: Number>(planes: &Image<T, 3>, step: usize) -> Image<T, 3> {
    let [channels, rows, cols] = planes.shape();
    let shape = [channels, rows.div_ceil(step), cols.div_ceil(step)];
    Image::from_fn(shape, |[c, y, x]| planes[[c, y * step, x * step]])
}

/// An image with a margin of zeros.
fn framed<T: Number>(margin: usize, shape: [usize; 3], f: impl Fn([usize; 3]) -> T) -> Image<T, 3> {
    let [channels, rows, cols] = shape;
    Image::from_fn([channels, rows + 2 * margin, cols + 2 * margin], |[c, y, x]| {
        let inside = |i: usize, n: usize| (margin..margin + n).contains(&i);
        match inside(y, rows) && inside(x, cols) {
            true => f([c, y - margin, x - margin]),
            false => T::ZERO,
        }
    })
}

#[test]
fn blur_agrees() {
    let img = Image::from_fn([17, 23], |at| 16 * pattern(at) as u16);
    assert_eq!(app_blur::blur(&img).expect("a legal size"), load("blur"));
}

#[test]
fn bilateral_grid_agrees() {
    let inside = |i: usize, n: usize| i.saturating_sub(24).min(n - 1);
    let img = Image::from_fn([24 + 56, 40 + 56], |[y, x]| {
        pattern([inside(y, 24), inside(x, 40)]) as f32 / 255.0
    });
    let got = app_bilateral_grid::bilateral_grid(&img).expect("a legal size");
    let error = error(&got, &load("bilateral_grid"));
    assert!(error <= 1e-6, "{error}");
}

#[test]
fn camera_pipeline_agrees() {
    let warm = [
        [1.6697, -0.2693, -0.4004, -42.4346],
        [-0.3576, 1.0615, 1.5949, -37.1158],
        [-0.2175, -1.8751, 6.9640, -26.6970],
    ];
    let cold = [
        [2.2997, -0.4478, 0.1706, -39.0923],
        [-0.3826, 1.5906, -0.2080, -25.4311],
        [-0.0888, -0.7344, 2.2832, -20.0826],
    ];
    let img = Image::from_fn([70, 90], |at| 4 * pattern(at) as i16);
    let warm = Image::from_fn([3, 4], |[i, j]| warm[i][j]);
    let cold = Image::from_fn([3, 4], |[i, j]| cold[i][j]);
    let got = app_camera_pipeline::camera_pipeline(&img, &warm, &cold, 3700.0, 50.0, 2.0);
    assert_eq!(got.expect("a legal size"), load("camera_pipeline"));
}

#[test]
fn pyramid_blending_agrees() {
    let part = |v: u32| v as f32 / 255.0;
    let img1 = Image::from_fn([3, 68, 76], |at| part(pattern(at)));
    let img2 = Image::from_fn([3, 68, 76], |[c, y, x]| part(pattern([c + 3, y, x])));
    let mask = Image::from_fn([68, 76], |at| part(pattern(at)));
    let got = app_pyramid_blending::pyramid_blending(&img1, &img2, &mask).expect("a legal size");
    let error = error(&got, &load("pyramid_blending"));
    assert!(error <= 1e-5, "{error}");
}

#[test]
fn multiscale_interpolate_agrees() {
    let img = framed(1, [4, 513, 512], |at| match at[0] {
        3 => f32::from(u8::from(pattern(at) < 77)),
        _ => pattern(at) as f32 / 255.0,
    });
    let got = app_multiscale_interpolate::multiscale_interpolate(&img).expect("a legal size");
    let error = error(&sampled(&got, 32), &load("multiscale_interpolate"));
    assert!(error <= 1e-5, "{error}");
}

#[test]
fn local_laplacian_agrees() {
    let img = framed(2, [3, 131, 128], |at| 256 * pattern(at) as u16);
    let got = app_local_laplacian::local_laplacian(&img, 1.0 / 7.0, 1.0);
    let (colour, gray) = got.expect("a legal size");
    let error_of_colour = error(&sampled(&colour, 8), &load("local_laplacian"));
    assert!(error_of_colour <= 2.0 / 65535.0, "{error_of_colour}");
    let [rows, cols] = gray.shape();
    let gray = Image::from_fn([rows.div_ceil(8), cols.div_ceil(8)], |[y, x]| gray[[8 * y, 8 * x]]);
    let error = error(&gray, &load("local_laplacian_gray"));
    assert!(error <= 1e-5, "{error}");
}

#[test]
fn minifluxdiv_agrees() {
    let cells = Image::from_fn([5, 8, 8, 8], |at| 1.0 + f64::from(pattern(at)) / 256.0);
    let got = app_minifluxdiv::minifluxdiv(&cells).expect("a legal size");
    let error = error(&got, &load("minifluxdiv"));
    assert!(error <= 1e-12, "{error}");
}

macro_rules! multigrid {
    ($($krate:ident :: $name:ident $test:ident $dimensions:literal;)*) => {$(
        #[test]
        fn $test() {
            let guess = |at: [usize; $dimensions]| f64::from(placed(0, at)) / 256.0;
            let right = |at: [usize; $dimensions]| 100.0 * f64::from(placed(1, at)) / 256.0;
            let guess = Image::from_fn([17; $dimensions], guess);
            let right = Image::from_fn([17; $dimensions], right);
            let got = $krate::$name(&guess, &right).expect("a legal size");
            // A cube's plane in the middle, all of a square.
            let first = match $dimensions {
                2 => 0,
                _ => 8 * 17 * 17,
            };
            let plane = got.as_slice()[first..first + 17 * 17].to_vec();
            let plane = Image::from_vec(plane, [17, 17]).expect("a shape");
            let error = error(&plane, &load(stringify!($name)));
            assert!(error <= 1e-12, "{error}");
        }
    )*};
}

/// The pattern with one more index in front.
fn placed<const R: usize>(first: usize, at: [usize; R]) -> u32 {
    match at.as_slice() {
        [y, x] => pattern([first, *y, *x]),
        [z, y, x] => pattern([first, *z, *y, *x]),
        _ => unreachable!("grids have two or three dimensions"),
    }
}

multigrid! {
    app_multigrid_2d_v_4_4_4::multigrid_2d_v_4_4_4 v_4_4_4_on_a_square_agrees 2;
    app_multigrid_2d_v_10_0_0::multigrid_2d_v_10_0_0 v_10_0_0_on_a_square_agrees 2;
    app_multigrid_2d_w_4_4_4::multigrid_2d_w_4_4_4 w_4_4_4_on_a_square_agrees 2;
    app_multigrid_2d_w_10_0_0::multigrid_2d_w_10_0_0 w_10_0_0_on_a_square_agrees 2;
    app_multigrid_3d_v_4_4_4::multigrid_3d_v_4_4_4 v_4_4_4_in_a_cube_agrees 3;
    app_multigrid_3d_v_10_0_0::multigrid_3d_v_10_0_0 v_10_0_0_in_a_cube_agrees 3;
    app_multigrid_3d_w_4_4_4::multigrid_3d_w_4_4_4 w_4_4_4_in_a_cube_agrees 3;
    app_multigrid_3d_w_10_0_0::multigrid_3d_w_10_0_0 w_10_0_0_in_a_cube_agrees 3;
}
