//! Sixteen lanes of `f64`: two registers.

use std::arch::x86_64::*;
use std::mem::transmute;

use super::byte::{I8x16, U8x16};
use super::doubleword::{I32x16, U32x16};
use super::mask::Mask16;
use super::single::{CEIL, F32x16, FLOOR, TRUNC, functions, order};
use super::word::{I16x16, U16x16};
use super::{Avx512x16, halves_of_512, interleave, join_512};
use crate::lanes::avx2::F64x8;
use crate::lanes::beyond::load_beyond;
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::x86::*;
use crate::lanes::{FloatLanes, Lanes, MaskLanes};
use crate::maths;

/// Sixteen lanes of `f64`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct F64x16(pub(super) [__m512d; 2]);

/// An intrinsic on both registers of one or two vectors.
macro_rules! both {
    ($intrinsic:ident $(::<$MODE:ident>)? ($a:expr)) => {{
        let [low, high] = $a.0;
        intrinsics!([$intrinsic $(::<$MODE>)? (low), $intrinsic $(::<$MODE>)? (high)])
    }};
    ($intrinsic:ident $(::<$MODE:ident>)? ($a:expr, $b:expr)) => {{
        let ([low, high], [other_low, other_high]) = ($a.0, $b.0);
        intrinsics!([
            $intrinsic $(::<$MODE>)? (low, other_low),
            $intrinsic $(::<$MODE>)? (high, other_high),
        ])
    }};
}

macro_rules! arithmetic {
    ($($Trait:ident $method:ident $intrinsic:ident,)*) => {$(
        impl std::ops::$Trait for F64x16 {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                F64x16(both!($intrinsic(self, other)))
            }
        }
    )*};
}

arithmetic! {
    Add add _mm512_add_pd,
    Sub sub _mm512_sub_pd,
    Mul mul _mm512_mul_pd,
    Div div _mm512_div_pd,
}

impl std::ops::Rem for F64x16 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn rem(self, other: Self) -> Self {
        let (a, b): (Pair<F64x8>, Pair<F64x8>) = (self.halves(), other.halves());
        Self::join(a % b)
    }
}

impl std::ops::Neg for F64x16 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        F64x16(both!(_mm512_xor_pd(self, F64x16::splat(-0.0))))
    }
}

/// The lower and the upper half of a register.
#[cfg_attr(optimised, inline(always))]
fn halves(x: __m512d) -> [__m256d; 2] {
    intrinsics!([_mm512_castpd512_pd256(x), _mm512_extractf64x4_pd::<1>(x)])
}

/// The register of two halves.
#[cfg_attr(optimised, inline(always))]
fn join([low, high]: [__m256d; 2]) -> __m512d {
    intrinsics!(_mm512_insertf64x4::<1>(_mm512_castpd256_pd512(low), high))
}

impl Halves<F64x8> for F64x16 {
    #[cfg_attr(optimised, inline(always))]
    fn join(Pair(low, high): Pair<F64x8>) -> Self {
        F64x16([join(low.0), join(high.0)])
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<F64x8> {
        let [low, high] = self.0;
        Pair(F64x8(halves(low)), F64x8(halves(high)))
    }
}

impl F64x16 {
    #[cfg_attr(optimised, inline(always))]
    fn compare<const PREDICATE: i32>(self, other: Self) -> Mask16 {
        let [low, high] = both!(_mm512_cmp_pd_mask::<PREDICATE>(self, other));
        Mask16(u16::from(low) | u16::from(high) << 8)
    }

    #[cfg_attr(optimised, inline(always))]
    fn truncated(self) -> I32x16 {
        let [low, high] = both!(_mm512_cvttpd_epi32(self));
        I32x16(join_512(low, high))
    }

    /// Clamped to a range of integers with NaN as 0, then truncated.
    #[cfg_attr(optimised, inline(always))]
    fn to_i32_within(self, low: f64, high: f64) -> I32x16 {
        let number = F64x16::select(self.eq(self), self, F64x16::splat(0.0));
        number.max(Self::splat(low)).min(Self::splat(high)).truncated()
    }

    #[cfg_attr(optimised, inline(always))]
    fn rounded<const MODE: i32>(self) -> Self {
        F64x16(both!(_mm512_roundscale_pd::<MODE>(self)))
    }

    /// 1 with the sign of each lane.
    #[cfg_attr(optimised, inline(always))]
    fn unit(self) -> Self {
        let sign = F64x16(both!(_mm512_and_pd(self, F64x16::splat(-0.0))));
        F64x16(both!(_mm512_or_pd(sign, F64x16::splat(1.0))))
    }
}

impl Lanes<Avx512x16> for F64x16 {
    type Elem = f64;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: f64) -> Self {
        F64x16(intrinsics!([_mm512_set1_pd(x), _mm512_set1_pd(x)]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> f64 {
        // SAFETY: both are sixteen floats, of which any bits are one.
        let lanes: [f64; 16] = unsafe { transmute(self.0) };
        lanes[i]
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const f64) -> Self {
        F64x16(intrinsics!([_mm512_loadu_pd(p), _mm512_loadu_pd(p.add(8))]))
    }
    load_beyond!(f64, |place| intrinsics!([
        _mm512_castsi512_pd(place.of_512()),
        _mm512_castsi512_pd(place.ahead(8).of_512()),
    ]));
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut f64) {
        let [low, high] = self.0;
        intrinsics!({
            _mm512_storeu_pd(p, low);
            _mm512_storeu_pd(p.add(8), high);
        });
    }
    by_halves!(f64, F64x8, Avx512x16);
    every_by_halves!(f64, F64x8, Avx512x16);
    #[cfg_attr(optimised, inline(always))]
    fn interleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0, other.0);
        let (low, high) =
            (interleave::doubles::interleave(a, c), interleave::doubles::interleave(b, d));
        [F64x16(low), F64x16(high)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0, other.0);
        let (low, high) =
            (interleave::doubles::deinterleave(a, b), interleave::doubles::deinterleave(c, d));
        [F64x16([low[0], high[0]]), F64x16([low[1], high[1]])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn interleave_three(of: [Self; 3]) -> [Self; 3] {
        let [F64x16([a, d]), F64x16([b, e]), F64x16([c, f])] = of;
        let [x, y, z] = interleave::doubles::interleave_three([a, b, c]);
        let [u, v, w] = interleave::doubles::interleave_three([d, e, f]);
        [F64x16([x, y]), F64x16([z, u]), F64x16([v, w])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave_three(of: [Self; 3]) -> [Self; 3] {
        let [F64x16([x, y]), F64x16([z, u]), F64x16([v, w])] = of;
        let [a, b, c] = interleave::doubles::deinterleave_three([x, y, z]);
        let [d, e, f] = interleave::doubles::deinterleave_three([u, v, w]);
        [F64x16([a, d]), F64x16([b, e]), F64x16([c, f])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn splice(self, next: Self, by: usize) -> Self {
        let ([a, b], [c, d]) = (self.0, next.0);
        let doubles = interleave::doubles::splice;
        F64x16(match by.checked_sub(8) {
            None => [doubles(a, b, by), doubles(b, c, by)],
            Some(by) => [doubles(b, c, by), doubles(c, d, by)],
        })
    }
    #[cfg_attr(optimised, inline(always))]
    fn reverse(self) -> Self {
        let [low, high] = self.0;
        F64x16([interleave::doubles::reverse(high), interleave::doubles::reverse(low)])
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const f64, offsets: I32x16) -> Self {
        let Pair(low, high) = halves_of_512(offsets.0);
        F64x16(intrinsics!([
            _mm512_i32gather_pd::<8>(low, base.cast()),
            _mm512_i32gather_pd::<8>(high, base.cast()),
        ]))
    }
    order!(Mask16);
    #[cfg_attr(optimised, inline(always))]
    fn min(self, other: Self) -> Self {
        F64x16(both!(_mm512_min_pd(self, other)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn max(self, other: Self) -> Self {
        F64x16(both!(_mm512_max_pd(self, other)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        F64x16(both!(_mm512_abs_pd(self)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: Mask16, a: Self, b: Self) -> Self {
        let (low, high) = (mask.0 as u8, (mask.0 >> 8) as u8);
        F64x16(intrinsics!([
            _mm512_mask_blend_pd(low, b.0[0], a.0[0]),
            _mm512_mask_blend_pd(high, b.0[1], a.0[1]),
        ]))
    }
    conversions! {
        to_u8 U8x16, |x| x.to_i32_within(0.0, 255.0).to_u8();
        to_i8 I8x16, |x| x.to_i32_within(-128.0, 127.0).to_i8();
        to_u16 U16x16, |x| x.to_i32_within(0.0, 65535.0).to_u16();
        to_i16 I16x16, |x| x.to_i32_within(-32768.0, 32767.0).to_i16();
        to_u32 U32x16, |x| {
            let [low, high] = both!(_mm512_cvttpd_epu32(x.max(F64x16::splat(0.0))));
            U32x16(join_512(low, high))
        };
        to_i32 I32x16, |x| x.to_i32_within(-2147483648.0, 2147483647.0);
        to_f32 F32x16, |x| {
            let [low, high] = both!(_mm512_cvtpd_ps(x));
            F32x16(intrinsics!({
                let (low, high) = (_mm256_castps_si256(low), _mm256_castps_si256(high));
                _mm512_castsi512_ps(join_512(low, high))
            }))
        };
        to_f64 F64x16, |x| x;
    }
}

functions!(F64x16 f64, |x| both!(_mm512_sqrt_pd(x)), |a, b, c| intrinsics!([
    _mm512_fmadd_pd(a.0[0], b.0[0], c.0[0]),
    _mm512_fmadd_pd(a.0[1], b.0[1], c.0[1]),
]));
