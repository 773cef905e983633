//! Sums of 8- and 16-bit integers that some input takes beyond their type.
//!
//! Two kinds of input are tried, both legal, so that there are no false alarms. Where what is added
//! are points of inputs and scalars, each is at the end of its values that its sign asks for. Else
//! whole inputs are at an end of theirs ([`super::uniform`]).

use super::linear::{LinearSum, contains, operands};
use super::uniform::{Uniform, extremes};
use super::{Lint, LintContext, LintedDefinition, Observation};
use crate::analysis::order::order;
use crate::analysis::show;
use crate::ir::{BinaryOp, Block, ElemType, ExprId, Node, ReduceOp};

pub(super) fn look(context: &LintContext<'_>) -> Vec<Observation> {
    let mut seen = Vec::new();
    let mut uniform: Option<Vec<Uniform>> = None;
    for definition in context.definitions() {
        let mut visit = |block: &Block| {
            for root in roots(block) {
                let uniform = uniform.get_or_insert_with(|| {
                    // A pipeline with a cycle has no values, and an error says so.
                    order(context.p).map(|o| extremes(context.p, &o)).unwrap_or_default()
                });
                let beyond = beyond(context, block, root, uniform);
                let message = beyond.map(|v| message(context, &definition, block, root, v));
                let loc = block.exprs[root.0].loc;
                seen.push(Observation { lint: Lint::NarrowSum, loc, message });
            }
        };
        visit_blocks(definition.block, &mut visit);
    }
    seen
}

/// The block and those of the windows in it.
fn visit_blocks<'b>(block: &'b Block, f: &mut impl FnMut(&'b Block)) {
    f(block);
    for expr in &block.exprs {
        if let Node::Reduce { body, .. } = &expr.node {
            visit_blocks(body, f);
        }
    }
}

/// The narrow sums of a block, without those that are only parts of others.
fn roots(block: &Block) -> Vec<ExprId> {
    let ids = (0..block.exprs.len()).map(ExprId);
    if !ids.clone().any(|id| is_narrow_sum(block, id)) {
        return Vec::new();
    }
    let mut uses = vec![0usize; block.exprs.len()];
    let mut within_sums = uses.clone();
    uses[block.result.0] += 1;
    for expr in &block.exprs {
        crate::ir::nodes::for_each_operand(&expr.node, |operand| uses[operand.0] += 1);
    }
    let mut roots = Vec::new();
    for id in ids.rev() {
        let ty = block.exprs[id.0].ty;
        let is_part = within_sums[id.0] == uses[id.0];
        let sum = is_narrow_sum(block, id);
        if sum && !is_part {
            roots.push(id);
        }
        if sum || is_part {
            for (operand, _) in operands(block, id).unwrap_or_default() {
                if block.exprs[operand.0].ty == ty {
                    within_sums[operand.0] += 1;
                }
            }
        }
    }
    roots
}

fn is_narrow_sum(block: &Block, id: ExprId) -> bool {
    let expr = &block.exprs[id.0];
    let sum = match expr.node {
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => true,
        Node::Combine { op, .. } | Node::Reduce { op, .. } => op == ReduceOp::Sum,
        _ => false,
    };
    sum && expr.ty.is_int() && expr.ty.bytes() <= 2
}

/// A value that the sum has for some input and its type does not: the one farthest from it.
fn beyond(
    context: &LintContext<'_>,
    block: &Block,
    root: ExprId,
    uniform: &[Uniform],
) -> Option<i64> {
    let expr = &block.exprs[root.0];
    let (min, max) = expr.ty.int_range()?;
    let mut found: Vec<i64> = Vec::new();
    match &expr.node {
        Node::Reduce { vars, body, .. } => {
            found.extend(uniform.iter().filter_map(|u| {
                u.values(body)[body.result.0]?.as_int()?.checked_mul(u.points(vars)?)
            }));
        }
        _ => {
            let linear = LinearSum::of(block, root)?;
            match linear.bounds(context.p, block) {
                Some((least, greatest)) => found.extend([least, greatest]),
                None => found.extend(uniform.iter().filter_map(|u| {
                    let values = u.values(block);
                    linear.total(|term| values[term.0]?.as_int())
                })),
            }
        }
    }
    let excess = |v: &i64| (v.saturating_sub(max)).max(min.saturating_sub(*v));
    found.into_iter().max_by_key(excess).filter(|v| excess(v) > 0)
}

fn message(
    context: &LintContext<'_>,
    definition: &LintedDefinition<'_>,
    block: &Block,
    root: ExprId,
    reached: i64,
) -> String {
    let ty = block.exprs[root.0].ty;
    let (min, max) = ty.int_range().unwrap_or((i64::MIN, i64::MAX));
    let what = match block.exprs[root.0].node {
        Node::Binary(BinaryOp::Sub, ..) => "difference",
        _ => "sum",
    };
    let found = match reached > max {
        true => format!("this {what} can reach {reached}, and {ty} ends at {max}"),
        false => format!("this {what} can be {reached}, and {ty} starts at {min}"),
    };
    let wide = wide_enough(ty, reached).unwrap_or(ElemType::I32);
    let names = context.names(definition);
    let (block, term) = first_term(block, root);
    let shown = show::cast(context.p, block, term, wide, &names);
    format!("{found}: widen what is added, as in `{shown}`")
}

/// The next integer type that has the value and all that the narrow one has.
pub(super) fn wide_enough(ty: ElemType, reached: i64) -> Option<ElemType> {
    let range =
        ty.int_range().map_or((reached, reached), |(lo, hi)| (lo.min(reached), hi.max(reached)));
    let wider = [ElemType::U16, ElemType::I16, ElemType::U32, ElemType::I32];
    wider.into_iter().find(|wide| contains(*wide, range))
}

/// An operand of a sum to show, without casts and factors.
fn first_term(mut block: &Block, mut id: ExprId) -> (&Block, ExprId) {
    loop {
        let expr = &block.exprs[id.0];
        match &expr.node {
            Node::Reduce { body, .. } => (block, id) = (&**body, body.result),
            Node::Cast(inner) if block.exprs[inner.0].ty.is_int() => id = *inner,
            Node::Const(_) => return (block, id),
            _ => {
                let is_constant = |id: &ExprId| matches!(block.exprs[id.0].node, Node::Const(_));
                let operands = operands(block, id).unwrap_or_default();
                match operands.iter().map(|o| o.0).find(|o| !is_constant(o)) {
                    Some(operand) => id = operand,
                    None => return (block, id),
                }
            }
        }
    }
}
