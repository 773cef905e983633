//! Stage graph to loop nest, as a plan says. No decision is taken here.
//!
//! A stage by itself is a nest a case; one that reads itself is a single nest (`scan`), and every
//! update is one more (`update`). One of which several steps in time are computed at once is three:
//! the first steps, blocks of steps in tiles, and what is left over (`iterated`). A case becomes
//! - an *interior*: the points whose bordered reads stay inside, as parallel rows of lanes loops
//!   that look at no border;
//! - a *frame* around it, cut into boxes, one below and one above in each dimension, that
//!   redirects its loads. All boxes of a case share one compute.
//!
//! Floor divisions of the innermost variable are resolved by residue: the row is computed by one
//! lanes loop for each residue, in which every access is affine with a constant stride.

mod adopt;
mod case;
mod iterated;
mod residue;
mod ring;
mod scan;
mod skew;
mod tiles;
mod update;

pub use case::BLOCK;
pub(super) use residue::map_affine;
pub use residue::{Halving, halvings};

use super::{Bound, Buffer, LoopNest, Nest, Role};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::ir::{Interval, Pipeline, StageId, VarId};
use crate::schedule::{Group, Plan};

/// Builds the loop nest of a checked pipeline whose regions are split, as planned.
pub fn build(analyses: &Analyses<'_>, plan: &Plan) -> LoopNest {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let mut nests = Vec::new();
    let mut stages = stages(p, facts, plan);
    for group in &plan.groups {
        match group {
            Group::Single(id) => {
                let stage = &p.stages[id.0];
                match stage.reads_itself(*id) {
                    true => nests.push(scan::nest(p, facts, *id)),
                    false => nests
                        .extend((0..stage.cases.len()).map(|case| case_nest(p, facts, *id, case))),
                }
                nests.extend(update::nests(p, facts, *id));
            }
            Group::Tiled(tiled) => nests.push(tiles::group_nest(p, facts, tiled)),
            Group::Iterated(group) => {
                nests.extend(iterated::nests(p, facts, group, stages.len()));
                stages.extend(iterated::pads(group).into_iter().map(Some));
            }
        }
    }
    let inputs = inputs(p);
    let arrays = || inputs.iter().chain(stages.iter().flatten()).map(|b| b.name.as_str());
    nests.iter_mut().for_each(|nest| rename(nest, &arrays().collect::<Vec<_>>()));
    LoopNest {
        name: p.name.clone(),
        sizes: p.size_names(),
        scalars: p.scalars.iter().map(|s| s.name.clone()).collect(),
        inputs,
        stages,
        nests,
    }
}

/// A new variable of this name, or with a number if another one has it.
fn fresh(vars: &mut Vec<String>, name: &str) -> VarId {
    let numbered = (2..).map(|i| format!("{name}_{i}"));
    let name = std::iter::once(name.to_string()).chain(numbered).find(|n| !vars.contains(n));
    vars.push(name.expect("an endless supply of names"));
    VarId(vars.len() - 1)
}

/// Gives variables that are called like an array another name: both may become fields of what a
/// task of the nest refers to.
fn rename(nest: &mut Nest, arrays: &[&str]) {
    for array in arrays.iter().filter(|a| nest.vars.iter().any(|v| v == *a)).collect::<Vec<_>>() {
        let mut name = format!("{array}_at");
        while arrays.contains(&name.as_str()) || nest.vars.contains(&name) {
            name.push('_');
        }
        // Of several with one name, the inner one hides the outer: they keep being one.
        nest.vars.iter_mut().filter(|v| v == array).for_each(|v| v.clone_from(&name));
    }
}

fn inputs(p: &Pipeline) -> Vec<Buffer> {
    let buffer = |(i, input): (usize, &crate::ir::Input)| Buffer {
        name: input.name.clone(),
        ty: input.ty,
        role: Role::Input(crate::ir::InputId(i)),
        domain: input.domain.clone(),
        border: input.border.as_ref().map(|b| b.mode),
        ring: None,
        step_of: None,
    };
    p.inputs.iter().enumerate().map(buffer).collect()
}

fn stages(p: &Pipeline, facts: &Facts, plan: &Plan) -> Vec<Option<Buffer>> {
    let buffer = |(i, stage): (usize, &crate::ir::Stage)| {
        let output = p.outputs.iter().position(|o| *o == StageId(i));
        let stored = output.map_or(Role::Full, Role::Output);
        Some(Buffer {
            name: stage.name.clone(),
            ty: stage.ty,
            role: scratchpad(plan, StageId(i)).unwrap_or(stored),
            domain: stage.domain.clone(),
            border: stage.border.as_ref().map(|b| b.mode),
            ring: ring::ring(p, facts, plan, StageId(i)),
            step_of: None,
        })
    };
    p.stages.iter().enumerate().map(buffer).collect()
}

/// The scratchpad of a stage that only its own group reads.
fn scratchpad(plan: &Plan, stage: StageId) -> Option<Role> {
    plan.groups.iter().find_map(|group| match group {
        Group::Tiled(tiled) => tiled.holds(stage).map(Role::Scratch),
        Group::Single(_) | Group::Iterated(_) => None,
    })
}

fn case_nest(p: &Pipeline, facts: &Facts, stage: StageId, case: usize) -> Nest {
    let name = match p.stages[stage.0].cases.len() {
        1 => p.stages[stage.0].name.clone(),
        _ => format!("{}#{case}", p.stages[stage.0].name),
    };
    case::CaseBuilder::new(p, facts, stage, case).build().into_nest(name)
}

fn lower(interval: &Interval) -> Bound {
    Bound::Max(interval.lo.clone())
}

fn upper(interval: &Interval) -> Bound {
    Bound::Min(interval.hi.clone())
}
