//! Files of arrays that ranks have parts of: each reads and writes its own.

use super::{Communicator, Distributed};
use crate::Result;
use crate::io::{Sample, npy_part};
use std::path::Path;

impl<T: Sample, const R: usize> Distributed<T, R> {
    /// Reads the part that this rank owns of an `.npy` file, which all ranks can reach and which
    /// has the whole array in row-major order.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be read;
    /// [`Error::Decode`](crate::Error::Decode) if it is malformed, of another shape or in another
    /// order; [`Error::UnsupportedArray`](crate::Error::UnsupportedArray) if it has another element
    /// type or rank.
    pub fn load_npy(&mut self, path: impl AsRef<Path>) -> Result<()> {
        let (shape, owned) = (self.shape(), self.owned());
        let first: [usize; R] = std::array::from_fn(|d| owned[d].start);
        let mut part = self.part_mut();
        npy_part::load_part(path.as_ref(), shape, &owned, |start, elements: Vec<T>| {
            let mut index: [usize; R] = std::array::from_fn(|d| start[d] - first[d]);
            for element in elements {
                part.set(index, element);
                index[R - 1] += 1;
            }
        })
    }

    /// Writes an `.npy` file of the whole array, which all ranks can reach: the first rank makes
    /// it, and each writes the part that it owns. All ranks call it.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be written, on the rank that cannot; on
    /// the others [`Error::Ranks`](crate::Error::Ranks) if the first one cannot make it.
    pub fn save_npy<C: Communicator>(&self, comm: &C, path: impl AsRef<Path>) -> Result<()> {
        let (path, shape, owned) = (path.as_ref(), self.shape(), self.owned());
        let made = match comm.rank() {
            0 => npy_part::make::<T, R>(path, shape),
            _ => Ok(()),
        };
        super::agreed(comm, made, &[], |()| Vec::new())?;
        let first: [usize; R] = std::array::from_fn(|d| owned[d].start);
        let part = self.part();
        let written = npy_part::save_part(path, shape, &owned, |start| {
            let index: [usize; R] = std::array::from_fn(|d| start[d] - first[d]);
            let at = |i: usize| {
                let mut index = index;
                index[R - 1] += i;
                part.get(index).unwrap_or_default()
            };
            (0..owned[R - 1].len()).map(at).collect::<Vec<T>>()
        });
        // Nobody reads the file before all of it is written.
        super::agreed(comm, written, &[], |()| Vec::new())
    }
}
