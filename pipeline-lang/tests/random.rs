//! Random pipelines: the loop nest computes what the stage graph means.
//!
//! `PIPELINES=20000` sets how many, `FIRST_SEED=17` with `PIPELINES=1` repeats a failure.

mod common;

use common::check::{Outcome, check};
use common::generate::cells::generate_cells;
use common::generate::{Generated, Scope, generate};
use common::iteration::iteration;
use common::setting;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Unoptimised recursion on large expressions takes more than the usual stack of a thread.
const STACK: usize = 64 << 20;

/// The text of a seed and what comes of it; a panic is wrong.
fn one(generated: Generated, seed: u64) -> (String, Outcome) {
    let outcome = catch_unwind(|| check(&generated.text, &generated.sizes, seed));
    let outcome = outcome.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        Outcome::Wrong(format!("panic: {}", text.unwrap_or("no message")))
    });
    (generated.text, outcome)
}

/// Whether these refuse reads that are inside, but for reasons beyond the prover: nested
/// divisions with remainders. A few in ten thousand are expected.
fn unproved(messages: &[String]) -> bool {
    messages.iter().all(|m| m.contains("not provably read"))
}

#[test]
fn loops_compute_what_the_graph_means() {
    compare(setting("PIPELINES", 400), |seed| generate(seed, "p", Scope { stages: 8, depth: 3 }));
}

/// Reductions with stages before and behind them, which may be computed in tiles together.
#[test]
fn reductions_compute_what_the_graph_means() {
    compare(setting("PIPELINES", 200), |seed| generate_cells(seed, "p"));
}

fn compare(count: u64, generated: impl Fn(u64) -> Generated + Sync) {
    let first = setting("FIRST_SEED", 0);
    let next = AtomicU64::new(first);
    let (compared, open) = (AtomicU64::new(0), AtomicU64::new(0));
    let failures = Mutex::new(BTreeMap::new());
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= first + count {
            return;
        }
        let (text, outcome) = one(generated(seed), seed);
        let what = match outcome {
            Outcome::Agreed(times) => {
                compared.fetch_add(times as u64, Ordering::Relaxed);
                continue;
            }
            Outcome::Refused(messages) if unproved(&messages) => {
                open.fetch_add(1, Ordering::Relaxed);
                println!("seed {seed} is not proved: {}", messages.join("\n"));
                continue;
            }
            Outcome::Refused(messages) => format!("refused: {}", messages.join("\n")),
            Outcome::Wrong(what) => what,
        };
        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.insert(seed, format!("{what}\n{text}"));
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (seed, what) in &failures {
        println!("--- seed {seed}: {what}\n");
    }
    let (failed, open, compared) = (failures.len(), open.into_inner(), compared.into_inner());
    println!("{count} pipelines, {failed} failures, {open} not proved, {compared} comparisons");
    assert!(failures.is_empty(), "{failed} of {count} pipelines failed");
    assert!(open <= 1 + count / 500, "{open} of {count} pipelines could not be proved");
    assert!(compared >= count * 2 || count < 10, "hardly anything was compared: {compared}");
}

/// Iterations in time, several steps at once: in every pipeline, unless the compiler refuses it.
#[test]
fn steps_at_once_compute_what_the_graph_means() {
    let (first, count) = (setting("FIRST_SEED", 0), setting("PIPELINES", 400) / 8);
    let mut refused = 0;
    for seed in first..first + count {
        let text = iteration(seed);
        let outcome = catch_unwind(|| check(&text, &[], seed));
        match outcome.unwrap_or_else(|_| Outcome::Wrong("a panic".into())) {
            Outcome::Agreed(_) => {}
            Outcome::Refused(messages) => {
                refused += 1;
                println!("seed {seed} is refused: {}\n{text}", messages.join("\n"));
            }
            Outcome::Wrong(what) => panic!("seed {seed}: {what}\n{text}"),
        }
    }
    assert!(refused * 4 <= count, "{refused} of {count} are refused");
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
