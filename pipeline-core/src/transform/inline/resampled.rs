//! Stages that are computed in registers where their only consumer is, which samples them at
//! another rate.
//!
//! ```text
//! down(y, x) = img(2*y, x) + img(2*y + 1, x) + img(2*y + 2, x)
//! half(y, x) = down(y, 2*x) + down(y, 2*x + 1) + down(y, 2*x + 2)
//!
//! a point of half reads nine of img, as two points of down and one of half do together
//! ```
//!
//! As for [neighbours](super::neighbours), the price of vectors decides, here of as many points of
//! the producer as the consumer has. A border of the producer becomes cases of the consumer, as
//! propagation has it (CC 2018, Section 3), which must not cut loops in two (Section 4.3).

use super::super::propagate::complexity::cuts_loops;
use super::super::propagate::into_readers;
use crate::analysis::lane::lane_dimension;
use crate::analysis::together::Together;
use crate::ir::{Affine, Atom, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{MOST_ROWS, RESAMPLED, START_OF_ROW};

/// The only consumer of a stage with it in it, if it samples the stage at another rate and that is
/// no dearer than both.
pub fn replaced(p: &Pipeline, producer: StageId, consumer: StageId) -> Option<Stage> {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let ordered = of.is_ordered(producer) || stage.is_ordered(consumer);
    if ordered || !samples(stage, producer) {
        return None;
    }
    let mut after = into_readers(p, producer).ok()?;
    let both = after.stages.swap_remove(consumer.0);
    (!cuts_loops(stage, &both) && pays(p, of, stage, &both)).then_some(both)
}

/// Whether a stage reads another one outside windows only, and along some dimension at another rate
/// than its own.
fn samples(stage: &Stage, producer: StageId) -> bool {
    let (mut plainly, mut sampled) = (true, false);
    for block in stage.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                let rates = index.iter().enumerate().map(|(dim, i)| rate(i, VarId(dim)));
                for rate in rates {
                    plainly &= std::ptr::eq(within, block) && rate.is_some();
                    sampled |= rate == Some(Rate::Other);
                }
            }
        });
    }
    plainly && sampled
}

/// How an index follows a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rate {
    /// A coordinate for each, at a known distance.
    Own,
    /// Every so manieth coordinate, or one for several.
    Other,
}

fn rate(index: &Index, var: VarId) -> Option<Rate> {
    let Index::Affine(a) = index else { return None };
    if a.sub(&Affine::from(var)).as_constant().is_some() {
        return Some(Rate::Own);
    }
    let [(atom, times)] = a.terms() else { return None };
    match atom {
        Atom::Var(own) if *own == var && *times > 1 => Some(Rate::Other),
        Atom::Div(inner, _) if *times == 1 => {
            let follows = matches!(inner.terms(), [(Atom::Var(own), k)] if *own == var && *k >= 1);
            follows.then_some(Rate::Other)
        }
        Atom::Var(_) | Atom::Div(..) | Atom::Size(_) => None,
    }
}

/// Whether a stage with another one in it is no dearer than both, when rows run together.
fn pays(p: &Pipeline, of: &Stage, stage: &Stage, both: &Stage) -> bool {
    let sizes = p.estimates();
    let points = |stage: &Stage| -> f64 {
        stage.domain.0.iter().map(|dim| dim.extent(&sizes).max(1) as f64).product()
    };
    let price = |stage: &Stage| Together::of_stage(p, stage).price(MOST_ROWS);
    let apart = price(of) * points(of) / points(stage) + price(stage);
    let row = stage.domain.0[lane_dimension(&stage.domain)].extent(&sizes);
    let start = 1.0 + START_OF_ROW / row.max(1) as f64;
    price(both) * start <= apart * RESAMPLED
}
