//! Reading and writing files: PNG and JPEG (feature `image`), NumPy's `.npy` (feature `npy`).

#[cfg(feature = "image")]
mod jpeg;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npy")]
pub(crate) mod npy_part;
#[cfg(feature = "image")]
mod picture;
mod sample;

use std::path::Path;

use crate::{AsView, Error, Image, Result};

#[cfg(feature = "npy")]
pub use npy::{load_npy, load_npy_scalar, save_npy, save_npy_scalar};
#[cfg(feature = "npy")]
pub use npy_part::npy_shape;
#[cfg(feature = "image")]
pub use picture::{load_grey, load_rgb};
pub use sample::Sample;

/// The extensions that work with the features compiled in.
const SUPPORTED: &str = if cfg!(all(feature = "image", feature = "npy")) {
    ".png, .jpg, .jpeg, .npy"
} else if cfg!(feature = "image") {
    ".png, .jpg, .jpeg"
} else {
    ".npy"
};

/// What a file name's extension says about the file.
enum Format {
    #[cfg(feature = "image")]
    Picture(::image::ImageFormat),
    #[cfg(feature = "npy")]
    Npy,
}

fn format_of(path: &Path) -> Result<Format> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        #[cfg(feature = "image")]
        "png" => Ok(Format::Picture(::image::ImageFormat::Png)),
        #[cfg(feature = "image")]
        "jpg" | "jpeg" => Ok(Format::Picture(::image::ImageFormat::Jpeg)),
        #[cfg(feature = "npy")]
        "npy" => Ok(Format::Npy),
        _ => Err(Error::UnknownExtension { path: path.to_owned(), supported: SUPPORTED }),
    }
}

/// Reads an image; the format follows from the extension.
///
/// PNG and JPEG are read as `load_grey` does into two dimensions, `[rows, cols]`, and as
/// `load_rgb` does into three, `[rows, cols, 3]`. An `.npy` file must have exactly the element
/// type and number of dimensions asked for.
///
/// # Errors
/// [`Error::UnknownExtension`], [`Error::Io`], [`Error::Decode`] (also for element types and
/// ranks that PNG and JPEG cannot be read as), [`Error::UnsupportedArray`].
pub fn load<T: Sample, const R: usize>(path: impl AsRef<Path>) -> Result<Image<T, R>> {
    let path = path.as_ref();
    match format_of(path)? {
        #[cfg(feature = "image")]
        Format::Picture(_) => picture::load(path),
        #[cfg(feature = "npy")]
        Format::Npy => load_npy(path),
    }
}

/// Writes an image; the format follows from the extension.
///
/// PNG and JPEG take `[rows, cols]` and `[rows, cols, channels]` with 1 or 3 channels, PNG also
/// with 2 or 4 (the last is alpha). `u8` is written as it is; `u16` as 16 bits to PNG and rounded
/// to 8 bits to JPEG; floats as 8 bits, with `0.0..=1.0` as the range from black to white, what
/// is outside clamped, and NaN as black. `.npy` takes everything as it is.
///
/// # Errors
/// [`Error::UnknownExtension`], [`Error::Io`], [`Error::Encode`] for shapes and element types
/// that the format cannot hold.
pub fn save<T: Sample, const R: usize>(
    path: impl AsRef<Path>,
    image: &impl AsView<T, R>,
) -> Result<()> {
    let path = path.as_ref();
    match format_of(path)? {
        #[cfg(feature = "image")]
        Format::Picture(format) => picture::save(path, format, image.as_view()),
        #[cfg(feature = "npy")]
        Format::Npy => save_npy(path, image),
    }
}
