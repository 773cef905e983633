//! Programs as users build them: one that must compile and run, and one or more for each class of
//! compile error, whose whole report is compared with the `.stderr` file beside it.
//!
//! The words and drawings around our texts are rustc's, and differ between its versions. So the
//! failing programs are compared where the compiler is the one in `fail/rustc-version`, and skipped
//! with a message elsewhere. `TRYBUILD=overwrite cargo test -p pipeline-ui-tests --test programs`
//! records them anew; a change of compiler changes that file, too.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn programs_build_or_fail_as_recorded() {
    let programs = trybuild::TestCases::new();
    programs.pass("pass/*.rs");
    let recorded = include_str!("../fail/rustc-version").trim();
    let here = rustc_version();
    if here == recorded {
        programs.compile_fail("fail/*.rs");
    } else {
        // Past the harness, which keeps what `eprintln!` prints in a test that passes.
        let mut stderr = std::io::stderr();
        writeln!(stderr, "skipped: errors were recorded by rustc {recorded}; this is rustc {here}")
            .expect("a place for messages");
    }
}

/// The version of the compiler that builds tests.
fn rustc_version() -> String {
    let output = Command::new("rustc").arg("--version").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("rustc prints text");
    text.split_whitespace().nth(1).expect("rustc VERSION (…)").to_string()
}

#[test]
fn every_class_of_error_has_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(folder.join("../docs/errors.md")).expect("the page on errors");
    let (_, page) = page.split_once("## Compile errors").expect("a part on compile errors");
    let (page, _) = page.split_once("## Run-time errors").expect("a part on run-time errors");
    let classes: BTreeSet<&str> = page.lines().filter_map(|l| l.strip_prefix("### ")).collect();

    let programs: BTreeSet<String> = fs::read_dir(folder.join("fail"))
        .expect("the failing programs")
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a program");
            let class = text.lines().next().and_then(|line| line.strip_prefix("// Class: "));
            class.unwrap_or_else(|| panic!("{}: no class", path.display())).to_string()
        })
        .collect();
    let programs: BTreeSet<&str> = programs.iter().map(String::as_str).collect();
    assert_eq!(programs, classes, "the classes of the programs, and those of docs/errors.md");
}
