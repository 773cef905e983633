//! Random pipelines on ranks: what the graph means, of messages that suffice and no more.
//!
//! `PIPELINES=2000` sets how many, `FIRST_SEED=17` with `PIPELINES=1` repeats a failure.

mod common;

use common::generate::cells::generate_cells;
use common::generate::chains::generate_chains;
use common::generate::mixed::generate_mixed;
use common::generate::planes::generate_planes;
use common::generate::scans::generate_scans;
use common::generate::{Generated, Scope, generate};
use common::iteration::iteration;
use common::on_ranks::{OnRanks, check_on_ranks, points_on_ranks};
use common::reduction::reduction;
use common::setting;
use pipeline_core::options::ComputedAt;
use pipeline_ranks::Policy;

/// Compares pipelines of a generator. Enough of them are distributed, exchange arrays, and have an
/// interior. (Of those with reductions many cannot be: stages by themselves are tried as well.)
fn compare(count: u64, generate: impl Fn(u64) -> Generated) -> OnRanks {
    let seen = run(count, generate);
    let OnRanks { compiled, times, of_inputs, of_stages, interiors, .. } = seen;
    let OnRanks { again, everywhere, .. } = seen;
    if setting("FIRST_SEED", 0) == 0 && count >= 20 {
        assert!(compiled > count / 2 && of_inputs > times / 2 && of_stages > times / 100);
        assert!(interiors > times / 20 && again > times / 10 && everywhere > times / 100);
    }
    seen
}

/// What comes of so many pipelines of a generator.
fn run(count: u64, generate: impl Fn(u64) -> Generated) -> OnRanks {
    let (first, mut seen) = (setting("FIRST_SEED", 0), OnRanks::default());
    for seed in first..first + count {
        let Generated { text, sizes, .. } = generate(seed);
        if let Err(what) = check_on_ranks(&text, &sizes, seed, &mut seen) {
            panic!("seed {seed}: {what}\n{text}");
        }
    }
    let OnRanks { compiled, refused, times, of_inputs, of_stages, interiors, .. } = seen;
    let OnRanks { again, everywhere, combined, handed_on, in_time, around, .. } = seen;
    let OnRanks { epochs, between_epochs, in_turn, in_boxes, .. } = seen;
    println!(
        "{compiled} distributions, {in_boxes} of them in boxes, {refused} refused, {times} \
         comparisons; messages about inputs {of_inputs}, about stages {of_stages}; {interiors} interiors; {again} groups computed \
         again, {everywhere} everywhere, {combined} combined, {handed_on} handed on, {in_turn} in turn, \
         {in_time} in time, with {epochs} epochs but the first and {between_epochs} messages before \
         these; {around} parts go around an edge"
    );
    seen
}

#[test]
fn stages_on_ranks_compute_what_the_graph_means() {
    let seen = compare(setting("PIPELINES", 60), |seed| {
        generate(seed, "p", Scope { stages: 8, depth: 3 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && setting("PIPELINES", 60) >= 60;
    assert!(!whole || seen.in_boxes > 10, "hardly anything is cut along three variables");
}

/// Results have three dimensions where all planes of a picture are made.
#[test]
fn planes_on_ranks_compute_what_the_graph_means() {
    let count = setting("PIPELINES", 60) / 2;
    let seen = run(count, |seed| Generated {
        text: generate_planes(seed, "p"),
        sizes: Vec::new(),
        ..generate(0, "p", Scope { stages: 1, depth: 1 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && count >= 30;
    assert!(!whole || seen.in_boxes > 0, "no planes are cut along three variables");
}

#[test]
fn reductions_on_ranks_compute_what_the_graph_means() {
    let seen = compare(setting("PIPELINES", 60) / 2, |seed| generate_cells(seed, "p"));
    let whole = setting("FIRST_SEED", 0) == 0 && setting("PIPELINES", 60) >= 60;
    assert!(!whole || seen.combined > 0, "no reduction is shared by ranks");
}

#[test]
fn mixtures_on_ranks_compute_what_the_graph_means() {
    let seen = compare(setting("PIPELINES", 60) / 2, |seed| generate_mixed(seed, "p"));
    let whole = setting("FIRST_SEED", 0) == 0 && setting("PIPELINES", 60) >= 60;
    assert!(!whole || seen.in_time > 0, "no iteration in time is cut");
}

#[test]
fn chains_on_ranks_compute_what_the_graph_means() {
    let seen = compare(setting("PIPELINES", 60), |seed| Generated {
        text: generate_chains(seed, "p"),
        sizes: Vec::new(),
        ..generate(0, "p", Scope { stages: 1, depth: 1 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && setting("PIPELINES", 60) >= 60;
    assert!(!whole || seen.around > seen.times / 20, "hardly anything goes around an edge");
}

/// Ranks make the updates of floats in turn and combine integers; some, each makes as a whole.
#[test]
fn reductions_to_few_points_on_ranks_compute_what_the_graph_means() {
    let count = setting("PIPELINES", 60);
    let seen = run(count, |seed| Generated {
        text: reduction(seed),
        sizes: Vec::new(),
        ..generate(0, "p", Scope { stages: 1, depth: 1 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && count >= 60;
    assert!(!whole || seen.compiled > count / 2, "few reductions are distributed");
    assert!(!whole || seen.in_turn > seen.times / 5, "few reductions are made in turn");
    assert!(!whole || seen.combined > seen.times / 50, "few reductions are combined");
}

/// Of scans only what follows no scan can be cut.
#[test]
fn scans_on_ranks_compute_what_the_graph_means() {
    let count = setting("PIPELINES", 60) / 2;
    let seen = run(count, |seed| Generated {
        text: generate_scans(seed, "p"),
        sizes: Vec::new(),
        ..generate(0, "p", Scope { stages: 1, depth: 1 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && count >= 20;
    assert!(!whole || seen.compiled > count / 4, "hardly anything is distributed");
}

/// Of one step or of blocks, with any number of steps between two exchanges.
#[test]
fn iterations_on_ranks_compute_what_the_graph_means() {
    let count = setting("PIPELINES", 60);
    let seen = run(count, |seed| Generated {
        text: iteration(seed),
        sizes: Vec::new(),
        ..generate(0, "p", Scope { stages: 1, depth: 1 })
    });
    let whole = setting("FIRST_SEED", 0) == 0 && count >= 60;
    assert!(!whole || seen.in_time > seen.times / 4, "few iterations are cut");
    assert!(!whole || seen.in_boxes > 0, "no iteration is cut along three variables");
    assert!(!whole || seen.epochs > seen.times / 4, "few iterations have epochs");
    assert!(!whole || seen.between_epochs > seen.epochs, "few messages between epochs");
}

#[test]
fn points_are_computed_as_policies_say() {
    let blur = "fn blur(img: [f32; rows, cols]) -> down where rows ~ 1024, cols ~ 1024 {
        border img = clamp;
        border across = clamp;
        across(y, x) = sqrt(img(y - 1, x) + img(y, x) + img(y, x + 1));
        down(y, x) = across(y - 1, x) + across(y, x) + across(y + 1, x);
    }";
    let (rows, cols) = (64, 40);
    let of = |at| points_on_ranks(blur, "across", at, [rows, cols]).expect("it compiles and runs");
    let whole = (rows * cols) as u64;
    // Three edges between four ranks: each of both sides has one row more of what it computes
    // again.
    let again = whole + 6 * cols as u64;
    assert_eq!(of(ComputedAt::Stored(Policy::Exchange)), (whole, whole));
    assert_eq!(of(ComputedAt::Stored(Policy::Rank)), (again, again));
    assert_eq!(of(ComputedAt::Stored(Policy::Everywhere)), (4 * whole, 4 * whole));
    // The same in tiles, which have rows of their own at the six borders between what is computed
    // before messages are there and after it: two on either side.
    assert_eq!(of(ComputedAt::Inside), (again + 6 * 2 * cols as u64, 0));
}
