//! The blocks of a Rust file.

use proc_macro2::{TokenStream, TokenTree};

/// What stands in `name! { … }`, at any depth: blocks may be inside other macros, which no syntax
/// tree looks into. Those in macro definitions are left out; what they are is known where the
/// macros are called.
pub fn blocks(tokens: TokenStream, name: &str) -> Vec<TokenStream> {
    let mut found = Vec::new();
    collect(tokens, name, &mut found);
    found
}

fn collect(tokens: TokenStream, name: &str, found: &mut Vec<TokenStream>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else { continue };
        match i.checked_sub(2).map(|start| &trees[start..i]) {
            Some([TokenTree::Ident(of), TokenTree::Punct(bang)])
                if of == name && bang.as_char() == '!' =>
            {
                if !is_template(group.stream()) {
                    found.push(group.stream());
                }
            }
            _ => collect(group.stream(), name, found),
        }
    }
}

/// Whether tokens have variables of a macro definition.
fn is_template(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '$',
        TokenTree::Group(group) => is_template(group.stream()),
        _ => false,
    })
}
