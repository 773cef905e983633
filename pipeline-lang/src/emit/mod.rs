//! Loop nest to Rust.
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
mod compute;
mod copy;
mod entry;
mod in_lanes;
mod index;
mod kernel;
mod load;
mod names;
mod nest;
mod operands;
mod public;
mod scratch;
#[cfg(test)]
mod tests;
mod warnings;

use crate::lints::Seen;
use pipeline_core::ir::{ElemType, Pipeline};
use pipeline_core::loops::LoopNest;
use pipeline_core::report::Report;
use proc_macro2::{Ident, TokenStream};

pub use public::{emit, emit_stub};
pub use warnings::emit_warnings;

/// What the expansion takes from the block's header.
pub struct Header<'a> {
    /// The path of the façade in the user's crate: `::pipeline`, or another name of it.
    pub facade: TokenStream,
    /// Doc comments and other attributes of the function.
    pub attrs: &'a [syn::Attribute],
    /// Its visibility.
    pub vis: &'a syn::Visibility,
    /// Its name.
    pub name: &'a Ident,
    /// The parameters in call order.
    pub params: Vec<Param>,
    /// The type parameter of a generic pipeline.
    pub type_param: Option<Ident>,
}

/// A parameter of the function.
pub struct Param {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ParamKind,
    /// The user's name of its element type: a type parameter or a type.
    pub elem: String,
    /// Rank of an input, 0 for others.
    pub rank: usize,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// An array.
    Input,
    /// A run-time scalar.
    Scalar,
    /// A size that no input determines.
    Size,
}

/// A live-out of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The stage's name.
    pub name: String,
    /// Element type.
    pub elem: ElemType,
    /// Rank.
    pub rank: usize,
}

/// A pipeline for one choice of element types.
pub struct Variant {
    /// What the type parameter stands for.
    pub elem: Option<ElemType>,
    /// What the loops compute: the stage graph with stages inlined.
    pub pipeline: Pipeline,
    /// The stage graph as the user wrote it, as text.
    pub stages: String,
    /// What the compiler decided.
    pub report: Report,
    /// The loops.
    pub loops: LoopNest,
    /// What the lints saw in it.
    pub seen: Vec<Seen>,
}

impl Variant {
    fn outputs(&self) -> Vec<Output> {
        let output = |id: &pipeline_core::ir::StageId| {
            let stage = &self.pipeline.stages[id.0];
            Output { name: stage.name.clone(), elem: stage.ty, rank: stage.rank() }
        };
        self.pipeline.outputs.iter().map(output).collect()
    }
}

/// The attributes of generated modules: they are not the user's code to lint.
fn quiet() -> TokenStream {
    quote::quote!(#[allow(
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction,
        non_snake_case,
        unexpected_cfgs,
        unsafe_op_in_unsafe_fn,
        unused_imports,
        unused_mut,
        unused_parens,
        unused_unsafe,
        unused_variables
    )])
}
