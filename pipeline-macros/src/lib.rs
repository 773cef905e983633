//! The `pipeline!` macro, and what editors see of its blocks: thin entry points over [`pipeline_lang`].

use proc_macro::TokenStream;

/// Compiles one image-processing pipeline to a function and a module of the same name.
///
/// The language is described in the guide of the `pipeline` crate.
#[proc_macro]
pub fn pipeline(tokens: TokenStream) -> TokenStream {
    pipeline_lang::expand(tokens.into()).into()
}

/// The names of a pipeline's block as Rust, for editors: part of the expansion of [`pipeline!`] that
/// only rust-analyzer expands.
#[doc(hidden)]
#[proc_macro]
pub fn editor_view(tokens: TokenStream) -> TokenStream {
    pipeline_lang::editor::view(tokens.into()).into()
}
