//! Along which dimension of a stage vectors go.

use crate::ir::{Domain, Interval};

/// Fewer points than this do not fill the lanes of a vector.
pub const FEW_POINTS: i64 = 8;

/// The points along a dimension, if these are few at all sizes, and more than one.
pub fn few_points(interval: &Interval) -> Option<i64> {
    interval.fixed_extent().filter(|n| (2..FEW_POINTS).contains(n))
}

/// The innermost dimension, but for those that have only a few points, such as the channels of an
/// interleaved picture, or two of a matrix at each of its pixels.
pub fn lane_dimension(domain: &Domain) -> usize {
    let few = |interval: &Interval| {
        let last = interval.hi.iter().flat_map(|hi| interval.lo.iter().map(move |lo| hi.sub(lo)));
        last.filter_map(|last| last.as_constant()).any(|last| last + 1 < FEW_POINTS)
    };
    let many = domain.0.iter().rposition(|interval| !few(interval));
    // Vectors along the outermost dimension would leave nothing to run in parallel.
    many.filter(|lane| *lane > 0).unwrap_or(domain.0.len() - 1)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Affine, SizeId};

    #[test]
    fn vectors_go_along_many_points() {
        let size = Interval::new(0.into(), Affine::from(SizeId(0)));
        let of = |extents: &[Option<i64>]| {
            let interval = |n: &Option<i64>| {
                n.map_or(size.clone(), |n| Interval::new(0.into(), (n - 1).into()))
            };
            lane_dimension(&Domain(extents.iter().map(interval).collect()))
        };
        assert_eq!(of(&[None, None]), 1);
        assert_eq!(of(&[None, None, Some(3)]), 1);
        assert_eq!(of(&[None, None, Some(2), Some(2)]), 1);
        assert_eq!(of(&[None, Some(3), None]), 2);
        assert_eq!(of(&[None, None, Some(8)]), 2);
        assert_eq!(of(&[None, Some(3)]), 1);
        assert_eq!(of(&[Some(2), Some(3)]), 1);
    }
}
