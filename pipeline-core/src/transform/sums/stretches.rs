//! Stages of stretches: what so many neighbouring points of a stage combine to.
//!
//! Stretches have lengths that are powers of two, each made of two of half its length. Any window
//! along a dimension is a few of them; where a value may count twice, as in a minimum, two that
//! overlap. No point waits for its neighbour, as in a running sum, so vectors go along any
//! dimension. Tables of such stretches are those of range minimum queries (Bender and
//! Farach-Colton, The LCA Problem Revisited, LATIN 2000, Section 2: the sparse table).
//!
//! Stretches of conditions are bytes of 0 and 1, as memory has them, and what any or all of them
//! are is their maximum or minimum: no byte becomes a mask on its way to the next stretch.

use super::super::names;
use super::{replaced, within_sources};
use crate::analysis::integer::Facts;
use crate::analysis::regions::simplify_interval;
use crate::ir::{
    Affine, BinaryOp, Block, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Node, Pipeline,
    ReduceOp, Region, Source, Stage, StageId, Value, VarId, WindowVar,
};
use crate::scalar;

/// What appends the stages of stretches that a window is combined from.
pub struct Stretches<'a> {
    p: &'a mut Pipeline,
    /// The stage of the window.
    stage: usize,
    /// What the window does, and the stretches.
    window: ReduceOp,
    op: ReduceOp,
    /// The dimensions along which the window goes.
    dims: Vec<usize>,
    /// What the values are like.
    like: Expr,
    /// Where the next stage is needed.
    domain: Domain,
}

/// A distance along a dimension.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    pub dim: usize,
    pub by: i64,
}

/// A point of a stage, so far from another.
#[derive(Clone, Debug)]
pub struct StretchTerm {
    pub stage: StageId,
    pub shift: Vec<Shift>,
}

/// A point of a stage of stretches, by its offset along them.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    pub stage: StageId,
    pub first: i64,
}

/// Moves the ends of an interval.
pub fn widen(interval: &mut Interval, first: i64, last: i64) {
    interval.lo.iter_mut().for_each(|lo| *lo = lo.offset(first));
    interval.hi.iter_mut().for_each(|hi| *hi = hi.offset(last));
}

impl<'a> Stretches<'a> {
    /// For a window that stands at `at` in the only case of a stage; `domain` is where its values
    /// are needed.
    pub fn new(
        p: &'a mut Pipeline,
        stage: usize,
        at: usize,
        op: ReduceOp,
        dims: Vec<usize>,
        domain: Domain,
    ) -> Stretches<'a> {
        let window = op;
        let op = match window {
            ReduceOp::Any => ReduceOp::Max,
            ReduceOp::All => ReduceOp::Min,
            ReduceOp::Sum | ReduceOp::Product | ReduceOp::Min | ReduceOp::Max => window,
        };
        let mut like = p.stages[stage].cases[0].value.exprs[at].clone();
        if like.ty == ElemType::Bool {
            like.ty = ElemType::U8;
        }
        Stretches { p, stage, window, op, dims, like, domain }
    }

    /// Stages of stretches of 1, 2, 4, … points along a dimension, up to a length, each named after
    /// its first point.
    pub fn powers(&mut self, values: StageId, dim: usize, length: i64) -> Vec<StageId> {
        let mut powers = vec![values];
        while 2 << (powers.len() - 1) <= length {
            let half = 1 << (powers.len() - 1);
            let stage = powers[powers.len() - 1];
            widen(&mut self.domain.0[dim], 0, -half);
            let term = |by| StretchTerm { stage, shift: vec![Shift { dim, by }] };
            powers.push(self.combined(dim, 2 * half, &[term(0), term(half)]));
        }
        powers
    }

    /// The stretches that combine to the points from the first to the last.
    pub fn cover(&self, powers: &[StageId], first: i64, last: i64) -> Vec<Stretch> {
        let length = last - first + 1;
        let mut longest_first = (0..powers.len()).rev();
        match self.op {
            ReduceOp::Min | ReduceOp::Max | ReduceOp::Any | ReduceOp::All => {
                let bit = longest_first.find(|bit| 1 << bit <= length).unwrap_or(0);
                let stretch = |first| Stretch { stage: powers[bit], first };
                let ends = [first, last - (1 << bit) + 1];
                let count = if ends[0] == ends[1] { 1 } else { 2 };
                ends[..count].iter().map(|first| stretch(*first)).collect()
            }
            ReduceOp::Sum | ReduceOp::Product => {
                let mut next = first;
                let stretch = |bit: usize| {
                    let first = next;
                    next += 1 << bit;
                    Stretch { stage: powers[bit], first }
                };
                longest_first.filter(|bit| length >> bit & 1 == 1).map(stretch).collect()
            }
        }
    }

    /// The next stages are needed along a dimension where the stage of the window is.
    pub fn as_long_as_the_window(&mut self, dim: usize) {
        self.domain.0[dim] = self.p.stages[self.stage].domain.0[dim].clone();
    }

    /// A stage of what so many points along a dimension combine to.
    pub fn combined(&mut self, dim: usize, length: i64, terms: &[StretchTerm]) -> StageId {
        let rank = self.p.stages[self.stage].rank();
        let mut exprs: Vec<Expr> = terms.iter().map(|t| t.read(&self.like, rank)).collect();
        let ids = (0..exprs.len()).map(ExprId).collect();
        let node = Node::Combine { op: self.op, terms: ids };
        exprs.push(Expr { node, ..self.like.clone() });
        let result = ExprId(exprs.len() - 1);
        let of = &self.p.stages[self.stage];
        let name = names::stretch(self.p, &of.name, &of.vars[dim], length);
        self.stage_of(name, Block { exprs, result })
    }

    /// A stage of whole windows along a dimension, as long as the stage of the window, which are
    /// [running sums](crate::analysis::running).
    pub fn running(&mut self, values: StageId, dim: usize, [first, last]: [i64; 2]) -> StageId {
        self.as_long_as_the_window(dim);
        // Where its stage is empty, a window need not be inside.
        let inside = self.p.stages[values.0].domain.0[dim].clone();
        let own = &mut self.domain.0[dim];
        own.lo.extend(inside.lo.iter().map(|lo| lo.offset(-first)));
        own.hi.extend(inside.hi.iter().map(|hi| hi.offset(-last)));
        *own = simplify_interval(&Facts::for_pipeline(self.p), own);
        let of = &self.p.stages[self.stage];
        let window = VarId(of.rank());
        let name = names::stretch(self.p, &of.name, &of.vars[dim], last - first + 1);
        let moved = |d: usize| match d == dim {
            true => Affine::from(VarId(d)).add(&window.into()),
            false => VarId(d).into(),
        };
        let index = (0..of.rank()).map(|d| Index::Affine(moved(d))).collect();
        let read = Node::Read { source: Source::Stage(values), index };
        let body =
            Block { exprs: vec![Expr { node: read, ..self.like.clone() }], result: ExprId(0) };
        let vars = vec![WindowVar::new(window, first, last)];
        let node = Node::Reduce { op: self.op, vars, body: Box::new(body), fused: false };
        let value = Block { exprs: vec![Expr { node, ..self.like.clone() }], result: ExprId(0) };
        let offset = format!("d{}", of.vars[dim]);
        let id = self.stage_of(name, value);
        self.p.stages[id.0].vars.push(offset);
        id
    }

    /// A stage of the values that the window combines.
    pub fn values(&mut self, mut value: Block) -> StageId {
        if self.window != self.op {
            value.exprs.push(Expr { node: Node::Cast(value.result), ..self.like.clone() });
            value.result = ExprId(value.exprs.len() - 1);
        }
        self.stage_of(names::values(self.p, &self.p.stages[self.stage].name), value)
    }

    /// A stage of a definition.
    fn stage_of(&mut self, name: String, value: Block) -> StageId {
        let of = &self.p.stages[self.stage];
        let mut domain = self.domain.clone();
        for dim in &self.dims {
            within_sources(self.p, &value, VarId(*dim), &mut domain);
        }
        let case = Case { region: Region::default(), value, loc: of.cases[0].loc };
        let new = Stage {
            name,
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

    /// The window that stands at `at` combines these terms, a constant, and other values of its
    /// block.
    pub fn finish(
        self,
        at: usize,
        terms: &[StretchTerm],
        constant: Option<Value>,
        others: &[ExprId],
    ) {
        let Stretches { p, stage, window, op, like, .. } = self;
        let of = &mut p.stages[stage];
        let rank = of.rank();
        let whole = of.cases[0].value.exprs[at].clone();
        of.cases[0].value = replaced(&of.cases[0].value, at, |exprs| {
            let mut push = |node: Node, like: &Expr| {
                exprs.push(Expr { node, ..like.clone() });
                ExprId(exprs.len() - 1)
            };
            let mut terms: Vec<ExprId> =
                terms.iter().map(|t| push(t.read(&like, rank).node, &like)).collect();
            terms.extend(constant.map(|c| push(Node::Const(scalar::cast(c, like.ty)), &like)));
            let mut node = Node::Combine { op, terms };
            if window != op {
                let zero = push(Node::Const(Value::zero(like.ty)), &like);
                let combined = push(node, &like);
                node = Node::Binary(BinaryOp::Ne, combined, zero);
            }
            if others.is_empty() {
                return node;
            }
            let stretches = push(node, &whole);
            let terms = [stretches].into_iter().chain(others.iter().copied()).collect();
            Node::Combine { op: window, terms }
        });
    }
}

impl StretchTerm {
    fn read(&self, like: &Expr, rank: usize) -> Expr {
        let by = |d: usize| self.shift.iter().filter(|s| s.dim == d).map(|s| s.by).sum();
        let index = |d: usize| Index::Affine(Affine::from(VarId(d)).offset(by(d)));
        let index = (0..rank).map(index).collect();
        Expr { node: Node::Read { source: Source::Stage(self.stage), index }, ..like.clone() }
    }
}
