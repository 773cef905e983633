//! Arrays as gathers see them.

use crate::lanes::Isa;

/// Whether the coordinates of an array fit into lanes of 32 bits, and the distance of any two of
/// its points, given its first and last coordinates and its strides in elements.
pub(crate) fn is_near<const R: usize>(
    lo: &[isize; R],
    hi: &[isize; R],
    strides: &[isize; R],
) -> bool {
    let reach =
        |d: usize| (hi[d].saturating_sub(lo[d])).saturating_mul(strides[d].saturating_abs());
    let fits = |i: &isize| i32::try_from(*i).is_ok();
    let near = (0..R).map(reach).fold(0, isize::saturating_add) <= i32::MAX as isize;
    near && lo.iter().chain(hi).all(fits)
}

/// An array as a gather sees it.
#[derive(Clone, Copy, Debug)]
pub struct GatheredArray<'a, const R: usize> {
    /// Its first coordinates.
    pub lo: &'a [isize; R],
    /// Its last coordinates.
    pub hi: &'a [isize; R],
    /// Distances between neighbours, in elements.
    pub strides: [isize; R],
    /// Whether its coordinates and the distances of its points fit into lanes of 32 bits.
    pub near: bool,
    /// Whether rows along its last dimension are in memory from the first coordinate to the last,
    /// and all of a row has been stored before any of it is gathered.
    pub whole: bool,
}

impl<const R: usize> GatheredArray<'_, R> {
    /// Whether elements have less than four bytes, and a row has room for four: they are read from
    /// an element on, or from one before it where that is too near the end of its row.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn has_four<V: Isa, T, const UNIT: bool>(&self) -> bool {
        let narrow = V::GATHERS && UNIT && size_of::<T>() < 4;
        narrow && self.whole && self.hi[R - 1] - self.lo[R - 1] >= beside::<T>()
    }
}

/// The elements that are read beside one with four bytes.
#[cfg_attr(optimised, inline(always))]
pub(super) const fn beside<T>() -> isize {
    (4 / size_of::<T>()) as isize - 1
}
