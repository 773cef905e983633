//! `sum(dy in -1..=1, dx in -1..=1; e)` and its sisters.

use proc_macro2::Ident;
use syn::{Error, Result};

use super::cursor::Tokens;
use super::expr::expr;
use super::range::range;
use crate::syntax::{Expr, ExprKind, RangeExpr, StageRef};

const REDUCTIONS: [&str; 6] = ["sum", "min", "max", "product", "any", "all"];

/// Whether the inside of a call's parentheses is a window: `v in …`.
pub(super) fn starts(mut inside: Tokens) -> bool {
    inside.take_any_word().is_some() && inside.is_word("in")
}

/// Reads the inside of a window's parentheses.
pub(super) fn window(mut t: Tokens, callee: StageRef) -> Result<Expr> {
    let op = callee.name;
    if !callee.members.is_empty() || !REDUCTIONS.iter().any(|name| op == name) {
        return Err(Error::new(
            op.span(),
            format!(
                "expected a window reduction ({}), found `{op}`; write `sum(d in -1..=1; e)`",
                REDUCTIONS.map(|name| format!("`{name}`")).join(", ")
            ),
        ));
    }
    let example = format!("`{op}(dy in -1..=1, dx in -1..=1; e)`");
    let ranges = ranges(&mut t, &example)?;
    if t.at_end() {
        return Err(t.wanted("the value of the window", &example));
    }
    let body = Box::new(expr(&mut t)?);
    t.finish("an operator or `)`")?;
    let span = op.span();
    Ok(Expr { kind: ExprKind::Window { op, ranges, body }, span })
}

/// Reads `v in range, … ;`.
fn ranges(t: &mut Tokens, example: &str) -> Result<Vec<(Ident, RangeExpr)>> {
    let mut ranges = Vec::new();
    loop {
        let var = t.expect_name("a window variable", example)?;
        if t.take_word("in").is_none() {
            return Err(t.wanted(&format!("`in` after the window variable `{var}`"), example));
        }
        ranges.push((var, range(t)?));
        if t.take_op(",").is_none() || t.is_op(";") {
            break;
        }
    }
    t.expect_op(";", "between the ranges and the value of the window", example)?;
    Ok(ranges)
}
