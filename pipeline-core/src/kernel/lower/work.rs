//! What a task is worth: the points that it computes, and those of the windows that it goes
//! through.

use super::NestContext;
use crate::ir::{Affine, Block, Node, Source, VarId, WindowVar};
use crate::kernel::{Points, PointsTerm, Work};
use crate::loops::{Bound, Span, Stmt};

/// The work of one iteration of parallel loops. A tile with scratchpads is a share of what all of
/// them store, for its own bounds are those of an edge as well as those of the middle.
pub fn work(cx: &NestContext<'_>, vars: &[VarId], ranges: &[Span], body: &[Stmt]) -> Work {
    match body.last() {
        Some(Stmt::Scratch { .. }) if !cx.ordered => Work::Share(shared(cx)),
        _ => {
            let firsts = vars.iter().zip(ranges).filter(|(var, _)| is_bounded_by(body, **var));
            let firsts = firsts.map(|(var, range)| (*var, range.lo.clone())).collect();
            Work::Count { firsts, points: points(cx, body) }
        }
    }
}

/// The arrays of whose points tiles do a share: those that are stored, and where a point combines
/// many values in a loop, those that it takes them from.
fn shared(cx: &NestContext<'_>) -> Vec<Source> {
    let has_loops = cx.computes.iter().any(|of| !in_windows(&of.value).is_empty());
    let reads = cx.arrays.reads.iter().filter(|_| has_loops);
    cx.arrays.writes.iter().chain(reads).copied().collect()
}

/// The number of points that statements compute, with every loop as long as at its first value
/// of those around it.
fn points(cx: &NestContext<'_>, stmts: &[Stmt]) -> Points {
    let mut found = Points::default();
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, value } => found.lets.push((*var, value.clone())),
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                found.terms.push(PointsTerm::Sum(points(cx, body)));
            }
            Stmt::For { var, lo, hi, body, .. } => {
                let var = is_bounded_by(body, *var).then_some(*var);
                let (lo, hi) = (lo.clone(), hi.clone());
                found.terms.push(PointsTerm::Loop { var, lo, hi, inside: points(cx, body) });
            }
            Stmt::Copy(_) => {}
            Stmt::Compute(id) => {
                let compute = &cx.computes[id.0];
                found.terms.push(PointsTerm::Fixed(compute.stores.len()));
                found.terms.extend(in_windows(&compute.value));
            }
        }
    }
    found
}

/// The points of a block's windows that are loops, those of windows inside of them for each.
fn in_windows(block: &Block) -> Vec<PointsTerm> {
    let mut found: Vec<(&[WindowVar], Points)> = Vec::new();
    for expr in &block.exprs {
        let Node::Reduce { vars, body, .. } = &expr.node else { continue };
        let mut inside = in_windows(body);
        let same = |(other, _): &&mut (&[WindowVar], Points)| ends(other).eq(ends(vars));
        match found.iter_mut().find(same) {
            Some((_, points)) => {
                if let Some(PointsTerm::Fixed(windows)) = points.terms.first_mut() {
                    *windows += 1;
                }
                points.terms.append(&mut inside);
            }
            None => {
                inside.insert(0, PointsTerm::Fixed(1));
                found.push((vars, Points { terms: inside, ..Points::default() }));
            }
        }
    }
    found
        .into_iter()
        .map(|(vars, points)| PointsTerm::Sum(vars.iter().fold(points, around)))
        .collect()
}

/// The ends of some windows' variables.
fn ends(vars: &[WindowVar]) -> impl Iterator<Item = [&Affine; 2]> {
    vars.iter().map(|var| [&var.first, &var.last])
}

/// So many points for each value of a variable.
fn around(inside: Points, of: &WindowVar) -> Points {
    let (lo, hi) = (Bound::Max(vec![of.first.clone()]), Bound::Min(vec![of.last.clone()]));
    Points { terms: vec![PointsTerm::Loop { var: None, lo, hi, inside }], ..Points::default() }
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
