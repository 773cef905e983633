//! How many points each lanes loop has in flight: as many as a register has elements of the size
//! that most of its work is about.
//!
//! ```text
//! lanes for x in 0..=n - 1: #0                  sums of bytes, which stay within a byte
//! lanes of 8 bits for x in 0..=n - 1: #0
//! ```
//!
//! A vector of narrow elements that fills a register costs as much as one that fills a quarter of
//! it, and has four times the points. Wider values then take several registers, so each costs what
//! it did; but conversions between sizes become several instructions that shuffle, and where more
//! values are alive than there are registers they go through memory. So each choice is priced,
//! and the cheapest taken; of two that cost the same, the one with fewer points, of which rows
//! leave fewer over.

use crate::ir::nodes::{cost, for_each_operand};
use crate::ir::{Block, ElemType, ExprId, Index, Node, Source, VarId};
use crate::loops::walk::with_body;
use crate::loops::{Compute, Lanes, LoopKind, LoopNest, Stmt};
use crate::schedule::speed::{CONVERSION, GATHER, LOOK_UP, PERMUTATION, REGISTERS, SPILL};

/// Chooses the lanes of the loops for which the plan leaves them open.
pub fn choose_lanes(mut loops: LoopNest) -> LoopNest {
    let mut nests = std::mem::take(&mut loops.nests);
    for nest in &mut nests {
        let body = std::mem::take(&mut nest.body);
        nest.body = chosen(&loops, body, &nest.computes);
    }
    loops.nests = nests;
    loops
}

fn chosen(loops: &LoopNest, stmts: Vec<Stmt>, computes: &[Compute]) -> Vec<Stmt> {
    let one = |stmt| match stmt {
        Stmt::For { var, lo, hi, kind: LoopKind::Lanes(None), body } => {
            let lanes = match &body[..] {
                [Stmt::Compute(id)] => best(loops, &computes[id.0], var),
                _ => Lanes::Of32,
            };
            Stmt::For { var, lo, hi, kind: LoopKind::Lanes(Some(lanes)), body }
        }
        other @ Stmt::Let { .. }
        | other @ Stmt::When { .. }
        | other @ Stmt::For { .. }
        | other @ Stmt::Scratch { .. }
        | other @ Stmt::Copy(_)
        | other @ Stmt::Compute(_) => with_body(other, |body| chosen(loops, body, computes)),
    };
    stmts.into_iter().map(one).collect()
}

/// The cheapest lanes of a loop over a variable.
fn best(loops: &LoopNest, compute: &Compute, lane: VarId) -> Lanes {
    let work = Work { loops, block: &compute.value, lane };
    let mut best = (Lanes::Of32, f64::INFINITY);
    for lanes in Lanes::BY_SIZE {
        let price = lanes.bits().map(|bits| work.price(compute, f64::from(bits)));
        if let Some(price) = price.filter(|price| *price < best.1) {
            best = (lanes, price);
        }
    }
    best.0
}

/// What a compute does at a point.
struct Work<'a> {
    loops: &'a LoopNest,
    block: &'a Block,
    lane: VarId,
}

/// The size of a value in a vector, in bits.
fn bits(ty: ElemType) -> f64 {
    8.0 * ty.bytes() as f64
}

impl Work<'_> {
    /// What a point costs, where a register has as many points as elements of `width` bits: each
    /// instruction is worth so many, for it does as many fewer points as they are wide.
    fn price(&self, compute: &Compute, width: f64) -> f64 {
        let stored = compute.stores.iter().map(|s| {
            let ty = self.block.exprs[s.value.0].ty;
            bits(ty).max(width)
        });
        let computed = self.block_price(self.block, width);
        let excess = (alive(self.block, compute, width) - REGISTERS).max(0.0);
        computed + stored.sum::<f64>() + SPILL * excess * width
    }

    /// What the expressions of a block cost at a point.
    fn block_price(&self, block: &Block, width: f64) -> f64 {
        let each = block.exprs.iter().enumerate().map(|(i, expr)| {
            let own = bits(expr.ty).max(width);
            let size = |id: &ExprId| bits(block.exprs[id.0].ty);
            let times = f64::from(cost(&expr.node).in_loop);
            match &expr.node {
                Node::Const(_) | Node::Scalar(_) => 0.0,
                Node::Index(a) => own * f64::from(u8::from(a.mentions_var(self.lane))),
                Node::Test(test) => own * f64::from(u8::from(test.affine.mentions_var(self.lane))),
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
        self.loops.buffer(source).table().filter(|_| row.iter().all(same))
    }
}

/// What it costs to look up an entry of a table: a permutation, a comparison and a blend for each
/// pair of registers, or loads for each register of numbers of entries, where lanes are few.
fn looked_up(entries: i64, width: f64) -> f64 {
    let pairs = (entries as f64 / (2 * Lanes::MOST) as f64).ceil();
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
fn alive(block: &Block, compute: &Compute, width: f64) -> f64 {
    let mut last = vec![0; block.exprs.len()];
    for (i, expr) in block.exprs.iter().enumerate() {
        last[i] = i;
        for_each_operand(&expr.node, |id| last[id.0] = i);
    }
    for store in &compute.stores {
        last[store.value.0] = block.exprs.len();
    }
    let registers = |i: usize| (bits(block.exprs[i].ty) / width).max(1.0);
    let (mut now, mut most) = (0.0, 0.0f64);
    for (i, expr) in block.exprs.iter().enumerate() {
        // Constants and what is the same for all points are loaded where they are used.
        let held = |id: usize| !matches!(block.exprs[id].node, Node::Const(_) | Node::Scalar(_));
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
