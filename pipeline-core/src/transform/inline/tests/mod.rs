//! Which stages are inlined, what becomes of their consumers, and that no value changes.

mod borders;
mod cases;
mod harris;
mod neighbours;
mod random;
mod resampled;

use super::*;
use crate::analysis::together::RowPrices;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::ir::{ElemType, Value as Constant};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;
use std::time::{Duration, Instant};

fn run(text: &str) -> Inlined {
    run_as(text, InlinePolicy::IfCheap)
}

fn run_as(text: &str, policy: InlinePolicy) -> Inlined {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let inlined = inline(p, &RowPrices::default(), &|_| policy);
    assert_eq!(verify(&inlined.pipeline), Ok(()), "{}", inlined.pipeline);
    inlined
}

fn names(inlined: &Inlined) -> Vec<&str> {
    inlined.inlined.iter().map(String::as_str).collect()
}

/// A pipeline over `n` with an input `img`, the given stages of one dimension (name and block of
/// `f32`; a name with `@` is followed by what stands after the domain), and their last as output.
/// The dimension is that of lines of pictures, so that neighbours on it are neither in rows that
/// run together nor in lanes.
fn line_of(stages: &[(&str, &str)]) -> String {
    let mut text =
        String::from("pipeline p size n ~ 64 input img: f32 [-99..=n + 99, 0..=n, 0..=n]\n");
    for (name, block) in stages {
        let (name, border) = name.split_once('@').unwrap_or((name, ""));
        let block = in_pictures(block);
        text += &format!(
            "stage {name}(x, y, z; d): f32 in [-9..=n + 9, 0..=n, 0..=n] {border} \
             {{ case {{ {block} }} }}\n"
        );
    }
    let last = stages[stages.len() - 1].0;
    text + &format!("output {last}\n")
}

/// A block whose reads have the indices of two more dimensions.
fn in_pictures(block: &str) -> String {
    let mut reads = block.split("read ");
    let first = reads.next().unwrap_or_default().to_string();
    reads.fold(first, |text, read| {
        let mut open = 0;
        let end = read.find(|c: char| {
            open += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && open == 0
        });
        let (index, rest) = read.split_at(end.expect("a read has an index"));
        format!("{text}read {index}, y, z{rest}")
    })
}

/// Reads the source at `x + d` for every `d`, added.
fn taps(source: &str, at: &[&str]) -> String {
    let mut block = format!("%0: f32 = read {source}({}) ", at[0]);
    for (i, index) in at.iter().enumerate().skip(1) {
        let (read, sum, before) = (2 * i - 1, 2 * i, 2 * i - 2);
        block += &format!("%{read}: f32 = read {source}({index}) ");
        block += &format!("%{sum}: f32 = add %{before}, %{read} ");
    }
    block + &format!("yield %{}", 2 * at.len() - 2)
}

#[test]
fn functions_do_not_wait_for_each_other() {
    let of = |first: &str, second: &str| {
        let text = format!(
            "pipeline p size n ~ 999 input img: f32 [0..=n]\n\
             stage a(x): f32 in [0..=n] {{ case {{ %0: f32 = read img(x) %1: f32 = {first} %0 \
             yield %1 }} }}\n\
             stage b(x): f32 in [0..=n] {{ case {{ %0: f32 = read a(x) %1: f32 = {second} %0 \
             yield %1 }} }}\noutput b\n"
        );
        let inlined = run(&text);
        agree(&text, &inlined.pipeline);
        !inlined.inlined.is_empty()
    };
    assert!(!of("exp", "ln"));
    assert!(of("exp", "sqrt") && of("floor", "ln"));
}

/// Reads the source at `x` and applies `ops` multiplications.
fn multiplied(source: &str, ops: usize) -> String {
    let mut block = format!("%0: f32 = read {source}(x) ");
    for i in 0..ops {
        block += &format!("%{}: f32 = mul %{i}, %0 ", i + 1);
    }
    block + &format!("yield %{ops}")
}

fn inlined_of(stages: &[(&str, &str)]) -> Vec<String> {
    run(&line_of(stages)).inlined
}

#[test]
fn the_guard_weighs_repetition_against_work() {
    let nine: Vec<String> = (-4..=4).map(|d| format!("x + {d}").replace("+ -", "- ")).collect();
    let nine: Vec<&str> = nine.iter().map(String::as_str).collect();
    let of = |ops: usize, at: &[&str]| {
        !inlined_of(&[("a", &multiplied("img", ops)), ("out", &taps("a", at))]).is_empty()
    };
    for (ops, expected) in [(0, true), (1, true), (2, true), (3, false), (20, false)] {
        assert_eq!(of(ops, &nine), expected, "{ops} operations, nine taps");
    }
    // (k - 1)·ops against 16.
    assert!(of(8, &nine[..3]) && !of(9, &nine[..3]));
    assert!(of(16, &nine[..2]) && !of(17, &nine[..2]));
    // At one index any amount.
    assert!(of(1000, &nine[..1]));
    // The same index twice is one.
    assert!(of(1000, &["x + 1", "x + 1"]));
    // Sampling repeats like taps: x/2 twice.
    assert!(of(16, &["x/2"]) && !of(17, &["x/2"]));
    assert!(of(16, &["2*x/3"]) && !of(17, &["2*x/3"]));
    assert!(of(5, &["x/4"]) && !of(6, &["x/4"]));
    assert!(of(99, &["2*x - 3"]));
    assert!(of(99, &["n - x"]));
    assert!(of(2, &["0"]) && !of(3, &["0"]));
    assert!(of(2, &["x - 2*(x/2)"]) && !of(3, &["x - 2*(x/2)"]));
}

#[test]
fn few_operations_on_two_sources_load_twice() {
    let at: Vec<String> = (0..10).map(|d| format!("x + {d}")).collect();
    let at: Vec<&str> = at.iter().map(String::as_str).collect();
    let product = "%0: f32 = read img(x) %1: f32 = read also(x) %2: f32 = mul %0, %1 yield %2";
    let of = |taps_at: &[&str]| {
        let text = line_of(&[("a", product), ("out", &taps("a", taps_at))]);
        let input = "input also: f32 [-99..=n + 99, 0..=n, 0..=n]\ninput img";
        let inlined = run(&text.replace("input img", input));
        !inlined.inlined.is_empty()
    };
    // An operation and a load, (k - 1) times, against 16.
    assert!(of(&at[..9]) && !of(&at));
}

#[test]
fn consumers_are_counted_together() {
    let sum = "%0: f32 = read b(x) %1: f32 = read c(x) %2: f32 = read c(x + 1) \
               %3: f32 = add %0, %1 %4: f32 = add %3, %2 yield %4";
    let of = |ops: usize| {
        inlined_of(&[
            ("a", &multiplied("img", ops)),
            ("b@border clamp", &taps("a", &["x", "x + 1"])),
            ("c@border clamp", &taps("a", &["x + 2"])),
            ("out", sum),
        ])
    };
    assert_eq!(of(8), ["a"]);
    assert!(of(9).is_empty());
}

#[test]
fn functions_and_divisions_weigh_more() {
    let of = |node: &str, at: &[&str]| {
        let block = format!("%0: f32 = read img(x) %1: f32 = {node} yield %1");
        !inlined_of(&[("a", &block), ("out", &taps("a", at))]).is_empty()
    };
    assert!(of("exp %0", &["x", "x + 1"]) && !of("exp %0", &["x", "x + 1", "x + 2"]));
    let six = ["x", "x + 1", "x + 2", "x + 3", "x + 4", "x + 5"];
    for node in ["sqrt %0", "div %0, %0"] {
        assert!(of(node, &six[..5]) && !of(node, &six), "{node}");
    }
    for node in ["floor %0", "neg %0"] {
        assert!(of(node, &six), "{node}");
    }
}

#[test]
fn work_adds_up_along_a_chain() {
    // Two operations each: the second of the chain has four and stays out of the nine taps.
    let at: Vec<String> = (0..9).map(|d| format!("x + {d}")).collect();
    let at: Vec<&str> = at.iter().map(String::as_str).collect();
    let stages =
        [("a", &*multiplied("img", 2)), ("b", &multiplied("a", 2)), ("out", &taps("b", &at))];
    assert_eq!(inlined_of(&stages), ["a"]);
}

#[test]
fn any_producer_goes_into_its_only_point_wise_consumer() {
    let three = taps("img", &["x - 1", "x", "x + 1"]);
    assert_eq!(inlined_of(&[("a", &three), ("out", &multiplied("a", 5))]), ["a"]);
    assert_eq!(inlined_of(&[("a", &three), ("out", &taps("a", &["n - x"]))]), ["a"]);
    // Read at two indices, or one point from two.
    assert!(inlined_of(&[("a", &three), ("out", &taps("a", &["x", "x + 1"]))]).is_empty());
    assert!(inlined_of(&[("a", &three), ("out", &taps("a", &["x/2"]))]).is_empty());
    // Two consumers.
    let both = "%0: f32 = read a(x) %1: f32 = read b(x) %2: f32 = read b(x + 1) \
                %3: f32 = add %0, %1 %4: f32 = add %3, %2 yield %4";
    let last = [("a", &*three), ("b@border constant 0.0f32", &multiplied("a", 1)), ("out", both)];
    assert!(inlined_of(&last).is_empty());
    // The second consumer goes away first.
    let merged = "%0: f32 = read a(x) %1: f32 = read b(x) %2: f32 = add %0, %1 yield %2";
    let stages = [("a", &*three), ("b", &multiplied("a", 1)), ("out", merged)];
    assert_eq!(inlined_of(&stages), ["b", "a"]);
}

#[test]
fn a_gather_is_no_point_wise_read() {
    let lut = "%0: f32 = read img(x) %1: i32 = cast %0 %2: f32 = read a(%1) yield %2";
    let stages = [("a@border clamp", &*multiplied("img", 1)), ("out", lut)];
    assert!(inlined_of(&stages).is_empty());
    // Even a producer without border is not gathered from.
    assert!(inlined_of(&[("a", &multiplied("img", 1)), ("out", lut)]).is_empty());
    // A producer that gathers moves into a point-wise consumer, not into a stencil.
    let gathers = "%0: f32 = read img(x) %1: i32 = cast %0 %2: f32 = read img(%1) yield %2";
    assert_eq!(inlined_of(&[("a", gathers), ("out", &multiplied("a", 1))]), ["a"]);
    assert!(inlined_of(&[("a", gathers), ("out", &taps("a", &["x", "x + 1"]))]).is_empty());
}

/// Pictures of four planes, of which one stage multiplies two, at these indices.
fn of_planes(one: &str, other: &str) -> Vec<String> {
    let a = format!("%0: f32 = read img({one}) %1: f32 = read img({other}) %2: f32 = mul %0, %1");
    let b = "%0: f32 = read a(c, x) %1: f32 = read a(c, x - 1) %2: f32 = add %0, %1";
    let [a, b] = [&a, b].map(in_pictures);
    let text = format!(
        "pipeline p size n ~ 64 input img: f32 [0..=3, -9..=n + 9, 0..=n, 0..=n]\n\
         stage a(c, x, y, z): f32 in [0..=3, 0..=n, 0..=n, 0..=n] {{ case {{ {a} yield %2 }} }}\n\
         stage b(c, x, y, z): f32 in [0..=3, 1..=n, 0..=n, 0..=n] {{ case {{ {b} yield %2 }} }}\n\
         output b"
    );
    run(&text).inlined
}

#[test]
fn a_point_of_several_planes_is_one() {
    assert_eq!(of_planes("c, x", "3, x"), ["a"]);
    assert_eq!(of_planes("3, x", "c, x"), ["a"]);
    assert_eq!(of_planes("1, x", "2, x"), ["a"]);
    assert!(of_planes("c, x", "3, x + 1").is_empty());
    assert!(of_planes("3, x", "2, x + 1").is_empty());
}

#[test]
fn planes_that_would_be_read_again_count_as_work() {
    let grey = |taps_at: &[&str]| {
        let text = format!(
            "pipeline p size n ~ 64 input img: f32 [0..=2, -9..=n + 9]\n\
             stage grey(x): f32 in [-9..=n + 9] {{ case {{\n\
             %0: f32 = read img(0, x) %1: f32 = read img(1, x) %2: f32 = read img(2, x)\n\
             %3: f32 = mul %0, %1 %4: f32 = mul %3, %2 %5: f32 = mul %4, %0 %6: f32 = mul %5, %1\n\
             yield %6 }} }}\n\
             stage b(x): f32 in [0..=n] {{ case {{ {} }} }}\noutput b",
            taps("grey", taps_at)
        );
        run(&text).inlined
    };
    assert_eq!(grey(&["x", "x + 9"]), ["grey"]);
    assert!(grey(&["x", "x + 1", "x + 2", "x + 9"]).is_empty());
}

#[test]
fn borders_windows_and_live_outs_keep_a_stage() {
    let out = multiplied("a", 1);
    let kept = |a: (&str, &str)| inlined_of(&[a, ("out", &out)]).is_empty();
    let one = multiplied("img", 1);
    assert!(!kept(("a", &one)));
    assert!(kept(("a@border mirror", &one)));
    assert!(kept((
        "a",
        "%0: f32 = sum d in 0..=2 { %0: f32 = read img(x + d) yield %0 } yield %0"
    )));
    let text = line_of(&[("a", &one), ("out", &out)]);
    assert!(run(&format!("{text}output a\n")).inlined.is_empty());
}

#[test]
fn reads_in_windows_are_replaced_there() {
    let out = "%0: f32 = sum d in -1..=1 { %0: f32 = read a(x + d) yield %0 } \
               %1: f32 = read a(x) %2: f32 = add %0, %1 yield %2";
    let a = "%0: f32 = read img(2*x) %1: i32 = index x + 1 %2: f32 = cast %1 \
             %3: bool = test x - n >= 0 %4: f32 = select %3, %0, %2 yield %4";
    let inlined = run(&line_of(&[("a", a), ("out", out)]));
    assert_eq!(names(&inlined), ["a"]);
    let printed = inlined.pipeline.to_string();
    let at = printed.find("  case").expect("a case");
    let expected = "  case {
    %0: f32 = sum d in -1..=1 {
      %0: f32 = read img(2*x + 2*d, y, z)
      %1: i32 = index x + d + 1
      %2: f32 = cast %1
      %3: bool = test x + d - n >= 0
      %4: f32 = select %3, %0, %2
      yield %4
    }
    %1: f32 = read img(2*x, y, z)
    %2: i32 = index x + 1
    %3: f32 = cast %2
    %4: bool = test x - n >= 0
    %5: f32 = select %4, %1, %3
    %6: f32 = add %0, %5
    yield %6
  }
}
output out
";
    assert_eq!(&printed[at..], expected);
    // Every point of the window counts.
    let wide = out.replace("-1..=1", "-9..=9");
    assert!(inlined_of(&[("a", a), ("out", &wide)]).is_empty());
}

/// A stage of planes, of much work, and what reads it.
fn of_weights(out: &str) -> Inlined {
    let mut work = String::from("%0: f32 = read img(y, x + k) ");
    for i in 0..30 {
        work += &format!("%{}: f32 = mul %{i}, %0 ", i + 1);
    }
    run(&format!(
        "pipeline p size n ~ 99 input img: f32 [0..=n, -9..=n + 9]
         stage w(y, x, k): f32 in [0..=n, 0..=n, -4..=4] {{ case {{ {work} yield %30 }} }}
         stage out(y, x; k, l): f32 in [0..=n, 0..=n - 9] {{ case {{ {out} }} }} output out"
    ))
}

#[test]
fn windows_over_the_same_points_are_one_use() {
    let window = |id: &str, k: &str, extent: &str, read: &str, times: &str| {
        format!("%{id}: f32 = sum {k} in {extent} {{ %0: f32 = read w({read}) {times} }} ")
    };
    let weighted =
        |k: &str| format!("%1: f32 = read img(y, x + {k}) %2: f32 = mul %0, %1 yield %2");
    let both =
        |first: &str, second: &str| first.to_string() + second + "%2: f32 = div %0, %1 yield %2";
    let mean = window("0", "k", "-4..=4", "y, x, k", &weighted("k"));
    let plain = |extent: &str, read: &str| window("1", "l", extent, read, "yield %0");
    let goes = |second: &str| !of_weights(&both(&mean, second)).inlined.is_empty();
    assert!(goes(&plain("-4..=4", "y, x, l")));
    assert!(!goes(&plain("-4..=3", "y, x, l")), "other points");
    assert!(!goes(&plain("-4..=4", "y, x, 0 - l")), "in another order");
    assert!(!goes(&plain("-4..=4", "y, x + l + 4, l")), "of another row");
    // A window whose variable is in no dimension by itself reads points again.
    let alone = |read: &str| window("0", "k", "-4..=4", read, "yield %0") + "yield %0";
    assert!(!of_weights(&alone("y, x, k")).inlined.is_empty());
    assert!(of_weights(&alone("y, x + k + 4, 2")).inlined.is_empty());
    assert!(of_weights(&alone("y, x, k/2")).inlined.is_empty());
}

#[test]
fn planes_of_different_numbers_are_different_points() {
    let of = |second: &str| {
        let out = format!(
            "%0: f32 = read w(y, x, 1) %1: f32 = read w({second}) %2: f32 = add %0, %1 yield %2"
        );
        !of_weights(&out).inlined.is_empty()
    };
    assert!(of("y, x, 2"));
    assert!(of("y, x + 3, -4"));
    assert!(!of("y, x + 3, 1"));
}

#[test]
fn dimensions_swapped_dropped_and_added() {
    let text = |read: &str, ops: usize, channels: &str| {
        let mut block = String::from("%0: f32 = read img(y, x) ");
        for i in 0..ops {
            block += &format!("%{}: f32 = mul %{i}, %0 ", i + 1);
        }
        format!(
            "pipeline p size n ~ 9 input img: f32 [0..=n, 0..=n]
             stage a(y, x): f32 in [0..=n, 0..=n] {{ case {{ {block} yield %{ops} }} }}
             stage out(c, y, x): f32 in [{channels}, 0..=n, 0..=n] {{ case {{
               %0: f32 = read a({read}) yield %0 }} }} output out"
        )
    };
    let of = |read: &str, ops: usize, c: &str| !run(&text(read, ops, c)).inlined.is_empty();
    // Three channels: three times.
    assert!(of("y, x", 8, "0..=2") && !of("y, x", 9, "0..=2"));
    assert!(of("x, y", 99, "4..=4"));
    assert!(of("y, x", 2, "0..=n") && !of("y, x", 3, "0..=n"));
    assert!(of("y, 0", 2, "0..=0") && !of("y, 0", 3, "0..=0"));
    assert!(of("x, y", 2, "0..=0"));
    let printed = run(&text("n - x, y/2", 2, "0..=0")).pipeline.to_string();
    assert!(printed.contains("read img(n - x, y/2)"), "{printed}");
}

#[test]
fn consumers_of_different_points_repeat_nothing() {
    let three = taps("img", &["x - 1", "x", "x + 1"]);
    let out = "%0: f32 = read even(x) %1: f32 = read odd(x) %2: f32 = read even(x + 1) \
               %3: f32 = read odd(x - 1) %4: f32 = add %0, %1 %5: f32 = add %2, %3 \
               %6: f32 = add %4, %5 yield %6";
    let inlined = |even: &str, odd: &str| {
        let (even, odd) = (taps("a", &[even, "3"]), taps("a", &[odd, "3"]));
        let (even, odd) = (even.replace("(3)", "(8*x + 3)"), odd.replace("(3)", "(8*x + 6)"));
        // With a border neither consumer is inlined itself.
        let stages = [
            ("a", &*three),
            ("even@border clamp", &*even),
            ("odd@border clamp", &*odd),
            ("out", out),
        ];
        inlined_of(&stages)
    };
    assert_eq!(inlined("8*x", "8*x + 5"), ["a"]);
    assert_eq!(inlined("8*x", "4 - 8*x"), ["a"]);
    // Now and then the same point.
    assert!(inlined("8*x", "4*x + 4").is_empty());
    assert!(inlined("8*x", "x + 5").is_empty());
    assert!(inlined("8*x", "8*x + 11").is_empty());
}

#[test]
fn interleaving_by_cases_repeats_nothing() {
    let text = "pipeline p size n ~ 9 input img: f32 [-9..=n + 9]
        stage a(x): f32 in [-1..=n/2] { case {
          %0: f32 = read img(x) %1: f32 = read img(x + 1) %2: f32 = mul %0, %1 yield %2 } }
        stage b(x): f32 in [-1..=n/2] { case {
          %0: f32 = read img(x) %1: f32 = read img(x - 1) %2: f32 = mul %0, %1 yield %2 } }
        stage out(x): f32 in [0..=n] {
          case x mod 2 == 0 { %0: f32 = read a(x/2) yield %0 }
          case x mod 2 == 1 { %0: f32 = read b(x/2) yield %0 }
        } output out";
    assert_eq!(names(&run(text)), ["a", "b"]);
    // Both halves reading the same are twice each point, here of much work.
    let powers: String = (3..40).map(|i| format!("%{i}: f32 = mul %{}, %2 ", i - 1)).collect();
    let much = text.replace("yield %2", &format!("{powers} yield %39"));
    assert_eq!(names(&run(&much)), ["a", "b"]);
    assert_eq!(names(&run(&much.replace("read b(", "read a("))), [""; 0]);
}

#[test]
fn truth_values_are_inlined() {
    let text = "pipeline p size n ~ 9 input img: u8 [0..=n]
        stage mask(x): bool in [0..=n] { case {
          %0: u8 = read img(x) %1: u8 = 9u8 %2: bool = gt %0, %1 yield %2 } }
        stage out(x): u8 in [0..=n] { case {
          %0: u8 = read img(x) %1: bool = read mask(x) %2: u8 = 9u8 %3: u8 = select %1, %0, %2
          yield %3 } } output out";
    let inlined = run(text);
    assert_eq!(names(&inlined), ["mask"]);
    let printed = inlined.pipeline.to_string();
    let at = printed.find("  case").expect("a case");
    // The read and the constant are shared.
    let expected = "  case {
    %0: u8 = read img(x)
    %1: u8 = 9u8
    %2: bool = gt %0, %1
    %3: u8 = select %2, %0, %1
    yield %3
  }
}
output out
";
    assert_eq!(&printed[at..], expected);
}

#[test]
fn definitions_do_not_grow_without_end() {
    let of = |ops: usize| {
        inlined_of(&[("a", &multiplied("img", ops)), ("out", &multiplied("a", 1000))]).len()
    };
    assert_eq!((of(999), of(1000)), (1, 0));
}

#[test]
fn index_expressions_beyond_the_limits_stay_apart() {
    let huge = 1i64 << 40;
    let text = format!(
        "pipeline p size n ~ 9 input img: f32 [0..=n] border clamp
         stage a(x): f32 in [0..=n] {{ case {{ %0: f32 = read img({huge}*x) yield %0 }} }}
         stage out(x): f32 in [0..=0] {{ case {{ %0: f32 = read a({huge}*x) yield %0 }} }}
         output out"
    );
    assert_eq!(names(&run(&text)), [""; 0]);
    assert_eq!(names(&run(&text.replacen(&huge.to_string(), "3", 1))), ["a"]);
}

#[test]
fn long_chains_are_quick() {
    let mut stages = Vec::new();
    for i in 0..100 {
        let before = if i == 0 { "img".into() } else { format!("s{}", i - 1) };
        stages.push((format!("s{i}"), multiplied(&before, 3)));
    }
    let stages: Vec<(&str, &str)> = stages.iter().map(|(n, b)| (&**n, &**b)).collect();
    let text = line_of(&stages);
    let start = Instant::now();
    let inlined = run(&text);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(inlined.inlined.len(), 99);
    assert_eq!(inlined.pipeline.stages[0].cases[0].value.exprs.len(), 301);
    // Two stencils alternate: nothing to inline, as quickly.
    let mut stages = Vec::new();
    for i in 0..100 {
        let before = if i == 0 { "img".into() } else { format!("s{}", i - 1) };
        stages.push((format!("s{i}"), taps(&before, &["x - 1", "x", "x + 1"])));
    }
    let stages: Vec<(&str, &str)> = stages.iter().map(|(n, b)| (&**n, &**b)).collect();
    assert!(inlined_of(&stages).is_empty());
}

/// Compares the values of a stage graph with those of what became of it.
fn agree(text: &str, inlined: &Pipeline) {
    let p = parse(text).expect("a pipeline");
    for n in [1, 2, 9] {
        let mut rng = Rng::new(n as u64);
        let inputs = p.inputs.iter().map(|input| {
            let (lo, extent) = domain_box(&input.domain, &[n]).expect("a small box");
            Array::from_fn(input.ty, &lo, &extent, |_| rng.value(input.ty))
        });
        same(&p, inlined, &[n], &[], &inputs.collect::<Vec<_>>(), text);
    }
}

/// Outputs of both pipelines, compared to the last bit.
fn same(
    before: &Pipeline,
    after: &Pipeline,
    sizes: &[i64],
    scalars: &[Constant],
    inputs: &[Array],
    what: &str,
) {
    let run = |p: &Pipeline| {
        evaluate(p, sizes, scalars, inputs, &StdMaths)
            .unwrap_or_else(|e| panic!("{what} at {sizes:?}: {e}\n{before}\n{after}"))
    };
    for (i, (a, b)) in run(before).iter().zip(&run(after)).enumerate() {
        if let Some(d) = a.first_difference(b) {
            panic!("{what} at {sizes:?}, output {i}: {d}\n{before}\n{after}");
        }
    }
}
