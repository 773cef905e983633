//! Values that come with braces: `if c { a } else { b }` and `{ let a = e; … value }`.

use pipeline_core::ir::ElemType;
use proc_macro2::{Delimiter, Ident};
use syn::{Error, Result};

use super::cursor::Tokens;
use super::expr::expr;
use crate::syntax::{Expr, ExprKind};

/// Reads `if c { a } else { b }`.
pub(super) fn choice(t: &mut Tokens) -> Result<Expr> {
    let span = t.span();
    t.take_any_word();
    let cond = Box::new(expr(t)?);
    let then = Box::new(braces(t, " after the condition of `if`")?);
    if t.take_word("else").is_none() {
        return Err(Error::new(
            span,
            "this `if` has no `else`, but a stage needs a value everywhere; write \
             `if c { a } else { b }`",
        ));
    }
    let otherwise = match t.is_word("if") {
        true => t.nested(choice),
        false => braces(t, " or `if` after `else`"),
    };
    Ok(Expr { kind: ExprKind::If(cond, then, Box::new(otherwise?)), span })
}

/// Reads `{ let a = e; … value }`. Without a `let` it is the value itself.
pub(super) fn braces(t: &mut Tokens, place: &str) -> Result<Expr> {
    let Some((mut inside, span)) = t.group(Delimiter::Brace) else {
        let expected = format!("`{{`{place}");
        let operator = ["and", "or", "xor", "mod", "div"].iter().any(|word| t.is_word(word));
        return Err(match t.is_op("=") || operator {
            true => t.unexpected(&expected),
            false => t.wanted(&expected, "`if c { a } else { b }`"),
        });
    };
    let mut lets = Vec::new();
    while inside.take_word("let").is_some() {
        lets.push(binding(&mut inside)?);
    }
    let value = last_value(inside)?;
    match lets.is_empty() {
        true => Ok(value),
        false => Ok(Expr { kind: ExprKind::Block(lets, Box::new(value)), span: span.open() }),
    }
}

/// Reads the value that ends a block.
fn last_value(mut inside: Tokens) -> Result<Expr> {
    if inside.at_end() {
        return Err(inside.wanted("the value of the block", "`{ let a = …; a + 1 }`"));
    }
    let value = expr(&mut inside)?;
    if inside.at_end() { Ok(value) } else { Err(no_end(&inside)) }
}

/// The error for what follows the value that ends a block.
fn no_end(inside: &Tokens) -> Error {
    match inside.peek_op() {
        Some(";") => inside.error(
            "expected `}`, found `;`; the value at the end of a block stands without `;`, and \
             what comes before it is `let name = …;`",
        ),
        Some("=") => inside.unexpected("an operator or `}` (a name for a value: `let a = …;`)"),
        _ => inside.unexpected("an operator or `}`"),
    }
}

/// Reads `a = e;` behind `let`.
fn binding(t: &mut Tokens) -> Result<(Ident, Expr)> {
    let name = bound_name(t)?;
    let value = expr(t)?;
    match t.take_op(";") {
        Some(_) => Ok((name, value)),
        None => Err(t.unexpected(&format!("an operator or `;` after `let {name} = …`"))),
    }
}

/// Reads `a =` behind `let`.
fn bound_name(t: &mut Tokens) -> Result<Ident> {
    if t.is_word("mut") {
        return Err(t.unexpected("a name after `let`"));
    }
    let name = t.expect_name("a name after `let`", "`let a = …;`")?;
    if t.is_op(":") {
        let mut behind = *t;
        behind.skip();
        let ty = behind.peek_word().map(|word| word.to_string());
        let ty = ty.filter(|ty| ElemType::from_name(ty).is_some()).unwrap_or_else(|| "f32".into());
        return Err(t.wanted("`=`", &format!("`let {name} = (e) as {ty};`")));
    }
    t.expect_op("=", "after the name", &format!("`let {name} = …;`"))?;
    Ok(name)
}
