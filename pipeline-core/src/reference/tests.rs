//! The evaluator against values worked out by hand, or by plain Rust that knows nothing of it.

use super::*;
use crate::array::Data;
use crate::ir::text::parse;
use crate::ir::text::random::{self, Rng};
use crate::ir::{ElemType, Pipeline};
use crate::scalar::StdMaths;

mod borders;
mod ordered;

/// The only output of a pipeline.
pub(super) fn output(text: &str, sizes: &[i64], scalars: &[Value], inputs: &[Array]) -> Array {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
    let mut outputs =
        evaluate(&p, sizes, scalars, inputs, &StdMaths).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(outputs.len(), 1);
    outputs.remove(0)
}

fn error(text: &str, sizes: &[i64], scalars: &[Value], inputs: &[Array]) -> String {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
    evaluate(&p, sizes, scalars, inputs, &StdMaths).expect_err("has no result").to_string()
}

/// A one-dimensional array.
pub(super) fn line(lo: i64, data: impl Into<Data>) -> Array {
    let data = data.into();
    Array::new(&[lo], &[data.len()], data).unwrap()
}

fn same(got: &Array, expected: &Array) {
    if let Some(d) = got.first_difference(expected) {
        panic!("{d}\n{got:?}\n{expected:?}");
    }
}

#[test]
fn point_wise_with_a_scalar() {
    let text = "pipeline p size n ~ 9 scalar k: f32 input i: u8 [0..=n - 1]
        stage s(x): f32 in [0..=n - 1] { case {
          %0: u8 = read i(x) %1: f32 = cast %0 %2: f32 = scalar k %3: f32 = mul %1, %2
          %4: i32 = index x - 1 %5: f32 = cast %4 %6: f32 = add %3, %5 yield %6
        } } output s";
    let got = output(text, &[3], &[Value::F32(0.5)], &[line(0, vec![1u8, 255, 4])]);
    same(&got, &line(0, vec![-0.5f32, 127.5, 3.0]));
}

#[test]
fn stencil_in_two_dimensions() {
    let text = "pipeline p size rows ~ 9 size cols ~ 9 input i: i32 [0..=rows - 1, 0..=cols - 1]
        stage s(y, x): i32 in [1..=rows - 2, 1..=cols - 2] { case {
          %0: i32 = read i(y - 1, x) %1: i32 = read i(y, x + 1) %2: i32 = sub %0, %1 yield %2
        } } output s";
    let image = Array::from_fn(ElemType::I32, &[0, 0], &[4, 5], |p| {
        Value::Int(ElemType::I32, 10 * p[0] * p[0] + p[1])
    });
    let got = output(text, &[4, 5], &[], &[image]);
    // 10(y - 1)² + x - 10y² - (x + 1) = 9 - 20y
    let expected = vec![-11i32, -11, -11, -31, -31, -31];
    same(&got, &Array::new(&[1, 1], &[2, 3], expected).unwrap());
}

#[test]
fn down_and_up_sampling_floor_below_zero() {
    let text = "pipeline p size n ~ 9 input i: i16 [-4..=n]
        stage down(x): i16 in [-2..=n/2] { case { %0: i16 = read i(2*x) yield %0 } }
        stage up(x): i16 in [-4..=n] { case {
          %0: i16 = read down(x/2) %1: i16 = read down((x + 1)/2) %2: i16 = mul %0, %1 yield %2
        } }
        output up";
    let input: Vec<i16> = (-4..=3).map(|x| x + 10).collect();
    let got = output(text, &[2], &[], &[line(-4, input[..7].to_vec())]);
    // down: -2 → 6, -1 → 8, 0 → 10, 1 → 12
    same(&got, &line(-4, vec![36i16, 48, 64, 80, 100, 120, 144]));
}

#[test]
fn gather_reads_where_the_data_says() {
    let text = "pipeline p size n ~ 9 input table: f64 [0..=255] input i: u8 [0..=n - 1]
        stage s(x): f64 in [0..=n - 1] { case {
          %0: u8 = read i(x) %1: f64 = read table(%0) yield %1
        } } output s";
    let table = Array::from_fn(ElemType::F64, &[0], &[256], |p| Value::F64(p[0] as f64 * 0.25));
    let got = output(text, &[4], &[], &[table, line(0, vec![0u8, 255, 3, 128])]);
    same(&got, &line(0, vec![0.0f64, 63.75, 0.75, 32.0]));
}

#[test]
fn windows_combine_from_the_identity_in_order() {
    let reduce = |op: &str, ty: &str, body: &str| {
        let text = format!(
            "pipeline p size n ~ 9 input i: f32 [-1..=n]
             stage s(x; a, b): {ty} in [0..=n - 1] {{ case {{
               %0: {ty} = {op} a in 0..=1, b in -1..=1 {{ {body} }} yield %0
             }} }} output s"
        );
        output(&text, &[2], &[], &[line(-1, vec![1e8f32, 1.0, -1e8, f32::NAN])])
    };
    let read = "%0: f32 = read i(x + b) yield %0";
    // 1e8 + 1 = 1e8 in f32, so the order of the six terms shows.
    let sum = ((((0.0f32 + 1e8) + 1.0) - 1e8) + 1e8) + 1.0 - 1e8;
    same(&reduce("sum", "f32", read), &line(0, vec![sum, f32::NAN]));
    same(&reduce("min", "f32", read), &line(0, vec![-1e8f32, f32::NAN]));
    same(&reduce("max", "f32", read), &line(0, vec![1e8f32, f32::NAN]));
    let ones = "%0: u8 = 3u8 yield %0";
    same(&reduce("product", "u8", ones), &line(0, vec![(729 % 256) as u8; 2]));
    // a runs slower than b: digits of a number in base 3 show the order.
    let order = "%0: i32 = index 3*a + b + x yield %0";
    same(&reduce("max", "i32", order), &line(0, vec![4i32, 5]));
    let logical = |op: &str, test: &str| {
        let text = format!(
            "pipeline p size n ~ 9
             stage t(x; a): bool in [0..=n] {{ case {{
               %0: bool = {op} a in -1..=1 {{ %0: bool = test {test} yield %0 }} yield %0
             }} }}
             stage s(x): u8 in [0..=n] {{ case {{
               %0: bool = read t(x) %1: u8 = cast %0 yield %1
             }} }} output s"
        );
        output(&text, &[3], &[], &[])
    };
    same(&logical("any", "x + a == 0"), &line(0, vec![1u8, 1, 0, 0]));
    same(&logical("all", "x + a - 1 >= 0"), &line(0, vec![0u8, 0, 1, 1]));
}

#[test]
fn windows_nest() {
    let text = "pipeline p size n ~ 9 stage s(x; a, b): i32 in [1..=n] { case {
        %0: i32 = sum a in 1..=3 {
          %0: i32 = index x
          %1: i32 = product b in 0..=1 { %0: i32 = index a + b yield %0 }
          %2: i32 = mul %0, %1
          yield %2
        }
        yield %0 } } output s";
    // x (1·2 + 2·3 + 3·4)
    same(&output(text, &[2], &[], &[]), &line(1, vec![20i32, 40]));
}

#[test]
fn cases_by_residue_and_select() {
    let text = "pipeline p size n ~ 9 stage s(x): i32 in [-3..=n] {
          case x mod 3 == 0 { %0: i32 = 0i32 yield %0 }
          case x mod 3 == 1 { %0: i32 = index x yield %0 }
          case x mod 3 == 2 {
            %0: bool = test x >= 0 %1: i32 = index x %2: i32 = neg %1
            %3: i32 = select %0, %1, %2 yield %3
          }
        } output s";
    same(&output(text, &[5], &[], &[]), &line(-3, vec![0i32, -2, 1, 0, 1, 2, 0, 4, 5]));
}

#[test]
fn every_type_is_stored_and_read() {
    for ty in ElemType::NUMERIC {
        let text = format!(
            "pipeline p size n ~ 9 scalar k: {ty} input i: {ty} [0..=n]
             stage t(x): {ty} in [0..=n] {{ case {{
               %0: {ty} = read i(n - x) %1: {ty} = scalar k %2: {ty} = sub %0, %1 yield %2
             }} }}
             stage b(x): bool in [0..=n] {{ case {{
               %0: {ty} = read t(x) %1: {ty} = read i(x) %2: bool = ge %0, %1 yield %2
             }} }}
             stage s(x): {ty} in [0..=n] {{ case {{
               %0: bool = read b(x) %1: {ty} = read t(x) %2: {ty} = read i(x)
               %3: {ty} = select %0, %1, %2 yield %3
             }} }} output s"
        );
        let of = |v: i64| crate::scalar::cast(Value::Int(ElemType::I32, v), ty);
        let array = |v: [i64; 3]| Array::from_fn(ty, &[0], &[3], |p| of(v[p[0] as usize]));
        let got = output(&text, &[2], &[of(1)], &[array([0, 7, 9])]);
        // t = 8, 6, i[0] - 1, which wraps for unsigned types; s is t where that is not less than i
        let wrapped = crate::scalar::binary(crate::ir::BinaryOp::Sub, of(0), of(1));
        let last = if ty.is_signed() { of(9) } else { wrapped };
        let mut expected = array([8, 7, 0]);
        expected.set(&[2], last);
        same(&got, &expected);
    }
}

#[test]
fn functions_come_from_the_caller() {
    struct Wrong;
    impl Maths for Wrong {
        fn call_f32(&self, _: crate::ir::Function, [a, b, _]: [f32; 3]) -> f32 {
            a + 10.0 * b
        }
        fn call_f64(&self, _: crate::ir::Function, [a, b, _]: [f64; 3]) -> f64 {
            a - b
        }
    }
    let text = "pipeline p size n ~ 9 stage s(x): f32 in [0..=0] { case {
        %0: f32 = 2.0f32 %1: f32 = 3.0f32 %2: f32 = pow %0, %1 %3: f32 = exp %2 yield %3
        } } output s";
    let p = parse(text).unwrap();
    let got = evaluate(&p, &[1], &[], &[], &Wrong).unwrap();
    same(&got[0], &line(0, vec![32.0f32]));
    same(&output(text, &[1], &[], &[]), &line(0, vec![8f32.exp()]));
}

#[test]
fn bounds_of_domains_are_the_tightest_and_may_be_empty() {
    let text = "pipeline p size n ~ 9
        stage t(y, x): u8 in [max(0, 5 - n)..=min(n, 3), 4..=n] { case { %0: u8 = 1u8 yield %0 } }
        stage s(x; d): u8 in [0..=1] { case { %0: u8 = 7u8 yield %0 } }
        output t output s";
    let p = parse(text).unwrap();
    let shape = |n: i64| {
        let outputs = evaluate(&p, &[n], &[], &[], &StdMaths).unwrap();
        same(&outputs[1], &line(0, vec![7u8, 7]));
        (outputs[0].lo().to_vec(), outputs[0].extent().to_vec())
    };
    assert_eq!(shape(6), (vec![0, 4], vec![4, 3]));
    assert_eq!(shape(4), (vec![1, 4], vec![3, 1]));
    assert_eq!(shape(3), (vec![2, 4], vec![2, 0]));
    assert_eq!(shape(1), (vec![4, 4], vec![0, 0]));
}

#[test]
fn stages_in_any_order_and_all_of_them_by_name() {
    let text = "pipeline p size n ~ 9
        stage last(x): u8 in [0..=n] { case { %0: u8 = read mid(x) yield %0 } }
        stage mid(x): u8 in [0..=n] { case { %0: u8 = read first(x) %1: u8 = not %0 yield %1 } }
        stage first(x): u8 in [0..=n] { case { %0: i32 = index x %1: u8 = cast %0 yield %1 } }
        stage flag(x): bool in [0..=0] { case { %0: bool = true yield %0 } }
        output last output first";
    let p = parse(text).unwrap();
    let outputs = evaluate(&p, &[1], &[], &[], &StdMaths).unwrap();
    same(&outputs[0], &line(0, vec![255u8, 254]));
    same(&outputs[1], &line(0, vec![0u8, 1]));
    let all = evaluate_stages(&p, &[1], &[], &[], &StdMaths).unwrap();
    assert_eq!(all.keys().collect::<Vec<_>>(), ["first", "flag", "last", "mid"]);
    same(&all["mid"], &outputs[0]);
    same(&all["flag"], &line(0, vec![true]));
}

#[test]
fn errors_say_where() {
    let text = "pipeline p size n ~ 9 where n - 2 >= 0 \"n >= 2\" scalar k: u8
        input i: u8 [0..=n - 1]
        stage s(x): u8 in [0..=n] {
          case 3 - x >= 0 { %0: u8 = read i(2*x - 1) yield %0 }
          case x - 3 >= 0 { %0: u8 = read i(n - 1) yield %0 }
        } output s";
    let k = [Value::Int(ElemType::U8, 0)];
    let input = |n: usize| line(0, vec![0u8; n]);
    let bad = |sizes: &[i64], scalars: &[Value], inputs: &[Array], message: &str| {
        assert_eq!(error(text, sizes, scalars, inputs), message);
    };
    bad(&[4], &k, &[input(4)], "stage `s` at [0] reads `i` at [-1], outside its domain");
    bad(&[], &k, &[input(4)], "0 sizes given, not 1");
    bad(&[4], &[], &[input(4)], "0 scalars given, not 1");
    bad(&[4], &k, &[], "0 inputs given, not 1");
    bad(&[0], &k, &[input(4)], "size `n` is 0");
    bad(&[1], &k, &[input(1)], "`n >= 2` does not hold");
    bad(&[4], &[Value::F32(0.0)], &[input(4)], "scalar `k` is 0.0f32, not of u8");
    let extents = "input `i` is of u8 from [0] with extents [3], not of u8 from [0] with [4]";
    bad(&[4], &k, &[input(3)], extents);
    let start = "input `i` is of u8 from [1] with extents [4], not of u8 from [0] with [4]";
    bad(&[4], &k, &[line(1, vec![0u8; 4])], start);
    let ty = "input `i` is of i8 from [0] with extents [4], not of u8 from [0] with [4]";
    bad(&[4], &k, &[line(0, vec![0i8; 4])], ty);
    let cases = text.replace("2*x - 1", "0");
    assert_eq!(error(&cases, &[4], &k, &[input(4)]), "stage `s` has several cases at [3]: [0, 1]");
    let none = cases.replace("case x - 3", "case x - 9");
    assert_eq!(error(&none, &[4], &k, &[input(4)]), "stage `s` has no case at [4]");
    let invalid = text.replace("2*x - 1", "x, x");
    let message = "invalid pipeline: stage `s`, case 0, %0: read of `i` with 2 indices of 1";
    assert_eq!(error(&invalid, &[4], &k, &[input(4)]), message);
}

#[test]
fn what_cannot_be_held_is_an_error() {
    let of = |domain: &str, index: &str| {
        let text = format!(
            "pipeline p size n ~ 9 stage s(x): i32 in [{domain}] {{ case {{
               %0: i32 = index {index} yield %0 }} }} output s"
        );
        error(&text, &[i64::MAX], &[], &[])
    };
    assert_eq!(of("0..=n", "x"), "the sizes: too large to evaluate");
    assert_eq!(of("0..=1000000000000000000", "x"), "stage `s`: too large to evaluate");
    assert_eq!(of("0..=3", "n/2 + x"), "stage `s`: too large to evaluate");
}

#[test]
fn random_pipelines_evaluate_alike_before_and_after_the_round_trip() {
    let mut rng = Rng::new(5);
    for i in 0..300 {
        let p = random::pipeline(&mut rng);
        let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 6)).collect();
        let scalars: Vec<Value> = p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let inputs: Vec<Array> = p
            .inputs
            .iter()
            .map(|input| {
                let (lo, extent) = domain_box(&input.domain, &sizes).unwrap();
                Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
            })
            .collect();
        let run = |p: &Pipeline| evaluate_stages(p, &sizes, &scalars, &inputs, &StdMaths);
        let direct = run(&p).unwrap_or_else(|e| panic!("pipeline {i} at {sizes:?}: {e}\n{p}"));
        assert_eq!(run(&parse(&p.to_string()).unwrap()).unwrap(), direct, "pipeline {i}");
        let outputs = evaluate(&p, &sizes, &scalars, &inputs, &StdMaths).unwrap();
        for (id, array) in p.outputs.iter().zip(outputs) {
            same(&array, &direct[&p.stages[id.0].name]);
        }
    }
}
