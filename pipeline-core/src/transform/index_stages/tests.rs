//! Which indices have stages of their own, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::verify::verify;
use crate::ir::{ElemType, Value};
use crate::options::GroupHint;
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;

/// Four rows of histograms: `out` counts by the last of these values.
fn counted(border: &str, index: &str) -> String {
    let next = index.matches(" = ").count();
    let (bin, read, one, sum) = (next - 1, next, next + 1, next + 2);
    format!(
        "pipeline p size n ~ 99 where n - 9 >= 0 \"n\" scalar factor: f32
         input img: f32 [0..=n, 0..=n] {border}
         stage out(y, bin): u32 in [0..=n - 3, 0..=15] {{ case {{ %0: u32 = 0u32 yield %0 }}
           update (y, x, d) in [0..=n - 3, 0..=n, 0..=3] {{ {index}
             %{read}: u32 = read out(y, %{bin}) %{one}: u32 = 1u32
             %{sum}: u32 = add %{read}, %{one} yield %{sum} }} }}
         output out\n"
    )
}

/// A bin of `img(y + d, x)`, from 0 to 15.
const BIN: &str = "%0: f32 = read img(y + d, x) %1: f32 = 3.5f32 %2: f32 = mul %0, %1
    %3: i32 = cast %2 %4: i32 = 0i32 %5: i32 = 15i32 %6: i32 = max %3, %4 %7: i32 = min %6, %5";

/// Planes of a point, so many, that all look up the same row.
fn looked_up(lanes: &str) -> String {
    format!(
        "pipeline p size n ~ 99 where n - 9 >= 0 \"n\"
         input img: f32 [0..=n, 0..=n]
         input table: f32 [0..=300, 0..=31]
         stage out(y, x, k): f32 in [0..=n, 0..=n, {lanes}] {{ case {{
           %0: f32 = read img(y, x) %1: i32 = cast %0 %2: i32 = 0i32 %3: i32 = 300i32
           %4: i32 = max %1, %2 %5: i32 = min %4, %3 %6: f32 = read table(%5, k)
           %7: f32 = add %6, %0 yield %7 }} }}
         output out\n"
    )
}

fn parsed(text: &str) -> Pipeline {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The stages of indices that are made under some options, with what they compute last, and that
/// no value changes with them.
#[track_caller]
fn made_with(text: &str, options: &Options) -> Vec<String> {
    let p = parsed(text);
    let Some(after) = index_stages(&p, options) else { return Vec::new() };
    assert_eq!(verify(&after), Ok(()), "{after}");
    let sizes = [11];
    let mut next = -3.0;
    let inputs = p.inputs.iter().map(|input| {
        let (lo, extent) = domain_box(&input.domain, &sizes).expect("a box");
        Array::from_fn(ElemType::F32, &lo, &extent, |_| {
            next += 0.7;
            Value::F32(next)
        })
    });
    let inputs: Vec<Array> = inputs.collect();
    let scalars: Vec<Value> = p.scalars.iter().map(|_| Value::F32(0.25)).collect();
    let values = |p: &Pipeline| evaluate(p, &sizes, &scalars, &inputs, &StdMaths).expect("values");
    for (found, expected) in values(&after).iter().zip(&values(&p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{after}");
    }
    let printed = after.to_string();
    let lines: Vec<&str> = printed.lines().map(str::trim).collect();
    let starts: Vec<usize> =
        (0..lines.len()).filter(|i| lines[*i].starts_with("stage out_index")).collect();
    starts.into_iter().map(|i| lines[i].trim_end_matches(" {").to_string()).collect()
}

#[track_caller]
fn made(text: &str) -> Vec<String> {
    made_with(text, &Options::default())
}

#[test]
fn a_target_that_data_choose_is_a_stage_of_few_bytes() {
    let stage = "stage out_index(i0, i1): u8 in [0..=n, 0..=n]";
    assert_eq!(made(&counted("", BIN)), [stage]);
    let scaled = BIN.replace("%1: f32 = 3.5f32", "%1: f32 = scalar factor");
    assert_eq!(made(&counted("", &scaled)), [stage]);
    // What a border redirects is redirected in the stage, too.
    let outside = BIN.replace("y + d, x", "y + d, x - 2");
    let redirected = [format!("{stage} border clamp")];
    assert_eq!(made(&counted("border clamp", &outside)), redirected);
}

/// Bins of the sum of two planes, of which the second is read at this place.
fn of_planes(border: &str, place: &str) -> String {
    let input = format!("input img: f32 [0..=1, 0..=n, 0..=n] {border}\n");
    let planes = format!(
        "%0: f32 = read img(0, y + d, x) %1: f32 = read img(1, {place}) %2: f32 = add %0, %1
         %3: i32 = cast %2 %4: i32 = 0i32 %5: i32 = 15i32 %6: i32 = max %3, %4 %7: i32 = min %6, %5"
    );
    let text = counted(border, &planes);
    let start = text.find("input img").expect("an input");
    let end = start + text[start..].find('\n').expect("the end of its line") + 1;
    format!("{}{input}{}", &text[..start], &text[end..])
}

#[test]
fn an_index_of_several_planes_is_a_stage() {
    let at = |border: &str, place: &str| made(&of_planes(border, place));
    let stage = "stage out_index(i1, i2): u8 in [0..=n, 0..=n]";
    assert_eq!(at("", "y + d, x"), [stage]);
    assert_eq!(at("border mirror", "y + d, x"), [format!("{stage} border mirror")]);
    assert!(at("", "y + 3, x").is_empty(), "at another place");
    assert!(at("", "x, y + d").is_empty(), "turned");
}

#[test]
fn rows_that_all_lanes_look_up_are_a_stage() {
    let stage = "stage out_index(i0, i1): u16 in [0..=n, 0..=n]";
    assert_eq!(made(&looked_up("0..=7")), [stage]);
    // Of three planes, vectors are along the columns.
    assert!(made(&looked_up("0..=2")).is_empty());
}

#[test]
fn other_indices_stay() {
    for index in [
        // Two operations, and none.
        "%0: f32 = read img(y + d, x) %1: i32 = cast %0 %2: i32 = 0i32 %3: i32 = max %1, %2",
        "%0: i32 = index d",
        // Of elements at two places; of a place, too.
        &BIN.replace("%1: f32 = 3.5f32", "%1: f32 = read img(y, x)"),
        &BIN.replace("%4: i32 = 0i32", "%4: i32 = index d"),
    ] {
        assert!(made(&counted("", index)).is_empty(), "{index}");
    }
    // The constant beyond an edge would need an index of its own.
    assert!(made(&counted("border constant 1.0f32", BIN)).is_empty());
    // Of every fourth element in both directions, once.
    let few = counted("", &BIN.replace("y + d, x", "4*y, 4*x"));
    let few = few.replace("[0..=n - 3, 0..=n, 0..=3]", "[0..=n/4 - 1, 0..=n/4 - 1, 0..=0]");
    assert!(made(&few).is_empty());
}

#[test]
fn one_stage_serves_all_definitions_of_a_reader() {
    let text = counted("", BIN);
    let start = text.find("update").expect("an update");
    let end = text.find("yield %10 }").expect("its end") + "yield %10 }".len();
    let twice = format!("{} {}", &text[..end], &text[start..]);
    assert_eq!(made(&twice).len(), 1);
}

#[test]
fn values_in_another_order_are_one_stage() {
    let again = "%7: i32 = 0i32 %8: i32 = 300i32 %9: f32 = read img(y, x) %10: i32 = cast %9
        %11: i32 = max %10, %7 %12: i32 = min %11, %8 %13: f32 = read table(%12, k)
        %14: f32 = add %6, %13 yield %14";
    let twice = looked_up("0..=7").replace("%7: f32 = add %6, %0 yield %7", again);
    assert_eq!(made(&twice), ["stage out_index(i0, i1): u16 in [0..=n, 0..=n]"]);
    let other = twice.replace(
        "%11: i32 = max %10, %7 %12: i32 = min %11, %8",
        "%11: i32 = min %10, %8 %12: i32 = max %11, %7",
    );
    assert_eq!(made(&other).len(), 2);
}

#[test]
fn groups_that_are_written_have_what_they_name() {
    let group = |stages: &[&str]| {
        let stages = stages.iter().map(|name| name.to_string().into()).collect();
        Options { groups: vec![GroupHint { stages, ..GroupHint::default() }], ..Options::default() }
    };
    let text = counted("", BIN);
    assert!(made_with(&text, &group(&["out"])).is_empty());
    assert_eq!(made_with(&text, &group(&["out", "out_index"])).len(), 1);
    let mut apart = group(&["out"]);
    apart.groups.extend(group(&["out_index"]).groups);
    assert_eq!(made_with(&text, &apart).len(), 1);
    let alone = Options { strategy: Some(Strategy::None), ..Options::default() };
    assert!(made_with(&text, &alone).is_empty());
}
