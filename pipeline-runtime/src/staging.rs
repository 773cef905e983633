//! Copies between arrays and staging buffers, in which other dimensions are adjacent.
//!
//! A copy is over two dimensions: *columns* are adjacent in what is read, *rows* in what is
//! written. Blocks of as many rows and columns as a vector has lanes are transposed in registers.

use crate::lanes::{Elem, Isa, Lanes};
use std::ops::Range;

/// How many rows ahead of those that are copied memory is asked for: short pieces of many rows
/// are no stream that a processor would see coming.
const AHEAD: isize = 16;

/// An array along two of its dimensions.
#[derive(Clone, Copy, Debug)]
pub struct Plane<P> {
    /// The address of coordinate 0 in both, which may be outside.
    pub start: P,
    /// Distance between neighbouring rows, in elements.
    pub rows: isize,
    /// Distance between neighbouring columns, in elements.
    pub columns: isize,
}

macro_rules! addresses {
    ($Ptr:ty) => {
        impl<T> Plane<$Ptr> {
            #[inline(always)]
            fn at(&self, row: isize, column: isize) -> $Ptr {
                let offset = row.wrapping_mul(self.rows);
                let offset = offset.wrapping_add(column.wrapping_mul(self.columns));
                self.start.wrapping_offset(offset)
            }
        }
    };
}
addresses!(*const T);
addresses!(*mut T);

/// Copies rows and columns; `ADJACENT` says that columns are adjacent in `from`, and rows in `to`.
/// Goes along the columns, and then to the next rows: for what is read from memory.
///
/// # Safety
/// The elements must be readable in `from`, and writable in `to` by nobody else meanwhile.
#[inline(always)]
pub unsafe fn fill<V: Isa, T: Elem, const ADJACENT: bool>(
    from: Plane<*const T>,
    to: Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    let lanes = V::LANES as isize;
    let mut first = rows.start;
    while first < rows.end {
        let end = isize::min(rows.end, first + lanes);
        let mut column = columns.start;
        while ADJACENT && end - first == lanes && columns.end - column >= lanes {
            for row in first..end {
                prefetch(from.at(row + AHEAD, column));
            }
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { block::<V, T>(&from, &to, first, column) };
            column += lanes;
        }
        // SAFETY: forwarded from the caller.
        unsafe { points(&from, &to, first..end, column..columns.end) };
        first = end;
    }
}

/// The same along the rows, and then to the next columns: for what is written to memory.
///
/// # Safety
/// As for [`fill`].
#[inline(always)]
pub unsafe fn drain<V: Isa, T: Elem, const ADJACENT: bool>(
    from: Plane<*const T>,
    to: Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    let lanes = V::LANES as isize;
    let mut first = columns.start;
    while first < columns.end {
        let end = isize::min(columns.end, first + lanes);
        let mut row = rows.start;
        while ADJACENT && end - first == lanes && rows.end - row >= lanes {
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { block::<V, T>(&from, &to, row, first) };
            row += lanes;
        }
        // SAFETY: forwarded from the caller.
        unsafe { points(&from, &to, row..rows.end, first..end) };
        first = end;
    }
}

/// Asks for the cache line of an address that will be read soon, which may be outside of any array.
#[inline(always)]
fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch accesses no memory that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Transposes a block of as many rows and columns as a vector has lanes.
///
/// # Safety
/// Its elements must be readable and writable, and adjacent as [`fill`] says.
#[inline(always)]
unsafe fn block<V: Isa, T: Elem>(
    from: &Plane<*const T>,
    to: &Plane<*mut T>,
    row: isize,
    column: isize,
) {
    // SAFETY: forwarded from the caller.
    unsafe {
        T::In::<V>::transpose(from.at(row, column), from.rows, to.at(row, column), to.columns);
    }
}

/// Copies rows and columns point by point.
///
/// # Safety
/// As for [`fill`].
#[inline(always)]
unsafe fn points<T: Copy>(
    from: &Plane<*const T>,
    to: &Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    for column in columns {
        for row in rows.clone() {
            // SAFETY: forwarded from the caller.
            unsafe { *to.at(row, column) = *from.at(row, column) };
        }
    }
}

/// Copies a row of elements, which are so far apart in either array, or adjacent in both if
/// `ADJACENT`.
///
/// # Safety
/// The elements must be readable at `from`, and writable at `to` by nobody else meanwhile.
#[inline(always)]
pub unsafe fn copy_row<T: Copy, const ADJACENT: bool>(
    (from, step): (*const T, isize),
    (to, distance): (*mut T, isize),
    range: Range<isize>,
) {
    if ADJACENT {
        let (from, to) = (from.wrapping_offset(range.start), to.wrapping_offset(range.start));
        let count = (range.end - range.start).max(0) as usize;
        // SAFETY: forwarded from the caller; an array and a scratchpad do not overlap.
        return unsafe { to.copy_from_nonoverlapping(from, count) };
    }
    for i in range {
        // SAFETY: forwarded from the caller.
        unsafe {
            *to.wrapping_offset(i.wrapping_mul(distance)) =
                *from.wrapping_offset(i.wrapping_mul(step));
        }
    }
}
