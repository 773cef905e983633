//! Results of another shape than the picture.

use super::{half, twice};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{Sample, Size, grey, rgb};
use crate::everyday::pipelines::{mosaic, sizes};
use crate::everyday::plain;
use pipeline::Image;

pub fn demosaic<T: Sample + mosaic::demosaic::Element<Output0 = T>>(size: Size) -> [Candidate; 2] {
    let (img, same) = (grey::<T>(size), grey::<T>(size));
    let out = Image::new([size.rows, size.cols, 3], T::default());
    [
        Candidate::ours(out, move |out| mosaic::demosaic::into(&img, out)),
        Candidate::plain(3 * size.pixels(), move |out| {
            plain::mosaic::demosaic(same.as_slice(), out, size.cols);
        }),
    ]
}

pub fn halve_grey8(size: Size) -> [Candidate; 2] {
    let (img, same, small) = (grey(size), grey(size), half(size));
    let out = Image::new([small.rows, small.cols], 0u8);
    [
        Candidate::ours(out, move |out| sizes::halve_grey8::into(&img, out)),
        Candidate::plain(small.pixels(), move |out| {
            plain::sizes::halve::<1>(same.as_slice(), out, size.cols);
        }),
    ]
}

pub fn halve_rgb8(size: Size) -> [Candidate; 2] {
    let (img, same, small) = (rgb(size), rgb(size), half(size));
    let out = Image::new([small.rows, small.cols, 3], 0u8);
    [
        Candidate::ours(out, move |out| sizes::halve_rgb8::into(&img, out)),
        Candidate::plain(3 * small.pixels(), move |out| {
            plain::sizes::halve::<3>(same.as_slice(), out, size.cols);
        }),
    ]
}

pub fn double_grey8(size: Size) -> [Candidate; 2] {
    let (img, same, large) = (grey(size), grey(size), twice(size));
    let out = Image::new([large.rows, large.cols], 0u8);
    [
        Candidate::ours(out, move |out| sizes::double_grey8::into(&img, out)),
        Candidate::plain(large.pixels(), move |out| {
            plain::sizes::double::<1>(same.as_slice(), out, size.cols);
        }),
    ]
}

pub fn double_rgb8(size: Size) -> [Candidate; 2] {
    let (img, same, large) = (rgb(size), rgb(size), twice(size));
    let out = Image::new([large.rows, large.cols, 3], 0u8);
    [
        Candidate::ours(out, move |out| sizes::double_rgb8::into(&img, out)),
        Candidate::plain(3 * large.pixels(), move |out| {
            plain::sizes::double::<3>(same.as_slice(), out, size.cols);
        }),
    ]
}
