//! Elements of the tests.

use pipeline::{Element, Image};

/// An element that the tests can make, and compare to the bit.
pub trait Pixel: Element + PartialEq + std::fmt::Debug {
    /// The bits; the same for every NaN.
    fn bits(self) -> u64;
    /// Some value from random bits: any integer, a float of moderate size.
    fn random(bits: u64) -> Self;
}

macro_rules! integers {
    ($($t:ident)*) => {$(
        impl Pixel for $t {
            fn bits(self) -> u64 {
                self as u64
            }
            fn random(bits: u64) -> Self {
                bits as $t
            }
        }
    )*};
}
integers!(u8 i8 u16 i16 u32 i32);

macro_rules! floats {
    ($($t:ident)*) => {$(
        impl Pixel for $t {
            fn bits(self) -> u64 {
                if self.is_nan() { $t::NAN.to_bits().into() } else { self.to_bits().into() }
            }
            fn random(bits: u64) -> Self {
                (bits % 20_001) as $t / 64.0 - 100.0
            }
        }
    )*};
}
floats!(f32 f64);

/// An image of reproducible noise.
pub fn noise<T: Pixel, const R: usize>(shape: [usize; R], seed: u64) -> Image<T, R> {
    let mut state = seed;
    Image::from_fn(shape, |_| {
        // splitmix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        T::random((z ^ (z >> 31)) >> 16)
    })
}
