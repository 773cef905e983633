//! Casts that lose every value, and comparisons that every input gives the same result.

use super::{Lint, LintContext, LintedDefinition, Observation};
use crate::analysis::order::order;
use crate::analysis::ranges::{FloatRange, IntRange, Range};
use crate::analysis::scope::Scope;
use crate::analysis::show;
use crate::ir::{Affine, BinaryOp, Block, ElemType, ExprId, Interval, Node, Test};

pub(super) fn look(context: &LintContext<'_>) -> Vec<Observation> {
    let mut seen = Vec::new();
    if !context.definitions().any(|d| has_candidates(d.block)) {
        return seen;
    }
    // Producers first, so that a long chain of them takes no stack.
    for id in order(context.p).into_iter().flat_map(|order| order.stages) {
        context.ranges.stage(id);
    }
    for definition in context.definitions() {
        if has_candidates(definition.block) {
            let scope = Scope::new(context.facts, &definition.piece);
            visit(context, &definition, &scope, definition.block, &mut seen);
        }
    }
    seen
}

fn is_candidate(block: &Block, id: usize) -> bool {
    let expr = &block.exprs[id];
    match &expr.node {
        Node::Cast(_) | Node::SaturatingCast(_) => expr.ty.is_int(),
        Node::Binary(op, a, _) => op.is_comparison() && block.exprs[a.0].ty != ElemType::Bool,
        Node::Test(_) => true,
        _ => false,
    }
}

fn has_candidates(block: &Block) -> bool {
    (0..block.exprs.len()).any(|id| {
        let inner = match &block.exprs[id].node {
            Node::Reduce { body, .. } => has_candidates(body),
            _ => false,
        };
        inner || is_candidate(block, id)
    })
}

fn visit(
    context: &LintContext<'_>,
    definition: &LintedDefinition<'_>,
    scope: &Scope<'_>,
    block: &Block,
    seen: &mut Vec<Observation>,
) {
    let ranges = context.ranges.block(scope, block);
    let place = BlockValues { context, definition, scope, block, ranges: &ranges };
    for (id, expr) in block.exprs.iter().enumerate() {
        let (lint, message) = match &expr.node {
            Node::Reduce { vars, body, .. } => {
                visit(context, definition, &scope.with_window(vars), body, seen);
                continue;
            }
            _ if !is_candidate(block, id) => continue,
            Node::Cast(a) => (Lint::LossyCast, place.cast(*a, expr.ty, "is lost")),
            Node::SaturatingCast(a) => {
                (Lint::LossyCast, place.cast(*a, expr.ty, "becomes the same"))
            }
            Node::Binary(op, a, b) => (Lint::ConstantComparison, place.comparison(*op, *a, *b)),
            Node::Test(test) => (Lint::ConstantComparison, place.test(test)),
            _ => continue,
        };
        seen.push(Observation { lint, loc: expr.loc, message });
    }
}

/// A block with the values of its expressions.
struct BlockValues<'a> {
    context: &'a LintContext<'a>,
    definition: &'a LintedDefinition<'a>,
    scope: &'a Scope<'a>,
    block: &'a Block,
    ranges: &'a [Range],
}

impl BlockValues<'_> {
    fn proves(&self, affine: &Affine) -> bool {
        match affine.as_constant() {
            Some(c) => c >= 0,
            None => self.scope.proves(affine),
        }
    }

    /// Whether all of `a` is less than all of `b`.
    fn less(&self, a: &IntRange, b: &IntRange) -> bool {
        let less = |hi: &Affine| b.lo.iter().any(|lo| self.proves(&lo.sub(hi).offset(-1)));
        a.hi.iter().any(less)
    }

    /// Whether nothing of `a` is greater than anything of `b`.
    fn at_most(&self, a: &IntRange, b: &IntRange) -> bool {
        a.hi.iter().any(|hi| b.lo.iter().any(|lo| self.proves(&lo.sub(hi))))
    }

    /// A cast to integers, and what becomes of a value outside of their range.
    fn cast(&self, operand: ExprId, ty: ElemType, outcome: &str) -> Option<String> {
        let (min, max) = ty.int_range()?;
        let target = IntRange::constant(min, max);
        let (outside, found) = match &self.ranges[operand.0] {
            Range::Int(range) => {
                let outside = self.less(range, &target) || self.less(&target, range);
                (outside && !self.is_unreachable(), self.int(range))
            }
            Range::Float(range) if !range.nan => {
                if range.lo > -1.0 && range.hi < 1.0 && (range.lo, range.hi) != (0.0, 0.0) {
                    let (shown, found) = (self.shown(operand), float(range));
                    return Some(format!(
                        "this cast is 0 for every input: `{shown}` is {found}, and a cast to {ty} \
                         drops the fraction; multiply before you cast"
                    ));
                }
                let outside = range.hi <= min as f64 - 1.0 || range.lo >= max as f64 + 1.0;
                (outside, float(range))
            }
            Range::Float(_) | Range::Bool => return None,
        };
        let shown = self.shown(operand);
        outside.then(|| {
            format!(
                "`{shown}` is {found}, and {ty} is {min}..={max}, so every value {outcome}: bring it into that \
                 range, or take a wider type"
            )
        })
    }

    /// Whether no point is in this part of the domain, so that everything holds of it.
    fn is_unreachable(&self) -> bool {
        self.scope.facts().contradictory()
    }

    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<String> {
        let (left, right) = (&self.ranges[a.0], &self.ranges[b.0]);
        let (result, left, right) = match (left, right) {
            (Range::Int(left), Range::Int(right)) => {
                (self.of_ints(op, left, right)?, self.int(left), self.int(right))
            }
            (Range::Float(left), Range::Float(right)) => {
                (of_floats(op, left, right)?, float(left), float(right))
            }
            _ => return None,
        };
        let side = |id: ExprId, found: String| match self.block.exprs[id.0].node {
            Node::Const(_) => format!("`{}`", self.shown(id)),
            _ => format!("`{}`, {found},", self.shown(id)),
        };
        let (left, right) = (side(a, left), side(b, right));
        Some(format!(
            "this comparison of {left} with {right} is always {result}; remove it, or compare with \
             what both sides can have"
        ))
    }

    fn of_ints(&self, op: BinaryOp, a: &IntRange, b: &IntRange) -> Option<bool> {
        let result = match op {
            BinaryOp::Lt => decided(self.less(a, b), self.at_most(b, a)),
            BinaryOp::Le => decided(self.at_most(a, b), self.less(b, a)),
            BinaryOp::Gt => decided(self.less(b, a), self.at_most(a, b)),
            BinaryOp::Ge => decided(self.at_most(b, a), self.less(a, b)),
            BinaryOp::Eq => decided(
                self.at_most(a, b) && self.at_most(b, a),
                self.less(a, b) || self.less(b, a),
            ),
            BinaryOp::Ne => decided(
                self.less(a, b) || self.less(b, a),
                self.at_most(a, b) && self.at_most(b, a),
            ),
            // They give no bools, or none of numbers.
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => None,
            BinaryOp::Min | BinaryOp::Max | BinaryOp::AbsDiff => None,
            BinaryOp::SaturatingAdd | BinaryOp::SaturatingSub => None,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr => None,
            BinaryOp::WordPair | BinaryOp::Dot => None,
        };
        result.filter(|_| !self.is_unreachable())
    }

    fn test(&self, test: &Test) -> Option<String> {
        let always = self.scope.facts().proves_test(test);
        let never = self.scope.facts().proves_test(&test.negated());
        let result = decided(always, never)?;
        let stage = &self.context.p.stages[self.definition.stage.0];
        let names = self.context.names(self.definition);
        let vars = test.affine.vars();
        let ranges = vars.iter().filter_map(|v| {
            let range = show::interval(self.scope.dims().get(v.0)?, &names);
            Some(format!("{} in {range}", names.vars[v.0]))
        });
        let ranges: Vec<String> = ranges.collect();
        let over = match ranges.is_empty() {
            true => String::new(),
            false => format!(" over {}", ranges.join(", ")),
        };
        let (shown, name) = (show::test(test, &names), &stage.name);
        Some(format!("`{shown}` is always {result} in `{name}`{over}; remove the condition"))
    }

    fn shown(&self, id: ExprId) -> String {
        let names = self.context.names(self.definition);
        show::expr(self.context.p, self.block, id, &names)
    }

    fn int(&self, range: &IntRange) -> String {
        let names = self.context.names(self.definition);
        match (&range.lo[..], &range.hi[..]) {
            ([lo], [hi]) if lo == hi => lo.display(&names).to_string(),
            _ => {
                let interval = Interval { lo: range.lo.clone(), hi: range.hi.clone() };
                show::interval(&interval, &names)
            }
        }
    }
}

fn float(range: &FloatRange) -> String {
    match range.lo == range.hi {
        true => range.lo.to_string(),
        false => format!("{} to {}", range.lo, range.hi),
    }
}

/// What a comparison gives if one of these is known; both are where there are no points.
fn decided(always: bool, never: bool) -> Option<bool> {
    match (always, never) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// A comparison with what may be not a number is never always true, but for `!=`.
fn of_floats(op: BinaryOp, a: &FloatRange, b: &FloatRange) -> Option<bool> {
    let numbers = !a.nan && !b.nan;
    let (less, greater) = (a.hi < b.lo, a.lo > b.hi);
    let (at_most, at_least) = (a.hi <= b.lo, a.lo >= b.hi);
    let (always, never) = match op {
        BinaryOp::Lt => (less, at_least),
        BinaryOp::Le => (at_most, greater),
        BinaryOp::Gt => (greater, at_most),
        BinaryOp::Ge => (at_least, less),
        BinaryOp::Eq => (at_most && at_least, less || greater),
        BinaryOp::Ne => return decided(less || greater, numbers && at_most && at_least),
        // They give no bools, or none of numbers.
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            return None;
        }
        BinaryOp::Min | BinaryOp::Max | BinaryOp::AbsDiff => return None,
        BinaryOp::SaturatingAdd | BinaryOp::SaturatingSub => return None,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr => {
            return None;
        }
        BinaryOp::WordPair | BinaryOp::Dot => return None,
    };
    decided(numbers && always, never)
}
