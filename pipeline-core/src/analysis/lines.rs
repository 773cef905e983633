//! Lines: what a recurrence along rows accesses of its sources, where its lanes go across the rows.

use crate::ir::nodes::as_affine;
use crate::ir::{Affine, Atom, Block, Index, Node, Source, VarId};

/// The variables of a loop along rows with a lanes loop in it that goes across them.
#[derive(Clone, Copy, Debug)]
pub struct LanesAcross {
    /// That of the points of a row.
    pub along: VarId,
    /// That of the rows.
    pub across: VarId,
}

/// Which lines a loop can have.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most coordinates that the accesses of a line reach beyond those of the loop.
    pub reach: i64,
    /// The most lines.
    pub lines: usize,
    /// Whether a source may have lines: no memory of it is used again as rows go by.
    pub may: &'a dyn Fn(Source) -> bool,
    /// The innermost dimension of a source in memory: lines whose rows are adjacent are no use.
    pub innermost: &'a dyn Fn(Source) -> usize,
}

/// The dimension in which an access is at another row in each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowDim {
    /// The dimension.
    pub dim: usize,
    /// The coordinate less the lanes' variable.
    pub offset: i64,
}

/// A line of a source along its rows, and how a loop accesses it.
#[derive(Clone, Debug)]
pub struct SourceLine {
    /// The source.
    pub source: Source,
    /// The index, with 0 along the rows.
    pub index: Vec<Affine>,
    /// How its rows follow the lanes.
    pub rows: RowDim,
    /// Whether the loop goes to larger coordinates.
    pub rising: bool,
    /// The nearest access: the coordinate less what the loop's variable adds.
    pub first: i64,
    /// The farthest one.
    pub last: i64,
    /// The one that is stored to; none if the line is only loaded from.
    pub stored: Option<i64>,
}

impl LanesAcross {
    /// The access as one of a line, if the loop goes along it, and each lane is in another row.
    pub fn line(&self, source: Source, index: &[Index]) -> Option<SourceLine> {
        let mut index = as_affine(index)?;
        let along = index.pop()?;
        let step = along.coefficient(&Atom::Var(self.along));
        let offset = along.add_scaled(&self.along.into(), -step).as_constant()?;
        let mut rows = (0..index.len()).filter(|d| index[*d].mentions_var(self.across));
        let (Some(dim), None) = (rows.next(), rows.next()) else { return None };
        let rows = RowDim { dim, offset: index[dim].sub(&self.across.into()).as_constant()? };
        let fixed = !index.iter().any(|a| a.mentions_var(self.along));
        index.push(Affine::default());
        let rising = step == 1;
        let (first, last, stored) = (offset, offset, None);
        let line = SourceLine { source, index, rows, rising, first, last, stored };
        (fixed && step.abs() == 1).then_some(line)
    }

    /// The lines of a loop that stores a value at an index of a source, but for those whose rows
    /// are adjacent in memory; none if what is stored is no line, if nothing of the same source is
    /// loaded, or if something of it is loaded past its lines.
    pub fn lines(
        &self,
        (own, index): (Source, &[Index]),
        value: &Block,
        limits: &Limits<'_>,
    ) -> Option<Vec<SourceLine>> {
        let mut stored = self.line(own, index)?;
        stored.stored = Some(stored.first);
        let (index, rows) = (stored.index.clone(), stored.rows);
        let mut windows = Vec::new();
        windows_of(value, &mut windows);
        let mut lines = LineFinder { list: Vec::new(), limits };
        let (mut possible, mut reads_itself) = (lines.add(stored), false);
        value.for_each_read(&mut |_, _, source, at| {
            // Buffers are filled before windows run.
            let before = |line: &SourceLine| {
                !line.index.iter().any(|a| windows.iter().any(|w| a.mentions_var(*w)))
            };
            let line = self.line(source, at).filter(before);
            let clear =
                |line: &SourceLine| line.index == index || is_apart(&line.index, &index, rows.dim);
            let held = source == own && line.as_ref().is_some_and(clear);
            let added = line.is_some_and(|line| lines.add(line));
            possible &= source != own || (held && added);
            reads_itself |= source == own;
        });
        (possible && reads_itself && lines.list.len() <= limits.lines).then_some(lines.list)
    }
}

/// Whether two lines of a source have no point in common, nor those of all rows: they are at a
/// fixed distance in another dimension.
fn is_apart(a: &[Affine], b: &[Affine], rows: usize) -> bool {
    let distance = |d: usize| a[d].sub(&b[d]).as_constant().is_some_and(|k| k != 0);
    (0..a.len()).any(|d| d != rows && distance(d))
}

fn windows_of(block: &Block, windows: &mut Vec<VarId>) {
    for expr in &block.exprs {
        if let Node::Reduce { vars, body, .. } = &expr.node {
            windows.extend(vars.iter().map(|v| v.id));
            windows_of(body, windows);
        }
    }
}

/// Lines as they are found.
struct LineFinder<'a> {
    list: Vec<SourceLine>,
    limits: &'a Limits<'a>,
}

impl LineFinder<'_> {
    /// Adds the accesses of a line; false if it is none that the loop can have.
    fn add(&mut self, line: SourceLine) -> bool {
        if (self.limits.innermost)(line.source) == line.rows.dim {
            return true;
        }
        if !(self.limits.may)(line.source) {
            return false;
        }
        let same = |l: &&mut SourceLine| l.source == line.source && l.index == line.index;
        let Some(known) = self.list.iter_mut().find(same) else {
            self.list.push(line);
            return true;
        };
        let (first, last) = (known.first.min(line.first), known.last.max(line.last));
        let fits = known.rising == line.rising && last - first <= self.limits.reach;
        if fits {
            (known.first, known.last) = (first, last);
        }
        fits
    }
}
