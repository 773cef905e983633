//! Planes: coordinates of a dimension outside the rows that are computed on their own, or together.

use super::{Aligner, Alignment, Axis, Misfit, StageExtents, access};
use crate::analysis::lane::lane_dimension;
use crate::ir::{Source, StageId};

impl Aligner<'_> {
    /// A plane is shared by all stages, and read at the consumer's own coordinate only.
    pub(super) fn check_planes(
        &self,
        stage: StageId,
        axes: &[Axis],
        consumers: &[&StageExtents],
    ) -> Result<(), Misfit> {
        for consumer in consumers {
            for axis in &consumer.axes {
                let Axis::Plane(_) = axis else { continue };
                let (own, its) = (axes.iter().position(|a| a == axis), *axis);
                let at = consumer.axes.iter().position(|a| *a == its).expect("it was just seen");
                // Along the lanes and inside them a scratchpad has all coordinates next to each
                // other: there it cannot hold one at a time.
                let lane = lane_dimension(&self.p.stages[stage.0].domain);
                let (of, definitions) = (consumer.stage, &self.definitions[consumer.stage.0]);
                let same = own.is_some_and(|dim| {
                    let identity = access::is_identity;
                    dim < lane && identity(self.p, definitions, (of, at), (stage, dim))
                });
                if !same {
                    return Err(Misfit::Axis(its));
                }
            }
        }
        Ok(())
    }

    /// Whether each plane along a dimension of the live-outs reads the same rows of what is outside
    /// the group.
    pub(super) fn reads_rows_again(&self, group: &Alignment, plane: usize) -> bool {
        group.stages.iter().any(|stage| {
            let Some(dim) = stage.axes.iter().position(|a| *a == Axis::Plane(plane)) else {
                return false;
            };
            let (row, definitions) = (stage.row_dim(), &self.definitions[stage.stage.0]);
            let outside =
                self.order.producers[stage.stage.0].iter().filter(|source| match source {
                    Source::Input(_) => true,
                    Source::Stage(s) => group.stages.iter().all(|inside| inside.stage != *s),
                });
            outside.flat_map(|source| access::indices(definitions, *source)).any(|read| {
                let mentions = |dim: usize| read.iter().any(|dims| dims.contains(&dim));
                mentions(row) && !mentions(dim)
            })
        })
    }
}
