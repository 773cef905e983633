//! How far beyond the edges of a stage it is read.

use crate::analysis::integer::Facts;
use crate::analysis::reads::for_each_read;
use crate::analysis::regions::{Piece, piece};
use crate::analysis::scope::Scope;
use crate::analysis::shortfall::shortfall;
use crate::ir::{Affine, Block, Index, Pipeline, Region, Source, StageId};

/// Reads further outside are not looked for.
pub(super) const WIDEST: i64 = 64;

/// The points beyond the two edges of a dimension that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Margin {
    /// Below the first.
    pub below: i64,
    /// Above the last.
    pub above: i64,
}

impl Margin {
    /// Whether all reads are inside.
    pub(super) fn is_none(self) -> bool {
        self == Margin::default()
    }
}

/// The margins of a stage, one a dimension; `None` if one is no constant that can be proved, or
/// the index of a read depends on data.
pub(super) fn margins(p: &Pipeline, facts: &Facts, id: StageId) -> Option<Vec<Margin>> {
    let domain = &p.stages[id.0].domain;
    let mut margins = vec![Margin::default(); domain.0.len()];
    let mut known = Some(());
    for_each_read_of(p, facts, id, &|_| true, &mut |scope, index| {
        for ((margin, index), edges) in margins.iter_mut().zip(index).zip(&domain.0) {
            let Index::Affine(index) = index else {
                known = None;
                return;
            };
            let below = edges.lo.iter().map(|lo| index.sub(lo));
            let above = edges.hi.iter().map(|hi| hi.sub(index));
            match (widest(scope, below), widest(scope, above)) {
                (Some(below), Some(above)) => {
                    margin.below = margin.below.max(below);
                    margin.above = margin.above.max(above);
                }
                _ => known = None,
            }
        }
    });
    known.map(|()| margins)
}

/// Calls `f` for every read of a stage in some stages, with what holds there.
pub(super) fn for_each_read_of(
    p: &Pipeline,
    facts: &Facts,
    id: StageId,
    by: &dyn Fn(StageId) -> bool,
    f: &mut dyn FnMut(&Scope<'_>, &[Index]),
) {
    let mut look = |piece: &Piece, value: &Block| {
        let scope = Scope::new(facts, piece);
        for_each_read(value, &mut |read, windows| {
            if read.source == Source::Stage(id) {
                f(&scope.with_window(windows), read.index);
            }
        });
    };
    for (_, stage) in p.stages.iter().enumerate().filter(|(s, _)| by(StageId(*s))) {
        for case in &stage.cases {
            look(&piece(&stage.domain, &case.region), &case.value);
        }
        for update in &stage.updates {
            look(&piece(&update.domain, &Region::default()), &update.value);
        }
    }
}

fn widest(scope: &Scope<'_>, goals: impl Iterator<Item = Affine>) -> Option<i64> {
    let proves = |goal: &Affine| scope.proves(goal);
    let mut each = goals.map(|goal| shortfall(&proves, &goal, WIDEST));
    each.try_fold(0, |most, of| Some(most.max(of?)))
}
