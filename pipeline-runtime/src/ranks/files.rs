//! Files of arrays that ranks have parts of: each reads and writes its own.

use super::{Communicator, Distributed};
use crate::file_part::FilePart;
#[cfg(feature = "npy")]
use crate::io::{Sample, npy_part};
use crate::{Element, Error, Result};
use std::fs::{File, OpenOptions};
use std::path::Path;

impl<T: Element, const R: usize> Distributed<T, R> {
    /// Reads the part that this rank owns of a file that all ranks can reach and that has the
    /// elements of the whole array and nothing else, in row-major order, as they are in memory.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read; [`Error::Decode`] if it has another length.
    pub fn load_raw(&mut self, path: impl AsRef<Path>) -> Result<()> {
        let (path, shape, owned) = (path.as_ref(), self.shape(), self.owned());
        let io = |cause| Error::Io { path: path.to_owned(), cause };
        let of = FilePart { start: 0, shape, part: &owned, bytes: size_of::<T>() };
        let mut file = File::open(path).map_err(io)?;
        let found = file.metadata().map_err(io)?.len();
        if found != of.whole() {
            let (expected, bytes) = (of.whole(), of.bytes);
            let message = format!(
                "{expected} bytes are expected, elements of {bytes} bytes in {shape:?}, not {found}"
            );
            return Err(Error::Decode { path: path.to_owned(), message });
        }
        let first: [usize; R] = std::array::from_fn(|d| owned[d].start);
        let mut part = self.part_mut();
        let read = of.read(&mut file, |start, bytes| {
            let mut index: [usize; R] = std::array::from_fn(|d| start[d] - first[d]);
            for bytes in bytes.chunks_exact(size_of::<T>()) {
                // SAFETY: as many bytes as an element has, of which any are one.
                part.set(index, unsafe { bytes.as_ptr().cast::<T>().read_unaligned() });
                index[R - 1] += 1;
            }
            Ok(())
        });
        read.map_err(io)
    }

    /// Writes such a file: the first rank makes it, and each writes the part that it owns. All
    /// ranks call it.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written, on the rank that cannot; on the others
    /// [`Error::Ranks`] if the first one cannot make it.
    pub fn save_raw<C: Communicator>(&self, comm: &C, path: impl AsRef<Path>) -> Result<()> {
        let (path, shape, owned) = (path.as_ref(), self.shape(), self.owned());
        let of = FilePart { start: 0, shape, part: &owned, bytes: size_of::<T>() };
        let io = |cause| Error::Io { path: path.to_owned(), cause };
        let make = || File::create(path).and_then(|file| file.set_len(of.whole())).map_err(io);
        let made = if comm.rank() == 0 { make() } else { Ok(()) };
        super::agree::all_done(comm, made)?;
        let file = OpenOptions::new().write(true).open(path);
        let written = file.and_then(|mut file| of.write(&mut file, |start| self.row(start)));
        // Nobody reads the file before all of it is written.
        super::agree::all_done(comm, written.map_err(io))
    }

    /// What this rank owns of a row, by the index of its first element there.
    fn row(&self, start: [usize; R]) -> Vec<T> {
        let (owned, part) = (self.owned(), self.part());
        let index: [usize; R] = std::array::from_fn(|d| start[d] - owned[d].start);
        let at = |i: usize| {
            let mut index = index;
            index[R - 1] += i;
            part.get(index).unwrap_or_default()
        };
        (0..owned[R - 1].len()).map(at).collect()
    }
}

#[cfg(feature = "npy")]
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
        super::agree::all_done(comm, made)?;
        let written = npy_part::save_part(path, shape, &owned, |start| self.row(start));
        // Nobody reads the file before all of it is written.
        super::agree::all_done(comm, written)
    }
}
