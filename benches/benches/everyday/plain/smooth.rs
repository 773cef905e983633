//! Means: along the columns into a row that is longer at both ends, then along that row.

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

/// Gaussian of 8 bits, of one channel or several.
pub fn gaussian8(img: &[u8], out: &mut [u8], cols: usize, channels: usize) {
    let (width, pad) = (cols * channels, 3 * channels);
    rows_with(
        out,
        width,
        || vec![0u16; width + 2 * pad],
        #[inline(always)]
        |tall, y, out| {
            let r: [&[u8]; 7] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 3));
            for (x, t) in tall[pad..pad + width].iter_mut().enumerate() {
                *t = weighted(|k| u16::from(r[k][x]));
            }
            repeat_ends(tall, 3, channels);
            let t: [&[u16]; 7] = std::array::from_fn(|k| &tall[k * channels..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                *o = ((weighted(|k| u32::from(t[k][x])) + 2048) >> 12) as u8;
            }
        },
    );
}

/// Gaussian of 16 bits.
pub fn gaussian16(img: &[u16], out: &mut [u16], width: usize) {
    rows_with(
        out,
        width,
        || vec![0u32; width + 6],
        #[inline(always)]
        |tall, y, out| {
            let r: [&[u16]; 7] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 3));
            for (x, t) in tall[3..3 + width].iter_mut().enumerate() {
                *t = weighted(|k| u32::from(r[k][x]));
            }
            repeat_ends(tall, 3, 1);
            let t: [&[u32]; 7] = std::array::from_fn(|k| &tall[k..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                *o = ((weighted(|k| t[k][x]) + 2048) >> 12) as u16;
            }
        },
    );
}

/// Mean of 5 by 5, of one channel or several.
pub fn box5(img: &[u8], out: &mut [u8], cols: usize, channels: usize) {
    let (width, pad) = (cols * channels, 2 * channels);
    rows_with(
        out,
        width,
        || vec![0u16; width + 2 * pad],
        #[inline(always)]
        |tall, y, out| {
            let r: [&[u8]; 5] = std::array::from_fn(|k| row(img, width, (y + k) as isize - 2));
            for (x, t) in tall[pad..pad + width].iter_mut().enumerate() {
                *t = r.iter().map(|r| u16::from(r[x])).sum();
            }
            repeat_ends(tall, 2, channels);
            let t: [&[u16]; 5] = std::array::from_fn(|k| &tall[k * channels..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                *o = ((t.iter().map(|t| t[x]).sum::<u16>() + 12) / 25) as u8;
            }
        },
    );
}

/// Mean of 31 by 31: sums of columns that gain a row and lose one, and a sum of these that gains a
/// column and loses one.
pub fn box31<T: Sample>(img: &[T], out: &mut [T], width: usize) {
    const STRIP: usize = 128;
    let set = instruction_set();
    out.par_chunks_mut(width * STRIP).enumerate().for_each(|(strip, out)| {
        compiled_for(
            set,
            #[inline(always)]
            || box31_strip(img, out, width, (strip * STRIP) as isize),
        );
    });
}

#[inline(always)]
fn box31_strip<T: Sample>(img: &[T], out: &mut [T], width: usize, first: isize) {
    let mut tall = vec![0u32; width + 30];
    for dy in -15..=15 {
        for (t, i) in tall[15..].iter_mut().zip(row(img, width, first + dy)) {
            *t += i.wide();
        }
    }
    for (y, out) in (first..).zip(out.chunks_exact_mut(width)) {
        repeat_ends(&mut tall, 15, 1);
        let mut sum: u32 = tall[..30].iter().sum();
        for ((o, new), old) in out.iter_mut().zip(&tall[30..]).zip(&tall) {
            sum += new;
            *o = T::narrow((sum + 480) / 961);
            sum -= old;
        }
        let (new, old) = (row(img, width, y + 16), row(img, width, y - 15));
        for ((t, new), old) in tall[15..].iter_mut().zip(new).zip(old) {
            *t = *t + new.wide() - old.wide();
        }
    }
}
