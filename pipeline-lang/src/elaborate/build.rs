//! A block under construction, every distinct expression once.

use super::operand::Val;
use pipeline_core::ir::{Block, ElemType, Expr, ExprId, Index, Loc, Node, Value};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// The expressions of a block so far.
#[derive(Debug, Default)]
pub(super) struct ExprBuilder {
    exprs: Vec<Expr>,
    /// By hash; a clash only loses sharing.
    seen: HashMap<u64, ExprId>,
    /// Expressions of enclosing blocks that have been copied here.
    pub(super) imported: HashMap<Val, ExprId>,
}

impl ExprBuilder {
    /// The expression, and whether it is new.
    pub(super) fn push(
        &mut self,
        ty: ElemType,
        node: Node,
        loc: impl FnOnce() -> Loc,
    ) -> (ExprId, bool) {
        let key = hash(ty, &node);
        if let Some(id) = self.seen.get(&key)
            && self.exprs[id.0].ty == ty
            && self.exprs[id.0].node == node
        {
            return (*id, false);
        }
        let id = ExprId(self.exprs.len());
        self.exprs.push(Expr { ty, node, loc: loc() });
        self.seen.insert(key, id);
        (id, true)
    }

    /// An expression.
    pub(super) fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0]
    }

    /// The constant that an expression is.
    pub(super) fn constant(&self, id: ExprId) -> Option<Value> {
        match self.exprs[id.0].node {
            Node::Const(v) => Some(v),
            _ => None,
        }
    }

    /// The expressions that `root` needs, itself last.
    pub(super) fn needed(&self, root: ExprId) -> Vec<ExprId> {
        let mut used = vec![false; root.0 + 1];
        used[root.0] = true;
        for i in (0..=root.0).rev() {
            if used[i] {
                children(&self.exprs[i].node, |c| used[c.0] = true);
            }
        }
        (0..=root.0).filter(|i| used[*i]).map(ExprId).collect()
    }

    /// The block of a result, without what it does not need.
    pub(super) fn finish(&self, result: ExprId) -> Block {
        let needed = self.needed(result);
        let mut place = vec![ExprId(0); result.0 + 1];
        let mut exprs = Vec::with_capacity(needed.len());
        for id in needed {
            place[id.0] = ExprId(exprs.len());
            let expr = &self.exprs[id.0];
            exprs.push(Expr {
                ty: expr.ty,
                node: renumbered(&expr.node, |c| place[c.0]),
                loc: expr.loc,
            });
        }
        Block { result: place[result.0], exprs }
    }
}

/// Calls `f` for every expression of the same block that a node mentions.
fn children(node: &Node, mut f: impl FnMut(ExprId)) {
    match node {
        Node::Read { index, .. } => {
            for i in index {
                if let Index::Value(v) = i {
                    f(*v);
                }
            }
        }
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
        Node::Call(_, args) | Node::Combine { terms: args, .. } => args.iter().copied().for_each(f),
        Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) | Node::Reduce { .. } => {
        }
    }
}

/// The node with other expression numbers.
pub(super) fn renumbered(node: &Node, f: impl Fn(ExprId) -> ExprId) -> Node {
    match node {
        Node::Read { source, index } => Node::Read {
            source: *source,
            index: index
                .iter()
                .map(|i| match i {
                    Index::Value(v) => Index::Value(f(*v)),
                    other => other.clone(),
                })
                .collect(),
        },
        Node::Unary(op, a) => Node::Unary(*op, f(*a)),
        Node::Binary(op, a, b) => Node::Binary(*op, f(*a), f(*b)),
        Node::Cast(a) => Node::Cast(f(*a)),
        Node::SaturatingCast(a) => Node::SaturatingCast(f(*a)),
        Node::Select(c, a, b) => Node::Select(f(*c), f(*a), f(*b)),
        Node::Call(function, args) => Node::Call(*function, args.iter().map(|a| f(*a)).collect()),
        Node::Combine { op, terms } => {
            Node::Combine { op: *op, terms: terms.iter().map(|t| f(*t)).collect() }
        }
        other => other.clone(),
    }
}

fn hash(ty: ElemType, node: &Node) -> u64 {
    let mut h = DefaultHasher::new();
    ty.hash(&mut h);
    std::mem::discriminant(node).hash(&mut h);
    match node {
        Node::Const(v) => match v {
            Value::Bool(b) => b.hash(&mut h),
            Value::Int(_, v) => v.hash(&mut h),
            Value::F32(v) => v.to_bits().hash(&mut h),
            Value::F64(v) => v.to_bits().hash(&mut h),
        },
        Node::Scalar(s) => s.hash(&mut h),
        Node::Index(a) => a.hash(&mut h),
        Node::Test(t) => t.hash(&mut h),
        Node::Read { source, index } => {
            source.hash(&mut h);
            for i in index {
                match i {
                    Index::Affine(a) => a.hash(&mut h),
                    Index::Value(v) => v.hash(&mut h),
                }
            }
        }
        Node::Unary(op, _) => op.hash(&mut h),
        Node::Binary(op, ..) => op.hash(&mut h),
        Node::Call(f, _) => f.hash(&mut h),
        Node::Combine { op, .. } => op.hash(&mut h),
        Node::Reduce { op, vars, .. } => {
            op.hash(&mut h);
            vars.hash(&mut h);
        }
        Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => {}
    }
    children(node, |c| c.hash(&mut h));
    h.finish()
}
