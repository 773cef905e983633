//! Cases that would cut loops in two, which propagation should not make.
//!
//! *Polyhedral Expression Propagation* (CC 2018, Section 4.3): "Instances are only specialized for
//! a single iteration if the fixed dimension is not in-between two non-fixed, thus loop
//! dimensions." A first or last plane, row or pixel is fine; one row of every plane of several is
//! not.

use crate::analysis::regions::piece;
use crate::ir::{Domain, Interval, Region, Stage};

/// Whether the cases of `after` cut loops in two that those of `before` leave whole.
pub fn cuts_loops(before: &Stage, after: &Stage) -> bool {
    let mut new = after.cases.iter().map(|case| &case.region);
    let cut = |region: &Region| specialised_between(&after.domain, region);
    new.any(|region| {
        cut(region).is_some() && !before.cases.iter().any(|case| case.region == *region)
    })
}

/// The outermost dimension that a region fixes to one coordinate while the domain has several, and
/// that lies between two which the region leaves open.
pub fn specialised_between(domain: &Domain, region: &Region) -> Option<usize> {
    let dims = piece(domain, region).dims;
    let fixed: Vec<bool> = dims.iter().map(is_fixed).collect();
    let between = |dim: usize| {
        let open = |fixed: &[bool]| fixed.iter().any(|fixed| !fixed);
        open(&fixed[..dim]) && open(&fixed[dim + 1..])
    };
    (0..dims.len()).find(|d| fixed[*d] && !is_fixed(&domain.0[*d]) && between(*d))
}

/// Whether a lower and an upper bound are the same.
fn is_fixed(interval: &Interval) -> bool {
    let mut pairs = interval.lo.iter().flat_map(|lo| interval.hi.iter().map(move |hi| (lo, hi)));
    pairs.any(|(lo, hi)| hi.sub(lo).as_constant().is_some_and(|length| length <= 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::build::{GraphBuilder, boxed, nonneg};
    use crate::ir::{Affine, Test};

    /// Of `[n, n, n]`, where dimension `dim` is at most or at least so far from an end.
    fn first_of(dims: &[usize]) -> Option<usize> {
        let b = GraphBuilder::new(&["n"]);
        let range = (Affine::from(0), b.size(0).offset(-1));
        let domain = boxed(&[range.clone(), range.clone(), range]);
        let tests: Vec<Test> = dims.iter().map(|d| nonneg(b.var(*d).neg())).collect();
        specialised_between(&domain, &Region { tests })
    }

    #[test]
    fn only_what_lies_between_loops_counts() {
        assert_eq!(first_of(&[]), None);
        assert_eq!(first_of(&[0]), None);
        assert_eq!(first_of(&[1]), Some(1));
        assert_eq!(first_of(&[2]), None);
        assert_eq!(first_of(&[0, 1]), None);
        assert_eq!(first_of(&[1, 2]), None);
        assert_eq!(first_of(&[0, 1, 2]), None);
    }

    #[test]
    fn one_coordinate_is_fixed_and_two_are_a_loop() {
        let b = GraphBuilder::new(&["n"]);
        let n = b.size(0);
        let range = (Affine::from(0), n.offset(-1));
        let domain = boxed(&[range.clone(), range.clone(), range.clone()]);
        let last = |rows: i64| Region { tests: vec![nonneg(b.var(1).sub(&n).offset(rows))] };
        assert_eq!(specialised_between(&domain, &last(1)), Some(1));
        assert_eq!(specialised_between(&domain, &last(2)), None);
        // A dimension of one coordinate is no loop, and a region does not fix it.
        let flat = boxed(&[range.clone(), (Affine::from(3), Affine::from(3)), range.clone()]);
        assert_eq!(specialised_between(&flat, &Region::default()), None);
        let outer = boxed(&[(Affine::from(3), Affine::from(3)), range.clone(), range]);
        assert_eq!(specialised_between(&outer, &last(1)), None);
    }
}
