//! Arrays that repeat, and of which ranks have slices: what is read around an edge.
//!
//! The rank at one end needs rows of the other end. They are the ghost zone beyond its own rows, in
//! coordinates beyond the edge, so that it needs no more than the others do:
//!
//! ```text
//! rank 0 of 4 owns rows 0 … 24 of 100, requires -1 … 25, gets 25 from rank 1 and -1 from rank 3,
//! which has it as row 99
//! ```
//!
//! A span that would have a coordinate twice is all of the array, as it is where ranks do not go
//! around its edges.

use super::parts::Ranks;
use super::table::Owner;
use super::{CoordinateBox, Edge, Policy, Span};

impl Ranks<'_> {
    /// Whether what is read beyond the edges of a dimension is sent by the rank at the other end:
    /// ranks have slices of it, and do not compute what they need by themselves.
    pub(super) fn goes_around(&self, array: usize, dim: usize) -> bool {
        let of = &self.table.arrays[array];
        let is_cut = || self.cuts(array).iter().flatten().any(|cut| cut.dim == dim);
        let travels = || self.travels(array) || self.steps_travel_around(array);
        of.edge == Edge::Repeat && travels() && is_cut()
    }

    /// Whether an array is of an iteration whose steps travel around the edges, as its last ones
    /// do for those that read them.
    fn steps_travel_around(&self, array: usize) -> bool {
        match self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Apart(_) => false,
            Owner::Step(step) => self.travels_around(step),
        }
    }

    /// Whether points of an array go from rank to rank at all.
    pub(super) fn travels(&self, array: usize) -> bool {
        match self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Apart(_) => true,
            // What iterates in time travels between its steps, and not after them.
            Owner::Step(step) => {
                let step_of = &self.table.steps[step];
                self.policies[step] == Policy::Exchange && step_of.in_time.is_none()
            }
        }
    }
}

/// A box with each coordinate of the array once at most.
pub(super) fn once(part: CoordinateBox, whole: &CoordinateBox) -> CoordinateBox {
    let of = |(span, whole): (&Span, &Span)| match span.len() > whole.len() {
        true => *whole,
        false => *span,
    };
    CoordinateBox(part.0.iter().zip(&whole.0).map(of).collect())
}

/// The coordinates that `span` has by going around the edges of `whole`: once for each time around,
/// the fewest first.
pub(super) fn times_around(span: Span, whole: Span) -> Vec<Span> {
    let period = whole.len() as isize;
    if span.is_empty() || period == 0 {
        return Vec::new();
    }
    let number = |at: isize| (at - whole.first).div_euclid(period);
    let of = |times: isize| span.shifted(-times * period).intersection(whole);
    (number(span.first)..=number(span.last)).map(of).collect()
}

impl CoordinateBox {
    /// A part of an array where a box of its points, which may go around its edges, has it.
    ///
    /// The box has all of the part, each coordinate once.
    #[must_use]
    pub fn place_of(&self, part: &CoordinateBox, whole: &CoordinateBox) -> CoordinateBox {
        let spans = self.0.iter().zip(&part.0).zip(&whole.0).map(|((own, part), whole)| {
            if whole.is_empty() || own.contains(*part) {
                return *part;
            }
            let period = whole.len() as isize;
            let first = own.first + (part.first - own.first).rem_euclid(period);
            part.shifted(first - part.first)
        });
        CoordinateBox(spans.collect())
    }
}
