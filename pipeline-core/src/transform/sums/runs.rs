//! Windows whose rows are of different lengths, as a disc, by runs of neighbouring points.
//!
//! ```text
//!     · ■ ■ ■ ·        3 points of a row are stretches of 2 and 1,
//!     ■ ■ ■ ■ ■        5 points of a row are stretches of 4 and 1
//!     · ■ ■ ■ ·
//! ```
//!
//! A window of which conditions on its variables leave a disc of radius 10 reads 349 points. They
//! are 21 runs, each a few [stretches](super::stretches).

use super::only_definition;
use super::shifts::{Run, ShiftGrid, grid};
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
    /// One of its terms, from which shifts are counted.
    origin: ExprId,
    along: VarId,
    runs: Vec<Run>,
    /// What else it combines: the constants, combined.
    constant: Option<Value>,
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
        if terms.len() < LEAST || !free(expr.ty) {
            return None;
        }
        let constant = |t: &ExprId| {
            if let Node::Const(c) = value.exprs[t.0].node { Some(c) } else { None }
        };
        let mut points: Vec<ExprId> =
            terms.iter().copied().filter(|t| constant(t).is_none()).collect();
        if counts_once(*op) {
            let mut seen = HashSet::new();
            points.retain(|t| seen.insert(*t));
        }
        let constants = terms.iter().filter_map(constant);
        let grid = grid(value, &points, stage.rank())?;
        let origin = points[points.len() / 2];
        let runs = grid.runs(points.len() / 2)?;
        worth(&grid, &runs, *op).then_some(Ragged {
            at,
            op: *op,
            origin,
            along: grid.last,
            runs,
            constant: constants.reduce(|a, b| scalar::binary(op.combine(), a, b)),
        })
    })
}

/// Whether a value that is combined twice is as if it were once.
fn counts_once(op: ReduceOp) -> bool {
    match op {
        ReduceOp::Min | ReduceOp::Max | ReduceOp::Any | ReduceOp::All => true,
        ReduceOp::Sum | ReduceOp::Product => false,
    }
}

fn worth(grid: &ShiftGrid, runs: &[Run], op: ReduceOp) -> bool {
    let longest = runs.iter().map(Run::length).max().unwrap_or(0);
    let stretches = |run: &Run| match counts_once(op) {
        true => 2,
        false => run.length().count_ones() as usize,
    };
    let terms: usize = runs.iter().map(stretches).sum::<usize>() + longest.ilog2() as usize;
    grid.points() >= LEAST && terms * FEWER <= grid.points()
}

fn replace(p: &mut Pipeline, stage: usize, window: &Ragged) {
    let of = &p.stages[stage];
    let block = &of.cases[0].value;
    let exprs = block.exprs[..=window.origin.0].to_vec();
    let value = without_unused(Block { exprs, result: window.origin });
    let mut domain = of.domain.clone();
    for (dim, interval) in domain.0.iter_mut().enumerate() {
        let ends = window.runs.iter().map(|run| run.ends(VarId(dim), window.along));
        let (first, last) = ends.fold((0, 0), |(lo, hi), e| (lo.min(e.first), hi.max(e.last)));
        widen(interval, first, last);
    }
    let dims = (0..of.rank()).collect();
    let along = window.along.0;
    let mut stretches = Stretches::new(p, stage, window.at, window.op, dims, domain);
    let values = stretches.values(value);
    let longest = window.runs.iter().map(Run::length).max().unwrap_or(1);
    let powers = stretches.powers(values, along, longest);
    let mut terms = Vec::new();
    for run in &window.runs {
        for stretch in stretches.cover(&powers, run.first, run.last) {
            let mut shift: Vec<Shift> =
                run.row.iter().enumerate().map(|(dim, by)| Shift { dim, by: *by }).collect();
            shift.push(Shift { dim: along, by: stretch.first });
            terms.push(StretchTerm { stage: stretch.stage, shift });
        }
    }
    stretches.finish(window.at, &terms, window.constant);
}

#[cfg(test)]
mod tests;
