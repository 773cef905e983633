//! Eight lanes of floats.

use std::arch::x86_64::*;
use std::mem::transmute;

use super::macros::*;
use super::mask::Mask8;
use super::{Avx2, I8x8, I16x8, I32x8, U8x8, U16x8, U32x8, every, int, interleave, transpose};
use crate::lanes::beyond::load_beyond;
use crate::lanes::x86::interleaved;
use crate::lanes::{FloatLanes, Lanes, loads};
use crate::maths;

vector!(F32x8, __m256, f32);
vector!(F64x8, [__m256d; 2], f64);

macro_rules! to_array {
    ($Name:ident $T:ident) => {
        impl $Name {
            /// The lanes, in order.
            #[cfg_attr(optimised, inline(always))]
            fn to_array(self) -> [$T; 8] {
                // SAFETY: both are eight floats, of which any bits are one.
                unsafe { transmute(self.0) }
            }
        }
    };
}

to_array!(F32x8 f32);
to_array!(F64x8 f64);

/// An intrinsic on both halves of one or two vectors.
macro_rules! both {
    ($intrinsic:ident $(::<$MODE:ident>)? ($a:expr)) => {{
        let [low, high] = $a.0;
        avx2!([$intrinsic $(::<$MODE>)? (low), $intrinsic $(::<$MODE>)? (high)])
    }};
    ($intrinsic:ident $(::<$MODE:ident>)? ($a:expr, $b:expr)) => {{
        let ([low, high], [other_low, other_high]) = ($a.0, $b.0);
        avx2!([
            $intrinsic $(::<$MODE>)? (low, other_low),
            $intrinsic $(::<$MODE>)? (high, other_high),
        ])
    }};
}

operators! { F32x8:
    Add add _mm256_add_ps,
    Sub sub _mm256_sub_ps,
    Mul mul _mm256_mul_ps,
    Div div _mm256_div_ps,
}

derived_operators! { F64x8:
    Add add |a, b| Self(both!(_mm256_add_pd(a, b)));
    Sub sub |a, b| Self(both!(_mm256_sub_pd(a, b)));
    Mul mul |a, b| Self(both!(_mm256_mul_pd(a, b)));
    Div div |a, b| Self(both!(_mm256_div_pd(a, b)));
}

lanewise_operators! { F32x8: Rem rem remainder, }
lanewise_operators! { F64x8: Rem rem remainder, }

impl std::ops::Neg for F32x8 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        F32x8(avx2!(_mm256_xor_ps(self.0, _mm256_set1_ps(-0.0))))
    }
}

impl std::ops::Neg for F64x8 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        F64x8(both!(_mm256_xor_pd(self, F64x8::splat(-0.0))))
    }
}

impl F32x8 {
    #[cfg_attr(optimised, inline(always))]
    fn compare<const PREDICATE: i32>(self, other: Self) -> Mask8 {
        Mask8::of_doublewords(avx2!(_mm256_castps_si256(_mm256_cmp_ps::<PREDICATE>(
            self.0, other.0
        ))))
    }

    #[cfg_attr(optimised, inline(always))]
    fn truncated(self) -> I32x8 {
        I32x8(avx2!(_mm256_cvttps_epi32(self.0)))
    }

    /// Clamped to `0..=high` with NaN as 0, then truncated; `high` is below 2³¹.
    #[cfg_attr(optimised, inline(always))]
    fn to_i32_within(self, high: f32) -> I32x8 {
        self.max(Self::splat(0.0)).min(Self::splat(high)).truncated()
    }
}

impl F64x8 {
    #[cfg_attr(optimised, inline(always))]
    fn compare<const PREDICATE: i32>(self, other: Self) -> Mask8 {
        Mask8::of_doubles(both!(_mm256_cmp_pd::<PREDICATE>(self, other)))
    }

    #[cfg_attr(optimised, inline(always))]
    fn truncated(self) -> I32x8 {
        let [low, high] = self.0;
        I32x8(avx2!(_mm256_set_m128i(_mm256_cvttpd_epi32(high), _mm256_cvttpd_epi32(low))))
    }

    /// Clamped to a range of integers with NaN as 0, then truncated.
    #[cfg_attr(optimised, inline(always))]
    fn to_i32_within(self, low: f64, high: f64) -> I32x8 {
        let number = F64x8::select(self.eq(self), self, F64x8::splat(0.0));
        number.max(Self::splat(low)).min(Self::splat(high)).truncated()
    }
}

/// Comparisons; those with NaN are false, but for `ne`.
macro_rules! order {
    () => {
        #[cfg_attr(optimised, inline(always))]
        fn lt(self, other: Self) -> Mask8 {
            self.compare::<_CMP_LT_OQ>(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn le(self, other: Self) -> Mask8 {
            self.compare::<_CMP_LE_OQ>(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn gt(self, other: Self) -> Mask8 {
            self.compare::<_CMP_GT_OQ>(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn ge(self, other: Self) -> Mask8 {
            self.compare::<_CMP_GE_OQ>(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> Mask8 {
            self.compare::<_CMP_EQ_OQ>(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn ne(self, other: Self) -> Mask8 {
            self.compare::<_CMP_NEQ_UQ>(other)
        }
    };
}

impl Lanes<Avx2> for F32x8 {
    type Elem = f32;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: f32) -> Self {
        F32x8(avx2!(_mm256_set1_ps(x)))
    }
    from_fn!(f32 as f32, |a b c d e f g h| _mm256_setr_ps(a, b, c, d, e, f, g, h));
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> f32 {
        self.to_array()[i]
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const f32) -> Self {
        F32x8(avx2!(_mm256_loadu_ps(p)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut f32) {
        avx2!(_mm256_storeu_ps(p, self.0));
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_every<const STEP: isize>(p: *const f32) -> Self {
        match STEP {
            2 => F32x8(avx2!(every::second_of_4_bytes(p))),
            // SAFETY: forwarded from the caller.
            _ => unsafe { Self::load_strided(p, STEP) },
        }
    }
    load_beyond!(f32, |place| avx2!(_mm256_castsi256_ps(place.of_256())));
    interleaved!(interleave::singles);
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose(from: *const f32, stride: isize, to: *mut f32, to_stride: isize) {
        // SAFETY: forwarded from the caller.
        unsafe { transpose::of_4_bytes(from, stride, to, to_stride) };
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const f32, offsets: I32x8) -> Self {
        F32x8(match loads::are_chosen() {
            true => avx2!(_mm256_castsi256_ps(loads::eight::<4>(base.cast(), offsets.0))),
            false => avx2!(_mm256_i32gather_ps::<4>(base, offsets.0)),
        })
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn spread(base: *const f32, offsets: I32x8) -> Self {
        let read = offsets.up_to_last();
        F32x8(avx2!(_mm256_permutevar8x32_ps(_mm256_maskload_ps(base, read), offsets.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn pairs(base: *const f32, offsets: I32x8) -> [Self; 2] {
        let [first, second] = avx2!(loads::eight_pairs(base, offsets.0));
        [F32x8(first), F32x8(second)]
    }
    const LOOKS_UP_ROWS: bool = true;
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_row<const ENTRIES: usize>(row: *const f32, entries: I32x8) -> Self {
        let first = avx2!(_mm256_maskload_ps(row, int::up_to(const { ENTRIES as i32 })));
        let low = avx2!(_mm256_permutevar8x32_ps(first, entries.0));
        if ENTRIES <= 8 {
            return F32x8(low);
        }
        F32x8(avx2!({
            let rest = int::up_to(const { ENTRIES as i32 - 8 });
            let second = _mm256_maskload_ps(row.wrapping_add(8), rest);
            let high = _mm256_permutevar8x32_ps(second, entries.0);
            // Bit 3 of a number says in which half the entry is.
            let which = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(entries.0));
            _mm256_blendv_ps(low, high, which)
        }))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_rows<const ENTRIES: usize>(
        [first, second]: [*const f32; 2],
        rows: I32x8,
        entries: I32x8,
    ) -> Self {
        // SAFETY: forwarded from the caller.
        let low = unsafe { Self::of_row::<ENTRIES>(first, entries) };
        // SAFETY: likewise.
        let high = unsafe { Self::of_row::<ENTRIES>(second, entries) };
        let which = avx2!(_mm256_castsi256_ps(_mm256_slli_epi32::<31>(rows.0)));
        F32x8(avx2!(_mm256_blendv_ps(low.0, high.0, which)))
    }
    order!();
    // Where neither is the less, or the greater, these yield their second operand, as the language
    // does.
    methods! { min _mm256_min_ps, max _mm256_max_ps, }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        F32x8(avx2!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: Mask8, a: Self, b: Self) -> Self {
        F32x8(avx2!(_mm256_blendv_ps(b.0, a.0, _mm256_castsi256_ps(mask.doublewords))))
    }
    conversions! {
        to_u8 U8x8, |x| {
            // Bytes already, of which saturation changes none.
            let [low, high] = int::halves(x.to_i32_within(255.0).0);
            U8x8(avx2!({
                let words = _mm_packus_epi32(low, high);
                _mm_packus_epi16(words, words)
            }))
        };
        to_i8 I8x8, |x| I8x8(avx2!({
            let words = x.to_i16().0;
            _mm_packs_epi16(words, words)
        }));
        to_u16 U16x8, |x| x.to_i32_within(65535.0).to_u16();
        to_i16 I16x8, |x| {
            let [low, high] = int::halves(x.to_i32().0);
            I16x8(avx2!(_mm_packs_epi32(low, high)))
        };
        to_u32 U32x8, |x| {
            // The upper half of the range is moved down by 2³¹ and back up as integers. What is
            // above the range saturates to `i32::MAX` on the way, which becomes `u32::MAX`.
            let half = F32x8::splat(2147483648.0);
            let x = x.max(F32x8::splat(0.0));
            let upper = x.ge(half);
            let lower = F32x8::select(upper, x - half, x).to_i32();
            (lower ^ (I32x8(upper.doublewords) & I32x8::splat(i32::MIN))).to_u32()
        };
        to_i32 I32x8, |x| {
            // What does not fit comes out as `i32::MIN`, whose complement is `i32::MAX`.
            let above = I32x8(x.ge(F32x8::splat(2147483648.0)).doublewords);
            let number = I32x8(x.eq(x).doublewords);
            (x.truncated() ^ above) & number
        };
        to_f32 F32x8, |x| x;
        to_f64 F64x8, |x| F64x8(avx2!([
            _mm256_cvtps_pd(_mm256_castps256_ps128(x.0)),
            _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(x.0)),
        ]));
    }
}

impl Lanes<Avx2> for F64x8 {
    type Elem = f64;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: f64) -> Self {
        F64x8(avx2!([_mm256_set1_pd(x), _mm256_set1_pd(x)]))
    }
    from_fn!(f64 as f64, |a b c d e f g h| [
        _mm256_setr_pd(a, b, c, d),
        _mm256_setr_pd(e, f, g, h)
    ]);
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> f64 {
        self.to_array()[i]
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const f64) -> Self {
        F64x8(avx2!([_mm256_loadu_pd(p), _mm256_loadu_pd(p.add(4))]))
    }
    load_beyond!(f64, |place| avx2!([
        _mm256_castsi256_pd(place.of_256()),
        _mm256_castsi256_pd(place.ahead(4).of_256()),
    ]));
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut f64) {
        let [low, high] = self.0;
        avx2!({
            _mm256_storeu_pd(p, low);
            _mm256_storeu_pd(p.add(4), high);
        });
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_every<const STEP: isize>(p: *const f64) -> Self {
        match STEP {
            2 => F64x8(avx2!([every::second_of_f64(p), every::second_of_f64(p.add(8))])),
            // SAFETY: forwarded from the caller.
            _ => unsafe { Self::load_strided(p, STEP) },
        }
    }
    #[cfg_attr(optimised, inline(always))]
    fn interleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0, other.0);
        let (low, high) =
            (interleave::doubles::interleave(a, c), interleave::doubles::interleave(b, d));
        [F64x8(low), F64x8(high)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0, other.0);
        let (low, high) =
            (interleave::doubles::deinterleave(a, b), interleave::doubles::deinterleave(c, d));
        [F64x8([low[0], high[0]]), F64x8([low[1], high[1]])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn interleave_three(of: [Self; 3]) -> [Self; 3] {
        let [F64x8([a, d]), F64x8([b, e]), F64x8([c, f])] = of;
        let [x, y, z] = interleave::doubles::interleave_three([a, b, c]);
        let [u, v, w] = interleave::doubles::interleave_three([d, e, f]);
        [F64x8([x, y]), F64x8([z, u]), F64x8([v, w])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave_three(of: [Self; 3]) -> [Self; 3] {
        let [F64x8([x, y]), F64x8([z, u]), F64x8([v, w])] = of;
        let [a, b, c] = interleave::doubles::deinterleave_three([x, y, z]);
        let [d, e, f] = interleave::doubles::deinterleave_three([u, v, w]);
        [F64x8([a, d]), F64x8([b, e]), F64x8([c, f])]
    }
    #[cfg_attr(optimised, inline(always))]
    fn splice(self, next: Self, by: usize) -> Self {
        let ([a, b], [c, d]) = (self.0, next.0);
        let doubles = interleave::doubles::splice;
        F64x8(match by.checked_sub(4) {
            None => [doubles(a, b, by), doubles(b, c, by)],
            Some(by) => [doubles(b, c, by), doubles(c, d, by)],
        })
    }
    #[cfg_attr(optimised, inline(always))]
    fn reverse(self) -> Self {
        let [low, high] = self.0;
        F64x8([interleave::doubles::reverse(high), interleave::doubles::reverse(low)])
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose(from: *const f64, stride: isize, to: *mut f64, to_stride: isize) {
        // SAFETY: forwarded from the caller.
        unsafe { transpose::of_8_bytes(from, stride, to, to_stride) };
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const f64, offsets: I32x8) -> Self {
        let [low, high] = int::halves(offsets.0);
        F64x8(avx2!([_mm256_i32gather_pd::<8>(base, low), _mm256_i32gather_pd::<8>(base, high)]))
    }
    order!();
    #[cfg_attr(optimised, inline(always))]
    fn min(self, other: Self) -> Self {
        F64x8(both!(_mm256_min_pd(self, other)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn max(self, other: Self) -> Self {
        F64x8(both!(_mm256_max_pd(self, other)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        F64x8(both!(_mm256_andnot_pd(F64x8::splat(-0.0), self)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: Mask8, a: Self, b: Self) -> Self {
        let [low, high] = mask.doubles;
        F64x8(avx2!([
            _mm256_blendv_pd(b.0[0], a.0[0], low),
            _mm256_blendv_pd(b.0[1], a.0[1], high),
        ]))
    }
    conversions! {
        to_u8 U8x8, |x| x.to_i32_within(0.0, 255.0).to_u8();
        to_i8 I8x8, |x| x.to_i32_within(-128.0, 127.0).to_i8();
        to_u16 U16x8, |x| x.to_i32_within(0.0, 65535.0).to_u16();
        to_i16 I16x8, |x| x.to_i32_within(-32768.0, 32767.0).to_i16();
        to_u32 U32x8, |x| {
            // As integers around 0, the range is that of `i32`. No fraction is left to go astray.
            let whole = F64x8::max(x, F64x8::splat(0.0)).trunc() - F64x8::splat(2147483648.0);
            (whole.min(F64x8::splat(2147483647.0)).truncated() ^ I32x8::splat(i32::MIN)).to_u32()
        };
        to_i32 I32x8, |x| x.to_i32_within(-2147483648.0, 2147483647.0);
        to_f32 F32x8, |x| {
            let [low, high] = x.0;
            F32x8(avx2!(_mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low))))
        };
        to_f64 F64x8, |x| x;
    }
}

const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
const CEIL: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
const TRUNC: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;

impl F32x8 {
    /// 1 with the sign of each lane.
    #[cfg_attr(optimised, inline(always))]
    fn unit(self) -> Self {
        F32x8(avx2!({
            let sign = _mm256_and_ps(self.0, _mm256_set1_ps(-0.0));
            _mm256_or_ps(sign, _mm256_set1_ps(1.0))
        }))
    }

    #[cfg_attr(optimised, inline(always))]
    fn rounded<const MODE: i32>(self) -> Self {
        F32x8(avx2!(_mm256_round_ps::<MODE>(self.0)))
    }
}

impl F64x8 {
    /// 1 with the sign of each lane.
    #[cfg_attr(optimised, inline(always))]
    fn unit(self) -> Self {
        let sign = F64x8(both!(_mm256_and_pd(self, F64x8::splat(-0.0))));
        F64x8(both!(_mm256_or_pd(sign, F64x8::splat(1.0))))
    }

    #[cfg_attr(optimised, inline(always))]
    fn rounded<const MODE: i32>(self) -> Self {
        F64x8(both!(_mm256_round_pd::<MODE>(self)))
    }
}

macro_rules! functions {
    ($Name:ident $T:ident, |$x:ident| $sqrt:expr, |$a:ident, $b:ident, $c:ident| $mul_add:expr) => {
        impl FloatLanes<Avx2> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn clamped_to_i32(self, lo: Self::Elem, hi: Self::Elem) -> I32x8 {
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
            maths::lane_functions!($T, Avx2);
        }
    };
}

functions!(
    F32x8 f32,
    |x| avx2!(_mm256_sqrt_ps(x.0)),
    |a, b, c| avx2!(_mm256_fmadd_ps(a.0, b.0, c.0))
);
functions!(F64x8 f64, |x| both!(_mm256_sqrt_pd(x)), |a, b, c| avx2!([
    _mm256_fmadd_pd(a.0[0], b.0[0], c.0[0]),
    _mm256_fmadd_pd(a.0[1], b.0[1], c.0[1]),
]));
