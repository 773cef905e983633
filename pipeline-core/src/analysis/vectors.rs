//! What a point costs in vectors with as many points as a register has elements of some size.

use crate::ir::nodes::{cost, for_each_operand};
use crate::ir::{Block, ElemType, ExprId, Index, Interval, Node, Source, VarId};
use crate::schedule::speed::{
    CONVERSION, GATHER, LOOK_UP, MOST_ENTRIES, PERMUTATION, REGISTERS, SPILL,
};

/// What prices depend on beside the expressions.
pub struct Vectors<'a> {
    /// The variable that differs between lanes.
    pub lane: VarId,
    /// The entries along the last dimension of a source, if that is a [table](entries).
    pub table: &'a dyn Fn(Source) -> Option<i64>,
}

/// The points along a dimension, if all that is there makes a table for which vectors have
/// instructions: bytes, at all sizes the same few.
pub fn entries(ty: ElemType, dim: &Interval) -> Option<i64> {
    let ([lo], [hi]) = (&dim.lo[..], &dim.hi[..]) else { return None };
    let entries = hi.sub(lo).as_constant()? + 1;
    (ty.bytes() == 1 && (1..=MOST_ENTRIES).contains(&entries)).then_some(entries)
}

/// The size of a value in a vector, in bits.
fn bits(ty: ElemType) -> f64 {
    8.0 * ty.bytes() as f64
}

impl Vectors<'_> {
    /// What a point costs of which some values are stored, where a register has as many points as
    /// elements of `width` bits: each instruction is worth so many, for it does as many fewer
    /// points as they are wide.
    pub fn price(&self, block: &Block, stored: &[ExprId], width: f64) -> f64 {
        let stores = stored.iter().map(|id| bits(block.exprs[id.0].ty).max(width));
        let computed = self.block_price(block, width);
        let excess = (alive(block, &self.varies(block), stored, width) - REGISTERS).max(0.0);
        computed + stores.sum::<f64>() + SPILL * excess * width
    }

    /// The same with the vectors that suit it best.
    pub fn cheapest(&self, block: &Block, stored: &[ExprId]) -> f64 {
        let prices = [8.0, 16.0, 32.0].map(|width| self.price(block, stored, width));
        prices.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Which values differ between lanes. The others are computed once for a row, and loaded where
    /// they are used.
    fn varies(&self, block: &Block) -> Vec<bool> {
        let mut varies: Vec<bool> = Vec::with_capacity(block.exprs.len());
        for expr in &block.exprs {
            let own = match &expr.node {
                Node::Const(_) | Node::Scalar(_) => false,
                Node::Index(a) => a.mentions_var(self.lane),
                Node::Test(test) => test.affine.mentions_var(self.lane),
                Node::Read { index, .. } => {
                    index.iter().any(|i| matches!(i, Index::Affine(a) if a.mentions_var(self.lane)))
                }
                Node::Reduce { body, .. } => self.varies(body).contains(&true),
                Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => false,
            };
            let mut any = own;
            for_each_operand(&expr.node, |id| any |= varies[id.0]);
            varies.push(any);
        }
        varies
    }

    /// What the expressions of a block cost at a point.
    fn block_price(&self, block: &Block, width: f64) -> f64 {
        let varies = self.varies(block);
        let each = block.exprs.iter().enumerate().filter(|(i, _)| varies[*i]).map(|(i, expr)| {
            let own = bits(expr.ty).max(width);
            let size = |id: &ExprId| bits(block.exprs[id.0].ty);
            let times = f64::from(cost(&expr.node).in_loop);
            match &expr.node {
                Node::Const(_) | Node::Scalar(_) => 0.0,
                Node::Index(_) | Node::Test(_) => own,
                Node::Read { source, index } => match self.entries(*source, index) {
                    Some(entries) => looked_up(entries, width),
                    None => own,
                },
                Node::Cast(a) | Node::SaturatingCast(a) => {
                    times * own + conversion(block, *a, ExprId(i), width)
                }
                // The mask of a comparison is as wide as what it compares.
                Node::Binary(_, a, b) => times * own.max(size(a)).max(size(b)),
                Node::Unary(..) | Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {
                    times * own
                }
                Node::Reduce { vars, body, .. } => {
                    let points =
                        vars.iter().map(|(_, first, last)| (last - first + 1).max(1) as f64);
                    points.product::<f64>() * (times * own + self.block_price(body, width))
                }
            }
        });
        each.sum()
    }

    /// The entries of the table that a load looks up, if that is what it does.
    fn entries(&self, source: Source, index: &[Index]) -> Option<i64> {
        let (Index::Value(_), row) = index.split_last()? else { return None };
        let same = |i: &Index| matches!(i, Index::Affine(a) if !a.mentions_var(self.lane));
        (self.table)(source).filter(|_| row.iter().all(same))
    }
}

/// What it costs to look up an entry of a table: a permutation, a comparison and a blend for each
/// pair of registers, or loads for each register of numbers of entries, where lanes are few.
fn looked_up(entries: i64, width: f64) -> f64 {
    let pairs = (entries as f64 / 128.0).ceil();
    match width < 32.0 {
        true => (LOOK_UP + PERMUTATION * pairs) * width,
        false => GATHER * width,
    }
}

/// What it costs to convert a value: nothing where it is widened as it is loaded.
fn conversion(block: &Block, from: ExprId, to: ExprId, width: f64) -> f64 {
    let [a, b] = [from, to].map(|id| bits(block.exprs[id.0].ty));
    let widest = a.max(b);
    if a == b {
        return 0.0;
    }
    let loaded = matches!(block.exprs[from.0].node, Node::Read { .. });
    match widest <= width {
        true if loaded && a < b => 0.0,
        true => width,
        false => CONVERSION * widest,
    }
}

/// The most registers that values alive at the same time take.
fn alive(block: &Block, varies: &[bool], stored: &[ExprId], width: f64) -> f64 {
    let mut last = vec![0; block.exprs.len()];
    for (i, expr) in block.exprs.iter().enumerate() {
        last[i] = i;
        for_each_operand(&expr.node, |id| last[id.0] = i);
    }
    for id in stored {
        last[id.0] = block.exprs.len();
    }
    let registers = |i: usize| (bits(block.exprs[i].ty) / width).max(1.0);
    let (mut now, mut most) = (0.0, 0.0f64);
    for (i, expr) in block.exprs.iter().enumerate() {
        let held = |id: usize| varies[id];
        let mut ends = Vec::new();
        for_each_operand(&expr.node, |id| {
            if last[id.0] == i && held(id.0) && !ends.contains(&id.0) {
                ends.push(id.0);
            }
        });
        now += if held(i) { registers(i) } else { 0.0 };
        most = most.max(now);
        now -= ends.into_iter().map(registers).sum::<f64>();
    }
    most
}
