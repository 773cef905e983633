//! What a plan says to compute is what its loops compute.

use crate::analysis::Analyses;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::{ElemType, Pipeline, Value};
use crate::loops::build::build;
use crate::loops::interpret::interpret;
use crate::options::Options;
use crate::report::counts::{Count, counts};
use crate::scalar::StdMaths;
use crate::schedule::shape::Shape;
use crate::schedule::{Plan, plan};

/// A stage that adds what it reads.
fn stage(head: &str, reads: &[&str]) -> String {
    let mut text = format!("stage {head} {{\n  case {{\n");
    for (i, read) in reads.iter().enumerate() {
        text += &format!("    %{i}: f32 = read {read}\n");
    }
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        text += &format!("    %{next}: f32 = add %{value}, %{i}\n");
        (value, next) = (next, next + 1);
    }
    text + &format!("    yield %{value}\n  }}\n}}\n")
}

/// The planned groups in strips of so many rows, row by row.
fn in_strips(p: &Pipeline, rows: i64) -> Plan {
    in_shape(p, rows, 1, None)
}

/// The planned groups in one shape.
fn in_shape(p: &Pipeline, strip: i64, step: i64, width: Option<i64>) -> Plan {
    let analyses = Analyses::of(p);
    plan(&analyses, &Options::default()).expect("no groups are written").reshaped(
        &analyses,
        |alignment| {
            let widths = width.iter().flat_map(|w| alignment.blocks.iter().map(|dim| (*dim, *w)));
            Shape { strip, step, widths: widths.collect() }
        },
    )
}

/// Points that the interpreter computes, by stage.
fn interpreted(p: &Pipeline, plan: &Plan, sizes: &[i64]) -> Vec<u64> {
    let input = |i: &crate::ir::Input| {
        let bounds: Vec<(i64, i64)> = i.domain.0.iter().map(|i| i.eval(sizes, &[])).collect();
        let lo: Vec<i64> = bounds.iter().map(|b| b.0).collect();
        let extent: Vec<usize> = bounds.iter().map(|b| (b.1 - b.0 + 1) as usize).collect();
        assert_eq!(i.ty, ElemType::F32);
        Array::from_fn(i.ty, &lo, &extent, |_| Value::F32(1.0))
    };
    let inputs: Vec<Array> = p.inputs.iter().map(input).collect();
    let loops = build(&Analyses::of(p), plan);
    let run = interpret(&loops, sizes, &[], &inputs, &StdMaths);
    run.unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{loops}")).1.points
}

fn parsed(text: &str) -> Pipeline {
    parse(text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

/// A pipeline on `img` with these stages, the last of which is the result.
fn pipeline(img: &str, stages: &[String], output: &str) -> Pipeline {
    let sizes = "size rows ~ 4096\nsize cols ~ 4096\n";
    parsed(&format!("pipeline p\n{sizes}input img: {img}\n{}output {output}\n", stages.concat()))
}

/// Pipelines whose strips begin, end and advance in different ways.
fn shapes() -> Vec<(&'static str, Pipeline)> {
    let all = "0..=rows - 1, 0..=cols - 1";
    let img = format!("f32 [{all}] border clamp");
    vec![
        ("sliding_window", parsed(include_str!("../loops/tests/sliding_window.ir"))),
        ("rates", parsed(include_str!("../loops/tests/rates.ir"))),
        (
            "a producer of which the first and last rows are not needed",
            pipeline(
                &img,
                &[
                    stage(&format!("a(y, x): f32 in [{all}]"), &["img(y, x)", "img(y + 1, x)"]),
                    stage(
                        "b(y, x): f32 in [3..=rows - 1, 0..=cols - 1]",
                        &["a(y - 2, x)", "a(y - 3, x)"],
                    ),
                ],
                "b",
            ),
        ),
        (
            "every third row, with gaps between strips",
            pipeline(
                "f32 [0..=3*rows, 0..=cols]",
                &[
                    stage(
                        "a(y, x): f32 in [0..=3*rows - 1, 0..=cols - 1]",
                        &["img(y, x)", "img(y + 1, x)", "img(y, x + 1)"],
                    ),
                    stage(&format!("b(y, x): f32 in [{all}]"), &["a(3*y, x)", "a(3*y + 1, x)"]),
                ],
                "b",
            ),
        ),
        (
            "planes of a different number",
            pipeline(
                "f32 [0..=4, 0..=rows - 1, 0..=cols - 1] border mirror",
                &[
                    stage(
                        &format!("a(c, y, x): f32 in [0..=4, {all}] border clamp"),
                        &["img(c, y - 1, x)", "img(c, y + 1, x)"],
                    ),
                    stage(
                        &format!("b(c, y, x): f32 in [1..=3, {all}]"),
                        &["a(c, y - 1, x)", "a(c, y + 2, x)"],
                    ),
                ],
                "b",
            ),
        ),
        (
            "a quarter of the rate, on the way down and up",
            pipeline(
                "f32 [0..=4*rows + 3, 0..=cols - 1]",
                &[
                    stage(
                        "low(y, x): f32 in [0..=rows, 0..=cols - 1]",
                        &["img(4*y, x)", "img(4*y + 3, x)"],
                    ),
                    stage(
                        "high(y, x): f32 in [0..=4*rows - 1, 0..=cols - 1]",
                        &["low(y/4, x)", "low((y + 2)/4, x)", "low((y + 3)/4, x)"],
                    ),
                ],
                "high",
            ),
        ),
    ]
}

/// Rows of a strip, rows of a step, columns of a block.
const SHAPES: [(i64, i64, Option<i64>); 9] = [
    (1, 1, None),
    (2, 1, None),
    (3, 3, None),
    (5, 2, Some(2)),
    (5, 1, Some(1)),
    (4, 4, Some(2)),
    (16, 16, Some(7)),
    (16, 4, Some(3)),
    (16, 1, None),
];

#[test]
fn the_loops_compute_as_many_points_as_the_plan_says() {
    for (name, p) in shapes() {
        for (strip, step, width) in SHAPES {
            let plan = in_shape(&p, strip, step, width);
            assert!(plan.groups.len() < p.stages.len(), "{name}: nothing is fused");
            for rows in [1, 2, 3, 4, 7, 16, 17, 23] {
                let sizes = [rows, 3];
                let Some(found) = full(&p, &sizes).then(|| interpreted(&p, &plan, &sizes)) else {
                    continue;
                };
                let said: Vec<u64> = counts(&p, &plan, &sizes).iter().map(|c| c.computed).collect();
                assert_eq!(
                    said, found,
                    "{name}: {rows} rows in strips of {strip}, steps of {step}, blocks of {width:?}"
                );
            }
        }
    }
}

/// Whether every live-out has points, as generated code checks.
fn full(p: &Pipeline, sizes: &[i64]) -> bool {
    let has_points = |i: &crate::ir::Interval| {
        let (lo, hi) = i.eval(sizes, &[]);
        lo <= hi
    };
    p.outputs.iter().all(|o| p.stages[o.0].domain.0.iter().all(has_points))
}

#[test]
fn what_is_computed_again_is_what_one_strip_would_not_compute() {
    for (name, p) in shapes() {
        // There, one strip computes rows that several leave out.
        if name.contains("gaps") {
            continue;
        }
        for strip in [1, 3, 16] {
            let sizes = [29, 3];
            let once = interpreted(&p, &in_strips(&p, 1000), &sizes);
            let several = counts(&p, &in_strips(&p, strip), &sizes);
            let distinct: Vec<u64> = several.iter().map(|c| c.computed - c.again).collect();
            assert_eq!(distinct, once, "{name} in strips of {strip}");
        }
    }
}

/// Figures that can be checked by hand: strips of three rows, of which each but the first computes
/// one row of `a` that the strip before has computed.
#[test]
fn counts_of_a_small_group() {
    let all = "0..=rows - 1, 0..=cols - 1";
    let p = pipeline(
        "f32 [0..=rows + 1, 0..=cols - 1]",
        &[
            stage("a(y, x): f32 in [0..=rows, 0..=cols - 1]", &["img(y, x)", "img(y + 1, x)"]),
            stage(&format!("b(y, x): f32 in [{all}]"), &["a(y, x)", "a(y + 1, x)"]),
        ],
        "b",
    );
    // Rows of a: 0..=3, 3..=6, 6..=9, 9..=10.
    assert_eq!(
        counts(&p, &in_strips(&p, 3), &[10, 100]),
        [
            Count { computed: 1400, again: 300, rows: 4 },
            Count { computed: 1000, again: 0, rows: 3 }
        ]
    );
}

#[test]
fn many_strips_are_counted_as_few_are() {
    let (_, p) = shapes().swap_remove(1);
    let plan = in_strips(&p, 16);
    let total = |rows: i64| -> Vec<u64> {
        counts(&p, &plan, &[rows, 1]).iter().map(|c| c.computed).collect()
    };
    // A strip of `up` takes 8 rows of `blur` and one more, and 2 more of `down`.
    let (few, more, most) = (total(8 * 100), total(8 * 101), total(8 * 100_000_000));
    for (stage, per_strip) in [(0, 11), (1, 9), (2, 16)] {
        assert_eq!(more[stage] - few[stage], per_strip);
        assert_eq!(most[stage] - few[stage], per_strip * 99_999_900);
    }
}
