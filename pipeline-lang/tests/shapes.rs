//! Large windows of which conditions on their variables leave a shape, against windows that look at
//! the same conditions as data.

mod common;

use common::check::{Outcome, check, compile};
use pipeline_core::array::Array;
use pipeline_core::ir::Value;
use pipeline_core::reference::evaluate;
use pipeline_core::scalar::StdMaths;

/// Conditions on `i` and `j`, which are from -18 to 18 and from -21 to 20.
const CONDITIONS: [&str; 16] = [
    "i * i + j * j <= 300",
    "i * i + j * j <= 300 && i * i + j * j > 90",
    "100 < i * i + j * j || j == 3",
    "!(i * i + j * j >= 200)",
    "abs(i) + abs(j) < 17",
    "max(i, -j, j) <= 12 && i != 0",
    "j >= i - 9 && j < i + 8",
    "(i + 40) / 3 % 2 == 0 && (j + 40) % 16 < 11",
    "(i * j) as i16 < 50i16",
    "(i * i + j * j) as f32 <= 12.25 * 12.25",
    "i != 0 && 60 / (if i < 0 { 0 - i } else { i }) > 5",
    "i != 0 && 60 / abs(i) > abs(j)",
    "(i + 64) >> 2 > (j + 64) >> 3",
    "clamp(i, -3, 4) * j < 20",
    "{ let d = i * i + j * j; d < 120 || d > 260 && d < 330 }",
    "inner(j, i) == (j > -19)",
];

/// What is done with a window, and with a condition `c` on its variables.
const WINDOWS: [&str; 9] = [
    "sum(WINDOW; if CONDITION { img(y + i, x + j) } else { 0 })",
    "sum(WINDOW; if CONDITION { img(y + i, x + j) as u32 } else { img(y, x) as u32 })",
    "product(WINDOW; if CONDITION { img(y + i, x + j) as i32 | 1 } else { 3 })",
    "min(WINDOW; if CONDITION { img(y + i, x + j) } else { 200 })",
    "max(WINDOW; if CONDITION { img(y + i, x + j) as i32 } else { 0 - img(y - j, x + i) as i32 })",
    "sum(WINDOW; if CONDITION { 1 } else { 0 })",
    "sum(WINDOW; (CONDITION) as i32 * (img(y + i, x - j) as i32))",
    "any(WINDOW; (CONDITION) && img(y + i, x + j) > 250) as u8",
    "all(WINDOW; !(CONDITION) || img(y + i, x + j) > 3) as u8",
];

/// A window as the compiler sees its shape, and as it does not.
fn both(window: &str, condition: &str, border: &str) -> String {
    let ranges = "i in -18..=18, j in -21..=20";
    let known = window.replace("WINDOW", ranges).replace("CONDITION", "inside(i, j)");
    let data = window.replace("WINDOW", ranges).replace("CONDITION", "mask(i, j) == 1");
    format!(
        "fn p(img: [u8; rows, cols]) -> (a, b) {{ border img = {border};
            fn inner(i, j) = i + j < 4;
            fn inside(i, j) = {condition};
            mask(i, j) in [-18..=18, -21..=20] = inside(i as i32, j as i32) as u8;
            a(y, x) in [0..rows, 0..cols] = {known};
            b(y, x) in [0..rows, 0..cols] = {data};
        }}"
    )
}

fn picture(rows: usize, cols: usize) -> Array {
    let ty = pipeline_core::ir::ElemType::U8;
    Array::from_fn(ty, &[0, 0], &[rows, cols], |p| {
        Value::wrap(ty, (p[0] * 7_919 + p[1] * 104_729 + p[0] * p[1] * 31) >> 3)
    })
}

#[test]
fn shapes_have_the_values_of_their_points() {
    for (i, condition) in CONDITIONS.iter().enumerate() {
        for (j, window) in WINDOWS.iter().enumerate() {
            let border = ["clamp", "repeat", "constant(9)"][(i + j) % 3];
            let text = both(window, condition, border);
            let compiled = compile(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            for (rows, cols) in [(1, 1), (3, 5)] {
                let sizes = [rows as i64, cols as i64];
                let images = [picture(rows, cols)];
                let found = evaluate(&compiled.pipeline, &sizes, &[], &images, &StdMaths);
                let found = found.expect("a result");
                let difference = found[0].first_difference(&found[1]);
                assert!(difference.is_none(), "{rows}×{cols}: {difference:?}\n{text}");
            }
        }
    }
}

/// The text compiles, and its loops agree with the reference.
fn right(text: &str) {
    match check(text, &[], 1) {
        Outcome::Agreed(agreed) => assert!(agreed.times > 0, "{text}"),
        Outcome::Refused(messages) => panic!("{messages:?}: {text}"),
        Outcome::Wrong(what) => panic!("{what}: {text}"),
    }
}

fn disc(window: &str, radius: i64, attribute: &str) -> String {
    let window = window.replace("DISC", &format!("i in -{radius}..=R, j in -R..=R"));
    format!(
        "{attribute} fn p(img: [u8; rows, cols], f: [f32; rows, cols]) -> out {{
            const R = {radius};
            border img = mirror;
            border f = clamp;
            fn inside(i, j) = i * i + j * j <= R * R;
            out(y, x) in [0..rows, 0..cols] = {window};
        }}"
    )
}

#[test]
fn large_discs_are_compiled_and_right() {
    let mean = "sum(DISC; if inside(i, j) { f(y + i, x + j) } else { 0.0 }) \
                / sum(DISC; if inside(i, j) { 1.0 } else { 0.0 })";
    right(&disc("max(DISC; if inside(i, j) { img(y + i, x + j) } else { 0 })", 100, ""));
    right(&disc(mean, 60, ""));
    right(&disc("sum(DISC; if inside(i, j) { img(y + i, x + j) as u32 } else { 0 })", 60, ""));
}

#[test]
fn a_disc_of_radius_500_is_made_of_few_expressions() {
    let text = disc("max(DISC; if inside(i, j) { img(y + i, x + j) } else { 0 })", 500, "");
    let compiled = compile(&text).expect("it compiles");
    let stages = &compiled.pipeline.stages;
    assert!(stages.iter().any(|stage| stage.name == "out_x512"));
    let most = stages.iter().flat_map(|s| &s.cases).map(|c| c.value.exprs.len()).max();
    assert!(most < Some(6_000), "{most:?}");
}

#[test]
fn strict_sums_keep_the_order_of_the_points_and_extremes_of_integers_need_none() {
    let sum = "sum(DISC; if inside(i, j) { f(y + i, x + j) } else { 0.0 })";
    let names = |text: &str| {
        let compiled = compile(text).unwrap_or_else(|e| panic!("{e:?}"));
        compiled.pipeline.stages.into_iter().map(|s| s.name).collect::<Vec<_>>()
    };
    assert!(names(&disc(sum, 60, "")).len() > 1);
    let max = "max(DISC; if inside(i, j) { img(y + i, x + j) } else { 0 })";
    assert!(names(&disc(max, 60, "#[float(strict)]")).len() > 1);
    let messages = compile(&disc(sum, 60, "#[float(strict)]")).err().unwrap_or_default();
    assert!(messages[0].contains("`#[float(strict)]` keeps the order"), "{messages:?}");
}

/// Weights are not those of a window that moves: their runs stay loops.
#[test]
fn weights_in_a_large_disc_are_loops() {
    // Runs of factors of columns.
    right(&disc(
        "sum(DISC; if inside(i, j) { f(y + i, x + j) * (j as f32) } else { 0.0 })",
        55,
        "",
    ));
    // What no index is at other points than constants is written out, run by run.
    let text = disc("sum(DISC; if inside(i, j) { (i * j) as f32 } else { 0.0 })", 55, "");
    right(&text);
}

#[test]
fn shapes_in_windows_steps_and_one_dimension() {
    right(
        "fn p(a: [u8; n]) -> (holes, steps, nested, twice) { border a = repeat;
            holes(x) = sum(i in 0..1200; if i < 500 || i >= 520 { a(x + i) as u32 } else { 7 });
            steps(x) = max(i in 0..=80 step 2, j in 0..=80 step 3;
                if i * j < 900 { a(x + i + 2 * j) } else { 0 });
            nested(x) = sum(i in 0..60, j in 0..30;
                if i * j < 300 { sum(k in 0..30; a(x + i + k)) } else { a(x + j) });
            twice(x) = sum(k in 0..30; max(i in -20..=20, j in -20..=20;
                if i * i + j * j < 400 { a(x + i + j + k) } else { 0 }) as u32);
        }",
    );
}
