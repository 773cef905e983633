//! Reads through borders that land at points which tiles have: an edge, or points inside it.
//!
//! A tile computes of a source what its consumer's coordinates read, cut off at the edges of the
//! source. That reaches from an edge inwards wherever a read is beyond it; here it is made to reach
//! as far inwards as the border redirects that read. How much is missing does not grow away from
//! the consumer's end, since all ends of reads rise with its coordinate, so it is asked for there.

use super::STEP;
use super::access::ReadExtent;
use crate::analysis::integer::Facts;
use crate::analysis::shortfall::shortfall;
use crate::ir::{Affine, Interval};

/// No read needs more coordinates beside those that it is at, or tiles would be mostly these.
const FURTHEST: i64 = 64;

/// A read, and the coordinates of the consumer that it stands at.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAt {
    pub extent: ReadExtent,
    pub rows: Interval,
}

/// A dimension of a source that is read through a border.
pub struct Landing<'a> {
    pub facts: &'a Facts,
    /// The coordinates of the source.
    pub edges: &'a Interval,
}

/// The ends of a read, as they are seen from one edge of the source.
#[derive(Clone, Copy)]
struct SeenRead<'a> {
    /// The edge, which is the tightest of these.
    edge: &'a [Affine],
    /// The consumer's end that is nearest to it, which is the tightest of these.
    rows: &'a [Affine],
    /// The coordinate read that is nearest to it, or furthest beyond.
    outer: &'a Affine,
    /// The one that is furthest from it inwards.
    inner: &'a Affine,
    /// Whether inwards is upwards, 1, or downwards, -1.
    inwards: i64,
}

impl Landing<'_> {
    /// Reads that clamp: where one of them is beyond an edge, the edge is at hand. It is enough
    /// that some read of the consumer's first coordinate, or last one, reaches it.
    pub fn at_edge(&self, reads: Vec<ReadAt>) -> Option<Vec<ReadExtent>> {
        let mut extents: Vec<ReadExtent> = reads.iter().map(|read| read.extent.clone()).collect();
        let mut rows: Vec<&Interval> = Vec::new();
        for read in &reads {
            if !rows.contains(&&read.rows) {
                rows.push(&read.rows);
            }
        }
        for rows in rows {
            for side in [0, 1] {
                let missing = |(i, extent): (usize, &ReadExtent)| {
                    let seen = self.seen(extent, rows)[side];
                    Some((self.missing(seen, &|inner, _, edge| inner.sub(edge))?, i))
                };
                let (missing, nearest) = extents.iter().enumerate().filter_map(missing).min()?;
                extents[nearest].widen(side, missing);
            }
        }
        Some(extents)
    }

    /// Reads that are mirrored: one at `lo - i` lands at `lo + i` at most, and one at `hi + i` at
    /// `hi - i` at least. Where the source is narrower than that, it is at hand as a whole.
    pub fn as_far(&self, reads: Vec<ReadAt>) -> Option<Vec<ReadExtent>> {
        let as_far = |read: ReadAt| {
            let mut extent = read.extent.clone();
            for (side, seen) in self.seen(&read.extent, &read.rows).into_iter().enumerate() {
                let reflected = |inner: &Affine, outer: &Affine, edge: &Affine| {
                    inner.add(outer).add_scaled(edge, -2)
                };
                extent.widen(side, self.missing(seen, &reflected)?);
            }
            Some(extent)
        };
        reads.into_iter().map(as_far).collect()
    }

    /// A read as it is seen from the first coordinate of the source, and from the last one.
    fn seen<'a>(&'a self, extent: &'a ReadExtent, rows: &'a Interval) -> [SeenRead<'a>; 2] {
        let (lo, hi) = (&extent.lo, &extent.hi);
        let edge = |edge: &'a [Affine], rows, outer, inner, inwards| SeenRead {
            edge,
            rows,
            outer,
            inner,
            inwards,
        };
        [edge(&self.edges.lo, &rows.lo, lo, hi, 1), edge(&self.edges.hi, &rows.hi, hi, lo, -1)]
    }

    /// How many coordinates are missing for what `reach` gives to be inside, for the innermost and
    /// outermost coordinate read and an edge.
    fn missing(
        &self,
        seen: SeenRead<'_>,
        reach: &dyn Fn(&Affine, &Affine, &Affine) -> Affine,
    ) -> Option<i64> {
        let of = |edge: &Affine, row: &Affine| {
            let at = |of: &Affine| of.substitute_var(STEP, row);
            let goal = reach(&at(seen.inner), &at(seen.outer), edge).scale(seen.inwards);
            shortfall(&|goal| self.facts.proves(goal), &goal, FURTHEST)
        };
        let least = |edge: &Affine| seen.rows.iter().filter_map(|row| of(edge, row)).min();
        seen.edge.iter().try_fold(0, |most: i64, edge| Some(most.max(least(edge)?)))
    }
}

impl ReadExtent {
    /// More coordinates inwards, as seen from the first coordinate of the source, or from the last.
    fn widen(&mut self, side: usize, by: i64) {
        match side {
            0 => self.hi = self.hi.offset(by),
            _ => self.lo = self.lo.offset(-by),
        }
    }
}
