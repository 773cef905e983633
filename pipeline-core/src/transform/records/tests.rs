//! Which planes become records, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::verify::verify;
use crate::ir::{ElemType, Value};
use crate::options::{GroupHint, LayoutHint};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;

/// What one update of [`planes`] does.
struct Changed<'a> {
    plane: &'a str,
    bin: &'a str,
    rows: &'a str,
    op: &'a str,
}

/// An update of a plane, of the bin that a pixel is in, by the pixel.
const fn of(plane: &str) -> Changed<'_> {
    Changed { plane, bin: "%1", rows: "0..=3", op: "add" }
}

/// Planes of sixteen bins for each row, changed so.
fn planes(ty: &str, count: usize, updates: &[Changed<'_>]) -> String {
    let update = |Changed { plane, bin, rows, op }: &Changed<'_>| {
        format!(
            "update (y, x, d) in [0..=n - 3, 0..=n, {rows}] {{
               %0: {ty} = read img(y + d, x) %1: i32 = cast %0 %2: i32 = 15i32 %3: i32 = and %1, %2
               %4: {ty} = read out({plane}, y, {}) %5: {ty} = {op} %4, %0 yield %5 }}\n",
            if *bin == "%1" { "%3" } else { bin }
        )
    };
    let updates: String = updates.iter().map(update).collect();
    format!(
        "pipeline p size n ~ 99 where n - 9 >= 0 \"n\"
         input img: {ty} [0..=n, 0..=n]
         stage out(k, y, bin): {ty} in [0..={}, 0..=n - 3, 0..=15] {{
           case {{ %0: {ty} = 1{ty} yield %0 }}
           {updates} }}
         output out\n",
        count - 1
    )
}

fn parsed(text: &str) -> Pipeline {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The pipeline with records, of which no value may have changed; `None` if there are none.
#[track_caller]
fn made(text: &str, options: &Options) -> Option<String> {
    let p = parsed(text);
    let after = records(&p, options)?;
    assert_eq!(verify(&after), Ok(()), "{after}");
    let sizes = [11];
    let (lo, extent) = domain_box(&p.inputs[0].domain, &sizes).expect("a box");
    let mut next = 0_i8;
    let img = Array::from_fn(p.inputs[0].ty, &lo, &extent, |_| {
        next = (next + 7) % 101;
        match p.inputs[0].ty {
            ElemType::F32 => Value::F32(f32::from(next)),
            ElemType::F64 => Value::F64(f64::from(next)),
            ty => Value::wrap(ty, i64::from(next)),
        }
    });
    let inputs = [img];
    let values = |p: &Pipeline| evaluate(p, &sizes, &[], &inputs, &StdMaths).expect("values");
    for (found, expected) in values(&after).iter().zip(&values(&p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{after}");
    }
    Some(after.to_string())
}

fn is_made(text: &str) -> bool {
    made(text, &Options::default()).is_some()
}

#[test]
fn records_are_changed_and_copied() {
    let text = made(&planes("f32", 2, &[of("0"), of("1")]), &Options::default()).expect("records");
    let (copy, records) = text.split_once("stage out_records").expect("a stage of records");
    assert!(records.starts_with("(y, bin, k): f32 in [0..=n - 3, 0..=15, 0..=1]"), "{text}");
    assert!(records.contains("read out_records(y, %3, 0)"), "{text}");
    assert!(records.contains("read out_records(y, %3, 1)"), "{text}");
    assert!(copy.contains("read out_records(y, bin, k)") && !copy.contains("update"), "{text}");
}

#[test]
fn what_fills_a_vector_is_a_record() {
    let all = ["0", "1", "2", "3"];
    let is = |ty: &str, count: usize| {
        let updates: Vec<Changed<'_>> = all[..count].iter().map(|plane| of(plane)).collect();
        is_made(&planes(ty, count, &updates))
    };
    assert!(is("f32", 2) && is("f32", 4) && is("f64", 2) && is("i32", 2));
    assert!(!is("f32", 1) && !is("f32", 3) && !is("f64", 4));
}

#[test]
fn planes_that_are_not_changed_together_stay() {
    let other = |changed: Changed<'_>| is_made(&planes("f32", 2, &[of("0"), changed]));
    assert!(other(of("1")));
    assert!(!other(of("0")), "twice the same plane");
    assert!(!other(Changed { bin: "3", ..of("1") }), "another bin");
    assert!(!other(Changed { rows: "0..=2", ..of("1") }), "fewer pixels");
    assert!(!other(Changed { op: "mul", ..of("1") }), "another operator");
    assert!(!is_made(&planes("f32", 3, &[of("0"), of("1")])), "a plane that stays");
    let by_place = ["0", "1"].map(|plane| Changed { bin: "d", ..of(plane) });
    assert!(!is_made(&planes("f32", 2, &by_place)), "targets that no data choose");
    let once = ["0", "1"].map(|plane| Changed { rows: "0..=0", ..of(plane) });
    let few = planes("f32", 2, &once).replace("0..=n, 0..=0", "0..=20, 0..=0");
    assert!(!is_made(&few), "fewer than two updates for each record");
}

#[test]
fn hints_come_first() {
    let text = planes("f32", 2, &[of("0"), of("1")]);
    let with = |options: Options| made(&text, &options).is_some();
    let layout = LayoutHint { stage: "out".into(), layout: vec![0, 1, 2] };
    assert!(!with(Options { layouts: vec![layout], ..Options::default() }));
    assert!(!with(Options { strategy: Some(Strategy::None), ..Options::default() }));
    let group = |names: &[&str]| {
        let stages = names.iter().map(|name| name.to_string().into()).collect();
        Options { groups: vec![GroupHint { stages, ..GroupHint::default() }], ..Options::default() }
    };
    assert!(!with(group(&["out"])));
    assert!(with(group(&["out", "out_records"])));
}
