//! Minima and medians, of `C` channels.

use super::{repeat_ends, row, rows_with};
use crate::everyday::data::Sample;

/// Erosion of 5 by 5: minima of columns, then of these along the row.
pub fn erode5<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let (width, pad) = (cols * C, 2 * C);
    rows_with(
        out,
        width,
        || vec![T::default(); width + 2 * pad],
        #[inline(always)]
        |tall, y, out| {
            let r: [&[T]; 5] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 2));
            for (x, t) in tall[pad..pad + width].iter_mut().enumerate() {
                *t = r[0][x].min(r[1][x]).min(r[2][x]).min(r[3][x]).min(r[4][x]);
            }
            repeat_ends(tall, 2, C);
            let t: [&[T]; 5] = std::array::from_fn(|k| &tall[k * C..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                *o = t[0][x].min(t[1][x]).min(t[2][x]).min(t[3][x]).min(t[4][x]);
            }
        },
    );
}

/// Brings pairs in order, one after the other. A loop over pairs would store and load each of them.
macro_rules! in_order {
    ($v:ident: $($a:literal $b:literal,)*) => {$(
        for i in 0..$v[$a].len() {
            let (a, b) = ($v[$a][i], $v[$b][i]);
            ($v[$a][i], $v[$b][i]) = (a.min(b), a.max(b));
        }
    )*};
}

/// A network that has the median of 25 at 12.
#[inline(always)]
#[rustfmt::skip]
fn median_of<T: Sample, const LANES: usize>(mut v: [[T; LANES]; 25]) -> [T; LANES] {
    in_order! { v:
        0 1, 3 4, 2 4, 2 3, 6 7, 5 7, 5 6, 9 10, 8 10, 8 9, 12 13, 11 13, 11 12, 15 16, 14 16,
        14 15, 18 19, 17 19, 17 18, 21 22, 20 22, 20 21, 23 24, 2 5, 3 6, 0 6, 0 3, 4 7, 1 7, 1 4,
        11 14, 8 14, 8 11, 12 15, 9 15, 9 12, 13 16, 10 16, 10 13, 20 23, 17 23, 17 20, 21 24,
        18 24, 18 21, 19 22, 8 17, 9 18, 0 18, 0 9, 10 19, 1 19, 1 10, 11 20, 2 20, 2 11, 12 21,
        3 21, 3 12, 13 22, 4 22, 4 13, 14 23, 5 23, 5 14, 15 24, 6 24, 6 15, 7 16, 7 19, 13 21,
        15 23, 7 13, 7 15, 1 9, 3 11, 5 17, 11 17, 9 17, 4 10, 6 12, 7 14, 4 6, 4 7, 12 14, 10 14,
        6 7, 10 12, 6 10, 6 17, 12 17, 7 17, 7 10, 12 18, 7 12, 10 18, 12 20, 10 20, 10 12,
    }
    v[12]
}

/// Median of 5 by 5, of a vector of samples at once.
pub fn median5<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    match size_of::<T>() {
        1 => medians::<T, C, 64>(img, out, cols),
        _ => medians::<T, C, 32>(img, out, cols),
    }
}

fn medians<T: Sample, const C: usize, const LANES: usize>(img: &[T], out: &mut [T], cols: usize) {
    let (width, pad) = (cols * C, 2 * C);
    let memory = || [(); 5].map(|()| vec![T::default(); width + 2 * pad + LANES]);
    rows_with(
        out,
        width,
        memory,
        #[inline(always)]
        |padded, y, out| {
            for (k, padded) in padded.iter_mut().enumerate() {
                padded[pad..pad + width].copy_from_slice(row(img, width, (y + k) as isize - 2));
                repeat_ends(&mut padded[..width + 2 * pad], 2, C);
            }
            for (chunk, out) in out.chunks_mut(LANES).enumerate() {
                let mut v = [[T::default(); LANES]; 25];
                for (i, v) in v.iter_mut().enumerate() {
                    v.copy_from_slice(&padded[i / 5][chunk * LANES + i % 5 * C..][..LANES]);
                }
                out.copy_from_slice(&median_of(v)[..out.len()]);
            }
        },
    );
}
