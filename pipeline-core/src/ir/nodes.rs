//! Expression nodes: their operands, and what they cost.

use super::op::Cost;
use super::{Affine, Block, ExprId, Index, Node, VarId};

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
        Node::Call(_, args) | Node::Combine { terms: args, .. } => {
            args.iter().for_each(|a| f(*a));
        }
        Node::Read { index, .. } => index.iter().for_each(|index| {
            if let Index::Value(id) = index {
                f(*id);
            }
        }),
        Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
        Node::Reduce { .. } => {}
    }
}

/// What a node costs, loads aside, without the body of its window: that one combination costs.
pub fn cost(node: &Node) -> Cost {
    match node {
        Node::Const(_) | Node::Scalar(_) | Node::Read { .. } | Node::Cast(_) => Cost::NONE,
        Node::SaturatingCast(_) => Cost { again: 0, in_loop: 1 },
        Node::Index(_) | Node::Test(_) | Node::Select(..) => Cost::ONE,
        Node::Unary(op, _) => op.cost(),
        Node::Binary(op, ..) => op.cost(),
        Node::Call(function, _) => function.cost(),
        Node::Combine { op, terms } => op.combine().cost().times(terms.len() as u32 - 1),
        Node::Reduce { op, .. } => op.combine().cost(),
    }
}

/// The node with its operands replaced.
pub fn map_operands(node: &Node, mut f: impl FnMut(ExprId) -> ExprId) -> Node {
    match node {
        Node::Unary(op, a) => Node::Unary(*op, f(*a)),
        Node::Cast(a) => Node::Cast(f(*a)),
        Node::SaturatingCast(a) => Node::SaturatingCast(f(*a)),
        Node::Binary(op, a, b) => Node::Binary(*op, f(*a), f(*b)),
        Node::Select(c, a, b) => Node::Select(f(*c), f(*a), f(*b)),
        Node::Call(function, args) => Node::Call(*function, args.iter().map(|a| f(*a)).collect()),
        Node::Combine { op, terms } => {
            Node::Combine { op: *op, terms: terms.iter().map(|t| f(*t)).collect() }
        }
        Node::Read { source, index } => {
            let index = index.iter().map(|index| match index {
                Index::Value(id) => Index::Value(f(*id)),
                Index::Affine(_) => index.clone(),
            });
            Node::Read { source: *source, index: index.collect() }
        }
        Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => node.clone(),
        Node::Reduce { .. } => node.clone(),
    }
}

/// Applies `f` to every index expression of a block and of its window bodies.
pub fn map_affine(block: &Block, f: &impl Fn(&Affine) -> Affine) -> Block {
    let mut block = block.clone();
    block.exprs.iter_mut().for_each(|expr| change_affine(&mut expr.node, f));
    block
}

/// Applies `f` to every index expression of a node and of its window's body.
pub fn change_affine(node: &mut Node, f: &impl Fn(&Affine) -> Affine) {
    match node {
        Node::Index(a) => *a = f(a),
        Node::Test(t) => t.affine = f(&t.affine),
        Node::Read { index, .. } => {
            for i in index {
                if let Index::Affine(a) = i {
                    *a = f(a);
                }
            }
        }
        Node::Reduce { body, .. } => {
            body.exprs.iter_mut().for_each(|expr| change_affine(&mut expr.node, f));
        }
        Node::Const(_) | Node::Scalar(_) | Node::Unary(..) | Node::Binary(..) => {}
        Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => {}
        Node::Call(..) | Node::Combine { .. } => {}
    }
}

/// Whether an index expression of a block or of its window bodies mentions a variable.
pub fn mentions_var(block: &Block, var: VarId) -> bool {
    block.exprs.iter().any(|expr| match &expr.node {
        Node::Index(a) => a.mentions_var(var),
        Node::Test(t) => t.affine.mentions_var(var),
        Node::Read { index, .. } => {
            index.iter().any(|i| matches!(i, Index::Affine(a) if a.mentions_var(var)))
        }
        Node::Reduce { body, .. } => mentions_var(body, var),
        Node::Const(_) | Node::Scalar(_) | Node::Unary(..) | Node::Binary(..) => false,
        Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => false,
        Node::Call(..) | Node::Combine { .. } => false,
    })
}

/// The block without the expressions that its result does not need.
pub fn without_unused(block: Block) -> Block {
    without_unused_but(block, &[])
}

/// The block without the expressions that neither its result nor any of `kept` needs.
pub fn without_unused_but(block: Block, kept: &[ExprId]) -> Block {
    let mut needed = vec![false; block.exprs.len()];
    needed[block.result.0] = true;
    for id in kept {
        needed[id.0] = true;
    }
    for i in (0..block.exprs.len()).rev() {
        if needed[i] {
            for_each_operand(&block.exprs[i].node, |id| needed[id.0] = true);
        }
    }
    let mut renamed = vec![ExprId(0); block.exprs.len()];
    let mut exprs = Vec::with_capacity(block.exprs.len());
    for (i, mut expr) in block.exprs.into_iter().enumerate().filter(|(i, _)| needed[*i]) {
        expr.node = map_operands(&expr.node, |id| renamed[id.0]);
        renamed[i] = ExprId(exprs.len());
        exprs.push(expr);
    }
    Block { exprs, result: renamed[block.result.0] }
}

/// An index without gathers.
pub fn as_affine(index: &[Index]) -> Option<Vec<Affine>> {
    index.iter().map(index_as_affine).collect()
}

/// An index that is no gather.
pub fn index_as_affine(index: &Index) -> Option<Affine> {
    match index {
        Index::Affine(a) => Some(a.clone()),
        Index::Value(_) => None,
    }
}
