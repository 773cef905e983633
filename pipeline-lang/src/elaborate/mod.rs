//! From the syntax tree to the stage graph: names, types, index expressions.
//!
//! The order of work: parameters, constants and helpers are entered; loops are unrolled into a
//! flat list of definitions; these are elaborated, each after those whose types it needs; borders
//! and live-outs come last. What is wrong is collected, and whatever uses something wrong stays
//! silent, so that every error is reported once.

mod access;
mod arith;
mod borders;
mod build;
mod built_in;
mod calls;
mod cases;
mod condition;
mod constant;
mod consts;
mod domain;
mod elsewhere;
mod expr;
mod facts;
mod families;
mod index;
mod names;
mod operand;
mod order;
mod outputs;
pub(crate) mod print;
mod program;
mod scope;
mod settings;
mod shape;
mod signature;
mod sizes;
mod stages;
mod stencil;
mod types;
mod unrolling;
mod unused;
mod updates;
mod values;
mod visit;
mod window;

#[cfg(test)]
mod tests;

pub(crate) use built_in::BuiltIn;
pub(crate) use facts::{BlockFacts, Known, StageMember};
pub(crate) use names::did_you_mean;
pub(crate) use settings::unknown;
pub use settings::{Configuration, Settings, VARIABLE};
pub use signature::{Signature, SignatureKind, SignatureOutput, SignatureParam};

use crate::error::Errors;
use crate::syntax::PipelineBlock;
use pipeline_core::ir::{self, ElemType, StageId};
use pipeline_core::lint::Observation;
use proc_macro2::Span;
use program::Elaboration;
use scope::NameScope;

/// A block without errors.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The stage graph. A dimension without a declared domain has an interval without bounds.
    pub pipeline: ir::Pipeline,
    /// What the graph's `Loc`s stand for; the first is the pipeline's name.
    pub spans: Vec<Span>,
    /// What the attributes of the block say.
    pub settings: Settings,
    /// What the lints of names and estimates saw.
    pub observations: Vec<Observation>,
}

/// Elaborates a block with its type parameters bound to element types.
///
/// Returns `None` if there are errors, found here or before. An error that `errors` has already
/// is not added again, so that one sink serves several element types. If there were errors
/// before, names that nothing defines are not reported: their definitions may have been left out.
pub fn elaborate(
    block: &PipelineBlock,
    types: &[(String, ElemType)],
    errors: &mut Errors,
) -> Option<Elaborated> {
    let (mut program, outputs) = run(block, types, !errors.is_empty());
    let good = program.errors.is_empty() && errors.is_empty();
    let pipeline = good.then(|| pipeline(&mut program, &outputs)).flatten();
    program.report(errors);
    let pipeline = pipeline?;
    let observations = program.unused_names(&pipeline.sizes);
    let Elaboration { spans, settings, .. } = program;
    Some(Elaborated { pipeline, spans, settings, observations })
}

/// What callers see of a block, even if its body has errors; adds the errors of the block that
/// `errors` does not have yet.
pub fn signature(
    block: &PipelineBlock,
    types: &[(String, ElemType)],
    errors: &mut Errors,
) -> Signature {
    let (program, outputs) = run(block, types, !errors.is_empty());
    program.report(errors);
    signature::of(&program, &outputs)
}

fn run<'a>(
    block: &'a PipelineBlock,
    types: &[(String, ElemType)],
    partial: bool,
) -> (Elaboration<'a>, Vec<Option<StageId>>) {
    let mut program = Elaboration::new(block, types);
    program.partial = partial;
    program.settings();
    program.type_params();
    program.params();
    program.globals();
    program.constants(&block.items, &NameScope::default(), true);
    program.input_domains();
    program.values();
    program.clauses();
    program.flatten();
    program.stages();
    program.attach_borders();
    program.attach_updates();
    program.hints();
    let outputs = program.live_outs();
    program.layouts(&outputs);
    (program, outputs)
}

/// The stage graph of a program without errors.
fn pipeline(program: &mut Elaboration, outputs: &[Option<StageId>]) -> Option<ir::Pipeline> {
    let inputs = program.inputs.iter().map(|i| {
        let (name, domain, border) = (i.name.clone(), i.domain.clone(), i.border.clone());
        Some(ir::Input { name, ty: i.ty?, domain, border, values: i.values, loc: i.loc })
    });
    let inputs: Option<Vec<ir::Input>> = inputs.collect();
    let scalars = program.scalars.iter();
    let scalars = scalars.map(|s| {
        let name = s.name.clone();
        Some(ir::Scalar { name, ty: s.ty?, values: s.values, loc: s.loc })
    });
    let scalars: Option<Vec<ir::Scalar>> = scalars.collect();
    let mut stages = Vec::with_capacity(program.defs.len());
    for d in 0..program.defs.len() {
        let loc = program.loc(program.defs[d].stage.target.name.span());
        let def = &mut program.defs[d];
        if def.cases.is_empty() {
            // Nothing but an error leaves a stage without a definition, and there was none.
            let message = format!("internal error: `{}` was not elaborated", def.name);
            let span = def.stage.target.name.span();
            program.error(span, message);
            return None;
        }
        stages.push(ir::Stage {
            name: std::mem::take(&mut def.name),
            ty: def.ty?,
            vars: std::mem::take(&mut def.vars),
            domain: ir::Domain(def.dims.iter().map(|d| d.interval.clone()).collect()),
            border: def.border.take(),
            cases: std::mem::take(&mut def.cases),
            updates: std::mem::take(&mut def.updates),
            loc,
        });
    }
    Some(ir::Pipeline {
        name: print::name(&program.block.name),
        sizes: std::mem::take(&mut program.sizes),
        constraints: std::mem::take(&mut program.constraints),
        scalars: scalars?,
        inputs: inputs?,
        stages,
        outputs: outputs.iter().copied().collect::<Option<Vec<StageId>>>()?,
    })
}
