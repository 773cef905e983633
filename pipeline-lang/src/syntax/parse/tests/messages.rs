//! Messages, each with its place.
//!
//! The tables hold cases separated by empty lines: a source, then the errors that it must give,
//! indented by eight spaces, as `line:column: message`.

use super::wrong;

/// Checks every case of a table; its sources stand between `before` and `after`.
fn check(table: &str, before: &str, after: &str) {
    let mut failed = Vec::new();
    for case in table.trim_end().split("\n\n") {
        let (expected, source): (Vec<_>, Vec<_>) =
            case.lines().partition(|line| line.starts_with("        "));
        let source = source.join("\n");
        let (_, found) = wrong(&format!("{before}{source}{after}"));
        let above = before.matches('\n').count();
        let found: Vec<_> = found.iter().map(|message| lifted(message, above)).collect();
        if found.iter().map(String::as_str).ne(expected) || found.is_empty() {
            failed.push(format!("{source}\n{}", found.join("\n")));
        }
    }
    assert!(failed.is_empty(), "not as the table says:\n\n{}\n", failed.join("\n\n"));
}

/// `line:column: message` with a line number that leaves out what stands above the source.
fn lifted(message: &str, above: usize) -> String {
    let (line, rest) = message.split_once(':').unwrap_or(("", message));
    let line = line.parse::<usize>().unwrap_or(0) - above;
    format!("        {line}:{rest}")
}

#[test]
fn header() {
    check(include_str!("messages/header.txt"), "", "");
}

#[test]
fn items() {
    check(include_str!("messages/items.txt"), "fn p() -> f {\n", "\n}");
}

#[test]
fn values() {
    check(include_str!("messages/values.txt"), "fn p() -> f { f(y) =\n", "\n; }");
}
