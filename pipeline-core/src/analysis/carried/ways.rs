//! The ways to carry values of a block: which sets of them there are.

use super::moves::{CarriedMoves, moves};
use super::{Carried, CarriedExprs, CarriedValue, Outline, fit, used};
use crate::ir::nodes::for_each_operand;
use crate::ir::{Block, ElemType, ExprId, Node, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The ways to carry values of a block along a variable, `results` being what is used of it.
pub struct Ways<'a> {
    block: &'a Block,
    results: &'a [ExprId],
    lane: VarId,
    /// The values, by class.
    values: BTreeMap<usize, CarriedValue>,
    /// What is carried together, none of it computed from another: from what is computed last to
    /// what is computed first.
    orders: Vec<BTreeSet<usize>>,
}

impl<'a> Ways<'a> {
    /// Those of a block.
    pub fn of(block: &'a Block, results: &'a [ExprId], lane: VarId) -> Ways<'a> {
        let moves = moves(block, lane);
        let several = at_several_points(block, &moves);
        let mut refused = BTreeSet::new();
        let mut orders: Vec<BTreeSet<usize>> = Vec::new();
        while let Some(roots) = roots(block, results, &moves, &several, &refused) {
            refused.extend(&roots);
            orders.extend(apart(block, &moves, roots));
        }
        let used = used(block, results);
        let classes = orders.iter().flatten();
        let values = classes.map(|class| (*class, members(&moves, &used, *class))).collect();
        Ways { block, results, lane, values, orders }
    }

    /// How many sets of values there are, of which any may be carried at once.
    pub fn orders(&self) -> usize {
        self.orders.len()
    }

    /// How these sets are carried, or as many of their values as can be.
    pub fn carried(&self, orders: &BTreeSet<usize>) -> Option<Carried> {
        let FittingValues { values, places, .. } = self.fitting(orders)?;
        Some(places.carried(self.block, self.results, &values, self.lane))
    }

    /// What is computed then.
    pub fn outline(&self, orders: &BTreeSet<usize>) -> Option<Outline> {
        let FittingValues { classes, values, places } = self.fitting(orders)?;
        Some(Outline::of(&places, self.block, self.results, &values, classes))
    }

    /// As many values of these sets as can be carried, if any can.
    fn fitting(&self, orders: &BTreeSet<usize>) -> Option<FittingValues> {
        let all = orders.iter().flat_map(|order| &self.orders[*order]);
        let mut classes: BTreeSet<usize> = all.copied().collect();
        loop {
            let values: Vec<CarriedValue> =
                classes.iter().map(|class| self.values[class].clone()).collect();
            let places = CarriedExprs::of(self.block, self.results, &values);
            let kept = classes.iter().zip(&places.needed).filter(|(_, at)| fit(at.keys()));
            let kept: BTreeSet<usize> = kept.map(|(class, _)| *class).collect();
            if kept == classes {
                let fitting = FittingValues { classes, values, places };
                return (!fitting.values.is_empty()).then_some(fitting);
            }
            classes = kept;
        }
    }

    /// How each of the sets is carried by itself.
    pub fn each(&self) -> impl Iterator<Item = Carried> {
        (0..self.orders()).filter_map(|order| self.carried(&BTreeSet::from([order])))
    }
}

/// Values that can be carried together, and where.
struct FittingValues {
    classes: BTreeSet<usize>,
    values: Vec<CarriedValue>,
    places: CarriedExprs,
}

/// The expressions of a class, of those that are `used`.
fn members(moves: &[CarriedMoves], used: &[bool], class: usize) -> CarriedValue {
    let mut at: BTreeMap<ExprId, i64> = BTreeMap::new();
    for (i, moves) in moves.iter().enumerate().filter(|(i, _)| used[*i]) {
        match moves {
            CarriedMoves::By { class: of, offset } if *of == class => {
                at.insert(ExprId(i), *offset);
            }
            CarriedMoves::By { .. } | CarriedMoves::Not { .. } | CarriedMoves::Otherwise => {}
        }
    }
    let nearest = at.values().min().copied().unwrap_or(0);
    at.values_mut().for_each(|by| *by -= nearest);
    CarriedValue { at }
}

/// The classes of values that are computed at several points.
fn at_several_points(block: &Block, moves: &[CarriedMoves]) -> BTreeSet<usize> {
    let mut first: BTreeMap<usize, i64> = BTreeMap::new();
    let mut several = BTreeSet::new();
    for (moves, expr) in moves.iter().zip(&block.exprs) {
        let computed = expr.ty != ElemType::Bool && !matches!(expr.node, Node::Read { .. });
        if let (CarriedMoves::By { class, offset }, true) = (moves, computed)
            && *first.entry(*class).or_insert(*offset) != *offset
        {
            several.insert(*class);
        }
    }
    several
}

/// The classes to carry: of `several`, those that are computed last, others than those `refused`,
/// and than those needed at one point only, or at points that are too far from each other.
fn roots(
    block: &Block,
    results: &[ExprId],
    moves: &[CarriedMoves],
    several: &BTreeSet<usize>,
    refused: &BTreeSet<usize>,
) -> Option<BTreeSet<usize>> {
    let mut open: BTreeSet<usize> = several.difference(refused).copied().collect();
    loop {
        let mut needed = vec![false; block.exprs.len()];
        results.iter().for_each(|id| needed[id.0] = true);
        let mut offsets: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
        for i in (0..block.exprs.len()).rev() {
            if !needed[i] {
                continue;
            }
            match moves[i] {
                CarriedMoves::By { class, offset } if open.contains(&class) => {
                    offsets.entry(class).or_default().insert(offset);
                }
                CarriedMoves::By { .. } | CarriedMoves::Not { .. } | CarriedMoves::Otherwise => {
                    for_each_operand(&block.exprs[i].node, |id| needed[id.0] = true);
                }
            }
        }
        let before = open.len();
        open.retain(|class| offsets.get(class).is_none_or(|at| fit(at.iter())));
        if open.len() == before {
            return (!offsets.is_empty()).then(|| offsets.into_keys().collect());
        }
    }
}

/// Classes to carry in sets of which none is computed from another of its set: those that need most
/// others first.
fn apart(block: &Block, moves: &[CarriedMoves], roots: BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let mut needs: Vec<bool> = Vec::with_capacity(block.exprs.len());
    let mut outer = BTreeSet::new();
    let root = |id: ExprId| match moves[id.0] {
        CarriedMoves::By { class, .. } => Some(class).filter(|class| roots.contains(class)),
        CarriedMoves::Not { .. } | CarriedMoves::Otherwise => None,
    };
    for (i, expr) in block.exprs.iter().enumerate() {
        let mut any = false;
        for_each_operand(&expr.node, |id| any |= needs[id.0] || root(id).is_some());
        needs.push(any);
        outer.extend(root(ExprId(i)).filter(|_| any));
    }
    let inner: BTreeSet<usize> = roots.difference(&outer).copied().collect();
    let mut sets = if outer.is_empty() { Vec::new() } else { apart(block, moves, outer) };
    sets.push(inner);
    sets
}
