//! The generated Rust of small pipelines, pretty-printed and without their plans, which have tests
//! of their own. `BLESS=1` rewrites the files.

use crate::elaborate::Configuration;
use crate::expand_for;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

fn golden(name: &str) {
    let folder = format!("{}/src/emit/tests", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(format!("{folder}/{name}.pipeline")).expect("a source");
    let tokens =
        without_plans(expand_for(source.parse().expect("tokens"), &Configuration::default()));
    let tokens = computes_as_functions(tokens);
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

/// Leaves out the arguments of `Plan::new`.
fn without_plans(tokens: TokenStream) -> TokenStream {
    let mut last = ["Plan", ":", ":", "new"].map(|_| String::new());
    let mut kept = |tree: TokenTree| {
        let of_plan = last.concat() == "Plan::new";
        last.rotate_left(1);
        last[3] = tree.to_string();
        match tree {
            TokenTree::Group(group) if of_plan => {
                Group::new(group.delimiter(), TokenStream::new()).into()
            }
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), without_plans(group.stream())).into()
            }
            other => other,
        }
    };
    tokens.into_iter().map(&mut kept).collect()
}

/// Shows each `compute! { … }`, and `compute_points! { … }`, as the function that it declares, with
/// an attribute of that name: what macros are given would be printed without lines.
fn computes_as_functions(tokens: TokenStream) -> TokenStream {
    let mut shown: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = tree else {
            shown.push(tree);
            continue;
        };
        let inside = computes_as_functions(group.stream());
        let [.., TokenTree::Ident(name), TokenTree::Punct(_)] = &shown[..] else {
            shown.push(Group::new(group.delimiter(), inside).into());
            continue;
        };
        let of_macro: Vec<TokenTree> = inside.clone().into_iter().collect();
        let compute = match (name.to_string().as_str(), &of_macro[..]) {
            ("__compute", [doc, how, var, _, name, short, n, params, body]) => quote! {
                #[compute(#how, #var, #short, #n)] #[doc = #doc] unsafe fn #name #params #body
            },
            ("__compute_points", [doc, how @ .., _, name, n, params, body]) => quote! {
                #[compute_points(#(#how,)* #n)] #[doc = #doc] unsafe fn #name #params #body
            },
            _ => {
                shown.push(Group::new(group.delimiter(), inside).into());
                continue;
            }
        };
        shown.truncate(shown.len() - 2);
        shown.extend(compute);
    }
    shown.into_iter().collect()
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
fn an_interleaved_picture() {
    golden("interleaved");
}

#[test]
fn a_group_that_rolls() {
    golden("sliding_window");
}

#[test]
fn a_scan_along_rows() {
    golden("scan");
}

#[test]
fn errors_keep_the_signature() {
    golden("broken");
}

#[test]
fn expansions_can_be_repeated() {
    let source = include_str!("tests/sliding_window.pipeline");
    let expansion = || {
        let configuration = Configuration::default();
        expand_for(source.parse().expect("tokens"), &configuration).to_string()
    };
    assert_eq!(expansion(), expansion());
}

/// The expansion of each source, with its attributes and these before them.
fn expansions(attributes: &str) -> BTreeMap<String, String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/emit/tests");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|file| file.extension().is_some_and(|e| e == "pipeline"));
    let expanded = sources.map(|file| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(file).expect("a source");
        let tokens = format!("{attributes}{source}").parse().expect("tokens");
        (name, expand_for(tokens, &Configuration::default()).to_string())
    });
    expanded.collect()
}

#[test]
fn only_what_is_distributed_knows_of_ranks() {
    let alone = expansions("");
    assert!(alone.len() >= 7, "{:?}", alone.keys());
    for (name, expansion) in &alone {
        assert!(!expansion.to_lowercase().contains("rank"), "{name}");
    }
    let distributed = expansions("#[distribute(y)] ");
    let runs_on_ranks = |name: &&String| distributed[*name].contains("ranks :: Communicator");
    assert!(alone.keys().filter(runs_on_ranks).count() >= 4, "{:?}", distributed.keys());
}

/// By file of this folder, the files that it takes something from.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/emit");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let files = files.filter(|file| file.extension().is_some_and(|e| e == "rs"));
    let texts = files.map(|file| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(file).expect("a text"))
    });
    let texts: BTreeMap<String, String> = texts.collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let taken = |text: &String| {
        let after = text.match_indices("super::").map(|(at, path)| &text[at + path.len()..]);
        let names = after.flat_map(|path| match path.strip_prefix('{') {
            Some(list) => list.split('}').take(1).flat_map(|l| l.split(|c| !is_word(c))).collect(),
            None => path.split(|c| !is_word(c)).take(1).collect::<Vec<&str>>(),
        });
        names.filter(|name| texts.contains_key(*name)).map(String::from).collect()
    };
    texts.iter().map(|(name, text)| (name.clone(), taken(text))).collect()
}

/// Takes away files that import none of the others until there is none such left.
#[test]
fn no_file_imports_one_that_imports_it() {
    let mut left = imports();
    assert!(left["entry"].contains("nest") && left["block"].contains("load"), "{left:?}");
    while let Some(leaf) = left.iter().find(|(_, taken)| taken.is_empty()).map(|(leaf, _)| leaf) {
        let leaf = leaf.clone();
        left.remove(&leaf);
        for taken in left.values_mut() {
            taken.remove(&leaf);
        }
    }
    assert!(left.is_empty(), "a circle of imports, and what imports from it: {left:?}");
}
