//! The flattened iterations of nested parallel loops.

/// A box of `P` loop variables whose points are numbered in row-major order.
#[derive(Clone, Copy, Debug)]
pub struct Rows<const P: usize> {
    first: [isize; P],
    count: [usize; P],
    step: [isize; P],
}

impl<const P: usize> Rows<P> {
    /// The variables run over `lo..=hi`, which may be empty.
    pub fn new(lo: [isize; P], hi: [isize; P]) -> Self {
        let count = std::array::from_fn(|d| (hi[d] - lo[d] + 1).max(0) as usize);
        Rows { first: lo, count, step: [1; P] }
    }

    /// The same with one variable going on by `step` at a time, at least 1.
    pub fn by(mut self, dim: usize, step: isize) -> Self {
        self.count[dim] = self.count[dim].div_ceil(step as usize);
        self.step[dim] = step;
        self
    }

    /// The number of points, or the largest number if they are more; 1 if there are no loops.
    pub fn len(&self) -> usize {
        self.count.iter().fold(1, |points, count| points.saturating_mul(*count))
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The variables' values at a point.
    #[cfg_attr(optimised, inline(always))]
    pub fn at(&self, mut number: usize) -> [isize; P] {
        let mut values = self.first;
        for d in (1..P).rev() {
            values[d] += (number % self.count[d]) as isize * self.step[d];
            number /= self.count[d];
        }
        if let Some(outermost) = values.first_mut() {
            *outermost += number as isize * self.step[0];
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_points_in_row_major_order() {
        let rows = Rows::new([-1, 5], [0, 7]);
        let points: Vec<[isize; 2]> = (0..rows.len()).map(|i| rows.at(i)).collect();
        assert_eq!(points, [[-1, 5], [-1, 6], [-1, 7], [0, 5], [0, 6], [0, 7]]);
        assert_eq!(Rows::new([], []).len(), 1);
        let every_second = rows.by(1, 2);
        let points: Vec<[isize; 2]> = (0..every_second.len()).map(|i| every_second.at(i)).collect();
        assert_eq!(points, [[-1, 5], [-1, 7], [0, 5], [0, 7]]);
        assert_eq!(rows.by(0, 7).len(), 3);
        assert!(Rows::new([3], [2]).is_empty());
    }
}
