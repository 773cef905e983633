//! Comments are as wide as the code at most: rustfmt leaves them alone.

use std::fs;
use std::path::{Path, PathBuf};

/// The width of the code, `max_width` in `rustfmt.toml`.
fn width(root: &Path) -> usize {
    let settings = fs::read_to_string(root.join("rustfmt.toml")).expect("the settings of rustfmt");
    let width = settings.lines().find_map(|line| line.strip_prefix("max_width = "));
    width.expect("a width").parse().expect("a number")
}

/// The Rust files below a folder, without what was built and what is hidden.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line is a comment, or ends in one.
fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//") || line.contains(" // ")
}

#[test]
fn comments_are_as_wide_as_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let width = width(&root);
    let mut files = Vec::new();
    sources(&root, &mut files);
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
