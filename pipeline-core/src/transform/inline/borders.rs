//! Borders of stages that are inlined become those of what they read.
//!
//! ```text
//! border wide = clamp;               border img = clamp;
//! wide(y, x) = img(y, x) as i16;
//! out(y, x) = wide(y, x - 1);        out(y, x) = img(y, x - 1) as i16;
//! ```
//!
//! A stage that is a function of other points at its own place has outside what it has at the point
//! to which its border redirects; and so has it with sources that redirect the same. One that is
//! `repeat` and [continues itself](continues) needs no border at all, wherever it reads.

use crate::ir::border::Lands;
use crate::ir::{Affine, Border, Index, Node, Pipeline, Source, Stage, StageId, VarId};
use crate::transform::exchange::shifts::{Period, continues};
use std::collections::BTreeSet;

/// Whether a stage has no border, or one that it can do without.
pub fn may_move(p: &Pipeline, id: StageId) -> bool {
    let Some(border) = &p.stages[id.0].border else { return true };
    takers(p, id, border).is_some()
}

/// Gives the border of a stage, if it has one, to the sources that take it.
pub fn move_to_sources(p: &mut Pipeline, id: StageId) {
    let Some(border) = p.stages[id.0].border.clone() else { return };
    for source in takers(p, id, &border).into_iter().flatten() {
        let own: &mut Option<Border> = match source {
            Source::Input(i) => &mut p.inputs[i.0].border,
            Source::Stage(s) => &mut p.stages[s.0].border,
        };
        *own = Some(border.clone());
    }
}

/// The sources that a stage reads at its points, where these may have its border: they are as large
/// as it is, and have the same one or none, which changes no read inside. None of them if it
/// continues itself.
fn takers(p: &Pipeline, id: StageId, border: &Border) -> Option<BTreeSet<Source>> {
    let stage = &p.stages[id.0];
    let may_have = |source: &Source| {
        let in_any_order = match source {
            Source::Input(_) => true,
            Source::Stage(s) => !p.stages[s.0].is_ordered(*s),
        };
        in_any_order
            && p.source_domain(*source) == &stage.domain
            && p.source_border(*source).is_none_or(|own| own == border.mode)
    };
    let redirects = border.mode.lands() != Lands::Nowhere;
    let taken = read_at_own_points(stage).filter(|of| redirects && of.iter().all(may_have));
    taken.or_else(|| continues_itself(p, stage, border).then(BTreeSet::new))
}

/// Whether a stage is beyond its edges, by its definition, what its border says.
fn continues_itself(p: &Pipeline, stage: &Stage, border: &Border) -> bool {
    let continues_along = |dim: usize| {
        let period = Period::of(stage, dim);
        period.is_some_and(|period| continues(p, stage, &period, &|_| false).is_some())
    };
    border.mode.is_periodic() && (0..stage.rank()).all(continues_along)
}

/// The sources that a stage reads at its own points, if it reads all others at fixed ones and no
/// value depends on where a point is.
fn read_at_own_points(stage: &Stage) -> Option<BTreeSet<Source>> {
    let mut sources = BTreeSet::new();
    for block in stage.blocks() {
        let placed = |node: &Node| matches!(node, Node::Index(_) | Node::Test(_));
        if block.exprs.iter().any(|e| placed(&e.node)) {
            return None;
        }
        let mut known = true;
        block.for_each_read(&mut |_, _, source, index| {
            if is_own_point(stage, index) {
                sources.insert(source);
            } else {
                known &= index.iter().all(is_fixed);
            }
        });
        if !known {
            return None;
        }
    }
    Some(sources)
}

fn is_own_point(stage: &Stage, index: &[Index]) -> bool {
    let own = |(dim, i): (usize, &Index)| *i == Index::Affine(Affine::from(VarId(dim)));
    index.len() == stage.domain.0.len() && index.iter().enumerate().all(own)
}

fn is_fixed(index: &Index) -> bool {
    matches!(index, Index::Affine(a) if a.vars().is_empty())
}
