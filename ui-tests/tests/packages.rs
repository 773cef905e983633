//! What the published crates package.

use std::process::Command;

use serde_json::Value;

/// What a command of Cargo prints in the workspace.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {complaints}");
    String::from_utf8(output.stdout).expect("cargo prints text")
}

#[test]
fn published_crates_have_a_page_and_licences() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    // `publish = false` is an empty list of registries.
    let mut published: Vec<&Value> = metadata["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .filter(|package| package["publish"].is_null())
        .collect();
    published.sort_by_key(|package| package["name"].as_str());
    let names: Vec<&str> = published.iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "pipeline",
            "pipeline-core",
            "pipeline-lang",
            "pipeline-macros",
            "pipeline-ranks",
            "pipeline-runtime"
        ]
    );
    for (package, name) in published.iter().zip(names) {
        for field in ["description", "license", "readme", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        let list = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(list.lines().any(|line| line == file), "{name} packages no {file}:\n{list}");
        }
    }
}

/// Ranks are arithmetic until somebody brings what carries messages.
#[test]
fn nobody_needs_an_mpi() {
    let tree = cargo(&["tree", "-p", "pipeline", "-e", "normal", "--prefix", "none"]);
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    let mut own: Vec<&str> = names.clone().filter(|name| name.starts_with("pipeline")).collect();
    own.sort_unstable();
    own.dedup();
    let expected = ["core", "lang", "macros", "ranks", "runtime"].map(|n| format!("pipeline-{n}"));
    assert_eq!(own[0], "pipeline");
    assert_eq!(own[1..], expected);
    assert!(names.clone().count() > own.len(), "{tree}");
    assert!(!names.clone().any(|name| name.contains("mpi")), "{tree}");
}
