//! Expressions: Rust's operators with Rust's precedence and associativity.

use syn::Result;

use super::cursor::Tokens;
use super::{operand, ops};
use crate::syntax::{Expr, ExprKind, UnaryOp};

/// Reads an expression, as far as it goes.
pub(super) fn expr(t: &mut Tokens) -> Result<Expr> {
    t.nested(|t| binary(t, 1))
}

/// Reads operands joined by binary operators that bind at least this strongly.
fn binary(t: &mut Tokens, weakest: u8) -> Result<Expr> {
    let mut left = cast(t)?;
    let mut before: Option<(&str, u8)> = None;
    while let Some(text) = t.peek_op() {
        let Some((op, strength)) = ops::binary(text).filter(|(_, s)| *s >= weakest) else { break };
        match before {
            Some((first, ops::COMPARISON)) if strength == ops::COMPARISON => {
                return Err(t.error(format!(
                    "comparisons do not chain; write `a {first} b && b {text} c`"
                )));
            }
            Some(_) => t.chained()?,
            None => {}
        }
        let Some(span) = t.take_op(text) else { break };
        let right = t.nested(|t| binary(t, strength + 1))?;
        left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        before = Some((text, strength));
    }
    Ok(left)
}

/// Reads `a as ty as ty …`.
fn cast(t: &mut Tokens) -> Result<Expr> {
    let mut value = unary(t)?;
    let mut casts = 0;
    while let Some(word) = t.take_word("as") {
        let ty = t.expect_name("a type after `as`", "`e as f32`")?;
        if casts > 0 {
            t.chained()?;
        }
        casts += 1;
        value = Expr { kind: ExprKind::Cast(Box::new(value), ty), span: word.span() };
    }
    Ok(value)
}

/// Reads `-a`, `!a` and what binds more strongly.
fn unary(t: &mut Tokens) -> Result<Expr> {
    let (op, span) = if let Some(span) = t.take_op("-") {
        (UnaryOp::Neg, span)
    } else if let Some(span) = t.take_op("!") {
        (UnaryOp::Not, span)
    } else {
        return operand::operand(t);
    };
    let value = t.nested(unary)?;
    Ok(Expr { kind: ExprKind::Unary(op, Box::new(value)), span })
}
