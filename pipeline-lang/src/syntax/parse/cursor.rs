//! A position in the tokens of a block, and how far one may nest.

use std::cell::Cell;

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::{Error, Result};

use super::ahead::{argument, operator, skip_empty};
use super::{describe, ops, recover};
use crate::span::place;

/// How deep groups, operators and items may nest.
pub(super) const MAX_DEPTH: u32 = 128;

/// How many operators may be chained in one item beyond what nesting allows.
///
/// `a + b + c + …` makes a tree as tall as the chain is long, and every later pass walks that tree
/// recursively.
pub(super) const MAX_CHAIN: u32 = 1024;

/// What has been used of the two bounds.
#[derive(Default)]
pub(super) struct ParseLimits {
    depth: Cell<u32>,
    chain: Cell<u32>,
}

/// The tokens not yet read of one group, or of the whole block.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    at: Cursor<'a>,
    /// The operator that starts here, if one does.
    op: Option<&'static str>,
    /// How the end of these tokens reads in a message.
    end: &'static str,
    /// The token read last, or the end of a group.
    last: Span,
    /// Whether nothing of the present item has been read.
    fresh: bool,
    limits: &'a ParseLimits,
}

impl<'a> Tokens<'a> {
    /// The tokens of a whole block.
    pub fn new(at: Cursor<'a>, limits: &'a ParseLimits) -> Self {
        Self::within(at, "the end of the block", Span::call_site(), limits)
    }

    fn within(at: Cursor<'a>, end: &'static str, last: Span, limits: &'a ParseLimits) -> Self {
        let at = skip_empty(at);
        let op = if argument(at).is_some() { None } else { operator(at) };
        Tokens { at, op, end, last, fresh: false, limits }
    }

    fn advance(&mut self, to: Cursor<'a>) {
        let last = match self.at.any_group() {
            Some((_, delimiter, span, _)) if delimiter != Delimiter::None => span.close(),
            _ => self.at.span(),
        };
        *self = Self::within(to, self.end, last, self.limits);
    }

    /// Whether nothing is left.
    pub fn at_end(&self) -> bool {
        self.at.eof()
    }

    /// Whether the two stand at the same token.
    pub fn same_place(&self, other: &Self) -> bool {
        self.at == other.at
    }

    /// How the end of these tokens reads in a message.
    pub fn end_name(&self) -> &'static str {
        self.end
    }

    /// The next token itself, a group as a whole.
    pub fn token(&self) -> Option<TokenTree> {
        self.at.token_tree().map(|(token, _)| token)
    }

    /// Everything left.
    pub fn rest(&self) -> TokenStream {
        self.at.token_stream()
    }

    /// Where the next token stands: its opening delimiter for a group, the closing one at the end.
    pub fn span(&self) -> Span {
        match self.at.any_group() {
            Some((_, delimiter, span, _)) if delimiter != Delimiter::None => span.open(),
            _ if self.at_end() && self.end == "the end of the block" => self.last,
            _ => self.at.span(),
        }
    }

    /// Passes over the next token, whatever it is.
    pub fn skip(&mut self) {
        if let Some((_, rest)) = self.at.token_tree() {
            self.advance(rest);
        }
    }

    /// The operator that comes next, as long as it is written without spaces.
    pub fn peek_op(&self) -> Option<&'static str> {
        self.op
    }

    /// Whether exactly this operator comes next.
    pub fn is_op(&self, op: &str) -> bool {
        self.op == Some(op)
    }

    /// Reads this operator if it comes next.
    pub fn take_op(&mut self, op: &str) -> Option<Span> {
        if !self.is_op(op) {
            return None;
        }
        let span = self.span();
        let mut at = self.at;
        for _ in 0..op.len() {
            (_, at) = at.punct()?;
        }
        self.advance(at);
        Some(span)
    }

    /// Reads this operator, or reports what stands there instead and how the place is written.
    pub fn expect_op(&mut self, op: &str, place: &str, write: &str) -> Result<Span> {
        self.take_op(op).ok_or_else(|| self.wanted(&format!("`{op}` {place}"), write))
    }

    /// The identifier or keyword that comes next.
    pub fn peek_word(&self) -> Option<Ident> {
        self.at.ident().map(|(word, _)| word)
    }

    /// Whether exactly this word comes next.
    pub fn is_word(&self, text: &str) -> bool {
        self.peek_word().is_some_and(|word| word == text)
    }

    /// Reads the identifier or keyword that comes next.
    pub fn take_any_word(&mut self) -> Option<Ident> {
        let (word, rest) = self.at.ident()?;
        self.advance(rest);
        Some(word)
    }

    /// Reads this word if it comes next.
    pub fn take_word(&mut self, text: &str) -> Option<Ident> {
        if self.is_word(text) { self.take_any_word() } else { None }
    }

    /// Reads an identifier that may name something, which keywords of Rust may not.
    pub fn take_name(&mut self) -> Option<Ident> {
        self.peek_word().filter(|word| !ops::is_keyword(word))?;
        self.take_any_word()
    }

    /// Reads a name, or reports what stands there instead and how the place is written.
    pub fn expect_name(&mut self, what: &str, write: &str) -> Result<Ident> {
        let name = if self.breaks_off() { None } else { self.take_name() };
        name.ok_or_else(|| self.wanted(what, write))
    }

    /// Reads a literal if one comes next.
    pub fn take_literal(&mut self) -> Option<Literal> {
        let (literal, rest) = self.at.literal()?;
        self.advance(rest);
        Some(literal)
    }

    /// Whether a literal comes next.
    pub fn is_literal(&self) -> bool {
        self.at.literal().is_some()
    }

    /// Whether a group with this delimiter comes next.
    pub fn is_group(&self, delimiter: Delimiter) -> bool {
        self.at.group(delimiter).is_some()
    }

    /// Reads a group with this delimiter if one comes next, and returns its inside.
    pub fn group(&mut self, delimiter: Delimiter) -> Option<(Tokens<'a>, DelimSpan)> {
        let (inside, span, rest) = self.at.group(delimiter)?;
        let end = match delimiter {
            Delimiter::Parenthesis => "`)`",
            Delimiter::Bracket => "`]`",
            Delimiter::Brace => "`}`",
            Delimiter::None => "the end of the macro argument",
        };
        let inside = Self::within(inside, end, span.open(), self.limits);
        self.advance(rest);
        Some((inside, span))
    }

    /// Reads a macro argument of several tokens, which binds like a parenthesis.
    pub fn macro_argument(&mut self) -> Option<Tokens<'a>> {
        let inside = argument(self.at)?;
        let (mut outer, _) = self.group(Delimiter::None)?;
        outer.advance(inside);
        Some(outer)
    }

    /// Runs `read` one level deeper, or reports that the bound is reached.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let depth = self.limits.depth.get();
        if depth == MAX_DEPTH {
            return Err(self.error(format!(
                "nested more than {MAX_DEPTH} levels deep; name an inner part with \
                 `let a = …;`, or make it a stage or a helper of its own"
            )));
        }
        self.limits.depth.set(depth + 1);
        let result = read(self);
        self.limits.depth.set(depth);
        result
    }

    /// Counts one more link of a chain of operators.
    pub fn chained(&self) -> Result<()> {
        let chain = self.limits.chain.get();
        if chain == MAX_CHAIN {
            return Err(self.error(format!(
                "more than {MAX_CHAIN} chained operators in one item; split it into several \
                 stages, or sum over a window: `sum(d in -1..=1; …)`"
            )));
        }
        self.limits.chain.set(chain + 1);
        Ok(())
    }

    /// Starts a new item: its chains count from zero.
    pub fn start_item(&mut self) {
        self.limits.chain.set(0);
        self.fresh = true;
    }

    /// Whether the item being read stops in the middle: the next line starts another one.
    ///
    /// Only lines tell. In one line, `a + g(x) = b` is more likely an equality with a `=` too few.
    pub fn breaks_off(&self) -> bool {
        let among_items = matches!(self.end, "the end of the block" | "`}`");
        let line = |span| place(span).map(|place| place.line);
        !self.fresh
            && among_items
            && recover::starts_item(*self)
            && line(self.last) < line(self.span())
    }

    /// An error on the next token; on the last one where an item breaks off, for what is missing is
    /// missing there.
    pub fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new(if self.breaks_off() { self.last } else { self.span() }, message)
    }

    /// `expected …, found …; write …` on the token read last.
    pub fn wanted_behind(&self, expected: &str, write: &str) -> Error {
        Error::new(self.last, describe::wanted(self, expected, write))
    }

    /// `expected …, found …` on the next token, with advice where the mistake is a known one.
    pub fn unexpected(&self, expected: &str) -> Error {
        let found = describe::found(self);
        match describe::advice(self) {
            Some(advice) => self.error(format!("expected {expected}, found {found}; {advice}")),
            None => self.error(format!("expected {expected}, found {found}")),
        }
    }

    /// `expected …, found …; write …` on the next token.
    pub fn wanted(&self, expected: &str, write: &str) -> Error {
        self.error(describe::wanted(self, expected, write))
    }

    /// Reports what is left over in a group.
    pub fn finish(&self, expected: &str) -> Result<()> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads `a, b, c` up to the end of the tokens; a comma may end the list.
    pub fn comma_list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut list = Vec::new();
        while !self.at_end() {
            list.push(read(self)?);
            if self.take_op(",").is_none() {
                self.finish(&format!("`,` or {}", self.end))?;
            }
        }
        Ok(list)
    }
}
