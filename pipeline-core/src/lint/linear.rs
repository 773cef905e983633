//! Sums taken apart: the whole numbers that are added, each with its factor.

use crate::ir::{BinaryOp, Block, ElemType, ExprId, Index, Node, ReduceOp, Source, UnaryOp};
use crate::ir::{Pipeline, Value};
use std::collections::BTreeMap;

/// `constant + Σ factor · term`, as it would be without wrapping.
#[derive(Debug)]
pub(super) struct LinearSum {
    pub constant: i64,
    /// Distinct expressions that are no sums themselves.
    pub terms: Vec<(ExprId, i64)>,
}

impl LinearSum {
    /// A sum, difference or multiple of its type, taken apart; `None` if its numbers are too large.
    pub fn of(block: &Block, root: ExprId) -> Option<LinearSum> {
        let ty = block.exprs[root.0].ty;
        let mut linear = LinearSum { constant: 0, terms: Vec::new() };
        // Operands come before what they are operands of, so each is taken apart once.
        let mut open = BTreeMap::from([(root, 1i64)]);
        while let Some((id, factor)) = open.pop_last() {
            if let Node::Const(Value::Int(_, v)) = block.exprs[id.0].node {
                linear.constant = linear.constant.checked_add(v.checked_mul(factor)?)?;
                continue;
            }
            let Some(operands) = operands(block, id).filter(|_| block.exprs[id.0].ty == ty) else {
                linear.terms.push((id, factor));
                continue;
            };
            for (operand, by) in operands {
                let total = open.entry(operand).or_insert(0);
                *total = total.checked_add(factor.checked_mul(by)?)?;
                if *total == 0 {
                    open.remove(&operand);
                }
            }
        }
        Some(linear)
    }

    /// Least and greatest value, if its terms are points of inputs and scalars, of which each may
    /// have any value whatever the others have.
    pub fn bounds(&self, p: &Pipeline, block: &Block) -> Option<(i64, i64)> {
        let mut bounds = (self.constant, self.constant);
        for (term, factor) in &self.terms {
            let (least, greatest) = free(p, block, *term)?;
            let (a, b) = (least.checked_mul(*factor)?, greatest.checked_mul(*factor)?);
            bounds = (bounds.0.checked_add(a.min(b))?, bounds.1.checked_add(a.max(b))?);
        }
        Some(bounds)
    }

    /// Its value where its terms have these.
    pub fn total(&self, value: impl Fn(ExprId) -> Option<i64>) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |total, (term, factor)| {
            total.checked_add(value(*term)?.checked_mul(*factor)?)
        })
    }
}

/// What a sum, difference, negation or multiple of integers consists of, with factors.
pub(super) fn operands(block: &Block, id: ExprId) -> Option<Vec<(ExprId, i64)>> {
    let expr = &block.exprs[id.0];
    let constant = |id: &ExprId| match block.exprs[id.0].node {
        Node::Const(value) => value.as_int(),
        _ => None,
    };
    if !expr.ty.is_int() {
        return None;
    }
    match &expr.node {
        Node::Binary(BinaryOp::Add, a, b) if a == b => Some(vec![(*a, 2)]),
        Node::Binary(BinaryOp::Add, a, b) => Some(vec![(*a, 1), (*b, 1)]),
        Node::Binary(BinaryOp::Sub, a, b) => Some(vec![(*a, 1), (*b, -1)]),
        Node::Unary(UnaryOp::Neg, a) => Some(vec![(*a, -1)]),
        Node::Binary(BinaryOp::Mul, a, b) => match (constant(a), constant(b)) {
            (Some(k), _) => Some(vec![(*b, k)]),
            (_, Some(k)) => Some(vec![(*a, k)]),
            _ => None,
        },
        Node::Combine { op: ReduceOp::Sum, terms } => Some(terms.iter().map(|t| (*t, 1)).collect()),
        _ => None,
    }
}

/// The values of a point of an input or a scalar, perhaps widened.
fn free(p: &Pipeline, block: &Block, id: ExprId) -> Option<(i64, i64)> {
    let expr = &block.exprs[id.0];
    match &expr.node {
        Node::Scalar(s) => p.scalars[s.0].int_range(),
        Node::Read { source: Source::Input(i), index } => {
            let known = index.iter().all(|i| matches!(i, Index::Affine(_)));
            p.inputs[i.0].int_range().filter(|_| known)
        }
        Node::Cast(inner) => {
            let range = free(p, block, *inner)?;
            contains(expr.ty, range).then_some(range)
        }
        _ => None,
    }
}

/// Whether an integer type has all of these values.
pub(super) fn contains(ty: ElemType, (least, greatest): (i64, i64)) -> bool {
    ty.int_range().is_some_and(|(min, max)| min <= least && greatest <= max)
}
