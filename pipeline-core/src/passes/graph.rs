//! The passes over the stage graph.

use super::asked::{exchange_indices, inline_as_asked, propagate_as_asked};
use super::holds::{
    in_order, separated, separated_and_in_order, separated_and_needed, with_domains,
};
use super::watch::{Made, StepRun, Watch};
use super::{CHOOSE, CompilerStep, DOUBLE, INDEX_STAGES, RECORDS, Verified, must_hold};
use crate::analysis::Analyses;
use crate::analysis::infer::infer_domains;
use crate::analysis::together::RowPrices;
use crate::check::{check, check_magnitudes};
use crate::diagnostic::Diagnostic;
use crate::ir::Pipeline;
use crate::lint::{Observation, lint};
use crate::options::{Options, Without};
use crate::schedule::Plan;
use crate::schedule::propagation::{Chosen, Propagation, choose};
use crate::transform::along_rows::windows_along_rows;
use crate::transform::clamped::clamped_indices_are_cases;
use crate::transform::clamps::clamps_are_borders;
use crate::transform::conditions::separate_conditions;
use crate::transform::dots::products_in_pairs;
use crate::transform::index_stages::index_stages;
use crate::transform::innermost::planes_innermost;
use crate::transform::narrow::narrow_integers;
use crate::transform::narrow_stages::narrow_stages;
use crate::transform::prefixes::points_before_last;
use crate::transform::privatise::privatise;
use crate::transform::prune::prune;
use crate::transform::quotients::float_quotients;
use crate::transform::records::records;
use crate::transform::results::{Renamed, ResultRenaming, copied_stages_are_results};
use crate::transform::split::split;
use crate::transform::sums::{Ordered, WrittenStages, double_sums, order_sums};
use crate::transform::tabulate::tabulate;
use crate::transform::totals::totals;
use std::time::Instant;

/// A pass over the stage graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphPass {
    /// What it is called and does.
    pub step: CompilerStep,
    /// The function. It gives the messages of the static checks if the user's pipeline is wrong.
    pub run: fn(Pipeline, &mut Notes<'_>) -> Result<Pipeline, Vec<Diagnostic>>,
    /// What it does to the bits of results.
    pub bits: Bits,
    /// Whether what holds after it does.
    pub verify: fn(&Pipeline) -> Verified,
}

/// What a pass does to the bits of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// They stay.
    Kept,
    /// It chooses the order in which values are combined: those of integers stay.
    FloatOrder,
}

/// What the passes take and give beside the stage graph.
#[derive(Clone, Debug)]
pub struct Notes<'a> {
    /// What the compiler is told.
    pub options: &'a Options,
    /// What the lints saw.
    pub observations: Vec<Observation>,
    /// Names of all stages that the user wrote, needed or not.
    pub declared: Vec<String>,
    /// Which of the stages the user wrote, and which hold the columns of windows.
    pub written: WrittenStages,
    /// Names of the stages inlined, in order.
    pub inlined: Vec<String>,
    /// The stages that were propagated or cloned because that was asked for, in order.
    pub propagated: Vec<Propagation>,
    /// Names of the stages that got points beyond their edges, in order.
    pub enlarged: Vec<String>,
    /// The stages that became results, in order.
    pub renamings: Vec<ResultRenaming>,
    /// What rows of stages cost, as far as that was asked.
    pub prices: RowPrices,
}

impl<'a> Notes<'a> {
    /// Nothing noted yet.
    pub fn new(options: &'a Options) -> Notes<'a> {
        Notes {
            options,
            observations: Vec::new(),
            declared: Vec::new(),
            written: WrittenStages::default(),
            inlined: Vec::new(),
            propagated: Vec::new(),
            enlarged: Vec::new(),
            renamings: Vec::new(),
            prices: RowPrices::default(),
        }
    }
}

/// From the graph as the front end leaves it to what the pipeline means: what the last of these
/// makes is what the reference evaluator runs. `privatise`, `windows along rows` and `order sums`
/// choose the order in which floats are added; before and after them every bit stays.
pub const MEANING: &[GraphPass] = &[
    GraphPass {
        step: CompilerStep {
            name: "magnitudes",
            module: "check::magnitudes",
            does: "index expressions that may be too large for exact arithmetic are refused",
            holds: "index arithmetic is exact",
        },
        run: |p, _| found_in(p, check_magnitudes),
        bits: Bits::Kept,
        verify: |_| Ok(()),
    },
    GraphPass {
        step: CompilerStep {
            name: "infer",
            module: "analysis::infer",
            does: "domains that were left out",
            holds: "every domain is known, and the invariants of the stage graph (`ir::verify`)",
        },
        run: |p, _| {
            let (p, diagnostics) = infer_domains(p);
            if diagnostics.is_empty() { Ok(p) } else { Err(diagnostics) }
        },
        bits: Bits::Kept,
        verify: with_domains,
    },
    GraphPass {
        step: CompilerStep {
            name: "lint",
            module: "lint",
            does: "what is legal and hardly meant: sums that wrap, casts that lose, comparisons \
                   that are always the same, stages and borders that nobody needs",
            holds: "as before: it only looks",
        },
        run: |p, notes| {
            notes.observations = lint(&p);
            Ok(p)
        },
        bits: Bits::Kept,
        verify: with_domains,
    },
    GraphPass {
        step: CompilerStep {
            name: "separate",
            module: "transform::conditions",
            does: "conditions that mix indices and data are taken apart",
            holds: "no condition mixes them",
        },
        run: |p, _| Ok(separate_conditions(p)),
        bits: Bits::Kept,
        verify: separated,
    },
    GraphPass {
        step: CompilerStep {
            name: "split",
            module: "transform::split",
            does: "conditions on one index variable become cases on parts of the domain",
            holds: "as before, and a test on one index is a region's",
        },
        run: |p, _| Ok(split(p)),
        bits: Bits::Kept,
        verify: separated,
    },
    GraphPass {
        step: CompilerStep {
            name: "check",
            module: "check",
            does: "sizes, domains, cases, accesses, gathers: every message of the static checks",
            holds: "every read is inside its source, every point has one case",
        },
        run: |p, _| found_in(p, check),
        bits: Bits::Kept,
        verify: separated,
    },
    GraphPass {
        step: CompilerStep {
            name: "prune",
            module: "transform::prune",
            does: "stages that no live-out needs are removed",
            holds: "a live-out needs every stage",
        },
        run: |p, notes| {
            notes.declared = p.stages.iter().map(|s| s.name.clone()).collect();
            Ok(prune(p))
        },
        bits: Bits::Kept,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "clamps",
            module: "transform::clamps",
            does: "indices that are clamped to what they read go through the border `clamp`",
            holds: "as before",
        },
        run: |p, _| Ok(clamps_are_borders(p)),
        bits: Bits::Kept,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "clamp cases",
            module: "transform::clamped",
            does: "indices that are clamped elsewhere become index expressions of more cases",
            holds: "as before",
        },
        run: |p, _| Ok(clamped_indices_are_cases(p)),
        bits: Bits::Kept,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "totals",
            module: "transform::totals",
            does: "large windows of stages that have few points become reductions",
            holds: "as before",
        },
        run: |p, notes| Ok(totals(p, notes.options.float)),
        bits: Bits::Kept,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "privatise",
            module: "transform::privatise",
            does: "reductions without a parallel dimension are cut into parts, and those of integers \
                   along rows into copies",
            holds: "as before, and large reductions have a dimension to run in parallel",
        },
        run: |p, _| Ok(privatise(p)),
        bits: Bits::FloatOrder,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "windows along rows",
            module: "transform::along_rows",
            does: "large windows that go along rows of memory are cut into copies that make vectors",
            holds: "as before",
        },
        run: |p, notes| Ok(windows_along_rows(p, notes.options.float)),
        bits: Bits::FloatOrder,
        verify: separated_and_needed,
    },
    GraphPass {
        step: CompilerStep {
            name: "order sums",
            module: "transform::sums",
            does: "the order in which windows are combined: columns first, in a stage of their \
                   own, also of stencils of rank 1, or row by row, long ones by stretches, \
                   products fused with additions",
            holds: "no expression combines values in an order left open",
        },
        run: |p, notes| {
            let Ordered { pipeline, written } = order_sums(p, notes.options.float);
            notes.written = written;
            Ok(pipeline)
        },
        bits: Bits::FloatOrder,
        verify: separated_and_in_order,
    },
];

/// From what the pipeline means to what is planned, every bit kept.
pub const REWRITES: &[GraphPass] = &[
    GraphPass {
        step: CompilerStep {
            name: "planes innermost",
            module: "transform::innermost",
            does: "planes that data choose become the innermost dimension of their stages",
            holds: "as before",
        },
        run: |p, notes| Ok(planes_innermost(p, notes.options)),
        bits: Bits::Kept,
        verify: separated_and_in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "tabulate",
            module: "transform::tabulate",
            does: "look-ups at equal distances along the lanes are rows of larger tables",
            holds: "as before",
        },
        run: |p, _| Ok(tabulate(p)),
        bits: Bits::Kept,
        verify: separated_and_in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "inline",
            module: "transform::inline",
            does: "cheap point-wise stages move into their consumers (PolyMage+, Algorithm 3), \
                   common subexpressions are shared",
            holds: "a live-out needs every stage, no order is open; conditions may mix both again",
        },
        run: inline_as_asked,
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "narrow stages",
            module: "transform::narrow_stages",
            does: "stages of integers are kept in narrower types that have all their values",
            holds: "as before",
        },
        run: |p, _| Ok(narrow_stages(p)),
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "narrow",
            module: "transform::narrow",
            does: "integers are computed in narrower types where no bit changes",
            holds: "as before",
        },
        run: |p, _| Ok(narrow_integers(p)),
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "quotients",
            module: "transform::quotients",
            does: "integers are divided as floats, but by constants",
            holds: "as before",
        },
        run: |p, _| Ok(float_quotients(p)),
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "dots",
            module: "transform::dots",
            does: "products of words are added in pairs, one instruction each",
            holds: "as before",
        },
        run: |p, _| Ok(products_in_pairs(p)),
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "prefixes",
            module: "transform::prefixes",
            does: "what a scan of integers has at the point before is combined last, so that \
                   vectors combine what is between",
            holds: "as before",
        },
        run: |p, _| Ok(points_before_last(p)),
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "exchange",
            module: "transform::exchange",
            does: "stages that are read through a periodic border get the points beyond their \
                   edges, so that they line up with their readers (Hipacc, Section IV-B)",
            holds: "as before",
        },
        run: exchange_indices,
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "results",
            module: "transform::results",
            does: "a stage that a result copies is the result",
            holds: "as before",
        },
        run: |p, notes| {
            let Renamed { pipeline, renamings } = copied_stages_are_results(p, notes.options);
            notes.renamings = renamings;
            Ok(pipeline)
        },
        bits: Bits::Kept,
        verify: in_order,
    },
    GraphPass {
        step: CompilerStep {
            name: "propagate",
            module: "transform::propagate",
            does: "stages that are asked to move into what reads them, cases and borders \
                   included (CC 2018, Algorithm 1)",
            holds: "as before",
        },
        run: propagate_as_asked,
        bits: Bits::Kept,
        verify: in_order,
    },
];

/// Runs passes one after the other, those aside that the options leave out.
///
/// # Errors
/// The messages of the first pass that has some.
pub fn run(
    passes: &'static [GraphPass],
    mut graph: Pipeline,
    notes: &mut Notes<'_>,
    watch: &mut Watch<'_>,
) -> Result<Pipeline, Vec<Diagnostic>> {
    let without = &notes.options.without;
    for pass in passes.iter().filter(|pass| !Without::leaves_out(without, pass.step.name)) {
        let start = Instant::now();
        graph = (pass.run)(graph, notes)?;
        let took = start.elapsed();
        let made = Made::Graph { graph: &graph, bits: pass.bits, verify: pass.verify };
        watch(&StepRun { step: &pass.step, took, made });
        if cfg!(test) {
            must_hold(&pass.step, "the stage graph", (pass.verify)(&graph));
        }
    }
    Ok(graph)
}

/// Chooses what is propagated out of the groups of a plan, if anything is.
pub fn choose_propagations(
    analyses: &Analyses<'_>,
    plan: &Plan,
    notes: &Notes<'_>,
    watch: &mut Watch<'_>,
) -> Option<Chosen> {
    let start = Instant::now();
    let chosen = choose(analyses, plan, notes.options, &notes.declared);
    let took = start.elapsed();
    let graph = chosen.as_ref().map_or(analyses.pipeline, |chosen| &chosen.pipeline);
    let made = Made::Graph { graph, bits: Bits::Kept, verify: in_order };
    watch(&StepRun { step: &CHOOSE, took, made });
    if cfg!(test) {
        must_hold(&CHOOSE, "the stage graph", in_order(graph));
    }
    chosen
}

/// Makes stages of the indices that should have some, and of records; `None` if there are none.
pub fn make_stages(p: &Pipeline, options: &Options, watch: &mut Watch<'_>) -> Option<Pipeline> {
    let indexed = made(&INDEX_STAGES, p, |p| index_stages(p, options), watch);
    let recorded = made(&RECORDS, indexed.as_ref().unwrap_or(p), |p| records(p, options), watch);
    recorded.or(indexed)
}

/// The pipeline without sums that were to be running and are not in this plan; `None` if there are
/// none.
pub fn double_idle_sums(p: &Pipeline, plan: &Plan, watch: &mut Watch<'_>) -> Option<Pipeline> {
    let are_running = |s| plan.groups.iter().any(|g| g.recipes.iter().any(|r| r.is_running(s)));
    made(&DOUBLE, p, |p| double_sums(p, &are_running), watch)
}

/// The pipeline with the stages that the compiler makes, if groups name any that is not there yet:
/// what is written of such a group holds for no other pipeline.
pub fn with_named_stages(p: Pipeline, options: &Options, watch: &mut Watch<'_>) -> Pipeline {
    let is_there = |name: &String| p.stages.iter().any(|s| s.name == *name);
    let mut named = options.groups.iter().flat_map(|group| &group.stages);
    if named.all(|stage| is_there(&stage.value)) {
        return p;
    }
    make_stages(&p, options, watch).unwrap_or(p)
}

/// What a step makes of a pipeline, if it changes something.
fn made(
    step: &'static CompilerStep,
    p: &Pipeline,
    run: impl FnOnce(&Pipeline) -> Option<Pipeline>,
    watch: &mut Watch<'_>,
) -> Option<Pipeline> {
    let start = Instant::now();
    let made = run(p);
    let took = start.elapsed();
    let graph = made.as_ref().unwrap_or(p);
    watch(&StepRun { step, took, made: Made::Graph { graph, bits: Bits::Kept, verify: in_order } });
    if cfg!(test) {
        must_hold(step, "the stage graph", in_order(graph));
    }
    made
}

/// The pipeline, if a check finds nothing.
fn found_in(
    p: Pipeline,
    check: fn(&Pipeline) -> Vec<Diagnostic>,
) -> Result<Pipeline, Vec<Diagnostic>> {
    let diagnostics = check(&p);
    if diagnostics.is_empty() { Ok(p) } else { Err(diagnostics) }
}
