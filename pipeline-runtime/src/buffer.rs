//! Memory for images and scratch: aligned, not initialised, on huge pages where that pays.

use std::alloc::{Layout, alloc, dealloc};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::copy::map;
use crate::{Element, Error, Result};

/// Alignment of every buffer: a cache line, and the widest vector.
const ALIGNMENT: usize = 64;

/// The size of a huge page on Linux.
const HUGE_PAGE: usize = 2 << 20;

/// From this many bytes on, a buffer asks for huge pages: the first touch of fresh 4 KiB pages
/// costs more than most pipelines.
const HUGE_FROM: usize = 2 * HUGE_PAGE;

/// A fixed number of elements in one allocation, aligned to 64 bytes, dropped without running
/// anything. The elements are reached through pointers; nothing says that they were written.
pub struct Buffer<T: Element> {
    start: NonNull<T>,
    len: usize,
    /// What the allocation was made with; of size 0 if nothing was allocated.
    layout: Layout,
}

// SAFETY: the buffer owns its memory, and elements are plain numbers.
unsafe impl<T: Element> Send for Buffer<T> {}
// SAFETY: through a shared reference, the memory can only be read.
unsafe impl<T: Element> Sync for Buffer<T> {}

impl<T: Element> Buffer<T> {
    /// A buffer of `len` elements that have not been written yet.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] if the bytes cannot be addressed, [`Error::OutOfMemory`] if the
    /// allocator refuses.
    pub fn uninit(len: usize) -> Result<Self> {
        let size = Layout::array::<T>(len)
            .map_err(|_| Error::shape_overflow(&[len], size_of::<T>()))?
            .size();
        let huge = cfg!(target_os = "linux") && size >= HUGE_FROM;
        let layout = Layout::from_size_align(size, if huge { HUGE_PAGE } else { ALIGNMENT })
            .map_err(|_| Error::shape_overflow(&[len], size_of::<T>()))?;
        if size == 0 {
            return Ok(Buffer { start: NonNull::dangling(), len, layout });
        }
        // SAFETY: the size is not zero.
        let memory = unsafe { alloc(layout) };
        let Some(start) = NonNull::new(memory.cast::<T>()) else {
            return Err(Error::OutOfMemory { bytes: size });
        };
        if huge {
            advise_huge_pages(memory, size);
        }
        Ok(Buffer { start, len, layout })
    }

    /// Takes over the memory of a vector, without copying.
    pub(crate) fn from_vec(vec: Vec<T>) -> Self {
        let mut vec = ManuallyDrop::new(vec);
        let layout = Layout::array::<T>(vec.capacity()).expect("a vector's capacity fits");
        // A vector's pointer is never null.
        let start = NonNull::new(vec.as_mut_ptr()).expect("a vector's pointer is not null");
        Buffer { start, len: vec.len(), layout }
    }

    /// The elements as a vector: the very memory if it came from one, a copy otherwise, because a
    /// vector must not free memory of another alignment than its own.
    ///
    /// # Safety
    /// Every element must have been written.
    pub(crate) unsafe fn into_vec(self) -> Vec<T> {
        if self.layout.align() != align_of::<T>() {
            // SAFETY: the caller promises that all elements are initialised.
            return map(unsafe { self.as_slice() }, |x| x);
        }
        let this = ManuallyDrop::new(self);
        let capacity = this.layout.size() / size_of::<T>();
        // SAFETY: a layout with the element's own alignment comes only from `from_vec`, so the
        // memory is a vector's with this capacity; the caller promises that it is initialised.
        unsafe { Vec::from_raw_parts(this.start.as_ptr(), this.len, capacity) }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first element, for reading what has been written.
    pub fn as_ptr(&self) -> *const T {
        self.start.as_ptr()
    }

    /// The first element, for writing.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.start.as_ptr()
    }

    /// All elements.
    ///
    /// # Safety
    /// Every element must have been written.
    pub(crate) unsafe fn as_slice(&self) -> &[T] {
        // SAFETY: the buffer holds `len` elements; the caller promises that they are initialised.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    /// All elements, for writing.
    ///
    /// # Safety
    /// Every element must have been written.
    pub(crate) unsafe fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as above, and the buffer is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.layout.size() != 0 {
            // SAFETY: the memory was allocated with this very layout, here or by a vector.
            unsafe { dealloc(self.start.as_ptr().cast(), self.layout) };
        }
    }
}

impl<T: Element> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer<{}>({})", T::NAME, self.len)
    }
}

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: the range is page-aligned, mapped and ours; the advice changes no contents. That
    // it may be refused is of no consequence.
    unsafe { libc::madvise(start.cast(), bytes / HUGE_PAGE * HUGE_PAGE, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: *mut u8, _bytes: usize) {}
