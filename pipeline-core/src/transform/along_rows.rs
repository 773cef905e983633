//! Windows that go along rows of memory, in vectors of what lies next to each other.
//!
//! ```text
//! mean(y) = sum(x in 0..cols; img(y, x)) / cols          a vector is of as many rows
//!
//! mean_copies(y, c) = sum(k in 0..cols / 32; img(y, 32*k + c))      a vector is a part of a row
//! mean(y) = (sum(c in 0..32; mean_copies(y, c)) + what is left of the row) / cols
//! ```
//!
//! Points along the lanes of a stage whose rows are elsewhere in memory are loaded one by one, and
//! where rows are powers of two apart no cache holds the lines of a vector. Which values a copy
//! takes is part of the stage graph from here on, as in [`privatise`](super::privatise), where
//! updates of integers are cut like this: the order of a window is open, so floats may be, too.

use super::names;
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::ir::nodes::{map_affine, map_operands};
use crate::ir::verify::MAX_RANK;
use crate::ir::{
    Affine, Atom, Block, Case, Expr, ExprId, Index, Interval, Node, Pipeline, ReduceOp, Region,
    Source, Stage, StageId, VarId, WindowVar,
};
use crate::options::FloatOrder;

// These are meaning, not speed: they fix the order of float additions.

/// The bytes of all copies of a point: some vectors, so that additions need not wait for each
/// other.
const BYTES_OF_COPIES: i64 = 128;

/// The values of each copy, at least, at the estimates of the sizes.
const LEAST_PER_COPY: i64 = 8;

/// The values of all windows of a stage, at least.
const LEAST_VALUES: f64 = 65_536.0;

/// The bytes that all copies take, at most.
const MOST_BYTES: f64 = 1_048_576.0;

/// Cuts large windows along rows of memory into copies that make vectors; those of floats whose
/// order is as written stay as they are.
pub fn windows_along_rows(mut p: Pipeline, order: FloatOrder) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    for s in 0..p.stages.len() {
        // From the last on, so that those before stay in their places.
        for (at, cut) in cuts(&p, &facts, &p.stages[s], order).into_iter().rev() {
            cut.make(&mut p, s, at);
        }
    }
    p
}

/// A window that is cut.
struct CutWindow {
    op: ReduceOp,
    /// The variables around the one that goes along the rows.
    others: Vec<WindowVar>,
    along: WindowVar,
    body: Block,
    copies: i64,
}

/// The windows of a stage that are cut, and where they stand.
fn cuts(p: &Pipeline, facts: &Facts, stage: &Stage, order: FloatOrder) -> Vec<(ExprId, CutWindow)> {
    let [Case { region, value, .. }] = &stage.cases[..] else { return Vec::new() };
    if !stage.updates.is_empty() || !region.tests.is_empty() || stage.rank() == MAX_RANK {
        return Vec::new();
    }
    let (lane, sizes) = (VarId(lane_dimension(&stage.domain)), p.estimates());
    let points: f64 = stage.domain.0.iter().map(|dim| dim.extent(&sizes) as f64).product();
    let found = value.exprs.iter().enumerate().filter_map(|(at, expr)| {
        let Node::Reduce { op, vars, body, .. } = &expr.node else { return None };
        let combines = match op {
            ReduceOp::Sum | ReduceOp::Product | ReduceOp::Min | ReduceOp::Max => true,
            ReduceOp::Any | ReduceOp::All => false,
        };
        let (along, others) = vars.split_last()?;
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        let free = !expr.ty.is_float() || order != FloatOrder::Strict;
        let copies = BYTES_OF_COPIES / expr.ty.bytes() as i64;
        let values: f64 = vars.iter().map(|var| var.extent(&sizes) as f64).product();
        let large = along.extent(&sizes) >= LEAST_PER_COPY * copies
            && points * values >= LEAST_VALUES
            && points * BYTES_OF_COPIES as f64 <= MOST_BYTES;
        // Of fewer than no values it would be less than no part.
        let counted = facts.proves(&along.last.sub(&along.first).offset(1));
        let cut = combines && flat && free && large && counted;
        (cut && goes_along_rows(body, along.id, lane)).then(|| {
            let (others, along) = (others.to_vec(), along.clone());
            (ExprId(at), CutWindow { op: *op, others, along, body: Block::clone(body), copies })
        })
    });
    found.collect()
}

/// Whether what a window reads lies next to each other along its variable, and nothing along the
/// lanes of its stage.
fn goes_along_rows(body: &Block, along: VarId, lane: VarId) -> bool {
    let (mut in_row, mut elsewhere) = (false, false);
    body.for_each_read(&mut |_, _, _, index| {
        let Some((last, others)) = index.split_last() else { return };
        let across = |i: &Index| match i {
            Index::Affine(a) => a.mentions_var(along),
            Index::Value(_) => true,
        };
        elsewhere |= others.iter().any(across);
        match last {
            Index::Affine(a) if a.mentions_var(along) => {
                let next = a.sub(&along.into());
                in_row = true;
                elsewhere |= next.mentions_var(along) || next.mentions_var(lane);
            }
            Index::Affine(a) => elsewhere |= a.mentions_var(lane),
            Index::Value(_) => elsewhere = true,
        }
    });
    in_row && !elsewhere
}

impl CutWindow {
    /// Makes the stage of the copies, and combines them in place of the window of a stage that
    /// stands there.
    fn make(&self, p: &mut Pipeline, s: usize, at: ExprId) {
        let id = StageId(p.stages.len());
        let stage = self.stage(p, &p.stages[s], at);
        p.stages.push(stage);
        let stage = &mut p.stages[s];
        let rank = stage.rank();
        let copy = VarId(stage.vars.len());
        stage.vars.push(format!("{}_copy", stage.vars[self.along.id.0]));
        let Block { exprs, result } = &mut stage.cases[0].value;
        let Expr { ty, loc, .. } = exprs[at.0];
        let dims = (0..rank).map(VarId).chain([copy]);
        let index = dims.map(|var| Index::Affine(var.into())).collect();
        let read = Expr { ty, node: Node::Read { source: Source::Stage(id), index }, loc };
        let copies = Block { exprs: vec![read], result: ExprId(0) };
        let reduce = |vars: Vec<WindowVar>, body: &Block| {
            let (op, body) = (self.op, Box::new(body.clone()));
            Expr { ty, node: Node::Reduce { op, vars, body, fused: false }, loc }
        };
        let of_copies = reduce(vec![WindowVar::new(copy, 0, self.copies - 1)], &copies);
        let Some(rest) = self.rest() else {
            exprs[at.0] = of_copies;
            return;
        };
        let of_rest = reduce(self.others.iter().cloned().chain([rest]).collect(), &self.body);
        let combined = Node::Binary(self.op.combine(), at, ExprId(at.0 + 1));
        // What comes behind moves by two, and so does the window's place.
        let moved = |id: ExprId| if id.0 >= at.0 { ExprId(id.0 + 2) } else { id };
        let behind = exprs.split_off(at.0 + 1);
        exprs.truncate(at.0);
        exprs.extend([of_copies, of_rest, Expr { ty, node: combined, loc }]);
        exprs.extend(behind.into_iter().map(|expr| {
            let node = map_operands(&expr.node, moved);
            Expr { node, ..expr }
        }));
        *result = moved(*result);
    }

    /// The values that no copy takes, unless copies take all at all sizes.
    fn rest(&self) -> Option<WindowVar> {
        let first = self.along.first.add_scaled(&self.number(), self.copies);
        let rest = WindowVar { first, ..self.along.clone() };
        rest.fixed_extent().is_none_or(|values| values > 0).then_some(rest)
    }

    /// How many values each copy takes.
    fn number(&self) -> Affine {
        self.along.last.sub(&self.along.first).offset(1).floor_div(self.copies)
    }

    /// The stage of the copies of a stage's points, for the window that stands there.
    fn stage(&self, p: &Pipeline, stage: &Stage, at: ExprId) -> Stage {
        let Expr { ty, loc, .. } = stage.cases[0].value.exprs[at.0];
        let (rank, copy) = (stage.rank(), VarId(stage.rank()));
        // The variables of windows come behind that of the copies.
        let renamed = |var: VarId| if var.0 < rank { var } else { VarId(var.0 + 1) };
        let (first, along) = (&self.along.first, renamed(self.along.id));
        let value = first.add_scaled(&along.into(), self.copies).add(&copy.into());
        let body = map_affine(&self.body, &|a| {
            a.substitute(&|atom| match atom {
                Atom::Var(var) if *var == self.along.id => Some(value.clone()),
                Atom::Var(var) => Some(renamed(*var).into()),
                Atom::Size(_) | Atom::Div(..) => None,
            })
        });
        let others = self.others.iter();
        let others = others.map(|var| WindowVar { id: renamed(var.id), ..var.clone() });
        let each = WindowVar::new(along, 0, self.number().offset(-1));
        let vars = others.chain([each]).collect();
        let node = Node::Reduce { op: self.op, vars, body: Box::new(body), fused: false };
        let value = Block { exprs: vec![Expr { ty, node, loc }], result: ExprId(0) };
        let mut domain = stage.domain.clone();
        domain.0.push(Interval::new(0.into(), (self.copies - 1).into()));
        let mut names = stage.vars.clone();
        names.insert(rank, format!("{}_copy", stage.vars[self.along.id.0]));
        Stage {
            name: names::copies(p, &stage.name),
            ty,
            vars: names,
            domain,
            border: None,
            cases: vec![Case { region: Region::default(), value, loc }],
            updates: Vec::new(),
            loc: stage.loc,
        }
    }
}

#[cfg(test)]
mod tests;
