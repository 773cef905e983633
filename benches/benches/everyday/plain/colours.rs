//! From red, green and blue to other colours.

use super::{compiled_for, rows};
use crate::everyday::data::Sample;
use pipeline::instruction_set;
use rayon::prelude::*;

/// Luma of Rec. 601.
pub fn grey<T: Sample>(img: &[T], out: &mut [T], cols: usize) {
    rows(
        out,
        cols,
        #[inline(always)]
        |y, out| {
            let img = &img[3 * y * cols..][..3 * cols];
            for (o, p) in out.iter_mut().zip(img.chunks_exact(3)) {
                let [r, g, b] = [p[0], p[1], p[2]].map(T::wide);
                *o = T::narrow((9798 * r + 19235 * g + 3735 * b + 16384) >> 15);
            }
        },
    );
}

/// Luma, then blue chroma, then red chroma of 2 by 2 pixels each.
pub fn ycbcr420_8(img: &[u8], out: &mut [u8], cols: usize) {
    ycbcr420(
        img,
        out,
        cols,
        #[inline(always)]
        |r, g, b| {
            let (r, g, b) = (u16::from(r), u16::from(g), u16::from(b));
            (((66 * r + 129 * g + 25 * b + 128) >> 8) + 16) as u8
        },
        #[inline(always)]
        |r, g, b| {
            let blue = ((-38 * r - 74 * g + 112 * b + 512) >> 10) + 128;
            let red = ((112 * r - 94 * g - 18 * b + 512) >> 10) + 128;
            (blue as u8, red as u8)
        },
    );
}

/// The same of 16 bits.
pub fn ycbcr420_16(img: &[u16], out: &mut [u16], cols: usize) {
    ycbcr420(
        img,
        out,
        cols,
        #[inline(always)]
        |r, g, b| {
            let (r, g, b) = (u32::from(r), u32::from(g), u32::from(b));
            (((4207 * r + 8260 * g + 1604 * b + 8192) >> 14) + 4096) as u16
        },
        #[inline(always)]
        |r, g, b| {
            let blue = ((-2428 * r - 4768 * g + 7196 * b + 32768) >> 16) + 32768;
            let red = ((7196 * r - 6026 * g - 1170 * b + 32768) >> 16) + 32768;
            (blue as u16, red as u16)
        },
    );
}

/// From what a pixel has as luma, and what the sums of four have as blue and red chroma.
fn ycbcr420<T: Sample>(
    img: &[T],
    out: &mut [T],
    cols: usize,
    luma_of: impl Fn(T, T, T) -> T + Sync,
    chroma_of: impl Fn(i32, i32, i32) -> (T, T) + Sync,
) {
    let set = instruction_set();
    let rows = img.len() / 3 / cols;
    let (luma, chroma) = out.split_at_mut(rows * cols);
    let (blue, red) = chroma.split_at_mut((rows / 2) * (cols / 2));
    let (pairs, last) = luma.split_at_mut(rows / 2 * 2 * cols);
    luma_row(&img[3 * pairs.len()..], last, &luma_of);
    let chroma = blue.par_chunks_mut(cols / 2).zip(red.par_chunks_mut(cols / 2));
    let pairs = pairs.par_chunks_mut(2 * cols).zip(chroma).zip(img.par_chunks_exact(6 * cols));
    pairs.with_min_len(32).for_each(|((luma, (blue, red)), img)| {
        compiled_for(
            set,
            #[inline(always)]
            || {
                luma_row(img, luma, &luma_of);
                chroma_row(img, blue, red, &chroma_of);
            },
        );
    });
}

#[inline(always)]
fn luma_row<T: Sample>(img: &[T], luma: &mut [T], luma_of: impl Fn(T, T, T) -> T) {
    for (o, p) in luma.iter_mut().zip(img.chunks_exact(3)) {
        *o = luma_of(p[0], p[1], p[2]);
    }
}

#[inline(always)]
fn chroma_row<T: Sample>(
    img: &[T],
    blue: &mut [T],
    red: &mut [T],
    chroma_of: impl Fn(i32, i32, i32) -> (T, T),
) {
    let (above, below) = img.split_at(img.len() / 2);
    let squares = above.chunks_exact(6).zip(below.chunks_exact(6));
    for ((blue, red), (a, b)) in blue.iter_mut().zip(red).zip(squares) {
        let four =
            |c: usize| (a[c].wide() + a[c + 3].wide() + b[c].wide() + b[c + 3].wide()) as i32;
        (*blue, *red) = chroma_of(four(0), four(1), four(2));
    }
}
