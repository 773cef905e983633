//! Groups of stages: parallel tiles of the live-outs.

use super::{Jam, Loop, Op, Part, Recipe};
use crate::analysis::lane::lane_dimension;
use crate::ir::Pipeline;
use crate::schedule::align::Alignment;
use crate::schedule::shape::{Shape, ShapeKind};
use crate::transform::unroll::UnrolledSteps;

/// How a group runs in tiles of a shape: each plane, each strip of rows and each block of other
/// dimensions at the same time, and inside a strip in steps.
pub fn tiles(p: &Pipeline, alignment: &Alignment, shape: &Shape) -> Recipe {
    let live_out = alignment.live_outs().next().expect("a group has a live-out").stage;
    let live_out = &p.stages[live_out.0];
    let sliding = alignment.sliding;
    let mut ops = vec![Op::Split { dim: sliding, by: shape.strip }];
    ops.extend(shape.widths.iter().map(|(dim, by)| Op::Split { dim: *dim, by: *by }));
    if shape.kind() != ShapeKind::Tiles {
        ops.push(Op::Step { dim: sliding, by: shape.step });
    }
    let blocks = [sliding].into_iter().chain(shape.widths.iter().map(|w| w.0)).map(Loop::blocks);
    let planes = alignment.planes.iter().map(|d| Loop::whole(*d));
    let parallel: Vec<Loop> = planes.chain(blocks).collect();
    let lane = lane_dimension(&live_out.domain);
    let part = |dim: usize| match dim == sliding || shape.width(dim).is_some() {
        true => Loop::inside(dim),
        false => Loop::whole(dim),
    };
    let inside = (0..live_out.rank()).filter(|d| *d != sliding && *d != lane);
    let inside = inside.filter(|d| !alignment.planes.contains(d));
    let rows = [sliding].into_iter().filter(|d| *d != lane);
    let nesting = rows.chain(inside).chain([lane]).map(part);
    ops.push(Op::Reorder(parallel.iter().copied().chain(nesting).collect()));
    ops.extend(parallel.into_iter().map(Op::Parallel));
    ops.push(Op::Lanes(part(lane)));
    if !alignment.in_lanes {
        ops.push(Op::JamRows { most: shape.most_rows() });
    }
    Recipe { part: Part::Tiles, ops }
}

/// How some steps in time run at once: as stages of a group, in tiles of the last of them.
pub fn steps(of: &UnrolledSteps, alignment: &Alignment, shape: &Shape) -> Recipe {
    let mut recipe = tiles(&of.pipeline, alignment, shape);
    recipe.ops.insert(0, Op::UnrollJam(Jam { dim: of.iteration.dim, by: of.steps, skew: 0 }));
    recipe
}

/// The shape of the tiles that a recipe of [`tiles()`] or [`steps`] makes.
pub fn shape(alignment: &Alignment, recipe: &Recipe) -> Shape {
    let sliding = alignment.sliding;
    let strip = recipe.split(sliding).expect("tiles are strips of rows");
    let widths = recipe.splits().filter(|(dim, _)| *dim != sliding).collect();
    Shape { strip, step: recipe.step(sliding).unwrap_or(strip), widths }
}
