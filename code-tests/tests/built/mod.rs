//! A program of this package, compiled as users compile theirs.

use std::path::Path;
use std::process::Command;

/// The bytes of the program of this name, built in the release profile: only there is what computes
/// on vectors inlined, in the runtime and in what calls it.
pub fn program(name: &str) -> Vec<u8> {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target folder");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--package", "pipeline-code-tests"])
        .args(["--features", "programs", "--bin", name, "--target-dir"])
        .arg(target)
        .status()
        .expect("Cargo is at hand");
    assert!(built.success(), "{name} does not compile");
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::fs::read(target.join("release").join(file)).expect("the program")
}
