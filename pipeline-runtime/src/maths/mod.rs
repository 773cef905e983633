//! Mathematical functions: defined once, equal on every instruction set.
//!
//! | function | `f32` | `f64` |
//! | --- | --- | --- |
//! | `sqrt`, `mul_add`, `floor`, `ceil`, `round`, `trunc` | exact, rounded once | the same |
//! | `exp`, `ln` | within 1 ulp, of every number | within 4 ulp |
//! | `sin`, `cos`, `tan` | within 1 ulp, arguments of any size | within 4 ulp |
//! | `pow`, `atan2` | within 1 ulp | within 4 ulp |
//!
//! Special cases (NaN, infinities, signed zeros, subnormal numbers, powers of negative numbers)
//! are those of IEEE 754 and C. The functions of `f32` run in lanes, those of `f64` one lane after
//! the other.

pub mod double;
pub(crate) mod fused;
pub mod single;

use crate::lanes::{FloatLanes, Lane};

/// A function of up to three floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The square root.
    Sqrt,
    /// `e` to the power of `a`.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The sine, of radians.
    Sin,
    /// The cosine, of radians.
    Cos,
    /// The tangent, of radians.
    Tan,
    /// `a` to the power of `b`.
    Pow,
    /// The angle of the point `(b, a)`, in radians: `a` is `y`, `b` is `x`.
    Atan2,
    /// The largest integer not above.
    Floor,
    /// The smallest integer not below.
    Ceil,
    /// The nearest integer, halves away from zero.
    Round,
    /// The integer part.
    Trunc,
    /// `a * b + c`, rounded once.
    MulAdd,
}

macro_rules! calls {
    ($name:ident, $T:ident) => {
        /// The function of the first operands, as many as it takes; the same bits as on lanes.
        pub fn $name(function: Function, operands: [$T; 3]) -> $T {
            let [a, b, c] = operands.map(Lane);
            let result = match function {
                Function::Sqrt => a.sqrt(),
                Function::Exp => a.exp(),
                Function::Ln => a.ln(),
                Function::Sin => a.sin(),
                Function::Cos => a.cos(),
                Function::Tan => a.tan(),
                Function::Pow => a.pow(b),
                Function::Atan2 => a.atan2(b),
                Function::Floor => a.floor(),
                Function::Ceil => a.ceil(),
                Function::Round => a.round(),
                Function::Trunc => a.trunc(),
                Function::MulAdd => a.mul_add(b, c),
            };
            result.0
        }
    };
}

calls!(call_f32, f32);
calls!(call_f64, f64);

/// The methods of `FloatLanes` that this module defines, for one element type and instruction set.
macro_rules! lane_functions {
    (f32, $V:ident) => {
        $crate::maths::lane_functions!(@ single, $V);
    };
    (f64, $V:ident) => {
        $crate::maths::lane_functions!(@ double, $V);
    };
    (@ $module:ident, $V:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn exp(self) -> Self {
            $crate::maths::$module::exp::<$V>(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn ln(self) -> Self {
            $crate::maths::$module::ln::<$V>(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn sin(self) -> Self {
            $crate::maths::$module::sin::<$V>(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn cos(self) -> Self {
            $crate::maths::$module::cos::<$V>(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn tan(self) -> Self {
            $crate::maths::$module::tan::<$V>(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn pow(self, exponent: Self) -> Self {
            $crate::maths::$module::pow::<$V>(self, exponent)
        }
        #[cfg_attr(optimised, inline(always))]
        fn atan2(self, x: Self) -> Self {
            $crate::maths::$module::atan2::<$V>(self, x)
        }
    };
}

pub(crate) use lane_functions;
