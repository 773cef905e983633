//! Says whether this crate is compiled with optimisation, as `cfg(optimised)`.
//!
//! What computes on vectors is many small functions, which must be inlined to be fast and are, in
//! optimised builds, whatever the compiler would have thought of it. Without optimisation nothing
//! gets faster by it: each of them would only be compiled anew for every use, which made debug
//! builds of pipelines take four times as long.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimised)");
    let level = std::env::var("OPT_LEVEL").expect("Cargo says it to build scripts");
    if level != "0" {
        println!("cargo::rustc-cfg=optimised");
    }
}
