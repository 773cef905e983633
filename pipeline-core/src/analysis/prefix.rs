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

use super::lane::lane_dimension;
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
pub struct StoredPoint<'a> {
    /// The stage.
    pub stage: StageId,
    /// Where in it.
    pub index: &'a [Affine],
    /// The value.
    pub value: ExprId,
}

/// The direction in which points come one after the other along a variable.
#[derive(Clone, Copy, Debug)]
pub struct PrefixDirection {
    /// The variable.
    pub var: VarId,
    /// Whether it rises.
    pub rising: bool,
}

/// How a value that a block stores at a point is combined with what was stored at the one before,
/// if that is all that it is loaded for; `stored` is all that the block stores.
pub fn prefix(
    block: &Block,
    of: StoredPoint<'_>,
    stored: &[ExprId],
    along: PrefixDirection,
) -> Option<Prefix> {
    let Expr { ty, node: Node::Binary(op, a, b), .. } = &block.exprs[of.value.0] else {
        return None;
    };
    let op = ReduceOp::of_numbers(*op).filter(|_| ty.is_int())?;
    let is_before = |id: ExprId| is_before(block, of, id, along);
    let (before, own) = match (is_before(*a), is_before(*b)) {
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
pub fn is_before(block: &Block, of: StoredPoint<'_>, id: ExprId, along: PrefixDirection) -> bool {
    let Node::Read { source: Source::Stage(stage), index } = &block.exprs[id.0].node else {
        return false;
    };
    let PrefixDirection { var, rising } = along;
    let before = Affine::from(var).offset(if rising { -1 } else { 1 });
    let mut moving = of.index.iter().filter(|a| a.mentions_var(var));
    let constant = |a: Affine| a.as_constant().is_some();
    let forth_or_back = |a: &Affine| constant(a.sub(&var.into())) || constant(a.add(&var.into()));
    let one_by_one = moving.next().is_some_and(forth_or_back) && moving.next().is_none();
    let one_before = |(at, read): (&Affine, &Index)| match read {
        Index::Affine(read) => *read == at.substitute_var(var, &before),
        Index::Value(_) => false,
    };
    *stage == of.stage && one_by_one && of.index.iter().zip(index).all(one_before)
}

/// How all that a compute stores in a loop over `lane` is combined with what it stored in the
/// iteration before, as far as it is.
pub fn prefixes(block: &Block, all: &[StoredPoint<'_>], lane: VarId) -> Vec<Prefix> {
    let stored: Vec<ExprId> = all.iter().map(|of| of.value).collect();
    let along = PrefixDirection { var: lane, rising: true };
    all.iter().filter_map(|of| prefix(block, *of, &stored, along)).collect()
}

/// How a case of a stage is combined with the point before along rows, in one direction or the
/// other.
pub fn of_case_either_way(stage: &Stage, id: StageId, case: usize) -> Option<Prefix> {
    let var = VarId(lane_dimension(&stage.domain));
    let way = |rising: bool| of_case(stage, id, case, PrefixDirection { var, rising });
    way(true).or_else(|| way(false))
}

/// How a case of a stage is combined with the point before.
pub fn of_case(stage: &Stage, id: StageId, case: usize, along: PrefixDirection) -> Option<Prefix> {
    let index: Vec<Affine> = (0..stage.rank()).map(|d| VarId(d).into()).collect();
    let block = &stage.cases[case].value;
    let stored = StoredPoint { stage: id, index: &index, value: block.result };
    prefix(block, stored, &[block.result], along)
}
