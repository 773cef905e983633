//! Stages whose points may be computed in any order: parallel rows in lanes.

use super::{Loop, Op, Part, Recipe};
use crate::analysis::lane::lane_dimension;
use crate::ir::Stage;
use crate::schedule::speed::POINTS_OF_A_LINE;

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
    if lane + 1 < rank {
        ops.push(Op::PairRows);
    }
    Recipe { part: Part::Case(case), ops }
}
