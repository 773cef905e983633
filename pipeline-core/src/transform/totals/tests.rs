//! What becomes a reduction, what does not, and that values stay.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// A pipeline with this stage `out`, of which the text has all after its type.
fn graph(vars: &str, out: &str) -> Pipeline {
    let text = format!(
        "pipeline p\nsize rows ~ 1000\nsize cols ~ 1000\n\
         input img: u8 [0..=rows - 1, 0..=cols - 1]\n\
         input rgb: f32 [0..=rows - 1, 0..=cols - 1, 0..=2]\n\
         stage out({vars}): {out}\noutput out\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&p).expect("a well-formed graph");
    p
}

/// The pipeline with reductions, which has the same values.
#[track_caller]
fn reduced(p: &Pipeline) -> Pipeline {
    let reduced = totals(p.clone(), FloatOrder::Free);
    verify(&reduced).unwrap_or_else(|e| panic!("{e:?}\n{reduced}"));
    let rng = &mut Rng::new(7);
    for [rows, cols] in [[1, 1], [3, 2], [13, 17]] {
        let inputs = [
            Array::from_fn(ElemType::U8, &[0, 0], &[rows, cols], |_| rng.value(ElemType::U8)),
            Array::from_fn(ElemType::F32, &[0, 0, 0], &[rows, cols, 3], |_| {
                rng.value(ElemType::F32)
            }),
        ];
        let sizes = [rows as i64, cols as i64];
        let of = |p: &Pipeline| evaluate(p, &sizes, &[], &inputs, &StdMaths).expect("values");
        for (found, expected) in of(&reduced).iter().zip(&of(p)) {
            let difference = found.first_difference(expected);
            assert!(difference.is_none(), "{difference:?}\n{p}\n{reduced}");
        }
    }
    reduced
}

/// The stages of a pipeline as text.
fn stages(p: &Pipeline) -> String {
    let text = p.to_string();
    let from = text.find("stage ").expect("a stage");
    let to = text.find("output ").expect("an output");
    text[from..to].to_string()
}

#[test]
fn a_mean_is_a_total_and_a_quotient() {
    let p = graph(
        "i; y, x",
        "u32 in [0..=0] {
          case {
            %0: u32 = sum y in 0..=rows - 1, x in 0..=cols - 1 {
              %0: u8 = read img(y + i, x)
              %1: u32 = cast %0
              yield %1
            }
            %1: i32 = index rows
            %2: u32 = cast %1
            %3: u32 = div %0, %2
            yield %3
          }
        }",
    );
    let expected = "stage out(i; y, x): u32 in [0..=0] {
  case {
    %0: u32 = read out_total(i)
    %1: i32 = index rows
    %2: u32 = cast %1
    %3: u32 = div %0, %2
    yield %3
  }
}
stage out_total(i): u32 in [0..=0] {
  case {
    %0: u32 = 0u32
    yield %0
  }
  update (y, x) in [0..=rows - 1, 0..=cols - 1] {
    %0: u8 = read img(y, x)
    %1: u32 = cast %0
    %2: u32 = read out_total(0)
    %3: u32 = add %2, %1
    yield %3
  }
}
";
    assert_eq!(stages(&reduced(&p)), expected);
}

#[test]
fn channels_of_pixels_are_innermost() {
    let p = graph(
        "c; y, x",
        "f32 in [0..=2] {
          case {
            %0: f32 = max y in 0..=rows - 1, x in 0..=cols - 1 {
              %0: f32 = read rgb(y, x, c)
              yield %0
            }
            yield %0
          }
        }",
    );
    let expected = "stage out(c): f32 in [0..=2] {
  case {
    %0: f32 = -inff32
    yield %0
  }
  update (y, x, c) in [0..=rows - 1, 0..=cols - 1, 0..=2] {
    %0: f32 = read rgb(y, x, c)
    %1: f32 = read out(c)
    %2: f32 = max %1, %0
    yield %2
  }
}
";
    let found = stages(&reduced(&p));
    let found = found.replace("stage out(c; y, x)", "stage out(c)");
    assert_eq!(found, expected);
}

#[test]
fn others_stay_windows() {
    let window = |head: &str, op: &str, read: &str| {
        format!(
            "f32 in [{head}] {{
              case {{
                %0: f32 = {op} {{
                  %0: f32 = read rgb({read})
                  yield %0
                }}
                yield %0
              }}
            }}"
        )
    };
    let all = "y in 0..=rows - 1, x in 0..=cols - 1";
    for (vars, out) in [
        // Too many points, or as many as there are rows.
        ("c; y, x", window("0..=4", &format!("sum {all}"), "y, x, 0")),
        ("c; y, x", window("0..=rows - 1", &format!("sum {all}"), "y, x, 0")),
        // A window of too few.
        ("c; y, x", window("0..=2", "sum y in 0..=rows - 1, x in 0..=9", "y, 0, c")),
        // Nothing is left for the copies.
        ("c; y", window("0..=2", "sum y in 0..=rows - 1", "y, 0, c")),
    ] {
        let p = graph(vars, &out);
        assert_eq!(totals(p.clone(), FloatOrder::Free), p);
    }
    let p = graph("c; y, x", &window("0..=2", &format!("sum {all}"), "y, x, c"));
    assert_ne!(totals(p.clone(), FloatOrder::Free), p);
    assert_eq!(totals(p.clone(), FloatOrder::Strict), p);
}
