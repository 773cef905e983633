//! Notes the version of rustc, which tables of times name.

use std::process::Command;

fn main() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(rustc).arg("--version").output().ok();
    let said = said.and_then(|said| String::from_utf8(said.stdout).ok());
    let version = said.as_deref().map_or("rustc of an unknown version", str::trim);
    println!("cargo::rustc-env=RUSTC_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
}
