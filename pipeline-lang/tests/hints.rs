//! Plans as hints: a block with the hints of its plan gets the same plan, whoever decided it.
//!
//! `PIPELINES` and `FIRST_SEED` are those of the random pipelines.

mod common;

use common::applications::applications;
use common::check::{Outcome, check_written};
use common::generate::cells::generate_cells;
use common::generate::chains::generate_chains;
use common::generate::mixed::generate_mixed;
use common::generate::planes::generate_planes;
use common::generate::scans::generate_scans;
use common::generate::space::Size;
use common::generate::{Generated, Scope, generate};
use common::iteration::iteration;
use common::setting;
use pipeline_core::Compiled;
use pipeline_core::loops::Lanes;
use pipeline_core::machine::Machine;
use pipeline_core::options::{CostModel, Options, ShapeHint};
use pipeline_core::passes::Made;
use pipeline_core::report::hints::hints;
use pipeline_core::schedule::Plan;
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// A block that was compiled.
struct Planned {
    compiled: Compiled,
    plan: Plan,
    options: Options,
}

/// Compiles a block; `adjust` changes what its attributes say.
fn planned(text: &str, adjust: &dyn Fn(&mut Options)) -> Result<Planned, Vec<String>> {
    let mut errors = Errors::default();
    let block = parse(text.parse().expect("tokens"), &mut errors);
    let graph = block.and_then(|block| elaborate(&block, &[], &mut errors));
    let messages: Vec<String> = errors.iter().map(|e| e.1.clone()).collect();
    let Some(graph) = graph.filter(|_| messages.is_empty()) else { return Err(messages) };
    let mut options = graph.settings.options(&Machine::default());
    adjust(&mut options);
    let mut plan = None;
    let compiled = pipeline_core::compile_watched(graph.pipeline, &options, &mut |event| {
        if let Made::Plan(made) = event.made {
            plan = Some(made.clone());
        }
    });
    let compiled = compiled.map_err(|e| e.into_iter().map(|d| d.message).collect::<Vec<_>>())?;
    Ok(Planned { compiled, plan: plan.expect("a plan"), options })
}

/// Compares a block's plan with that of the block with its hints, under each cost model and on
/// another machine; whether there was one, which there is not of what the compiler refuses.
fn same_again(name: &str, text: &str, options: &dyn Fn(&mut Options)) -> bool {
    let Ok(first) = planned(text, options) else { return false };
    assert!(first.options.groups.is_empty(), "{name}: groups of its own");
    let hints = hints(&first.compiled.report);
    for (cost, machine) in [(CostModel::Roofline, "opteron"), (FITTED, "generic")] {
        let again = planned(&format!("{hints}{text}"), &|options| {
            options.cost = cost;
            options.machine = Machine::preset(machine, "a test").expect("a preset");
        });
        let again = again.unwrap_or_else(|why| panic!("{name}: {why:?}\n{hints}\n{text}"));
        let Planned { compiled, plan, .. } = again;
        let what = || format!("{name}, then under {cost:?}: {hints}\n{text}");
        assert_eq!(compiled.optimised, first.compiled.optimised, "{}", what());
        assert_eq!(plan.groups, first.plan.groups, "{}", what());
        assert_eq!(plan.storage, first.plan.storage, "{}", what());
        assert_eq!(compiled.loops, first.compiled.loops, "{}", what());
        let (now, then) = (&compiled.report, &first.compiled.report);
        assert_eq!(now.hints, then.hints, "{}", what());
        let without = now.asked.iter().find(|hint| hint.contains("without"));
        assert_eq!(without, None, "{}", what());
    }
    true
}

/// PolyMage+'s cost as its weights were fitted.
const FITTED: CostModel = CostModel::Polymage(Reading::Fitted);

/// What changes the options of a block.
type Adjust = Box<dyn Fn(&mut Options) + Sync>;

/// Ways to a plan.
fn choices() -> Vec<Adjust> {
    let shape = |strip, step, width| {
        move |options: &mut Options| options.shape = ShapeHint { strip, step, width }
    };
    vec![
        Box::new(|_| ()),
        Box::new(|options| options.cost = FITTED),
        Box::new(|options| options.strategy = Some(Strategy::None)),
        Box::new(|options| options.strategy = Some(Strategy::Greedy { overlap_threshold: 9.0 })),
        Box::new(|options| options.lanes = Some(Lanes::Of8)),
        Box::new(|options| options.times = Some(3)),
        Box::new(shape(Some(3), Some(2), Some(5))),
        Box::new(shape(Some(7), Some(7), None)),
        Box::new(|options| {
            options.strategy = Some(Strategy::Greedy { overlap_threshold: 9.0 });
            options.cost = CostModel::Polymage(Reading::Printed);
            options.shape.width = Some(3);
        }),
    ]
}

#[test]
fn applications_get_their_plans_again() {
    let all = applications();
    assert!(all.len() >= 24, "{} applications", all.len());
    for (name, text) in &all {
        for cost in [CostModel::Roofline, FITTED] {
            let compared = same_again(name, text, &|options| options.cost = cost);
            assert!(compared, "{name} is refused");
        }
    }
}

/// A random pipeline of one of the generators.
fn random(seed: u64) -> Text {
    let of_any_size = |text: String| Text { text, sizes: Vec::new() };
    match seed % KINDS {
        0 => generate(seed, "p", Scope { stages: 8, depth: 3 }).into(),
        1 => generate_cells(seed, "p").into(),
        2 => of_any_size(iteration(seed)),
        3 => of_any_size(generate_chains(seed, "p")),
        4 => of_any_size(generate_planes(seed, "p")),
        5 => of_any_size(generate_scans(seed, "p")),
        _ => generate_mixed(seed, "p").into(),
    }
}

/// How many generators there are.
const KINDS: u64 = 7;

/// Calls `look_at` for the random pipelines of so many seeds, on several threads.
fn for_each_random(count: u64, look_at: &(dyn Fn(u64, Text) + Sync)) {
    let first = setting("FIRST_SEED", 0);
    let next = AtomicU64::new(first);
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= first + count {
            return;
        }
        look_at(seed, random(seed));
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
}

#[test]
fn random_pipelines_get_their_plans_again() {
    let count = setting("PIPELINES", 400) / 4;
    let (compared, choices) = (AtomicU64::new(0), choices());
    for_each_random(count, &|seed, Text { text, .. }| {
        // Two of the ways, others for the next seed of its kind.
        for way in 0..2 {
            let choice = (seed / KINDS * 2 + way) as usize % choices.len();
            let name = format!("seed {seed}, way {choice}");
            let had_plan = same_again(&name, &text, &choices[choice]);
            compared.fetch_add(u64::from(had_plan), Ordering::Relaxed);
        }
    });
    let compared = compared.into_inner();
    println!("{compared} plans of {count} pipelines");
    assert!(compared >= count * 3 / 2, "{compared} plans of {count} pipelines");
}

/// Whatever is written, it is refused or computes what the graph means.
#[test]
fn written_groups_compute_what_the_graph_means() {
    let count = setting("PIPELINES", 400) / 4;
    let compared = AtomicU64::new(0);
    for_each_random(
        count,
        &|seed, Text { text, sizes }| match check_written(&text, &sizes, seed) {
            Outcome::Agreed(agreed) => {
                compared.fetch_add(agreed.times as u64, Ordering::Relaxed);
            }
            Outcome::Refused(_) => {}
            Outcome::Wrong(what) => panic!("seed {seed}: {what}\n{text}"),
        },
    );
    let compared = compared.into_inner();
    println!("{compared} comparisons of {count} pipelines");
    assert!(compared >= 2 * count, "{compared} comparisons of {count} pipelines");
}
