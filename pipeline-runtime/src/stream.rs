//! Rows of large arrays, written past the caches.
//!
//! A line that is stored to is read from memory first, and pushes another one out of the caches,
//! although nobody needs what was there. Where a whole line is written at once, a processor can do
//! without. So rows are computed into memory of the task's own, [`StreamedRows`], from where whole
//! cache lines go to the array; what shares a line with other rows or with other tasks is stored as
//! usual.

use crate::Element;
use std::mem::MaybeUninit;

/// Bytes of a row that are computed before they are written. Longer rows are stored as usual.
const ROW: usize = 1024;

/// Rows that are computed before the first of them is written: more than a processor has stores in
/// flight.
const KEPT: usize = 8;

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// From so many bytes on, an array is written past the caches: less may be there still when it is
/// read. Bytes of 4096² points, 16 MiB, take 2.0 ms instead of 4.3 on a server of 2023.
pub const LARGE: usize = 8 << 20;

/// From so many bytes on, what tiles keep and store as well is written past the caches: it is read
/// by tiles that run later, and is then in no cache. Of local Laplacian, which stores 120 MiB so,
/// the copies took an eighth of the time.
pub const FAR: usize = 64 << 20;

/// The rows of an array that were computed last, before they are written.
///
/// A row is written when `KEPT` others have been computed. For bytes that are loaded right after
/// they were stored wait until the stores are done, unless one of these covers them; and the lines
/// that it shares with others are asked for meanwhile.
#[repr(C, align(64))]
pub struct StreamedRows<T> {
    elements: MaybeUninit<[[u8; ROW]; KEPT]>,
    /// By slot, what is to be written; empty at first.
    pending: [Pending<T>; KEPT],
    next: usize,
    large: bool,
}

/// Adjacent elements that are to be copied to an array.
#[derive(Clone, Copy)]
struct Pending<T> {
    from: *const T,
    to: *mut T,
    count: usize,
}

impl<T: Element> StreamedRows<T> {
    /// For rows of an array. They are written past the caches if that is `large` and its rows are
    /// contiguous.
    #[cfg_attr(optimised, inline(always))]
    pub fn new(large: bool) -> Self {
        let none = Pending { from: std::ptr::null(), to: std::ptr::null_mut(), count: 0 };
        let large = large && cfg!(target_arch = "x86_64");
        StreamedRows { elements: MaybeUninit::uninit(), pending: [none; KEPT], next: 0, large }
    }

    /// Where coordinate 0 of a row is while its coordinates `first..=last` are computed; in the
    /// array, it is at `row`.
    ///
    /// # Safety
    /// All earlier rows must have been stored to where this said, and be writable where they belong
    /// by nobody else until [`finish`](StreamedRows::finish).
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn start(&mut self, row: *mut T, first: isize, last: isize) -> *mut T {
        let count = (last - first + 1).max(0) as usize;
        if !self.large || count * size_of::<T>() > ROW {
            return row;
        }
        let from = self.slot(self.next % KEPT);
        // SAFETY: forwarded from the caller.
        unsafe { self.push(Pending { from, to: row.wrapping_offset(first), count }) };
        from.wrapping_offset(first.wrapping_neg())
    }

    /// Whether rows are written past the caches.
    #[cfg_attr(optimised, inline(always))]
    pub fn are_large(&self) -> bool {
        self.large
    }

    /// Copies elements past the caches.
    ///
    /// # Safety
    /// They must be readable until [`finish`](StreamedRows::finish), the others as for
    /// [`start`](StreamedRows::start).
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn copy(&mut self, from: *const T, to: *mut T, count: usize) {
        // SAFETY: forwarded from the caller.
        unsafe { self.push(Pending { from, to, count }) };
    }

    /// Takes the next slot, and writes what was in it.
    ///
    /// # Safety
    /// As for [`start`](StreamedRows::start).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn push(&mut self, pending: Pending<T>) {
        let slot = self.next % KEPT;
        self.next += 1;
        // SAFETY: forwarded from the caller.
        unsafe { self.write(slot) };
        let end = pending.to.wrapping_add(pending.count);
        for at in [pending.to, end] {
            if !at.addr().is_multiple_of(LINE) {
                prefetch(at);
            }
        }
        self.pending[slot] = pending;
    }

    /// Writes the rows that are left.
    ///
    /// # Safety
    /// As for [`start`](StreamedRows::start).
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn finish(&mut self) {
        for slot in 0..KEPT {
            // SAFETY: forwarded from the caller.
            unsafe { self.write(slot) };
        }
    }

    fn slot(&mut self, slot: usize) -> *mut T {
        self.elements.as_mut_ptr().cast::<T>().wrapping_add(slot * (ROW / size_of::<T>()))
    }

    /// Writes the row in a slot, if there is one.
    ///
    /// # Safety
    /// As for [`start`](StreamedRows::start).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn write(&mut self, slot: usize) {
        let Pending { from, to, count } = self.pending[slot];
        // SAFETY: forwarded from the caller; a row of this length is there.
        unsafe { stream(from.cast(), to.cast(), count * size_of::<T>()) };
    }
}

/// Copies bytes, whole cache lines past the caches.
///
/// # Safety
/// They must be readable, and writable by nobody else, and not overlap.
#[cfg_attr(optimised, inline(always))]
pub(crate) unsafe fn stream(from: *const u8, to: *mut u8, bytes: usize) {
    let before = to.align_offset(LINE).min(bytes);
    let behind = (bytes - before) % LINE;
    // SAFETY: forwarded from the caller; the parts are within the bytes, and `before` bytes on
    // addresses are multiples of a line.
    unsafe {
        copy_part(from, to, before);
        for at in (before..bytes - behind).step_by(LINE) {
            copy_line(from.add(at), to.add(at));
        }
        copy_part(from.add(bytes - behind), to.add(bytes - behind), behind);
    }
}

/// Writes a line past the caches.
///
/// # Safety
/// It must be readable and writable, and start at a multiple of [`LINE`] where it is written.
#[cfg_attr(optimised, inline(always))]
unsafe fn copy_line(from: *const u8, to: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: forwarded from the caller; every x86-64 has SSE2.
    unsafe {
        use std::arch::x86_64::{_mm_loadu_si128, _mm_stream_si128};
        for at in (0..LINE).step_by(16) {
            _mm_stream_si128(to.add(at).cast(), _mm_loadu_si128(from.add(at).cast()));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: forwarded from the caller.
    unsafe {
        to.copy_from_nonoverlapping(from, LINE);
    }
}

/// Copies less than a line: halves, which overlap as need be, of the next larger power of two. No
/// byte beside it may be touched, and a call takes as long as the rest of a row.
///
/// # Safety
/// The bytes must be readable and writable.
#[cfg_attr(optimised, inline(always))]
unsafe fn copy_part(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: forwarded from the caller; both halves are within the bytes.
    unsafe {
        match bytes {
            0 => {}
            1 => *to = *from,
            2..4 => copy_ends::<2>(from, to, bytes),
            4..8 => copy_ends::<4>(from, to, bytes),
            8..16 => copy_ends::<8>(from, to, bytes),
            16..32 => copy_ends::<16>(from, to, bytes),
            _ => copy_ends::<32>(from, to, bytes),
        }
    }
}

/// Copies the first and the last `N` of some bytes.
///
/// # Safety
/// At least `N` bytes must be readable and writable.
#[cfg_attr(optimised, inline(always))]
unsafe fn copy_ends<const N: usize>(from: *const u8, to: *mut u8, bytes: usize) {
    let last = bytes - N;
    // SAFETY: forwarded from the caller.
    unsafe {
        let first_part = from.cast::<[u8; N]>().read();
        let last_part = from.add(last).cast::<[u8; N]>().read();
        to.cast::<[u8; N]>().write(first_part);
        to.add(last).cast::<[u8; N]>().write(last_part);
    }
}

/// Asks for the cache line of an address that will be read soon, which may be outside of any array.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch accesses no memory that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The same, to the second-level cache.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn prefetch_second<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch accesses no memory that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Makes what was written past the caches visible before anything that the thread writes
/// afterwards, as all else is.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has SSE, and a fence changes no memory.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of every length at every offset from a line, more of them than are kept: nothing beside
    /// them changes.
    #[test]
    fn rows_of_any_length_at_any_place() {
        for large in [false, true] {
            for (offset, count) in (0..70).flat_map(|o| [0, 1, 7, 63, 64, 129, 600].map(|c| (o, c)))
            {
                let distance = count + 3;
                let mut array = vec![0u8; offset + 20 * distance];
                let mut rows = StreamedRows::new(large);
                for row in 0..20 {
                    let target = array.as_mut_ptr().wrapping_add(offset + row * distance);
                    // SAFETY: the row is inside the array, and so is every byte of it.
                    unsafe {
                        let start = rows.start(target, 0, count as isize - 1);
                        for i in 0..count {
                            start.add(i).write((row + 3 * i) as u8 | 1);
                        }
                    }
                }
                // SAFETY: all bytes of all rows were stored above.
                unsafe { rows.finish() };
                fence();
                let wanted = |at: usize| {
                    let (row, i) = (at.checked_sub(offset)? / distance, (at - offset) % distance);
                    (i < count).then_some((row + 3 * i) as u8 | 1)
                };
                let same = (0..array.len()).all(|at| array[at] == wanted(at).unwrap_or(0));
                assert!(same, "{count} bytes at {offset}, large {large}: {array:?}");
            }
        }
    }

    #[test]
    fn rows_that_are_too_long_are_stored_where_they_belong() {
        let mut array = vec![0.0f64; ROW];
        let mut rows = StreamedRows::new(true);
        // SAFETY: no element is stored.
        let start = unsafe { rows.start(array.as_mut_ptr(), 0, ROW as isize - 1) };
        assert_eq!(start, array.as_mut_ptr());
    }
}
