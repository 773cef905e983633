//! What those learn who watch the compiler.

use super::{Bits, CompilerStep, Verified};
use crate::ir::Pipeline;
use crate::kernel::{self, Program};
use crate::loops::LoopNest;
use crate::loops::verify::verify;
use crate::report::Report;
use crate::schedule::Plan;
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// Who watches: it is called once a step, in the order in which they ran.
pub type Watch<'w> = dyn FnMut(&StepRun<'_>) + 'w;

/// A step has run.
#[derive(Clone, Copy, Debug)]
pub struct StepRun<'a> {
    /// Which one.
    pub step: &'a CompilerStep,
    /// How long it took.
    pub took: Duration,
    /// What it made.
    pub made: Made<'a>,
}

/// What a step made.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// A stage graph.
    Graph {
        /// The graph.
        graph: &'a Pipeline,
        /// What became of the bits of its results.
        bits: Bits,
        /// Whether what holds after the step does.
        verify: fn(&Pipeline) -> Verified,
    },
    /// A plan.
    Plan(&'a Plan),
    /// A loop nest.
    Loops {
        /// The nest.
        loops: &'a LoopNest,
        /// Whether what holds after the step does.
        verify: fn(&LoopNest) -> Verified,
    },
    /// Kernels.
    Kernels(&'a Program),
    /// A report.
    Report(&'a Report),
}

impl<'a> From<&'a Plan> for Made<'a> {
    fn from(plan: &'a Plan) -> Made<'a> {
        Made::Plan(plan)
    }
}

impl<'a> From<&'a LoopNest> for Made<'a> {
    /// A nest with the invariants that all nests have.
    fn from(loops: &'a LoopNest) -> Made<'a> {
        Made::Loops { loops, verify }
    }
}

impl<'a> From<&'a Program> for Made<'a> {
    fn from(kernels: &'a Program) -> Made<'a> {
        Made::Kernels(kernels)
    }
}

impl<'a> From<&'a Report> for Made<'a> {
    fn from(report: &'a Report) -> Made<'a> {
        Made::Report(report)
    }
}

/// Runs a step that stands by itself, and tells who watches.
pub fn stepped<T>(step: &CompilerStep, run: impl FnOnce() -> T, watch: &mut Watch<'_>) -> T
where
    for<'a> Made<'a>: From<&'a T>,
{
    let made: Result<T, Infallible> = stepped_if(step, || Ok(run()), watch);
    match made {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

/// The same of a step that may find something wrong; then there is nothing to tell.
///
/// # Errors
/// What it finds.
pub fn stepped_if<T, E>(
    step: &CompilerStep,
    run: impl FnOnce() -> Result<T, E>,
    watch: &mut Watch<'_>,
) -> Result<T, E>
where
    for<'a> Made<'a>: From<&'a T>,
{
    let start = Instant::now();
    let value = run()?;
    let took = start.elapsed();
    watch(&StepRun { step, took, made: Made::from(&value) });
    Ok(value)
}

impl StepRun<'_> {
    /// Whether what holds after the step does.
    ///
    /// # Errors
    /// A message for each violation.
    pub fn verify(&self) -> Verified {
        match self.made {
            Made::Graph { graph, verify, .. } => verify(graph),
            Made::Loops { loops, verify } => verify(loops),
            Made::Kernels(kernels) => kernel::verify::verify(kernels),
            Made::Plan(_) | Made::Report(_) => Ok(()),
        }
    }
}
