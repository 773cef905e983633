//! The sources of the workspace, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The Rust files below a folder, without what was built and what is hidden.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, &mut found);
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}
