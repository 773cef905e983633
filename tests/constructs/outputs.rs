//! Several outputs, outputs that other stages read, stages of bools.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn harvest(a: [f32; rows, cols]) -> (first, last, count, middle) {
        border first = mirror101;
        border middle = repeat;
        first(y, x) = a(y, x) * 2.0;
        middle(y, x) in [0..rows, 0..cols] = first(y, x - 1) + first(y + 1, x);
        last(y, x) in [0..rows, 0..cols] = middle(y, x + 1) - first(y, x);
        large(y, x) = middle(y, x) > a(y, x);
        count(y, x) = if large(y, x) && first(y, x) < 50.0 { 3u8 } else { large(y, x) as u8 };
    }
}

#[test]
fn outputs_are_read_by_stages() {
    for w in WIDTHS {
        let [h, w] = [3, w];
        let a = noise::<f32, 2>([h, w], 1);
        let (first, last, count, middle) = agree!(harvest(&a); a_, b_, c_, d_);
        let fold = |i: i64, n: usize| {
            if n == 1 {
                0
            } else {
                let p = 2 * n as i64 - 2;
                let i = i.rem_euclid(p);
                i.min(p - i) as usize
            }
        };
        let one = |y: usize, x: usize| a[[y, x]] * 2.0;
        let mid =
            |y: usize, x: usize| one(y, fold(x as i64 - 1, w)) + one(fold(y as i64 + 1, h), x);
        assert_image(&first, [h, w], |[y, x]| one(y, x));
        assert_image(&middle, [h, w], |[y, x]| mid(y, x));
        assert_image(&last, [h, w], |[y, x]| mid(y, (x + 1) % w) - one(y, x));
        assert_image(&count, [h, w], |[y, x]| {
            let large = mid(y, x) > a[[y, x]];
            if large && one(y, x) < 50.0 { 3 } else { large.into() }
        });
    }
}

pipeline! {
    /// Masks with neighbourhoods, borders and gathers.
    fn masks(a: [u8; rows, cols]) -> (eroded, dilated, crowd, looked) {
        mask(y, x) = a(y, x) > 60;
        border mask = constant(false);
        eroded(y, x) in [0..rows, 0..cols] = all(j in -1..=1, i in -1..=1; mask(y + j, x + i)) as u8;
        grown(y, x) in [0..rows, 0..cols] = any(i in -4..=4; mask(y, x + i));
        dilated(y, x) = grown(y, x) as u8 * 255;
        crowd(y, x) in [0..rows, 0..cols] = sum(j in -2..=2; mask(y + j, x) as i32);
        good(i) in [0..256] = i % 3 == 1;
        looked(y, x) = if good(a(y, x)) { a(y, x) } else { 0 };
    }
}

#[test]
fn stages_of_bools() {
    for w in WIDTHS {
        let [h, w] = [6, w];
        let a = noise::<u8, 2>([h, w], 1);
        let (eroded, dilated, crowd, looked) = agree!(masks(&a); a_, b_, c_, d_);
        let mask = |y: i64, x: i64| {
            (0..h as i64).contains(&y)
                && (0..w as i64).contains(&x)
                && a[[y as usize, x as usize]] > 60
        };
        let near = |[y, x]: [usize; 2], j: i64, i: i64| mask(y as i64 + j, x as i64 + i);
        assert_image(&eroded, [h, w], |at| {
            (-1..=1).all(|j| (-1..=1).all(|i| near(at, j, i))).into()
        });
        assert_image(&dilated, [h, w], |at| if (-4..=4).any(|i| near(at, 0, i)) { 255 } else { 0 });
        assert_image(&crowd, [h, w], |at| (-2..=2).map(|j| i32::from(near(at, j, 0))).sum());
        assert_image(&looked, [h, w], |at| if a[at] % 3 == 1 { a[at] } else { 0 });
    }
}

pipeline! {
    fn tensor(img: [f32; rows, cols]) -> (u, v) {
        border img = clamp;
        border ix = mirror;
        ix(y, x) = img(y, x + 1) - img(y, x - 1);
        iy(y, x) = img(y + 1, x) - img(y - 1, x);
        u(y, x) = ix(y - 1, x) * iy(y, x) + ix(y + 1, x);
        border u = clamp;
        v(y, x) = u(y + 2, x) - 0.5 * u(y - 1, x - 1) + iy(y, x);
    }
}

pipeline! {
    fn pyramid(img: [i32; rows, cols]) -> (fine, half, quarter, back)
    where rows % 4 == 0, cols % 4 == 0
    {
        border img = clamp;
        border fine = clamp;
        border half = clamp;
        border quarter = clamp;
        fine(y, x) = img(y - 1, x) + img(y, x + 1);
        half(y, x) in [0..rows / 2, 0..cols / 2] = fine(2 * y, 2 * x) + fine(2 * y + 1, 2 * x - 1);
        quarter(y, x) in [0..rows / 4, 0..cols / 4] = half(2 * y - 1, 2 * x) - half(2 * y, 2 * x + 1);
        back(y, x) in [0..rows, 0..cols] = fine(y, x) - quarter(y / 4, x / 4 + 1);
    }
}

#[test]
fn results_that_others_are_made_from() {
    for [h, w] in [[1, 1], [2, 3], [7, 40], [65, 130], [150, 33]] {
        drop(agree!(tensor(&noise::<f32, 2>([h, w], 11)); u, v));
    }
    assert!(tensor::plan().to_string().matches("\nGroup ").count() == 1, "{}", tensor::plan());
}

#[test]
fn all_levels_of_a_pyramid() {
    for [h, w] in [[4, 4], [4, 60], [28, 8], [132, 100]] {
        let img = noise::<i32, 2>([h, w], 12);
        drop(agree!(pyramid(&img); fine, half, quarter, back));
    }
}

pipeline! {
    /// A stage that a result copies, and that a result of more dimensions reads.
    fn copied(a: [f32; rows, cols]) -> (scaled, kept) {
        border a = clamp;
        border total = constant(7.0);
        total(y, x) in [0..rows, 0..cols] = a(y - 1, x) + a(y, x + 1);
        scaled(c, y, x) in [0..3, 0..rows, 0..cols] =
            total(y, x - 1) * (c as f32) + total(y + 2, x);
        kept(y, x) = total(y, x);
    }
}

#[test]
fn a_stage_that_a_result_copies_is_the_result() {
    assert!(copied::plan().to_string().contains("total into kept"), "{}", copied::plan());
    for w in WIDTHS {
        let [h, w] = [5, w];
        let a = noise::<f32, 2>([h, w], 1);
        let (scaled, kept) = agree!(copied(&a); a_, b_);
        let total = |y: usize, x: usize| a[[y.saturating_sub(1), x]] + a[[y, (x + 1).min(w - 1)]];
        assert_image(&kept, [h, w], |[y, x]| total(y, x));
        assert_image(&scaled, [3, h, w], |[c, y, x]| {
            let left = if x == 0 { 7.0 } else { total(y, x - 1) };
            let below = if y + 2 < h { total(y + 2, x) } else { 7.0 };
            left * c as f32 + below
        });
    }
}
