//! Filters of neighbourhoods.

use super::{of_grey, of_rgb};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{Sample, Size};
use crate::everyday::pipelines::{edges, order, smooth};
use crate::everyday::plain;

pub fn gaussian_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, smooth::gaussian_grey8::into, |img, out, cols| {
        plain::smooth::gaussian8(img, out, cols, 1)
    })
}

pub fn gaussian_grey16(size: Size) -> [Candidate; 2] {
    of_grey(size, smooth::gaussian_grey16::into, plain::smooth::gaussian16)
}

pub fn gaussian_rgb8(size: Size) -> [Candidate; 2] {
    of_rgb(size, smooth::gaussian_rgb8::into, |img, out, cols| {
        plain::smooth::gaussian8(img, out, cols, 3)
    })
}

pub fn box5_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, smooth::box5_grey8::into, |img, out, cols| plain::smooth::box5(img, out, cols, 1))
}

pub fn box5_rgb8(size: Size) -> [Candidate; 2] {
    of_rgb(size, smooth::box5_rgb8::into, |img, out, cols| plain::smooth::box5(img, out, cols, 3))
}

pub fn box31<T: Sample + smooth::box31::Element<Output0 = T>>(size: Size) -> [Candidate; 2] {
    of_grey::<T>(size, smooth::box31::into, plain::smooth::box31)
}

pub fn box31_steps<T: Sample + smooth::box31_steps::Element<Output0 = T>>(
    size: Size,
) -> [Candidate; 2] {
    of_grey::<T>(size, smooth::box31_steps::into, plain::smooth::box31)
}

pub fn sobel_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, edges::sobel_grey8::into, plain::edges::sobel)
}

pub fn laplacian_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, edges::laplacian_grey8::into, plain::edges::laplacian)
}

pub fn erode5<T: Sample + order::erode5::Element<Output0 = T>>(size: Size) -> [Candidate; 2] {
    of_grey::<T>(size, order::erode5::into, plain::order::erode5)
}

pub fn median5_grey8(size: Size) -> [Candidate; 2] {
    of_grey(size, order::median5_grey8::into, plain::order::median5)
}
