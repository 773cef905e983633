//! Read-only strided views.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use crate::copy::copy;
use crate::{Element, Error, Image, Result};

/// The elements of an `R`-dimensional array in someone else's memory, `R` from 1 to 4.
///
/// Dimensions are ordered outermost first: `[rows, cols]`, `[rows, cols, channels]`. Strides are
/// in elements and may be negative or zero. A view of zero extent has no elements.
pub struct View<'a, T, const R: usize> {
    start: *const T,
    shape: [usize; R],
    strides: [isize; R],
    memory: PhantomData<&'a [T]>,
}

// SAFETY: a view is a shared borrow of plain numbers.
unsafe impl<T: Sync, const R: usize> Send for View<'_, T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for View<'_, T, R> {}

impl<T, const R: usize> Clone for View<'_, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for View<'_, T, R> {}

impl<'a, T: Element, const R: usize> View<'a, T, R> {
    /// A view of a slice in row-major order.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the slice does not have exactly the elements of the shape.
    pub fn from_slice(slice: &'a [T], shape: [usize; R]) -> Result<Self> {
        check_length(slice.len(), shape)?;
        // SAFETY: row-major strides of a shape with as many elements as the slice stay within.
        Ok(unsafe { Self::from_raw(slice.as_ptr(), shape, row_major(shape)) })
    }

    /// A view whose element `[i, j, …]` is `slice[offset + i * strides[0] + j * strides[1] + …]`.
    ///
    /// # Errors
    /// [`Error::OutOfSlice`] if that leads out of the slice for any index.
    pub fn from_slice_strided(
        slice: &'a [T],
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self> {
        check_strides(slice.len(), shape, strides, offset)?;
        let start = slice.as_ptr().wrapping_add(offset);
        // SAFETY: every element was just found to be in the slice.
        Ok(unsafe { Self::from_raw(start, shape, strides) })
    }

    /// A view of any memory; element `[i, j, …]` is at
    /// `start + i * strides[0] + j * strides[1] + …`.
    ///
    /// # Safety
    /// For every index in the shape, that address must lie in one allocation, be aligned, hold an
    /// initialised element, and not be written while `'a` lasts.
    pub unsafe fn from_raw(start: *const T, shape: [usize; R], strides: [isize; R]) -> Self {
        const { assert!(1 <= R && R <= 4, "views have one to four dimensions") };
        View { start, shape, strides, memory: PhantomData }
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The strides in elements, outermost first.
    pub fn strides(&self) -> [isize; R] {
        self.strides
    }

    /// The number of elements, or the largest number if a stride of zero makes more of them.
    pub fn len(&self) -> usize {
        if self.is_empty() { 0 } else { self.shape.into_iter().fold(1, usize::saturating_mul) }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The address of element `[0, 0, …]`.
    pub fn as_ptr(&self) -> *const T {
        self.start
    }

    /// The element at an index, or `None` outside the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        let offset = offset_of(index, self.shape, self.strides)?;
        // SAFETY: the index is in the shape, whose elements can all be read.
        Some(unsafe { *self.start.offset(offset) })
    }

    /// The view with its dimensions reordered: dimension `k` of the result is `axes[k]` of this.
    ///
    /// # Panics
    /// If `axes` does not name every dimension once.
    pub fn permute(&self, axes: [usize; R]) -> Self {
        let (shape, strides) = permuted(axes, self.shape, self.strides);
        View { shape, strides, ..*self }
    }

    /// The part of the view where the index in one dimension is in `range`.
    ///
    /// # Panics
    /// If there is no such dimension, or the range is not within its extent.
    pub fn crop(&self, axis: usize, range: Range<usize>) -> Self {
        let (first, shape) = cropped(axis, range, self.shape, self.strides);
        View { start: self.start.wrapping_offset(first), shape, ..*self }
    }

    /// The view with one dimension running backwards.
    ///
    /// # Panics
    /// If there is no such dimension.
    pub fn flip(&self, axis: usize) -> Self {
        let (first, strides) = flipped(axis, self.shape, self.strides);
        View { start: self.start.wrapping_offset(first), strides, ..*self }
    }

    /// A contiguous copy.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn to_image(&self) -> Image<T, R> {
        // SAFETY: the copy writes every element.
        let image = unsafe { Image::uninit(self.shape) };
        let mut image = image.unwrap_or_else(|error| panic!("no image: {error}"));
        // SAFETY: the image's memory is new, and has the view's elements.
        unsafe { copy(*self, image.as_mut_ptr()) };
        image
    }

    /// The elements as one slice, if they are contiguous in row-major order.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if self.is_empty() {
            return Some(&[]);
        }
        let dense = self.shape.iter().zip(self.strides).zip(row_major(self.shape));
        let contiguous = dense.into_iter().all(|((&n, found), wanted)| n == 1 || found == wanted);
        // SAFETY: all elements of the shape can be read and lie one after the other.
        contiguous.then(|| unsafe { std::slice::from_raw_parts(self.start, self.len()) })
    }
}

macro_rules! fix_axis {
    ($($from:literal to $to:literal),*) => {$(
        impl<'a, T: Element> View<'a, T, $from> {
            /// The view at one index of one dimension, which is dropped.
            ///
            /// # Panics
            /// If there is no such dimension, or the index is not within its extent.
            pub fn at(&self, axis: usize, index: usize) -> View<'a, T, $to> {
                let one = self.crop(axis, index..index + 1);
                let keep = |k: usize| k + usize::from(k >= axis);
                View {
                    start: one.start,
                    shape: std::array::from_fn(|k| one.shape[keep(k)]),
                    strides: std::array::from_fn(|k| one.strides[keep(k)]),
                    memory: PhantomData,
                }
            }
        }
    )*};
}

fix_axis!(4 to 3, 3 to 2, 2 to 1);

impl<T: Element, const R: usize> fmt::Debug for View<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View<{}>({:?}, strides {:?})", T::NAME, self.shape, self.strides)
    }
}

/// The strides of a contiguous array, last dimension fastest.
///
/// Meaningless if the shape has no elements, and then never used.
pub(crate) fn row_major<const R: usize>(shape: [usize; R]) -> [isize; R] {
    let mut strides = [1isize; R];
    for k in (1..R).rev() {
        strides[k - 1] = strides[k].wrapping_mul(shape[k] as isize);
    }
    strides
}

/// The number of elements of a shape, if memory can hold that many of `T`.
pub(crate) fn count<T: Element>(shape: &[usize]) -> Result<usize> {
    let overflow = || Error::shape_overflow(shape, size_of::<T>());
    if shape.contains(&0) {
        return Ok(0);
    }
    let product = shape.iter().try_fold(1usize, |n, &extent| n.checked_mul(extent));
    let count = product.ok_or_else(overflow)?;
    let bytes = count.checked_mul(size_of::<T>()).ok_or_else(overflow)?;
    if bytes > isize::MAX as usize { Err(overflow()) } else { Ok(count) }
}

pub(crate) fn check_length<const R: usize>(len: usize, shape: [usize; R]) -> Result<()> {
    // A product that overflows is no slice's length.
    match count::<u8>(&shape) {
        Ok(n) if n == len => Ok(()),
        _ => Err(Error::LengthMismatch { shape: shape.to_vec(), len }),
    }
}

pub(crate) fn check_strides<const R: usize>(
    len: usize,
    shape: [usize; R],
    strides: [isize; R],
    offset: usize,
) -> Result<()> {
    if shape.contains(&0) {
        return Ok(());
    }
    // Each product fits. A sum that saturates is out of any slice, and no later term brings it
    // back.
    let (mut first, mut last) = (offset as i128, offset as i128);
    for (&extent, &stride) in shape.iter().zip(&strides) {
        let reach = (extent as i128 - 1) * stride as i128;
        first = first.saturating_add(reach.min(0));
        last = last.saturating_add(reach.max(0));
    }
    if first < 0 || last >= len as i128 {
        let (shape, strides) = (shape.to_vec(), strides.to_vec());
        return Err(Error::OutOfSlice { shape, strides, offset, len });
    }
    Ok(())
}

pub(crate) fn offset_of<const R: usize>(
    index: [usize; R],
    shape: [usize; R],
    strides: [isize; R],
) -> Option<isize> {
    let inside = index.iter().zip(&shape).all(|(i, extent)| i < extent);
    inside.then(|| index.iter().zip(&strides).map(|(&i, &stride)| i as isize * stride).sum())
}

pub(crate) fn permuted<const R: usize>(
    axes: [usize; R],
    shape: [usize; R],
    strides: [isize; R],
) -> ([usize; R], [isize; R]) {
    let mut sorted = axes;
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..R), "axes {axes:?} do not name every dimension once");
    (axes.map(|k| shape[k]), axes.map(|k| strides[k]))
}

/// The offset of the first element and the shape of a cropped view.
pub(crate) fn cropped<const R: usize>(
    axis: usize,
    range: Range<usize>,
    mut shape: [usize; R],
    strides: [isize; R],
) -> (isize, [usize; R]) {
    assert!(axis < R, "no dimension {axis} in {R} dimensions");
    let extent = shape[axis];
    assert!(
        range.start <= range.end && range.end <= extent,
        "range {range:?} is not within extent {extent} of dimension {axis}"
    );
    shape[axis] = range.end - range.start;
    // Nothing is reached from the start of an empty view, so it need not move.
    let first = if shape.contains(&0) { 0 } else { range.start as isize * strides[axis] };
    (first, shape)
}

/// The offset of the first element and the strides of a flipped view.
pub(crate) fn flipped<const R: usize>(
    axis: usize,
    shape: [usize; R],
    mut strides: [isize; R],
) -> (isize, [isize; R]) {
    assert!(axis < R, "no dimension {axis} in {R} dimensions");
    if shape.contains(&0) {
        return (0, strides);
    }
    let last = (shape[axis] as isize - 1) * strides[axis];
    strides[axis] = strides[axis].wrapping_neg();
    (last, strides)
}
