//! Names of the Rust around a block: paths and macros, which a block does not see.

use proc_macro2::{Delimiter, Ident, Span};
use syn::Error;

use super::cursor::Tokens;

/// The error for `vec![a]`, `a!`, `f::g` and `f::<u8>`, behind the name.
pub(super) fn name(t: &Tokens, name: &Ident) -> Error {
    if t.is_op("::") {
        return path_from(name.to_string(), name.span(), *t);
    }
    let mut ahead = *t;
    ahead.take_op("!");
    let called = [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace];
    match called.into_iter().any(|delimiter| ahead.is_group(delimiter)) {
        true => Error::new(
            name.span(),
            format!(
                "`{name}!` is a macro of the Rust around the block, which sees only its own names; \
                 write what the macro stands for: a value, a `const`, or a helper `fn`"
            ),
        ),
        false => t.error(format!(
            "expected an operator, found `!`; logical not stands in front: `!{name}`"
        )),
    }
}

/// The error for `crate::f` and its kin, whose first word names nothing by itself.
pub(super) fn path(t: &Tokens) -> Option<Error> {
    let mut ahead = *t;
    let (span, leading) = (t.span(), ahead.take_op("::").is_some());
    let first = ahead.take_any_word()?;
    let keyword = ["crate", "self", "super", "Self"].iter().any(|word| first == word);
    let is_path = leading || keyword && ahead.is_op("::");
    is_path.then(|| {
        path_from(if leading { format!("::{first}") } else { first.to_string() }, span, ahead)
    })
}

/// The error for a path whose first word has been read.
fn path_from(mut text: String, span: Span, mut t: Tokens) -> Error {
    let mut last = None;
    while t.take_op("::").is_some() {
        let Some(word) = t.take_any_word() else {
            return t.error(format!(
                "expected a name behind `{text}::`; a block has no type arguments, and sees only its \
                 own names"
            ));
        };
        text = format!("{text}::{word}");
        last = Some(word);
    }
    let name = last.map_or_else(|| text.clone(), |word| word.to_string());
    let write = match t.is_group(Delimiter::Parenthesis) {
        true => {
            format!("a helper `fn {name}(a) = …;` in it, or a built-in function by its bare name")
        }
        false => format!("`const {name} = …;` in it, or a parameter"),
    };
    Error::new(span, format!("`{text}` is a path; a block sees only its own names: write {write}"))
}
