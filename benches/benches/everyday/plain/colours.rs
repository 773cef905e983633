//! From red, green and blue to other colours.

use super::{compiled_for, rows};
use pipeline::instruction_set;
use rayon::prelude::*;

/// Luma of Rec. 601.
pub fn grey(img: &[u8], out: &mut [u8], cols: usize) {
    rows(
        out,
        cols,
        #[inline(always)]
        |y, out| {
            let img = &img[3 * y * cols..][..3 * cols];
            for (o, p) in out.iter_mut().zip(img.chunks_exact(3)) {
                let [r, g, b] = [p[0], p[1], p[2]].map(u32::from);
                *o = ((9798 * r + 19235 * g + 3735 * b + 16384) >> 15) as u8;
            }
        },
    );
}

/// Luma, then blue chroma, then red chroma of 2 by 2 pixels each.
pub fn ycbcr420(img: &[u8], out: &mut [u8], cols: usize) {
    let set = instruction_set();
    let rows = img.len() / 3 / cols;
    let (luma, chroma) = out.split_at_mut(rows * cols);
    let (blue, red) = chroma.split_at_mut((rows / 2) * (cols / 2));
    let (pairs, last) = luma.split_at_mut(rows / 2 * 2 * cols);
    luma_row(&img[3 * pairs.len()..], last);
    let chroma = blue.par_chunks_mut(cols / 2).zip(red.par_chunks_mut(cols / 2));
    let pairs = pairs.par_chunks_mut(2 * cols).zip(chroma).zip(img.par_chunks_exact(6 * cols));
    pairs.with_min_len(32).for_each(|((luma, (blue, red)), img)| {
        compiled_for(
            set,
            #[inline(always)]
            || {
                luma_row(img, luma);
                chroma_row(img, blue, red);
            },
        );
    });
}

#[inline(always)]
fn luma_row(img: &[u8], luma: &mut [u8]) {
    for (o, p) in luma.iter_mut().zip(img.chunks_exact(3)) {
        let [r, g, b] = [p[0], p[1], p[2]].map(u16::from);
        *o = (((66 * r + 129 * g + 25 * b + 128) >> 8) + 16) as u8;
    }
}

#[inline(always)]
fn chroma_row(img: &[u8], blue: &mut [u8], red: &mut [u8]) {
    let (above, below) = img.split_at(img.len() / 2);
    let squares = above.chunks_exact(6).zip(below.chunks_exact(6));
    for ((blue, red), (a, b)) in blue.iter_mut().zip(red).zip(squares) {
        let four = |c: usize| [a[c], a[c + 3], b[c], b[c + 3]].map(i32::from).iter().sum::<i32>();
        let [r, g, b] = [four(0), four(1), four(2)];
        *blue = (((-38 * r - 74 * g + 112 * b + 512) >> 10) + 128) as u8;
        *red = (((112 * r - 94 * g - 18 * b + 512) >> 10) + 128) as u8;
    }
}
