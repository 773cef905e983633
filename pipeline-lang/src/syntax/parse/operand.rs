//! What operators join: literals, names, calls and groups.

use proc_macro2::{Delimiter, Ident};
use syn::{Error, Result};

use super::cursor::Tokens;
use super::expr::expr;
use super::{block, literal, outside, window};
use crate::syntax::{Expr, ExprKind, StageRef};

/// Reads one operand with the methods called on it.
pub(super) fn operand(t: &mut Tokens) -> Result<Expr> {
    if t.breaks_off() {
        return no_value(t);
    }
    let mut value = primary(t)?;
    let mut calls = 0;
    while t.is_op(".") {
        if calls > 0 {
            t.chained()?;
        }
        calls += 1;
        value = method(t, value)?;
    }
    match t.is_group(Delimiter::Parenthesis) || t.is_group(Delimiter::Bracket) {
        true => Err(second_group(t)),
        false => Ok(value),
    }
}

/// Reads an operand without methods.
///
/// Each kind has a function of its own, which keeps the stack frames of the recursion small.
fn primary(t: &mut Tokens) -> Result<Expr> {
    if let Some(inside) = t.macro_argument() {
        return whole(inside, "an operator or the end of the macro argument");
    }
    if t.is_literal() {
        literal::number(t)
    } else if t.is_group(Delimiter::Parenthesis) {
        parenthesised(t)
    } else if t.is_group(Delimiter::Bracket) {
        array(t)
    } else if t.is_group(Delimiter::Brace) {
        block::braces(t, "")
    } else if t.is_word("if") {
        block::choice(t)
    } else if t.is_word("true") || t.is_word("false") {
        truth(t)
    } else {
        word(t)
    }
}

/// The error for `f(y)(x)` and `(a)[k]`.
fn second_group(t: &Tokens) -> Error {
    t.unexpected(match t.is_group(Delimiter::Parenthesis) {
        true => "an operator (only a name can be called: `f(y, x)`)",
        false => "an operator (only a name has members: `f[k](y, x)`)",
    })
}

fn parenthesised(t: &mut Tokens) -> Result<Expr> {
    let Some((mut inside, _)) = t.group(Delimiter::Parenthesis) else { return no_value(t) };
    let value = expr(&mut inside)?;
    if inside.is_op(",") {
        return Err(inside.error(
            "expected an operator or `)`, found `,`; a value is one number, there are no tuples",
        ));
    }
    inside.finish("an operator or `)`")?;
    Ok(value)
}

fn array(t: &mut Tokens) -> Result<Expr> {
    let Some((mut inside, span)) = t.group(Delimiter::Bracket) else { return no_value(t) };
    let values = inside.comma_list(expr)?;
    Ok(Expr { kind: ExprKind::Array(values), span: span.open() })
}

fn truth(t: &mut Tokens) -> Result<Expr> {
    let Some(word) = t.take_any_word() else { return no_value(t) };
    Ok(Expr { kind: ExprKind::Bool(word == "true"), span: word.span() })
}

fn word(t: &mut Tokens) -> Result<Expr> {
    let start = *t;
    if let Some(error) = outside::path(t) {
        return Err(error);
    }
    let Some(name) = t.take_name() else { return no_value(t) };
    let negated = name == "not" && (t.peek_word().is_some() || t.is_literal());
    if negated || name == "case" && t.is_group(Delimiter::Brace) {
        return no_value(&start);
    }
    named(t, name)
}

fn no_value(t: &Tokens) -> Result<Expr> {
    Err(t.unexpected("a value"))
}

/// Reads an expression that must fill the whole group.
fn whole(mut inside: Tokens, expected: &str) -> Result<Expr> {
    let value = expr(&mut inside)?;
    inside.finish(expected)?;
    Ok(value)
}

/// Reads what follows a name: members, arguments, a window.
fn named(t: &mut Tokens, name: Ident) -> Result<Expr> {
    let span = name.span();
    if matches!(t.peek_op(), Some("!" | "::")) {
        return Err(outside::name(t, &name));
    }
    let callee = members(t, name)?;
    let Some((inside, _)) = t.group(Delimiter::Parenthesis) else {
        let kind = match callee.members.is_empty() {
            true => ExprKind::Name(callee.name),
            false => ExprKind::Member(callee),
        };
        return Ok(Expr { kind, span });
    };
    match window::starts(inside) {
        true => window::window(inside, callee),
        false => call(inside, callee, Vec::new()),
    }
}

/// Reads the arguments of a call behind those it has already.
fn call(mut inside: Tokens, callee: StageRef, mut args: Vec<Expr>) -> Result<Expr> {
    let span = callee.name.span();
    args.extend(inside.comma_list(expr)?);
    Ok(Expr { kind: ExprKind::Call { callee, args }, span })
}

/// Reads the family members after a name: `[k][l]`.
pub(super) fn members(t: &mut Tokens, name: Ident) -> Result<StageRef> {
    let mut members = Vec::new();
    while let Some((inside, _)) = t.group(Delimiter::Bracket) {
        members.push(member(inside, &name)?);
    }
    Ok(StageRef { name, members })
}

fn member(mut inside: Tokens, name: &Ident) -> Result<Expr> {
    if inside.at_end() {
        return Err(inside.wanted("a family member", &format!("`{name}[k]`")));
    }
    let member = expr(&mut inside)?;
    if inside.is_op(",") {
        let write =
            format!("`{name}(y, x)` to read a stage, `{name}[k][l]` for a member of a member");
        return Err(inside.wanted("`]`", &write));
    }
    inside.finish("an operator or `]`")?;
    Ok(member)
}

/// Reads `.name(args)`, which is `name(value, args)`.
fn method(t: &mut Tokens, value: Expr) -> Result<Expr> {
    t.take_op(".");
    let name = t.expect_name("a function's name after `.`", "`a.min(b)`, which is `min(a, b)`")?;
    if name == "step_by" || name == "rev" {
        return Err(Error::new(
            name.span(),
            format!("ranges have no `{name}`; write `0..n step 2`, and reverse in the indices"),
        ));
    }
    let Some((inside, _)) = t.group(Delimiter::Parenthesis) else {
        return Err(t.wanted(
            &format!("`(` after `.{name}`"),
            &format!(
                "`a.{name}(b)`, which is `{name}(a, b)`; values have no fields, a channel is an index \
                 more"
            ),
        ));
    };
    call(inside, StageRef { name, members: Vec::new() }, vec![value])
}
