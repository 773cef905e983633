//! Groups nested out of all proportion, before anything recursive sees them.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Group, TokenStream, TokenTree};

use super::cursor::MAX_DEPTH;

/// Groups are kept to this depth. It is more than the reader enters, so that the reader itself
/// meets its own bound first and reports it on the token.
const MAX_GROUPS: usize = MAX_DEPTH as usize + 8;

/// The same tokens, with everything emptied that is nested deeper than the reader goes.
pub(super) fn bounded(tokens: TokenStream) -> TokenStream {
    if is_shallow(tokens.clone()) { tokens } else { pruned(tokens, MAX_GROUPS) }
}

/// Whether no group is nested too deeply; found without recursion.
fn is_shallow(tokens: TokenStream) -> bool {
    let mut open: Vec<IntoIter> = vec![tokens.into_iter()];
    while let Some(level) = open.last_mut() {
        match level.next() {
            Some(TokenTree::Group(_)) if open.len() > MAX_GROUPS => return false,
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    true
}

fn pruned(tokens: TokenStream, levels: usize) -> TokenStream {
    let prune = |token| match token {
        TokenTree::Group(group) => {
            let inside = match levels {
                0 => TokenStream::new(),
                _ => pruned(group.stream(), levels - 1),
            };
            let mut shallow = Group::new(group.delimiter(), inside);
            shallow.set_span(group.span());
            TokenTree::Group(shallow)
        }
        other => other,
    };
    tokens.into_iter().map(prune).collect()
}
