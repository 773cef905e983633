//! Index exchange: what is beyond the edge of a periodic stage is computed there.
//!
//! *Kernel fusion* (Hipacc, Section IV-B): where a fused consumer needs a pixel of its producer
//! beyond the edge, the pixel is computed at the index that the border exchanges for it. Borders
//! that land beside the edge need no second computation: a tile has that point (`schedule::align`).
//! `repeat` lands at the far edge, which no tile has that is at this one. So the domain of such a
//! stage is enlarged by the margin that its readers need, and they read it without a border:
//!
//! ```text
//! a(x in 0..=n - 1) = img(x - 1) + img(x + 1)        border img = repeat, a = repeat;
//! out(x) = a(x - 1) + a(x + 1)
//!
//! a(x in -1..=n) = img(x - 1) + img(x + 1)           border img = repeat;
//! ```
//!
//! At `x + n` this definition reads what it reads at `x`, so it is its own continuation: no case is
//! added, and the index is exchanged where an input is loaded. Its sources are then read further
//! outside, and are enlarged in their turn. Where a definition is no function of that period
//! (`exchange::shifts`), it gets cases for the points beyond (`exchange::edges`).
//!
//! Differences from the paper, which exchanges the indices of single loads in a kernel: all points
//! beyond an edge are points of the stage like others, so that tiles share them; no `if` runs in
//! the interior. Where other stages are read at the far edge, these points are stages of their own
//! (`exchange::strips`). What stays as it is: live-outs, stages that are computed in an order or
//! gathered from, and margins that are no constants or large.

mod edges;
mod margins;
pub(super) mod shifts;
mod strips;

use self::margins::{Margin, margins};
use self::shifts::Period;
use self::strips::EdgeStrips;
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::check::check_magnitudes;
use crate::ir::{Border, Domain, Interval, Pipeline, Source, Stage, StageId};
use crate::schedule::speed::MOST_BEYOND;
use std::collections::{BTreeMap, BTreeSet};

/// A pipeline with some stages enlarged.
#[derive(Clone, Debug)]
pub struct Exchanged {
    /// The pipeline.
    pub pipeline: Pipeline,
    /// Their names, in the order of the stages.
    pub enlarged: Vec<String>,
}

/// Enlarges the stages that are read through a periodic border, and those that they read, as
/// described at the [module](self).
///
/// The pipeline has passed the checks and its cases are split; so are those of the result.
pub fn exchange(p: Pipeline) -> Exchanged {
    let mut fixed: BTreeSet<StageId> = BTreeSet::new();
    fixed.extend(
        (0..p.stages.len())
            .map(StageId)
            .filter(|s| p.outputs.contains(s) || p.stages[s.0].is_ordered(*s)),
    );
    loop {
        match attempt(&p, &fixed) {
            Ok(exchanged) if check_magnitudes(&exchanged.pipeline).is_empty() => return exchanged,
            Ok(_) => return Exchanged { pipeline: p, enlarged: Vec::new() },
            Err(stage) => fixed.insert(stage),
        };
    }
}

/// Enlarges what can be, but for `fixed`.
///
/// # Errors
/// A stage that cannot, but was counted on.
fn attempt(before: &Pipeline, fixed: &BTreeSet<StageId>) -> Result<Exchanged, StageId> {
    let mut p = before.clone();
    let order = order(&p).map_err(|cycle| cycle[0])?;
    let facts = Facts::for_pipeline(&p);
    let mut enlarged = BTreeSet::new();
    let mut strips = EdgeStrips::none(p.stages.len());
    let mut given: BTreeMap<StageId, Border> = BTreeMap::new();
    for id in order.stages.iter().rev().copied().filter(|s| !fixed.contains(s)) {
        let Some(border) = p.stages[id.0].border.clone() else { continue };
        if !border.mode.is_periodic() {
            continue;
        }
        match enlarge(&p, &facts, id, fixed, strips.clone()) {
            Some(Enlarged { stage, periodic, strips: needed }) => {
                p.stages[id.0] = stage;
                needed.enter(&mut p, before);
                strips = needed;
                for source in periodic {
                    if let (Source::Stage(s), None) = (source, p.source_border(source)) {
                        given.insert(s, border.clone());
                    }
                    continue_periodically(&mut p, source, &border);
                }
                enlarged.insert(id);
            }
            // Its border may be one that was given to it.
            None if before.stages[id.0].border.is_none() => return Err(id),
            None => {}
        }
    }
    strips.continue_periodically(&mut p, &given);
    strips.narrow(&mut p, before, &facts, &order.stages)?;
    let enlarged = enlarged.into_iter().map(|s| p.stages[s.0].name.clone()).collect();
    Ok(Exchanged { pipeline: p, enlarged })
}

/// A stage with what is beyond its edges.
struct Enlarged {
    stage: Stage,
    /// The sources that it reads as if they were periodic.
    periodic: BTreeSet<Source>,
    /// All strips that are needed so far.
    strips: EdgeStrips,
}

fn enlarge(
    p: &Pipeline,
    facts: &Facts,
    id: StageId,
    fixed: &BTreeSet<StageId>,
    mut strips: EdgeStrips,
) -> Option<Enlarged> {
    let margins = margins(p, facts, id)?;
    let own = &p.stages[id.0];
    let domain = enlarged_domain(&own.domain, &margins);
    let points = |domain: &Domain| points(domain, &p.estimates());
    let (inside, all) = (points(&own.domain), points(&domain));
    if all.saturating_sub(inside) > inside / MOST_BEYOND {
        return None;
    }
    let mut stage = Stage { border: None, domain, ..own.clone() };
    let mut periodic = BTreeSet::new();
    let mut cut = Vec::new();
    for dim in (0..own.rank()).filter(|d| !margins[*d].is_none()) {
        let period = Period::of(own, dim)?;
        let may_continue = |source: Source| match source {
            Source::Input(_) => true,
            Source::Stage(s) => !fixed.contains(&s),
        };
        match shifts::continues(p, own, &period, &may_continue) {
            Some(sources) => periodic.extend(sources),
            None => cut.push((period, margins[dim])),
        }
    }
    if !cut.is_empty() {
        stage.cases = edges::cases(p, facts, id, (&stage.domain, &cut), &mut strips)?;
    }
    Some(Enlarged { stage, periodic, strips })
}

/// Gives a source without border one; all reads of it were inside.
fn continue_periodically(p: &mut Pipeline, source: Source, border: &Border) {
    let own = match source {
        Source::Input(i) => &mut p.inputs[i.0].border,
        Source::Stage(s) => &mut p.stages[s.0].border,
    };
    own.get_or_insert_with(|| border.clone());
}

fn enlarged_domain(domain: &Domain, margins: &[Margin]) -> Domain {
    let enlarged = domain.0.iter().zip(margins).map(|(interval, margin)| Interval {
        lo: interval.lo.iter().map(|a| a.offset(-margin.below)).collect(),
        hi: interval.hi.iter().map(|a| a.offset(margin.above)).collect(),
    });
    Domain(enlarged.collect())
}

/// The number of points of a box.
fn points(domain: &Domain, sizes: &[i64]) -> i64 {
    domain.0.iter().map(|interval| interval.extent(sizes)).fold(1, i64::saturating_mul)
}

#[cfg(test)]
mod tests;
