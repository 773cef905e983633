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

/// One direction of the copy between rows of an array and a panel.
///
/// Methods and no closures, for these cannot be marked `#[inline(always)]`: where several nests
/// call the same one, it becomes a function without the target features of its callers.
trait Transfer {
    /// Copies a block of as many rows and columns as a vector has lanes; the columns are adjacent
    /// in the array.
    ///
    /// # Safety
    /// The elements must be readable or writable in the array, and within the panel.
    unsafe fn block<V: Isa>(&self, row: isize, column: isize);

    /// Copies one column of some rows.
    ///
    /// # Safety
    /// As above.
    unsafe fn column(&self, rows: Range<isize>, column: isize);

    /// Copies columns of rows: in blocks if columns are adjacent, and what is left column by
    /// column.
    ///
    /// # Safety
    /// As above.
    #[inline(always)]
    unsafe fn walk<V: Isa>(&self, rows: isize, columns: Range<isize>, adjacent: bool) {
        let lanes = V::LANES as isize;
        let mut first = 0;
        while first < rows {
            let end = isize::min(rows, first + lanes);
            let mut rest = columns.clone();
            while adjacent && end - first == lanes && rest.end - rest.start >= lanes {
                // SAFETY: forwarded from the caller; the block is within the rows and columns.
                unsafe { self.block::<V>(first, rest.start) };
                rest.start += lanes;
            }
            for left in rest {
                // SAFETY: forwarded from the caller.
                unsafe { self.column(first..end, left) };
            }
            first = end;
        }
    }
}

/// From an array to a panel.
struct Fill<T> {
    from: Lines<*const T>,
    panel: *mut T,
    /// The panel's row that takes the first of these lines.
    row: isize,
}

/// From a panel to an array.
struct Empty<T> {
    panel: *const T,
    /// The panel's row that holds the first of these lines.
    row: isize,
    to: Lines<*mut T>,
}

impl<T: Elem> Transfer for Fill<T> {
    #[inline(always)]
    unsafe fn block<V: Isa>(&self, row: isize, column: isize) {
        let to = self.panel.wrapping_offset(column * ROWS + self.row + row);
        let from = self.from.at(row, column);
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::transpose(from, self.from.stride, to, ROWS) };
    }

    #[inline(always)]
    unsafe fn column(&self, rows: Range<isize>, column: isize) {
        let to = self.panel.wrapping_offset(column * ROWS + self.row);
        let mut from = self.from.at(rows.start, column);
        for i in rows {
            // SAFETY: forwarded from the caller.
            unsafe { *to.wrapping_offset(i) = *from };
            from = from.wrapping_offset(self.from.stride);
        }
    }
}

impl<T: Elem> Transfer for Empty<T> {
    #[inline(always)]
    unsafe fn block<V: Isa>(&self, row: isize, column: isize) {
        let from = self.panel.wrapping_offset(column * ROWS + self.row + row);
        let to = self.to.at(row, column);
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::transpose(from, ROWS, to, self.to.stride) };
    }

    #[inline(always)]
    unsafe fn column(&self, rows: Range<isize>, column: isize) {
        let from = self.panel.wrapping_offset(column * ROWS + self.row);
        let mut to = self.to.at(rows.start, column);
        for i in rows {
            // SAFETY: forwarded from the caller.
            unsafe { *to = *from.wrapping_offset(i) };
            to = to.wrapping_offset(self.to.stride);
        }
    }
}

/// Copies columns of rows of an array into the panel of which [`Panel::at`] gave the address;
/// `UNIT` says that they are adjacent in the array.
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
    let fill = Fill { from: lines, panel, row };
    // SAFETY: forwarded from the caller.
    unsafe { fill.walk::<V>(lines.rows, columns, UNIT) };
}

/// Copies columns of the panel of which [`Panel::at`] gave the address into rows of an array;
/// `UNIT` says that they are adjacent there.
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
    let empty = Empty { panel, row, to: lines };
    // SAFETY: forwarded from the caller.
    unsafe { empty.walk::<V>(lines.rows, columns, UNIT) };
}
