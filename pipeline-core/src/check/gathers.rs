//! Every index that depends on data is provably inside its source's domain.

use super::{Context, Definition};
use crate::analysis::infer::is_complete;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::reads::{Read, for_each_read};
use crate::analysis::regions::simplify_interval;
use crate::analysis::scope::Scope;
use crate::analysis::show;
use crate::diagnostic::Diagnostic;
use crate::ir::{ExprId, Index, Interval, Node, Source, Stage};
use std::collections::HashSet;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let ranges = Ranges::new(context.p, &context.facts);
    let mut found = Vec::new();
    let mut reported = HashSet::new();
    for Definition { id: own, stage, case, piece, update } in context.definitions() {
        for_each_read(&case.value, &mut |read, windows| {
            let p = context.p;
            let domain = p.source_domain(read.source);
            let gathers = read.index.iter().any(|i| matches!(i, Index::Value(_)));
            // A border redirects reads, but not the target of an update.
            let target = update && read.source == Source::Stage(own);
            let bordered = p.source_border(read.source).is_some() && !target;
            if !gathers || bordered || !is_complete(domain) {
                return;
            }
            let scope = Scope::new(&context.facts, piece).with_window(windows);
            for (dim, (index, limits)) in read.index.iter().zip(&domain.0).enumerate() {
                let Index::Value(id) = index else { continue };
                let range = ranges.expr(&scope, read.block, *id);
                if let Range::Int(range) = &range
                    && range.is_inside(limits, &scope)
                {
                    continue;
                }
                let loc = read.block.exprs[id.0].loc;
                let place = (loc.0, if loc.0 == 0 { Some(stage.name.clone()) } else { None });
                if reported.insert((place, read.source, dim)) {
                    let text = message(context, stage, &read, dim, *id, limits, &range);
                    found.push(Diagnostic::new(loc, text));
                }
            }
        });
    }
    found
}

fn message(
    context: &Context<'_>,
    stage: &Stage,
    read: &Read<'_>,
    dim: usize,
    id: ExprId,
    limits: &Interval,
    range: &Range,
) -> String {
    let names = context.names(stage);
    let p = context.p;
    let index = show::expr(p, read.block, id, &names);
    let source = p.source_name(read.source);
    let domain = show::interval(limits, &names);
    let expr = &read.block.exprs[id.0];
    let known = match range {
        Range::Int(range) => {
            let shown = Interval { lo: range.lo.clone(), hi: range.hi.clone() };
            let shown = simplify_interval(&context.facts, &shown);
            format!(", range {}", show::interval(&shown, &names))
        }
        Range::Float(_) | Range::Bool => String::new(),
    };
    let (lo, hi) = domain.split_once("..=").unwrap_or(("…", "…"));
    let article = if expr.ty.name().starts_with('i') { "an" } else { "a" };
    // Inside a clamp already: its limits are what to change.
    let clamped = matches!(expr.node, Node::Binary(crate::ir::BinaryOp::Min, ..));
    let advice = if clamped { "change the limits to" } else { "wrap it in" };
    format!(
        "index `{index}` of `{source}` (dimension {dim}) is not provably inside {domain}: it is \
         {article} {}{known}; {advice} clamp(…, {lo}, {hi})",
        expr.ty
    )
}
