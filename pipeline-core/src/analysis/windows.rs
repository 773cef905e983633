//! Windows that go over the same points, as one loop.
//!
//! ```text
//! sum(i, j; w(i, j) * img(y + i, x + j)) / sum(i, j; w(i, j))        each w(i, j) is computed once
//! ```
//!
//! A mean that is weighted by what is found in its window is two sums, and what both take is the
//! dear part. Each is combined from its first value to its last, as it is by itself.

use crate::ir::nodes::map_affine;
use crate::ir::{Affine, Atom, BinaryOp, Block, Expr, ExprId, Node, ReduceOp, WindowVar};
use crate::transform::cse::BlockBuilder;

/// One of the windows of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombinedWindow {
    /// Which value of the block it is.
    pub of: ExprId,
    /// How values combine.
    pub op: ReduceOp,
    /// What is combined at a point.
    pub value: WindowValue,
}

/// What a window combines at a point, in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowValue {
    /// A value of the body.
    Plain(ExprId),
    /// The product of two, fused with its addition.
    Product([ExprId; 2]),
}

impl WindowValue {
    /// The values of the body that it is made of.
    pub fn values(&self) -> &[ExprId] {
        match self {
            WindowValue::Plain(value) => std::slice::from_ref(value),
            WindowValue::Product(factors) => factors,
        }
    }
}

/// The most windows of one loop: what is combined stays in registers.
const MOST_WINDOWS: usize = 4;

/// A window of a block that others are computed with.
#[derive(Clone, Debug)]
pub struct Windows {
    /// The variables, outermost first.
    pub vars: Vec<WindowVar>,
    /// What is combined at a point. Its result is that of the first.
    pub body: Block,
    /// The windows, the first of the block first.
    pub members: Vec<CombinedWindow>,
}

/// The loops of expressions, those of several windows among them. Values that are `given` stay by
/// themselves: another vector computes them.
pub fn windows(exprs: &[Expr], given: &dyn Fn(ExprId) -> bool) -> Vec<Windows> {
    let mut found: Vec<Windows> = Vec::new();
    for (at, expr) in exprs.iter().enumerate() {
        let Node::Reduce { op, vars, body, fused } = &expr.node else { continue };
        let member = |value| CombinedWindow { of: ExprId(at), op: *op, value };
        let free = |other: &&mut Windows| !given(ExprId(at)) && !given(other.members[0].of);
        let joined = found.iter_mut().filter(free).find_map(|other| {
            let (joined, value) = joined(other, vars, body)?;
            let value = combined(&joined.exprs, value, *fused);
            Some((other, joined, value))
        });
        match joined {
            Some((other, body, value)) => {
                other.body = body;
                other.members.push(member(value));
            }
            None => {
                let (vars, body) = (vars.clone(), Block::clone(body));
                let value = combined(&body.exprs, body.result, *fused);
                found.push(Windows { vars, members: vec![member(value)], body });
            }
        }
    }
    found
}

/// How many loads expressions do, those of loops once for all windows of them.
pub fn loads(exprs: &[Expr]) -> usize {
    let in_loops = windows(exprs, &|_| false).into_iter().map(|of| loads(&of.body.exprs));
    own_loads(exprs) + in_loops.sum::<usize>()
}

/// How many loads expressions do, those of loops aside.
fn own_loads(exprs: &[Expr]) -> usize {
    exprs.iter().filter(|expr| matches!(expr.node, Node::Read { .. })).count()
}

/// What a window combines.
fn combined(body: &[Expr], value: ExprId, fused: bool) -> WindowValue {
    if fused && let Node::Binary(BinaryOp::Mul, a, b) = body[value.0].node {
        return WindowValue::Product([a, b]);
    }
    WindowValue::Plain(value)
}

/// The body of windows with another one of the same points, and the value of that; none where they
/// load nothing alike.
fn joined(of: &Windows, vars: &[WindowVar], body: &Block) -> Option<(Block, ExprId)> {
    let same = |(a, b): (&WindowVar, &WindowVar)| (&a.first, &a.last) == (&b.first, &b.last);
    let alike = of.vars.len() == vars.len() && of.vars.iter().zip(vars).all(same);
    if !alike || of.members.len() == MOST_WINDOWS {
        return None;
    }
    let renamed = |a: &Affine| {
        a.substitute(&|atom| match atom {
            Atom::Var(var) => {
                let at = vars.iter().position(|of| of.id == *var)?;
                Some(of.vars[at].id.into())
            }
            Atom::Size(_) | Atom::Div(..) => None,
        })
    };
    let other = map_affine(body, &renamed);
    let mut both = BlockBuilder::new();
    let first = both.append(&of.body, &Node::clone);
    let value = both.append(&other, &Node::clone);
    let exprs = both.into_exprs();
    let shared = own_loads(&exprs) < own_loads(&of.body.exprs) + own_loads(&other.exprs);
    // What is known of the values of the former stays where it is.
    let kept = exprs.iter().zip(&of.body.exprs).all(|(new, old)| new.node == old.node);
    (shared && kept).then_some((Block { exprs, result: first }, value))
}
