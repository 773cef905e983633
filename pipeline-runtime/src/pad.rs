//! Scratchpads: the part of a stage that one task of a parallel loop keeps for itself.

mod slots;

use crate::Element;
use crate::gather::{self, Gather};
use crate::lanes::Elem;
use crate::pool::Pooled;
pub use slots::{PadDim, Slots};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// A part of a stage of rank `R`, whose slots are `S`.
#[derive(Debug)]
pub struct Pad<T, const R: usize, S> {
    /// Address of slot 0 in every dimension, as if the base were 0.
    origin: *mut T,
    /// Distances between neighbours, in elements.
    strides: [isize; R],
    /// First and last coordinates of the stage.
    lo: [isize; R],
    hi: [isize; R],
    /// Whether gathers may compute with the offsets of its points in 32 bits.
    near: bool,
    slots: PhantomData<S>,
}

impl<T, const R: usize, S> Clone for Pad<T, R, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize, S> Copy for Pad<T, R, S> {}

/// First and last coordinates of a stage.
type Corners<const R: usize> = ([isize; R], [isize; R]);

/// Alignment of every pad, and of every row of one that is long: a cache line.
const ALIGN: usize = 64;

/// Rows of at least so many bytes start on a cache line of their own.
const LONG: usize = 256;

/// The number of coordinates from `lo` to `hi`.
pub const fn extent(lo: isize, hi: isize) -> usize {
    match hi - lo + 1 {
        count if count > 0 => count as usize,
        _ => 0,
    }
}

/// Strides by dimension and the points in all, for elements of so many bytes; each is known if the
/// slots inside of it are.
const fn strides<const R: usize>(
    layout: [usize; R],
    slots: [Option<usize>; R],
    bytes: usize,
) -> ([Option<isize>; R], Option<usize>) {
    let mut strides = [None; R];
    let mut points = Some(1usize);
    let mut place = R;
    while place > 0 {
        place -= 1;
        let d = layout[place];
        points = match (points, slots[d]) {
            (Some(inside), Some(slots)) => {
                strides[d] = Some(inside as isize);
                Some(padded(inside.saturating_mul(slots), bytes))
            }
            (Some(inside), None) => {
                strides[d] = Some(inside as isize);
                None
            }
            (None, _) => None,
        };
    }
    (strides, points)
}

/// So many points of so many bytes in memory: a long row has whole cache lines.
const fn padded(points: usize, bytes: usize) -> usize {
    if points.saturating_mul(bytes) < LONG {
        return points;
    }
    let line = ALIGN / bytes;
    points.div_ceil(line).saturating_mul(line)
}

impl<T: Element, const R: usize, S: Slots<R>> Pad<T, R, S> {
    /// The strides that are known.
    const KNOWN: [Option<isize>; R] = strides(S::LAYOUT, S::SLOTS, size_of::<T>()).0;

    /// The same for one whose slots are as many in all calls.
    pub const BYTES: usize = Self::bytes(([0; R], [-1; R]));

    /// Bytes of memory for a pad of a stage with these corners, with room for alignment.
    pub const fn bytes(corners: Corners<R>) -> usize {
        Self::strides(Self::slots(corners)).1.saturating_mul(size_of::<T>()).saturating_add(ALIGN)
    }

    /// How many slots it has, by dimension, for a stage with these corners.
    const fn slots((lo, hi): Corners<R>) -> [usize; R] {
        let (mut slots, mut d) = ([0; R], 0);
        while d < R {
            slots[d] = match S::SLOTS[d] {
                Some(known) => known,
                None => extent(lo[d], hi[d]),
            };
            d += 1;
        }
        slots
    }

    /// Its strides with so many slots, and its points in all.
    const fn strides(slots: [usize; R]) -> ([isize; R], usize) {
        let (mut all, mut own) = ([None; R], [0; R]);
        let mut d = 0;
        while d < R {
            all[d] = Some(slots[d]);
            d += 1;
        }
        let (strides, points) = strides(S::LAYOUT, all, size_of::<T>());
        while d > 0 {
            d -= 1;
            own[d] = strides[d].unwrap();
        }
        (own, points.unwrap())
    }

    /// The address of a coordinate.
    #[cfg_attr(optimised, inline(always))]
    pub fn at(&self, index: [isize; R]) -> *mut T {
        let offset = |d: usize| (index[d] & S::MASK[d]).wrapping_mul(self.stride(d));
        self.origin.wrapping_offset((0..R).map(offset).fold(0, isize::wrapping_add))
    }

    /// Distance between neighbours along a dimension that is not folded, in elements.
    #[cfg_attr(optimised, inline(always))]
    pub fn stride(&self, dim: usize) -> isize {
        Self::KNOWN[dim].unwrap_or(self.strides[dim])
    }
}

/// Coordinates of dimensions that are folded must be the same for all lanes.
impl<T: Elem, const R: usize, S: Slots<R>> Gather<T, R> for Pad<T, R, S> {
    #[cfg_attr(optimised, inline(always))]
    fn array(&self) -> gather::GatheredArray<'_, R> {
        let Pad { lo, hi, near, .. } = self;
        let strides = std::array::from_fn(|d| self.stride(d));
        gather::GatheredArray { lo, hi, strides, near: *near, whole: false }
    }

    #[cfg_attr(optimised, inline(always))]
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
pub(crate) fn replace_reserved(memory: Option<Pooled>) -> Option<Pooled> {
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

    /// The next pad, of a stage with these corners. It must not be used after the arena is gone.
    ///
    /// # Panics
    /// If the arena was not taken large enough.
    #[cfg_attr(optimised, inline(always))]
    pub fn pad<T: Element, const R: usize, S: Slots<R>>(
        &mut self,
        corners: Corners<R>,
    ) -> Pad<T, R, S> {
        self.pad_from([None; R], corners)
    }

    /// The same with these coordinates in slot 0, by dimension; where none is given, it is the
    /// stage's first one, or 0 where coordinates are folded.
    ///
    /// # Panics
    /// As for [`pad`](Arena::pad).
    #[cfg_attr(optimised, inline(always))]
    pub fn pad_from<T: Element, const R: usize, S: Slots<R>>(
        &mut self,
        base: [Option<isize>; R],
        (lo, hi): Corners<R>,
    ) -> Pad<T, R, S> {
        let (strides, points) = Pad::<T, R, S>::strides(Pad::<T, R, S>::slots((lo, hi)));
        let first = |d: usize| if S::MASK[d] == -1 { lo[d] } else { 0 };
        let used = self.used.saturating_add((points * size_of::<T>()).next_multiple_of(ALIGN));
        assert!(used <= self.len, "the arena is too small");
        let start = self.start.wrapping_add(self.used).cast::<T>();
        self.used = used;
        let offset = (0..R).map(|d| base[d].unwrap_or(first(d)).wrapping_mul(strides[d]));
        let origin = start.wrapping_offset(offset.fold(0, isize::wrapping_sub));
        let unfolded = std::array::from_fn(|d| if S::MASK[d] == -1 { strides[d] } else { 0 });
        let near = gather::is_near(&lo, &hi, &unfolded);
        Pad { origin, strides, lo, hi, near, slots: PhantomData }
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

    crate::__slots!(2, Circular[0, 1] = Circular(4), Whole);
    crate::__slots!(3, Part[0, 1, 2] = Current, Part(2), All(5));
    crate::__slots!(1, Line[0] = Part(3));
    crate::__slots!(2, Rows[0, 1] = Whole, All(65));
    crate::__slots!(2, Columns[1, 0] = Whole, Whole);

    #[test]
    fn the_newest_rows_are_held() {
        let domain = ([0, -3], [99, 4]);
        let bytes = Pad::<i32, 2, Circular>::bytes(domain);
        let _reservation = Arena::reserve(bytes).unwrap();
        let mut arena = Arena::take(bytes);
        let circular: Pad<i32, 2, Circular> = arena.pad(domain);
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
        const BYTES: usize = Pad::<u16, 3, Part>::BYTES + Pad::<u8, 1, Line>::BYTES;
        let mut stack = Stack::<BYTES>::new();
        let mut arena = stack.arena();
        let domain = ([0; 3], [9, 99, 99]);
        let part: Pad<u16, 3, Part> = arena.pad_from([None, Some(40), Some(70)], domain);
        let line: Pad<u8, 1, Line> = arena.pad_from([Some(7)], ([0], [99]));
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
        assert_eq!(Pad::<f32, 2, Rows>::strides([4, 65]).0, [80, 1]);
        assert_eq!(Pad::<f32, 2, Rows>::strides([4, 3]).0, [3, 1]);
        assert_eq!(Pad::<f32, 2, Columns>::strides([4, 3]).0, [1, 4]);
    }

    #[test]
    fn what_is_inside_of_known_slots_is_known() {
        assert_eq!(Pad::<f32, 2, Rows>::KNOWN, [Some(80), Some(1)]);
        assert_eq!(Pad::<f32, 2, Columns>::KNOWN, [Some(1), None]);
        assert_eq!(Pad::<u16, 3, Part>::KNOWN, [Some(10), Some(5), Some(1)]);
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
