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
//! A window of `n` values along a dimension takes at most `2·log2 n` operations instead of `n`;
//! where a value may count twice, as in a minimum, two stretches that overlap are the last ones. No
//! point waits for its neighbour, as in a running sum, so vectors go along any dimension. A window
//! over several dimensions is combined along one after the other. Tables of stretches whose lengths
//! are powers of two are those of range minimum queries (Bender and Farach-Colton, The LCA Problem
//! Revisited, LATIN 2000, Section 2: the sparse table).

use super::{over_terms, unused_name, within_sources};
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Atom, Block, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Node, Pipeline,
    ReduceOp, Region, Source, Stage, StageId, VarId,
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
    let [Case { region, value, .. }] = &stage.cases[..] else { return None };
    if !region.tests.is_empty() || !stage.updates.is_empty() {
        return None;
    }
    value.exprs.iter().enumerate().find_map(|(at, expr)| {
        let Node::Reduce { op, vars, body } = &expr.node else { return None };
        let mut along = Vec::new();
        for (var, first, last) in vars {
            let dim = shifted(body, *var, stage.rank())?;
            along.push(Along { dim, first: *first, last: *last });
        }
        along.sort_by_key(|a| a.dim);
        let apart = along.windows(2).all(|two| two[0].dim != two[1].dim);
        let filled = along.iter().all(|a| a.first <= a.last);
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        let is_window = |v: VarId| vars.iter().any(|(var, ..)| *var == v);
        let at_zero = |a: &Affine| {
            a.substitute(&|atom| match atom {
                Atom::Var(v) if is_window(*v) => Some(Affine::default()),
                Atom::Var(_) | Atom::Size(_) | Atom::Div(..) => None,
            })
        };
        // Which of two floats is the smaller one depends on their order where one is no number.
        let regular = !expr.ty.is_float() || matches!(op, ReduceOp::Sum | ReduceOp::Product);
        let found = apart && filled && flat && regular && free(expr.ty);
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

/// A stage whose points are combined, and over which points it is there.
struct Stretches<'a> {
    p: &'a mut Pipeline,
    /// The stage of the window.
    stage: usize,
    window: &'a LongWindow,
    /// What the values are like.
    like: Expr,
    /// Where the next stage is needed.
    domain: Domain,
}

/// A point of a stage, so far from another along a dimension.
struct Term {
    stage: StageId,
    dim: usize,
    offset: i64,
}

fn replace(p: &mut Pipeline, stage: usize, window: &LongWindow) {
    let of = &p.stages[stage];
    let block = of.cases[0].value.clone();
    let (rank, mut domain) = (of.rank(), of.domain.clone());
    for along in &window.along {
        widen(&mut domain.0[along.dim], along.first, along.last);
    }
    let like = block.exprs[window.at].clone();
    let mut stretches = Stretches { p, stage, window, like, domain };
    let mut terms = Vec::new();
    let mut from = stretches.stage_of("values", window.value.clone());
    for (i, along) in window.along.iter().enumerate() {
        terms = stretches.terms(from, *along);
        if i + 1 < window.along.len() {
            from = stretches.whole(*along, &terms);
        }
    }
    let value = over_terms(&block, window.at, window.op, |exprs| {
        let before = exprs.len();
        exprs.extend(terms.iter().map(|t| t.read(&block.exprs[window.at], rank)));
        (before..exprs.len()).map(ExprId).collect()
    });
    p.stages[stage].cases[0].value = value;
}

fn widen(interval: &mut Interval, first: i64, last: i64) {
    interval.lo.iter_mut().for_each(|lo| *lo = lo.offset(first));
    interval.hi.iter_mut().for_each(|hi| *hi = hi.offset(last));
}

impl Stretches<'_> {
    /// Points that combine to the window along a dimension.
    fn terms(&mut self, values: StageId, along: Along) -> Vec<Term> {
        let Along { dim, first, last } = along;
        let term = |stage, offset| Term { stage, dim, offset };
        let length = last - first + 1;
        if length <= SHORT {
            return (first..=last).map(|offset| term(values, offset)).collect();
        }
        // Stretches of 1, 2, 4, … points, each named after its first one.
        let mut powers = vec![values];
        while 2 << (powers.len() - 1) <= length {
            let half = 1 << (powers.len() - 1);
            let of = powers[powers.len() - 1];
            widen(&mut self.domain.0[dim], 0, -half);
            let name = format!("{}{}", self.dimension(dim), 2 * half);
            let terms = [term(of, 0), term(of, half)];
            powers.push(self.combined(&name, &terms));
        }
        let longest = 1 << (powers.len() - 1);
        let last_power = powers[powers.len() - 1];
        match self.window.op {
            ReduceOp::Min | ReduceOp::Max | ReduceOp::Any | ReduceOp::All => {
                let ends = [first, last - longest + 1];
                let count = if ends[0] == ends[1] { 1 } else { 2 };
                ends[..count].iter().map(|offset| term(last_power, *offset)).collect()
            }
            ReduceOp::Sum | ReduceOp::Product => {
                let mut offset = first;
                let mut terms = Vec::new();
                for (bit, stage) in powers.iter().enumerate().rev() {
                    if length >> bit & 1 == 1 {
                        terms.push(term(*stage, offset));
                        offset += 1 << bit;
                    }
                }
                terms
            }
        }
    }

    /// The stage of whole windows along a dimension, which is as long as the stage of the window.
    fn whole(&mut self, along: Along, terms: &[Term]) -> StageId {
        self.domain.0[along.dim] = self.p.stages[self.stage].domain.0[along.dim].clone();
        let length = along.last - along.first + 1;
        let name = format!("{}{length}", self.dimension(along.dim));
        self.combined(&name, terms)
    }

    fn dimension(&self, dim: usize) -> String {
        self.p.stages[self.stage].vars[dim].clone()
    }

    fn combined(&mut self, name: &str, terms: &[Term]) -> StageId {
        let rank = self.p.stages[self.stage].rank();
        let mut exprs: Vec<Expr> = terms.iter().map(|t| t.read(&self.like, rank)).collect();
        let ids = (0..exprs.len()).map(ExprId).collect();
        let node = Node::Combine { op: self.window.op, terms: ids };
        exprs.push(Expr { node, ..self.like.clone() });
        let result = ExprId(exprs.len() - 1);
        self.stage_of(name, Block { exprs, result })
    }

    fn stage_of(&mut self, name: &str, value: Block) -> StageId {
        let of = &self.p.stages[self.stage];
        let mut domain = self.domain.clone();
        for along in &self.window.along {
            within_sources(self.p, &value, VarId(along.dim), &mut domain);
        }
        let case = Case { region: Region::default(), value, loc: of.cases[0].loc };
        let new = Stage {
            name: unused_name(self.p, &format!("{}_{name}", of.name)),
            ty: self.like.ty,
            vars: of.vars[..of.rank()].to_vec(),
            domain,
            border: None,
            cases: vec![case],
            updates: Vec::new(),
            loc: of.loc,
        };
        self.p.stages.push(new);
        StageId(self.p.stages.len() - 1)
    }
}

impl Term {
    fn read(&self, like: &Expr, rank: usize) -> Expr {
        let index = |d: usize| {
            let by = if d == self.dim { self.offset } else { 0 };
            Index::Affine(Affine::from(VarId(d)).offset(by))
        };
        let index = (0..rank).map(index).collect();
        Expr { node: Node::Read { source: Source::Stage(self.stage), index }, ..like.clone() }
    }
}
