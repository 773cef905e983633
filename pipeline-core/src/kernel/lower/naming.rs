//! Which values of a block get names.
//!
//! A value that one operator uses needs none. Those keep one that are used more often, that stores
//! or indices take, or whose expression would be too long to read.

use crate::ir::nodes::for_each_operand;
use crate::ir::{BinaryOp, Block, ElemType, ExprId, Node, Value};

/// The most values that one statement computes, to be read at a glance.
const MOST_VALUES: usize = 10;

/// Which values of a block have names. `kept` are those that are used outside of it; if there are
/// none, all have.
pub fn named(block: &Block, kept: Option<&[ExprId]>) -> Vec<bool> {
    let Some(kept) = kept else { return vec![true; block.exprs.len()] };
    let mut named = needed(block, kept);
    // Values that are computed where one is used.
    let mut inside: Vec<usize> = Vec::with_capacity(named.len());
    for (expr, named) in block.exprs.iter().zip(&mut named) {
        let mut values = 1;
        for_each_operand(&expr.node, |of| values += inside[of.0]);
        *named |= values > MOST_VALUES;
        inside.push(if *named { 0 } else { values });
    }
    named
}

/// Which values have to have names.
fn needed(block: &Block, kept: &[ExprId]) -> Vec<bool> {
    let mut uses = vec![0; block.exprs.len()];
    let mut named = vec![false; block.exprs.len()];
    kept.iter().for_each(|id| named[id.0] = true);
    for (id, expr) in block.exprs.iter().enumerate() {
        for_each_operand(&expr.node, |of| uses[of.0] += 1);
        match &expr.node {
            // Indices are computed lane by lane.
            Node::Read { .. } => for_each_operand(&expr.node, |of| named[of.0] = true),
            Node::Reduce { .. } => named[id] = true,
            Node::Select(condition, ..) if expr.ty == ElemType::Bool => named[condition.0] = true,
            Node::Binary(op, a, b) => {
                if let Some(clamp) = clamped(*op, *a, *b, block) {
                    named[clamp.value.0] = true;
                }
            }
            Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
            Node::Unary(..) | Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => {}
            Node::Call(..) | Node::Combine { .. } => {}
        }
    }
    named.iter().zip(uses).map(|(named, uses)| *named || uses > 1).collect()
}

/// A float as an `i32` between two ends.
pub struct Clamp {
    /// The float.
    pub value: ExprId,
    /// The smallest result.
    pub lo: i64,
    /// The largest.
    pub hi: i64,
}

/// `clamp(v as i32, lo, hi)` of a float: the clamp and the cast together are cheaper than a cast
/// that must saturate. For the constants for which the lanes define it: not negative, and exact as
/// floats of 32 bits.
pub fn clamped(op: BinaryOp, a: ExprId, b: ExprId, block: &Block) -> Option<Clamp> {
    let node = |id: ExprId| &block.exprs[id.0].node;
    let ty = |id: ExprId| block.exprs[id.0].ty;
    let (Node::Const(Value::Int(_, hi)), BinaryOp::Min) = (node(b), op) else { return None };
    let Node::Binary(BinaryOp::Max, cast, lo) = node(a) else { return None };
    let (Node::Cast(value), Node::Const(Value::Int(_, lo))) = (node(*cast), node(*lo)) else {
        return None;
    };
    let fits = 0 <= *lo && lo <= hi && *hi <= 1 << 24 && ty(*cast) == ElemType::I32;
    (fits && ty(*value).is_float()).then_some(Clamp { value: *value, lo: *lo, hi: *hi })
}
