//! Stages that are computed in registers where their only consumer is, which reads neighbours.
//!
//! ```text
//! wide(y, x) = img(y, x) + img(y, x + 1) + img(y, x + 2)
//! out(y, x) = wide(y, x) + wide(y + 1, x) + wide(y + 2, x)
//!
//! eight rows of out together compute ten of wide, and store none
//! ```
//!
//! Rows are computed again, where rows of the consumer run together; neighbours along the lanes are
//! [carried](crate::analysis::carried) from vector to vector. As Halide's experts schedule a box
//! blur, the producer being computed at the consumer's vectors of eight rows. What that saves
//! beside the price of vectors are rows that go through a cache, and steps: eight rows of the input
//! come from memory at the same time.

use crate::analysis::lane::lane_dimension;
use crate::analysis::together::{RowPrices, row_dimension};
use crate::ir::{Affine, Block, Domain, Index, Pipeline, Source, Stage, StageId, VarId};
use crate::schedule::speed::{IN_REGISTERS, MOST_ROWS, START_OF_ROW};

/// Whether a stage reads another one at several points which are neighbours in rows or along the
/// lanes.
pub fn reads_neighbours(p: &Pipeline, producer: StageId, consumer: StageId) -> bool {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let directions = Directions::of(&stage.domain);
    if directions != Directions::of(&of.domain) || !in_any_order(consumer, stage) {
        return false;
    }
    let (mut yes, mut reads) = (true, 0);
    for block in stage.blocks() {
        block.for_each_read(&mut |within, _, source, index| {
            if source == Source::Stage(producer) {
                reads += 1;
                // In a window, it is not known how many points are the next row's, too.
                yes &= std::ptr::eq(within, block) && directions.has_neighbour(index);
            }
        });
    }
    yes && reads > 1
}

/// Where neighbours are.
#[derive(PartialEq, Eq)]
struct Directions {
    lane: usize,
    row: Option<usize>,
    /// How many dimensions there are: those inside that of the lanes may become one with it.
    rank: usize,
}

impl Directions {
    fn of(domain: &Domain) -> Directions {
        Directions {
            lane: lane_dimension(domain),
            row: row_dimension(domain),
            rank: domain.0.len(),
        }
    }

    /// Whether an index is a point's own but for its row and its place along the lanes, at
    /// distances that are known.
    fn has_neighbour(&self, index: &[Index]) -> bool {
        index.iter().enumerate().all(|(dim, i)| {
            let Index::Affine(a) = i else { return false };
            let Some(distance) = a.sub(&Affine::from(VarId(dim))).as_constant() else {
                return false;
            };
            let along = dim == self.lane && self.lane + 1 == self.rank;
            distance == 0 || Some(dim) == self.row || along
        })
    }
}

fn in_any_order(id: StageId, stage: &Stage) -> bool {
    stage.updates.is_empty() && !stage.reads_itself(id)
}

/// Whether the consumer with these definitions, the producer in it, is no dearer than both, when
/// rows run together. At the start of each row a vector is computed of what is carried later.
pub fn pays(
    p: &Pipeline,
    prices: &RowPrices,
    producer: StageId,
    consumer: StageId,
    definitions: &[Block],
) -> bool {
    let (of, stage) = (&p.stages[producer.0], &p.stages[consumer.0]);
    let Some(both) = definitions.iter().max_by_key(|value| value.exprs.len()) else {
        return false;
    };
    let apart: f64 = [of, stage].map(|each| prices.of_stage(p, each).price(MOST_ROWS)).iter().sum();
    let row = stage.domain.0[lane_dimension(&stage.domain)].extent(&p.estimates());
    let start = 1.0 + START_OF_ROW / row.max(1) as f64;
    prices.of(p, &stage.domain, both).price(MOST_ROWS) * start <= apart * IN_REGISTERS
}
