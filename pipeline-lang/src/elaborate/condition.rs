//! Conditions: `if`, `&&`, `||`, and comparisons of index expressions as values.

use super::expr::{Elab, type_of};
use super::operand::{Cond, Const, Operand, Val};
use super::print;
use super::scope::NameScope;
use crate::syntax::{BinaryOp, Expr};
use pipeline_core::ir::{self, ElemType, Node};
use proc_macro2::Span;
use std::rc::Rc;

impl Elab<'_, '_> {
    /// `if c { a } else { b }`.
    pub(super) fn choose(
        &mut self,
        [c, a, b]: [&Expr; 3],
        span: Span,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        let condition = self.expr(c, scope, None);
        if let Operand::Const(Const::Bool(first)) = condition {
            return self.expr(if first { a } else { b }, scope, hint);
        }
        self.decides(&condition);
        let branches = self.together(&[a, b], scope, hint);
        let condition = self.condition(condition, c);
        let items: Vec<_> = branches.into_iter().zip([a, b]).collect();
        let unified = self.unify(&items, hint, span);
        let (Some(c), Some((ty, sides))) = (condition, unified) else { return Operand::Poison };
        let node = Node::Select(self.local(c), self.local(sides[0]), self.local(sides[1]));
        Operand::Value(self.push(ty, node, span))
    }

    /// The operand as a truth value; anything else is an error.
    pub(super) fn condition(&mut self, operand: Operand, e: &Expr) -> Option<Val> {
        let ty = match &operand {
            Operand::Poison => return None,
            other => type_of(other),
        };
        if ty == Some(ElemType::Bool) {
            return self.convert(operand, ElemType::Bool, e);
        }
        let kind = match (&operand, ty) {
            (Operand::Index(_), _) => "an index expression".to_string(),
            (_, Some(ty)) => ty.to_string(),
            _ => "a number".to_string(),
        };
        let shown = print::brief(e, "this");
        self.error(e.span, format!("mismatched types: a condition is a bool, {shown} is {kind}"));
        None
    }

    /// `a && b`, `a || b`; the right side is not looked at when the left one decides.
    pub(super) fn logic(
        &mut self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        span: Span,
        scope: &NameScope,
    ) -> Operand {
        let and = op == BinaryOp::And;
        let left = self.expr(a, scope, None);
        if let Operand::Const(Const::Bool(l)) = left {
            if l != and {
                return left;
            }
            let right = self.expr(b, scope, None);
            return match &right {
                Operand::Cond(_) | Operand::Const(Const::Bool(_)) => right,
                _ => self.condition(right, b).map_or(Operand::Poison, |v| self.lift(v)),
            };
        }
        self.decides(&left);
        let right = self.expr(b, scope, None);
        match (&left, &right) {
            (Operand::Cond(l), Operand::Cond(r)) => {
                if let Some(both) = Cond::combine(and, l, r) {
                    return Operand::Cond(both);
                }
            }
            (Operand::Cond(_) | Operand::Value(_), Operand::Const(Const::Bool(r))) => {
                let left_holds = self.condition(left.clone(), a).is_some();
                return match (left_holds, *r == and) {
                    (false, _) => Operand::Poison,
                    (true, true) => left,
                    (true, false) => right,
                };
            }
            _ => {}
        }
        let (left, right) = (self.condition(left, a), self.condition(right, b));
        let (Some(l), Some(r)) = (left, right) else { return Operand::Poison };
        let op = if and { ir::BinaryOp::And } else { ir::BinaryOp::Or };
        self.binary_value(op, ElemType::Bool, l, r, span)
    }

    /// A condition as a value.
    pub(super) fn condition_value(&mut self, c: &Rc<Cond>, span: Span) -> Val {
        let (node_of, a, b): (fn(ir::ExprId, ir::ExprId) -> Node, _, _) = match &**c {
            Cond::Test(t) => return self.push(ElemType::Bool, Node::Test(t.clone()), span),
            Cond::Not(a) => {
                let a = self.condition_value(a, span);
                return self.push(ElemType::Bool, Node::Unary(ir::UnaryOp::Not, a.id), span);
            }
            Cond::And(a, b) => (|a, b| Node::Binary(ir::BinaryOp::And, a, b), a, b),
            Cond::Or(a, b) => (|a, b| Node::Binary(ir::BinaryOp::Or, a, b), a, b),
        };
        let (a, b) = (self.condition_value(a, span), self.condition_value(b, span));
        self.push(ElemType::Bool, node_of(a.id, b.id), span)
    }
}
