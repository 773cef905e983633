//! Memory for images.

use std::alloc::Layout;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::copy::map;
use crate::memory::Memory;
use crate::pool::{self, Pooled};
use crate::{Element, Error, Result};

/// From this many bytes on, a buffer's memory is the pool's, which has few places: smaller
/// memory the system's allocator keeps by itself.
const POOLED_FROM: usize = 64 << 10;

/// A fixed number of elements in one piece of memory, aligned to 64 bytes if it was not made from a
/// vector, dropped without running anything. The elements are reached through pointers; nothing
/// says that they were written.
pub struct Buffer<T: Element> {
    start: NonNull<T>,
    len: usize,
    owner: MemoryOwner,
}

/// Who frees the memory.
enum MemoryOwner {
    /// The system's allocator gave it, for this buffer.
    Own { _memory: Memory },
    /// The pool gave it, and gets it back.
    Pool { _memory: Pooled },
    /// It was a vector's, with room for so many elements.
    Vector { capacity: usize },
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
        let bytes = Layout::array::<T>(len)
            .map_err(|_| Error::shape_overflow(&[len], size_of::<T>()))?
            .size();
        // All memory is aligned for every element type.
        let (start, owner) = if bytes < POOLED_FROM {
            let memory = pool::allocate(bytes)?;
            (memory.start(), MemoryOwner::Own { _memory: memory })
        } else {
            let memory = Pooled::buffer(bytes)?;
            (memory.start(), MemoryOwner::Pool { _memory: memory })
        };
        Ok(Buffer { start: start.cast(), len, owner })
    }

    /// Takes over the memory of a vector, without copying.
    pub(crate) fn from_vec(vec: Vec<T>) -> Self {
        let mut vec = ManuallyDrop::new(vec);
        // A vector's pointer is never null.
        let start = NonNull::new(vec.as_mut_ptr()).expect("a vector's pointer is not null");
        Buffer { start, len: vec.len(), owner: MemoryOwner::Vector { capacity: vec.capacity() } }
    }

    /// The elements as a vector: the very memory if it came from one, a copy otherwise, because a
    /// vector must not free memory of another alignment than its own.
    ///
    /// # Safety
    /// Every element must have been written.
    pub(crate) unsafe fn into_vec(self) -> Vec<T> {
        match self.owner {
            MemoryOwner::Own { .. } | MemoryOwner::Pool { .. } => {
                // SAFETY: the caller promises that all elements are initialised.
                map(unsafe { self.as_slice() }, |x| x)
            }
            MemoryOwner::Vector { capacity } => {
                let this = ManuallyDrop::new(self);
                // SAFETY: the memory is a vector's with this capacity, and nobody else frees it;
                // the caller promises that it is initialised.
                unsafe { Vec::from_raw_parts(this.start.as_ptr(), this.len, capacity) }
            }
        }
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
        match self.owner {
            MemoryOwner::Own { .. } | MemoryOwner::Pool { .. } => {}
            MemoryOwner::Vector { capacity } => {
                // SAFETY: the memory is a vector's with this capacity, and nobody else frees it.
                drop(unsafe { Vec::from_raw_parts(self.start.as_ptr(), 0, capacity) });
            }
        }
    }
}

impl<T: Element> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer<{}>({})", T::NAME, self.len)
    }
}
