//! NumPy's `.npy` files.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use npyz::{DType, NpyFile, Order, WriterBuilder};

use super::Sample;
use crate::{AsView, Error, Image, Result, View};

/// Reads an array of exactly this element type and number of dimensions.
///
/// Either order (C or Fortran) and either byte order is understood.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Decode`] if it is malformed or cut short,
/// [`Error::UnsupportedArray`] if it holds another element type or rank.
pub fn load_npy<T: Sample, const R: usize>(path: impl AsRef<Path>) -> Result<Image<T, R>> {
    let (elements, shape, order) = read::<T>(path.as_ref(), R)?;
    let shape: [usize; R] = shape.try_into().expect("the rank was checked");
    if order == Order::C {
        return Image::from_vec(elements, shape);
    }
    // Fortran order is row-major order of the reversed dimensions.
    let reversed = std::array::from_fn(|k| shape[R - 1 - k]);
    let axes = std::array::from_fn(|k| R - 1 - k);
    Ok(View::from_slice(&elements, reversed)?.permute(axes).to_image())
}

/// Reads an array without dimensions: a single number.
///
/// # Errors
/// As [`load_npy`].
pub fn load_npy_scalar<T: Sample>(path: impl AsRef<Path>) -> Result<T> {
    let (elements, _, _) = read::<T>(path.as_ref(), 0)?;
    Ok(elements[0])
}

/// Writes an array in row-major order and the machine's own byte order.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn save_npy<T: Sample, const R: usize>(
    path: impl AsRef<Path>,
    image: &impl AsView<T, R>,
) -> Result<()> {
    let view = image.as_view();
    let shape = view.shape().map(|extent| extent as u64);
    match view.as_slice() {
        Some(slice) => write(path.as_ref(), &shape, slice),
        None => write(path.as_ref(), &shape, view.to_image().as_slice()),
    }
}

/// Writes a single number as an array without dimensions, as [`load_npy_scalar`] reads it.
///
/// # Errors
/// As [`save_npy`].
pub fn save_npy_scalar<T: Sample>(path: impl AsRef<Path>, value: T) -> Result<()> {
    write(path.as_ref(), &[], &[value])
}

/// Writes elements in row-major order.
fn write<T: Sample>(path: &Path, shape: &[u64], elements: &[T]) -> Result<()> {
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        let mut writer = npyz::WriteOptions::<T>::new()
            .default_dtype()
            .shape(shape)
            .writer(&mut file)
            .begin_nd()?;
        writer.extend(elements.iter().copied())?;
        writer.finish()?;
        file.flush()
    };
    write().map_err(|cause| Error::Io { path: path.to_owned(), cause })
}

/// The elements in the file's order, the shape, and which order it is.
fn read<T: Sample>(path: &Path, rank: usize) -> Result<(Vec<T>, Vec<usize>, Order)> {
    let malformed = |error: std::io::Error| malformed(path, &error);
    let bytes = fs::read(path).map_err(|cause| Error::Io { path: path.to_owned(), cause })?;
    if !is_plain(&bytes) {
        let message = "not a valid .npy file: a header that no array in memory has".to_owned();
        return Err(Error::Decode { path: path.to_owned(), message });
    }
    let file = NpyFile::new(&bytes[..]).map_err(malformed)?;
    let shape: Vec<usize> = file.shape().iter().map(|&extent| extent as usize).collect();
    let (order, dtype) = (file.order(), file.dtype());
    let unsupported = || unsupported::<T>(path, rank, &dtype, shape.len());
    if shape.len() != rank {
        return Err(unsupported());
    }
    let reader = file.data::<T>().map_err(|_| unsupported())?;
    // A header may promise more than the file holds, so it does not decide how much to allocate.
    let elements: Vec<T> = reader.collect::<std::io::Result<_>>().map_err(malformed)?;
    Ok((elements, shape, order))
}

/// The error of a file that the parser refuses.
pub(super) fn malformed(path: &Path, error: &std::io::Error) -> Error {
    let message = format!("not a valid .npy file: {error}");
    Error::Decode { path: path.to_owned(), message }
}

/// The error of a file with another element type, or another number of dimensions.
pub(super) fn unsupported<T: Sample>(
    path: &Path,
    rank: usize,
    dtype: &DType,
    dimensions: usize,
) -> Error {
    Error::UnsupportedArray {
        path: path.to_owned(),
        expected: format!("{} in {rank} dimensions", T::NAME),
        found: format!("{} in {dimensions} dimensions", name(dtype)),
    }
}

/// Brackets nest no deeper in a header: a dictionary, a list of fields, a field, its shape.
const DEEPEST: usize = 8;

/// Whether the parser can be trusted with the header: it multiplies extents without a look at
/// overflow, and recurses as deep as brackets nest. Headers are Python; of that, escapes, sums and
/// numbers that are not plain decimals are in no array's header.
///
/// What is no header at all passes, and is left to the parser.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    // After the magic string and the version: the length of the header, in 2 or 4 bytes.
    let start = if bytes.get(6) == Some(&1) { 10 } else { 12 };
    let length = bytes.get(8..start).unwrap_or_default().iter().rev();
    let length = length.fold(0usize, |n, byte| n << 8 | usize::from(*byte));
    let header = bytes.get(start..).unwrap_or_default();
    let text = String::from_utf8_lossy(&header[..header.len().min(length)]);
    let deepest = text.chars().try_fold(0usize, |depth, c| {
        let depth = match c {
            '(' | '[' | '{' => depth + 1,
            ')' | ']' | '}' => depth.saturating_sub(1),
            _ => depth,
        };
        (depth <= DEEPEST && !matches!(c, '\\' | '+')).then_some(depth)
    });
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut numbers = words.filter(|word| word.starts_with(|c: char| c.is_numeric()));
    // Sixteen bytes for the largest element; extents of zero must not hide the others.
    let bytes = numbers.try_fold(16u64, |product, number| {
        product.checked_mul(number.trim_end_matches('L').parse::<u64>().ok()?.max(1))
    });
    deepest.is_some() && bytes.is_some_and(|bytes| bytes <= isize::MAX as u64)
}

/// The Rust name of a dtype that has one, its descriptor otherwise.
fn name(dtype: &DType) -> String {
    let descriptor = dtype.descr();
    let bare = descriptor.trim_matches('\'').trim_start_matches(['<', '>', '|', '=']);
    let known = match bare {
        "u1" => "u8",
        "i1" => "i8",
        "u2" => "u16",
        "i2" => "i16",
        "u4" => "u32",
        "i4" => "i32",
        "f4" => "f32",
        "f8" => "f64",
        _ => return descriptor,
    };
    known.to_owned()
}
