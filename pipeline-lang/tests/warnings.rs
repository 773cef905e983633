//! What blocks are warned of: a table of blocks with their warnings, and that no block of the
//! documents, the examples and the tests has any.
//!
//! An entry of the table is `## title`, a block, `--`, and its warnings, then its errors, one a
//! line. `BLESS=1 cargo test -p pipeline-lang --test warnings` writes them.

use pipeline_core::analysis::infer::infer_domains;
use pipeline_core::ir::ElemType;
use pipeline_core::lint::{Lint, Observation, lint};
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::lints::{Attributes, Seen, Warning, warnings};
use pipeline_lang::syntax::parse::parse;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// Tests whose blocks wrap on purpose, use their names at random, or have errors.
const ALLOWED: [&str; 3] = ["tests/calls", "tests/constructs", "tests/corpus"];

/// What a block is warned of; nothing if it has errors of its own. Adds errors of its lints.
fn warned(block: TokenStream, errors: &mut Errors) -> Vec<Warning> {
    let Some(block) = parse(block, errors) else { return Vec::new() };
    let bindings: Vec<Vec<(String, ElemType)>> = match block.type_params.first() {
        None => vec![Vec::new()],
        Some(param) => {
            let types = param.types.iter().filter_map(|t| ElemType::from_name(&t.to_string()));
            types.map(|t| vec![(param.name.to_string(), t)]).collect()
        }
    };
    let mut variants: Vec<(Option<ElemType>, Vec<Seen>)> = Vec::new();
    for binding in bindings {
        let Some(found) = elaborate(&block, &binding, errors) else { return Vec::new() };
        let (pipeline, diagnostics) = infer_domains(found.pipeline);
        if !diagnostics.is_empty() {
            return Vec::new();
        }
        let observed = found.observations.into_iter().chain(lint(&pipeline));
        let seen = observed.map(|Observation { lint, loc, message }| Seen {
            lint,
            span: found.spans[loc.0 as usize],
            message,
        });
        variants.push((binding.first().map(|b| b.1), seen.collect()));
    }
    let attributes = Attributes::read(&block.docs, errors);
    let variants: Vec<_> = variants.iter().map(|(elem, seen)| (*elem, &seen[..])).collect();
    attributes.judge(warnings(&variants), errors)
}

/// The blocks of `pipeline!` and `variants!` in these tokens.
fn blocks(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = |n: usize| i.checked_sub(n).map(|at| tokens[at].to_string());
        let named = matches!(before(2).as_deref(), Some("pipeline" | "variants"));
        if named && before(1).as_deref() == Some("!") && group.delimiter() == Delimiter::Brace {
            found.push(group.stream());
        } else {
            blocks(group.stream(), found);
        }
    }
}

/// The Rust code of a document, as its tests see it.
fn code(document: &str) -> String {
    let mut code = String::new();
    let mut inside = false;
    for line in document.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            inside = !inside && language.starts_with("rust") && !language.contains("compile_fail");
            code.push('\n');
            continue;
        }
        let shown = line.trim_start();
        let line = match shown.strip_prefix("# ") {
            Some(hidden) => hidden,
            None if shown == "#" => "",
            None => line,
        };
        code.push_str(if inside { line } else { "" });
        code.push('\n');
    }
    code
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// Every warning of a file, with its place, and how many blocks there are.
fn listed(path: &Path) -> (Vec<String>, usize) {
    let text = fs::read_to_string(path).expect("a file");
    let text = if path.extension().is_some_and(|e| e == "md") { code(&text) } else { text };
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut found = Vec::new();
    blocks(tokens, &mut found);
    let count = found.len();
    let warned = found.into_iter().flat_map(|block| warned(block, &mut Errors::default()));
    (warned.map(|warning| format!("{}:{}", path.display(), shown(&warning))).collect(), count)
}

/// `3:5 narrow_sum: message`.
fn shown(warning: &Warning) -> String {
    let (name, message) = (warning.name(), &warning.message);
    format!("{} {name}: {message}", place(warning.span))
}

fn place(span: Span) -> String {
    let at = span.start();
    format!("{}:{}", at.line, at.column + 1)
}

#[test]
fn a_table_of_warnings() {
    let (mut fresh, mut wrong) = (String::new(), Vec::new());
    for entry in include_str!("warnings.txt").split("## ").skip(1) {
        let (title, rest) = entry.split_once('\n').expect("a title");
        let (text, expected) = rest.split_once("\n--\n").expect("a block");
        let mut errors = Errors::default();
        let warnings = warned(text.parse().expect("tokens"), &mut errors);
        let mut lines: Vec<String> = warnings.iter().map(shown).collect();
        lines.sort();
        lines.extend(errors.iter().map(|(span, m)| format!("{} error: {m}", place(*span))));
        let found = lines.join("\n");
        if found != expected.trim() {
            wrong.push(format!("{title}\n{text}\nexpected:\n{expected}\nfound:\n{found}\n"));
        }
        let end = if found.is_empty() { "" } else { "\n" };
        fresh += &format!("## {title}\n{text}\n--\n{found}{end}\n");
    }
    if std::env::var_os("BLESS").is_some() {
        let path = format!("{}/tests/warnings.txt", env!("CARGO_MANIFEST_DIR"));
        fs::write(path, fresh.trim_end().to_string() + "\n").expect("a writable file");
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn the_guide_has_every_lint() {
    let guide = include_str!("../../docs/warnings.md");
    let headings: Vec<&str> = guide.lines().filter(|l| l.starts_with("### ")).collect();
    for lint in Lint::all() {
        let name = format!("`{}`", lint.name());
        assert!(headings.iter().any(|h| h.contains(&name)), "{name}");
    }
}

#[test]
fn nothing_of_ours_is_warned_of() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = vec![root.join("README.md")];
    files(&root.join("docs"), "md", &mut all);
    for folder in ["src", "examples", "benches", "tests", "ui-tests/src", "ui-tests/tests"] {
        files(&root.join(folder), "rs", &mut all);
    }
    // Their crates allow all warnings.
    all.retain(|path| !ALLOWED.iter().any(|folder| path.starts_with(root.join(folder))));
    let listed: Vec<(Vec<String>, usize)> = all.iter().map(|path| listed(path)).collect();
    let (lines, counts): (Vec<_>, Vec<_>) = listed.into_iter().unzip();
    let lines = lines.concat();
    assert!(counts.iter().sum::<usize>() > 80, "hardly any blocks were found");
    assert!(lines.is_empty(), "{} warnings:\n{}", lines.len(), lines.join("\n"));
}
