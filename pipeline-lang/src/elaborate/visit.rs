//! Walks over items and expressions before they are elaborated.

use crate::syntax::{Expr, ExprKind, Item, RangeExpr, StageRef};
use proc_macro2::Ident;

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameRole {
    /// In an expression.
    Value,
    /// Before parentheses or brackets.
    Callee,
}

/// Calls `f` for the items and those within loops and conditions.
pub(super) fn for_each_item<'b>(items: &'b [Item], f: &mut impl FnMut(&'b Item)) {
    for item in items {
        f(item);
        match item {
            Item::For { items, .. } => for_each_item(items, f),
            Item::If { then, otherwise, .. } => {
                for_each_item(then, f);
                for_each_item(otherwise, f);
            }
            Item::Const { .. }
            | Item::Helper { .. }
            | Item::Border { .. }
            | Item::Stage(_)
            | Item::Update(_)
            | Item::Broken(_) => {}
        }
    }
}

/// Calls `f` for every name that an expression uses, from left to right.
pub(super) fn names<'e>(e: &'e Expr, f: &mut impl FnMut(&'e Ident, NameRole)) {
    match &e.kind {
        ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Bool(_) => {}
        ExprKind::Name(n) => f(n, NameRole::Value),
        ExprKind::Call { callee, args } => {
            stage(callee, f);
            args.iter().for_each(|a| names(a, f));
        }
        ExprKind::Member(s) => stage(s, f),
        ExprKind::Window { ranges, body, .. } => {
            for (_, RangeExpr { lo, hi, step, .. }) in ranges {
                names(lo, f);
                names(hi, f);
                step.iter().for_each(|s| names(s, f));
            }
            names(body, f);
        }
        ExprKind::Array(items) => items.iter().for_each(|i| names(i, f)),
        ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => names(a, f),
        ExprKind::Binary(_, a, b) => {
            names(a, f);
            names(b, f);
        }
        ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| names(e, f)),
        ExprKind::Block(lets, value) => {
            lets.iter().for_each(|(_, e)| names(e, f));
            names(value, f);
        }
    }
}

fn stage<'e>(s: &'e StageRef, f: &mut impl FnMut(&'e Ident, NameRole)) {
    f(&s.name, NameRole::Callee);
    s.members.iter().for_each(|m| names(m, f));
}
