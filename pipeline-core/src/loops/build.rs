//! Stage graph to loop nest: every stage a nest of its own over full buffers.
//!
//! A case becomes
//! - an *interior*: the points whose bordered reads stay inside, as parallel rows of lanes loops
//!   that look at no border;
//! - a *frame* around it, cut into boxes, one below and one above in each dimension, that
//!   redirects its loads. All boxes of a case share one compute.
//!
//! Floor divisions of the innermost variable are resolved by residue: the row is computed by one
//! lanes loop for each residue, in which every access is affine with a constant stride.

mod case;
mod residue;

use super::{Bound, Buffer, LoopNest, Nest, Role};
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::ir::{Interval, Pipeline, StageId};

/// Builds the unfused loop nest of a checked pipeline whose regions are split.
pub fn build(p: &Pipeline) -> LoopNest {
    let order = order(p).expect("the checks refuse cycles");
    let facts = Facts::for_pipeline(p);
    let mut nests = Vec::new();
    for stage in order.stages {
        let cases = 0..p.stages[stage.0].cases.len();
        nests.extend(cases.map(|case| case_nest(p, &facts, stage, case)));
    }
    LoopNest {
        name: p.name.clone(),
        sizes: p.size_names(),
        scalars: p.scalars.iter().map(|s| s.name.clone()).collect(),
        inputs: inputs(p),
        stages: stages(p),
        nests,
    }
}

fn inputs(p: &Pipeline) -> Vec<Buffer> {
    let buffer = |(i, input): (usize, &crate::ir::Input)| Buffer {
        name: input.name.clone(),
        ty: input.ty,
        role: Role::Input(crate::ir::InputId(i)),
        domain: input.domain.clone(),
        border: input.border.as_ref().map(|b| b.mode),
    };
    p.inputs.iter().enumerate().map(buffer).collect()
}

fn stages(p: &Pipeline) -> Vec<Option<Buffer>> {
    let buffer = |(i, stage): (usize, &crate::ir::Stage)| {
        let output = p.outputs.iter().position(|o| *o == StageId(i));
        Some(Buffer {
            name: stage.name.clone(),
            ty: stage.ty,
            role: output.map_or(Role::Full, Role::Output),
            domain: stage.domain.clone(),
            border: stage.border.as_ref().map(|b| b.mode),
        })
    };
    p.stages.iter().enumerate().map(buffer).collect()
}

fn case_nest(p: &Pipeline, facts: &Facts, stage: StageId, case: usize) -> Nest {
    let name = match p.stages[stage.0].cases.len() {
        1 => p.stages[stage.0].name.clone(),
        _ => format!("{}#{case}", p.stages[stage.0].name),
    };
    case::CaseBuilder::new(p, facts, stage, case).finish(name)
}

fn lower(interval: &Interval) -> Bound {
    Bound::Max(interval.lo.clone())
}

fn upper(interval: &Interval) -> Bound {
    Bound::Min(interval.hi.clone())
}
