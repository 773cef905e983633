//! Scratchpads: the part of a stage that one task of a parallel loop keeps for itself.

use crate::Element;
use crate::gather::{self, Gather};
use crate::lanes::Elem;
use crate::pool::Pooled;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// A part of a stage of rank `R`.
///
/// Coordinate `i` of a dimension lives in slot `i & mask`, less the base of the pad: a mask of -1
/// keeps coordinates apart, `n - 1` folds them onto a circular buffer of `n`, and 0 keeps one at a
/// time.
#[derive(Debug)]
pub struct Pad<T, const R: usize> {
    /// Address of slot 0 in every dimension, as if the base were 0.
    origin: *mut T,
    strides: [isize; R],
    mask: [isize; R],
    /// First and last coordinates of the stage.
    lo: [isize; R],
    hi: [isize; R],
    /// Whether gathers may compute with the offsets of its points in 32 bits.
    near: bool,
}

impl<T, const R: usize> Clone for Pad<T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for Pad<T, R> {}

/// First and last coordinates of a stage.
type Domain<const R: usize> = ([isize; R], [isize; R]);

/// Alignment of every pad, and of every row of one that is long: a cache line.
const ALIGN: usize = 64;

/// Rows of at least so many bytes start on a cache line of their own.
const LONG: usize = 256;

/// Dimensions whose order in memory is their own.
pub(crate) const fn in_order<const R: usize>() -> [usize; R] {
    let mut layout = [0; R];
    let mut d = 0;
    while d < R {
        layout[d] = d;
        d += 1;
    }
    layout
}

/// The number of coordinates from `lo` to `hi`.
pub fn extent(lo: isize, hi: isize) -> usize {
    (hi - lo + 1).max(0) as usize
}

impl<T: Element, const R: usize> Pad<T, R> {
    /// Bytes of memory for a pad with so many slots, by dimension, with room for alignment.
    pub const fn bytes(slots: [usize; R]) -> usize {
        Self::bytes_in(in_order(), slots)
    }

    /// The same for a pad whose dimensions are in this order in memory, the innermost last.
    pub const fn bytes_in(layout: [usize; R], slots: [usize; R]) -> usize {
        let (_, points) = Self::strides(layout, slots);
        points.saturating_mul(size_of::<T>()).saturating_add(ALIGN)
    }

    const fn strides(layout: [usize; R], slots: [usize; R]) -> ([isize; R], usize) {
        let mut strides = [0; R];
        let mut points = 1usize;
        let mut place = R;
        while place > 0 {
            place -= 1;
            let d = layout[place];
            strides[d] = points as isize;
            points = points.saturating_mul(slots[d]);
            if points.saturating_mul(size_of::<T>()) >= LONG {
                let line = ALIGN / size_of::<T>();
                points = points.div_ceil(line).saturating_mul(line);
            }
        }
        (strides, points)
    }

    /// The address of a coordinate.
    #[inline(always)]
    pub fn at(&self, index: [isize; R]) -> *mut T {
        let slots = index.iter().zip(&self.mask).map(|(i, mask)| i & mask);
        let offsets = slots.zip(&self.strides).map(|(slot, stride)| slot.wrapping_mul(*stride));
        let offset = offsets.fold(0, isize::wrapping_add);
        self.origin.wrapping_offset(offset)
    }

    /// Distance between neighbours along a dimension that is not folded, in elements.
    #[inline(always)]
    pub fn stride(&self, dim: usize) -> isize {
        self.strides[dim]
    }
}

/// Coordinates of dimensions that are folded must be the same for all lanes.
impl<T: Elem, const R: usize> Gather<T, R> for Pad<T, R> {
    #[inline(always)]
    fn array(&self) -> gather::Array<'_, R> {
        let Pad { lo, hi, strides, near, .. } = self;
        gather::Array { lo, hi, strides, near: *near, whole: false }
    }

    #[inline(always)]
    fn address(&self, index: [isize; R]) -> *const T {
        self.at(index)
    }
}

/// Memory for the pads of one task on its stack.
#[derive(Debug)]
#[repr(align(64))]
pub struct Stack<const BYTES: usize>(MaybeUninit<[u8; BYTES]>);

impl<const BYTES: usize> Stack<BYTES> {
    /// Memory that nothing has been written to.
    #[expect(clippy::new_without_default, reason = "uninitialised memory is no default")]
    pub fn new() -> Self {
        Stack(MaybeUninit::uninit())
    }

    /// What hands the memory out. The pads must not be used after the stack's memory is gone.
    pub fn arena(&mut self) -> Arena {
        Arena { start: self.0.as_mut_ptr().cast(), len: BYTES, used: 0, reserved: None }
    }
}

thread_local! {
    /// Memory that is reserved for tasks of this thread, unless one of them has it.
    static RESERVED: RefCell<Option<Pooled>> = const { RefCell::new(None) };
}

/// Puts memory there for the tasks of this thread, and returns what was there; the memory itself
/// if the thread is ending.
fn replace_reserved(memory: Option<Pooled>) -> Option<Pooled> {
    let mut memory = memory;
    let _ = RESERVED.try_with(|reserved| std::mem::swap(&mut *reserved.borrow_mut(), &mut memory));
    memory
}

/// While it is there, tasks of the thread have the memory that was reserved. Reservations of a
/// thread end in the reverse order in which they were made.
#[derive(Debug)]
#[must_use = "the reservation ends when this is dropped"]
pub struct Reservation {
    kind: Kind,
    of_thread: PhantomData<*mut u8>,
}

#[derive(Debug)]
enum Kind {
    /// What had been reserved before is enough.
    Enough,
    /// Memory of its own, in the place of what was there before.
    InsteadOf(Option<Pooled>),
}

impl Drop for Reservation {
    fn drop(&mut self) {
        match &mut self.kind {
            Kind::Enough => {}
            Kind::InsteadOf(before) => drop(replace_reserved(before.take())),
        }
    }
}

/// Hands out memory for the pads of one task.
#[derive(Debug)]
pub struct Arena {
    start: *mut u8,
    len: usize,
    used: usize,
    /// What the thread had reserved, if the memory is not on the task's stack.
    reserved: Option<Pooled>,
}

impl Arena {
    /// Makes sure that the tasks of this thread get so much memory while the reservation is there.
    ///
    /// # Errors
    /// [`OutOfMemory`](crate::Error::OutOfMemory) or [`SizeOverflow`](crate::Error::SizeOverflow).
    pub fn reserve(bytes: usize) -> crate::Result<Reservation> {
        let enough = bytes == 0
            || RESERVED
                .with(|reserved| reserved.borrow().as_ref().is_some_and(|m| m.len() >= bytes));
        let kind = match enough {
            true => Kind::Enough,
            false => Kind::InsteadOf(replace_reserved(Some(Pooled::scratch(bytes)?))),
        };
        Ok(Reservation { kind, of_thread: PhantomData })
    }

    /// At least so many bytes of what the thread has [reserved](Arena::reserve).
    ///
    /// # Panics
    /// If the thread has not reserved as much, or another arena of it has the memory.
    pub fn take(bytes: usize) -> Arena {
        let reserved =
            RESERVED.with(|reserved| reserved.borrow_mut().take_if(|m| m.len() >= bytes));
        let memory = reserved.expect("scratch memory is reserved before a launch");
        Arena { start: memory.start().as_ptr(), len: memory.len(), used: 0, reserved: Some(memory) }
    }

    /// The next pad: so many slots by dimension, the coordinates in slot 0, the masks. It must not
    /// be used after the arena is gone.
    ///
    /// # Panics
    /// If the arena was not taken large enough.
    #[inline(always)]
    pub fn pad<T: Element, const R: usize>(
        &mut self,
        slots: [usize; R],
        base: [isize; R],
        mask: [isize; R],
        domain: Domain<R>,
    ) -> Pad<T, R> {
        self.pad_in(in_order(), slots, base, mask, domain)
    }

    /// The same with the dimensions in this order in memory, the innermost last.
    ///
    /// # Panics
    /// If the arena was not taken large enough.
    #[inline(always)]
    pub fn pad_in<T: Element, const R: usize>(
        &mut self,
        layout: [usize; R],
        slots: [usize; R],
        base: [isize; R],
        mask: [isize; R],
        (lo, hi): Domain<R>,
    ) -> Pad<T, R> {
        let (strides, points) = Pad::<T, R>::strides(layout, slots);
        let used = self.used.saturating_add((points * size_of::<T>()).next_multiple_of(ALIGN));
        assert!(used <= self.len, "the arena is too small");
        let start = self.start.wrapping_add(self.used).cast::<T>();
        self.used = used;
        let offset = (0..R).map(|d| base[d].wrapping_mul(strides[d]));
        let origin = start.wrapping_offset(offset.fold(0, isize::wrapping_sub));
        let unfolded = std::array::from_fn(|d| if mask[d] == -1 { strides[d] } else { 0 });
        let near = gather::is_near(&lo, &hi, &unfolded);
        Pad { origin, strides, mask, lo, hi, near }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if let Some(memory) = self.reserved.take() {
            drop(replace_reserved(Some(memory)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Border;

    #[test]
    fn the_newest_rows_are_held() {
        let domain = ([0, -3], [99, 4]);
        let bytes = Pad::<i32, 2>::bytes([4, 8]);
        let _reservation = Arena::reserve(bytes).unwrap();
        let mut arena = Arena::take(bytes);
        let circular: Pad<i32, 2> = arena.pad([4, 8], [0, -3], [3, -1], domain);
        for y in 0..10 {
            for x in -3..=4 {
                // SAFETY: every coordinate is inside.
                unsafe { *circular.at([y, x]) = (100 * y + x) as i32 };
            }
        }
        for y in 6..10 {
            for x in -3..=4 {
                // SAFETY: these four rows were stored last.
                assert_eq!(unsafe { *circular.at([y, x]) }, (100 * y + x) as i32);
            }
        }
        // SAFETY: rows 6 to 9 are held, and column 9 is redirected to 4.
        assert_eq!(unsafe { circular.border_resolved([7, 9], Border::Clamp) }, 704);
    }

    #[test]
    fn a_part_starts_at_its_base() {
        const BYTES: usize = Pad::<u16, 3>::bytes([1, 2, 5]) + Pad::<u8, 1>::bytes([3]);
        let mut stack = Stack::<BYTES>::new();
        let mut arena = stack.arena();
        let domain = ([0; 3], [9, 99, 99]);
        let part: Pad<u16, 3> = arena.pad([1, 2, 5], [0, 40, 70], [0, -1, -1], domain);
        let line: Pad<u8, 1> = arena.pad([3], [7], [-1], ([0], [99]));
        for (y, x) in (40..42).flat_map(|y| (70..75).map(move |x| (y, x))) {
            // SAFETY: the coordinates are held.
            unsafe { *part.at([8, y, x]) = (y * 100 + x) as u16 };
        }
        // SAFETY: the coordinates are held.
        unsafe { (7..10).for_each(|x| *line.at([x]) = 1) };
        // SAFETY: the coordinates are held, and were stored.
        assert_eq!(unsafe { (*part.at([3, 40, 70]), *part.at([3, 41, 74])) }, (4070, 4174));
    }

    #[test]
    fn long_rows_start_on_a_line() {
        assert_eq!(Pad::<f32, 2>::strides([0, 1], [4, 65]).0, [80, 1]);
        assert_eq!(Pad::<f32, 2>::strides([0, 1], [4, 3]).0, [3, 1]);
        assert_eq!(Pad::<f32, 2>::strides([1, 0], [4, 3]).0, [1, 4]);
    }

    /// The memory that the next task of this thread gets, and its bytes.
    fn next() -> Option<(*mut u8, usize)> {
        RESERVED.with(|reserved| reserved.borrow().as_ref().map(|m| (m.start().as_ptr(), m.len())))
    }

    #[test]
    fn reservations_nest() {
        assert_eq!(next(), None);
        let outer = Arena::reserve(1000).unwrap();
        let of_outer = next();
        {
            let _smaller = Arena::reserve(900).unwrap();
            assert_eq!(next(), of_outer);
            let _larger = Arena::reserve(5000).unwrap();
            assert!(next().is_some_and(|(_, bytes)| bytes >= 5000));
        }
        assert_eq!(next(), of_outer);
        drop(outer);
        assert_eq!(next(), None);
    }

    #[test]
    fn a_task_inside_a_task_has_memory_of_its_own() {
        let _outer = Arena::reserve(1000).unwrap();
        let first = Arena::take(1000);
        {
            let _inner = Arena::reserve(1000).unwrap();
            assert_ne!(Arena::take(1000).start, first.start);
        }
        let start = first.start;
        drop(first);
        assert_eq!(Arena::take(1000).start, start);
    }

    #[test]
    fn a_panic_ends_reservations() {
        let panicked = std::panic::catch_unwind(|| {
            let _reservation = Arena::reserve(1000).unwrap();
            let _arena = Arena::take(1000);
            panic!("on purpose");
        });
        assert!(panicked.is_err() && next().is_none());
    }
}
