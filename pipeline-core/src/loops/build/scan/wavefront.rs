//! Stages without a free dimension, in tiles that run along a diagonal front.

use super::ScanBuilder;
use crate::analysis::causal::Serial;
use crate::ir::Affine;
use crate::loops::rewrite::split::Split;
use crate::loops::{Bound, LoopKind, Stmt};
use crate::schedule::recipe::{Diagonal, Loop};

impl ScanBuilder<'_> {
    /// Tiles of two serial dimensions, of which those on a diagonal run in parallel. What they need
    /// is in tiles of the diagonals before, if no read goes the other way along either dimension.
    ///
    /// ```text
    /// for diagonal { parallel for the tiles on it { for their points
    /// ```
    pub(super) fn wavefront(&mut self, diagonal: Diagonal) -> Vec<Stmt> {
        let mut before = Vec::new();
        let step = |dim| *self.order.serial.iter().find(|s| s.dim == dim).expect("it is serial");
        let (outer, inner) = (step(diagonal.rows), step(diagonal.columns));
        let by = |dim| self.recipe.split(dim).expect("what runs along diagonals is cut");
        let sizes = (by(diagonal.rows), by(diagonal.columns));
        let mut tiled = |step: Serial, size| {
            let interval = self.along(step);
            self.split(step.dim, &interval, (size, "tile"), &mut before)
        };
        let (rows, columns) = (tiled(outer, sizes.0), tiled(inner, sizes.1));
        self.made.loops.push((Loop::blocks(diagonal.rows), rows.block));
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
            kind: LoopKind::Serial,
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
