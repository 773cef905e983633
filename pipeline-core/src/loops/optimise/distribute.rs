//! Parallel loops around several parallel loops as several loops around one each: what is launched
//! is a perfect nest, of which all iterations are tasks.
//!
//! ```text
//! parallel for c in 0..=2 {             parallel for c in 0..=2 {
//!   parallel for y_block in … { … }  →    parallel for y_block in … { … }
//!   parallel for y in … { … }           }
//! }                                     parallel for c in 0..=2 {
//!                                         parallel for y in … { … }
//!                                       }
//! ```
//!
//! Without, there would be three tasks here. Iterations of a parallel loop depend on no other, and
//! within one the first loop still comes before the second.

use crate::loops::walk::with_body;
use crate::loops::{LoopKind, LoopNest, Nest, Stmt};

/// Distributes parallel loops over the parallel loops in them.
pub fn distribute_loops(mut loops: LoopNest) -> LoopNest {
    let of_nest = |nest: Nest| Nest { body: distributed(nest.body), ..nest };
    loops.nests = loops.nests.into_iter().map(of_nest).collect();
    loops
}

fn distributed(stmts: Vec<Stmt>) -> Vec<Stmt> {
    stmts.into_iter().flat_map(|stmt| over_its_own(with_body(stmt, distributed))).collect()
}

/// The statement, as one loop for each of those in it where all are parallel.
fn over_its_own(stmt: Stmt) -> Vec<Stmt> {
    let parallel = |stmt: &Stmt| matches!(stmt, Stmt::For { kind: LoopKind::Parallel, .. });
    let Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body } = stmt else {
        return vec![stmt];
    };
    let around = |body: Vec<Stmt>| {
        let (lo, hi) = (lo.clone(), hi.clone());
        Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body }
    };
    match body.iter().all(parallel) {
        true => body.into_iter().map(|own| around(vec![own])).collect(),
        false => vec![around(body)],
    }
}
