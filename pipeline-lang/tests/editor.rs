//! What editors see of every block in the documents, the tests and the applications is Rust that
//! compiles without a word.

use pipeline_core::ir::BorderMode;
use pipeline_lang::editor;
use proc_macro2::{TokenStream, TokenTree};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The tokens of the blocks in a Rust text; those that a macro completes are left out.
fn blocks(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let named = ["pipeline", "variants"].contains(&before[0].as_str()) && before[1] == "!";
            if named && !group.to_string().contains('$') {
                found.push(group.stream());
            }
            blocks(group.stream(), found);
        }
        before.rotate_left(1);
        before[1] = token.to_string();
    }
}

/// The blocks in the examples of a document.
fn documented(text: &str, found: &mut Vec<TokenStream>) {
    for example in text.split("```rust\n").skip(1) {
        let example = example.split("```").next().unwrap_or_default();
        let lines = example.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        blocks(text.parse().expect("Rust"), found);
    }
}

/// The files with this extension in a folder, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn every_block() -> Vec<TokenStream> {
    let (root, mut found) = (root(), Vec::new());
    documented(&read(&root.join("README.md")), &mut found);
    for path in files(&root.join("docs"), "md") {
        documented(&read(&path), &mut found);
    }
    let mut sources = files(&root.join("tests/constructs"), "rs");
    sources.extend(files(&root.join("tests/corpus"), "rs"));
    let apps = fs::read_dir(root.join("examples/apps")).expect("the applications");
    for app in apps {
        sources.extend(files(&app.expect("an application").path().join("src"), "rs"));
    }
    for path in sources {
        let tokens = read(&path).parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        blocks(tokens, &mut found);
    }
    found
}

/// Compiles a crate that has nothing of the façade but what views refer to.
fn compile(views: &str, name: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let facade = root().join("src/editor.rs").display().to_string();
    let text = format!(
        "#![deny(warnings)]\nextern crate self as pipeline;\n\
         pub mod __rt {{\n#[path = {facade:?}]\npub mod editor;\n}}\n{views}"
    );
    let source = folder.join(format!("{name}.rs"));
    fs::write(&source, text).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--out-dir"])
        .arg(folder)
        .arg(&source)
        .output()
        .expect("rustc runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{}", &said[..said.len().min(4000)]);
}

#[test]
fn views_compile_without_a_word() {
    let blocks = every_block();
    assert!(blocks.len() > 250, "only {} blocks were found", blocks.len());
    let mut views = String::new();
    for block in blocks {
        let text = block.to_string();
        // A condition known at compile time may drop a name that nothing defines. Editors see it.
        if text.contains("missing") {
            continue;
        }
        let view = editor::view(block);
        assert!(!view.is_empty(), "no view of {text}");
        writeln!(views, "const _: () = {{ {view} }};").expect("a string grows");
    }
    compile(&views, "views");
}

/// What stands in a module of the façade's `src/editor.rs`.
fn items_of(module: &str) -> Vec<syn::Item> {
    let file = syn::parse_file(&read(&root().join("src/editor.rs"))).expect("Rust");
    let found = file.items.into_iter().find_map(|item| match item {
        syn::Item::Mod(found) if found.ident == module => found.content,
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no module `{module}`")).1
}

/// The functions and their numbers of parameters that the façade documents.
fn documented_functions() -> Vec<(String, usize)> {
    let table = items_of("functions").into_iter().find_map(|item| match item {
        syn::Item::Macro(item) if item.mac.path.is_ident("built_in") => Some(item.mac.tokens),
        _ => None,
    });
    let mut found = Vec::new();
    let mut documented = false;
    let mut name = None;
    for token in table.expect("the table of the functions") {
        match token {
            TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Bracket => {
                documented = group.stream().to_string().starts_with("doc");
            }
            TokenTree::Group(group) => {
                let name: Option<String> = name.take();
                assert!(documented, "{name:?} has no documentation");
                let parameters = group.stream().into_iter();
                let count = parameters.filter(|t| matches!(t, TokenTree::Ident(_))).count();
                found.push((name.expect("a name"), count));
                documented = false;
            }
            TokenTree::Ident(ident) => name = Some(ident.to_string()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

#[test]
fn every_function_is_documented() {
    let mut table: Vec<(String, usize)> = editor::functions().collect();
    let mut documented = documented_functions();
    let language = read(&root().join("docs/language.md"));
    for (name, _) in &table {
        assert!(
            language.contains(&format!("`{name}")),
            "`{name}` is not in the language's document"
        );
    }
    table.sort();
    documented.sort();
    assert_eq!(table, documented);
}

#[test]
fn every_border_mode_is_documented() {
    let modes: Vec<String> = BorderMode::names().map(String::from).collect();
    let documented = items_of("modes").into_iter().map(|item| match item {
        syn::Item::Fn(mode) => {
            assert!(!mode.attrs.is_empty(), "`{}` has no documentation", mode.sig.ident);
            mode.sig.ident.to_string()
        }
        other => panic!("{other:?} among the modes"),
    });
    assert_eq!(documented.collect::<Vec<String>>(), modes);
    let language = read(&root().join("docs/language.md"));
    for mode in modes {
        let line = language.lines().any(|line| line.split([' ', '(']).next() == Some(&mode));
        assert!(line, "the table of borders in the language's document has no `{mode}`");
    }
}
