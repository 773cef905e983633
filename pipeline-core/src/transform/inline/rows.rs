//! Stages whose rows are computed again in registers, where rows of the only consumer run together.
//!
//! ```text
//! wide(y, x) = img(y, x) + img(y, x + 1) + img(y, x + 2)
//! out(y, x) = wide(y, x) + wide(y + 1, x) + wide(y + 2, x)
//!
//! eight rows of out together compute ten of wide, and store none
//! ```
//!
//! As Halide's experts schedule a box blur, the producer being computed at the consumer's vectors
//! of eight rows. What that saves beside the price of vectors are rows that go through a cache, and
//! steps: eight rows of the input come from memory at the same time.

use crate::analysis::lane::lane_dimension;
use crate::analysis::together::{Together, row_dimension};
use crate::ir::{Affine, Block, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{IN_REGISTERS, MOST_ROWS};

/// Whether a stage reads another one in neighbouring rows, and there at the same column.
pub fn reads_rows(p: &Pipeline, producer: StageId, consumer: StageId) -> bool {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let same_lanes = lane_dimension(&of.domain) == lane_dimension(&stage.domain);
    let row = row_dimension(&stage.domain).filter(|row| row_dimension(&of.domain) == Some(*row));
    let Some(row) = row.filter(|_| same_lanes && in_any_order(consumer, stage)) else {
        return false;
    };
    let (mut yes, mut reads) = (true, 0);
    for block in stage.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                reads += 1;
                // In a window, it is not known how many points are the next row's, too.
                yes &= std::ptr::eq(within, block) && goes_down(index, row);
            }
        });
    }
    yes && reads > 1
}

fn in_any_order(id: StageId, stage: &Stage) -> bool {
    stage.updates.is_empty() && !stage.reads_itself(id)
}

/// Whether an index is a point's own but for its row.
fn goes_down(index: &[Index], row: usize) -> bool {
    index.iter().enumerate().all(|(dim, i)| {
        let distance = |a: &Affine| a.sub(&Affine::from(VarId(dim))).as_constant();
        match i {
            Index::Affine(a) if dim == row => distance(a).is_some(),
            Index::Affine(a) => distance(a) == Some(0),
            Index::Value(_) => false,
        }
    })
}

/// Whether the consumer with these definitions, the producer in it, is little dearer than both,
/// when rows run together.
pub fn pays(p: &Pipeline, producer: StageId, consumer: StageId, definitions: &[Block]) -> bool {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let Some(both) = definitions.iter().max_by_key(|value| value.exprs.len()) else {
        return false;
    };
    let apart = [Together::of_stage(p, of), Together::of_stage(p, stage)];
    let apart: f64 = apart.iter().map(|each| each.price(MOST_ROWS)).sum();
    Together::of(p, &stage.domain, both).price(MOST_ROWS) <= apart * IN_REGISTERS
}
