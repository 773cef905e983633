//! Stage graphs before and after, and that no value changes.

mod refusals;

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
use crate::passes::loops::{LOOPS, run};
use crate::reference::{domain_box, evaluate};
use crate::scalar::StdMaths;
use crate::schedule::{Plan, plan};

/// A stage graph that the checks accept.
fn holds(p: &Pipeline) {
    assert_eq!(verify(p), Ok(()), "{p}");
    let found: Vec<String> = check(p).into_iter().map(|d| d.message).collect();
    assert!(found.is_empty(), "{found:?}\n{p}");
}

/// A stage graph from a text, which the checks accept.
fn parsed(text: &str) -> Pipeline {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    holds(&p);
    p
}

/// The pipeline with stages enlarged, and their names.
fn exchanged(before: &Pipeline) -> Exchanged {
    let after = exchange(before.clone());
    holds(&after.pipeline);
    after
}

/// Compares the reference of a stage graph with the loops of another one, at small sizes.
fn agree(before: &Pipeline, after: &Pipeline) {
    let analyses = Analyses::of(after);
    let plan = plan(&analyses, &Options::default()).expect("no groups are written");
    let loops = run(LOOPS, build(&analyses, &plan), &[], &mut |_| ());
    let mut rng = Rng::new(7);
    for n in [1, 2, 3, 4, 5, 7, 8, 13, 31] {
        for m in [n, 1, 11] {
            let sizes = &[n, m][..before.sizes.len()];
            let inputs = before.inputs.iter().map(|input| {
                let (lo, extent) = domain_box(&input.domain, sizes).expect("a small box");
                Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
            });
            let inputs: Vec<Array> = inputs.collect();
            let expected = evaluate(before, sizes, &[], &inputs, &StdMaths).expect("values");
            let found = evaluate(after, sizes, &[], &inputs, &StdMaths);
            let found = found.unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{after}"));
            let looped = interpret(&loops, sizes, &[], &inputs, &StdMaths);
            let looped = looped.unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{loops}")).0;
            for of in [found, looped] {
                for (a, b) in expected.iter().zip(&of) {
                    let difference = a.first_difference(b);
                    assert!(difference.is_none(), "{difference:?} at {sizes:?}:\n{after}\n{loops}");
                }
            }
        }
    }
}

fn planned(p: &Pipeline) -> Plan {
    plan(&Analyses::of(p), &Options::default()).expect("no groups are written")
}

/// The names of the stages of each group.
fn groups(p: &Pipeline) -> Vec<Vec<&str>> {
    let name = |s: &StageId| p.stages[s.0].name.as_str();
    planned(p).groups.iter().map(|g| g.stages.iter().map(name).collect()).collect()
}

/// Compares a text with the file of its name; `BLESS=1` rewrites the file.
fn golden(file: &str, printed: &str) {
    let path = format!("{}/src/transform/exchange/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert_eq!(printed, expected, "{file} prints as:\n{printed}");
}

/// Compares a stage graph and what it becomes with the files of its name, and its values.
fn figure(name: &str, text: &str, enlarged: &[&str]) -> Pipeline {
    let before = parsed(text);
    let after = exchanged(&before);
    golden(&format!("{name}.ir"), &before.to_string());
    golden(&format!("{name}.exchanged"), &after.pipeline.to_string());
    assert_eq!(after.enlarged, enlarged);
    agree(&before, &after.pipeline);
    after.pipeline
}

/// A stage of two dimensions that adds what it reads.
fn stage(name: &str, border: &str, reads: &[&str]) -> String {
    let mut text =
        format!("stage {name}(y, x): i32 in [0..=rows - 1, 0..=cols - 1]{border} {{\n  case {{\n");
    for (i, read) in reads.iter().enumerate() {
        text += &format!("    %{i}: i32 = read {read}\n");
    }
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        text += &format!("    %{next}: i32 = add %{value}, %{i}\n");
        (value, next) = (next, next + 1);
    }
    text + &format!("    yield %{value}\n  }}\n}}\n")
}

fn picture(border: &str, stages: &[String]) -> String {
    format!(
        "pipeline p\nsize rows ~ 1024\nsize cols ~ 1024\n\
         input img: i32 [0..=rows - 1, 0..=cols - 1]{border}\n{}output out\n",
        stages.concat()
    )
}

/// Each stage continues itself, down to the input.
#[test]
fn a_periodic_chain_is_its_own_continuation() {
    let p = figure(
        "chain",
        &picture(
            " border repeat",
            &[
                stage("a", " border repeat", &["img(y - 1, x)", "img(y + 1, x + 2)"]),
                stage("b", " border repeat", &["a(y, x - 1)", "a(y + 1, x)"]),
                stage("out", "", &["b(y - 2, x)", "b(y, x + 1)"]),
            ],
        ),
        &["a", "b"],
    );
    assert_eq!(groups(&p), [["a", "b", "out"]]);
}

/// What is read inside only becomes periodic.
#[test]
fn sources_without_a_border_get_one() {
    let p = figure(
        "inherited",
        &picture(
            "",
            &[
                stage("a", "", &["img(y, x)", "img(y, x)"]),
                stage("b", " border repeat", &["a(y, x)", "img(y, x)"]),
                stage("out", "", &["b(y - 1, x + 1)", "b(y + 1, x)"]),
            ],
        ),
        &["a", "b"],
    );
    assert_eq!(groups(&p), [["a", "b", "out"]]);
}

/// An input with another border is read at the far edge, in cases of their own.
#[test]
fn what_does_not_continue_itself_gets_cases() {
    let p = figure(
        "edges",
        &picture(
            " border clamp",
            &[
                stage("a", " border repeat", &["img(y - 1, x)", "img(y + 1, x)"]),
                stage("out", "", &["a(y - 1, x)", "a(y + 2, x)", "a(y, x - 1)"]),
            ],
        ),
        &["a"],
    );
    assert_eq!(groups(&p), [["a", "out"]]);
}

/// A periodic stage of others reads strips of these at the far edge, and strips read strips.
#[test]
fn what_is_periodic_over_other_stages_reads_strips_of_them() {
    let p = figure(
        "strips",
        &picture(
            " border mirror",
            &[
                stage("a", " border mirror", &["img(y - 1, x)", "img(y + 1, x)"]),
                stage("b", " border clamp", &["a(y - 1, x)", "a(y + 1, x)", "a(y, x)"]),
                stage("c", " border repeat", &["b(y + 1, x)", "b(y, x)", "b(y - 2, x)"]),
                stage("out", "", &["c(y - 1, x)", "c(y, x)"]),
            ],
        ),
        &["c"],
    );
    assert_eq!(groups(&p), [vec!["a_y_last", "b_y_last"], vec!["a", "b", "c", "out"]]);
}
