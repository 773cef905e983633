//! What the compiler says of a pipeline that runs on ranks.
//!
//! Dimensions along which it is distributed are *axes*. A group computes, along each axis, some
//! coordinates of its stages; those of the other groups and of the arrays follow at a [`Rate`].

use super::{Edge, Span};

/// Everything that follows from the pipeline alone.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The names of the axes, the outermost first.
    pub axes: &'static [&'static str],
    /// The array along which each axis is cut into slices, and its dimension.
    pub reference: &'static [Along],
    /// The arrays: inputs, results, and full buffers.
    pub arrays: &'static [Array],
    /// The groups, in the order in which they run.
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
    /// What a group stores of it there.
    Step(usize),
}

/// A group of stages.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// By axis, the rate of its coordinates to the reference; without it every rank computes all.
    pub rates: &'static [Option<Rate>],
    /// What it stores.
    pub stores: &'static [Stored],
    /// What it reads, some arrays several times.
    pub reads: &'static [Read],
}

/// An array that a group stores to.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it and its rate to the group.
    pub along: &'static [Option<(usize, Rate)>],
}

/// What a group reads of an array.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// The array.
    pub array: usize,
    /// By axis, the dimension that follows it, and what is read of that for a coordinate of the
    /// group, which never falls. Without it, all coordinates are read.
    pub along: &'static [Option<ReadAlong>],
}

/// The coordinates of a dimension that a coordinate of a group reads.
#[derive(Clone, Copy, Debug)]
pub struct ReadAlong {
    /// The dimension.
    pub dim: usize,
    /// The first one is the least of these.
    pub first: &'static [Form],
    /// The last one is the largest of these.
    pub last: &'static [Form],
}

/// A whole number that follows from a coordinate: a sum.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What is added to the terms.
    pub constant: isize,
    /// Terms, each so many times.
    pub terms: &'static [(isize, Term)],
}

/// A term of a [`Form`].
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// The coordinate.
    Coordinate,
    /// A form, divided and rounded down.
    Quotient(&'static Form, isize),
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
