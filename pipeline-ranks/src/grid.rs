//! How ranks are arranged.

/// A box of ranks, as many along each axis, the last axis fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid(Vec<usize>);

impl Grid {
    /// So many ranks along so many axes, as evenly as their number allows: of the factors of the
    /// number, the axes before get the larger ones, as rows are cheaper to exchange than columns.
    pub fn new(ranks: usize, axes: usize) -> Grid {
        let mut left = ranks.max(1);
        let extents = (0..axes).map(|axis| {
            let others = (axes - axis) as u32;
            // The least factor whose power by the axes still to come is no less than what is left.
            let enough = |n: &usize| n.saturating_pow(others) >= left && left.is_multiple_of(*n);
            let along = (1..=left).find(enough).unwrap_or(left);
            left /= along;
            along
        });
        Grid(extents.collect())
    }

    /// How many ranks there are along an axis.
    pub fn along(&self, axis: usize) -> usize {
        self.0[axis]
    }

    /// The rank at a place.
    pub fn rank(&self, place: &[usize]) -> usize {
        place.iter().zip(&self.0).fold(0, |rank, (at, along)| rank * along + at)
    }

    /// Where a rank is along each axis.
    pub fn place(&self, rank: usize) -> Vec<usize> {
        let mut left = rank;
        let mut place = vec![0; self.0.len()];
        for (at, extent) in place.iter_mut().zip(&self.0).rev() {
            *at = left % extent;
            left /= extent;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_a_place_of_its_own() {
        for ranks in 1..40 {
            for axes in 1..4 {
                let grid = Grid::new(ranks, axes);
                assert_eq!(grid.0.iter().product::<usize>(), ranks, "{grid:?}");
                let places: Vec<_> = (0..ranks).map(|rank| grid.place(rank)).collect();
                assert!(places.is_sorted() && places.windows(2).all(|w| w[0] != w[1]));
                assert!(places.iter().enumerate().all(|(rank, place)| grid.rank(place) == rank));
            }
        }
        assert_eq!(Grid::new(12, 2), Grid(vec![4, 3]));
        assert_eq!(Grid::new(7, 2), Grid(vec![7, 1]));
        assert_eq!(Grid::new(8, 3), Grid(vec![2, 2, 2]));
    }
}
