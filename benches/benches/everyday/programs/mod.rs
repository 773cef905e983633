//! The programs: for each one the pipeline, the plain loop, and how OpenCV must agree.

#[macro_use]
mod pair;
mod blank;
mod filters;
mod points;
mod sizes;

use super::candidate::{Agreement, Candidate};
use super::data::Size;
use Agreement::{Inside, Near, Same};

/// An operation on pictures.
pub struct Program {
    pub name: &'static str,
    /// How well OpenCV's result must agree with the pipeline's, if it has one.
    pub opencv: Option<Agreement>,
    /// Rows, columns and channels of the result.
    pub shape: fn(Size) -> [usize; 3],
    /// The pipeline, then the plain loop.
    pub ours: fn(Size) -> [Candidate; 2],
}

fn grey(size: Size) -> [usize; 3] {
    [size.rows, size.cols, 1]
}

fn rgb(size: Size) -> [usize; 3] {
    [size.rows, size.cols, 3]
}

fn planes(size: Size) -> [usize; 3] {
    [1, size.pixels() + 2 * half(size).pixels(), 1]
}

fn whole(size: Size) -> Size {
    size
}

fn half(size: Size) -> Size {
    Size { rows: size.rows / 2, cols: size.cols / 2 }
}

fn twice(size: Size) -> Size {
    Size { rows: size.rows * 2, cols: size.cols * 2 }
}

const fn program(
    name: &'static str,
    opencv: Agreement,
    shape: fn(Size) -> [usize; 3],
    ours: fn(Size) -> [Candidate; 2],
) -> Program {
    Program { name, opencv: Some(opencv), shape, ours }
}

const fn without_opencv(
    name: &'static str,
    shape: fn(Size) -> [usize; 3],
    ours: fn(Size) -> [Candidate; 2],
) -> Program {
    Program { name, opencv: None, shape, ours }
}

/// All of them.
pub static PROGRAMS: &[Program] = &[
    program("gaussian_grey8", Same, grey, filters::gaussian_grey::<u8>),
    program("gaussian_grey16", Same, grey, filters::gaussian_grey::<u16>),
    program("gaussian_rgb8", Same, rgb, filters::gaussian_rgb::<u8>),
    program("gaussian_rgb16", Same, rgb, filters::gaussian_rgb::<u16>),
    program("box5_grey8", Same, grey, filters::box5_grey::<u8>),
    // OpenCV multiplies by a float.
    program("box5_grey16", Near, grey, filters::box5_grey::<u16>),
    program("box5_rgb8", Same, rgb, filters::box5_rgb::<u8>),
    program("box5_rgb16", Near, rgb, filters::box5_rgb::<u16>),
    program("box31_grey8", Same, grey, filters::box31_grey::<u8>),
    program("box31_grey16", Near, grey, filters::box31_grey::<u16>),
    program("box31_rgb8", Same, rgb, filters::box31_rgb::<u8>),
    program("box31_rgb16", Near, rgb, filters::box31_rgb::<u16>),
    program("box31_steps_grey8", Same, grey, filters::box31_steps_grey::<u8>),
    program("box31_steps_grey16", Near, grey, filters::box31_steps_grey::<u16>),
    // OpenCV rounds to the nearest.
    program("sobel_grey8", Near, grey, filters::sobel_grey::<u8>),
    program("sobel_grey16", Near, grey, filters::sobel_grey::<u16>),
    program("sobel_rgb8", Near, rgb, filters::sobel_rgb::<u8>),
    program("sobel_rgb16", Near, rgb, filters::sobel_rgb::<u16>),
    program("erode5_grey8", Same, grey, filters::erode5_grey::<u8>),
    program("erode5_grey16", Same, grey, filters::erode5_grey::<u16>),
    program("erode5_rgb8", Same, rgb, filters::erode5_rgb::<u8>),
    program("erode5_rgb16", Same, rgb, filters::erode5_rgb::<u16>),
    program("median5_grey8", Same, grey, filters::median5_grey::<u8>),
    program("median5_grey16", Same, grey, filters::median5_grey::<u16>),
    program("median5_rgb8", Same, rgb, filters::median5_rgb::<u8>),
    program("median5_rgb16", Same, rgb, filters::median5_rgb::<u16>),
    program("laplacian_grey8", Same, grey, filters::laplacian_grey::<u8>),
    program("laplacian_grey16", Same, grey, filters::laplacian_grey::<u16>),
    program("laplacian_rgb8", Same, rgb, filters::laplacian_rgb::<u8>),
    program("laplacian_rgb16", Same, rgb, filters::laplacian_rgb::<u16>),
    program("invert_grey8", Same, grey, points::invert_grey::<u8>),
    program("invert_grey16", Same, grey, points::invert_grey::<u16>),
    program("invert_rgb8", Same, rgb, points::invert_rgb::<u8>),
    program("invert_rgb16", Same, rgb, points::invert_rgb::<u16>),
    program("lut_grey8", Same, grey, points::lut_grey8),
    program("lut_grey16", Same, grey, points::lut_grey16),
    program("lut_rgb8", Same, rgb, points::lut_rgb8),
    program("lut_rgb16", Same, rgb, points::lut_rgb16),
    program("grey_rgb8", Same, grey, points::grey_rgb::<u8>),
    program("grey_rgb16", Same, grey, points::grey_rgb::<u16>),
    // OpenCV has weights of 20 bits, and takes chroma from one pixel of four.
    program("ycbcr420_rgb8", Near, planes, points::ycbcr420_rgb8),
    without_opencv("ycbcr420_rgb16", planes, points::ycbcr420_rgb16),
    // OpenCV repeats pixels along the edges.
    program("demosaic_8", Inside(2), rgb, sizes::demosaic::<u8>),
    program("demosaic_16", Inside(2), rgb, sizes::demosaic::<u16>),
    program("halve_grey8", Same, |s| grey(half(s)), sizes::halve_grey::<u8>),
    program("halve_grey16", Same, |s| grey(half(s)), sizes::halve_grey::<u16>),
    program("halve_rgb8", Same, |s| rgb(half(s)), sizes::halve_rgb::<u8>),
    program("halve_rgb16", Same, |s| rgb(half(s)), sizes::halve_rgb::<u16>),
    // OpenCV has weights of 11 bits and shifts in between.
    program("double_grey8", Near, |s| grey(twice(s)), sizes::double_grey::<u8>),
    program("double_grey16", Near, |s| grey(twice(s)), sizes::double_grey::<u16>),
    program("double_rgb8", Near, |s| rgb(twice(s)), sizes::double_rgb::<u8>),
    program("double_rgb16", Near, |s| rgb(twice(s)), sizes::double_rgb::<u16>),
];
