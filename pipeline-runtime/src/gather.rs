//! Loads at coordinates that differ from lane to lane.
//!
//! Offsets are computed in the 32 bits of a lane. They wrap as the coordinates' own arithmetic
//! does, so all that matters is that the whole offset of a point fits, and its coordinates: of
//! arrays so large that some might not, each lane's address is computed by itself.

mod array;
mod coordinate;
mod each_lane;
#[cfg(test)]
mod tests;

use crate::access::Border;
use crate::lanes::{Elem, IntLanes, Isa, Lanes, MaskLanes, cast};
pub use array::GatheredArray;
use array::beside;
pub(crate) use array::is_near;
pub use coordinate::Coordinate;
use each_lane::{GatheredLanes, each_lane};

/// A point of an array, and how far the elements of the lanes are from it.
#[derive(Clone, Copy, Debug)]
pub struct LaneOffsets<V: Isa, const R: usize> {
    /// The point.
    pub corner: [isize; R],
    /// How far each lane's is from it, in elements.
    pub offsets: V::I32,
}

/// An array that is read where data or a border say.
pub trait Gather<T: Elem, const R: usize> {
    /// Its coordinates.
    fn array(&self) -> GatheredArray<'_, R>;

    /// The address of a coordinate; linear in every dimension that differs between lanes.
    fn address(&self, index: [isize; R]) -> *const T;

    /// The element at a coordinate, redirected by `border` where that is outside.
    ///
    /// # Safety
    /// The element at the coordinate that this is redirected to must be there, and readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn border_resolved(&self, mut index: [isize; R], border: Border<T>) -> T {
        let GatheredArray { lo, hi, .. } = self.array();
        for (i, (lo, hi)) in index.iter_mut().zip(lo.iter().zip(hi)) {
            match border.redirect(*i, *lo, *hi) {
                Ok(inside) => *i = inside,
                Err(value) => return value,
            }
        }
        // SAFETY: forwarded from the caller.
        unsafe { *self.address(index) }
    }

    /// The address of coordinate `index[dim]` of a line along a dimension; none where one of the
    /// others is outside.
    #[cfg_attr(optimised, inline(always))]
    fn line_inside(&self, index: [isize; R], dim: usize) -> Option<*const T> {
        let GatheredArray { lo, hi, .. } = self.array();
        let inside = |d: usize| d == dim || (lo[d]..=hi[d]).contains(&index[d]);
        (0..R).all(inside).then(|| self.address(index))
    }

    /// The same where the others are redirected by `border`, which is no constant.
    #[cfg_attr(optimised, inline(always))]
    fn line_redirected(&self, mut index: [isize; R], dim: usize, border: Border<T>) -> *const T {
        for d in (0..R).filter(|d| *d != dim) {
            index[d] = self.redirected(d, index[d], border);
        }
        self.address(index)
    }

    /// The first and the last coordinate in a dimension.
    #[cfg_attr(optimised, inline(always))]
    fn ends(&self, dim: usize) -> [isize; 2] {
        let GatheredArray { lo, hi, .. } = self.array();
        [lo[dim], hi[dim]]
    }

    /// The coordinate in a dimension that `border`, which is no constant, has in place of one.
    #[cfg_attr(optimised, inline(always))]
    fn redirected(&self, dim: usize, index: isize, border: Border<T>) -> isize {
        let GatheredArray { lo, hi, .. } = self.array();
        border.redirect(index, lo[dim], hi[dim]).unwrap_or(index)
    }

    /// The elements from a coordinate on along the last dimension, one a lane; `UNIT` says that
    /// those are adjacent.
    ///
    /// # Safety
    /// The elements must be there, and readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn row<V: Isa, const UNIT: bool>(&self, first: [isize; R]) -> T::In<V> {
        if UNIT {
            // SAFETY: forwarded from the caller; elements along the last dimension are adjacent.
            return unsafe { T::In::<V>::load(self.address(first)) };
        }
        let mut index = first.map(Coordinate::Same);
        index[R - 1] = Coordinate::From(first[R - 1], V::iota(0, 1));
        // SAFETY: forwarded from the caller.
        unsafe { self.gather::<V, UNIT>(index) }
    }

    /// How elements are found whose coordinates and distances fit into lanes of 32 bits.
    #[cfg_attr(optimised, inline(always))]
    fn way<V: Isa, const UNIT: bool>(&self, index: [Coordinate<V>; R]) -> LaneOffsets<V, R> {
        let GatheredArray { lo, strides, .. } = self.array();
        let mut corner = [0; R];
        let mut offsets = V::I32::splat(0);
        for d in 0..R {
            match index[d] {
                Coordinate::Same(i) => corner[d] = i,
                Coordinate::From(first, i) => {
                    corner[d] = first;
                    offsets = offsets + along::<V, UNIT>(i, strides[d], d == R - 1);
                }
                each @ (Coordinate::Each(_) | Coordinate::Byte(_)) => {
                    corner[d] = lo[d];
                    if let Some(inside) = each.distances(lo[d]) {
                        offsets = offsets + along::<V, UNIT>(inside, strides[d], d == R - 1);
                    }
                }
            }
        }
        LaneOffsets { corner, offsets }
    }

    /// [`gather`](Gather::gather), and the elements behind those in the last dimension, which no
    /// coordinate but the last one differs for.
    ///
    /// # Safety
    /// The elements must be there, and readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn pairs<V: Isa, const UNIT: bool>(&self, index: [Coordinate<V>; R]) -> [T::In<V>; 2] {
        let GatheredArray { near, .. } = self.array();
        if near && UNIT && size_of::<T>() == 4 {
            let LaneOffsets { corner, offsets } = self.way::<V, UNIT>(index);
            // SAFETY: as for `gather`, of both elements.
            return unsafe { T::In::<V>::pairs(self.address(corner), offsets) };
        }
        let mut next = index;
        next[R - 1] = index[R - 1].next();
        // SAFETY: forwarded from the caller.
        unsafe { [self.gather::<V, UNIT>(index), self.gather::<V, UNIT>(next)] }
    }

    /// The elements at coordinates that differ from lane to lane; `UNIT` says that those of the
    /// innermost dimension are adjacent.
    ///
    /// # Safety
    /// The elements must be there, and readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather<V: Isa, const UNIT: bool>(&self, index: [Coordinate<V>; R]) -> T::In<V> {
        let GatheredArray { lo, hi, near, .. } = self.array();
        if !near {
            let (lanes, mut found) = (index, GatheredLanes::new());
            // SAFETY: forwarded from the caller; there is an element for each lane.
            return unsafe {
                each_lane::<V, T, Self, R>(self, &lanes, None, &mut found);
                T::In::<V>::load(found.as_ptr())
            };
        }
        let LaneOffsets { corner, offsets } = self.way::<V, UNIT>(index);
        if self.array().has_four::<V, T, UNIT>()
            && let Some(i) = index[R - 1].distances(lo[R - 1])
        {
            let most = hi[R - 1] - beside::<T>() - corner[R - 1];
            // SAFETY: forwarded from the caller; a row has room for four bytes.
            return unsafe { of_four(self.address(corner), offsets, i, most as i32) };
        }
        // SAFETY: as all points are near, no offset has wrapped; it leads from a corner of the
        // array to the element that the caller asks for.
        unsafe { T::In::<V>::gather(self.address(corner), offsets) }
    }

    /// The same as [`gather`](Gather::gather) of a table, or of its nearest entries if `CLAMPED`:
    /// all but the last coordinate are those of all lanes, and of the last one there are `ENTRIES`.
    ///
    /// # Safety
    /// The whole row must be there, and readable, in a kernel of
    /// [tables](crate::exec::Kernel::TABLES).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<V: Isa, const UNIT: bool, const CLAMPED: bool, const ENTRIES: usize>(
        &self,
        index: [Coordinate<V>; R],
    ) -> T::In<V> {
        let GatheredArray { lo, hi, whole, .. } = self.array();
        if V::TABLES && UNIT && whole && size_of::<T>() == 1 {
            let mut at = index;
            if CLAMPED {
                for d in 0..R {
                    at[d] = index[d].redirected::<T>(lo[d], hi[d], Border::Clamp).at;
                }
            }
            let mut row = at.map(|i| i.lane(0));
            row[R - 1] = lo[R - 1];
            let table = self.address(row).cast();
            if let Coordinate::Byte(i) = at[R - 1]
                && ENTRIES <= 256
            {
                // Distances are less than 256, and so are not changed by wrapping.
                let entries = i - V::U8::splat(lo[R - 1] as u8);
                // SAFETY: forwarded from the caller; each distance is that of an entry.
                let found = unsafe { V::look_up_bytes::<ENTRIES>(table, entries) };
                return cast::<V, u8, T>(found);
            }
            if let Some(entries) = at[R - 1].distances(lo[R - 1]) {
                // SAFETY: forwarded from the caller; each distance is that of an entry.
                let found = unsafe { V::look_up::<ENTRIES>(table, entries) };
                return cast::<V, u8, T>(found);
            }
        }
        // SAFETY: forwarded from the caller.
        unsafe {
            match CLAMPED {
                true => self.gather_redirected::<V, UNIT>(index, Border::Clamp),
                false => self.gather::<V, UNIT>(index),
            }
        }
    }

    /// The same, of one of the few `ENTRIES` of a row, at most 16: all other coordinates are those
    /// of all lanes, but perhaps one of a dimension `DIM`, which begins with its first one and is,
    /// from lane to lane, the same or the next.
    ///
    /// # Safety
    /// The elements must be there, and readable, and so must be the rows that they are in.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn entries<V: Isa, const UNIT: bool, const DIM: usize, const ENTRIES: usize>(
        &self,
        index: [Coordinate<V>; R],
    ) -> T::In<V> {
        // Numbers of entries are right wherever the array is: their distances have wrapped as the
        // coordinates have.
        let GatheredArray { lo, .. } = self.array();
        if T::In::<V>::LOOKS_UP_ROWS
            && UNIT
            && let Some(entries) = index[R - 1].distances(lo[R - 1])
        {
            let mut row = index.map(|i| i.lane(0));
            row[R - 1] = lo[R - 1];
            let first = self.address(row);
            match index[DIM] {
                Coordinate::From(_, rows) if DIM < R - 1 => match rows.lane(V::LANES - 1) {
                    // SAFETY: forwarded from the caller.
                    0 => return unsafe { T::In::<V>::of_row::<ENTRIES>(first, entries) },
                    1 => {
                        row[DIM] += 1;
                        let both = [first, self.address(row)];
                        // SAFETY: forwarded from the caller: the last lane is in the second row.
                        return unsafe { T::In::<V>::of_rows::<ENTRIES>(both, rows, entries) };
                    }
                    _ => {}
                },
                // SAFETY: forwarded from the caller.
                _ => return unsafe { T::In::<V>::of_row::<ENTRIES>(first, entries) },
            }
        }
        // SAFETY: forwarded from the caller.
        unsafe { self.gather::<V, UNIT>(index) }
    }

    /// The same, where all but the last coordinate are those of all lanes, and that begins with its
    /// first one and is, from lane to lane, the same or the next.
    ///
    /// # Safety
    /// The elements must be there, and readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn spread<V: Isa, const UNIT: bool>(
        &self,
        corner: [isize; R],
        distances: V::I32,
    ) -> T::In<V> {
        if UNIT {
            // SAFETY: forwarded from the caller; elements along the last dimension are adjacent.
            return unsafe { T::In::<V>::spread(self.address(corner), distances) };
        }
        let mut index = corner.map(Coordinate::Same);
        index[R - 1] = Coordinate::From(corner[R - 1], distances);
        // SAFETY: forwarded from the caller.
        unsafe { self.gather::<V, UNIT>(index) }
    }

    /// The same as [`gather`](Gather::gather), of coordinates redirected by `border` where they are
    /// outside.
    ///
    /// # Safety
    /// The elements that they are redirected to must be readable, and the array not be empty, but
    /// for a border that is a constant.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_redirected<V: Isa, const UNIT: bool>(
        &self,
        index: [Coordinate<V>; R],
        border: Border<T>,
    ) -> T::In<V> {
        let GatheredArray { lo, hi, near, .. } = self.array();
        // No closure, which might be compiled without the target features of the kernel.
        let (mut at, mut outside, mut empty) = (index, V::Mask::splat(false), false);
        for d in 0..R {
            let redirected = index[d].redirected(lo[d], hi[d], border);
            at[d] = redirected.at;
            outside = outside | redirected.outside;
            empty |= lo[d] > hi[d];
        }
        let far = match border {
            Border::Clamp | Border::Constant(_) => !near,
            Border::Mirror | Border::Mirror101 | Border::Repeat => !near || outside.any(),
        };
        if far {
            let (lanes, mut found) = (index, GatheredLanes::new());
            // SAFETY: forwarded from the caller; there is an element for each lane.
            return unsafe {
                each_lane::<V, T, Self, R>(self, &lanes, Some(border), &mut found);
                T::In::<V>::load(found.as_ptr())
            };
        }
        let Border::Constant(value) = border else {
            // SAFETY: forwarded from the caller; the coordinates are inside.
            return unsafe { self.gather::<V, UNIT>(at) };
        };
        let value = T::In::<V>::splat(value);
        if empty {
            return value;
        }
        // SAFETY: there are elements, and the nearest coordinates are those of some.
        let nearest = unsafe { self.gather::<V, UNIT>(at) };
        T::In::<V>::select(outside, value, nearest)
    }

    /// The same as [`pairs`](Gather::pairs), of coordinates redirected by `border` where they are
    /// outside. Most vectors are inside with all lanes, and are loaded as pairs.
    ///
    /// # Safety
    /// As for [`gather_redirected`](Gather::gather_redirected).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn pairs_redirected<V: Isa, const UNIT: bool>(
        &self,
        index: [Coordinate<V>; R],
        border: Border<T>,
    ) -> [T::In<V>; 2] {
        let GatheredArray { lo, hi, near, .. } = self.array();
        let mut inside = near;
        for d in 0..R {
            // The last one has a successor.
            let hi = if d == R - 1 { hi[d] - 1 } else { hi[d] };
            inside = inside && lo[d] <= hi && index[d].are_within(lo[d], hi);
        }
        if inside {
            // SAFETY: forwarded from the caller; the elements and their successors are there.
            return unsafe { self.pairs::<V, UNIT>(index) };
        }
        let mut next = index;
        next[R - 1] = index[R - 1].next();
        // SAFETY: forwarded from the caller.
        unsafe {
            [
                self.gather_redirected::<V, UNIT>(index, border),
                self.gather_redirected::<V, UNIT>(next, border),
            ]
        }
    }
}

/// The elements of less than four bytes that are `offsets` from `base`, of which `distances` are
/// along a row of adjacent ones, by an instruction that reads four bytes: they can be read where
/// `distances` are at most `most`. What is found beside the element is shifted out.
///
/// # Safety
/// The elements must be there, and the others before each end of a row that is `beside` it.
#[cfg_attr(optimised, inline(always))]
unsafe fn of_four<V: Isa, T: Elem>(
    base: *const T,
    offsets: V::I32,
    distances: V::I32,
    most: i32,
) -> T::In<V> {
    let read = distances.min(V::I32::splat(most));
    let skipped = distances - read;
    let offsets = offsets - skipped;
    // SAFETY: forwarded from the caller.
    let four = unsafe {
        match size_of::<T>() {
            1 => V::gather_four::<1>(base.cast(), offsets),
            _ => V::gather_four::<2>(base.cast(), offsets),
        }
    };
    let bits = skipped.shl_by(if size_of::<T>() == 1 { 3 } else { 4 });
    cast::<V, i32, T>(four.shr(bits))
}

/// The offsets of so many coordinates along a dimension.
#[cfg_attr(optimised, inline(always))]
fn along<V: Isa, const UNIT: bool>(i: V::I32, stride: isize, innermost: bool) -> V::I32 {
    match UNIT && innermost {
        true => i,
        false => i * V::I32::splat(stride as i32),
    }
}
