//! What divisions become, and that all of 8 bits and those near the ends of wider types are exact.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// The quotient of two inputs, of which values are declared, and the remainder.
fn graph(a: &str, b: &str, ty: ElemType) -> Pipeline {
    let stage = |name: &str, op: &str| {
        format!(
            "stage {name}(x): {ty} in [0..=n - 1] {{\n  case {{\n    %0: {ty} = read a(x)\n    %1: {ty} = read b(x)\n    \
             %2: {ty} = {op} %0, %1\n    yield %2\n  }}\n}}\noutput {name}\n"
        )
    };
    let (quotient, remainder) = (stage("quotient", "div"), stage("remainder", "rem"));
    let text = format!(
        "pipeline p\nsize n ~ 64\ninput a: {a} [0..=n - 1]\ninput b: {b} [0..=n - 1]\n{quotient}{remainder}"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The definition of a stage.
fn body(p: &Pipeline, stage: &str) -> String {
    let text = p.to_string();
    let body = text.split(&format!("stage {stage}(")).nth(1).expect("the stage");
    let lines = body.lines().skip(2).map(str::trim).take_while(|line| *line != "}");
    lines.map(|line| format!("{line}\n")).collect()
}

/// Both stages of both pipelines have the same values.
#[track_caller]
fn same(p: &Pipeline, values: &[(i64, i64)]) {
    let new = float_quotients(p.clone());
    let divides_integers = |stage: &Stage| stage.blocks().any(divides);
    assert!(!new.stages.iter().any(divides_integers), "{new}");
    let n = values.len() as i64;
    let input = |k: usize, of: fn(&(i64, i64)) -> i64| {
        let ty = p.inputs[k].ty;
        Array::from_fn(ty, &[0], &[values.len()], |at| Value::wrap(ty, of(&values[at[0] as usize])))
    };
    let inputs = [input(0, |v| v.0), input(1, |v| v.1)];
    let of = |p: &Pipeline| evaluate(p, &[n], &[], &inputs, &StdMaths).expect("values");
    for (found, expected) in of(&new).iter().zip(&of(p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{new}");
    }
}

#[test]
fn words_are_divided_in_single_precision() {
    let p = float_quotients(graph("u16", "u16", ElemType::U16));
    let expected = "%0: u16 = read a(x)
%1: u16 = read b(x)
%2: f32 = cast %0
%3: f32 = cast %1
%4: f32 = div %2, %3
%5: u16 = cast %4
%6: u16 = 0u16
%7: bool = eq %1, %6
%8: u16 = select %7, %6, %5
yield %8
";
    assert_eq!(body(&p, "quotient"), expected);
}

#[test]
fn what_ranges_exclude_is_not_asked() {
    let p = float_quotients(graph("u32 from 0..=100000", "u32 from 1..=9", ElemType::U32));
    let expected = "%0: u32 = read a(x)
%1: u32 = read b(x)
%2: i32 = cast %0
%3: f32 = cast %2
%4: i32 = cast %1
%5: f32 = cast %4
%6: f32 = div %3, %5
%7: i32 = cast %6
%8: u32 = cast %7
%9: u32 = mul %8, %1
%10: u32 = sub %0, %9
yield %10
";
    assert_eq!(body(&p, "remainder"), expected);
}

#[test]
fn the_least_number_divided_by_minus_one_wraps() {
    let p = float_quotients(graph("i32", "i32", ElemType::I32));
    let text = body(&p, "quotient");
    assert!(
        text.contains("f64 = div") && text.contains("neg %0") && text.contains("-1i32"),
        "{text}"
    );
    let p = float_quotients(graph("i32 from -5..=5", "i32", ElemType::I32));
    let text = body(&p, "quotient");
    assert!(text.contains("f32 = div") && !text.contains("neg %0"), "{text}");
}

#[test]
fn constants_divide_integers() {
    let text = "pipeline p
size n ~ 64
input a: u16 [0..=n - 1]
stage out(x): u16 in [0..=n - 1] {
  case {
    %0: u16 = read a(x)
    %1: u16 = 10u16
    %2: u16 = div %0, %1
    yield %2
  }
}
output out
";
    let p = parse(text).expect("a pipeline");
    assert_eq!(float_quotients(p.clone()), p);
}

#[test]
fn all_bytes_divide_exactly() {
    for (ty, least) in [(ElemType::U8, 0), (ElemType::I8, -128)] {
        let all = (0..65536).map(|k| (least + k / 256, least + k % 256));
        same(&graph(ty.name(), ty.name(), ty), &all.collect::<Vec<_>>());
    }
}

#[test]
fn wider_numbers_divide_exactly_near_multiples_and_ends() {
    let rng = &mut Rng::new(11);
    for ty in [ElemType::U16, ElemType::I16, ElemType::U32, ElemType::I32] {
        let (lo, hi) = ty.int_range().expect("an integer");
        let mut pairs = Vec::new();
        for _ in 0..20_000 {
            // Divisors and quotients of all magnitudes; a dividend at a multiple or beside it.
            let mut any = || {
                let shift = rng.below(8 * ty.bytes() + 1) as u32;
                let magnitude = (rng.range(0, i64::from(u32::MAX)) & ((1 << shift) - 1)).min(hi);
                if lo < 0 && rng.below(2) == 0 {
                    -magnitude - i64::from(rng.below(2) == 0)
                } else {
                    magnitude
                }
            };
            let (b, q) = (any(), any());
            let beside = rng.range(-1, 1);
            pairs.push((
                (b.saturating_mul(q).saturating_add(beside)).clamp(lo, hi),
                b.clamp(lo, hi),
            ));
        }
        let ends = [lo, lo + 1, hi - 1, hi, hi / 2, hi / 2 + 1, 0, 1, 2, 3, -1, -2];
        pairs.extend(ends.iter().flat_map(|a| ends.iter().map(|b| (*a, *b))));
        same(&graph(ty.name(), ty.name(), ty), &pairs);
    }
}

#[test]
fn single_precision_is_exact_up_to_its_last_number() {
    let mut pairs = Vec::new();
    for b in (1..70_000).chain([1 << 23, (1 << 23) + 1, u32::MAX.into()]) {
        let last = (1 << 23) - 1;
        let multiple = last / b * b;
        pairs.extend([(last, b), (multiple, b), (i64::max(multiple - 1, 0), b)]);
    }
    let p = graph("u32 from 0..=8388607", "u32", ElemType::U32);
    assert!(body(&float_quotients(p.clone()), "quotient").contains("f32 = div"));
    same(&p, &pairs);
}
