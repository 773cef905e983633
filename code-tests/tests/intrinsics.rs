//! No intrinsic is a function of its own: each is inlined into code that is compiled for its target
//! feature. One that is called has a caller without the feature, which is many times slower.

use std::io::Write;

use object::{Object, ObjectSymbol};

mod built;

#[test]
fn no_intrinsic_is_called() {
    let program = built::program("pipeline-code-tests");
    let program = object::File::parse(&program[..]).expect("an object file");
    let names: Vec<&str> = program.symbols().filter_map(|symbol| symbol.name().ok()).collect();
    if !names.iter().any(|name| name.contains("run_on_")) {
        // Past the harness, which keeps what `eprintln!` prints in a test that passes.
        let message =
            "skipped: the program has no symbols, or has been built without kernels' names";
        writeln!(std::io::stderr(), "{message}").expect("a place for messages");
        return;
    }
    let wide = |name: &str| name.contains("_mm256_") || name.contains("_mm512_");
    let called: Vec<&&str> = names.iter().filter(|n| n.contains("core_arch") && wide(n)).collect();
    assert!(called.is_empty(), "{} intrinsics are functions: {called:#?}", called.len());
}
