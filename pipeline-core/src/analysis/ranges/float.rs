//! Bounds of float expressions, in `f64`, which holds every `f32` exactly.
//!
//! Rounding is monotone: an operation evaluated at the ends in the type's own precision bounds
//! its results. Not-a-number is tracked apart because `min` and `max` return their second operand
//! when the first is not a number, and casts make it 0. Operations are taken to be evaluated as
//! written, but for sums whose order is open: [`sum`] bounds every order of them.
//!
//! How near to zero a value can be, zero itself aside, is not seen from its ends: a difference of
//! large numbers may be small. So a range has a *grain*, of which all its values are multiples:
//! integers have 1, and a product that of its operands multiplied. Rounding keeps it, for a number
//! that is rounded has more digits than a float, so the nearest float is a multiple of more.

use super::int::IntRange;
use crate::ir::{BinaryOp, ElemType, Function};

/// The numbers from `lo` to `hi`, and not-a-number if `nan`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatRange {
    /// Smallest.
    pub lo: f64,
    /// Largest.
    pub hi: f64,
    /// Whether it may be not a number.
    pub nan: bool,
    /// A power of two that divides every finite one of them: none is nearer to zero but zero.
    pub grain: f64,
}

/// What divides every float.
const LEAST_GRAIN: f64 = f64::from_bits(1);

/// The largest power of two, which is the grain of zero.
const MOST_GRAIN: f64 = f64::from_bits(0x7fe << 52);

impl FloatRange {
    /// Anything.
    pub const ALL: FloatRange = FloatRange::multiples(LEAST_GRAIN);

    /// The multiples of a power of two, infinities and not-a-number.
    pub(super) const fn multiples(grain: f64) -> FloatRange {
        FloatRange { lo: f64::NEG_INFINITY, hi: f64::INFINITY, nan: true, grain }
    }

    /// One value.
    pub fn value(v: f64) -> FloatRange {
        if v.is_nan() {
            return FloatRange::ALL;
        }
        FloatRange { lo: v, hi: v, nan: false, grain: grain_of(v) }
    }

    pub(super) fn join(self, other: FloatRange) -> FloatRange {
        FloatRange {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            nan: self.nan || other.nan,
            grain: self.grain.min(other.grain),
        }
    }

    pub(super) fn neg(self) -> FloatRange {
        FloatRange { lo: -self.hi, hi: -self.lo, ..self }
    }

    pub(super) fn abs(self) -> FloatRange {
        let crosses = self.lo < 0.0 && self.hi > 0.0;
        let (a, b) = (self.lo.abs(), self.hi.abs());
        FloatRange { lo: if crosses { 0.0 } else { a.min(b) }, hi: a.max(b), ..self }
    }

    /// Converted from an integer: the bounds rounded to the type as the values are.
    pub(super) fn of_int(range: &IntRange, ty: ElemType) -> FloatRange {
        let widest = ElemType::U32.int_range().zip(ElemType::I32.int_range());
        let (min, max) = widest.map_or((i64::MIN, i64::MAX), |((_, max), (min, _))| (min, max));
        let lo = range.lo.iter().filter_map(|b| b.as_constant()).max().unwrap_or(min);
        let hi = range.hi.iter().filter_map(|b| b.as_constant()).min().unwrap_or(max);
        FloatRange { lo: lo as f64, hi: hi as f64, nan: false, grain: 1.0 }.rounded(ty)
    }

    /// Rounded to a type's precision.
    pub(super) fn rounded(self, ty: ElemType) -> FloatRange {
        if ty != ElemType::F32 {
            return self;
        }
        FloatRange { lo: f64::from(self.lo as f32), hi: f64::from(self.hi as f32), ..self }
    }

    /// As an integer within limits: towards zero, clamped, not-a-number to 0.
    pub(super) fn truncated(self, (min, max): (i64, i64)) -> (i64, i64) {
        let end = |v: f64| (v as i64).clamp(min, max);
        let (lo, hi) = (end(self.lo), end(self.hi));
        if self.nan { (lo.min(0), hi.max(0)) } else { (lo, hi) }
    }

    fn is_finite(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }
}

/// The values of a float operator.
pub(super) fn binary(op: BinaryOp, a: FloatRange, b: FloatRange, ty: ElemType) -> FloatRange {
    use BinaryOp::*;
    match op {
        // `if a < b { a } else { b }`: with `a` not a number the result is `b`, whatever it is.
        Min => FloatRange {
            lo: a.lo.min(b.lo),
            hi: if a.nan { b.hi } else { a.hi.min(b.hi) },
            nan: b.nan,
            grain: a.grain.min(b.grain),
        },
        Max => FloatRange {
            lo: if a.nan { b.lo } else { a.lo.max(b.lo) },
            hi: a.hi.max(b.hi),
            nan: b.nan,
            grain: a.grain.min(b.grain),
        },
        Add => corners(a, b, (ty, a.grain.min(b.grain)), |x, y| x + y, |x, y| x + y),
        Sub => corners(a, b, (ty, a.grain.min(b.grain)), |x, y| x - y, |x, y| x - y),
        Mul => corners(a, b, (ty, product(a, b, ty)), |x, y| x * y, |x, y| x * y),
        Div if b.lo <= 0.0 && b.hi >= 0.0 => FloatRange::ALL,
        Div => corners(a, b, (ty, quotient(a, b, ty)), |x, y| x / y, |x, y| x / y),
        Rem | AbsDiff => FloatRange::ALL,
        // They take no floats, or give bools.
        SaturatingAdd | SaturatingSub | And | Or | Xor | Shl | Shr => FloatRange::ALL,
        Eq | Ne | Lt | Le | Gt | Ge | WordPair | Dot => FloatRange::ALL,
    }
}

/// An operation that is monotone in each operand (division by what keeps clear of zero) has its
/// extremes at the corners, rounded as the operation rounds; its values have the grain.
fn corners(
    a: FloatRange,
    b: FloatRange,
    (ty, grain): (ElemType, f64),
    single: fn(f32, f32) -> f32,
    double: fn(f64, f64) -> f64,
) -> FloatRange {
    if !a.is_finite() || !b.is_finite() {
        return FloatRange::multiples(grain);
    }
    let at = |x: f64, y: f64| {
        if ty == ElemType::F32 { f64::from(single(x as f32, y as f32)) } else { double(x, y) }
    };
    let corners = [at(a.lo, b.lo), at(a.lo, b.hi), at(a.hi, b.lo), at(a.hi, b.hi)];
    FloatRange {
        lo: corners.into_iter().fold(f64::INFINITY, f64::min),
        hi: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        nan: a.nan || b.nan,
        grain,
    }
}

/// The grain of a number: the last binary digit of it that is not zero.
fn grain_of(v: f64) -> f64 {
    let (fraction, exponent) = (v.to_bits() & ((1 << 52) - 1), (v.to_bits() >> 52) & 0x7ff);
    match (fraction, exponent) {
        (0, 0) | (_, 0x7ff) => MOST_GRAIN,
        (_, 0) => f64::from_bits(1 << fraction.trailing_zeros()),
        _ => 2f64.powi(exponent as i32 - 1075 + (fraction | 1 << 52).trailing_zeros() as i32),
    }
}

/// The grain of a quotient: it is not smaller than that of the least dividend by the largest
/// divisor, and has so many digits.
fn quotient(a: FloatRange, b: FloatRange, ty: ElemType) -> f64 {
    let digits = if ty == ElemType::F32 { f32::MANTISSA_DIGITS } else { f64::MANTISSA_DIGITS };
    let smallest = a.grain / b.lo.abs().max(b.hi.abs());
    let power = f64::from_bits(smallest.to_bits() & (0x7ff << 52));
    (power / 2f64.powi(digits as i32 - 1)).clamp(least_grain(ty), MOST_GRAIN)
}

/// The grain of a product.
fn product(a: FloatRange, b: FloatRange, ty: ElemType) -> f64 {
    (a.grain * b.grain).clamp(least_grain(ty), MOST_GRAIN)
}

/// What divides every float of a type.
fn least_grain(ty: ElemType) -> f64 {
    if ty == ElemType::F32 { f64::from(f32::from_bits(1)) } else { LEAST_GRAIN }
}

/// The values of a sum in every order, whether its products are rounded before they are added or
/// not.
///
/// Each of `n` operations on the way is off by half an ulp of what it gives at most, which is no
/// larger than the sum of all terms without their signs: `n` times half an epsilon of that, and
/// twice as much for what the bounds themselves round.
pub(super) fn sum(terms: &[FloatRange], ty: ElemType) -> FloatRange {
    let total = |f: fn(&FloatRange) -> f64| terms.iter().map(f).sum::<f64>();
    let size = total(|t| t.lo.abs().max(t.hi.abs()));
    let epsilon = if ty == ElemType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let operations = 2.0 * terms.len() as f64;
    let margin = operations * epsilon * size + operations * f64::from(f32::from_bits(1));
    let largest = if ty == ElemType::F32 { f64::from(f32::MAX) } else { f64::MAX };
    let grain = terms.iter().map(|t| t.grain).fold(f64::INFINITY, f64::min);
    if size + margin >= largest {
        return FloatRange::multiples(grain);
    }
    let (lo, hi) = (total(|t| t.lo) - margin, total(|t| t.hi) + margin);
    // What is nowhere negative, or nowhere positive, adds up to nothing else.
    let positive = terms.iter().all(|t| t.lo >= 0.0);
    let negative = terms.iter().all(|t| t.hi <= 0.0);
    FloatRange {
        lo: if positive { lo.max(0.0) } else { lo },
        hi: if negative { hi.min(0.0) } else { hi },
        nan: terms.iter().any(|t| t.nan),
        grain,
    }
    .rounded(ty)
}

/// The values of `a * b + c`, rounded once: monotone in `c`, with extremes at the corners of `a`
/// and `b`.
pub(super) fn mul_add(a: FloatRange, b: FloatRange, c: FloatRange, ty: ElemType) -> FloatRange {
    let grain = product(a, b, ty).min(c.grain);
    if !a.is_finite() || !b.is_finite() || !c.is_finite() {
        return FloatRange::multiples(grain);
    }
    let at = |x: f64, y: f64, z: f64| {
        if ty == ElemType::F32 {
            f64::from((x as f32).mul_add(y as f32, z as f32))
        } else {
            x.mul_add(y, z)
        }
    };
    let corners = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
    let ends = |z: f64| corners.into_iter().map(move |(x, y)| at(x, y, z));
    FloatRange {
        lo: ends(c.lo).fold(f64::INFINITY, f64::min),
        hi: ends(c.hi).fold(f64::NEG_INFINITY, f64::max),
        nan: a.nan || b.nan || c.nan,
        grain,
    }
}

/// The values of a function of one operand.
pub(super) fn call(function: Function, a: FloatRange) -> FloatRange {
    let ends = |f: fn(f64) -> f64| FloatRange { lo: f(a.lo), hi: f(a.hi), grain: 1.0, ..a };
    match function {
        Function::Floor => ends(f64::floor),
        Function::Ceil => ends(f64::ceil),
        Function::Round => ends(f64::round),
        Function::Trunc => ends(f64::trunc),
        // The square root of an f32 taken in f64 can lie one rounding below its own.
        Function::Sqrt if a.lo >= 0.0 => {
            FloatRange { lo: 0.0, hi: a.hi.max(1.0), grain: LEAST_GRAIN, ..a }
        }
        Function::Sqrt | Function::Exp | Function::Ln => FloatRange::ALL,
        Function::Sin | Function::Cos | Function::Tan => FloatRange::ALL,
        // They have more operands.
        Function::Pow | Function::Atan2 | Function::MulAdd => FloatRange::ALL,
    }
}
