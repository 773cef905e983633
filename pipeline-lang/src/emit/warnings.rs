//! Warnings: stable Rust lets a macro warn through the use of something deprecated.

use crate::lints::Warning;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Has rustc warn on the user's tokens: ``use of deprecated macro `narrow_sum`: this sum can …``.
///
/// A macro, for rustc names it without a path.
pub fn emit_warnings(warnings: &[Warning]) -> TokenStream {
    let warn = |warning: &Warning| {
        let name = Ident::new(warning.name(), warning.span);
        let message = &warning.message;
        quote! {
            const _: () = {
                #[deprecated(note = #message)]
                macro_rules! #name { () => {} }
                #name! {}
            };
        }
    };
    warnings.iter().map(warn).collect()
}
