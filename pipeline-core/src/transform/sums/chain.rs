//! Sums and their kin as chains of operators.
//!
//! Where the order is free, a sum of floats starts from a term that is neither a product nor
//! negated, if it has one, and adds each product to it by a fused multiply-add:
//!
//! ```text
//! -a - 2·b + c + 2·d        mul_add(2, d, mul_add(-2, b, c - a))
//! ```
//!
//! Products of neighbouring rows are not fused. Those of a window that goes over rows, as in
//! `sum(d in -1..=1; f(y + d, x) * f(y + d, x))`, are also those of the next row of the result:
//! rows that are computed together multiply once for both, and what a fused addition saves is
//! lost by multiplying again. On Harris' products of gradients that was slower by 5 %.
//!
//! A processor adds several numbers while one addition waits for the one before it. So more than
//! [`LONG`] terms without rows, as the stretches of a disc, are several chains, whose ends are a
//! chain again: discs of radius 10 and 26 take 0.95 and 0.91 of the time for it.

use super::shifts::{grid, moving, shifts};
use crate::ir::nodes::{for_each_operand, map_operands, without_unused_but};
use crate::ir::{BinaryOp, Block, ElemType, Expr, ExprId, Function, Node, ReduceOp, UnaryOp};

/// More terms than these are several chains.
const LONG: usize = 32;

/// The terms of each of several chains.
const OF_LONG: usize = 16;

/// The block with every window as chains of its operator.
pub(super) fn chained(block: &Block, rank: usize, free: &dyn Fn(ElemType) -> bool) -> Block {
    let uses = uses(block);
    let mut exprs: Vec<Expr> = Vec::with_capacity(block.exprs.len());
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        let node = match &expr.node {
            Node::Combine { op, terms } => {
                let sum = WindowSum { block, uses: &uses, rank, op: *op, is_free: free(expr.ty) };
                let mut chain = ChainBuilder { exprs: &mut exprs, like: expr, op: op.combine() };
                new.push(sum.chain(terms, &new, &mut chain));
                continue;
            }
            Node::Reduce { op, vars, body, fused } => {
                let body = Box::new(chained(body, rank, free));
                let is_free = expr.ty.is_float() && free(expr.ty) && *op == ReduceOp::Sum;
                let alone = body.product().is_some() && self::uses(&body)[body.result.0] == 1;
                let fused = *fused || (is_free && alone);
                Node::Reduce { op: *op, vars: vars.clone(), body, fused }
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
            | node @ Node::Call(..) => map_operands(node, |id| new[id.0]),
        };
        exprs.push(Expr { node, ..expr.clone() });
        new.push(ExprId(exprs.len() - 1));
    }
    let kept = unused(&uses, &new);
    without_unused_but(Block { exprs, result: new[block.result.0] }, &kept)
}

/// A window that becomes chains.
struct WindowSum<'a> {
    block: &'a Block,
    /// How often each expression is used.
    uses: &'a [usize],
    /// The dimensions of the stage.
    rank: usize,
    op: ReduceOp,
    /// Whether its terms may be combined in any order.
    is_free: bool,
}

impl WindowSum<'_> {
    /// The chain of its terms, or of the chains of its groups; `new` are the new expressions of
    /// the old ones.
    fn chain(&self, terms: &[ExprId], new: &[ExprId], chain: &mut ChainBuilder<'_>) -> ExprId {
        let groups = self.groups(terms);
        let one_column = groups.len() == 1 && goes_over_rows(self.block, terms, self.rank);
        let fused = self.is_free && chain.like.ty.is_float() && !one_column;
        let rows: Vec<ChainTerm> = groups
            .iter()
            .map(|terms| terms.iter().map(|t| self.term(*t, new, fused)).collect())
            .map(|terms: Vec<ChainTerm>| ChainTerm::Plain(chain.of(&terms, self.is_free)))
            .collect();
        chain.of(&rows, self.is_free)
    }

    /// The terms of each chain: those of a row, or a number of them, if their order is free.
    fn groups(&self, terms: &[ExprId]) -> Vec<Vec<ExprId>> {
        match grid(self.block, terms, self.rank).filter(|_| self.is_free) {
            Some(grid) => grid.by_rows(),
            None if self.is_free && terms.len() > LONG => {
                terms.chunks(OF_LONG).map(<[ExprId]>::to_vec).collect()
            }
            None => vec![terms.to_vec()],
        }
    }

    /// A term in the new block, a product as its factors if it may be fused with an addition.
    fn term(&self, term: ExprId, new: &[ExprId], fused: bool) -> ChainTerm {
        let node = &self.block.exprs[term.0].node;
        if let (ReduceOp::Sum, Node::Unary(UnaryOp::Neg, a)) = (self.op, node) {
            ChainTerm::Negated(new[a.0])
        } else if let (ReduceOp::Sum, Node::Binary(BinaryOp::Mul, a, b)) = (self.op, node)
            && fused
            && self.uses[term.0] == 1
        {
            ChainTerm::Product(new[a.0], new[b.0])
        } else {
            ChainTerm::Plain(new[term.0])
        }
    }
}

/// How often each expression is an operand or the result.
pub(super) fn uses(block: &Block) -> Vec<usize> {
    let mut uses = vec![0; block.exprs.len()];
    for expr in &block.exprs {
        for_each_operand(&expr.node, |id| uses[id.0] += 1);
    }
    uses[block.result.0] += 1;
    uses
}

/// What nothing used before, in the new block. It stays, for it may be what reads a stage.
pub(super) fn unused(uses: &[usize], new: &[ExprId]) -> Vec<ExprId> {
    uses.iter().zip(new).filter(|(uses, _)| **uses == 0).map(|(_, id)| *id).collect()
}

/// Whether the terms are one expression at points of different rows, of the same column.
fn goes_over_rows(block: &Block, terms: &[ExprId], rank: usize) -> bool {
    let moving = shifts(block, terms, rank).map_or(Vec::new(), |shifts| moving(&shifts, rank));
    moving.last().is_some_and(|last| *last + 1 < rank)
}

/// A term of a chain, in the new block. Only sums have terms that are not plain.
#[derive(Clone, Copy, Debug)]
enum ChainTerm {
    Plain(ExprId),
    /// What is negated.
    Negated(ExprId),
    /// The factors.
    Product(ExprId, ExprId),
}

/// What appends the expressions of a chain to a block.
struct ChainBuilder<'a> {
    exprs: &'a mut Vec<Expr>,
    /// The expression that the chain is for.
    like: &'a Expr,
    op: BinaryOp,
}

impl ChainBuilder<'_> {
    /// Combines the terms from the first to the last; any may be the first if the order is free.
    fn of(&mut self, terms: &[ChainTerm], is_free: bool) -> ExprId {
        let plain = |t: &ChainTerm| matches!(t, ChainTerm::Plain(_));
        let product = |t: &ChainTerm| matches!(t, ChainTerm::Product(..));
        let best = terms.iter().position(plain).or(terms.iter().position(product));
        let start = best.filter(|_| is_free).unwrap_or(0);
        let mut total = match terms[start] {
            ChainTerm::Plain(a) => a,
            ChainTerm::Negated(a) => self.push(Node::Unary(UnaryOp::Neg, a)),
            ChainTerm::Product(a, b) => self.push(Node::Binary(BinaryOp::Mul, a, b)),
        };
        for term in terms[..start].iter().chain(&terms[start + 1..]) {
            let node = match *term {
                ChainTerm::Plain(a) => Node::Binary(self.op, total, a),
                ChainTerm::Negated(a) => Node::Binary(BinaryOp::Sub, total, a),
                ChainTerm::Product(a, b) => Node::Call(Function::MulAdd, vec![a, b, total]),
            };
            total = self.push(node);
        }
        total
    }

    fn push(&mut self, node: Node) -> ExprId {
        self.exprs.push(Expr { node, ..self.like.clone() });
        ExprId(self.exprs.len() - 1)
    }
}
