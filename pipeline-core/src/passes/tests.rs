//! What documents say of the passes is what runs.

use super::steps;
use crate::ir::text::parse;
use crate::options::Options;

/// The table of the passes, as the page shows it.
fn table() -> String {
    let row =
        |s: super::Step| format!("| {} | `{}` | {} | {} |\n", s.name, s.module, s.does, s.holds);
    let head =
        "| pass | module | what it does | what holds after it |\n| --- | --- | --- | --- |\n";
    head.to_string() + &steps().map(row).collect::<String>()
}

/// `BLESS=1` rewrites the page.
#[test]
fn the_architecture_shows_the_passes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/architecture.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let start = page.find("| pass | module |").expect("the table");
    let shown = page[start..].split("\n\n").next().expect("a paragraph").to_string() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page.replace(&shown, &table())).expect("writing the page");
        return;
    }
    assert_eq!(shown, table(), "docs/architecture.md differs from the lists of the passes");
}

#[test]
fn the_lists_are_what_runs() {
    let text = include_str!("../loops/tests/rolling.ir");
    let mut ran = Vec::new();
    let parsed = parse(text).expect("a legal text");
    let compiled = crate::compile_watched(parsed, &Options::default(), &mut |event| {
        ran.push(*event.step);
        assert_eq!(event.verify(), Ok(()), "after `{}`", event.step.name);
    });
    compiled.expect("a legal pipeline");
    assert_eq!(ran, steps().collect::<Vec<_>>());
}

#[test]
fn every_step_has_a_name_of_its_own() {
    let mut names: Vec<&str> = steps().map(|s| s.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}
