//! How many lower bits are asked of each expression.

use super::bits;
use crate::ir::nodes::for_each_operand;
use crate::ir::{BinaryOp, Block, ExprId, Node, UnaryOp, Value};

/// How many lower bits of each integer its consumers ask for, its whole width at most. Of other
/// values it says nothing.
pub fn demanded(block: &Block) -> Vec<u32> {
    let mut demanded = vec![0; block.exprs.len()];
    demanded[block.result.0] = bits(block.exprs[block.result.0].ty);
    for (i, expr) in block.exprs.iter().enumerate().rev() {
        let own = demanded[i];
        let mut ask = |id: ExprId, wanted: u32| {
            let most = bits(block.exprs[id.0].ty);
            demanded[id.0] = demanded[id.0].max(wanted.min(most));
        };
        match &expr.node {
            Node::Unary(UnaryOp::Neg | UnaryOp::Not, a) if expr.ty.is_int() => ask(*a, own),
            Node::Binary(op, a, b) if expr.ty.is_int() => {
                if passes_on(block, *op, *b) {
                    ask(*a, own);
                    ask(*b, own);
                } else {
                    ask(*a, u32::MAX);
                    ask(*b, u32::MAX);
                }
            }
            Node::Select(c, a, b) if expr.ty.is_int() => {
                ask(*c, u32::MAX);
                ask(*a, own);
                ask(*b, own);
            }
            Node::Cast(a) if expr.ty.is_int() && block.exprs[a.0].ty.is_int() => ask(*a, own),
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
            | Node::Reduce { .. } => for_each_operand(&expr.node, |id| ask(id, u32::MAX)),
        }
    }
    demanded
}

/// Whether the lower bits of a result depend on those of the operands only.
fn passes_on(block: &Block, op: BinaryOp, b: ExprId) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => true,
        BinaryOp::Shl => {
            let amount = &block.exprs[b.0].node;
            matches!(amount, Node::Const(Value::Int(_, n)) if (0..16).contains(n))
        }
        BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Min
        | BinaryOp::Max
        | BinaryOp::AbsDiff
        | BinaryOp::SaturatingAdd
        | BinaryOp::SaturatingSub
        | BinaryOp::Shr
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::WordPair
        | BinaryOp::Dot => false,
    }
}
