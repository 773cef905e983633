//! What lanes of integers and of floats offer beside what all numbers do.

use super::{Elem, Isa, Lanes};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Lanes of integers.
pub trait IntLanes<V: Isa>:
    Lanes<V> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// `wrapping_shl`: lane by lane; only the low bits of each amount count.
    fn shl(self, amount: Self) -> Self;
    /// `wrapping_shr`: lane by lane; only the low bits of each amount count.
    fn shr(self, amount: Self) -> Self;
    /// `wrapping_shl` of every lane by one amount; faster than [`shl`](IntLanes::shl).
    fn shl_by(self, amount: u32) -> Self;
    /// `wrapping_shr` of every lane by one amount; faster than [`shr`](IntLanes::shr).
    fn shr_by(self, amount: u32) -> Self;
    /// The quotient by `BY`, a number of this type; faster than `/`.
    #[cfg_attr(optimised, inline(always))]
    fn div_by<const BY: i64>(self) -> Self {
        self / Self::splat(Self::Elem::from_i64(BY))
    }
    /// The remainder of [`div_by`](IntLanes::div_by).
    #[cfg_attr(optimised, inline(always))]
    fn rem_by<const BY: i64>(self) -> Self {
        self - self.div_by::<BY>() * Self::splat(Self::Elem::from_i64(BY))
    }
    /// The sum, clamped to the type's range.
    fn saturating_add(self, other: Self) -> Self;
    /// The difference, clamped to the type's range.
    fn saturating_sub(self, other: Self) -> Self;
}

/// Lanes of floats. The accuracy of the functions is stated in [`crate::maths`].
pub trait FloatLanes<V: Isa>: Lanes<V> {
    /// The square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// The largest integer not above.
    fn floor(self) -> Self;
    /// The smallest integer not below.
    fn ceil(self) -> Self;
    /// The nearest integer, halves away from zero.
    fn round(self) -> Self;
    /// The integer part.
    fn trunc(self) -> Self;
    /// `e` to the power of each lane.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The sine, of radians.
    fn sin(self) -> Self;
    /// The cosine, of radians.
    fn cos(self) -> Self;
    /// The tangent, of radians.
    fn tan(self) -> Self;
    /// Each lane to the power of `exponent`.
    fn pow(self, exponent: Self) -> Self;
    /// The angle of the point `(x, self)`, in radians, in `-π..=π`.
    fn atan2(self, x: Self) -> Self;
    /// `self * factor + addend`, rounded once.
    fn mul_add(self, factor: Self, addend: Self) -> Self;
    /// `self / by`, where the compiler knows that this is `mul_add(self, near, self * rest)` for
    /// what is in these lanes: so many lanes are divided at a time as are multiplied. Where no
    /// instruction adds a product unrounded, a division is faster.
    #[cfg_attr(optimised, inline(always))]
    fn div_by_products(self, by: Self::Elem, near: Self::Elem, rest: Self::Elem) -> Self {
        let _ = (near, rest);
        self / Self::splat(by)
    }
    /// The same for any dividend, where the products are right from `least` on, for zero, and for
    /// what is no number: vectors with others are divided. Only for instruction sets whose
    /// divisions take longer than looking.
    #[cfg_attr(optimised, inline(always))]
    fn div_by_tested_products(
        self,
        by: Self::Elem,
        near: Self::Elem,
        rest: Self::Elem,
        least: Self::Elem,
    ) -> Self {
        let _ = (near, rest, least);
        self / Self::splat(by)
    }
    /// [`to_i32`](Lanes::to_i32), clamped: `lo` and `hi` are integers, `0 <= lo <= hi <= 2^24`. As
    /// truncation keeps the order of numbers, and NaN becomes `lo` either way, the clamp can come
    /// first; then nothing is left to saturate.
    #[cfg_attr(optimised, inline(always))]
    fn clamped_to_i32(self, lo: Self::Elem, hi: Self::Elem) -> V::I32 {
        self.max(Self::splat(lo)).min(Self::splat(hi)).to_i32()
    }
}
