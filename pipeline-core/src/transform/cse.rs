//! Common subexpressions of a block, shared.
//!
//! Two expressions are one if they have the same type, the same operator and the same operands,
//! constants to the last bit. Nothing is rewritten: no operands are swapped, nothing is folded, so
//! every value stays what it was, bit by bit.

use crate::ir::nodes::{map_operands, without_unused};
use crate::ir::{Block, Expr, ExprId, Index, Node, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Builds a block in which no expression stands twice (hash-consing).
#[derive(Debug, Default)]
pub struct BlockBuilder {
    exprs: Vec<Expr>,
    /// Expressions by the hash of what they compute.
    found: FxHashMap<u64, Vec<ExprId>>,
}

impl BlockBuilder {
    /// An empty block.
    pub fn new() -> BlockBuilder {
        BlockBuilder::default()
    }

    /// The expression, which is appended unless it is there already; then the first keeps its
    /// place in the user's text.
    ///
    /// Operands are expressions of this builder. The body of a window is taken as it is.
    pub fn push(&mut self, expr: Expr) -> ExprId {
        let mut hasher = FxHasher::default();
        expr.ty.hash(&mut hasher);
        hash_node(&expr.node, &mut hasher);
        let alike = self.found.entry(hasher.finish()).or_default();
        if let Some(id) = alike.iter().find(|id| identical(&self.exprs[id.0], &expr)) {
            return *id;
        }
        let id = ExprId(self.exprs.len());
        alike.push(id);
        self.exprs.push(expr);
        id
    }

    /// Appends the expressions of a block, each node first changed by `f`; the block's result.
    pub fn append(&mut self, block: &Block, f: &impl Fn(&Node) -> Node) -> ExprId {
        let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
        for expr in &block.exprs {
            let node = map_operands(&f(&expr.node), |id| new[id.0]);
            new.push(self.push(Expr { ty: expr.ty, node, loc: expr.loc }));
        }
        new[block.result.0]
    }

    /// The expressions so far.
    pub fn exprs(&self) -> &[Expr] {
        &self.exprs
    }

    /// All expressions.
    pub fn into_exprs(self) -> Vec<Expr> {
        self.exprs
    }

    /// The block with this result, without what it does not need.
    pub fn finish(self, result: ExprId) -> Block {
        without_unused(Block { exprs: self.exprs, result })
    }
}

/// The block and the bodies of its windows, no expression standing twice or unused.
///
/// A window is compared as a whole; its body shares nothing with the block around it.
pub fn cse(block: Block) -> Block {
    let mut builder = BlockBuilder::new();
    let result = builder.append(&block, &|node| match node {
        Node::Reduce { op, vars, body, fused } => {
            let body = Box::new(cse((**body).clone()));
            Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused }
        }
        other @ Node::Const(_)
        | other @ Node::Scalar(_)
        | other @ Node::Index(_)
        | other @ Node::Test(_)
        | other @ Node::Read { .. }
        | other @ Node::Unary(..)
        | other @ Node::Binary(..)
        | other @ Node::Cast(_)
        | other @ Node::SaturatingCast(_)
        | other @ Node::Select(..)
        | other @ Node::Call(..)
        | other @ Node::Combine { .. } => other.clone(),
    });
    builder.finish(result)
}

fn identical(a: &Expr, b: &Expr) -> bool {
    a.ty == b.ty
        && match (&a.node, &b.node) {
            (Node::Const(a), Node::Const(b)) => bits(*a) == bits(*b),
            (
                Node::Reduce { op, vars, body, fused },
                Node::Reduce { op: other_op, vars: other_vars, body: other, fused: other_fused },
            ) => {
                op == other_op
                    && fused == other_fused
                    && vars == other_vars
                    && body.result == other.result
                    && body.exprs.len() == other.exprs.len()
                    && body.exprs.iter().zip(&other.exprs).all(|(a, b)| identical(a, b))
            }
            (a, b) => a == b,
        }
}

/// The bits of a value of a known type; unlike [`Value::same`], which has one NaN.
fn bits(value: Value) -> u64 {
    match value {
        Value::Bool(b) => b.into(),
        Value::Int(_, v) => v as u64,
        Value::F32(v) => v.to_bits().into(),
        Value::F64(v) => v.to_bits(),
    }
}

fn hash_node(node: &Node, h: &mut impl Hasher) {
    std::mem::discriminant(node).hash(h);
    match node {
        Node::Const(value) => bits(*value).hash(h),
        Node::Scalar(id) => id.hash(h),
        Node::Index(affine) => affine.hash(h),
        Node::Test(test) => test.hash(h),
        Node::Read { source, index } => {
            source.hash(h);
            for i in index {
                match i {
                    Index::Affine(affine) => affine.hash(h),
                    Index::Value(id) => id.hash(h),
                }
            }
        }
        Node::Unary(op, a) => (op, a).hash(h),
        Node::Binary(op, a, b) => (op, a, b).hash(h),
        Node::Cast(a) | Node::SaturatingCast(a) => a.hash(h),
        Node::Select(c, a, b) => (c, a, b).hash(h),
        Node::Call(function, operands) => (function, operands).hash(h),
        Node::Combine { op, terms } => (op, terms).hash(h),
        Node::Reduce { op, vars, body, fused } => {
            (op, vars, fused, body.exprs.len()).hash(h);
            for expr in &body.exprs {
                expr.ty.hash(h);
                hash_node(&expr.node, h);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;
    use crate::ir::{ElemType, Loc};

    /// The lines of the block of the only case of a stage `s`, after `cse`.
    fn shared(block: &str) -> Vec<String> {
        let text = format!(
            "pipeline p size n ~ 9 input i: f32 [0..=n] stage s(x; d): f32 in [1..=n - 1] {{ \
             case {{ {block} }} }} output s"
        );
        let mut p = parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let case = &mut p.stages[0].cases[0];
        case.value = cse(case.value.clone());
        let printed = p.to_string();
        let lines = printed.lines().skip_while(|l| !l.contains("case")).skip(1);
        lines.take_while(|l| *l != "  }").map(|l| l.trim().to_string()).collect()
    }

    #[test]
    fn what_stands_twice_stands_once() {
        let got = shared(
            "%0: f32 = read i(x) %1: f32 = read i(x + 1) %2: f32 = mul %0, %1 \
             %3: f32 = read i(x) %4: f32 = read i(x + 1) %5: f32 = mul %3, %4 \
             %6: f32 = mul %4, %3 %7: f32 = 1.0f32 %8: f32 = add %2, %5 %9: f32 = add %8, %6 \
             yield %9",
        );
        let expected = [
            "%0: f32 = read i(x)",
            "%1: f32 = read i(x + 1)",
            "%2: f32 = mul %0, %1",
            "%3: f32 = mul %1, %0",
            "%4: f32 = add %2, %2",
            "%5: f32 = add %4, %3",
            "yield %5",
        ];
        assert_eq!(got, expected);
    }

    #[test]
    fn windows_are_shared_as_a_whole() {
        let window = |op: &str| {
            format!(
                "f32 = {op} d in -1..=1 {{ %0: f32 = read i(x + d) %1: f32 = read i(x + d) \
                 %2: f32 = mul %0, %1 yield %2 }}"
            )
        };
        let got = shared(&format!(
            "%0: {} %1: {} %2: {} %3: f32 = add %0, %1 %4: f32 = add %3, %2 yield %4",
            window("sum"),
            window("sum"),
            window("max"),
        ));
        assert_eq!(got.iter().filter(|l| l.contains("sum")).count(), 1);
        assert_eq!(got.iter().filter(|l| l.contains("max")).count(), 1);
        assert_eq!(got.iter().filter(|l| l.contains("read")).count(), 2);
        assert_eq!(
            got[got.len() - 3..],
            ["%2: f32 = add %0, %0", "%3: f32 = add %2, %1", "yield %3"]
        );
    }

    #[test]
    fn types_and_bits_of_constants_tell_expressions_apart() {
        let mut b = BlockBuilder::new();
        let mut push = |ty, node| b.push(Expr { ty, node, loc: Loc(0) }).0;
        let f = |bits| Node::Const(Value::F32(f32::from_bits(bits)));
        assert_eq!(push(ElemType::F32, f(0)), 0);
        assert_eq!(push(ElemType::F32, f(0x8000_0000)), 1);
        assert_eq!(push(ElemType::F32, f(0x7fc0_0000)), 2);
        assert_eq!(push(ElemType::F32, f(0x7fc0_0001)), 3);
        assert_eq!(push(ElemType::F32, f(0x7fc0_0001)), 3);
        assert_eq!(push(ElemType::I32, Node::Cast(ExprId(0))), 4);
        assert_eq!(push(ElemType::I16, Node::Cast(ExprId(0))), 5);
        assert_eq!(push(ElemType::I16, Node::SaturatingCast(ExprId(0))), 6);
        assert_eq!(push(ElemType::I16, Node::Cast(ExprId(0))), 5);
    }
}
