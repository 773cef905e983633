//! Half and double sizes, of `C` channels.

use super::{repeat_ends, row, rows, rows_with};
use crate::everyday::data::Sample;

/// Means of 2 by 2.
pub fn halve<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    let width = cols / 2 * C;
    rows(
        out,
        width,
        #[inline(always)]
        |y, out| {
            let [two, four] = [2, 4].map(T::Wide::from);
            let [a, b] = [0, 1].map(|dy| row(img, cols * C, (2 * y + dy) as isize));
            let squares = a.chunks_exact(2 * C).zip(b.chunks_exact(2 * C));
            for (o, (a, b)) in out.chunks_exact_mut(C).zip(squares) {
                for c in 0..C {
                    let square = [a[c], a[C + c], b[c], b[C + c]].map(T::Wide::from);
                    let sum: T::Wide = square.into_iter().sum();
                    o[c] = T::narrow(((sum + two) / four).into());
                }
            }
        },
    );
}

/// Bilinear.
pub fn double<T: Sample, const C: usize>(img: &[T], out: &mut [T], cols: usize) {
    rows_with(
        out,
        2 * cols * C,
        || vec![T::Wide::default(); (cols + 2) * C],
        #[inline(always)]
        |tall, y, out| {
            let [three, half, sixteen] = [3, 8, 16].map(T::Wide::from);
            let y = y as isize;
            let near = row(img, cols * C, y / 2);
            let next = row(img, cols * C, if y % 2 == 0 { y / 2 - 1 } else { y / 2 + 1 });
            for ((t, near), next) in tall[C..].iter_mut().zip(near).zip(next) {
                *t = three * T::Wide::from(*near) + T::Wide::from(*next);
            }
            repeat_ends(tall, 1, C);
            let around = tall.windows(3 * C).step_by(C);
            for (o, t) in out.chunks_exact_mut(2 * C).zip(around) {
                for c in 0..C {
                    let near = three * t[C + c] + half;
                    o[c] = T::narrow(((near + t[c]) / sixteen).into());
                    o[C + c] = T::narrow(((near + t[2 * C + c]) / sixteen).into());
                }
            }
        },
    );
}
