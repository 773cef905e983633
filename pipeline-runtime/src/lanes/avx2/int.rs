//! Eight lanes of 16-bit and 32-bit integers.

use std::arch::x86_64::*;
use std::mem::transmute;

use super::macros::*;
use super::mask::Mask8;
use super::{Avx2, F32x8, F64x8, I8x8, U8x8, every, interleave, transpose};
use crate::lanes::beyond::load_beyond;
use crate::lanes::x86::interleaved;
use crate::lanes::{IntLanes, Lanes, TransposeBlock, loads};

vector!(I16x8, __m128i, i16);
vector!(U16x8, __m128i, u16);
vector!(I32x8, __m256i, i32);
vector!(U32x8, __m256i, u32);

/// The lower and the upper half.
#[cfg_attr(optimised, inline(always))]
pub(super) fn halves(x: __m256i) -> [__m128i; 2] {
    avx2!([_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)])
}

/// The amount of a shift of every lane.
#[cfg_attr(optimised, inline(always))]
pub(super) fn amount(amount: u32, bits: u32) -> __m128i {
    avx2!(_mm_cvtsi32_si128((amount & (bits - 1)) as i32))
}

/// The low byte of each 16-bit lane, in the low half.
#[cfg_attr(optimised, inline(always))]
pub(super) fn low_bytes(x: __m128i) -> __m128i {
    avx2!(_mm_shuffle_epi8(
        x,
        _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, -1, -1, -1, -1, -1, -1, -1, -1)
    ))
}

/// What the four types share: memory, operators.
macro_rules! integer {
    ($Name:ident $T:ident: ones $ones:ident, add $add:ident, sub $sub:ident, mul $mul:ident, and $and:ident, or $or:ident, xor $xor:ident) => {
        impl $Name {
            /// The lanes, in order.
            #[cfg_attr(optimised, inline(always))]
            pub(super) fn to_array(self) -> [$T; 8] {
                // SAFETY: both are eight integers, of which any bits are one.
                unsafe { transmute(self.0) }
            }
        }

        operators! { $Name:
            Add add $add,
            Sub sub $sub,
            Mul mul $mul,
            BitAnd bitand $and,
            BitOr bitor $or,
            BitXor bitxor $xor,
        }
        lanewise_operators! { $Name:
            Div div quotient,
            Rem rem remainder,
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
                self ^ Self(avx2!($ones(-1)))
            }
        }
    };
}

macro_rules! words {
    ($Name:ident $T:ident) => {
        integer! { $Name $T: ones _mm_set1_epi16, add _mm_add_epi16, sub _mm_sub_epi16, mul _mm_mullo_epi16,
        and _mm_and_si128, or _mm_or_si128, xor _mm_xor_si128 }
    };
}

macro_rules! doublewords {
    ($Name:ident $T:ident) => {
        integer! { $Name $T: ones _mm256_set1_epi32, add _mm256_add_epi32, sub _mm256_sub_epi32, mul _mm256_mullo_epi32,
        and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256 }
    };
}

words!(I16x8 i16);
words!(U16x8 u16);
doublewords!(I32x8 i32);
doublewords!(U32x8 u32);

/// The methods of `Lanes` that the 16-bit types share.
macro_rules! word_lanes {
    ($T:ident) => {
        type Elem = $T;

        #[cfg_attr(optimised, inline(always))]
        fn splat(x: $T) -> Self {
            Self(avx2!(_mm_set1_epi16(x as i16)))
        }
        from_fn!($T as i16, |a b c d e f g h| _mm_setr_epi16(a, b, c, d, e, f, g, h));
        #[cfg_attr(optimised, inline(always))]
        fn lane(self, i: usize) -> $T {
            self.to_array()[i]
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(p: *const $T) -> Self {
            Self(avx2!(_mm_loadu_si128(p.cast())))
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, p: *mut $T) {
            avx2!(_mm_storeu_si128(p.cast(), self.0));
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_every<const STEP: isize>(p: *const $T) -> Self {
            if const { every::is_narrow(STEP, 2) } {
                // SAFETY: forwarded from the caller.
                Self(unsafe { every::narrow::<$T, STEP>(p) })
            } else {
                // SAFETY: forwarded from the caller.
                unsafe { Self::load_strided(p, STEP) }
            }
        }
        load_beyond!($T, |place| place.of_128());
        interleaved!(interleave::words_of_128);
        #[cfg_attr(optimised, inline(always))]
        unsafe fn transpose(from: *const $T, stride: isize, to: *mut $T, to_stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { transpose::of_2_bytes(from, stride, to, to_stride) };
        }
        const LARGE: TransposeBlock = TransposeBlock { rows: 16, columns: 8 };
        #[cfg_attr(optimised, inline(always))]
        unsafe fn transpose_large(from: *const $T, stride: isize, to: *mut $T, to_stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { transpose::to_vectors::<$T, 8>(from, stride, to, to_stride) };
        }
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> Mask8 {
            Mask8::of_words(avx2!(_mm_cmpeq_epi16(self.0, other.0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: Mask8, a: Self, b: Self) -> Self {
            Self(avx2!(_mm_blendv_epi8(b.0, a.0, mask.words)))
        }
    };
}

/// The methods of `Lanes` that the 32-bit types share.
macro_rules! doubleword_lanes {
    ($T:ident) => {
        type Elem = $T;

        #[cfg_attr(optimised, inline(always))]
        fn splat(x: $T) -> Self {
            Self(avx2!(_mm256_set1_epi32(x as i32)))
        }
        from_fn!($T as i32, |a b c d e f g h| _mm256_setr_epi32(a, b, c, d, e, f, g, h));
        #[cfg_attr(optimised, inline(always))]
        fn lane(self, i: usize) -> $T {
            self.to_array()[i]
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(p: *const $T) -> Self {
            Self(avx2!(_mm256_loadu_si256(p.cast())))
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, p: *mut $T) {
            avx2!(_mm256_storeu_si256(p.cast(), self.0));
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_every<const STEP: isize>(p: *const $T) -> Self {
            match STEP {
                // SAFETY: forwarded from the caller.
                2 => Self(avx2!(_mm256_castps_si256(every::second_of_4_bytes(p)))),
                // SAFETY: forwarded from the caller.
                _ => unsafe { Self::load_strided(p, STEP) },
            }
        }
        load_beyond!($T, |place| place.of_256());
        interleaved!(interleave::singles, |x| _mm256_castsi256_ps(x), _mm256_castps_si256(x));
        #[cfg_attr(optimised, inline(always))]
        unsafe fn transpose(from: *const $T, stride: isize, to: *mut $T, to_stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { transpose::of_4_bytes(from, stride, to, to_stride) };
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn gather(base: *const $T, offsets: I32x8) -> Self {
            Self(match loads::are_chosen() {
                true => avx2!(loads::eight::<4>(base.cast(), offsets.0)),
                false => avx2!(_mm256_i32gather_epi32::<4>(base.cast(), offsets.0)),
            })
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn spread(base: *const $T, offsets: I32x8) -> Self {
            let read = offsets.up_to_last();
            Self(avx2!({
                let loaded = _mm256_maskload_epi32(base.cast(), read);
                _mm256_permutevar8x32_epi32(loaded, offsets.0)
            }))
        }
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> Mask8 {
            Mask8::of_doublewords(avx2!(_mm256_cmpeq_epi32(self.0, other.0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: Mask8, a: Self, b: Self) -> Self {
            Self(avx2!(_mm256_blendv_epi8(b.0, a.0, mask.doublewords)))
        }
    };
}

/// Comparisons of signed integers, which have an instruction for "greater".
macro_rules! signed_order {
    ($mask:expr, $greater:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn lt(self, other: Self) -> Mask8 {
            other.gt(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn gt(self, other: Self) -> Mask8 {
            $mask(avx2!($greater(self.0, other.0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn le(self, other: Self) -> Mask8 {
            !self.gt(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            self.magnitude()
        }
    };
}

/// Comparisons of unsigned integers, from their minimum.
macro_rules! unsigned_order {
    () => {
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
    };
}

impl I16x8 {
    #[cfg_attr(optimised, inline(always))]
    fn magnitude(self) -> Self {
        Self(avx2!(_mm_abs_epi16(self.0)))
    }
}

impl Lanes<Avx2> for I16x8 {
    word_lanes!(i16);
    methods! { min _mm_min_epi16, max _mm_max_epi16, }
    signed_order!(Mask8::of_words, _mm_cmpgt_epi16);
    conversions! {
        to_u8 U8x8, |x| U8x8(low_bytes(x.0));
        to_i8 I8x8, |x| I8x8(low_bytes(x.0));
        to_u16 U16x8, |x| U16x8(x.0);
        to_i16 I16x8, |x| x;
        to_u32 U32x8, |x| x.to_i32().to_u32();
        to_i32 I32x8, |x| I32x8(avx2!(_mm256_cvtepi16_epi32(x.0)));
        to_f32 F32x8, |x| x.to_i32().to_f32();
        to_f64 F64x8, |x| x.to_i32().to_f64();
    }
}

impl Lanes<Avx2> for U16x8 {
    word_lanes!(u16);
    methods! { min _mm_min_epu16, max _mm_max_epu16, }
    unsigned_order!();
    conversions! {
        to_u8 U8x8, |x| U8x8(low_bytes(x.0));
        to_i8 I8x8, |x| I8x8(low_bytes(x.0));
        to_u16 U16x8, |x| x;
        to_i16 I16x8, |x| I16x8(x.0);
        to_u32 U32x8, |x| x.to_i32().to_u32();
        to_i32 I32x8, |x| I32x8(avx2!(_mm256_cvtepu16_epi32(x.0)));
        to_f32 F32x8, |x| x.to_i32().to_f32();
        to_f64 F64x8, |x| x.to_i32().to_f64();
    }
}

impl I32x8 {
    #[cfg_attr(optimised, inline(always))]
    fn magnitude(self) -> Self {
        Self(avx2!(_mm256_abs_epi32(self.0)))
    }

    /// The low word of each lane.
    #[cfg_attr(optimised, inline(always))]
    fn low_words(self) -> __m128i {
        avx2!({
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1,
            ));
            let packed = _mm256_shuffle_epi8(self.0, order);
            _mm256_castsi256_si128(_mm256_permute4x64_epi64::<0b00_00_10_00>(packed))
        })
    }

    /// The low byte of each lane, in the low half.
    #[cfg_attr(optimised, inline(always))]
    fn low_bytes(self) -> __m128i {
        let [low, high] = halves(self.0);
        avx2!({
            let low_order =
                _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
            let high_order =
                _mm_setr_epi8(-1, -1, -1, -1, 0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1);
            _mm_or_si128(_mm_shuffle_epi8(low, low_order), _mm_shuffle_epi8(high, high_order))
        })
    }
}

impl Lanes<Avx2> for I32x8 {
    doubleword_lanes!(i32);
    methods! { min _mm256_min_epi32, max _mm256_max_epi32, }
    signed_order!(Mask8::of_doublewords, _mm256_cmpgt_epi32);
    conversions! {
        to_u8 U8x8, |x| U8x8(x.low_bytes());
        to_i8 I8x8, |x| I8x8(x.low_bytes());
        to_u16 U16x8, |x| U16x8(x.low_words());
        to_i16 I16x8, |x| I16x8(x.low_words());
        to_u32 U32x8, |x| U32x8(x.0);
        to_i32 I32x8, |x| x;
        to_f32 F32x8, |x| F32x8(avx2!(_mm256_cvtepi32_ps(x.0)));
        to_f64 F64x8, |x| {
            let [low, high] = halves(x.0);
            F64x8(avx2!([_mm256_cvtepi32_pd(low), _mm256_cvtepi32_pd(high)]))
        };
    }
}

impl Lanes<Avx2> for U32x8 {
    doubleword_lanes!(u32);
    methods! { min _mm256_min_epu32, max _mm256_max_epu32, }
    unsigned_order!();
    conversions! {
        to_u8 U8x8, |x| x.to_i32().to_u8();
        to_i8 I8x8, |x| x.to_i32().to_i8();
        to_u16 U16x8, |x| x.to_i32().to_u16();
        to_i16 I16x8, |x| x.to_i32().to_i16();
        to_u32 U32x8, |x| x;
        to_i32 I32x8, |x| I32x8(x.0);
        to_f32 F32x8, |x| {
            // Both halves convert exactly, so the one addition rounds once, as the cast does.
            let (high, low) = (x.shr_by(16).to_i32(), (x & U32x8::splat(0xffff)).to_i32());
            high.to_f32() * F32x8::splat(65536.0) + low.to_f32()
        };
        to_f64 F64x8, |x| {
            let flipped = x ^ U32x8::splat(1 << 31);
            flipped.to_i32().to_f64() + F64x8::splat(2147483648.0)
        };
    }
}

/// Shifts of every lane by one amount, and of each by its own, where one intrinsic does it.
macro_rules! shifts {
    ($bits:literal: $left:ident $right:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl_by(self, by: u32) -> Self {
            Self(avx2!($left(self.0, amount(by, $bits))))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr_by(self, by: u32) -> Self {
            Self(avx2!($right(self.0, amount(by, $bits))))
        }
    };
}

macro_rules! shifts_by_lane {
    ($left:ident $right:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl(self, by: Self) -> Self {
            Self(avx2!($left(self.0, (by & Self::splat(31)).0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr(self, by: Self) -> Self {
            Self(avx2!($right(self.0, (by & Self::splat(31)).0)))
        }
    };
}

/// Shifts of each lane by its own amount, in 32-bit lanes.
macro_rules! widened_shifts {
    ($last:literal $widen:ident $narrow:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl(self, by: Self) -> Self {
            self.$widen().shl((by & Self::splat($last)).$widen()).$narrow()
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr(self, by: Self) -> Self {
            self.$widen().shr((by & Self::splat($last)).$widen()).$narrow()
        }
    };
}

pub(super) use widened_shifts;

impl IntLanes<Avx2> for I16x8 {
    shifts!(16: _mm_sll_epi16 _mm_sra_epi16);
    widened_shifts!(15 to_i32 to_i16);
    methods! { saturating_add _mm_adds_epi16, saturating_sub _mm_subs_epi16, }
}

impl IntLanes<Avx2> for U16x8 {
    shifts!(16: _mm_sll_epi16 _mm_srl_epi16);
    widened_shifts!(15 to_u32 to_u16);
    methods! { saturating_add _mm_adds_epu16, saturating_sub _mm_subs_epu16, }
}

impl I32x8 {
    /// All bits of the lanes from the first on, as many as there are numbers from 0 to the last's.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn up_to_last(self) -> __m256i {
        avx2!({
            let last = _mm256_permutevar8x32_epi32(self.0, _mm256_set1_epi32(7));
            _mm256_cmpgt_epi32(last, _mm256_setr_epi32(-1, 0, 1, 2, 3, 4, 5, 6))
        })
    }

    /// `self` where `overflow` is not negative; the bound on the side of `sign` elsewhere.
    #[cfg_attr(optimised, inline(always))]
    fn or_bound(self, overflow: Self, sign: Self) -> Self {
        let bound = sign.shr_by(31) ^ Self::splat(i32::MAX);
        Self::select(overflow.lt(Self::splat(0)), bound, self)
    }
}

impl IntLanes<Avx2> for I32x8 {
    shifts!(32: _mm256_sll_epi32 _mm256_sra_epi32);
    shifts_by_lane!(_mm256_sllv_epi32 _mm256_srav_epi32);

    #[cfg_attr(optimised, inline(always))]
    fn saturating_add(self, other: Self) -> Self {
        let sum = self + other;
        sum.or_bound((self ^ sum) & (other ^ sum), self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_sub(self, other: Self) -> Self {
        let difference = self - other;
        difference.or_bound((self ^ other) & (self ^ difference), self)
    }
}

impl IntLanes<Avx2> for U32x8 {
    shifts!(32: _mm256_sll_epi32 _mm256_srl_epi32);
    shifts_by_lane!(_mm256_sllv_epi32 _mm256_srlv_epi32);

    #[cfg_attr(optimised, inline(always))]
    fn saturating_add(self, other: Self) -> Self {
        self + other.min(!self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_sub(self, other: Self) -> Self {
        self - other.min(self)
    }
}

/// Lanes that are all ones, so many, and then zeros: a mask of loads.
#[cfg_attr(optimised, inline(always))]
pub(super) fn up_to(lanes: i32) -> __m256i {
    let numbers = avx2!(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    avx2!(_mm256_cmpgt_epi32(_mm256_set1_epi32(lanes), numbers))
}
