//! Memory of full buffers: where stages live that cross from nest to nest.
//!
//! A generated function has a [`Slot`] for each that its plan asks for, says in which slot a
//! buffer is, and drops a slot after its last reader. Whether its memory fits the next buffer or
//! other memory has to be taken from the pool is decided in [`Slot`] alone.
//!
//! A slot's memory has old bits, of an earlier buffer or of an earlier call. Nothing here reads
//! them, and no nest does: it is an invariant of nests that a buffer is stored to before it is
//! loaded from.

use crate::Element;
use crate::access::{Dst, Src};
use crate::pool::Pooled;
use std::ptr::NonNull;

/// Memory that full buffers pass on to one another.
#[derive(Debug, Default)]
pub struct Slot {
    memory: Option<Pooled>,
}

impl Slot {
    fn at_least(&mut self, bytes: usize) -> crate::Result<NonNull<u8>> {
        let memory = match self.memory.take_if(|memory| memory.len() >= bytes) {
            Some(memory) => memory,
            None => {
                // Before the new memory is asked for, so that never both are held.
                self.memory = None;
                Pooled::buffer(bytes)?
            }
        };
        Ok(self.memory.insert(memory).start())
    }
}

/// Every point of a stage, in the memory of a slot, not initialised.
#[derive(Debug)]
pub struct Full<T: Element, const R: usize> {
    array: Dst<T, R>,
}

impl<T: Element, const R: usize> Full<T, R> {
    /// The coordinates `lo..=hi` in a slot, which must outlive every use of the array; what was in
    /// the slot before is lost.
    ///
    /// # Errors
    /// [`SizeOverflow`](crate::Error::SizeOverflow) or [`OutOfMemory`](crate::Error::OutOfMemory).
    pub fn new(slot: &mut Slot, lo: [isize; R], hi: [isize; R]) -> crate::Result<Self> {
        Full::new_in(in_order(), slot, lo, hi)
    }

    /// The same with the dimensions in this order in memory, the innermost last.
    ///
    /// # Errors
    /// As for [`new`](Full::new).
    pub fn new_in(
        layout: [usize; R],
        slot: &mut Slot,
        lo: [isize; R],
        hi: [isize; R],
    ) -> crate::Result<Self> {
        let (strides, points) = dense(layout, lo, hi)?;
        let bytes = points.checked_mul(size_of::<T>()).ok_or_else(|| {
            let what = format!("a stage over {lo:?}..={hi:?} exceeds the address space");
            crate::Error::SizeOverflow { what }
        })?;
        // All memory is aligned for every element type.
        let start = slot.at_least(bytes)?.cast::<T>();
        Ok(Full { array: Dst::new(start.as_ptr(), strides, lo, hi) })
    }

    /// The same memory as that of a part of a stage over `lo..=hi`, the rest of which is elsewhere.
    pub fn part_of(self, whole: ([isize; R], [isize; R])) -> Self {
        Full { array: self.array.part_of(whole) }
    }

    /// The array for writing. It must not be used after `self` is gone.
    pub fn dst(&self) -> Dst<T, R> {
        self.array
    }

    /// The array for reading. It must not be used after `self` is gone.
    pub fn src(&self) -> Src<T, R> {
        self.array.as_src()
    }
}

/// Dimensions whose order in memory is their own.
fn in_order<const R: usize>() -> [usize; R] {
    std::array::from_fn(|d| d)
}

/// Row-major strides of an array over `lo..=hi`, and its number of points.
///
/// # Errors
/// [`SizeOverflow`](crate::Error::SizeOverflow) if the points cannot be counted.
fn dense<const R: usize>(
    layout: [usize; R],
    lo: [isize; R],
    hi: [isize; R],
) -> crate::Result<([isize; R], usize)> {
    let mut strides = [0; R];
    let mut points = 1usize;
    for d in layout.into_iter().rev() {
        let extent = (hi[d] - lo[d] + 1).max(0) as usize;
        strides[d] = points as isize;
        points = points.checked_mul(extent).filter(|p| isize::try_from(*p).is_ok()).ok_or_else(
            || crate::Error::SizeOverflow {
                what: format!("a stage over {lo:?}..={hi:?} exceeds the address space"),
            },
        )?;
    }
    Ok((strides, points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Border;
    use crate::gather::Gather as _;

    #[test]
    fn a_slot_keeps_its_memory_while_that_is_enough() {
        let mut slot = Slot::default();
        let first = slot.at_least(4096).unwrap();
        assert_eq!(slot.at_least(100).unwrap(), first);
        assert_eq!(slot.at_least(4096).unwrap(), first);
        slot.at_least(5000).unwrap();
        assert!(slot.memory.as_ref().is_some_and(|memory| memory.len() >= 5000));
    }

    #[test]
    fn coordinates_start_where_the_array_does() {
        let data: Vec<i32> = (0..12).collect();
        let (strides, points) = dense([0, 1], [-1, 5], [1, 8]).unwrap();
        assert_eq!((strides, points), ([4, 1], 12));
        let src = Src::new(data.as_ptr(), strides, [-1, 5], [1, 8]);
        // SAFETY: (1, 6) is inside.
        assert_eq!(unsafe { *src.at([1, 6]) }, 9);
        // SAFETY: the array is not empty.
        assert_eq!(unsafe { src.border_resolved([7, -3], Border::Clamp) }, 8);
        assert!(dense([0, 1], [0, 0], [isize::MAX - 1, 3]).is_err());
    }
}
