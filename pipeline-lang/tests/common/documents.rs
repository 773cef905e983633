//! The blocks of the documents: the read-me and the guide, whose examples show every construct.

use proc_macro2::{TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// A `pipeline!` block of a document.
pub struct Block {
    /// The document and the block's number in it: `language-03`.
    pub name: String,
    /// What stands between the braces.
    pub tokens: TokenStream,
}

/// All blocks of the documents of the repository at `root`, right ones and wrong ones.
///
/// # Panics
/// If a document cannot be read, or an example does not consist of Rust's tokens.
pub fn blocks(root: &Path) -> Vec<Block> {
    documents(root).iter().flat_map(|path| blocks_of(path)).collect()
}

/// The read-me and the guide, in the order of their names.
fn documents(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root.join("docs")).expect("the folder of the guide");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "md"));
    paths.push(root.join("README.md"));
    paths.sort();
    paths
}

fn blocks_of(path: &Path) -> Vec<Block> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found = Vec::new();
    for example in examples(&text) {
        let tokens = example.parse();
        in_macro(tokens.unwrap_or_else(|e| panic!("{e}:\n{example}")), &mut found);
    }
    let stem = path.file_stem().expect("a file").to_string_lossy().to_lowercase();
    let named = |(i, tokens)| Block { name: format!("{stem}-{i:02}"), tokens };
    found.into_iter().enumerate().map(named).collect()
}

/// The Rust examples of a document, with the lines that the documentation hides.
fn examples(text: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut lines = text.lines();
    while let Some(fence) = lines.find_map(|line| line.strip_prefix("```")) {
        let inside = lines.by_ref().take_while(|line| *line != "```");
        let shown = |line: &str| match line.strip_prefix('#') {
            Some(hidden) if hidden.is_empty() || hidden.starts_with(' ') => format!("{hidden}\n"),
            _ => format!("{line}\n"),
        };
        let example: String = inside.map(shown).collect();
        if fence.split(',').next() == Some("rust") {
            examples.push(example);
        }
    }
    examples
}

/// What stands in `pipeline! { … }`, at any depth.
fn in_macro(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else { continue };
        match i.checked_sub(2).map(|start| &trees[start..i]) {
            Some([TokenTree::Ident(name), TokenTree::Punct(bang)])
                if name == "pipeline" && bang.as_char() == '!' =>
            {
                found.push(group.stream());
            }
            _ => in_macro(group.stream(), found),
        }
    }
}
