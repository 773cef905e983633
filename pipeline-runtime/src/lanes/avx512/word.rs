//! Lanes of words: half of a register and the whole.

use std::arch::x86_64::*;

use super::byte::{I8x16, I8x32, U8x16, U8x32};
use super::double::F64x16;
use super::doubleword::{I32x16, U32x16};
use super::mask::{Mask16, Mask32};
use super::single::F32x16;
use super::{Avx512x16, Avx512x32, compared, every, every_second, in_halves, interleave};
use super::{halves_of_256, halves_of_512, join_256, join_512};
use crate::lanes::avx2::{I16x8, U16x8, interleave as of_halves};
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::quotient::Quotient;
use crate::lanes::x86::*;
use crate::lanes::{IntLanes, Isa, Lanes};

register!(U16x16: 16 of u16, __m256i _mm256 si256 epi16);
register!(I16x16: 16 of i16, __m256i _mm256 si256 epi16);
register!(U16x32: 32 of u16, __m512i _mm512 si512 epi16);
register!(I16x32: 32 of i16, __m512i _mm512 si512 epi16);

operators! { U16x16: _mm256 Mul mul [<mullo_epi16>], }
operators! { I16x16: _mm256 Mul mul [<mullo_epi16>], }
operators! { U16x32: _mm512 Mul mul [<mullo_epi16>], }
operators! { I16x32: _mm512 Mul mul [<mullo_epi16>], }
halved_quotients!(U16x16: U16x8);
halved_quotients!(I16x16: I16x8);
halved_quotients!(U16x32: U16x16);
halved_quotients!(I16x32: I16x16);

in_halves! {
    U16x16 of U16x8: halves_of_256 join_256,
    I16x16 of I16x8: halves_of_256 join_256,
    U16x32 of U16x16: halves_of_512 join_512,
    I16x32 of I16x16: halves_of_512 join_512,
}

/// What all of them do, but for the conversions.
macro_rules! words {
    ($Name:ident: $N:literal of $T:ident, $mm:ident $si:ident $ep:ident, half $Half:ident, $Isa:ident $Mask:ident
     { $($conversions:tt)* }) => {
        impl Lanes<$Isa> for $Name {
            memory!($N of $T as i16, $mm $si epi16, half $Half, $Isa);
            methods! { $mm: min [<min_ $ep>], max [<max_ $ep>], }
            compared!($Mask, $mm $ep epi16);
            words!(@ abs $T $mm);
            words!(@ every $mm $T, $Half $Isa);
            words!(@ interleaved $mm);
            $($conversions)*
        }

        impl IntLanes<$Isa> for $Name {
            words!(@ shifts $T $mm);
            word_quotient!($T);
            methods! { $mm: saturating_add [<adds_ $ep>], saturating_sub [<subs_ $ep>], }
        }
    };
    (@ interleaved _mm256) => {
        interleaved!(of_halves::words_of_256);
    };
    (@ interleaved _mm512) => {
        interleaved!(interleave::words);
    };
    (@ every _mm256 $T:ident, $Half:ident $Isa:ident) => {
        every_second!($T, $Half, $Isa:
            load |p| _mm512_cvtepi32_epi16(_mm512_maskz_loadu_epi16(0x7fff_ffff, p.cast())),
            store |x, p| {
                _mm512_mask_storeu_epi16(p.cast(), 0x5555_5555, _mm512_cvtepu16_epi32(x))
            },
            parts every::halves(x)
        );
    };
    (@ every _mm512 $T:ident, $Half:ident $Isa:ident) => {
        every_by_halves!($T, $Half, $Isa);
    };
    (@ abs u16 $mm:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            self
        }
    };
    (@ abs i16 $mm:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _abs_epi16>](self.0))))
        }
    };
    (@ shifts u16 $mm:ident) => {
        shifts_by!($mm 16: sll_epi16 srl_epi16);
        words!(@ each 15 $mm sllv_epi16 srlv_epi16);
    };
    (@ shifts i16 $mm:ident) => {
        shifts_by!($mm 16: sll_epi16 sra_epi16);
        words!(@ each 15 $mm sllv_epi16 srav_epi16);
    };
    (@ each $last:literal $mm:ident $left:ident $right:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl(self, by: Self) -> Self {
            let by = by & Self::splat($last);
            Self(pastey::paste!(intrinsics!([<$mm _ $left>](self.0, by.0))))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr(self, by: Self) -> Self {
            let by = by & Self::splat($last);
            Self(pastey::paste!(intrinsics!([<$mm _ $right>](self.0, by.0))))
        }
    };
}

macro_rules! sixteen {
    ($doublewords:ident) => {
        conversions! {
            to_u8 U8x16, |x| U8x16(intrinsics!(_mm256_cvtepi16_epi8(x.0)));
            to_i8 I8x16, |x| I8x16(intrinsics!(_mm256_cvtepi16_epi8(x.0)));
            to_u16 U16x16, |x| U16x16(x.0);
            to_i16 I16x16, |x| I16x16(x.0);
            to_u32 U32x16, |x| U32x16(intrinsics!($doublewords(x.0)));
            to_i32 I32x16, |x| I32x16(intrinsics!($doublewords(x.0)));
            to_f32 F32x16, |x| x.to_i32().to_f32();
            to_f64 F64x16, |x| x.to_i32().to_f64();
        }
    };
}

macro_rules! thirty_two {
    ($Half:ident) => {
        conversions! {
            to_u8 U8x32, |x| U8x32(intrinsics!(_mm512_cvtepi16_epi8(x.0)));
            to_i8 I8x32, |x| I8x32(intrinsics!(_mm512_cvtepi16_epi8(x.0)));
            to_u16 U16x32, |x| U16x32(x.0);
            to_i16 I16x32, |x| I16x32(x.0);
        }
        halved_conversions! { $Half, Avx512x32: to_u32 U32, to_i32 I32, to_f32 F32, to_f64 F64, }
    };
}

// A word that is shifted, or cut to a byte, after it was the upper half of a product, LLVM computes
// in 32 bits where these are quickly cut. It does not see that a rounding product with the least
// word is a negation, of every word.
quotient!(U16x16 _mm256, high: intrinsics!(_mm256_sub_epi16(
    _mm256_setzero_si256(),
    _mm256_mulhrs_epi16(high, _mm256_set1_epi16(i16::MIN))
)));
quotient!(U16x32 _mm512, high: intrinsics!(_mm512_sub_epi16(
    _mm512_setzero_si512(),
    _mm512_mulhrs_epi16(high, _mm512_set1_epi16(i16::MIN))
)));
words!(U16x16: 16 of u16, _mm256 si256 epu16, half U16x8, Avx512x16 Mask16 {
    sixteen!(_mm512_cvtepu16_epi32);
});
words!(I16x16: 16 of i16, _mm256 si256 epi16, half I16x8, Avx512x16 Mask16 {
    sixteen!(_mm512_cvtepi16_epi32);
});
words!(U16x32: 32 of u16, _mm512 si512 epu16, half U16x16, Avx512x32 Mask32 {
    thirty_two!(U16x16);
});
words!(I16x32: 32 of i16, _mm512 si512 epi16, half I16x16, Avx512x32 Mask32 {
    thirty_two!(I16x16);
});
