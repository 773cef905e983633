//! Eight lanes of floats.

use wide::bytemuck::cast;
use wide::{f32x8, f64x8, i16x8, i32x8, u8x16};

use super::macros::*;
use super::mask::{Mask8, MaskWidth};
use super::{I8x8, I16x8, I32x8, U8x8, U16x8, U32x8, Wide};
use crate::lanes::{FloatLanes, Lanes};
use crate::maths;

macro_rules! float {
    ($Name:ident, $Inner:ident, $T:ident) => {
        #[doc = concat!("Eight lanes of `", stringify!($T), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(super) $Inner);

        exact_arrays!($Name, $Inner, $T);
        native_operators! { $Name:
            Add add +,
            Sub sub -,
            Mul mul *,
            Div div /,
        }
        lanewise_operators! { $Name: Rem rem remainder, }

        impl std::ops::Neg for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                $Name(-self.0)
            }
        }
    };
}

float!(F32x8, f32x8, f32);
float!(F64x8, f64x8, f64);

/// `min` and `max` by one instruction where that is defined as the language defines them.
macro_rules! float_extrema {
    () => {
        #[cfg_attr(optimised, inline(always))]
        fn min(self, other: Self) -> Self {
            if cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
                Self(self.0.fast_min(other.0))
            } else {
                Self::select(self.lt(other), self, other)
            }
        }
        #[cfg_attr(optimised, inline(always))]
        fn max(self, other: Self) -> Self {
            if cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
                Self(self.0.fast_max(other.0))
            } else {
                Self::select(self.gt(other), self, other)
            }
        }
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            Self(self.0.abs())
        }
    };
}

impl F32x8 {
    /// Clamped to `0..=high` with NaN as 0, then truncated; `high` is below 2³¹.
    #[cfg_attr(optimised, inline(always))]
    fn to_i32_within(self, high: f32) -> i32x8 {
        self.max(Self::splat(0.0)).min(Self::splat(high)).0.fast_trunc_int()
    }
}

impl Lanes<Wide> for F32x8 {
    common_lanes!(f32, f32x8);
    float_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        let words = i16x8::from_i32x8_saturate(self.to_i32_within(255.0));
        U8x8(u8x16::narrow_i16x8(words, words))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        let clamped = self.to_i16().0.max(i16x8::splat(-128)).min(i16x8::splat(127));
        I16x8(clamped).to_i8()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        I32x8(self.to_i32_within(65535.0)).to_u16()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        I16x8(i16x8::from_i32x8_saturate(self.0.trunc_int()))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        // The upper half of the range is moved down by 2³¹ and back up as integers. What is
        // above the range saturates to `i32::MAX` on the way, which becomes `u32::MAX`.
        let half = f32x8::splat(2147483648.0);
        let x = self.max(Self::splat(0.0)).0;
        let upper = x.simd_ge(half);
        let lower: i32x8 = (x - (upper & half)).trunc_int();
        let top: i32x8 = cast(upper);
        U32x8(cast(lower ^ (top & i32x8::splat(i32::MIN))))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        I32x8(self.0.trunc_int())
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        self
    }
}

impl Lanes<Wide> for F64x8 {
    common_lanes!(f64, f64x8);
    float_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        self
    }
}

/// `wide` rounds twice where there is no instruction that rounds once.
macro_rules! fused {
    ($T:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn mul_add(self, factor: Self, addend: Self) -> Self {
            if maths::fused::IS_INSTRUCTION {
                return Self(self.0.mul_add(factor.0, addend.0));
            }
            let (a, b, c) = (self.to_array(), factor.to_array(), addend.to_array());
            Self::from_fn(|i| maths::fused::$T(a[i], b[i], c[i]))
        }

        #[cfg_attr(optimised, inline(always))]
        fn div_by_products(self, by: $T, near: $T, rest: $T) -> Self {
            if maths::fused::IS_INSTRUCTION {
                return self.mul_add(Self::splat(near), self * Self::splat(rest));
            }
            self / Self::splat(by)
        }
    };
}

/// Rounding from truncation, so that no lane takes a call where the target lacks the instruction.
macro_rules! rounding {
    () => {
        #[cfg_attr(optimised, inline(always))]
        fn floor(self) -> Self {
            let whole = self.trunc();
            Self::select(whole.gt(self), whole - Self::splat(1.0), whole)
        }
        #[cfg_attr(optimised, inline(always))]
        fn ceil(self) -> Self {
            let whole = self.trunc();
            Self::select(whole.lt(self), whole + Self::splat(1.0), whole)
        }
        #[cfg_attr(optimised, inline(always))]
        fn round(self) -> Self {
            let whole = self.trunc();
            let away = whole + Self(Self::splat(1.0).0.copysign(self.0));
            Self::select((self - whole).abs().ge(Self::splat(0.5)), away, whole)
        }
        #[cfg_attr(optimised, inline(always))]
        fn sqrt(self) -> Self {
            Self(self.0.sqrt())
        }
    };
}

impl FloatLanes<Wide> for F32x8 {
    rounding!();

    #[cfg_attr(optimised, inline(always))]
    fn trunc(self) -> Self {
        Self(self.0.trunc())
    }
    fused!(f32);
    maths::lane_functions!(f32, Wide);
}

impl FloatLanes<Wide> for F64x8 {
    rounding!();

    #[cfg_attr(optimised, inline(always))]
    fn trunc(self) -> Self {
        // Adding 2⁵² drops the fraction of anything smaller, rounding to nearest; from there up,
        // everything is an integer already (or infinite, or NaN).
        let shift = f64x8::splat(4503599627370496.0);
        let size = self.0.abs();
        let nearest = (size + shift) - shift;
        let below = nearest - (nearest.simd_gt(size) & f64x8::splat(1.0));
        Self::select(Self(size).lt(Self(shift)), Self(below.copysign(self.0)), self)
    }
    fused!(f64);
    maths::lane_functions!(f64, Wide);
}
