//! Lanes of bytes: a quarter, a half and the whole of a register.

use std::arch::x86_64::*;

use super::double::F64x16;
use super::doubleword::{I32x16, U32x16};
use super::mask::{Mask16, Mask32, Mask64};
use super::single::F32x16;
use super::word::{I16x16, I16x32, U16x16, U16x32};
use super::{
    Avx512x16, Avx512x32, Avx512x64, compared, every, every_second, in_halves, interleave,
};
use super::{halves_of_256, halves_of_512, join_256, join_512};
use crate::lanes::avx2::{I8x8, U8x8, interleave as of_halves};
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::x86::*;
use crate::lanes::{IntLanes, Isa, Lanes};

register!(U8x16: 16 of u8, __m128i _mm si128 epi8);
register!(I8x16: 16 of i8, __m128i _mm si128 epi8);
register!(U8x32: 32 of u8, __m256i _mm256 si256 epi8);
register!(I8x32: 32 of i8, __m256i _mm256 si256 epi8);
register!(U8x64: 64 of u8, __m512i _mm512 si512 epi8);
register!(I8x64: 64 of i8, __m512i _mm512 si512 epi8);

widened_products!(U8x16 in Avx512x16: to_u16 to_u8);
widened_products!(I8x16 in Avx512x16: to_i16 to_i8);
widened_products!(U8x32 in Avx512x32: to_u16 to_u8);
widened_products!(I8x32 in Avx512x32: to_i16 to_i8);
widened_products!(U8x64 in Avx512x64: to_u16 to_u8);
widened_products!(I8x64 in Avx512x64: to_i16 to_i8);

/// Eight bytes in the lower half of a register, and eight.
#[cfg_attr(optimised, inline(always))]
fn halves_of_128(x: __m128i) -> Pair<__m128i> {
    intrinsics!(Pair(x, _mm_unpackhi_epi64(x, x)))
}

/// The register of two times eight bytes.
#[cfg_attr(optimised, inline(always))]
fn join_128(low: __m128i, high: __m128i) -> __m128i {
    intrinsics!(_mm_unpacklo_epi64(low, high))
}

in_halves! {
    U8x16 of U8x8: halves_of_128 join_128,
    I8x16 of I8x8: halves_of_128 join_128,
    U8x32 of U8x16: halves_of_256 join_256,
    I8x32 of I8x16: halves_of_256 join_256,
    U8x64 of U8x32: halves_of_512 join_512,
    I8x64 of I8x32: halves_of_512 join_512,
}

/// What all of them do, but for the conversions.
macro_rules! bytes {
    ($Name:ident: $N:literal of $T:ident, $mm:ident $si:ident $ep:ident, half $Half:ident, $Isa:ident $Mask:ident
     { $($conversions:tt)* }) => {
        impl Lanes<$Isa> for $Name {
            memory!($N of $T as i8, $mm $si epi8, half $Half, $Isa);
            methods! { $mm: min [<min_ $ep>], max [<max_ $ep>], }
            compared!($Mask, $mm $ep epi8);
            bytes!(@ abs $T $mm);
            bytes!(@ every $mm $T, $Half $Isa);
            bytes!(@ interleaved $mm);
            $($conversions)*
        }

        impl IntLanes<$Isa> for $Name {
            bytes!(@ shifts $T $mm $si $Isa);
            bytes!(@ quotient $T $Isa);
            methods! { $mm: saturating_add [<adds_ $ep>], saturating_sub [<subs_ $ep>], }
        }
    };
    (@ interleaved _mm) => {
        interleaved!(of_halves::bytes_of_128);
    };
    (@ interleaved _mm256) => {
        interleaved!(of_halves::bytes_of_256);
    };
    (@ interleaved _mm512) => {
        interleaved!(interleave::bytes);
    };
    (@ every _mm $T:ident, $Half:ident $Isa:ident) => {
        every_second!($T, $Half, $Isa:
            load |p| _mm256_cvtepi16_epi8(_mm256_maskz_loadu_epi8(0x7fff_ffff, p.cast())),
            store |x, p| {
                _mm256_mask_storeu_epi8(p.cast(), 0x5555_5555, _mm256_cvtepu8_epi16(x))
            },
            parts [x]
        );
    };
    (@ every _mm256 $T:ident, $Half:ident $Isa:ident) => {
        every_second!($T, $Half, $Isa:
            load |p| {
                let all = _mm512_maskz_loadu_epi8(0x7fff_ffff_ffff_ffff, p.cast());
                _mm512_cvtepi16_epi8(all)
            },
            store |x, p| {
                _mm512_mask_storeu_epi8(p.cast(), 0x5555_5555_5555_5555, _mm512_cvtepu8_epi16(x))
            },
            parts every::halves(x)
        );
    };
    (@ every _mm512 $T:ident, $Half:ident $Isa:ident) => {
        every_by_halves!($T, $Half, $Isa);
    };
    (@ abs u8 $mm:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            self
        }
    };
    (@ abs i8 $mm:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _abs_epi8>](self.0))))
        }
    };
    (@ quotient u8 $Isa:ident) => {
        byte_quotient!($Isa: to_u16 to_u8);
    };
    (@ quotient i8 $Isa:ident) => {
        byte_quotient!($Isa: to_i16 to_i8);
    };
    (@ shifts u8 $mm:ident $si:ident $Isa:ident) => {
        byte_shifts!($mm $si, signed: false);
        widened_shifts!($Isa: 7 to_u16 to_u8);
    };
    (@ shifts i8 $mm:ident $si:ident $Isa:ident) => {
        byte_shifts!($mm $si, signed: true);
        widened_shifts!($Isa: 7 to_i16 to_i8);
    };
}

/// The same bits as another type of bytes.
macro_rules! reinterpreted {
    ($U8:ident $I8:ident) => {
        conversions! {
            to_u8 $U8, |x| $U8(x.0);
            to_i8 $I8, |x| $I8(x.0);
        }
    };
}

/// Sixteen bytes to what fills a half or the whole of a register.
macro_rules! sixteen {
    ($words:ident $doublewords:ident) => {
        reinterpreted!(U8x16 I8x16);
        conversions! {
            to_u16 U16x16, |x| U16x16(intrinsics!($words(x.0)));
            to_i16 I16x16, |x| I16x16(intrinsics!($words(x.0)));
            to_u32 U32x16, |x| U32x16(intrinsics!($doublewords(x.0)));
            to_i32 I32x16, |x| I32x16(intrinsics!($doublewords(x.0)));
            to_f32 F32x16, |x| x.to_i32().to_f32();
            to_f64 F64x16, |x| x.to_i32().to_f64();
        }
    };
}

macro_rules! thirty_two {
    ($words:ident $Half:ident) => {
        reinterpreted!(U8x32 I8x32);
        conversions! {
            to_u16 U16x32, |x| U16x32(intrinsics!($words(x.0)));
            to_i16 I16x32, |x| I16x32(intrinsics!($words(x.0)));
        }
        halved_conversions! { $Half, Avx512x32: to_u32 U32, to_i32 I32, to_f32 F32, to_f64 F64, }
    };
}

macro_rules! sixty_four {
    ($Half:ident) => {
        reinterpreted!(U8x64 I8x64);
        halved_conversions! { $Half, Avx512x64:
            to_u16 U16, to_i16 I16, to_u32 U32, to_i32 I32, to_f32 F32, to_f64 F64,
        }
    };
}

bytes!(U8x16: 16 of u8, _mm si128 epu8, half U8x8, Avx512x16 Mask16 {
    sixteen!(_mm256_cvtepu8_epi16 _mm512_cvtepu8_epi32);
});
bytes!(I8x16: 16 of i8, _mm si128 epi8, half I8x8, Avx512x16 Mask16 {
    sixteen!(_mm256_cvtepi8_epi16 _mm512_cvtepi8_epi32);
});
bytes!(U8x32: 32 of u8, _mm256 si256 epu8, half U8x16, Avx512x32 Mask32 {
    thirty_two!(_mm512_cvtepu8_epi16 U8x16);
});
bytes!(I8x32: 32 of i8, _mm256 si256 epi8, half I8x16, Avx512x32 Mask32 {
    thirty_two!(_mm512_cvtepi8_epi16 I8x16);
});
bytes!(U8x64: 64 of u8, _mm512 si512 epu8, half U8x32, Avx512x64 Mask64 {
    sixty_four!(U8x32);
});
bytes!(I8x64: 64 of i8, _mm512 si512 epi8, half I8x32, Avx512x64 Mask64 {
    sixty_four!(I8x32);
});
