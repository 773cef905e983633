//! The applications, each in a file of its name.

pub mod harris;
pub mod unsharp_mask;
