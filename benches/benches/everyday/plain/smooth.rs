//! Means: along the columns into a row that is longer at both ends, then along that row. `C` is the
//! number of channels.

use super::{compiled_for, repeat_ends, row, rows_with};
use crate::everyday::data::Sample;
use pipeline::instruction_set;
use rayon::prelude::*;
use std::ops::{Add, Mul};

/// The weighted sum of seven.
#[inline(always)]
fn weighted<W>(v: impl Fn(usize) -> W) -> W
where
    W: From<u8> + Add<Output = W> + Mul<Output = W>,
{
    W::from(2) * (v(0) + v(6))
        + W::from(7) * (v(1) + v(5))
        + W::from(14) * (v(2) + v(4))
        + W::from(18) * v(3)
}

/// Gaussian of 7 by 7.
pub fn gaussian<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let (width, pad) = (cols * C, 3 * C);
    rows_with(
        out,
        width,
        || vec![T::Wide::default(); width + 2 * pad],
        #[inline(always)]
        |tall, y, out| {
            let r: [&[T]; 7] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 3));
            for (x, t) in tall[pad..pad + width].iter_mut().enumerate() {
                *t = weighted(|k| T::Wide::from(r[k][x]));
            }
            repeat_ends(tall, 3, C);
            let t: [&[T::Wide]; 7] = std::array::from_fn(|k| &tall[k * C..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                *o = T::narrow((weighted(|k| t[k][x].into()) + 2048) >> 12);
            }
        },
    );
}

/// Mean of 5 by 5.
pub fn box5<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let (width, pad) = (cols * C, 2 * C);
    rows_with(
        out,
        width,
        || vec![T::Wide::default(); width + 2 * pad],
        #[inline(always)]
        |tall, y, out| {
            let [half, count] = [12, 25].map(T::Wide::from);
            let r: [&[T]; 5] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 2));
            for (x, t) in tall[pad..pad + width].iter_mut().enumerate() {
                *t = r.iter().map(|r| T::Wide::from(r[x])).sum();
            }
            repeat_ends(tall, 2, C);
            let t: [&[T::Wide]; 5] = std::array::from_fn(|k| &tall[k * C..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                let sum: T::Wide = t.iter().map(|t| t[x]).sum();
                *o = T::narrow(((sum + half) / count).into());
            }
        },
    );
}

/// Mean of 31 by 31: sums of columns that gain a row and lose one, and sums of these that gain a
/// column and lose one. One sum waits for the other, so all else is done elsewhere: what changes
/// before, the division after.
pub fn box31<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    const STRIP: usize = 128;
    let set = instruction_set();
    out.par_chunks_mut(cols * C * STRIP).enumerate().for_each(|(strip, out)| {
        compiled_for(
            set,
            #[inline(always)]
            || box31_strip::<T, C>(img, out, cols * C, (strip * STRIP) as isize),
        );
    });
}

#[inline(always)]
fn box31_strip<T: Sample, const C: usize>(img: &[T], out: &mut [T], width: usize, first: isize) {
    let (mut tall, mut sums) = (vec![0u32; width + 30 * C], vec![0u32; width]);
    for dy in -15..=15 {
        for (t, i) in tall[15 * C..].iter_mut().zip(row(img, width, first + dy)) {
            *t += i.wide();
        }
    }
    for (y, out) in (first..).zip(out.chunks_exact_mut(width)) {
        repeat_ends(&mut tall, 15, C);
        let mut sum: [u32; C] = std::array::from_fn(|c| tall[c..31 * C].iter().step_by(C).sum());
        sums[..C].copy_from_slice(&sum);
        let ends = tall[31 * C..].chunks_exact(C).zip(tall.chunks_exact(C));
        for (s, (new, old)) in sums[C..].chunks_exact_mut(C).zip(ends) {
            for c in 0..C {
                sum[c] = sum[c].wrapping_add(new[c].wrapping_sub(old[c]));
                s[c] = sum[c];
            }
        }
        for (o, s) in out.iter_mut().zip(&sums) {
            *o = T::narrow((s + 480) / 961);
        }
        let (new, old) = (row(img, width, y + 16), row(img, width, y - 15));
        for ((t, new), old) in tall[15 * C..].iter_mut().zip(new).zip(old) {
            *t = *t + new.wide() - old.wide();
        }
    }
}
