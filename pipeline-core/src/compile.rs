//! The list of the passes.

use crate::diagnostic::Diagnostic;
use crate::ir::Pipeline;
use crate::lint::Observation;
use crate::loops::LoopNest;
use crate::options::Options;
use crate::report::{Decisions, Report, summarise};
use crate::schedule::grouping::Strategy;
use crate::transform::inline::{Inlined, Wish};
use crate::{analysis, check, ir, lint, loops, schedule, transform};

/// A pipeline and the loops that compute it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The stage graph as checked: domains known, conditions on indices resolved, unused stages
    /// gone. What the reference evaluator runs.
    pub pipeline: Pipeline,
    /// The same with stages inlined: what the loops compute.
    pub optimised: Pipeline,
    /// What was decided: inlining, groups and their shapes.
    pub report: Report,
    /// Its loop nest.
    pub loops: LoopNest,
    /// What the lints saw in it.
    pub observations: Vec<Observation>,
}

/// Compiles a stage graph as the front end leaves it: domains may be unknown, nothing is checked.
/// The options steer decisions.
///
/// # Errors
/// Everything that the checks find, at once.
///
/// # Panics
/// If a pass breaks an invariant of its IR.
pub fn compile(pipeline: Pipeline, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let diagnostics = check::check_magnitudes(&pipeline);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let (pipeline, diagnostics) = analysis::infer::infer_domains(pipeline);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let observations = lint::lint(&pipeline);
    let pipeline = transform::conditions::separate_conditions(pipeline);
    let pipeline = transform::split::split(pipeline);
    let diagnostics = check::check(&pipeline);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let declared: Vec<String> = pipeline.stages.iter().map(|s| s.name.clone()).collect();
    let pipeline = transform::privatise::privatise(transform::prune::prune(pipeline));
    let ordered = transform::sums::order_sums(pipeline, options.float);
    let unfused =
        transform::inline::inline(ordered.pipeline.clone(), &|s| ordered.as_written(s)).pipeline;
    let graph = &ordered.pipeline;
    let wish = |s: ir::StageId| match options.strategy {
        Some(Strategy::None) => ordered.as_written(s),
        _ if options.is_alone(&graph.stages[s.0].name) => Wish::Keep,
        _ => Wish::Weigh,
    };
    let Inlined { pipeline, inlined } = transform::inline::inline(graph.clone(), &wish);
    if let Err(violations) = ir::verify::verify(&pipeline) {
        panic!("the stage graph is malformed: {}", violations.join("; "));
    }
    let plan = schedule::plan(&pipeline, options);
    let loops = loops::build::build(&pipeline, &plan);
    let loops = loops::optimise::share_lets(loops);
    let loops = loops::optimise::merge_stages(loops);
    let loops = loops::optimise::collapse_rows(loops);
    let loops = loops::optimise::pair_rows(loops);
    if let Err(violations) = loops::verify::verify(&loops) {
        panic!("the loop nest is malformed: {}", violations.join("; "));
    }
    let report = summarise(&Decisions {
        declared: &declared,
        written: graph,
        unfused: &unfused,
        pipeline: &pipeline,
        inlined: &inlined,
        plan: &plan,
        loops: &loops,
        options,
    });
    Ok(Compiled { pipeline: ordered.pipeline, optimised: pipeline, report, loops, observations })
}
