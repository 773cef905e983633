//! The errors and warnings of `pipeline!` as rustc reports them: our texts at our places.
//!
//! Every file in `cases/` is a module of one generated crate, which is checked once; those in
//! `warnings/` are of another one, which compiles. What rustc says about a case is compared with
//! the `.expected` file beside it, one error or warning a line: `line:column text`. What is rustc's
//! own is given by its code instead, because its words change between versions.
//! `BLESS=1 cargo test -p pipeline-ui-tests` rewrites the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;

/// What rustc reports about each case, by the case's name.
type Reports = BTreeMap<String, Vec<String>>;

/// A folder of cases, and what is looked at of what rustc reports about them.
struct Suite {
    folder: &'static str,
    level: &'static str,
    /// What the crate of the cases allows, which is not what they are about.
    allowed: &'static str,
}

#[test]
fn errors_are_as_expected() {
    compare(&Suite { folder: "cases", level: "error", allowed: "warnings" });
}

#[test]
fn warnings_are_as_expected() {
    compare(&Suite { folder: "warnings", level: "warning", allowed: "unused" });
}

fn compare(suite: &Suite) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join(suite.folder);
    let names = case_names(&cases, "rs");
    let orphans: Vec<_> =
        case_names(&cases, "expected").into_iter().filter(|n| !names.contains(n)).collect();
    assert!(orphans.is_empty(), "expectations without a case: {orphans:?}");

    let reports = check(suite, &generate(suite, &cases, &names), &names);
    if env::var_os("BLESS").is_some() {
        for (name, found) in &reports {
            let text = found.iter().map(|line| format!("{line}\n")).collect::<String>();
            write(&cases.join(name).with_extension("expected"), &text);
        }
        return;
    }
    let wrong: Vec<String> =
        reports.iter().filter_map(|(name, found)| difference(&cases, name, found)).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} cases differ; `BLESS=1` accepts what was found.\n\n{}",
        wrong.len(),
        names.len(),
        wrong.join("\n")
    );
}

/// The names of the files with this extension, sorted.
fn case_names(cases: &Path, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(cases).unwrap_or_else(|e| panic!("{}: {e}", cases.display()));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    names
}

/// Writes a crate with all cases as modules; gives its directory.
fn generate(suite: &Suite, cases: &Path, names: &[String]) -> PathBuf {
    let root = cases.ancestors().nth(2).expect("the workspace");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui").join(suite.folder);
    fs::create_dir_all(dir.join("src")).expect("a directory for the generated crate");
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"ui-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\npipeline = {{ path = {:?}, default-features = false }}\n",
        suite.folder,
        root.display().to_string()
    );
    write(&dir.join("Cargo.toml"), &manifest);
    // The versions that are known to be there: this must work offline.
    if let Ok(lock) = fs::read_to_string(root.join("Cargo.lock")) {
        write(&dir.join("Cargo.lock"), &lock);
    }
    let modules: String = names
        .iter()
        .map(|name| {
            let path = cases.join(name).with_extension("rs").display().to_string();
            format!("#[path = {path:?}]\nmod {name};\n")
        })
        .collect();
    write(&dir.join("src/lib.rs"), &format!("#![allow({})]\n{modules}", suite.allowed));
    dir
}

/// Writes a file unless it has this text already, so that its time of change means something.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

/// Runs `cargo check` on the generated crate.
fn check(suite: &Suite, dir: &Path, names: &[String]) -> Reports {
    let target = format!("ui_{}", suite.folder);
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--message-format=json"])
        .arg("--manifest-path")
        .arg(dir.join("Cargo.toml"))
        .arg("--target-dir")
        // Shared, so that dependencies are compiled once.
        .arg(dir.with_file_name("target"))
        .stdin(Stdio::null())
        .output()
        .expect("cargo runs");
    let mut reports: Reports = names.iter().map(|n| (n.clone(), Vec::new())).collect();
    let mut seen = false;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if message["reason"] != "compiler-message" || message["target"]["name"] != target.as_str() {
            continue;
        }
        let message = &message["message"];
        let broken = suite.level == "warning" && message["level"] == "error";
        assert!(!broken, "a case of warnings has an error: {}", message["rendered"]);
        let primary = message["spans"].as_array().and_then(|spans| {
            spans.iter().find(|span| span["is_primary"] == true && message["level"] == suite.level)
        });
        if let Some(span) = primary {
            seen = true;
            report(&mut reports, message, span);
        }
    }
    assert!(
        seen,
        "no {} was reported; is something wrong with the generated crate?\n{}",
        suite.level,
        String::from_utf8_lossy(&output.stderr)
    );
    for found in reports.values_mut() {
        found.sort_by_key(|line| place(line));
    }
    reports
}

fn report(reports: &mut Reports, message: &Value, span: &Value) {
    let file = Path::new(span["file_name"].as_str().unwrap_or(""));
    let name = file.file_stem().and_then(|s| s.to_str()).unwrap_or("");
    let text = message["message"].as_str().unwrap_or("");
    let text = match message["code"]["code"].as_str() {
        // Ours is what stands behind the name of what is deprecated.
        Some("deprecated") => {
            text.split_once('`').map_or(text, |(_, ours)| ours).replacen("`: ", ": ", 1)
        }
        Some(code) => code.to_string(),
        None => text.to_string(),
    };
    let line = format!("{}:{} {text}", span["line_start"], span["column_start"]);
    match reports.get_mut(name) {
        Some(found) => found.push(line),
        None => panic!("an error outside of the cases: {}", message["rendered"]),
    }
}

/// The line and column that a report starts with.
fn place(report: &str) -> (u64, u64) {
    let (place, _) = report.split_once(' ').unwrap_or((report, ""));
    let (line, column) = place.split_once(':').unwrap_or((place, ""));
    (line.parse().unwrap_or(0), column.parse().unwrap_or(0))
}

/// How a case differs from what is expected of it, if it does.
fn difference(cases: &Path, name: &str, found: &[String]) -> Option<String> {
    let path = cases.join(name).with_extension("expected");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let expected: Vec<&str> = expected.lines().collect();
    if expected == found && !found.is_empty() {
        return None;
    }
    let missing = expected.iter().filter(|line| !found.iter().any(|f| f == *line));
    let extra = found.iter().filter(|line| !expected.contains(&line.as_str()));
    let lines: String = missing
        .map(|line| format!("    expected {line}\n"))
        .chain(extra.map(|line| format!("    found    {line}\n")))
        .collect();
    let lines =
        if found.is_empty() { "    found    no error\n".to_string() + &lines } else { lines };
    Some(format!("{name}.rs:\n{lines}"))
}
