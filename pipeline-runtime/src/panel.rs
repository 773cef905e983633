//! Panels: a few rows of an array column by column, so that the points of neighbouring rows in one
//! column are adjacent. A scan along rows runs in lanes across them.

use crate::lanes::{Elem, Isa, Lanes};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Rows of a panel.
pub const ROWS: isize = 16;

/// Columns that loops take at once; a panel holds more of them where accesses reach further.
pub const COLUMNS: isize = 32;

/// Memory of a panel with `WIDTH` columns.
#[derive(Debug)]
#[repr(align(64))]
pub struct Panel<T, const WIDTH: usize>([[MaybeUninit<T>; ROWS as usize]; WIDTH]);

/// Rows of an array.
#[derive(Clone, Copy, Debug)]
pub struct Lines<P> {
    /// The address of coordinate 0 in the first of them, which may be outside.
    pub start: P,
    /// Distance between neighbouring rows, in elements.
    pub stride: isize,
    /// Distance between neighbours in a row, in elements.
    pub step: isize,
    /// How many, at most [`ROWS`].
    pub rows: isize,
}

impl<T: Elem, const WIDTH: usize> Panel<T, WIDTH> {
    /// A panel that holds nothing yet.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "it would be one more name for the same")]
    pub fn new() -> Self {
        Panel([[MaybeUninit::uninit(); ROWS as usize]; WIDTH])
    }

    /// The address of column 0 and row 0, which may be outside, if this column and this row are the
    /// first that the panel holds. Column `c` of row `r` is `c * ROWS + r` elements behind it.
    #[inline(always)]
    pub fn at(&mut self, column: isize, row: isize) -> *mut T {
        let first = self.0.as_mut_ptr().cast::<T>();
        first.wrapping_offset(column.wrapping_mul(ROWS).wrapping_add(row).wrapping_neg())
    }
}

/// Copies columns of rows of an array into the panel of which [`Panel::at`] gave the address; `UNIT`
/// says that they are adjacent in the array.
///
/// # Safety
/// The elements must be readable, and the panel hold these columns, and the rows from `row` on.
#[inline(always)]
pub unsafe fn fill<V: Isa, T: Elem, const UNIT: bool>(
    panel: *mut T,
    row: isize,
    from: Lines<*const T>,
    columns: Range<isize>,
) {
    let to = panel.wrapping_offset(row);
    let lanes = V::LANES as isize;
    for first in (0..from.rows).step_by(V::LANES) {
        let start = from.start.wrapping_offset(first.wrapping_mul(from.stride));
        let to = to.wrapping_offset(first);
        let rows = isize::min(from.rows - first, lanes);
        let mut rest = columns.clone();
        while UNIT && rows == lanes && rest.end - rest.start >= lanes {
            let to = to.wrapping_offset(rest.start * ROWS);
            // SAFETY: so many rows and columns are left.
            unsafe {
                let from_block = start.wrapping_offset(rest.start);
                T::In::<V>::transpose(from_block, from.stride, to, ROWS);
            }
            rest.start += lanes;
        }
        for column in rest {
            for row in 0..rows {
                let at = row.wrapping_mul(from.stride).wrapping_add(column.wrapping_mul(from.step));
                // SAFETY: forwarded from the caller.
                unsafe { *to.wrapping_offset(column * ROWS + row) = *start.wrapping_offset(at) };
            }
        }
    }
}

/// Copies columns of the panel of which [`Panel::at`] gave the address into rows of an array; `UNIT`
/// says that they are adjacent there.
///
/// # Safety
/// The panel's columns and rows must have been written, and the elements be writable by nobody else
/// meanwhile.
#[inline(always)]
pub unsafe fn empty<V: Isa, T: Elem, const UNIT: bool>(
    panel: *const T,
    row: isize,
    to: Lines<*mut T>,
    columns: Range<isize>,
) {
    let from = panel.wrapping_offset(row);
    let lanes = V::LANES as isize;
    for first in (0..to.rows).step_by(V::LANES) {
        let start = to.start.wrapping_offset(first.wrapping_mul(to.stride));
        let from = from.wrapping_offset(first);
        let rows = isize::min(to.rows - first, lanes);
        let mut rest = columns.clone();
        while UNIT && rows == lanes && rest.end - rest.start >= lanes {
            let from = from.wrapping_offset(rest.start * ROWS);
            // SAFETY: so many rows and columns are left.
            unsafe {
                let to_block = start.wrapping_offset(rest.start);
                T::In::<V>::transpose(from, ROWS, to_block, to.stride);
            }
            rest.start += lanes;
        }
        for column in rest {
            for row in 0..rows {
                let at = row.wrapping_mul(to.stride).wrapping_add(column.wrapping_mul(to.step));
                // SAFETY: forwarded from the caller.
                unsafe { *start.wrapping_offset(at) = *from.wrapping_offset(column * ROWS + row) };
            }
        }
    }
}
