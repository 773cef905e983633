//! The mask of eight lanes, and its passage between the widths of the element types.

use std::arch::x86_64::*;

use super::byte::U8x8;
use super::macros::{avx2, operators};
use super::{Avx2, int};
use crate::lanes::{Lanes, MaskLanes};

/// Eight booleans, held as `i32` lanes that are 0 or -1.
///
/// That is the width of `f32` and `i32`, whose masks are then free; those of the other types are
/// widened and narrowed.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Mask8(pub(super) __m256i);

impl Mask8 {
    /// Of lanes that are 0 or -1.
    #[inline(always)]
    pub(super) fn of_words(lanes: __m128i) -> Self {
        Mask8(avx2!(_mm256_cvtepi16_epi32(lanes)))
    }

    /// Of lanes that are 0 or -1, in the low half.
    #[inline(always)]
    pub(super) fn of_bytes(lanes: __m128i) -> Self {
        Mask8(avx2!(_mm256_cvtepi8_epi32(lanes)))
    }

    /// Of lanes that are all zeros or all ones.
    #[inline(always)]
    pub(super) fn of_doubles(lanes: [__m256d; 2]) -> Self {
        avx2!({
            let (low, high) = (_mm256_castpd_ps(lanes[0]), _mm256_castpd_ps(lanes[1]));
            let mixed = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high));
            Mask8(_mm256_permute4x64_epi64::<0b11_01_10_00>(mixed))
        })
    }

    /// 0 or -1 in 16-bit lanes.
    #[inline(always)]
    pub(super) fn words(self) -> __m128i {
        let [low, high] = int::halves(self.0);
        avx2!(_mm_packs_epi32(low, high))
    }

    /// 0 or -1 in 8-bit lanes, the low half.
    #[inline(always)]
    pub(super) fn bytes(self) -> __m128i {
        let words = self.words();
        avx2!(_mm_packs_epi16(words, words))
    }

    /// All zeros or all ones in 64-bit lanes.
    #[inline(always)]
    pub(super) fn doubles(self) -> [__m256d; 2] {
        let [low, high] = int::halves(self.0);
        avx2!({
            let (low, high) = (_mm256_cvtepi32_epi64(low), _mm256_cvtepi32_epi64(high));
            [_mm256_castsi256_pd(low), _mm256_castsi256_pd(high)]
        })
    }
}

operators! { Mask8:
    BitAnd bitand _mm256_and_si256,
    BitOr bitor _mm256_or_si256,
    BitXor bitxor _mm256_xor_si256,
}

impl std::ops::Not for Mask8 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(true)
    }
}

impl MaskLanes<Avx2> for Mask8 {
    #[inline(always)]
    fn splat(x: bool) -> Self {
        Mask8(avx2!(_mm256_set1_epi32(-i32::from(x))))
    }
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
        let mut lane = |i| -i32::from(f(i));
        let [a, b, c, d] = [lane(0), lane(1), lane(2), lane(3)];
        let [e, f, g, h] = [lane(4), lane(5), lane(6), lane(7)];
        Mask8(avx2!(_mm256_setr_epi32(a, b, c, d, e, f, g, h)))
    }
    #[inline(always)]
    fn lane(self, i: usize) -> bool {
        int::I32x8(self.0).to_array()[i] != 0
    }
    #[inline(always)]
    fn any(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0) == 0)
    }
    #[inline(always)]
    fn all(self) -> bool {
        avx2!(_mm256_testc_si256(self.0, _mm256_set1_epi32(-1)) == 1)
    }
    #[inline(always)]
    fn to_u8(self) -> U8x8 {
        U8x8(self.bytes()) & U8x8::splat(1)
    }
    #[inline(always)]
    fn from_u8(x: U8x8) -> Self {
        x.ne(U8x8::splat(0))
    }
}
