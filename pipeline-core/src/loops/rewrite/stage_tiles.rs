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
use super::stage::{Buffers, innermost_last, redirected};
use crate::ir::{Affine, Atom, Index, Source, StageId, VarId};
use crate::loops::optimise::walk::{as_affine, computes_of, with_body};
use crate::loops::{
    Access, Bound, Compute, ComputeId, Copy, Hold, LoopKind, Nest, Pad, Span, Stmt,
};

/// The tiles of staged loops.
#[derive(Clone, Copy, Debug)]
pub struct TileSize {
    /// Rows of the loop.
    pub rows: i64,
    /// Points of a row.
    pub columns: i64,
}

/// Runs the rows of a nest in tiles of this size where a compute loads across the rows of a source.
pub fn stage_tiles(nest: &mut Nest, buffers: &mut Buffers<'_>, size: TileSize) {
    let body = std::mem::take(&mut nest.body);
    let mut uses = vec![0; nest.computes.len()];
    computes_of(&body).iter().for_each(|id| uses[id.0] += 1);
    let mut pass = Pass { nest, buffers, size, uses };
    let body = pass.list(body);
    pass.nest.body = body;
}

struct Pass<'a, 'b> {
    nest: &'a mut Nest,
    buffers: &'a mut Buffers<'b>,
    size: TileSize,
    /// By compute, the statements that run it.
    uses: Vec<usize>,
}

/// A loop over rows with the lanes loop in it.
struct Rows<'a> {
    row: VarId,
    ends: [&'a Bound; 2],
    lane: VarId,
    lane_ends: [&'a Bound; 2],
    compute: ComputeId,
}

/// How an index moves with the loops.
#[derive(Clone, Debug, PartialEq)]
enum Moves {
    /// With one of their variables, forwards or backwards, and the least and greatest offset.
    With { var: VarId, forwards: bool, rest: Affine, first: i64, last: i64 },
    /// Not at all.
    Not(Affine),
}

/// What is loaded of a source across its rows.
struct Part {
    source: Source,
    index: Vec<Moves>,
}

impl Rows<'_> {
    /// The lanes loop as one of these rows.
    fn of<'a>(row: VarId, ends: [&'a Bound; 2], lanes: &'a Stmt) -> Option<Rows<'a>> {
        let Stmt::For { var: lane, lo, hi, kind: LoopKind::Lanes, body } = lanes else {
            return None;
        };
        let [Stmt::Compute(compute)] = body[..] else { return None };
        let fixed = lo.list().iter().chain(hi.list()).all(|a| !a.mentions_var(row));
        fixed.then_some(Rows { row, ends, lane: *lane, lane_ends: [lo, hi], compute })
    }

    fn moves(&self, a: &Affine) -> Option<Moves> {
        let moving = [self.row, self.lane].into_iter().filter(|v| a.mentions_var(*v));
        let moving: Vec<VarId> = moving.collect();
        let [var] = moving[..] else {
            return moving.is_empty().then(|| Moves::Not(a.clone()));
        };
        let step = a.coefficient(&Atom::Var(var));
        let rest = a.add_scaled(&var.into(), -step);
        if step.abs() != 1 || rest.mentions_var(var) {
            return None;
        }
        let (first, rest) = (rest.constant(), rest.without_constant());
        Some(Moves::With { var, forwards: step == 1, rest, first, last: first })
    }

    /// The part of a source that an access is to, if that goes across its rows: in the lanes along
    /// another dimension than the innermost one, and along that from row to row.
    fn part(&self, source: Source, index: &[Index], innermost: usize) -> Option<Part> {
        let index: Option<Vec<Moves>> = as_affine(index)?.iter().map(|a| self.moves(a)).collect();
        let index = index?;
        let along = |of: VarId| {
            let mut dims = index
                .iter()
                .enumerate()
                .filter(|(_, m)| matches!(m, Moves::With { var, .. } if *var == of));
            match (dims.next(), dims.next()) {
                (Some((dim, _)), None) => Some(dim),
                _ => None,
            }
        };
        let across = along(self.row)? == innermost && along(self.lane)? != innermost;
        across.then_some(Part { source, index })
    }

    /// The parts that are staged; those of one source at constant distances are one.
    fn parts(&self, compute: &Compute, buffers: &Buffers<'_>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        compute.value.for_each_read(&mut |block, _, source, index| {
            let buffer = buffers.get(source);
            let unfolded =
                (0..index.len()).all(|d| matches!(buffer.hold(d), Hold::Whole | Hold::Part(_)));
            // Buffers are filled before windows run.
            let windowed = !std::ptr::eq(block, &compute.value);
            if !unfolded || windowed {
                return;
            }
            let Some(part) = self.part(source, index, buffer.innermost()) else { return };
            match parts.iter_mut().find(|known| known.covers(&part)) {
                Some(known) => known.widen(&part),
                None => parts.push(part),
            }
        });
        parts
    }
}

impl Part {
    /// Whether an access is to the same part at some constant distance.
    fn covers(&self, other: &Part) -> bool {
        let alike = |(a, b): (&Moves, &Moves)| match (a, b) {
            (
                Moves::With { var, forwards, rest, .. },
                Moves::With { var: v, forwards: f, rest: r, .. },
            ) => (var, forwards, rest) == (v, f, r),
            (Moves::Not(a), Moves::Not(b)) => a == b,
            _ => false,
        };
        self.source == other.source && self.index.iter().zip(&other.index).all(alike)
    }

    fn widen(&mut self, other: &Part) {
        for (own, other) in self.index.iter_mut().zip(&other.index) {
            if let (Moves::With { first, last, .. }, Moves::With { first: from, last: upto, .. }) =
                (own, other)
            {
                (*first, *last) = ((*first).min(*from), (*last).max(*upto));
            }
        }
    }

    /// The first and last coordinate of a dimension that a tile loads.
    fn span(&self, dim: usize, tile: &dyn Fn(VarId) -> (VarId, VarId)) -> (Affine, Affine) {
        match &self.index[dim] {
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
}

impl Pass<'_, '_> {
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
        let rows = Rows::of(row, ends, lanes).filter(|r| self.uses[r.compute.0] == 1)?;
        let compute = &self.nest.computes[rows.compute.0];
        if compute.access != Access::Inside || compute.updates() {
            return None;
        }
        let parts = rows.parts(compute, self.buffers);
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
        let by_rows = split(rows.row, rows.ends, size.rows);
        let by_columns = split(rows.lane, rows.lane_ends, size.columns);
        let tile = |var: VarId| if var == rows.row { by_rows.part } else { by_columns.part };
        let (mut pads, mut inside, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for part in &parts {
            let id = self.buffer(part, &rows, size);
            let spans = (0..part.index.len()).map(|d| part.span(d, &tile));
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
        self.nest.computes[rows.compute.0] =
            redirected(&self.nest.computes[rows.compute.0], &|source, index| {
                let part = rows.part(source, index, innermost(source))?;
                parts.iter().position(|known| known.covers(&part)).map(|known| ids[known])
            });
        let within = |split: &Split, var, kind, body| {
            let part = split.interval();
            let (lo, hi) = (Bound::Max(part.lo), Bound::Min(part.hi));
            Stmt::For { var, lo, hi, kind, body }
        };
        let run = vec![Stmt::Compute(rows.compute)];
        let lanes = within(&by_columns, rows.lane, LoopKind::Lanes, run);
        inside.push(within(&by_rows, rows.row, LoopKind::Serial, vec![lanes]));
        let mut body = [by_rows.inside.clone(), by_columns.inside.clone()].concat();
        body.push(Stmt::Scratch { pads, body: inside });
        let columns = by_columns.around(LoopKind::Parallel, body);
        stmts.push(by_rows.around(LoopKind::Parallel, vec![columns]));
        Some(stmts)
    }

    /// A staging buffer for a part of a source.
    fn buffer(&mut self, part: &Part, rows: &Rows<'_>, size: TileSize) -> StageId {
        let hold = |moves: &Moves| match moves {
            Moves::Not(_) => Hold::Current,
            Moves::With { var, first, last, .. } => {
                let tile = if *var == rows.row { size.rows } else { size.columns };
                Hold::Part(tile + last - first)
            }
        };
        let held = part.index.iter().map(hold).collect();
        let in_lanes = |m: &Moves| matches!(m, Moves::With { var, .. } if *var == rows.lane);
        let innermost = part.index.iter().position(in_lanes);
        let innermost = innermost.expect("one dimension moves with the lanes");
        self.buffers.staged(part.source, held, innermost_last(part.index.len(), innermost))
    }
}
