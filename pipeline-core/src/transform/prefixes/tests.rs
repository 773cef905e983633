//! What stands last, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// The definition of a table of integers after the pass, from what it was, in which `%0` is the
/// picture and `%1`, `%2` and `%3` are the points above, before, and before above. No value
/// changes.
#[track_caller]
fn after(ty: &str, value: &str) -> String {
    let text = format!(
        "pipeline p
         size rows ~ 100
         size cols ~ 100
         input img: {ty} [0..=rows - 1, 0..=cols - 1]
         stage t(y, x): {ty} in [0..=rows - 1, 0..=cols - 1] border constant 0{ty} {{ case {{
           %0: {ty} = read img(y, x)
           %1: {ty} = read t(y - 1, x)
           %2: {ty} = read t(y, x - 1)
           %3: {ty} = read t(y - 1, x - 1)
           {value} }} }}
         output t\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&p).expect("a well-formed graph");
    let changed = points_before_last(p.clone());
    verify(&changed).unwrap_or_else(|e| panic!("{e:?}\n{changed}"));
    let ty = p.stages[0].ty;
    let rng = &mut Rng::new(11);
    for [rows, cols] in [[1, 1], [4, 2], [5, 17]] {
        let img = Array::from_fn(ty, &[0, 0], &[rows, cols], |_| rng.value(ty));
        let of = |p: &Pipeline| {
            let inputs = std::slice::from_ref(&img);
            evaluate(p, &[rows as i64, cols as i64], &[], inputs, &StdMaths).expect("values")
        };
        let difference = of(&changed)[0].first_difference(&of(&p)[0]);
        assert!(difference.is_none(), "{difference:?}\n{changed}");
    }
    assert_eq!(changed == p, changed.to_string() == p.to_string());
    let text = changed.to_string();
    let combined = |line: &&str| {
        ["add", "sub", "mul", "min", "max"].iter().any(|op| line.contains(&format!("= {op} ")))
    };
    text.lines().filter(combined).map(str::trim).collect::<Vec<_>>().join("; ")
}

#[test]
fn what_is_before_is_combined_last() {
    let table = "%4: i32 = add %0, %1\n%5: i32 = add %4, %2\n%6: i32 = sub %5, %3\nyield %6";
    assert_eq!(
        after("i32", table),
        "%4: i32 = add %0, %1; %5: i32 = sub %4, %3; %6: i32 = add %5, %2"
    );
    let nested = "%4: i32 = sub %3, %2\n%5: i32 = sub %1, %4\n%6: i32 = add %0, %5\nyield %6";
    assert_eq!(
        after("i32", nested),
        "%4: i32 = add %0, %1; %5: i32 = sub %4, %3; %6: i32 = add %5, %2"
    );
    let largest = "%4: u8 = max %2, %0\n%5: u8 = max %1, %4\nyield %5";
    assert_eq!(after("u8", largest), "%3: u8 = max %1, %0; %4: u8 = max %3, %2");
    let product = "%4: i16 = mul %2, %0\nyield %4";
    assert_eq!(after("i16", product), "%2: i16 = mul %0, %1");
}

#[test]
fn nothing_changes_where_order_matters_or_more_is_before() {
    let unchanged = |ty: &str, value: &str, expected: &str| assert_eq!(after(ty, value), expected);
    // Floats are added in the order that is written.
    unchanged("f32", "%4: f32 = add %2, %0\nyield %4", "%4: f32 = add %2, %0");
    // What is before is taken away, or counts twice.
    unchanged("i32", "%4: i32 = sub %0, %2\nyield %4", "%4: i32 = sub %0, %2");
    let twice = "%4: i32 = add %2, %2\n%5: i32 = add %4, %0\nyield %5";
    unchanged("i32", twice, "%4: i32 = add %2, %2; %5: i32 = add %4, %0");
    let mixed = "%4: i32 = mul %2, %1\n%5: i32 = add %4, %0\nyield %5";
    unchanged("i32", mixed, "%4: i32 = mul %2, %1; %5: i32 = add %4, %0");
}

#[test]
fn sums_of_sums_are_values() {
    let mut value = String::from("%4: i32 = add %0, %0\n");
    for i in 5..40 {
        value += &format!("%{i}: i32 = add %{}, %{}\n", i - 1, i - 1);
    }
    value += "%40: i32 = sub %39, %3\n%41: i32 = add %2, %40\nyield %41";
    let text = after("i32", &value);
    assert!(text.ends_with("%39: i32 = sub %38, %2; %40: i32 = add %39, %1"), "{text}");
}
