//! Arrays as generated loops address them: in the coordinates of the stage they hold.
//!
//! Addresses are formed with wrapping arithmetic, because a row's pointer stands at coordinate 0
//! of its innermost dimension, which may lie outside the array. Only loads and stores need an
//! address inside, and the compiler proves that every one it generates has it.

use crate::gather::{self, Gather};
use crate::lanes::{Elem, Isa, Lanes, deinterleaved, interleaved};
use crate::stream::{self, LINE, prefetch, prefetch_second};
use crate::{Element, View, ViewMut};

/// A readable array of rank `R` over the coordinates `lo..=hi`.
#[derive(Debug)]
pub struct Src<T, const R: usize> {
    /// Address of coordinate 0 in every dimension.
    origin: *const T,
    /// Distances between neighbours, in elements.
    strides: [isize; R],
    lo: [isize; R],
    hi: [isize; R],
    /// Whether gathers may compute with the offsets of its points in 32 bits.
    near: bool,
}

/// A writable array of rank `R` over the coordinates `lo..=hi`.
#[derive(Debug)]
pub struct Dst<T, const R: usize> {
    origin: *mut T,
    strides: [isize; R],
    lo: [isize; R],
    hi: [isize; R],
    /// Whether gathers may compute with the offsets of its points in 32 bits.
    near: bool,
}

/// What a load outside an array means.
#[derive(Clone, Copy, Debug)]
pub enum Border<T> {
    /// The nearest edge: `a a | a b c d | d d`.
    Clamp,
    /// Reflection that repeats the edge: `b a | a b c d | d c`.
    Mirror,
    /// Reflection that does not repeat the edge: `c b | a b c d | c b`.
    Mirror101,
    /// The array repeats: `c d | a b c d | a b`.
    Repeat,
    /// This value.
    Constant(T),
}

macro_rules! shared {
    ($Name:ident, $Ptr:ty) => {
        impl<T, const R: usize> Clone for $Name<T, R> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T, const R: usize> Copy for $Name<T, R> {}

        // SAFETY: only an address and numbers; whoever dereferences it answers for that, in an
        // unsafe block of its own.
        unsafe impl<T: Sync, const R: usize> Send for $Name<T, R> {}
        // SAFETY: as above.
        unsafe impl<T: Sync, const R: usize> Sync for $Name<T, R> {}

        impl<T: Element, const R: usize> $Name<T, R> {
            /// An array that starts at `start`, which holds coordinate `lo`, with
            /// `max(hi - lo + 1, 0)` coordinates in each dimension.
            pub fn new(start: $Ptr, strides: [isize; R], lo: [isize; R], hi: [isize; R]) -> Self {
                let offset = lo.iter().zip(&strides).map(|(l, s)| l.wrapping_mul(*s));
                let offset = offset.fold(0, isize::wrapping_add);
                let near = gather::is_near(&lo, &hi, &strides);
                $Name {
                    origin: start.wrapping_offset(offset.wrapping_neg()),
                    strides,
                    lo,
                    hi,
                    near,
                }
            }

            /// The same memory as that of a part of an array over `lo..=hi`, the rest of which is
            /// elsewhere: where borders redirect follows from all of it. A part that goes around an
            /// edge has what is read beyond that, and nothing is redirected.
            pub fn part_of(self, (mut lo, mut hi): ([isize; R], [isize; R])) -> Self {
                for d in 0..R {
                    if self.lo[d] <= self.hi[d] && (self.lo[d] < lo[d] || self.hi[d] > hi[d]) {
                        (lo[d], hi[d]) = (self.lo[d], self.hi[d]);
                    }
                }
                let near = gather::is_near(&lo, &hi, &self.strides);
                $Name { lo, hi, near, ..self }
            }

            /// The address of a coordinate.
            #[cfg_attr(optimised, inline(always))]
            pub fn at(&self, index: [isize; R]) -> $Ptr {
                let offset = index.iter().zip(&self.strides).map(|(i, s)| i.wrapping_mul(*s));
                self.origin.wrapping_offset(offset.fold(0, isize::wrapping_add))
            }

            /// Distance between neighbours of the innermost dimension, in elements.
            #[cfg_attr(optimised, inline(always))]
            pub fn step(&self) -> isize {
                self.strides[R - 1]
            }

            /// Whether the points of the last two dimensions are adjacent, so many in the last one.
            #[cfg_attr(optimised, inline(always))]
            pub fn has_dense_rows_of(&self, extent: isize) -> bool {
                self.strides.ends_with(&[extent, 1])
            }

            /// Distance between neighbours along a dimension, in elements.
            #[cfg_attr(optimised, inline(always))]
            pub fn stride(&self, dim: usize) -> isize {
                self.strides[dim]
            }

            /// How many bytes on the same place is so many coordinates later in a dimension.
            #[cfg_attr(optimised, inline(always))]
            pub fn bytes_on(&self, dim: usize, coordinates: isize) -> isize {
                let elements = self.strides[dim].wrapping_mul(coordinates);
                elements.wrapping_mul(size_of::<T>() as isize)
            }

            /// Whether all of it is more than a cache keeps, so that whole lines of it may as well
            /// be [written past them](crate::stream).
            #[cfg_attr(optimised, inline(always))]
            pub fn is_large(&self) -> bool {
                self.points().saturating_mul(size_of::<T>()) >= stream::LARGE
            }

            /// Whether all of it is more than the caches keep until tiles that run later read it.
            #[cfg_attr(optimised, inline(always))]
            pub fn is_far(&self) -> bool {
                self.points().saturating_mul(size_of::<T>()) >= stream::FAR
            }

            /// Number of points, or the largest number if they are more.
            #[cfg_attr(optimised, inline(always))]
            pub fn points(&self) -> usize {
                let extents =
                    self.lo.iter().zip(&self.hi).map(|(l, h)| (h - l + 1).max(0) as usize);
                extents.fold(1, usize::saturating_mul)
            }
        }
    };
}
shared!(Src, *const T);
shared!(Dst, *mut T);

impl<T: Element, const R: usize> Src<T, R> {
    /// The elements of a view, its first at coordinate `lo`.
    pub fn of_view(view: View<'_, T, R>, lo: [isize; R]) -> Self {
        let hi = std::array::from_fn(|d| lo[d] + view.shape()[d] as isize - 1);
        Src::new(view.as_ptr(), view.strides(), lo, hi)
    }
}

impl<T: Elem, const R: usize> Gather<T, R> for Src<T, R> {
    #[cfg_attr(optimised, inline(always))]
    fn array(&self) -> gather::GatheredArray<'_, R> {
        let Src { lo, hi, strides, near, .. } = self;
        gather::GatheredArray { lo, hi, strides: *strides, near: *near, whole: true }
    }

    #[cfg_attr(optimised, inline(always))]
    fn address(&self, index: [isize; R]) -> *const T {
        self.at(index)
    }
}

impl<T: Element, const R: usize> Dst<T, R> {
    /// The elements of a view, its first at coordinate `lo`.
    pub fn of_view(view: &mut ViewMut<'_, T, R>, lo: [isize; R]) -> Self {
        let hi = std::array::from_fn(|d| lo[d] + view.shape()[d] as isize - 1);
        let strides = view.strides();
        Dst::new(view.as_mut_ptr(), strides, lo, hi)
    }

    /// The same array for reading.
    pub fn as_src(&self) -> Src<T, R> {
        Src {
            origin: self.origin,
            strides: self.strides,
            lo: self.lo,
            hi: self.hi,
            near: self.near,
        }
    }
}

impl<T: Copy> Border<T> {
    /// The coordinate within `lo..=hi` that stands for `i`, or the value that does.
    #[cfg_attr(optimised, inline(always))]
    pub(crate) fn redirect(self, i: isize, lo: isize, hi: isize) -> Result<isize, T> {
        if i >= lo && i <= hi {
            return Ok(i);
        }
        let n = hi - lo + 1;
        let reflected = |period: isize, last: isize| {
            let r = (i - lo).rem_euclid(period.max(1));
            lo + if r < n { r } else { last - r }
        };
        match self {
            Border::Clamp => Ok(i.clamp(lo, hi)),
            Border::Mirror => Ok(reflected(2 * n, 2 * n - 1)),
            Border::Mirror101 => Ok(reflected(2 * n - 2, 2 * n - 2)),
            Border::Repeat => Ok(lo + (i - lo).rem_euclid(n)),
            Border::Constant(value) => Err(value),
        }
    }
}

/// The address of element `index` of a row, whose elements are `step` apart, or adjacent if `UNIT`.
#[cfg_attr(optimised, inline(always))]
pub fn element<T, const UNIT: bool>(row: *const T, index: isize, step: isize) -> *const T {
    row.wrapping_offset(if UNIT { index } else { index.wrapping_mul(step) })
}

/// The next lanes of a row: element `index` and those after it, where the row's elements are
/// `step` apart, or adjacent if `UNIT`.
///
/// # Safety
/// The elements must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load<V: Isa, T: Elem, const UNIT: bool>(
    row: *const T,
    index: isize,
    step: isize,
) -> T::In<V> {
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load(row.wrapping_offset(index)) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_strided(row.wrapping_offset(index.wrapping_mul(step)), step) }
    }
}

/// Asks for the lines of memory that are so many bytes ahead of what the vector at `index` of a row
/// loads or stores, each lane `EVERY` elements from the one before it, where elements are adjacent.
#[cfg_attr(optimised, inline(always))]
pub fn ask_ahead<V: Isa, T, const UNIT: bool, const EVERY: usize>(
    row: *const T,
    index: isize,
    ahead: isize,
) {
    lines_ahead::<V, T, UNIT, EVERY>(row, index, ahead, prefetch);
}

/// The same to the second-level cache, where many such lines have room until they are needed.
#[cfg_attr(optimised, inline(always))]
pub fn ask_farther_ahead<V: Isa, T, const UNIT: bool, const EVERY: usize>(
    row: *const T,
    index: isize,
    ahead: isize,
) {
    lines_ahead::<V, T, UNIT, EVERY>(row, index, ahead, prefetch_second);
}

#[cfg_attr(optimised, inline(always))]
fn lines_ahead<V: Isa, T, const UNIT: bool, const EVERY: usize>(
    row: *const T,
    index: isize,
    ahead: isize,
    ask: impl Fn(*const T),
) {
    if UNIT && !V::OF_BUILD {
        let first = row.wrapping_offset(index).wrapping_byte_offset(ahead);
        for line in 0..(EVERY * V::LANES * size_of::<T>()).div_ceil(LINE) {
            ask(first.wrapping_byte_add(line * LINE));
        }
    }
}

/// Elements `index`, `index + EVERY`, … of a row, one a lane; the row is as [`load`] takes it.
///
/// # Safety
/// The elements must be readable, and those between them, too.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_every<V: Isa, T: Elem, const UNIT: bool, const EVERY: isize>(
    row: *const T,
    index: isize,
    step: isize,
) -> T::In<V> {
    let start = row.wrapping_offset(if UNIT { index } else { index.wrapping_mul(step) });
    if UNIT && EVERY == -1 {
        // SAFETY: forwarded from the caller: these elements end with the first one.
        unsafe { T::In::<V>::load(start.wrapping_sub(V::LANES - 1)).reverse() }
    } else if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_every::<EVERY>(start) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_strided(start, EVERY.wrapping_mul(step)) }
    }
}

/// One element of each pixel from `index` on. Where rows are contiguous (`UNIT`), pixels are
/// `APART` elements apart and those taken `EVERY`; elsewhere pixels are `step` elements apart.
///
/// # Safety
/// The elements must be readable, and those between them, too; with `UNIT`, what it says must hold.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_apart<
    V: Isa,
    T: Elem,
    const UNIT: bool,
    const APART: isize,
    const EVERY: isize,
>(
    row: *const T,
    index: isize,
    step: isize,
) -> T::In<V> {
    let start = row.wrapping_offset(index.wrapping_mul(if UNIT { APART } else { step }));
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_every::<EVERY>(start) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_strided(start, (EVERY / APART).wrapping_mul(step)) }
    }
}

/// `N` vectors that lie between each other in a row of memory, the first lanes of which are at
/// these indices of rows whose elements are `APART` apart: vector `i` has every `N`th element from
/// the `i`th on. Where rows are not contiguous (not `UNIT`), the elements of each row are `step`
/// apart, and its lanes `EVERY` of these.
///
/// # Safety
/// The elements must be readable; with `UNIT`, what is said above must hold, and `N` be `EVERY`
/// times `APART`.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_interleaved<
    V: Isa,
    T: Elem,
    const UNIT: bool,
    const APART: isize,
    const EVERY: isize,
    const N: usize,
>(
    rows: [*const T; N],
    indices: [isize; N],
    step: isize,
) -> [T::In<V>; N] {
    const { assert!(N as isize == APART * EVERY, "a group takes all elements of a row") };
    let start = |i: usize| {
        rows[i].wrapping_offset(indices[i].wrapping_mul(if UNIT { APART } else { step }))
    };
    // SAFETY: forwarded from the caller.
    unsafe {
        if UNIT {
            let mut vectors = [T::In::<V>::load(start(0)); N];
            for (i, vector) in vectors.iter_mut().enumerate().skip(1) {
                *vector = T::In::<V>::load(start(0).wrapping_add(i * V::LANES));
            }
            return deinterleaved::<V, _, N>(vectors);
        }
        let every = EVERY.wrapping_mul(step);
        let mut vectors = [T::In::<V>::load_strided(start(0), every); N];
        for (i, vector) in vectors.iter_mut().enumerate().skip(1) {
            *vector = T::In::<V>::load_strided(start(i), every);
        }
        vectors
    }
}

/// Writes what [`load`] reads.
///
/// # Safety
/// The elements must be writable, and nobody else use them meanwhile.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store<V: Isa, T: Elem, const UNIT: bool>(
    row: *mut T,
    index: isize,
    step: isize,
    value: T::In<V>,
) {
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { value.store(row.wrapping_offset(index)) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { value.store_strided(row.wrapping_offset(index.wrapping_mul(step)), step) }
    }
}

/// Writes elements `index`, `index + EVERY`, … of a row; the row is as [`store`] takes it.
///
/// # Safety
/// The elements must be writable, and nobody else use them meanwhile.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_every<V: Isa, T: Elem, const UNIT: bool, const EVERY: isize>(
    row: *mut T,
    index: isize,
    step: isize,
    value: T::In<V>,
) {
    let start = row.wrapping_offset(if UNIT { index } else { index.wrapping_mul(step) });
    if UNIT && EVERY == -1 {
        // SAFETY: forwarded from the caller: these elements end with the first one.
        unsafe { value.reverse().store(start.wrapping_sub(V::LANES - 1)) }
    } else if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { value.store_every::<EVERY>(start) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { value.store_strided(start, EVERY.wrapping_mul(step)) }
    }
}

/// Writes what [`load_apart`] reads.
///
/// # Safety
/// The elements must be writable, and nobody else use them meanwhile; with `UNIT`, what it says
/// must hold.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_apart<
    V: Isa,
    T: Elem,
    const UNIT: bool,
    const APART: isize,
    const EVERY: isize,
>(
    row: *mut T,
    index: isize,
    step: isize,
    value: T::In<V>,
) {
    let start = row.wrapping_offset(index.wrapping_mul(if UNIT { APART } else { step }));
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { value.store_every::<EVERY>(start) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { value.store_strided(start, (EVERY / APART).wrapping_mul(step)) }
    }
}

/// Writes what [`load_interleaved`] reads.
///
/// # Safety
/// The elements must be writable, and nobody else use them meanwhile; otherwise as there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_interleaved<
    V: Isa,
    T: Elem,
    const UNIT: bool,
    const APART: isize,
    const EVERY: isize,
    const N: usize,
>(
    rows: [*mut T; N],
    indices: [isize; N],
    step: isize,
    values: [T::In<V>; N],
) {
    const { assert!(N as isize == APART * EVERY, "a group takes all elements of a row") };
    let start = |i: usize| {
        rows[i].wrapping_offset(indices[i].wrapping_mul(if UNIT { APART } else { step }))
    };
    // SAFETY: forwarded from the caller.
    unsafe {
        if UNIT {
            for (i, vector) in interleaved::<V, _, N>(values).into_iter().enumerate() {
                vector.store(start(0).wrapping_add(i * V::LANES));
            }
        } else {
            for (i, vector) in values.into_iter().enumerate() {
                vector.store_strided(start(i), EVERY.wrapping_mul(step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_redirect_as_their_pictures_say() {
        let letters = |border: Border<char>, n: isize| -> String {
            (-5..n + 5)
                .map(|i| match border.redirect(i + 10, 10, 10 + n - 1) {
                    Ok(at) => (b'a' + (at - 10) as u8) as char,
                    Err(value) => value,
                })
                .collect()
        };
        assert_eq!(letters(Border::Clamp, 4), "aaaaaabcdddddd");
        assert_eq!(letters(Border::Mirror, 4), "ddcbaabcddcbaa");
        assert_eq!(letters(Border::Mirror101, 4), "bcdcbabcdcbabc");
        assert_eq!(letters(Border::Repeat, 4), "dabcdabcdabcda");
        assert_eq!(letters(Border::Constant('-'), 4), "-----abcd-----");
        for border in [Border::Clamp, Border::Mirror, Border::Mirror101, Border::Repeat] {
            assert_eq!(letters(border, 1), "aaaaaaaaaaa");
        }
        assert_eq!(letters(Border::Mirror101, 2), "babababababa");
    }
}
