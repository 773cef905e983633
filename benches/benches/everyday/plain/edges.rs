//! Derivatives.

use super::{repeat_ends, row, rows_with};

/// Length of Sobel's gradient: smoothed and derived along the columns, then the other way round.
pub fn sobel(img: &[u8], out: &mut [u8], width: usize) {
    rows_with(
        out,
        width,
        || [vec![0i16; width + 2], vec![0i16; width + 2]],
        #[inline(always)]
        |[smooth, derived], y, out| {
            let [a, b, c] = [-1, 0, 1].map(|dy| row(img, width, y as isize + dy));
            let both = smooth[1..=width].iter_mut().zip(&mut derived[1..=width]);
            for ((((s, d), a), b), c) in both.zip(a).zip(b).zip(c) {
                let [a, b, c] = [*a, *b, *c].map(i16::from);
                (*s, *d) = (a + 2 * b + c, c - a);
            }
            repeat_ends(smooth, 1, 1);
            repeat_ends(derived, 1, 1);
            let [l, r] = [0, 2].map(|dx| &smooth[dx..][..width]);
            let [a, b, c] = [0, 1, 2].map(|dx| &derived[dx..][..width]);
            for (x, o) in out.iter_mut().enumerate() {
                let (gx, gy) = (i32::from(r[x] - l[x]), i32::from(a[x] + 2 * b[x] + c[x]));
                let length = ((gx * gx + gy * gy) as f32).sqrt();
                // SAFETY: both derivatives are at most 1020, so the length is a number below 1443.
                *o = unsafe { length.to_int_unchecked::<i32>() }.min(255) as u8;
            }
        },
    );
}

/// Laplacian of 3 by 3, cut to 0 to 255.
pub fn laplacian(img: &[u8], out: &mut [u8], width: usize) {
    rows_with(
        out,
        width,
        || vec![0u8; width + 2],
        #[inline(always)]
        |middle, y, out| {
            let [a, b, c] = [-1, 0, 1].map(|dy| row(img, width, y as isize + dy));
            middle[1..=width].copy_from_slice(b);
            repeat_ends(middle, 1, 1);
            let sides = middle.iter().zip(&middle[2..]);
            for ((((o, (l, r)), a), b), c) in out.iter_mut().zip(sides).zip(a).zip(b).zip(c) {
                let [a, b, c, l, r] = [*a, *b, *c, *l, *r].map(i16::from);
                *o = (a + c + l + r - 4 * b).clamp(0, 255) as u8;
            }
        },
    );
}
