//! Random pipelines: the loop nest computes what the stage graph means.
//!
//! `PIPELINES=20000` sets how many, `FIRST_SEED=17` with `PIPELINES=1` repeats a failure.

mod common;

use common::check::{Outcome, check};
use common::generate::{Scope, generate};
use common::setting;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Unoptimised recursion on large expressions takes more than the usual stack of a thread.
const STACK: usize = 64 << 20;

/// The text of a seed and what comes of it; a panic is wrong.
fn one(seed: u64) -> (String, Outcome) {
    let generated = generate(seed, "p", Scope { stages: 8, depth: 3 });
    let outcome = catch_unwind(|| check(&generated.text, &generated.sizes, seed));
    let outcome = outcome.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        Outcome::Wrong(format!("panic: {}", text.unwrap_or("no message")))
    });
    (generated.text, outcome)
}

#[test]
fn loops_compute_what_the_graph_means() {
    let (first, count) = (setting("FIRST_SEED", 0), setting("PIPELINES", 2000));
    let next = AtomicU64::new(first);
    let (compared, failures) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= first + count {
            return;
        }
        let (text, outcome) = one(seed);
        let what = match outcome {
            Outcome::Agreed(times) => {
                compared.fetch_add(times, Ordering::Relaxed);
                continue;
            }
            Outcome::Refused(messages) => format!("refused: {}", messages.join("\n")),
            Outcome::Wrong(what) => what,
        };
        failures.lock().unwrap().insert(seed, format!("{what}\n{text}"));
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        }
    });
    let failures = failures.into_inner().unwrap();
    for (seed, what) in &failures {
        println!("--- seed {seed}: {what}\n");
    }
    let (failed, compared) = (failures.len(), compared.into_inner());
    println!("{count} pipelines, {failed} failures, {compared} comparisons");
    assert!(failures.is_empty(), "{failed} of {count} pipelines failed");
    assert!(compared as u64 > count, "hardly anything was compared: {compared}");
}
