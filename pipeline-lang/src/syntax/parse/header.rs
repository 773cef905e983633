//! What stands before the body: attributes, name, parameters, outputs and `where` clauses.

use proc_macro2::Delimiter;
use syn::Result;

use super::cursor::Tokens;
use super::expr::expr;
use super::operand::members;
use super::{attribute, ops, param, recover};
use crate::error::Errors;
use crate::syntax::{Clause, ExprKind, PipelineBlock, StageRef};

/// The shape of a whole block, for messages.
const EXAMPLE: &str = "`pub fn name(img: [f32; rows, cols]) -> out { … }`";

const ONE_COMPARISON: &str = "a clause is one comparison; write two clauses with `,` between them";

/// Reads everything up to the outputs; `None` if some of it is broken.
pub(super) fn header(t: &mut Tokens, errors: &mut Errors) -> Option<PipelineBlock> {
    let before = errors.len();
    match read(t, errors) {
        Ok(block) if errors.len() == before => Some(block),
        Ok(_) => None,
        Err(error) => {
            errors.push_syn(error);
            None
        }
    }
}

fn read(t: &mut Tokens, errors: &mut Errors) -> Result<PipelineBlock> {
    let (docs, settings) = attribute::attributes(t)?;
    let vis = attribute::visibility(t)?;
    if t.take_word("fn").is_none() {
        return Err(t.wanted("`fn`", EXAMPLE));
    }
    let name = t.expect_name("the pipeline's name after `fn`", EXAMPLE)?;
    let type_params = param::type_params(t)?;
    let Some((mut inside, _)) = t.group(Delimiter::Parenthesis) else {
        return Err(t.wanted("`(` after the pipeline's name", EXAMPLE));
    };
    let params = param::params(&mut inside, errors);
    t.start_item();
    t.expect_op("->", "and the outputs after the parameters", "`-> out` or `-> (a, b)`")?;
    let outputs = outputs(t)?;
    let (clauses, items) = (Vec::new(), Vec::new());
    Ok(PipelineBlock { docs, settings, vis, name, type_params, params, outputs, clauses, items })
}

/// Reads `out` or `(a, b[0])`.
fn outputs(t: &mut Tokens) -> Result<Vec<StageRef>> {
    let Some((mut inside, _)) = t.group(Delimiter::Parenthesis) else {
        return Ok(vec![output(t)?]);
    };
    if inside.at_end() {
        return Err(inside.wanted("the name of a stage", "`-> out` or `-> (a, b)`"));
    }
    inside.comma_list(output)
}

fn output(t: &mut Tokens) -> Result<StageRef> {
    const WRITE: &str = "the stage's name, as in `-> out` or `-> (a, b)`; its type follows";
    let word = t.peek_word();
    if t.is_group(Delimiter::Bracket) || word.is_some_and(|word| ops::is_element_type(&word)) {
        return Err(t.wanted("the name of a stage, not its type", WRITE));
    }
    let name = t.expect_name("the name of a stage", "`-> out` or `-> (a, b)`")?;
    members(t, name)
}

/// Reads `where clause, clause …` if it comes next; a broken clause is reported and left out.
pub(super) fn clauses(t: &mut Tokens, errors: &mut Errors) -> Vec<Clause> {
    let mut clauses = Vec::new();
    if t.take_word("where").is_none() {
        return clauses;
    }
    while !t.at_end() && !t.is_group(Delimiter::Brace) {
        t.start_item();
        let start = *t;
        match clause(t) {
            Ok(clause) => clauses.push(clause),
            Err(error) => {
                errors.push_syn(error);
                *t = start;
                recover::to_comma(t);
            }
        }
        if t.take_op(",").is_none() {
            break;
        }
    }
    clauses
}

/// Reads `rows ~ 6400` or a comparison, up to the comma or the body.
fn clause(t: &mut Tokens) -> Result<Clause> {
    let start = *t;
    let clause = match (t.take_name(), t.take_op("~")) {
        (Some(name), Some(_)) if t.is_group(Delimiter::Brace) => {
            return Err(t.wanted("an estimate after `~`", &format!("`{name} ~ 6400`")));
        }
        (Some(name), Some(_)) => Clause::Estimate { name, value: expr(t)? },
        _ => {
            *t = start;
            constraint(t)?
        }
    };
    if t.at_end() || t.is_op(",") || t.is_group(Delimiter::Brace) {
        return Ok(clause);
    }
    if t.is_word("and") {
        return Err(t.error(ONE_COMPARISON));
    }
    match t.peek_op() {
        Some(":" | "~") => Err(t.wanted("`,` or `{`", "`rows ~ 6400` or `rows >= 512`")),
        _ => Err(t.unexpected("an operator, `,` or `{` in a `where` clause")),
    }
}

fn constraint(t: &mut Tokens) -> Result<Clause> {
    use crate::syntax::BinaryOp as Op;
    let value = expr(t)?;
    let write = "`rows ~ 6400` for an estimate, `rows >= 512` for a condition";
    match value.kind {
        ExprKind::Binary(Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, ..) => {
            Ok(Clause::Constraint(value))
        }
        ExprKind::Binary(Op::And, ..) => Err(syn::Error::new(value.span, ONE_COMPARISON)),
        _ if t.is_op(":") || t.is_op("=") => {
            let expected = "`~` or a comparison";
            Err(t.wanted(expected, &format!("{write}, `rows == 512` for an equality")))
        }
        _ => Err(syn::Error::new(
            value.span,
            format!("expected an estimate or a comparison in a `where` clause; write {write}"),
        )),
    }
}
