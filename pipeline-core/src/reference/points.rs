//! The points of a box, in order.

use crate::analysis::causal::{Causal, Serial};

/// Goes through a box: the serial dimensions outermost, in their order and direction, then the
/// others as they stand, the last fastest.
pub(super) struct BoxPoints<'a> {
    lo: &'a [i64],
    extent: &'a [usize],
    /// From the outermost to the innermost.
    dims: Vec<Serial>,
    point: Vec<i64>,
    started: bool,
}

impl<'a> BoxPoints<'a> {
    pub(super) fn new(lo: &'a [i64], extent: &'a [usize], order: &Causal) -> BoxPoints<'a> {
        let serial = |d: &usize| order.serial.iter().any(|s| s.dim == *d);
        let others = (0..lo.len()).filter(|d| !serial(d)).map(|dim| Serial { dim, rising: true });
        let dims = order.serial.iter().copied().chain(others).collect();
        BoxPoints { lo, extent, dims, point: lo.to_vec(), started: false }
    }

    fn first(&self, of: Serial) -> i64 {
        if of.rising { self.lo[of.dim] } else { self.last(Serial { rising: true, ..of }) }
    }

    fn last(&self, of: Serial) -> i64 {
        match of.rising {
            true => self.lo[of.dim] + self.extent[of.dim] as i64 - 1,
            false => self.lo[of.dim],
        }
    }

    /// The next point; nothing after the last.
    pub(super) fn next_point(&mut self) -> Option<&[i64]> {
        if self.extent.contains(&0) {
            return None;
        }
        if !std::mem::replace(&mut self.started, true) {
            for dim in &self.dims {
                self.point[dim.dim] = self.first(*dim);
            }
            return Some(&self.point);
        }
        for i in (0..self.dims.len()).rev() {
            let dim = self.dims[i];
            if self.point[dim.dim] != self.last(dim) {
                self.point[dim.dim] += if dim.rising { 1 } else { -1 };
                return Some(&self.point);
            }
            self.point[dim.dim] = self.first(dim);
        }
        None
    }
}
