//! In which order a stage that reads itself can be computed: scans, recursive filters, iteration in
//! time.
//!
//! PolyMage, Section 2, has time-iterated functions, whose later values are defined by earlier
//! ones. An order is found dimension by dimension, as in the classic algorithm of Feautrier for
//! one-dimensional steps: a dimension is taken if no read of the stage itself goes the other way
//! along it, and if it settles at least one read, which is strictly earlier there; settled reads
//! put no demand on what remains.

use super::integer::Facts;
use super::reads::for_each_read;
use super::regions::piece;
use super::scope::Scope;
use crate::ir::border::Lands;
use crate::ir::{Affine, Index, Interval, Pipeline, Source, StageId, VarId};

/// An order of computation of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Causal {
    /// The dimensions that run one coordinate after another, outermost first.
    pub serial: Vec<Serial>,
    /// The other dimensions.
    pub free: Vec<Free>,
    /// Whether no read of the stage itself goes the other way along any serial dimension, not even
    /// where an outer one has settled it. Then a point is ready once the others are that no serial
    /// dimension has after it.
    pub monotone: bool,
}

/// A dimension that runs in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serial {
    /// The dimension.
    pub dim: usize,
    /// Whether from the first coordinate to the last; otherwise from the last to the first.
    pub rising: bool,
}

/// A dimension whose coordinates may be computed at the same time, once the serial dimensions have
/// come so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The dimension.
    pub dim: usize,
    /// Whether every read of the stage itself is at the own coordinate of this dimension: then
    /// coordinates need not wait for each other at all.
    pub local: bool,
}

impl Causal {
    /// Whether there are free dimensions, and no two of their coordinates need each other.
    pub fn is_independent(&self) -> bool {
        !self.free.is_empty() && self.free.iter().all(|f| f.local)
    }
}

/// A read of a stage by itself that no order has ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The case it stands in.
    pub case: usize,
    /// Which read of that case, in the order of [`for_each_read`].
    pub read: usize,
}

/// How one read of the stage itself lies to the point that is computed.
struct ReadDistance {
    place: Obstacle,
    /// By dimension.
    dims: Vec<Advance>,
}

/// What is proved of `own coordinate - coordinate read`.
#[derive(Clone, Copy, Default)]
struct Advance {
    zero: bool,
    not_negative: bool,
    positive: bool,
    not_positive: bool,
    negative: bool,
}

/// The order in which to compute a stage, the outermost dimensions first where there is a choice.
/// Every dimension is free in a stage that does not read itself.
///
/// A border other than a constant redirects reads to wherever it likes along their dimension, so it
/// is another dimension that must settle these. Sound, and incomplete where the prover is.
///
/// # Errors
/// A read for which there is no order.
pub fn causal(p: &Pipeline, facts: &Facts, id: StageId) -> Result<Causal, Obstacle> {
    let all = distances(p, facts, id);
    let mut open: Vec<&ReadDistance> = all.iter().collect();
    let rank = p.stages[id.0].rank();
    let local = |d: usize| all.iter().all(|r| r.dims[d].zero);
    let free = (0..rank).map(|dim| Free { dim, local: local(dim) });
    let mut order = Causal { free: free.collect(), ..Causal::default() };
    while !open.is_empty() {
        let dims = order.free.iter().map(|f| f.dim);
        let candidates = dims.flat_map(|dim| [true, false].map(|rising| Serial { dim, rising }));
        let taken = candidates.into_iter().find(|s| {
            let dims = || open.iter().map(|r| &r.dims[s.dim]);
            match s.rising {
                true => dims().all(|a| a.not_negative) && dims().any(|a| a.positive),
                false => dims().all(|a| a.not_positive) && dims().any(|a| a.negative),
            }
        });
        let Some(taken) = taken else { return Err(open[0].place) };
        open.retain(|r| {
            let along = &r.dims[taken.dim];
            !(if taken.rising { along.positive } else { along.negative })
        });
        order.free.retain(|f| f.dim != taken.dim);
        order.serial.push(taken);
    }
    let follows = |s: &Serial| {
        all.iter().all(|r| match s.rising {
            true => r.dims[s.dim].not_negative,
            false => r.dims[s.dim].not_positive,
        })
    };
    order.monotone = order.serial.iter().all(follows);
    Ok(order)
}

fn distances(p: &Pipeline, facts: &Facts, id: StageId) -> Vec<ReadDistance> {
    let stage = &p.stages[id.0];
    let redirects = stage.border.as_ref().is_some_and(|b| b.mode.lands() != Lands::Nowhere);
    let mut found = Vec::new();
    for (number, case) in stage.cases.iter().enumerate() {
        let piece = piece(&stage.domain, &case.region);
        let scope = Scope::new(facts, &piece);
        let mut read_number = 0;
        for_each_read(&case.value, &mut |read, windows| {
            let place = Obstacle { case: number, read: read_number };
            read_number += 1;
            if read.source != Source::Stage(id) {
                return;
            }
            let scope = scope.with_window(windows);
            let along = |(d, index): (usize, &Index)| {
                let Index::Affine(index) = index else { return Advance::default() };
                if redirects && !is_inside(&scope, index, &stage.domain.0[d]) {
                    return Advance::default();
                }
                let distance = Affine::from(VarId(d)).sub(index);
                if let Some(k) = distance.as_constant() {
                    return Advance {
                        zero: k == 0,
                        not_negative: k >= 0,
                        positive: k > 0,
                        not_positive: k <= 0,
                        negative: k < 0,
                    };
                }
                let (back, positive) = (distance.neg(), scope.proves(&distance.offset(-1)));
                let negative = !positive && scope.proves(&back.offset(-1));
                Advance {
                    zero: false,
                    not_negative: positive || scope.proves(&distance),
                    positive,
                    not_positive: negative || scope.proves(&back),
                    negative,
                }
            };
            let dims = read.index.iter().enumerate().map(along).collect();
            found.push(ReadDistance { place, dims });
        });
    }
    found
}

fn is_inside(scope: &Scope<'_>, index: &Affine, interval: &Interval) -> bool {
    interval.lo.iter().all(|lo| scope.proves(&index.sub(lo)))
        && interval.hi.iter().all(|hi| scope.proves(&hi.sub(index)))
}

#[cfg(test)]
mod tests;
