//! Front and back end of the pipeline compiler.
//!
//! [`expand()`] is the whole compilation pipeline: tokens → syntax tree ([`syntax`]) → stage graph
//! ([`elaborate`]) → loop nest ([`pipeline_core::compile()`]) → Rust tokens ([`emit`]).

pub mod editor;
pub mod elaborate;
// A new form of a kernel, or an element type, stops the compiler here.
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod emit;
pub mod error;
mod expand;
pub mod lints;
pub mod passes;
mod span;
pub mod syntax;

pub use expand::{compile, expand, expand_for};
