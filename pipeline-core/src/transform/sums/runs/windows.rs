//! Runs that are windows of one variable, along which their values only shift.
//!
//! ```text
//! combine sum (reduce sum dx in -1..=1 { i(y - 3, x + dx) }), (reduce sum dx in -2..=2 { … }), …
//! ```
//!
//! Points by themselves are among them. Terms that are other expressions are combined with what
//! the runs are.

use super::super::shifts::{Run, shifts};
use super::RunPoints;
use crate::analysis::running::shifted;
use crate::ir::nodes::{map_affine, map_operands, without_unused};
use crate::ir::{Block, Expr, ExprId, Node, ReduceOp, VarId, WindowVar};

/// A term that is a window along a dimension, or a point.
struct RunTerm {
    term: ExprId,
    /// The value of its first point, in the block with all of them.
    first: ExprId,
    length: i64,
}

/// A window of one variable that shifts all of what it combines.
struct RunWindow<'a> {
    window: &'a WindowVar,
    body: &'a Block,
    dim: usize,
    ends: [i64; 2],
}

impl RunWindow<'_> {
    fn of(node: &Node, op: ReduceOp, rank: usize) -> Option<RunWindow<'_>> {
        let Node::Reduce { op: own, vars, body, .. } = node else { return None };
        let ([window], true) = (&vars[..], *own == op) else { return None };
        let ends = window.constant_ends().filter(|[first, last]| first <= last)?;
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        let dim = shifted(body, window.id, rank).filter(|_| flat)?;
        Some(RunWindow { window, body, dim, ends })
    }

    /// The value of one of its points.
    fn at(&self, value: i64) -> Block {
        map_affine(self.body, &|a| a.substitute_var(self.window.id, &value.into()))
    }

    fn length(&self) -> i64 {
        self.ends[1] - self.ends[0] + 1
    }
}

/// The runs of windows along a dimension, of one expression, and the other terms; none if there
/// are no two such windows.
pub(super) fn runs(
    block: &Block,
    terms: &[ExprId],
    op: ReduceOp,
    rank: usize,
) -> Option<(RunPoints, Vec<ExprId>)> {
    let window = |term: &ExprId| RunWindow::of(&block.exprs[term.0].node, op, rank);
    let dim = terms.iter().find_map(window)?.dim;
    let of_row = |term: &ExprId| window(term).filter(|window| window.dim == dim);
    if terms.iter().filter_map(of_row).count() < 2 {
        return None;
    }
    // The first points of all, in one block, can be compared.
    let mut points = block.clone();
    let runs: Vec<RunTerm> = terms
        .iter()
        .map(|term| match of_row(term) {
            Some(window) => {
                let first = append(&mut points.exprs, window.at(window.ends[0]));
                RunTerm { term: *term, first, length: window.length() }
            }
            None => RunTerm { term: *term, first: *term, length: 1 },
        })
        .collect();
    let like = runs.iter().find(|run| run.first != run.term)?.first;
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for run in runs {
        match shifts(&points, &[like, run.first], rank) {
            Some(mut found) => own.push((run, found.swap_remove(1))),
            None => others.push(run.term),
        }
    }
    // The middle point, as they are written.
    let mut before = own.iter().map(|(run, _)| run.length).sum::<i64>() / 2;
    let (run, shift) = own.iter().find(|(run, _)| {
        let here = before < run.length;
        before -= if here { 0 } else { run.length };
        here
    })?;
    let origin = match of_row(&run.term) {
        Some(window) => window.at(window.ends[0] + before),
        None => Block { exprs: block.exprs[..=run.term.0].to_vec(), result: run.term },
    };
    let mut from = shift.clone();
    from[dim] += before;
    let runs = own.iter().map(|(run, shift)| {
        let mut row: Vec<i64> = shift.iter().zip(&from).map(|(a, b)| a - b).collect();
        let first = std::mem::take(&mut row[dim]);
        Run { row, first, last: first + run.length - 1 }
    });
    let runs = merged(runs.collect(), op)?;
    Some((RunPoints { origin: without_unused(origin), along: VarId(dim), runs }, others))
}

/// Appends the expressions of another block.
fn append(exprs: &mut Vec<Expr>, block: Block) -> ExprId {
    let behind = exprs.len();
    let moved = |id: ExprId| ExprId(id.0 + behind);
    exprs.extend(
        block.exprs.iter().map(|e| Expr { node: map_operands(&e.node, moved), ..e.clone() }),
    );
    moved(block.result)
}

/// The runs in order, those that touch as one; none if a point counts twice.
fn merged(mut runs: Vec<Run>, op: ReduceOp) -> Option<Vec<Run>> {
    runs.sort_by(|a, b| (&a.row, a.first).cmp(&(&b.row, b.first)));
    let mut merged: Vec<Run> = Vec::with_capacity(runs.len());
    for run in runs {
        match merged.last_mut().filter(|before| before.row == run.row) {
            Some(before) if run.first <= before.last => match op.counts_once() {
                true => before.last = before.last.max(run.last),
                false => return None,
            },
            Some(before) if run.first == before.last + 1 => before.last = run.last,
            _ => merged.push(run),
        }
    }
    Some(merged)
}
