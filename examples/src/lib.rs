//! Two of the applications, and what their runnable examples share.

pub mod cli;

pub use app_harris::{harris, visible};
pub use app_unsharp_mask::unsharp_mask;
