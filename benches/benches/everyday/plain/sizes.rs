//! Half and double sizes.

use super::{repeat_ends, row, rows, rows_with};

/// Means of 2 by 2, with one channel or several.
pub fn halve<const C: usize>(img: &[u8], out: &mut [u8], cols: usize) {
    let width = cols / 2 * C;
    rows(
        out,
        width,
        #[inline(always)]
        |y, out| {
            let [a, b] = [0, 1].map(|dy| row(img, cols * C, (2 * y + dy) as isize));
            let squares = a.chunks_exact(2 * C).zip(b.chunks_exact(2 * C));
            for (o, (a, b)) in out.chunks_exact_mut(C).zip(squares) {
                for c in 0..C {
                    let sum: u16 = [a[c], a[C + c], b[c], b[C + c]].map(u16::from).iter().sum();
                    o[c] = ((sum + 2) / 4) as u8;
                }
            }
        },
    );
}

/// Bilinear, with one channel or several.
pub fn double<const C: usize>(img: &[u8], out: &mut [u8], cols: usize) {
    rows_with(
        out,
        2 * cols * C,
        || vec![0u16; (cols + 2) * C],
        #[inline(always)]
        |tall, y, out| {
            let y = y as isize;
            let near = row(img, cols * C, y / 2);
            let next = row(img, cols * C, if y % 2 == 0 { y / 2 - 1 } else { y / 2 + 1 });
            for ((t, near), next) in tall[C..].iter_mut().zip(near).zip(next) {
                *t = 3 * u16::from(*near) + u16::from(*next);
            }
            repeat_ends(tall, 1, C);
            let around = tall.windows(3 * C).step_by(C);
            for (o, t) in out.chunks_exact_mut(2 * C).zip(around) {
                for c in 0..C {
                    o[c] = ((3 * t[C + c] + t[c] + 8) / 16) as u8;
                    o[C + c] = ((3 * t[C + c] + t[2 * C + c] + 8) / 16) as u8;
                }
            }
        },
    );
}
