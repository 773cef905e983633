//! Stages and updates.

use proc_macro2::{Delimiter, Ident, Span};
use syn::{Error, Result};

use super::cursor::Tokens;
use super::expr::expr;
use super::operand::members;
use super::outside;
use super::range::{domain, reduction_domain};
use crate::syntax::{Body, Expr, ExprKind, Item, RangeExpr, Stage, StageRef, Update, UpdateOp};

/// What stands before the `=` of a definition, or before the operator of an update.
struct Head {
    target: StageRef,
    args: Vec<Expr>,
    ty: Option<Ident>,
    domain: Option<Vec<RangeExpr>>,
}

/// Reads a definition or an update, behind the stage's name.
pub(super) fn stage(t: &mut Tokens, name: Ident) -> Result<(Item, String)> {
    let head = head(t, name)?;
    let name = head.target.name.clone();
    if t.take_op("=").is_some() {
        let vars = head.args.into_iter().map(|arg| variable(arg, &name)).collect::<Result<_>>()?;
        let Head { target, ty, domain, .. } = head;
        let body = body(t)?;
        let stage = Stage { target, vars, ty, domain, body };
        return Ok((Item::Stage(stage), format!("the definition of `{name}`")));
    }
    let (op, op_span) = operator(t, &name)?;
    if head.ty.is_some() || head.domain.is_some() {
        return Err(Error::new(
            op_span,
            format!(
                "an update has no type and no domain of its own; write them where `{name}` gets \
                 its initial value: `{name}(i) in [0..n]: u32 = 0;`"
            ),
        ));
    }
    let value = expr(t)?;
    if t.take_word("for").is_none() {
        return Err(t.unexpected(
            "an operator or `for (y, x) in [0..rows, 0..cols]` after the value of an update",
        ));
    }
    let (vars, domain) = reduction_domain(t)?;
    let Head { target, args, .. } = head;
    let update = Update { target, args, op, op_span, value, vars, domain };
    Ok((Item::Update(update), format!("the update of `{name}`")))
}

/// Reads `[members](args): ty in [domain]`.
fn head(t: &mut Tokens, name: Ident) -> Result<Head> {
    if let Some(word) = t.peek_word() {
        return Err(Error::new(
            name.span(),
            format!(
                "expected an item, found `{name} {word}`; an item starts with `const`, `fn`, \
                 `border`, `for`, `if` or the name of a stage: write `{word}(y, x) = …;`"
            ),
        ));
    }
    let target = members(t, name)?;
    let name = &target.name;
    if t.is_op("!") || t.is_op("::") {
        return Err(outside::name(t, name));
    }
    let Some((mut inside, span)) = t.group(Delimiter::Parenthesis) else {
        return Err(t.wanted(
            &format!("`(` after `{name}`"),
            &format!(
                "`{name}(y, x) = …;` for a stage, `{name}(i) in [0..1] = …;` for one of a single value, \
                 `const {name} = …;` for a number"
            ),
        ));
    };
    let args = inside.comma_list(expr)?;
    if args.is_empty() {
        return Err(Error::new(
            span.open(),
            format!(
                "`{name}` has no index; a stage has at least one: write `{name}(x) = …;`, or \
                 `{name}(i) in [0..1] = …;` for a single value"
            ),
        ));
    }
    let mut head = Head { target, args, ty: None, domain: None };
    while annotation(t, &mut head)? {}
    Ok(head)
}

/// Reads `: ty` or `in [domain]`, whichever comes next.
fn annotation(t: &mut Tokens, head: &mut Head) -> Result<bool> {
    let name = &head.target.name;
    if t.is_op(":") {
        let again = t.error(format!("`{name}` has a type already; leave one of the two out"));
        t.take_op(":");
        if t.is_op("=") {
            return Err(t.wanted("a type after `:`", &format!("`{name}(y, x) = …;` without `:`")));
        }
        if t.is_group(Delimiter::Bracket) {
            let write =
                format!("`{name}(y, x): f32 = …;`, and a domain as `in [0..rows, 0..cols]`");
            return Err(t.wanted("a type after `:`", &write));
        }
        let ty = t.expect_name("a type after `:`", &format!("`{name}(y, x): f32 = …;`"))?;
        return if head.ty.replace(ty).is_some() { Err(again) } else { Ok(true) };
    }
    if t.is_word("in") {
        let again = t.error(format!("`{name}` has a domain already; leave one of the two out"));
        t.take_any_word();
        let ranges = domain(t, "in [0..rows, 0..cols]")?;
        return if head.domain.replace(ranges).is_some() { Err(again) } else { Ok(true) };
    }
    Ok(false)
}

/// Reads the operator of an update.
fn operator(t: &mut Tokens, name: &Ident) -> Result<(UpdateOp, Span)> {
    for (text, op) in [("+=", UpdateOp::Add), ("-=", UpdateOp::Sub), ("*=", UpdateOp::Mul)] {
        if let Some(span) = t.take_op(text) {
            return Ok((op, span));
        }
    }
    for (text, op) in [("min", UpdateOp::Min), ("max", UpdateOp::Max)] {
        if let Some(word) = t.take_word(text) {
            t.expect_op("=", &format!("after `{text}`"), &format!("`{name}(i) {text}= …`"))?;
            return Ok((op, word.span()));
        }
    }
    let write = match t.peek_op() {
        Some("==") => format!("`{name}(y, x) = …;` with a single `=`"),
        Some("->") => format!("`{name}(y, x): f32 = …;` for its type"),
        Some("/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=") => {
            "an update with `+=`, `-=`, `*=`, `min=` or `max=`".into()
        }
        _ if t.is_group(Delimiter::Bracket) => {
            format!("`{name}(y, x) in [0..rows, 0..cols] = …;` for its domain")
        }
        _ => format!("`{name}(y, x) = …;`"),
    };
    Err(t.wanted(
        "`=`, `:`, `in` or an update (`+=`, `-=`, `*=`, `min=`, `max=`) after the indices",
        &write,
    ))
}

/// The plain name that an index variable must be.
fn variable(arg: Expr, stage: &Ident) -> Result<Ident> {
    match arg.kind {
        ExprKind::Name(name) => Ok(name),
        ExprKind::Call { .. } => Err(Error::new(
            arg.span,
            format!(
                "`{stage}(…) = …` defines every point, so its indices are plain names; the points \
                 that data name are changed by an update, `{stage}(…) += e for (y, x) in [0..rows, \
                 0..cols];`, whose operator is `+=`, `-=`, `*=`, `min=` or `max=`"
            ),
        )),
        _ => Err(Error::new(
            arg.span,
            format!(
                "an index variable of `{stage}` must be a plain name; write `{stage}(y, x) = …;` \
                 and put shifts, factors and cases on the right-hand side"
            ),
        )),
    }
}

/// Reads a definition, behind its `=`.
fn body(t: &mut Tokens) -> Result<Body> {
    let start = *t;
    if let Some(word) = t.take_word("case")
        && let Some((mut inside, _)) = t.group(Delimiter::Brace)
    {
        return Ok(Body::Cases { arms: arms(&mut inside)?, span: word.span() });
    }
    *t = start;
    Ok(Body::Expr(expr(t)?))
}

/// Reads `cond => e, …, else => e`.
fn arms(t: &mut Tokens) -> Result<Vec<(Option<Expr>, Expr)>> {
    const EXAMPLE: &str = "`case { y < 2 => a, else => b }`";
    if t.at_end() {
        return Err(t.wanted("a condition or `else`", EXAMPLE));
    }
    let mut rest: Option<Span> = None;
    t.comma_list(|t| {
        if let Some(span) = rest {
            return Err(Error::new(span, "`else` takes every case left; write it last"));
        }
        let other = t.take_word("else").or_else(|| t.take_word("_"));
        rest = other.map(|word| word.span());
        let cond = if rest.is_some() { None } else { Some(expr(t)?) };
        t.expect_op("=>", "between the condition and the value of a case", EXAMPLE)?;
        Ok((cond, expr(t)?))
    })
}
