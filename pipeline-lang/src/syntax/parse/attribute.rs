//! Attributes and visibility.
//!
//! The tokens inside an attribute are carried along, and looked at only so far that Rust can read
//! them.

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, TokenStream};
use syn::punctuated::Punctuated;
use syn::token::{Brace, Bracket, Paren};
use syn::{
    AttrStyle, Attribute, Error, MacroDelimiter, Meta, MetaList, MetaNameValue, Path, PathSegment,
    Result, Token, VisRestricted, Visibility,
};

use super::cursor::Tokens;
use crate::syntax::Setting;

/// Attributes of Rust that make sense on the generated items.
const CARRIED: [&str; 13] = [
    "allow",
    "cfg",
    "cfg_attr",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "track_caller",
    "warn",
];

/// Reads the attributes on a block: those of Rust, and those of the pipeline.
pub(super) fn attributes(t: &mut Tokens) -> Result<(Vec<Attribute>, Vec<Setting>)> {
    let (mut docs, mut settings) = (Vec::new(), Vec::new());
    while let Some(attribute) = attribute(t)? {
        let ident = attribute.path().get_ident().cloned();
        match ident.filter(|name| !CARRIED.iter().any(|carried| name == carried)) {
            None => docs.push(attribute),
            Some(name) => {
                let args = match attribute.meta {
                    Meta::Path(_) => TokenStream::new(),
                    Meta::List(MetaList {
                        delimiter: MacroDelimiter::Paren(_), tokens, ..
                    }) => tokens,
                    _ => {
                        let message = format!(
                            "expected `#[{name}]` or `#[{name}(…)]`; write the arguments in \
                             parentheses"
                        );
                        return Err(Error::new(name.span(), message));
                    }
                };
                settings.push(Setting { name, args });
            }
        }
    }
    Ok((docs, settings))
}

/// Passes over the doc comments on an item; other attributes do not belong there.
pub(super) fn comments(t: &mut Tokens) -> Result<()> {
    loop {
        let start = t.span();
        match attribute(t)? {
            None => return Ok(()),
            Some(attribute) if attribute.path().is_ident("doc") => {}
            Some(_) => {
                return Err(Error::new(
                    start,
                    "expected an item, found an attribute; attributes stand at the top of the \
                     block, before `fn`",
                ));
            }
        }
    }
}

/// Reads one outer attribute if one comes next.
fn attribute(t: &mut Tokens) -> Result<Option<Attribute>> {
    let Some(pound) = t.take_op("#") else { return Ok(None) };
    if t.is_op("!") {
        return Err(t.wanted("`[` after `#`", "`#[name(…)]`, and `///` for a doc comment"));
    }
    let Some((mut inside, span)) = t.group(Delimiter::Bracket) else {
        return Err(t.wanted("`[` after `#`", "`#[name(…)]`"));
    };
    Ok(Some(Attribute {
        pound_token: Token![#](pound),
        style: AttrStyle::Outer,
        bracket_token: bracket(span),
        meta: meta(&mut inside)?,
    }))
}

/// Reads the inside of an attribute's brackets.
fn meta(t: &mut Tokens) -> Result<Meta> {
    let path = path(t)?;
    if let Some(span) = t.take_op("=") {
        let value = syn::Expr::Verbatim(t.rest());
        finish_value(t)?;
        return Ok(Meta::NameValue(MetaNameValue { path, eq_token: Token![=](span), value }));
    }
    for delimiter in [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace] {
        if let Some((inside, span)) = t.group(delimiter) {
            t.finish("`]`")?;
            let tokens = inside.rest();
            return Ok(Meta::List(MetaList {
                path,
                delimiter: macro_delimiter(delimiter, span),
                tokens,
            }));
        }
    }
    t.finish("`(`, `=` or `]`")?;
    Ok(Meta::Path(path))
}

/// Passes over the value of an attribute, a literal or the call of a macro that gives one, perhaps
/// handed over by a macro: with anything else, Rust could not read the expansion.
fn finish_value(t: &mut Tokens) -> Result<()> {
    if let Some(mut inside) = t.macro_argument() {
        t.nested(|_| finish_value(&mut inside))?;
    } else if t.take_literal().is_none() {
        let start = *t;
        let called = path(t).is_ok() && t.take_op("!").is_some();
        let delimiters = [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace];
        if !called || !delimiters.into_iter().any(|d| t.group(d).is_some()) {
            return Err(start.wanted("a literal as the value of an attribute", "`#[doc = \"…\"]`"));
        }
    }
    t.finish("`]`")
}

fn path(t: &mut Tokens) -> Result<Path> {
    let mut segments = Punctuated::new();
    loop {
        let Some(word) = t.take_any_word() else {
            return Err(t.wanted("an attribute's name", "`#[machine(haswell)]`"));
        };
        segments.push_value(PathSegment::from(word));
        match t.take_op("::") {
            Some(span) => segments.push_punct(Token![::](span)),
            None => return Ok(Path { leading_colon: None, segments }),
        }
    }
}

/// Reads `pub`, `pub(crate)` and the like, if one comes next.
pub(super) fn visibility(t: &mut Tokens) -> Result<Visibility> {
    let Some(word) = t.take_word("pub") else { return Ok(Visibility::Inherited) };
    let pub_token = Token![pub](word.span());
    let Some((mut inside, span)) = t.group(Delimiter::Parenthesis) else {
        return Ok(Visibility::Public(pub_token));
    };
    let in_token = inside.take_word("in").map(|word| Token![in](word.span()));
    let known = ["crate", "self", "super"].iter().any(|word| inside.is_word(word));
    if in_token.is_none() && !known {
        return Err(inside.wanted("`crate`, `super`, `self` or `in`", "`pub(crate)`"));
    }
    let path = path(&mut inside)?;
    inside.finish("`)`")?;
    let paren_token = paren(span);
    Ok(Visibility::Restricted(VisRestricted {
        pub_token,
        paren_token,
        in_token,
        path: Box::new(path),
    }))
}

fn macro_delimiter(delimiter: Delimiter, span: DelimSpan) -> MacroDelimiter {
    match delimiter {
        Delimiter::Bracket => MacroDelimiter::Bracket(bracket(span)),
        Delimiter::Brace => MacroDelimiter::Brace(Brace { span }),
        Delimiter::Parenthesis | Delimiter::None => MacroDelimiter::Paren(paren(span)),
    }
}

fn bracket(span: DelimSpan) -> Bracket {
    Bracket { span }
}

fn paren(span: DelimSpan) -> Paren {
    Paren { span }
}
