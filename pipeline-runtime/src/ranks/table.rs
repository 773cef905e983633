//! What the compiler says of a pipeline that runs on ranks.
//!
//! Dimensions along which it is distributed are *axes*. A nest computes, along each axis, some
//! coordinates of its stages; those of the other nests and of the arrays follow at a [`Rate`].

use super::Edge;

/// Everything that follows from the pipeline alone.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The names of the axes, the outermost first.
    pub axes: &'static [&'static str],
    /// The array along which each axis is cut into slices, and its dimension.
    pub reference: &'static [Along],
    /// The arrays: inputs, results, and full buffers.
    pub arrays: &'static [Array],
    /// The nests, in the order in which they run.
    pub steps: &'static [Step],
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// The array.
    pub array: usize,
    /// Its dimension.
    pub dim: usize,
}

/// How many coordinates something advances while the reference advances others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many.
    pub num: isize,
    /// Of so many, at least 1.
    pub den: isize,
}

/// An array.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// The bytes of an element.
    pub bytes: usize,
    /// Which part a rank owns.
    pub owner: Owner,
    /// What reads beyond its edges end at.
    pub edge: Edge,
}

/// Which part of an array a rank owns.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    /// An input: by axis, the dimension that is cut and its rate to the reference.
    Slices(&'static [Option<(usize, Rate)>]),
    /// What a nest stores of it there.
    Step(usize),
}

/// A nest.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// By axis, the rate of its coordinates to the reference; without it every rank computes all.
    pub rates: &'static [Option<Rate>],
    /// What it stores.
    pub stores: &'static [Stored],
    /// What it reads, some arrays several times.
    pub reads: &'static [Read],
}

/// An array that a nest stores to.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it and its rate to the nest.
    pub along: &'static [Option<(usize, Rate)>],
}

/// What a nest reads of an array.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it, with the first and the last coordinate read for a
    /// coordinate of the nest; both never fall. Without it, all coordinates are read.
    pub along: &'static [Option<ReadAlong>],
}

/// The coordinates of a dimension that a coordinate of a nest reads.
#[derive(Clone, Copy, Debug)]
pub struct ReadAlong {
    /// The dimension.
    pub dim: usize,
    /// The first one.
    pub first: fn(isize) -> isize,
    /// The last one.
    pub last: fn(isize) -> isize,
}
