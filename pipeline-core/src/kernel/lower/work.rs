//! What a task is worth: the points that it computes.

use super::Context;
use crate::ir::VarId;
use crate::kernel::{Points, Term, Work};
use crate::loops::{Bound, Span, Stmt};

/// The work of one iteration of parallel loops. A tile with scratchpads is a share of what it
/// stores, for its own bounds are those of an edge as well as those of the middle.
pub fn work(cx: &Context<'_>, vars: &[VarId], ranges: &[Span], body: &[Stmt]) -> Work {
    match body.last() {
        Some(Stmt::Scratch { .. }) if !cx.ordered => Work::Share(cx.arrays.writes.clone()),
        _ => {
            let firsts = vars.iter().zip(ranges).filter(|(var, _)| is_bounded_by(body, **var));
            let firsts = firsts.map(|(var, range)| (*var, range.lo.clone())).collect();
            Work::Count { firsts, points: points(cx, body) }
        }
    }
}

/// The number of points that statements compute, with every loop as long as at its first value
/// of those around it.
fn points(cx: &Context<'_>, stmts: &[Stmt]) -> Points {
    let mut found = Points::default();
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, value } => found.lets.push((*var, value.clone())),
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                found.terms.push(Term::Sum(points(cx, body)));
            }
            Stmt::For { var, lo, hi, body, .. } => {
                let var = is_bounded_by(body, *var).then_some(*var);
                let (lo, hi) = (lo.clone(), hi.clone());
                found.terms.push(Term::Loop { var, lo, hi, inside: points(cx, body) });
            }
            Stmt::Copy(_) => {}
            Stmt::Compute(id) => found.terms.push(Term::Fixed(cx.computes[id.0].stores.len())),
        }
    }
    found
}

/// Whether bounds or values in some statements depend on a variable.
fn is_bounded_by(stmts: &[Stmt], var: VarId) -> bool {
    let mentions = |bound: &Bound| bound.list().iter().any(|a| a.mentions_var(var));
    stmts.iter().any(|stmt| match stmt {
        Stmt::Let { value, .. } => mentions(value),
        Stmt::For { lo, hi, body, .. } => mentions(lo) || mentions(hi) || is_bounded_by(body, var),
        Stmt::When { body, .. } | Stmt::Scratch { body, .. } => is_bounded_by(body, var),
        Stmt::Copy(copy) => copy.part.iter().any(|s| mentions(&s.lo) || mentions(&s.hi)),
        Stmt::Compute(_) => false,
    })
}
