//! Totals of integers that some input takes beyond their type where pictures are as large as the
//! estimates say.
//!
//! As for [`super::sums`], whole inputs are at an end of their values: each update then adds the
//! same, and where data choose the point, all choose one. Points of which nobody knows how often
//! they are changed count once.

use super::uniform::{Uniform, extremes};
use super::{Lint, LintContext, Observation};
use crate::analysis::followed::{mentions, target};
use crate::analysis::order::order;
use crate::analysis::show;
use crate::ir::affine::Names;
use crate::ir::{Block, ElemType, ExprId, Node, ReduceOp, Update, VarId};

/// Terms that are larger use their type as far as it goes: who adds them knows what they may be.
const MOST: i64 = 1 << 24;

pub(super) fn look(context: &LintContext<'_>) -> Vec<Observation> {
    let totals = context.p.stages.iter().flat_map(|stage| &stage.updates).filter_map(total);
    let totals: Vec<TotalUpdate<'_>> = totals.collect();
    if totals.is_empty() {
        return Vec::new();
    }
    // A pipeline with a cycle has no values, and an error says so.
    let uniform = order(context.p).map(|o| extremes(context.p, &o)).unwrap_or_default();
    let seen = |total: TotalUpdate<'_>| {
        let loc = total.update.value.exprs[total.term.0].loc;
        let message = beyond(context, &total, &uniform).map(|v| message(context, &total, v));
        Observation { lint: Lint::WrappingTotal, loc, message }
    };
    totals.into_iter().map(seen).collect()
}

/// An update that adds integers.
struct TotalUpdate<'a> {
    update: &'a Update,
    /// What is added.
    term: ExprId,
    ty: ElemType,
}

fn total(update: &Update) -> Option<TotalUpdate<'_>> {
    let parts = update.parts()?;
    let ty = update.value.exprs[parts.value.0].ty;
    (parts.op == ReduceOp::Sum && ty.is_int()).then_some(TotalUpdate {
        update,
        term: parts.value,
        ty,
    })
}

/// How often one point is changed at the estimates of the sizes.
fn times(context: &LintContext<'_>, update: &Update) -> i64 {
    let sizes = context.p.estimates();
    let fixed = |var: VarId| !target(update).iter().any(|index| mentions(index, var));
    let vars = update.domain.0.iter().enumerate().filter(|(var, _)| fixed(VarId(*var)));
    vars.fold(1, |times: i64, (_, interval)| times.saturating_mul(interval.extent(&sizes)))
}

/// A total for some input that its type does not hold: the one farthest from it.
fn beyond(context: &LintContext<'_>, total: &TotalUpdate<'_>, uniform: &[Uniform]) -> Option<i64> {
    let (min, max) = total.ty.int_range()?;
    let times = times(context, total.update);
    let term = |u: &Uniform| u.values(&total.update.value)[total.term.0]?.as_int();
    let small = uniform.iter().filter_map(term).filter(|term| term.abs() <= MOST);
    let excess = |v: &i64| (v.saturating_sub(max)).max(min.saturating_sub(*v));
    let farthest = small.map(|term| term.saturating_mul(times)).max_by_key(excess);
    farthest.filter(|v| excess(v) > 0)
}

fn message(context: &LintContext<'_>, total: &TotalUpdate<'_>, reached: i64) -> String {
    let TotalUpdate { update, ty, .. } = total;
    let (min, max) = ty.int_range().unwrap_or((i64::MIN, i64::MAX));
    let found = match reached > max {
        true => format!("this total can reach {reached}, and {ty} ends at {max}"),
        false => format!("this total can be {reached}, and {ty} starts at {min}"),
    };
    let wide = super::sums::wide_enough(*ty, reached).unwrap_or(ElemType::F64);
    let names = Names { sizes: &context.sizes, vars: &update.vars };
    let term = without_casts(&update.value, total.term);
    let shown = show::cast(context.p, &update.value, term, wide, &names);
    format!("{found}: add in {wide}, as in `{shown}`")
}

/// What was converted to the total's type.
fn without_casts(block: &Block, id: ExprId) -> ExprId {
    match &block.exprs[id.0].node {
        Node::Cast(inner) if block.exprs[inner.0].ty.is_int() => without_casts(block, *inner),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Read { .. }
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => id,
    }
}
