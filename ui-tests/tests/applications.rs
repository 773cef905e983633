//! Nothing in the compiler and in what its code runs on knows an application: their names are in
//! comments and tests only.

mod sources;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use sources::{root, sources};
use std::fs;
use std::path::{Path, PathBuf};

/// What must not know them.
const CRATES: [&str; 5] =
    ["pipeline-core", "pipeline-lang", "pipeline-macros", "pipeline-ranks", "pipeline-runtime"];

/// Names that are methods of the standard library, or what is done to vectors.
const ORDINARY: [&str; 2] = ["resize", "transpose"];

/// The names of the applications.
fn names() -> Vec<String> {
    let entries = fs::read_dir(root().join("examples/apps")).expect("the applications");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let names = names.map(|name| name.expect("a plain name"));
    names.filter(|name| !ORDINARY.contains(&&name[..])).collect()
}

/// What is read of a file.
#[derive(Default)]
struct Read {
    /// Identifiers and literals, but for documentation and tests.
    words: Vec<String>,
    /// Modules in files of their own that are tests.
    tests: Vec<String>,
}

impl Read {
    fn of(tokens: TokenStream) -> Read {
        let mut read = Read::default();
        read.tokens(tokens);
        read
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    let text = group.stream().to_string();
                    if text.starts_with("doc =") {
                        continue;
                    }
                    if text == "cfg (test)" || text == "cfg(test)" {
                        self.test(&mut tokens);
                    }
                    self.tokens(group.stream());
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => self.words.push(ident.to_string()),
                TokenTree::Literal(literal) => self.words.push(literal.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// Passes over an item that tests only have.
    fn test(&mut self, tokens: &mut impl Iterator<Item = TokenTree>) {
        let mut module = None;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => module = Some(ident.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == ';' => {
                    self.tests.extend(module);
                    return;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
                _ => {}
            }
        }
    }
}

/// The folder of the modules of a file.
fn modules(file: &Path) -> PathBuf {
    let folder = file.parent().expect("a folder");
    match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("mod" | "lib") | None => folder.to_path_buf(),
        Some(stem) => folder.join(stem),
    }
}

/// A word in the spelling of the applications' names, with `_` before and behind: `PlainName` is
/// `_plain_name_`.
fn spelled(word: &str) -> String {
    let mut spelled = String::from("_");
    let mut lower = false;
    for c in word.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower) {
            spelled.push('_');
        }
        if c.is_alphanumeric() {
            spelled.extend(c.to_lowercase());
        }
        lower = c.is_lowercase() || c.is_numeric();
    }
    spelled + "_"
}

#[test]
fn spelling_tells_words_apart() {
    assert_eq!(spelled("HarrisCorner"), "_harris_corner_");
    assert_eq!(spelled("HARRIS_2"), "_harris_2_");
    assert_eq!(spelled("blurred"), "_blurred_");
    assert_eq!(spelled("\"of harris\""), "__of_harris__");
}

#[test]
fn the_compiler_knows_no_application() {
    let names: Vec<String> = names().iter().map(|name| format!("_{name}_")).collect();
    let folders = CRATES.iter().map(|name| root().join(name).join("src"));
    let files: Vec<PathBuf> = folders.flat_map(|folder| sources(&folder)).collect();
    let (mut read, mut tests) = (Vec::new(), Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).expect("UTF-8");
        // What tests compare expansions with is no file of the compiler, and may be no Rust.
        let Ok(tokens) = text.parse() else { continue };
        let of = Read::of(tokens);
        let folder = modules(file);
        tests.extend(of.tests.iter().map(|module| folder.join(module)));
        read.push((file, of.words));
    }
    let is_test = |file: &Path| {
        tests.iter().any(|module| file.starts_with(module) || *file == module.with_extension("rs"))
    };
    read.retain(|(file, _)| !is_test(file));
    let mut known = Vec::new();
    for (file, words) in &read {
        for word in words {
            let spelled = spelled(word);
            if names.iter().any(|name| spelled.contains(name.as_str())) {
                known.push(format!("{}: {word}", file.display()));
            }
        }
    }
    let counts = [names.len(), read.len(), tests.len()];
    assert!(counts[0] > 20 && counts[1] > 300 && counts[2] > 50, "{counts:?}");
    assert!(known.is_empty(), "applications are known:\n{}", known.join("\n"));
}
