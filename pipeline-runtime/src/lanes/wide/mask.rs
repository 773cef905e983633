//! The mask of eight lanes, and its passage between the widths of the element types.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use wide::bytemuck::cast;
use wide::{f32x8, f64x8, i8x16, i16x8, i32x8, u8x16, u16x8, u32x8};

use super::{U8x8, Wide};
use crate::lanes::{Lanes, MaskLanes};

/// Eight booleans, held as `i32` lanes that are 0 or -1.
///
/// That is the width of `f32` and `i32`, whose masks are then free; those of the other types are
/// widened and narrowed by packs and unpacks.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Mask8(pub(super) i32x8);

/// A vector whose comparisons yield all-ones lanes of its own width.
pub(super) trait MaskWidth: Sized {
    /// The mask of a comparison's result.
    fn widen(self) -> Mask8;
    /// All-ones lanes of this width where the mask is set.
    fn narrow(mask: Mask8) -> Self;
}

macro_rules! same_width {
    ($($Inner:ident)*) => {$(
        impl MaskWidth for $Inner {
            #[cfg_attr(optimised, inline(always))]
            fn widen(self) -> Mask8 {
                Mask8(cast(self))
            }
            #[cfg_attr(optimised, inline(always))]
            fn narrow(mask: Mask8) -> Self {
                cast(mask.0)
            }
        }
    )*};
}

macro_rules! half_width {
    ($($Inner:ident)*) => {$(
        impl MaskWidth for $Inner {
            #[cfg_attr(optimised, inline(always))]
            fn widen(self) -> Mask8 {
                Mask8(i32x8::from_i16x8(cast(self)))
            }
            #[cfg_attr(optimised, inline(always))]
            fn narrow(mask: Mask8) -> Self {
                cast(i16x8::from_i32x8_saturate(mask.0))
            }
        }
    )*};
}

macro_rules! quarter_width {
    ($($Inner:ident)*) => {$(
        impl MaskWidth for $Inner {
            #[cfg_attr(optimised, inline(always))]
            fn widen(self) -> Mask8 {
                let bytes: u8x16 = cast(self);
                let pairs: i16x8 = cast(u8x16::unpack_low(bytes, bytes));
                pairs.widen()
            }
            #[cfg_attr(optimised, inline(always))]
            fn narrow(mask: Mask8) -> Self {
                let low = i16x8::narrow(mask) & i16x8::splat(0xff);
                cast(u8x16::narrow_i16x8(low, low))
            }
        }
    )*};
}

same_width! { f32x8 i32x8 u32x8 }
half_width! { i16x8 u16x8 }
quarter_width! { i8x16 u8x16 }

impl MaskWidth for f64x8 {
    #[cfg_attr(optimised, inline(always))]
    fn widen(self) -> Mask8 {
        let bits: [i64; 8] = cast(self);
        Mask8(i32x8::new(bits.map(|lane| lane as i32)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn narrow(mask: Mask8) -> Self {
        cast(mask.0.to_array().map(i64::from))
    }
}

macro_rules! operators {
    ($($Trait:ident $method:ident $op:tt,)*) => {$(
        impl $Trait for Mask8 {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Mask8(self.0 $op other.0)
            }
        }
    )*};
}

operators! {
    BitAnd bitand &,
    BitOr bitor |,
    BitXor bitxor ^,
}

impl Not for Mask8 {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn not(self) -> Self {
        Mask8(!self.0)
    }
}

impl MaskLanes<Wide> for Mask8 {
    #[cfg_attr(optimised, inline(always))]
    fn splat(x: bool) -> Self {
        Mask8(i32x8::splat(-i32::from(x)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
        let mut lane = |i| -i32::from(f(i));
        Mask8(i32x8::new([lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> bool {
        self.0.to_array()[i] != 0
    }
    #[cfg_attr(optimised, inline(always))]
    fn any(self) -> bool {
        self.0.any()
    }
    #[cfg_attr(optimised, inline(always))]
    fn all(self) -> bool {
        self.0.all()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> U8x8 {
        U8x8(u8x16::narrow(self) & u8x16::splat(1))
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_u8(x: U8x8) -> Self {
        x.ne(U8x8::splat(0))
    }
}
