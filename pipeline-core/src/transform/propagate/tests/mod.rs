//! Stage graphs before and after, and that no value changes.

mod obstacles;
mod random;
mod reads;
mod recurrences;

use super::*;
use crate::analysis::Analyses;
use crate::array::Array;
use crate::check::check;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::verify::verify;
use crate::loops::build::build;
use crate::loops::interpret::interpret;
use crate::options::Options;
use crate::passes::loops::LOOPS;
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;
use crate::schedule::grouping::Strategy;
use crate::schedule::plan;

/// A stage graph from a text, which the checks accept.
fn parsed(text: &str) -> Pipeline {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    holds(&p);
    p
}

/// What propagation needs and leaves: the invariants of the stage graph and all static checks,
/// of cases among them.
fn holds(p: &Pipeline) {
    assert_eq!(verify(p), Ok(()), "{p}");
    let found: Vec<String> = check(p).into_iter().map(|d| d.message).collect();
    assert!(found.is_empty(), "{found:?}\n{p}");
}

fn stage(p: &Pipeline, name: &str) -> StageId {
    StageId(p.stages.iter().position(|s| s.name == name).expect("a stage of this name"))
}

/// The pipeline with these stages propagated, one after the other.
fn without(p: &Pipeline, names: &[&str]) -> Pipeline {
    names.iter().fold(p.clone(), |p, name| {
        let after = propagate(&p, stage(&p, name)).unwrap_or_else(|why| panic!("{why}\n{p}"));
        holds(&after);
        after
    })
}

/// Random scalars and inputs at these values of the sizes.
fn call(p: &Pipeline, sizes: &[i64]) -> (Vec<Value>, Vec<Array>) {
    let mut rng = Rng::new(sizes.iter().fold(7, |seed, n| seed * 31 + *n as u64));
    let scalars = p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
    let inputs = p.inputs.iter().map(|input| {
        let (lo, extent) = domain_box(&input.domain, sizes).expect("a small box");
        Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
    });
    (scalars, inputs.collect())
}

/// Compares the values of two stage graphs at these values of their sizes.
fn agree(before: &Pipeline, after: &Pipeline, sizes: &[i64]) {
    let (scalars, inputs) = call(before, sizes);
    let run = |p: &Pipeline| {
        evaluate(p, sizes, &scalars, &inputs, &StdMaths)
            .unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{before}\n{after}"))
    };
    for (i, (a, b)) in run(before).iter().zip(&run(after)).enumerate() {
        if let Some(d) = a.first_difference(b) {
            panic!("output {i} at {sizes:?}: {d}\n{before}\n{after}");
        }
    }
}

/// One, small numbers and primes, as far as the clauses of a pipeline allow them. The loops of the
/// second graph have the same values.
fn agree_at_all_sizes(before: &Pipeline, after: &Pipeline) {
    let mut compared = 0;
    let analyses = Analyses::of(after);
    let planned =
        build(&analyses, &plan(&analyses, &Options::default()).expect("no groups are written"));
    let loops = crate::passes::loops::run(LOOPS, planned, &[], &mut |_| ());
    assert_eq!(crate::loops::verify::verify(&loops), Ok(()), "{loops}");
    for n in [1, 2, 3, 4, 5, 7, 8, 13, 31] {
        for m in [n, 1, 11] {
            let sizes = &[n, m][..before.sizes.len()];
            if before.constraints.iter().all(|c| c.test.eval(sizes, &[])) {
                agree(before, after, sizes);
                let (scalars, inputs) = call(after, sizes);
                let expected = evaluate(after, sizes, &scalars, &inputs, &StdMaths);
                let found = interpret(&loops, sizes, &scalars, &inputs, &StdMaths);
                let expected = expected.unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{after}"));
                let (found, _) = found.unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{loops}"));
                for (a, b) in expected.iter().zip(&found) {
                    let difference = a.first_difference(b);
                    assert!(difference.is_none(), "at {sizes:?}:\n{after}\n{loops}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 10, "{compared} sizes");
}

/// Compares a text with the file of its name; `BLESS=1` rewrites the file.
fn golden(file: &str, printed: &str) {
    let path = format!("{}/src/transform/propagate/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert_eq!(printed, expected, "{file} prints as:\n{printed}");
}

/// Compares a figure of the paper with these stages propagated, and its loops, with the files of
/// its name.
fn figure(name: &str, text: &str, stages: &[&str]) {
    let before = parsed(text);
    let after = without(&before, stages);
    golden(&format!("{name}.propagated"), &after.to_string());
    agree_at_all_sizes(&before, &after);
    let analyses = Analyses::of(&after);
    let options = Options { strategy: Some(Strategy::None), ..Options::default() };
    let loops = build(&analyses, &plan(&analyses, &options).expect("no groups are written"));
    assert_eq!(crate::loops::verify::verify(&loops), Ok(()), "{loops}");
    golden(&format!("{name}.loops"), &loops.to_string());
}

/// Figure 1, and Figure 2 after it.
#[test]
fn figure_1_becomes_figure_2() {
    figure("streaming", include_str!("streaming.ir"), &["s", "tmp"]);
}

#[test]
fn figure_4_is_rewritten_at_two_indices() {
    figure("products", include_str!("products.ir"), &["a"]);
}

/// Figure 5, with the odd elements defined as well, as every point has a value here.
#[test]
fn figure_5_splits_the_reader() {
    let text = include_str!("even.ir");
    figure("even", text, &["a"]);
    // At `n - j` it depends on the parity of `n`.
    let before = parsed(&text.replace("output c", "output b"));
    agree_at_all_sizes(&before, &without(&before, &["a"]));
}

/// Figure 9a without the store to `A`, which has no counterpart.
#[test]
fn figure_9a_is_one_statement() {
    figure("chain", include_str!("chain.ir"), &["s0", "s1"]);
}

#[test]
fn figure_9b_reads_four_arrays() {
    figure("sums", include_str!("sums.ir"), &["t0"]);
    let before = parsed(include_str!("sums.ir"));
    let lines = |p: &Pipeline| lines::most_lines(p, &p.stages[stage(p, "out").0], &[]);
    let (one, both) = (without(&before, &["t0"]), without(&before, &["t0", "t1"]));
    assert_eq!((lines(&before), lines(&one), lines(&both)), (3, 4, 5));
}

/// Figure 10: `f` is computed three times a point, before passes over the loops carry it.
#[test]
fn figure_10_repeats_the_producer() {
    figure("consecutive", include_str!("consecutive.ir"), &["tmp"]);
}
