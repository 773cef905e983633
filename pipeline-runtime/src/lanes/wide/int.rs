//! Eight lanes of 16-bit and 32-bit integers.

use wide::bytemuck::cast;
use wide::{f32x8, f64x8, i8x16, i16x8, i32x8, u8x16, u16x8, u32x8};

use super::macros::*;
use super::mask::{Mask8, MaskWidth};
use super::{F32x8, F64x8, I8x8, U8x8, Wide};
use crate::lanes::Lanes;

/// The vector of shift amounts that the inner vector's shift operators take.
pub(super) trait Amount {
    /// The unsigned vector of the same width.
    type Lanes;
}

macro_rules! amounts {
    ($($Inner:ident $Lanes:ident,)*) => {$(
        impl Amount for $Inner {
            type Lanes = $Lanes;
        }
    )*};
}

amounts! {
    u8x16 u8x16,
    i8x16 u8x16,
    u16x8 u16x8,
    i16x8 u16x8,
    u32x8 u32x8,
    i32x8 u32x8,
}

macro_rules! integer {
    ($Name:ident, $Inner:ident, $T:ident) => {
        #[doc = concat!("Eight lanes of `", stringify!($T), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(super) $Inner);

        exact_arrays!($Name, $Inner, $T);
        integer_operators!($Name, $Inner);
        native_operators! { $Name: Mul mul *, }
        lanewise_operators! { $Name:
            Div div quotient,
            Rem rem remainder,
        }
    };
}

integer!(I16x8, i16x8, i16);
integer!(U16x8, u16x8, u16);
integer!(I32x8, i32x8, i32);
integer!(U32x8, u32x8, u32);

/// The low byte of each 16-bit lane, in the low eight bytes.
#[cfg_attr(optimised, inline(always))]
fn low_bytes(x: i16x8) -> u8x16 {
    let low = x & i16x8::splat(0xff);
    u8x16::narrow_i16x8(low, low)
}

impl Lanes<Wide> for I16x8 {
    common_lanes!(i16, i16x8);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        I16x8(self.0.max(i16x8::splat(0) - self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        U8x8(low_bytes(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        I8x8(cast(low_bytes(self.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        U16x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        self.to_i32().to_u32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        if cfg!(any(target_feature = "avx2", not(target_feature = "sse2"))) {
            return I32x8(i32x8::from_i16x8(self.0));
        }
        // Without an instruction for it, the unpacking that extends the sign leaves half of each
        // lane to chance first, and so waits for whatever the register held. Extending zeros does
        // not.
        let flipped: u16x8 = cast(self.0 ^ i16x8::splat(i16::MIN));
        I32x8(i32x8::from_u16x8(flipped) - i32x8::splat(1 << 15))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        self.to_i32().to_f32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        self.to_i32().to_f64()
    }
}

impl Lanes<Wide> for U16x8 {
    common_lanes!(u16, u16x8);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        U8x8(low_bytes(cast(self.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        I8x8(cast(low_bytes(cast(self.0))))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        I16x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        self.to_i32().to_u32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        I32x8(i32x8::from_u16x8(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        self.to_i32().to_f32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        self.to_i32().to_f64()
    }
}

impl Lanes<Wide> for I32x8 {
    common_lanes!(i32, i32x8);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        let sign = self.0 >> 31;
        I32x8((self.0 ^ sign) - sign)
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        self.to_i16().to_u8()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        self.to_i16().to_i8()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        self.to_i16().to_u16()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        I16x8(i16x8::from_i32x8_truncate(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        U32x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        F32x8(self.0.round_float())
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        F64x8(f64x8::from_i32x8(self.0))
    }
}

impl Lanes<Wide> for U32x8 {
    common_lanes!(u32, u32x8);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        self.to_i32().to_u8()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        self.to_i32().to_i8()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        self.to_i32().to_u16()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        self.to_i32().to_i16()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        I32x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        // Both halves convert exactly, so the one addition rounds once, as the cast does.
        let high: i32x8 = cast(self.0 >> 16);
        let low: i32x8 = cast(self.0 & u32x8::splat(0xffff));
        F32x8(high.round_float() * f32x8::splat(65536.0) + low.round_float())
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        let flipped: i32x8 = cast(self.0 ^ u32x8::splat(1 << 31));
        F64x8(f64x8::from_i32x8(flipped) + f64x8::splat(2147483648.0))
    }
}
