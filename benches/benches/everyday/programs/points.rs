//! What looks at one sample or one pixel at a time.

use super::{half, of_grey, of_rgb};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{Size, rgb, table};
use crate::everyday::pipelines::{colours, points};
use crate::everyday::plain;
use pipeline::Image;

pub fn invert_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, points::invert_grey8::into, plain::points::invert::<u8>)
}

pub fn invert_grey16(size: Size) -> [Candidate; 2] {
    of_grey(size, points::invert_grey16::into, plain::points::invert::<u16>)
}

pub fn invert_rgb8(size: Size) -> [Candidate; 2] {
    of_rgb(size, points::invert_rgb8::into, |img, out, cols| {
        plain::points::invert::<u8>(img, out, 3 * cols)
    })
}

/// The table as an array.
fn entries() -> [u8; 256] {
    table().as_slice().try_into().expect("256 entries")
}

pub fn lut_grey8(size: Size) -> [Candidate; 2] {
    let (table, entries) = (table(), entries());
    of_grey(
        size,
        move |img, out| points::lut_grey8::into(img, &table, out),
        move |img, out, cols| plain::points::lut(img, &entries, out, cols),
    )
}

pub fn lut_rgb8(size: Size) -> [Candidate; 2] {
    let (table, entries) = (table(), entries());
    of_rgb(
        size,
        move |img, out| points::lut_rgb8::into(img, &table, out),
        move |img, out, cols| plain::points::lut(img, &entries, out, 3 * cols),
    )
}

pub fn grey_rgb8(size: Size) -> [Candidate; 2] {
    let (img, same) = (rgb(size), rgb(size));
    let out = Image::new([size.rows, size.cols], 0u8);
    [
        Candidate::ours(out, move |out| colours::grey_rgb8::into(&img, out)),
        Candidate::plain(size.pixels(), move |out| {
            plain::colours::grey(same.as_slice(), out, size.cols);
        }),
    ]
}

pub fn ycbcr420(size: Size) -> [Candidate; 2] {
    let (img, same) = (rgb(size), rgb(size));
    let small = half(size);
    let chroma = Image::new([small.rows, small.cols], 0u8);
    let out = (Image::new([size.rows, size.cols], 0u8), chroma.clone(), chroma);
    let len = size.pixels() + 2 * small.pixels();
    [
        Candidate::ours(out, move |(luma, blue, red)| {
            colours::ycbcr420_rgb8::into(&img, luma, blue, red)
        }),
        Candidate::plain(len, move |out| {
            plain::colours::ycbcr420(same.as_slice(), out, size.cols);
        }),
    ]
}
