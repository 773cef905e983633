//! Eight lanes of bytes: the low half of a register of sixteen. The high half is never looked at.

use wide::bytemuck::cast;
use wide::{i8x16, i16x8, u8x16, u16x8, u64x2};

use super::macros::*;
use super::mask::{Mask8, MaskWidth};
use super::{F32x8, F64x8, I16x8, I32x8, U16x8, U32x8, Wide};
use crate::lanes::Lanes;

/// Operators computed in 16-bit lanes, where division by a constant has vector instructions. The
/// quotient that wraps, `MIN / -1`, does so when it is narrowed again.
macro_rules! widened_operators {
    ($Name:ident $widen:ident $narrow:ident: $($Trait:ident $method:ident $op:tt,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                (self.$widen() $op other.$widen()).$narrow()
            }
        }
    )*};
}

macro_rules! narrow {
    ($Name:ident, $Inner:ident, $T:ident, $widen:ident, $narrow:ident) => {
        #[doc = concat!("Eight lanes of `", stringify!($T), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(super) $Inner);

        impl $Name {
            /// The vector of these lanes.
            #[cfg_attr(optimised, inline(always))]
            pub fn from_array(lanes: [$T; 8]) -> Self {
                $Name(cast(u64x2::new([cast::<[$T; 8], u64>(lanes), 0])))
            }
            /// The lanes, in order.
            #[cfg_attr(optimised, inline(always))]
            pub fn to_array(self) -> [$T; 8] {
                cast(cast::<$Inner, [u64; 2]>(self.0)[0])
            }
        }

        integer_operators!($Name, $Inner);
        widened_operators! { $Name $widen $narrow: Div div /, Rem rem %, }

        impl std::ops::Mul for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn mul(self, other: Self) -> Self {
                // The low byte of a product depends on the low bytes of its factors alone.
                let (a, b): (u8x16, u8x16) = (cast(self.0), cast(other.0));
                let product = u16x8::from_u8x16_low(a) * u16x8::from_u8x16_low(b);
                Self(cast(U16x8(product).to_u8().0))
            }
        }
    };
}

narrow!(U8x8, u8x16, u8, to_u16, to_u8);
narrow!(I8x8, i8x16, i8, to_i16, to_i8);

impl Lanes<Wide> for U8x8 {
    common_lanes!(u8, u8x16);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        I8x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        U16x8(u16x8::from_u8x16_low(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        I16x8(i16x8::from_u8x16_low(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        self.to_u16().to_u32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        self.to_u16().to_i32()
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

impl Lanes<Wide> for I8x8 {
    common_lanes!(i8, i8x16);
    native_extrema!();

    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        I8x8(self.0.abs())
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        U8x8(cast(self.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> I8x8 {
        self
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> U16x8 {
        self.to_i16().to_u16()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> I16x8 {
        // Each byte goes to the high half of a lane; the arithmetic shift extends its sign.
        let bytes: u8x16 = cast(self.0);
        let high: i16x8 = cast(u8x16::unpack_low(bytes, bytes));
        I16x8(high >> 8)
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> U32x8 {
        self.to_i16().to_u32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> I32x8 {
        self.to_i16().to_i32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> F32x8 {
        self.to_i16().to_f32()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> F64x8 {
        self.to_i16().to_f64()
    }
}
