//! Rings: the newest rows of a stage, for one task of a parallel loop by itself.

use std::cell::RefCell;

use crate::access::Border;
use crate::{Buffer, Element};

/// The newest rows of a stage of rank `R` along dimension `DIM`: row `r` lives where row
/// `r - depth` did. Dimensions outside `DIM` have one coordinate at a time.
#[derive(Debug)]
pub struct Ring<T, const R: usize, const DIM: usize> {
    /// Address of coordinate 0 in every dimension.
    origin: *mut T,
    strides: [isize; R],
    lo: [isize; R],
    hi: [isize; R],
    /// The depth, a power of two, less one.
    mask: isize,
}

impl<T, const R: usize, const DIM: usize> Clone for Ring<T, R, DIM> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize, const DIM: usize> Copy for Ring<T, R, DIM> {}

/// First and last coordinates of a stage.
type Domain<const R: usize> = ([isize; R], [isize; R]);

/// Alignment of every ring and of the first point of each of its rows: a cache line, so that
/// aligned vectors do not straddle two.
const ALIGN: usize = 64;

impl<T: Element, const R: usize, const DIM: usize> Ring<T, R, DIM> {
    /// Bytes of memory for `depth` rows, with room for alignment.
    pub fn bytes(domain: Domain<R>, depth: usize) -> usize {
        let (_, points) = Self::layout(domain, depth);
        points.saturating_mul(size_of::<T>()).saturating_add(ALIGN)
    }

    fn layout((lo, hi): Domain<R>, depth: usize) -> ([isize; R], usize) {
        let mut strides = [0; R];
        let mut points = 1usize;
        for d in (DIM..R).rev() {
            if d == DIM {
                let line = ALIGN / size_of::<T>();
                points = points.checked_next_multiple_of(line).unwrap_or(usize::MAX);
            }
            strides[d] = points as isize;
            let extent = if d == DIM { depth } else { (hi[d] - lo[d] + 1).max(0) as usize };
            points = points.saturating_mul(extent);
        }
        (strides, points)
    }

    /// The address of a coordinate.
    #[inline(always)]
    pub fn at(&self, index: [isize; R]) -> *mut T {
        let row = (index[DIM] & self.mask).wrapping_mul(self.strides[DIM]);
        let inside = index.iter().zip(&self.strides).skip(DIM + 1);
        let offset = inside.map(|(i, s)| i.wrapping_mul(*s)).fold(row, isize::wrapping_add);
        self.origin.wrapping_offset(offset)
    }

    /// Distance between neighbours along a dimension inside the rolling one, in elements.
    #[inline(always)]
    pub fn stride(&self, dim: usize) -> isize {
        self.strides[dim]
    }

    /// The element at a coordinate, redirected by `border` where that is outside.
    ///
    /// # Safety
    /// The ring must hold the row that the coordinate is redirected to.
    #[inline(always)]
    pub unsafe fn redirected(&self, mut index: [isize; R], border: Border<T>) -> T {
        for (d, i) in index.iter_mut().enumerate().skip(DIM) {
            match border.redirect(*i, self.lo[d], self.hi[d]) {
                Ok(inside) => *i = inside,
                Err(value) => return value,
            }
        }
        // SAFETY: the coordinate is now inside, and the caller says that its row is held.
        unsafe { *self.at(index) }
    }
}

thread_local! {
    /// Memory that a task gave back, for the next task of the thread.
    static KEPT: RefCell<Option<Buffer<u8>>> = const { RefCell::new(None) };
}

/// Memory for the rings of one task, kept by the thread from task to task.
#[derive(Debug)]
pub struct Arena {
    memory: Option<Buffer<u8>>,
    used: usize,
}

impl Arena {
    /// Makes sure that so much memory can be had, before any task takes it.
    ///
    /// # Errors
    /// [`OutOfMemory`](crate::Error::OutOfMemory) or [`SizeOverflow`](crate::Error::SizeOverflow).
    pub fn reserve(bytes: usize) -> crate::Result<()> {
        let kept = KEPT.with(|kept| kept.borrow().as_ref().map_or(0, Buffer::len));
        if kept < bytes {
            let memory = Buffer::uninit(bytes)?;
            drop(Arena { memory: Some(memory), used: 0 });
        }
        Ok(())
    }

    /// At least so many bytes.
    ///
    /// # Panics
    /// If the memory cannot be had.
    pub fn take(bytes: usize) -> Arena {
        let kept = KEPT.with(|kept| kept.borrow_mut().take()).filter(|m| m.len() >= bytes);
        let memory = kept.unwrap_or_else(|| {
            Buffer::uninit(bytes).unwrap_or_else(|error| panic!("scratch memory: {error}"))
        });
        Arena { memory: Some(memory), used: 0 }
    }

    /// The next ring. It must not be used after the arena is gone.
    ///
    /// # Panics
    /// If the arena was not taken large enough.
    pub fn ring<T: Element, const R: usize, const DIM: usize>(
        &mut self,
        domain: Domain<R>,
        depth: usize,
    ) -> Ring<T, R, DIM> {
        let (strides, points) = Ring::<T, R, DIM>::layout(domain, depth);
        let (lo, hi) = domain;
        let memory = self.memory.as_mut().expect("the arena is in use");
        let start = memory.as_mut_ptr().wrapping_add(self.used).cast::<T>();
        self.used += (points * size_of::<T>()).next_multiple_of(ALIGN);
        assert!(self.used <= memory.len(), "the arena is too small");
        let offset = (DIM + 1..R).map(|d| lo[d].wrapping_mul(strides[d]));
        let origin = start.wrapping_offset(-offset.fold(0, isize::wrapping_add));
        Ring { origin, strides, lo, hi, mask: depth as isize - 1 }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let memory = self.memory.take();
        // The thread may be ending, its kept memory gone: then this goes too.
        let _ = KEPT.try_with(|kept| *kept.borrow_mut() = memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_rows_are_held() {
        let domain = ([0, -3], [99, 4]);
        let mut arena = Arena::take(Ring::<i32, 2, 0>::bytes(domain, 4));
        let ring: Ring<i32, 2, 0> = arena.ring(domain, 4);
        for y in 0..10 {
            for x in -3..=4 {
                // SAFETY: every coordinate is inside.
                unsafe { *ring.at([y, x]) = (100 * y + x) as i32 };
            }
        }
        for y in 6..10 {
            for x in -3..=4 {
                // SAFETY: these four rows were stored last.
                assert_eq!(unsafe { *ring.at([y, x]) }, (100 * y + x) as i32);
            }
        }
        // SAFETY: rows 6 to 9 are held, and column 9 is redirected to 4.
        assert_eq!(unsafe { ring.redirected([7, 9], Border::Clamp) }, 704);
    }

    #[test]
    fn a_thread_keeps_its_memory() {
        let first = Arena::take(1000).memory.as_ref().map(|m| m.as_ptr());
        let second = Arena::take(900).memory.as_ref().map(|m| m.as_ptr());
        assert_eq!(first, second);
    }
}
