//! Parts of NumPy's `.npy` files, which are never read or written as a whole.

use std::fs::{File, OpenOptions};
use std::io::{Cursor, Read, Write};
use std::ops::Range;
use std::path::Path;

use npyz::{NpyHeader, Order, TypeRead, WriterBuilder};

use super::Sample;
use super::npy::{is_plain, malformed, unsupported};
use crate::file_part::FilePart;
use crate::{Error, Result};

/// Headers are shorter.
const LONGEST_HEADER: u64 = 1 << 16;

/// Reads a box of the elements of an array of this shape, in row-major order in the file, and hands
/// each row of the box on with the index of its first element.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Decode`] if it is malformed, cut short, in
/// Fortran's order or of another shape, [`Error::UnsupportedArray`] if it holds another element
/// type or rank.
pub fn load_part<T: Sample, const R: usize>(
    path: &Path,
    shape: [usize; R],
    part: &[Range<usize>; R],
    mut row: impl FnMut([usize; R], Vec<T>),
) -> Result<()> {
    let io = |cause| Error::Io { path: path.to_owned(), cause };
    let decode = |message| Error::Decode { path: path.to_owned(), message };
    let mut file = File::open(path).map_err(io)?;
    let mut start = Vec::new();
    (&mut file).take(LONGEST_HEADER).read_to_end(&mut start).map_err(io)?;
    if !is_plain(&start) {
        return Err(decode("not a valid .npy file: a header that no array in memory has".into()));
    }
    let mut cursor = Cursor::new(&start[..]);
    let header = NpyHeader::from_reader(&mut cursor).map_err(|e| malformed(path, &e))?;
    let (found, dtype) = (header.shape(), header.dtype());
    let reader = T::reader(&dtype).ok().filter(|_| found.len() == R);
    let reader = reader.ok_or_else(|| unsupported::<T>(path, R, &dtype, found.len()))?;
    if found != shape.map(|extent| extent as u64) || header.order() != Order::C {
        let order = if header.order() == Order::C { "" } else { " in Fortran's order" };
        return Err(decode(format!("an array of {shape:?} is expected, not {found:?}{order}")));
    }
    let bytes = size_of::<T>();
    let of = FilePart { start: cursor.position(), shape, part, bytes };
    let read = of.read(&mut file, |index, mut bytes| {
        let elements = (0..part[R - 1].len()).map(|_| reader.read_one(&mut bytes));
        row(index, elements.collect::<std::io::Result<_>>()?);
        Ok(())
    });
    read.map_err(|e| malformed(path, &e))
}

/// The extents of an array in a file, outermost first.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Decode`] if it is malformed.
pub fn npy_shape(path: impl AsRef<Path>) -> Result<Vec<usize>> {
    let path = path.as_ref();
    let mut start = Vec::new();
    let read = File::open(path).and_then(|f| f.take(LONGEST_HEADER).read_to_end(&mut start));
    read.map_err(|cause| Error::Io { path: path.to_owned(), cause })?;
    let header = NpyHeader::from_reader(&start[..]).map_err(|e| malformed(path, &e))?;
    Ok(header.shape().iter().map(|extent| *extent as usize).collect())
}

/// Makes a file for an array of this shape, with room for all elements.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn make<T: Sample, const R: usize>(path: &Path, shape: [usize; R]) -> Result<()> {
    let write = || {
        let mut file = File::create(path)?;
        let header = header::<T, R>(shape)?;
        file.write_all(&header)?;
        let elements = shape.iter().map(|extent| *extent as u64).product::<u64>();
        file.set_len(header.len() as u64 + elements * size_of::<T>() as u64)
    };
    write().map_err(|cause| Error::Io { path: path.to_owned(), cause })
}

/// Writes a box of the elements of an array into a file that [`make`] made, each row of the box as
/// it is asked for by the index of its first element.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn save_part<T: Sample, const R: usize>(
    path: &Path,
    shape: [usize; R],
    part: &[Range<usize>; R],
    row: impl FnMut([usize; R]) -> Vec<T>,
) -> Result<()> {
    let write = || {
        let mut file = OpenOptions::new().write(true).open(path)?;
        let start = header::<T, R>(shape)?.len() as u64;
        FilePart { start, shape, part, bytes: size_of::<T>() }.write(&mut file, row)
    };
    write().map_err(|cause| Error::Io { path: path.to_owned(), cause })
}

/// What stands before the elements.
fn header<T: Sample, const R: usize>(shape: [usize; R]) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let shape = shape.map(|extent| extent as u64);
    drop(
        npyz::WriteOptions::<T>::new()
            .default_dtype()
            .shape(&shape)
            .writer(&mut bytes)
            .begin_nd()?,
    );
    Ok(bytes)
}
