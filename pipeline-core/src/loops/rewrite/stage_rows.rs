//! Staging of recurrences along rows, whose lanes go across them.
//!
//! A recurrence along rows runs in lanes across them, so the points of a vector are not adjacent.
//! In a staging buffer whose innermost dimension is that of the lanes they are:
//!
//! ```text
//! for x in a..=b { lanes for y in c..=d: r(y, x) = f(img(y, x), r(y, x - 1)) }
//!
//! for x_block in 0..=(b - a)/32 {
//!   let x_start = a + 32*x_block
//!   let x_end = min(a + 32*x_block + 31, b)
//!   scratch img.staged from (c, x_start), r.staged from (c, x_start - 1) {      layout [1, 0]
//!     copy img(c..=d, x_start..=x_end) to img.staged
//!     copy r(c..=d, x_start - 1..=x_start - 1) to r.staged
//!     for x in x_start..=x_end { lanes for y in c..=d: r.staged(y, x) = … }
//!     copy r.staged(c..=d, x_start..=x_end) to r
//!   }
//! }
//! ```
//!
//! Legal where all that is loaded of the stored array goes through its buffer, since the array gets
//! its points later than they are computed. Arrays whose rows are adjacent in memory need no
//! buffer.

use super::split::{Split, SplitNames, named_end};
use super::stage::{Buffers, border_resolved};
use crate::analysis::lines::{LanesAcross, Limits, RowDim, SourceLine};
use crate::ir::{Affine, Source, StageId};
use crate::loops::innermost_last;
use crate::loops::walk::{computes_of, with_body};
use crate::loops::{
    Access, Bound, Buffer, ComputeId, Copy, Hold, LoopKind, Nest, Pad, Role, Span, Stmt,
};
use crate::schedule::speed::Staging;

/// Stages every loop along rows around a lanes loop across them whose compute stores to a stage and
/// loads from it, as far as it accesses these sources. Every such lanes loop must have no more
/// iterations than `how` says.
pub fn stage_rows(nest: &mut Nest, buffers: &mut Buffers<'_>, sources: &[Source], how: Staging) {
    let body = std::mem::take(&mut nest.body);
    let mut uses = vec![0; nest.computes.len()];
    computes_of(&body).iter().for_each(|id| uses[id.0] += 1);
    let mut pass = RowStaging { nest, buffers, sources, how, uses, staged: Vec::new() };
    let body = pass.list(body);
    pass.nest.body = body;
}

struct RowStaging<'a, 'b> {
    nest: &'a mut Nest,
    buffers: &'a mut Buffers<'b>,
    sources: &'a [Source],
    how: Staging,
    /// By compute, the statements that run it.
    uses: Vec<usize>,
    /// The staging buffers of the loops so far.
    staged: Vec<StagingBuffer>,
}

/// A staging buffer.
struct StagingBuffer {
    /// Its number among the stages.
    id: StageId,
    of: Source,
    rows: RowDim,
}

/// A loop along rows, with the lanes loop in it that goes across them and holds one compute.
struct RowLoops<'a> {
    vars: LanesAcross,
    columns: [&'a Bound; 2],
    rows: [&'a Bound; 2],
    compute: ComputeId,
}

impl RowLoops<'_> {
    /// The statement as such loops, of more than one column, and with the same rows in each.
    fn of(stmt: &Stmt) -> Option<RowLoops<'_>> {
        let Stmt::For { var: along, lo, hi, kind: LoopKind::Serial, body } = stmt else {
            return None;
        };
        let [Stmt::For { var: across, lo: first, hi: last, kind: LoopKind::Lanes(_), body }] =
            &body[..]
        else {
            return None;
        };
        let [Stmt::Compute(compute)] = body[..] else { return None };
        let rows = [first, last];
        let fixed = rows.iter().flat_map(|b| b.list()).all(|a| !a.mentions_var(*along));
        let several = lo.list() != hi.list();
        let vars = LanesAcross { along: *along, across: *across };
        let loops = RowLoops { vars, columns: [lo, hi], rows, compute };
        (several && fixed).then_some(loops)
    }
}

impl RowStaging<'_, '_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut list = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            match self.staged(&stmt) {
                Some(staged) => list.extend(staged),
                None => list.push(with_body(stmt, |body| self.list(body))),
            }
        }
        list
    }

    /// A loop along rows in blocks of columns, each copied, computed and copied back.
    fn staged(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let loops = RowLoops::of(stmt).filter(|l| self.uses[l.compute.0] == 1)?;
        let lines = self.lines(&loops)?;
        let mut ids: Vec<StageId> = Vec::new();
        for line in &lines {
            let id = self.buffer(line, &ids);
            ids.push(id);
        }
        self.nest.computes[loops.compute.0] =
            border_resolved(&self.nest.computes[loops.compute.0], &|source, index| {
                let line = loops.vars.line(source, index)?;
                let same = |l: &SourceLine| l.source == line.source && l.index == line.index;
                let known = lines.iter().position(same)?;
                let held = lines[known].first..=lines[known].last;
                held.contains(&line.first).then(|| ids[known])
            });
        let mut stmts = Vec::new();
        let [first, last] =
            [("first", loops.columns[0]), ("last", loops.columns[1])].map(|(what, bound)| {
                named_end(&mut self.nest.vars, &mut stmts, (loops.vars.along, what), bound)
            });
        let names = SplitNames::of(self.nest.vars.name(loops.vars.along));
        let split = Split::new(&mut self.nest.vars, names, (&first, &last), self.how.columns);
        let (columns, ends) = (split.interval(), (split.part.0.into(), split.part.1.into()));
        let copy = |from, to, part| Stmt::Copy(Copy { from, to, part });
        let (mut inside, mut back, mut pads) = (Vec::new(), Vec::new(), Vec::new());
        for (line, id) in lines.iter().zip(&ids) {
            let start = line.columns(&ends, line.first, line.last).0;
            pads.push(Pad { stage: *id, base: line.base(start, loops.rows[0]) });
            if let Some(columns) = line.filled(&ends) {
                inside.push(copy(line.source, *id, line.part(columns, loops.rows)));
            }
            if let (Some(at), Source::Stage(to)) = (line.stored, line.source) {
                let part = line.part(line.columns(&ends, at, at), loops.rows);
                back.push(copy(Source::Stage(*id), to, part));
            }
        }
        let Stmt::For { var, kind, body: lanes, .. } = stmt else { unreachable!("it is a loop") };
        let (lo, hi) = (Bound::Max(columns.lo), Bound::Min(columns.hi));
        inside.push(Stmt::For { var: *var, lo, hi, kind: *kind, body: lanes.clone() });
        inside.extend(back);
        let mut body = split.inside.clone();
        body.push(Stmt::Scratch { pads, body: inside });
        stmts.push(split.around(LoopKind::Serial, body));
        Some(stmts)
    }

    /// The lines that buffers are made of, if there are any.
    fn lines(&self, loops: &RowLoops<'_>) -> Option<Vec<SourceLine>> {
        let compute = &self.nest.computes[loops.compute.0];
        let [store] = &compute.stores[..] else { return None };
        if compute.access != Access::Inside || compute.updates() {
            return None;
        }
        let may =
            |source| self.sources.contains(&source) && self.buffers.unfolded(source).is_some();
        let innermost = |source| self.buffers.get(source).innermost();
        let (reach, lines) = (self.how.reach, self.how.buffers);
        let limits = Limits { reach, lines, may: &may, innermost: &innermost };
        let own = Source::Stage(store.stage);
        let lines = loops.vars.lines((own, &store.at()), &compute.value, &limits)?;
        (!lines.is_empty()).then_some(lines)
    }

    /// The buffer for a line: one that this loop does not use yet, or a new one.
    fn buffer(&mut self, line: &SourceLine, used: &[StageId]) -> StageId {
        let columns = self.how.columns + line.last - line.first;
        let along = line.index.len() - 1;
        let fits = |s: &&StagingBuffer| {
            s.of == line.source && s.rows == line.rows && !used.contains(&s.id)
        };
        if let Some(known) = self.staged.iter().find(fits) {
            let buffer = self.buffers.stages[known.id.0].as_mut();
            if let Some(Buffer { role: Role::Scratch(held), .. }) = buffer
                && let Hold::Part(n) = &mut held[along]
            {
                *n = columns.max(*n);
            }
            return known.id;
        }
        let hold = |d: usize| match d {
            d if d == along => Hold::Part(columns),
            d if d == line.rows.dim => Hold::Part(self.how.rows),
            _ => Hold::Current,
        };
        let held = (0..=along).map(hold).collect();
        let layout = innermost_last(along + 1, line.rows.dim);
        let id = self.buffers.staged(line.source, held, layout);
        self.staged.push(StagingBuffer { id, of: line.source, rows: line.rows });
        id
    }
}

impl SourceLine {
    /// The coordinates along the rows from one access to another one, for these values of the
    /// loop's variable.
    fn columns(&self, (from, upto): &(Affine, Affine), first: i64, last: i64) -> (Affine, Affine) {
        match self.rising {
            true => (from.offset(first), upto.offset(last)),
            false => (upto.neg().offset(first), from.neg().offset(last)),
        }
    }

    /// What has to be there before the columns are computed: all that is loaded and not computed
    /// with them.
    fn filled(&self, part: &(Affine, Affine)) -> Option<(Affine, Affine)> {
        let at = |access: i64| self.columns(part, access, access);
        let (start, end) = self.columns(part, self.first, self.last);
        match (self.stored, self.rising) {
            (None, _) => Some((start, end)),
            (Some(own), true) if self.first < own => Some((start, at(own).0.offset(-1))),
            (Some(own), false) if self.last > own => Some((at(own).1.offset(1), end)),
            (Some(_), _) => None,
        }
    }

    /// Where its buffer starts: at a column, and at the first row.
    fn base(&self, column: Affine, row: &Bound) -> Vec<Option<Bound>> {
        let along = self.index.len() - 1;
        let base = |d: usize| match d {
            d if d == along => Some(Bound::Max(vec![column.clone()])),
            d if d == self.rows.dim => Some(Bound::Max(self.moved(row))),
            _ => None,
        };
        (0..=along).map(base).collect()
    }

    /// The ends of the lanes' variable as coordinates of the line's rows.
    fn moved(&self, bound: &Bound) -> Vec<Affine> {
        bound.list().iter().map(|a| a.offset(self.rows.offset)).collect()
    }

    /// Some columns of all rows.
    fn part(&self, columns: (Affine, Affine), [lo, hi]: [&Bound; 2]) -> Vec<Span> {
        let one =
            |a: &Affine| Span { lo: Bound::Max(vec![a.clone()]), hi: Bound::Min(vec![a.clone()]) };
        let mut part: Vec<Span> = self.index.iter().map(one).collect();
        let (first, last) = (self.moved(lo), self.moved(hi));
        part[self.rows.dim] = Span { lo: Bound::Max(first), hi: Bound::Min(last) };
        let along = part.len() - 1;
        part[along] = Span { lo: Bound::Max(vec![columns.0]), hi: Bound::Min(vec![columns.1]) };
        part
    }
}
