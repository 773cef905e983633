//! Groups of stages: parallel tiles of the live-outs.

use super::{GroupNest, Jam, Loop, Op, Recipe};
use crate::analysis::lane::lane_dimension;
use crate::analysis::running::running;
use crate::ir::Pipeline;
use crate::schedule::align::{Alignment, Axis};
use crate::schedule::shape::{Shape, ShapeKind, Tiled};
use crate::transform::unroll::UnrolledSteps;

/// How a group runs in tiles: each plane, each strip of rows and each block of other
/// dimensions at the same time, and inside a strip in steps.
pub fn tiles(p: &Pipeline, tiled: &Tiled) -> Recipe {
    let Tiled { alignment, shape, .. } = tiled;
    let live_out = alignment.live_outs().next().expect("a group has a live-out").stage;
    let live_out = &p.stages[live_out.0];
    let sliding = alignment.sliding;
    let mut ops = vec![Op::Split { dim: sliding, by: shape.strip }];
    ops.extend(shape.widths.iter().map(|(dim, by)| Op::Split { dim: *dim, by: *by }));
    let in_steps = shape.kind() != ShapeKind::Tiles;
    if in_steps {
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
    let steps = in_steps.then(|| Loop::steps(sliding));
    let inside = (0..live_out.rank()).filter(|d| *d != lane && !alignment.planes.contains(d));
    let inside = steps.into_iter().chain(inside.chain([lane]).map(part));
    ops.push(Op::Reorder(parallel.iter().copied().chain(inside).collect()));
    ops.extend(parallel.into_iter().map(Op::Parallel));
    ops.extend(runs(p, tiled));
    let running = alignment.stages.iter().filter(|s| s.running);
    ops.extend(running.map(|s| Op::Running(s.stage)));
    ops.push(Op::Lanes(part(lane)));
    if !alignment.in_lanes {
        ops.push(Op::JamRows { most: shape.most_rows() });
    }
    Recipe { part: GroupNest::Tiles, ops }
}

/// Consecutive strips as one, where that gains.
fn runs(p: &Pipeline, tiled: &Tiled) -> Option<Op> {
    let of = Loop::blocks(tiled.alignment.sliding);
    let again = || (1000.0 * again(p, tiled)).round() as i64;
    tiled.shape.has_runs().then(|| Op::Runs { of, again: again() })
}

/// The points that a strip computes beyond its share, as a part of those of its share, for the
/// estimates of the sizes: those of rows that the strip before it computes as well. Of running sums
/// the first row takes a value of each window instead of two: half as many rows as a window has.
fn again(p: &Pipeline, tiled: &Tiled) -> f64 {
    let estimates = p.estimates();
    let (mut share, mut more) = (0.0, 0.0);
    for (i, (rows, stage)) in tiled.rows.spans.iter().zip(&tiled.alignment.stages).enumerate() {
        let of = stage.axes.iter().zip(&p.stages[stage.stage.0].domain.0);
        let of = of.map(|(axis, interval)| match axis {
            Axis::Plane(_) | Axis::Sliding => 1,
            Axis::Block(dim) => tiled.width_of(i, *dim).unwrap_or(interval.extent(&estimates)),
            Axis::Free => interval.extent(&estimates),
        });
        let of_row: f64 = of.map(|n| n as f64).product();
        let (num, den) = stage.rows.rate().unwrap_or((1, 1));
        let own = (tiled.shape.strip * num) as f64 / den as f64;
        share += own * of_row;
        more += (*rows as f64 - own).max(0.0) * of_row;
        let sums = running(&p.stages[stage.stage.0], stage.stage).filter(|_| stage.running);
        more += sums.map_or(0.0, |sums| sums.length() as f64 / 2.0) * of_row;
    }
    if share > 0.0 { more / share } else { 0.0 }
}

/// How some steps in time run at once: as stages of a group, in tiles of the last of them.
pub fn steps(of: &UnrolledSteps, tiled: &Tiled) -> Recipe {
    let mut recipe = tiles(&of.pipeline, tiled);
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
