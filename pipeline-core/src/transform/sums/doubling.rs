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

use super::only_definition;
use super::stretches::{Shift, Stretches, Term, widen};
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Atom, Block, ElemType, Index, Node, Pipeline, ReduceOp, Stage, StageId, VarId,
};

/// Up to so many values are combined at once.
const SHORT: i64 = 4;

/// A window whose values are those of one expression, shifted.
struct LongWindow {
    /// Where it stands in its block.
    at: usize,
    op: ReduceOp,
    /// The dimensions along which it goes, in order, with the first and the last offset.
    along: Vec<Along>,
    /// The value at offset 0.
    value: Block,
}

/// A dimension of a window.
#[derive(Clone, Copy)]
struct Along {
    dim: usize,
    first: i64,
    last: i64,
}

/// Computes the long windows of a stage from stages of stretches.
pub(super) fn double_windows(p: &mut Pipeline, stage: usize, free: &dyn Fn(ElemType) -> bool) {
    while let Some(window) = long_window(&p.stages[stage], free) {
        replace(p, stage, &window);
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
            along.push(Along { dim, first, last });
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

/// The dimension along which a window's variable shifts all of an expression: the two come as a sum
/// only.
fn shifted(body: &Block, var: VarId, rank: usize) -> Option<usize> {
    let mut dims: Vec<usize> = (0..rank).collect();
    let mut found = false;
    let mut look = |a: &Affine| {
        let of = |v: usize| a.coefficient(&Atom::Var(VarId(v)));
        let own = a.coefficient(&Atom::Var(var));
        found |= own != 0;
        // Of a quotient it would not do.
        let plain = |v: VarId| {
            let outside = a.add_scaled(&v.into(), -a.coefficient(&Atom::Var(v)));
            !outside.mentions_var(v)
        };
        dims.retain(|d| of(*d) == own && plain(VarId(*d)) && plain(var));
    };
    for expr in &body.exprs {
        match &expr.node {
            Node::Index(a) => look(a),
            Node::Test(test) => look(&test.affine),
            Node::Read { index, .. } => index.iter().for_each(|i| match i {
                Index::Affine(a) => look(a),
                Index::Value(_) => {}
            }),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => {}
        }
    }
    match dims[..] {
        [dim] if found => Some(dim),
        _ => None,
    }
}

fn replace(p: &mut Pipeline, stage: usize, window: &LongWindow) {
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
        terms = terms_along(&mut stretches, from, *along);
        if i + 1 < window.along.len() {
            from = whole(&mut stretches, *along, &terms);
        }
    }
    stretches.finish(window.at, &terms, None);
}

/// Points that combine to the window along a dimension.
fn terms_along(stretches: &mut Stretches<'_>, values: StageId, along: Along) -> Vec<Term> {
    let Along { dim, first, last } = along;
    let term = |stage, offset| Term { stage, shift: vec![Shift { dim, by: offset }] };
    let length = last - first + 1;
    if length <= SHORT {
        return (first..=last).map(|offset| term(values, offset)).collect();
    }
    let powers = stretches.powers(values, dim, length);
    let cover = stretches.cover(&powers, first, last);
    cover.into_iter().map(|stretch| term(stretch.stage, stretch.first)).collect()
}

/// The stage of whole windows along a dimension, which is as long as the stage of the window.
fn whole(stretches: &mut Stretches<'_>, along: Along, terms: &[Term]) -> StageId {
    stretches.as_long_as_the_window(along.dim);
    stretches.combined(along.dim, along.last - along.first + 1, terms)
}
