//! Applications written with `pipeline`, each a file of its own under `apps`, and what their
//! runnable examples share.

mod apps;
pub mod cli;

pub use apps::harris::harris;
pub use apps::unsharp_mask::unsharp_mask;
