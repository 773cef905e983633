//! Eight lanes of bytes: the low half of a register of sixteen. The high half is never looked at.

use std::arch::x86_64::*;
use std::mem::transmute;

use super::int::widened_shifts;
use super::macros::*;
use super::mask::Mask8;
use super::{Avx2, F32x8, F64x8, I16x8, I32x8, U16x8, U32x8, every, interleave, transpose};
use crate::lanes::beyond::load_beyond;
use crate::lanes::x86::interleaved;
use crate::lanes::{IntLanes, Lanes, TransposeBlock};

vector!(U8x8, __m128i, u8);
vector!(I8x8, __m128i, i8);

macro_rules! bytes {
    ($Name:ident $T:ident $widen:ident $narrow:ident) => {
        operators! { $Name:
            Add add _mm_add_epi8,
            Sub sub _mm_sub_epi8,
            BitAnd bitand _mm_and_si128,
            BitOr bitor _mm_or_si128,
            BitXor bitxor _mm_xor_si128,
        }
        // In 16-bit lanes, which have a product, and vector instructions for division by a
        // constant. The quotient that wraps, `MIN / -1`, does so when it is narrowed again.
        derived_operators! { $Name:
            Mul mul |a, b| (a.$widen() * b.$widen()).$narrow();
            Div div |a, b| (a.$widen() / b.$widen()).$narrow();
            Rem rem |a, b| (a.$widen() % b.$widen()).$narrow();
        }

        impl std::ops::Neg for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                Self::splat(0) - self
            }
        }

        impl std::ops::Not for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn not(self) -> Self {
                self ^ Self(avx2!(_mm_set1_epi8(-1)))
            }
        }
    };
}

bytes!(U8x8 u8 to_u16 to_u8);
bytes!(I8x8 i8 to_i16 to_i8);

/// The methods of `Lanes` that both types share.
macro_rules! byte_lanes {
    ($T:ident) => {
        type Elem = $T;

        #[cfg_attr(optimised, inline(always))]
        fn splat(x: $T) -> Self {
            Self(avx2!(_mm_set1_epi8(x as i8)))
        }
        from_fn!($T as i8, |a b c d e f g h| _mm_setr_epi8(
            a, b, c, d, e, f, g, h, 0, 0, 0, 0, 0, 0, 0, 0
        ));
        #[cfg_attr(optimised, inline(always))]
        fn lane(self, i: usize) -> $T {
            // SAFETY: both are integers, of which any bits are one.
            let lanes: [$T; 16] = unsafe { transmute(self.0) };
            lanes[..8][i]
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(p: *const $T) -> Self {
            Self(avx2!(_mm_loadl_epi64(p.cast())))
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, p: *mut $T) {
            avx2!(_mm_storel_epi64(p.cast(), self.0));
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_every<const STEP: isize>(p: *const $T) -> Self {
            if STEP == 2 {
                Self(avx2!({
                    let low = _mm_loadl_epi64(p.cast());
                    let high = _mm_loadl_epi64(p.add(7).cast());
                    let order =
                        _mm_setr_epi8(0, 2, 4, 6, 9, 11, 13, 15, -1, -1, -1, -1, -1, -1, -1, -1);
                    _mm_shuffle_epi8(_mm_unpacklo_epi64(low, high), order)
                }))
            } else if const { every::is_narrow(STEP, 1) } {
                // SAFETY: forwarded from the caller.
                Self(unsafe { every::narrow::<$T, STEP>(p) })
            } else {
                // SAFETY: forwarded from the caller.
                unsafe { Self::load_strided(p, STEP) }
            }
        }
        load_beyond!($T, |place| place.of_64());
        interleaved!(interleave::bytes_of_64);
        #[cfg_attr(optimised, inline(always))]
        unsafe fn transpose(from: *const $T, stride: isize, to: *mut $T, to_stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { transpose::of_1_byte(from, stride, to, to_stride) };
        }
        const LARGE: TransposeBlock = TransposeBlock { rows: 32, columns: 16 };
        #[cfg_attr(optimised, inline(always))]
        unsafe fn transpose_large(from: *const $T, stride: isize, to: *mut $T, to_stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { transpose::to_vectors::<$T, 16>(from, stride, to, to_stride) };
        }
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> Mask8 {
            Mask8::of_bytes(avx2!(_mm_cmpeq_epi8(self.0, other.0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: Mask8, a: Self, b: Self) -> Self {
            Self(avx2!(_mm_blendv_epi8(b.0, a.0, mask.bytes)))
        }
    };
}

impl Lanes<Avx2> for U8x8 {
    byte_lanes!(u8);
    methods! { min _mm_min_epu8, max _mm_max_epu8, }

    #[cfg_attr(optimised, inline(always))]
    fn lt(self, other: Self) -> Mask8 {
        !other.le(self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn le(self, other: Self) -> Mask8 {
        self.min(other).eq(self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        self
    }
    conversions! {
        to_u8 U8x8, |x| x;
        to_i8 I8x8, |x| I8x8(x.0);
        to_u16 U16x8, |x| U16x8(avx2!(_mm_cvtepu8_epi16(x.0)));
        to_i16 I16x8, |x| I16x8(avx2!(_mm_cvtepu8_epi16(x.0)));
        to_u32 U32x8, |x| U32x8(avx2!(_mm256_cvtepu8_epi32(x.0)));
        to_i32 I32x8, |x| I32x8(avx2!(_mm256_cvtepu8_epi32(x.0)));
        to_f32 F32x8, |x| x.to_i32().to_f32();
        to_f64 F64x8, |x| x.to_i32().to_f64();
    }
}

impl Lanes<Avx2> for I8x8 {
    byte_lanes!(i8);
    methods! { min _mm_min_epi8, max _mm_max_epi8, }

    #[cfg_attr(optimised, inline(always))]
    fn lt(self, other: Self) -> Mask8 {
        other.gt(self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn le(self, other: Self) -> Mask8 {
        !self.gt(other)
    }
    #[cfg_attr(optimised, inline(always))]
    fn gt(self, other: Self) -> Mask8 {
        Mask8::of_bytes(avx2!(_mm_cmpgt_epi8(self.0, other.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        Self(avx2!(_mm_abs_epi8(self.0)))
    }
    conversions! {
        to_u8 U8x8, |x| U8x8(x.0);
        to_i8 I8x8, |x| x;
        to_u16 U16x8, |x| U16x8(avx2!(_mm_cvtepi8_epi16(x.0)));
        to_i16 I16x8, |x| I16x8(avx2!(_mm_cvtepi8_epi16(x.0)));
        to_u32 U32x8, |x| U32x8(avx2!(_mm256_cvtepi8_epi32(x.0)));
        to_i32 I32x8, |x| I32x8(avx2!(_mm256_cvtepi8_epi32(x.0)));
        to_f32 F32x8, |x| x.to_i32().to_f32();
        to_f64 F64x8, |x| x.to_i32().to_f64();
    }
}

/// Shifts of all lanes by one amount, in 16-bit lanes.
macro_rules! shifts {
    ($widen:ident $narrow:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl_by(self, by: u32) -> Self {
            self.$widen().shl_by(by & 7).$narrow()
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr_by(self, by: u32) -> Self {
            self.$widen().shr_by(by & 7).$narrow()
        }
    };
}

impl IntLanes<Avx2> for U8x8 {
    shifts!(to_u16 to_u8);
    widened_shifts!(7 to_u32 to_u8);
    methods! { saturating_add _mm_adds_epu8, saturating_sub _mm_subs_epu8, }
}

impl IntLanes<Avx2> for I8x8 {
    shifts!(to_i16 to_i8);
    widened_shifts!(7 to_i32 to_i8);
    methods! { saturating_add _mm_adds_epi8, saturating_sub _mm_subs_epi8, }
}
