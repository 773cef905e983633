//! The passes as data: a list for the stage graph, a list for the loop nest, and the four steps
//! around them.
//!
//! An entry has a name, a function, what holds after it as a sentence, and a function that checks
//! the sentence. [`compile_watched`] runs the lists from front to back. Whoever [watches](Watch)
//! learns of every step that ran: how long it took, and what it made. Timings, dumps, verification
//! after each pass and the comparisons of the random tests are such watchers, so none of them has a
//! way through the compiler of its own.
//!
//! [`compile_watched`]: crate::compile_watched()

mod asked;
pub mod graph;
mod holds;
pub mod loops;
#[cfg(test)]
mod tests;
mod watch;

pub use graph::{Bits, GraphPass, Notes};
pub use loops::LoopPass;
pub use watch::{Made, StepRun, Watch};
pub(crate) use watch::{stepped, stepped_if};

/// What a step of the compiler is called and does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompilerStep {
    /// A short name, unique among all steps.
    pub name: &'static str,
    /// The module with its function, from the root of this crate.
    pub module: &'static str,
    /// What it does, in Markdown.
    pub does: &'static str,
    /// What holds after it, in Markdown.
    pub holds: &'static str,
}

/// What a verifier says: nothing, or a message for each violation.
pub type Verified = Result<(), Vec<String>>;

/// From the stage graph to the plan.
pub const PLAN: CompilerStep = CompilerStep {
    name: "plan",
    module: "schedule",
    does: "how stages line up (`schedule::align`), in which shapes a group may run \
           (`schedule::shape`), what that costs (`schedule::cost`), and which stages are computed \
           together (`schedule::grouping`)",
    holds: "every stage is in one group, producers before consumers",
};

/// From the plan to a pipeline that is planned once more, if some of its stages are better computed
/// where they are read.
pub const CHOOSE: CompilerStep = CompilerStep {
    name: "choose propagations",
    module: "schedule::propagation",
    does: "stages move into those that read them where their groups should take a fifth less \
           then (CC 2018, Section 4); what is left is planned again",
    holds: "as before",
};

/// From what was chosen to a pipeline that is planned once more, if some of its indices are better
/// computed in stages of their own.
pub const INDEX_STAGES: CompilerStep = CompilerStep {
    name: "index stages",
    module: "transform::index_stages",
    does: "indices that would be computed one by one get stages of their own, which vectors \
           compute; what that makes is planned again",
    holds: "as before",
};

/// From indices to records.
pub const RECORDS: CompilerStep = CompilerStep {
    name: "records",
    module: "transform::records",
    does: "planes that updates change together become records, which are copied to the planes; \
           what that makes is planned again",
    holds: "as before",
};

/// From a plan to a pipeline that is planned once more, if some of its sums were to be running and
/// are not.
pub const DOUBLE: CompilerStep = CompilerStep {
    name: "double sums",
    module: "transform::sums",
    does: "long windows of integers that no tile computes as running sums are combined from \
           stretches, as others are; what that makes is planned again",
    holds: "as before",
};

/// From the plan to the loop nest.
pub const BUILD: CompilerStep = CompilerStep {
    name: "build",
    module: "loops::build",
    does: "the loop nest, as planned, without further decisions",
    holds: "the invariants of the loop nest (`loops::verify`)",
};

/// From the loop nest to kernels.
pub const LOWER: CompilerStep = CompilerStep {
    name: "lower",
    module: "kernel::lower",
    does: "how the nest runs, down to each load: tasks and vectors, scratchpads, slots of memory \
           for full buffers",
    holds: "nothing is left to decide, and the invariants of kernels (`kernel::verify`)",
};

/// From the decisions to what people see of them.
pub const REPORT: CompilerStep = CompilerStep {
    name: "report",
    module: "report",
    does: "the plan as a value for people: figures, reasons, pictures",
    holds: "it is a function of the pipeline and the options",
};

/// Every step, in the order in which they run.
pub fn steps() -> impl Iterator<Item = CompilerStep> {
    let graph = graph::MEANING.iter().chain(graph::REWRITES).map(|pass| pass.step);
    let loops = loops::LOOPS.iter().map(|pass| pass.step);
    graph
        .chain([PLAN, CHOOSE, INDEX_STAGES, RECORDS, DOUBLE, BUILD])
        .chain(loops)
        .chain([LOWER, REPORT])
}

/// Panics if something is wrong after a step.
fn must_hold(step: &CompilerStep, what: &str, verified: Verified) {
    if let Err(violations) = verified {
        panic!("{what} is malformed after `{}`: {}", step.name, violations.join("; "));
    }
}
