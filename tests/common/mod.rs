//! What the tests of pipelines share: pixels, comparisons of bits, outputs with guards around them.

#![allow(dead_code, reason = "each test binary uses a part")]

mod framed;
mod pixel;

pub use framed::{Framed, Layout};
pub use pixel::{Pixel, noise};

use pipeline::Image;

/// Shapes that are hard on tails, borders and vectors.
pub const WIDTHS: [usize; 12] = [1, 2, 3, 7, 8, 9, 13, 15, 16, 17, 31, 33];

/// Runs a pipeline in every way there is, asserts that the results agree bit for bit, and gives
/// the result. The names after the `;` are needed where there are several outputs.
macro_rules! agree {
    ($f:ident($($arg:expr),* $(,)?)) => { $crate::common::agree!($f($($arg),*); only) };
    ($f:ident($($arg:expr),* $(,)?); $($out:ident),+) => {{
        let fast = $f($($arg),*).unwrap_or_else(|e| panic!("{}: {e}", stringify!($f)));
        let slow = $f::reference($($arg),*).expect("the reference accepts what the pipeline does");
        $crate::common::Same::assert_same(&fast, &slow, concat!(stringify!($f), "::reference"));
        let alone = pipeline::serially(|| $f($($arg),*)).expect("serially as well");
        $crate::common::Same::assert_same(&fast, &alone, concat!(stringify!($f), ", serially"));
        for layout in $crate::common::Layout::ALL {
            #[allow(unused_parens)]
            let ($($out),+) = &fast;
            $(let mut $out = $crate::common::Framed::like($out, layout);)+
            $f::into($($arg,)* $(&mut $out.view_mut()),+).expect("into accepts it as well");
            $($out.assert_written(concat!(stringify!($f), "::into"));)+
        }
        fast
    }};
}
pub(crate) use agree;

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
