//! Which planes become innermost, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::ir::{ElemType, Value};
use crate::options::LayoutHint;
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;

/// Pictures `a` of so many planes, `b` between its rows, and `out`, which takes one of these by
/// data; `more` stands behind them.
fn text(planes: &str, b: &str, more: &str) -> String {
    format!(
        "pipeline p size n ~ 99 where n - 2 >= 0 \"n\"
         input img: f32 [0..=n, 0..=n]
         stage a(k, y, x): f32 in [{planes}, 0..=n, 0..=n] border constant 0.5f32 {{
           case k - 3 >= 0 {{ %0: f32 = read img(y, x) %1: i32 = index k + y/2 %2: f32 = cast %1
             %3: f32 = mul %0, %2 yield %3 }}
           case -k + 2 >= 0 {{ %0: f32 = read img(y, x) yield %0 }} }}
         stage b(y, z, x; d): f32 in [0..=n - 1, {planes}, 0..=n - 1] {{ case {{ {b} }} }}
         stage out(y, x): f32 in [0..=n - 1, 0..=n - 1] {{ case {{
           %0: f32 = read img(y, x) %1: i32 = cast %0 %2: i32 = 0i32 %3: i32 = 7i32
           %4: i32 = max %1, %2 %5: i32 = min %4, %3 %6: f32 = read b(y, %5, x) yield %6 }} }}
         {more} output out\n"
    )
}

const BETWEEN: &str = "%0: f32 = read a(z, y, x) %1: f32 = read a(z, y - 1, x + 1)
    %2: f32 = add %0, %1 yield %2";

fn parsed(text: &str) -> Pipeline {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn vars(p: &Pipeline) -> Vec<String> {
    p.stages.iter().map(|s| s.vars[..s.rank()].join(" ")).collect()
}

#[track_caller]
fn moved(text: &str) -> Vec<String> {
    let p = parsed(text);
    let after = planes_innermost(p.clone(), &Options::default());
    assert_eq!(verify(&after), Ok(()), "{after}");
    let mut rng = Rng::new(3);
    let sizes = [7];
    let (lo, extent) = domain_box(&p.inputs[0].domain, &sizes).expect("a box");
    let number = |_: &[i64]| Value::F32(rng.below(9) as f32);
    let img = Array::from_fn(ElemType::F32, &lo, &extent, number);
    let values = |p: &Pipeline| {
        let inputs = std::slice::from_ref(&img);
        evaluate(p, &sizes, &[], inputs, &StdMaths).expect("values")
    };
    for (found, expected) in values(&after).iter().zip(&values(&p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{after}");
    }
    vars(&after)
}

#[test]
fn planes_that_data_choose_are_innermost_in_all_stages() {
    assert_eq!(moved(&text("0..=7", BETWEEN, "")), ["y x k", "y x z", "y x"]);
    // One plane for all.
    let fixed = "%0: f32 = read a(3, y, x) %1: i32 = index z %2: f32 = cast %1
        %3: f32 = add %0, %2 yield %3";
    assert_eq!(moved(&text("0..=7", fixed, "")), ["k y x", "y x z", "y x"]);
    let sum = "%0: f32 = sum d in 0..=1 { %0: f32 = read a(d, y, x) yield %0 }
        %1: i32 = index z %2: f32 = cast %1 %3: f32 = add %0, %2 yield %3";
    assert_eq!(moved(&text("0..=7", sum, "")), ["k y x", "y x z", "y x"]);
}

/// Cells that an update changes go by no order of dimensions; its own variables are no planes.
#[test]
fn planes_of_cells_move() {
    let cells = "stage cells(k, y): f32 in [0..=9, 0..=n - 1] {
        case { %0: f32 = 0.0f32 yield %0 }
        update (y, x) in [0..=n - 1, 0..=n - 1] { %0: f32 = read img(y, x) %1: i32 = cast %0
          %2: i32 = 0i32 %3: i32 = 9i32 %4: i32 = max %1, %2 %5: i32 = min %4, %3
          %6: f32 = read cells(%5, y) %7: f32 = add %6, %0 yield %7 } }
        stage most(y, x): f32 in [0..=n - 1, 0..=n - 1] { case {
          %0: f32 = read img(y, x) %1: i32 = cast %0 %2: i32 = 0i32 %3: i32 = 9i32
          %4: i32 = max %1, %2 %5: i32 = min %4, %3 %6: f32 = read cells(%5, y) yield %6 } }
        output most";
    let expected = ["y x k", "y x z", "y x", "y k", "y x"];
    assert_eq!(moved(&text("0..=7", BETWEEN, cells)), expected);
}

#[test]
fn planes_stay_where_some_stage_has_to() {
    let stay = ["k y x", "y z x", "y x"];
    // They are too many for registers, or for anything.
    for planes in ["0..=16", "0..=39"] {
        assert_eq!(moved(&text(planes, BETWEEN, "")), stay, "{planes}");
    }
    // A result, and a stage whose points wait for each other.
    for more in [
        "stage all(k, y, x): f32 in [0..=7, 0..=n, 0..=n] {
           case { %0: f32 = read a(k, y, x) yield %0 } } output all",
        "stage all(y, k): f32 in [0..=n, 0..=7] { case y - 1 >= 0 {
             %0: f32 = read a(k, y, 0) %1: f32 = read all(y - 1, k) %2: f32 = add %0, %1 yield %2 }
           case -y >= 0 { %0: f32 = read a(k, y, 0) yield %0 } } output all",
    ] {
        assert_eq!(moved(&text("0..=7", BETWEEN, more))[..3], stay, "{more}");
    }
    // Planes that are read the other way round.
    let reversed = "%0: f32 = read a(7 - z, y, x) yield %0";
    assert_eq!(moved(&text("0..=7", reversed, "")), stay);
}

#[test]
fn a_layout_that_is_asked_for_stays() {
    let p = parsed(&text("0..=7", BETWEEN, ""));
    let layouts = vec![LayoutHint { stage: "a".into(), layout: vec![1, 0, 2] }];
    let after = planes_innermost(p.clone(), &Options { layouts, ..Options::default() });
    assert_eq!(after, p);
}
