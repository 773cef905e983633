//! `lo..hi`, `lo..=hi`, `lo..hi step s`, and the lists of them that make a domain.

use proc_macro2::{Delimiter, Ident};
use syn::Result;

use super::cursor::Tokens;
use super::expr::expr;
use crate::syntax::{Expr, RangeExpr};

/// Reads a range with an optional `step`.
pub(super) fn range(t: &mut Tokens) -> Result<RangeExpr> {
    if t.is_group(Delimiter::Bracket) {
        return Err(t.wanted("the first value of a range", "`0..n` without brackets"));
    }
    if t.is_op("..") || t.is_op("..=") {
        return Err(t.wanted("the first value of a range", "`0..n`"));
    }
    let lo = expr(t)?;
    let mut range = after_lo(t, lo)?;
    if t.take_word("step").is_some() {
        range.step = Some(expr(t)?);
    }
    Ok(range)
}

/// Reads the rest of a range, behind its first value.
pub(super) fn after_lo(t: &mut Tokens, lo: Expr) -> Result<RangeExpr> {
    let span = t.span();
    let inclusive = if t.take_op("..=").is_some() {
        true
    } else if t.take_op("..").is_some() {
        false
    } else if t.is_op("...") {
        return Err(t.unexpected("`..` or `..=`"));
    } else {
        return Err(t.wanted(
            "`..` or `..=` after the first value of a range",
            "`0..n`, or `0..=n` with its last value",
        ));
    };
    if t.at_end() || matches!(t.peek_op(), Some("," | ";")) {
        return Err(t.wanted("the end of the range", "`0..n`"));
    }
    Ok(RangeExpr { lo, hi: expr(t)?, inclusive, step: None, span })
}

/// Reads `[range, …]`; `example` shows the place that it stands in.
pub(super) fn domain(t: &mut Tokens, example: &str) -> Result<Vec<RangeExpr>> {
    let Some((mut inside, _)) = t.group(Delimiter::Bracket) else {
        return Err(t.wanted("`[`", &format!("`{example}`")));
    };
    if inside.at_end() {
        return Err(inside.wanted("a range for each index", &format!("`{example}`")));
    }
    inside.comma_list(range)
}

/// Reads `v` or `(v, …)`, then `in [range, …]`: the end of an update, behind `for`.
pub(super) fn reduction_domain(t: &mut Tokens) -> Result<(Vec<Ident>, Vec<RangeExpr>)> {
    const EXAMPLE: &str = "for (y, x) in [0..rows, 0..cols]";
    let vars = match t.group(Delimiter::Parenthesis) {
        Some((mut inside, _)) => {
            if inside.at_end() {
                return Err(inside.wanted("a variable", &format!("`{EXAMPLE}`")));
            }
            inside.comma_list(|t| t.expect_name("a variable", &format!("`{EXAMPLE}`")))?
        }
        None => vec![t.expect_name("a variable or `(` after `for`", &format!("`{EXAMPLE}`"))?],
    };
    if t.take_word("in").is_none() {
        return Err(t.wanted("`in` after the variables", &format!("`{EXAMPLE}`")));
    }
    Ok((vars, domain(t, EXAMPLE)?))
}
