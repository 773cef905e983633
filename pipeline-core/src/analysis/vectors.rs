//! What a point costs in vectors with as many points as a register has elements of some size.

mod known;
mod lives;

use super::carried::{Carried, Splice};
use super::windows::WindowValue;
use crate::ir::nodes::{cost, for_each_operand, mentions_var};
use crate::ir::{
    Affine, Atom, Block, ElemType, Expr, ExprId, Index, Interval, Node, Source, Stage, VarId,
    WindowVar,
};
use crate::schedule::speed::{
    CARRIED, CONVERSION, DEAREST_SPLICE, GATHER, LOOK_UP, MOST_ENTRIES, MOST_OF_ROWS, PERMUTATION,
    REGISTERS_OF_A_MASK, SPLICE, WAIT,
};
use known::{KnownBlock, KnownExprs, KnownLoop, KnownOutline, KnownWay};
use std::collections::BTreeSet;

/// What prices depend on beside the expressions.
pub struct Vectors<'a> {
    /// The variable that differs between lanes.
    pub lane: VarId,
    /// The entries along the last dimension of a source, if that is a [table](entries).
    pub table: &'a dyn Fn(Source) -> Option<i64>,
}

/// The sizes of elements that vectors are chosen for, in bits: the fewest points first.
const WIDTHS: [f64; 3] = [32.0, 16.0, 8.0];

/// What the best vectors for a block are.
pub struct BestVectors {
    /// The size of the elements of which a register has as many as a vector has points, in bits: of
    /// two sizes that cost the same, the one with fewer points.
    pub width: f64,
    /// What they carry, if they carry values.
    pub carried: Option<Carried>,
    /// What a point costs.
    pub price: f64,
}

impl BestVectors {
    /// Whether the values of the block are few enough for more than two rows. Without optimisation
    /// each has memory of its own on the stack: as many registers as it takes where the narrowest
    /// values fill one, and a mask those of every width.
    pub fn is_little(&self, block: &Block) -> bool {
        let registers = match &self.carried {
            Some(Carried { ahead, rest, first, .. }) => {
                [ahead, rest, first].iter().map(|of| registers_of(&of.exprs)).sum()
            }
            None => registers_of(&block.exprs),
        };
        registers <= MOST_OF_ROWS
    }
}

/// What a point costs whose values are carried.
struct Spliced {
    /// With splices as they are on most machines.
    price: f64,
    /// With the dearest ones.
    dearest: f64,
}

/// A way that was not looked at.
struct OpenWay {
    /// The sets of values that it carries.
    orders: BTreeSet<usize>,
    /// What a point costs at least.
    least: Spliced,
}

/// A way to compute a block.
struct VectorWay {
    /// The [sets](Ways) of values that are carried, if any.
    orders: BTreeSet<usize>,
    /// What a point costs.
    price: f64,
}

/// The points along a dimension, if all that is there makes a table for which vectors have
/// instructions: bytes, at all sizes the same few.
pub fn entries(ty: ElemType, dim: &Interval) -> Option<i64> {
    let entries = dim.fixed_extent()?;
    (ty.bytes() == 1 && (1..=MOST_ENTRIES).contains(&entries)).then_some(entries)
}

/// The size of a value in a vector, in bits.
fn bits(ty: ElemType) -> f64 {
    8.0 * ty.bytes() as f64
}

/// What sizes are as far as prices are concerned: so many that the loops of windows are what
/// costs.
const SIZE: i64 = 64;

/// How many values a window variable has: at least one.
fn values(var: &WindowVar) -> i64 {
    let end = |a: &Affine| {
        let there = a.substitute(&|atom| match atom {
            Atom::Size(_) => Some(SIZE.into()),
            Atom::Var(_) | Atom::Div(..) => None,
        });
        there.as_constant().expect("the ends of windows are constants and sizes")
    };
    (end(&var.last) - end(&var.first) + 1).max(1)
}

impl Vectors<'_> {
    /// Vectors with as many points as a register has elements of so many bits, for a block of which
    /// some values are stored: each instruction is worth so many, for it does as many fewer points
    /// as they are wide. They carry [values](super::carried) where that is cheaper than to compute
    /// them where they are used.
    pub fn of(&self, bits: u32, block: &Block, stored: &[ExprId]) -> BestVectors {
        self.best_of(&[f64::from(bits)], block, stored)
    }

    /// The vectors that suit a block best of which some values are stored. More points than a
    /// register has of the narrowest values are not cheaper, but where totals of floats wait for
    /// each other: every instruction is as dear then, and what is alive at the same time takes more
    /// registers.
    pub fn best(&self, block: &Block, stored: &[ExprId]) -> BestVectors {
        let narrowest = narrowest(&block.exprs);
        let fewer = WIDTHS.iter().skip(1).take_while(|width| **width >= narrowest).count();
        self.best_of(&WIDTHS[..=fewer], block, stored)
    }

    /// The best of vectors of these widths.
    fn best_of(&self, widths: &[f64], block: &Block, stored: &[ExprId]) -> BestVectors {
        let mut known = KnownBlock::of(block, stored, self.lane);
        let mut best = None;
        for width in widths {
            let VectorWay { orders, price } = self.way(&mut known, block, stored, *width);
            if best.as_ref().is_none_or(|(_, _, cheapest)| price < *cheapest) {
                best = Some((*width, orders, price));
            }
        }
        let (width, orders, price) = best.expect("there is a width");
        BestVectors { width, carried: known.take(&orders), price }
    }

    /// The best way to carry values, or none of them, in vectors of a width: the best of those that
    /// carry a set of values, and as long as another one on top of it saves as much, that as well.
    fn way(
        &self,
        known: &mut KnownBlock<'_>,
        block: &Block,
        stored: &[ExprId],
        width: f64,
    ) -> VectorWay {
        let stores = stored.iter().map(|id| bits(block.exprs[id.0].ty).max(width));
        let stores: f64 = stores.sum();
        let computed = self.exprs_price(&block.exprs, &known.exprs, width);
        let spilled = known.ends.spilled(width);
        let price = computed + stores + spilled * width;
        let (mut best, mut dearest) = (VectorWay { orders: BTreeSet::new(), price }, price);
        loop {
            let enough = dearest * CARRIED;
            let mut more: Option<(VectorWay, f64)> = None;
            for OpenWay { orders, least } in
                self.open_ways(known, &best.orders, block, stores, width)
            {
                let cheapest = more.as_ref().map_or(best.price, |(way, _)| way.price);
                if least.dearest >= enough || least.price > cheapest {
                    continue;
                }
                let Some(way) = known.way(&orders) else { continue };
                let Spliced { price, dearest } = self.carried_price(way, stores, width);
                // Of ways that cost the same, the one with the first set.
                let first = || more.as_ref().is_some_and(|(way, _)| orders < way.orders);
                if dearest < enough && (price < cheapest || price == cheapest && first()) {
                    more = Some((VectorWay { orders, price }, dearest));
                }
            }
            match more {
                Some(way) => (best, dearest) = way,
                None => return best,
            }
        }
    }

    /// The ways to carry one set more than these, with the least that a point can cost: the
    /// cheapest first.
    fn open_ways(
        &self,
        known: &mut KnownBlock<'_>,
        carried: &BTreeSet<usize>,
        block: &Block,
        stores: f64,
        width: f64,
    ) -> Vec<OpenWay> {
        let before = known.outline(carried).map(|outline| outline.classes.clone());
        let mut open = Vec::new();
        for order in (0..known.orders()).filter(|order| !carried.contains(order)) {
            let orders: BTreeSet<usize> = carried.iter().copied().chain([order]).collect();
            let Some(outline) = known.outline(&orders) else { continue };
            // What is computed ahead needs values of its own, of which none is carried any more.
            if before.as_ref() == Some(&outline.classes) {
                continue;
            }
            let least = self.least_price(outline, block, stores, width);
            open.push(OpenWay { orders, least });
        }
        open.sort_by(|a, b| a.least.price.total_cmp(&b.least.price));
        open
    }

    /// What a point costs at least whose values are carried, with what stores cost: most of
    /// [that](Self::carried_price), without the block being made.
    fn least_price(&self, of: &KnownOutline, block: &Block, stores: f64, width: f64) -> Spliced {
        let price = |known: &KnownExprs| self.exprs_price(&block.exprs, known, width);
        let ahead = of.ahead.iter().map(price).fold(0.0, f64::max);
        let moved = of.splices.iter().map(|id| bits(block.exprs[id.0].ty).max(width));
        let (rest, moved) = (price(&of.rest), moved.sum::<f64>());
        let with = |splice: f64| rest + ahead + splice * moved + stores;
        Spliced { price: with(SPLICE), dearest: with(DEAREST_SPLICE) }
    }

    /// What a point costs whose values are carried, with what stores cost.
    fn carried_price(&self, way: &KnownWay, stores: f64, width: f64) -> Spliced {
        let Carried { ahead, rest, splices, .. } = &way.carried;
        let computed = self.exprs_price(&ahead.exprs, &way.ahead, width)
            + self.exprs_price(&rest.exprs, &way.rest, width);
        let spilled = way.ends.spilled(width);
        let with = |splice: f64| {
            let moved = splices
                .iter()
                .filter(|(_, splice)| !matches!(splice, Splice::Ahead { by: 0, .. }))
                .map(|(id, _)| splice * bits(rest.exprs[id.0].ty).max(width));
            computed + moved.sum::<f64>() + spilled * width + stores
        };
        Spliced { price: with(SPLICE), dearest: with(DEAREST_SPLICE) }
    }

    /// What expressions cost at a point.
    fn exprs_price(&self, exprs: &[Expr], known: &KnownExprs, width: f64) -> f64 {
        let each = exprs.iter().enumerate().filter(|(i, _)| known.varies[*i]).map(|(i, expr)| {
            let own = bits(expr.ty).max(width);
            let size = |id: &ExprId| bits(exprs[id.0].ty);
            let times = f64::from(cost(&expr.node).in_loop);
            match &expr.node {
                Node::Const(_) | Node::Scalar(_) => 0.0,
                Node::Index(_) | Node::Test(_) => own,
                Node::Read { source, index } => match self.entries(*source, index) {
                    Some(entries) => looked_up(entries, width),
                    None => own,
                },
                Node::Cast(a) | Node::SaturatingCast(a) => {
                    times * own + conversion(exprs, *a, ExprId(i), width)
                }
                // The mask of a comparison is as wide as what it compares.
                Node::Binary(_, a, b) => times * own.max(size(a)).max(size(b)),
                Node::Unary(..) | Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {
                    times * own
                }
                // A loop counts once for all of its windows.
                Node::Reduce { .. } => {
                    let first = known.loops.iter().find(|known| known.of.members[0].of.0 == i);
                    first.map_or(0.0, |of| self.loop_price(exprs, of, width))
                }
            }
        });
        each.sum()
    }

    /// What the loop of some windows costs.
    fn loop_price(&self, exprs: &[Expr], known: &KnownLoop, width: f64) -> f64 {
        let of = &known.of;
        let (mut each, mut waits) = (self.exprs_price(&of.body.exprs, &known.body, width), 0.0f64);
        for window in &of.members {
            let total = &exprs[window.of.0];
            each += match window.value {
                WindowValue::Plain(_) => {
                    f64::from(cost(&total.node).in_loop) * bits(total.ty).max(width)
                }
                // The addition comes with the product.
                WindowValue::Product(_) => 0.0,
            };
            // Each value waits for the one before it, in all windows and registers at once.
            waits = waits.max(if total.ty.is_float() { WAIT * width } else { 0.0 });
        }
        let points = of.vars.iter().map(|v| values(v) as f64);
        points.product::<f64>() * (each + known.ends.spilled(width) * width).max(waits)
    }

    /// The entries of the table that a load looks up, if that is what it does.
    fn entries(&self, source: Source, index: &[Index]) -> Option<i64> {
        let (Index::Value(_), row) = index.split_last()? else { return None };
        let same = |i: &Index| matches!(i, Index::Affine(a) if !a.mentions_var(self.lane));
        (self.table)(source).filter(|_| row.iter().all(same))
    }
}

/// Which values differ between lanes, some of which are `given` to: the others are computed once
/// for a row.
pub fn varies(exprs: &[Expr], lane: VarId, given: &dyn Fn(ExprId) -> bool) -> Vec<bool> {
    let mut varies: Vec<bool> = Vec::with_capacity(exprs.len());
    for expr in exprs {
        let own = match &expr.node {
            _ if given(ExprId(varies.len())) => true,
            Node::Const(_) | Node::Scalar(_) => false,
            Node::Index(a) => a.mentions_var(lane),
            Node::Test(test) => test.affine.mentions_var(lane),
            Node::Read { index, .. } => {
                index.iter().any(|i| matches!(i, Index::Affine(a) if a.mentions_var(lane)))
            }
            Node::Reduce { body, .. } => mentions_var(body, lane),
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

/// The size of the narrowest values, of windows too, in bits; 0 where a total of floats wants any
/// number of points.
fn narrowest(exprs: &[Expr]) -> f64 {
    let narrowest_of = |expr: &Expr| {
        let own = bits(expr.ty);
        let Node::Reduce { body, .. } = &expr.node else { return own };
        if expr.ty.is_float() { 0.0 } else { own.min(narrowest(&body.exprs)) }
    };
    exprs.iter().map(narrowest_of).fold(f64::MAX, f64::min)
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
fn conversion(exprs: &[Expr], from: ExprId, to: ExprId, width: f64) -> f64 {
    let [a, b] = [from, to].map(|id| bits(exprs[id.0].ty));
    let widest = a.max(b);
    if a == b {
        return 0.0;
    }
    let loaded = matches!(exprs[from.0].node, Node::Read { .. });
    match widest <= width {
        true if loaded && a < b => 0.0,
        true => width,
        false => CONVERSION * widest,
    }
}

/// The registers that the values of a stage, of all its cases, take if each has its own.
pub fn registers_of_stage(stage: &Stage) -> usize {
    stage.blocks().map(|block| registers_of(&block.exprs)).sum()
}

/// The registers that expressions take if each has its own.
fn registers_of(exprs: &[Expr]) -> usize {
    let computed = || exprs.iter().filter(|e| !matches!(e.node, Node::Const(_)));
    let numbers = computed().filter(|e| e.ty != ElemType::Bool);
    let narrowest = numbers.map(|e| e.ty.bytes()).min().unwrap_or(1);
    let registers = computed().map(|e| match e.ty == ElemType::Bool {
        true => REGISTERS_OF_A_MASK,
        false => e.ty.bytes() / narrowest,
    });
    registers.sum()
}
