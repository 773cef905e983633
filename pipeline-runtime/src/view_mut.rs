//! Writable strided views.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use crate::view::{check_length, check_strides, cropped, flipped, offset_of, permuted, row_major};
use crate::{Element, Error, Result, View};

/// The elements of an `R`-dimensional array in someone else's memory, `R` from 1 to 4, borrowed
/// for writing. No two indices reach the same element.
pub struct ViewMut<'a, T, const R: usize> {
    start: *mut T,
    shape: [usize; R],
    strides: [isize; R],
    memory: PhantomData<&'a mut [T]>,
}

// SAFETY: a mutable view is an exclusive borrow of plain numbers.
unsafe impl<T: Send, const R: usize> Send for ViewMut<'_, T, R> {}
// SAFETY: through a shared reference to it, the elements can only be read.
unsafe impl<T: Sync, const R: usize> Sync for ViewMut<'_, T, R> {}

impl<'a, T: Element, const R: usize> ViewMut<'a, T, R> {
    /// A view of a slice in row-major order.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the slice does not have exactly the elements of the shape.
    pub fn from_slice(slice: &'a mut [T], shape: [usize; R]) -> Result<Self> {
        check_length(slice.len(), shape)?;
        // SAFETY: row-major strides of a shape with as many elements as the slice stay within,
        // and give every index its own element.
        Ok(unsafe { Self::from_raw(slice.as_mut_ptr(), shape, row_major(shape)) })
    }

    /// A view whose element `[i, j, …]` is `slice[offset + i * strides[0] + j * strides[1] + …]`.
    ///
    /// # Errors
    /// [`Error::OutOfSlice`] if that leads out of the slice for any index;
    /// [`Error::OverlappingStrides`] unless the dimensions nest: ordered by stride, each stride is
    /// larger than everything the smaller ones span together. (Some strides that interleave
    /// without overlap are refused with those that overlap.)
    pub fn from_slice_strided(
        slice: &'a mut [T],
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self> {
        check_strides(slice.len(), shape, strides, offset)?;
        check_nesting(shape, strides)?;
        let start = slice.as_mut_ptr().wrapping_add(offset);
        // SAFETY: every element was just found to be in the slice and to have one index.
        Ok(unsafe { Self::from_raw(start, shape, strides) })
    }

    /// A view of any memory; element `[i, j, …]` is at
    /// `start + i * strides[0] + j * strides[1] + …`.
    ///
    /// # Safety
    /// For every index in the shape, that address must lie in one allocation, be aligned, hold an
    /// initialised element, belong to that index alone, and be accessed through this view only
    /// while `'a` lasts.
    pub unsafe fn from_raw(start: *mut T, shape: [usize; R], strides: [isize; R]) -> Self {
        const { assert!(1 <= R && R <= 4, "views have one to four dimensions") };
        ViewMut { start, shape, strides, memory: PhantomData }
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The strides in elements, outermost first.
    pub fn strides(&self) -> [isize; R] {
        self.strides
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.view().len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The address of element `[0, 0, …]`, for reading.
    pub fn as_ptr(&self) -> *const T {
        self.start
    }

    /// The address of element `[0, 0, …]`, for writing.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.start
    }

    /// The element at an index, or `None` outside the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        self.view().get(index)
    }

    /// Writes the element at an index; false outside the shape, where nothing is written.
    pub fn set(&mut self, index: [usize; R], value: T) -> bool {
        let Some(offset) = offset_of(index, self.shape, self.strides) else { return false };
        // SAFETY: the index is in the shape, whose elements are all ours to write.
        unsafe { *self.start.offset(offset) = value };
        true
    }

    /// The same elements, for reading.
    pub fn view(&self) -> View<'_, T, R> {
        // SAFETY: all elements can be read, and cannot be written while `self` is borrowed.
        unsafe { View::from_raw(self.start, self.shape, self.strides) }
    }

    /// The same elements, borrowed anew.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, R> {
        ViewMut { memory: PhantomData, ..*self }
    }

    /// The view with its dimensions reordered: dimension `k` of the result is `axes[k]` of this.
    ///
    /// # Panics
    /// If `axes` does not name every dimension once.
    pub fn permute(self, axes: [usize; R]) -> Self {
        let (shape, strides) = permuted(axes, self.shape, self.strides);
        ViewMut { shape, strides, ..self }
    }

    /// The part of the view where the index in one dimension is in `range`.
    ///
    /// # Panics
    /// If there is no such dimension, or the range is not within its extent.
    pub fn crop(self, axis: usize, range: Range<usize>) -> Self {
        let (first, shape) = cropped(axis, range, self.shape, self.strides);
        ViewMut { start: self.start.wrapping_offset(first), shape, ..self }
    }

    /// The view with one dimension running backwards.
    ///
    /// # Panics
    /// If there is no such dimension.
    pub fn flip(self, axis: usize) -> Self {
        let (first, strides) = flipped(axis, self.shape, self.strides);
        ViewMut { start: self.start.wrapping_offset(first), strides, ..self }
    }
}

impl<T: Element, const R: usize> fmt::Debug for ViewMut<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ViewMut<{}>({:?}, strides {:?})", T::NAME, self.shape, self.strides)
    }
}

/// Ordered by stride, each dimension must step over all that the ones before it span.
///
/// The strides must have been found to stay in a slice, so that no span overflows.
fn check_nesting<const R: usize>(shape: [usize; R], strides: [isize; R]) -> Result<()> {
    if shape.contains(&0) {
        return Ok(());
    }
    let mut dimensions: Vec<(usize, usize)> =
        (0..R).filter(|&k| shape[k] > 1).map(|k| (strides[k].unsigned_abs(), shape[k])).collect();
    dimensions.sort_unstable();
    let mut span = 0;
    for (stride, extent) in dimensions {
        if stride <= span {
            let (shape, strides) = (shape.to_vec(), strides.to_vec());
            return Err(Error::OverlappingStrides { shape, strides });
        }
        span += stride * (extent - 1);
    }
    Ok(())
}
