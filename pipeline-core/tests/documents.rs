//! The documents for contributors name files, modules and items that exist.

use std::fs;
use std::path::{Path, PathBuf};

/// The pages that are held to it.
const PAGES: [&str; 4] = ["architecture.md", "decisions.md", "glossary.md", "adding.md"];

/// The crates whose modules are named without their crate.
const CRATES: [&str; 3] = ["pipeline-core", "pipeline-lang", "pipeline-runtime"];

/// All files below a folder but what was built and what is hidden.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match path.is_dir() {
            true if name != "target" && !name.starts_with('.') => files(&path, found),
            true => {}
            false => found.push(path),
        }
    }
}

/// The texts between single backquotes, outside of blocks of code; of calls, what is called.
fn spans(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    let quoted = prose.flat_map(|text| text.split('`').skip(1).step_by(2));
    quoted.map(|span| span.trim_end_matches("()")).collect()
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn alternatives(span: &str) -> Vec<String> {
    let Some((before, rest)) = span.split_once('{') else { return vec![span.to_string()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![span.to_string()] };
    choices.split(',').map(|choice| format!("{before}{}{after}", choice.trim())).collect()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether a text has a word.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|found| found == word)
}

/// What is wrong with `Item::part`: no source file has both.
fn broken_part(sources: &[String], span: &str) -> Option<String> {
    let together = |text: &String| span.split("::").all(|word| mentions(text, word));
    (!sources.iter().any(together)).then(|| format!("`{span}`: no file has both"))
}

/// What is wrong with `a::b::Item::part` of a crate; nothing if its first segment is no module.
fn broken_item(root: &Path, span: &str) -> Option<String> {
    let segments: Vec<&str> = span.split("::").collect();
    if segments.len() < 2 || !segments.iter().all(|s| is_word(s)) {
        return None;
    }
    let roots = CRATES.map(|name| root.join(name).join("src"));
    let is_module = |at: &Path| at.is_dir() || at.with_extension("rs").is_file();
    let start = roots.iter().find(|src| is_module(&src.join(segments[0])))?;
    let (mut module, mut rest) = (start.clone(), segments.as_slice());
    while let Some((first, behind)) = rest.split_first()
        && is_module(&module.join(first))
    {
        (module, rest) = (module.join(first), behind);
    }
    let mut of_module = vec![module.with_extension("rs")];
    if module.is_dir() {
        files(&module, &mut of_module);
    }
    let texts: Vec<String> = of_module.iter().filter_map(|f| fs::read_to_string(f).ok()).collect();
    let missing = rest.iter().find(|item| !texts.iter().any(|text| mentions(text, item)))?;
    let module = module.strip_prefix(root).unwrap_or(&module).display();
    Some(format!("`{span}`: no `{missing}` in {module}"))
}

#[test]
fn what_they_name_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let of_crates = |file: &&PathBuf| CRATES.iter().any(|name| file.starts_with(root.join(name)));
    let sources: Vec<String> =
        all.iter().filter(of_crates).filter_map(|file| fs::read_to_string(file).ok()).collect();
    let (mut seen, mut wrong) = (0, Vec::new());
    for name in PAGES {
        let page = fs::read_to_string(root.join("docs").join(name)).expect("the page");
        for span in spans(&page) {
            if span.ends_with(".rs") && span != ".rs" {
                seen += 1;
                for path in alternatives(span) {
                    if !all.iter().any(|file| file.ends_with(&path)) {
                        wrong.push(format!("{name}: `{span}`: no file {path}"));
                    }
                }
            } else if span.contains("::") && span.starts_with(char::is_uppercase) {
                seen += 1;
                wrong.extend(broken_part(&sources, span).map(|what| format!("{name}: {what}")));
            } else if span.contains("::") {
                seen += 1;
                wrong.extend(broken_item(&root, span).map(|what| format!("{name}: {what}")));
            }
        }
    }
    assert!(seen > 100, "only {seen} names");
    assert!(wrong.is_empty(), "documents name what is not there:\n{}", wrong.join("\n"));
}
