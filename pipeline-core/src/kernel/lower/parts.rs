//! Which rows are parts of an array's rows, and which part is next.
//!
//! A task that has some of the columns takes a part of one row after the other: what comes behind
//! a part in memory is another task's, and what it needs soon is the same part of the next row.

use crate::ir::{Affine, VarId};
use crate::loops::trips::{Lets, at_most_times};
use crate::loops::{Bound, ComputeId, LoopKind, Nest, Stmt};
use crate::schedule::speed::FEW_PARTS;

/// The most points that a part may be said to have, and the fewest: powers of two.
const MOST_POINTS: i64 = 1 << 12;
const FEWEST_POINTS: i64 = 1 << 4;

/// The parts of rows that the vectors of a compute take one after the other.
#[derive(Clone, Debug)]
pub struct RowParts {
    /// The loop from one to the next.
    row: VarId,
    /// What that names, in order.
    lets: Vec<(VarId, Affine)>,
    /// The points of a part: no more than these, and more than half of them. None if no such number
    /// is known, or if there are few parts, so that those a good way ahead are another task's.
    pub points: Option<i64>,
}

impl RowParts {
    /// How far an index is from one part to the next, if that is always the same.
    pub fn step(&self, index: &Affine) -> Option<i64> {
        let named = self.lets.iter().rev();
        let index = named.fold(index.clone(), |a, (var, value)| a.substitute_var(*var, value));
        let next = index.substitute_var(self.row, &Affine::from(self.row).offset(1));
        next.sub(&index).as_constant()
    }
}

/// By compute, the parts of rows that its vectors take; none where they take whole rows, or one
/// only.
pub fn parts(nest: &Nest, computes: usize) -> Vec<Option<RowParts>> {
    let mut search = PartsSearch::default();
    search.found.resize(computes, None);
    search.list(&nest.body, None);
    search.found
}

/// The loop around rows or their parts.
#[derive(Clone)]
struct LoopOverRows<'a> {
    var: VarId,
    lo: &'a Bound,
    hi: &'a Bound,
    /// What is named in it.
    named: Vec<(VarId, Affine)>,
}

#[derive(Default)]
struct PartsSearch {
    /// The variables around a statement that differ between tasks, but for those of loops inside
    /// them.
    of_task: Vec<VarId>,
    /// All that is named there.
    lets: Lets,
    found: Vec<Option<RowParts>>,
}

impl PartsSearch {
    /// Looks at statements, of which the innermost loop around is `rows`.
    fn list(&mut self, stmts: &[Stmt], rows: Option<LoopOverRows<'_>>) {
        let mut rows = rows;
        let (of_task, lets) = (self.of_task.len(), self.lets.len());
        for stmt in stmts {
            match stmt {
                Stmt::Let { var, value } => {
                    self.lets.push((*var, value.clone()));
                    if self.differs(value) {
                        self.of_task.push(*var);
                    }
                    if let (Some(rows), [value]) = (&mut rows, value.list()) {
                        rows.named.push((*var, value.clone()));
                    }
                }
                Stmt::For { lo, hi, kind: LoopKind::Lanes(_), body, .. } => {
                    if let [Stmt::Compute(ComputeId(id))] = body[..]
                        && (self.differs(lo) || self.differs(hi))
                    {
                        self.found[id] = rows.as_ref().map(|rows| self.parts(rows, lo, hi));
                    }
                }
                Stmt::For { var, kind: LoopKind::Parallel, body, .. } => {
                    self.inside(Some(*var), body, None);
                }
                Stmt::For { var, lo, hi, kind: LoopKind::Serial | LoopKind::Collapsed, body } => {
                    // What depends on a loop around the one over rows is the same for some of
                    // those.
                    let around = rows.as_ref().map(|rows| rows.var);
                    let rows = LoopOverRows { var: *var, lo, hi, named: Vec::new() };
                    self.inside(around, body, Some(rows));
                }
                Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                    self.list(body, rows.clone());
                }
                Stmt::Copy(_) | Stmt::Compute(_) => {}
            }
        }
        self.of_task.truncate(of_task);
        self.lets.truncate(lets);
    }

    /// Looks at the body of a loop, in which this variable differs between tasks.
    fn inside(&mut self, var: Option<VarId>, body: &[Stmt], rows: Option<LoopOverRows<'_>>) {
        let of_task = self.of_task.len();
        self.of_task.extend(var);
        self.list(body, rows);
        self.of_task.truncate(of_task);
    }

    fn differs(&self, bound: &Bound) -> bool {
        self.of_task.iter().any(|var| bound.list().iter().any(|a| a.mentions_var(*var)))
    }

    /// The parts `lo..=hi` of the rows of a loop.
    fn parts(&self, rows: &LoopOverRows<'_>, lo: &Bound, hi: &Bound) -> RowParts {
        let few = at_most_times(FEW_PARTS, rows.lo, rows.hi, &self.lets);
        let most = |n: i64| at_most_times(n, lo, hi, &self.lets);
        let mut points = (!few && most(MOST_POINTS)).then_some(MOST_POINTS);
        while let Some(n) = points.filter(|n| *n > FEWEST_POINTS && most(n / 2)) {
            points = Some(n / 2);
        }
        RowParts { row: rows.var, lets: rows.named.clone(), points }
    }
}
