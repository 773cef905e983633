//! Random pipelines: the loop nest computes what the stage graph means.
//!
//! `PIPELINES=20000` sets how many, `FIRST_SEED=17` with `PIPELINES=1` repeats a failure.

mod common;

use common::check::{Outcome, check};
use common::generate::{Scope, generate};
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn one(seed: u64) -> Outcome {
    let made = catch_unwind(|| {
        let scope = Scope { stages: 8, depth: 3 };
        let generated = generate(seed, "p", scope);
        check(&generated.text, &generated.sizes, seed)
    });
    made.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().cloned();
        Outcome::Wrong(format!("panic: {}", text.unwrap_or_default()))
    })
}

#[test]
fn loops_compute_what_the_graph_means() {
    let (first, count) = (setting("FIRST_SEED", 0), setting("PIPELINES", 2500));
    let next = AtomicU64::new(first);
    let (compared, failures) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= first + count {
            return;
        }
        let start = std::time::Instant::now();
        let failure = match one(seed) {
            Outcome::Agreed(times) => {
                compared.fetch_add(times, Ordering::Relaxed);
                None
            }
            Outcome::Refused(messages) => Some(format!("refused: {}", messages.join("\n"))),
            Outcome::Wrong(what) => Some(what),
        };
        let took = start.elapsed();
        if took.as_millis() > 500 {
            eprintln!("seed {seed} took {took:?}");
        }
        if let Some(what) = failure {
            failures.lock().unwrap().insert(seed, what);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let failures = failures.into_inner().unwrap();
    for (seed, what) in failures.iter() {
        let text = if what.len() > 1500 {
            let mut n = 1500;
            while !what.is_char_boundary(n) {
                n -= 1
            }
            &what[..n]
        } else {
            what
        };
        println!("--- seed {seed}: {text}\n");
    }
    println!("{} failures, {} compared", failures.len(), compared.load(Ordering::Relaxed));
    assert!(failures.is_empty());
}
