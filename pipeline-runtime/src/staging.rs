//! Copies between arrays and staging buffers, in which other dimensions are adjacent.
//!
//! A copy is over two dimensions: *columns* are adjacent in what is read, *rows* in what is
//! written. Blocks of both are transposed in registers: large ones where they fit, and of as many
//! rows and columns as a vector has lanes at the edges.

use crate::lanes::{Elem, Isa, Lanes, TransposeBlock};
use crate::stream::{LINE, prefetch, stream};
use std::ops::Range;

/// How many rows ahead of those that are copied memory is asked for: short pieces of many rows
/// are no stream that a processor would see coming.
const AHEAD: isize = 16;

/// The most bytes of a copy whose lines are asked for a step before: as many as stay in a
/// first-level cache beside what is computed meanwhile.
const MOST_ASKED: usize = 32 << 10;

/// How copied rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// Past the caches.
    PastCaches,
    /// Into the caches. The next step writes what is so many elements further; its lines are asked
    /// for, unless that is 0.
    Cached {
        /// The elements.
        next: isize,
    },
}

impl Writes {
    /// Those of a step that writes so many rows of so many elements, which are `distance` apart;
    /// the rows of the next step follow.
    ///
    /// A processor sees stores to one row coming, and each row is on another page: stores that wait
    /// for memory were a ninth of local Laplacian, and are a 25th where lines are asked for (an
    /// Intel Xeon of family 6, model 167).
    #[cfg_attr(optimised, inline(always))]
    pub fn of<T>(past_caches: bool, distance: isize, rows: usize, row: usize) -> Writes {
        let bytes = rows.saturating_mul(row).saturating_mul(size_of::<T>());
        match past_caches {
            true => Writes::PastCaches,
            false if bytes > MOST_ASKED => Writes::Cached { next: 0 },
            false => Writes::Cached { next: distance.wrapping_mul(rows as isize) },
        }
    }
}

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
            #[cfg_attr(optimised, inline(always))]
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

/// Rows and columns, and which of them large blocks fill.
struct BlockParts {
    rows: Range<isize>,
    columns: Range<isize>,
    /// The first row behind large blocks.
    row: isize,
    /// The first column behind them.
    column: isize,
}

impl BlockParts {
    #[cfg_attr(optimised, inline(always))]
    fn of(rows: Range<isize>, columns: Range<isize>, block: TransposeBlock) -> BlockParts {
        let end = |range: &Range<isize>, by: usize| {
            let count = isize::max(range.end - range.start, 0);
            range.start + count / by as isize * by as isize
        };
        let (row, column) = (end(&rows, block.rows), end(&columns, block.columns));
        BlockParts { rows, columns, row, column }
    }

    /// What is left beside large blocks: the other columns of their rows, and the other rows.
    #[cfg_attr(optimised, inline(always))]
    fn rest(self) -> [RowsAndColumns; 2] {
        let beside = RowsAndColumns {
            rows: self.rows.start..self.row,
            columns: self.column..self.columns.end,
        };
        [beside, RowsAndColumns { rows: self.row..self.rows.end, columns: self.columns }]
    }
}

/// Some rows and columns.
struct RowsAndColumns {
    rows: Range<isize>,
    columns: Range<isize>,
}

/// Copies rows and columns; `ADJACENT` says that columns are adjacent in `from`, and rows in `to`.
/// Goes along the columns, and then to the next rows: for what is read from memory.
///
/// # Safety
/// The elements must be readable in `from`, and writable in `to` by nobody else meanwhile.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn fill<V: Isa, T: Elem, const ADJACENT: bool>(
    from: Plane<*const T>,
    to: Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    if !ADJACENT {
        // SAFETY: forwarded from the caller.
        return unsafe { points(&from, &to, rows, columns) };
    }
    let block = T::In::<V>::LARGE;
    if block.rows == V::LANES {
        // SAFETY: forwarded from the caller.
        return unsafe { fill_small::<V, T>(&from, &to, rows, columns) };
    }
    let (parts, ahead) = (BlockParts::of(rows, columns, block), AHEAD.max(block.rows as isize));
    for row in (parts.rows.start..parts.row).step_by(block.rows) {
        for column in (parts.columns.start..parts.column).step_by(block.columns) {
            // Blocks may be narrower than a line, which is asked for once.
            let bytes = (column - parts.columns.start) as usize * size_of::<T>();
            if bytes.is_multiple_of(LINE) {
                for row in row..row + block.rows as isize {
                    prefetch(from.at(row + ahead, column));
                }
            }
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { large_block::<V, T>(&from, &to, row, column) };
        }
    }
    for RowsAndColumns { rows, columns } in parts.rest() {
        // SAFETY: forwarded from the caller.
        unsafe { fill_small::<V, T>(&from, &to, rows, columns) };
    }
}

/// The same along the rows, and then to the next columns: for what is written to memory.
///
/// # Safety
/// As for [`fill`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn drain<V: Isa, T: Elem, const ADJACENT: bool>(
    from: Plane<*const T>,
    to: Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    if !ADJACENT {
        // SAFETY: forwarded from the caller.
        return unsafe { points(&from, &to, rows, columns) };
    }
    let block = T::In::<V>::LARGE;
    if block.rows == V::LANES {
        // SAFETY: forwarded from the caller.
        return unsafe { drain_small::<V, T>(&from, &to, rows, columns) };
    }
    let parts = BlockParts::of(rows, columns, block);
    for column in (parts.columns.start..parts.column).step_by(block.columns) {
        for row in (parts.rows.start..parts.row).step_by(block.rows) {
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { large_block::<V, T>(&from, &to, row, column) };
        }
    }
    for RowsAndColumns { rows, columns } in parts.rest() {
        // SAFETY: forwarded from the caller.
        unsafe { drain_small::<V, T>(&from, &to, rows, columns) };
    }
}

/// What [`fill`] does of adjacent elements, in blocks of as many rows and columns as a vector has
/// lanes.
///
/// # Safety
/// As for [`fill`].
#[cfg_attr(optimised, inline(always))]
unsafe fn fill_small<V: Isa, T: Elem>(
    from: &Plane<*const T>,
    to: &Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    let lanes = V::LANES as isize;
    let mut first = rows.start;
    while first < rows.end {
        let end = isize::min(rows.end, first + lanes);
        let mut column = columns.start;
        while end - first == lanes && columns.end - column >= lanes {
            for row in first..end {
                prefetch(from.at(row + AHEAD, column));
            }
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { block::<V, T>(from, to, first, column) };
            column += lanes;
        }
        // SAFETY: forwarded from the caller.
        unsafe { points(from, to, first..end, column..columns.end) };
        first = end;
    }
}

/// What [`drain`] does of adjacent elements, in such blocks.
///
/// # Safety
/// As for [`fill`].
#[cfg_attr(optimised, inline(always))]
unsafe fn drain_small<V: Isa, T: Elem>(
    from: &Plane<*const T>,
    to: &Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
) {
    let lanes = V::LANES as isize;
    let mut first = columns.start;
    while first < columns.end {
        let end = isize::min(columns.end, first + lanes);
        let mut row = rows.start;
        while end - first == lanes && rows.end - row >= lanes {
            // SAFETY: forwarded from the caller; the block is within the rows and columns.
            unsafe { block::<V, T>(from, to, row, first) };
            row += lanes;
        }
        // SAFETY: forwarded from the caller.
        unsafe { points(from, to, row..rows.end, first..end) };
        first = end;
    }
}

/// Transposes a block of as many rows and columns as a vector has lanes.
///
/// # Safety
/// Its elements must be readable and writable, and adjacent as [`fill`] says.
#[cfg_attr(optimised, inline(always))]
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

/// Transposes a block of as many rows and columns as the elements' vectors like best.
///
/// # Safety
/// As for [`block`].
#[cfg_attr(optimised, inline(always))]
unsafe fn large_block<V: Isa, T: Elem>(
    from: &Plane<*const T>,
    to: &Plane<*mut T>,
    row: isize,
    column: isize,
) {
    let (source, target) = (from.at(row, column), to.at(row, column));
    // SAFETY: forwarded from the caller.
    unsafe { T::In::<V>::transpose_large(source, from.rows, target, to.columns) };
}

/// Copies rows and columns point by point.
///
/// # Safety
/// As for [`fill`].
#[cfg_attr(optimised, inline(always))]
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

/// Copies rows as [`copy_row`] does: as one where they follow each other without gaps in both
/// arrays.
///
/// # Safety
/// As for [`copy_row`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn copy_rows<T: Copy, const ADJACENT: bool>(
    from: Plane<*const T>,
    to: Plane<*mut T>,
    rows: Range<isize>,
    columns: Range<isize>,
    writes: Writes,
) {
    let count = columns.end - columns.start;
    if ADJACENT && from.rows == count && to.rows == count {
        let place = |row: isize| row.wrapping_mul(count).wrapping_add(columns.start);
        let all = place(rows.start)..place(rows.end);
        // SAFETY: forwarded from the caller: the elements of all rows, and no others.
        return unsafe {
            copy_row::<T, ADJACENT>((from.start, 1), (to.start, 1), all, writes);
        };
    }
    for row in rows {
        let (from, to) = ((from.at(row, 0), from.columns), (to.at(row, 0), to.columns));
        // SAFETY: forwarded from the caller.
        unsafe { copy_row::<T, ADJACENT>(from, to, columns.clone(), writes) };
    }
}

/// Copies a row of elements, which are so far apart in either array, or adjacent in both if
/// `ADJACENT`; then as it is said.
///
/// # Safety
/// The elements must be readable at `from`, and writable at `to` by nobody else meanwhile.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn copy_row<T: Copy, const ADJACENT: bool>(
    (from, step): (*const T, isize),
    (to, distance): (*mut T, isize),
    range: Range<isize>,
    writes: Writes,
) {
    if ADJACENT {
        let (from, to) = (from.wrapping_offset(range.start), to.wrapping_offset(range.start));
        let count = (range.end - range.start).max(0) as usize;
        let bytes = count * size_of::<T>();
        // SAFETY: forwarded from the caller; an array and a scratchpad do not overlap.
        unsafe {
            match writes {
                Writes::PastCaches => stream(from.cast(), to.cast(), bytes),
                Writes::Cached { .. } => to.copy_from_nonoverlapping(from, count),
            }
        }
        if let Writes::Cached { next: next @ (..=-1 | 1..) } = writes {
            let lines = to.wrapping_offset(next).cast::<u8>();
            (0..bytes).step_by(LINE).for_each(|at| prefetch(lines.wrapping_add(at)));
        }
        return;
    }
    for i in range {
        // SAFETY: forwarded from the caller.
        unsafe {
            *to.wrapping_offset(i.wrapping_mul(distance)) =
                *from.wrapping_offset(i.wrapping_mul(step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What rows of three elements become that are so far apart in either array.
    fn copied(from_rows: isize, to_rows: isize, rows: Range<isize>) -> Vec<u16> {
        let from: Vec<u16> = (1..=60).collect();
        let mut to = vec![0u16; 60];
        let from = Plane { start: from.as_ptr(), rows: from_rows, columns: 1 };
        let to_plane = Plane { start: to.as_mut_ptr(), rows: to_rows, columns: 1 };
        let ways = [(false, 0), (false, to_rows), (false, isize::MAX / 4), (true, to_rows)];
        for (past_caches, distance) in ways {
            let writes = Writes::of::<u16>(past_caches, distance, rows.len(), 3);
            // SAFETY: five rows of at most nine elements are in both arrays.
            unsafe { copy_rows::<u16, true>(from, to_plane, rows.clone(), 1..4, writes) };
        }
        to
    }

    #[test]
    fn lines_of_small_steps_are_asked_for() {
        assert_eq!(Writes::of::<f32>(false, 100, 4, 64), Writes::Cached { next: 400 });
        assert_eq!(Writes::of::<f32>(false, -100, 4, 64), Writes::Cached { next: -400 });
        assert_eq!(Writes::of::<f32>(false, 100, 128, 64), Writes::Cached { next: 12_800 });
        assert_eq!(Writes::of::<f32>(false, 100, 129, 64), Writes::Cached { next: 0 });
        assert_eq!(Writes::of::<f32>(true, 100, 4, 64), Writes::PastCaches);
    }

    #[test]
    fn rows_are_copied_with_and_without_gaps() {
        for (from_rows, to_rows) in [(3, 3), (3, 9), (9, 3), (5, 4)] {
            for rows in [0..5, 2..4, 1..2, 3..3] {
                let mut expected = vec![0u16; 60];
                for row in rows.clone() {
                    for column in 1..4 {
                        let value = (row * from_rows + column + 1) as u16;
                        expected[(row * to_rows + column) as usize] = value;
                    }
                }
                let found = copied(from_rows, to_rows, rows.clone());
                assert_eq!(found, expected, "{from_rows} {to_rows} {rows:?}");
            }
        }
    }
}
