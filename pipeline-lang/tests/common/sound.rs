//! What every expansion is, whatever the block: Rust, and no report of a bug.

use proc_macro2::TokenStream;
use syn::{Item, LitStr};

/// The items that a block expands to.
///
/// # Panics
/// If the expansion is not Rust, or says that the compiler failed.
pub fn expand(tokens: TokenStream) -> Vec<Item> {
    let expansion = pipeline_lang::expand(tokens);
    let text = || expansion.to_string();
    let file: syn::File = syn::parse2(expansion.clone())
        .unwrap_or_else(|error| panic!("the expansion is not Rust: {error}:\n{}", text()));
    let failure = errors(&file.items).find(|e| e.contains("this is a bug in `pipeline`"));
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    file.items
}

/// The messages of an expansion's `compile_error!`s.
pub fn errors(items: &[Item]) -> impl Iterator<Item = String> + '_ {
    items.iter().filter_map(|item| match item {
        Item::Macro(call) if call.mac.path.segments.last()?.ident == "compile_error" => {
            Some(call.mac.parse_body::<LitStr>().ok()?.value())
        }
        _ => None,
    })
}
