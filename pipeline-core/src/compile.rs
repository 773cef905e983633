//! The middle of the compiler: from the stage graph to the loops.

use crate::analysis::Analyses;
use crate::diagnostic::Diagnostic;
use crate::ir::Pipeline;
use crate::kernel::Program;
use crate::lint::Observation;
use crate::loops::LoopNest;
use crate::loops::build::build;
use crate::options::Options;
use crate::passes::{BUILD, LOWER, Notes, PLAN, REPORT, Watch, graph, loops, stepped, stepped_if};
use crate::report::{Decisions, Report, summarise};
use crate::schedule::Plan;
use crate::schedule::propagation::Propagation;
use crate::transform::inline::inline;
use crate::{ir, kernel, schedule};

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
    /// The nest as kernels.
    pub kernels: Program,
    /// What the lints saw in it.
    pub observations: Vec<Observation>,
}

/// Compiles a stage graph as the front end leaves it: domains may be unknown, nothing is checked.
/// The options steer decisions.
///
/// # Errors
/// Everything that the checks find, at once; then what is wrong with groups that are written.
///
/// # Panics
/// If a pass breaks an invariant of its IR.
pub fn compile(pipeline: Pipeline, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    compile_watched(pipeline, options, &mut |_| ())
}

/// [`compile()`], watched: of every step that ran, `watch` learns how long it took and what it
/// made.
///
/// # Errors
/// Those of [`compile()`].
///
/// # Panics
/// If the passes break an invariant of an IR.
pub fn compile_watched(
    pipeline: Pipeline,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut notes = Notes::new(options);
    let pipeline = graph::run(graph::MEANING, pipeline, &mut notes, watch)?;
    let optimised = graph::run(graph::REWRITES, pipeline.clone(), &mut notes, watch)?;
    let optimised = graph::with_named_stages(optimised, options, watch);
    if let Err(violations) = ir::verify::verify(&optimised) {
        panic!("the stage graph is malformed: {}", violations.join("; "));
    }
    let (analyses, plan) = planned(&optimised, &notes, watch)?;
    let chosen = graph::choose_propagations(&analyses, &plan, &notes, watch);
    let chose = chosen.iter().flat_map(|chosen| chosen.propagated.iter().cloned());
    let propagated: Vec<Propagation> = notes.propagated.iter().cloned().chain(chose).collect();
    let chosen = chosen.map(|chosen| chosen.pipeline);
    let before = chosen.as_ref().unwrap_or(&optimised);
    let changed = graph::make_stages(before, options, watch).or(chosen);
    let (analyses, plan) = match &changed {
        None => (analyses, plan),
        Some(changed) => planned(changed, &notes, watch)?,
    };
    let doubled = graph::double_idle_sums(analyses.pipeline, &plan, watch);
    let (analyses, plan) = match &doubled {
        None => (analyses, plan),
        Some(doubled) => planned(doubled, &notes, watch)?,
    };
    let nest = stepped(&BUILD, || build(&analyses, &plan), watch);
    let nest = loops::run(loops::LOOPS, nest, &options.without, watch);
    if let Err(violations) = crate::loops::verify::verify(&nest) {
        panic!("the loop nest is malformed: {}", violations.join("; "));
    }
    let lower = || kernel::lower(analyses.pipeline, &nest, plan.ranks.as_ref());
    let kernels = stepped(&LOWER, lower, watch);
    let report = || {
        let unfused =
            inline(pipeline.clone(), &analyses.prices, &|s| notes.written.as_written(s)).pipeline;
        summarise(&Decisions {
            declared: &notes.declared,
            written: &pipeline,
            unfused: &unfused,
            planned: &analyses,
            inlined: &notes.inlined,
            propagated: &propagated,
            enlarged: &notes.enlarged,
            renamings: &notes.renamings,
            plan: &plan,
            loops: &nest,
            options,
        })
    };
    let report = stepped(&REPORT, report, watch);
    let observations = notes.observations;
    let optimised = doubled.or(changed).unwrap_or(optimised);
    Ok(Compiled { pipeline, optimised, report, loops: nest, kernels, observations })
}

/// A pipeline with what is known of it, planned.
fn planned<'p>(
    p: &'p Pipeline,
    notes: &Notes<'_>,
    watch: &mut Watch<'_>,
) -> Result<(Analyses<'p>, Plan), Vec<Diagnostic>> {
    let analyses = Analyses::with(p, &notes.prices);
    let plan = stepped_if(&PLAN, || schedule::plan(&analyses, notes.options), watch)?;
    Ok((analyses, plan))
}
