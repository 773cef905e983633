//! Strip-mining: a loop over an interval becomes a loop over blocks of it.
//!
//! ```text
//! for y in a..=b { … }
//!
//! for y_block in 0..=(b - a)/n {
//!   let y_start = a + n*y_block
//!   let y_end = min(a + n*y_block + n - 1, b)
//!   for y in y_start..=y_end { … }
//! }
//! ```
//!
//! It is always legal: the points come in the same order. How the loop over blocks runs is for the
//! caller to say.

use crate::ir::{Affine, Interval, VarId};
use crate::loops::vars::Vars;
use crate::loops::{Bound, LoopKind, Stmt};

/// What the variables of a split are called.
pub struct SplitNames {
    /// The number of the block.
    pub block: String,
    /// The first coordinate in it.
    pub start: String,
    /// The last.
    pub end: String,
}

impl SplitNames {
    /// Those of a dimension's blocks: `y_block`, `y_start`, `y_end`.
    pub fn of(dim: &str) -> SplitNames {
        SplitNames {
            block: format!("{dim}_block"),
            start: format!("{dim}_start"),
            end: format!("{dim}_end"),
        }
    }
}

/// An interval cut into blocks of so many coordinates, the last of which may be shorter.
pub struct Split {
    /// The variable of the loop over blocks, which counts from 0.
    pub block: VarId,
    /// The last block.
    pub last_block: Affine,
    /// What is named in that loop: the first and the last coordinate of a block.
    pub inside: Vec<Stmt>,
    /// The variables of these.
    pub part: (VarId, VarId),
}

impl Split {
    /// Cuts `first..=last` into blocks of `by` coordinates.
    pub fn new(
        vars: &mut Vars,
        names: SplitNames,
        (first, last): (&Affine, &Affine),
        by: i64,
    ) -> Split {
        let block = vars.fresh(names.block);
        let part = (vars.fresh(names.start), vars.fresh(names.end));
        let at = first.add_scaled(&block.into(), by);
        let upto = Bound::Min(vec![at.offset(by - 1), last.clone()]);
        let inside = vec![
            Stmt::Let { var: part.0, value: Bound::Max(vec![at]) },
            Stmt::Let { var: part.1, value: upto },
        ];
        Split { block, last_block: last.sub(first).floor_div(by), inside, part }
    }

    /// The coordinates of a block.
    pub fn interval(&self) -> Interval {
        Interval::new(self.part.0.into(), self.part.1.into())
    }

    /// The loop over the blocks around statements, in which a block has no names yet.
    pub fn around(&self, kind: LoopKind, body: Vec<Stmt>) -> Stmt {
        let (lo, hi) = (Bound::Max(vec![0.into()]), Bound::Min(vec![self.last_block.clone()]));
        Stmt::For { var: self.block, lo, hi, kind, body }
    }
}

/// An end of an interval as one expression: itself, or a variable that is named before.
pub fn named_end(
    vars: &mut Vars,
    before: &mut Vec<Stmt>,
    (of, what): (VarId, &str),
    end: &Bound,
) -> Affine {
    match end.list() {
        [one] => one.clone(),
        _ => {
            let var = vars.derived(of, what);
            before.push(Stmt::Let { var, value: end.clone() });
            var.into()
        }
    }
}
