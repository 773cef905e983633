//! The parameters of a pipeline.

use proc_macro2::{Delimiter, Ident};
use syn::Result;

use super::cursor::Tokens;
use super::expr::expr;
use super::range::after_lo;
use crate::error::Errors;
use crate::syntax::{Dim, Param, ParamKind, RangeExpr, TypeParam};

const INPUT: &str = "`img: [f32; rows, cols]` for an input, `t: f32` for a scalar";

/// Reads the inside of the parameter list; a broken parameter is reported and left out.
pub(super) fn params(t: &mut Tokens, errors: &mut Errors) -> Vec<Param> {
    let mut params = Vec::new();
    while !t.at_end() {
        t.start_item();
        let read = param(t).and_then(|param| match t.is_op(",") {
            true => Ok(param),
            false => t.finish("`,` or `)`").map(|()| param),
        });
        match read {
            Ok(param) => params.push(param),
            Err(error) => {
                errors.push_syn(error);
                to_next_param(t);
            }
        }
        t.take_op(",");
    }
    params
}

/// Passes over what is left of a parameter, type arguments with their commas included.
fn to_next_param(t: &mut Tokens) {
    let mut angles = 0;
    while !t.at_end() && (angles > 0 || !t.is_op(",")) {
        match t.peek_op() {
            Some("<") => angles += 1,
            Some(">") => angles -= 1,
            _ => {}
        }
        t.skip();
    }
}

fn param(t: &mut Tokens) -> Result<Param> {
    if t.is_word("mut") || t.is_word("self") {
        return Err(t.wanted("a parameter", INPUT));
    }
    let name = t.expect_name("a parameter's name", INPUT)?;
    t.expect_op(":", &format!("after the parameter `{name}`"), INPUT)?;
    match t.group(Delimiter::Bracket) {
        Some((mut inside, _)) => input(&mut inside, name),
        None => {
            let kind = ParamKind::Scalar(scalar(t, &name)?);
            Ok(Param { name, kind, values: values(t)? })
        }
    }
}

/// Reads `in lo..hi` if it comes next.
fn values(t: &mut Tokens) -> Result<Option<RangeExpr>> {
    match t.take_word("in") {
        None => Ok(None),
        Some(_) => {
            let lo = expr(t)?;
            after_lo(t, lo).map(Some)
        }
    }
}

fn scalar(t: &mut Tokens, name: &Ident) -> Result<Ident> {
    let write = format!("`{name}: [f32; rows, cols]` for an input, `{name}: f32` for a scalar");
    if t.is_op("&") {
        return Err(t.wanted("`[` or a type", &format!("{write}; inputs are borrowed anyway")));
    }
    let ty = t.expect_name("`[` or a type", &write)?;
    if matches!(t.peek_op(), Some("<" | "::")) {
        return Err(t.wanted("`,` or `)`", &write));
    }
    Ok(ty)
}

/// Reads `elem; dim, dim …`, or `elem in lo..hi; dim, dim …`.
fn input(t: &mut Tokens, name: Ident) -> Result<Param> {
    let example = format!("`{name}: [f32; rows, cols]`");
    if t.is_group(Delimiter::Bracket) {
        let write = format!("{example}, with all dimensions in one list");
        return Err(t.wanted("an element type", &write));
    }
    let elem = t.expect_name("an element type", &example)?;
    let values = values(t)?;
    t.expect_op(";", "between the element type and the dimensions", &example)?;
    if t.at_end() {
        return Err(t.wanted("a dimension", &example));
    }
    let dims = t.comma_list(|t| {
        let lo = expr(t)?;
        match t.peek_op() {
            Some(".." | "..=" | "...") => Ok(Dim::Range(after_lo(t, lo)?)),
            _ => Ok(Dim::Extent(lo)),
        }
    })?;
    Ok(Param { name, kind: ParamKind::Input { elem, dims }, values })
}

/// Reads `<T: u8, u16, f32>` if it comes next.
pub(super) fn type_params(t: &mut Tokens) -> Result<Vec<TypeParam>> {
    const EXAMPLE: &str = "`<T: u8, u16, f32>`";
    let mut params: Vec<TypeParam> = Vec::new();
    if t.take_op("<").is_none() {
        return Ok(params);
    }
    loop {
        let name = t.expect_name("a type parameter", EXAMPLE)?;
        t.expect_op(":", "before the types of a type parameter", EXAMPLE)?;
        let mut types = vec![t.expect_name("an element type", EXAMPLE)?];
        let another = loop {
            if t.take_op(",").is_none() || t.is_op(">") {
                break false;
            }
            let mut ahead = *t;
            if ahead.take_name().is_some() && ahead.is_op(":") {
                break true;
            }
            types.push(t.expect_name("an element type", EXAMPLE)?);
        };
        params.push(TypeParam { name, types });
        if !another {
            t.expect_op(">", "or `,` after an element type", EXAMPLE)?;
            return Ok(params);
        }
    }
}
