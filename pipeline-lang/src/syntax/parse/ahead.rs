//! What comes next at a cursor: operators of several characters, and arguments of macros.
//!
//! A macro by example passes an argument such as `$e:expr` on in an invisible group.

use proc_macro2::{Delimiter, Spacing};
use syn::buffer::Cursor;

use super::ops;

/// Passes over macro arguments without tokens.
pub(super) fn skip_empty(mut at: Cursor) -> Cursor {
    while let Some((inside, Delimiter::None, _, rest)) = at.any_group() {
        if !skip_empty(inside).eof() {
            break;
        }
        at = rest;
    }
    at
}

/// The inside of a macro argument of several tokens. One of a single token is that token.
pub(super) fn argument(mut at: Cursor) -> Option<Cursor> {
    while let Some((inside, _, _)) = at.group(Delimiter::None) {
        let inside = skip_empty(inside);
        let (_, rest) = inside.token_tree()?;
        if !skip_empty(rest).eof() {
            return Some(inside);
        }
        at = inside;
    }
    None
}

/// The longest operator at a position.
pub(super) fn operator(at: Cursor) -> Option<&'static str> {
    let (first, rest) = at.punct()?;
    let mut text = String::from(first.as_char());
    let (mut joint, mut at) = (first.spacing() == Spacing::Joint, rest);
    while joint && text.len() < 3 {
        let Some((next, rest)) = at.punct() else { break };
        text.push(next.as_char());
        (joint, at) = (next.spacing() == Spacing::Joint, rest);
    }
    ops::longest(&text)
}
