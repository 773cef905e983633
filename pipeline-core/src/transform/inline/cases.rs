//! A stage with several cases goes into what reads it.
//!
//! Its only consumer gets the cases, if it reads each point once, at one index of plain variables:
//! the second rule of PolyMage+'s Algorithm 3.
//!
//! ```text
//! wide(y, x) = if x % 2 == 0 { a(y, x/2) } else { b(y, x/2) }
//! out(y, x) = wide(y, x) / 4
//!
//! out(y, x) = if x % 2 == 0 { a(y, x/2) / 4 } else { b(y, x/2) / 4 }
//! ```
//!
//! Several reads get a case each, if no two of them are of one point: the third rule. No consumer
//! gets more cases by that.
//!
//! ```text
//! even(y, x) = wide(y, 2*x) / 4
//! odd(y, x) = wide(y, 2*x + 1) / 4
//!
//! even(y, x) = a(y, x) / 4
//! odd(y, x) = b(y, x) / 4
//! ```
//!
//! So nothing is computed again. A stage that is a channel of pixels stays: the others would be in
//! other loops, and each stored element by element.

use super::super::propagate::into_readers;
use super::super::replace::affine_of;
use super::{only, uses};
use crate::analysis::lane::lane_dimension;
use crate::ir::{Affine, Block, Case, Index, Node, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::MOST_CASES_INLINED;
use std::collections::BTreeSet;

/// A consumer's cases with a producer in them.
pub struct WithCases {
    pub consumer: StageId,
    pub cases: Vec<Case>,
}

/// What a stage itself must be like.
fn may_be_inlined(p: &Pipeline, id: StageId) -> bool {
    let stage = &p.stages[id.0];
    let window = |block: &Block| block.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
    let cases = 2..=MOST_CASES_INLINED;
    !stage.is_ordered(id)
        && stage.border.is_none()
        && cases.contains(&stage.cases.len())
        && !stage.cases.iter().any(|case| window(&case.value))
}

/// The consumers of a stage with it in them, if one of the rules has it and none gets too large.
pub fn replaced(
    p: &Pipeline,
    producer: StageId,
    consumers: &BTreeSet<StageId>,
) -> Option<Vec<WithCases>> {
    let ordered = |consumer: &StageId| p.stages[consumer.0].is_ordered(*consumer);
    if !may_be_inlined(p, producer) || consumers.iter().any(ordered) {
        return None;
    }
    let uses = uses(p, producer, consumers)?;
    let plainly = |consumer: StageId| {
        reads_plainly(p, consumer, producer) && !is_of_some_channels(p, consumer, producer)
    };
    let once = uses.indices == 1 && uses.times == 1 && only(consumers).is_some_and(plainly);
    let apart = uses.indices > 1 && uses.apart;
    if !once && !apart {
        return None;
    }
    let mut after = into_readers(p, producer).ok()?;
    let with_cases = |consumer: &StageId| {
        let cases = std::mem::take(&mut after.stages[consumer.0].cases);
        let most = if once { MOST_CASES_INLINED } else { p.stages[consumer.0].cases.len() };
        (cases.len() <= most).then_some(WithCases { consumer: *consumer, cases })
    };
    consumers.iter().map(with_cases).collect()
}

/// Whether a stage reads another one at a variable in each dimension, outside windows.
fn reads_plainly(p: &Pipeline, consumer: StageId, producer: StageId) -> bool {
    let mut plainly = true;
    for case in &p.stages[consumer.0].cases {
        case.value.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                plainly &= std::ptr::eq(within, &case.value) && index.iter().all(is_variable);
            }
        });
    }
    plainly
}

/// Whether a stage reads another one for some channels of its pixels only. With cases these
/// channels would no longer have the same loops as the others, and each would be stored element by
/// element.
fn is_of_some_channels(p: &Pipeline, consumer: StageId, producer: StageId) -> bool {
    let Stage { cases, domain, .. } = &p.stages[consumer.0];
    let channel = VarId(domain.0.len().saturating_sub(1));
    let mut some = false;
    for case in cases {
        case.value.for_each_read(&mut |_, _, source, index| {
            if source == Source::Stage(producer) {
                some |= !index.iter().filter_map(affine_of).any(|a| a.mentions_var(channel));
            }
        });
    }
    some && lane_dimension(domain) < channel.0
}

fn is_variable(index: &Index) -> bool {
    affine_of(index).is_some_and(|a| matches!(a.vars()[..], [v] if *a == Affine::from(v)))
}
