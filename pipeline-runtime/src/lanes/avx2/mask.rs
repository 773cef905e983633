//! The mask of eight lanes, and its passage between the widths of the element types.

use std::arch::x86_64::*;

use super::byte::U8x8;
use super::macros::avx2;
use super::{Avx2, int};
use crate::lanes::{Lanes, MaskLanes};

/// Eight booleans, as lanes of every width that are all zeros or all ones.
///
/// A comparison yields one width, and the others are derived from it. What no use asks for costs
/// nothing: it is dead code once everything is inlined.
#[derive(Clone, Copy, Debug)]
pub struct Mask8 {
    pub(in crate::lanes) bytes: __m128i,
    pub(in crate::lanes) words: __m128i,
    pub(in crate::lanes) doublewords: __m256i,
    pub(in crate::lanes) doubles: [__m256d; 2],
}

impl Mask8 {
    /// Of 8-bit lanes, in the low half.
    #[cfg_attr(optimised, inline(always))]
    pub(in crate::lanes) fn of_bytes(bytes: __m128i) -> Self {
        let doublewords = avx2!(_mm256_cvtepi8_epi32(bytes));
        let words = avx2!(_mm_cvtepi8_epi16(bytes));
        Mask8 { bytes, words, doublewords, doubles: doubles(doublewords) }
    }

    /// Of 16-bit lanes.
    #[cfg_attr(optimised, inline(always))]
    pub(in crate::lanes) fn of_words(words: __m128i) -> Self {
        let doublewords = avx2!(_mm256_cvtepi16_epi32(words));
        Mask8 { bytes: bytes(words), words, doublewords, doubles: doubles(doublewords) }
    }

    /// Of 32-bit lanes.
    #[cfg_attr(optimised, inline(always))]
    pub(in crate::lanes) fn of_doublewords(doublewords: __m256i) -> Self {
        let words = words(doublewords);
        Mask8 { bytes: bytes(words), words, doublewords, doubles: doubles(doublewords) }
    }

    /// Of 64-bit lanes.
    #[cfg_attr(optimised, inline(always))]
    pub(in crate::lanes) fn of_doubles(doubles: [__m256d; 2]) -> Self {
        let doublewords = avx2!({
            let (low, high) = (_mm256_castpd_ps(doubles[0]), _mm256_castpd_ps(doubles[1]));
            let mixed = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high));
            _mm256_permute4x64_epi64::<0b11_01_10_00>(mixed)
        });
        Mask8 { doubles, ..Mask8::of_doublewords(doublewords) }
    }
}

/// 8-bit lanes from 16-bit lanes.
#[cfg_attr(optimised, inline(always))]
fn bytes(words: __m128i) -> __m128i {
    avx2!(_mm_packs_epi16(words, words))
}

/// 16-bit lanes from 32-bit lanes.
#[cfg_attr(optimised, inline(always))]
fn words(doublewords: __m256i) -> __m128i {
    let [low, high] = int::halves(doublewords);
    avx2!(_mm_packs_epi32(low, high))
}

/// 64-bit lanes from 32-bit lanes.
#[cfg_attr(optimised, inline(always))]
fn doubles(doublewords: __m256i) -> [__m256d; 2] {
    let [low, high] = int::halves(doublewords);
    avx2!({
        let (low, high) = (_mm256_cvtepi32_epi64(low), _mm256_cvtepi32_epi64(high));
        [_mm256_castsi256_pd(low), _mm256_castsi256_pd(high)]
    })
}

macro_rules! operators {
    ($($Trait:ident $method:ident $half:ident $full:ident $double:ident,)*) => {$(
        impl std::ops::$Trait for Mask8 {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self, other);
                avx2!(Mask8 {
                    bytes: $half(a.bytes, b.bytes),
                    words: $half(a.words, b.words),
                    doublewords: $full(a.doublewords, b.doublewords),
                    doubles: [
                        $double(a.doubles[0], b.doubles[0]),
                        $double(a.doubles[1], b.doubles[1]),
                    ],
                })
            }
        }
    )*};
}

operators! {
    BitAnd bitand _mm_and_si128 _mm256_and_si256 _mm256_and_pd,
    BitOr bitor _mm_or_si128 _mm256_or_si256 _mm256_or_pd,
    BitXor bitxor _mm_xor_si128 _mm256_xor_si256 _mm256_xor_pd,
}

impl std::ops::Not for Mask8 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn not(self) -> Self {
        self ^ Self::splat(true)
    }
}

impl MaskLanes<Avx2> for Mask8 {
    #[cfg_attr(optimised, inline(always))]
    fn splat(x: bool) -> Self {
        Mask8::of_doublewords(avx2!(_mm256_set1_epi32(-i32::from(x))))
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
        let mut lane = |i| -i32::from(f(i));
        let [a, b, c, d] = [lane(0), lane(1), lane(2), lane(3)];
        let [e, f, g, h] = [lane(4), lane(5), lane(6), lane(7)];
        Mask8::of_doublewords(avx2!(_mm256_setr_epi32(a, b, c, d, e, f, g, h)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> bool {
        int::I32x8(self.doublewords).to_array()[i] != 0
    }
    #[cfg_attr(optimised, inline(always))]
    fn any(self) -> bool {
        avx2!(_mm256_testz_si256(self.doublewords, self.doublewords) == 0)
    }
    #[cfg_attr(optimised, inline(always))]
    fn all(self) -> bool {
        avx2!(_mm256_testc_si256(self.doublewords, _mm256_set1_epi32(-1)) == 1)
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        U8x8(self.bytes) & U8x8::splat(1)
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_u8(x: U8x8) -> Self {
        x.ne(U8x8::splat(0))
    }
}
