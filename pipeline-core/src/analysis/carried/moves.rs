//! Which expressions of a block are the same value at several points along a variable.

use crate::ir::nodes::{for_each_operand, map_operands, mentions_var};
use crate::ir::{Affine, Atom, Block, Expr, ExprId, Index, Loc, Node, VarId};
use crate::transform::cse::BlockBuilder;
use rustc_hash::FxHashMap;

/// How an expression depends on the variable along which values are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarriedMoves {
    /// Not at all: it is what others of its class are.
    Not {
        /// The class.
        class: usize,
    },
    /// It is what others of its class are, so many points further.
    By {
        /// The class.
        class: usize,
        /// The points.
        offset: i64,
    },
    /// In a way of its own.
    Otherwise,
}

/// How each expression of a block moves. Expressions of one class are the same at some point.
pub fn moves(block: &Block, lane: VarId) -> Vec<CarriedMoves> {
    let mut classes =
        Classes { lane, builder: BlockBuilder::new(), operands: FxHashMap::default() };
    let mut moves: Vec<CarriedMoves> = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        moves.push(classes.moves(expr, &moves));
    }
    moves
}

struct Classes {
    lane: VarId,
    /// An expression for each class, in terms of `operands`.
    builder: BlockBuilder,
    /// The number of each operand.
    operands: FxHashMap<MovingOperand, ExprId>,
}

/// What an operand is to an expression, wherever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct MovingOperand {
    class: usize,
    /// How much further it is than the nearest operand; 0 if it does not move.
    further: i64,
}

impl Classes {
    fn moves(&mut self, expr: &Expr, of: &[CarriedMoves]) -> CarriedMoves {
        let Some(Origin { node, offset: own }) = origin(&expr.node, self.lane) else {
            return CarriedMoves::Otherwise;
        };
        let (mut nearest, mut known) = (own, true);
        for_each_operand(&node, |id| match of[id.0] {
            CarriedMoves::Not { .. } => {}
            CarriedMoves::By { offset, .. } => {
                nearest = Some(nearest.map_or(offset, |n| n.min(offset)))
            }
            CarriedMoves::Otherwise => known = false,
        });
        // What is loaded at a place that a value says has both, the place and the value.
        if !known || own.is_some_and(|own| nearest != Some(own)) {
            return CarriedMoves::Otherwise;
        }
        let operands = &mut self.operands;
        let mut number = |id: ExprId| {
            let operand = match of[id.0] {
                CarriedMoves::Not { class } => MovingOperand { class, further: 0 },
                CarriedMoves::By { class, offset } => {
                    MovingOperand { class, further: offset - nearest.unwrap_or(offset) }
                }
                CarriedMoves::Otherwise => unreachable!("it is known how operands move"),
            };
            let next = ExprId(operands.len());
            *operands.entry(operand).or_insert(next)
        };
        let node = map_operands(&node, &mut number);
        let class = self.builder.push(Expr { ty: expr.ty, node, loc: Loc(0) }).0;
        nearest.map_or(CarriedMoves::Not { class }, |offset| CarriedMoves::By { class, offset })
    }
}

/// A node, moved to the point where its own index begins.
struct Origin {
    node: Node,
    /// How far that was; nothing if it has no index that moves.
    offset: Option<i64>,
}

/// A node at its origin; nothing if it is not known how it moves.
fn origin(node: &Node, lane: VarId) -> Option<Origin> {
    let fixed = |yes: bool| yes.then(|| Origin { node: node.clone(), offset: None });
    match node {
        Node::Index(a) => fixed(!a.mentions_var(lane)),
        Node::Test(test) => fixed(!test.affine.mentions_var(lane)),
        Node::Read { source, index } => {
            let along = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(lane));
            let mut dims = (0..index.len()).filter(|d| along(&index[*d]));
            let Some(dim) = dims.next() else { return fixed(true) };
            let Index::Affine(a) = &index[dim] else { return None };
            let step = a.coefficient(&Atom::Var(lane));
            let others = a.add_scaled(&Affine::from(lane), -step);
            if step < 1 || others.mentions_var(lane) || dims.next().is_some() {
                return None;
            }
            let offset = a.constant().div_euclid(step);
            let mut index = index.clone();
            index[dim] = Index::Affine(a.offset(-step * offset));
            Some(Origin { node: Node::Read { source: *source, index }, offset: Some(offset) })
        }
        Node::Reduce { body, .. } => fixed(!mentions_var(body, lane)),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. } => fixed(true),
    }
}
