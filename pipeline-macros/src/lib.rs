//! The procedural macro behind `pipeline!`: a thin entry point over [`pipeline_lang`].

use proc_macro::TokenStream;

/// Compiles one image-processing pipeline to a function and a module of the same name.
///
/// The path of the façade stands in brackets before the block. `pipeline::pipeline!` writes it there.
#[proc_macro]
pub fn expand(tokens: TokenStream) -> TokenStream {
    pipeline_lang::expand(tokens.into()).into()
}
