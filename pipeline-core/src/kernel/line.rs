//! Lines of arrays: their pointers, what is asked for ahead of them, and how far apart neighbours
//! are.

use crate::analysis::lane::FEW_POINTS;
use crate::ir::{Affine, BorderMode, Source, Value};
use crate::loops::{Buffer, Role};

/// The pointer of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// Its name.
    pub name: String,
    /// The line.
    pub line: Line,
    /// What lies ahead of the points of a vector, if that is asked for meanwhile.
    pub ahead: Option<Ahead>,
}

/// What is asked for ahead of the points of a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead {
    /// Where on its line a vector begins.
    pub along: Affine,
    /// How far each point is from the one before it.
    pub every: i64,
    /// How far ahead.
    pub by: AheadBy,
}

/// How far ahead of a vector its line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AheadBy {
    /// So many bytes, on the same line.
    Bytes(i64),
    /// So many coordinates in another dimension: on the line of the next part of a row.
    Coordinates {
        /// The dimension.
        dim: usize,
        /// How many, which may be negative.
        count: i64,
        /// Where they are to be.
        level: OwnCache,
    },
}

/// A cache that a core has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCache {
    /// The first.
    First,
    /// The second.
    Second,
}

/// A line of an array along one dimension. Its pointer stands at coordinate 0 of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The array.
    pub source: Source,
    /// The dimension.
    pub dim: usize,
    /// The index, with 0 in that dimension.
    pub index: Vec<Affine>,
    /// How far its neighbours are apart.
    pub neighbours: Neighbours,
    /// What the index means where it is outside; none if it is inside.
    pub border: Option<BorderMode>,
}

impl Line {
    /// What its points are where an index outside means a constant, and no line.
    pub fn constant(&self) -> Option<Value> {
        self.border?.value()
    }
}

/// How far neighbours along a dimension of an array are apart in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// They are adjacent.
    Adjacent,
    /// As the caller's array has it, which may be asked: adjacent where rows are contiguous.
    AsGiven,
    /// So many elements where rows are contiguous, or by the stride of the dimension: pixels of a
    /// caller's array with that many channels.
    Apart(i64),
    /// By the stride of the dimension.
    Strided,
}

impl Neighbours {
    /// Whether elements are adjacent where rows are contiguous.
    pub fn is_row(self) -> bool {
        match self {
            Neighbours::Adjacent | Neighbours::AsGiven => true,
            Neighbours::Apart(_) | Neighbours::Strided => false,
        }
    }

    /// How many elements they are apart where rows are contiguous, if that is the same for all.
    pub fn elements(self) -> Option<i64> {
        match self {
            Neighbours::Adjacent | Neighbours::AsGiven => Some(1),
            Neighbours::Apart(elements) => Some(elements),
            Neighbours::Strided => None,
        }
    }

    /// Along a dimension of a buffer.
    pub fn of(buffer: &Buffer, dim: usize) -> Neighbours {
        match (dim == buffer.innermost(), &buffer.role) {
            (true, Role::Full | Role::Scratch(_)) => Neighbours::Adjacent,
            (true, Role::Input(_) | Role::Output(_)) => Neighbours::AsGiven,
            (false, _) => Neighbours::Strided,
        }
    }

    /// Along a dimension on which vectors go: the one before the innermost may have neighbours that
    /// are a few elements apart.
    pub fn of_line(buffer: &Buffer, dim: usize) -> Neighbours {
        let pixel = buffer
            .pixel()
            .filter(|n| dim + 2 == buffer.domain.0.len() && (2..FEW_POINTS).contains(n));
        pixel.map_or(Neighbours::of(buffer, dim), Neighbours::Apart)
    }
}
