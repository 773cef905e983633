//! Loads of vectors that may reach beyond the ends of the lines that they load from.

use crate::access::{Border, load};
use crate::lanes::{Elem, Ends, Isa, Lanes};

/// The points of a row that load from between the ends of all lines; there may be none.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// The first.
    pub first: isize,
    /// The last.
    pub last: isize,
}

impl Inside {
    /// Those of the points from `first` to `last`.
    #[cfg_attr(optimised, inline(always))]
    pub fn within(self, first: isize, last: isize) -> Inside {
        Inside { first: self.first.max(first), last: self.last.min(last) }
    }

    /// Whether vectors can look at the ends of lines of which the shortest has so many elements: it
    /// has as many as a vector, and more than any of the points from `first` to `last` is beyond
    /// it.
    #[cfg_attr(optimised, inline(always))]
    pub fn reaches<V: Isa>(self, first: isize, last: isize, extent: isize) -> bool {
        let beyond = isize::max(self.first - first, last - self.last);
        extent >= V::LANES as isize && beyond < extent
    }
}

/// The elements that the shortest of some lines has, given their ends.
#[cfg_attr(optimised, inline(always))]
pub fn shortest<const N: usize>(lines: [[isize; 2]; N]) -> isize {
    lines.iter().fold(isize::MAX, |least, [first, last]| least.min(last - first + 1))
}

/// The next lanes of a line: those at its coordinate `along` and after it, as by
/// [`load`]; if `ENDS`, `border` says what is beyond the first and the last
/// coordinate of the line, `lo` and `hi`.
///
/// # Safety
/// The elements must be readable. If `ENDS`, all of the line must be, and it must
/// [be long enough](Inside::reaches) where `UNIT` and there is more than one lane.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_to_ends<V: Isa, T: Elem, const UNIT: bool, const ENDS: bool>(
    row: *const T,
    along: isize,
    step: isize,
    [lo, hi]: [isize; 2],
    border: Border<T>,
) -> T::In<V> {
    if !ENDS {
        // SAFETY: forwarded from the caller.
        return unsafe { load::<V, T, UNIT>(row, along, step) };
    }
    if !UNIT || V::LANES == 1 {
        // SAFETY: forwarded from the caller.
        return unsafe { load_each_to_ends::<V, T>(row, along, (1, step), [lo, hi], border) };
    }
    let (line, at, extent) = (row.wrapping_offset(lo), along - lo, hi - lo + 1);
    let ends = match border {
        Border::Clamp | Border::Constant(_) | Border::Repeat => Ends::Clamp,
        Border::Mirror => Ends::Mirror,
        Border::Mirror101 => Ends::Mirror101,
    };
    // SAFETY: forwarded from the caller: the line begins at its first coordinate.
    let found = unsafe { T::In::<V>::load_beyond(line, at, extent, ends) };
    let beyond = match border {
        Border::Clamp | Border::Mirror | Border::Mirror101 => return found,
        Border::Constant(value) => T::In::<V>::splat(value),
        Border::Repeat => {
            // The other end: no vector is beyond both.
            let at = if at < 0 { at + extent } else { at - extent };
            // SAFETY: as above.
            unsafe { T::In::<V>::load_beyond(line, at, extent, Ends::Clamp) }
        }
    };
    T::In::<V>::select(lanes_between::<V>(-at, extent - 1 - at), found, beyond)
}

/// The same lane by lane, each `every` coordinates further than the one before it.
///
/// # Safety
/// All of the line must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_each_to_ends<V: Isa, T: Elem>(
    row: *const T,
    along: isize,
    (every, step): (isize, isize),
    [lo, hi]: [isize; 2],
    border: Border<T>,
) -> T::In<V> {
    T::In::<V>::from_fn(|lane| {
        match border.redirect(along + every * lane as isize, lo, hi) {
            // SAFETY: forwarded from the caller: it is a coordinate of the line.
            Ok(inside) => unsafe { *row.wrapping_offset(inside * step) },
            Err(value) => value,
        }
    })
}

/// The lanes from `first` to `last`, numbers that may be beyond all lanes.
#[cfg_attr(optimised, inline(always))]
fn lanes_between<V: Isa>(first: isize, last: isize) -> V::Mask {
    // There are no closures here: they would not be compiled for the instruction set.
    let (lanes, before, behind) = (V::iota(0, 1), -1, V::LANES as isize);
    let from: V::Mask = lanes.ge(V::I32::splat(first.clamp(before, behind) as i32));
    let to: V::Mask = lanes.le(V::I32::splat(last.clamp(before, behind) as i32));
    from & to
}
