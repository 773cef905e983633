//! What looks at one sample or one pixel at a time.

use super::pair::pair;
use super::{blank, half, whole};
use crate::everyday::candidate::Candidate;
use crate::everyday::data::{self, Sample, Size};
use crate::everyday::pipelines::{colours, points};
use crate::everyday::plain;
use pipeline::Image;

operations! {
    points::invert_grey: grey => grey(whole), plain::points::invert::<T, 1>;
    points::invert_rgb: rgb => rgb(whole), plain::points::invert::<T, 3>;
    colours::grey_rgb: rgb => grey(whole), plain::colours::grey::<T>;
}

/// Functions of the size for pipelines that look samples up: these have a table of one size each.
macro_rules! tables {
    ($($name:ident: $kind:ident of $sample:ty, $channels:literal;)*) => {$(
        pub fn $name(size: Size) -> [Candidate; 2] {
            const ENTRIES: usize = <$sample>::MAX as usize + 1;
            let (table, entries) = (data::table(), entries::<$sample, ENTRIES>());
            pair(
                size,
                data::$kind,
                blank::$kind,
                move |img, out| points::$name::into(img, &table, out),
                move |img, out, cols| {
                    plain::points::lut::<_, $channels, _>(img, &entries, out, cols)
                },
            )
        }
    )*};
}

tables! {
    lut_grey8: grey of u8, 1;
    lut_grey16: grey of u16, 1;
    lut_rgb8: rgb of u8, 3;
    lut_rgb16: rgb of u16, 3;
}

/// The table as an array.
fn entries<T: Sample, const N: usize>() -> Box<[T; N]> {
    let entries = data::table().into_vec().try_into();
    entries.unwrap_or_else(|_| unreachable!("an entry for each value"))
}

pub fn ycbcr420_rgb8(size: Size) -> [Candidate; 2] {
    pair(
        size,
        data::rgb,
        planes,
        |img, (luma, blue, red)| colours::ycbcr420_rgb8::into(img, luma, blue, red),
        plain::colours::ycbcr420_8,
    )
}

pub fn ycbcr420_rgb16(size: Size) -> [Candidate; 2] {
    pair(
        size,
        data::rgb,
        planes,
        |img, (luma, blue, red)| colours::ycbcr420_rgb16::into(img, luma, blue, red),
        plain::colours::ycbcr420_16,
    )
}

/// Luma, blue and red.
type Planes<T> = (Image<T, 2>, Image<T, 2>, Image<T, 2>);

/// Half as many rows and columns of chroma as of luma.
fn planes<T: Sample>(size: Size) -> (Planes<T>, usize) {
    let ((luma, pixels), (chroma, fewer)) = (blank::grey(size), blank::grey(half(size)));
    ((luma, chroma.clone(), chroma), pixels + 2 * fewer)
}
