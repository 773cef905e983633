//! The `pipeline!` macro: a thin entry point over [`pipeline_lang`].

use proc_macro::TokenStream;

/// Compiles one image-processing pipeline to a function and a module of the same name.
///
/// The language is described in the guide of the `pipeline` crate.
#[proc_macro]
pub fn pipeline(tokens: TokenStream) -> TokenStream {
    pipeline_lang::expand(tokens.into()).into()
}
