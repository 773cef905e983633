//! Operators and casts: Rust's, with wrapping integers.

use super::constant::{self, article};
use super::expr::Elab;
use super::operand::{Const, Operand, Val};
use super::print;
use super::scope::NameScope;
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use pipeline_core::ir::{self, ElemType, Node, Value};
use pipeline_core::scalar;
use proc_macro2::{Ident, Span};

/// The operator of the stage graph.
pub(super) fn graph_op(op: BinaryOp) -> ir::BinaryOp {
    match op {
        BinaryOp::Add => ir::BinaryOp::Add,
        BinaryOp::Sub => ir::BinaryOp::Sub,
        BinaryOp::Mul => ir::BinaryOp::Mul,
        BinaryOp::Div => ir::BinaryOp::Div,
        BinaryOp::Rem => ir::BinaryOp::Rem,
        BinaryOp::BitAnd | BinaryOp::And => ir::BinaryOp::And,
        BinaryOp::BitOr | BinaryOp::Or => ir::BinaryOp::Or,
        BinaryOp::BitXor => ir::BinaryOp::Xor,
        BinaryOp::Shl => ir::BinaryOp::Shl,
        BinaryOp::Shr => ir::BinaryOp::Shr,
        BinaryOp::Eq => ir::BinaryOp::Eq,
        BinaryOp::Ne => ir::BinaryOp::Ne,
        BinaryOp::Lt => ir::BinaryOp::Lt,
        BinaryOp::Le => ir::BinaryOp::Le,
        BinaryOp::Gt => ir::BinaryOp::Gt,
        BinaryOp::Ge => ir::BinaryOp::Ge,
    }
}

/// Whether the pair is arithmetic of index expressions rather than of values.
pub(super) fn index_pair(a: &Operand, b: &Operand) -> bool {
    let int = |o: &Operand| matches!(o, Operand::Const(Const::Int { .. }));
    let index = |o: &Operand| matches!(o, Operand::Index(_));
    index(a) && (index(b) || int(b)) || int(a) && index(b)
}

impl Elab<'_, '_> {
    /// An operator on two operands of one type; not `&&`, `||` or a shift.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        (a, ae): (Operand, &Expr),
        (b, be): (Operand, &Expr),
        span: Span,
        hint: Option<ElemType>,
    ) -> Operand {
        match (&a, &b) {
            (Operand::Poison, _) | (_, Operand::Poison) => return Operand::Poison,
            (Operand::Const(x), Operand::Const(y)) => {
                if let Some(folded) = constant::binary(op, *x, *y) {
                    return self.folded(folded, span);
                }
            }
            _ if index_pair(&a, &b) => return self.index_binary(op, (&a, ae), (&b, be), span),
            _ => {}
        }
        let zero = |c: Const| c.as_int() == Some(0);
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let by_zero = divides && matches!(b, Operand::Const(c) if zero(c));
        let Some((ty, vals)) = self.unify(&[(a, ae), (b, be)], hint, span) else {
            return Operand::Poison;
        };
        if by_zero && ty.is_int() {
            self.error(span, "division by zero");
            return Operand::Poison;
        }
        let token = print::operator(op).0;
        let op = graph_op(op);
        if !self.supports((op, token), ty, ae, span) {
            return Operand::Poison;
        }
        self.binary_value(op, op.gives(ty), vals[0], vals[1], span)
    }

    /// Whether the operator takes this type; reports if not.
    pub(super) fn supports(
        &mut self,
        (op, name): (ir::BinaryOp, &str),
        ty: ElemType,
        e: &Expr,
        span: Span,
    ) -> bool {
        let ok = op.takes().includes(ty);
        if !ok {
            let shown = print::brief(e, "this");
            let advice = match (op, ty) {
                (ir::BinaryOp::Xor, ElemType::F32 | ElemType::F64) => {
                    "; a power is written `pow(a, b)`".into()
                }
                (_, ElemType::Bool) => format!("; write `{}`", print::cast(e, "u8")),
                _ => String::new(),
            };
            let takes = op.takes().name();
            let message = format!("`{name}` takes {takes}, {shown} is {ty}{advice}");
            self.error(span, message);
        }
        ok
    }

    /// A shift: the amount is a literal or has the type of the value.
    pub(super) fn shift(
        &mut self,
        op: BinaryOp,
        (a, ae): (Operand, &Expr),
        (b, be): (Operand, &Expr),
        span: Span,
        hint: Option<ElemType>,
    ) -> Operand {
        match (&a, &b) {
            (Operand::Poison, _) | (_, Operand::Poison) => return Operand::Poison,
            (Operand::Const(x), Operand::Const(y)) => {
                if let Some(folded) = constant::binary(op, *x, *y) {
                    return self.folded(folded, span);
                }
            }
            _ if index_pair(&a, &b) => return self.index_binary(op, (&a, ae), (&b, be), span),
            _ => {}
        }
        let amount = match &b {
            Operand::Const(c @ Const::Int { .. }) => c.as_int(),
            _ => None,
        };
        let Some((ty, vals)) = self.unify(&[(a, ae), (b, be)], hint, span) else {
            return Operand::Poison;
        };
        if !self.supports((graph_op(op), print::operator(op).0), ty, ae, span) {
            return Operand::Poison;
        }
        let bits = 8 * ty.bytes() as i128;
        if let Some(k) = amount
            && !(0..bits).contains(&k)
        {
            let message =
                format!("{} is shifted by 0..={} bits, not by {k}", article(ty), bits - 1);
            self.error(be.span, message);
            return Operand::Poison;
        }
        self.binary_value(graph_op(op), ty, vals[0], vals[1], span)
    }

    /// The result of folding constants.
    pub(super) fn folded(&mut self, folded: Result<Const, String>, span: Span) -> Operand {
        match folded {
            Ok(c) => Operand::Const(c),
            Err(message) => {
                self.error(span, message);
                Operand::Poison
            }
        }
    }

    /// The operator applied to two values, folded if both are constant.
    pub(super) fn binary_value(
        &mut self,
        op: ir::BinaryOp,
        result: ElemType,
        a: Val,
        b: Val,
        span: Span,
    ) -> Operand {
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b)) {
            return Operand::Const(Const::typed(scalar::binary(op, x, y)));
        }
        let node = Node::Binary(op, self.local(a), self.local(b));
        Operand::Value(self.push(result, node, span))
    }

    /// An operator of one value, folded if that is constant.
    pub(super) fn unary_value(&mut self, op: ir::UnaryOp, a: Val, span: Span) -> Operand {
        if let Some(x) = self.constant_of(a) {
            return Operand::Const(Const::typed(scalar::unary(op, x)));
        }
        let node = Node::Unary(op, self.local(a));
        Operand::Value(self.push(a.ty, node, span))
    }

    /// A conversion of a value, folded if that is constant.
    pub(super) fn cast_value(&mut self, a: Val, ty: ElemType, span: Span) -> Operand {
        if a.ty == ty {
            return self.lift(a);
        }
        if let Some(x) = self.constant_of(a) {
            return Operand::Const(Const::typed(scalar::cast(x, ty)));
        }
        let node = Node::Cast(self.local(a));
        Operand::Value(self.push(ty, node, span))
    }

    /// `-a`, `!a`.
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        a: &Expr,
        span: Span,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        // `-128i8` is a literal, `128i8` is not.
        if let (UnaryOp::Neg, ExprKind::Int { value, suffix }) = (op, &a.kind)
            && !suffix.is_empty()
        {
            let kind = ExprKind::Int { value: -value, suffix: suffix.clone() };
            return self.expr(&Expr { kind, span }, scope, hint);
        }
        let operand = self.expr(a, scope, hint);
        match (op, &operand) {
            (_, Operand::Poison) => return Operand::Poison,
            (UnaryOp::Neg, Operand::Const(Const::Int { value, rounded })) => {
                let negated = value.checked_neg().ok_or("constant overflows".to_string());
                let result = negated.map(|value| Const::Int { value, rounded: *rounded });
                return self.folded(result, span);
            }
            (UnaryOp::Neg, Operand::Const(Const::Float(v))) => {
                return Operand::Const(Const::Float(-v));
            }
            (UnaryOp::Neg, Operand::Index(affine)) => return self.limited(affine.neg(), span),
            (UnaryOp::Not, Operand::Const(Const::Bool(b))) => {
                return Operand::Const(Const::Bool(!b));
            }
            (UnaryOp::Not, Operand::Const(Const::Int { value, .. })) if hint.is_none() => {
                return Operand::Const(Const::int(!value));
            }
            (UnaryOp::Not, Operand::Cond(c)) => return Operand::Cond(c.negated()),
            (UnaryOp::Not, Operand::Index(_)) => {
                let instead = self.instead(&format!("!{}", print::operand_i32(a)));
                self.error(span, format!("not affine; {instead}"));
                return Operand::Poison;
            }
            _ => {}
        }
        let Some(val) = self.settle(operand, hint, a) else { return Operand::Poison };
        let shown = print::brief(a, "this");
        match op {
            UnaryOp::Neg if val.ty == ElemType::Bool => {
                self.error(span, format!("{shown} is bool, which has no sign; write `!`"));
                Operand::Poison
            }
            UnaryOp::Neg if !val.ty.is_signed() => {
                let zero_minus = format!("0 - {}", print::text(a));
                let message = format!(
                    "{shown} is {}, which has no sign; cast it to a signed type, or write \
                     `{zero_minus}` to wrap",
                    val.ty
                );
                self.error(span, message);
                Operand::Poison
            }
            UnaryOp::Not if val.ty.is_float() => {
                self.error(span, format!("{shown} is {}; `!` takes a bool or an integer", val.ty));
                Operand::Poison
            }
            UnaryOp::Neg => self.unary_value(ir::UnaryOp::Neg, val, span),
            UnaryOp::Not => self.unary_value(ir::UnaryOp::Not, val, span),
        }
    }

    /// `a as ty`.
    pub(super) fn cast(&mut self, a: &Expr, ty: &Ident, span: Span, scope: &NameScope) -> Operand {
        let target = self.program.elem_type(ty);
        let operand = self.expr(a, scope, None);
        let Some(ty) = target else { return Operand::Poison };
        if let Operand::Const(c @ (Const::Int { .. } | Const::Float(_))) = operand
            && ty != ElemType::Bool
        {
            return self.folded(constant::cast(c, ty).map(Const::typed), span);
        }
        let Some(val) = self.settle(operand, None, a) else { return Operand::Poison };
        let shown = print::brief(a, "this");
        let message = match (val.ty, ty) {
            (ElemType::Bool, t) if t.is_float() => {
                format!("{shown} is bool; write `{} as {t}`", print::cast(a, "u8"))
            }
            (t, ElemType::Bool) if t != ElemType::Bool => {
                let zero = if t.is_float() { "0.0" } else { "0" };
                format!("{shown} is {t}; a bool is a comparison: `{} != {zero}`", print::text(a))
            }
            _ => return self.cast_value(val, ty, span),
        };
        self.error(span, message);
        Operand::Poison
    }

    /// The value clamped into the range of an integer type.
    pub(super) fn saturating_cast(&mut self, a: Val, ty: ElemType, span: Span) -> Operand {
        if a.ty == ty {
            return self.lift(a);
        }
        if let Some(x) = self.constant_of(a) {
            return Operand::Const(Const::typed(scalar::saturating_cast(x, ty)));
        }
        let node = Node::SaturatingCast(self.local(a));
        Operand::Value(self.push(ty, node, span))
    }

    /// A value of a constant, for expressions that the language itself adds.
    pub(super) fn literal(&mut self, value: Value, span: Span) -> Val {
        self.push(value.ty(), Node::Const(value), span)
    }
}
