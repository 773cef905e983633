//! One lane: boundary regions, rows shorter than a vector, and the definition that wider
//! instruction sets are tested against.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

use super::{Elem, FloatLanes, IntElem, IntLanes, Isa, Lanes, MaskLanes};
use crate::maths;

/// The instruction set of a single lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar;

/// One lane of `T`: the number with the arithmetic of a pipeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct Lane<T>(pub T);

/// One lane of a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Flag(pub bool);

impl Isa for Scalar {
    const LANES: usize = 1;
    const OF_BUILD: bool = true;
    type Mask = Flag;
    type U8 = Lane<u8>;
    type I8 = Lane<i8>;
    type U16 = Lane<u16>;
    type I16 = Lane<i16>;
    type U32 = Lane<u32>;
    type I32 = Lane<i32>;
    type F32 = Lane<f32>;
    type F64 = Lane<f64>;

    #[cfg_attr(optimised, inline(always))]
    fn f32_to_bits(x: Lane<f32>) -> Lane<i32> {
        Lane(x.0.to_bits() as i32)
    }

    #[cfg_attr(optimised, inline(always))]
    fn f32_from_bits(x: Lane<i32>) -> Lane<f32> {
        Lane(f32::from_bits(x.0 as u32))
    }
}

macro_rules! operators {
    ($bound:ident: $($Trait:ident $method:ident $call:ident,)*) => {$(
        impl<T: $bound> $Trait for Lane<T> {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Lane(self.0.$call(other.0))
            }
        }
    )*};
}

operators! { Elem:
    Add add plus,
    Sub sub minus,
    Mul mul times,
    Div div quotient,
    Rem rem remainder,
}

operators! { IntElem:
    BitAnd bitand and,
    BitOr bitor or,
    BitXor bitxor xor,
}

impl<T: Elem> Neg for Lane<T> {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        Lane(self.0.negative())
    }
}

impl<T: IntElem> Not for Lane<T> {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn not(self) -> Self {
        Lane(self.0.complement())
    }
}

impl<T: Elem> Lanes<Scalar> for Lane<T> {
    type Elem = T;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: T) -> Self {
        Lane(x)
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> T) -> Self {
        Lane(f(0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> T {
        assert!(i == 0, "a scalar has one lane");
        self.0
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const T) -> Self {
        // SAFETY: the caller promises that one element can be read.
        Lane(unsafe { *p })
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut T) {
        // SAFETY: the caller promises that one element can be written.
        unsafe { *p = self.0 };
    }
    #[cfg_attr(optimised, inline(always))]
    fn lt(self, other: Self) -> Flag {
        Flag(self.0 < other.0)
    }
    #[cfg_attr(optimised, inline(always))]
    fn le(self, other: Self) -> Flag {
        Flag(self.0 <= other.0)
    }
    #[cfg_attr(optimised, inline(always))]
    fn eq(self, other: Self) -> Flag {
        Flag(self.0 == other.0)
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: Flag, a: Self, b: Self) -> Self {
        if mask.0 { a } else { b }
    }
}

impl<T: IntElem> IntLanes<Scalar> for Lane<T> {
    #[cfg_attr(optimised, inline(always))]
    fn shl(self, amount: Self) -> Self {
        Lane(self.0.left(amount.0.as_u32()))
    }
    #[cfg_attr(optimised, inline(always))]
    fn shr(self, amount: Self) -> Self {
        Lane(self.0.right(amount.0.as_u32()))
    }
    #[cfg_attr(optimised, inline(always))]
    fn shl_by(self, amount: u32) -> Self {
        Lane(self.0.left(amount))
    }
    #[cfg_attr(optimised, inline(always))]
    fn shr_by(self, amount: u32) -> Self {
        Lane(self.0.right(amount))
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_add(self, other: Self) -> Self {
        Lane(self.0.plus_clamped(other.0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_sub(self, other: Self) -> Self {
        Lane(self.0.minus_clamped(other.0))
    }
}

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl FloatLanes<Scalar> for Lane<$T> {
            #[cfg_attr(optimised, inline(always))]
            fn clamped_to_i32(self, lo: $T, hi: $T) -> Lane<i32> {
                let inside = self.max(Lane(lo)).min(Lane(hi)).0;
                // SAFETY: a number from `lo` to `hi`, which are integers of at most 24 bits; `max`
                // has made `lo` of a NaN.
                Lane(unsafe { inside.to_int_unchecked() })
            }
            #[cfg_attr(optimised, inline(always))]
            fn sqrt(self) -> Self {
                Lane(self.0.sqrt())
            }
            #[cfg_attr(optimised, inline(always))]
            fn floor(self) -> Self {
                Lane(self.0.floor())
            }
            #[cfg_attr(optimised, inline(always))]
            fn ceil(self) -> Self {
                Lane(self.0.ceil())
            }
            #[cfg_attr(optimised, inline(always))]
            fn round(self) -> Self {
                Lane(self.0.round())
            }
            #[cfg_attr(optimised, inline(always))]
            fn trunc(self) -> Self {
                Lane(self.0.trunc())
            }
            #[cfg_attr(optimised, inline(always))]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                Lane(maths::fused::$T(self.0, factor.0, addend.0))
            }
            maths::lane_functions!($T, Scalar);
        }
    )*};
}

floats! { f32 f64 }

impl BitAnd for Flag {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn bitand(self, other: Self) -> Self {
        Flag(self.0 & other.0)
    }
}

impl BitOr for Flag {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn bitor(self, other: Self) -> Self {
        Flag(self.0 | other.0)
    }
}

impl BitXor for Flag {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Flag(self.0 ^ other.0)
    }
}

impl Not for Flag {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn not(self) -> Self {
        Flag(!self.0)
    }
}

impl MaskLanes<Scalar> for Flag {
    #[cfg_attr(optimised, inline(always))]
    fn splat(x: bool) -> Self {
        Flag(x)
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
        Flag(f(0))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> bool {
        assert!(i == 0, "a scalar has one lane");
        self.0
    }
    #[cfg_attr(optimised, inline(always))]
    fn any(self) -> bool {
        self.0
    }
    #[cfg_attr(optimised, inline(always))]
    fn all(self) -> bool {
        self.0
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> Lane<u8> {
        Lane(self.0 as u8)
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_u8(x: Lane<u8>) -> Self {
        Flag(x.0 != 0)
    }
}
