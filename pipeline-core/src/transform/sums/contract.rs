//! Products and sums of floats that are written as operators, as fused multiply-adds: `a * b + c`,
//! `a * b - c` and `c - a * b`, where nothing else uses the product.

use super::chain::{unused, uses};
use crate::ir::nodes::{map_operands, without_unused_but};
use crate::ir::{BinaryOp, Block, Expr, ExprId, Function, Node, UnaryOp, Value};
use crate::scalar;

/// The block with products fused into the sums that they are for.
pub(super) fn contracted(block: &Block) -> Block {
    let uses = uses(block);
    let mut contraction = Contraction {
        block,
        uses: &uses,
        exprs: Vec::with_capacity(block.exprs.len()),
        new: Vec::with_capacity(block.exprs.len()),
    };
    for expr in &block.exprs {
        let node = contraction.node(expr);
        let id = contraction.push(expr, node);
        contraction.new.push(id);
    }
    let Contraction { exprs, new, .. } = contraction;
    let kept = unused(&uses, &new);
    without_unused_but(Block { exprs, result: new[block.result.0] }, &kept)
}

/// A block whose products go into sums.
struct Contraction<'a> {
    block: &'a Block,
    /// How often each expression is used.
    uses: &'a [usize],
    /// The new expressions.
    exprs: Vec<Expr>,
    /// The new number of each expression so far.
    new: Vec<ExprId>,
}

impl Contraction<'_> {
    /// What an expression becomes.
    fn node(&mut self, expr: &Expr) -> Node {
        match &expr.node {
            Node::Binary(BinaryOp::Add, a, b) if expr.ty.is_float() => self.sum(*a, *b),
            Node::Binary(BinaryOp::Sub, a, b) if expr.ty.is_float() => {
                self.difference(expr, *a, *b)
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
            | node @ Node::Combine { .. } => map_operands(node, |id| self.new[id.0]),
        }
    }

    /// `a + b`.
    fn sum(&self, a: ExprId, b: ExprId) -> Node {
        match (self.product(a), self.product(b)) {
            (Some([p, q]), _) => fused(self.new[p.0], self.new[q.0], self.new[b.0]),
            (None, Some([p, q])) => fused(self.new[p.0], self.new[q.0], self.new[a.0]),
            (None, None) => Node::Binary(BinaryOp::Add, self.new[a.0], self.new[b.0]),
        }
    }

    /// `a - b`, the value of an expression; a fused multiply-add has what is negated before it.
    fn difference(&mut self, expr: &Expr, a: ExprId, b: ExprId) -> Node {
        match (self.product(a), self.product(b)) {
            (_, Some([p, q])) => {
                let p = self.push(expr, self.negative(p));
                fused(p, self.new[q.0], self.new[a.0])
            }
            (Some([p, q]), None) => {
                let b = self.push(expr, self.negative(b));
                fused(self.new[p.0], self.new[q.0], b)
            }
            (None, None) => Node::Binary(BinaryOp::Sub, self.new[a.0], self.new[b.0]),
        }
    }

    /// The factors, if an expression is a product that nothing else uses.
    fn product(&self, id: ExprId) -> Option<[ExprId; 2]> {
        let Node::Binary(BinaryOp::Mul, a, b) = self.block.exprs[id.0].node else { return None };
        (self.uses[id.0] == 1).then_some([a, b])
    }

    /// An expression with the other sign.
    fn negative(&self, id: ExprId) -> Node {
        if let Node::Const(value @ (Value::F32(_) | Value::F64(_))) = self.block.exprs[id.0].node {
            Node::Const(scalar::unary(UnaryOp::Neg, value))
        } else {
            Node::Unary(UnaryOp::Neg, self.new[id.0])
        }
    }

    /// Adds a new expression of the type and at the place of another.
    fn push(&mut self, like: &Expr, node: Node) -> ExprId {
        self.exprs.push(Expr { node, ..like.clone() });
        ExprId(self.exprs.len() - 1)
    }
}

/// `a * b + c`, rounded once.
fn fused(a: ExprId, b: ExprId, c: ExprId) -> Node {
    Node::Call(Function::MulAdd, vec![a, b, c])
}
