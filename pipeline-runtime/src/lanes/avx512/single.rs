//! Sixteen lanes of `f32`: a register.

use std::arch::x86_64::*;
use std::mem::transmute;

use super::byte::{I8x16, U8x16};
use super::double::F64x16;
use super::doubleword::{I32x16, U32x16, load_even, store_even};
use super::mask::Mask16;
use super::word::{I16x16, U16x16};
use super::{Avx512x16, every, every_second, halves_of_512, interleave, join_512};
use crate::lanes::avx2::F32x8;
use crate::lanes::beyond::load_beyond;
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::x86::*;
use crate::lanes::{FloatLanes, Lanes, MaskLanes, loads};
use crate::maths;

/// Sixteen lanes of `f32`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct F32x16(pub(super) __m512);

operators! { F32x16: _mm512
    Add add [<add_ps>],
    Sub sub [<sub_ps>],
    Mul mul [<mul_ps>],
    Div div [<div_ps>],
}

impl std::ops::Rem for F32x16 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn rem(self, other: Self) -> Self {
        let (a, b): (Pair<F32x8>, Pair<F32x8>) = (self.halves(), other.halves());
        Self::join(a % b)
    }
}

impl std::ops::Neg for F32x16 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        F32x16(intrinsics!(_mm512_xor_ps(self.0, _mm512_set1_ps(-0.0))))
    }
}

impl Halves<F32x8> for F32x16 {
    #[cfg_attr(optimised, inline(always))]
    fn join(Pair(low, high): Pair<F32x8>) -> Self {
        F32x16(intrinsics!({
            let (low, high) = (_mm256_castps_si256(low.0), _mm256_castps_si256(high.0));
            _mm512_castsi512_ps(join_512(low, high))
        }))
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<F32x8> {
        let Pair(low, high) = halves_of_512(intrinsics!(_mm512_castps_si512(self.0)));
        intrinsics!(Pair(F32x8(_mm256_castsi256_ps(low)), F32x8(_mm256_castsi256_ps(high))))
    }
}

impl F32x16 {
    #[cfg_attr(optimised, inline(always))]
    fn compare<const PREDICATE: i32>(self, other: Self) -> Mask16 {
        Mask16(intrinsics!(_mm512_cmp_ps_mask::<PREDICATE>(self.0, other.0)))
    }

    /// Truncated; what no `i32` holds comes out as `i32::MIN`.
    #[cfg_attr(optimised, inline(always))]
    fn truncated(self) -> I32x16 {
        I32x16(intrinsics!(_mm512_cvttps_epi32(self.0)))
    }

    /// Truncated where the number is positive, 0 elsewhere and of NaN; at most the largest `u32`.
    #[cfg_attr(optimised, inline(always))]
    fn positive_part(self) -> __m512i {
        intrinsics!(_mm512_cvttps_epu32(self.max(Self::splat(0.0)).0))
    }

    #[cfg_attr(optimised, inline(always))]
    fn rounded<const MODE: i32>(self) -> Self {
        F32x16(intrinsics!(_mm512_roundscale_ps::<MODE>(self.0)))
    }

    /// 1 with the sign of each lane.
    #[cfg_attr(optimised, inline(always))]
    fn unit(self) -> Self {
        F32x16(intrinsics!({
            let sign = _mm512_and_ps(self.0, _mm512_set1_ps(-0.0));
            _mm512_or_ps(sign, _mm512_set1_ps(1.0))
        }))
    }
}

/// Comparisons; those with NaN are false, but for `ne`.
macro_rules! order {
    ($Mask:ty) => {
        order! { @ $Mask,
            lt _CMP_LT_OQ, le _CMP_LE_OQ, gt _CMP_GT_OQ, ge _CMP_GE_OQ, eq _CMP_EQ_OQ, ne _CMP_NEQ_UQ,
        }
    };
    (@ $Mask:ty, $($method:ident $predicate:ident,)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self, other: Self) -> $Mask {
            self.compare::<$predicate>(other)
        }
    )*};
}

impl Lanes<Avx512x16> for F32x16 {
    type Elem = f32;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: f32) -> Self {
        F32x16(intrinsics!(_mm512_set1_ps(x)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> f32 {
        // SAFETY: both are sixteen floats, of which any bits are one.
        let lanes: [f32; 16] = unsafe { transmute(self.0) };
        lanes[i]
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const f32) -> Self {
        F32x16(intrinsics!(_mm512_loadu_ps(p)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut f32) {
        intrinsics!(_mm512_storeu_ps(p, self.0));
    }
    by_halves!(f32, F32x8, Avx512x16);
    every_second!(f32, F32x8, Avx512x16:
        load |p| _mm512_castsi512_ps(load_even(p.cast())),
        store |x, p| store_even(p.cast(), _mm512_castps_si512(x)),
        parts every::quarters(intrinsics!(_mm512_castps_si512(x)))
    );
    load_beyond!(f32, |place| intrinsics!(_mm512_castsi512_ps(place.of_512())));
    interleaved!(interleave::singles);
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const f32, offsets: I32x16) -> Self {
        F32x16(match loads::are_chosen() {
            true => intrinsics!(_mm512_castsi512_ps(loads::sixteen::<4>(base.cast(), offsets.0))),
            false => intrinsics!(_mm512_i32gather_ps::<4>(offsets.0, base.cast())),
        })
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn spread(base: *const f32, offsets: I32x16) -> Self {
        let read = offsets.up_to_last();
        let loaded = intrinsics!(_mm512_maskz_loadu_ps(read, base));
        F32x16(intrinsics!(_mm512_permutexvar_ps(offsets.0, loaded)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn pairs(base: *const f32, offsets: I32x16) -> [Self; 2] {
        let [first, second] = intrinsics!(loads::sixteen_pairs(base, offsets.0));
        [F32x16(first), F32x16(second)]
    }
    const LOOKS_UP_ROWS: bool = true;
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_row<const ENTRIES: usize>(row: *const f32, entries: I32x16) -> Self {
        let read = const { ((1u32 << ENTRIES) - 1) as u16 };
        let loaded = intrinsics!(_mm512_maskz_loadu_ps(read, row));
        F32x16(intrinsics!(_mm512_permutexvar_ps(entries.0, loaded)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_rows<const ENTRIES: usize>(
        [first, second]: [*const f32; 2],
        rows: I32x16,
        entries: I32x16,
    ) -> Self {
        let read = const { ((1u32 << ENTRIES) - 1) as u16 };
        F32x16(intrinsics!({
            let low = _mm512_maskz_loadu_ps(read, first);
            let high = _mm512_maskz_loadu_ps(read, second);
            let at = _mm512_or_si512(entries.0, _mm512_slli_epi32::<4>(rows.0));
            _mm512_permutex2var_ps(low, at, high)
        }))
    }
    order!(Mask16);
    // Where neither is the less, or the greater, these yield their second operand, as the language
    // does.
    methods! { _mm512: min [<min_ps>], max [<max_ps>], }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        F32x16(intrinsics!(_mm512_abs_ps(self.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: Mask16, a: Self, b: Self) -> Self {
        F32x16(intrinsics!(_mm512_mask_blend_ps(mask.0, b.0, a.0)))
    }
    conversions! {
        to_u8 U8x16, |x| U8x16(intrinsics!(_mm512_cvtusepi32_epi8(x.positive_part())));
        to_i8 I8x16, |x| I8x16(intrinsics!(_mm512_cvtsepi32_epi8(x.to_i32().0)));
        to_u16 U16x16, |x| U16x16(intrinsics!(_mm512_cvtusepi32_epi16(x.positive_part())));
        to_i16 I16x16, |x| I16x16(intrinsics!(_mm512_cvtsepi32_epi16(x.to_i32().0)));
        to_u32 U32x16, |x| U32x16(x.positive_part());
        to_i32 I32x16, |x| {
            let above = x.ge(F32x16::splat(2147483648.0));
            let number = x.eq(x);
            let fits = I32x16::select(above, I32x16::splat(i32::MAX), x.truncated());
            I32x16(intrinsics!(_mm512_maskz_mov_epi32(number.0, fits.0)))
        };
        to_f32 F32x16, |x| x;
        to_f64 F64x16, |x| {
            let halves: Pair<F32x8> = x.halves();
            F64x16(intrinsics!([_mm512_cvtps_pd(halves.0.0), _mm512_cvtps_pd(halves.1.0)]))
        };
    }
}

pub(super) const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
pub(super) const CEIL: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
pub(super) const TRUNC: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;

/// Functions of floats.
macro_rules! functions {
    ($Name:ident $T:ident, |$x:ident| $sqrt:expr, |$a:ident, $b:ident, $c:ident| $mul_add:expr) => {
        impl FloatLanes<Avx512x16> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn clamped_to_i32(self, lo: $T, hi: $T) -> I32x16 {
                self.max(Self::splat(lo)).min(Self::splat(hi)).truncated()
            }
            #[cfg_attr(optimised, inline(always))]
            fn sqrt(self) -> Self {
                let $x = self;
                Self($sqrt)
            }
            #[cfg_attr(optimised, inline(always))]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                let ($a, $b, $c) = (self, factor, addend);
                Self($mul_add)
            }
            #[cfg_attr(optimised, inline(always))]
            fn div_by_products(self, _: $T, near: $T, rest: $T) -> Self {
                self.mul_add(Self::splat(near), self * Self::splat(rest))
            }
            #[cfg_attr(optimised, inline(always))]
            fn div_by_tested_products(self, by: $T, near: $T, rest: $T, least: $T) -> Self {
                let size = self.abs();
                let is_small = size.lt(Self::splat(least)) & size.gt(Self::splat(0.0));
                if is_small.any() {
                    return self / Self::splat(by);
                }
                self.div_by_products(by, near, rest)
            }
            #[cfg_attr(optimised, inline(always))]
            fn floor(self) -> Self {
                self.rounded::<FLOOR>()
            }
            #[cfg_attr(optimised, inline(always))]
            fn ceil(self) -> Self {
                self.rounded::<CEIL>()
            }
            #[cfg_attr(optimised, inline(always))]
            fn trunc(self) -> Self {
                self.rounded::<TRUNC>()
            }
            #[cfg_attr(optimised, inline(always))]
            fn round(self) -> Self {
                let whole = self.trunc();
                let away = whole + self.unit();
                Self::select((self - whole).abs().ge(Self::splat(0.5)), away, whole)
            }
            maths::lane_functions!($T, Avx512x16);
        }
    };
}

functions!(
    F32x16 f32,
    |x| intrinsics!(_mm512_sqrt_ps(x.0)),
    |a, b, c| intrinsics!(_mm512_fmadd_ps(a.0, b.0, c.0))
);

pub(super) use {functions, order};
