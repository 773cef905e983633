//! The applications against results computed independently, in NumPy, from their specifications.
//!
//! `data/APP_in_NAME.npy` and `data/APP_out_NAME.npy` hold what the NumPy programs read and wrote.

use std::path::PathBuf;

use pipeline::{Image, io};
use pipeline_examples::{harris, unsharp_mask};

fn load<const R: usize>(name: &str) -> Image<f32, R> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    io::load_npy(data.join(format!("{name}.npy"))).expect("an array that ships with the tests")
}

/// The largest difference, as a part of the range of the expected values.
fn error<const R: usize>(got: &Image<f32, R>, expected: &Image<f32, R>) -> f32 {
    assert_eq!(got.shape(), expected.shape());
    let values = expected.as_slice();
    let least = values.iter().copied().fold(f32::INFINITY, f32::min);
    let greatest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let differences = got.as_slice().iter().zip(values).map(|(g, e)| (g - e).abs());
    differences.fold(0.0, f32::max) / (greatest - least)
}

#[test]
fn harris_agrees() {
    let got = harris(&load("harris_in_img")).expect("a legal size");
    let error = error(&got, &load("harris_out_harris"));
    assert!(error <= 1e-5, "relative error {error}");
}

#[test]
fn unsharp_mask_agrees() {
    let got = unsharp_mask(&load("unsharp_mask_in_img"), 0.001, 3.0).expect("a legal size");
    let error = error(&got, &load("unsharp_mask_out_mask"));
    assert!(error <= 1e-5, "relative error {error}");
}
