//! Kernels: how a loop nest runs, down to each load, as plain data.
//!
//! A loop nest says what is computed in which order. A [`Program`] says the rest, for a machine
//! with vectors and tasks: which slots of memory full buffers take and when they are free, what a
//! task runs and where its scratchpads live, which loops are over vectors and what becomes of the
//! end of a row, which pointers are set before a loop, and by what instruction each value is loaded
//! and stored. A back end prints it and decides nothing.
//!
//! ```text
//! Program ── Check              from arguments to sizes
//!         └─ Step ── Nest ─┬─ pads       scratchpads that a task takes together
//!                          ├─ functions  what is computed for a point or a vector: Function
//!                          ├─ kernels    what a task runs: Stmt
//!                          └─ body       what the caller runs, and launches: HostStmt
//! ```
//!
//! [`lower()`] makes it, a file for each concern; `Display` shows it.

pub mod entry;
pub mod function;
pub mod line;
pub mod load;
pub mod lower;
pub mod ranks;
pub mod stmt;
mod text;
pub mod verify;

pub use crate::analysis::windows::{CombinedWindow, WindowValue};
pub use entry::{Check, Least, Output};
pub use function::{
    Aligned, Block, Carrying, Copied, Division, Divisor, Expr, HandedOn, InLanes, Indices,
    LoopForm, Member, Node, PointFunction, Store, StoreOrder, StorePlace,
};
pub use line::{Ahead, AheadBy, Line, Neighbours, OwnCache, Pointer};
pub use load::{Coordinate, LinePlace, Load, Stride};
pub use lower::lower;
pub use ranks::{InEpochs, RankProgram};
pub use stmt::{
    Base, Copy, CopyForm, HostStmt, Launch, LineEnds, Points, PointsTerm, Row, RowEnds, RowForm,
    Runs, Stmt, Transposed, Work,
};

use crate::ir::{Source, StageId, VarId};
use crate::loops::Buffer;

/// A pipeline as kernels.
#[derive(Clone, Debug)]
pub struct Program {
    /// Name of the pipeline.
    pub name: String,
    /// Names of the sizes, by id.
    pub sizes: Vec<String>,
    /// Names of the scalars, by id.
    pub scalars: Vec<String>,
    /// What holds the inputs, by [`InputId`](crate::ir::InputId).
    pub inputs: Vec<Buffer>,
    /// What holds the stages, by [`StageId`]; `None` where nothing is stored.
    pub stages: Vec<Option<Buffer>>,
    /// What a call checks first, in order.
    pub checks: Vec<Check>,
    /// Its results.
    pub outputs: Vec<Output>,
    /// How many slots of memory full buffers share.
    pub slots: usize,
    /// What a call does then, in order.
    pub steps: Vec<CallStep>,
    /// How ranks share a call, if it is distributed.
    pub ranks: Option<RankProgram>,
}

/// One nest of a call, and what its memory needs before and after it.
#[derive(Clone, Debug)]
pub struct CallStep {
    /// The full buffers that come to be.
    pub allocations: Vec<Allocation>,
    /// What runs.
    pub nest: Nest,
    /// What must hold of the caller's arrays for rows to be contiguous; nothing where the nest has
    /// none of them.
    pub contiguous: Vec<Contiguous>,
    /// The slots that nobody needs any more.
    pub freed: Vec<usize>,
}

/// A full buffer in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// What it holds.
    pub stage: StageId,
    /// Where.
    pub slot: usize,
}

/// When rows of a caller's array are contiguous for a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contiguous {
    /// Where neighbours in its last dimension are adjacent.
    Neighbours(Source),
    /// Where its last two dimensions are dense, the last one of this extent.
    Rows(Source, i64),
}

/// One nest, as a module of functions and kernels.
#[derive(Clone, Debug)]
pub struct Nest {
    /// A short name, unique in the program.
    pub name: String,
    /// What its variables are called, each by another name, by [`VarId`].
    pub vars: Vec<String>,
    /// The arrays that are only read, scratchpads aside.
    pub reads: Vec<Source>,
    /// The arrays that are written, and perhaps read.
    pub writes: Vec<Source>,
    /// The variables of the caller's part of the nest, which functions and tasks are handed.
    pub fields: Vec<VarId>,
    /// The scratchpads that tasks take, each list once.
    pub pads: Vec<Pads>,
    /// What computes points.
    pub functions: Vec<PointFunction>,
    /// What tasks run.
    pub kernels: Vec<Kernel>,
    /// What the caller runs.
    pub body: Vec<HostStmt>,
}

/// Scratchpads that a task takes together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pads {
    /// The list of those that are there already where they are taken.
    pub within: Option<usize>,
    /// What they hold.
    pub stages: Vec<StageId>,
    /// Where their memory is.
    pub place: PadPlace,
}

/// Where the memory of scratchpads is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadPlace {
    /// On the task's stack: the same few bytes at all sizes.
    Stack,
    /// In an arena that the thread keeps from task to task of a launch, and reserves before it.
    Arena,
}

/// What the tasks of a launch run.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The variables of the parallel loops, outermost first; none where one task is all.
    pub vars: Vec<VarId>,
    /// What runs for one iteration of them.
    pub body: Vec<Stmt>,
}

impl Program {
    /// What holds a source.
    ///
    /// # Panics
    /// If it is a stage that is not stored.
    pub fn buffer(&self, source: Source) -> &Buffer {
        match source {
            Source::Input(i) => &self.inputs[i.0],
            Source::Stage(s) => self.stages[s.0].as_ref().expect("the stage is stored"),
        }
    }
}

impl Kernel {
    /// Whether anything in it is computed or transposed in vectors.
    pub fn in_vectors(&self) -> bool {
        self.body.iter().any(Stmt::in_vectors)
    }
}

impl Nest {
    /// Whether a function looks up entries of a table.
    pub fn looks_up(&self) -> bool {
        self.functions.iter().any(|f| f.value.looks_up())
    }

    /// The number of the function that runs where one is called: itself, or the one that it is the
    /// same as.
    pub fn code(&self, function: usize) -> usize {
        self.functions[function].same_as.unwrap_or(function)
    }

    /// The functions that run where one or several are called, each by its number, with all of
    /// these.
    pub fn codes(&self) -> impl Iterator<Item = (usize, Vec<&PointFunction>)> {
        let all = 0..self.functions.len();
        all.filter(|number| self.functions[*number].same_as.is_none()).map(move |number| {
            let called = (number..self.functions.len()).filter(move |of| self.code(*of) == number);
            (number, called.map(|of| &self.functions[of]).collect())
        })
    }

    /// The lists of scratchpads whose memory is in an arena, by number.
    pub fn of_arena(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.pads.len()).filter(|pads| self.pads[*pads].place == PadPlace::Arena)
    }
}
