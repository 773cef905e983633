//! Collected compile errors: everything wrong in a block is reported at once.

use proc_macro2::{Span, TokenStream};

/// A sink for the errors of one block.
#[derive(Default, Debug)]
pub struct Errors {
    list: Vec<(Span, String)>,
}

impl Errors {
    /// Adds an error on a token.
    pub fn push(&mut self, span: Span, message: impl Into<String>) {
        self.list.push((span, message.into()));
    }

    /// Adds a parse error of `syn`.
    pub fn push_syn(&mut self, error: syn::Error) {
        for e in error {
            self.push(e.span(), e.to_string());
        }
    }

    /// Whether nothing went wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many errors there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The errors in the order found.
    pub fn iter(&self) -> impl Iterator<Item = &(Span, String)> {
        self.list.iter()
    }

    /// `compile_error!` invocations, one for each error, each on its token.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.list.iter().map(|(span, m)| syn::Error::new(*span, m).to_compile_error()).collect()
    }
}
