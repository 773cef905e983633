//! Values that combine what a point has of its own with what the point before it along the lanes
//! has in all: sums from the first point on, and their like.
//!
//! ```text
//! t(x) = a(x) + t(x - 1)
//!
//! own       a4 a5 a6 a7                      of the vector
//!         +    a4 a5 a6                      and of the lane before
//!         +       a4 a5                      and of the two before that
//!         + t3 t3 t3 t3                      and all of the vectors before
//! ```
//!
//! Where the order does not matter, as with integers, a vector of as many lanes takes as few steps
//! as there are powers of two below their number, and one more for what was before it: a prefix
//! sum in registers (Hillis and Steele, *Data parallel algorithms*, CACM 1986). So lanes may go
//! along the very dimension along which points wait for each other.

use crate::ir::nodes::for_each_operand;
use crate::ir::{
    Affine, Block, Expr, ExprId, Index, Node, ReduceOp, Source, Stage, StageId, VarId,
};

/// A value that is combined with that of the point before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The value.
    pub value: ExprId,
    /// How it is combined.
    pub op: ReduceOp,
    /// What the point has of its own.
    pub own: ExprId,
    /// The load of what the point before has.
    pub before: ExprId,
}

/// A point that is stored, and its value.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'a> {
    /// The stage.
    pub stage: StageId,
    /// Where in it.
    pub index: &'a [Affine],
    /// The value.
    pub value: ExprId,
}

/// How what a block stores at a point is combined with what it stored at the one before along
/// `lane`, if that is all that it is loaded for; `stored` is all that the block stores.
pub fn prefix(block: &Block, of: Stored<'_>, stored: &[ExprId], lane: VarId) -> Option<Prefix> {
    let Expr { ty, node: Node::Binary(op, a, b), .. } = &block.exprs[of.value.0] else {
        return None;
    };
    let op = ReduceOp::of_numbers(*op).filter(|_| ty.is_int())?;
    let (before, own) = match (is_before(block, of, *a, lane), is_before(block, of, *b, lane)) {
        (true, false) => (*a, *b),
        (false, true) => (*b, *a),
        (true, true) | (false, false) => return None,
    };
    let mut uses = stored.iter().filter(|id| **id == before).count();
    for expr in &block.exprs {
        for_each_operand(&expr.node, |id| uses += usize::from(id == before));
    }
    (uses == 1).then_some(Prefix { value: of.value, op, own, before })
}

/// Whether an expression is the load of the point before the one that is stored.
pub fn is_before(block: &Block, of: Stored<'_>, id: ExprId, lane: VarId) -> bool {
    let Node::Read { source: Source::Stage(stage), index } = &block.exprs[id.0].node else {
        return false;
    };
    let before = Affine::from(lane).offset(-1);
    let mut along = of.index.iter().filter(|a| a.mentions_var(lane));
    let next = |a: &Affine| a.sub(&lane.into()).as_constant().is_some();
    let one_by_one = along.next().is_some_and(next) && along.next().is_none();
    let one_before = |(at, read): (&Affine, &Index)| match read {
        Index::Affine(read) => *read == at.substitute_var(lane, &before),
        Index::Value(_) => false,
    };
    *stage == of.stage && one_by_one && of.index.iter().zip(index).all(one_before)
}

/// The same of all that a compute stores, if the dependence of each point on the one before it
/// along `lane` is of this kind.
pub fn prefixes(block: &Block, all: &[Stored<'_>], lane: VarId) -> Vec<Prefix> {
    let stored: Vec<ExprId> = all.iter().map(|of| of.value).collect();
    all.iter().filter_map(|of| prefix(block, *of, &stored, lane)).collect()
}

/// How a case of a stage is combined with the point before.
pub fn of_case(stage: &Stage, id: StageId, case: usize, lane: VarId) -> Option<Prefix> {
    let index: Vec<Affine> = (0..stage.rank()).map(|d| VarId(d).into()).collect();
    let block = &stage.cases[case].value;
    let stored = Stored { stage: id, index: &index, value: block.result };
    prefix(block, stored, &[block.result], lane)
}
