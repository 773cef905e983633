//! What the compiler says of a pipeline that runs on ranks.
//!
//! Dimensions along which it is distributed are *axes*. A group computes, along each axis, some
//! coordinates of its stages; those of the other groups and of the arrays follow at a [`Rate`].

use super::{Edge, Policy, Span};

/// Everything that follows from the pipeline alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The names of the axes, the outermost first.
    pub axes: Vec<String>,
    /// The array along which each axis is cut into slices, and its dimension.
    pub reference: Vec<Along>,
    /// The arrays: inputs, results, and full buffers.
    pub arrays: Vec<Array>,
    /// The groups, in the order in which they run.
    pub steps: Vec<Step>,
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// The array.
    pub array: usize,
    /// Its dimension.
    pub dim: usize,
}

/// A dimension that is cut where the coordinates of something else are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The dimension.
    pub dim: usize,
    /// How many coordinates it advances while the other does.
    pub rate: Rate,
}

/// How many coordinates something advances while something else advances others: a reduced
/// fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many, at least 1.
    pub num: isize,
    /// Of so many, at least 1.
    pub den: isize,
}

impl Rate {
    /// One for one.
    pub const ONE: Rate = Rate { num: 1, den: 1 };

    /// The first coordinate that belongs to one of the other, or to a later one.
    pub fn first_of(self, other: isize) -> isize {
        -(-other * self.num).div_euclid(self.den)
    }

    /// The coordinate of the other that one belongs to.
    pub fn owner_of(self, coordinate: isize) -> isize {
        (coordinate * self.den).div_euclid(self.num)
    }
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// The bytes of an element.
    pub bytes: usize,
    /// Which part a rank owns.
    pub owner: Owner,
    /// Whether it is a result.
    pub result: bool,
    /// What reads beyond its edges end at.
    pub edge: Edge,
}

/// Which part of an array a rank owns.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    /// An input: by axis, the dimension that is cut, and its rate to the reference.
    Slices(Vec<Option<Cut>>),
    /// An input that is cut for itself, as every array is in *Distributed Halide*: by axis, the
    /// dimension of it that is.
    Apart(Vec<Option<usize>>),
    /// What a group stores of it there.
    Step(usize),
}

/// A group of stages.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// By axis, the rate of its coordinates to the reference; without it every rank computes all.
    pub rates: Vec<Option<Rate>>,
    /// What it stores.
    pub stores: Vec<Stored>,
    /// What it reads, some arrays several times.
    pub reads: Vec<Read>,
    /// What the user asks for.
    pub policy: Option<Policy>,
    /// How ranks share it, if it is a reduction that they share.
    pub sharing: Option<Sharing>,
    /// How it iterates in time, if steps need coordinates of others that are not their own.
    pub in_time: Option<InTime>,
    /// How long a point of the first array that it stores takes, in picoseconds of a rank.
    pub picoseconds: u64,
}

/// How ranks share a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Each makes some updates, those of the coordinates that it computes, and what they come to is
    /// combined, point by point, so that every rank has all of it.
    Both,
    /// Each makes some updates. What they come to is reduced further on each rank, and combined
    /// then: there are fewer points of it.
    Shares,
    /// Each makes all updates, from what it has of another reduction, and they are combined.
    Combines,
    /// Each makes some updates, one rank after the other, to what those before it have come to:
    /// they are made in the order of one machine.
    InTurn,
}

impl Sharing {
    /// Whether every rank makes some of the updates.
    pub fn shares(self) -> bool {
        match self {
            Sharing::Both | Sharing::Shares | Sharing::InTurn => true,
            Sharing::Combines => false,
        }
    }

    /// Whether what ranks have is combined, point by point.
    pub fn combines(self) -> bool {
        match self {
            Sharing::Both | Sharing::Combines => true,
            Sharing::Shares | Sharing::InTurn => false,
        }
    }
}

/// How a group iterates in time.
#[derive(Clone, Debug, PartialEq)]
pub struct InTime {
    /// The dimension of what it stores that is the time.
    pub dim: usize,
    /// By axis, how many coordinates more a step needs of the one before, on either side.
    pub each: Vec<isize>,
    /// By axis, whether these go around the edges: then an epoch is one step, since what is beyond
    /// an edge is sent and not computed.
    pub around: Vec<bool>,
    /// How many of the last steps other groups read; none where they may read all.
    pub read: Option<isize>,
    /// How many steps back one reads.
    pub back: isize,
    /// How many steps farther than those that follow a step reaches: blocks have one extent for all
    /// steps that they store.
    pub more: isize,
    /// How many steps are computed at once.
    pub block: isize,
    /// How many steps come before the first block.
    pub settled: isize,
}

/// An array that a group stores to.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it, and its rate to the group.
    pub along: Vec<Option<Cut>>,
}

/// What a group reads of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it, and what is read of that for a coordinate of the
    /// group, which never falls. Without it, all coordinates are read.
    pub along: Vec<Option<ReadAlong>>,
}

/// The coordinates of a dimension that a coordinate of a group reads.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAlong {
    /// The dimension.
    pub dim: usize,
    /// The first one is the least of these.
    pub first: Vec<Form>,
    /// The last one is the largest of these.
    pub last: Vec<Form>,
}

/// A whole number that follows from a coordinate: a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What is added to the terms.
    pub constant: isize,
    /// Terms, each so many times.
    pub terms: Vec<(isize, Term)>,
}

/// A term of a [`Form`].
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// The coordinate.
    Coordinate,
    /// A form, divided and rounded down.
    Quotient(Form, isize),
}

impl InTime {
    /// Whether steps need coordinates around an edge.
    pub fn goes_around(&self) -> bool {
        self.around.contains(&true)
    }
}

impl Table {
    /// Whether a group stores a result.
    pub fn stores_result(&self, step: usize) -> bool {
        self.steps[step].stores.iter().any(|stored| self.arrays[stored.array].result)
    }
}

impl ReadAlong {
    /// What is read for coordinates from the first to the last of some.
    pub fn reads(&self, at: Span) -> Span {
        let first = self.first.iter().map(|form| form.at(at.first)).min();
        let last = self.last.iter().map(|form| form.at(at.last)).max();
        Span::new(first.unwrap_or(isize::MAX), last.unwrap_or(isize::MIN))
    }
}

impl Form {
    /// The value for a coordinate.
    pub fn at(&self, coordinate: isize) -> isize {
        let term = |(times, term): &(isize, Term)| match term {
            Term::Coordinate => times * coordinate,
            Term::Quotient(form, by) => times * form.at(coordinate).div_euclid(*by),
        };
        self.constant + self.terms.iter().map(term).sum::<isize>()
    }
}
