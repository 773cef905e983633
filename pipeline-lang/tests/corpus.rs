//! The fixed corpus of `tests/corpus` beside the facade: generated pipelines, kept as source.
//!
//! `BLESS=1 cargo test -p pipeline-lang --test corpus` writes the files anew; otherwise they must
//! be what the generator makes.

mod common;

use common::check::{Outcome, check_all};
use common::generate::mixed::generate_mixed;
use common::generate::space::Size;
use common::generate::{Generated, Param, Scope, generate};
use common::setting;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many files there are, how many of them are mixtures, and the pipelines in each.
const FILES: u64 = 13;
const MIXTURES: u64 = 1;
const EACH: u64 = 10;
/// Seeds begin here, away from those of the random tests.
const FIRST_SEED: u64 = 1_000_000;
/// Small enough for all to compile within two minutes.
const SCOPE: Scope = Scope { stages: 6, depth: 3 };
/// Unoptimised recursion on large expressions takes more than the usual stack of a thread.
const STACK: usize = 64 << 20;

const HEADER: &str = "\
//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;
";

fn file(number: u64) -> String {
    let mut text = HEADER.to_string();
    for i in number * EACH..(number + 1) * EACH {
        let name = format!("p{i:03}");
        let generated = numbered(i, &name);
        let _ =
            write!(text, "\npipeline! {{\n    {}\n}}\n\n{}", generated.text, call(&generated, i));
    }
    text
}

/// A pipeline of the corpus.
fn numbered(number: u64, name: &str) -> Generated {
    match number / EACH {
        file if file < FILES - MIXTURES => generate(FIRST_SEED + number, name, SCOPE),
        _ => generate_mixed(FIRST_SEED + number, name),
    }
}

/// What compares a pipeline with its reference.
fn call(generated: &Generated, number: u64) -> String {
    let size = |s: &Size| format!("{} >= {} by {} like {}", s.name, s.least, s.multiple, s.at[1]);
    let param = |p: &Param| match p {
        Param::Input { name, ty, extents } => {
            format!("(array {name}: [{ty}; {}])", extents.join(", "))
        }
        Param::Scalar { name, ty } => format!("(scalar {name}: {ty})"),
        Param::Size { name } => format!("(size {name})"),
    };
    let sizes: Vec<String> = generated.sizes.iter().map(size).collect();
    let params: Vec<String> = generated.params.iter().map(param).collect();
    let outputs = ["a", "b", "c", "d", "e"][..generated.outputs.len()].join(", ");
    // Few points more than the sizes have: the reference evaluator can take a large picture.
    let few = generated.points <= 3 * 30 * 24 && generated.text.len() < 700;
    let large = if generated.sizes.len() == 2 && few { "; LARGE" } else { "" };
    format!(
        "compare! {{\n    agrees_{number:03}: p{number:03}({}) -> ({outputs})\n    for {}{large}\n}}\n",
        params.join(", "),
        sizes.join(", ")
    )
}

#[test]
fn the_files_are_what_the_generator_makes() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus");
    let bless = std::env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for number in 0..FILES {
        let path = folder.join(format!("set_{number:02}.rs"));
        let text = file(number);
        if bless {
            std::fs::create_dir_all(&folder).expect("a folder for the corpus");
            std::fs::write(&path, text).expect("a writable file");
        } else if std::fs::read_to_string(&path).ok().is_none_or(|old| old != text) {
            stale.push(path);
        }
    }
    assert!(stale.is_empty(), "{stale:?} differ; write them with `BLESS=1`");
}

/// Every strategy, cost model, machine and shape of tiles gives the reference's bits: of every
/// second pipeline, or of all with `EVERY=1`.
#[test]
fn every_schedule_agrees() {
    let every = setting("EVERY", 2);
    let pipelines = FILES * EACH / every;
    let (next, nests) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        loop {
            let number = every * next.fetch_add(1, Ordering::Relaxed);
            if number >= pipelines * every {
                return;
            }
            let generated = numbered(number, "p");
            let (outcome, count) = check_all(&generated.text, &generated.sizes, number);
            nests.fetch_add(count as u64, Ordering::Relaxed);
            match outcome {
                Outcome::Agreed(agreed) => {
                    assert!(agreed.times >= count, "p{number:03}: no sizes are small enough");
                }
                Outcome::Refused(messages) => panic!("p{number:03} is refused: {messages:?}"),
                Outcome::Wrong(what) => panic!("p{number:03}: {what}\n{}", generated.text),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let nests = nests.into_inner();
    println!("{nests} loop nests of {pipelines} pipelines");
    assert!(nests >= 3 * pipelines, "the schedules hardly differ: {nests} loop nests");
}
