//! Copies of whole arrays, in parallel as pipelines are.

use std::ops::Range;

use crate::exec::{chunk_rows, for_each_chunk};
use crate::{Element, View};

/// Adjacent elements that a task takes at least.
const BLOCK: usize = 16 * 1024;

/// A last dimension shorter than this, such as channels, is no inner loop.
const SHORT: usize = 8;

/// Memory that tasks write, each another part.
struct Target<T>(*mut T);

// SAFETY: only an address; whoever writes to it answers for that, in an unsafe block of its own.
unsafe impl<T: Send> Sync for Target<T> {}

impl<T> Target<T> {
    fn at(&self, element: usize) -> *mut T {
        self.0.wrapping_add(element)
    }
}

/// Calls `task` on parts of `0..len` elements.
fn for_each_part(len: usize, task: impl Fn(Range<usize>) + Sync) {
    let blocks = len.div_ceil(BLOCK);
    for_each_chunk(blocks, chunk_rows(blocks, BLOCK), 0, &|blocks| {
        task(blocks.start * BLOCK..len.min(blocks.end * BLOCK));
    });
}

/// Writes one value to each of so many elements.
///
/// # Safety
/// They must be writable, and nobody else use them meanwhile.
pub(crate) unsafe fn fill<T: Element>(to: *mut T, len: usize, value: T) {
    let to = Target(to);
    for_each_part(len, |part| {
        // SAFETY: forwarded from the caller; parts are disjoint.
        part.for_each(|i| unsafe { to.at(i).write(value) });
    });
}

/// The value of each element.
pub(crate) fn map<A: Element, B: Copy + Send>(from: &[A], f: impl Fn(A) -> B + Sync) -> Vec<B> {
    let mut values: Vec<B> = Vec::with_capacity(from.len());
    let to = Target(values.as_mut_ptr());
    for_each_part(from.len(), |part| {
        let first = part.start;
        for (i, x) in from[part].iter().enumerate() {
            // SAFETY: as many elements were allocated, and parts are disjoint.
            unsafe { to.at(first + i).write(f(*x)) };
        }
    });
    // SAFETY: every element was written.
    unsafe { values.set_len(from.len()) };
    values
}

/// Writes the elements of a view in row-major order.
///
/// # Safety
/// As many elements must be writable, not be those of the view, and nobody else use them meanwhile.
pub(crate) unsafe fn copy<T: Element, const R: usize>(from: View<'_, T, R>, to: *mut T) {
    let (shape, strides, to) = (from.shape(), from.strides(), Target(to));
    if let Some(slice) = from.as_slice() {
        for_each_part(slice.len(), |part| {
            let line =
                StridedLine { from: slice[part.clone()].as_ptr(), stride: 1, len: part.len() };
            // SAFETY: forwarded from the caller; parts are disjoint.
            unsafe { line.copy(to.at(part.start), 1) };
        });
    } else if R == 1 {
        let source = Elements(from);
        for_each_part(shape[0], |part| {
            let line = StridedLine {
                from: source.at([part.start; R]),
                stride: strides[0],
                len: part.len(),
            };
            // SAFETY: as above.
            unsafe { line.copy(to.at(part.start), 1) };
        });
    } else {
        let source = Elements(from);
        // Of a short last dimension, each index is a line along the one before it.
        let (lines, line) = if shape[R - 1] < SHORT { (shape[R - 1], R - 2) } else { (1, R - 1) };
        let rows = shape[..line].iter().product();
        for_each_chunk(rows, chunk_rows(rows, lines * shape[line]), 0, &|chunk| {
            for row in chunk {
                let mut index = unravel(row, &shape, line);
                for k in 0..lines {
                    if lines > 1 {
                        index[R - 1] = k;
                    }
                    let line = StridedLine {
                        from: source.at(index),
                        stride: strides[line],
                        len: shape[line],
                    };
                    // SAFETY: as above; every row has elements of its own.
                    unsafe { line.copy(to.at((row * line.len) * lines + k), lines) };
                }
            }
        });
    }
}

/// The index of a row, numbered in row-major order of the dimensions before `line`.
fn unravel<const R: usize>(mut row: usize, shape: &[usize; R], line: usize) -> [usize; R] {
    let mut index = [0; R];
    for d in (0..line).rev() {
        index[d] = row % shape[d];
        row /= shape[d];
    }
    index
}

/// A view whose elements are found without looking at its shape.
struct Elements<'a, T, const R: usize>(View<'a, T, R>);

impl<T: Element, const R: usize> Elements<'_, T, R> {
    /// The address of an element.
    fn at(&self, index: [usize; R]) -> *const T {
        let offsets =
            index.iter().zip(self.0.strides()).map(|(i, s)| (*i as isize).wrapping_mul(s));
        self.0.as_ptr().wrapping_offset(offsets.fold(0, isize::wrapping_add))
    }
}

/// Elements at equal distances.
struct StridedLine<T> {
    from: *const T,
    stride: isize,
    len: usize,
}

impl<T: Element> StridedLine<T> {
    /// Writes them, so many elements apart.
    ///
    /// # Safety
    /// They must be readable, the elements at `to` writable, and these others.
    unsafe fn copy(&self, to: *mut T, apart: usize) {
        if self.stride == 1 && apart == 1 {
            // SAFETY: forwarded from the caller.
            return unsafe { std::ptr::copy_nonoverlapping(self.from, to, self.len) };
        }
        let mut from = self.from;
        for i in 0..self.len {
            // SAFETY: forwarded from the caller.
            unsafe { *to.wrapping_add(i * apart) = *from };
            from = from.wrapping_offset(self.stride);
        }
    }
}
