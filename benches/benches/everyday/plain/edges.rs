//! Derivatives, of `C` channels.

use super::{repeat_ends, row, rows_with};
use crate::everyday::data::Sample;

/// Length of Sobel's gradient: smoothed and derived along the columns, then the other way round.
pub fn sobel<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let width = cols * C;
    rows_with(
        out,
        width,
        || [(); 2].map(|()| vec![T::Signed::default(); width + 2 * C]),
        #[inline(always)]
        |[smooth, derived], y, out| {
            let two = T::Signed::from(2);
            let [a, b, c] = [-1, 0, 1].map(|dy| row(img, width, y as isize + dy));
            let both = smooth[C..].iter_mut().zip(&mut derived[C..]);
            for ((((s, d), a), b), c) in both.zip(a).zip(b).zip(c) {
                let [a, b, c] = [*a, *b, *c].map(T::Signed::from);
                (*s, *d) = (a + two * b + c, c - a);
            }
            repeat_ends(smooth, 1, C);
            repeat_ends(derived, 1, C);
            let [l, r] = [0, 2].map(|dx| &smooth[dx * C..][..width]);
            let [a, b, c] = [0, 1, 2].map(|dx| &derived[dx * C..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                let gradient = [r[x] - l[x], a[x] + two * b[x] + c[x]];
                let [gx, gy] = gradient.map(|g| g.into() as f32);
                let length = (gx * gx + gy * gy).sqrt();
                // SAFETY: both derivatives are at most four times the largest sample, so the length
                // is a number below six times that.
                let length = unsafe { length.to_int_unchecked::<i32>() };
                *o = T::narrow(length.min(T::LARGEST.wide() as i32) as u32);
            }
        },
    );
}

/// Laplacian of 3 by 3, cut to the values of a sample.
pub fn laplacian<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let width = cols * C;
    rows_with(
        out,
        width,
        || vec![T::default(); width + 2 * C],
        #[inline(always)]
        |middle, y, out| {
            let four = T::Signed::from(4);
            let [least, most] = [T::default(), T::LARGEST].map(T::Signed::from);
            let [a, b, c] = [-1, 0, 1].map(|dy| row(img, width, y as isize + dy));
            middle[C..C + width].copy_from_slice(b);
            repeat_ends(middle, 1, C);
            let sides = middle.iter().zip(&middle[2 * C..]);
            for ((((o, (l, r)), a), b), c) in out.iter_mut().zip(sides).zip(a).zip(b).zip(c) {
                let [a, b, c, l, r] = [*a, *b, *c, *l, *r].map(T::Signed::from);
                let value: i32 = (a + c + l + r - four * b).clamp(least, most).into();
                *o = T::narrow(value as u32);
            }
        },
    );
}
