//! Expressions as text, for messages and for the clauses that a pipeline quotes at run time.

use crate::syntax::{BinaryOp, Expr, ExprKind, RangeExpr, StageRef, UnaryOp};
use proc_macro2::Ident;
use syn::ext::IdentExt;

/// A longer text says less than "the left side".
const LONGEST: usize = 48;

/// What is nested deeper prints as `…`: the tree of a long chain is tall.
const DEEPEST: usize = 64;

/// Binding strength of an operand of `as`.
const CAST: u8 = 11;

/// The name without a raw prefix.
pub(crate) fn name(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The expression as the user could have written it.
pub(crate) fn text(e: &Expr) -> String {
    print(e, 0, DEEPEST)
}

/// The text if it is short, else `otherwise`.
pub(super) fn brief(e: &Expr, otherwise: &str) -> String {
    let text = text(e);
    if text.len() <= LONGEST { format!("`{text}`") } else { otherwise.to_string() }
}

/// `e as ty`, with an ellipsis for a long `e`.
pub(super) fn cast(e: &Expr, ty: &str) -> String {
    let text = print(e, CAST, DEEPEST);
    if text.len() <= LONGEST { format!("{text} as {ty}") } else { format!("(…) as {ty}") }
}

/// A stage with its family members.
pub(super) fn stage(s: &StageRef) -> String {
    let members: String = s.members.iter().map(|m| format!("[{}]", text(m))).collect();
    format!("{}{members}", name(&s.name))
}

/// The operator's token and binding strength.
pub(super) fn operator(op: BinaryOp) -> (&'static str, u8) {
    use BinaryOp::*;
    match op {
        Mul => ("*", 10),
        Div => ("/", 10),
        Rem => ("%", 10),
        Add => ("+", 9),
        Sub => ("-", 9),
        Shl => ("<<", 8),
        Shr => (">>", 8),
        BitAnd => ("&", 7),
        BitXor => ("^", 6),
        BitOr => ("|", 5),
        Eq => ("==", 4),
        Ne => ("!=", 4),
        Lt => ("<", 4),
        Le => ("<=", 4),
        Gt => (">", 4),
        Ge => (">=", 4),
        And => ("&&", 3),
        Or => ("||", 2),
    }
}

/// `1 range`, `2 ranges`.
pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// An operand of an `i32` operation, for an expression that so far is an index expression.
pub(super) fn operand_i32(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int { .. } => text(e),
        _ => format!("({})", cast(e, "i32")),
    }
}

/// `lo..hi`, `lo..=hi step s`.
pub(crate) fn range(r: &RangeExpr) -> String {
    let dots = if r.inclusive { "..=" } else { ".." };
    let step = r.step.as_ref().map_or(String::new(), |s| format!(" step {}", text(s)));
    format!("{}{dots}{}{step}", text(&r.lo), text(&r.hi))
}

fn list(items: &[Expr], depth: usize) -> String {
    items.iter().map(|e| print(e, 0, depth)).collect::<Vec<_>>().join(", ")
}

/// Prints with parentheses where the operator binds less than `outer`, down to a depth.
fn print(e: &Expr, outer: u8, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "…".into() };
    let inner = |e: &Expr| print(e, 0, depth);
    let (text, strength) = match &e.kind {
        ExprKind::Int { value, suffix } => (format!("{value}{suffix}"), 13),
        ExprKind::Float { value, suffix } => (format!("{value:?}{suffix}"), 13),
        ExprKind::Bool(b) => (b.to_string(), 13),
        ExprKind::Name(n) => (name(n), 13),
        ExprKind::Call { callee, args } => {
            (format!("{}({})", stage(callee), list(args, depth)), 13)
        }
        ExprKind::Member(s) => (stage(s), 13),
        ExprKind::Window { op, ranges, body } => {
            let ranges: Vec<String> = ranges
                .iter()
                .map(|(v, r)| {
                    let dots = if r.inclusive { "..=" } else { ".." };
                    format!("{} in {}{dots}{}", name(v), inner(&r.lo), inner(&r.hi))
                })
                .collect();
            (format!("{}({}; {})", name(op), ranges.join(", "), inner(body)), 13)
        }
        ExprKind::Array(items) => (format!("[{}]", list(items, depth)), 13),
        ExprKind::Unary(op, a) => {
            let op = match op {
                UnaryOp::Neg => "-",
                UnaryOp::Not => "!",
            };
            (format!("{op}{}", print(a, 12, depth)), 12)
        }
        ExprKind::Binary(op, a, b) => {
            let (token, strength) = operator(*op);
            // Comparisons do not chain.
            let left = if strength == 4 { 5 } else { strength };
            (
                format!("{} {token} {}", print(a, left, depth), print(b, strength + 1, depth)),
                strength,
            )
        }
        ExprKind::Cast(a, ty) => (format!("{} as {ty}", print(a, CAST, depth)), CAST),
        ExprKind::If(c, a, b) => {
            (format!("if {} {{ {} }} else {{ {} }}", inner(c), inner(a), inner(b)), 1)
        }
        ExprKind::Block(lets, value) => {
            let lets: String =
                lets.iter().map(|(n, e)| format!("let {} = {}; ", name(n), inner(e))).collect();
            (format!("{{ {lets}{} }}", inner(value)), 1)
        }
    };
    if strength < outer { format!("({text})") } else { text }
}
