//! Quotients and remainders of integers as those of floats: vectors divide no integers.
//!
//! ```text
//! a / b      of bytes or words:  (a as f32 / b as f32) as i32, and 0 where b is 0
//! a % b                          a - a / b * b, and 0 where b is 0
//! ```
//!
//! With `q` the integer part of `a / b`, both positive, the quotient is at most `q + 1 - 1 / b`.
//! What is rounded to `q + 1` is at most `(q + 1) / 2^24` away from it, for a significand of 24
//! bits. So the rounded quotient is less than `q + 1` if `b * (q + 1)` is less than `2^24`, and
//! that is at most `a + b`. A divisor of `2^23` or more may be rounded where the dividend is less:
//! the rounded quotient is less than one. With 53 bits that holds for all numbers of 32 bits.
//!
//! Division by a constant stays: it is a multiplication.

use super::cse::BlockBuilder;
use super::narrow::ValueLimits;
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::regions::{Piece, piece};
use crate::analysis::scope::Scope;
use crate::ir::nodes::map_operands;
use crate::ir::{
    BinaryOp, Block, Case, ElemType, Expr, ExprId, Loc, Node, Pipeline, Stage, UnaryOp, Value,
};

#[cfg(test)]
mod tests;

/// Divides integers by floats where what they are divided by is no constant.
pub fn float_quotients(mut p: Pipeline) -> Pipeline {
    if !p.stages.iter().flat_map(Stage::blocks).any(divides) {
        return p;
    }
    let facts = Facts::for_pipeline(&p);
    let ranges = Ranges::new(&p, &facts);
    // Producers first, so that a long chain of them takes no stack.
    for id in order(&p).into_iter().flat_map(|order| order.stages) {
        ranges.stage(id);
    }
    let anywhere = Piece::default();
    let rewritten = |stage: &Stage| -> Vec<Block> {
        let of_case = |case: &Case| {
            let piece = piece(&stage.domain, &case.region);
            rewrite(&case.value, &Scope::new(&facts, &piece), &ranges)
        };
        let updates = stage.updates.iter().map(|update| &update.value);
        let of_updates =
            updates.map(|value| rewrite(value, &Scope::new(&facts, &anywhere), &ranges));
        stage.cases.iter().map(of_case).chain(of_updates).collect()
    };
    let blocks: Vec<Vec<Block>> = p.stages.iter().map(rewritten).collect();
    for (stage, blocks) in p.stages.iter_mut().zip(blocks) {
        stage.blocks_mut().zip(blocks).for_each(|(block, new)| *block = new);
    }
    p
}

/// The operands of a quotient or remainder of integers that is worth a division of floats.
struct QuotientOperands {
    remainder: bool,
    a: ExprId,
    b: ExprId,
}

impl QuotientOperands {
    fn of(exprs: &[Expr], expr: &Expr) -> Option<QuotientOperands> {
        let Node::Binary(op @ (BinaryOp::Div | BinaryOp::Rem), a, b) = expr.node else {
            return None;
        };
        let by_constant = matches!(exprs[b.0].node, Node::Const(_));
        (expr.ty.is_int() && !by_constant).then_some(QuotientOperands {
            remainder: op == BinaryOp::Rem,
            a,
            b,
        })
    }
}

/// Whether a block or the body of one of its windows has such a division.
fn divides(block: &Block) -> bool {
    block.exprs.iter().any(|expr| match &expr.node {
        Node::Reduce { body, .. } => divides(body),
        Node::Binary(..) => QuotientOperands::of(&block.exprs, expr).is_some(),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Read { .. }
        | Node::Unary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. } => false,
    })
}

/// The block with its divisions rewritten, those of its windows too.
fn rewrite(old: &Block, scope: &Scope<'_>, ranges: &Ranges<'_>) -> Block {
    if !divides(old) {
        return old.clone();
    }
    let of_exprs = ranges.block(scope, old);
    let limits = |id: ExprId| match &of_exprs[id.0] {
        Range::Int(range) => range.constants(old.exprs[id.0].ty),
        Range::Float(_) | Range::Bool => (0, 0),
    };
    let mut builder = BlockBuilder::new();
    let mut new: Vec<ExprId> = Vec::with_capacity(old.exprs.len());
    for expr in &old.exprs {
        let id = match (QuotientOperands::of(&old.exprs, expr), &expr.node) {
            (Some(division), _) => {
                let of = |id: ExprId| BoundedOperand { id: new[id.0], limits: limits(id) };
                let (a, b) = (of(division.a), of(division.b));
                Divided { ty: expr.ty, loc: expr.loc, a, b, builder: &mut builder }
                    .value(division.remainder)
            }
            (None, Node::Reduce { op, vars, body, fused }) => {
                let body = Box::new(rewrite(body, &scope.with_window(vars), ranges));
                let node = Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused };
                builder.push(Expr { node, ..expr.clone() })
            }
            (None, node) => {
                let node = map_operands(node, |id| new[id.0]);
                builder.push(Expr { node, ..expr.clone() })
            }
        };
        new.push(id);
    }
    builder.finish(new[old.result.0])
}

/// An operand of a division, and the least and the largest value it can have.
#[derive(Clone, Copy)]
struct BoundedOperand {
    id: ExprId,
    limits: ValueLimits,
}

impl BoundedOperand {
    fn may_be(self, value: i64) -> bool {
        self.limits.0 <= value && value <= self.limits.1
    }

    /// The largest absolute value.
    fn magnitude(self) -> i64 {
        self.limits.0.abs().max(self.limits.1.abs())
    }
}

/// The expressions of a division.
struct Divided<'a> {
    ty: ElemType,
    loc: Loc,
    a: BoundedOperand,
    b: BoundedOperand,
    builder: &'a mut BlockBuilder,
}

impl Divided<'_> {
    fn push(&mut self, ty: ElemType, node: Node) -> ExprId {
        self.builder.push(Expr { ty, node, loc: self.loc })
    }

    fn constant(&mut self, value: i64) -> ExprId {
        self.push(self.ty, Node::Const(Value::wrap(self.ty, value)))
    }

    fn cast(&mut self, ty: ElemType, a: ExprId) -> ExprId {
        if self.builder.exprs()[a.0].ty == ty { a } else { self.push(ty, Node::Cast(a)) }
    }

    /// The quotient or the remainder.
    fn value(mut self, remainder: bool) -> ExprId {
        let (ty, quotient) = (self.ty, self.quotient());
        let value = if remainder {
            let whole = self.push(ty, Node::Binary(BinaryOp::Mul, quotient, self.b.id));
            self.push(ty, Node::Binary(BinaryOp::Sub, self.a.id, whole))
        } else {
            quotient
        };
        if !self.b.may_be(0) {
            return value;
        }
        let zero = self.constant(0);
        let by_zero = self.push(ElemType::Bool, Node::Binary(BinaryOp::Eq, self.b.id, zero));
        self.push(ty, Node::Select(by_zero, zero, value))
    }

    /// The quotient, where the divisor is not zero.
    fn quotient(&mut self) -> ExprId {
        let float = self.float();
        let (a, b) = (self.a, self.b);
        let [dividend, divisor] = [a, b].map(|of| self.converted(of, float));
        let quotient = self.push(float, Node::Binary(BinaryOp::Div, dividend, divisor));
        let least = self.ty.int_range().map_or(0, |(lo, _)| lo);
        if !(least < 0 && a.may_be(least) && b.may_be(-1)) {
            return self.truncated(quotient);
        }
        // The least number divided by -1 wraps, and a cast from floats clamps.
        if self.ty.bytes() < 4 {
            let wide = self.cast(ElemType::I32, quotient);
            return self.cast(self.ty, wide);
        }
        let (truncated, minus_one) = (self.truncated(quotient), self.constant(-1));
        let is_minus_one = self.push(ElemType::Bool, Node::Binary(BinaryOp::Eq, b.id, minus_one));
        let negative = self.push(self.ty, Node::Unary(UnaryOp::Neg, a.id));
        self.push(self.ty, Node::Select(is_minus_one, negative, truncated))
    }

    /// The type whose rounded quotient has the right integer part.
    fn float(&self) -> ElemType {
        let (a, b) = (self.a.magnitude(), self.b.magnitude());
        if a < 1 << 23 || a + b < 1 << 24 { ElemType::F32 } else { ElemType::F64 }
    }

    /// An operand as a float. Processors convert numbers with a sign, and only recent ones others.
    fn converted(&mut self, of: BoundedOperand, float: ElemType) -> ExprId {
        let signed = self.ty == ElemType::U32 && of.limits.1 <= i32::MAX.into();
        let id = if signed { self.cast(ElemType::I32, of.id) } else { of.id };
        self.cast(float, id)
    }

    /// A quotient as an integer that the type has.
    fn truncated(&mut self, quotient: ExprId) -> ExprId {
        let signed = self.ty == ElemType::U32 && self.a.limits.1 <= i32::MAX.into();
        let wide = if signed { self.cast(ElemType::I32, quotient) } else { quotient };
        self.cast(self.ty, wide)
    }
}
