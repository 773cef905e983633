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

pub(super) use residue::map_affine;
pub use residue::{Halving, halvings};

use super::rewrite::stage::Buffers;
use super::rewrite::stage_tiles::stage_tiles;
use super::{Bound, Buffer, LoopNest, Nest, PartOf, Role, in_order};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::ir::{Interval, Pipeline, StageId};
use crate::schedule::align::StageExtents;
use crate::schedule::shape::Tiled;
use crate::schedule::speed::STAGED_TILE;
use crate::schedule::{Group, Plan};

/// Builds the loop nest of a checked pipeline whose regions are split, as planned.
pub fn build(analyses: &Analyses<'_>, plan: &Plan) -> LoopNest {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let mut nests = Vec::new();
    let inputs = inputs(p);
    let mut stages = stages(p, facts, plan);
    for group in &plan.groups {
        match group {
            Group::Single(id) => {
                let stage = &p.stages[id.0];
                let mut buffers = Buffers { inputs: &inputs, stages: &mut stages };
                match stage.reads_itself(*id) {
                    true => nests.push(scan::nest(p, facts, *id, &mut buffers)),
                    false => nests.extend((0..stage.cases.len()).map(|case| {
                        let mut nest = case_nest(p, facts, *id, case);
                        stage_tiles(&mut nest, &mut buffers, STAGED_TILE);
                        nest
                    })),
                }
                nests.extend(update::nests(p, facts, *id));
            }
            Group::Tiled(tiled) => {
                let pads = kept_too(p, plan, tiled, stages.len());
                let pad_of = |stage| pads.iter().find(|pad| pad.0 == stage).map_or(stage, |p| p.1);
                nests.push(tiles::group_nest(p, facts, tiled, &pad_of));
                stages.extend(pads.into_iter().map(|pad| Some(pad.2)));
            }
            Group::Iterated(group) => {
                nests.extend(iterated::nests(p, facts, group, stages.len()));
                stages.extend(iterated::pads(group).into_iter().map(Some));
            }
        }
    }
    LoopNest {
        name: p.name.clone(),
        sizes: p.size_names(),
        scalars: p.scalars.iter().map(|s| s.name.clone()).collect(),
        inputs,
        stages,
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
        layout: in_order(input.domain.0.len()),
        ring: None,
        part_of: None,
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
            layout: plan.storage[i].layout.clone(),
            part_of: None,
        })
    };
    p.stages.iter().enumerate().map(buffer).collect()
}

/// The stages of a group that tiles store and keep in scratchpads, too, with these: numbered from
/// `first` on.
fn kept_too(
    p: &Pipeline,
    plan: &Plan,
    tiled: &Tiled,
    first: usize,
) -> Vec<(StageId, StageId, Buffer)> {
    let both = tiled.alignment.stored().filter(|s| s.is_read_inside());
    let pad = |(i, extents): (usize, &StageExtents)| {
        let (id, stage) = (extents.stage, &p.stages[extents.stage.0]);
        let buffer = Buffer {
            name: format!("{}.kept", stage.name),
            ty: stage.ty,
            role: Role::Scratch(tiled.holds(id)?),
            domain: stage.domain.clone(),
            border: stage.border.as_ref().map(|b| b.mode),
            layout: plan.storage[id.0].layout.clone(),
            ring: None,
            part_of: Some(PartOf::Kept(id)),
        };
        Some((id, StageId(first + i), buffer))
    };
    both.enumerate().filter_map(pad).collect()
}

/// The scratchpad of a stage that only its own group reads.
fn scratchpad(plan: &Plan, stage: StageId) -> Option<Role> {
    plan.groups.iter().find_map(|group| match group {
        Group::Tiled(tiled) if tiled.alignment.stored().any(|s| s.stage == stage) => None,
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
