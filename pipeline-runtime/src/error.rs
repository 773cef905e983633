//! Everything that can go wrong before a pipeline starts to compute.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A result whose error is [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Why a pipeline did not run, a view or image could not be made, or a file not be read or
/// written.
///
/// Dimensions count from 0, outermost first; extents are in elements.
///
/// `Debug` prints what `Display` does, so that a `main` that returns an error shows words. The
/// message is all there is to say: it contains that of its cause, and there is no
/// [`source`](std::error::Error::source) that would say it again.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An input's extent contradicts the sizes that other extents or arguments determine.
    #[error(
        "input `{input}`, dimension {dimension}: expected {}, found {found}",
        declared(.expected, *.value)
    )]
    ExtentMismatch {
        /// The input's name.
        input: &'static str,
        /// The dimension at fault.
        dimension: usize,
        /// The extent as declared, in source text.
        expected: &'static str,
        /// What the declared extent comes to.
        value: i64,
        /// The extent found.
        found: usize,
    },

    /// An input has no elements.
    #[error("input `{input}`, dimension {dimension}: the extent is zero")]
    ZeroExtent {
        /// The input's name.
        input: &'static str,
        /// The dimension at fault.
        dimension: usize,
    },

    /// No integer size gives an input the extent it has.
    #[error(
        "input `{input}`, dimension {dimension}: extent {found} is not `{expected}` for any \
         integer {size}"
    )]
    UnsolvableExtent {
        /// The input's name.
        input: &'static str,
        /// The dimension at fault.
        dimension: usize,
        /// The extent as declared, in source text.
        expected: &'static str,
        /// The size parameter to solve for.
        size: &'static str,
        /// The extent found.
        found: usize,
    },

    /// A clause about the sizes does not hold.
    #[error("the clause `{clause}` does not hold for {sizes}")]
    ConstraintViolated {
        /// The clause, in source text.
        clause: &'static str,
        /// The sizes it mentions.
        sizes: Sizes,
    },

    /// A scalar or an element of an input has a value that is not among those declared.
    #[error("{what}, not in {least}..={largest}")]
    ValueOutOfRange {
        /// The scalar or the first such element, and its value.
        what: String,
        /// The least value that it may have.
        least: String,
        /// The largest.
        largest: String,
    },

    /// The sizes leave an output or stage without any points.
    #[error("`{stage}` would have no points in dimension {dimension} for {sizes}{}", hint(.smallest))]
    TooSmall {
        /// The output or stage.
        stage: &'static str,
        /// The dimension without points.
        dimension: usize,
        /// The sizes found.
        sizes: Sizes,
        /// The sizes from which on it has some, as in `rows >= 3`; empty if not known.
        smallest: &'static str,
    },

    /// A size or an amount of memory does not fit the machine's integers.
    #[error("size overflow: {what}")]
    SizeOverflow {
        /// What does not fit.
        what: String,
    },

    /// The allocator has no more memory.
    #[error("out of memory: {bytes} bytes could not be allocated")]
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },

    /// A caller's output buffer has the wrong shape.
    #[error("output `{output}`: expected shape {expected:?}, found {found:?}")]
    OutputShape {
        /// The output's name.
        output: &'static str,
        /// The shape the sizes require.
        expected: Vec<usize>,
        /// The shape of the buffer.
        found: Vec<usize>,
    },

    /// A slice or vector has more or fewer elements than its shape.
    #[error("shape {shape:?} does not have the {len} elements given")]
    LengthMismatch {
        /// The shape asked for.
        shape: Vec<usize>,
        /// The number of elements given.
        len: usize,
    },

    /// Strides lead out of the slice.
    #[error(
        "shape {shape:?} with strides {strides:?} from offset {offset} leaves the slice of {len} \
         elements"
    )]
    OutOfSlice {
        /// The shape asked for.
        shape: Vec<usize>,
        /// The strides asked for, in elements.
        strides: Vec<isize>,
        /// Where the first element was to be.
        offset: usize,
        /// The length of the slice.
        len: usize,
    },

    /// Strides of a mutable view reach one element by two indices, or may do so.
    #[error("shape {shape:?} with strides {strides:?} overlaps itself")]
    OverlappingStrides {
        /// The shape asked for.
        shape: Vec<usize>,
        /// The strides asked for, in elements.
        strides: Vec<isize>,
    },

    /// An array's shape does not suit the buffer type it was to become.
    #[error("shape {shape:?} does not fit {wanted}")]
    UnsuitableShape {
        /// The shape found.
        shape: Vec<usize>,
        /// What would have fitted, in words.
        wanted: &'static str,
    },

    /// Ranks do not agree, or one of them is lost.
    #[error("{what}")]
    Ranks {
        /// What is wrong, with the numbers of the ranks.
        what: String,
    },

    /// A file could not be read or written.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },

    /// A file's contents are not what its format requires.
    #[error("{}: {message}", path.display())]
    Decode {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },

    /// An image could not be written in the format of its file.
    #[error("{}: {message}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },

    /// An `.npy` file holds an array of another element type or rank.
    #[error("{}: expected {expected}, found {found}", path.display())]
    UnsupportedArray {
        /// The file.
        path: PathBuf,
        /// The element type and rank asked for.
        expected: String,
        /// What the file holds.
        found: String,
    },

    /// A file name's extension names no format that can be read or written.
    #[error("{}: unknown extension; what works here: {supported}", path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// The extensions that work.
        supported: &'static str,
    },
}

/// Size parameters and their values, printed as `rows = 13, cols = 640`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(pub Vec<(&'static str, i64)>);

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("any sizes");
        }
        for (i, (name, value)) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{name} = {value}")?;
        }
        Ok(())
    }
}

/// `2*n` = 6, or only 4 where that is what is declared.
fn declared(expected: &str, value: i64) -> String {
    match expected.parse() == Ok(value) {
        true => value.to_string(),
        false => format!("`{expected}` = {value}"),
    }
}

fn hint(smallest: &str) -> String {
    if smallest.is_empty() { String::new() } else { format!("; it needs {smallest}") }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// The error of a shape whose elements cannot be counted or addressed.
    pub(crate) fn shape_overflow(shape: &[usize], element_bytes: usize) -> Self {
        Error::SizeOverflow {
            what: format!(
                "shape {shape:?} of {element_bytes}-byte elements exceeds the address space"
            ),
        }
    }
}
