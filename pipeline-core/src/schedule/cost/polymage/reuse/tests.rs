//! Scores worked by hand. Values have four bytes, so 16 of them make a line.

use super::*;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use std::collections::HashSet;

/// A pipeline of stages of rank 2: name, domain and the expressions of the one case.
fn pipeline(stages: &[(&str, &str)]) -> Pipeline {
    let mut text = String::from(
        "pipeline p size rows ~ 64 size cols ~ 64 \
         input f: f32 [-999..=rows + 999, -999..=cols + 999]\n\
         input row: f32 [-999..=cols + 999]\n",
    );
    for (name, block) in stages {
        text += &format!(
            "stage {name}(y, x; dy, dx): f32 in [0..=rows - 1, 0..=cols - 1] {{\n  case {{ {block} }}\n}}\n"
        );
    }
    text += &format!("output {}\n", stages[stages.len() - 1].0);
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// A block that adds what it reads.
fn sum_of(reads: &[&str]) -> String {
    let mut block: String =
        reads.iter().enumerate().map(|(i, read)| format!("%{i}: f32 = read {read} ")).collect();
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        block += &format!("%{next}: f32 = add %{value}, %{i} ");
        (value, next) = (next, next + 1);
    }
    block + &format!("yield %{value}")
}

/// The scores along `y` and `x` of one stage with these reads.
fn scores(reads: &[&str]) -> [f64; 2] {
    let p = pipeline(&[("s", &sum_of(reads))]);
    let scores = ReuseScores::new(&p);
    <[f64; 2]>::try_from(scores.stage(StageId(0))).expect("two dimensions")
}

/// What is left of a value that opens a new line once in 16 steps.
const SPATIAL: f64 = 15.0 / 16.0;

#[test]
fn a_point_is_reused_along_the_innermost_dimension_only_by_its_line() {
    assert_eq!(scores(&["f(y, x)"]), [0.0, SPATIAL]);
    // Transposed: the outer variable runs along the lines.
    assert_eq!(scores(&["f(x, y)"]), [SPATIAL, 0.0]);
}

#[test]
fn what_does_not_depend_on_a_dimension_is_reused_along_it() {
    assert_eq!(scores(&["row(x)"]), [1.0, SPATIAL]);
    assert_eq!(scores(&["row(y)"]), [SPATIAL, 1.0]);
    assert_eq!(scores(&["f(3, 4)"]), [1.0, 1.0]);
}

#[test]
fn all_but_the_leader_of_a_group_are_reused() {
    // Three rows: two of the three references meet rows that were read before.
    assert_eq!(scores(&["f(y - 1, x)", "f(y, x)", "f(y + 1, x)"]), [2.0, 3.0 * SPATIAL]);
    // The distance does not matter.
    assert_eq!(scores(&["f(y - 2, x)", "f(y + 2, x)"]), [1.0, 2.0 * SPATIAL]);
    // Along a diagonal nothing is met again by moving along one dimension.
    assert_eq!(scores(&["f(y, x)", "f(y + 1, x + 1)"]), [0.0, 2.0 * SPATIAL]);
    // It is by an access that moves along the diagonal itself.
    assert_eq!(scores(&["f(y, y)", "f(y + 1, y + 1)"]), [1.0, 2.0]);
    assert_eq!(scores(&["f(y, y)", "f(y + 1, y + 2)"]), [0.0, 2.0]);
    // Running backwards is the same.
    assert_eq!(scores(&["f(9 - y, x)", "f(8 - y, x)"]), [1.0, 2.0 * SPATIAL]);
    // The same reference twice is one.
    assert_eq!(scores(&["f(y, x)", "f(y, x)"]), [0.0, SPATIAL]);
}

#[test]
fn sampling_is_counted_over_the_steps_that_repeat() {
    // Two rows a step, both new; with a third, one of them is met again.
    assert_eq!(scores(&["f(2*y, x)", "f(2*y + 1, x)"])[0], 0.0);
    assert_eq!(scores(&["f(2*y - 1, x)", "f(2*y, x)", "f(2*y + 1, x)"])[0], 1.0);
    // Along a line, two values a step are an eighth of a line, whether one or both are read.
    assert_eq!(scores(&["f(y, 2*x)"])[1], 1.0 - 0.125);
    assert_eq!(scores(&["f(y, 2*x)", "f(y, 2*x + 1)"])[1], 2.0 - 0.125);
    // A row every other step: one new line in two steps, of two references.
    assert_eq!(scores(&["f(y/2, x)"])[0], 0.5);
    // y = 2q: rows q and q, one reference. y = 2q + 1: rows q and q + 1. One of the three is new.
    assert_eq!(scores(&["f(y/2, x)", "f((y + 1)/2, x)"])[0], 1.0);
    // Three rows in two steps: y = 2q gives 3q, y = 2q + 1 gives 3q + 1. Both are new.
    assert_eq!(scores(&["f(3*y/2, x)"])[0], 0.0);
    // The parity of a row: two rows for ever.
    assert_eq!(scores(&["f(y - 2*(y/2), x)"])[0], 1.0);
}

#[test]
fn windows_count_as_what_they_read() {
    let nine = "%0: f32 = sum dy in -1..=1, dx in -1..=1 {
        %0: f32 = read f(y + dy, x + dx) yield %0 } yield %0";
    let p = pipeline(&[("s", nine)]);
    // Along y three new values, one a column; along x three new sixteenths, one a row.
    assert_eq!(ReuseScores::new(&p).stage(StageId(0)), [6.0, 9.0 - 3.0 / 16.0]);
}

#[test]
fn long_windows_and_long_periods_are_cut() {
    let long = "%0: f32 = sum dy in -900..=900, dx in -900..=900 {
        %0: f32 = read f(y + dy, x + dx) yield %0 } yield %0";
    let p = pipeline(&[("s", long)]);
    // Of 1801 · 1801 references the first 1024, all in one column.
    assert_eq!(ReuseScores::new(&p).stage(StageId(0))[0], 1023.0);
    // Repeats after 101 steps: taken as always new, though it is nearly always reused.
    assert_eq!(scores(&["f(y/101, x)"])[0], 0.0);
}

#[test]
fn gathers_do_not_count() {
    let gather = "%0: i32 = index y %1: f32 = read row(%0) yield %1";
    let p = pipeline(&[("s", gather)]);
    assert_eq!(ReuseScores::new(&p).stage(StageId(0)), [0.0, 0.0]);
}

#[test]
fn a_group_adds_what_its_stages_reuse() {
    // Harris without its products: two gradients, a sum of each, a point-wise end.
    let gradient = |at: [&str; 6]| sum_of(&at);
    let ix = gradient([
        "f(y - 1, x - 1)",
        "f(y - 1, x)",
        "f(y - 1, x + 1)",
        "f(y + 1, x - 1)",
        "f(y + 1, x)",
        "f(y + 1, x + 1)",
    ]);
    let iy = gradient([
        "f(y - 1, x - 1)",
        "f(y, x - 1)",
        "f(y + 1, x - 1)",
        "f(y - 1, x + 1)",
        "f(y, x + 1)",
        "f(y + 1, x + 1)",
    ]);
    let around = |of: &str| {
        let at = |d: i32| if d < 0 { format!("- {}", -d) } else { format!("+ {d}") };
        let mut reads = Vec::new();
        for dy in -1..=1 {
            for dx in -1..=1 {
                reads.push(format!("{of}(y {}, x {})", at(dy), at(dx)));
            }
        }
        sum_of(&reads.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let end = sum_of(&["sx(y, x)", "sy(y, x)"]);
    let p = pipeline(&[
        ("ix", &ix),
        ("iy", &iy),
        ("sx", &around("ix")),
        ("sy", &around("iy")),
        ("end", &end),
    ]);
    let scores = ReuseScores::new(&p);
    // Along y, ix has three columns of two rows: one new value each, 6 - 3. iy has two columns of
    // three: 6 - 2. A window of nine: 9 - 3. A point: 1 - 1.
    let along_y: Vec<f64> = (0..5).map(|s| scores.stage(StageId(s))[0]).collect();
    assert_eq!(along_y, [3.0, 4.0, 6.0, 6.0, 0.0]);
    // Along x, a sixteenth is new in each row that is read: 2, 3, 3, 3 and, of two sources, 2.
    let along_x: Vec<f64> = (0..5).map(|s| scores.stage(StageId(s))[1]).collect();
    let new = |count: f64, rows: f64| count - rows / 16.0;
    assert_eq!(along_x, [new(6., 2.), new(6., 3.), new(9., 3.), new(9., 3.), new(2., 2.)]);

    let aligned = [Some(0), Some(1)];
    let members = |dims| (0..5).map(move |s| (StageId(s), dims));
    let sums = scores.group(2, members(&aligned[..]));
    assert_eq!(sums, [19.0, 32.0 - 13.0 / 16.0]);
    // Transposed against the group, and in a group with a dimension that no stage has.
    let turned = scores.group(3, members(&[Some(2), None][..]));
    assert_eq!(turned, [0.0, 0.0, 19.0]);
}

#[test]
fn scores_are_what_a_walk_finds() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let (a, c) = (rng.pick(&[-3, -2, -1, 1, 2, 3]), rng.range(1, 4));
        let mut offsets: Vec<i64> = (0..rng.range(1, 4)).map(|_| rng.range(-9, 9)).collect();
        offsets.sort();
        offsets.dedup();
        let reads: Vec<String> =
            offsets.iter().map(|b| format!("f(({a}*y + {})/{c}, x)", b + 50)).collect();
        let reads: Vec<&str> = reads.iter().map(String::as_str).collect();

        // The references and the new rows in 60 steps, which every c divides, after a start.
        let mut seen = HashSet::new();
        let (mut references, mut new) = (0, 0);
        for y in 0i64..160 {
            let here: HashSet<i64> =
                offsets.iter().map(|b| (a * y + b + 50).div_euclid(c)).collect();
            let fresh = here.iter().filter(|row| seen.insert(**row)).count();
            if y >= 100 {
                (references, new) = (references + here.len(), new + fresh);
            }
        }
        let expected = (references - new) as f64 / 60.0;
        assert!((scores(&reads)[0] - expected).abs() < 1e-9, "{reads:?}: {expected}");
    }
}
