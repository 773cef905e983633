//! Which indices become those of cases, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// The cases of a result that reads `source` at these rows, after the pass: `%6` of the indices
/// `%0` to `%3` are the rows. No value changes.
#[track_caller]
fn cases(source: &str, rows: &str) -> Vec<String> {
    let text = format!(
        "pipeline p
         size rows ~ 100
         size cols ~ 100
         where rows - 5 >= 0 \"rows >= 5\"
         input img: i32 [0..=rows - 1, 0..=cols - 1]
         input zero: i32 [0..=rows - 1, 0..=cols - 1] border constant 0i32
         stage out(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {{ case {{
           %0: i32 = index y - 2
           %1: i32 = -1i32
           %2: i32 = index rows - 2
           %3: i32 = index y + 1
           {rows}
           %7: i32 = read {source}(%6, x)
           %8: i32 = add %7, %6
           yield %8 }} }}
         output out\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&p).expect("a well-formed graph");
    let after = clamped_indices_are_cases(p.clone());
    verify(&after).unwrap_or_else(|e| panic!("{e:?}\n{after}"));
    let rng = &mut Rng::new(3);
    for [rows, cols] in [[5, 1], [6, 2], [13, 17]] {
        let mut picture =
            || Array::from_fn(ElemType::I32, &[0, 0], &[rows, cols], |_| rng.value(ElemType::I32));
        let inputs = [picture(), picture()];
        let of = |p: &Pipeline| {
            evaluate(p, &[rows as i64, cols as i64], &[], &inputs, &StdMaths).expect("values")
        };
        let difference = of(&after)[0].first_difference(&of(&p)[0]);
        assert!(difference.is_none(), "{difference:?}\n{after}");
    }
    let text = after.to_string();
    let wanted = |line: &&str| line.starts_with("case") || line.contains("= read");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(wanted).collect();
    let case = |lines: &[&str]| {
        let region = lines[0].trim_start_matches("case").trim_end_matches('{').trim();
        let read = lines.last().and_then(|line| line.split_once("read ")).expect("a read").1;
        if region.is_empty() { read.to_string() } else { format!("{region}: {read}") }
    };
    lines.chunk_by(|_, next| !next.starts_with("case")).map(case).collect()
}

#[test]
fn bounds_inside_divide() {
    let both = "%4: i32 = 1i32 %5: i32 = max %0, %4 %6: i32 = min %5, %2";
    assert_eq!(cases("img", both), ["y - 3 >= 0: img(y - 2, x)", "-y + 2 >= 0: img(1, x)"]);
    let above = "%4: i32 = min %2, %3 %5: i32 = 0i32 %6: i32 = max %4, %5";
    assert_eq!(
        cases("img", above),
        ["y - rows + 3 >= 0: img(rows - 2, x)", "rows - y - 4 >= 0: img(y + 1, x)"]
    );
}

#[test]
fn bounds_beyond_a_constant_say_nothing() {
    let below = "%4: i32 = max %0, %1 %5: i32 = max %4, %1 %6: i32 = max %5, %1";
    assert_eq!(cases("zero", below), ["zero(y - 2, x)"]);
    let both = "%4: i32 = max %3, %1 %5: i32 = min %4, %2 %6: i32 = max %1, %5";
    assert_eq!(
        cases("zero", both),
        ["rows - y - 3 >= 0: zero(y + 1, x)", "y - rows + 2 >= 0: zero(rows - 2, x)"]
    );
}

#[test]
fn other_indices_stay() {
    let of_two = "%4: i32 = index y - x %5: i32 = 0i32 %6: i32 = max %4, %5";
    assert_eq!(cases("zero", of_two), ["zero(%6, x)"]);
    let of_data = "%4: i32 = read zero(y, x) %5: i32 = max %4, %1 %6: i32 = min %5, %2";
    assert_eq!(cases("zero", of_data), ["zero(%6, x)"]);
    let computed = "%4: i32 = add %0, %1 %5: i32 = max %4, %1 %6: i32 = min %5, %2";
    assert_eq!(cases("zero", computed), ["zero(%6, x)"]);
}
