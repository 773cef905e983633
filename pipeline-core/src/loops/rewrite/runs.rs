//! Strips in runs: consecutive ones run as one.
//!
//! ```text
//! parallel for strip in 0..=rows/64 {
//!   let start = 64*strip
//!   let end = min(64*strip + 63, rows)
//!   …
//! }
//!
//! parallel for strip in 0..=rows/64 by strips {
//!   let start = 64*strip
//!   let end = min(64*strips + 64*strip - 1, rows)
//!   …
//! }
//! ```
//!
//! What a strip computes again before its first row is then computed once a run. A call says how
//! many strips that is: it knows its threads. Legal where the loops inside are right for strips of
//! any height: where they go on in steps, and no scratchpad holds all rows of a strip.

use crate::ir::{Affine, VarId};
use crate::loops::walk::with_body;
use crate::loops::{Bound, Nest, Stmt, StripRuns};

/// The loop over strips.
#[derive(Clone, Copy, Debug)]
pub struct Strips {
    /// Its variable.
    pub strip: VarId,
    /// The last row of a strip: the variable of a `let` in it.
    pub end: VarId,
    /// The rows of a strip.
    pub rows: i64,
}

/// Runs consecutive strips as one, each run of which computes so many thousandths of a strip again.
///
/// # Panics
/// If strips have no last row.
pub fn in_runs(nest: &mut Nest, strips: Strips, again: i64) {
    let many = nest.vars.fresh("strips");
    nest.runs = Some(StripRuns { strip: strips.strip, many, again });
    let more = Affine::from(many).offset(-1);
    let mut found = false;
    let mut ends = StripEnds { strips, more, found: &mut found };
    nest.body = ends.stmts(std::mem::take(&mut nest.body));
    assert!(found, "a strip has a last row");
}

struct StripEnds<'a> {
    strips: Strips,
    /// How many strips a run has beside its first.
    more: Affine,
    found: &'a mut bool,
}

impl StripEnds<'_> {
    fn stmts(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        stmts.into_iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, stmt: Stmt) -> Stmt {
        match stmt {
            Stmt::Let { var, value } if var == self.strips.end => {
                *self.found = true;
                let farther = |a: &Affine| match a.mentions_var(self.strips.strip) {
                    true => a.add_scaled(&self.more, self.strips.rows),
                    false => a.clone(),
                };
                let value = Bound::Min(value.list().iter().map(farther).collect());
                Stmt::Let { var, value }
            }
            other @ Stmt::Let { .. }
            | other @ Stmt::When { .. }
            | other @ Stmt::For { .. }
            | other @ Stmt::Scratch { .. }
            | other @ Stmt::Copy(_)
            | other @ Stmt::Compute(_) => with_body(other, |body| self.stmts(body)),
        }
    }
}
