//! Finding the next item behind a broken one.

use proc_macro2::{Delimiter, TokenStream};

use super::cursor::Tokens;
use super::ops;
use crate::syntax::Broken;

/// Passes over what is left of a broken item: to behind its `;`, or behind the braces that end it.
pub(super) fn to_next_item(t: &mut Tokens) {
    if t.breaks_off() {
        return;
    }
    while !t.at_end() {
        if t.take_op(";").is_some() {
            return;
        }
        let braces = t.is_group(Delimiter::Brace);
        t.skip();
        if braces && (starts_item(*t) || starts_with_keyword(t)) {
            return;
        }
    }
}

/// What can be told of a broken item, from its first token to the one behind its last. What looks
/// like the start of another definition in it starts another item.
pub(super) fn broken(mut t: Tokens, end: &Tokens) -> Vec<Broken> {
    let mut items = Vec::new();
    while !t.at_end() && !t.same_place(end) {
        let mut item = broken_head(&mut t);
        while !t.at_end() && !t.same_place(end) && !starts_item(t) {
            item.rest.extend(t.token());
            t.skip();
        }
        items.push(item);
    }
    items
}

/// Reads `name[members](vars)` if it comes next, or else the next token.
fn broken_head(t: &mut Tokens) -> Broken {
    let start = *t;
    let stage = t.take_name();
    while t.group(Delimiter::Bracket).is_some() {}
    if stage.is_some()
        && let Some((mut inside, _)) = t.group(Delimiter::Parenthesis)
    {
        let names = inside.comma_list(|t| t.expect_name("a variable", "`x`"));
        return Broken { stage, vars: names.unwrap_or_default(), rest: TokenStream::new() };
    }
    *t = start;
    let rest = t.token().into_iter().collect();
    t.skip();
    Broken { stage: None, vars: Vec::new(), rest }
}

/// Whether a keyword comes next that no expression goes on with.
fn starts_with_keyword(t: &Tokens) -> bool {
    const GO_ON: [&str; 4] = ["else", "as", "in", "for"];
    t.peek_word().is_some_and(|w| ops::is_keyword(&w) && !GO_ON.iter().any(|word| w == word))
}

/// Passes over what is left of a broken entry of a list, up to the comma or, in a header, the body.
pub(super) fn to_comma(t: &mut Tokens) {
    while !t.at_end() && !t.is_op(",") && !is_body(*t) {
        t.skip();
    }
}

/// Whether these are the braces that end the block.
fn is_body(mut t: Tokens) -> bool {
    t.group(Delimiter::Brace).is_some() && t.at_end()
}

/// Whether the tokens here can only be the start of an item, not the rest of a value.
pub(super) fn starts_item(mut t: Tokens) -> bool {
    if t.is_op("#") {
        return true;
    }
    let Some(word) = t.take_any_word() else { return false };
    match word.to_string().as_str() {
        "const" | "fn" => return true,
        "border" if t.peek_word().is_some() => return true,
        "for" => {
            return t.take_name().is_some()
                && t.take_word("in").is_some()
                && !t.is_group(Delimiter::Bracket);
        }
        _ => {}
    }
    while t.group(Delimiter::Bracket).is_some() {}
    t.group(Delimiter::Parenthesis).is_some()
        && (matches!(t.peek_op(), Some("=" | ":" | "+=" | "*="))
            || ["in", "min", "max"].iter().any(|word| t.is_word(word)))
}
