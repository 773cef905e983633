//! Gathers of neighbours, as one gather of pairs.
//!
//! ```text
//! table(k) * (1 - w) + table(k + 1) * w          a load of eight bytes for each lane, not two
//! ```
//!
//! Interpolation takes an entry and the next one. Where data choose the last index and both are of
//! numbers of 32 bits in a row, lanes load both at once, and two shuffles part them.

use crate::ir::{BinaryOp, BorderMode, ElemType, ExprId, Source, Value};
use crate::kernel::{
    Block, Carrying, Coordinate, Expr, Load, LoopForm, Neighbours, Node, PointFunction, StoreOrder,
};

/// The function, with such gathers made at once. Where stores stand among the loads, all stay what
/// they are.
pub fn pairs(mut function: PointFunction) -> PointFunction {
    match (function.form, function.order) {
        (LoopForm::Vectors(_) | LoopForm::VectorsAndPoints(_), StoreOrder::Last) => {}
        (LoopForm::Point | LoopForm::Points(_), _) | (_, StoreOrder::WithValue) => return function,
    }
    let PointFunction { value, carrying, .. } = &mut function;
    in_block(value);
    if let Some(Carrying { ahead, first, value, .. }) = carrying {
        [ahead, first, value].into_iter().for_each(in_block);
    }
    function
}

/// A gather whose last index is data.
#[derive(Clone)]
struct PairGather {
    /// Which expression it is.
    at: usize,
    source: Source,
    neighbours: Neighbours,
    index: Vec<Coordinate>,
    border: Option<BorderMode>,
    /// The value of its last index.
    last: ExprId,
}

impl PairGather {
    fn of(at: usize, expr: &Expr) -> Option<PairGather> {
        let Node::Load(Load::Gather { source, index, border, neighbours, table: None }) =
            &expr.node
        else {
            return None;
        };
        let Some(Coordinate::Each(last, ElemType::I32)) = index.last() else { return None };
        let (source, neighbours, border, last) = (*source, *neighbours, *border, *last);
        let fits = expr.ty == ElemType::F32 && neighbours.is_row();
        fits.then(|| PairGather { at, source, neighbours, index: index.clone(), border, last })
    }

    /// Whether another one is of the elements behind those of this one.
    fn is_before(&self, other: &PairGather, block: &Block) -> bool {
        let rank = self.index.len() - 1;
        let beside = self.source == other.source && self.index[..rank] == other.index[..rank];
        beside && successor(block, other.last) == Some(self.last)
    }
}

/// The value that is one less, if one is added to it.
fn successor(block: &Block, id: ExprId) -> Option<ExprId> {
    let one = |id: &ExprId| matches!(block.exprs[id.0].node, Node::Const(Value::Int(_, 1)));
    let Node::Binary(BinaryOp::Add, a, b) = &block.exprs[id.0].node else { return None };
    match (one(a), one(b)) {
        (_, true) => Some(*a),
        (true, false) => Some(*b),
        (false, false) => None,
    }
}

fn in_block(block: &mut Block) {
    let all = block.exprs.iter().enumerate();
    let mut open: Vec<PairGather> = all.filter_map(|(i, expr)| PairGather::of(i, expr)).collect();
    while !open.is_empty() {
        let low = open.remove(0);
        let behind = open.iter().position(|high| low.is_before(high, block));
        let before = open.iter().position(|other| other.is_before(&low, block));
        let (low, high) = match (behind, before) {
            (Some(high), _) => (low, open.remove(high)),
            (None, Some(other)) => (open.remove(other), low),
            (None, None) => continue,
        };
        let border = low.border.or(high.border);
        let PairGather { source, neighbours, index, .. } = low;
        let members = [low.at, high.at].map(ExprId);
        let (first, second) = (low.at.min(high.at), low.at.max(high.at));
        let pair = Load::Pair { source, index, border, neighbours, members };
        for (at, load) in [(first, pair), (second, Load::With(ExprId(first)))] {
            let expr = &mut block.exprs[at];
            (expr.node, expr.named) = (Node::Load(load), true);
        }
    }
}
