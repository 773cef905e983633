//! Comments are as wide as the code at most: rustfmt leaves them alone.

mod sources;

use std::fs;
use std::path::Path;

/// The width of the code, `max_width` in `rustfmt.toml`.
fn width(root: &Path) -> usize {
    let settings = fs::read_to_string(root.join("rustfmt.toml")).expect("the settings of rustfmt");
    let width = settings.lines().find_map(|line| line.strip_prefix("max_width = "));
    width.expect("a width").parse().expect("a number")
}

/// Whether a line is a comment, or ends in one.
fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//") || line.contains(" // ")
}

#[test]
fn comments_are_as_wide_as_the_code() {
    let root = sources::root();
    let width = width(&root);
    let files = sources::sources(&root);
    let mut wide = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("UTF-8");
        for (number, line) in text.lines().enumerate() {
            let columns = line.chars().count();
            if is_comment(line) && columns > width {
                let file = file.strip_prefix(&root).unwrap_or(file).display();
                wide.push(format!("{file}:{}: {columns} columns", number + 1));
            }
        }
    }
    assert!(files.len() > 100, "only {} files", files.len());
    assert!(wide.is_empty(), "comments of more than {width} columns:\n{}", wide.join("\n"));
}
