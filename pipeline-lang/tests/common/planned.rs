//! Plans of a pipeline, and the loop nests that come of them.

use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::ir::Pipeline;
use pipeline_core::loops::LoopNest;
use pipeline_core::loops::build::build;
use pipeline_core::options::Options;
use pipeline_core::passes::{self, BUILD, loops};
use pipeline_core::schedule::shape::Shape;
use pipeline_core::schedule::{Plan, plan};
use std::collections::HashSet;

/// A compiled pipeline with a plan.
pub struct Planned<'a> {
    pub compiled: &'a Compiled,
    /// The stage graph that was planned.
    pub graph: &'a Pipeline,
    pub plan: Plan,
    /// The loop nests: as built, and after each pass that changed something.
    pub nests: Vec<After<LoopNest>>,
}

/// What a step made.
pub struct After<T> {
    pub step: &'static str,
    pub made: T,
}

impl<'a> Planned<'a> {
    /// A plan, and what the passes make of the nest that is built for it; nothing if that nest is
    /// `known` already.
    pub fn unless_known(
        compiled: &'a Compiled,
        analyses: &Analyses<'a>,
        plan: Plan,
        known: &mut HashSet<String>,
    ) -> Option<Planned<'a>> {
        let built = build(analyses, &plan);
        if !known.insert(built.to_string()) {
            return None;
        }
        let mut nests = vec![After { step: BUILD.name, made: built.clone() }];
        loops::run(loops::LOOPS, built, &[], &mut |event| match event.made {
            passes::Made::Loops { loops, .. }
                if nests.last().is_none_or(|last| last.made != *loops) =>
            {
                nests.push(After { step: event.step.name, made: loops.clone() });
            }
            _ => {}
        });
        Some(Planned { compiled, graph: analyses.pipeline, plan, nests })
    }

    /// The nest as built.
    pub fn built(&self) -> &LoopNest {
        &self.nests[0].made
    }

    /// The nest after all passes.
    pub fn last(&self) -> &After<LoopNest> {
        self.nests.last().expect("the nest as built")
    }

    /// The nest that is run.
    pub fn loops(&self) -> &LoopNest {
        &self.last().made
    }
}

/// The plan that options lead to.
pub fn planned(analyses: &Analyses<'_>, options: &Options) -> Plan {
    plan(analyses, options).expect("no groups are written")
}

/// Whether some stage is computed several steps in time at once.
pub fn iterates(plan: &Plan) -> bool {
    plan.groups.iter().any(|group| group.steps().is_some())
}

/// Estimates as small as the sizes that are checked, so that tiles are small, too.
pub fn for_small_sizes(compiled: &Compiled) -> Pipeline {
    let mut small = compiled.optimised.clone();
    for size in &mut small.sizes {
        size.estimate = size.estimate.min(40);
    }
    small
}

/// Rows of a strip, rows of a step, and the width of a block, if any: small, so that small images
/// have many tiles.
pub const SHAPES: [(i64, i64, Option<i64>); 6] =
    [(2, 1, None), (2, 1, Some(3)), (3, 3, Some(4)), (5, 5, None), (4, 2, Some(5)), (7, 3, None)];

/// A plan with all tiles in one shape.
pub fn in_shape(
    plan: Plan,
    analyses: &Analyses<'_>,
    (strip, step, width): (i64, i64, Option<i64>),
) -> Plan {
    plan.reshaped(analyses, |alignment| {
        let widths = width.iter().flat_map(|w| alignment.blocks.iter().map(|dim| (*dim, *w)));
        Shape { strip, step, widths: widths.collect() }
    })
}
