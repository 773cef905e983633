//! Division of floats by a constant, as two products of which the second is added unrounded.
//!
//! ```text
//! near = 1 / by, rounded towards zero      x / by = mul_add(x, near, x * rest)
//! rest = 1 / by - near, rounded
//! ```
//!
//! Brisebarre, Muller and Raina, *Accelerating Correctly Rounded Floating-Point Division when the
//! Divisor Is Known in Advance* (IEEE Transactions on Computers 53(8), 2004), Section 3: what is
//! added is so near to the exact quotient that the result is wrong only where the quotient lies
//! next to the middle between two floats. For one divisor these are few dividends, which modular
//! arithmetic finds; where all of them are right, all dividends are.
//!
//! Unlike there, `near` is rounded towards zero and not to the nearest float. So both factors have
//! the sign of the divisor, and zeros, infinities and not-a-number divide as they should. What is
//! left are products so small that they lose digits: dividends are known to be multiples of larger
//! numbers (the grain of [`FloatRange`]), or vectors are looked at.

use super::ranges::FloatRange;
use crate::ir::Value;

/// A constant by which floats are divided, and its reciprocal in two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Divisor {
    /// The constant.
    pub by: Value,
    /// Its reciprocal, rounded towards zero.
    pub near: Value,
    /// What that lacks, rounded.
    pub rest: Value,
}

impl Divisor {
    /// Division by a float, if products give the same result for each dividend which is not too
    /// small. `None` of powers of two, too: their reciprocals are exact, as compilers know.
    pub fn of(by: Value) -> Option<Divisor> {
        match by {
            Value::F32(by) => single::ReciprocalParts::of(by).map(|parts| Divisor {
                by: Value::F32(by),
                near: Value::F32(parts.near),
                rest: Value::F32(parts.rest),
            }),
            Value::F64(by) => double::ReciprocalParts::of(by).map(|parts| Divisor {
                by: Value::F64(by),
                near: Value::F64(parts.near),
                rest: Value::F64(parts.rest),
            }),
            Value::Bool(_) | Value::Int(..) => None,
        }
    }

    /// The smallest dividend, zero aside, for which products are right, or a larger one: a product
    /// with it has all digits.
    pub fn least(&self) -> Value {
        match self.rest {
            Value::F32(rest) => Value::F32(2.0 * f32::MIN_POSITIVE / rest.abs()),
            Value::F64(rest) => Value::F64(2.0 * f64::MIN_POSITIVE / rest.abs()),
            Value::Bool(_) | Value::Int(..) => unreachable!("reciprocals are floats"),
        }
    }

    /// Whether none of these dividends is too small.
    pub fn divides(&self, dividends: FloatRange) -> bool {
        let least = match self.least() {
            Value::F32(least) => f64::from(least),
            Value::F64(least) => least,
            Value::Bool(_) | Value::Int(..) => return false,
        };
        dividends.grain >= least
    }
}

/// The inverse of an odd number modulo `2^bits`: each step of Newton's doubles its right digits.
fn inverse(odd: i128, bits: u32) -> i128 {
    let mut inverse = 1i128;
    for _ in 0..bits.ilog2() + 1 {
        inverse = inverse.wrapping_mul(2i128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse & ((1 << bits) - 1)
}

/// The integers of `digits` binary digits whose quotient by another one lies next to the middle
/// between two floats of so many digits.
///
/// In units of the quotient's last digit, what is added up is at most `2^(2 - digits)` and a part
/// in `2^digits` of that off. A dividend `x` with `2^k x = by n / 2 + r / 2`, `n` odd, is `r / 2by`
/// units from the middle `n / 2`, so only those with `|r| <= 8` can be rounded to the wrong side.
fn hard_dividends(by: i128, digits: u32) -> Vec<i128> {
    let (smallest, largest) = (1i128 << (digits - 1), (1i128 << digits) - 1);
    let even = by.trailing_zeros();
    let mut found = Vec::new();
    for k in [digits - 1, digits] {
        let Some(bits) = (k + 1).checked_sub(even) else { continue };
        let modulus = 1i128 << bits;
        for r in (-8i128..=8).filter(|r| *r != 0 && r.trailing_zeros() >= even) {
            let first = (-(r >> even) * inverse(by >> even, bits)).rem_euclid(modulus);
            // From the first such number that is not below the middles on.
            let start = first + (2 * smallest - first).div_euclid(modulus) * modulus;
            let middles = (0..).map(|i| start + i * modulus);
            for n in middles.take_while(|n| *n <= 2 * largest + 1).filter(|n| n & 1 == 1) {
                let x = (by * n + r) >> (k + 1);
                if (smallest..=largest).contains(&x) && (x >= by) == (k < digits) {
                    found.push(x);
                }
            }
        }
    }
    found
}

macro_rules! parts {
    ($module:ident, $T:ident, $Bits:ident) => {
        mod $module {
            use super::hard_dividends;

            /// The exponents of divisors whose reciprocal has a normal rest.
            const EXPONENTS: i32 = $T::MAX_EXP / 2;

            /// The reciprocal of a divisor, in two parts.
            pub struct ReciprocalParts {
                pub near: $T,
                pub rest: $T,
            }

            impl ReciprocalParts {
                /// Those of a divisor for which products are right.
                pub fn of(by: $T) -> Option<ReciprocalParts> {
                    let digits = $T::MANTISSA_DIGITS - 1;
                    let fraction = by.to_bits() & ((1 << digits) - 1);
                    let exponent = (by.abs().to_bits() >> digits) as i32 - ($T::MAX_EXP - 1);
                    if fraction == 0 || exponent.abs() > EXPONENTS {
                        return None;
                    }
                    // All is the same for the divisor as an integer.
                    let integer = fraction | 1 << digits;
                    let parts = ReciprocalParts::unproved(integer as $T);
                    let is_right = |x: i128| parts.quotient(x as $T) == x as $T / integer as $T;
                    let all = hard_dividends(i128::from(integer), $T::MANTISSA_DIGITS);
                    all.into_iter().all(is_right).then(|| ReciprocalParts::unproved(by))
                }

                /// Those of any divisor.
                pub fn unproved(by: $T) -> ReciprocalParts {
                    let nearest = 1.0 / by;
                    let lacks = |near: $T| (-by).mul_add(near, 1.0);
                    // Of what lacks nothing by a negative amount, one unit less lacks something.
                    let is_beyond = lacks(nearest) < 0.0;
                    let near = $T::from_bits(nearest.to_bits() - $Bits::from(is_beyond));
                    ReciprocalParts { near, rest: lacks(near) / by }
                }

                /// A number divided by it.
                pub fn quotient(&self, x: $T) -> $T {
                    x.mul_add(self.near, x * self.rest)
                }
            }
        }
    };
}

parts!(single, f32, u32);
parts!(double, f64, u64);

#[cfg(test)]
mod tests;
