//! Stages without a free dimension, in tiles that run along a diagonal front.

use super::super::{lower, upper};
use super::{Builder, Due};
use crate::analysis::causal::Serial;
use crate::analysis::lane::lane_dimension;
use crate::ir::{Affine, VarId};
use crate::loops::{Bound, LoopKind, Stmt};

/// Rows and columns of a tile of planes: so many that it takes much longer than starting the next
/// diagonal.
const ROWS: i64 = 128;
const COLUMNS: i64 = 1024;

/// Coordinates of either dimension of a tile whose rows are whole.
const ACROSS: i64 = 16;

/// A serial dimension cut into tiles.
struct Tiled {
    step: Serial,
    /// Its first and last coordinates.
    ends: (VarId, VarId),
    /// The tile.
    tile: VarId,
    /// Coordinates of a tile.
    size: i64,
    /// The last tile.
    last: Affine,
}

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
            (true, _) => (COLUMNS, ROWS),
            (_, true) => (ROWS, COLUMNS),
            _ => (ACROSS, ACROSS),
        };
        let rows = self.tiled((outer, sizes.0), &mut before);
        let columns = self.tiled((inner, sizes.1), &mut before);
        let diagonal = self.fresh("diagonal".to_string());
        let column = Affine::from(diagonal).sub(&rows.tile.into());
        let mut inside = vec![Stmt::Let { var: columns.tile, value: Bound::Max(vec![column]) }];
        let due = [&rows, &columns].map(|tiled| self.due(tiled, &mut inside));
        inside.extend(self.serial(due.to_vec()));
        let tiles = Stmt::For {
            var: rows.tile,
            lo: Bound::Max(vec![0.into(), Affine::from(diagonal).sub(&columns.last)]),
            hi: Bound::Min(vec![diagonal.into(), rows.last.clone()]),
            kind: LoopKind::Parallel,
            body: inside,
        };
        before.push(Stmt::For {
            var: diagonal,
            lo: Bound::Max(vec![0.into()]),
            hi: Bound::Min(vec![rows.last.add(&columns.last)]),
            kind: LoopKind::Serial,
            body: vec![tiles],
        });
        before
    }

    /// Cuts a dimension; names its ends.
    fn tiled(&mut self, (step, size): (Serial, i64), before: &mut Vec<Stmt>) -> Tiled {
        let interval = self.along(step);
        let name = self.name(step.dim).to_string();
        let (first, last) =
            (self.fresh(format!("{name}_first")), self.fresh(format!("{name}_last")));
        before.push(Stmt::Let { var: first, value: lower(&interval) });
        before.push(Stmt::Let { var: last, value: upper(&interval) });
        let tile = self.fresh(format!("{name}_tile"));
        let tiles = Affine::from(last).sub(&first.into()).floor_div(size);
        Tiled { step, ends: (first, last), tile, size, last: tiles }
    }

    /// Names the first and last coordinates of a tile.
    fn due(&mut self, tiled: &Tiled, inside: &mut Vec<Stmt>) -> Due {
        let name = self.name(tiled.step.dim).to_string();
        let (start, end) = (self.fresh(format!("{name}_start")), self.fresh(format!("{name}_end")));
        let (first, last) = tiled.ends;
        let at = Affine::from(first).add_scaled(&tiled.tile.into(), tiled.size);
        inside.push(Stmt::Let { var: start, value: Bound::Max(vec![at.clone()]) });
        let upto = Bound::Min(vec![at.offset(tiled.size - 1), last.into()]);
        inside.push(Stmt::Let { var: end, value: upto });
        (tiled.step.dim, start, end)
    }
}
