//! Elements of arrays whose points are far apart: each lane's by itself.

use super::{Coordinate, Gather};
use crate::access::Border;
use crate::lanes::{Elem, Isa};
use std::mem::MaybeUninit;

/// The most lanes that vectors have.
const MOST_LANES: usize = 64;

/// Elements for the lanes of a vector.
pub(super) struct GatheredLanes<T>([MaybeUninit<T>; MOST_LANES]);

impl<T> GatheredLanes<T> {
    pub(super) fn new() -> Self {
        GatheredLanes([const { MaybeUninit::uninit() }; MOST_LANES])
    }

    pub(super) fn as_ptr(&self) -> *const T {
        self.0.as_ptr().cast()
    }
}

/// The elements that [`gather`](Gather::gather) finds in an array whose points are far apart. It is
/// called, with all lanes in memory, so that loops have them in registers.
///
/// # Safety
/// As there, or under a border as of [`border_resolved`](Gather::border_resolved).
#[cold]
#[inline(never)]
pub(super) unsafe fn each_lane<V: Isa, T: Elem, A: Gather<T, R> + ?Sized, const R: usize>(
    array: &A,
    index: &[Coordinate<V>; R],
    border: Option<Border<T>>,
    found: &mut GatheredLanes<T>,
) {
    for (lane, found) in found.0[..V::LANES].iter_mut().enumerate() {
        let at = index.map(|i| i.lane(lane));
        // SAFETY: forwarded from the caller.
        found.write(unsafe {
            match border {
                Some(border) => array.border_resolved(at, border),
                None => *array.address(at),
            }
        });
    }
}
