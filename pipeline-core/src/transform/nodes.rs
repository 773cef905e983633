//! The operands of expression nodes.

use crate::ir::{ExprId, Index, Node};

/// Calls `f` for every operand within the same block, gathers' indices included.
pub fn for_each_operand(node: &Node, mut f: impl FnMut(ExprId)) {
    match node {
        Node::Unary(_, a) | Node::Cast(a) | Node::SaturatingCast(a) => f(*a),
        Node::Binary(_, a, b) => {
            f(*a);
            f(*b);
        }
        Node::Select(c, a, b) => {
            f(*c);
            f(*a);
            f(*b);
        }
        Node::Call(_, args) => args.iter().for_each(|a| f(*a)),
        Node::Read { index, .. } => index.iter().for_each(|index| {
            if let Index::Value(id) = index {
                f(*id);
            }
        }),
        Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
        Node::Reduce { .. } => {}
    }
}

/// The node with its operands replaced.
pub fn map_operands(node: &Node, f: impl Fn(ExprId) -> ExprId) -> Node {
    match node {
        Node::Unary(op, a) => Node::Unary(*op, f(*a)),
        Node::Cast(a) => Node::Cast(f(*a)),
        Node::SaturatingCast(a) => Node::SaturatingCast(f(*a)),
        Node::Binary(op, a, b) => Node::Binary(*op, f(*a), f(*b)),
        Node::Select(c, a, b) => Node::Select(f(*c), f(*a), f(*b)),
        Node::Call(function, args) => Node::Call(*function, args.iter().map(|a| f(*a)).collect()),
        Node::Read { source, index } => {
            let index = index.iter().map(|index| match index {
                Index::Value(id) => Index::Value(f(*id)),
                other => other.clone(),
            });
            Node::Read { source: *source, index: index.collect() }
        }
        other => other.clone(),
    }
}
