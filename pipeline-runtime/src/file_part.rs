//! Parts of files of arrays, which are never read or written as a whole.

use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::ops::Range;

/// A box of the elements of an array, whose elements of so many bytes lie in row-major order from a
/// place of a file on.
pub struct FilePart<'p, const R: usize> {
    /// The place.
    pub start: u64,
    /// The extents of the array.
    pub shape: [usize; R],
    /// The box.
    pub part: &'p [Range<usize>; R],
    /// The bytes of an element.
    pub bytes: usize,
}

impl<const R: usize> FilePart<'_, R> {
    /// Reads it, each row as the index of its first element and the bytes of all.
    pub fn read(
        &self,
        file: &mut File,
        mut row: impl FnMut([usize; R], &[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut bytes = vec![0; self.part[R - 1].len() * self.bytes];
        for index in self.rows() {
            file.seek(SeekFrom::Start(self.at(index)))?;
            file.read_exact(&mut bytes)?;
            row(index, &bytes)?;
        }
        Ok(())
    }

    /// Writes it, each row as it is asked for by the index of its first element.
    pub fn write<T: Copy>(
        &self,
        file: &mut File,
        mut row: impl FnMut([usize; R]) -> Vec<T>,
    ) -> Result<()> {
        for index in self.rows() {
            let elements = row(index);
            // SAFETY: an element is plain bytes, and the file has the machine's own order.
            let bytes = unsafe {
                let length = size_of_val(&elements[..]);
                std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), length)
            };
            file.seek(SeekFrom::Start(self.at(index)))?;
            file.write_all(bytes)?;
        }
        Ok(())
    }

    /// How long the file is.
    pub fn whole(&self) -> u64 {
        let elements = self.shape.iter().map(|extent| *extent as u64).product::<u64>();
        self.start + elements * self.bytes as u64
    }

    /// Where an element is.
    fn at(&self, index: [usize; R]) -> u64 {
        let dims = self.shape.iter().zip(index);
        let before = dims.fold(0, |offset, (extent, i)| offset * *extent as u64 + i as u64);
        self.start + before * self.bytes as u64
    }

    /// The index of the first element of each row.
    fn rows(&self) -> impl Iterator<Item = [usize; R]> + '_ {
        let outer = &self.part[..R - 1];
        let none = self.part[R - 1].is_empty();
        let count = if none { 0 } else { outer.iter().map(Range::len).product() };
        (0..count).map(move |number: usize| {
            let mut index = [self.part[R - 1].start; R];
            let mut left = number;
            for (at, range) in index.iter_mut().zip(outer).rev() {
                *at = range.start + left % range.len();
                left /= range.len();
            }
            index
        })
    }
}
