//! Memory that outlives calls: what full buffers, scratchpads and results were in is kept by the
//! process, for the next call that needs as much.
//!
//! Fresh memory is cleared by the system page by page, which took up to a quarter of the time of
//! applications that have large intermediates; and a loop over many pictures should allocate
//! nothing. So every call takes its memory from here, and gives it back when it is done with it,
//! by return, by an error or by a panic alike. What is kept has the bits of whoever had it before:
//! like fresh memory, it counts as not initialised, and whoever takes it writes before reading. In
//! builds with debug assertions it has a pattern that no test expects, so that a read of what was
//! not written is no accidental success.
//!
//! Sizes of buffers are rounded up to classes, and memory serves its own class only. So a second
//! call of the same sizes finds all that it needs, whatever order it needs it in: as many pieces of
//! each class are there as the first call had at a time. Scratchpads are many and small, and their
//! sizes differ from launch to launch: any piece that is large enough serves, and takes the place
//! of one that is too small, so that there are as many as there were threads.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::memory::Memory;
use crate::shelf::Shelf;
use crate::{Error, Result};

/// The most bytes of buffers that are kept.
const MOST_BYTES: usize = 1 << 30;

/// The most bytes of scratchpads that are kept.
const MOST_SCRATCH_BYTES: usize = 256 << 20;

/// The most pieces that are kept of either.
const MOST_PIECES: usize = 1024;

/// Classes of buffers between a power of two and the next: at most an eighth of one is not used.
const CLASSES: usize = 8;

static BUFFERS: Mutex<Shelf> = Mutex::new(Shelf::new(MOST_BYTES, MOST_PIECES));
static SCRATCH: Mutex<Shelf> = Mutex::new(Shelf::new(MOST_SCRATCH_BYTES, MOST_PIECES));

/// What memory is for.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    Buffer,
    Scratch,
}

impl Purpose {
    /// What is kept for it. No code that panics runs under the lock, and none that frees much.
    fn kept(self) -> MutexGuard<'static, Shelf> {
        let shelf = match self {
            Purpose::Buffer => &BUFFERS,
            Purpose::Scratch => &SCRATCH,
        };
        shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frees the memory that pipelines keep from call to call.
///
/// Calls take memory for their intermediates and results from a pool that all threads share, and
/// give it back: that of intermediates when they return, that of a result when the
/// [`Image`](crate::Image) is dropped. So the second call with the same sizes allocates nothing,
/// and writes to pages that the system has cleared before. The pool keeps at most 1 GiB in 1024
/// pieces, and for scratchpads 256 MiB; beyond that, it frees what was given back the longest time
/// ago.
///
/// After `trim` it is empty. What calls and images use at the time stays theirs, and is kept when
/// they give it back.
pub fn trim() {
    release();
}

/// As [`trim`]; whether there was anything to free.
fn release() -> bool {
    let buffers = Purpose::Buffer.kept().empty();
    let scratch = Purpose::Scratch.kept().empty();
    !buffers.is_empty() || !scratch.is_empty()
}

/// Memory of the pool, which gets it back when this is dropped.
#[derive(Debug)]
pub struct Pooled {
    /// There until it is dropped.
    memory: Option<Memory>,
    purpose: Purpose,
}

impl Pooled {
    /// At least so many bytes, not initialised, for a buffer.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] if the bytes cannot be addressed, [`Error::OutOfMemory`] if the
    /// allocator refuses even after all that the pool keeps was freed.
    pub fn buffer(bytes: usize) -> Result<Self> {
        let class = class(bytes);
        let kept = Purpose::Buffer.kept().take_exactly(class);
        Self::new(kept, class, Purpose::Buffer)
    }

    /// The same for scratchpads.
    ///
    /// # Errors
    /// As for [`buffer`](Pooled::buffer).
    pub fn scratch(bytes: usize) -> Result<Self> {
        let kept = Purpose::Scratch.kept().take_newest(bytes);
        Self::new(kept.filter(|memory| memory.len() >= bytes), bytes, Purpose::Scratch)
    }

    fn new(kept: Option<Memory>, bytes: usize, purpose: Purpose) -> Result<Self> {
        let memory = match kept {
            Some(memory) => memory,
            None => allocate(bytes)?,
        };
        poison(&memory);
        Ok(Pooled { memory: Some(memory), purpose })
    }
}

impl Deref for Pooled {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        self.memory.as_ref().expect("memory is there until it is dropped")
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let memory = self.memory.take().filter(|memory| memory.len() > 0);
        let mut excess = memory.and_then(|memory| self.purpose.kept().give(memory));
        // One by one, without the lock: the system takes long to free memory.
        while let Some(memory) = excess {
            drop(memory);
            excess = self.purpose.kept().excess();
        }
    }
}

/// Memory of the system's allocator, which gets what the pool keeps if it refuses.
///
/// # Errors
/// As for [`Memory::new`].
pub fn allocate(bytes: usize) -> Result<Memory> {
    match Memory::new(bytes) {
        Err(Error::OutOfMemory { .. }) if release() => Memory::new(bytes),
        result => result,
    }
}

/// So many bytes, rounded up to a class. What is too large to be kept is as large as asked for.
fn class(bytes: usize) -> usize {
    /// Below, classes are cache lines.
    const LINES: usize = 2 * CLASSES * 64;
    if bytes > MOST_BYTES {
        return bytes;
    }
    let step = usize::max(bytes, LINES).next_power_of_two() / 2 / CLASSES;
    bytes.next_multiple_of(step)
}

/// Overwrites memory with floats that are no number, and integers that are -1 or the largest.
#[cfg(debug_assertions)]
fn poison(memory: &Memory) {
    // SAFETY: the memory has so many bytes, and nobody else uses it.
    unsafe { memory.start().write_bytes(0xff, memory.len()) };
}

#[cfg(not(debug_assertions))]
fn poison(_memory: &Memory) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_wastes_an_eighth_at_most() {
        assert_eq!(class(0), 0);
        for bytes in (1..5000).chain([1 << 20, (1 << 20) + 1, MOST_BYTES - 1, MOST_BYTES]) {
            let class = class(bytes);
            assert!(
                class >= bytes && class - bytes <= usize::max(bytes / 8, 63),
                "{bytes}: {class}"
            );
            assert_eq!(super::class(class), class);
        }
        assert_eq!(class(MOST_BYTES + 1), MOST_BYTES + 1);
        assert_eq!(class(usize::MAX), usize::MAX);
    }

    #[test]
    #[cfg(debug_assertions)]
    fn taken_memory_has_no_old_values() {
        let taken = Pooled::buffer(4096).unwrap();
        // SAFETY: the memory has 4096 bytes, all poisoned, so that they may be read.
        let bytes = unsafe { std::slice::from_raw_parts(taken.start().as_ptr(), 4096) };
        assert!(bytes.iter().all(|byte| *byte == 0xff));
    }
}
