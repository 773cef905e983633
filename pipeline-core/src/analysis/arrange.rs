//! The order of a compute's expressions: what decides how many registers its values take.
//!
//! LLVM keeps to the order of the source where it has no reason to leave it. After two blocks are
//! joined, all of the first before all of the second is a bad one: what they share stays live from
//! the one to the other.

use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{Expr, ExprId, Index, Node, Source};

/// Expressions, children first, and those among them that are stored.
#[derive(Clone, Debug)]
pub struct OrderedExprs {
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// What is stored.
    pub results: Vec<ExprId>,
}

/// The same values without unused expressions, in the order given or in that of the loads,
/// whichever keeps fewer values live; and how many that are.
///
/// In the order of the loads, points are loaded row by row, and each expression follows as soon as
/// its operands are there: sums over windows of neighbouring rows then grow side by side.
pub fn arrange(values: OrderedExprs) -> (OrderedExprs, usize) {
    let given = reordered(&values, &needed(&values));
    let by_loads = reordered(&given, &order_of_loads(&given.exprs));
    let (first, second) = (live(&given), live(&by_loads));
    if second < first { (by_loads, second) } else { (given, first) }
}

/// The same values without unused expressions, what the first result needs first, and so on; and
/// which of the old expressions each is.
pub fn by_results(values: &OrderedExprs) -> (OrderedExprs, Vec<usize>) {
    let mut order = Vec::with_capacity(values.exprs.len());
    let mut placed = vec![false; values.exprs.len()];
    for result in &values.results {
        let mut open = vec![result.0];
        while let Some(i) = open.pop() {
            if placed[i] {
                continue;
            }
            let mut missing = Vec::new();
            for_each_operand(&values.exprs[i].node, |id| {
                if !placed[id.0] {
                    missing.push(id.0);
                }
            });
            if missing.is_empty() {
                placed[i] = true;
                order.push(i);
            } else {
                open.push(i);
                open.extend(missing.into_iter().rev());
            }
        }
    }
    (reordered(values, &order), order)
}

fn needed(values: &OrderedExprs) -> Vec<usize> {
    let mut needed = vec![false; values.exprs.len()];
    values.results.iter().for_each(|id| needed[id.0] = true);
    for i in (0..values.exprs.len()).rev() {
        if needed[i] {
            for_each_operand(&values.exprs[i].node, |id| needed[id.0] = true);
        }
    }
    (0..needed.len()).filter(|i| needed[*i]).collect()
}

fn reordered(values: &OrderedExprs, order: &[usize]) -> OrderedExprs {
    let mut renamed = vec![ExprId(0); values.exprs.len()];
    let mut exprs = Vec::with_capacity(order.len());
    for i in order {
        let mut expr = values.exprs[*i].clone();
        expr.node = map_operands(&expr.node, |id| renamed[id.0]);
        renamed[*i] = ExprId(exprs.len());
        exprs.push(expr);
    }
    OrderedExprs { exprs, results: values.results.iter().map(|id| renamed[id.0]).collect() }
}

/// Whether the value is the same for every point, so that it takes no place in the count of those
/// that come and go.
fn is_fixed(node: &Node) -> bool {
    matches!(node, Node::Const(_) | Node::Scalar(_))
}

/// Where a load stands among the loads: by the constants of its indices, then by its source.
fn place(node: &Node) -> (Vec<i64>, Option<Source>) {
    match node {
        Node::Read { source, index } => {
            let constant = |i: &Index| match i {
                Index::Affine(a) => a.constant(),
                Index::Value(_) => 0,
            };
            (index.iter().map(constant).collect(), Some(*source))
        }
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => (Vec::new(), None),
    }
}

fn order_of_loads(exprs: &[Expr]) -> Vec<usize> {
    let mut missing = vec![0usize; exprs.len()];
    let mut consumers: Vec<Vec<usize>> = vec![Vec::new(); exprs.len()];
    for (i, expr) in exprs.iter().enumerate() {
        for_each_operand(&expr.node, |id| {
            if !is_fixed(&exprs[id.0].node) && !consumers[id.0].contains(&i) {
                consumers[id.0].push(i);
                missing[i] += 1;
            }
        });
    }
    let mut order = Vec::with_capacity(exprs.len());
    let mut placed = vec![false; exprs.len()];
    let mut roots: Vec<usize> =
        (0..exprs.len()).filter(|i| missing[*i] == 0 && !is_fixed(&exprs[*i].node)).collect();
    roots.sort_by_cached_key(|i| place(&exprs[*i].node));
    for root in roots {
        let mut ready = vec![root];
        while let Some(i) = ready.pop() {
            for_each_operand(&exprs[i].node, |id| {
                if !std::mem::replace(&mut placed[id.0], true) {
                    order.push(id.0);
                }
            });
            placed[i] = true;
            order.push(i);
            for consumer in consumers[i].iter().rev() {
                missing[*consumer] -= 1;
                if missing[*consumer] == 0 {
                    ready.push(*consumer);
                }
            }
        }
    }
    // Results that are constants.
    order.extend((0..exprs.len()).filter(|i| !placed[*i]));
    order
}

/// The most values that are live at once, constants and scalars aside. Stored values are live to
/// the end, where all stores are.
pub fn live(values: &OrderedExprs) -> usize {
    let exprs = &values.exprs;
    let mut last_use: Vec<usize> = (0..exprs.len()).collect();
    for (i, expr) in exprs.iter().enumerate() {
        for_each_operand(&expr.node, |id| last_use[id.0] = i);
    }
    values.results.iter().for_each(|id| last_use[id.0] = exprs.len());
    let mut ends = vec![0usize; exprs.len() + 1];
    let (mut live, mut most) = (0usize, 0usize);
    for (i, expr) in exprs.iter().enumerate() {
        live -= ends[i];
        if !is_fixed(&expr.node) {
            live += 1;
            ends[last_use[i]] += 1;
        }
        most = most.max(live);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Affine, BinaryOp, ElemType, InputId, Loc};

    fn expr(node: Node) -> Expr {
        Expr { ty: ElemType::I32, node, loc: Loc(0) }
    }

    #[test]
    fn sums_of_neighbouring_windows_grow_side_by_side() {
        // Loads of points 0 to 5, then the sums of points 0 to 4 and of points 1 to 5.
        let point = |i: i64| Index::Affine(Affine::from(i));
        let load = |i| Node::Read { source: Source::Input(InputId(0)), index: vec![point(i)] };
        let mut exprs: Vec<Expr> = (0..6).rev().map(|i| expr(load(i))).collect();
        let mut sum = |from: usize| {
            let points = (from..from + 5).map(|i| ExprId(5 - i));
            let sum = points.reduce(|a, b| {
                exprs.push(expr(Node::Binary(BinaryOp::Add, a, b)));
                ExprId(exprs.len() - 1)
            });
            sum.expect("five points")
        };
        let results = vec![sum(0), sum(1)];
        let given = OrderedExprs { exprs, results };
        assert_eq!(live(&given), 6);
        let (arranged, most) = arrange(given);
        assert_eq!(most, 3);
        let order: Vec<String> = arranged
            .exprs
            .iter()
            .map(|e| match &e.node {
                Node::Read { index, .. } => match &index[0] {
                    Index::Affine(a) => format!("load {}", a.constant()),
                    Index::Value(_) => unreachable!("no gathers"),
                },
                Node::Binary(_, a, b) => format!("%{} + %{}", a.0, b.0),
                other => format!("{other:?}"),
            })
            .collect();
        let expected = [
            "load 0",
            "load 1",
            "%0 + %1",
            "load 2",
            "%2 + %3",
            "%1 + %3",
            "load 3",
            "%4 + %6",
            "%5 + %6",
            "load 4",
            "%7 + %9",
            "%8 + %9",
            "load 5",
            "%11 + %12",
        ];
        assert_eq!(order, expected);
        assert_eq!(arranged.results, [ExprId(10), ExprId(13)]);
    }

    #[test]
    fn what_is_not_stored_is_gone() {
        let constant = |v| expr(Node::Const(crate::ir::Value::Int(ElemType::I32, v)));
        let values =
            OrderedExprs { exprs: vec![constant(1), constant(2)], results: vec![ExprId(1)] };
        let (kept, live) = arrange(values);
        assert_eq!((kept.exprs, kept.results, live), (vec![constant(2)], vec![ExprId(0)], 0));
    }
}
