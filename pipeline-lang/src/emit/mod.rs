//! Kernels to Rust: a printer, which decides nothing that [`pipeline_core::kernel`] can say.
//!
//! A pipeline `f` expands to a function `f` and a module `f` beside it:
//!
//! ```text
//! pub fn f(img: &impl AsView<f32, 2>) -> Result<Image<f32, 2>, Error>
//! pub mod f {
//!     pub fn into(…), reference(…), stages(), plan(), loops()
//!     mod generated {              // one a variant of a generic pipeline
//!         Params, solve, call, into, reference, run
//!         mod stage_g { Nest, Scratch, compute_0, …, Kernel0, …, run }      // one a nest
//!     }
//! }
//! ```

mod block;
mod carried;
mod copy;
mod entry;
mod function;
mod header;
mod host;
mod in_lanes;
mod index;
mod load;
mod names;
mod nest;
mod operands;
mod public;
mod ranks;
mod scratch;
mod signature;
mod site;
mod task;
#[cfg(test)]
mod tests;
mod tokens;
mod types;
mod values;
mod warnings;

pub use header::{Header, Output, Param, ParamKind, Variant};
pub use public::{emit, emit_stub};
pub use warnings::emit_warnings;
