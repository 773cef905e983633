//! The programs: for each one the pipeline, the plain loop, and how OpenCV must agree.

mod filters;
mod points;
mod sizes;

use super::candidate::{Agreement, Candidate};
use super::data::{self, Sample, Size};
use Agreement::{Inside, Near, Same};
use pipeline::{Image, Result};

/// An operation on pictures.
pub struct Program {
    pub name: &'static str,
    /// How well OpenCV's result must agree with the pipeline's.
    pub opencv: Agreement,
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
    Program { name, opencv, shape, ours }
}

/// All of them.
pub static PROGRAMS: &[Program] = &[
    program("gaussian_grey8", Same, grey, filters::gaussian_grey8),
    program("gaussian_grey16", Same, grey, filters::gaussian_grey16),
    program("gaussian_rgb8", Same, rgb, filters::gaussian_rgb8),
    program("box5_grey8", Same, grey, filters::box5_grey8),
    program("box5_rgb8", Same, rgb, filters::box5_rgb8),
    program("box31_grey8", Same, grey, filters::box31::<u8>),
    // OpenCV multiplies by a float.
    program("box31_grey16", Near, grey, filters::box31::<u16>),
    program("box31_steps_grey8", Same, grey, filters::box31_steps::<u8>),
    program("box31_steps_grey16", Near, grey, filters::box31_steps::<u16>),
    // OpenCV rounds to the nearest.
    program("sobel_grey8", Near, grey, filters::sobel_grey8),
    program("erode5_grey8", Same, grey, filters::erode5::<u8>),
    program("erode5_grey16", Same, grey, filters::erode5::<u16>),
    program("median5_grey8", Same, grey, filters::median5_grey8),
    program("laplacian_grey8", Same, grey, filters::laplacian_grey8),
    program("invert_grey8", Same, grey, points::invert_grey8),
    program("invert_grey16", Same, grey, points::invert_grey16),
    program("invert_rgb8", Same, rgb, points::invert_rgb8),
    program("lut_grey8", Same, grey, points::lut_grey8),
    program("lut_rgb8", Same, rgb, points::lut_rgb8),
    program("grey_rgb8", Same, grey, points::grey_rgb8),
    // OpenCV has weights of 20 bits, and takes chroma from one pixel of four.
    program("ycbcr420_rgb8", Near, |s| [1, s.pixels() + 2 * half(s).pixels(), 1], points::ycbcr420),
    // OpenCV repeats pixels along the edges.
    program("demosaic_8", Inside(2), rgb, sizes::demosaic::<u8>),
    program("demosaic_16", Inside(2), rgb, sizes::demosaic::<u16>),
    program("halve_grey8", Same, |s| grey(half(s)), sizes::halve_grey8),
    program("halve_rgb8", Same, |s| rgb(half(s)), sizes::halve_rgb8),
    // OpenCV has weights of 11 bits and shifts in between.
    program("double_grey8", Near, |s| grey(twice(s)), sizes::double_grey8),
    program("double_rgb8", Near, |s| rgb(twice(s)), sizes::double_rgb8),
];

/// A pipeline and a plain loop from a grey picture to another.
fn of_grey<T: Sample>(
    size: Size,
    ours: impl Fn(&Image<T, 2>, &mut Image<T, 2>) -> Result<()> + Send + 'static,
    plain: impl Fn(&[T], &mut [T], usize) + Send + 'static,
) -> [Candidate; 2] {
    let (img, same) = (data::grey(size), data::grey(size));
    let out = Image::new([size.rows, size.cols], T::default());
    [
        Candidate::ours(out, move |out| ours(&img, out)),
        Candidate::plain(size.pixels(), move |out| plain(same.as_slice(), out, size.cols)),
    ]
}

/// A pipeline and a plain loop from a picture in colours to another.
fn of_rgb(
    size: Size,
    ours: impl Fn(&Image<u8, 3>, &mut Image<u8, 3>) -> Result<()> + Send + 'static,
    plain: impl Fn(&[u8], &mut [u8], usize) + Send + 'static,
) -> [Candidate; 2] {
    let (img, same) = (data::rgb(size), data::rgb(size));
    let out = Image::new([size.rows, size.cols, 3], 0u8);
    [
        Candidate::ours(out, move |out| ours(&img, out)),
        Candidate::plain(3 * size.pixels(), move |out| plain(same.as_slice(), out, size.cols)),
    ]
}
