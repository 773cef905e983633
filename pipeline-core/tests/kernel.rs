//! Loop nests written by hand, and the kernels that they become: `kernel/*.kernel`.
//!
//! A file says what it shows, and has a nest and its kernels:
//!
//! ```text
//! // test: what may leave an array is redirected point by point
//! loops …
//! // after:
//! kernels …
//! ```
//!
//! `BLESS=1` writes what comes out.

use pipeline_core::kernel::lower;
use pipeline_core::loops::parse;
use pipeline_core::loops::verify::verify;
use similar::TextDiff;
use std::path::{Path, PathBuf};

const TEST: &str = "// test: ";
const AFTER: &str = "// after:\n";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel");
    let files = std::fs::read_dir(folder).expect("a folder of tests");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// What is wrong with a file.
fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let (before, expected) = text.split_once(AFTER).ok_or("it has no `// after:`")?;
    if !before.starts_with(TEST) {
        return Err("its first line is not `// test: ` and what it shows".into());
    }
    let loops = parse(before).map_err(|e| e.to_string())?;
    verify(&loops).map_err(|violations| violations.join("; "))?;
    let made = lower(&loops, &vec![64; loops.sizes.len()]).to_string();
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{before}{AFTER}{made}");
        return std::fs::write(file, text).map_err(|e| e.to_string());
    }
    match made == expected {
        true => Ok(()),
        false => Err(TextDiff::from_lines(expected, &made).unified_diff().to_string()),
    }
}

#[test]
fn nests_become_what_their_files_say() {
    let wrong = files().into_iter().filter_map(|file| {
        let error = check(&file).err()?;
        Some(format!("{}: {error}", file.file_name()?.to_string_lossy()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
