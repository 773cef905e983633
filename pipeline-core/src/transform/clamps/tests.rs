//! Which indices lose their clamps, and that no value changes.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// A pipeline whose result reads `source`, which is `img` or what is made of it, at these rows: a
/// value `%3` of the row, and the ends `%1` and `%2` of the picture.
fn graph(source: &str, row: &str) -> Pipeline {
    let text = format!(
        "pipeline p
         size rows ~ 100
         size cols ~ 100
         input img: i32 [0..=rows - 1, 0..=cols - 1]
         stage plain(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {{ case {{
           %0: i32 = read img(y, x) yield %0 }} }}
         stage zero(y, x): i32 in [0..=rows - 1, 0..=cols - 1] border constant 0i32 {{ case {{
           %0: i32 = read img(y, x) yield %0 }} }}
         stage maybe(y, x): i32 in [0..=rows - 3, 0..=cols - 1] {{ case {{
           %0: i32 = read img(y, x) yield %0 }} }}
         stage sums(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {{
           case 0 - y >= 0 {{ %0: i32 = read img(y, x) yield %0 }}
           case y - 1 >= 0 {{ %0: i32 = read sums(y - 1, x) yield %0 }} }}
         stage out(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {{ case {{
           %0: i32 = index y - 1
           %1: i32 = 0i32
           %2: i32 = index rows - 1
           %3: i32 = index y + 2
           {row}
           %7: i32 = read {source}(%6, x)
           yield %7 }} }}
         output out\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&p).expect("a well-formed graph");
    p
}

/// How `out` reads after the pass, which changes no value.
#[track_caller]
fn read(p: &Pipeline) -> String {
    let after = clamps_are_borders(p.clone());
    verify(&after).unwrap_or_else(|e| panic!("{e:?}\n{after}"));
    let rng = &mut Rng::new(7);
    for [rows, cols] in [[3, 1], [4, 2], [13, 17]] {
        let img =
            Array::from_fn(ElemType::I32, &[0, 0], &[rows, cols], |_| rng.value(ElemType::I32));
        let of = |p: &Pipeline| {
            let inputs = std::slice::from_ref(&img);
            evaluate(p, &[rows as i64, cols as i64], &[], inputs, &StdMaths).expect("values")
        };
        let difference = of(&after)[0].first_difference(&of(p)[0]);
        assert!(difference.is_none(), "{difference:?}\n{after}");
    }
    let text = after.to_string();
    let line = text.lines().rev().find(|l| l.contains("read")).expect("a read of out");
    line.trim().split_once("read ").expect("a read").1.to_string()
}

const BOTH: &str = "%4: i32 = max %0, %1 %5: i32 = min %4, %2 %6: i32 = min %5, %2";

#[test]
fn a_clamp_to_the_ends_is_a_border() {
    let p = graph("img", BOTH);
    assert_eq!(read(&p), "img(y - 1, x)");
    let after = clamps_are_borders(p);
    assert_eq!(after.inputs[0].border.as_ref().map(|b| b.mode), Some(BorderMode::Clamp));
    assert_eq!(read(&graph("plain", BOTH)), "plain(y - 1, x)");
}

#[test]
fn one_end_is_enough_where_the_other_is_not_reached() {
    let above = "%4: i32 = min %2, %3 %5: i32 = min %2, %4 %6: i32 = min %5, %2";
    assert_eq!(read(&graph("img", above)), "img(y + 2, x)");
    let below = "%4: i32 = max %1, %0 %5: i32 = max %4, %1 %6: i32 = max %5, %1";
    assert_eq!(read(&graph("img", below)), "img(y - 1, x)");
}

#[test]
fn other_bounds_stay() {
    // Beyond the first row, and to what is no end.
    let short = "%4: i32 = 1i32 %5: i32 = max %0, %4 %6: i32 = min %5, %2";
    assert_eq!(read(&graph("img", short)), "img(%6, x)");
    let of_data = "%4: i32 = read img(y, x) %5: i32 = max %4, %1 %6: i32 = min %5, %2";
    assert_eq!(read(&graph("img", of_data)), "img(%6, x)");
}

#[test]
fn sources_with_a_meaning_of_their_own_stay() {
    assert!(read(&graph("zero", BOTH)).starts_with("zero(%"), "a border");
    assert!(read(&graph("sums", BOTH)).starts_with("sums(%"), "an order");
    let inside = "%4: i32 = index rows - 3 %5: i32 = max %0, %1 %6: i32 = min %5, %4";
    assert!(read(&graph("maybe", inside)).starts_with("maybe(%"), "perhaps no point");
}

#[test]
fn windows_lose_theirs_as_well() {
    let text = "pipeline p
         size n ~ 100
         input a: i32 [0..=n - 1]
         stage out(x; d): i32 in [0..=n - 1] { case {
           %0: i32 = sum d in -20..=20 {
             %0: i32 = index x + d
             %1: i32 = 0i32
             %2: i32 = max %0, %1
             %3: i32 = index n - 1
             %4: i32 = min %2, %3
             %5: i32 = read a(%4)
             yield %5 }
           yield %0 } }
         output out\n";
    let after = clamps_are_borders(parse(text).expect("a graph"));
    assert!(after.to_string().contains("read a(x + d)"), "{after}");
}
