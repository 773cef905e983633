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

macro_rules! addresses {
    ($Ptr:ty) => {
        impl<T> Lines<$Ptr> {
            /// The address of a column of a row, counted from the first of these rows.
            #[inline(always)]
            fn at(&self, row: isize, column: isize) -> $Ptr {
                let offset = row.wrapping_mul(self.stride);
                self.start.wrapping_offset(offset.wrapping_add(column.wrapping_mul(self.step)))
            }
        }
    };
}
addresses!(*const T);
addresses!(*mut T);

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

/// Goes through columns of rows: in blocks of as many rows and columns as a vector has lanes, if
/// columns are adjacent, and through what is left column by column.
#[inline(always)]
fn walk<V: Isa>(
    (rows, columns, adjacent): (isize, Range<isize>, bool),
    block: impl Fn(isize, isize),
    column: impl Fn(Range<isize>, isize),
) {
    let lanes = V::LANES as isize;
    for first in (0..rows).step_by(V::LANES) {
        let end = isize::min(rows, first + lanes);
        let mut rest = columns.clone();
        while adjacent && end - first == lanes && rest.end - rest.start >= lanes {
            block(first, rest.start);
            rest.start += lanes;
        }
        for left in rest {
            column(first..end, left);
        }
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
    lines: Lines<*const T>,
    columns: Range<isize>,
) {
    let to = |i: isize, column: isize| panel.wrapping_offset(column * ROWS + row + i);
    walk::<V>(
        (lines.rows, columns, UNIT),
        // SAFETY: forwarded from the caller; the block is within the rows and columns.
        |i, column| unsafe {
            T::In::<V>::transpose(lines.at(i, column), lines.stride, to(i, column), ROWS);
        },
        |rows, column| {
            let (mut from, to) = (lines.at(rows.start, column), to(0, column));
            for i in rows {
                // SAFETY: forwarded from the caller.
                unsafe { *to.wrapping_offset(i) = *from };
                from = from.wrapping_offset(lines.stride);
            }
        },
    );
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
    lines: Lines<*mut T>,
    columns: Range<isize>,
) {
    let from = |i: isize, column: isize| panel.wrapping_offset(column * ROWS + row + i);
    walk::<V>(
        (lines.rows, columns, UNIT),
        // SAFETY: forwarded from the caller; the block is within the rows and columns.
        |i, column| unsafe {
            T::In::<V>::transpose(from(i, column), ROWS, lines.at(i, column), lines.stride);
        },
        |rows, column| {
            let (mut to, from) = (lines.at(rows.start, column), from(0, column));
            for i in rows {
                // SAFETY: forwarded from the caller.
                unsafe { *to = *from.wrapping_offset(i) };
                to = to.wrapping_offset(lines.stride);
            }
        },
    );
}
