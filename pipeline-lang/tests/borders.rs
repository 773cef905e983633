//! Stages that are computed together, read through every border.

mod common;

use common::check::{Outcome, check, compile};
use common::worked::{GAUSSIAN, IMAGE, SKEWED, SKEWED_WORKED, Skewed, WORKED, Worked};
use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::array::Array;
use pipeline_core::ir::{ElemType, Value};
use pipeline_core::loops::Role;
use pipeline_core::loops::build::build;
use pipeline_core::loops::interpret::interpret;
use pipeline_core::options::Options;
use pipeline_core::report::counts::{Count, counts};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::shape::Shape;
use pipeline_core::schedule::{Plan, plan};

fn compiled(text: &str) -> Compiled {
    compile(text).unwrap_or_else(|messages| panic!("{messages:?}: {text}"))
}

/// Two Gaussians, with a border between them, and the first on these points.
fn gaussians(input: &str, between: &str, points: &str) -> Compiled {
    two(input, between, points, GAUSSIAN, "")
}

/// Two stencils of the same taps, with a border between them, and the first on these points, where
/// something may be added to it.
fn two(input: &str, between: &str, points: &str, taps: &str, added: &str) -> Compiled {
    compiled(&format!(
        "fn p(img: [i32; rows, cols]) -> out where rows ~ 1024, cols ~ 1024 {{
            border img = {input};
            {between}
            a(y, x) in {points} = stencil(img(y, x), {taps}){added};
            out(y, x) in [0..rows, 0..cols] = stencil(a(y, x), {taps});
        }}"
    ))
}

/// What the loops make of `IMAGE`.
fn run(compiled: &Compiled) -> [[i32; 5]; 5] {
    let data: Vec<i32> = IMAGE.into_iter().flatten().collect();
    let image = Array::new(&[0, 0], &[5, 5], data).expect("25 values");
    let found = interpret(&compiled.loops, &[5, 5], &[], &[image], &StdMaths);
    let (found, _) = found.unwrap_or_else(|e| panic!("{e}\n{}", compiled.loops));
    let at = |y: i64, x: i64| match found[0].get(&[y, x]) {
        Some(Value::Int(_, value)) => i32::try_from(value).expect("an i32"),
        other => panic!("{other:?}"),
    };
    [0, 1, 2, 3, 4].map(|y| [0, 1, 2, 3, 4].map(|x| at(y, x)))
}

/// Whether all stages are in one group, and none but the result is in memory; strips at the edges
/// of stages are apart.
fn is_fused(compiled: &Compiled) -> bool {
    let is_strip = |name: &str| name.ends_with("_first") || name.ends_with("_last");
    let full = compiled.loops.stages.iter().flatten().filter(|buffer| buffer.role == Role::Full);
    let mut whole = compiled.report.groups.iter().filter(|group| {
        let mut names = group.stages.iter().map(|stage| stage.name.as_str());
        !names.all(is_strip)
    });
    full.into_iter().all(|buffer| is_strip(&buffer.name))
        && whole.next().is_some()
        && whole.next().is_none()
}

#[test]
fn two_gaussians_under_each_border_are_exact_and_fused() {
    for Worked { input, between, expected } in WORKED {
        let border = format!("border a = {between};");
        let both = gaussians(input, &border, "[0..rows, 0..cols]");
        assert!(is_fused(&both), "{input}, {between}: {}", both.loops);
        assert_eq!(run(&both), expected, "{input}, {between}");
    }
}

/// As the paper's Figure 4c: the first Gaussian continued through the border of the input. Inside
/// it is the same; beside edges it is not, but where the border continues a symmetric stencil of
/// what it continues: under `mirror`, `mirror101` and `repeat` of both.
#[test]
fn without_the_exchange_the_values_are_others() {
    for Worked { input, between, expected } in WORKED {
        let naive = run(&gaussians(input, "", "[-1..=rows, -1..=cols]"));
        let differs = |(y, x): &(usize, usize)| naive[*y][*x] != expected[*y][*x];
        let points: Vec<(usize, usize)> = (0..25).map(|i| (i / 5, i % 5)).collect();
        let (inside, beside): (Vec<_>, Vec<_>) =
            points.into_iter().partition(|(y, x)| (1..4).contains(y) && (1..4).contains(x));
        assert!(!inside.iter().any(differs), "{input}, {between}");
        let differ = beside.into_iter().filter(differs).count();
        let continues = input == between && !matches!(input, "clamp" | "constant(2)");
        match continues {
            true => assert_eq!(differ, 0, "{input}"),
            false => assert!((15..=16).contains(&differ), "{input}, {between}: {differ}"),
        }
    }
}

/// No mirror continues a stencil that is not symmetric of what it continues. A stencil of what
/// repeats itself repeats itself, whatever its taps, until it depends on where it is.
#[test]
fn without_the_exchange_skewed_stencils_are_others() {
    for Skewed { mode, added, expected, differ } in SKEWED_WORKED {
        let border = format!("border a = {mode};");
        let both = two(mode, &border, "[0..rows, 0..cols]", SKEWED, added);
        assert!(is_fused(&both), "{mode}{added}: {}", both.loops);
        assert_eq!(run(&both), expected, "{mode}{added}");
        let naive = run(&two(mode, "", "[-1..=rows, -1..=cols]", SKEWED, added));
        let pairs = naive.iter().flatten().zip(expected.iter().flatten());
        assert_eq!(pairs.filter(|(naive, exact)| naive != exact).count(), differ, "{mode}{added}");
    }
}

/// The loops of a block agree with the reference, in all shapes; whether it is fused.
fn agrees(block: &str) -> bool {
    match check(block, &[], 1) {
        Outcome::Agreed(agreed) => assert!(agreed.times > 0, "{block}"),
        Outcome::Refused(messages) => panic!("{messages:?}: {block}"),
        Outcome::Wrong(what) => panic!("{what}: {block}"),
    }
    is_fused(&compiled(block))
}

/// A chain of stages with borders, `(border, definition)`, of which none is cheap enough to be
/// inlined; the last one is the result.
fn chain(input: &str, stages: &[(&str, &str, &str)]) -> String {
    let mut text = format!(
        "fn p(img: [i32; rows, cols]) -> out where rows ~ 512, cols ~ 512 {{
            border img = {input};\n"
    );
    for (name, border, definition) in stages {
        if !border.is_empty() {
            text += &format!("border {name} = {border};\n");
        }
        text += &format!("{name}{definition};\n");
    }
    text + "}"
}

#[test]
fn borders_mix_along_a_chain() {
    let modes = ["clamp", "mirror", "mirror101", "repeat", "constant(3)"];
    for first in modes {
        for second in modes {
            let text = chain(
                "mirror",
                &[
                    ("a", first, &format!("(y, x) = stencil(img(y, x), {SKEWED})")),
                    ("b", second, &format!("(y, x) = stencil(a(y, x), {SKEWED})")),
                    ("out", "", &format!("(y, x) = stencil(b(y, x), {SKEWED})")),
                ],
            );
            assert!(agrees(&text), "{first}, then {second}");
        }
    }
}

#[test]
fn borders_mix_by_dimension() {
    for (along_y, along_x) in [("repeat", "mirror"), ("mirror101", "repeat"), ("clamp", "repeat")] {
        let text = chain(
            "clamp",
            &[
                ("a", along_y, "(y, x) = img(y, x) * img(y, x + 1) - img(y - 1, x)"),
                ("b", along_x, "(y, x) = a(y - 2, x) * 3 - a(y, x) * a(y + 1, x)"),
                ("out", "", "(y, x) = b(y, x - 1) * 5 - b(y, x) * b(y, x + 2)"),
            ],
        );
        assert!(agrees(&text), "{along_y}, {along_x}");
    }
}

/// Down by two and up again, read through a border.
#[test]
fn sampled_stages_are_fused_through_every_border() {
    for mode in ["clamp", "mirror", "mirror101", "repeat", "constant(3)"] {
        let blocks = |domain: &str, taps: &str| {
            format!(
                "fn p(img: [i32; rows, cols]) -> out where rows ~ 512, cols ~ 512 {{
                    border img = mirror;
                    border a = {mode};
                    a(y, x) = img(y - 1, x) * 3 - img(y, x + 1) * img(y, x);
                    out(y, x) in {domain} = {taps};
                }}"
            )
        };
        let down = "[0..(rows + 1) / 2, 0..(cols + 1) / 2]";
        let taps = "a(2*y - 3, 2*x + 1) * 3 - a(2*y + 2, 2*x) * a(2*y, 2*x - 2)";
        assert!(agrees(&blocks(down, taps)), "{mode}, down");
        let up = "[0..2 * rows, 0..2 * cols]";
        let taps = "a(y/2 - 1, x/2) * 3 - a((y + 1)/2, (x + 3)/2) * a(y/2 + 1, x/2 - 1)";
        assert!(agrees(&blocks(up, taps)), "{mode}, up");
    }
}

/// No read of the last rows and columns is inside: their edge is computed for them.
#[test]
fn reads_from_beyond_an_edge_only_are_fused() {
    for mode in ["clamp", "mirror", "mirror101", "repeat", "constant(3)"] {
        let text = chain(
            "clamp",
            &[
                ("a", mode, "(y, x) = img(y - 1, x) * 3 - img(y, x + 1) * img(y, x)"),
                ("out", "", "(y, x) = a(y + 3, x + 2) * 3 - a(y + 5, x + 4) * a(y + 4, x + 3)"),
            ],
        );
        assert!(agrees(&text), "{mode}");
    }
}

/// Pictures of at most so many rows and columns are interpreted.
const INTERPRETED: i64 = 512;

/// How often the loops of a plan compute each stage, by the counts of the report, which are those
/// of the interpreter where it can be asked in a second: 4096² would take it minutes.
fn counted(analyses: &Analyses<'_>, plan: &Plan, size: i64) -> Vec<Count> {
    let counted = counts(analyses.pipeline, plan, &[size, size]);
    if size <= INTERPRETED {
        let image = Array::zeros(ElemType::I32, &[0, 0], &[size as usize; 2]).expect("a picture");
        let loops = build(analyses, plan);
        let run = interpret(&loops, &[size, size], &[], &[image], &StdMaths);
        let (_, run) = run.unwrap_or_else(|e| panic!("{e}\n{loops}"));
        let computed: Vec<u64> = counted.iter().map(|count| count.computed).collect();
        assert_eq!(run.points, computed, "{size}: {loops}");
    }
    counted
}

/// Points of the stages of a chain under a border, in strips of 16 rows and steps of 2.
fn points(mode: &str, size: i64) -> Vec<Count> {
    let both = gaussians(mode, &format!("border a = {mode};"), "[0..rows, 0..cols]");
    let analyses = Analyses::of(&both.optimised);
    let plan = plan(&analyses, &Options::default()).expect("no groups are written");
    let plan = plan.reshaped(&analyses, |_| Shape { strip: 16, step: 2, widths: Vec::new() });
    counted(&analyses, &plan, size)
}

#[test]
fn work_beyond_the_interior_grows_with_the_perimeter() {
    for mode in ["clamp", "mirror", "mirror101", "repeat", "constant(3)"] {
        for size in [64, 512, 4096] {
            let (of, n) = (points(mode, size), size as u64);
            let first = &of[0];
            // A margin of one point on each side.
            let perimeter = if mode == "repeat" { 4 * n + 4 } else { 0 };
            assert_eq!(first.computed - first.again, n * n + perimeter, "{mode} {size}");
            // Strips share two rows of the first stage under every border.
            let columns = if mode == "repeat" { n + 2 } else { n };
            assert_eq!(first.again, (n / 16 - 1) * 2 * columns, "{mode} {size}");
            let last = of.last().expect("a result");
            assert_eq!((last.computed, last.again), (n * n, 0), "{mode} {size}");
        }
    }
}

/// `b` has a frame of a point, and each of its four edges needs two rows or columns of `a`.
#[test]
fn strips_are_as_long_as_an_edge() {
    let stencil = |of: &str| format!("(y, x) = stencil({of}(y, x), {GAUSSIAN})");
    let (a, b, out) = (stencil("img"), stencil("a"), stencil("b"));
    let stages = [("a", "clamp", &a[..]), ("b", "repeat", &b[..]), ("out", "", &out[..])];
    let both = compiled(&chain("clamp", &stages));
    let analyses = Analyses::of(&both.optimised);
    let plan = plan(&analyses, &Options::default()).expect("no groups are written");
    for n in [64, 512, 4096_u64] {
        let of = counted(&analyses, &plan, n as i64);
        let once: u64 = of.iter().map(|count| count.computed - count.again).sum();
        assert_eq!(once - 3 * n * n, 4 * n + 4 + 4 * 2 * n, "{n}");
    }
}
