//! Owned images.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::copy::fill;
use crate::view::{check_length, count, offset_of, row_major};
use crate::{Buffer, Element, Result, View, ViewMut};

/// An owned `R`-dimensional array, contiguous in row-major order, `R` from 1 to 4.
///
/// Images made here are aligned to 64 bytes and, from 4 MiB on, ask the system for huge pages. The
/// memory of one of at least 64 KiB is kept for others when it is dropped, until
/// [`trim`](crate::trim).
pub struct Image<T: Element, const R: usize> {
    /// All initialised, except as the caller of `uninit` has promised.
    buffer: Buffer<T>,
    shape: [usize; R],
}

impl<T: Element, const R: usize> Image<T, R> {
    /// An image of equal elements.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn new(shape: [usize; R], value: T) -> Self {
        // SAFETY: every element is written below, before anything can read it.
        let mut image =
            unsafe { Self::uninit(shape) }.unwrap_or_else(|error| panic!("no image: {error}"));
        // SAFETY: the memory is the image's own.
        unsafe { fill(image.as_mut_ptr(), image.len(), value) };
        image
    }

    /// An image whose element at `index` is `f(index)`; called in row-major order.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn from_fn(shape: [usize; R], mut f: impl FnMut([usize; R]) -> T) -> Self {
        // SAFETY: every element is written below, before anything can read it.
        let mut image =
            unsafe { Self::uninit(shape) }.unwrap_or_else(|error| panic!("no image: {error}"));
        let start = image.as_mut_ptr();
        let (mut index, last) = ([0; R], shape[R - 1]);
        let mut written = 0;
        while written < image.buffer.len() {
            for i in 0..last {
                index[R - 1] = i;
                // SAFETY: the buffer has whole rows of `last` elements, and not all are written.
                unsafe { start.add(written + i).write(f(index)) };
            }
            written += last;
            for k in (0..R - 1).rev() {
                index[k] += 1;
                if index[k] < shape[k] {
                    break;
                }
                index[k] = 0;
            }
        }
        image
    }

    /// An image of a vector's elements in row-major order, without copying them.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`](crate::Error::LengthMismatch) if the vector does not have exactly
    /// the elements of the shape.
    pub fn from_vec(vec: Vec<T>, shape: [usize; R]) -> Result<Self> {
        const { assert!(1 <= R && R <= 4, "images have one to four dimensions") };
        check_length(vec.len(), shape)?;
        Ok(Image { buffer: Buffer::from_vec(vec), shape })
    }

    /// An image whose elements have not been written yet.
    ///
    /// # Safety
    /// Every element must be written through [`as_mut_ptr`](Image::as_mut_ptr) before any method
    /// other than `shape` and `as_mut_ptr` is called.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`](crate::Error::SizeOverflow) if the bytes cannot be addressed,
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the allocator refuses.
    #[doc(hidden)]
    pub unsafe fn uninit(shape: [usize; R]) -> Result<Self> {
        const { assert!(1 <= R && R <= 4, "images have one to four dimensions") };
        Ok(Image { buffer: Buffer::uninit(count::<T>(&shape)?)?, shape })
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The strides in elements, outermost first: those of row-major order.
    pub fn strides(&self) -> [isize; R] {
        row_major(self.shape)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// All elements in row-major order.
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the elements of an image are initialised.
        unsafe { self.buffer.as_slice() }
    }

    /// All elements in row-major order, for writing.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the elements of an image are initialised.
        unsafe { self.buffer.as_mut_slice() }
    }

    /// The elements in row-major order as a vector: the image's own memory if it was made from a
    /// vector, a copy otherwise.
    pub fn into_vec(self) -> Vec<T> {
        // SAFETY: the elements of an image are initialised.
        unsafe { self.buffer.into_vec() }
    }

    /// The address of element `[0, 0, …]`, for writing.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.buffer.as_mut_ptr()
    }

    /// The element at an index, or `None` outside the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        self.view().get(index)
    }

    /// All elements, for reading.
    pub fn view(&self) -> View<'_, T, R> {
        // SAFETY: the buffer holds the elements of the shape in row-major order.
        unsafe { View::from_raw(self.buffer.as_ptr(), self.shape, self.strides()) }
    }

    /// All elements, for writing.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, R> {
        let (shape, strides) = (self.shape, self.strides());
        // SAFETY: the buffer holds the elements of the shape in row-major order, each once.
        unsafe { ViewMut::from_raw(self.buffer.as_mut_ptr(), shape, strides) }
    }
}

impl<T: Element, const R: usize> Index<[usize; R]> for Image<T, R> {
    type Output = T;

    /// The element at an index.
    ///
    /// # Panics
    /// If the index is outside the shape.
    fn index(&self, index: [usize; R]) -> &T {
        let offset = self.offset(index);
        &self.as_slice()[offset]
    }
}

impl<T: Element, const R: usize> IndexMut<[usize; R]> for Image<T, R> {
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        let offset = self.offset(index);
        &mut self.as_mut_slice()[offset]
    }
}

impl<T: Element, const R: usize> Image<T, R> {
    fn offset(&self, index: [usize; R]) -> usize {
        match offset_of(index, self.shape, self.strides()) {
            Some(offset) => offset as usize,
            None => panic!("index {index:?} is outside shape {:?}", self.shape),
        }
    }
}

impl<T: Element, const R: usize> Clone for Image<T, R> {
    fn clone(&self) -> Self {
        self.view().to_image()
    }
}

impl<T: Element, const R: usize> PartialEq for Image<T, R> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

impl<T: Element, const R: usize> fmt::Debug for Image<T, R> {
    /// The type and shape, and the elements if they are few.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image<{}>({:?})", T::NAME, self.shape)?;
        if self.len() <= 64 { write!(f, " {:?}", self.as_slice()) } else { Ok(()) }
    }
}
