//! Planes of which data choose one: innermost, looked up as rows and as entries of rows.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

/// The place of a value among so many.
fn bin(v: f32, n: usize) -> usize {
    (v as i32).clamp(0, n as i32 - 1) as usize
}

pipeline! {
    /// Eight planes, each from a table that is looked up five entries further than for the one
    /// before, and the differences between neighbours in two of them.
    fn remapped(img: [f32; rows, cols]) -> out where rows ~ 300, cols ~ 300 {
        table(i) in [-40..=7] = (i as f32) * 0.5 + (if i % 3 == 0 { 1.0 } else { 0.25 });
        border level = constant(0.5);
        level(k, y, x) in [0..8, 0..rows, 0..cols] =
            table(clamp(img(y, x) as i32, 0, 7) - 5 * k) * img(y, x);
        edge(k, y, x) in [0..8, 0..rows, 0..cols] =
            level(k, y, x) - 0.5 * (level(k, y, x - 1) + level(k, y - 1, x));
        out(y, x) = {
            let k = clamp(img(y, x) as i32, 0, 6);
            edge(k, y, x) * 0.75 + edge(k + 1, y, x)
        };
    }
}

#[test]
fn planes_of_tables() {
    for w in WIDTHS {
        let shape = [3, w];
        let img = noise::<f32, 2>(shape, 1);
        let img = Image::from_fn(shape, |at| (img[at].abs() * 3.0) % 9.0);
        let out = agree!(remapped(&img); a_);
        let level = |k: usize, y: isize, x: isize| {
            if y < 0 || x < 0 {
                return 0.5;
            }
            let v = img[[y as usize, x as usize]];
            let i = bin(v, 8) as i32 - 5 * k as i32;
            (i as f32 * 0.5 + if i.rem_euclid(3) == 0 { 1.0 } else { 0.25 }) * v
        };
        assert_image(&out, shape, |[y, x]| {
            let (r, c) = (y as isize, x as isize);
            let edge = |k| level(k, r, c) - 0.5 * (level(k, r, c - 1) + level(k, r - 1, c));
            let k = bin(img[[y, x]], 7);
            edge(k) * 0.75 + edge(k + 1)
        });
    }
}

pipeline! {
    /// Entries of rows: of 11 and 8 in a row of cells of eight and nine pixels, and of one row.
    fn cells(img: [f32; rows, cols]) -> (eight, nine, one) where rows ~ 300, cols ~ 300 {
        of_eight(k, y, x) in [0..11, 0..rows, 0..cols / 8 + 2] =
            (k as f32) * 0.5 + (x as f32) * (y as f32 + 1.0);
        of_nine(y, k, x) in [0..rows, 0..8, 0..cols / 9 + 1] = (k as f32) - (x as f32) * 0.25;
        row(k, y) in [0..16, 0..rows] = (k as f32) * (k as f32) - (y as f32);
        eight(y, x) = {
            let k = clamp(img(y, x) as i32, 0, 10);
            of_eight(k, y, x / 8) + 0.125 * of_eight(min(k + 1, 10), y, x / 8 + 1)
        };
        nine(y, x) = of_nine(y, clamp(img(y, x) as i32, 0, 7), x / 9);
        one(y, x) = row(clamp(img(y, x) as i32, 0, 15), y);
    }
}

#[test]
fn entries_of_rows() {
    for w in WIDTHS {
        let shape = [3, w];
        let img = noise::<f32, 2>(shape, 2);
        let img = Image::from_fn(shape, |at| (img[at].abs() * 7.0) % 18.0);
        let (eight, nine, one) = agree!(cells(&img); a_, b_, c_);
        let of_eight = |k: usize, y: usize, x: usize| k as f32 * 0.5 + x as f32 * (y as f32 + 1.0);
        assert_image(&eight, shape, |[y, x]| {
            let k = bin(img[[y, x]], 11);
            of_eight(k, y, x / 8) + 0.125 * of_eight((k + 1).min(10), y, x / 8 + 1)
        });
        let k = |at, n| bin(img[at], n) as f32;
        assert_image(&nine, shape, |[y, x]| k([y, x], 8) - (x / 9) as f32 * 0.25);
        assert_image(&one, shape, |[y, x]| k([y, x], 16) * k([y, x], 16) - y as f32);
    }
}
