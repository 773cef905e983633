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
//! the producer as the consumer has, with a margin for what that price leaves out. A border of the
//! producer becomes a case of the consumer, as propagation has it (CC 2018, Section 3), which must
//! not cut loops in two (Section 4.3): one more at most, since each is code and a launch of its own.

use super::super::propagate::complexity::cuts_loops;
use super::super::propagate::into_readers;
use crate::analysis::lane::lane_dimension;
use crate::analysis::together::Together;
use crate::ir::{Affine, Atom, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{DOWNSAMPLED, MOST_ROWS, START_OF_ROW, UPSAMPLED};

/// The only consumer of a stage with it in it, if it samples the stage at another rate and that is
/// no dearer than both.
pub fn replaced(p: &Pipeline, producer: StageId, consumer: StageId) -> Option<Stage> {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let ordered = of.is_ordered(producer) || stage.is_ordered(consumer);
    let margin = margin(stage, producer).filter(|_| !ordered)?;
    let mut after = into_readers(p, producer).ok()?;
    let both = after.stages.swap_remove(consumer.0);
    let few = both.cases.len() <= stage.cases.len() + 1 && !cuts_loops(stage, &both);
    (few && pays(p, of, stage, &both, margin)).then_some(both)
}

/// What the price may be over that of both stages; nothing if the consumer reads the producer once,
/// in a window, elsewhere, or at its own rate only.
fn margin(stage: &Stage, producer: StageId) -> Option<f64> {
    let (mut rates, mut reads) = (Vec::new(), 0);
    for block in stage.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                reads += 1;
                let outside_windows = std::ptr::eq(within, block);
                let of_index = index.iter().enumerate();
                rates.extend(
                    of_index.map(|(dim, i)| rate(i, VarId(dim)).filter(|_| outside_windows)),
                );
            }
        });
    }
    let rates = rates.into_iter().collect::<Option<Vec<Rate>>>()?;
    match () {
        () if reads == 1 => None,
        () if rates.contains(&Rate::Less) => Some(DOWNSAMPLED),
        () if rates.contains(&Rate::More) => Some(UPSAMPLED),
        () => None,
    }
}

/// How an index follows a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rate {
    /// A coordinate for each, at a known distance.
    Own,
    /// Every so manieth coordinate.
    Less,
    /// One coordinate for several.
    More,
}

fn rate(index: &Index, var: VarId) -> Option<Rate> {
    let Index::Affine(a) = index else { return None };
    if a.sub(&Affine::from(var)).as_constant().is_some() {
        return Some(Rate::Own);
    }
    let [(atom, times)] = a.terms() else { return None };
    match atom {
        Atom::Var(own) if *own == var && *times > 1 => Some(Rate::Less),
        Atom::Div(inner, _) if *times == 1 => match inner.terms() {
            [(Atom::Var(own), 1)] if *own == var => Some(Rate::More),
            _ => None,
        },
        Atom::Var(_) | Atom::Div(..) | Atom::Size(_) => None,
    }
}

/// Whether a stage with another one in it is no dearer than both, when rows run together.
fn pays(p: &Pipeline, of: &Stage, stage: &Stage, both: &Stage, margin: f64) -> bool {
    let sizes = p.estimates();
    let points = |stage: &Stage| -> f64 {
        stage.domain.0.iter().map(|dim| dim.extent(&sizes).max(1) as f64).product()
    };
    let price = |stage: &Stage| Together::of_stage(p, stage).price(MOST_ROWS);
    let apart = price(of) * points(of) / points(stage) + price(stage);
    let row = stage.domain.0[lane_dimension(&stage.domain)].extent(&sizes);
    let start = 1.0 + START_OF_ROW / row.max(1) as f64;
    price(both) * start <= apart * margin
}
