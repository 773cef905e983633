//! What a stage has at the point before stands last in its definition, where integers are combined
//! in any order.
//!
//! ```text
//! t(y, x) = img(y, x) + t(y - 1, x) + t(y, x - 1) - t(y - 1, x - 1)
//!
//! t(y, x) = img(y, x) + t(y - 1, x) - t(y - 1, x - 1) + t(y, x - 1)
//! ```
//!
//! So what vectors compute by themselves stands by itself: see [`prefix`](crate::analysis::prefix).
//! Sums of integers wrap, so no bit changes.

use super::cse::BlockBuilder;
use crate::analysis::lane::lane_dimension;
use crate::analysis::prefix::{PrefixDirection, StoredPoint, is_before, prefix};
use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{
    Affine, BinaryOp, Block, Expr, ExprId, Index, Node, Pipeline, ReduceOp, Source, Stage, StageId,
    VarId,
};

#[cfg(test)]
mod tests;

/// Puts what a stage has at the point before along the lanes behind all that it is combined with.
pub fn points_before_last(mut p: Pipeline) -> Pipeline {
    for (number, stage) in p.stages.iter_mut().enumerate() {
        let own = of_stage(stage, StageId(number));
        for (case, value) in stage.cases.iter_mut().zip(own) {
            if let Some(value) = value {
                case.value = value;
            }
        }
    }
    p
}

/// The values of the cases of a stage that change.
fn of_stage(stage: &Stage, id: StageId) -> Vec<Option<Block>> {
    let var = VarId(lane_dimension(&stage.domain));
    let index: Vec<Affine> = (0..stage.rank()).map(|d| VarId(d).into()).collect();
    let in_direction = |block: &Block, rising: bool| {
        let along = PrefixDirection { var, rising };
        let stored = StoredPoint { stage: id, index: &index, value: block.result };
        let is_before = |id: ExprId| is_before(block, stored, id, along);
        let new = last(block, &is_before)?;
        let stored = StoredPoint { value: new.result, ..stored };
        prefix(&new, stored, &[new.result], along).map(|_| new)
    };
    // Of several points of its row, vectors wait for others than the one before.
    let in_row = |block: &Block| {
        let mut reads = 0;
        block.for_each_read(&mut |_, _, source, at| {
            let own = |(d, a): (usize, &Index)| d == var.0 || *a == Index::Affine(VarId(d).into());
            let in_row = at.iter().enumerate().all(own);
            reads += usize::from(source == Source::Stage(id) && in_row);
        });
        reads
    };
    let rewritten = |block: &Block| {
        let alone = in_row(block) == 1;
        let either = || in_direction(block, true).or_else(|| in_direction(block, false));
        alone.then(either).flatten()
    };
    stage.cases.iter().map(|case| rewritten(&case.value)).collect()
}

/// One of the values that are combined.
#[derive(Clone, Copy)]
struct PrefixTerm {
    value: ExprId,
    /// Whether it is taken away.
    negative: bool,
}

/// The block with the only term of its value that is meant behind the others, if it is not there.
fn last(block: &Block, is_meant: &dyn Fn(ExprId) -> bool) -> Option<Block> {
    let Expr { ty, node: Node::Binary(op, ..), loc } = &block.exprs[block.result.0] else {
        return None;
    };
    // A difference is a sum.
    let op = if *op == BinaryOp::Sub { BinaryOp::Add } else { *op };
    ReduceOp::of_numbers(op).filter(|_| ty.is_int())?;
    let mut terms = terms(block, op);
    let meant = terms.iter().position(|term| is_meant(term.value) && !term.negative)?;
    let meant = terms.remove(meant).value;
    let first = terms.iter().position(|term| !term.negative)?;
    let first = terms.remove(first).value;
    let mut builder = BlockBuilder::new();
    let mut new = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        let node = map_operands(&expr.node, |id: ExprId| new[id.0]);
        new.push(builder.push(Expr { node, ..expr.clone() }));
    }
    let mut combined =
        |op, a, b| builder.push(Expr { ty: *ty, node: Node::Binary(op, a, b), loc: *loc });
    let others = terms.iter().fold(new[first.0], |total, term| {
        let op = if term.negative { BinaryOp::Sub } else { op };
        combined(op, total, new[term.value.0])
    });
    let result = combined(op, others, new[meant.0]);
    Some(builder.finish(result))
}

/// The values that an operator combines to that of a block, first to last. What is used more than
/// once is one value: in sums of sums there would be twice as many at each step.
fn terms(block: &Block, op: BinaryOp) -> Vec<PrefixTerm> {
    let mut uses = vec![0; block.exprs.len()];
    for expr in &block.exprs {
        for_each_operand(&expr.node, |id| uses[id.0] += 1);
    }
    let mut terms = Vec::new();
    let mut open = vec![PrefixTerm { value: block.result, negative: false }];
    while let Some(PrefixTerm { value, negative }) = open.pop() {
        let Node::Binary(own, a, b) = &block.exprs[value.0].node else {
            terms.push(PrefixTerm { value, negative });
            continue;
        };
        let difference = op == BinaryOp::Add && *own == BinaryOp::Sub;
        if (*own == op || difference) && uses[value.0] <= 1 {
            open.push(PrefixTerm { value: *b, negative: negative != difference });
            open.push(PrefixTerm { value: *a, negative });
        } else {
            terms.push(PrefixTerm { value, negative });
        }
    }
    terms
}
