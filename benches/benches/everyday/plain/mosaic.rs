//! From the mosaic of a sensor to colours.

use super::rows_with;
use crate::everyday::data::Sample;

/// Bilinear interpolation of a mosaic that begins with red and green above green and blue.
pub fn demosaic<T: Sample>(img: &[T], out: &mut [T], cols: usize) {
    let rows = img.len() / cols;
    rows_with(
        out,
        3 * cols,
        || [cols + 2, cols].map(|len| [(); 3].map(|()| vec![T::default(); len])),
        #[inline(always)]
        |[padded, planes], y, out| {
            let above = if y == 0 { 1 } else { y - 1 };
            let below = if y == rows - 1 { y - 1 } else { y + 1 };
            for (padded, y) in padded.iter_mut().zip([above, y, below]) {
                let img = &img[y * cols..][..cols];
                padded[1..=cols].copy_from_slice(img);
                (padded[0], padded[cols + 1]) = (img[1], img[cols - 2]);
            }
            let ([a, b, c], [red, green, blue]) = (&*padded, &mut *planes);
            if y % 2 == 0 {
                row(a, b, c, red, green, blue, |v| [at_red(v), beside_red(v)]);
            } else {
                row(a, b, c, red, green, blue, |v| [beside_blue(v), at_blue(v)]);
            }
            let [r, g, b] = planes;
            for (o, ((r, g), b)) in out.chunks_exact_mut(3).zip(r.iter().zip(g).zip(b)) {
                (o[0], o[1], o[2]) = (*r, *g, *b);
            }
        },
    );
}

/// Nine samples around a pixel.
type Around = [[u32; 3]; 3];

/// A row of pixels of two kinds in turns: both are computed, and one of them is taken.
#[inline(always)]
fn row<T: Sample>(
    a: &[T],
    b: &[T],
    c: &[T],
    red: &mut [T],
    green: &mut [T],
    blue: &mut [T],
    kinds: impl Fn(Around) -> [[u32; 3]; 2],
) {
    let cols = red.len();
    let [a, b, c] = [a, b, c].map(|row| [0, 1, 2].map(|x| &row[x..][..cols]));
    let (green, blue) = (&mut green[..cols], &mut blue[..cols]);
    for x in 0..cols {
        let [even, odd] = kinds([
            [a[0][x].wide(), a[1][x].wide(), a[2][x].wide()],
            [b[0][x].wide(), b[1][x].wide(), b[2][x].wide()],
            [c[0][x].wide(), c[1][x].wide(), c[2][x].wide()],
        ]);
        let pixel = |c: usize| T::narrow(if x % 2 == 0 { even[c] } else { odd[c] });
        (red[x], green[x], blue[x]) = (pixel(0), pixel(1), pixel(2));
    }
}

#[inline(always)]
fn corners([[a, _, b], _, [c, _, d]]: Around) -> u32 {
    (a + b + c + d + 2) / 4
}

#[inline(always)]
fn cross([[_, a, _], [b, _, c], [_, d, _]]: Around) -> u32 {
    (a + b + c + d + 2) / 4
}

#[inline(always)]
fn beside([_, [a, _, b], _]: Around) -> u32 {
    (a + b).div_ceil(2)
}

#[inline(always)]
fn along([[_, a, _], _, [_, b, _]]: Around) -> u32 {
    (a + b).div_ceil(2)
}

#[inline(always)]
fn at_red(v: Around) -> [u32; 3] {
    [v[1][1], cross(v), corners(v)]
}

#[inline(always)]
fn beside_red(v: Around) -> [u32; 3] {
    [beside(v), v[1][1], along(v)]
}

#[inline(always)]
fn beside_blue(v: Around) -> [u32; 3] {
    [along(v), v[1][1], beside(v)]
}

#[inline(always)]
fn at_blue(v: Around) -> [u32; 3] {
    [corners(v), cross(v), v[1][1]]
}
