//! An axis in slices, of which each rank along it has one.

use super::{Rate, Span};

/// The slices of an axis: ⌈extent / ranks⌉ coordinates each, the last one the rest (*Distributed
/// Halide*, Section 3.2).
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    /// The coordinates of the reference.
    whole: Span,
    /// How many of them a slice has; the last one has the rest.
    size: isize,
    /// How many slices there are: no more than ranks.
    count: isize,
}

impl Slices {
    /// Coordinates for so many ranks.
    pub fn new(whole: Span, ranks: usize) -> Slices {
        let size = whole.len().max(1).div_ceil(ranks);
        let count = whole.len().max(1).div_ceil(size) as isize;
        Slices { whole, size: size as isize, count }
    }

    /// How many slices there are.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The slice of what advances at a rate. The first slice has whatever comes before, and the
    /// last one whatever comes after the coordinates of the reference.
    pub fn of(&self, place: usize, rate: Rate, whole: Span) -> Span {
        let place = place as isize;
        if place >= self.count {
            return Span::NONE;
        }
        let bound = |slice: isize| rate.first_of(self.whole.first + slice * self.size);
        let first = if place == 0 { whole.first } else { bound(place).max(whole.first) };
        let last = if place + 1 == self.count {
            whole.last
        } else {
            (bound(place + 1) - 1).min(whole.last)
        };
        Span::new(first, last)
    }
}
