//! The generated Rust of small pipelines, pretty-printed. `BLESS=1` rewrites the files.

use crate::elaborate::Configuration;
use crate::expand_for;

fn golden(name: &str) {
    let folder = format!("{}/src/emit/tests", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(format!("{folder}/{name}.pipeline")).expect("a source");
    let tokens = expand_for(source.parse().expect("tokens"), &Configuration::default());
    let file: syn::File = syn::parse2(tokens.clone()).unwrap_or_else(|e| {
        panic!("the expansion of {name} is not a list of items: {e}\n{tokens}")
    });
    let printed = prettyplease::unparse(&file);
    let path = format!("{folder}/{name}.expanded.rs");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert!(printed == expected, "{name} expands to other code; BLESS=1 shows the difference");
}

#[test]
fn a_point_wise_stage() {
    golden("pointwise");
}

#[test]
fn a_bordered_stencil_and_a_scalar() {
    golden("bordered");
}

#[test]
fn a_generic_pipeline_with_two_outputs() {
    golden("generic");
}

#[test]
fn a_group_that_rolls() {
    golden("rolling");
}

#[test]
fn errors_keep_the_signature() {
    golden("broken");
}
