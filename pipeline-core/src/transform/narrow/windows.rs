//! Windows that are loops: what they combine, and totals, in narrower types.
//!
//! ```text
//! sum(j, i; abs(a(j, i) as i32 - b(j, i) as i32))     of bytes: distances of bytes, and of up to
//!                                                     257 of them a total of 16 bits
//! ```

use super::{Narrowing, holding};
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::scope::Scope;
use crate::ir::nodes::map_operands;
use crate::ir::{Block, ElemType, Expr, ExprId, Node, ReduceOp};
use crate::transform::cse::BlockBuilder;

/// In what the values of windows that are loops are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transform) enum WindowTotals {
    /// In their own types.
    AsTheyAre,
    /// In the narrowest types that have all totals.
    Narrow,
}

/// A block with the same value in narrower types, the bodies of its windows among it; all ranges
/// are those at the points of `scope`.
pub(in crate::transform) fn narrowed(
    ranges: &Ranges<'_>,
    scope: &Scope<'_>,
    block: &Block,
    totals: WindowTotals,
) -> Block {
    let block = with_windows(ranges, scope, block, totals);
    Narrowing::of(&block, &ranges.block(scope, &block))
}

/// The block with narrower windows.
fn with_windows(
    ranges: &Ranges<'_>,
    scope: &Scope<'_>,
    block: &Block,
    totals: WindowTotals,
) -> Block {
    let known = ranges.block(scope, block);
    let mut builder = BlockBuilder::new();
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    for (expr, range) in block.exprs.iter().zip(&known) {
        let Node::Reduce { op, vars, body, fused } = &expr.node else {
            let node = map_operands(&expr.node, |id| new[id.0]);
            new.push(builder.push(Expr { node, ..expr.clone() }));
            continue;
        };
        let ty = match totals {
            WindowTotals::AsTheyAre => expr.ty,
            WindowTotals::Narrow => total(*op, expr.ty, range),
        };
        let inside = cast(body, ty);
        let body = Box::new(narrowed(ranges, &scope.with_window(vars), &inside, totals));
        let node = Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused };
        let total = builder.push(Expr { ty, node, loc: expr.loc });
        new.push(match ty == expr.ty {
            true => total,
            false => builder.push(Expr { node: Node::Cast(total), ..expr.clone() }),
        });
    }
    builder.finish(new[block.result.0])
}

/// The narrowest type in which values can be combined whose total is in a range: sums may wrap on
/// the way, and minima and maxima are among the values.
fn total(op: ReduceOp, ty: ElemType, range: &Range) -> ElemType {
    match (op, range) {
        (ReduceOp::Sum | ReduceOp::Min | ReduceOp::Max, Range::Int(range)) => {
            holding(ty, 8, range.constants(ty)).unwrap_or(ty)
        }
        (
            ReduceOp::Sum
            | ReduceOp::Product
            | ReduceOp::Min
            | ReduceOp::Max
            | ReduceOp::Any
            | ReduceOp::All,
            Range::Int(_) | Range::Float(_) | Range::Bool,
        ) => ty,
    }
}

/// A block with its value in a type.
fn cast(block: &Block, ty: ElemType) -> Block {
    let mut block = block.clone();
    if block.ty() != ty {
        let loc = block.exprs[block.result.0].loc;
        block.exprs.push(Expr { ty, node: Node::Cast(block.result), loc });
        block.result = ExprId(block.exprs.len() - 1);
    }
    block
}
