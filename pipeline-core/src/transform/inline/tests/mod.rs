//! Which stages are inlined, what becomes of their consumers, and that no value changes.

mod borders;
mod cases;
mod random;

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::ir::{BinaryOp, Domain, ElemType, Loc, SizeId, Value as Constant};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;
use std::time::{Duration, Instant};

fn run(text: &str) -> Inlined {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let inlined = inline(p, &|_| InlinePolicy::IfCheap);
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

/// A stage `a` of so many columns of `img`, and `b`, its only consumer.
fn rows_of(columns: usize, b_reads: &[&str]) -> String {
    let columns: Vec<String> = (0..columns).map(|x| format!("y, x + {x}")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    format!(
        "pipeline p size h ~ 999 size w ~ 999 input img: f32 [-9..=h + 9, -9..=w + 99]\n\
         stage a(y, x): f32 in [-9..=h + 9, -9..=w + 9] {{ case {{ {} }} }}\n\
         stage b(y, x): f32 in [0..=h - 1, 0..=w - 1] {{ case {{ {} }} }}\noutput b\n",
        taps("img", &columns),
        taps("a", b_reads)
    )
}

#[test]
fn rows_are_computed_again_where_few_are_needed() {
    let inlined = |columns, reads: &[&str]| !run(&rows_of(columns, reads)).inlined.is_empty();
    let three = ["y, x", "y + 1, x", "y + 2, x"];
    // Eight rows need ten, of three loads and two additions each: no more than loads and stores.
    assert!(inlined(3, &three));
    assert!(!inlined(12, &three));
    // Eight rows need twelve.
    assert!(!inlined(5, &["y - 2, x", "y - 1, x", "y, x", "y + 1, x", "y + 2, x"]));
    // Each row is needed at another column: nothing is shared.
    assert!(!inlined(3, &["y, x", "y + 1, x + 9", "y + 2, x - 9"]));
}

#[test]
fn neighbours_along_the_lanes_are_carried() {
    let inlined = |columns, reads: &[&str]| !run(&rows_of(columns, reads)).inlined.is_empty();
    // Each is computed once, whatever it costs, where that is more than lanes of two vectors do.
    assert!(inlined(5, &["y, x", "y, x + 1", "y, x + 2"]));
    assert!(inlined(12, &["y, x - 4", "y, x", "y, x + 4"]));
    // The shortest vector has eight points.
    assert!(!inlined(12, &["y, x - 4", "y, x", "y, x + 5"]));
}

const HARRIS: [&str; 3] = ["xx", "yy", "xy"];

fn harris() -> String {
    let stage = |name: &str, inset: usize, block: &str| {
        let range = |size: &str| match inset {
            1 => format!("1..={size} - 2"),
            _ => format!("2..={size} - 3"),
        };
        let (rows, cols) = (range("rows"), range("cols"));
        format!("stage {name}(y, x): f32 in [{rows}, {cols}] {{ case {{ {block} }} }}\n")
    };
    let mut text = String::from(
        "pipeline harris size rows ~ 6400 size cols ~ 6400 where rows - 5 >= 0 \"r\" \
         where cols - 5 >= 0 \"c\" input img: f32 [0..=rows - 1, 0..=cols - 1]\n",
    );
    let gradient = |minus: [&str; 3], plus: [&str; 3]| {
        let mut block = String::new();
        for (i, at) in minus.iter().chain(&plus).enumerate() {
            block += &format!("%{i}: f32 = read img({at}) ");
        }
        block
            + "%6: f32 = 2.0f32 %7: f32 = mul %1, %6 %8: f32 = mul %4, %6 %9: f32 = add %0, %7 \
               %10: f32 = add %9, %2 %11: f32 = add %3, %8 %12: f32 = add %11, %5 \
               %13: f32 = sub %12, %10 %14: f32 = 0.083333336f32 %15: f32 = mul %13, %14 yield %15"
    };
    let (up, down) = (
        ["y - 1, x - 1", "y - 1, x", "y - 1, x + 1"],
        ["y + 1, x - 1", "y + 1, x", "y + 1, x + 1"],
    );
    let (left, right) = (
        ["y - 1, x - 1", "y, x - 1", "y + 1, x - 1"],
        ["y - 1, x + 1", "y, x + 1", "y + 1, x + 1"],
    );
    text += &stage("ix", 1, &gradient(up, down));
    text += &stage("iy", 1, &gradient(left, right));
    for name in HARRIS {
        let (a, b) = name.split_at(1);
        let block = format!(
            "%0: f32 = read i{a}(y, x) %1: f32 = read i{b}(y, x) %2: f32 = mul %0, %1 yield %2"
        );
        text += &stage(&format!("i{name}"), 1, &block);
    }
    let mut window = Vec::new();
    for y in ["y - 1", "y", "y + 1"] {
        window.extend(["x - 1", "x", "x + 1"].map(|x| format!("{y}, {x}")));
    }
    let window: Vec<&str> = window.iter().map(String::as_str).collect();
    for name in HARRIS {
        text += &stage(&format!("s{name}"), 2, &taps(&format!("i{name}"), &window));
    }
    text += &stage(
        "det",
        2,
        "%0: f32 = read sxx(y, x) %1: f32 = read syy(y, x) %2: f32 = read sxy(y, x) \
         %3: f32 = read sxy(y, x) %4: f32 = mul %0, %1 %5: f32 = mul %2, %3 \
         %6: f32 = sub %4, %5 yield %6",
    );
    text += &stage(
        "trace",
        2,
        "%0: f32 = read sxx(y, x) %1: f32 = read syy(y, x) %2: f32 = add %0, %1 yield %2",
    );
    text += &stage(
        "harris",
        2,
        "%0: f32 = read det(y, x) %1: f32 = read trace(y, x) %2: f32 = 0.04f32 \
         %3: f32 = mul %2, %1 %4: f32 = mul %3, %1 %5: f32 = sub %0, %4 yield %5",
    );
    text + "output harris\n"
}

#[test]
fn harris_becomes_three_stages() {
    let p = parse(&harris()).unwrap_or_else(|e| panic!("{e}"));
    assert!(crate::check::check(&p).is_empty());
    let inlined = run(&harris());
    assert_eq!(names(&inlined), ["ixx", "iyy", "ixy", "sxy", "det", "trace", "sxx", "syy"]);
    let printed = inlined.pipeline.to_string();
    let at = printed.find("stage harris").expect("the output stays");
    assert_eq!(&printed[at..], HARRIS_STAGE);
    let stages: Vec<&str> = inlined.pipeline.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(stages, ["ix", "iy", "harris"]);
    // Values, on an image of random numbers.
    let mut rng = Rng::new(3);
    let image = Array::from_fn(ElemType::F32, &[0, 0], &[9, 8], |_| {
        Constant::F32(rng.range(0, 255) as f32 / 7.0)
    });
    same(&p, &inlined.pipeline, &[9, 8], &[], &[image], "harris");
}

#[test]
fn stages_that_are_kept_stay() {
    let p = parse(&harris()).unwrap_or_else(|e| panic!("{e}"));
    let sxx = p.stages.iter().position(|s| s.name == "sxx").map(StageId);
    let inlined = inline(p.clone(), &|s| {
        if Some(s) == sxx { InlinePolicy::Never } else { InlinePolicy::IfCheap }
    });
    let stages: Vec<&str> = inlined.pipeline.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(stages, ["ix", "iy", "sxx", "harris"]);
    let all = inline(p.clone(), &|_| InlinePolicy::Never);
    assert!(all.inlined.is_empty() && all.pipeline.stages.len() == p.stages.len());
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
        stage a(x): f32 in [-1..=n] { case {
          %0: f32 = read img(x) %1: f32 = read img(x + 1) %2: f32 = mul %0, %1 yield %2 } }
        stage b(x): f32 in [-1..=n] { case {
          %0: f32 = read img(x) %1: f32 = read img(x - 1) %2: f32 = mul %0, %1 yield %2 } }
        stage out(x): f32 in [0..=n] {
          case x mod 2 == 0 { %0: f32 = read a(x/2) yield %0 }
          case x mod 2 == 1 { %0: f32 = read b(x/2) yield %0 }
        } output out";
    assert_eq!(names(&run(text)), ["a", "b"]);
    // Both halves reading the same are twice each point.
    assert_eq!(names(&run(&text.replace("read b(", "read a("))), [""; 0]);
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

/// The only stage beside the gradients.
const HARRIS_STAGE: &str = "\
stage harris(y, x): f32 in [2..=rows - 3, 2..=cols - 3] {
  case {
    %0: f32 = read ix(y - 1, x - 1)
    %1: f32 = mul %0, %0
    %2: f32 = read ix(y - 1, x)
    %3: f32 = mul %2, %2
    %4: f32 = add %1, %3
    %5: f32 = read ix(y - 1, x + 1)
    %6: f32 = mul %5, %5
    %7: f32 = add %4, %6
    %8: f32 = read ix(y, x - 1)
    %9: f32 = mul %8, %8
    %10: f32 = add %7, %9
    %11: f32 = read ix(y, x)
    %12: f32 = mul %11, %11
    %13: f32 = add %10, %12
    %14: f32 = read ix(y, x + 1)
    %15: f32 = mul %14, %14
    %16: f32 = add %13, %15
    %17: f32 = read ix(y + 1, x - 1)
    %18: f32 = mul %17, %17
    %19: f32 = add %16, %18
    %20: f32 = read ix(y + 1, x)
    %21: f32 = mul %20, %20
    %22: f32 = add %19, %21
    %23: f32 = read ix(y + 1, x + 1)
    %24: f32 = mul %23, %23
    %25: f32 = add %22, %24
    %26: f32 = read iy(y - 1, x - 1)
    %27: f32 = mul %26, %26
    %28: f32 = read iy(y - 1, x)
    %29: f32 = mul %28, %28
    %30: f32 = add %27, %29
    %31: f32 = read iy(y - 1, x + 1)
    %32: f32 = mul %31, %31
    %33: f32 = add %30, %32
    %34: f32 = read iy(y, x - 1)
    %35: f32 = mul %34, %34
    %36: f32 = add %33, %35
    %37: f32 = read iy(y, x)
    %38: f32 = mul %37, %37
    %39: f32 = add %36, %38
    %40: f32 = read iy(y, x + 1)
    %41: f32 = mul %40, %40
    %42: f32 = add %39, %41
    %43: f32 = read iy(y + 1, x - 1)
    %44: f32 = mul %43, %43
    %45: f32 = add %42, %44
    %46: f32 = read iy(y + 1, x)
    %47: f32 = mul %46, %46
    %48: f32 = add %45, %47
    %49: f32 = read iy(y + 1, x + 1)
    %50: f32 = mul %49, %49
    %51: f32 = add %48, %50
    %52: f32 = mul %0, %26
    %53: f32 = mul %2, %28
    %54: f32 = add %52, %53
    %55: f32 = mul %5, %31
    %56: f32 = add %54, %55
    %57: f32 = mul %8, %34
    %58: f32 = add %56, %57
    %59: f32 = mul %11, %37
    %60: f32 = add %58, %59
    %61: f32 = mul %14, %40
    %62: f32 = add %60, %61
    %63: f32 = mul %17, %43
    %64: f32 = add %62, %63
    %65: f32 = mul %20, %46
    %66: f32 = add %64, %65
    %67: f32 = mul %23, %49
    %68: f32 = add %66, %67
    %69: f32 = mul %25, %51
    %70: f32 = mul %68, %68
    %71: f32 = sub %69, %70
    %72: f32 = add %25, %51
    %73: f32 = 0.04f32
    %74: f32 = mul %73, %72
    %75: f32 = mul %74, %72
    %76: f32 = sub %71, %75
    yield %76
  }
}
output harris
";
