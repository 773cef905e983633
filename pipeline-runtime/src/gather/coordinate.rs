//! Coordinates that vectors load at, in an array or where a border redirects them.

use crate::access::Border;
use crate::lanes::{Isa, Lanes, MaskLanes, cast};

/// A coordinate of the points that a vector loads.
#[derive(Clone, Copy, Debug)]
pub enum Coordinate<V: Isa> {
    /// The same for all of them.
    Same(isize),
    /// So far from a first one, within the array.
    From(isize, V::I32),
    /// Any.
    Each(V::I32),
    /// Any, of a byte each.
    Byte(V::U8),
}

impl<V: Isa> Coordinate<V> {
    /// The coordinate of one lane.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn lane(self, lane: usize) -> isize {
        match self {
            Coordinate::Same(i) => i,
            Coordinate::From(first, i) => first + i.lane(lane) as isize,
            Coordinate::Each(i) => i.lane(lane) as isize,
            Coordinate::Byte(i) => i.lane(lane) as isize,
        }
    }

    /// The coordinates behind these.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn next(self) -> Self {
        match self {
            Coordinate::Same(i) => Coordinate::Same(i + 1),
            Coordinate::From(first, i) => Coordinate::From(first + 1, i),
            Coordinate::Each(i) => Coordinate::Each(i + V::I32::splat(1)),
            Coordinate::Byte(i) => Coordinate::Each(cast::<V, u8, i32>(i) + V::I32::splat(1)),
        }
    }

    /// How far the lanes are from the first one, or from `lo`, if they differ.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn distances(self, lo: isize) -> Option<V::I32> {
        match self {
            Coordinate::Same(_) => None,
            Coordinate::From(_, i) => Some(i),
            Coordinate::Each(i) => Some(i - V::I32::splat(lo as i32)),
            Coordinate::Byte(i) => Some(cast::<V, u8, i32>(i) - V::I32::splat(lo as i32)),
        }
    }

    /// Whether all of them are in `lo..=hi`, which is not empty and fits into 32 bits.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn are_within(self, lo: isize, hi: isize) -> bool {
        match self {
            Coordinate::Same(i) => lo <= i && i <= hi,
            Coordinate::From(..) => true,
            Coordinate::Each(i) => within::<V>(i, lo, hi),
            // A call of itself would not be inlined.
            Coordinate::Byte(i) => within::<V>(cast::<V, u8, i32>(i), lo, hi),
        }
    }

    /// The coordinates that stand for these by a border around `lo..=hi`, which fits into 32 bits.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn redirected<T: Copy>(
        self,
        lo: isize,
        hi: isize,
        border: Border<T>,
    ) -> Redirected<V> {
        let inside = V::Mask::splat(false);
        match self {
            Coordinate::Same(i) => match border.redirect(i, lo, hi) {
                Ok(i) => Redirected { at: Coordinate::Same(i), outside: inside },
                Err(_) => Redirected { at: Coordinate::Same(lo), outside: V::Mask::splat(true) },
            },
            Coordinate::From(..) => Redirected { at: self, outside: inside },
            Coordinate::Each(i) => redirected::<V, T>(i, lo, hi, border),
            // A call of itself would not be inlined.
            Coordinate::Byte(i) => redirected::<V, T>(cast::<V, u8, i32>(i), lo, hi, border),
        }
    }
}

/// Whether all coordinates are in `lo..=hi`, which is not empty and fits into 32 bits.
#[cfg_attr(optimised, inline(always))]
fn within<V: Isa>(i: V::I32, lo: isize, hi: isize) -> bool {
    (i.ge(V::I32::splat(lo as i32)) & i.le(V::I32::splat(hi as i32))).all()
}

/// Coordinates that stand for others.
pub(super) struct Redirected<V: Isa> {
    /// The coordinates.
    pub(super) at: Coordinate<V>,
    /// Where they do not: a constant does, or they are farther outside than reflections and
    /// repetitions next to the array go.
    pub(super) outside: V::Mask,
}

/// The coordinates that stand for others by a border around `lo..=hi`, which fits into 32 bits.
/// Differences wrap only where they stay outside.
#[cfg_attr(optimised, inline(always))]
fn redirected<V: Isa, T>(i: V::I32, lo: isize, hi: isize, border: Border<T>) -> Redirected<V> {
    let [first, last, one] = [lo as i32, hi as i32, 1].map(V::I32::splat);
    let nearest = i.max(first).min(last);
    let [below, above] = match border {
        Border::Clamp => {
            return Redirected { at: Coordinate::Each(nearest), outside: V::Mask::splat(false) };
        }
        Border::Constant(_) => {
            return Redirected { at: Coordinate::Each(nearest), outside: nearest.ne(i) };
        }
        Border::Mirror => [first + first - one - i, last + last + one - i],
        Border::Mirror101 => [first + first - i, last + last - i],
        Border::Repeat => [i + (last - first + one), i - (last - first + one)],
    };
    let at = V::I32::select(i.lt(first), below, V::I32::select(i.gt(last), above, i));
    Redirected { at: Coordinate::Each(at), outside: at.lt(first) | at.gt(last) }
}
