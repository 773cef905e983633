//! What editors tell of a block's names: types, domains, estimates and values, known as far as
//! possible even when the block has errors.

use super::operand::{Const, Operand};
use super::program::Elaboration;
use super::{print, run};
use crate::syntax::{PipelineBlock, RangeExpr};
use pipeline_core::analysis::{infer, show};
use pipeline_core::ir::graph::names;
use pipeline_core::ir::{self, ElemType};
use proc_macro2::Ident;
use std::collections::HashMap;

/// What was found of one block, for each element type of its type parameter.
pub(crate) struct BlockFacts {
    variants: Vec<FoundVariant>,
}

/// The type of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// This one.
    Type(ElemType),
    /// What the type parameter stands for.
    Parameter,
    /// Several: it depends on the call, or on the type parameter.
    Several,
}

/// A stage, or a member of a family.
pub(crate) struct StageMember {
    /// Its name with members: `down[2]`.
    pub(crate) label: String,
    /// Its type, if known.
    pub(crate) ty: Option<Known>,
    /// Its domain, as written or as inferred, if known.
    pub(crate) domain: Option<String>,
}

/// What one elaboration found.
struct FoundVariant {
    /// What the type parameter stands for.
    elem: Option<ElemType>,
    sizes: HashMap<String, i64>,
    constants: HashMap<String, Const>,
    stages: Vec<FactStage>,
    locals: Locals,
}

struct FactStage {
    family: String,
    label: String,
    ty: Option<ElemType>,
    domain: Option<String>,
}

impl BlockFacts {
    /// Elaborates a block for what there is to tell; errors are nobody's concern here.
    pub(crate) fn of(block: &PipelineBlock) -> BlockFacts {
        let bindings: Vec<Vec<(String, ElemType)>> = match block.type_params.first() {
            None => vec![Vec::new()],
            Some(param) => param
                .types
                .iter()
                .filter_map(|t| ElemType::from_name(&t.to_string()))
                .map(|t| vec![(param.name.to_string(), t)])
                .collect(),
        };
        BlockFacts {
            variants: bindings.iter().map(|binding| FoundVariant::of(block, binding)).collect(),
        }
    }

    /// The type of a local name or of a helper's result, by the identifier that introduces it.
    pub(crate) fn local(&self, name: &Ident) -> Option<Known> {
        self.join(|v| v.locals.get(name))
    }

    /// The stages of this name: one, or the members of a family.
    pub(crate) fn members(&self, family: &str) -> Vec<StageMember> {
        let Some(first) = self.variants.first() else { return Vec::new() };
        let stages = first.stages.iter().filter(|s| s.family == family);
        let member = |stage: &FactStage| {
            let ty = |v: &FoundVariant| {
                let same = v.stages.iter().find(|s| s.label == stage.label)?;
                same.ty.map(Known::Type)
            };
            StageMember {
                label: stage.label.clone(),
                ty: self.join(ty),
                domain: stage.domain.clone(),
            }
        };
        stages.map(member).collect()
    }

    /// The estimates of the sizes, by name.
    pub(crate) fn estimate(&self, size: &str) -> Option<i64> {
        self.variants.first()?.sizes.get(size).copied()
    }

    /// Type and value of a constant of the block's top level, if known.
    pub(crate) fn constant(&self, name: &str) -> Option<(&'static str, String)> {
        match *self.variants.first()?.constants.get(name)? {
            Const::Int { value, .. } if i32::try_from(value).is_ok() => {
                Some(("i32", value.to_string()))
            }
            Const::Int { value, .. } => Some(("i128", value.to_string())),
            Const::Float(value) if value.is_finite() => Some(("f32", format!("{value:?}"))),
            Const::Float(_) => None,
            Const::Bool(value) => Some(("bool", value.to_string())),
            Const::Typed(value) => Some((value.ty().name(), value.to_string())),
        }
    }

    /// What all variants say of the same thing.
    fn join(&self, of: impl Fn(&FoundVariant) -> Option<Known>) -> Option<Known> {
        let found: Vec<(Option<ElemType>, Known)> =
            self.variants.iter().filter_map(|v| Some((v.elem, of(v)?))).collect();
        let (_, first) = *found.first()?;
        let parameter = |(elem, known): &(Option<ElemType>, Known)| {
            elem.is_some_and(|elem| *known == Known::Type(elem))
        };
        Some(if found.iter().all(|(_, known)| *known == first) {
            first
        } else if found.iter().all(parameter) {
            Known::Parameter
        } else {
            Known::Several
        })
    }
}

impl FoundVariant {
    fn of(block: &PipelineBlock, binding: &[(String, ElemType)]) -> FoundVariant {
        let (mut program, outputs) = run(block, binding, false);
        let constants = program.consts.iter().filter_map(|(name, value)| match value {
            Operand::Const(c) => Some((name.clone(), *c)),
            _ => None,
        });
        let constants = constants.collect();
        let sizes = program.sizes.iter().map(|s| (s.name.clone(), s.estimate)).collect();
        let mut stages: Vec<FactStage> = program.defs.iter().map(FactStage::written).collect();
        let locals = std::mem::take(&mut program.locals);
        if let Some(pipeline) = whole(&mut program, &outputs) {
            for (stage, domain) in stages.iter_mut().zip(inferred(pipeline)) {
                stage.domain = stage.domain.take().or(domain);
            }
        }
        let elem = binding.first().map(|b| b.1);
        FoundVariant { elem, sizes, constants, stages, locals }
    }
}

impl FactStage {
    fn written(def: &super::program::Def) -> FactStage {
        let ranges = |ranges: &Vec<RangeExpr>| {
            format!("[{}]", ranges.iter().map(print::range).collect::<Vec<_>>().join(", "))
        };
        FactStage {
            family: print::name(&def.stage.target.name),
            label: def.name.clone(),
            ty: def.ty,
            domain: def.stage.domain.as_ref().map(ranges),
        }
    }
}

/// The stage graph, if the program has no errors.
fn whole(program: &mut Elaboration, outputs: &[Option<ir::StageId>]) -> Option<ir::Pipeline> {
    if program.errors.is_empty() { super::pipeline(program, outputs) } else { None }
}

/// The domains of the stages, with those that were left out.
fn inferred(pipeline: ir::Pipeline) -> Vec<Option<String>> {
    let (pipeline, _) = infer::infer_domains(pipeline);
    let sizes = pipeline.size_names();
    let shown = |stage: &ir::Stage| {
        let known = infer::is_complete(&stage.domain);
        known.then(|| show::domain(&stage.domain, &names(&sizes, stage)))
    };
    pipeline.stages.iter().map(shown).collect()
}

/// Types of `let`s, of helpers' parameters and of their results, by the identifiers in the tree.
#[derive(Debug, Default)]
pub(super) struct Locals(HashMap<*const Ident, Known>);

impl Locals {
    /// Notes what a name was found to stand for, here or in one of several calls.
    pub(super) fn note(&mut self, name: &Ident, operand: &Operand) {
        let ty = match operand {
            Operand::Poison => return,
            Operand::Const(c) => c.default_type(),
            Operand::Index(_) => ElemType::I32,
            Operand::Cond(_) => ElemType::Bool,
            Operand::Value(value) => value.ty,
        };
        let known = self.0.entry(name).or_insert(Known::Type(ty));
        if *known != Known::Type(ty) {
            *known = Known::Several;
        }
    }

    fn get(&self, name: &Ident) -> Option<Known> {
        self.0.get(&(name as *const Ident)).copied()
    }
}
