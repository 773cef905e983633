//! Tests of the reader: trees, messages, and that nothing breaks it.

mod expressions;
mod fuzz;
mod items;
mod limits;
mod messages;
mod sexpr;

use std::str::FromStr;

use proc_macro2::TokenStream;

use super::parse;
use crate::error::Errors;
use crate::syntax::{Body, Expr, Item, PipelineBlock};

/// Tokens of a source text.
fn tokens(source: &str) -> TokenStream {
    TokenStream::from_str(source).unwrap_or_else(|e| panic!("{source}: {e}"))
}

/// The tree of a source text that must be right.
fn right(source: &str) -> PipelineBlock {
    let mut errors = Errors::default();
    let block = parse(tokens(source), &mut errors);
    assert_eq!(rendered(&errors), Vec::<String>::new(), "{source}");
    block.unwrap_or_else(|| panic!("no block: {source}"))
}

/// The items of a body that must be right.
fn right_items(body: &str) -> Vec<Item> {
    right(&format!("fn p() -> f {{ {body} }}")).items
}

/// An expression that must be right.
fn right_expr(source: &str) -> Expr {
    match right_items(&format!("f(y) = {source};")).remove(0) {
        Item::Stage(stage) => match stage.body {
            Body::Expr(expr) => expr,
            Body::Cases { .. } => panic!("cases: {source}"),
        },
        other => panic!("{other:?}"),
    }
}

/// What is wrong with a source text, `line:column: message` each, and its tree if there is one.
fn wrong(source: &str) -> (Option<PipelineBlock>, Vec<String>) {
    let mut errors = Errors::default();
    let block = parse(tokens(source), &mut errors);
    (block, rendered(&errors))
}

/// Errors as `line:column: message`, both counted from one.
fn rendered(errors: &Errors) -> Vec<String> {
    let render = |(span, message): &(proc_macro2::Span, String)| {
        let at = span.start();
        format!("{}:{}: {message}", at.line, at.column + 1)
    };
    errors.iter().map(render).collect()
}
