//! Integers in the narrowest type that gives the same bits.
//!
//! ```text
//! (a as i32 + b as i32) / 2            of bytes: sums and quotients of 16 bits
//! (x - (a as i32 + b as i32)) as i16   wraps in 16 bits as it would when it is cut
//! abs(a as i32 - b as i32)             of words: a distance of 16 bits without a sign
//! ```
//!
//! Users write types so wide that nothing wraps; a vector of narrow elements has twice or four
//! times the points. Two things say how narrow an expression can be: the range of its values, and
//! how many of its lower bits anyone asks for. Sums, differences, products and bitwise operations
//! depend on the lower bits of their operands only, so they fit wherever their value or what is
//! asked of it does; all other operations need a type that holds operands and result.
//!
//! Sources: value ranges as in Halide's bounds inference, demanded bits as in LLVM's
//! `TruncInstCombine`. Here both choose the type of each expression by itself, and a definition is
//! rewritten only where vectors then take less time by [their prices](crate::analysis::vectors).

use super::cse::BlockBuilder;
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::analysis::order::order;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::regions::piece;
use crate::analysis::scope::Scope;
use crate::analysis::vectors::{Vectors, entries};
use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{
    BinaryOp, Block, Case, ElemType, Expr, ExprId, Node, Pipeline, Stage, UnaryOp, Value, VarId,
};
use demand::demanded;
use windows::{WindowTotals, narrowed};

mod demand;
mod patterns;
pub(super) mod windows;

/// Computes integers in narrower types where the bits of all stages stay what they are.
pub fn narrow_integers(mut p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    let ranges = Ranges::new(&p, &facts);
    let is_wide = |stage: &Stage| stage.cases.iter().any(|case| has_wide(&case.value));
    let wide: Vec<bool> = p.stages.iter().map(is_wide).collect();
    if wide.contains(&true) {
        // Producers first, so that a long chain of them takes no stack.
        for id in order(&p).into_iter().flat_map(|order| order.stages) {
            ranges.stage(id);
        }
    }
    let of_stage = |stage: &Stage| -> Vec<Block> {
        let of_case = |case: &Case| {
            let piece = piece(&stage.domain, &case.region);
            let scope = Scope::new(&facts, &piece);
            let mut best = (price(&p, stage, &case.value), None);
            for totals in [WindowTotals::AsTheyAre, WindowTotals::Narrow] {
                let narrow = narrowed(&ranges, &scope, &case.value, totals);
                let price = price(&p, stage, &narrow);
                if price < best.0 {
                    best = (price, Some(narrow));
                }
            }
            best.1.unwrap_or_else(|| case.value.clone())
        };
        stage.cases.iter().map(of_case).collect()
    };
    let stages = p.stages.iter().zip(&wide);
    let values: Vec<Option<Vec<Block>>> =
        stages.map(|(stage, wide)| wide.then(|| of_stage(stage))).collect();
    for (stage, values) in p.stages.iter_mut().zip(values) {
        for (case, value) in stage.cases.iter_mut().zip(values.into_iter().flatten()) {
            case.value = value;
        }
    }
    p
}

/// What a point of a stage costs in the vectors that suit it best.
pub(super) fn price(p: &Pipeline, stage: &Stage, block: &Block) -> f64 {
    let table = |source| {
        let last = p.source_domain(source).0.last()?;
        entries(p.source_type(source), last)
    };
    let vectors = Vectors { lane: VarId(lane_dimension(&stage.domain)), table: &table };
    vectors.best(block, &[block.result]).price
}

/// Whether an operation on integers is wider than a byte, conversions included.
fn has_wide(block: &Block) -> bool {
    block.exprs.iter().any(|expr| match &expr.node {
        Node::Unary(..)
        | Node::Binary(..)
        | Node::Select(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_) => expr.ty.is_int() && expr.ty.bytes() > 1,
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Read { .. }
        | Node::Call(..)
        | Node::Combine { .. } => false,
        Node::Reduce { body, .. } => has_wide(body),
    })
}

/// The smallest and the largest value of an expression.
pub(super) type ValueLimits = (i64, i64);

/// The limits of both.
fn hull(a: ValueLimits, b: ValueLimits) -> ValueLimits {
    (a.0.min(b.0), a.1.max(b.1))
}

fn bits(ty: ElemType) -> u32 {
    8 * ty.bytes() as u32
}

/// Whether a type has all these values.
fn holds(ty: ElemType, limits: ValueLimits) -> bool {
    ty.int_range().is_some_and(|(lo, hi)| lo <= limits.0 && limits.1 <= hi)
}

/// The type of so many bits, at most 16.
fn of_bits(bits: u32, signed: bool) -> ElemType {
    match (bits, signed) {
        (8, false) => ElemType::U8,
        (8, true) => ElemType::I8,
        (_, false) => ElemType::U16,
        (_, true) => ElemType::I16,
    }
}

/// A type narrower than `ty` and of at least so many bits that has all these values.
pub(super) fn holding(ty: ElemType, least: u32, limits: ValueLimits) -> Option<ElemType> {
    let narrow = [ElemType::U8, ElemType::I8, ElemType::U16, ElemType::I16];
    let suits = |t: &ElemType| bits(*t) < bits(ty) && bits(*t) >= least && holds(*t, limits);
    narrow.into_iter().find(suits)
}

/// An expression of the new block for one of the old.
#[derive(Clone, Copy)]
struct Narrow {
    id: ExprId,
    ty: ElemType,
    /// Whether it has the same value; if not, the bits that are demanded are the same.
    exact: bool,
}

/// A block that is computed again in narrower types.
pub(super) struct Narrowing<'a> {
    old: &'a Block,
    /// The limits of each integer.
    limits: Vec<ValueLimits>,
    /// The lower bits that are asked of each integer.
    demanded: Vec<u32>,
    builder: BlockBuilder,
    new: Vec<Narrow>,
}

impl<'a> Narrowing<'a> {
    /// The block, of whose expressions these are the ranges, with the same value.
    pub(super) fn of(old: &'a Block, ranges: &[Range]) -> Block {
        let limits = old.exprs.iter().zip(ranges).map(|(expr, range)| match range {
            Range::Int(range) => range.constants(expr.ty),
            Range::Float(_) | Range::Bool => (0, 0),
        });
        let mut narrowing = Narrowing {
            old,
            limits: limits.collect(),
            demanded: demanded(old),
            builder: BlockBuilder::new(),
            new: Vec::with_capacity(old.exprs.len()),
        };
        for i in 0..old.exprs.len() {
            let new = narrowing.expr(ExprId(i));
            narrowing.new.push(new);
        }
        let result = narrowing.operand(old.result, old.exprs[old.result.0].ty);
        narrowing.builder.finish(result)
    }

    fn push(&mut self, of: ExprId, ty: ElemType, node: Node) -> ExprId {
        self.builder.push(Expr { ty, node, loc: self.old.exprs[of.0].loc })
    }

    /// The value of a constant.
    fn constant(&self, id: ExprId) -> Option<i64> {
        if let Node::Const(value) = &self.old.exprs[id.0].node { value.as_int() } else { None }
    }

    /// The truth value that an integer is: zero or one, which every type has.
    fn truth(&self, id: ExprId) -> Option<ExprId> {
        let Expr { ty, node, .. } = &self.old.exprs[id.0];
        let Node::Cast(a) = node else { return None };
        (ty.is_int() && self.old.exprs[a.0].ty == ElemType::Bool).then_some(*a)
    }

    /// Whether an expression takes the type in which it is wanted.
    fn is_free(&self, id: ExprId) -> bool {
        self.constant(id).is_some() || self.truth(id).is_some()
    }

    /// An expression in a type that has its value, or the bits that are demanded of it.
    fn operand(&mut self, id: ExprId, ty: ElemType) -> ExprId {
        let narrow = self.new[id.0];
        if narrow.ty == ty {
            return narrow.id;
        }
        match (self.constant(id), self.truth(id)) {
            (Some(value), _) => self.push(id, ty, Node::Const(Value::wrap(ty, value))),
            (None, Some(truth)) => {
                let truth = self.new[truth.0].id;
                self.push(id, ty, Node::Cast(truth))
            }
            (None, None) => self.push(id, ty, Node::Cast(narrow.id)),
        }
    }

    /// An expression of this type with its operands in the types that are wanted; any where that
    /// is nothing.
    fn rebuilt(
        &mut self,
        id: ExprId,
        ty: ElemType,
        wanted: impl Fn(ExprId) -> Option<ElemType>,
    ) -> ExprId {
        let node = &self.old.exprs[id.0].node;
        let mut operands = Vec::new();
        for_each_operand(node, |a| operands.push(a));
        let new = operands.iter().map(|a| match wanted(*a) {
            Some(ty) => self.operand(*a, ty),
            None => self.new[a.0].id,
        });
        let new: Vec<ExprId> = new.collect();
        let of = |a: ExprId| operands.iter().zip(&new).find(|(old, _)| **old == a);
        let node = map_operands(node, |a| *of(a).expect("an operand").1);
        self.push(id, ty, node)
    }

    fn expr(&mut self, id: ExprId) -> Narrow {
        let Expr { ty, node, .. } = &self.old.exprs[id.0];
        if !ty.is_int() {
            return self.as_it_was(id);
        }
        match node {
            Node::Unary(UnaryOp::Neg | UnaryOp::Not, a) => self.by_lower_bits(id, &[*a], 8),
            Node::Unary(UnaryOp::Abs, a) => match self.distance(id, *a) {
                Some(distance) => distance,
                None => self.by_values(id, &[*a], 8),
            },
            Node::Binary(op, a, b) => self.binary(id, *op, *a, *b),
            Node::Select(_, a, b) => self.by_lower_bits(id, &[*a, *b], 8),
            Node::Cast(a) if self.old.exprs[a.0].ty.is_int() => {
                match holds(*ty, self.limits[a.0]) {
                    true => self.new[a.0],
                    false => self.cut(id, *a),
                }
            }
            Node::SaturatingCast(a) if self.old.exprs[a.0].ty.is_int() => {
                match holds(*ty, self.limits[a.0]) {
                    true => self.new[a.0],
                    false => self.as_it_was(id),
                }
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => self.as_it_was(id),
        }
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Narrow {
        let amount = self.constant(b);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                self.by_lower_bits(id, &[a, b], 8)
            }
            // There are no products, quotients and shifts of bytes.
            BinaryOp::Mul => self.by_lower_bits(id, &[a, b], 16),
            BinaryOp::Shl if amount.is_some_and(|n| (0..16).contains(&n)) => {
                self.by_lower_bits(id, &[a, b], 16)
            }
            BinaryOp::Div | BinaryOp::Shr if self.halved(op, b) => self
                .mean(id, op, a)
                .or_else(|| self.rounded_mean(id, op, a))
                .unwrap_or_else(|| self.by_values(id, &[a, b], 16)),
            BinaryOp::Div | BinaryOp::Rem => self.by_values(id, &[a, b], 16),
            BinaryOp::Shr if amount.is_some_and(|n| (0..16).contains(&n)) => {
                self.by_values(id, &[a, b], 16)
            }
            BinaryOp::Min | BinaryOp::Max | BinaryOp::AbsDiff => self.by_values(id, &[a, b], 8),
            BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::SaturatingAdd
            | BinaryOp::SaturatingSub
            | BinaryOp::WordPair
            | BinaryOp::Dot
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => self.as_it_was(id),
        }
    }

    /// An operation whose lower bits depend on those of its operands only.
    fn by_lower_bits(&mut self, id: ExprId, operands: &[ExprId], least: u32) -> Narrow {
        let (ty, limits) = (self.old.exprs[id.0].ty, self.limits[id.0]);
        let enough = self.demanded[id.0].next_power_of_two().max(least);
        let by_value = holding(ty, least, limits);
        let by_demand = (enough < bits(ty)).then(|| of_bits(enough, ty.is_signed()));
        let narrowest = by_value.into_iter().chain(by_demand).min_by_key(|t| bits(*t));
        // Two operands that are wider are better combined before they are cut.
        let wider = operands.iter().filter(|o| !self.is_free(**o)).map(|o| bits(self.new[o.0].ty));
        let mut wider: Vec<u32> = wider.collect();
        wider.sort_unstable();
        let both = if wider.len() > 1 { wider[0] } else { 0 };
        let chosen = match narrowest {
            Some(t) if bits(t) < both => match both < bits(ty) {
                true => holding(ty, both, limits).unwrap_or(of_bits(both, ty.is_signed())),
                false => ty,
            },
            Some(t) => t,
            None => ty,
        };
        let all_exact = operands.iter().all(|o| self.new[o.0].exact);
        let whole = bits(chosen) <= self.demanded[id.0] || all_exact;
        let new = self.rebuilt(id, chosen, |a| operands.contains(&a).then_some(chosen));
        Narrow { id: new, ty: chosen, exact: whole && holds(chosen, limits) }
    }

    /// An operation that needs the values of its operands.
    fn by_values(&mut self, id: ExprId, operands: &[ExprId], least: u32) -> Narrow {
        let ty = self.old.exprs[id.0].ty;
        let all = operands.iter().fold(self.limits[id.0], |all, o| hull(all, self.limits[o.0]));
        let chosen = holding(ty, least, all).unwrap_or(ty);
        let new = self.rebuilt(id, chosen, |a| operands.contains(&a).then_some(chosen));
        Narrow { id: new, ty: chosen, exact: true }
    }

    /// A cast to a type that does not have all values of its operand.
    fn cut(&mut self, id: ExprId, a: ExprId) -> Narrow {
        let ty = self.old.exprs[id.0].ty;
        let exact = self.new[a.0].exact || self.demanded[id.0] == bits(ty);
        Narrow { id: self.operand(a, ty), ty, exact }
    }

    /// An expression as it was, but for narrower operands where it takes any: indices, casts,
    /// comparisons.
    fn as_it_was(&mut self, id: ExprId) -> Narrow {
        let old = self.old;
        let Expr { ty, node, .. } = &old.exprs[id.0];
        let own = |a: ExprId| old.exprs[a.0].ty;
        let new = match node {
            Node::Binary(op, a, b) if op.is_comparison() && own(*a).is_int() => {
                let all = hull(self.limits[a.0], self.limits[b.0]);
                let chosen = holding(own(*a), 8, all).unwrap_or(own(*a));
                self.rebuilt(id, *ty, |_| Some(chosen))
            }
            Node::Read { .. } | Node::Cast(_) | Node::SaturatingCast(_) => {
                self.rebuilt(id, *ty, |_| None)
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => self.rebuilt(id, *ty, |a| Some(own(a))),
        };
        Narrow { id: new, ty: *ty, exact: true }
    }
}

#[cfg(test)]
pub(super) mod tests;
