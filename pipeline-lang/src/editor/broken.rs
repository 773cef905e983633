//! Items with errors: what their words are likely to be.
//!
//! Completion asks about just these, so what is in scope there should be known.

use super::body::{MentionWriter, statement};
use crate::syntax::Broken;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The characters that a word takes at most in an item without errors: the offset of a name that
/// makes the item a good one must be within the scope of the broken item.
const ROOM: usize = 48;

impl MentionWriter<'_> {
    /// The words of an item that could not be read.
    pub(super) fn broken(&mut self, Broken { stage, vars, rest }: &Broken) -> TokenStream {
        let stage = statement(stage.iter().map(|name| self.name(name)).collect());
        let vars: TokenStream = vars.iter().map(|v| self.bind(v, quote!(i32))).collect();
        let mut words = Vec::new();
        collect(rest.clone(), &mut words);
        let mut mentions = TokenStream::new();
        for (i, word) in words.iter().enumerate() {
            let is = |at: Option<&Ident>, text: &str| at.is_some_and(|word| word == text);
            mentions.extend(if syn::parse2::<Ident>(word.to_token_stream()).is_err() {
                TokenStream::new()
            } else if is(words.get(i + 1), "in") {
                self.bind(word, quote!(i32))
            } else if i > 0 && is(words.get(i - 1), "let") {
                self.bind(word, quote!(Value))
            } else {
                statement(quote!(#word,))
            });
        }
        let room = " ".repeat(ROOM * (1 + words.len()));
        quote!({ #stage #vars #mentions let _ = #room; })
    }
}

/// The identifiers and keywords of a token stream, from left to right.
fn collect(tokens: TokenStream, words: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => words.push(word),
            TokenTree::Group(group) => collect(group.stream(), words),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
