//! A border redirects reads to a point of its stage, so the stage must have one.
//!
//! Inputs always have points: a call refuses extents of zero. A constant border needs none.

use super::clause::clause;
use super::{CheckedDefinition, Context};
use crate::analysis::infer::is_complete;
use crate::analysis::reads::for_each_read;
use crate::analysis::scope::Scope;
use crate::analysis::show;
use crate::diagnostic::Diagnostic;
use crate::ir::border::Lands;
use crate::ir::{Affine, Border, Interval, Source, Stage, StageId};
use std::collections::HashSet;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut settled: HashSet<(StageId, StageId)> = HashSet::new();
    for CheckedDefinition { id: consumer, case, piece, .. } in context.definitions() {
        for_each_read(&case.value, &mut |read, windows| {
            let Source::Stage(id) = read.source else { return };
            let producer = &context.p.stages[id.0];
            let Some(border) = &producer.border else { return };
            let reads_none = border.mode.lands() == Lands::Nowhere;
            if reads_none || id == consumer || !is_complete(&producer.domain) {
                return;
            }
            let scope = Scope::new(&context.facts, piece).with_window(windows);
            for (dim, interval) in producer.domain.0.iter().enumerate() {
                let unproved = extents(interval).find(|e| !scope.proves(e));
                if let Some(last) = unproved
                    && settled.insert((consumer, id))
                {
                    let text = message(context, producer, border, dim, &last);
                    found.push(Diagnostic::new(border.loc, text));
                }
            }
        });
    }
    found
}

/// What must not be negative for an interval to have points.
fn extents(interval: &Interval) -> impl Iterator<Item = Affine> {
    interval.hi.iter().flat_map(|hi| interval.lo.iter().map(move |lo| hi.sub(lo)))
}

fn message(
    context: &Context<'_>,
    producer: &Stage,
    border: &Border,
    dim: usize,
    last: &Affine,
) -> String {
    let names = context.names_of_sizes();
    let (name, mode) = (&producer.name, border.mode.name());
    let domain = show::interval(&producer.domain.0[dim], &names);
    let advice = match clause(context, last) {
        Some(clause) => format!("add `where {clause}`"),
        None => "give it a domain with points".to_string(),
    };
    format!(
        "`border {name} = {mode}` needs a point of `{name}` to read, but its dimension {dim} is \
         {domain}, which may be empty; {advice}, or use `constant(…)`"
    )
}
