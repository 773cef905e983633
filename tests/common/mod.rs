//! What the tests of pipelines share: pixels, comparisons of bits, outputs with guards around them.

#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

mod framed;
mod pixel;

pub use framed::{Framed, Layout};
pub use pixel::{Pixel, noise};

use pipeline::Image;

/// Shapes that are hard on tails, borders and vectors.
pub const WIDTHS: [usize; 12] = [1, 2, 3, 7, 8, 9, 13, 15, 16, 17, 31, 33];

/// Equality of results to the bit, except that one NaN is like another.
pub trait Same {
    /// Panics, saying where, if they differ.
    fn assert_same(&self, other: &Self, what: &str);
}

impl<T: Pixel, const R: usize> Same for Image<T, R> {
    fn assert_same(&self, other: &Self, what: &str) {
        assert_eq!(self.shape(), other.shape(), "{what}");
        for (i, (a, b)) in self.as_slice().iter().zip(other.as_slice()).enumerate() {
            let at = index_of(i, self.shape());
            assert!(a.bits() == b.bits(), "{what}: {a:?} against {b:?} at {at:?}");
        }
    }
}

macro_rules! same_tuples {
    ($($($name:ident $i:tt),+;)*) => {$(
        impl<$($name: Same),+> Same for ($($name,)+) {
            fn assert_same(&self, other: &Self, what: &str) {
                $(self.$i.assert_same(&other.$i, &format!("{what}, output {}", $i));)+
            }
        }
    )*};
}
same_tuples! {
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

/// Asserts every element of an image, to the bit.
pub fn assert_image<T: Pixel, const R: usize>(
    found: &Image<T, R>,
    shape: [usize; R],
    expected: impl FnMut([usize; R]) -> T,
) {
    Image::from_fn(shape, expected).assert_same(found, "expected against found");
}

/// Where the element at this place in row-major order is.
pub fn index_of<const R: usize>(mut i: usize, shape: [usize; R]) -> [usize; R] {
    let mut index = [0; R];
    for d in (0..R).rev() {
        index[d] = i % shape[d];
        i /= shape[d];
    }
    index
}
