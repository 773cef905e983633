//! What a check has to say about the user's text.

use crate::ir::Loc;

/// An error at a place in the user's text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Where.
    pub loc: Loc,
    /// What is wrong, with the figures, and what to do.
    pub message: String,
}

impl Diagnostic {
    /// A message at a place.
    pub fn new(loc: Loc, message: impl Into<String>) -> Diagnostic {
        Diagnostic { loc, message: message.into() }
    }
}
