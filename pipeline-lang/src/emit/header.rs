//! What is emitted: the header of a block, and what it was compiled to.

use crate::lints::Seen;
use pipeline_core::ir::{ElemType, Pipeline, StageId};
use pipeline_core::kernel::Program;
use pipeline_core::report::Report;
use proc_macro2::{Ident, TokenStream};

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
    /// The loops, as text.
    pub loops: String,
    /// The loops as kernels.
    pub kernels: Program,
    /// What the lints saw in it.
    pub seen: Vec<Seen>,
}

impl Variant {
    /// The live-outs.
    pub fn outputs(&self) -> Vec<Output> {
        let output = |id: &StageId| {
            let stage = &self.pipeline.stages[id.0];
            Output { name: stage.name.clone(), elem: stage.ty, rank: stage.rank() }
        };
        self.pipeline.outputs.iter().map(output).collect()
    }
}
