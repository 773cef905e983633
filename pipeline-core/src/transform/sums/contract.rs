//! Products and sums of floats that are written as operators, as fused multiply-adds: `a * b + c`,
//! `a * b - c` and `c - a * b`, where nothing else uses the product.

use super::chain::{unused, uses};
use crate::ir::nodes::{map_operands, without_unused_but};
use crate::ir::{BinaryOp, Block, Expr, ExprId, Function, Node, UnaryOp, Value};
use crate::scalar;

/// The block with products fused into the sums that they are for.
pub(super) fn contracted(block: &Block) -> Block {
    let uses = uses(block);
    let product = |id: ExprId| {
        let Node::Binary(BinaryOp::Mul, a, b) = block.exprs[id.0].node else { return None };
        (uses[id.0] == 1).then_some([a, b])
    };
    let mut exprs: Vec<Expr> = Vec::with_capacity(block.exprs.len());
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        let mut push = |node: Node| {
            exprs.push(Expr { node, ..expr.clone() });
            ExprId(exprs.len() - 1)
        };
        let negative = |id: ExprId| {
            if let Node::Const(value @ (Value::F32(_) | Value::F64(_))) = block.exprs[id.0].node {
                Node::Const(scalar::unary(UnaryOp::Neg, value))
            } else {
                Node::Unary(UnaryOp::Neg, new[id.0])
            }
        };
        let fused = |a: ExprId, b: ExprId, c: ExprId| Node::Call(Function::MulAdd, vec![a, b, c]);
        let node = match &expr.node {
            Node::Binary(BinaryOp::Add, a, b) if expr.ty.is_float() => {
                match (product(*a), product(*b)) {
                    (Some([p, q]), _) => fused(new[p.0], new[q.0], new[b.0]),
                    (None, Some([p, q])) => fused(new[p.0], new[q.0], new[a.0]),
                    (None, None) => Node::Binary(BinaryOp::Add, new[a.0], new[b.0]),
                }
            }
            Node::Binary(BinaryOp::Sub, a, b) if expr.ty.is_float() => {
                match (product(*a), product(*b)) {
                    (_, Some([p, q])) => {
                        let p = push(negative(p));
                        fused(p, new[q.0], new[a.0])
                    }
                    (Some([p, q]), None) => {
                        let b = push(negative(*b));
                        fused(new[p.0], new[q.0], b)
                    }
                    (None, None) => Node::Binary(BinaryOp::Sub, new[a.0], new[b.0]),
                }
            }
            Node::Reduce { op, vars, body, fused } => {
                let body = Box::new(contracted(body));
                Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused }
            }
            node @ Node::Const(_)
            | node @ Node::Scalar(_)
            | node @ Node::Index(_)
            | node @ Node::Test(_)
            | node @ Node::Read { .. }
            | node @ Node::Unary(..)
            | node @ Node::Binary(..)
            | node @ Node::Cast(_)
            | node @ Node::SaturatingCast(_)
            | node @ Node::Select(..)
            | node @ Node::Call(..)
            | node @ Node::Combine { .. } => map_operands(node, |id| new[id.0]),
        };
        new.push(push(node));
    }
    let kept = unused(&uses, &new);
    without_unused_but(Block { exprs, result: new[block.result.0] }, &kept)
}
