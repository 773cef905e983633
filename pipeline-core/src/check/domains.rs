//! Domains have points, and the estimates fit them.

use super::{Context, values_of_sizes};
use crate::analysis::infer::{empty, is_complete};
use crate::analysis::show;
use crate::analysis::sizes::first_size;
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::verify::MAX_REDUCTION_RANK;
use crate::ir::{Affine, DEFAULT_ESTIMATE, Domain, Loc};

/// The ranks that inputs and stages may have.
const RANKS: std::ops::RangeInclusive<usize> = 1..=4;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let p = context.p;
    let estimates = p.estimates();
    let mut found = Vec::new();
    for constraint in &p.constraints {
        if !constraint.test.eval(&estimates, &[]) {
            let figures = figures(context, [&constraint.test.affine], &estimates);
            let message = format!(
                "the estimate violates `{}`: {figures}; change the estimate or the clause{}",
                constraint.text,
                assumed(&constraint.test.affine, &estimates)
            );
            found.push(Diagnostic::new(first_size(p, &constraint.test.affine), message));
        }
    }
    for input in &p.inputs {
        let names = context.names_of_sizes();
        let what = format!("input `{}`", input.name);
        found.extend(rank(&what, input.domain.0.len(), input.loc));
        found.extend(points(context, &what, &input.domain, &names, input.loc));
    }
    for stage in p.stages.iter() {
        let what = format!("stage `{}`", stage.name);
        found.extend(rank(&what, stage.rank(), stage.loc));
        if is_complete(&stage.domain) {
            let names = context.names(stage);
            found.extend(points(context, &what, &stage.domain, &names, stage.loc));
        }
    }
    for reduction in context.reductions {
        let stage = &reduction.stage;
        let names = context.names(stage);
        let what = format!("an update of `{}`", stage.name);
        let most = MAX_REDUCTION_RANK;
        if !(1..=most).contains(&stage.rank()) {
            let message = format!(
                "{what} has {} reduction variables: from 1 to {most} are possible",
                stage.rank()
            );
            found.push(Diagnostic::new(stage.loc, message));
        }
        // At some sizes a reduction may have nothing to do.
        found.extend(never(context, &what, &stage.domain, &names, stage.loc));
    }
    found
}

fn rank(what: &str, rank: usize, loc: Loc) -> Option<Diagnostic> {
    let message = format!("{what} has {rank} dimensions: from 1 to 4 are possible");
    (!RANKS.contains(&rank)).then(|| Diagnostic::new(loc, message))
}

/// A message if a domain has no points, whatever the sizes are or at the estimates.
fn points(
    context: &Context<'_>,
    what: &str,
    domain: &Domain,
    names: &Names<'_>,
    loc: Loc,
) -> Option<Diagnostic> {
    let estimates = context.p.estimates();
    let at_estimates = domain.0.iter().enumerate().find_map(|(dim, interval)| {
        let shown = show::interval(interval, names);
        let (lo, hi) = interval.eval(&estimates, &[]);
        (lo > hi).then(|| {
            let bounds = interval.lo.iter().chain(&interval.hi);
            let figures = figures(context, bounds, &estimates);
            let message = format!(
                "the estimate violates the domain of {what}: at {figures} dimension {dim}, \
                 {shown}, is {lo}..={hi}, which has no value; raise the estimate"
            );
            Diagnostic::new(loc, message)
        })
    });
    never(context, what, domain, names, loc).or(at_estimates)
}

/// A message if a domain has no points, whatever the sizes are.
fn never(
    context: &Context<'_>,
    what: &str,
    domain: &Domain,
    names: &Names<'_>,
    loc: Loc,
) -> Option<Diagnostic> {
    let none = |(_, i): &(usize, &crate::ir::Interval)| empty(&context.facts, i);
    domain.0.iter().enumerate().find(none).map(|(dim, interval)| {
        let shown = show::interval(interval, names);
        let message = format!(
            "the domain of {what} is empty: {shown} in dimension {dim} has no value, whatever the \
             sizes are"
        );
        Diagnostic::new(loc, message)
    })
}

/// Says so if an estimate may not have been given.
fn assumed(affine: &Affine, estimates: &[i64]) -> String {
    match values_of_sizes([affine], estimates).contains(&Some(DEFAULT_ESTIMATE)) {
        true => format!("; without an estimate a size counts as {DEFAULT_ESTIMATE}"),
        false => String::new(),
    }
}

fn figures<'b>(
    context: &Context<'_>,
    affines: impl IntoIterator<Item = &'b Affine>,
    estimates: &[i64],
) -> String {
    let sizes = values_of_sizes(affines, estimates);
    show::assignment(&context.names_of_sizes(), &sizes, &[])
}
