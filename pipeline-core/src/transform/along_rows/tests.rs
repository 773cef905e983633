//! What is cut, what is not, and that the values of integers stay.

use super::*;
use crate::array::Array;
use crate::ir::ElemType;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// A pipeline with this stage `out`.
fn graph(head: &str, case: &str) -> Pipeline {
    let text = format!(
        "pipeline p\nsize rows ~ 1000\nsize cols ~ 1000\n\
         input img: i32 [0..=rows - 1, 0..=cols - 1]\n\
         input real: f32 [0..=rows - 1, 0..=cols - 1]\n\
         input row: i32 [0..=rows - 1, 0..=256]\n\
         stage {head} {{\n  case {{\n{case}\n  }}\n}}\noutput out\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&p).expect("a well-formed graph");
    p
}

/// The pipeline with cut windows, which has the same values.
#[track_caller]
fn cut(p: &Pipeline) -> Pipeline {
    let cut = windows_along_rows(p.clone(), FloatOrder::Free);
    verify(&cut).unwrap_or_else(|e| panic!("{e:?}\n{cut}"));
    let rng = &mut Rng::new(7);
    for [rows, cols] in [[1, 1], [3, 31], [2, 32], [5, 33], [3, 100]] {
        let inputs = [(ElemType::I32, cols), (ElemType::F32, cols), (ElemType::I32, 257)]
            .map(|(ty, cols)| Array::from_fn(ty, &[0, 0], &[rows, cols], |_| rng.value(ty)));
        let sizes = [rows as i64, cols as i64];
        let of = |p: &Pipeline| evaluate(p, &sizes, &[], &inputs, &StdMaths).expect("values");
        for (found, expected) in of(&cut).iter().zip(&of(p)) {
            let difference = found.first_difference(expected);
            assert!(difference.is_none(), "{difference:?} at {rows} × {cols}\n{p}\n{cut}");
        }
    }
    cut
}

#[test]
fn rows_are_added_in_vectors() {
    let p = graph(
        "out(y; j, x): i32 in [0..=rows - 1]",
        "%0: i32 = 7i32
         %1: i32 = sum j in 0..=1, x in 0..=cols - 1 {
           %0: i32 = read img(y, x)
           %1: i32 = index j
           %2: i32 = mul %0, %1
           yield %2
         }
         %2: i32 = sub %1, %0
         yield %2",
    );
    let expected = "stage out(y; j, x, x_copy): i32 in [0..=rows - 1] {
  case {
    %0: i32 = 7i32
    %1: i32 = sum x_copy in 0..=31 {
      %0: i32 = read out_copies(y, x_copy)
      yield %0
    }
    %2: i32 = sum j in 0..=1, x in 32*(cols/32)..=cols - 1 {
      %0: i32 = read img(y, x)
      %1: i32 = index j
      %2: i32 = mul %0, %1
      yield %2
    }
    %3: i32 = add %1, %2
    %4: i32 = sub %3, %0
    yield %4
  }
}
stage out_copies(y, x_copy; j, x): i32 in [0..=rows - 1, 0..=31] {
  case {
    %0: i32 = sum j in 0..=1, x in 0..=cols/32 - 1 {
      %0: i32 = read img(y, x_copy + 32*x)
      %1: i32 = index j
      %2: i32 = mul %0, %1
      yield %2
    }
    yield %0
  }
}
";
    let text = cut(&p).to_string();
    let from = text.find("stage ").expect("a stage");
    let to = text.find("output ").expect("an output");
    assert_eq!(&text[from..to], expected);
}

#[test]
fn several_windows_are_cut() {
    let p = graph(
        "out(y; x, x_2): f32 in [0..=rows - 1]",
        "%0: f32 = max x in 1..=cols - 1 {
           %0: f32 = read real(y, x)
           yield %0
         }
         %1: f32 = min x_2 in 0..=cols - 1 {
           %0: f32 = read real(y, cols - 1)
           %1: f32 = read real(y, x_2)
           %2: f32 = sub %1, %0
           yield %2
         }
         %2: f32 = sub %0, %1
         yield %2",
    );
    assert_eq!(cut(&p).stages.len(), 3);
}

#[test]
fn nothing_may_be_left() {
    let p = graph(
        "out(y; x): i32 in [0..=rows - 1]",
        "%0: i32 = max x in 1..=256 {
           %0: i32 = read row(y, x)
           yield %0
         }
         %1: i32 = neg %0
         yield %1",
    );
    assert_eq!(cut(&p).stages[0].cases[0].value.exprs.len(), 2);
}

#[test]
fn others_stay_whole() {
    let window = |ranges: &str, read: &str| {
        format!("%0: f32 = sum {ranges} {{\n%0: f32 = read real({read})\nyield %0\n}}\nyield %0")
    };
    let all = "x in 0..=cols - 1";
    for (head, case) in [
        // Lanes go along the rows as well.
        ("out(y; x): f32 in [0..=cols - 1]", window("x in 0..=rows - 1", "x, y")),
        ("out(y; x): f32 in [0..=0]", window(all, "0, x - y")),
        // Every second element, and few of them.
        ("out(y; x): f32 in [0..=rows - 1]", window("x in 0..=cols/2 - 1", "y, 2*x")),
        ("out(y; x): f32 in [0..=rows - 1]", window("x in 0..=cols/8 - 1", "y, x")),
        // There may be no values, and one less than that.
        ("out(y; x): f32 in [0..=rows - 1]", window("x in 9..=cols - 1", "y, x")),
        // Too many copies.
        ("out(y, z; x): f32 in [0..=rows - 1, 0..=cols - 1]", window(all, "y, x")),
    ] {
        let p = graph(head, &case);
        assert_eq!(windows_along_rows(p.clone(), FloatOrder::Free), p);
    }
    let p = graph("out(y; x): f32 in [0..=rows - 1]", &window(all, "y, x"));
    assert_ne!(windows_along_rows(p.clone(), FloatOrder::Free), p);
    assert_eq!(windows_along_rows(p.clone(), FloatOrder::Strict), p);
}
