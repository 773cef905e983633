//! Front and back end of the pipeline compiler: tokens → syntax → IR, and loop nest → Rust tokens.

pub mod error;
pub mod syntax;
