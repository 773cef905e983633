//! Along which dimension of a stage vectors go.

use crate::ir::{Domain, Interval};

/// Fewer points than this do not fill the lanes of a vector.
pub const FEW_POINTS: i64 = 8;

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
