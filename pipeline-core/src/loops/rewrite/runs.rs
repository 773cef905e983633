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
    let mut ends = Ends { strips, more, found: &mut found };
    nest.body = ends.stmts(std::mem::take(&mut nest.body));
    assert!(found, "a strip has a last row");
}

struct Ends<'a> {
    strips: Strips,
    /// How many strips a run has beside its first.
    more: Affine,
    found: &'a mut bool,
}

impl Ends<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::parse;
    use crate::loops::verify::verify;

    #[test]
    fn a_run_ends_where_its_last_strip_does() {
        let text = "loops f\nsizes n\ninput img: f32 [0..=n - 1]\noutput 0 f: f32 [0..=n - 1]\n\n\
                    nest f {\n  compute #0 f(y) {\n    %0: f32 = read img(y)\n    yield %0\n  }\n  \
                    parallel for strip in 0..=(n + 7)/8 - 1 {\n    let start = 8*strip\n    \
                    let end = min(8*strip + 7, n - 1)\n    for y in start..=end: #0\n  }\n}\n";
        let mut loops = parse(text).expect("loops");
        let var = |name: &str| {
            let found = loops.nests[0].vars.names().iter().position(|n| n == name);
            VarId(found.expect("a variable"))
        };
        let strips = Strips { strip: var("strip"), end: var("end"), rows: 8 };
        in_runs(&mut loops.nests[0], strips, 250);
        let loops = crate::loops::number::number_variables(loops);
        let expected = text
            .replace("nest f {", "nest f, strips in runs, 250 of 1000 again {")
            .replace("- 1 {", "- 1 by strips {")
            .replace("8*strip + 7", "8*strips + 8*strip - 1");
        assert_eq!(loops.to_string(), expected);
        assert_eq!(parse(&expected), Ok(loops.clone()));
        assert_eq!(verify(&loops), Ok(()));
    }
}
