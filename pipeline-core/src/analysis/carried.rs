//! Values that neighbouring points along a loop share, carried from one iteration to the next.
//!
//! ```text
//! out(x) = f(x - 1) + f(x) + f(x + 1)        each f(x) an expression that costs something
//!
//! current   f0 f1 f2 f3                      of the vector before
//! ahead     f4 f5 f6 f7                      computed now, and current next
//! out       f0 f1 f2 f3                      the lanes of both from 0,
//!         + f1 f2 f3 f4                      from 1
//!         + f2 f3 f4 f5                      and from 2 on
//! ```
//!
//! A vector of points needs such a value at as many points and a few more, and those of the next
//! vector follow them. So each value is computed once a point, one vector ahead, and what it is at
//! neighbours are lanes of two registers: neither is it computed again, nor does it go through
//! memory. Compilers know this as predictive commoning, of vectors; where experts write Halide by
//! hand it is a producer stored in registers along a row.
//!
//! A value that is computed from carried ones may be carried as well, a recurrence of *higher
//! order* (*Polyhedral Expression Propagation*, CC 2018, Section 5.4, Figure 10):
//!
//! ```text
//! g(x) = f(x - 1) * f(x + 1)                 lanes of the current f and of that ahead
//! out(x) = g(x - 1) + g(x + 1)
//!
//! behind    g-1 g0 g1 g2                     of the vector before
//! g(x + 1)  g3  g4 g5 g6                     computed now, at the farthest point, and behind next
//! out       g1  g2 g3 g4                     the last two lanes of that behind, then the others
//!         + g3  g4 g5 g6
//! ```
//!
//! Figure 10 hands scalars on; vectors hand on vectors, of which two have all neighbours. So any
//! number of neighbours takes one register, or two with that ahead.

mod moves;
mod outline;
#[cfg(test)]
mod tests;
mod ways;

use super::arrange::{OrderedExprs, arrange, by_results, live};
use crate::ir::nodes::{change_affine, for_each_operand, map_operands};
use crate::ir::{Affine, Block, Expr, ExprId, Node, ScalarId, VarId};
use crate::transform::cse::BlockBuilder;
use moves::{CarriedMoves, moves};
use std::collections::BTreeMap;

pub use outline::Outline;
pub use ways::Ways;

/// The farthest that points are from each other whose values are lanes of two vectors: the points
/// of the shortest vector.
pub const MOST_SPAN: i64 = 8;

/// One value of a block at several points along a loop, of which an iteration computes the
/// farthest: those before it, iterations before have computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedValue {
    /// The expressions that are this value, each with its point: how much further it is than the
    /// nearest.
    pub at: BTreeMap<ExprId, i64>,
}

/// How vectors compute a block whose values are carried along a variable.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The values.
    pub values: Vec<CarriedValue>,
    /// What is computed one vector ahead: the carried values that need no others, at the nearest
    /// point that needs them.
    pub ahead: OrderedExprs,
    /// For each of these, how many points further the farthest one is that a point needs.
    pub spans: Vec<i64>,
    /// The block with the same results as before. Where lanes of carried values are meant stands a
    /// scalar, whose number means nothing, or a cast of what is handed on to the vector behind.
    pub rest: OrderedExprs,
    /// These, by expression.
    pub splices: BTreeMap<ExprId, Splice>,
    /// The carried values that need others, which `rest` computes at the farthest point.
    pub behind: Vec<Behind>,
    /// Those in the vector before the first one of a row, from the nearest point on.
    pub first: OrderedExprs,
}

/// A carried value that is computed from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The expression that is handed on.
    pub value: ExprId,
    /// How many points nearer the nearest one is that a point needs.
    pub span: i64,
}

/// Lanes of a carried value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splice {
    /// Of its current vector followed by the one ahead.
    Ahead {
        /// Which value of those.
        value: usize,
        /// The lane from which on; from 0 to the value's span.
        by: i64,
    },
    /// Of the vector before followed by this one.
    Behind {
        /// Which value of those.
        value: usize,
        /// So many lanes of the vector before; from 1 to the value's span.
        by: i64,
    },
}

impl Carried {
    /// How vectors compute a block, of which these values are carried. Nothing if no iteration but
    /// the first needs one of them at several points, or if these are too far from each other.
    pub fn of(
        block: &Block,
        results: &[ExprId],
        values: &[CarriedValue],
        lane: VarId,
    ) -> Option<Carried> {
        let places = CarriedExprs::of(block, results, values);
        let fits = places.needed.iter().all(|at| fit(at.keys()));
        (fits && !values.is_empty()).then(|| places.carried(block, results, values, lane))
    }

    /// The most values that are live at once: the carried ones of a vector, what is computed ahead
    /// or the ones ahead, and what else is computed.
    pub fn live(&self) -> usize {
        let (carried, behind) = (self.ahead.results.len(), self.behind.len());
        carried + behind + live(&self.ahead).max(carried + live(&self.rest))
    }
}

/// Which of these are each one value along a variable, at such points.
pub fn are_one(block: &Block, values: &[CarriedValue], lane: VarId) -> Vec<bool> {
    let moves = moves(block, lane);
    let place = |(id, by): (&ExprId, &i64)| match moves.get(id.0) {
        Some(CarriedMoves::By { class, offset }) => Some((*class, offset - by)),
        Some(CarriedMoves::Not { .. } | CarriedMoves::Otherwise) | None => None,
    };
    let is_one = |value: &CarriedValue| {
        let mut places = value.at.iter().map(place);
        let first = places.next().flatten();
        first.is_some() && places.all(|place| place == first)
    };
    values.iter().map(is_one).collect()
}

/// Which expressions the results of a block need.
fn used(block: &Block, results: &[ExprId]) -> Vec<bool> {
    let mut used = vec![false; block.exprs.len()];
    results.iter().for_each(|id| used[id.0] = true);
    for (i, expr) in block.exprs.iter().enumerate().rev() {
        if used[i] {
            for_each_operand(&expr.node, |id| used[id.0] = true);
        }
    }
    used
}

/// How far the first and the last of some points are from each other.
fn span<'a>(mut points: impl DoubleEndedIterator<Item = &'a i64>) -> i64 {
    let last = points.next_back();
    last.map_or(0, |last| last - points.next().unwrap_or(last))
}

/// Whether values that are needed at some points are lanes of two vectors.
fn fit<'a>(points: impl DoubleEndedIterator<Item = &'a i64>) -> bool {
    (1..=MOST_SPAN).contains(&span(points))
}

/// Which expression is a carried value, and where.
#[derive(Clone, Copy)]
struct CarriedExpr {
    /// Which value.
    value: usize,
    /// How much further than the nearest of its expressions.
    by: i64,
    /// Whether it is at the farthest point, which an iteration computes.
    computed: bool,
}

const NEEDED: &str = "a value that is computed from others is needed somewhere";

/// The carried values of a block, as iterations after the first need them.
struct CarriedExprs {
    /// By expression.
    of: Vec<Option<CarriedExpr>>,
    /// By value, the points at which it is needed, each with the first expression that it is there.
    needed: Vec<BTreeMap<i64, ExprId>>,
}

impl CarriedExprs {
    fn of(block: &Block, results: &[ExprId], values: &[CarriedValue]) -> CarriedExprs {
        let used = used(block, results);
        let mut of = vec![None; block.exprs.len()];
        for (value, CarriedValue { at }) in values.iter().enumerate() {
            let at = at.iter().filter(|(id, _)| used[id.0]);
            let farthest = at.clone().map(|(_, by)| *by).max();
            for (id, by) in at {
                of[id.0] = Some(CarriedExpr { value, by: *by, computed: Some(*by) == farthest });
            }
        }
        let mut live = vec![false; block.exprs.len()];
        results.iter().for_each(|id| live[id.0] = true);
        let mut needed = vec![BTreeMap::new(); values.len()];
        for i in (0..block.exprs.len()).rev() {
            if !live[i] {
                continue;
            }
            if let Some(CarriedExpr { value, by, .. }) = of[i] {
                needed[value].insert(by, ExprId(i));
            }
            if of[i].is_none_or(|place: CarriedExpr| place.computed) {
                for_each_operand(&block.exprs[i].node, |id| live[id.0] = true);
            }
        }
        CarriedExprs { of, needed }
    }

    /// By value, whether it is computed from others.
    fn behind(&self, block: &Block) -> Vec<bool> {
        let mut from_others: Vec<bool> = Vec::with_capacity(block.exprs.len());
        let mut behind = vec![false; self.needed.len()];
        for (i, expr) in block.exprs.iter().enumerate() {
            let mut any = false;
            for_each_operand(&expr.node, |id| any |= self.of[id.0].is_some() || from_others[id.0]);
            from_others.push(any);
            if let Some(CarriedExpr { value, computed: true, .. }) = self.of[i] {
                behind[value] |= any;
            }
        }
        behind
    }

    /// The block as iterations after the first compute it, with what they carry.
    fn carried(
        &self,
        block: &Block,
        results: &[ExprId],
        values: &[CarriedValue],
        lane: VarId,
    ) -> Carried {
        let order = CarriedOrder::of(self, block);
        let ahead = order.aheads.iter().map(|value| {
            let (id, by) = values[*value].at.first_key_value().expect("a value is somewhere");
            (*id, Affine::from(lane).offset(order.nearest(*value) - by))
        });
        let ahead = appended(block, ahead, lane);
        let first_of = |value: &usize| (order.first(*value), Affine::from(lane));
        let first = appended(block, order.behinds.iter().map(first_of), lane);
        let exprs = block.exprs.iter().enumerate().map(|(i, expr)| order.expr(i, expr)).collect();
        let (rest, kept) = by_results(&OrderedExprs { exprs, results: results.to_vec() });
        let splices = kept
            .iter()
            .enumerate()
            .filter_map(|(new, old)| Some((ExprId(new), order.splice(*old)?)));
        let splices = splices.collect();
        let span = |value: &usize| span(self.needed[*value].keys());
        let behind = order.behinds.iter().map(|value| {
            let new = kept.iter().position(|kept| *kept == order.handed_on(*value).0);
            let new = ExprId(new.expect("what is handed on is needed"));
            Behind { value: new, span: span(value) }
        });
        Carried {
            values: values.to_vec(),
            ahead,
            spans: order.aheads.iter().map(span).collect(),
            behind: behind.collect(),
            rest,
            splices,
            first,
        }
    }
}

/// The carried values by how an iteration has them.
struct CarriedOrder<'a> {
    exprs: &'a CarriedExprs,
    /// Those that it computes for itself and the next ones.
    aheads: Vec<usize>,
    /// Those that are computed from others, of which it has what the one before hands on.
    behinds: Vec<usize>,
}

impl CarriedOrder<'_> {
    /// The values of a block.
    fn of<'a>(exprs: &'a CarriedExprs, block: &Block) -> CarriedOrder<'a> {
        let is_behind = exprs.behind(block);
        let [aheads, behinds] = [false, true]
            .map(|is| (0..is_behind.len()).filter(|v| is_behind[*v] == is).collect::<Vec<_>>());
        CarriedOrder { exprs, aheads, behinds }
    }

    /// The nearest point at which a value is needed.
    fn nearest(&self, value: usize) -> i64 {
        self.exprs.needed[value].first_key_value().map_or(0, |(by, _)| *by)
    }

    /// The farthest one.
    fn farthest(&self, value: usize) -> i64 {
        self.exprs.needed[value].last_key_value().map_or(0, |(by, _)| *by)
    }

    /// The expression that a value is at the nearest point.
    fn first(&self, value: usize) -> ExprId {
        *self.exprs.needed[value].first_key_value().expect(NEEDED).1
    }

    /// The expression that a value is at the farthest point.
    fn handed_on(&self, value: usize) -> ExprId {
        *self.exprs.needed[value].last_key_value().expect(NEEDED).1
    }

    /// The lanes that an expression is, if it is a carried value and not computed.
    fn splice(&self, i: usize) -> Option<Splice> {
        let CarriedExpr { value, by, computed } = self.exprs.of[i]?;
        match self.behinds.binary_search(&value) {
            Ok(_) if computed => None,
            Ok(behind) => Some(Splice::Behind { value: behind, by: self.farthest(value) - by }),
            Err(_) => {
                let ahead = self.aheads.binary_search(&value).ok()?;
                Some(Splice::Ahead { value: ahead, by: by - self.nearest(value) })
            }
        }
    }

    /// An expression of the block, or what stands where lanes are put in: what they need.
    fn expr(&self, i: usize, expr: &Expr) -> Expr {
        match self.splice(i) {
            Some(Splice::Ahead { .. }) => Expr { node: Node::Scalar(ScalarId(0)), ..*expr },
            Some(Splice::Behind { value, .. }) => {
                Expr { node: Node::Cast(self.handed_on(self.behinds[value])), ..*expr }
            }
            None => expr.clone(),
        }
    }
}

/// Some expressions of a block with what they need, each at another place along a variable.
fn appended(
    block: &Block,
    some: impl Iterator<Item = (ExprId, Affine)>,
    lane: VarId,
) -> OrderedExprs {
    let mut builder = BlockBuilder::new();
    let results = some.map(|(id, to)| {
        let needed = used(block, &[id]);
        let mut new = vec![ExprId(0); block.exprs.len()];
        for (i, expr) in block.exprs.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let mut node = map_operands(&expr.node, |id| new[id.0]);
            change_affine(&mut node, &|a| a.substitute_var(lane, &to));
            new[i] = builder.push(Expr { ty: expr.ty, node, loc: expr.loc });
        }
        new[id.0]
    });
    let results = results.collect();
    arrange(OrderedExprs { exprs: builder.into_exprs(), results }).0
}
