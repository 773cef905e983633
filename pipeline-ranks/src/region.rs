//! Boxes of coordinates.

/// Coordinates from one to another, both included; none where the first is after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub first: isize,
    /// The last.
    pub last: isize,
}

impl Span {
    /// No coordinates.
    pub const NONE: Span = Span { first: 0, last: -1 };

    /// These coordinates.
    pub const fn new(first: isize, last: isize) -> Span {
        Span { first, last }
    }

    /// Whether it has no coordinates.
    pub fn is_empty(self) -> bool {
        self.first > self.last
    }

    /// How many coordinates it has.
    pub fn len(self) -> usize {
        if self.is_empty() { 0 } else { self.last.abs_diff(self.first) + 1 }
    }

    /// The coordinates of both.
    #[must_use]
    pub fn intersection(self, other: Span) -> Span {
        Span { first: self.first.max(other.first), last: self.last.min(other.last) }
    }

    /// The smallest span with the coordinates of either.
    #[must_use]
    pub fn hull(self, other: Span) -> Span {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { first: self.first.min(other.first), last: self.last.max(other.last) },
        }
    }

    /// The coordinates so many further.
    #[must_use]
    pub fn shifted(self, by: isize) -> Span {
        Span { first: self.first + by, last: self.last + by }
    }

    /// Whether all coordinates of another are in it.
    pub fn contains(self, other: Span) -> bool {
        other.is_empty() || self.first <= other.first && other.last <= self.last
    }
}

/// A box: the coordinates of each dimension, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoordinateBox(pub Vec<Span>);

impl CoordinateBox {
    /// The box between two corners.
    pub fn between(lo: &[isize], hi: &[isize]) -> CoordinateBox {
        CoordinateBox(lo.iter().zip(hi).map(|(lo, hi)| Span::new(*lo, *hi)).collect())
    }

    /// Whether it has no points.
    pub fn is_empty(&self) -> bool {
        self.0.iter().any(|span| span.is_empty())
    }

    /// How many points it has, or the largest number if they are more.
    pub fn points(&self) -> usize {
        self.0.iter().map(|span| span.len()).fold(1, usize::saturating_mul)
    }

    /// The points of both.
    #[must_use]
    pub fn intersection(&self, other: &CoordinateBox) -> CoordinateBox {
        CoordinateBox(self.0.iter().zip(&other.0).map(|(a, b)| a.intersection(*b)).collect())
    }

    /// The smallest box with the points of either.
    #[must_use]
    pub fn hull(&self, other: &CoordinateBox) -> CoordinateBox {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => CoordinateBox(self.0.iter().zip(&other.0).map(|(a, b)| a.hull(*b)).collect()),
        }
    }

    /// Whether all points of another are in it.
    pub fn contains(&self, other: &CoordinateBox) -> bool {
        other.is_empty() || self.0.iter().zip(&other.0).all(|(a, b)| a.contains(*b))
    }
}

/// The first and the last coordinates of a box of `R` dimensions.
pub fn corners<const R: usize>(region: &CoordinateBox) -> ([isize; R], [isize; R]) {
    let of = |d: usize| region.0[d];
    (std::array::from_fn(|d| of(d).first), std::array::from_fn(|d| of(d).last))
}
