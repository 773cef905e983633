//! What is known of a block whatever the width of vectors, found once for all prices.

use super::lives::{LastUses, Lives};
use super::{bits, varies};
use crate::analysis::carried::{Behind, Carried, Outline, Splice, Ways};
use crate::analysis::windows::{Windows, windows};
use crate::ir::{Block, Expr, ExprId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A block, and the ways to carry its values that have been asked for.
pub struct KnownBlock<'a> {
    pub exprs: KnownExprs,
    pub ends: LastUses,
    lane: VarId,
    ways: Ways<'a>,
    carried: BTreeMap<BTreeSet<usize>, Option<KnownWay>>,
    outlines: BTreeMap<BTreeSet<usize>, Option<KnownOutline>>,
}

/// Expressions.
pub struct KnownExprs {
    /// Which differ between lanes.
    pub varies: Vec<bool>,
    /// The loops of windows.
    pub loops: Vec<KnownLoop>,
}

/// The loop of some windows.
pub struct KnownLoop {
    pub of: Windows,
    pub body: KnownExprs,
    pub ends: LastUses,
}

/// A way to carry values.
pub struct KnownWay {
    pub carried: Carried,
    /// What is computed ahead.
    pub ahead: KnownExprs,
    /// What is computed of the rest.
    pub rest: KnownExprs,
    pub ends: LastUses,
}

/// The least that is computed of a block some of whose values are carried.
pub struct KnownOutline {
    /// Which values can be carried at all.
    pub classes: BTreeSet<usize>,
    /// What is beside the values computed ahead.
    pub rest: KnownExprs,
    /// Each of the sets of these.
    pub ahead: Vec<KnownExprs>,
    /// Where lanes of two vectors are put in.
    pub splices: Vec<ExprId>,
}

impl<'a> KnownBlock<'a> {
    /// A block of which some values are stored.
    pub fn of(block: &'a Block, stored: &'a [ExprId], lane: VarId) -> KnownBlock<'a> {
        let exprs = KnownExprs::of(&block.exprs, lane, &none);
        let mut lives = Lives::default();
        lives.extend(&block.exprs, &exprs.varies);
        let ends = lives.ends(stored.iter().map(|id| id.0));
        let ways = Ways::of(block, stored, lane);
        KnownBlock { exprs, ends, lane, ways, carried: BTreeMap::new(), outlines: BTreeMap::new() }
    }

    /// How many sets of values may be carried.
    pub fn orders(&self) -> usize {
        self.ways.orders()
    }

    /// What is computed at least if some of these sets are carried.
    pub fn outline(&mut self, orders: &BTreeSet<usize>) -> Option<&KnownOutline> {
        let (ways, varies) = (&self.ways, &self.exprs.varies);
        let found = || ways.outline(orders).map(|outline| KnownOutline::of(outline, varies));
        self.outlines.entry(orders.clone()).or_insert_with(found).as_ref()
    }

    /// How some of these sets are carried.
    pub fn way(&mut self, orders: &BTreeSet<usize>) -> Option<&KnownWay> {
        let (ways, lane) = (&self.ways, self.lane);
        let found = || ways.carried(orders).map(|carried| KnownWay::of(carried, lane));
        self.carried.entry(orders.clone()).or_insert_with(found).as_ref()
    }

    /// The same, of sets that have been asked for; nothing of none.
    pub fn take(mut self, orders: &BTreeSet<usize>) -> Option<Carried> {
        self.carried.remove(orders).flatten().map(|way| way.carried)
    }
}

impl KnownExprs {
    /// Values that are `given` are others in each lane.
    fn of(exprs: &[Expr], lane: VarId, given: &dyn Fn(ExprId) -> bool) -> KnownExprs {
        let loops = windows(exprs, &none).into_iter().map(|of| KnownLoop::of(exprs, of, lane));
        KnownExprs { loops: loops.collect(), varies: varies(exprs, lane, given) }
    }
}

impl KnownOutline {
    /// The loops of windows are not counted.
    fn of(Outline { classes, rest, ahead, splices }: Outline, varies: &[bool]) -> KnownOutline {
        let known = |computed: Vec<bool>| {
            let both =
                computed.into_iter().zip(varies).map(|(computed, varies)| computed && *varies);
            KnownExprs { varies: both.collect(), loops: Vec::new() }
        };
        KnownOutline {
            classes,
            rest: known(rest),
            ahead: ahead.into_iter().map(known).collect(),
            splices,
        }
    }
}

impl KnownLoop {
    fn of(exprs: &[Expr], of: Windows, lane: VarId) -> KnownLoop {
        let body = KnownExprs::of(&of.body.exprs, lane, &none);
        let mut lives = Lives::default();
        of.members.iter().for_each(|total| lives.push(bits(exprs[total.of.0].ty)));
        lives.extend(&of.body.exprs, &body.varies);
        let ends = lives.ends(0..of.members.len());
        KnownLoop { of, body, ends }
    }
}

impl KnownWay {
    fn of(carried: Carried, lane: VarId) -> KnownWay {
        let Carried { ahead, rest, splices, behind, .. } = &carried;
        let of_ahead = KnownExprs::of(&ahead.exprs, lane, &none);
        let of_rest = KnownExprs::of(&rest.exprs, lane, &|id| splices.contains_key(&id));
        let mut lives = Lives::default();
        ahead.results.iter().for_each(|id| lives.push(bits(ahead.exprs[id.0].ty)));
        let first_behind = lives.len();
        behind.iter().for_each(|of| lives.push(bits(rest.exprs[of.value.0].ty)));
        let first_ahead = lives.len();
        lives.extend(&ahead.exprs, &of_ahead.varies);
        let first = lives.len();
        lives.extend(&rest.exprs, &of_rest.varies);
        for (id, splice) in splices {
            let both = match splice {
                Splice::Ahead { value, .. } => [*value, first_ahead + ahead.results[*value].0],
                Splice::Behind { value, .. } => {
                    [first_behind + value, first + behind[*value].value.0]
                }
            };
            lives.made_of(first + id.0, both);
        }
        let kept = ahead.results.iter().map(|id| first_ahead + id.0);
        let handed_on = rest.results.iter().chain(behind.iter().map(|Behind { value, .. }| value));
        let ends = lives.ends(kept.chain(handed_on.map(|id| first + id.0)));
        KnownWay { ahead: of_ahead, rest: of_rest, ends, carried }
    }
}

/// No value.
fn none(_: ExprId) -> bool {
    false
}
