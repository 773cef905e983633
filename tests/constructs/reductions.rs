//! Reductions: initial values and updates.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{Same, WIDTHS, assert_image, noise};

pipeline! {
    fn histogram(img: [u8; rows, cols]) -> (hist, cumulated) {
        hist(b) in [0..256]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        cumulated(b) = case { b == 0 => hist(b), else => cumulated(b - 1) + hist(b) };
    }
}

#[test]
fn histograms_count_every_pixel() {
    for w in WIDTHS {
        for h in [1, 2, 3, 17, 40] {
            let img = noise::<u8, 2>([h, w], 1);
            let (hist, cumulated) = agree!(histogram(&img); a_, b_);
            let mut expected = vec![0u32; 256];
            img.as_slice().iter().for_each(|p| expected[usize::from(*p)] += 1);
            assert_eq!(hist.as_slice(), expected);
            assert_eq!(cumulated[[255]], (h * w) as u32);
        }
    }
}

pipeline! {
    /// What is subtracted, from types with a sign and without.
    fn differences(a: [f32; rows, cols], b: [i16; rows, cols], c: [u8; rows, cols]) -> (lines, left, rest) {
        lines(y) in [0..rows]: f32 = 1.0;
        lines(y) -= a(y, x) for (y, x) in [0..rows, 0..cols];
        left(x) in [0..cols]: i16 = 100;
        left(x) -= b(y, x) for (y, x) in [0..rows, 0..cols];
        rest(i) in [0..4]: u8 = 200;
        rest(c(y, x) % 4) -= c(y, x) for (y, x) in [0..rows, 0..cols];
        rest(3) -= 1 for y in [0..rows];
    }
}

#[test]
fn updates_subtract() {
    for w in WIDTHS {
        let (a, b) = (noise::<f32, 2>([5, w], 1), noise::<i16, 2>([5, w], 2));
        let c = noise::<u8, 2>([5, w], 3);
        let (lines, left, rest) = agree!(differences(&a, &b, &c); a_, b_, c_);
        assert_image(&lines, [5], |[y]| (0..w).fold(1.0, |sum, x| sum - a[[y, x]]));
        assert_image(&left, [w], |[x]| (0..5).fold(100i16, |sum, y| sum.wrapping_sub(b[[y, x]])));
        let mut expected = [200u8; 4];
        for v in c.as_slice() {
            let bin = &mut expected[usize::from(v % 4)];
            *bin = bin.wrapping_sub(*v);
        }
        expected[3] = expected[3].wrapping_sub(5);
        assert_eq!(rest.as_slice(), expected);
    }
}

pipeline! {
    /// Targets that are affine, with every operator.
    fn sums(a: [f32; rows, cols], b: [i32; rows, cols]) -> (lines, columns, total, extremes, products) {
        lines(y) in [0..rows]: f32 = 1.0;
        lines(y) += a(y, x) for (y, x) in [0..rows, 0..cols];
        columns(x) in [0..cols]: f32 = 0.5 * x as f32;
        columns(x) += a(y, x) * 2.0 for (y, x) in [0..rows, 0..cols];
        columns(x) max= a(rows - 1 - y, x) for (y, x) in [0..rows, 0..cols];
        total(i) in [0..1]: i32 = 7;
        total(0) += b(y, x) for (y, x) in [0..rows, 0..cols];
        extremes(i) in [0..2]: f32 = case { i == 0 => 1000.0, else => -1000.0 };
        extremes(0) min= a(y, x) for (y, x) in [0..rows, 0..cols];
        extremes(1) max= a(y, x) for (y, x) in [0..rows, 0..cols];
        products(y, x) in [0..rows, 0..cols + 1] = 3;
        products(y, x + 1) *= b(y, x) for (y, x) in [0..rows, 0..cols];
        products(y, 0) += b(y, x) for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn affine_targets_are_updated_in_order() {
    for w in WIDTHS {
        for h in [1, 2, 5, 16, 17, 33] {
            let a = noise::<f32, 2>([h, w], 2);
            let b = noise::<i32, 2>([h, w], 3);
            let (lines, columns, total, extremes, products) =
                agree!(sums(&a, &b); a_, b_, c_, d_, e_);
            assert_image(&lines, [h], |[y]| (0..w).fold(1.0, |s, x| s + a[[y, x]]));
            assert_image(&columns, [w], |[x]| {
                let sum = (0..h).fold(0.5 * x as f32, |s, y| s + a[[y, x]] * 2.0);
                let larger = |s: f32, v: f32| if s > v { s } else { v };
                (0..h).rev().fold(sum, |s, y| larger(s, a[[y, x]]))
            });
            let sum = b.as_slice().iter().fold(7i32, |s, v| s.wrapping_add(*v));
            assert_eq!(total.as_slice(), [sum]);
            let lowest = a.as_slice().iter().fold(1000.0f32, |s, v| if s < *v { s } else { *v });
            assert_eq!(extremes[[0]].to_bits(), lowest.to_bits());
            assert_image(&products, [h, w + 1], |[y, x]| match x {
                0 => (0..w).fold(3i32, |s, x| s.wrapping_add(b[[y, x]])),
                x => 3i32.wrapping_mul(b[[y, x - 1]]),
            });
        }
    }
}

pipeline! {
    /// The first stage of the bilateral grid: cells of pixels and intensities.
    fn grid(img: [f32; rows, cols]) -> (weights, values) {
        z(y, x) = clamp((img(y, x) * 7.0) as i32, 0, 7);
        weights(gy, gx, gz) in [0..=(rows + 2) / 4, 0..=cols / 8, 0..8]: f32 = 0.0;
        weights((y + 2) / 4, x / 8, z(y, x)) += 1.0 for (y, x) in [0..rows, 0..cols];
        values(gy, gx, gz) in [0..=rows / 4, 0..=cols / 8, 0..8] = 0.0;
        values(y / 4, x / 8, clamp(z(y, x) + 1, 0, 7)) += img(y, x) for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn a_grid_of_cells() {
    for w in WIDTHS {
        for h in [1, 2, 3, 4, 5, 6, 7, 30, 31, 32] {
            let img = noise::<f32, 2>([h, w], 5);
            let (weights, values) = agree!(grid(&img); a_, b_);
            assert_eq!(weights.as_slice().iter().sum::<f32>(), (h * w) as f32);
            let z = |y, x| ((img[[y, x]] * 7.0) as i32).clamp(0, 7);
            let mut expected = Image::new([h / 4 + 1, w / 8 + 1, 8], 0.0f32);
            for y in 0..h {
                for x in 0..w {
                    expected[[y / 4, x / 8, (z(y, x) + 1).clamp(0, 7) as usize]] += img[[y, x]];
                }
            }
            values.assert_same(&expected, "values");
        }
    }
}

pipeline! {
    /// Reductions between the stages that they sum and those that read them, as on large pictures:
    /// cells at data, rows of sums that share a row, rows that only have their initial value.
    fn between(img: [f32; rows, cols]) -> (out, light)
    where rows ~ 4096, cols ~ 4096, rows >= 8, cols >= 8
    {
        border img = clamp;
        soft(y, x) in [0..rows, 0..cols] =
            img(y - 1, x) + 2.0 * img(y, x) + img(y + 1, x) + img(y, x - 1) + img(y, x + 1);
        border soft = clamp;
        cells(k, y, z, x) in [0..2, 0..=rows / 8, 0..16, 0..=cols / 8] = 0.25;
        cells(0, y, clamp((soft(8*y + dy, 8*x + dx) * 2.0) as i32, 0, 15), x) += soft(8*y + dy, 8*x + dx)
            for (y, x, dy, dx) in [0..rows / 8, 0..cols / 8, -1..=8, -1..=8];
        cells(1, (y + 1) / 8, 3, x) max= soft(y, 8*x) for (y, x) in [1..rows, 0..cols / 8];
        border cells = clamp;
        even(k, y, z, x) in [0..2, 0..=rows / 8, 0..16, 0..=cols / 8] =
            cells(k, y - 1, z, x) + cells(k, y, z, x) + cells(k, y + 1, z, x);
        out(y, x) in [0..rows, 0..cols] =
            even(0, y / 8, clamp((soft(y, x) * 2.0) as i32, 0, 15), x / 8) - even(1, y / 8, 3, x / 8);
        light(y, x) in [0..=rows / 4, 0..=cols] = 1.0;
        light(y / 4, x + 1) *= soft(y, x) for (y, x) in [2..rows, 0..cols];
        light(y, x) += soft(4*y + dy, x) for (y, x, dy) in [0..rows / 4, 0..cols, 0..4];
    }
}

#[test]
fn reductions_are_computed_with_the_stages_around_them() {
    let plan = between::plan().to_string();
    assert!(!plan.contains(": cells\n"), "{plan}");
    for w in [8, 9, 15, 16, 17, 40, 67] {
        for h in [8, 9, 13, 16, 31, 64, 150] {
            let img = noise::<f32, 2>([h, w], 9);
            let (out, light) = agree!(between(&img); a_, b_);
            assert_eq!((out.shape(), light.shape()), ([h, w], [h / 4 + 1, w + 1]));
        }
    }
}

pipeline! {
    /// Updates that use borders, windows, gathers, and a domain of their own.
    fn mixed(a: [u8; n], t: [i16; 16], m: size) -> (out, far, none) {
        border a = mirror;
        out(i, k) in [0..4, 0..5]: i16 = (i * 10 + k) as i16;
        out(a(i) % 4, k) += t((a(i - 1) / 16) as i32) + k as i16
            for (i, k) in [0..n, 0..5];
        out(2, 1) max= sum(d in -2..=2; a(i + d) as i16) for (i) in [0..n step 3];
        far(i) in [0..n]: u8 = a(i);
        border far = constant(9);
        far(n - 1 - i) += a(i) for (i) in [1..n];
        none(i) in [0..3]: u16 = 4;
        none(a(i) % 3) += 1 for (i) in [m..n];
    }
}

#[test]
fn updates_read_what_stages_read() {
    let t = noise::<i16, 1>([16], 8);
    for n in [1usize, 2, 3, 8, 9, 16, 31, 40] {
        let a = noise::<u8, 1>([n], 7);
        let (_, far, none) = agree!(mixed(&a, &t, n + 5); a_, b_, c_);
        assert_eq!(none.as_slice(), [4, 4, 4], "nothing is updated over an empty domain");
        assert_image(&far, [n], |[i]| match n - 1 - i {
            0 => a[[i]],
            j => a[[i]].wrapping_add(a[[j]]),
        });
        let (_, _, none) = agree!(mixed(&a, &t, 1); a_, b_, c_);
        assert_eq!(none.as_slice().iter().sum::<u16>(), 12 + n as u16 - 1);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let img = noise::<u8, 2>([301, 203], 1);
    let values = noise::<f32, 2>([301, 203], 2);
    let ints = noise::<i32, 2>([301, 203], 3);
    let run = || (histogram(&img), sums(&values, &ints), grid(&values), between(&values));
    let (hist, sum, cells, rolled) = run();
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let (h, s, c, r) = pool.install(run);
        hist.as_ref().expect("a run").assert_same(&h.expect("a run"), "histogram");
        sum.as_ref().expect("a run").assert_same(&s.expect("a run"), "sums");
        cells.as_ref().expect("a run").assert_same(&c.expect("a run"), "grid");
        rolled.as_ref().expect("a run").assert_same(&r.expect("a run"), "between");
    }
}

pipeline! {
    /// Reductions over one variable, long enough to be cut into lines.
    fn signal(a: [f32; n], bins: [u8; n]) -> (total, loudest, hist) where n ~ 1000000 {
        total(z) in [0..1] = 0.5;
        total(0) += a(i) for (i) in [0..n];
        loudest(z) in [0..1] = a(0);
        loudest(0) max= abs(a(i)) for (i) in [1..n step 3];
        hist(b) in [0..256]: u32 = b as u32;
        hist(bins(i)) += 1 for (i) in [5..n];
    }
}

#[test]
fn lines_of_one_variable() {
    for n in [1usize, 5, 6, 1023, 1024, 1029, 70_001] {
        let a = noise::<f32, 1>([n], 10);
        let bins = noise::<u8, 1>([n], 11);
        let (_, loudest, hist) = agree!(signal(&a, &bins); a_, b_, c_);
        let others = a.as_slice().iter().skip(1).step_by(3);
        let wanted = others.fold(a[[0]], |m, v| if m > v.abs() { m } else { v.abs() });
        assert_eq!(loudest[[0]].to_bits(), wanted.to_bits(), "{n}");
        for b in 0..256usize {
            let same = bins.as_slice().iter().skip(5).filter(|v| usize::from(**v) == b).count();
            assert_eq!(hist[[b]] as usize, b + same, "{n}");
        }
    }
}

pipeline! {
    /// One point for all of a row: sums, products, the least and the largest.
    fn sums_of_rows(img: [i16; rows, cols]) -> (total, times, lowest, highest, pairs, floats)
    where rows ~ 3000, cols ~ 4000
    {
        total(y) in [0..rows]: i32 = y;
        total(y) += img(y, x) as i32 for (y, x) in [0..rows, 0..cols];
        times(y) in [0..rows]: i32 = 3;
        times(y) *= (img(y, x) as i32) | 1 for (y, x) in [0..rows, 1..cols];
        lowest(y) in [0..rows]: i16 = 32767;
        lowest(y) min= img(y, x) for (y, x) in [0..rows, 0..cols];
        highest(y) in [0..rows]: i16 = -32768;
        highest(y) max= img(y, x) for (y, x) in [0..rows, 0..cols];
        pairs(k, y) in [0..2, 0..=rows / 2]: i32 = 0;
        pairs(1, y / 2) += img(y, x) as i32 for (y, x) in [0..rows, 0..cols];
        floats(y) in [0..rows]: f32 = 0.5;
        floats(y) += img(y, x) as f32 for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn reductions_along_rows() {
    assert!(sums_of_rows::stages().contains("total.parts"), "copies of each row");
    assert!(!sums_of_rows::stages().contains("floats.parts"), "the order is given");
    for [h, w] in [[1, 1], [2, 127], [3, 128], [1, 129], [7, 300]] {
        let img = noise::<i16, 2>([h, w], 1);
        let (total, times, lowest, highest, pairs, floats) =
            agree!(sums_of_rows(&img); a_, b_, c_, d_, e_, f_);
        let row = |y: usize| (0..w).map(move |x| (y, x)).map(|(y, x)| img[[y, x]]);
        let wide = |y: usize| row(y).map(i32::from);
        assert_image(&total, [h], |[y]| wide(y).fold(y as i32, i32::wrapping_add));
        assert_image(&times, [h], |[y]| wide(y).skip(1).fold(3, |p: i32, v| p.wrapping_mul(v | 1)));
        assert_image(&lowest, [h], |[y]| row(y).min().unwrap());
        assert_image(&highest, [h], |[y]| row(y).max().unwrap());
        assert_image(&pairs, [2, h / 2 + 1], |[k, y]| {
            let rows = (2 * y..2 * y + 2).filter(|y| *y < h && k == 1);
            rows.flat_map(wide).fold(0, i32::wrapping_add)
        });
        assert_image(&floats, [h], |[y]| row(y).fold(0.5, |sum, v| sum + f32::from(v)));
    }
}

pipeline! {
    /// Few planes of large pictures, which are summed in parts: of pixels and of planes.
    fn of_planes(img: [u8; rows, cols, 3], planes: [f32; 3, rows, cols])
        -> (sums, halves, hist, tall, wide)
    where rows ~ 2000, cols ~ 2000
    {
        sums(c) in [0..3]: u32 = 5;
        sums(c) += img(y, x, c) as u32 for (y, x, c) in [0..rows, 0..cols, 0..3];
        halves(c) in [0..3]: f32 = 0.0;
        halves(c) += planes(c, y, x) for (c, y, x) in [0..3, 0..rows, 0..cols];
        hist(c, b) in [0..3, 0..256]: u32 = 0;
        hist(c, img(y, x, c)) += 1 for (y, x, c) in [0..rows, 0..cols, 0..3];
        tall(x, c) in [0..cols, 0..3]: u16 = 0;
        tall(x, c) += img(y, x, c) as u16 for (y, x, c) in [0..rows, 0..cols, 0..3];
        wide(y, c) in [0..rows, 0..3]: u16 = 0;
        wide(y, c) max= img(y, x, c) as u16 for (y, x, c) in [0..rows, 0..cols, 0..3];
    }
}

#[test]
fn few_planes_are_summed() {
    for [h, w] in [[1, 1], [1, 31], [2, 32], [3, 33], [9, 65], [17, 127], [131, 257]] {
        let (img, planes) = (noise::<u8, 3>([h, w, 3], 1), noise::<f32, 3>([3, h, w], 2));
        let (sums, _, hist, tall, wide) = agree!(of_planes(&img, &planes); a, b, c, d, e);
        let pixels = || img.as_slice().chunks_exact(3);
        assert_image(&sums, [3], |[c]| 5 + pixels().map(|p| u32::from(p[c])).sum::<u32>());
        assert_image(&hist, [3, 256], |[c, b]| {
            pixels().filter(|p| usize::from(p[c]) == b).count() as u32
        });
        assert_image(&wide, [h, 3], |[y, c]| {
            (0..w).map(|x| u16::from(img[[y, x, c]])).max().unwrap_or(0)
        });
        assert_image(&tall, [w, 3], |[x, c]| (0..h).map(|y| u16::from(img[[y, x, c]])).sum());
    }
}

pipeline! {
    /// Rows that come one after the other to the same points, eight at a time.
    fn in_turn(img: [i16; rows, cols], gain: f32) -> (sums, least, whole) {
        sums(x) in [0..cols]: f32 = 0.5;
        sums(x) += (img(y, x) as f32) * gain for (y, x) in [0..rows, 0..cols];
        least(x) in [0..cols]: i16 = 30000;
        least(x) min= img(y, x) for (y, x) in [0..rows, 0..cols];
        least(x) -= img(0, x) for (y, x) in [0..rows, 0..cols];
        whole(x) in [0..cols]: i32 = 1;
        whole(x) *= (img(y, x) as i32) | 1 for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn updates_in_turn_keep_their_order() {
    for w in WIDTHS {
        for h in [1, 2, 7, 8, 9, 16, 29] {
            let img = noise::<i16, 2>([h, w], 3);
            let (sums, least, whole) = agree!(in_turn(&img, 0.3); a, b, c);
            let column = |x: usize| (0..h).map(move |y| (y, x));
            let value = |(y, x): (usize, usize)| img[[y, x]];
            assert_image(&sums, [w], |[x]| {
                column(x).fold(0.5, |sum, at| sum + f32::from(value(at)) * 0.3)
            });
            assert_image(&least, [w], |[x]| {
                let least = column(x).map(value).fold(30000, i16::min);
                (0..h).fold(least, |least, _| least.wrapping_sub(img[[0, x]]))
            });
            assert_image(&whole, [w], |[x]| {
                column(x).fold(1i32, |of, at| of.wrapping_mul(i32::from(value(at)) | 1))
            });
        }
    }
}
