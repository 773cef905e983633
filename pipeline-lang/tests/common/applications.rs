//! The blocks of the applications, as text.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/apps")
}

/// The block of an application in a file, with these parameters of its macro.
pub fn application(file: &str, arguments: &[(&str, i64)]) -> String {
    let text = std::fs::read_to_string(folder().join(file)).expect("an application's file");
    let tokens = block(text.parse().expect("Rust")).expect("a block of an application");
    replaced(tokens, arguments).to_string()
}

/// The parameters of a multigrid cycle: steps of smoothing before, behind and on the coarsest grid,
/// and how often each level visits the next one.
pub fn cycle([pre, post, coarse]: [i64; 3], cycles: i64) -> [(&'static str, i64); 4] {
    [("pre", pre), ("post", post), ("coarse", coarse), ("cycles", cycles)]
}

/// The names and blocks of all applications.
pub fn applications() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the applications");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("a plain name")).collect();
    names.sort_unstable();
    // The cycles share their blocks.
    let alone = names.into_iter().filter(|name| !name.starts_with("multigrid"));
    let mut all: Vec<(String, String)> = alone
        .map(|name| {
            let text = application(&format!("{name}/src/lib.rs"), &[]);
            (name, text)
        })
        .collect();
    for grid in ["plane", "space"] {
        for (smoothing, cycles) in
            [([4, 4, 4], 1), ([10, 0, 0], 1), ([4, 4, 4], 2), ([10, 0, 0], 2)]
        {
            let arguments = cycle(smoothing, cycles);
            let text = application(&format!("multigrid/src/{grid}.rs"), &arguments);
            all.push((format!("multigrid in the {grid} {arguments:?}"), text));
        }
    }
    all
}

/// The `variants!` block somewhere in these tokens.
fn block(tokens: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let named = i >= 2 && tokens[i - 2].to_string() == "variants";
        let found = match group.delimiter() {
            Delimiter::Brace if named && tokens[i - 1].to_string() == "!" => Some(group.stream()),
            _ => block(group.stream()),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The parameters of the macros that the multigrid cycles share, replaced.
fn replaced(tokens: TokenStream, arguments: &[(&str, i64)]) -> TokenStream {
    let (mut found, mut tokens) = (Vec::new(), tokens.into_iter());
    while let Some(token) = tokens.next() {
        found.push(match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => {
                let name = tokens.next().expect("a name after `$`").to_string();
                match arguments.iter().find(|(own, _)| *own == name) {
                    Some((_, value)) => Literal::i64_unsuffixed(*value).into(),
                    None if name == "summary" => Literal::string("").into(),
                    None => proc_macro2::Ident::new("cycle", punct.span()).into(),
                }
            }
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), replaced(group.stream(), arguments)).into()
            }
            other => other,
        });
    }
    found.into_iter().collect()
}
