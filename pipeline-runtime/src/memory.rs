//! Allocations: aligned, not initialised, on huge pages where that pays.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

use crate::{Error, Result};

/// Alignment of all memory: a cache line, and the widest vector.
const ALIGNMENT: usize = 64;

/// The size of a huge page on Linux.
const HUGE_PAGE: usize = 2 << 20;

/// From this many bytes on, memory is asked for in huge pages: the first touch of fresh 4 KiB pages
/// costs more than most pipelines.
const HUGE_FROM: usize = 2 * HUGE_PAGE;

/// So many bytes, aligned to 64 of them, which nobody has written yet or somebody else has: freed
/// when dropped.
#[derive(Debug)]
pub struct Memory {
    start: NonNull<u8>,
    /// What the allocation was made with; of size 0 if nothing was allocated.
    layout: Layout,
}

// SAFETY: the memory is its owner's alone, and nothing in it belongs to a thread.
unsafe impl Send for Memory {}

impl Memory {
    /// Memory of the system's allocator.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] if the bytes cannot be addressed, [`Error::OutOfMemory`] if the
    /// allocator refuses.
    pub fn new(bytes: usize) -> Result<Self> {
        let huge = cfg!(target_os = "linux") && bytes >= HUGE_FROM;
        let layout = Layout::from_size_align(bytes, if huge { HUGE_PAGE } else { ALIGNMENT })
            .map_err(|_| Error::shape_overflow(&[bytes], 1))?;
        if bytes == 0 {
            return Ok(Memory { start: NonNull::<CacheLine>::dangling().cast(), layout });
        }
        // SAFETY: the size is not zero.
        let start = NonNull::new(unsafe { alloc(layout) }).ok_or(Error::OutOfMemory { bytes })?;
        if huge {
            advise_huge_pages(start.as_ptr(), bytes);
        }
        Ok(Memory { start, layout })
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.layout.size()
    }

    /// The first byte, for writing, and for reading what has been written.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.layout.size() != 0 {
            // SAFETY: the memory was allocated with this very layout.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}

/// What no memory is aligned like.
#[repr(align(64))]
struct CacheLine;

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: the range is page-aligned, mapped and ours; the advice changes no contents. That
    // it may be refused is of no consequence.
    unsafe { libc::madvise(start.cast(), bytes / HUGE_PAGE * HUGE_PAGE, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: *mut u8, _bytes: usize) {}
