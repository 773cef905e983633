//! Fused and unfused chains at every small shape, with all outputs framed.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    /// Without borders: the domain shrinks by two on every side.
    fn valid(a: [i16; rows, cols]) -> out {
        b(y, x) = stencil(a, [[1, 2, 1], [0, 0, 0], [1, 2, 1]]);
        out(y, x) = max(j in -1..=1, i in -1..=1; b(y + j, x + i)) - b(y, x);
    }
}

pipeline! {
    fn same(a: [u8; rows, cols]) -> out {
        border a = mirror101;
        b(y, x) = (a(y, x - 1) as u16 + a(y, x) as u16 * 2 + a(y, x + 1) as u16) / 4;
        border b = mirror101;
        out(y, x) in [0..rows, 0..cols] = ((b(y - 1, x) + b(y, x) * 2 + b(y + 1, x)) / 4) as u8;
    }
}

#[test]
fn every_small_shape() {
    for h in 1..=9 {
        for w in (1..=19).chain([31, 32, 33, 63, 64, 65]) {
            let a = noise::<u8, 2>([h, w], (h * 100 + w) as u64);
            let found = agree!(same(&a));
            let fold = |i: i64, n: usize| {
                let period = (2 * n as i64 - 2).max(1);
                let i = i.rem_euclid(period);
                i.min(period - i).min(n as i64 - 1) as usize
            };
            let b = |y: i64, x: usize| {
                let at = |dx: i64| u16::from(a[[fold(y, h), fold(x as i64 + dx, w)]]);
                (at(-1) + at(0) * 2 + at(1)) / 4
            };
            assert_image(&found, [h, w], |[y, x]| {
                let y = y as i64;
                ((b(y - 1, x) + b(y, x) * 2 + b(y + 1, x)) / 4) as u8
            });
        }
    }
}

#[test]
fn shrinking_domains() {
    for h in 1..=8 {
        for w in 1..=20 {
            let a = noise::<i16, 2>([h, w], (h * 100 + w) as u64);
            if h < 5 || w < 5 {
                let dimension = usize::from(h >= 5);
                let message = valid(&a).unwrap_err().to_string();
                let start = format!(
                    "`out` would have no points in dimension {dimension} for rows = {h}, cols = {w}"
                );
                assert!(message.starts_with(&start), "{message}");
                continue;
            }
            let b = |y: usize, x: usize| {
                let row = |y: usize| {
                    let twice = a[[y, x + 1]].wrapping_mul(2);
                    a[[y, x]].wrapping_add(twice).wrapping_add(a[[y, x + 2]])
                };
                row(y).wrapping_add(row(y + 2))
            };
            let found = agree!(valid(&a));
            assert_image(&found, [h - 4, w - 4], |[y, x]| {
                let top = (0..9).map(|k| b(y + k / 3, x + k % 3)).max().unwrap();
                top.wrapping_sub(b(y + 1, x + 1))
            });
        }
    }
}

#[test]
fn a_single_pixel_repeats_itself() {
    assert_eq!(agree!(same(&Image::new([1, 1], 200u8))).as_slice(), [200]);
}
