//! Border modes on inputs and stages, with offsets far beyond the extents.

use pipeline::__rt::{Border, Gather as _, Src};
use pipeline::{Image, pipeline};
use pipeline_core::ir::{BorderMode, ElemType, Value};

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

/// What stands for coordinate `i` of `0..n`; `None` is the constant.
type Redirect = fn(i64, i64) -> Option<i64>;

fn clamp(i: i64, n: i64) -> Option<i64> {
    Some(i.clamp(0, n - 1))
}

/// Steps from place to place, turning at the ends, which are seen twice.
fn mirror(i: i64, n: i64) -> Option<i64> {
    let i = if i < 0 { -1 - i } else { i };
    let turns = i / n;
    Some(if turns % 2 == 0 { i % n } else { n - 1 - i % n })
}

/// The same, with ends that are seen once.
fn mirror101(i: i64, n: i64) -> Option<i64> {
    if n == 1 {
        return Some(0);
    }
    let i = i.abs();
    let turns = i / (n - 1);
    Some(if turns % 2 == 0 { i % (n - 1) } else { n - 1 - i % (n - 1) })
}

fn repeat(i: i64, n: i64) -> Option<i64> {
    Some(((i % n) + n) % n)
}

fn constant(i: i64, n: i64) -> Option<i64> {
    (0..n).contains(&i).then_some(i)
}

macro_rules! bordered {
    ($($name:ident: $mode:ident $(($value:literal))?),* $(,)?) => {$(
        pipeline! {
            fn $name(img: [i16; rows, cols]) -> (near, far, chained) {
                border img = $mode $(($value))?;
                near(y, x) = img(y - 1, x) + 3 * img(y, x + 2) - img(y + 1, x - 3);
                far(y, x) = img(y + 40, x - 41) + 5 * img(y - 7, x + 23);
                border near = $mode $(($value))?;
                chained(y, x) in [0..rows, 0..cols] = near(y, x - 2) + 7 * near(y + 9, x + 1);
            }
        }
    )*};
}
bordered! {
    with_clamp: clamp,
    with_mirror: mirror,
    with_mirror101: mirror101,
    with_repeat: repeat,
    with_constant: constant(-9),
}

pipeline! {
    /// `with_clamp` without borders, each read clamped by hand at the ends that it passes.
    fn clamped_by_hand(img: [i16; rows, cols]) -> (near, far, chained) {
        fn row(y) = clamp(y, 0, rows - 1);
        fn column(x) = min(max(0, x), cols - 1);
        near(y, x) in [0..rows, 0..cols] = img(row(y - 1), x) + 3 * img(y, column(x + 2))
            - img(min(rows - 1, y + 1), column(x - 3));
        far(y, x) in [0..rows, 0..cols] = img(row(y + 40), column(x - 41))
            + 5 * img(row(y - 7), column(x + 23));
        chained(y, x) in [0..rows, 0..cols] = near(y, column(x - 2))
            + 7 * near(row(y + 9), column(x + 1));
    }
}

/// An image read through a border.
fn at(img: &Image<i16, 2>, mode: Redirect, y: i64, x: i64) -> i16 {
    let [h, w] = img.shape();
    match (mode(y, h as i64), mode(x, w as i64)) {
        (Some(y), Some(x)) => img[[y as usize, x as usize]],
        _ => -9,
    }
}

fn expected(img: &Image<i16, 2>, mode: Redirect) -> [Image<i16, 2>; 3] {
    let read = |y, x| at(img, mode, y, x);
    let sum = |a: i16, k: i16, b: i16| a.wrapping_add(k.wrapping_mul(b));
    let over =
        |f: &dyn Fn(i64, i64) -> i16| Image::from_fn(img.shape(), |[y, x]| f(y as i64, x as i64));
    let near = over(&|y, x| sum(sum(read(y - 1, x), 3, read(y, x + 2)), -1, read(y + 1, x - 3)));
    let far = over(&|y, x| sum(read(y + 40, x - 41), 5, read(y - 7, x + 23)));
    let chained = over(&|y, x| sum(at(&near, mode, y, x - 2), 7, at(&near, mode, y + 9, x + 1)));
    [near, far, chained]
}

macro_rules! check {
    ($name:ident, $mode:expr) => {
        for w in WIDTHS {
            for h in [1, 2, 3, 11] {
                let img = noise::<i16, 2>([h, w], (h * w) as u64);
                let (near, far, chained) = agree!($name(&img); near, far, chained);
                let [a, b, c] = expected(&img, $mode);
                assert_image(&near, [h, w], |at| a[at]);
                assert_image(&far, [h, w], |at| b[at]);
                assert_image(&chained, [h, w], |at| c[at]);
            }
        }
    };
}

#[test]
fn clamped() {
    check!(with_clamp, clamp);
}

#[test]
fn clamped_without_a_border() {
    check!(clamped_by_hand, clamp);
    let stages = clamped_by_hand::stages();
    assert_eq!(stages.matches("border clamp").count(), 2, "{stages}");
}

#[test]
fn mirrored() {
    check!(with_mirror, mirror);
}

#[test]
fn mirrored_about_the_edge() {
    check!(with_mirror101, mirror101);
}

#[test]
fn repeated() {
    check!(with_repeat, repeat);
}

#[test]
fn a_constant() {
    check!(with_constant, constant);
}

macro_rules! widened {
    ($($name:ident: $mode:ident,)*) => {$(
        pipeline! {
            /// A border that the input may have in place of the stage, which is then inlined.
            fn $name(img: [u8; rows, cols]) -> out {
                border wide = $mode;
                wide(y, x) = 3 * (img(y, x) as i16);
                out(y, x) = wide(y - 2, x) - wide(y, x + 3) + wide(y + 1, x - 1);
            }
        }
    )*};
}
widened! {
    widened_with_clamp: clamp,
    widened_with_mirror: mirror,
    widened_with_mirror101: mirror101,
    widened_with_repeat: repeat,
}

#[test]
fn borders_of_inlined_stages() {
    for w in WIDTHS {
        for h in [1, 2, 3, 11] {
            let img = noise::<u8, 2>([h, w], (h * w) as u64);
            agree!(widened_with_clamp(&img));
            agree!(widened_with_mirror(&img));
            agree!(widened_with_mirror101(&img));
            agree!(widened_with_repeat(&img));
        }
    }
    let plan = widened_with_mirror101::plan().to_string();
    assert!(plan.contains("wide into out"), "{plan}");
}

pipeline! {
    /// Stages that are computed together: beyond their edges, over strips, and at other rates.
    fn fused_through_all(img: [i16; rows, cols]) -> (torus, mixed, half) {
        border img = repeat;
        border a = repeat;
        a(y, x) = img(y - 1, x - 2) * img(y + 2, x) - img(y, x + 1);
        torus(y, x) in [0..rows, 0..cols] = a(y + 1, x - 1) * a(y - 3, x) - a(y, x + 2);
        border b = clamp;
        b(y, x) in [0..rows, 0..cols] = img(y - 1, x) * img(y, x + 1) - img(y + 2, x);
        border c = repeat;
        c(y, x) in [0..rows, 0..cols] = b(y, x - 1) * b(y + 1, x) - b(y - 1, x + 2);
        mixed(y, x) in [0..rows, 0..cols] = c(y + 1, x - 1) * c(y - 1, x) - c(y, x + 1);
        border d = mirror101;
        d(y, x) in [0..rows, 0..cols] = img(y - 2, x) * img(y, x + 1) - img(y, x - 1);
        half(y, x) in [0..(rows + 1) / 2, 0..(cols + 1) / 2] =
            d(2*y - 1, 2*x + 2) * d(2*y + 3, 2*x) - d(2*y, 2*x - 3);
    }
}

#[test]
fn stages_are_fused_through_every_border() {
    for w in WIDTHS {
        for h in [1, 2, 3, 11, 70] {
            let img = noise::<i16, 2>([h, w], (h * w) as u64);
            agree!(fused_through_all(&img); torus, mixed, half);
        }
    }
    let plan = fused_through_all::plan().to_string();
    assert!(plan.contains("enlarged    a, c; computed beyond the edges"), "{plan}");
    assert!(plan.contains("b_y_first") && plan.contains("b_x_last"), "{plan}");
    for stage in ["  a ", "  b ", "  c ", "  d "] {
        let kept = plan.lines().find(|line| line.starts_with(stage)).expect("a computed stage");
        assert!(!kept.contains("full buffer"), "{kept}");
    }
}

pipeline! {
    /// Domains that do not start at zero, an upsampled and a downsampled read, a fixed index.
    fn odd_ones(img: [u8; -2..=rows, 3..cols + 3], line: [f32; n]) -> (out, up, down, edge) {
        border img = mirror;
        out(y, x) in [-4..rows + 4, 0..cols + 6] = img(y, x);
        border line = repeat;
        up(i) in [0..2*n] = line((i - 3) / 2);
        down(i) in [0..n] = line(3*i - 5);
        edge(i) in [0..2] = line(i) - line(-1);
    }
}

#[test]
fn domains_off_zero_and_sampled_reads() {
    for [h, w, n] in [[4, 1, 1], [5, 9, 2], [7, 33, 20]] {
        let img = noise::<u8, 2>([h, w], 9);
        let line = noise::<f32, 1>([n], 9);
        let (out, up, down, edge) = agree!(odd_ones(&img, &line); out, up, down, edge);
        assert_image(&out, [h - 3 + 8, w + 6], |[y, x]| {
            let y = mirror(y as i64 - 4 + 2, h as i64).unwrap();
            let x = mirror(x as i64 - 3, w as i64).unwrap();
            img[[y as usize, x as usize]]
        });
        let at = |i: i64| line[[i.rem_euclid(n as i64) as usize]];
        assert_image(&up, [2 * n], |[i]| at((i as i64 - 3).div_euclid(2)));
        assert_image(&down, [n], |[i]| at(3 * i as i64 - 5));
        assert_image(&edge, [2], |[i]| at(i as i64) - at(-1));
    }
}

/// The mode of the runtime that a mode of the stage graph becomes.
fn of_runtime(mode: BorderMode) -> Border<i16> {
    match mode {
        BorderMode::Clamp => Border::Clamp,
        BorderMode::Mirror => Border::Mirror,
        BorderMode::Mirror101 => Border::Mirror101,
        BorderMode::Repeat => Border::Repeat,
        BorderMode::Constant(value) => Border::Constant(value.as_int().expect("an integer") as i16),
    }
}

/// The stage graph and the runtime say for themselves where an index goes.
#[test]
fn graph_and_runtime_redirect_alike() {
    let modes = BorderMode::REDIRECTING.into_iter();
    for mode in modes.chain([BorderMode::Constant(Value::Int(ElemType::I16, -9))]) {
        for n in 1..=5i16 {
            // Points hold their coordinates.
            let points: Vec<i16> = (3..3 + n).collect();
            let src = Src::new(points.as_ptr(), [1], [3], [2 + n as isize]);
            for i in -20..=20 {
                // SAFETY: the source has points, and every one of them is readable.
                let found = unsafe { src.border_resolved([i as isize], of_runtime(mode)) };
                let expected = mode.redirect(i, 3, 2 + i64::from(n));
                let expected = expected.unwrap_or_else(|v| v.as_int().expect("an integer"));
                assert_eq!(i64::from(found), expected, "{mode:?} of {i} in {n} points");
            }
        }
    }
}

macro_rules! shifted {
    ($($name:ident: $mode:ident $(($value:literal))?),* $(,)?) => {$(
        pipeline! {
            /// Indices of several variables: rows that are elsewhere, or begin elsewhere.
            fn $name(img: [i16; rows, cols]) -> (moved, slanted) {
                border img = $mode $(($value))?;
                moved(d, y, x) in [-4..=4, 0..rows, 0..cols] =
                    img(y + 3 * d, x) + 3 * img(y - d, x + 1);
                slanted(d, y, x) in [-4..=4, 0..rows, 0..cols] =
                    img(y, x - 5 * d) - img(2 * d, x + y) + 7 * img(y + d, 0);
            }
        }
    )*};
}
shifted! {
    shifted_clamp: clamp,
    shifted_mirror: mirror,
    shifted_mirror101: mirror101,
    shifted_repeat: repeat,
    shifted_constant: constant(-9),
}

macro_rules! check_shifted {
    ($($name:ident: $mode:ident),* $(,)?) => {$(
        for [h, w] in [[1, 1], [2, 5], [13, 40], [3, 131]] {
            let img = noise::<i16, 2>([h, w], 3);
            let (moved, slanted) = agree!($name(&img); a_, b_);
            let read = |y: i64, x: i64| at(&img, $mode, y, x);
            let point = |[d, y, x]: [usize; 3]| (d as i64 - 4, y as i64, x as i64);
            assert_image(&moved, [9, h, w], |at| {
                let (d, y, x) = point(at);
                read(y + 3 * d, x).wrapping_add(read(y - d, x + 1).wrapping_mul(3))
            });
            assert_image(&slanted, [9, h, w], |at| {
                let (d, y, x) = point(at);
                let difference = read(y, x - 5 * d).wrapping_sub(read(2 * d, x + y));
                difference.wrapping_add(read(y + d, 0).wrapping_mul(7))
            });
        }
    )*};
}

#[test]
fn indices_of_several_variables() {
    check_shifted! {
        shifted_clamp: clamp,
        shifted_mirror: mirror,
        shifted_mirror101: mirror101,
        shifted_repeat: repeat,
        shifted_constant: constant,
    }
}
