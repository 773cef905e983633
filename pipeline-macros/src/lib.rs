//! The procedural macros behind `pipeline!`: thin entry points over [`pipeline_lang`].

use proc_macro::TokenStream;

/// Compiles one image-processing pipeline to a function and a module of the same name.
///
/// The path of the façade stands in brackets before the block. `pipeline::pipeline!` writes it
/// there.
#[proc_macro]
pub fn expand(tokens: TokenStream) -> TokenStream {
    pipeline_lang::expand(tokens.into()).into()
}

/// The names of a pipeline's block as Rust, for editors: part of an expansion that only
/// rust-analyzer expands further.
#[doc(hidden)]
#[proc_macro]
pub fn editor_view(tokens: TokenStream) -> TokenStream {
    pipeline_lang::editor::view(tokens.into()).into()
}
