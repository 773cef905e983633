//! Calls: helpers are inlined, built-in functions become operators.

use super::arith::index_pair;
use super::built_in::BuiltIn;
use super::constant;
use super::expr::Elab;
use super::names::Usage;
use super::operand::{Const, Operand, Val};
use super::print;
use super::program::Symbol;
use super::scope::NameScope;
use crate::syntax::{Expr, ExprKind, StageRef};
use pipeline_core::ir::{BinaryOp, ElemType, Function, Node, ReduceOp, UnaryOp};
use proc_macro2::Span;

/// Whether an operator is `min` or `max`.
fn is_extreme(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Min | BinaryOp::Max)
}

/// The parts of a call that every built-in needs.
#[derive(Clone, Copy)]
struct BuiltinCall<'e> {
    name: &'e str,
    args: &'e [Expr],
    scope: &'e NameScope,
    hint: Option<ElemType>,
    span: Span,
}

impl Elab<'_, '_> {
    /// `f(args)`.
    pub(super) fn call(
        &mut self,
        callee: &StageRef,
        args: &[Expr],
        e: &Expr,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        let name = print::name(&callee.name);
        let span = callee.name.span();
        match self.program.symbols.get(&name).map(|s| s.0) {
            Some(Symbol::Input(_) | Symbol::Stage(_)) => self.access(callee, args, scope),
            Some(Symbol::Helper(i)) => {
                if let Some(member) = callee.members.first() {
                    self.error(member.span, format!("`{name}` is a helper, not a family"));
                    return Operand::Poison;
                }
                self.inline(i, args, span, scope, hint)
            }
            Some(symbol @ (Symbol::Size(_) | Symbol::Scalar(_) | Symbol::Const)) => {
                let kind = symbol.describe();
                self.error(span, format!("`{name}` is {kind}, not a function"));
                Operand::Poison
            }
            None => {
                if let Some(function) = BuiltIn::named(&name) {
                    if let Some(member) = callee.members.first() {
                        self.error(member.span, format!("`{name}` is a function, not a family"));
                        return Operand::Poison;
                    }
                    let call = BuiltinCall { name: &name, args, scope, hint, span };
                    return self.built_in(function, call, e.span);
                }
                if scope.get(&name).is_some() {
                    self.error(span, format!("`{name}` is a variable, not a function"));
                } else {
                    self.unknown(Usage::Call { arguments: args.len() }, &callee.name, scope);
                }
                Operand::Poison
            }
        }
    }

    /// Replaces a call of a helper by its body.
    fn inline(
        &mut self,
        helper: usize,
        args: &[Expr],
        span: Span,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        let helper = &self.program.helpers[helper];
        let (ident, params, body, broken) =
            (helper.name, helper.params, helper.body, helper.broken);
        let name = print::name(ident);
        let operands: Vec<Operand> = args.iter().map(|a| self.expr(a, scope, None)).collect();
        if broken {
            return Operand::Poison;
        }
        if args.len() != params.len() {
            self.wrong_count(&name, params.len(), args.len(), span);
            return Operand::Poison;
        }
        for (param, operand) in params.iter().zip(&operands) {
            self.program.locals.note(param, operand);
        }
        let inner = params
            .iter()
            .zip(operands)
            .fold(NameScope::default(), |s, (p, operand)| s.bind(print::name(p), operand));
        self.calls.push((name, span));
        let result = self.expr(body, &inner, hint);
        self.calls.pop();
        self.program.locals.note(ident, &result);
        result
    }

    fn wrong_count(&mut self, name: &str, expected: usize, found: usize, span: Span) {
        let takes = print::count(expected, "argument");
        self.error(span, format!("`{name}` takes {takes}, not {found}"));
    }

    fn built_in(&mut self, function: BuiltIn, call: BuiltinCall, span: Span) -> Operand {
        let takes = function.params().len();
        let counts_itself = match function {
            BuiltIn::Reduction(_) | BuiltIn::Stencil => true,
            BuiltIn::Operator(op) => is_extreme(op),
            BuiltIn::Function(_)
            | BuiltIn::Abs
            | BuiltIn::Clamp
            | BuiltIn::Select
            | BuiltIn::Saturate
            | BuiltIn::Widen
            | BuiltIn::Widening(_) => false,
        };
        if !counts_itself && call.args.len() != takes {
            self.wrong_count(call.name, takes, call.args.len(), call.span);
            return Operand::Poison;
        }
        let args = call.args;
        match function {
            BuiltIn::Function(f) => self.function(f, call),
            BuiltIn::Operator(op) if is_extreme(op) => self.extreme(call, op),
            BuiltIn::Operator(op) => self.plain(call, op),
            BuiltIn::Reduction(op) => self.no_window(op, call.span),
            BuiltIn::Abs => self.abs(call),
            BuiltIn::Clamp => self.extremes(call, &[BinaryOp::Max, BinaryOp::Min]),
            BuiltIn::Select => {
                self.choose([&args[0], &args[1], &args[2]], call.span, call.scope, call.hint)
            }
            BuiltIn::Saturate => self.saturate(call),
            BuiltIn::Widen => self.widen(call, None),
            BuiltIn::Widening(of) => self.widen(call, Some(of.op())),
            BuiltIn::Stencil => self.stencil(args, call.scope, span),
        }
    }

    fn no_window(&mut self, op: ReduceOp, span: Span) -> Operand {
        let name = op.name();
        let message =
            format!("`{name}` takes window variables with ranges: `{name}(d in -1..=1; …)`");
        self.error(span, message);
        Operand::Poison
    }

    /// The arguments, brought to one type.
    fn arguments(&mut self, call: BuiltinCall) -> Option<(ElemType, Vec<Val>)> {
        let exprs: Vec<&Expr> = call.args.iter().collect();
        let operands = self.together(&exprs, call.scope, call.hint);
        let items: Vec<_> = operands.into_iter().zip(exprs).collect();
        self.unify(&items, call.hint, call.span)
    }

    /// An operator of two values that is written as a function.
    fn plain(&mut self, call: BuiltinCall, op: BinaryOp) -> Operand {
        let Some((ty, vals)) = self.arguments(call) else { return Operand::Poison };
        if !self.supports((op, call.name), ty, &call.args[0], call.span) {
            return Operand::Poison;
        }
        self.binary_value(op, op.gives(ty), vals[0], vals[1], call.span)
    }

    /// `min` and `max` of two values or more.
    fn extreme(&mut self, call: BuiltinCall, op: BinaryOp) -> Operand {
        let (name, found) = (call.name, call.args.len());
        if found < 2 {
            let window = format!("window variables: `{name}(d in -1..=1; …)`");
            let message = format!("`{name}` takes 2 arguments or more, not {found}, or {window}");
            self.error(call.span, message);
            return Operand::Poison;
        }
        self.extremes(call, &vec![op; found - 1])
    }

    /// `min`, `max` and `clamp`: operators applied one after the other.
    fn extremes(&mut self, call: BuiltinCall, ops: &[BinaryOp]) -> Operand {
        let exprs: Vec<&Expr> = call.args.iter().collect();
        let operands = self.together(&exprs, call.scope, call.hint);
        let constants: Vec<Const> = operands
            .iter()
            .filter_map(|o| if let Operand::Const(c) = o { Some(*c) } else { None })
            .collect();
        if constants.len() == operands.len() {
            let mut steps = ops.iter().zip(&constants[1..]);
            let folded = steps.try_fold(constants[0], |a, (op, b)| {
                constant::extreme(a, *b, *op == BinaryOp::Max)
            });
            if let Some(c) = folded {
                return Operand::Const(c);
            }
        }
        let items: Vec<_> = operands.into_iter().zip(exprs).collect();
        let Some((ty, vals)) = self.unify(&items, call.hint, call.span) else {
            return Operand::Poison;
        };
        if !self.supports((ops[0], call.name), ty, &call.args[0], call.span) {
            return Operand::Poison;
        }
        let mut result = vals[0];
        for (op, b) in ops.iter().zip(&vals[1..]) {
            match self.binary_value(*op, ty, result, *b, call.span) {
                Operand::Value(v) => result = v,
                Operand::Const(Const::Typed(v)) => result = self.literal(v, call.span),
                other => return other,
            }
        }
        self.lift(result)
    }

    fn abs(&mut self, call: BuiltinCall) -> Operand {
        let e = &call.args[0];
        let operand = self.expr(e, call.scope, call.hint);
        match operand {
            Operand::Const(Const::Int { value, rounded }) => {
                let folded = value.checked_abs().ok_or("constant overflows".to_string());
                return self.folded(folded.map(|value| Const::Int { value, rounded }), call.span);
            }
            Operand::Const(Const::Float(v)) => return Operand::Const(Const::Float(v.abs())),
            _ => {}
        }
        let Some(val) = self.settle(operand, call.hint, e) else { return Operand::Poison };
        if !val.ty.is_signed() {
            let shown = print::brief(e, "this");
            let message = format!("{shown} is {}; `abs` takes a signed integer or a float", val.ty);
            self.error(call.span, message);
            return Operand::Poison;
        }
        self.unary_value(UnaryOp::Abs, val, call.span)
    }

    /// A function of floats.
    fn function(&mut self, f: Function, call: BuiltinCall) -> Operand {
        let exprs: Vec<&Expr> = call.args.iter().collect();
        let float = call.hint.filter(|t| t.is_float());
        let operands = self.together(&exprs, call.scope, float);
        if let [Operand::Const(c @ (Const::Int { .. } | Const::Float(_)))] = operands.as_slice()
            && let Ok(v) = constant::as_float(*c)
            && let Some(v) = constant::function(f, v)
        {
            return Operand::Const(Const::Float(v));
        }
        let items: Vec<_> = operands.into_iter().zip(exprs).collect();
        let untyped = items
            .iter()
            .all(|(o, _)| matches!(o, Operand::Const(Const::Int { .. } | Const::Float(_))));
        let hint = if untyped { float.or(Some(ElemType::F32)) } else { float };
        let Some((ty, vals)) = self.unify(&items, hint, call.span) else {
            return Operand::Poison;
        };
        if !ty.is_float() {
            let (name, e) = (call.name, &call.args[0]);
            let (shown, cast) = (print::brief(e, "this"), print::cast(e, "f32"));
            let message = format!("`{name}` takes f32 or f64, {shown} is {ty}; write `{cast}`");
            self.error(e.span, message);
            return Operand::Poison;
        }
        let args = vals.into_iter().map(|v| self.local(v)).collect();
        Operand::Value(self.push(ty, Node::Call(f, args), call.span))
    }

    /// `saturate(e, u8)`.
    fn saturate(&mut self, call: BuiltinCall) -> Operand {
        let operand = self.expr(&call.args[0], call.scope, None);
        let ExprKind::Name(ty) = &call.args[1].kind else {
            self.error(call.args[1].span, "`saturate` takes a type here: `saturate(e, u8)`");
            return Operand::Poison;
        };
        let Some(ty) = self.program.elem_type(ty) else { return Operand::Poison };
        let Some(val) = self.settle(operand, None, &call.args[0]) else { return Operand::Poison };
        if !ty.is_int() {
            let message = format!("`saturate` clamps to an integer type; write `as {ty}`");
            self.error(call.args[1].span, message);
            return Operand::Poison;
        }
        if val.ty == ElemType::Bool {
            let cast = print::cast(&call.args[0], ty.name());
            self.error(call.span, format!("a bool has nothing to clamp; write `{cast}`"));
            return Operand::Poison;
        }
        self.saturating_cast(val, ty, call.span)
    }

    /// `widen(e)`, and `op` on widened operands.
    fn widen(&mut self, call: BuiltinCall, op: Option<BinaryOp>) -> Operand {
        let narrow = BuiltinCall { hint: None, ..call };
        let Some((ty, vals)) = self.arguments(narrow) else { return Operand::Poison };
        let Some(wide) = ty.widened() else {
            self.error(
                call.span,
                format!("{ty} has no wider type; `widen` takes u8, i8, u16, i16 or f32"),
            );
            return Operand::Poison;
        };
        let mut wider = Vec::with_capacity(vals.len());
        for val in vals {
            match self.cast_value(val, wide, call.span) {
                Operand::Value(v) => wider.push(v),
                Operand::Const(Const::Typed(v)) => wider.push(self.literal(v, call.span)),
                other => return other,
            }
        }
        match op {
            Some(op) => self.binary_value(op, wide, wider[0], wider[1], call.span),
            None => self.lift(wider[0]),
        }
    }

    /// A data-dependent or affine index moved by a constant.
    pub(super) fn moved(&mut self, base: Operand, by: i64, e: &Expr) -> Operand {
        let offset = Operand::Const(Const::int(by.into()));
        if by == 0 || matches!(base, Operand::Poison) {
            return base;
        }
        if index_pair(&base, &offset) {
            return self.index_binary(
                crate::syntax::BinaryOp::Add,
                (&base, e),
                (&offset, e),
                e.span,
            );
        }
        self.binary(crate::syntax::BinaryOp::Add, (base, e), (offset, e), e.span, None)
    }
}
