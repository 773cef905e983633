//! What editors see of a block.
//!
//! An editor's language server knows Rust, and the expansion of a block has none of the user's
//! names. So it gets them in a second form: a module that nothing runs, in which every name of the
//! block is declared once, as an item or a variable of Rust with the type it has in the language,
//! and mentioned wherever the block mentions it, within the same scopes. Each of these identifiers
//! has the span of the user's, and nothing else has: so hover, definition, references, renaming,
//! colours and completion are those of Rust.
//!
//! ```text
//! pipeline! {                                     mod block {
//!     fn blur(img: [u8; n]) -> out {                  const n: Size = Size::estimated(1024);
//!         wide(x) = img(x) as u16;                    fn img(_: i32) -> u8 { … }
//!         out(x) = wide(x - 1) + wide(x);             fn wide(x: i32) -> u16 { … }
//!     }                                               fn out(x: i32) -> u16 { … }
//! }                                                   const _: fn() = || {
//!                                                         (n, out);
//!                                                         { let x: i32 = …; (img(x), u16) }
//!                                                         { let x: i32 = …; (wide(x), wide(x)) }
//!                                                     };
//!                                                 }
//! ```
//!
//! To complete a half-typed name, rust-analyzer expands the block with and without a made-up name
//! there, and takes the scope at the offset of that name from the expansion without it. So the
//! mentions come before the declarations, whose documentation depends on every item.
//!
//! Operators are left out: what is mentioned stands in tuples, which have a type whatever is in
//! them. The compiler never sees the module, so it costs a build nothing.

mod body;
mod broken;
mod globals;

use crate::elaborate::{BlockFacts, BuiltIn, Known};
use crate::error::Errors;
use crate::expand::facade;
use crate::syntax::{self, PipelineBlock};
use body::MentionWriter;
use globals::Globals;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::panic::catch_unwind;

/// The module for the tokens of a block, perhaps behind the path of the façade as in
/// [`expand`](crate::expand()); nothing if its header cannot be read.
///
/// Errors are not reported: the expansion of the block itself does that. What they leave unknown
/// is left out, or has the type `Value`. Never panics.
pub fn view(tokens: TokenStream) -> TokenStream {
    catch_unwind(|| {
        let (facade, tokens) = facade(tokens);
        let block = syntax::parse::parse(tokens, &mut Errors::default());
        block
            .map_or_else(TokenStream::new, |block| module(&facade, &block, &BlockFacts::of(&block)))
    })
    .unwrap_or_default()
}

/// The names of the built-in functions, and how many parameters they are documented with.
pub fn functions() -> impl Iterator<Item = (String, usize)> {
    BuiltIn::all().map(|b| (b.name().to_string(), b.params().len()))
}

fn module(facade: &TokenStream, block: &PipelineBlock, facts: &BlockFacts) -> TokenStream {
    let globals = Globals::of(block);
    let mut body = MentionWriter::new(&globals, facts);
    let statements = body.block(block);
    let shadowed = globals.shadowed(facts, &body.bound);
    let declarations = globals.declarations(facts, &body.bound);
    quote! {
        #[allow(warnings, unused, nonstandard_style)]
        #[no_implicit_prelude]
        mod block {
            use #facade::__rt::editor as __editor;
            use __editor::functions::*;
            use __editor::{Size, Value};
            const _: fn() = || { #shadowed #statements };
            #declarations
        }
    }
}

/// A type as the module writes it; what is not known has the type of any value.
fn written(ty: Option<Known>, block: &PipelineBlock) -> TokenStream {
    match (ty, block.type_params.first()) {
        (Some(Known::Type(ty)), _) => unmarked(ty.name()).into_token_stream(),
        (Some(Known::Parameter), Some(param)) => {
            let mut name = param.name.clone();
            name.set_span(Span::mixed_site());
            name.into_token_stream()
        }
        _ => quote!(Value),
    }
}

/// An identifier that no editor leads anybody to.
fn unmarked(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
