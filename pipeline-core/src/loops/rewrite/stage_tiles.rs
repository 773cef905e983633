//! Staging of loads across rows: a transposition in tiles.
//!
//! Where the lanes' variable moves along a dimension of a source that is not its innermost one,
//! every lane loads from another cache line, and what else is on that line is gone until the next
//! row asks for it. In a staging buffer whose innermost dimension is that of the lanes, a tile of
//! the source is loaded once, along its rows:
//!
//! ```text
//! parallel for y in a..=b { lanes for x in c..=d: out(y, x) = img(x, y) }
//!
//! parallel for y_block, for x_block {
//!   let y_start, y_end, x_start, x_end
//!   scratch img.staged from (x_start, y_start) {                    layout [1, 0]
//!     copy img(x_start..=x_end, y_start..=y_end) to img.staged
//!     for y in y_start..=y_end { lanes for x in x_start..=x_end: out(y, x) = img.staged(x, y) }
//!   }
//! }
//! ```
//!
//! Always legal: nothing that is stored is loaded, and rows are parallel already.

use super::split::{Split, SplitNames, named_end};
use super::stage::{Buffers, border_resolved};
use crate::analysis::across::{LoadedPart, Moves, RowVars};
use crate::ir::{Affine, Source, StageId, VarId};
use crate::loops::innermost_last;
use crate::loops::walk::{computes_of, with_body};
use crate::loops::{Access, Bound, ComputeId, Copy, Hold, LoopKind, Nest, Pad, Span, Stmt};

/// The tiles of staged loops.
#[derive(Clone, Copy, Debug)]
pub struct TileSize {
    /// Rows of the loop.
    pub rows: i64,
    /// Points of a row.
    pub columns: i64,
}

/// Runs the rows of a nest in tiles of this size where a compute loads across the rows of one of
/// these sources.
pub fn stage_tiles(nest: &mut Nest, buffers: &mut Buffers<'_>, sources: &[Source], size: TileSize) {
    let body = std::mem::take(&mut nest.body);
    let mut uses = vec![0; nest.computes.len()];
    computes_of(&body).iter().for_each(|id| uses[id.0] += 1);
    let mut pass = TileStaging { nest, buffers, sources, size, uses };
    let body = pass.list(body);
    pass.nest.body = body;
}

struct TileStaging<'a, 'b> {
    nest: &'a mut Nest,
    buffers: &'a mut Buffers<'b>,
    sources: &'a [Source],
    size: TileSize,
    /// By compute, the statements that run it.
    uses: Vec<usize>,
}

/// A loop over rows with the lanes loop in it.
struct Loops<'a> {
    rows: RowVars,
    ends: [&'a Bound; 2],
    lane_ends: [&'a Bound; 2],
    compute: ComputeId,
}

impl Loops<'_> {
    /// The loops, if the inner one runs in lanes.
    fn of<'a>(row: VarId, ends: [&'a Bound; 2], lanes: &'a Stmt) -> Option<Loops<'a>> {
        let Stmt::For { var: lane, lo, hi, kind: LoopKind::Lanes(_), body } = lanes else {
            return None;
        };
        let [Stmt::Compute(compute)] = body[..] else { return None };
        let fixed = lo.list().iter().chain(hi.list()).all(|a| !a.mentions_var(row));
        let rows = RowVars { row, lane: *lane };
        fixed.then_some(Loops { rows, ends, lane_ends: [lo, hi], compute })
    }
}

/// The first and last coordinate that a tile loads along a dimension.
fn span(moves: &Moves, tile: &dyn Fn(VarId) -> (VarId, VarId)) -> (Affine, Affine) {
    match moves {
        Moves::Not(a) => (a.clone(), a.clone()),
        Moves::With { var, forwards, rest, first, last } => {
            let (start, end) = tile(*var);
            let (lo, hi): (Affine, Affine) = match forwards {
                true => (start.into(), end.into()),
                false => (Affine::from(end).neg(), Affine::from(start).neg()),
            };
            (lo.add(rest).offset(*first), hi.add(rest).offset(*last))
        }
    }
}

impl TileStaging<'_, '_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        stmts.into_iter().flat_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body } = stmt else {
            return vec![with_body(stmt, |body| self.list(body))];
        };
        let (mut tiled, mut rest) = (Vec::new(), Vec::new());
        for lanes in body {
            match self.tiled(var, [&lo, &hi], &lanes) {
                Some(tiles) => tiled.extend(tiles),
                None => rest.push(lanes),
            }
        }
        if !rest.is_empty() {
            let body = self.list(rest);
            tiled.insert(0, Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body });
        }
        tiled
    }

    /// A lanes loop in a loop over rows, in tiles.
    fn tiled(&mut self, row: VarId, ends: [&Bound; 2], lanes: &Stmt) -> Option<Vec<Stmt>> {
        let loops = Loops::of(row, ends, lanes).filter(|l| self.uses[l.compute.0] == 1)?;
        let (rows, id) = (loops.rows, loops.compute);
        let compute = &self.nest.computes[id.0];
        if compute.access != Access::Inside || compute.updates() {
            return None;
        }
        let parts = rows.parts(&compute.value, &|source| {
            self.buffers.unfolded(source).filter(|_| self.sources.contains(&source))
        });
        if parts.is_empty() {
            return None;
        }
        let size = self.size;
        let mut stmts = Vec::new();
        let mut split = |var: VarId, [lo, hi]: [&Bound; 2], by| {
            let vars = &mut self.nest.vars;
            let first = named_end(vars, &mut stmts, (var, "first"), lo);
            let last = named_end(vars, &mut stmts, (var, "last"), hi);
            let names = SplitNames::of(vars.name(var));
            Split::new(vars, names, (&first, &last), by)
        };
        let by_rows = split(rows.row, loops.ends, size.rows);
        let by_columns = split(rows.lane, loops.lane_ends, size.columns);
        let tile = |var: VarId| if var == rows.row { by_rows.part } else { by_columns.part };
        let (mut pads, mut inside, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for part in &parts {
            let id = self.buffer(part, rows, size);
            let spans = part.index.iter().map(|moves| span(moves, &tile));
            let spans: Vec<(Affine, Affine)> = spans.collect();
            let base = part.index.iter().zip(&spans).map(|(moves, span)| match moves {
                Moves::With { .. } => Some(Bound::Max(vec![span.0.clone()])),
                Moves::Not(_) => None,
            });
            pads.push(Pad { stage: id, base: base.collect() });
            let spans = spans
                .into_iter()
                .map(|(lo, hi)| Span { lo: Bound::Max(vec![lo]), hi: Bound::Min(vec![hi]) });
            inside.push(Stmt::Copy(Copy { from: part.source, to: id, part: spans.collect() }));
            ids.push(id);
        }
        let innermost = |source| self.buffers.get(source).innermost();
        self.nest.computes[id.0] = border_resolved(&self.nest.computes[id.0], &|source, index| {
            let part = rows.part(source, index, innermost(source))?;
            parts.iter().position(|known| known.covers(&part)).map(|known| ids[known])
        });
        let within = |split: &Split, var, kind, body| {
            let part = split.interval();
            let (lo, hi) = (Bound::Max(part.lo), Bound::Min(part.hi));
            Stmt::For { var, lo, hi, kind, body }
        };
        let run = vec![Stmt::Compute(id)];
        let lanes = within(&by_columns, rows.lane, LoopKind::Lanes(None), run);
        inside.push(within(&by_rows, rows.row, LoopKind::Serial, vec![lanes]));
        let mut body = [by_rows.inside.clone(), by_columns.inside.clone()].concat();
        body.push(Stmt::Scratch { pads, body: inside });
        let columns = by_columns.around(LoopKind::Parallel, body);
        stmts.push(by_rows.around(LoopKind::Parallel, vec![columns]));
        Some(stmts)
    }

    /// A staging buffer for a part of a source.
    fn buffer(&mut self, part: &LoadedPart, rows: RowVars, size: TileSize) -> StageId {
        let hold = |moves: &Moves| match moves {
            Moves::Not(_) => Hold::Current,
            Moves::With { var, first, last, .. } => {
                let tile = if *var == rows.row { size.rows } else { size.columns };
                Hold::Part(tile + last - first)
            }
        };
        let held = part.index.iter().map(hold).collect();
        let innermost = part.along(rows.lane).expect("one dimension moves with the lanes");
        self.buffers.staged(part.source, held, innermost_last(part.index.len(), innermost))
    }
}
