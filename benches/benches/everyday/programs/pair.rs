//! A pipeline and a plain loop that compute the same.

use crate::everyday::candidate::{Candidate, Samples};
use crate::everyday::data::{Sample, Size};
use pipeline::{Image, Result};

/// Both from the same picture, the plain loop into as many samples as `out` says.
pub fn pair<T: Sample, const R: usize, S: Samples + 'static>(
    size: Size,
    picture: fn(Size) -> Image<T, R>,
    out: fn(Size) -> (S, usize),
    ours: impl Fn(&Image<T, R>, &mut S) -> Result<()> + Send + 'static,
    plain: impl Fn(&[T], &mut [T], usize) + Send + 'static,
) -> [Candidate; 2] {
    let (img, same) = (picture(size), picture(size));
    let (out, len) = out(size);
    [
        Candidate::ours(out, move |out| ours(&img, out)),
        Candidate::plain(len, move |out| plain(same.as_slice(), out, size.cols)),
    ]
}

/// Functions of the size for pipelines of a list of types `T`: from what kind of picture, to what
/// kind of what size.
macro_rules! operations {
    ($($module:ident::$name:ident: $from:ident => $to:ident($size:ident), $plain:expr;)*) => {$(
        pub fn $name<T>(size: Size) -> [Candidate; 2]
        where
            T: Sample + $module::$name::Element<Output0 = T>,
        {
            let out = |size| blank::$to($size(size));
            pair(size, data::$from::<T>, out, $module::$name::into, $plain)
        }
    )*};
}
