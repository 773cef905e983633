//! Which rows are parts of an array's rows, and which part is next.
//!
//! A task that has some of the columns takes a part of one row after the other: what comes behind
//! a part in memory is another task's, and what it needs soon is the same part of the next row.

use crate::ir::{Affine, VarId};
use crate::loops::trips::{Lets, at_most_times};
use crate::loops::{Bound, ComputeId, LoopKind, Nest, Stmt};
use crate::schedule::speed::FEW_PARTS;

/// The numbers of points that a part may be said to have, as powers of two.
const LENGTHS: [u32; 9] = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/// The parts of rows that the vectors of a compute take one after the other.
#[derive(Clone, Debug)]
pub struct RowParts {
    /// The loop from one to the next.
    row: VarId,
    /// What that names, in order.
    lets: Vec<(VarId, Affine)>,
    /// Whether there are few of them, so that those a good way ahead are another task's.
    few: bool,
    /// The points of a part: no more than these, and more than half of them. None if no such number
    /// is known, or if there are few parts.
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
    let mut found = vec![None; computes];
    collect(&nest.body, &Around::default(), &mut found);
    found
}

/// What is around statements.
#[derive(Clone, Default)]
struct Around {
    /// The variables that differ between tasks, but for those of loops inside them.
    of_task: Vec<VarId>,
    /// The innermost loop.
    rows: Option<RowParts>,
    /// All that is named.
    lets: Lets,
}

fn collect(stmts: &[Stmt], around: &Around, found: &mut [Option<RowParts>]) {
    let mut around = around.clone();
    for stmt in stmts {
        let differs = |bound: &Bound| {
            around.of_task.iter().any(|var| bound.list().iter().any(|a| a.mentions_var(*var)))
        };
        match stmt {
            Stmt::Let { var, value } => {
                around.lets.push((*var, value.clone()));
                if differs(value) {
                    around.of_task.push(*var);
                }
                if let (Some(rows), [value]) = (&mut around.rows, value.list()) {
                    rows.lets.push((*var, value.clone()));
                }
            }
            Stmt::For { lo, hi, kind: LoopKind::Lanes(_), body, .. } => {
                if let [Stmt::Compute(ComputeId(id))] = body[..]
                    && (differs(lo) || differs(hi))
                {
                    let most = |n: &i64| at_most_times(*n, lo, hi, &around.lets);
                    let points = || LENGTHS.map(|e| 1 << e).into_iter().find(most);
                    found[id] = around.rows.clone().map(|parts| {
                        let points = if parts.few { None } else { points() };
                        RowParts { points, ..parts }
                    });
                }
            }
            Stmt::For { var, kind: LoopKind::Parallel, body, .. } => {
                let mut of_task = around.of_task.clone();
                of_task.push(*var);
                let lets = around.lets.clone();
                collect(body, &Around { of_task, rows: None, lets }, found);
            }
            Stmt::For { var, lo, hi, kind: LoopKind::Serial | LoopKind::Collapsed, body } => {
                // What depends on a loop around the one over rows is the same for some of those.
                let mut of_task = around.of_task.clone();
                of_task.extend(around.rows.iter().map(|rows| rows.row));
                let few = at_most_times(FEW_PARTS, lo, hi, &around.lets);
                let rows = Some(RowParts { row: *var, lets: Vec::new(), few, points: None });
                let lets = around.lets.clone();
                collect(body, &Around { of_task, rows, lets }, found);
            }
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => collect(body, &around, found),
            Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}
