//! The text form of the stage graph: printed by `Display`, read by [`parse`].
//!
//! Printing and parsing a pipeline that passes [`verify`](super::verify::verify) gives the same
//! pipeline, constants to the last bit, locations aside.
//!
//! ```text
//! pipeline blur
//! size n ~ 640 argument
//! where n - 3 >= 0 "n >= 3"
//! scalar k: f32
//! input img: u8 from 0..=127 [0..=n - 1] border clamp
//! stage smooth(x; dx): f32 in [1..=n - 2] {
//!   case x mod 2 == 0 {
//!     %0: f32 = sum dx in -1..=1 {
//!       %0: u8 = read img(x + dx)
//!       %1: f32 = cast %0
//!       yield %1
//!     }
//!     %1: f32 = scalar k
//!     %2: f32 = mul %0, %1
//!     yield %2
//!   }
//!   case x mod 2 == 1 {
//!     %0: f32 = 0.5f32
//!     yield %0
//!   }
//! }
//! output smooth
//! ```
//!
//! `from` precedes the values that an input or a scalar may have. Variables of windows follow the
//! stage's own after `;`. A name that is not an identifier (or an identifier with members,
//! `down[2]`) stands in backquotes; the second variable of a name is `dx#2`, and sizes count before
//! variables. Line breaks count for nothing.

use std::fmt;

pub(crate) mod affine;
pub(crate) mod lex;
pub(crate) mod parse;
mod print;
pub(crate) mod reader;

#[cfg(test)]
pub(crate) mod random;
#[cfg(test)]
mod tests;

pub use affine::{parse_affine, parse_test};
pub use parse::parse;
pub use print::{
    show_block, show_border, show_domain, show_name, show_stage, show_test, show_vars,
};

/// Deepest nesting of brackets and of windows that the parser follows.
pub(crate) const MAX_NESTING: usize = 128;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there and what was found.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}
