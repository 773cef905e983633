//! Scalar arithmetic with the meaning it has in a pipeline, and the way from an element type to
//! its lanes.

use super::{Isa, Lanes};
use crate::Element;

/// An element type with its arithmetic: what one lane computes.
///
/// These functions are the definition of the language's operators; the lanes of every
/// instruction set agree with them bit for bit.
pub trait Elem: Element {
    /// The lanes of this type on the instruction set `V`.
    type In<V: Isa>: Lanes<V, Elem = Self>;

    /// The smallest integer of the type; 0 for floats.
    const MIN_INT: i64;
    /// The largest integer of the type; 0 for floats.
    const MAX_INT: i64;
    /// The integer, wrapped to the type; rounded for floats.
    fn from_i64(x: i64) -> Self;

    /// `self + other`, wrapping.
    fn plus(self, other: Self) -> Self;
    /// `self - other`, wrapping.
    fn minus(self, other: Self) -> Self;
    /// `self * other`, wrapping.
    fn times(self, other: Self) -> Self;
    /// `self / other`, truncating and wrapping for integers, where `x / 0` is 0.
    fn quotient(self, other: Self) -> Self;
    /// `self % other`, where `x % 0` is 0 for integers.
    fn remainder(self, other: Self) -> Self;
    /// `-self`, wrapping.
    fn negative(self) -> Self;
    /// The absolute value, wrapping.
    fn magnitude(self) -> Self;

    /// `self as u8`.
    fn as_u8(self) -> u8;
    /// `self as i8`.
    fn as_i8(self) -> i8;
    /// `self as u16`.
    fn as_u16(self) -> u16;
    /// `self as i16`.
    fn as_i16(self) -> i16;
    /// `self as u32`.
    fn as_u32(self) -> u32;
    /// `self as i32`.
    fn as_i32(self) -> i32;
    /// `self as f32`.
    fn as_f32(self) -> f32;
    /// `self as f64`.
    fn as_f64(self) -> f64;

    /// `x as Self`, lane by lane.
    fn cast_lanes<V: Isa, L: Lanes<V>>(x: L) -> Self::In<V>;
}

/// An integer element type.
pub trait IntElem: Elem {
    /// `self & other`.
    fn and(self, other: Self) -> Self;
    /// `self | other`.
    fn or(self, other: Self) -> Self;
    /// `self ^ other`.
    fn xor(self, other: Self) -> Self;
    /// `!self`.
    fn complement(self) -> Self;
    /// `wrapping_shl`: only the low bits of the amount count.
    fn left(self, amount: u32) -> Self;
    /// `wrapping_shr`: only the low bits of the amount count.
    fn right(self, amount: u32) -> Self;
    /// The sum, clamped to the type's range.
    fn plus_clamped(self, other: Self) -> Self;
    /// The difference, clamped to the type's range.
    fn minus_clamped(self, other: Self) -> Self;
}

macro_rules! casts {
    ($In:ident, $to:ident) => {
        type In<V: Isa> = V::$In;

        #[cfg_attr(optimised, inline(always))]
        fn from_i64(x: i64) -> Self {
            x as Self
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_u8(self) -> u8 {
            self as u8
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_i8(self) -> i8 {
            self as i8
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_u16(self) -> u16 {
            self as u16
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_i16(self) -> i16 {
            self as i16
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_u32(self) -> u32 {
            self as u32
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_i32(self) -> i32 {
            self as i32
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_f32(self) -> f32 {
            self as f32
        }
        #[cfg_attr(optimised, inline(always))]
        fn as_f64(self) -> f64 {
            self as f64
        }
        #[cfg_attr(optimised, inline(always))]
        fn cast_lanes<V: Isa, L: Lanes<V>>(x: L) -> V::$In {
            x.$to()
        }
    };
}

macro_rules! integers {
    ($($T:ident $In:ident $to:ident |$x:ident| $magnitude:expr;)*) => {$(
        impl Elem for $T {
            casts!($In, $to);
            const MIN_INT: i64 = $T::MIN as i64;
            const MAX_INT: i64 = $T::MAX as i64;

            #[cfg_attr(optimised, inline(always))]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[cfg_attr(optimised, inline(always))]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[cfg_attr(optimised, inline(always))]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[cfg_attr(optimised, inline(always))]
            fn quotient(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_div(other) }
            }
            #[cfg_attr(optimised, inline(always))]
            fn remainder(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_rem(other) }
            }
            #[cfg_attr(optimised, inline(always))]
            fn negative(self) -> Self {
                self.wrapping_neg()
            }
            #[cfg_attr(optimised, inline(always))]
            fn magnitude(self) -> Self {
                let $x = self;
                $magnitude
            }
        }

        impl IntElem for $T {
            #[cfg_attr(optimised, inline(always))]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[cfg_attr(optimised, inline(always))]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[cfg_attr(optimised, inline(always))]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[cfg_attr(optimised, inline(always))]
            fn complement(self) -> Self {
                !self
            }
            #[cfg_attr(optimised, inline(always))]
            fn left(self, amount: u32) -> Self {
                self.wrapping_shl(amount)
            }
            #[cfg_attr(optimised, inline(always))]
            fn right(self, amount: u32) -> Self {
                self.wrapping_shr(amount)
            }
            #[cfg_attr(optimised, inline(always))]
            fn plus_clamped(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[cfg_attr(optimised, inline(always))]
            fn minus_clamped(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
        }
    )*};
}

integers! {
    u8 U8 to_u8 |x| x;
    i8 I8 to_i8 |x| x.wrapping_abs();
    u16 U16 to_u16 |x| x;
    i16 I16 to_i16 |x| x.wrapping_abs();
    u32 U32 to_u32 |x| x;
    i32 I32 to_i32 |x| x.wrapping_abs();
}

macro_rules! floats {
    ($($T:ident $In:ident $to:ident;)*) => {$(
        impl Elem for $T {
            casts!($In, $to);
            const MIN_INT: i64 = 0;
            const MAX_INT: i64 = 0;

            #[cfg_attr(optimised, inline(always))]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[cfg_attr(optimised, inline(always))]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[cfg_attr(optimised, inline(always))]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[cfg_attr(optimised, inline(always))]
            fn quotient(self, other: Self) -> Self {
                self / other
            }
            #[cfg_attr(optimised, inline(always))]
            fn remainder(self, other: Self) -> Self {
                self % other
            }
            #[cfg_attr(optimised, inline(always))]
            fn negative(self) -> Self {
                -self
            }
            #[cfg_attr(optimised, inline(always))]
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    )*};
}

floats! {
    f32 F32 to_f32;
    f64 F64 to_f64;
}
