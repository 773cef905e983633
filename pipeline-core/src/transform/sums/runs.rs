//! Windows whose rows are of different lengths, as a disc, by runs of neighbouring points.
//!
//! ```text
//!     · ■ ■ ■ ·        3 points of a row are stretches of 2 and 1,
//!     ■ ■ ■ ■ ■        5 points of a row are stretches of 4 and 1
//!     · ■ ■ ■ ·
//! ```
//!
//! A window of which conditions on its variables leave a disc of radius 10 reads 349 points. They
//! are 21 runs, each a few [stretches](super::stretches). Where there are more of them, each is a
//! window along its row already, see [`windows`].

mod windows;

use super::only_definition;
use super::shifts::{Run, grid};
use super::stretches::{Shift, StretchTerm, Stretches, widen};
use crate::ir::nodes::without_unused;
use crate::ir::{Block, ElemType, ExprId, Node, Pipeline, ReduceOp, Stage, Value, VarId};
use crate::scalar;
use std::collections::HashSet;

/// A window is made of runs if these are so many times fewer stretches than it has points.
const FEWER: usize = 2;

/// Windows of fewer points stay whole: their rows are shared by rows that run together.
const LEAST: usize = 16;

/// A window of points that lie in runs.
struct Ragged {
    /// Where it stands in its block.
    at: usize,
    op: ReduceOp,
    points: RunPoints,
    /// What else it combines: the constants, combined, and other values.
    constant: Option<Value>,
    others: Vec<ExprId>,
}

/// Points that lie in runs.
struct RunPoints {
    /// The value of one of them, from which shifts are counted.
    origin: Block,
    along: VarId,
    runs: Vec<Run>,
}

/// Computes the windows of a stage that have rows of different lengths from stages of stretches.
pub(super) fn cut_windows(p: &mut Pipeline, stage: usize, free: &dyn Fn(ElemType) -> bool) {
    while let Some(window) = ragged(&p.stages[stage], free) {
        replace(p, stage, &window);
    }
}

fn ragged(stage: &Stage, free: &dyn Fn(ElemType) -> bool) -> Option<Ragged> {
    let value = only_definition(stage).filter(|_| stage.updates.is_empty())?;
    value.exprs.iter().enumerate().find_map(|(at, expr)| {
        let Node::Combine { op, terms } = &expr.node else { return None };
        if !free(expr.ty) {
            return None;
        }
        let constant = |t: &ExprId| {
            if let Node::Const(c) = value.exprs[t.0].node { Some(c) } else { None }
        };
        let open: Vec<ExprId> = terms.iter().copied().filter(|t| constant(t).is_none()).collect();
        let (points, others) = match windows::runs(value, &open, *op, stage.rank()) {
            Some(found) => found,
            None => (single_points(value, open, *op, stage.rank())?, Vec::new()),
        };
        let constants = terms.iter().filter_map(constant);
        worth(&points.runs, *op).then_some(Ragged {
            at,
            op: *op,
            points,
            constant: constants.reduce(|a, b| scalar::binary(op.combine(), a, b)),
            others,
        })
    })
}

/// The runs of terms that are one expression at points.
fn single_points(
    value: &Block,
    mut points: Vec<ExprId>,
    op: ReduceOp,
    rank: usize,
) -> Option<RunPoints> {
    if points.len() < LEAST {
        return None;
    }
    if op.counts_once() {
        let mut seen = HashSet::new();
        points.retain(|t| seen.insert(*t));
    }
    let grid = grid(value, &points, rank)?;
    let middle = points.len() / 2;
    let origin = points[middle];
    let exprs = value.exprs[..=origin.0].to_vec();
    let origin = without_unused(Block { exprs, result: origin });
    Some(RunPoints { origin, along: grid.last, runs: grid.runs(middle)? })
}

fn worth(runs: &[Run], op: ReduceOp) -> bool {
    let points = runs.iter().map(Run::length).sum::<i64>() as usize;
    let longest = runs.iter().map(Run::length).max().unwrap_or(1);
    let stretches = |run: &Run| match op.counts_once() {
        true => 2,
        false => run.length().count_ones() as usize,
    };
    let terms: usize = runs.iter().map(stretches).sum::<usize>() + longest.ilog2() as usize;
    points >= LEAST && terms * FEWER <= points
}

fn replace(p: &mut Pipeline, stage: usize, window: &Ragged) {
    let RunPoints { origin, along, runs } = &window.points;
    let of = &p.stages[stage];
    let mut domain = of.domain.clone();
    for (dim, interval) in domain.0.iter_mut().enumerate() {
        let ends = runs.iter().map(|run| run.ends(VarId(dim), *along));
        let (first, last) = ends.fold((0, 0), |(lo, hi), e| (lo.min(e.first), hi.max(e.last)));
        widen(interval, first, last);
    }
    let dims = (0..of.rank()).collect();
    let mut stretches = Stretches::new(p, stage, window.at, window.op, dims, domain);
    let values = stretches.values(origin.clone());
    let longest = runs.iter().map(Run::length).max().unwrap_or(1);
    let powers = stretches.powers(values, along.0, longest);
    let mut terms = Vec::new();
    for run in runs {
        for stretch in stretches.cover(&powers, run.first, run.last) {
            let mut shift: Vec<Shift> =
                run.row.iter().enumerate().map(|(dim, by)| Shift { dim, by: *by }).collect();
            shift.push(Shift { dim: along.0, by: stretch.first });
            terms.push(StretchTerm { stage: stretch.stage, shift });
        }
    }
    stretches.finish(window.at, &terms, window.constant, &window.others);
}

#[cfg(test)]
mod tests;
