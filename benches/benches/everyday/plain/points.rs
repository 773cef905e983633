//! What looks at one sample at a time, of `C` channels.

use super::rows;
use crate::everyday::data::Sample;

/// White for black.
pub fn invert<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let width = cols * C;
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

/// What a table has for each sample, an entry for each value that one can have.
pub fn lut<T: Sample + Into<usize>, const C: usize, const N: usize>(
    img: &[T],
    table: &[T; N],
    out: &mut [T],
    cols: usize,
) {
    let width = cols * C;
    rows(
        out,
        width,
        #[inline(always)]
        |y, out| {
            let img = &img[y * width..][..width];
            out.iter_mut().zip(img).for_each(|(o, i)| *o = table[(*i).into()]);
        },
    );
}
