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
//! A plane of the producer that is read for all planes of the consumer is such a rate, too: colours
//! that are divided by their alpha.
//!
//! As for [neighbours](super::neighbours), the price of vectors decides, here of as many points of
//! the producer as the consumer has, with a margin for what that price leaves out. A border of the
//! producer becomes cases of the consumer, as propagation has it (CC 2018, Section 3), which must
//! be few, not cut loops in two (Section 4.3) and not be much code. The ratio to what is read must
//! not grow, so that halvings of one dimension do not go into each other: the price leaves out how
//! far apart the points are that a vector loads, and how many rows are read at a time.

use super::super::propagate::complexity::cuts_loops;
use super::super::propagate::into_reader;
use super::super::replace::at;
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::analysis::magnitude::may_compose;
use crate::analysis::together::RowPrices;
use crate::analysis::vectors::registers_of_stage;
use crate::ir::nodes::as_affine;
use crate::ir::{Affine, Atom, Block, Case, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{DOWNSAMPLED, MOST_CASES_INLINED, MOST_CODE, MOST_ROWS, UPSAMPLED};

/// The only consumer of a stage with it in it, if it samples the stage at another rate and that is
/// no dearer than both.
pub fn replaced(
    p: &Pipeline,
    facts: &Facts,
    prices: &RowPrices,
    producer: StageId,
    consumer: StageId,
) -> Option<Stage> {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    if of.is_ordered(producer) || stage.is_ordered(consumer) {
        return None;
    }
    let margin = margin(stage, (producer, of))?;
    let most = ratio(of).max(ratio(stage));
    // Telling so much in advance is much cheaper than the consumer with its producer.
    if ratio_together(stage, (producer, of)) > most {
        return None;
    }
    let both = into_reader(p, facts, producer, consumer, MOST_CASES_INLINED)?;
    let code = [of, stage].map(registers_of_stage).iter().sum::<usize>();
    let fits = registers_of_stage(&both) <= MOST_CODE * code
        && ratio(&both) <= most
        && !cuts_loops(stage, &both);
    (fits && price(p, prices, &both) <= apart(p, prices, of, stage) * margin).then_some(both)
}

/// The price of vectors of a point when rows run together.
fn price(p: &Pipeline, prices: &RowPrices, stage: &Stage) -> f64 {
    prices.of_stage(p, stage).price(MOST_ROWS)
}

/// That of a point of a consumer, and of as many points of its producer as there are for one.
fn apart(p: &Pipeline, prices: &RowPrices, producer: &Stage, consumer: &Stage) -> f64 {
    let sizes = p.estimates();
    let points = |stage: &Stage| -> f64 {
        stage.domain.0.iter().map(|dim| dim.extent(&sizes).max(1) as f64).product()
    };
    let of_one = points(producer) / points(consumer);
    price(p, prices, producer) * of_one + price(p, prices, consumer)
}

/// The largest ratio of the rate of a stage to that of what it reads, or the other way round: 1 if
/// all that it reads is at its own rate.
fn ratio(stage: &Stage) -> i64 {
    stage.blocks().map(|block| ratio_of_reads(block, &|a| Some(a.clone()))).fold(1, i64::max)
}

/// What the [ratio] of a consumer to what its producer reads is at least, where no border comes
/// between: of the producer's cases, a read is one.
fn ratio_together(consumer: &Stage, (producer, of): (StageId, &Stage)) -> i64 {
    let mut largest = 1;
    for block in consumer.blocks() {
        block.for_each_read(&mut |_, _, source, index| {
            let of_producer = source == Source::Stage(producer);
            let Some(mut there) = as_affine(index).filter(|_| of_producer) else { return };
            // The variables of its windows come after those of the consumer.
            let windows = there.len()..of.vars.len();
            there.extend(windows.map(|i| Affine::from(VarId(consumer.vars.len() + i))));
            let moved = |a: &Affine| may_compose(a, &there).then(|| at(a, &there));
            let of_case = |case: &Case| ratio_of_reads(&case.value, &moved);
            largest = largest.max(of.cases.iter().map(of_case).min().unwrap_or(1));
        });
    }
    largest
}

/// The largest ratio in the indices of a definition's reads, as they are somewhere; of one that is
/// too large there, all.
fn ratio_of_reads(block: &Block, there: &dyn Fn(&Affine) -> Option<Affine>) -> i64 {
    let mut largest = 1;
    block.for_each_read(&mut |_, _, _, index| {
        let ratios = index.iter().map(|i| match i {
            Index::Affine(a) => there(a).map_or(i64::MAX, |a| ratio_of(&a)),
            Index::Value(_) => 1,
        });
        largest = ratios.fold(largest, i64::max);
    });
    largest
}

fn ratio_of(a: &Affine) -> i64 {
    let ratios = a.terms().iter().map(|(atom, times)| match atom {
        Atom::Var(_) => times.saturating_abs(),
        Atom::Div(inner, by) => times.saturating_abs().max(by.saturating_mul(ratio_of(inner))),
        Atom::Size(_) => 1,
    });
    ratios.fold(1, i64::max)
}

/// How many times the price apart the price together may be; nothing if the consumer reads the
/// producer only once, in a window, elsewhere, at its own rate only, or a row of it at one point.
fn margin(consumer: &Stage, (producer, of): (StageId, &Stage)) -> Option<f64> {
    let (mut rates, mut reads) = (Vec::new(), 0);
    let lane = lane_dimension(&of.domain);
    for block in consumer.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                reads += 1;
                let in_window = !std::ptr::eq(within, block);
                let of_index = index.iter().enumerate();
                let rate = |(dim, i): (usize, &Index)| match rate(i, VarId(dim)) {
                    // A table is read, and not computed.
                    Some(SamplingRate::Plane) if dim == lane => None,
                    rate => rate.filter(|_| !in_window),
                };
                rates.extend(of_index.map(rate));
            }
        });
    }
    let rates = rates.into_iter().collect::<Option<Vec<SamplingRate>>>()?;
    if reads == 1 {
        None
    } else if rates.contains(&SamplingRate::Down) {
        Some(DOWNSAMPLED)
    } else {
        let several = |rate: &SamplingRate| matches!(rate, SamplingRate::Up | SamplingRate::Plane);
        rates.iter().any(several).then_some(UPSAMPLED)
    }
}

/// How coordinates of the producer follow those of the consumer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SamplingRate {
    /// One for each, at a known distance.
    Own,
    /// Every second or so for each.
    Down,
    /// One for several.
    Up,
    /// One for all.
    Plane,
}

fn rate(index: &Index, var: VarId) -> Option<SamplingRate> {
    let Index::Affine(a) = index else { return None };
    if a.as_constant().is_some() {
        return Some(SamplingRate::Plane);
    }
    if a.sub(&Affine::from(var)).as_constant().is_some() {
        return Some(SamplingRate::Own);
    }
    let [(atom, times)] = a.terms() else { return None };
    match atom {
        Atom::Var(own) if *own == var && *times > 1 => Some(SamplingRate::Down),
        Atom::Div(inner, _) if *times == 1 => match inner.terms() {
            [(Atom::Var(own), 1)] if *own == var => Some(SamplingRate::Up),
            _ => None,
        },
        Atom::Var(_) | Atom::Div(..) | Atom::Size(_) => None,
    }
}
