//! `stencil(f, scale, taps)`: a weighted sum over constant offsets.

use super::access::Readable;
use super::constant::{self, shown};
use super::expr::{Elab, ExprUse};
use super::operand::{Const, Operand, Val};
use super::print;
use super::scope::NameScope;
use crate::syntax::{Expr, ExprKind, StageRef};
use pipeline_core::ir::{BinaryOp, ElemType, Node, ReduceOp, UnaryOp, Value};
use proc_macro2::Span;

/// The taps: extents, and numbers in row-major order.
struct Taps<'e> {
    shape: Vec<usize>,
    list: Vec<&'e Expr>,
}

impl Elab<'_, '_> {
    /// The weighted sum that a call of `stencil` means.
    pub(super) fn stencil(&mut self, args: &[Expr], scope: &NameScope, span: Span) -> Operand {
        let (source, scale, taps) = match args {
            [source, taps] => (source, None, taps),
            [source, scale, taps] => (source, Some(scale), taps),
            _ => {
                let message = format!(
                    "`stencil` takes a stage, a scale if any, and taps: `stencil(f, 0.5, [[…]])`, \
                     not {}",
                    print::count(args.len(), "argument")
                );
                self.error(span, message);
                return Operand::Poison;
            }
        };
        let source = self.stencil_source(source, scope);
        let taps = self.taps(taps);
        let weights: Option<Vec<(Const, &Expr)>> = taps.as_ref().and_then(|t| {
            let weights: Vec<_> = t.list.iter().map(|e| Some((self.tap(e, scope)?, *e))).collect();
            weights.into_iter().collect()
        });
        let hint = source.as_ref().and_then(|s| s.0.ty);
        let scale = scale.map(|e| (self.expr(e, scope, hint), e));
        let (Some((source, base)), Some(taps), Some(weights)) = (source, taps, weights) else {
            return Operand::Poison;
        };
        if taps.shape.len() > source.rank {
            let message = format!(
                "the taps have {}, more than the {} of what they read",
                print::count(taps.shape.len(), "dimension"),
                source.rank
            );
            self.error(span, message);
            return Operand::Poison;
        }
        let Some(ty) = source.ty else { return Operand::Poison };
        let Some(total) = self.weighted(source, ty, &base, &taps.shape, &weights, span) else {
            return Operand::Poison;
        };
        self.scaled(total, scale, span)
    }

    fn tap(&mut self, e: &Expr, scope: &NameScope) -> Option<Const> {
        match &e.kind {
            ExprKind::Int { value, suffix } if suffix.is_empty() => Some(Const::int(*value)),
            _ => self.constant(e, scope, None),
        }
    }

    /// What is read, and the index of the centre.
    fn stencil_source(
        &mut self,
        e: &Expr,
        scope: &NameScope,
    ) -> Option<(Readable, Vec<(Operand, Expr)>)> {
        let plain;
        let callee = match &e.kind {
            ExprKind::Call { callee, args } => {
                let operands: Vec<_> = args
                    .iter()
                    .map(|a| (self.expr_at(ExprUse::Index, a, scope), a.clone()))
                    .collect();
                let source = self.values_of(callee, scope)?;
                return self.right_count(callee, &source, args.len()).then_some((source, operands));
            }
            ExprKind::Member(callee) => callee,
            ExprKind::Name(name) => {
                plain = StageRef { name: name.clone(), members: Vec::new() };
                &plain
            }
            _ => {
                let message = "`stencil` reads a stage or an input, `stencil(f, …)`; make what it \
                               shall read a stage of its own, with the border that it needs";
                self.error(e.span, message);
                return None;
            }
        };
        let source = self.values_of(callee, scope)?;
        if !self.calls.is_empty() || self.own.is_empty() {
            let shown = print::stage(callee);
            let message = format!("say where `{shown}` is read here: `stencil({shown}(…), …)`");
            self.error(e.span, message);
            return None;
        }
        if !self.right_count(callee, &source, self.own.len()) {
            return None;
        }
        let centre = self
            .own
            .iter()
            .map(|(v, a)| {
                let e = Expr { kind: ExprKind::Name(v.clone()), span: e.span };
                (Operand::Index(a.clone()), e)
            })
            .collect();
        Some((source, centre))
    }

    fn taps<'e>(&mut self, e: &'e Expr) -> Option<Taps<'e>> {
        let mut taps = Taps { shape: Vec::new(), list: Vec::new() };
        let mut level = vec![e];
        while let Some(first) = level.first()
            && let ExprKind::Array(items) = &first.kind
        {
            let extent = items.len();
            taps.shape.push(extent);
            let mut next = Vec::new();
            for row in &level {
                match &row.kind {
                    ExprKind::Array(items) if items.len() == extent => next.extend(items),
                    ExprKind::Array(items) => {
                        let message = format!(
                            "ragged taps: {} here, {extent} in the first",
                            print::count(items.len(), "value")
                        );
                        self.error(row.span, message);
                        return None;
                    }
                    _ => {
                        self.error(row.span, "ragged taps: a number where the first is an array");
                        return None;
                    }
                }
            }
            level = next;
        }
        if taps.shape.is_empty() {
            self.error(e.span, "`stencil` takes taps as an array: `[[1, 2, 1]]`");
            return None;
        }
        if level.is_empty() {
            self.error(e.span, "`stencil` needs at least one tap");
            return None;
        }
        if let Some(deeper) = level.iter().find(|e| matches!(e.kind, ExprKind::Array(_))) {
            self.error(deeper.span, "ragged taps: an array where the first is a number");
            return None;
        }
        taps.list = level;
        Some(taps)
    }

    /// The sum of taps, in row-major order, which is left open.
    fn weighted(
        &mut self,
        source: Readable,
        ty: ElemType,
        base: &[(Operand, Expr)],
        shape: &[usize],
        weights: &[(Const, &Expr)],
        span: Span,
    ) -> Option<Val> {
        let mut terms: Vec<Val> = Vec::new();
        let mut failed = false;
        for (place, (tap, e)) in weights.iter().enumerate() {
            let weight = match constant::convert(*tap, ty) {
                Ok(v) => v,
                Err(message) => {
                    let advice = self.tap_advice(*tap, ty);
                    self.error(e.span, format!("{message}{advice}"));
                    failed = true;
                    continue;
                }
            };
            let size = number(weight);
            if size == 0.0 {
                continue;
            }
            let index = self.around(base, shape, place);
            let items: Vec<_> = index.into_iter().zip(base.iter().map(|b| &b.1)).collect();
            let Operand::Value(value) = self.read(source, &items) else { return None };
            let term = if size == 1.0 {
                value
            } else if size == -1.0 {
                self.negated(value, e.span)?
            } else {
                let weight = self.literal(weight, e.span);
                self.known(BinaryOp::Mul, weight, value, e.span)?
            };
            terms.push(term);
        }
        if terms.is_empty() && !failed {
            self.error(span, "every tap is zero");
        }
        if failed || terms.is_empty() {
            return None;
        }
        self.in_any_order(terms, span)
    }

    fn in_any_order(&mut self, terms: Vec<Val>, span: Span) -> Option<Val> {
        match terms.as_slice() {
            [] => None,
            [only] => Some(*only),
            [first, ..] => {
                let ty = first.ty;
                let terms = terms.iter().map(|v| self.local(*v)).collect();
                let node = Node::Combine { op: ReduceOp::Sum, terms };
                Some(self.push(ty, node, span))
            }
        }
    }

    fn negated(&mut self, value: Val, span: Span) -> Option<Val> {
        match self.unary_value(UnaryOp::Neg, value, span) {
            Operand::Value(v) => Some(v),
            _ => None,
        }
    }

    /// An operator on two values that are not both constant.
    fn known(&mut self, op: BinaryOp, a: Val, b: Val, span: Span) -> Option<Val> {
        match self.binary_value(op, a.ty, a, b, span) {
            Operand::Value(v) => Some(v),
            _ => None,
        }
    }

    fn tap_advice(&self, tap: Const, ty: ElemType) -> String {
        match tap {
            Const::Float(_) => "; make a float stage first, or use integer taps".into(),
            Const::Int { value, .. } if value < 0 && !ty.is_signed() => {
                "; make a signed stage first, with `as i16` or `as i32`".into()
            }
            Const::Int { .. } if ty.is_int() => "; make a wider stage first".into(),
            _ => String::new(),
        }
    }

    /// The index of a tap: the last dimensions moved by its offset from the centre.
    fn around(&mut self, base: &[(Operand, Expr)], shape: &[usize], place: usize) -> Vec<Operand> {
        let mut index: Vec<Operand> = base.iter().map(|b| b.0.clone()).collect();
        let mut rest = place;
        let first = base.len() - shape.len();
        for (dim, extent) in shape.iter().enumerate().rev() {
            let offset = (rest % extent) as i64 - (extent / 2) as i64;
            rest /= extent;
            let (at, e) = (first + dim, &base[first + dim].1);
            let operand = std::mem::replace(&mut index[at], Operand::Poison);
            index[at] = self.moved(operand, offset, e);
        }
        index
    }

    fn scaled(&mut self, total: Val, scale: Option<(Operand, &Expr)>, span: Span) -> Operand {
        let Some((scale, e)) = scale else { return Operand::Value(total) };
        let ty = total.ty;
        if let Operand::Const(c) = scale {
            let value = match constant::convert(c, ty) {
                Ok(v) => v,
                Err(message) => {
                    let message = format!(
                        "{message}: the taps sum up in {ty}; scale the result, as in \
                         `stencil(…) as f32 * {}`",
                        shown(c)
                    );
                    self.error(e.span, message);
                    return Operand::Poison;
                }
            };
            if number(value) == 1.0 {
                return Operand::Value(total);
            }
            let scale = self.literal(value, e.span);
            return self.binary_value(BinaryOp::Mul, ty, total, scale, span);
        }
        let Some(scale) = self.convert(scale, ty, e) else { return Operand::Poison };
        self.binary_value(BinaryOp::Mul, ty, total, scale, span)
    }
}

/// A tap as a number; taps of 32 bits are exact in `f64`.
fn number(v: Value) -> f64 {
    match v {
        Value::Bool(b) => f64::from(u8::from(b)),
        Value::Int(_, v) => v as f64,
        Value::F32(v) => v.into(),
        Value::F64(v) => v,
    }
}
