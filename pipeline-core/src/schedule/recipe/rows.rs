//! Stages whose points may be computed in any order: parallel rows in lanes.

use super::{GroupNest, Loop, Op, Recipe};
use crate::analysis::lane::lane_dimension;
use crate::analysis::reads::for_each_read;
use crate::ir::{Block, Index, Node, Source, Stage, VarId};
use crate::schedule::speed::{LEAST_OF_A_LINE, MOST_ROWS, POINTS_OF_A_LINE};

/// How a case of a stage by itself runs: in rows along the [`lane_dimension`], at the same time in
/// the dimensions before it. A stage of one dimension runs in blocks of it.
/// The sizes are estimates.
pub fn rows(stage: &Stage, case: usize, sizes: &[i64]) -> Recipe {
    let (rank, lane) = (stage.rank(), lane_dimension(&stage.domain));
    let mut ops = Vec::new();
    if rank == 1 {
        let blocks = Op::Parallel(Loop::blocks(0));
        let by = points_of_a_line(&stage.cases[case].value, sizes);
        ops.extend([Op::Split { dim: 0, by }, blocks]);
        ops.push(Op::Lanes(Loop::inside(0)));
        return Recipe { part: GroupNest::Case(case), ops };
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
    Recipe { part: GroupNest::Case(case), ops }
}

/// Points of a line that one task takes: fewer where each goes through long windows.
fn points_of_a_line(value: &Block, sizes: &[i64]) -> i64 {
    let points = POINTS_OF_A_LINE / in_windows(value, sizes).max(1);
    (points / LEAST_OF_A_LINE * LEAST_OF_A_LINE).max(LEAST_OF_A_LINE)
}

/// The points of the windows of a definition, those of windows inside of them for each.
fn in_windows(value: &Block, sizes: &[i64]) -> i64 {
    let of = |node: &Node| {
        let Node::Reduce { vars, body, .. } = node else { return 0 };
        let extents = vars.iter().map(|var| var.extent(sizes));
        extents.fold(1 + in_windows(body, sizes), i64::saturating_mul)
    };
    value.exprs.iter().map(|expr| of(&expr.node)).fold(0, i64::saturating_add)
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
