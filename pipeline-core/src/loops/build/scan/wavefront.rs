//! Stages without a free dimension, in tiles that run along a diagonal front.

use super::Builder;
use crate::analysis::causal::Serial;
use crate::analysis::lane::lane_dimension;
use crate::ir::Affine;
use crate::loops::rewrite::split::Split;
use crate::loops::{Bound, LoopKind, Stmt};
use crate::schedule::speed::{DIAGONAL_COLUMNS, DIAGONAL_PLANES, DIAGONAL_ROWS};

impl Builder<'_> {
    /// Tiles of two serial dimensions, of which those on a diagonal run in parallel. What they need
    /// is in tiles of the diagonals before, if no read goes the other way along either dimension.
    ///
    /// ```text
    /// for diagonal { parallel for the tiles on it { for their points
    /// ```
    pub(super) fn wavefront(&mut self, outer: Serial, inner: Serial) -> Vec<Stmt> {
        let mut before = Vec::new();
        let cut = |dim| dim == lane_dimension(&self.stage.domain);
        let sizes = match (cut(outer.dim), cut(inner.dim)) {
            (true, _) => (DIAGONAL_COLUMNS, DIAGONAL_ROWS),
            (_, true) => (DIAGONAL_ROWS, DIAGONAL_COLUMNS),
            _ => (DIAGONAL_PLANES, DIAGONAL_PLANES),
        };
        let mut tiled = |step: Serial, size| {
            let interval = self.along(step);
            self.split(step.dim, &interval, (size, "tile"), &mut before)
        };
        let (rows, columns) = (tiled(outer, sizes.0), tiled(inner, sizes.1));
        let diagonal = self.fresh("diagonal".to_string());
        let column = Affine::from(diagonal).sub(&rows.block.into());
        let mut inside = vec![Stmt::Let { var: columns.block, value: Bound::Max(vec![column]) }];
        inside.extend([&rows, &columns].into_iter().flat_map(|tiles| tiles.inside.clone()));
        let due = |step: Serial, tiles: &Split| (step.dim, tiles.part.0, tiles.part.1);
        inside.extend(self.serial(vec![due(outer, &rows), due(inner, &columns)]));
        let tiles = Stmt::For {
            var: rows.block,
            lo: Bound::Max(vec![0.into(), Affine::from(diagonal).sub(&columns.last_block)]),
            hi: Bound::Min(vec![diagonal.into(), rows.last_block.clone()]),
            kind: LoopKind::Parallel,
            body: inside,
        };
        before.push(Stmt::For {
            var: diagonal,
            lo: Bound::Max(vec![0.into()]),
            hi: Bound::Min(vec![rows.last_block.add(&columns.last_block)]),
            kind: LoopKind::Serial,
            body: vec![tiles],
        });
        before
    }
}
