//! Where tokens stand in the user's text.

extern crate proc_macro;

use proc_macro2::Span;

/// Line and column of a token, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineColumn {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Where a token starts, where the compiler tells.
pub(crate) fn place(span: Span) -> Option<LineColumn> {
    if proc_macro::is_available() {
        let span = span.unwrap();
        return Some(LineColumn { line: span.line(), column: span.column() });
    }
    #[cfg(test)]
    {
        let start = span.start();
        Some(LineColumn { line: start.line, column: start.column + 1 })
    }
    #[cfg(not(test))]
    None
}
