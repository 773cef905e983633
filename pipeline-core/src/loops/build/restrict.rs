//! Loops over part of what they run over.

use crate::ir::{Interval, VarId};
use crate::loops::{Bound, Stmt};

/// Statements with their loops kept within the intervals that `limit` has for some of these, given
/// the variable and what is inside.
pub fn restrict(stmt: Stmt, limit: &dyn Fn(VarId, &[Stmt]) -> Option<Interval>) -> Stmt {
    let all = |body: Vec<Stmt>| body.into_iter().map(|s| restrict(s, limit)).collect();
    match stmt {
        Stmt::For { var, mut lo, mut hi, kind, body } => {
            if let Some(interval) = limit(var, &body) {
                lo = Bound::Max(lo.list().iter().chain(&interval.lo).cloned().collect());
                hi = Bound::Min(hi.list().iter().chain(&interval.hi).cloned().collect());
            }
            Stmt::For { var, lo, hi, kind, body: all(body) }
        }
        Stmt::When { tests, body } => Stmt::When { tests, body: all(body) },
        Stmt::Scratch { pads, body } => Stmt::Scratch { pads, body: all(body) },
        other @ Stmt::Let { .. } | other @ Stmt::Copy(_) | other @ Stmt::Compute(_) => other,
    }
}
