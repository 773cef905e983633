//! Which stages become narrow, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::BinaryOp;
use crate::ir::text::parse;
use crate::ir::text::random::{self, Rng};
use crate::ir::verify::verify;
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;

/// A pipeline with a stage `total` and a result that reads it.
fn graph(total: &str, out: &str) -> Pipeline {
    let text = format!(
        "pipeline p size n ~ 64
         input img: u8 [0..=n - 1] border clamp
         stage total(x): {total}
         stage out(x): {out}
         output out\n"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The sum of two bytes, as a stage of this type with this border.
fn sum(ty: &str, border: &str) -> String {
    format!(
        "{ty} in [0..=n - 1] {border} {{ case {{ %0: u8 = read img(x) %1: {ty} = cast %0
         %2: u8 = read img(x + 1) %3: {ty} = cast %2 %4: {ty} = add %1, %3 yield %4 }} }}"
    )
}

/// The mean of two sums of this type.
fn mean(ty: &str) -> String {
    format!(
        "u8 in [1..=n - 1] {{ case {{ %0: {ty} = read total(x) %1: {ty} = read total(x - 1)
         %2: {ty} = add %0, %1 %3: {ty} = 4{ty} %4: {ty} = div %2, %3 %5: u8 = cast %4 yield %5 }} }}"
    )
}

fn type_of(p: &Pipeline, name: &str) -> ElemType {
    p.stages.iter().find(|stage| stage.name == name).expect("a stage").ty
}

/// The type of `total` afterwards. No value may have changed.
#[track_caller]
fn total(total: &str, out: &str) -> ElemType {
    let p = graph(total, out);
    let narrow = narrow_stages(p.clone());
    assert_eq!(verify(&narrow), Ok(()), "{narrow}");
    same_values(&p, &narrow, &mut Rng::new(3), "");
    type_of(&narrow, "total")
}

/// Random values near the ends of types, of small pictures.
#[track_caller]
fn same_values(p: &Pipeline, narrow: &Pipeline, rng: &mut Rng, place: &str) {
    let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(2, 5)).collect();
    let scalars: Vec<Value> = p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
    let inputs = p.inputs.iter().map(|input| {
        let (lo, extent) = domain_box(&input.domain, &sizes).expect("a small box");
        Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
    });
    let inputs: Vec<Array> = inputs.collect();
    let values = |p: &Pipeline| {
        let found = evaluate(p, &sizes, &scalars, &inputs, &StdMaths);
        found.unwrap_or_else(|e| panic!("{e}\n{p}"))
    };
    for (found, expected) in values(narrow).iter().zip(&values(p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{place}: {difference:?}\n{p}\n{narrow}");
    }
}

#[test]
fn a_sum_of_bytes_is_kept_in_sixteen_bits() {
    let narrow = narrow_stages(graph(&sum("i32", ""), &mean("i32"))).to_string();
    let expected = "\
stage total(x): u16 in [0..=n - 1] {
  case {
    %0: u8 = read img(x)
    %1: i32 = cast %0
    %2: u8 = read img(x + 1)
    %3: i32 = cast %2
    %4: i32 = add %1, %3
    %5: u16 = cast %4
    yield %5
  }
}
stage out(x): u8 in [1..=n - 1] {
  case {
    %0: u16 = read total(x)
    %1: i32 = cast %0
    %2: u16 = read total(x - 1)
    %3: i32 = cast %2
    %4: i32 = add %1, %3
    %5: i32 = 4i32
    %6: i32 = div %4, %5
    %7: u8 = cast %6
    yield %7
  }
}
";
    assert!(narrow.contains(expected), "{narrow}");
}

#[test]
fn the_type_has_all_values() {
    for ty in ["u32", "i32"] {
        assert_eq!(total(&sum(ty, ""), &mean(ty)), ElemType::U16);
    }
    let difference = sum("i32", "").replace("add %1", "sub %1");
    assert_eq!(total(&difference, &mean("i32")), ElemType::I16);
    let least = sum("i32", "").replace("add %1", "min %1");
    assert_eq!(total(&least, &mean("i32")), ElemType::U8);
    let product = sum("u32", "").replace("add %1", "mul %1");
    assert_eq!(total(&product, &mean("u32")), ElemType::U16);
    // Three bytes, and what may wrap.
    let large = sum("u32", "").replace("yield %4", "%5: u32 = mul %4, %3 yield %5");
    assert_eq!(total(&large, &mean("u32")), ElemType::U32);
}

#[test]
fn a_border_counts_as_well() {
    let fits = |border: &str| total(&sum("i32", border), &mean("i32"));
    assert_eq!(fits("border clamp"), ElemType::U16);
    assert_eq!(fits("border constant 65535i32"), ElemType::U16);
    assert_eq!(fits("border constant -1i32"), ElemType::I16);
    assert_eq!(fits("border constant 65536i32"), ElemType::I32);
    let narrow = narrow_stages(graph(&sum("i32", "border constant 7i32"), &mean("i32")));
    let value = narrow.stages[0].border.as_ref().and_then(|border| border.mode.value());
    assert_eq!(value.map(|value| value.to_string()), Some("7u16".into()));
}

#[test]
fn what_would_only_be_converted_stays() {
    // Both are computed in 32 bits, whatever lies between them.
    let reads = "%0: u8 = read img(x) %1: f32 = cast %0";
    let rounded = format!(
        "i32 in [0..=n - 1] {{ case {{ {reads} %2: f32 = sqrt %1 %3: i32 = cast %2 yield %3 }} }}"
    );
    let float =
        "f32 in [0..=n - 1] { case { %0: i32 = read total(x) %1: f32 = cast %0 yield %1 } }";
    assert_eq!(total(&rounded, float), ElemType::I32);
}

#[test]
fn results_and_what_they_copy_keep_their_types() {
    let copy = "i32 in [0..=n - 1] { case { %0: i32 = read total(x) yield %0 } }";
    assert_eq!(total(&sum("i32", ""), copy), ElemType::I32);
    let mut p = graph(&sum("i32", ""), &mean("i32"));
    p.outputs.push(StageId(0));
    assert_eq!(narrow_stages(p.clone()), p);
}

#[test]
fn what_updates_change_keeps_its_type() {
    let counted = sum("i32", "").replace(
        "yield %4 }",
        "yield %4 } update (k) in [0..=9] { %0: i32 = read total(0) %1: i32 = 1i32
         %2: i32 = add %0, %1 yield %2 }",
    );
    assert_eq!(total(&counted, &mean("i32")), ElemType::I32);
}

/// The definitions of stages, often within narrow limits.
fn limited(mut p: Pipeline, rng: &mut Rng) -> Pipeline {
    for stage in p.stages.iter_mut().filter(|stage| stage.ty.is_int()) {
        for case in &mut stage.cases {
            let (ty, mut last) = (stage.ty, case.value.result);
            let mut push = |node: Node| {
                case.value.exprs.push(Expr { ty, node, loc: crate::ir::Loc(0) });
                ExprId(case.value.exprs.len() - 1)
            };
            let limits = [(0, 100), (-100, 100), (0, 255), (-300, 20), (5, 60_000), (-9, 70_000)];
            let (lo, hi) = rng.pick(&limits);
            if let Some((least, most)) = ty.int_range()
                && rng.below(4) > 0
            {
                for (op, limit) in [(BinaryOp::Max, lo.max(least)), (BinaryOp::Min, hi.min(most))] {
                    let limit = push(Node::Const(Value::wrap(ty, limit)));
                    last = push(Node::Binary(op, last, limit));
                }
            }
            case.value.result = last;
        }
    }
    p
}

#[test]
fn values_of_random_pipelines_stay() {
    let rng = &mut Rng::new(37);
    let [mut forced, mut chosen] = [0; 2];
    for i in 0..1500 {
        let p = limited(random::pipeline(rng), rng);
        let mut p = Pipeline { outputs: p.outputs[..1].to_vec(), ..p };
        if rng.below(2) == 0 {
            p.stages.iter_mut().for_each(|stage| stage.updates.clear());
        }
        let facts = Facts::for_pipeline(&p);
        let narrow = with_types(&p, &narrowest(&p, &Ranges::new(&p, &facts)));
        let by_price = narrow_stages(p.clone());
        forced += usize::from(narrow != p);
        chosen += usize::from(by_price != p);
        for narrow in [&narrow, &by_price] {
            assert_eq!(verify(narrow), Ok(()), "pipeline {i}:\n{narrow}");
            if *narrow != p {
                same_values(&p, narrow, rng, &format!("pipeline {i}"));
            }
        }
    }
    assert!(forced > 100 && chosen > 50, "{forced} with narrow stages, {chosen} by prices");
}
