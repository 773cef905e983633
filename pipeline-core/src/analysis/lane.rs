//! Along which dimension of a stage vectors go.

use crate::ir::{Domain, Interval};

/// Fewer points than this do not fill the lanes of a vector.
pub const FEW_POINTS: i64 = 8;

/// The points along a dimension, if these are few at all sizes, and more than one.
pub fn few_points(interval: &Interval) -> Option<i64> {
    interval.fixed_extent().filter(|n| (2..FEW_POINTS).contains(n))
}

/// The innermost dimension, or the one before it if the innermost has only a few points, such as
/// the channels of an interleaved picture.
pub fn lane_dimension(domain: &Domain) -> usize {
    let few = |interval: &Interval| {
        let last = interval.hi.iter().flat_map(|hi| interval.lo.iter().map(move |lo| hi.sub(lo)));
        last.filter_map(|last| last.as_constant()).any(|last| last + 1 < FEW_POINTS)
    };
    match domain.0.as_slice() {
        [_, .., before, innermost] if few(innermost) && !few(before) => domain.0.len() - 2,
        _ => domain.0.len() - 1,
    }
}

/// Rows of as many points at all sizes, and no more than these, take a few vectors and no loop.
const SHORT: i64 = 16;

/// Whether rows along the [lanes](lane_dimension), the innermost dimension, are a few vectors of a
/// loop over rows.
pub fn is_short(domain: &Domain) -> bool {
    let rank = domain.0.len();
    let fixed = |interval: &Interval| interval.fixed_extent().is_some_and(|n| n <= SHORT);
    rank >= 2 && lane_dimension(domain) == rank - 1 && fixed(&domain.0[rank - 1])
}
