//! Which look-ups become rows, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::verify::verify;
use crate::ir::{ElemType, Value};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;

/// A table of numbers from -99 on, and `out`, which looks up what this makes of the value `%5` of
/// the picture, from 0 to 20, in so many lanes.
fn text(lanes: &str, look_up: &str) -> String {
    format!(
        "pipeline p size n ~ 99 where n - 2 >= 0 \"n\"
         input img: f32 [0..=n, 0..=n]
         stage table(i): f32 in [-99..=99] {{ case {{ %0: i32 = index 3*i + 1 %1: f32 = cast %0
           yield %1 }} }}
         stage out(y, x, k): f32 in [0..=n, 0..=n, {lanes}] {{ case {{
           %0: f32 = read img(y, x) %1: i32 = cast %0 %2: i32 = 0i32 %3: i32 = 20i32
           %4: i32 = max %1, %2 %5: i32 = min %4, %3 {look_up} }} }}
         output out\n"
    )
}

/// The larger tables.
#[track_caller]
fn made(text: &str) -> Vec<String> {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let after = tabulate(p.clone());
    assert_eq!(verify(&after), Ok(()), "{after}");
    let sizes = [5];
    let (lo, extent) = domain_box(&p.inputs[0].domain, &sizes).expect("a box");
    let mut next = -3.0;
    let img = Array::from_fn(ElemType::F32, &lo, &extent, |_| {
        next += 0.7;
        Value::F32(next)
    });
    let values = |p: &Pipeline| {
        evaluate(p, &sizes, &[], std::slice::from_ref(&img), &StdMaths).expect("values")
    };
    for (found, expected) in values(&after).iter().zip(&values(&p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{after}");
    }
    let printed = after.to_string();
    let lines: Vec<&str> = printed.lines().map(str::trim).collect();
    let rows = |i: &usize| lines[*i].starts_with("stage table_by");
    let made = (0..lines.len()).filter(rows).map(|i| format!("{} {}", lines[i], lines[i + 2]));
    made.collect()
}

const APART: &str = "%6: i32 = index 9*k %7: i32 = sub %5, %6 %8: f32 = read table(%7) yield %8";

#[test]
fn look_ups_at_equal_distances_are_rows() {
    let rows = "stage table_by_k(i, k): f32 in [0..=20, 0..=7] { %0: f32 = read table(i - 9*k)";
    assert_eq!(made(&text("0..=7", APART)), [rows]);
    let sum = "%6: i32 = index k %7: i32 = add %6, %5 %8: f32 = read table(%7) yield %8";
    let rows = "stage table_by_k(i, k): f32 in [0..=20, 0..=7] { %0: f32 = read table(i + k)";
    assert_eq!(made(&text("0..=7", sum)), [rows]);
}

#[test]
fn the_same_rows_are_a_table_once() {
    let several = "%6: i32 = index 9*k %7: i32 = sub %5, %6 %8: f32 = read table(%7)
        %9: i32 = add %5, %6 %10: f32 = read table(%9) %11: i32 = sub %5, %6
        %12: f32 = read table(%11) %13: f32 = add %8, %10 %14: f32 = add %13, %12 yield %14";
    assert_eq!(made(&text("0..=7", several)).len(), 2);
}

#[test]
fn other_look_ups_stay() {
    let none: [&str; 0] = [];
    // Rows that are no vectors, and distances that are products or of several variables.
    assert_eq!(made(&text("0..=2", APART)), none);
    for look_up in [
        "%6: i32 = index k %7: i32 = mul %5, %6 %8: i32 = min %7, %3 %9: f32 = read table(%8)
           yield %9",
        "%6: i32 = index k - 3*x %7: i32 = sub %5, %6 %8: i32 = min %7, %3 %9: i32 = max %8, %2
           %10: f32 = read table(%9) yield %10",
    ] {
        assert_eq!(made(&text("0..=7", look_up)), none, "{look_up}");
    }
    // Larger tables than the pictures are worth.
    let few = text("0..=7", APART).replace("size n ~ 99", "size n ~ 9");
    assert_eq!(made(&few), none);
}
