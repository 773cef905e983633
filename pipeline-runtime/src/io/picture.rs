//! PNG and JPEG files.

use std::io::Cursor;
use std::path::Path;

use ::image::{DynamicImage, ExtendedColorType, ImageError, ImageFormat, ImageReader};

use super::{Sample, jpeg};
use crate::copy::map;
use crate::{Error, Image, Result, View};

/// Reads a PNG or JPEG file in grey, as `[rows, cols]`.
///
/// `u8` and `u16` scale the file's depth to their full range, floats to `0.0..=1.0`. Colours are
/// weighted as Rec. 709 luma; alpha is dropped. The format is told by the contents.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Decode`] if its contents make no sense or
/// `T` is none of `u8`, `u16`, `f32`, `f64`.
pub fn load_grey<T: Sample>(path: impl AsRef<Path>) -> Result<Image<T, 2>> {
    load(path.as_ref())
}

/// Reads a PNG or JPEG file in colour, as `[rows, cols, 3]`, interleaved.
///
/// `u8` and `u16` scale the file's depth to their full range, floats to `0.0..=1.0`. Alpha is
/// dropped. The format is told by the contents.
///
/// # Errors
/// As [`load_grey`].
pub fn load_rgb<T: Sample>(path: impl AsRef<Path>) -> Result<Image<T, 3>> {
    load(path.as_ref())
}

/// Reads in grey into two dimensions, in colour into three.
pub(super) fn load<T: Sample, const R: usize>(path: &Path) -> Result<Image<T, R>> {
    let refuse = |message: String| Error::Decode { path: path.to_owned(), message };
    let picture = decode(path)?;
    let extents = [picture.height() as usize, picture.width() as usize, 3];
    let Some(shape) = extents.get(..R).and_then(|e| e.try_into().ok()).filter(|_| R >= 2) else {
        return Err(refuse(format!("a picture has 2 dimensions in grey or 3 in colour, not {R}")));
    };
    let samples = if R == 2 { T::grey(picture) } else { T::rgb(picture) };
    let samples = samples.ok_or_else(|| {
        refuse(format!("a picture is read as u8, u16, f32 or f64, not {}", T::NAME))
    })?;
    Image::from_vec(samples, shape)
}

fn decode(path: &Path) -> Result<DynamicImage> {
    let io = |cause| Error::Io { path: path.to_owned(), cause };
    let refuse = |message: String| Error::Decode { path: path.to_owned(), message };
    let bytes = std::fs::read(path).map_err(io)?;
    if jpeg::is_jpeg(&bytes) && !jpeg::is_whole(&bytes) {
        return Err(refuse("the file is cut off: a JPEG picture without its end".into()));
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(io)?;
    reader.decode().map_err(|error| refuse(error.to_string()))
}

/// The samples of a picture as they are written.
enum Samples {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

pub(super) fn save<T: Sample, const R: usize>(
    path: &Path,
    format: ImageFormat,
    view: View<'_, T, R>,
) -> Result<()> {
    let refuse = |message: String| Error::Encode { path: path.to_owned(), message };
    let shape = view.shape();
    let channels = match R {
        2 => 1,
        3 => shape[2],
        _ => return Err(refuse(format!("a picture has 2 or 3 dimensions, not {R}"))),
    };
    let (Ok(rows), Ok(cols)) = (u32::try_from(shape[0]), u32::try_from(shape[1])) else {
        return Err(refuse(format!("shape {shape:?} is too large for a picture")));
    };
    if view.is_empty() {
        return Err(refuse(format!("shape {shape:?} has no pixels")));
    }
    let Some(samples) = samples(view) else {
        return Err(refuse(format!(
            "a picture is written from u8, u16, f32 or f64, not {}",
            T::NAME
        )));
    };
    let (bytes, wide) = match samples {
        Samples::Bytes(bytes) => (bytes, false),
        Samples::Words(words) if format == ImageFormat::Jpeg => {
            (map(&words, |word| ((u32::from(word) + 128) / 257) as u8), false)
        }
        Samples::Words(words) => (map(&words, u16::to_ne_bytes).into_flattened(), true),
    };
    let colour = match (channels, wide) {
        (1, false) => ExtendedColorType::L8,
        (2, false) => ExtendedColorType::La8,
        (3, false) => ExtendedColorType::Rgb8,
        (4, false) => ExtendedColorType::Rgba8,
        (1, true) => ExtendedColorType::L16,
        (2, true) => ExtendedColorType::La16,
        (3, true) => ExtendedColorType::Rgb16,
        (4, true) => ExtendedColorType::Rgba16,
        _ => return Err(refuse(format!("a picture has 1 to 4 channels, not {channels}"))),
    };
    ::image::save_buffer_with_format(path, &bytes, cols, rows, colour, format).map_err(|error| {
        match error {
            ImageError::IoError(cause) => Error::Io { path: path.to_owned(), cause },
            other => refuse(other.to_string()),
        }
    })
}

/// The view's elements in row-major order at a picture's depth, if it has one for their type.
fn samples<T: Sample, const R: usize>(view: View<'_, T, R>) -> Option<Samples> {
    let copied;
    let elements = match view.as_slice() {
        Some(slice) => slice,
        None => {
            copied = view.to_image();
            copied.as_slice()
        }
    };
    match T::NAME {
        "u8" => Some(Samples::Bytes(map(elements, T::as_u8))),
        "u16" => Some(Samples::Words(map(elements, T::as_u16))),
        // The cast clamps to 0..=255 and takes NaN to 0.
        "f32" | "f64" => {
            Some(Samples::Bytes(map(elements, |x| (x.as_f64() * 255.0).round() as u8)))
        }
        _ => None,
    }
}
