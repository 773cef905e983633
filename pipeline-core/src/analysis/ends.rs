//! Where vectors can look at the ends of the rows that they load from, so that a row runs in them
//! from its first point to its last.
//!
//! ```text
//! lanes            0  1  2  3  4  5  6  7
//! img(x - 2)      -2 -1  0  1  2  3  4  5     the first vector of a row
//! clamp            0  0  0  1  2  3  4  5     elements of one vector of memory, permuted
//! ```

use crate::ir::{Affine, Block, Index, Pipeline, Source, StageId, VarId};

/// Whether all reads of a case of which some may be beyond the ends of a row, which `lane` goes
/// along, are of vectors that memory has, permuted: of neighbours in the last dimension of arrays
/// of which whole rows are there. Of the stages `partial` they are not, or change meanwhile.
pub fn ends_are_resolvable(p: &Pipeline, value: &Block, lane: VarId, partial: &[StageId]) -> bool {
    let mut all = true;
    value.for_each_read(&mut |_, _, source, index| {
        if p.source_border(source).is_some() {
            let whole = !matches!(source, Source::Stage(stage) if partial.contains(&stage));
            all &= is_along_rows(index, lane, whole);
        }
    });
    all
}

fn is_along_rows(index: &[Index], lane: VarId, whole: bool) -> bool {
    let affine = |index: &Index| match index {
        Index::Affine(a) => Some(a.clone()),
        Index::Value(_) => None,
    };
    let Some(index) = index.iter().map(affine).collect::<Option<Vec<Affine>>>() else {
        return false;
    };
    let Some((last, others)) = index.split_last() else { return false };
    let stays = |a: &Affine| !a.mentions_var(lane);
    let along = whole && stays(&last.sub(&lane.into()));
    others.iter().all(stays) && (stays(last) || along)
}
