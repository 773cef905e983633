//! Stages whose points may be computed in any order: parallel rows in lanes.

use super::{Loop, Op, Part, Recipe};
use crate::analysis::lane::lane_dimension;
use crate::analysis::reads::for_each_read;
use crate::ir::{Block, Index, Source, Stage, VarId};
use crate::schedule::speed::{MOST_ROWS, POINTS_OF_A_LINE};

/// How a case of a stage by itself runs: in rows along the [`lane_dimension`], at the same time in
/// the dimensions before it. A stage of one dimension runs in blocks of it.
pub fn rows(stage: &Stage, case: usize) -> Recipe {
    let (rank, lane) = (stage.rank(), lane_dimension(&stage.domain));
    let mut ops = Vec::new();
    if rank == 1 {
        let blocks = Op::Parallel(Loop::blocks(0));
        ops.extend([Op::Split { dim: 0, by: POINTS_OF_A_LINE }, blocks]);
        ops.push(Op::Lanes(Loop::inside(0)));
        return Recipe { part: Part::Case(case), ops };
    }
    if lane + 1 < rank {
        let others = (0..rank).filter(|d| *d != lane);
        ops.push(Op::Reorder(others.chain([lane]).map(Loop::whole).collect()));
    }
    ops.extend((0..lane).map(|d| Op::Parallel(Loop::whole(d))));
    ops.push(Op::Lanes(Loop::whole(lane)));
    if (0..rank).any(|d| d != lane && shares_rows(&stage.cases[case].value, VarId(d))) {
        ops.push(Op::JamRows { most: MOST_ROWS });
    }
    Recipe { part: Part::Case(case), ops }
}

/// Whether a definition reads several rows of a source, which the next row may read, too, or
/// windows of it read what they read in all rows.
fn shares_rows(value: &Block, row: VarId) -> bool {
    let mut known: Vec<(Source, &[Index])> = Vec::new();
    let mut several = false;
    for_each_read(value, &mut |read, windows| {
        let follows = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(row));
        several |= !windows.is_empty() && !read.index.iter().any(follows);
        let other = |(source, index): &(Source, &[Index])| {
            let differ = index.iter().zip(read.index).any(|(a, b)| a != b && follows(b));
            *source == read.source && differ
        };
        several |= known.iter().any(other);
        known.push((read.source, read.index));
    });
    several
}
