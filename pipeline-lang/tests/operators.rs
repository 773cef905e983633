//! Every operator is in a pipeline that the tests of constructs compile and run, so that its lanes
//! are there on every instruction set and agree with its meaning.

use pipeline_core::ir::{BinaryOp, Function, UnaryOp};
use pipeline_lang::expand;
use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// The blocks in the tokens of a test; those that a macro completes are left out.
fn blocks(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if before == ["pipeline", "!"] && !group.to_string().contains('$') {
                found.push(group.stream());
            }
            blocks(group.stream(), found);
        }
        before.rotate_left(1);
        before[1] = token.to_string();
    }
}

/// What the constructs' pipelines are compiled to, their stage graphs in it as text.
fn expansions() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/constructs");
    let mut found = Vec::new();
    for file in fs::read_dir(folder).expect("the folder of the constructs") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a text");
        blocks(text.parse().expect("Rust"), &mut found);
    }
    found.into_iter().map(|block| expand(block).to_string()).collect()
}

#[test]
fn every_operator_is_compiled_and_run() {
    let written = BinaryOp::ALL.into_iter().filter(|op| op.is_written());
    let operators = written.map(BinaryOp::name);
    let operators = operators.chain(UnaryOp::ALL.map(UnaryOp::name));
    let operators = operators.chain(Function::ALL.map(Function::name));
    let expansions = expansions();
    let missing = operators.filter(|name| !expansions.contains(&format!(" = {name} %")));
    let missing: Vec<&str> = missing.collect();
    assert!(missing.is_empty(), "no pipeline in `tests/constructs` has {missing:?}");
}
