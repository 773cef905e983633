//! What a block whose values are carried computes at least, found without making that block.

use super::{CarriedExprs, CarriedOrder, CarriedValue, Splice, used};
use crate::ir::nodes::for_each_operand;
use crate::ir::{Block, ExprId};
use std::collections::{BTreeMap, BTreeSet};

/// Which expressions of a block an iteration computes when some are carried.
pub struct Outline {
    /// What is carried: the numbers of those values that can be.
    pub classes: BTreeSet<usize>,
    /// All that it computes beside what is ahead.
    pub rest: Vec<bool>,
    /// What it computes ahead, at some point: sets of values that are as far from where the
    /// block has them. Sets may share something at their own points, which is not counted here.
    pub ahead: Vec<Vec<bool>>,
    /// Where lanes of two vectors are put in.
    pub splices: Vec<ExprId>,
}

impl Outline {
    pub(super) fn of(
        places: &CarriedExprs,
        block: &Block,
        results: &[ExprId],
        values: &[CarriedValue],
        classes: BTreeSet<usize>,
    ) -> Outline {
        let order = CarriedOrder::of(places, block);
        let mut ahead: BTreeMap<i64, Vec<ExprId>> = BTreeMap::new();
        for value in &order.aheads {
            let (id, by) = values[*value].at.first_key_value().expect("a value is somewhere");
            ahead.entry(order.nearest(*value) - by).or_default().push(*id);
        }
        let ahead = ahead.into_values().map(|some| used(block, &some)).collect();
        let RestOutline { computed: rest, splices } = RestOutline::of(&order, block, results);
        Outline { classes, rest, ahead, splices }
    }
}

/// What is not computed ahead.
struct RestOutline {
    computed: Vec<bool>,
    splices: Vec<ExprId>,
}

impl RestOutline {
    fn of(order: &CarriedOrder<'_>, block: &Block, results: &[ExprId]) -> RestOutline {
        let mut computed = vec![false; block.exprs.len()];
        let handed_on = order.behinds.iter().map(|value| order.handed_on(*value));
        results.iter().copied().chain(handed_on).for_each(|id| computed[id.0] = true);
        let mut splices = Vec::new();
        for i in (0..block.exprs.len()).rev() {
            if !computed[i] {
                continue;
            }
            match order.splice(i) {
                Some(Splice::Ahead { by: 0, .. }) => computed[i] = false,
                Some(Splice::Ahead { .. } | Splice::Behind { .. }) => {
                    computed[i] = false;
                    splices.push(ExprId(i));
                }
                None => for_each_operand(&block.exprs[i].node, |id| computed[id.0] = true),
            }
        }
        RestOutline { computed, splices }
    }
}
