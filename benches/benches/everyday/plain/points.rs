//! What looks at one sample at a time.

use super::rows;
use crate::everyday::data::Sample;
use std::ops::Not;

/// White for black.
pub fn invert<T: Sample + Not<Output = T>>(img: &[T], out: &mut [T], width: usize) {
    rows(
        out,
        width,
        #[inline(always)]
        |y, out| {
            let img = &img[y * width..][..width];
            out.iter_mut().zip(img).for_each(|(o, i)| *o = !*i);
        },
    );
}

/// What a table has for each sample.
pub fn lut(img: &[u8], table: &[u8; 256], out: &mut [u8], width: usize) {
    rows(
        out,
        width,
        #[inline(always)]
        |y, out| {
            let img = &img[y * width..][..width];
            out.iter_mut().zip(img).for_each(|(o, i)| *o = table[usize::from(*i)]);
        },
    );
}
