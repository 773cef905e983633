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
//! producer becomes cases of the consumer, as propagation has it (CC 2018, Section 3), which must
//! not cut loops in two (Section 4.3) and not be much code.

use super::super::propagate::complexity::cuts_loops;
use super::super::propagate::into_readers;
use crate::analysis::together::Prices;
use crate::analysis::vectors::registers_of;
use crate::ir::{Affine, Atom, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{DOWNSAMPLED, MOST_CODE, MOST_ROWS, UPSAMPLED};

/// The only consumer of a stage with it in it, if it samples the stage at another rate and that is
/// no dearer than both.
pub fn replaced(
    p: &Pipeline,
    prices: &mut Prices,
    producer: StageId,
    consumer: StageId,
) -> Option<Stage> {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    if of.is_ordered(producer) || stage.is_ordered(consumer) {
        return None;
    }
    let margin = margin(stage, producer)?;
    let both = into_readers(p, producer).ok()?.stages.swap_remove(consumer.0);
    let little = code(&both) <= MOST_CODE * (code(of) + code(stage));
    let fits = little && !cuts_loops(stage, &both);
    (fits && pays(p, prices, [of, stage, &both], margin)).then_some(both)
}

/// The registers that its values would take, if each had its own.
fn code(stage: &Stage) -> usize {
    stage.blocks().map(|block| registers_of(&block.exprs)).sum()
}

/// Whether the last of a producer, its consumer and both together costs so many times at most what
/// the others do, when rows run together.
fn pays(p: &Pipeline, prices: &mut Prices, stages: [&Stage; 3], margin: f64) -> bool {
    let sizes = p.estimates();
    let points = |stage: &Stage| -> f64 {
        stage.domain.0.iter().map(|dim| dim.extent(&sizes).max(1) as f64).product()
    };
    let [of, stage, both] = stages.map(|stage| prices.of_stage(p, stage).price(MOST_ROWS));
    let of_one = points(stages[0]) / points(stages[1]);
    both <= (of * of_one + stage) * margin
}

/// How many times the price apart the price together may be; nothing if the consumer reads the
/// producer only once, in a window, elsewhere, or at its own rate only.
fn margin(consumer: &Stage, producer: StageId) -> Option<f64> {
    let (mut rates, mut reads) = (Vec::new(), 0);
    for block in consumer.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                reads += 1;
                let in_window = !std::ptr::eq(within, block);
                let of_index = index.iter().enumerate();
                rates.extend(of_index.map(|(dim, i)| rate(i, VarId(dim)).filter(|_| !in_window)));
            }
        });
    }
    let rates = rates.into_iter().collect::<Option<Vec<Rate>>>()?;
    if reads == 1 {
        None
    } else if rates.contains(&Rate::Less) {
        Some(DOWNSAMPLED)
    } else {
        rates.contains(&Rate::More).then_some(UPSAMPLED)
    }
}

/// How coordinates of the producer follow those of the consumer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rate {
    /// One for each, at a known distance.
    Own,
    /// Every second or so for each.
    Less,
    /// One for several.
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
