//! Random pipelines: the loop nest computes what the stage graph means.
//!
//! `PIPELINES=20000` sets how many, `FIRST_SEED=17` with `PIPELINES=1` repeats a failure.

mod common;

use common::check::{Outcome, check};
use common::features::{Counts, Generator, is_counted};
use common::generate::cells::generate_cells;
use common::generate::chains::generate_chains;
use common::generate::mixed::generate_mixed;
use common::generate::planes::generate_planes;
use common::generate::scans::generate_scans;
use common::generate::space::Size;
use common::generate::{Generated, Scope, generate};
use common::iteration::iteration;
use common::setting;
use pipeline_core::ir::BorderMode;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Unoptimised recursion on large expressions takes more than the usual stack of a thread.
const STACK: usize = 64 << 20;

/// A pipeline, and which sizes suit it; none are listed if all do.
struct Text {
    text: String,
    sizes: Vec<Size>,
}

impl From<Generated> for Text {
    fn from(Generated { text, sizes, .. }: Generated) -> Text {
        Text { text, sizes }
    }
}

/// The pipeline of a seed.
fn text(generator: Generator, seed: u64) -> Text {
    match generator {
        Generator::Stages => generate(seed, "p", Scope { stages: 8, depth: 3 }).into(),
        Generator::Cells => generate_cells(seed, "p").into(),
        Generator::Iterations => Text { text: iteration(seed), sizes: Vec::new() },
        Generator::Mixed => generate_mixed(seed, "p").into(),
        Generator::Chains => Text { text: generate_chains(seed, "p"), sizes: Vec::new() },
        Generator::Planes => Text { text: generate_planes(seed, "p"), sizes: Vec::new() },
        Generator::Scans => Text { text: generate_scans(seed, "p"), sizes: Vec::new() },
    }
}

/// Whether the compiler may refuse a pipeline for these reasons: reads are inside, but for reasons
/// beyond the prover, nested divisions with remainders; iterations may have no order.
fn may_be_refused(generator: Generator, messages: &[String]) -> bool {
    let unproved = || messages.iter().all(|m| m.contains("not provably read"));
    generator == Generator::Iterations || unproved()
}

/// One in so many pipelines may be refused.
fn refused_one_in(generator: Generator) -> u64 {
    match generator {
        Generator::Iterations => 4,
        Generator::Stages | Generator::Cells | Generator::Mixed => 500,
        Generator::Chains | Generator::Planes | Generator::Scans => 500,
    }
}

/// What comes of a text; a panic is wrong.
fn outcome(Text { text, sizes }: &Text, seed: u64) -> Outcome {
    let outcome = catch_unwind(|| check(text, sizes, seed));
    outcome.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        Outcome::Wrong(format!("panic: {}", text.unwrap_or("no message")))
    })
}

#[test]
fn loops_compute_what_the_graph_means() {
    compare(Generator::Stages, setting("PIPELINES", 400));
}

/// Reductions with stages before and behind them, which may be computed in tiles together.
#[test]
fn reductions_compute_what_the_graph_means() {
    compare(Generator::Cells, setting("PIPELINES", 200));
}

/// Iterations in time, several steps at once.
#[test]
fn steps_at_once_compute_what_the_graph_means() {
    compare(Generator::Iterations, setting("PIPELINES", 400) / 8);
}

/// Kinds of stages that the others do not combine.
#[test]
fn mixtures_compute_what_the_graph_means() {
    compare(Generator::Mixed, setting("PIPELINES", 160));
}

/// Stencils through borders, computed together.
#[test]
fn chains_compute_what_the_graph_means() {
    compare(Generator::Chains, setting("PIPELINES", 400) / 2);
}

/// Planes of which data choose one.
#[test]
fn planes_compute_what_the_graph_means() {
    compare(Generator::Planes, setting("PIPELINES", 400) / 2);
}

/// Scans with stencils between them, computed together.
#[test]
fn scans_compute_what_the_graph_means() {
    compare(Generator::Scans, setting("PIPELINES", 400) / 2);
}

#[test]
fn gathers_through_every_border_are_counted() {
    for mode in BorderMode::names() {
        let row = format!("gather through {mode}");
        assert!(is_counted(&row), "the table of features has no row `{row}`");
    }
}

/// What came of a generator's pipelines.
struct Totals {
    counts: Counts,
    compared: u64,
    refused: u64,
    /// By seed.
    failures: BTreeMap<u64, String>,
}

impl Totals {
    fn add(&mut self, generator: Generator, seed: u64, text: &Text, outcome: Outcome) {
        let what = match outcome {
            Outcome::Agreed(agreed) => {
                self.compared += agreed.times as u64;
                self.counts.add(&agreed.seen);
                return;
            }
            Outcome::Refused(messages) if may_be_refused(generator, &messages) => {
                self.refused += 1;
                println!("seed {seed} is refused: {}", messages.join("\n"));
                return;
            }
            Outcome::Refused(messages) => format!("refused: {}", messages.join("\n")),
            Outcome::Wrong(what) => what,
        };
        self.failures.insert(seed, format!("{what}\n{}", text.text));
    }
}

/// Compares so many pipelines of a generator, and counts what they had the compiler do.
fn compare(generator: Generator, count: u64) {
    let first = setting("FIRST_SEED", 0);
    let next = AtomicU64::new(first);
    let totals = Mutex::new(Totals {
        counts: Counts::none(),
        compared: 0,
        refused: 0,
        failures: BTreeMap::new(),
    });
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= first + count {
            return;
        }
        let text = text(generator, seed);
        let outcome = outcome(&text, seed);
        let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.add(generator, seed, &text, outcome);
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (seed, what) in &totals.failures {
        println!("--- seed {seed}: {what}\n");
    }
    let Totals { counts, compared, refused, failures } = totals;
    let failed = failures.len();
    println!("{count} pipelines, {failed} failures, {refused} refused, {compared} comparisons");
    assert!(failures.is_empty(), "{failed} of {count} pipelines failed");
    assert!(refused <= 1 + count / refused_one_in(generator), "{refused} of {count} are refused");
    assert!(compared >= count * 2 || count < 10, "hardly anything was compared: {compared}");
    counts.assert_enough(generator);
}

/// What the generator is for: every construct turns up often.
#[test]
fn every_construct_is_generated() {
    const CONSTRUCTS: [&str; 46] = [
        "stencil(",
        "sum(",
        "product(",
        "min(d",
        "max(d",
        "any(",
        "all(",
        " step 2;",
        "case {",
        "else =>",
        "if (",
        "select(",
        "clamp;",
        "mirror;",
        "mirror101;",
        "repeat;",
        "constant(",
        "for k in",
        "[k - 1]",
        "const ",
        "fn blend",
        "m: size",
        " where ",
        "% 2 == 0",
        ">> 1",
        "/2",
        "/3",
        "2*",
        "3*",
        "rows - 1 - ",
        "clamp(",
        "saturate(",
        "widen(",
        "widening_",
        "abs_diff(",
        "saturating_sub(",
        "<<",
        " ^ ",
        "sqrt",
        "atan2(",
        "let v",
        ": bool",
        "-> (",
        " in [",
        "0..rows / 2",
        "f64; ",
    ];
    let scope = Scope { stages: 8, depth: 3 };
    let texts: Vec<String> = (0..600).map(|seed| generate(seed, "p", scope).text).collect();
    for construct in CONSTRUCTS {
        let count = texts.iter().filter(|t| t.contains(construct)).count();
        assert!(count >= 6, "`{construct}` is in {count} of {} pipelines", texts.len());
    }
}

#[test]
fn a_seed_gives_the_same_text_for_ever() {
    let scope = Scope { stages: 8, depth: 3 };
    let text: String = (0..50).map(|seed| generate(seed, "p", scope).text).collect();
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    assert_eq!(
        hash, 8_221_584_800_417_577_589,
        "the generator has changed: the corpus must be written anew as well"
    );
}
