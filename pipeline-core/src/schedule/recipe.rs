//! How the loops of a group run, as data: the steps by which its nests are made of the loops that
//! the stages have in the order of their dimensions.
//!
//! ```text
//! out          split y by 64, x by 128; reorder y.o, x.o, y.i, x.i; parallel y.o, x.o;
//!              lanes x.i; stage img at x.o, layout [1, 0]                a transposition
//! r            split y by 16, x by 32; reorder y.o, x.o, x.i, y.i; parallel y.o; lanes y.i;
//!              stage img, r at x.o, layout [1, 0]                       a recurrence along rows
//! s            split y by 128, x by 1024; parallel y.o and x.o along diagonals;
//!              unroll y by 8, jammed, skewed by 1                       a summed-area table
//! harris       split y by 128, x by 512; step y by 2; reorder y.o, x.o, y.s, y.i, x.i;
//!              parallel y.o, x.o; lanes x.i                             stages in tiles
//! interpolate  split y by 32; step y by 2; reorder y.o, y.s, y.i, x; parallel y.o;
//!              runs of y.o, 2.7 % again; lanes x                        stages in whole rows
//! ```
//!
//! The words are those of Halide's schedules (Ragan-Kelley et al., PLDI 2013). What a cut dimension
//! becomes are the loop over its blocks, `y.o`, the one inside a block, `y.i`, and between them
//! that over steps, `y.s`, if there is one: every stage has its own loops inside a step. That
//! scratchpads are folded is no step: it is how a stage is [stored](super::storage::Storage).
//!
//! One file decides for each kind of nest: [`rows`] for points in any order, [`serial`] for stages
//! that read themselves, [`updates`] for reductions, [`tiles`] for groups. What is staged is added
//! once it is known how stages are [stored](super::storage).

pub mod rows;
pub mod serial;
mod text;
pub mod tiles;
pub mod updates;

use crate::ir::{Source, StageId};
use crate::loops::Lanes;
pub use text::text;

/// One of the loops that a dimension becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// The dimension: of the stage, of the live-outs of a group, or of an update's domain.
    pub dim: usize,
    /// Which of its loops.
    pub part: LoopPart,
}

/// Which loop of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopPart {
    /// The only one.
    Whole,
    /// That over the blocks of a dimension that is cut.
    Blocks,
    /// That over the steps of a block.
    Steps,
    /// That inside a block, or inside a step of one.
    Inside,
}

impl Loop {
    /// The only loop of a dimension.
    pub fn whole(dim: usize) -> Loop {
        Loop { dim, part: LoopPart::Whole }
    }

    /// The loop over the blocks of a dimension.
    pub fn blocks(dim: usize) -> Loop {
        Loop { dim, part: LoopPart::Blocks }
    }

    /// The loop over the steps of a block of a dimension.
    pub fn steps(dim: usize) -> Loop {
        Loop { dim, part: LoopPart::Steps }
    }

    /// The loop inside a block, or a step, of a dimension.
    pub fn inside(dim: usize) -> Loop {
        Loop { dim, part: LoopPart::Inside }
    }
}

/// A step by which loops are made of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Cuts a dimension into blocks of so many coordinates.
    Split {
        /// The dimension.
        dim: usize,
        /// Coordinates of a block: at least 1.
        by: i64,
    },
    /// Distributes runs of so many coordinates of a dimension to so many blocks, one after the
    /// other and from the first again: a block-cyclic distribution.
    Cyclic {
        /// The dimension.
        dim: usize,
        /// Coordinates of a run.
        run: i64,
        /// Blocks.
        by: i64,
    },
    /// Inside a block of a dimension, time goes in steps of so many coordinates, and at each step
    /// every stage computes what is newly required.
    Step {
        /// The dimension.
        dim: usize,
        /// Coordinates of a step: at least 1.
        by: i64,
    },
    /// Nests all loops in this order, outermost first.
    Reorder(Vec<Loop>),
    /// Runs the iterations of a loop at the same time.
    Parallel(Loop),
    /// Runs the blocks of two dimensions at the same time where they lie on a diagonal, one
    /// diagonal after the other.
    Diagonal(Diagonal),
    /// Runs iterations of a loop in the lanes of vectors.
    Lanes(Loop),
    /// Gives vectors so many lanes; without this step, as many as suit what is computed.
    Many(Lanes),
    /// Runs so many coordinates of a dimension together, down to the innermost loop; after another
    /// step of the dimension, those that it leaves over.
    UnrollJam(Jam),
    /// Runs rows of loops around the lanes together where they share loads: as many as make the
    /// least work of each, of the powers of two.
    JamRows {
        /// How many at most.
        most: i64,
    },
    /// Runs consecutive blocks of a dimension as one, as many as suit the threads of a call.
    Runs {
        /// The loop over them.
        of: Loop,
        /// What a run computes again, in thousandths of what a block computes.
        again: i64,
    },
    /// Computes each row of a stage but the first of a tile from the one before it: its points are
    /// [running sums](crate::analysis::running).
    Running(StageId),
    /// Runs the rows of boundary regions in lanes, where a border is resolved for a whole row.
    BoundaryRows,
    /// Copies what is accessed of a source to a small buffer in another layout, and back if it is
    /// stored to.
    Stage {
        /// The source.
        source: Source,
        /// The loop in which that is done.
        at: Loop,
        /// Its dimensions in the order of the buffer's memory, the innermost last.
        layout: Vec<usize>,
    },
}

/// Which nest of a group a recipe is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupNest {
    /// A case of a stage by itself.
    Case(usize),
    /// All cases of a stage that reads itself; of one whose steps in time run at once, the first
    /// steps and those that fill no block.
    Stage,
    /// The tiles of a group.
    Tiles,
    /// All cases of a stage that reads itself, in the tiles of its group.
    InTiles(StageId),
    /// A pass over updates of a stage, by their number.
    Update {
        /// The stage.
        stage: StageId,
        /// Which pass.
        pass: usize,
    },
}

/// How a nest runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Which nest.
    pub part: GroupNest,
    /// The steps, in their order.
    pub ops: Vec<Op>,
}

/// The step that nests loops in an order, if there are several.
fn reorder(loops: Vec<Loop>) -> Option<Op> {
    (loops.len() > 1).then_some(Op::Reorder(loops))
}

impl Recipe {
    /// The blocks into which a dimension is cut.
    pub fn split(&self, dim: usize) -> Option<i64> {
        self.splits().find(|split| split.0 == dim).map(|split| split.1)
    }

    /// All cuts, as dimensions with the coordinates of a block.
    pub fn splits(&self) -> impl Iterator<Item = (usize, i64)> {
        self.find(|op| if let Op::Split { dim, by } = op { Some((*dim, *by)) } else { None })
    }

    /// The steps into which blocks of a dimension are cut.
    pub fn step(&self, dim: usize) -> Option<i64> {
        let steps = |op: &Op| if let Op::Step { dim, by } = op { Some((*dim, *by)) } else { None };
        self.find(steps).find(|step| step.0 == dim).map(|step| step.1)
    }

    /// What some steps are about.
    fn find<'a, T: 'a>(
        &'a self,
        what: impl Fn(&'a Op) -> Option<T> + 'a,
    ) -> impl Iterator<Item = T> + 'a {
        self.ops.iter().filter_map(what)
    }

    /// Whether iterations of a loop run at the same time.
    pub fn is_parallel(&self, of: Loop) -> bool {
        self.ops.contains(&Op::Parallel(of))
    }

    /// The loop that runs in lanes.
    pub fn lanes(&self) -> Option<Loop> {
        self.find(|op| if let Op::Lanes(of) = op { Some(*of) } else { None }).next()
    }

    /// How many lanes vectors have, if that is planned.
    pub fn many(&self) -> Option<Lanes> {
        self.find(|op| if let Op::Many(lanes) = op { Some(*lanes) } else { None }).next()
    }

    /// The loops of this many dimensions, outermost first.
    pub fn nesting(&self, rank: usize) -> Vec<Loop> {
        let reordered = self
            .find(|op| if let Op::Reorder(loops) = op { Some(loops.clone()) } else { None })
            .next();
        reordered.unwrap_or_else(|| {
            let loops = |dim| match self.split(dim) {
                Some(_) => vec![Loop::blocks(dim), Loop::inside(dim)],
                None => vec![Loop::whole(dim)],
            };
            (0..rank).flat_map(loops).collect()
        })
    }

    /// The loops around the only loop of a dimension.
    pub fn around(&self, rank: usize, dim: usize) -> Vec<Loop> {
        let nesting = self.nesting(rank).into_iter();
        nesting.take_while(|l| *l != Loop::whole(dim)).collect()
    }

    /// The innermost loop of so many dimensions, at least one.
    pub fn innermost(&self, rank: usize) -> Loop {
        *self.nesting(rank).last().expect("a nest has a loop")
    }

    /// The dimensions whose blocks run along diagonals.
    pub fn diagonal(&self) -> Option<Diagonal> {
        self.find(|op| if let Op::Diagonal(of) = op { Some(*of) } else { None }).next()
    }

    /// The coordinates of a dimension that run together, and by how much each is behind; of one
    /// dimension first the most, then those of what they leave over.
    pub fn unrolled(&self) -> impl Iterator<Item = Jam> {
        self.find(|op| if let Op::UnrollJam(jam) = op { Some(*jam) } else { None })
    }

    /// How many rows that share loads run together at most: at least 1.
    pub fn most_rows(&self) -> i64 {
        let most = |op: &Op| if let Op::JamRows { most } = op { Some(*most) } else { None };
        self.find(most).next().unwrap_or(1)
    }

    /// What runs of consecutive blocks compute again, in thousandths of a block, if blocks come in
    /// runs.
    pub fn runs(&self) -> Option<i64> {
        self.find(|op| if let Op::Runs { again, .. } = op { Some(*again) } else { None }).next()
    }

    /// Whether the rows of a stage are running sums.
    pub fn is_running(&self, stage: StageId) -> bool {
        self.ops.contains(&Op::Running(stage))
    }

    /// Whether the rows of boundary regions run in lanes.
    pub fn boundary_rows(&self) -> bool {
        self.ops.contains(&Op::BoundaryRows)
    }

    /// The sources that are staged.
    pub fn staged(&self) -> impl Iterator<Item = Source> {
        self.find(|op| if let Op::Stage { source, .. } = op { Some(*source) } else { None })
    }
}

/// Dimensions whose blocks run along diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    /// The outer dimension.
    pub rows: usize,
    /// The inner one.
    pub columns: usize,
}

/// Coordinates of a dimension that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jam {
    /// The dimension.
    pub dim: usize,
    /// How many.
    pub by: i64,
    /// How many points of the innermost loop each is behind the one before it.
    pub skew: i64,
}
