//! What results are written to, and how many samples there are.

use crate::everyday::data::{Sample, Size};
use pipeline::Image;

pub fn grey<T: Sample>(size: Size) -> (Image<T, 2>, usize) {
    (Image::new([size.rows, size.cols], T::default()), size.pixels())
}

pub fn rgb<T: Sample>(size: Size) -> (Image<T, 3>, usize) {
    (Image::new([size.rows, size.cols, 3], T::default()), 3 * size.pixels())
}
