//! The header of a pipeline, known as far as possible even when the body has errors.

use super::print;
use super::program::Elaboration;
use super::sizes::is_size;
use crate::syntax::{Param, ParamKind};
use pipeline_core::ir::{ElemType, StageId};
use proc_macro2::Ident;

/// What callers see of a pipeline.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Parameters in call order.
    pub params: Vec<SignatureParam>,
    /// Live-outs in result order.
    pub outputs: Vec<SignatureOutput>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct SignatureParam {
    /// Its name, with the user's span.
    pub name: Ident,
    /// What it is.
    pub kind: SignatureKind,
}

/// What a parameter is; a type is missing where the user's is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureKind {
    /// An array.
    Input {
        /// Element type.
        ty: Option<ElemType>,
        /// Number of dimensions.
        rank: usize,
    },
    /// A run-time scalar.
    Scalar(Option<ElemType>),
    /// A size that the caller gives: `n: size`.
    Size,
}

/// A live-out.
#[derive(Clone, Debug)]
pub struct SignatureOutput {
    /// The stage's or family's name, with the user's span.
    pub name: Ident,
    /// The stage's name with members: `down[2]`.
    pub label: String,
    /// Element type, if known.
    pub ty: Option<ElemType>,
    /// Number of dimensions, if known.
    pub rank: Option<usize>,
}

/// Reads the header off an elaborated program.
pub(super) fn of(program: &Elaboration, outputs: &[Option<StageId>]) -> Signature {
    let (mut inputs, mut scalars) = (program.inputs.iter(), program.scalars.iter());
    let kind = |param: &Param| match &param.kind {
        ParamKind::Input { dims, .. } => {
            SignatureKind::Input { ty: inputs.next().and_then(|i| i.ty), rank: dims.len() }
        }
        ParamKind::Scalar(ty) if is_size(ty) => SignatureKind::Size,
        ParamKind::Scalar(_) => SignatureKind::Scalar(scalars.next().and_then(|s| s.ty)),
    };
    let kinds: Vec<SignatureKind> = program.block.params.iter().map(kind).collect();
    let names = program.block.params.iter().map(|p| p.name.clone());
    let params = names.zip(kinds).map(|(name, kind)| SignatureParam { name, kind }).collect();
    let outputs = program
        .block
        .outputs
        .iter()
        .zip(outputs)
        .map(|(output, stage)| {
            let def = stage.map(|s| &program.defs[s.0]);
            SignatureOutput {
                name: output.name.clone(),
                label: def.map_or_else(|| print::stage(output), |d| d.name.clone()),
                ty: def.and_then(|d| d.ty).filter(|ty| *ty != ElemType::Bool),
                rank: def.map(|d| d.stage.vars.len()),
            }
        })
        .collect();
    Signature { params, outputs }
}
