//! Long windows, by doubling: what two neighbouring stretches have combined is what a stretch of
//! twice the length has.
//!
//! ```text
//! s_y2(y, x)  = img(y, x) + img(y + 1, x)
//! s_y4(y, x)  = s_y2(y, x) + s_y2(y + 2, x)
//! s_y8(y, x)  = s_y4(y, x) + s_y4(y + 4, x)
//! s_y11(y, x) = s_y8(y - 5, x) + s_y2(y + 3, x) + img(y + 5, x)      the sum over y - 5..=y + 5
//! ```
//!
//! A window of `n` values along a dimension takes at most `2·log2 n` operations instead of `n`. A
//! window over several dimensions is combined along one after the other.
//!
//! Sums of integers along another dimension than the lanes' take two, as
//! [running sums](crate::analysis::running): they stay windows along that dimension, which tiles
//! compute so. Where a plan has no such tiles, they are doubled as others are.

use super::only_definition;
use super::stretches::{Shift, StretchTerm, Stretches, widen};
use crate::analysis::lane::lane_dimension;
use crate::analysis::running::shifted;
use crate::ir::nodes::map_affine;
use crate::ir::{Affine, Atom, Block, ElemType, Node, Pipeline, ReduceOp, Stage, StageId, VarId};

/// Up to so many values are combined at once.
const SHORT: i64 = 4;

/// From so many values on, sums run.
const LEAST_RUNNING: i64 = 6;

/// A window whose values are those of one expression, shifted.
struct LongWindow {
    /// Where it stands in its block.
    at: usize,
    op: ReduceOp,
    /// The dimensions along which it goes, in order, with the first and the last offset.
    along: Vec<WindowDim>,
    /// The value at offset 0.
    value: Block,
}

/// A dimension of a window.
#[derive(Clone, Copy)]
struct WindowDim {
    dim: usize,
    first: i64,
    last: i64,
}

impl LongWindow {
    /// The dimension along which a stage of its own is to be computed as running sums.
    fn running(&self, of: &Stage) -> Option<WindowDim> {
        let sums = self.op == ReduceOp::Sum && of.cases[0].value.exprs[self.at].ty.is_int();
        let along = self.along.first().filter(|a| a.dim != lane_dimension(&of.domain))?;
        (sums && along.last - along.first + 1 >= LEAST_RUNNING).then_some(*along)
    }
}

/// Computes the long windows of a stage from stages of stretches, and of running sums where these
/// are `wanted`.
pub(super) fn double_windows(
    p: &mut Pipeline,
    stage: usize,
    free: &dyn Fn(ElemType) -> bool,
    wanted: bool,
) {
    while let Some(window) = long_window(&p.stages[stage], free) {
        let running = window.running(&p.stages[stage]).filter(|_| wanted);
        replace(p, stage, &window, running);
    }
}

fn long_window(stage: &Stage, free: &dyn Fn(ElemType) -> bool) -> Option<LongWindow> {
    let value = only_definition(stage).filter(|_| stage.updates.is_empty())?;
    value.exprs.iter().enumerate().find_map(|(at, expr)| {
        let Node::Reduce { op, vars, body, .. } = &expr.node else { return None };
        let mut along = Vec::new();
        for window in vars {
            let dim = shifted(body, window.id, stage.rank())?;
            let [first, last] = window.constant_ends()?;
            along.push(WindowDim { dim, first, last });
        }
        along.sort_by_key(|a| a.dim);
        let apart = along.windows(2).all(|two| two[0].dim != two[1].dim);
        let filled = along.iter().all(|a| a.first <= a.last);
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        let is_window = |v: VarId| vars.iter().any(|window| window.id == v);
        let at_zero = |a: &Affine| {
            a.substitute(&|atom| match atom {
                Atom::Var(v) if is_window(*v) => Some(Affine::default()),
                Atom::Var(_) | Atom::Size(_) | Atom::Div(..) => None,
            })
        };
        let found = apart && filled && flat && free(expr.ty);
        found.then(|| LongWindow { at, op: *op, along, value: map_affine(body, &at_zero) })
    })
}

fn replace(p: &mut Pipeline, stage: usize, window: &LongWindow, running: Option<WindowDim>) {
    let of = &p.stages[stage];
    let mut domain = of.domain.clone();
    for along in &window.along {
        widen(&mut domain.0[along.dim], along.first, along.last);
    }
    let dims = window.along.iter().map(|a| a.dim).collect();
    let mut stretches = Stretches::new(p, stage, window.at, window.op, dims, domain);
    let mut terms = Vec::new();
    let mut from = stretches.values(window.value.clone());
    for (i, along) in window.along.iter().enumerate() {
        if running.is_some_and(|running| running.dim == along.dim) {
            from = stretches.running(from, along.dim, [along.first, along.last]);
            terms = vec![StretchTerm { stage: from, shift: Vec::new() }];
            continue;
        }
        terms = terms_along(&mut stretches, from, *along);
        if i + 1 < window.along.len() {
            from = whole(&mut stretches, *along, &terms);
        }
    }
    stretches.finish(window.at, &terms, None, &[]);
}

/// Points that combine to the window along a dimension.
fn terms_along(
    stretches: &mut Stretches<'_>,
    values: StageId,
    along: WindowDim,
) -> Vec<StretchTerm> {
    let WindowDim { dim, first, last } = along;
    let term = |stage, offset| StretchTerm { stage, shift: vec![Shift { dim, by: offset }] };
    let length = last - first + 1;
    if length <= SHORT {
        return (first..=last).map(|offset| term(values, offset)).collect();
    }
    let powers = stretches.powers(values, dim, length);
    let cover = stretches.cover(&powers, first, last);
    cover.into_iter().map(|stretch| term(stretch.stage, stretch.first)).collect()
}

/// The stage of whole windows along a dimension, which is as long as the stage of the window.
fn whole(stretches: &mut Stretches<'_>, along: WindowDim, terms: &[StretchTerm]) -> StageId {
    stretches.as_long_as_the_window(along.dim);
    stretches.combined(along.dim, along.last - along.first + 1, terms)
}
