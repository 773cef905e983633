//! What documents say of the passes is what runs, and each pass keeps what it says.

use super::graph::{MEANING, REWRITES};
use super::loops::LOOPS;
use super::{Bits, Made, Notes, steps};
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::{self, Rng};
use crate::ir::{Pipeline, Value};
use crate::loops::LoopNest;
use crate::loops::interpret::interpret;
use crate::options::{At, GroupHint, Options, Width, Without};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;
use std::collections::BTreeSet;

/// The table of the passes, as the page shows it.
fn table() -> String {
    let row = |s: super::CompilerStep| {
        format!("| {} | `{}` | {} | {} |\n", s.name, s.module, s.does, s.holds)
    };
    let head =
        "| pass | module | what it does | what holds after it |\n| --- | --- | --- | --- |\n";
    head.to_string() + &steps().map(row).collect::<String>()
}

/// `BLESS=1` rewrites the page.
#[test]
fn the_architecture_shows_the_passes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/architecture.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let start = page.find("| pass | module |").expect("the table");
    let shown = page[start..].split("\n\n").next().expect("a paragraph").to_string() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page.replace(&shown, &table())).expect("writing the page");
        return;
    }
    assert_eq!(shown, table(), "docs/architecture.md differs from the lists of the passes");
}

#[test]
fn the_lists_are_what_runs() {
    let text = include_str!("../loops/tests/sliding_window.ir");
    let mut ran = Vec::new();
    let parsed = parse(text).expect("a legal text");
    let compiled = crate::compile_watched(parsed, &Options::default(), &mut |event| {
        ran.push(*event.step);
        assert_eq!(event.verify(), Ok(()), "after `{}`", event.step.name);
    });
    compiled.expect("a legal pipeline");
    assert_eq!(ran, steps().collect::<Vec<_>>());
}

#[test]
fn every_step_has_a_name_of_its_own() {
    let mut names: Vec<&str> = steps().map(|s| s.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

/// A pipeline and what it is called with.
struct Call {
    sizes: Vec<i64>,
    scalars: Vec<Value>,
    inputs: Vec<Array>,
}

impl Call {
    fn new(p: &Pipeline, sizes: Vec<i64>, rng: &mut Rng) -> Call {
        let scalars = p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let input = |input: &crate::ir::Input| {
            let (lo, extents) = domain_box(&input.domain, &sizes).expect("a small box");
            Array::from_fn(input.ty, &lo, &extents, |_| rng.declared(input.ty, input.values))
        };
        let inputs = p.inputs.iter().map(input).collect();
        Call { sizes, scalars, inputs }
    }

    fn evaluate(&self, p: &Pipeline) -> Vec<Array> {
        let found = evaluate(p, &self.sizes, &self.scalars, &self.inputs, &StdMaths);
        found.unwrap_or_else(|e| panic!("{e}\n{p}"))
    }

    fn interpret(&self, loops: &LoopNest) -> Vec<Array> {
        let found = interpret(loops, &self.sizes, &self.scalars, &self.inputs, &StdMaths);
        found.unwrap_or_else(|e| panic!("{e}\n{loops}")).0
    }
}

fn assert_same(found: &[Array], expected: &[Array], place: &str) {
    for (found, expected) in found.iter().zip(expected) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{place}: {difference:?}");
    }
}

/// Every source of a random graph has a border, so its reads need no proof: the checks, which ask
/// for more, are passed over.
#[test]
fn passes_over_random_graphs_keep_what_they_say() {
    let rng = &mut Rng::new(23);
    let options = Options::default();
    let (mut kept, mut changed) = (0, BTreeSet::new());
    for i in 0..300 {
        let mut graph = random::pipeline(rng);
        let sizes = graph.sizes.iter().map(|_| rng.range(1, 3)).collect();
        let call = Call::new(&graph, sizes, rng);
        let mut expected = call.evaluate(&graph);
        let mut notes = Notes::new(&options);
        for pass in MEANING.iter().chain(REWRITES) {
            let place = format!("pipeline {i}, after `{}`", pass.step.name);
            let Ok(after) = (pass.run)(graph.clone(), &mut notes) else { continue };
            assert_eq!((pass.verify)(&after), Ok(()), "{place}\n{after}");
            let found = call.evaluate(&after);
            if pass.bits == Bits::Kept || !after.stages.iter().any(|s| s.ty.is_float()) {
                assert_same(&found, &expected, &place);
                kept += 1;
            }
            if after != graph {
                changed.insert(pass.step.name);
            }
            (graph, expected) = (after, found);
        }
    }
    assert!(kept > 300 * 6, "{kept}");
    assert!(["split", "order sums", "inline"].iter().all(|p| changed.contains(p)), "{changed:?}");
}

#[test]
fn loops_compute_the_same_after_each_pass() {
    let texts = [
        include_str!("../loops/tests/bordered.ir"),
        include_str!("../loops/tests/resample.ir"),
        include_str!("../loops/tests/lookup.ir"),
        include_str!("../loops/tests/sliding_window.ir"),
        include_str!("../loops/tests/rates.ir"),
        include_str!("../loops/tests/reductions.ir"),
        include_str!("../loops/tests/scans.ir"),
        include_str!("../loops/tests/cells.ir"),
    ];
    let mut changed = BTreeSet::new();
    for text in texts {
        let mut nests: Vec<(&str, LoopNest)> = Vec::new();
        let parsed = parse(text).expect("a legal text");
        let compiled = crate::compile_watched(parsed, &Options::default(), &mut |event| {
            assert_eq!(event.verify(), Ok(()), "after `{}`", event.step.name);
            if let Made::Loops { loops, .. } = event.made
                && nests.last().is_none_or(|(_, last)| last != loops)
            {
                nests.push((event.step.name, loops.clone()));
            }
        });
        let graph = compiled.expect("a legal pipeline").pipeline;
        changed.extend(nests.iter().map(|(pass, _)| *pass));
        let rng = &mut Rng::new(7);
        for sizes in [[1, 1], [2, 5], [9, 3], [7, 12], [13, 11]] {
            let call = Call::new(&graph, sizes.to_vec(), rng);
            let expected = call.evaluate(&graph);
            for (pass, loops) in &nests {
                let place = format!("{}, after `{pass}`, {sizes:?}", graph.name);
                assert_same(&call.interpret(loops), &expected, &place);
            }
        }
    }
    assert!(changed.len() > 2, "{changed:?}");
}

#[test]
fn what_can_be_left_out_is_a_pass() {
    let of_graphs = REWRITES.iter().map(|pass| pass.step.name);
    let passes: Vec<&str> = of_graphs.chain(LOOPS.iter().map(|pass| pass.step.name)).collect();
    for what in Without::ALL {
        assert!(what.passes().iter().all(|pass| passes.contains(pass)), "{}", what.name());
    }
}

/// Of a group that names a stage which the compiler makes, the shape holds for the pipeline with
/// it: bins are written at data before there are records, and no blocks can be cut along them.
#[test]
fn groups_may_name_what_the_compiler_makes() {
    let text = "pipeline p size n ~ 99 where n - 9 >= 0 \"n\"
         input img: i32 [0..=n, 0..=n]
         stage sums(k, y, bin): i32 in [0..=1, 0..=n, 0..=15] {
           case { %0: i32 = 0i32 yield %0 }
           update (y, x) in [0..=n, 0..=n] {
             %0: i32 = read img(y, x) %1: i32 = 15i32 %2: i32 = and %0, %1
             %3: i32 = read sums(0, y, %2) %4: i32 = add %3, %0 yield %4 }
           update (y, x) in [0..=n, 0..=n] {
             %0: i32 = read img(y, x) %1: i32 = 15i32 %2: i32 = and %0, %1
             %3: i32 = read sums(1, y, %2) %4: i32 = 1i32 %5: i32 = add %3, %4 yield %5 } }
         stage out(k, y, bin): i32 in [0..=1, 0..=n, 1..=14] {
           case { %0: i32 = read sums(k, y, bin - 1) %1: i32 = read sums(k, y, bin + 1)
                  %2: i32 = add %0, %1 yield %2 } }
         output out";
    let pipeline = parse(text).expect("a legal text");
    let group = |names: &[&str], width: Option<Width>| GroupHint {
        stages: names.iter().map(|name| name.to_string().into()).collect(),
        width: width.map(At::from),
        ..GroupHint::default()
    };
    let found = |groups: Vec<GroupHint>| {
        let options = Options { groups, ..Options::default() };
        let compiled = crate::compile(pipeline.clone(), &options);
        compiled.map(|c| c.report.groups.iter().map(|g| g.stages.len()).collect::<Vec<_>>())
    };
    let out = || group(&["sums", "out"], Some(Width::Columns(8)));
    assert_eq!(found(vec![group(&["sums_records"], None), out()]).expect("groups"), [1, 2]);
    let message = found(vec![out()]).expect_err("bins at data").remove(0).message;
    assert!(message.contains("no columns to cut"), "{message}");
}

#[test]
fn hints_keep_what_would_be_computed_at_another_rate() {
    let text = "pipeline p size n ~ 999 input img: f32 [0..=n, 0..=2*n + 9]
         stage pair(y, x): f32 in [0..=n, 0..=2*n + 8] {
           case { %0: f32 = read img(y, x) %1: f32 = read img(y, x + 1) %2: f32 = add %0, %1 yield %2 } }
         stage half(y, x): f32 in [0..=n, 0..=n] {
           case { %0: f32 = read pair(y, 2*x) %1: f32 = read pair(y, 2*x + 1) %2: f32 = add %0, %1
                  %3: f32 = read pair(y, 2*x + 2) %4: f32 = add %2, %3 yield %4 } }
         output half";
    let pipeline = parse(text).expect("a legal text");
    let stages = |options: Options| {
        let compiled = crate::compile(pipeline.clone(), &options).expect("a plan");
        compiled.report.groups.iter().map(|group| group.stages.len()).sum::<usize>()
    };
    assert_eq!(stages(Options::default()), 1);
    assert_eq!(stages(Options { no_propagate: vec!["pair".into()], ..Options::default() }), 2);
    let without = vec![Without::Propagation];
    assert_eq!(stages(Options { without, ..Options::default() }), 2);
}
