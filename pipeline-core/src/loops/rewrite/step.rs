//! Steps: rows are computed so many at a time, and before the first of them comes a prologue.
//!
//! ```text
//! for y in a..=b { … }
//!
//! for number in -p..=(b - a)/n {
//!   let step = a + n*number
//!   let y_stop = min(step + n - 1, b)
//!   when step - a >= 0 {
//!     for y in step..=y_stop { … }
//!   }
//! }
//! ```
//!
//! It is always legal: the points come in the same order, and the `p` steps of the prologue compute
//! nothing by themselves. They are there for what the rows need, which a caller puts ahead of them.
//! Steps of one row have no number: they go by the row, `for step in a - p..=b`.

use super::split::{Split, SplitNames};
use crate::ir::{Affine, Interval, Test, TestOp, VarId};
use crate::loops::vars::Vars;
use crate::loops::{Bound, LoopKind, Stmt};

/// An interval of rows cut into steps, with a prologue of further ones.
pub struct RowSteps {
    /// The variable of the loop over steps.
    var: VarId,
    lo: Affine,
    hi: Affine,
    /// What is named in that loop.
    pub inside: Vec<Stmt>,
    /// First and last row of a step: before the interval, in the prologue.
    pub rows: (Affine, Affine),
    /// What is not negative past the prologue, if there is one.
    past: Option<Affine>,
}

impl RowSteps {
    /// Cuts `first..=last` of the rows `row` into steps of `by`, after a prologue of so many.
    pub fn new(
        vars: &mut Vars,
        row: &str,
        (first, last): (&Affine, &Affine),
        by: i64,
        prologue: i64,
    ) -> RowSteps {
        let past = |step: &Affine| (prologue > 0).then(|| step.sub(first));
        if by == 1 {
            let var = vars.fresh("step");
            let (lo, step) = (first.offset(-prologue), Affine::from(var));
            let (past, rows) = (past(&step), (step.clone(), step));
            return RowSteps { var, lo, hi: last.clone(), inside: Vec::new(), rows, past };
        }
        let names =
            SplitNames { block: "number".into(), start: "step".into(), end: format!("{row}_stop") };
        let Split { block, last_block, inside, part } = Split::new(vars, names, (first, last), by);
        let rows = (Affine::from(part.0), Affine::from(part.1));
        let past = past(&rows.0);
        RowSteps { var: block, lo: (-prologue).into(), hi: last_block, inside, rows, past }
    }

    /// The rows of a step.
    pub fn interval(&self) -> Interval {
        Interval::new(self.rows.0.clone(), self.rows.1.clone())
    }

    /// Statements that run in all steps but those of the prologue.
    pub fn past_prologue(&self, body: Vec<Stmt>) -> Vec<Stmt> {
        match &self.past {
            None => body,
            Some(past) => {
                let tests = vec![Test { affine: past.clone(), op: TestOp::NonNegative }];
                vec![Stmt::When { tests, body }]
            }
        }
    }

    /// The loop over the steps around statements, which begin with what is named
    /// [inside](RowSteps::inside).
    pub fn around(&self, body: Vec<Stmt>) -> Stmt {
        let (lo, hi) = (Bound::Max(vec![self.lo.clone()]), Bound::Min(vec![self.hi.clone()]));
        Stmt::For { var: self.var, lo, hi, kind: LoopKind::Serial, body }
    }
}
