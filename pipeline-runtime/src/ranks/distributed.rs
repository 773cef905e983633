//! Arrays of which each rank has a part.

use super::exchange::{packed, unpack};
use super::{Call, Communicator, CoordinateBox, Span};
use crate::access::{Dst, Src};
use crate::{Element, Error, Image, Result, View, ViewMut};
use std::ops::Range;

/// An array of rank `R` that ranks have parts of: this rank's, with room for the points of others
/// that it will need, its *ghost zone*.
///
/// Indices are those of the whole array, from 0 in each dimension, as of an [`Image`].
#[derive(Clone, Debug)]
pub struct Distributed<T: Element, const R: usize> {
    shape: [usize; R],
    /// The coordinate of index 0, by dimension.
    origin: [isize; R],
    /// In coordinates, as what follows.
    owned: CoordinateBox,
    stored: CoordinateBox,
    memory: Image<T, R>,
}

impl<T: Element, const R: usize> Distributed<T, R> {
    /// This rank's part of an array of a pipeline, of zeros.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or [`Error::SizeOverflow`].
    #[doc(hidden)]
    pub fn new(call: &Call<'_>, array: usize) -> Result<Self> {
        // SAFETY: every element is written below.
        let mut of = unsafe { Self::uninit(call, array)? };
        // SAFETY: the memory is the image's own, and all bits zero are a number.
        unsafe { std::ptr::write_bytes(of.memory.as_mut_ptr(), 0, of.memory.len()) };
        Ok(of)
    }

    /// The same for a result: of zeros where this rank does not own it.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or [`Error::SizeOverflow`].
    ///
    /// # Safety
    /// What this rank owns of it must be written before it is read.
    #[doc(hidden)]
    pub unsafe fn result(call: &Call<'_>, array: usize) -> Result<Self> {
        // SAFETY: what is not owned is written below, and the rest by the caller.
        let mut of = unsafe { Self::uninit(call, array)? };
        let start = of.memory.as_mut_ptr();
        let zero = |elements: Range<usize>| {
            // SAFETY: the elements are the image's own, and all bits zero are a number.
            unsafe { std::ptr::write_bytes(start.add(elements.start), 0, elements.len()) };
        };
        let (within, shape) = (of.within(), of.memory.shape());
        let row = shape[R - 1];
        for number in 0..shape[..R - 1].iter().product::<usize>() {
            let (mut left, mut is_owned) = (number, true);
            for d in (0..R - 1).rev() {
                is_owned &= within[d].contains(&(left % shape[d]));
                left /= shape[d];
            }
            let first = number * row;
            let owned = if is_owned { within[R - 1].clone() } else { 0..0 };
            zero(first..first + owned.start);
            zero(first + owned.end..first + row);
        }
        Ok(of)
    }

    /// The same with memory that is not yet written.
    ///
    /// # Safety
    /// Every element must be written before it is read.
    unsafe fn uninit(call: &Call<'_>, array: usize) -> Result<Self> {
        let (whole, part) = (call.ranks().whole(array), call.part());
        let (owned, stored) = (part.owned[array].clone(), part.stored[array].clone());
        let of = |region: &CoordinateBox| std::array::from_fn(|d| region.0[d].len());
        let extents: [usize; R] = match stored.is_empty() {
            true => [0; R],
            false => of(&stored),
        };
        // SAFETY: the caller's.
        let memory = unsafe { Image::<T, R>::uninit(extents)? };
        let origin = std::array::from_fn(|d| whole.0[d].first);
        Ok(Distributed { shape: of(whole), origin, owned, stored, memory })
    }

    /// The extents of the whole array, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The indices of the part that this rank owns, by dimension. Every element of the array is
    /// owned by one rank.
    pub fn owned(&self) -> [Range<usize>; R] {
        std::array::from_fn(|d| self.indices(d, self.owned.0[d]))
    }

    /// The indices of what it has memory for: its part, and its ghost zone, but for what that has
    /// around an edge of an array that repeats.
    pub fn stored(&self) -> [Range<usize>; R] {
        std::array::from_fn(|d| self.indices(d, self.stored.0[d]))
    }

    fn indices(&self, d: usize, span: Span) -> Range<usize> {
        let most = self.shape[d] as isize;
        let from = |at: isize| (at - self.origin[d]).clamp(0, most) as usize;
        from(span.first)..from(span.last + 1).max(from(span.first))
    }

    /// Where in this rank's part an element of the array is, if the rank owns it.
    pub fn local(&self, index: [usize; R]) -> Option<[usize; R]> {
        let owned = self.owned();
        let is_owned = (0..R).all(|d| owned[d].contains(&index[d]));
        is_owned.then(|| std::array::from_fn(|d| index[d] - owned[d].start))
    }

    /// Which element of the array one of this rank's part is, if the part has it.
    pub fn global(&self, local: [usize; R]) -> Option<[usize; R]> {
        let owned = self.owned();
        let is_there = (0..R).all(|d| local[d] < owned[d].len());
        is_there.then(|| std::array::from_fn(|d| owned[d].start + local[d]))
    }

    /// Sets every element that this rank owns to a function of its index.
    pub fn fill(&mut self, mut f: impl FnMut([usize; R]) -> T) {
        let owned = self.owned();
        let first: [usize; R] = std::array::from_fn(|d| owned[d].start);
        let mut part = self.part_mut();
        let shape = part.shape();
        let mut index = [0; R];
        for number in 0..part.len() {
            let mut left = number;
            for d in (0..R).rev() {
                index[d] = left % shape[d];
                left /= shape[d];
            }
            let at = std::array::from_fn(|d| first[d] + index[d]);
            part.set(index, f(at));
        }
    }

    /// The part that this rank owns; its first element is the one at the start of
    /// [`owned`](Distributed::owned).
    pub fn part(&self) -> View<'_, T, R> {
        (0..).zip(self.within()).fold(self.memory.view(), |view, (d, range)| view.crop(d, range))
    }

    /// The same for writing.
    pub fn part_mut(&mut self) -> ViewMut<'_, T, R> {
        let within = self.within();
        (0..).zip(within).fold(self.memory.view_mut(), |view, (d, range)| view.crop(d, range))
    }

    /// Where in the memory the part is.
    fn within(&self) -> [Range<usize>; R] {
        let empty = self.owned.is_empty();
        std::array::from_fn(|d| {
            let (owned, stored) = (self.owned.0[d], self.stored.0[d]);
            let first = if empty { 0 } else { (owned.first - stored.first) as usize };
            first..first + if empty { 0 } else { owned.len() }
        })
    }

    /// The whole array, on one of the ranks. All ranks call it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank is lost; [`Error::OutOfMemory`] if the one has no memory for it.
    pub fn gather<C: Communicator>(&self, comm: &C, on: usize) -> Result<Option<Image<T, R>>> {
        let corner = |span: &Span| [span.first as i64, span.last as i64];
        let own: Vec<u8> =
            self.owned.0.iter().flat_map(corner).flat_map(i64::to_ne_bytes).collect();
        let parts = comm.all_say(&own)?;
        if comm.rank() != on {
            if !self.owned.is_empty() {
                // SAFETY: what a rank owns is in its memory, which is initialised.
                let bytes = unsafe { packed(self.src(), &self.owned) };
                comm.sent(comm.send(on, GATHER, bytes)?)?;
            }
            return Ok(None);
        }
        let mut image = Image::new(self.shape, T::ZERO);
        let lo = self.origin;
        for (rank, part) in parts.iter().enumerate() {
            let part = region(part);
            if part.is_empty() {
                continue;
            }
            let bytes = match rank == on {
                // SAFETY: as above.
                true => unsafe { packed(self.src(), &self.owned) },
                false => {
                    let bytes = part.points() * size_of::<T>();
                    comm.received(comm.expect(rank, GATHER, bytes)?)?
                }
            };
            let mut view = image.view_mut();
            let array = Dst::of_view(&mut view, lo);
            // SAFETY: the image has all points of the array.
            unsafe { unpack(array, &part, &bytes) };
        }
        Ok(Some(image))
    }

    /// The array as loops read it, in its own coordinates.
    #[doc(hidden)]
    pub fn src(&self) -> Src<T, R> {
        let lo = std::array::from_fn(|d| self.stored.0[d].first);
        Src::of_view(self.memory.view(), lo).part_of(self.whole())
    }

    /// The array as the loops of a call write it, in its own coordinates: what the call needs of
    /// it, which another pipeline's array may have more of, and around other edges. It has been
    /// [expected](Distributed::expect).
    #[doc(hidden)]
    pub fn dst(&mut self, call: &Call<'_>, array: usize) -> Dst<T, R> {
        let needed = &call.part().stored[array];
        let lo = std::array::from_fn(|d| needed.0[d].first);
        let within: [Range<usize>; R] = std::array::from_fn(|d| match needed.is_empty() {
            true => 0..0,
            false => {
                let from = (needed.0[d].first - self.stored.0[d].first) as usize;
                from..from + needed.0[d].len()
            }
        });
        let whole = self.whole();
        let view = self.memory.view_mut();
        let mut view = (0..).zip(within).fold(view, |view, (d, range)| view.crop(d, range));
        Dst::of_view(&mut view, lo).part_of(whole)
    }

    fn whole(&self) -> ([isize; R], [isize; R]) {
        let last = |d: usize| self.origin[d] + self.shape[d] as isize - 1;
        (self.origin, std::array::from_fn(last))
    }

    /// Whether it is distributed as a pipeline's array is.
    ///
    /// # Errors
    /// [`Error::Ranks`] with what is otherwise.
    #[doc(hidden)]
    pub fn expect(&self, name: &str, call: &Call<'_>, array: usize) -> Result<()> {
        let (part, count) = (call.part(), call.ranks().count());
        let (rank, owned, stored) = (part.rank, &part.owned[array], &part.stored[array]);
        if self.owned == *owned && self.stored.contains(stored) {
            return Ok(());
        }
        let spans = |region: &CoordinateBox| -> [Range<usize>; R] {
            std::array::from_fn(|d| self.indices(d, region.0[d]))
        };
        let what = format!(
            "input `{name}` is distributed otherwise than this pipeline needs it on {count} ranks: rank \
             {rank} owns {:?} of it and has memory for {:?}, where it should own {:?} and have {:?}; \
             make it with this pipeline's `inputs`",
            self.owned(),
            self.stored(),
            spans(owned),
            spans(stored)
        );
        Err(Error::Ranks { what })
    }
}

/// The tag of parts that are gathered: no array has it.
const GATHER: u32 = u32::MAX - 2;

/// The box that a rank said.
fn region(bytes: &[u8]) -> CoordinateBox {
    let numbers: Vec<isize> = bytes
        .chunks_exact(size_of::<i64>())
        .filter_map(|bytes| Some(i64::from_ne_bytes(bytes.try_into().ok()?) as isize))
        .collect();
    CoordinateBox(numbers.chunks_exact(2).map(|ends| Span::new(ends[0], ends[1])).collect())
}
