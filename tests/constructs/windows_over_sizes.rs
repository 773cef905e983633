//! Windows whose ends are sizes: of one point, of none, of more than the picture has.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    fn product(a: [f32; m, k], b: [f32; k, n]) -> c {
        c(y, x) in [0..m, 0..n] = sum(i in 0..k; a(y, i) * b(i, x));
    }
}

pipeline! {
    /// The same of integers, which have one value in any order.
    fn whole_product(a: [i16; m, k], b: [i16; k, n]) -> c {
        c(y, x) in [0..m, 0..n] = sum(i in 0..k; a(y, i) as i32 * b(i, x) as i32);
    }
}

#[test]
fn products_of_matrices() {
    for [m, k, n] in [[1, 1, 1], [3, 1, 4], [5, 7, 3], [17, 33, 65], [64, 40, 131]] {
        agree!(product(&noise([m, k], 1), &noise([k, n], 2)));
        let (a, b) = (noise::<i16, 2>([m, k], 3), noise::<i16, 2>([k, n], 4));
        let c = agree!(whole_product(&a, &b));
        assert_image(&c, [m, n], |[y, x]| {
            (0..k).fold(0, |sum: i32, i| {
                sum.wrapping_add(i32::from(a[[y, i]]).wrapping_mul(i32::from(b[[i, x]])))
            })
        });
    }
}

macro_rules! filters {
    ($($name:ident: $mode:ident $(($value:literal))?;)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                /// Weights of any size, their mean, and what is filtered with them twice.
                fn filter(img: [f32; rows, cols], weights: [f32; high, wide]) -> (once, twice) {
                    border img = $mode $(($value))?;
                    border once = $mode $(($value))?;
                    once(y, x) in [0..rows, 0..cols] = sum(j in 0..high, i in 0..wide;
                        weights(j, i) * img(y + j - high / 2, x + i - wide / 2));
                    twice(y, x) in [0..rows, 0..cols] = once(y - 1, x) + sum(j in 0..high, i in 0..wide;
                        weights(j, i) * once(y + j - high / 2, x + i - wide / 2));
                }
            }

            #[test]
            fn weights_of_any_size() {
                for [h, w] in [[1, 1], [2, 7], [5, 16], [9, 33], [23, 67]] {
                    let img: Image<f32, 2> = noise([h, w], 1);
                    for size in [[1, 1], [2, 5], [3, 3], [9, 4]] {
                        agree!(filter(&img, &noise(size, 2)); once, twice);
                    }
                }
            }
        }
    )*};
}
filters! {
    mirrored: mirror101;
    repeated: repeat;
    surrounded: constant(0.5);
}

pipeline! {
    /// A picture searched for another one, and the best place of each row.
    fn search(img: [u8; rows, cols], part: [u8; high, wide]) -> (differences, best) {
        differences(y, x) = sum(j in 0..high, i in 0..wide;
            abs(img(y + j, x + i) as i32 - part(j, i) as i32) as u32);
        best(y) in [0..=rows - high] = min(x in 0..=cols - wide; differences(y, x));
    }
}

#[test]
fn a_picture_in_another_one() {
    for [h, w, high, wide] in [[1, 1, 1, 1], [9, 40, 2, 3], [30, 33, 7, 19], [12, 70, 12, 5]] {
        let img: Image<u8, 2> = noise([h, w], 1);
        let (y, x) = ((h - high) / 2, w - wide);
        let part = Image::from_fn([high, wide], |[j, i]| img[[y + j, x + i]]);
        let (differences, best) = agree!(search(&img, &part); a, b);
        assert_eq!((differences[[y, x]], best[[y]]), (0, 0), "{h} × {w}, {high} × {wide}");
    }
    let refused = search(&noise([4, 5], 1), &noise([6, 5], 2)).expect_err("it is larger");
    let why = "`differences` would have no points in dimension 0 for rows = 4, cols = 5, high = 6, \
               wide = 5";
    assert_eq!(refused.to_string(), why);
}

pipeline! {
    /// All operators, steps, ends that are quotients, a part that is constant.
    fn kinds(a: [i32; rows, cols], f: [f32; rows, cols], reach: size)
        -> (most, sparse, some, every, times, channels, centred)
    {
        border a = clamp;
        border f = mirror;
        most(y) in [0..rows] = max(x in 0..cols; a(y, x));
        sparse(y) in [0..rows] = sum(x in 1..cols step 3; (x + 1) * a(y, x));
        some(y) in [0..rows] = any(x in 0..cols / 2; a(y, x) > 2_000_000_000) as u8;
        every(x) in [0..cols] = all(y in rows / 3..rows; f(y, x) > -90.0) as u8;
        times(x) in [0..cols] = product(y in 0..rows; f(y, x));
        channels(y, x) in [0..rows, 0..cols] =
            sum(c in 0..3, i in -reach..=reach; if c == 1 { a(y, x + i) } else { c * a(y + c, x) });
        centred(y, x) in [0..rows, 0..cols] = sum(j in 0..3; sum(i in 0..reach + j; f(y + j, x - i)))
            / max(i in 0..=reach; abs(f(y, x + i)));
    }
}

#[test]
fn operators_and_ends() {
    for [h, w] in [[1, 1], [1, 2], [2, 7], [7, 33], [5, 67], [150, 3]] {
        for reach in [1, 2, 4, 11] {
            let (a, f) = (noise::<i32, 2>([h, w], 1), noise::<f32, 2>([h, w], 2));
            let results = agree!(kinds(&a, &f, reach); a_, b_, c_, d_, e_, f_, g_);
            let most = (0..h).map(|y| (0..w).map(|x| a[[y, x]]).max().expect("columns"));
            assert_eq!(results.0.as_slice(), most.collect::<Vec<_>>());
            assert_image(&results.1, [h], |[y]| {
                (1..w)
                    .step_by(3)
                    .fold(0i32, |sum, x| sum.wrapping_add((x as i32 + 1).wrapping_mul(a[[y, x]])))
            });
        }
    }
}

pipeline! {
    /// Of none of few points.
    fn none(a: [i32; n], f: [f32; n]) -> (most, least, total, times, some, every, scaled) {
        most(x) in [0..n] = max(i in 0..n / 4; a(i));
        least(x) in [0..n] = min(i in 0..n / 4; f(i));
        total(x) in [0..n] = sum(i in 0..n / 4; f(i));
        times(x) in [0..n] = product(i in 0..n / 4; a(i));
        some(x) in [0..n] = any(i in 0..n / 4; a(i) > 0) as u8;
        every(x) in [0..n] = all(i in 0..n / 4; a(i) > 0) as u8;
        scaled(x) in [0..n] = 2.0 * f(x) + sum(i in 8..n step 2; f(i) * f(i - 8));
    }
}

#[test]
fn windows_of_no_points() {
    for n in [1, 2, 3, 4, 7, 8, 9, 10, 11, 100] {
        let (a, f) = (noise::<i32, 1>([n], 1), noise::<f32, 1>([n], 2));
        let (most, least, total, times, some, every, scaled) =
            agree!(none(&a, &f); a_, b_, c_, d_, e_, f_, g_);
        if n < 4 {
            assert_eq!((most[[0]], least[[0]]), (i32::MIN, f32::INFINITY));
            assert_eq!((total[[0]], times[[0]]), (0.0, 1));
            assert_eq!((some[[0]], every[[0]], scaled[[0]]), (0, 1, 2.0 * f[[0]]));
        }
    }
}

pipeline! {
    /// Rows are made to have a mean of zero, in one group with what is before and after them.
    fn normalised(img: [u8; rows, cols], weights: [f32; taps]) -> out {
        border img = clamp;
        smooth(y, x) in [0..rows, 0..cols] =
            sum(t in 0..taps; weights(t) * img(y + t - taps / 2, x) as f32);
        mean(y) in [0..rows] = sum(x in 0..cols; smooth(y, x)) / cols as f32;
        out(y, x) in [0..rows, 0..cols] = smooth(y, x) - mean(y);
    }
}

#[test]
fn means_of_rows() {
    for [h, w] in [[1, 1], [3, 40], [50, 129], [131, 33]] {
        for taps in [1, 4, 9] {
            agree!(normalised(&noise([h, w], 1), &noise([taps], 2)));
        }
    }
    let stages = normalised::stages().to_string();
    assert!(stages.contains("mean_copies"), "{stages}");
}

pipeline! {
    /// One point, and one of each channel, of all of a picture.
    fn totals(img: [u8; rows, cols], rgb: [f32; rows, cols, 3]) -> (mean, brightest, channels, spread)
    where rows ~ 480, cols ~ 640
    {
        mean(i) in [0..1] = sum(y in 0..rows, x in 0..cols; img(y, x) as u32) / (rows as u32 * cols as u32);
        brightest(i) in [0..1] = max(y in 0..rows, x in 0..cols; img(y, x));
        channels(c) in [0..3] = sum(y in 0..rows, x in 0..cols; rgb(y, x, c));
        spread(c, i) in [0..3, 0..1] = max(y in 0..rows, x in 0..cols; rgb(y, x, c))
            - min(y in 0..rows, x in 0..cols; rgb(y, x, c));
    }
}

#[test]
fn totals_of_pictures() {
    for [h, w] in [[1, 1], [2, 70], [131, 9], [40, 300]] {
        let (img, rgb) = (noise::<u8, 2>([h, w], 1), noise::<f32, 3>([h, w, 3], 2));
        let (mean, brightest, ..) = agree!(totals(&img, &rgb); a, b, c, d);
        let sum: u32 = img.as_slice().iter().map(|v| u32::from(*v)).sum();
        assert_eq!(mean[[0]], sum / (h * w) as u32);
        assert_eq!(Some(&brightest[[0]]), img.as_slice().iter().max());
    }
    let stages = totals::stages().to_string();
    assert!(stages.contains("mean_total.parts") && stages.contains("channels.parts"), "{stages}");
}
