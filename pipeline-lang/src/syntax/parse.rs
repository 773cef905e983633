//! Tokens to syntax tree.
//!
//! A hand-written descent over the tokens of a block, with a precedence climber for expressions.
//! Nothing stops at the first mistake: a broken item is reported and left out, and its neighbours
//! are still read. No token stream makes it panic, loop or run out of stack.

mod ahead;
mod attribute;
mod block;
mod cursor;
mod depth;
mod describe;
mod expr;
mod header;
mod item;
mod literal;
mod operand;
mod ops;
mod outside;
mod param;
mod range;
mod recover;
mod stage;
mod window;

#[cfg(test)]
mod tests;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::buffer::TokenBuffer;

use self::cursor::{ParseLimits, Tokens};
use super::{Item, PipelineBlock, PlannedStage, StageLayout, StageRef};
use crate::error::Errors;

/// Reads one `pipeline!` block and reports everything wrong in it.
///
/// A broken item or `where` clause is left out of the tree; the rest is there, so that later passes
/// can look at it and the expansion can emit the pipeline's signature. `None` only if the header
/// itself, up to the outputs, cannot be read.
pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<PipelineBlock> {
    let buffer = TokenBuffer::new2(depth::bounded(tokens));
    let limits = ParseLimits::default();
    let mut t = Tokens::new(buffer.begin(), &limits);
    let Some(block) = header::header(&mut t, errors) else {
        if let Some(mut body) = last_braces(t) {
            item::items(&mut body, errors);
        }
        return None;
    };
    let expected = match t.is_word("where") {
        true => "`,` or the body `{ … }` after the `where` clauses",
        false => "`where` or the body `{ … }` after the outputs",
    };
    let clauses = header::clauses(&mut t, errors);
    let items = body(&mut t, expected, errors);
    Some(PipelineBlock { clauses, items, ..block })
}

/// Reads the header only, silently: name, parameters and outputs, without clauses and items.
///
/// For an expansion that must emit a signature however broken the body is.
pub fn parse_header(tokens: TokenStream) -> Option<PipelineBlock> {
    let buffer = TokenBuffer::new2(depth::bounded(tokens));
    let limits = ParseLimits::default();
    header::header(&mut Tokens::new(buffer.begin(), &limits), &mut Errors::default())
}

/// Reads a list of stages in parentheses: `(f, g[2])`, the arguments of a setting.
///
/// # Errors
/// On the first token that does not belong there.
pub fn parse_stages(group: &Group) -> syn::Result<Vec<StageRef>> {
    let buffer = TokenBuffer::new2(TokenTree::from(group.clone()).into());
    let limits = ParseLimits::default();
    let Some((mut inside, _)) = Tokens::new(buffer.begin(), &limits).group(Delimiter::Parenthesis)
    else {
        return Ok(Vec::new());
    };
    inside.comma_list(|t| {
        let name = t.expect_name("the name of a stage", "`f` or `f[k]`")?;
        operand::members(t, name)
    })
}

/// Reads a list of stages of a plan: `(f, g[2], g[2]_columns, h.parts[1], h.parts[1]_index)`.
/// Keywords are names, since plans show names as they are.
///
/// # Errors
/// On the first token that does not belong there.
pub fn parse_planned(stages: &Group) -> syn::Result<Vec<PlannedStage>> {
    let buffer = TokenBuffer::new2(TokenTree::from(stages.clone()).into());
    let limits = ParseLimits::default();
    let Some((mut inside, _)) = Tokens::new(buffer.begin(), &limits).group(Delimiter::Parenthesis)
    else {
        return Ok(Vec::new());
    };
    inside.comma_list(|t| {
        let wanted = |t: &Tokens| t.wanted("the name of a stage", "`f` or `f[k]`");
        let name = t.take_any_word().ok_or_else(|| wanted(t))?;
        let stage = operand::members(t, name)?;
        let mut rest = String::new();
        if t.take_op(".").is_some() {
            rest = format!(".{}", t.expect_name("`parts` after `.`", "`f.parts`")?);
            if let Some((inside, _)) = t.group(Delimiter::Bracket) {
                rest += &format!("[{}]", inside.rest());
            }
        }
        if let Some(word) = t.peek_word().filter(|w| w.to_string().starts_with('_')) {
            rest += &word.to_string();
            t.skip();
        }
        Ok(PlannedStage { stage, rest })
    })
}

/// Parses `(f(x, y), g[k](y, x))`: stages with their index variables.
///
/// # Errors
/// On the first token that does not belong there.
pub fn parse_layouts(group: &Group) -> syn::Result<Vec<StageLayout>> {
    let buffer = TokenBuffer::new2(TokenTree::from(group.clone()).into());
    let limits = ParseLimits::default();
    let Some((mut inside, _)) = Tokens::new(buffer.begin(), &limits).group(Delimiter::Parenthesis)
    else {
        return Ok(Vec::new());
    };
    inside.comma_list(|t| {
        let name = t.expect_name("the name of a stage", "`f(x, y)`")?;
        let stage = operand::members(t, name)?;
        let Some((mut vars, _)) = t.group(Delimiter::Parenthesis) else {
            return Err(t.wanted("`(` and the stage's index variables", "`f(x, y)`"));
        };
        let order = vars.comma_list(|t| t.expect_name("an index variable", "`f(x, y)`"))?;
        Ok(StageLayout { stage, order })
    })
}

/// The braces with the items, and the end of the block behind them.
fn body(t: &mut Tokens, expected: &str, errors: &mut Errors) -> Vec<Item> {
    let Some((mut inside, _)) = t.group(Delimiter::Brace) else {
        errors.push_syn(t.wanted(expected, "`fn … -> out where rows ~ 6400 { … }`"));
        return last_braces(*t)
            .map_or_else(Vec::new, |mut inside| item::items(&mut inside, errors));
    };
    let items = item::items(&mut inside, errors);
    if !t.at_end() {
        errors.push_syn(t.wanted(
            "the end of the block after the body",
            "one pipeline in each `pipeline! { … }`",
        ));
    }
    items
}

/// The inside of the braces that end the block: what must be the body when the header is broken.
fn last_braces(mut t: Tokens) -> Option<Tokens> {
    while !t.at_end() {
        if let Some((inside, _)) = t.group(Delimiter::Brace) {
            if t.at_end() {
                return Some(inside);
            }
        } else {
            t.skip();
        }
    }
    None
}
