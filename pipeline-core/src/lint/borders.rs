//! Borders that no read reaches.

use super::{Lint, LintContext, LintedDefinition, Observation};
use crate::analysis::infer::is_complete;
use crate::analysis::ranges::{IntRange, Range};
use crate::analysis::reads::{SourceRead, for_each_read};
use crate::analysis::scope::Scope;
use crate::ir::{Border, Index, InputId, Interval, Pipeline, Source, StageId};
use std::collections::HashSet;

pub(super) fn look(context: &LintContext<'_>) -> Vec<Observation> {
    let p = context.p;
    let mut reached: HashSet<Source> = HashSet::new();
    for definition in context.definitions() {
        let scope = Scope::new(context.facts, &definition.piece);
        for_each_read(definition.block, &mut |read, windows| {
            // A border redirects reads, but not the target of an update.
            let target = definition.update && read.source == Source::Stage(definition.stage);
            if border(p, read.source).is_none() || target || reached.contains(&read.source) {
                return;
            }
            let scope = scope.with_window(windows);
            if !stays_inside(context, &definition, &scope, &read) {
                reached.insert(read.source);
            }
        });
    }
    let inputs = (0..p.inputs.len()).map(|i| Source::Input(InputId(i)));
    let stages = (0..p.stages.len()).map(|s| Source::Stage(StageId(s)));
    let bordered = inputs.chain(stages).filter_map(|s| border(p, s).map(|border| (s, border)));
    let observed = bordered.map(|(source, border)| {
        let name = p.source_name(source);
        let message = format!("no read of `{name}` leaves its domain: remove this border");
        let message = (!reached.contains(&source)).then_some(message);
        Observation { lint: Lint::UnusedBorder, loc: border.loc, message }
    });
    observed.collect()
}

fn border(p: &Pipeline, source: Source) -> Option<&Border> {
    match source {
        Source::Input(i) => p.inputs[i.0].border.as_ref(),
        Source::Stage(s) => p.stages[s.0].border.as_ref(),
    }
}

/// Whether every index of a read is provably inside.
fn stays_inside(
    context: &LintContext<'_>,
    definition: &LintedDefinition<'_>,
    scope: &Scope<'_>,
    read: &SourceRead<'_>,
) -> bool {
    let domain = context.p.source_domain(read.source);
    let inside = |(index, limits): (&Index, &Interval)| match index {
        Index::Affine(index) => IntRange::exact(index.clone()).is_inside(limits, scope),
        // A gather in a window's body: its index is an expression there.
        Index::Value(id) => match context.ranges.expr(scope, read.block, *id) {
            Range::Int(range) => range.is_inside(limits, scope),
            Range::Float(_) | Range::Bool => false,
        },
    };
    // A stage that reads itself does so before its domain, too.
    read.source != Source::Stage(definition.stage)
        && is_complete(domain)
        && read.index.iter().zip(&domain.0).all(inside)
}
