//! Stages that no live-out needs.

use super::{Lint, LintContext, Observation};
use crate::transform::prune::needed;

pub(super) fn look(context: &LintContext<'_>) -> Vec<Observation> {
    let p = context.p;
    let message = |name: &str| {
        format!(
            "no output needs `{name}`, so it is not computed: remove it, or return it, as in \
             `-> ({}, {name})`",
            p.outputs.iter().map(|s| p.stages[s.0].name.as_str()).collect::<Vec<_>>().join(", ")
        )
    };
    let stages = p.stages.iter().zip(needed(p)).map(|(stage, needed)| Observation {
        lint: Lint::UnusedStage,
        loc: stage.loc,
        message: (!needed).then(|| message(&stage.name)),
    });
    stages.collect()
}
