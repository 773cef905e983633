//! Which planes of a stage updates change together.

use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{Block, Expr, ExprId, Index, Stage, Update};
use std::collections::BTreeSet;

/// The bytes of a record: one vector on every machine, or half of one.
const BYTES: [i64; 2] = [8, 16];

/// Whether the updates of a stage change all planes along a dimension, each one of them, at the
/// same points, which data choose; and whether the values of all planes at a point are a vector.
pub fn changed_together(stage: &Stage, dim: usize) -> bool {
    let Some(first) = stage.updates.first() else { return false };
    let plane = |update: &Update| match &update.parts()?.target[dim] {
        Index::Affine(a) => a.as_constant(),
        Index::Value(_) => None,
    };
    let planes: Option<BTreeSet<i64>> = stage.updates.iter().map(plane).collect();
    let each = planes.is_some_and(|planes| planes.len() == stage.updates.len());
    let extent = stage.domain.0[dim].fixed_extent();
    let bytes = extent.map(|planes| planes * stage.ty.bytes() as i64);
    each && extent == i64::try_from(stage.updates.len()).ok()
        && bytes.is_some_and(|bytes| BYTES.contains(&bytes))
        && stage.updates.iter().all(|update| beside(first, update, dim))
}

/// Whether two updates change the same points, which data choose, but for one dimension.
fn beside(a: &Update, b: &Update, dim: usize) -> bool {
    let (Some(of_a), Some(of_b)) = (a.parts(), b.parts()) else { return false };
    let same = |(at, (x, y)): (usize, (&Index, &Index))| match (x, y) {
        _ if at == dim => true,
        (Index::Affine(x), Index::Affine(y)) => x == y,
        (Index::Value(x), Index::Value(y)) => equal((&a.value, *x), (&b.value, *y)),
        (Index::Affine(_), Index::Value(_)) | (Index::Value(_), Index::Affine(_)) => false,
    };
    let by_data = of_a.target.iter().any(|index| matches!(index, Index::Value(_)));
    a.domain == b.domain
        && of_a.op == of_b.op
        && by_data
        && of_a.target.iter().zip(of_b.target).enumerate().all(same)
}

/// Whether values of two blocks are computed alike.
fn equal((a, x): (&Block, ExprId), (b, y): (&Block, ExprId)) -> bool {
    let (of_a, of_b) = (&a.exprs[x.0], &b.exprs[y.0]);
    let alone = |expr: &Expr| map_operands(&expr.node, |_| ExprId(0));
    let operands = |expr: &Expr| {
        let mut all = Vec::new();
        for_each_operand(&expr.node, |id| all.push(id));
        all
    };
    let mut pairs = operands(of_a).into_iter().zip(operands(of_b));
    of_a.ty == of_b.ty && alone(of_a) == alone(of_b) && pairs.all(|(x, y)| equal((a, x), (b, y)))
}
