//! How values are loaded: the form of each load, and the coordinates of those that data choose.

use super::function::{InLanes, Member};
use super::line::{Line, Neighbours};
use crate::ir::{Affine, BorderMode, ElemType, ExprId, Index, Source};

/// How a value is loaded.
#[derive(Clone, Debug, PartialEq)]
pub enum Load {
    /// From a line.
    Line {
        /// The line.
        line: LinePlace,
        /// The coordinate along it, of the first lane.
        along: Affine,
        /// How the lanes go along it.
        stride: Stride,
        /// What is beyond its ends, where vectors may be.
        ends: Option<BorderMode>,
    },
    /// This value and others, which are loaded from the places between its lanes: 2, 3, 4, 6 or 8
    /// in all.
    Interleaved {
        /// The values, in the order of their elements, from lines that the function loads from.
        members: Vec<Member>,
        /// How far lanes go along these.
        every: i64,
    },
    /// Together with that value.
    With(ExprId),
    /// From one point of a line, the same for all lanes.
    Splat {
        /// The line.
        line: LinePlace,
        /// The coordinate along it.
        along: Affine,
    },
    /// From one point of a line, or from the one that the border has in place of it.
    BorderResolved {
        /// The line.
        line: LinePlace,
        /// The coordinate along it.
        along: Affine,
        /// What a coordinate beyond its ends means: no constant.
        border: BorderMode,
    },
    /// From the place on a line that a value says, which is the same for all lanes: there is one.
    Scattered {
        /// The line, of those that the function loads from.
        line: usize,
        /// The value.
        at: ExprId,
    },
    /// Each lane from a place of its own, all addresses computed together.
    Gather {
        /// What is read.
        source: Source,
        /// The index, one coordinate a dimension.
        index: Vec<Coordinate>,
        /// What a coordinate outside means, where it may be outside.
        border: Option<BorderMode>,
        /// How far neighbours along its last dimension are apart.
        neighbours: Neighbours,
        /// The entries of the table, if that is what they are: the lanes differ in the last
        /// dimension only, and it has these few.
        table: Option<i64>,
    },
    /// Each lane from the place of the lane before it, or from the next along the last dimension.
    Spread {
        /// What is read.
        source: Source,
        /// The index of the first lane.
        first: Vec<Affine>,
        /// How far the others are from it in the last dimension.
        distances: InLanes,
        /// How far neighbours along that are apart.
        neighbours: Neighbours,
    },
    /// This value and another one: elements as of a gather, and those behind them in the last
    /// dimension.
    Pair {
        /// What is read.
        source: Source,
        /// The index of the former.
        index: Vec<Coordinate>,
        /// What a coordinate outside means, where one of either may be outside.
        border: Option<BorderMode>,
        /// How far neighbours along its last dimension are apart.
        neighbours: Neighbours,
        /// The values, that of the former first.
        members: [ExprId; 2],
    },
    /// Each lane one of the few entries of a row: of one row, or those of the lane before it or of
    /// the next along one other dimension.
    Entries {
        /// What is read.
        source: Source,
        /// The index, one coordinate a dimension.
        index: Vec<Coordinate>,
        /// The dimension in which rows differ, if they do, and else the last.
        dim: usize,
        /// How many entries a row has.
        entries: i64,
        /// How far they are apart.
        neighbours: Neighbours,
    },
    /// The points of a row from one on, which a value may say that is the same for all lanes.
    Row {
        /// What is read.
        source: Source,
        /// The index of the first lane: no value that differs between lanes is in it.
        first: Vec<Coordinate>,
        /// How far neighbours along its last dimension are apart.
        neighbours: Neighbours,
    },
    /// From one point, or each lane from one.
    Point {
        /// What is read.
        source: Source,
        /// The index.
        index: Vec<Index>,
        /// What an index outside means, where it may be outside.
        border: Option<BorderMode>,
        /// Whether there are lanes, which load one after the other.
        each_lane: bool,
    },
}

/// Where the pointer of a line comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum LinePlace {
    /// It is handed to the function: a line of those that it loads from.
    Handed(usize),
    /// It is computed where it is used, since it depends on variables of a window.
    Here(Line),
}

/// How lanes go along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// They are at neighbours.
    Next,
    /// Each is so many points behind the one before it.
    Every(i64),
}

/// One coordinate of a gather.
#[derive(Clone, Debug, PartialEq)]
pub enum Coordinate {
    /// The same for all lanes.
    Same(Affine),
    /// An index expression of the first lane, and how far the lanes are from it.
    From {
        /// That of the first lane.
        first: Affine,
        /// The distances; what they are in the first lane is left out.
        distances: InLanes,
    },
    /// A value of each lane, of this type.
    Each(ExprId, ElemType),
    /// A value that is the same for all lanes.
    Uniform(ExprId),
}

impl Coordinate {
    /// The value, if it is one.
    pub fn value(&self) -> Option<ExprId> {
        match self {
            Coordinate::Each(id, _) | Coordinate::Uniform(id) => Some(*id),
            Coordinate::Same(_) | Coordinate::From { .. } => None,
        }
    }

    /// Whether it is the same for all lanes.
    pub fn is_uniform(&self) -> bool {
        match self {
            Coordinate::Same(_) | Coordinate::Uniform(_) => true,
            Coordinate::From { .. } | Coordinate::Each(..) => false,
        }
    }
}
