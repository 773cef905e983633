//! Numbers.

use syn::{Error, Lit, Result};

use super::cursor::Tokens;
use super::describe::quoted;
use super::ops;
use crate::syntax::{Expr, ExprKind};

/// Digits beyond which no number can be meant.
const LONGEST: usize = 400;

/// Reads a literal, which must be a number.
pub(super) fn number(t: &mut Tokens) -> Result<Expr> {
    let Some(literal) = t.take_literal() else { return Err(t.unexpected("a number")) };
    let span = literal.span();
    let text = literal.to_string();
    let error = |message: String| Error::new(span, message);
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    if is_number && text.len() > LONGEST {
        return Err(error(format!("a number of {} characters is out of range", text.len())));
    }
    let kind = match Lit::new(literal) {
        Lit::Int(int) if ops::FLOATS.contains(&int.suffix()) => {
            ExprKind::Float { value: int.base10_parse()?, suffix: int.suffix().to_string() }
        }
        Lit::Int(int) => {
            let suffix = int.suffix().to_string();
            check_suffix(int.base10_digits(), &suffix, &ops::INTEGERS).map_err(error)?;
            let value = int.base10_parse().map_err(|_| {
                error(format!(
                    "{} is out of range; the largest integer is 2^127 - 1",
                    quoted(&text)
                ))
            })?;
            ExprKind::Int { value, suffix }
        }
        Lit::Float(float) => {
            let suffix = float.suffix().to_string();
            check_suffix(float.base10_digits(), &suffix, &ops::FLOATS).map_err(error)?;
            let value: f64 = float.base10_parse()?;
            let digits = float.base10_digits().split(['e', 'E']).next().unwrap_or_default();
            let lost = value == 0.0 && digits.contains(|c: char| matches!(c, '1'..='9'));
            if value.is_infinite() || lost {
                return Err(error(format!("{} is out of range of `f64`", quoted(&text))));
            }
            ExprKind::Float { value, suffix }
        }
        Lit::Byte(byte) => {
            let write = byte.value();
            return Err(error(format!(
                "expected a number, found {}; write `{write}u8`",
                quoted(&text)
            )));
        }
        _ => {
            return Err(error(format!(
                "expected a number, found {}; values are numbers and `true` or `false`",
                quoted(&text)
            )));
        }
    };
    Ok(Expr { kind, span })
}

fn check_suffix(digits: &str, suffix: &str, known: &[&str]) -> std::result::Result<(), String> {
    if suffix.is_empty() || known.contains(&suffix) {
        return Ok(());
    }
    let types = known.join("`, `");
    // The suffixes of C.
    if ["f", "F", "d", "u", "U", "l", "L"].contains(&suffix) {
        return Err(format!("unknown suffix `{suffix}`; write one of `{types}`, or none"));
    }
    if suffix.contains(|c: char| c.is_ascii_digit()) || suffix.ends_with("size") {
        return Err(format!("unknown suffix `{suffix}`; write one of `{types}`, or none"));
    }
    Err(format!("unknown suffix `{suffix}`; a product is written `{digits} * {suffix}`"))
}
