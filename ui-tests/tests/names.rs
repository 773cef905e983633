//! The name of a type means one thing, or what the table in `docs/glossary.md` says of it.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The compiler, the runtime and the tools. What else there is uses them.
const FOLDERS: [&str; 7] = [
    "pipeline-core/src",
    "pipeline-lang/src",
    "pipeline-runtime/src",
    "pipeline-ranks/src",
    "tune/src",
    "tool/src",
    "src",
];

/// One module for this test: each instruction set has types of the same names.
const INSTRUCTION_SETS: &str = "pipeline-runtime/src/lanes";

/// The section of the glossary with the table.
const SECTION: &str = "## One name in several modules";

/// What the table lists: names in backticks in the first column of its rows.
fn listed(glossary: &str) -> BTreeSet<&str> {
    let (_, section) = glossary.split_once(SECTION).expect("the section with the table");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut names = BTreeSet::new();
    for row in section.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cell = row.split(" | ").next().unwrap_or_default();
        for name in cell.split(", ").map(|name| name.trim_matches('`')) {
            assert!(names.insert(name), "`{name}` is in two rows of the table");
        }
    }
    names
}

/// Whether a file is of tests, or what one of them compares with.
fn is_of_tests(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
        || file.to_string_lossy().ends_with(".expanded.rs")
}

/// The module that a file counts as.
fn module(file: &Path) -> String {
    if file.starts_with(INSTRUCTION_SETS) {
        return INSTRUCTION_SETS.to_string();
    }
    file.to_string_lossy().into_owned()
}

/// The type that a line of a source begins to define.
fn defined(line: &str) -> Option<&str> {
    let item = line.trim_start();
    let item = match item.strip_prefix("pub(") {
        Some(of) => of.split_once(") ")?.1,
        None => item.strip_prefix("pub ").unwrap_or(item),
    };
    let (keyword, rest) = item.strip_prefix("unsafe ").unwrap_or(item).split_once(' ')?;
    let is_type = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        // An associated type is indented, and of its trait.
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    (is_type && name.starts_with(|c: char| c.is_uppercase())).then_some(name)
}

/// The lines of a source before tests of its own.
fn without_tests(text: &str) -> impl Iterator<Item = &str> {
    let is_test = |line: &str| line.starts_with("mod ") && line.ends_with("tests {");
    text.lines().take_while(move |line| !is_test(line))
}

#[test]
fn the_name_of_a_type_means_one_thing() {
    let root = sources::root();
    let glossary = fs::read_to_string(root.join("docs/glossary.md")).expect("the glossary");
    let listed = listed(&glossary);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in FOLDERS.iter().flat_map(|folder| sources::sources(&root.join(folder))) {
        let text = fs::read_to_string(&file).expect("UTF-8");
        let file = file.strip_prefix(&root).unwrap_or(&file);
        if is_of_tests(file) {
            continue;
        }
        for name in without_tests(&text).filter_map(defined) {
            found.entry(name.to_string()).or_default().insert(module(file));
        }
    }
    assert!(found.len() > 1000, "only {} types", found.len());
    found.retain(|_, modules| modules.len() > 1);

    let mut wrong = Vec::new();
    for (name, modules) in found.iter().filter(|(name, _)| !listed.contains(name.as_str())) {
        let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
        wrong.push(format!(
            "`{name}` is defined in {}: give all but one a name that says what it is, or, if it is \
             the same thing on several levels, add it to the table",
            modules.join(" and in ")
        ));
    }
    for name in listed.iter().filter(|name| !found.contains_key(**name)) {
        wrong.push(format!("`{name}` is not defined in two modules: take it out of the table"));
    }
    let table = SECTION.trim_start_matches("## ");
    assert!(wrong.is_empty(), "docs/glossary.md, “{table}”:\n{}", wrong.join("\n"));
}
