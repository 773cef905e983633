//! Window reductions, written out and as loops, of every kind.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

/// The same windows of three sizes: all written out, mixed, and all loops.
macro_rules! windows {
    ($name:ident, $last:literal) => {
        pipeline! {
            fn $name(a: [i32; rows, cols], f: [f32; rows, cols])
                -> (total, times, lower, higher, some, every, weighted)
            {
                border a = clamp;
                border f = mirror;
                total(y, x) = sum(j in -1..=1, i in 0..=$last; a(y + j, x + i));
                times(y, x) = product(i in 0..=$last; a(y, x - i) | 1);
                lower(y, x) = min(j in 0..=2, i in 0..=$last; f(y - j, x + i));
                higher(y, x) = max(i in 0..=$last step 2; a(y, x + i));
                some(y, x) = any(i in 0..=$last; a(y, x + i) > 2147000000) as u8;
                every(y, x) = all(i in 0..=$last; f(y, x + i) > -99.0) as u8;
                weighted(y, x) =
                    sum(i in 0..=$last; (i + 1) as f32 * f(y, x + i) - if i == 1 { 1.0 } else { 0.0 });
            }
        }
    };
}
windows!(short, 2);
windows!(medium, 11);
windows!(long, 40);

/// `i` folded into `0..n`, with the ends seen twice.
fn mirror(i: i64, n: usize) -> usize {
    let n = n as i64;
    let i = i.rem_euclid(2 * n);
    (if i < n { i } else { 2 * n - 1 - i }) as usize
}

macro_rules! check {
    ($name:ident, $last:literal) => {
        for shape in [[1, 1], [2, 7], [3, 16], [7, 33], [5, 67]] {
            let a = noise::<i32, 2>(shape, 1);
            let f = noise::<f32, 2>(shape, 2);
            let (total, times, lower, higher, some, every, weighted) =
                agree!($name(&a, &f); a_, b_, c_, d_, e_, f_, g_);
            let [h, w] = shape;
            let edge = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
            let a = |y: usize, dy: i64, x: usize, dx: i64| {
                a[[edge(y as i64 + dy, h), edge(x as i64 + dx, w)]]
            };
            let f = |y: usize, dy: i64, x: usize, dx: i64| {
                f[[mirror(y as i64 + dy, h), mirror(x as i64 + dx, w)]]
            };
            assert_image(&total, shape, |[y, x]| {
                let all = (-1..=1).flat_map(|j| (0..=$last).map(move |i| (j, i)));
                all.fold(0, |s: i32, (j, i)| s.wrapping_add(a(y, j, x, i)))
            });
            assert_image(&times, shape, |[y, x]| {
                (0..=$last).fold(1, |p: i32, i| p.wrapping_mul(a(y, 0, x, -i) | 1))
            });
            assert_image(&lower, shape, |[y, x]| {
                let all = (0..=2).flat_map(|j| (0..=$last).map(move |i| (j, i)));
                all.fold(f32::INFINITY, |m, (j, i)| m.min(f(y, -j, x, i)))
            });
            assert_image(&higher, shape, |[y, x]| {
                (0..=$last).step_by(2).map(|i| a(y, 0, x, i)).max().unwrap()
            });
            assert_image(&some, shape, |[y, x]| {
                u8::from((0..=$last).any(|i| a(y, 0, x, i) > 2_147_000_000))
            });
            assert_image(&every, shape, |[y, x]| {
                u8::from((0..=$last).all(|i| f(y, 0, x, i) > -99.0))
            });
            assert_image(&weighted, shape, |[y, x]| {
                let term = |i: i64| {
                    (i + 1) as f32 * f(y, 0, x, i) - if i == 1 { 1.0 } else { 0.0 }
                };
                (1..=$last).fold(term(0), |s, i| s + term(i))
            });
        }
    };
}

#[test]
fn short_windows() {
    check!(short, 2);
}

#[test]
fn medium_windows() {
    check!(medium, 11);
}

#[test]
fn long_windows() {
    check!(long, 40);
}

pipeline! {
    /// Windows within windows, over types that wrap, and over whole inputs.
    fn nested(a: [u8; n], taps: [f32; 64], f: [f32; n + 63]) -> (rows, filtered, checksum) {
        border a = repeat;
        rows(x) = sum(j in 0..30; max(i in 0..30; a(x + i - j)));
        filtered(x) = sum(i in 0..64; taps(i) * f(x + i));
        checksum(k) in [0..1] = sum(i in 0..64; taps(i) * (k + i) as f32);
    }
}

#[test]
fn nested_windows() {
    for n in [1, 17, 50] {
        let a = noise::<u8, 1>([n], 3);
        let taps = noise::<f32, 1>([64], 4);
        let f = noise::<f32, 1>([n + 63], 5);
        let (rows, filtered, checksum) = agree!(nested(&a, &taps, &f); rows, filtered, checksum);
        let at = |i: i64| a[[i.rem_euclid(n as i64) as usize]];
        let top = |x: i64| (0..30).map(|i| at(x + i)).max().unwrap();
        assert_image(&rows, [n], |[x]| {
            (0..30).fold(0, |s: u8, j| s.wrapping_add(top(x as i64 - j)))
        });
        assert_image(&filtered, [n], |[x]| {
            (0..64).fold(0.0, |s, i| f32::mul_add(taps[[i]], f[[x + i]], s))
        });
        let total = (0..64).fold(0.0, |s, i| f32::mul_add(taps[[i]], i as f32, s));
        assert_image(&checksum, [1], |_| total);
    }
}

pipeline! {
    /// Windows of which conditions on their variables leave a disc, a ring and a diagonal.
    fn shaped(img: [u8; rows, cols], a: [i32; rows, cols]) -> (disc, ring, leaning) {
        border img = mirror;
        border a = clamp;
        disc(y, x) = min(dy in -6..=6, dx in -6..=6;
            if dy * dy + dx * dx <= 40 { img(y + dy, x + dx) } else { 255 });
        ring(y, x) = sum(dy in -9..=9, dx in -9..=9;
            if dy * dy + dx * dx <= 81 && dy * dy + dx * dx > 9 { a(y + dy, x + dx) } else { 1 });
        leaning(y, x) = max(dy in 0..4, dx in 0..24;
            if dx >= 4 * dy && dx < 4 * dy + 12 { img(y + dy, x - dx) } else { 0 });
    }
}

#[test]
fn shaped_windows() {
    for shape in [[1, 1], [2, 40], [17, 16], [9, 67]] {
        let [h, w] = shape;
        let img = noise::<u8, 2>(shape, 6);
        let a = noise::<i32, 2>(shape, 7);
        let (disc, ring, leaning) = agree!(shaped(&img, &a); a_, b_, c_);
        let i = |y: usize, dy: i64, x: usize, dx: i64| {
            img[[mirror(y as i64 + dy, h), mirror(x as i64 + dx, w)]]
        };
        let square = |n: i64| (-n..=n).flat_map(move |dy| (-n..=n).map(move |dx| (dy, dx)));
        let distance = |dy: i64, dx: i64| dy * dy + dx * dx;
        assert_image(&disc, shape, |[y, x]| {
            let inside = square(6).filter(|(dy, dx)| distance(*dy, *dx) <= 40);
            inside.map(|(dy, dx)| i(y, dy, x, dx)).min().unwrap()
        });
        assert_image(&ring, shape, |[y, x]| {
            square(9).fold(0, |s: i32, (dy, dx)| {
                let edge = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
                let value = a[[edge(y as i64 + dy, h), edge(x as i64 + dx, w)]];
                let inside = (10..=81).contains(&distance(dy, dx));
                s.wrapping_add(if inside { value } else { 1 })
            })
        });
        assert_image(&leaning, shape, |[y, x]| {
            let rows = (0..4).flat_map(|dy| (4 * dy..4 * dy + 12).map(move |dx| (dy, dx)));
            rows.map(|(dy, dx)| i(y, dy, x, -dx)).max().unwrap()
        });
    }
}

pipeline! {
    /// Extremes and conditions of discs, each with another value for what is outside.
    fn shaped_extremes(f: [f32; rows, cols]) -> (most, least, some, every) {
        border f = clamp;
        fn inside(dy, dx) = dy * dy + dx * dx <= 40;
        most(y, x) = max(dy in -6..=6, dx in -6..=6;
            if inside(dy, dx) { f(y + dy, x + dx) } else { -1e30 });
        least(y, x) = min(dy in -6..=6, dx in -6..=6;
            if inside(dy, dx) { f(y + dy, x + dx) } else { f(y, x) });
        some(y, x) = any(dy in -6..=6, dx in -6..=6;
            if inside(dy, dx) { f(y + dy, x + dx) > 0.99 } else { false }) as u8;
        every(y, x) = all(dy in -6..=6, dx in -6..=6;
            if inside(dy, dx) { f(y + dy, x + dx) > 0.01 } else { true }) as u8;
    }
}

#[test]
fn extremes_of_shaped_windows() {
    for stretch in ["most_x4", "least_x4", "some_x4", "every_x4"] {
        assert!(shaped_extremes::stages().contains(stretch), "{}", shaped_extremes::stages());
    }
    for shape in [[1, 1], [2, 40], [17, 16], [9, 67]] {
        let [h, w] = shape;
        let f = Image::from_fn(shape, |p| noise::<u8, 2>(shape, 5)[p] as f32 / 255.0);
        let results = agree!(shaped_extremes(&f); most, least, some, every);
        let (most, least, some, every) = results;
        let within = |y: usize, x: usize| {
            let square = (-6i64..=6).flat_map(|dy| (-6i64..=6).map(move |dx| (dy, dx)));
            let edge = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
            let f = &f;
            square
                .filter(|(dy, dx)| dy * dy + dx * dx <= 40)
                .map(move |(dy, dx)| f[[edge(y as i64 + dy, h), edge(x as i64 + dx, w)]])
        };
        assert_image(&most, shape, |[y, x]| within(y, x).fold(-1e30, f32::max));
        assert_image(&least, shape, |[y, x]| within(y, x).fold(f32::INFINITY, f32::min));
        assert_image(&some, shape, |[y, x]| within(y, x).any(|v| v > 0.99) as u8);
        assert_image(&every, shape, |[y, x]| within(y, x).all(|v| v > 0.01) as u8);
    }
}

pipeline! {
    /// A NaN is the second operand's business, in windows as elsewhere.
    #[float(strict)]
    fn with_nan(f: [f32; n]) -> (lower, higher) {
        border f = clamp;
        lower(x) = min(i in 0..30; f(x + i));
        higher(x) = max(i in -1..=1; f(x + i));
    }
}

#[test]
fn nan_in_windows() {
    let f = Image::from_fn([70], |[i]| if i % 19 == 7 { f32::NAN } else { (i * 13 % 29) as f32 });
    let (lower, higher) = agree!(with_nan(&f); lower, higher);
    let at = |i: i64| f[[i.clamp(0, 69) as usize]];
    assert_image(&lower, [70], |[x]| {
        let x = x as i64;
        (1..30).fold(at(x), |m, i| if m < at(x + i) { m } else { at(x + i) })
    });
    assert_image(&higher, [70], |[x]| {
        let x = x as i64;
        (0..=1).fold(at(x - 1), |m, i| if m > at(x + i) { m } else { at(x + i) })
    });
}

pipeline! {
    /// Combined from stretches, whose order is open.
    fn long_with_nan(f: [f32; n]) -> lower {
        border f = clamp;
        lower(x) = min(i in 0..30; f(x + i));
    }
}

#[test]
fn nan_in_long_windows() {
    for every in [19, 64] {
        let value = |i| if i % every == 7 { f32::NAN } else { (i * 13 % 29) as f32 };
        let f = Image::from_fn([200], |[i]| value(i));
        let lower = agree!(long_with_nan(&f); lower);
        for x in 0..200 {
            let window: Vec<f32> = (0..30).map(|i| f[[usize::min(x + i, 199)]]).collect();
            let found = lower[[x]];
            if window.iter().any(|v| v.is_nan()) {
                assert!(found.is_nan() || window.contains(&found), "at {x}");
            } else {
                assert_eq!(found, window.iter().copied().fold(f32::INFINITY, f32::min), "at {x}");
            }
        }
    }
}

pipeline! {
    /// Several windows over the same points, of what a stage says of each, in any order of its
    /// dimensions.
    fn weighted(img: [u8; rows, cols], f: [f32; rows, cols]) -> (mean, heaviest, some, near, floats)
    where rows ~ 9, cols ~ 40
    {
        border img = clamp;
        border f = mirror;
        weight(y, x, i, j) in [0..rows, 0..cols, -4..=4, -4..=4] =
            255 - abs_diff(img(y + i, x + j), img(y, x)) as i32 / (1 + abs(i) + abs(j));
        total(y, x) = sum(i in -4..=4, j in -4..=4; weight(y, x, i, j) * (img(y + i, x + j) as i32));
        mean(y, x) = total(y, x) / max(sum(k in -4..=4, l in -4..=4; weight(y, x, k, l)), 1);
        heaviest(y, x) = max(i in -4..=4, j in -4..=4; weight(y, x, i, j))
            - min(i in -4..=4, j in -4..=4; weight(y, x, i, j));
        some(y, x) = any(i in -4..=4, j in -4..=4; weight(y, x, i, j) < 99) as u8;
        // Windows that are written out.
        alike(y, x, i, j) in [0..rows, 0..cols, -1..=1, -1..=1] =
            exp(-0.001 * (f(y + i, x + j) - f(y, x)) * (f(y + i, x + j) - f(y, x)));
        near(y, x) = sum(i in -1..=1, j in -1..=1; alike(y, x, i, j) * f(y + i, x + j))
            / sum(i in -1..=1, j in -1..=1; alike(y, x, i, j));
        floats(y, x) = sum(j in -5..=5; f(y, x + j) * f(y, x)) / sum(j in -5..=5; abs(f(y, x + j)));
    }
}

pipeline! {
    /// Distances of bytes, whose totals are words, and extremes of what is wider than they are.
    fn of_two_pictures(img: [u8; rows, cols], part: [u8; 16, 16]) -> (distances, least, most) {
        border img = mirror;
        distances(y, x) = sum(j in 0..16, i in 0..16;
            abs(img(y + j - 8, x + i - 8) as i32 - part(j, i) as i32));
        least(y, x) = min(j in 0..16, i in 0..16; img(y + j, x - i) as i32 * 3 - part(j, i) as i32);
        most(y, x) = max(j in 0..16, i in 0..3; (img(y - j, x + i) as i32 + part(j, i) as i32) / 2);
    }
}

#[test]
fn windows_of_two_pictures() {
    for [h, w] in [[1, 1], [3, 16], [7, 67], [20, 131]] {
        for (img, part) in [
            (noise([h, w], 1), noise([16, 16], 2)),
            (Image::new([h, w], 255), Image::new([16, 16], 0)),
            (Image::new([h, w], 0), Image::new([16, 16], 255)),
        ] {
            agree!(of_two_pictures(&img, &part); a, b, c);
        }
    }
}

#[test]
fn several_windows_over_the_same_points() {
    for w in WIDTHS {
        let shape = [5, w];
        let img = noise::<u8, 2>(shape, 1);
        let f = noise::<f32, 2>(shape, 2);
        let (mean, heaviest, some, _, _) = agree!(weighted(&img, &f); a_, b_, c_, d_, e_);
        let at = |y: usize, i: i32, n: usize| (y as i32 + i).clamp(0, n as i32 - 1) as usize;
        let around = |[y, x]: [usize; 2]| {
            let offsets = (-4..=4).flat_map(|i| (-4..=4).map(move |j: i32| (i, j)));
            let img = &img;
            offsets.map(move |(i, j): (i32, i32)| {
                let value = img[[at(y, i, 5), at(x, j, w)]];
                let unlike = i32::from(value.abs_diff(img[[y, x]]));
                (255 - unlike / (1 + i.abs() + j.abs()), i32::from(value))
            })
        };
        assert_image(&mean, shape, |p| {
            let (total, weights) =
                around(p).fold((0, 0), |(t, w), (weight, value)| (t + weight * value, w + weight));
            total / weights.max(1)
        });
        assert_image(&heaviest, shape, |p| {
            around(p).map(|of| of.0).max().unwrap() - around(p).map(|of| of.0).min().unwrap()
        });
        assert_image(&some, shape, |p| u8::from(around(p).any(|of| of.0 < 99)));
    }
}
