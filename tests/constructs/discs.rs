//! Discs that are too large to be written out.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    /// Extremes, sums and conditions of a disc and a ring.
    fn large(img: [u8; rows, cols]) -> (most, least, total, ring, some) {
        const R = 55;
        border img = mirror;
        fn square(dy, dx) = dy * dy + dx * dx;
        most(y, x) = max(dy in -R..=R, dx in -R..=R;
            if square(dy, dx) <= R * R { img(y + dy, x + dx) } else { 0 });
        least(y, x) = min(dy in -R..=R, dx in -R..=R;
            if square(dy, dx) <= R * R { img(y + dy, x + dx) } else { img(y, x) });
        total(y, x) = sum(dy in -R..=R, dx in -R..=R;
            if square(dy, dx) <= R * R { img(y + dy, x + dx) as u32 } else { 1 });
        ring(y, x) = sum(dy in -R..=R, dx in -R..=R;
            if 2500 <= square(dy, dx) && square(dy, dx) <= R * R { img(y + dy, x + dx) } else { 0 });
        some(y, x) = any(dy in -R..=R, dx in -R..=R;
            square(dy, dx) <= R * R && img(y + dy, x + dx) > 254) as u8;
    }
}

/// `i` folded into `0..n`, with the ends seen twice.
fn mirror(i: i64, n: usize) -> usize {
    let n = n as i64;
    let i = i.rem_euclid(2 * n);
    (if i < n { i } else { 2 * n - 1 - i }) as usize
}

#[test]
fn large_discs() {
    for shape in [[1, 1], [3, 40], [9, 67]] {
        let [h, w] = shape;
        let img = noise::<u8, 2>(shape, 6);
        let results = agree!(large(&img); a_, b_, c_, d_, e_);
        let (most, least, total, ring, some) = results;
        let points = |from: i64, to: i64| {
            let square = (-55i64..=55).flat_map(|dy| (-55i64..=55).map(move |dx| (dy, dx)));
            square.filter(move |(dy, dx)| (from..=to).contains(&(dy * dy + dx * dx)))
        };
        let disc: Vec<(i64, i64)> = points(0, 3025).collect();
        let narrow: Vec<(i64, i64)> = points(2500, 3025).collect();
        let at = |[y, x]: [usize; 2], (dy, dx): (i64, i64)| {
            img[[mirror(y as i64 + dy, h), mirror(x as i64 + dx, w)]]
        };
        let outside = 111 * 111 - disc.len() as u32;
        assert_image(&most, shape, |p| disc.iter().map(|d| at(p, *d)).max().unwrap());
        assert_image(&least, shape, |p| disc.iter().map(|d| at(p, *d)).min().unwrap());
        assert_image(&total, shape, |p| {
            disc.iter().map(|d| u32::from(at(p, *d))).sum::<u32>() + outside
        });
        assert_image(&ring, shape, |p| narrow.iter().fold(0, |s: u8, d| s.wrapping_add(at(p, *d))));
        assert_image(&some, shape, |p| u8::from(disc.iter().any(|d| at(p, *d) > 254)));
    }
}

pipeline! {
    /// Two windows over a disc: what is in it, and how many points that are.
    fn mean(f: [f32; rows, cols]) -> mean {
        const R = 50;
        border f = clamp;
        fn inside(dy, dx) = dy * dy + dx * dx <= R * R;
        mean(y, x) = sum(dy in -R..=R, dx in -R..=R; if inside(dy, dx) { f(y + dy, x + dx) } else { 0.0 })
            / sum(dy in -R..=R, dx in -R..=R; if inside(dy, dx) { 1.0 } else { 0.0 });
    }
}

#[test]
fn means_of_large_discs() {
    let f = Image::from_fn([5, 70], |[y, x]| (y * 7 + x * 5 % 9) as f32);
    let found = agree!(mean(&f));
    for ([y, x], value) in [([0, 0], found[[0, 0]]), ([3, 60], found[[3, 60]])] {
        let disc = (-50i64..=50).flat_map(|dy| (-50i64..=50).map(move |dx| (dy, dx)));
        let disc = disc.filter(|(dy, dx)| dy * dy + dx * dx <= 2500);
        let edge = |i: i64, n: i64| i.clamp(0, n - 1) as usize;
        let values = disc.map(|(dy, dx)| f[[edge(y + dy, 5), edge(x + dx, 70)]] as f64);
        let (sum, count) = values.fold((0.0, 0.0), |(s, n), v| (s + v, n + 1.0));
        // All sums are whole numbers that floats have.
        assert_eq!(value, sum as f32 / count as f32);
    }
}
