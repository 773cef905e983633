//! Every index that depends on data is provably inside its source's domain.

use super::{CheckedDefinition, Context};
use crate::analysis::infer::is_complete;
use crate::analysis::integer::Facts;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::reads::{SourceRead, for_each_read};
use crate::analysis::regions::simplify_interval;
use crate::analysis::scope::Scope;
use crate::analysis::show;
use crate::diagnostic::Diagnostic;
use crate::ir::{Affine, ExprId, Index, Interval, Node, SizeId, Source, Stage, Test, TestOp};
use std::collections::HashSet;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let ranges = Ranges::new(context.p, &context.facts);
    let mut found = Vec::new();
    let mut reported = HashSet::new();
    for CheckedDefinition { id: own, stage, case, piece, update } in context.definitions() {
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
                    let inside = |facts: &Facts| {
                        let scope = Scope::new(facts, piece).with_window(windows);
                        let range = Ranges::new(p, facts).expr(&scope, read.block, *id);
                        matches!(range, Range::Int(range) if range.is_inside(limits, &scope))
                    };
                    let gather =
                        UnprovedGather { read: &read, dim, id: *id, limits, range: &range };
                    let clause = clause(context, &gather, &inside);
                    let text = message(context, stage, &gather, clause);
                    found.push(Diagnostic::new(loc, text));
                }
            }
        });
    }
    found
}

/// An index that is not provably inside.
struct UnprovedGather<'a> {
    read: &'a SourceRead<'a>,
    dim: usize,
    id: ExprId,
    limits: &'a Interval,
    range: &'a Range,
}

fn message(
    context: &Context<'_>,
    stage: &Stage,
    gather: &UnprovedGather<'_>,
    clause: Option<String>,
) -> String {
    let UnprovedGather { read, dim, id, limits, range } = gather;
    let names = context.names(stage);
    let p = context.p;
    let index = show::expr(p, read.block, *id, &names);
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
    let advice = match (clause, clamped) {
        (Some(clause), _) => clause,
        (None, true) => format!("change the limits to clamp(…, {lo}, {hi})"),
        (None, false) => format!("wrap it in clamp(…, {lo}, {hi})"),
    };
    format!(
        "index `{index}` of `{source}` (dimension {dim}) is not provably inside {domain}: it is \
         {article} {}{known}; {advice}",
        expr.ty
    )
}

/// Sizes beyond this are not what a clause is proposed for: tables have an entry for each value of
/// sixteen bits at most.
const LARGEST_TABLE: i64 = 1 << 16;

/// A largest size that is no restriction for pictures.
const LARGE: i64 = 1 << 24;

/// A clause on the sizes with which an index is inside, if there is one that may be meant.
fn clause(
    context: &Context<'_>,
    gather: &UnprovedGather<'_>,
    inside: &dyn Fn(&Facts) -> bool,
) -> Option<String> {
    let p = context.p;
    let names = context.names_of_sizes();
    let suffices = |test: &Test| {
        let facts = context.facts.clone().with_test(test);
        !facts.contradictory() && inside(&facts)
    };
    let at_least = |affine: Affine| Test { affine, op: TestOp::NonNegative };
    // The table is too short for what may be asked of it.
    if let (Range::Int(range), [limit]) = (gather.range, &gather.limits.hi[..]) {
        let by = range.hi.iter().map(|hi| limit.sub(hi)).filter(|by| by.vars().is_empty());
        let test = by.filter(|by| by.constant().abs() <= LARGEST_TABLE).map(at_least);
        if let Some(test) = test.into_iter().find(suffices) {
            return Some(format!("write `where {}`", show::test(&test, &names)));
        }
    }
    // An expression wraps if a size is too large.
    let up_to = |size: usize| at_least(Affine::from(LARGE).sub(&Affine::from(SizeId(size))));
    let size = (0..p.sizes.len()).find(|size| suffices(&up_to(*size)))?;
    let name = &p.sizes[size].name;
    Some(format!(
        "with a large `{name}` it wraps: write the largest, as in `where {name} <= {LARGE}`"
    ))
}
