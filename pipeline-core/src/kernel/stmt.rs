//! What tasks and the caller run.

use super::Neighbours;
use crate::ir::{Source, StageId, Test, VarId};
use crate::loops::{Bound, Lanes, Span};

/// A statement of a task.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Names an index value.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Bound,
    },
    /// Runs the body if all tests hold.
    When {
        /// The tests.
        tests: Vec<Test>,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Runs the body for `var` in `lo..=hi`, in order.
    For {
        /// The loop variable.
        var: VarId,
        /// First value.
        lo: Bound,
        /// Last value.
        hi: Bound,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Computes the points of a row.
    Row(Row),
    /// Several rows as one where rows are contiguous, one after the other elsewhere.
    Dense {
        /// The one.
        row: Row,
        /// What runs elsewhere.
        otherwise: Box<Stmt>,
    },
    /// Takes scratchpads for the body.
    Take {
        /// Which, by their number in the nest.
        pads: usize,
        /// By pad and dimension, the coordinate in the first slot.
        base: Vec<Vec<Base>>,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Copies a part of an array to another one.
    Copy(Copy),
    /// Computes one point by this function.
    Point(usize),
}

impl Stmt {
    /// Whether it computes or transposes anything in vectors.
    pub fn in_vectors(&self) -> bool {
        match self {
            Stmt::Let { .. } | Stmt::Point(_) => false,
            Stmt::When { body, .. } | Stmt::For { body, .. } | Stmt::Take { body, .. } => {
                body.iter().any(Stmt::in_vectors)
            }
            Stmt::Row(row) => row.form.in_vectors(),
            Stmt::Dense { row, otherwise } => row.form.in_vectors() || otherwise.in_vectors(),
            Stmt::Copy(copy) => match copy.form {
                CopyForm::Fill(_) | CopyForm::Drain(_) => true,
                CopyForm::Row { .. } | CopyForm::Point => false,
            },
        }
    }
}

/// The coordinate in the first slot of a scratchpad's dimension.
#[derive(Clone, Debug)]
pub enum Base {
    /// 0: slots are remainders of coordinates.
    Zero,
    /// The first of the stage: all of them are held.
    First,
    /// This one.
    At(Bound),
}

/// A loop over the points of a row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The loop variable.
    pub var: VarId,
    /// First value.
    pub lo: Bound,
    /// Last value.
    pub hi: Bound,
    /// How its points are taken.
    pub form: RowForm,
    /// The function that computes them, whose pointers are set before the loop.
    pub function: usize,
    /// Where its vectors reach beyond the ends of what they load from, if some may.
    pub ends: Option<RowEnds>,
}

/// Which points of a row load from between the ends of arrays; vectors of others look where the
/// ends are.
#[derive(Clone, Debug)]
pub struct RowEnds {
    /// The first value of the loop variable from which on nothing before a first end is loaded.
    pub first: Bound,
    /// The last one up to which nothing behind a last end is loaded.
    pub last: Bound,
    /// What may be loaded from beyond an end.
    pub lines: Vec<LineEnds>,
}

/// An array, and the dimension along which lanes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEnds {
    /// The array.
    pub source: Source,
    /// The dimension.
    pub dim: usize,
}

/// How a loop takes the points of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// By vectors, the last of which ends with the row and may overlap the one before it: a
    /// function that loads nothing of what it stores may compute a point twice. A row shorter
    /// than a vector is taken by eight points and then one by one.
    Vectors(Lanes),
    /// By vectors, as above, of rows of the caller's arrays of which nothing is loaded soon: where
    /// these are large, whole cache lines are written past the caches.
    Streamed(Lanes),
    /// The same for a function that only copies what it loads from one line: no vectors are needed
    /// where arrays are large.
    Copied(Lanes),
    /// By vectors, and the last points that fill none by eight and then one by one: each is
    /// computed once.
    VectorsAndPoints(Lanes),
    /// One by one, for each may need the one before it.
    Points,
}

impl RowForm {
    /// Whether a vector takes several points at once.
    pub fn in_vectors(self) -> bool {
        match self {
            RowForm::Vectors(_)
            | RowForm::Streamed(_)
            | RowForm::Copied(_)
            | RowForm::VectorsAndPoints(_) => true,
            RowForm::Points => false,
        }
    }
}

/// A copy between an array and a scratchpad of the same coordinates.
#[derive(Clone, Debug)]
pub struct Copy {
    /// What is read.
    pub from: Source,
    /// What is written.
    pub to: StageId,
    /// By dimension, the first and the last coordinate.
    pub part: Vec<Span>,
    /// How.
    pub form: CopyForm,
    /// The dimensions of the loops around that, outermost first.
    pub around: Vec<usize>,
}

/// How the innermost part of a copy is made. Where neighbours of an array are named, it is the one
/// that is no scratchpad, along its innermost dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyForm {
    /// To a scratchpad, in blocks that are transposed in registers.
    Fill(Transposed),
    /// From a scratchpad, the same way.
    Drain(Transposed),
    /// Rows along a dimension.
    Row {
        /// The dimension.
        dim: usize,
        /// Where its extent is fixed, and so rows may be short, the dimension of a loop around:
        /// rows that follow each other without gaps in both arrays are one.
        along: Option<usize>,
        /// How far neighbours of the array are apart.
        neighbours: Neighbours,
        /// To an array, the dimension of a loop around along which the rows of the next step
        /// follow: their lines are asked for, unless they are more than a first-level cache holds.
        next: Option<usize>,
    },
    /// Point by point.
    Point,
}

/// A copy between arrays with other dimensions innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transposed {
    /// The dimension that is innermost in what is written.
    pub rows: usize,
    /// The one that is innermost in what is read.
    pub columns: usize,
    /// How far neighbours of the array are apart.
    pub neighbours: Neighbours,
}

/// A statement of the caller.
#[derive(Clone, Debug)]
pub enum HostStmt {
    /// Declares variables that are given to tasks before they all have a value.
    Declare(Vec<VarId>),
    /// Names an index value.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Bound,
    },
    /// Runs the body if all tests hold.
    When {
        /// The tests.
        tests: Vec<Test>,
        /// What runs.
        body: Vec<HostStmt>,
    },
    /// Runs the body for `var` in `lo..=hi`, in order.
    For {
        /// The loop variable.
        var: VarId,
        /// First value.
        lo: Bound,
        /// Last value.
        hi: Bound,
        /// What runs.
        body: Vec<HostStmt>,
    },
    /// Says how many consecutive strips run as one, by the threads of the call.
    Runs(Runs),
    /// Puts together what tasks are handed: sizes, arrays and the variables so far.
    Bundle,
    /// Runs tasks at the same time, and waits for them.
    Launch(Launch),
}

/// The tasks of a kernel: the iterations of its parallel loops as one list.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Which kernel of the nest.
    pub kernel: usize,
    /// The parallel loops, outermost first.
    pub ranges: Vec<Span>,
    /// The loop that goes on by more than one at a time, with the variable that says by how many.
    pub by: Option<(usize, VarId)>,
    /// What one task is about worth, so that small ones go together.
    pub work: Work,
}

/// How many consecutive strips run as one.
#[derive(Clone, Debug)]
pub struct Runs {
    /// The variable that says it.
    pub many: VarId,
    /// The strips.
    pub strips: Span,
    /// The other parallel loops.
    pub beside: Vec<Span>,
    /// The arrays that are written: a call with few points has one thread.
    pub stored: Vec<Source>,
    /// What a run computes again, in thousandths of what a strip computes.
    pub again: i64,
}

/// The points that a task computes, about.
#[derive(Clone, Debug)]
pub enum Work {
    /// A share of the points of these arrays.
    Share(Vec<Source>),
    /// Those of its loops, with variables of the launch at their first values.
    Count {
        /// The variables that matter, with these values.
        firsts: Vec<(VarId, Bound)>,
        /// The points.
        points: Points,
    },
}

/// A number of points: a sum.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Variables that bounds in it mention.
    pub lets: Vec<(VarId, Bound)>,
    /// What is added; nothing for none.
    pub terms: Vec<PointsTerm>,
}

/// One term of a number of points.
#[derive(Clone, Debug)]
pub enum PointsTerm {
    /// So many.
    Fixed(usize),
    /// A sum.
    Sum(Points),
    /// So many times as a loop has iterations.
    Loop {
        /// The loop variable, where the points inside depend on it: they are those at `lo`.
        var: Option<VarId>,
        /// First value.
        lo: Bound,
        /// Last value.
        hi: Bound,
        /// The points of an iteration.
        inside: Points,
    },
}
