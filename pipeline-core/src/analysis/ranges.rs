//! Which values an expression can have: bounds proved from types, constants and definitions.
//!
//! Integer bounds are affine, over sizes and the variables in scope, so that an index such as
//! `clamp(e, 0, cols - 1)` is as good as one with constant limits. Float bounds are numbers; they
//! serve casts to integers, and divisions by constants.

use super::integer::Facts;
use super::regions::{Piece, piece};
use super::scope::Scope;
use crate::ir::nodes::for_each_operand;
use crate::ir::{
    Affine, Block, ElemType, ExprId, Function, Interval, Node, Pipeline, ReduceOp, Source, StageId,
    UnaryOp, Value, ValueRange, WindowVar,
};
use std::cell::RefCell;

mod float;
mod int;

pub use float::FloatRange;
pub use int::IntRange;

/// The values of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Of an integer.
    Int(IntRange),
    /// Of a float.
    Float(FloatRange),
    /// Of a bool: nothing is known.
    Bool,
}

impl Range {
    /// All values of a type.
    pub fn of_type(ty: ElemType) -> Range {
        match ty.int_range() {
            Some((lo, hi)) => Range::Int(IntRange::constant(lo, hi)),
            None if ty.is_float() => Range::Float(FloatRange::ALL),
            None => Range::Bool,
        }
    }

    /// These values of a type, or all.
    pub fn of_values(ty: ElemType, values: Option<ValueRange>) -> Range {
        let known = values.map(|values| Range::Int(IntRange::constant(values.lo, values.hi)));
        known.unwrap_or_else(|| Range::of_type(ty))
    }

    /// One value.
    pub fn of_value(value: Value) -> Range {
        match value {
            Value::Bool(_) => Range::Bool,
            Value::Int(_, v) => Range::Int(IntRange::constant(v, v)),
            Value::F32(v) => Range::Float(FloatRange::value(f64::from(v))),
            Value::F64(v) => Range::Float(FloatRange::value(v)),
        }
    }
}

/// A block, or what of it is computed in one place.
#[derive(Clone, Copy)]
pub struct BlockPart<'a> {
    /// The block.
    pub block: &'a Block,
    /// Which expressions stand for values from elsewhere, of which the type is known.
    pub given: &'a dyn Fn(ExprId) -> bool,
}

impl<'a> BlockPart<'a> {
    /// All of a block.
    pub fn whole(block: &'a Block) -> BlockPart<'a> {
        BlockPart { block, given: &|_| false }
    }
}

/// Value ranges in a pipeline; those of stages are kept.
#[derive(Debug)]
pub struct Ranges<'a> {
    p: &'a Pipeline,
    sizes: &'a Facts,
    stages: RefCell<Vec<Option<Range>>>,
}

impl<'a> Ranges<'a> {
    /// For a pipeline whose domains are known; `sizes` are its facts.
    pub fn new(p: &'a Pipeline, sizes: &'a Facts) -> Ranges<'a> {
        Ranges { p, sizes, stages: RefCell::new(vec![None; p.stages.len()]) }
    }

    /// The values of a stage over its whole domain, bounded over sizes only.
    pub fn stage(&self, id: StageId) -> Range {
        if let Some(known) = &self.stages.borrow()[id.0] {
            return known.clone();
        }
        let stage = &self.p.stages[id.0];
        // What holds until more is known, should the definition come back to itself.
        self.stages.borrow_mut()[id.0] = Some(Range::of_type(stage.ty));
        let mut all: Option<Range> = None;
        if !stage.updates.is_empty() {
            // Sums and products may wrap, and how often a point is updated is not known.
            return Range::of_type(stage.ty);
        }
        for case in &stage.cases {
            let piece = piece(&stage.domain, &case.region);
            let scope = Scope::new(self.sizes, &piece);
            let value = match self.expr(&scope, &case.value, case.value.result) {
                Range::Int(range) => {
                    Range::Int(range.project(stage.ty, |b| scope.least_over_sizes(b)))
                }
                other @ (Range::Float(_) | Range::Bool) => other,
            };
            all = Some(match all {
                None => value,
                Some(before) => self.join(before, value, stage.ty, &|g| self.sizes.proves(g)),
            });
        }
        let range = all.unwrap_or_else(|| Range::of_type(stage.ty));
        self.stages.borrow_mut()[id.0] = Some(range.clone());
        range
    }

    /// The values of an expression at the points of a scope.
    pub fn expr(&self, scope: &Scope<'_>, block: &Block, id: ExprId) -> Range {
        self.expr_of(scope, BlockPart::whole(block), id)
    }

    fn expr_of(
        &self,
        scope: &Scope<'_>,
        BlockPart { block, given }: BlockPart<'_>,
        id: ExprId,
    ) -> Range {
        let mut needed = vec![false; id.0 + 1];
        needed[id.0] = true;
        for i in (0..=id.0).rev() {
            if needed[i] {
                for_each_operand(&block.exprs[i].node, |child| needed[child.0] = true);
            }
        }
        let mut known: Vec<Option<Range>> = vec![None; id.0 + 1];
        for i in 0..=id.0 {
            if needed[i] && !given(ExprId(i)) {
                known[i] = Some(self.node(scope, block, ExprId(i), &known));
            }
        }
        known[id.0].take().unwrap_or_else(|| Range::of_type(block.exprs[id.0].ty))
    }

    /// The values of every expression of a block at the points of a scope.
    pub fn block(&self, scope: &Scope<'_>, block: &Block) -> Vec<Range> {
        let mut known: Vec<Option<Range>> = vec![None; block.exprs.len()];
        for i in 0..block.exprs.len() {
            known[i] = Some(self.node(scope, block, ExprId(i), &known));
        }
        let all = known.into_iter().zip(&block.exprs);
        all.map(|(range, expr)| range.unwrap_or_else(|| Range::of_type(expr.ty))).collect()
    }

    /// Whether an integer is within limits, whatever the variables of loops are.
    pub fn is_within(&self, part: BlockPart<'_>, id: ExprId, limits: &Interval) -> bool {
        let anywhere = Piece::default();
        let scope = Scope::new(self.sizes, &anywhere);
        match self.expr_of(&scope, part, id) {
            Range::Int(range) => range.is_inside(limits, &scope),
            Range::Float(_) | Range::Bool => false,
        }
    }

    /// The values of a float, whatever the variables of loops are.
    pub fn float(&self, part: BlockPart<'_>, id: ExprId) -> FloatRange {
        let anywhere = Piece::default();
        match self.expr_of(&Scope::new(self.sizes, &anywhere), part, id) {
            Range::Float(range) => range,
            Range::Int(_) | Range::Bool => FloatRange::ALL,
        }
    }

    /// The values that reads of a source of some type give, its border's included: all of those,
    /// where no more is known of it.
    pub fn source(&self, source: Source, ty: ElemType) -> Range {
        let (range, border) = match source {
            Source::Input(id) => {
                let input = self.p.inputs.get(id.0);
                let values = Range::of_values(ty, input.and_then(|input| input.values));
                (values, input.and_then(|input| input.border.as_ref()))
            }
            Source::Stage(id) => match self.p.stages.get(id.0) {
                Some(stage) => (self.stage(id), stage.border.as_ref()),
                None => (Range::of_type(ty), None),
            },
        };
        match border.and_then(|border| border.mode.value()) {
            Some(value) => self.join(range, Range::of_value(value), ty, &|g| self.sizes.proves(g)),
            None => range,
        }
    }

    fn join(&self, a: Range, b: Range, ty: ElemType, proves: &dyn Fn(&Affine) -> bool) -> Range {
        match (a, b) {
            (Range::Int(a), Range::Int(b)) => Range::Int(a.join(&b, ty, proves)),
            (Range::Float(a), Range::Float(b)) => Range::Float(a.join(b)),
            _ => Range::of_type(ty),
        }
    }

    fn node(&self, scope: &Scope<'_>, block: &Block, id: ExprId, known: &[Option<Range>]) -> Range {
        let expr = &block.exprs[id.0];
        let ty = expr.ty;
        let of = |id: ExprId| {
            known[id.0].clone().unwrap_or_else(|| Range::of_type(block.exprs[id.0].ty))
        };
        let proves = |goal: &Affine| scope.proves(goal);
        match &expr.node {
            Node::Const(value) => Range::of_value(*value),
            Node::Index(affine) => {
                Range::Int(IntRange::exact(affine.clone()).if_it_fits(ty, &proves))
            }
            Node::Read { source, .. } => self.source(*source, ty),
            Node::Select(_, a, b) => self.join(of(*a), of(*b), ty, &proves),
            Node::Unary(op, a) => match (op, of(*a)) {
                (UnaryOp::Neg, Range::Int(a)) => Range::Int(a.neg().if_it_fits(ty, &proves)),
                (UnaryOp::Neg, Range::Float(a)) => Range::Float(a.neg()),
                (UnaryOp::Abs, Range::Int(a)) => Range::Int(a.abs(ty, &proves)),
                (UnaryOp::Abs, Range::Float(a)) => Range::Float(a.abs()),
                (UnaryOp::Not, _) | (UnaryOp::Neg | UnaryOp::Abs, Range::Bool) => {
                    Range::of_type(ty)
                }
            },
            Node::Binary(op, a, b) => binary(*op, of(*a), of(*b), ty, &proves),
            Node::Combine { op: ReduceOp::Sum, terms } if ty.is_float() => {
                let terms = terms.iter().map(|t| match of(*t) {
                    Range::Float(term) => term,
                    Range::Int(_) | Range::Bool => FloatRange::ALL,
                });
                Range::Float(float::sum(&terms.collect::<Vec<_>>(), ty))
            }
            Node::Combine { op, terms } => {
                let terms = terms.iter().map(|t| of(*t));
                let combined = terms.reduce(|a, b| binary(op.combine(), a, b, ty, &proves));
                combined.unwrap_or_else(|| Range::of_type(ty))
            }
            Node::Cast(a) | Node::SaturatingCast(a) => {
                let saturating = matches!(expr.node, Node::SaturatingCast(_));
                match (of(*a), ty.int_range()) {
                    (Range::Int(a), Some(_)) if saturating => Range::Int(a.saturate(ty, &proves)),
                    (Range::Int(a), Some(_)) => Range::Int(a.if_it_fits(ty, &proves)),
                    (Range::Int(a), None) => Range::Float(FloatRange::of_int(&a, ty)),
                    (Range::Float(a), Some(limits)) => {
                        let (lo, hi) = a.truncated(limits);
                        Range::Int(IntRange::constant(lo, hi))
                    }
                    (Range::Float(a), None) => Range::Float(a.rounded(ty)),
                    (Range::Bool, Some(_)) => Range::Int(IntRange::constant(0, 1)),
                    (Range::Bool, None) => Range::of_type(ty),
                }
            }
            Node::Call(function, args) => match args[..] {
                [a] => match of(a) {
                    Range::Float(a) => Range::Float(float::call(*function, a)),
                    Range::Int(_) | Range::Bool => Range::of_type(ty),
                },
                [a, b, c] if *function == Function::MulAdd => match (of(a), of(b), of(c)) {
                    (Range::Float(a), Range::Float(b), Range::Float(c)) => {
                        Range::Float(float::mul_add(a, b, c, ty))
                    }
                    _ => Range::of_type(ty),
                },
                _ => Range::of_type(ty),
            },
            Node::Reduce { op, vars, body, .. } => self.reduce(scope, *op, vars, body),
            Node::Scalar(id) => {
                let declared = self.p.scalars.get(id.0).and_then(|scalar| scalar.values);
                Range::of_values(ty, declared)
            }
            Node::Test(_) => Range::of_type(ty),
        }
    }

    /// Minimum and maximum of a window lie where its values lie; a sum of `n` values within `n`
    /// times their bounds if no partial sum wraps.
    fn reduce(&self, scope: &Scope<'_>, op: ReduceOp, vars: &[WindowVar], body: &Block) -> Range {
        let ty = body.ty();
        let inner = scope.with_window(vars);
        let some = |v: &WindowVar| inner.sizes().proves(&v.last.sub(&v.first));
        let no_value = !vars.iter().all(some);
        let value = match (self.expr(&inner, body, body.result), op) {
            (Range::Int(value), _) if !no_value => value,
            (Range::Float(value), ReduceOp::Sum | ReduceOp::Min | ReduceOp::Max) => {
                return Range::Float(FloatRange::multiples(value.grain));
            }
            (Range::Int(_) | Range::Float(_) | Range::Bool, _) => return Range::of_type(ty),
        };
        let fixed = value.project(ty, |b| inner.least_over_sizes(b));
        match op {
            ReduceOp::Min | ReduceOp::Max => Range::Int(fixed),
            ReduceOp::Sum => {
                let count = vars.iter().try_fold(1i64, |n, v| n.checked_mul(v.fixed_extent()?));
                Range::Int(fixed.times(count, ty))
            }
            ReduceOp::Product | ReduceOp::Any | ReduceOp::All => Range::of_type(ty),
        }
    }
}

fn binary(
    op: crate::ir::BinaryOp,
    a: Range,
    b: Range,
    ty: ElemType,
    proves: &dyn Fn(&Affine) -> bool,
) -> Range {
    match (a, b) {
        (Range::Int(a), Range::Int(b)) if ty.is_int() => {
            Range::Int(int::binary(op, &a, &b, ty, proves))
        }
        (Range::Float(a), Range::Float(b)) if ty.is_float() => {
            Range::Float(float::binary(op, a, b, ty))
        }
        _ => Range::of_type(ty),
    }
}

#[cfg(test)]
mod tests;
