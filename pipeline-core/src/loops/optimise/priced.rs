//! What the computes of lanes loops cost, those that are alike once: the levels of a pyramid differ
//! in what they read and in what their variables are called, and their prices are the same.

use crate::analysis::carried::CarriedValue;
use crate::analysis::vectors::{Best, Vectors};
use crate::ir::{Block, ExprId, InputId, Source, VarId};
use crate::loops::rename::{Renaming, SAME, with_vars};
use crate::loops::walk::for_each_block_affine;
use crate::loops::{Compute, Lanes, LoopNest};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What a compute costs in the vectors of a loop.
#[derive(Clone, Debug)]
pub struct Price {
    /// A point.
    pub point: f64,
    /// The lanes: those that are planned, or else the cheapest.
    pub lanes: Lanes,
    /// The values that vectors carry.
    pub carried: Vec<CarriedValue>,
    /// Whether it may stand for more than two rows: see [`Best::is_little`].
    pub is_little: bool,
}

/// The prices of computes, and those that were asked for.
pub struct ComputePrices<'a> {
    /// The stages and inputs.
    loops: &'a LoopNest,
    known: RefCell<Vec<(Kind, Price)>>,
}

impl ComputePrices<'_> {
    /// Of computes that load and store the buffers of some loops.
    pub fn new(loops: &LoopNest) -> ComputePrices<'_> {
        ComputePrices { loops, known: RefCell::default() }
    }

    /// What a compute costs in a loop over lanes: in as many as are planned, or the cheapest.
    pub fn of(&self, compute: &Compute, lane: VarId, lanes: Option<Lanes>) -> Price {
        let kind = Kind::of(self.loops, compute, lane, lanes);
        if let Some((_, price)) = self.known.borrow().iter().find(|(known, _)| *known == kind) {
            return price.clone();
        }
        let price = kind.price();
        self.known.borrow_mut().push((kind, price.clone()));
        price
    }
}

/// All that a price depends on.
#[derive(PartialEq)]
struct Kind {
    lane: VarId,
    lanes: Option<Lanes>,
    /// What is computed. Its variables, and what it reads, are numbered in the order that they have
    /// in the nest, and all that it reads as inputs.
    value: Block,
    stored: Vec<ExprId>,
    /// Of each source, the entries of a row, if that is a table.
    tables: Vec<Option<i64>>,
}

impl Kind {
    fn of(loops: &LoopNest, compute: &Compute, lane: VarId, lanes: Option<Lanes>) -> Kind {
        let mut vars = BTreeSet::from([lane]);
        for_each_block_affine(&compute.value, &mut |a| vars.extend(a.vars()));
        let mut sources = BTreeSet::new();
        compute.value.for_each_read(&mut |_, _, source, _| {
            sources.insert(source);
        });
        let of_var = |var: VarId| VarId(vars.range(..var).count());
        let affine = |a: &_| with_vars(a, &of_var);
        let mut value = Renaming { var: &of_var, affine: &affine, ..SAME }.block(&compute.value);
        let number = |source: Source| InputId(sources.range(..source).count());
        value.redirect(&mut |source, _| Source::Input(number(source)));
        let tables = sources.iter().map(|source| loops.buffer(*source).table()).collect();
        Kind { lane: of_var(lane), lanes, value, stored: stored(compute), tables }
    }

    fn price(&self) -> Price {
        let table = |source| match source {
            Source::Input(InputId(number)) => self.tables[number],
            Source::Stage(_) => None,
        };
        let vectors = Vectors { lane: self.lane, table: &table };
        let best = match self.lanes {
            Some(lanes) => vectors.of(lanes.bits().unwrap_or(32), &self.value, &self.stored),
            None => vectors.best(&self.value, &self.stored),
        };
        let is_little = best.is_little(&self.value);
        let Best { width, carried, price: point } = best;
        let lanes = self.lanes.or(Lanes::of(width as i64)).unwrap_or(Lanes::Of32);
        let carried = carried.map(|carried| carried.values).unwrap_or_default();
        Price { point, lanes, carried, is_little }
    }
}

/// The values that a compute stores.
fn stored(compute: &Compute) -> Vec<ExprId> {
    compute.stores.iter().map(|s| s.value).collect()
}
