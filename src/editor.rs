//! What editors show of a block's names that the block itself does not define.
//!
//! An expansion ends with a module that only rust-analyzer sees, in which the user's names stand
//! once more; it refers to these items. Nothing here is ever called.

/// A size of a pipeline: an integer of at least 1, known when the pipeline is called.
#[derive(Clone, Copy)]
pub struct Size {
    /// What the size usually is: `where rows ~ 6400`, or 1024.
    pub estimate: i64,
}

impl Size {
    /// A size with this estimate.
    pub const fn estimated(estimate: i64) -> Size {
        Size { estimate }
    }
}

/// A number or a bool of any type: of one that depends on the call, or that an error hides.
#[derive(Clone, Copy)]
pub struct Value {
    _private: (),
}

impl Value {
    /// One of which nothing is known.
    pub const UNKNOWN: Value = Value { _private: () };
}

/// The types of scalars.
pub trait Scalar {
    /// What the caller passes.
    const ARGUMENT: Self;
}

macro_rules! scalars {
    ($($ty:ty = $value:expr),*) => {
        $(impl Scalar for $ty {
            const ARGUMENT: $ty = $value;
        })*
    };
}
scalars!(u8 = 0, i8 = 0, u16 = 0, i16 = 0, u32 = 0, i32 = 0, f32 = 0.0, f64 = 0.0);
scalars!(bool = false, Value = Value::UNKNOWN);

/// What is made of these names: a value of whatever type is expected.
pub fn any<Names, T>(_names: Names) -> T {
    unreachable!("only editors look at this")
}

/// A mention of a type.
pub fn of<T>() {}

/// The border modes: what a read outside of a domain means, as in `border img = clamp;`.
///
/// An index any distance outside is redirected, each dimension by itself.
pub mod modes {
    /// The nearest point: `a a a | a b c d | d d d`.
    pub fn clamp() {}

    /// Reflected, the outermost point twice: `c b a | a b c d | d c b`.
    pub fn mirror() {}

    /// Reflected, the outermost point once: `d c b | a b c d | c b a`.
    pub fn mirror101() {}

    /// Periodic: `b c d | a b c d | a b c`.
    pub fn repeat() {}

    /// A value: `v v v | a b c d | v v v` with `constant(v)`. It is a constant, and counts as soon
    /// as one index is outside.
    pub fn constant() {}
}

/// The functions of the language. `a.f(b)` is `f(a, b)`.
pub mod functions {
    use super::Value;

    macro_rules! built_in {
        ($($(#[$doc:meta])* $name:ident($($param:ident),*);)*) => {
            $($(#[$doc])* pub fn $name($($param: Value),*) -> Value {
                super::any(($($param,)*))
            })*
        };
    }

    built_in! {
        /// Square root of an `f32` or `f64`, rounded once.
        sqrt(a);
        /// `e` to the power of `a`, a float; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        exp(a);
        /// Natural logarithm of a float; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        ln(a);
        /// Sine of a float in radians; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        sin(a);
        /// Cosine of a float in radians; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        cos(a);
        /// Tangent of a float in radians; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        tan(a);
        /// `a` to the power of `b`, both floats; at most 1 ulp off for `f32`, 4 ulp for `f64`.
        pow(a, b);
        /// The angle of the point `(x, y)` in radians, floats; at most 1 ulp off for `f32`, 4 ulp
        /// for `f64`.
        atan2(y, x);
        /// The nearest integer that is not larger, as a float.
        floor(a);
        /// The nearest integer that is not smaller, as a float.
        ceil(a);
        /// The nearest integer, as a float; halves away from zero.
        round(a);
        /// The integer part, as a float.
        trunc(a);
        /// `a * b + c` of floats, rounded once.
        mul_add(a, b, c);
        /// Absolute value of a signed integer, where `MIN` stays `MIN`, or of a float.
        abs(e);
        /// The smaller: `if a < b { a } else { b }`, so the second if one is NaN.
        ///
        /// `min(a, b, c)` is `min(min(a, b), c)`; `min(dy in -1..=1, dx in -1..=1; e)` is the
        /// smallest value of a window.
        min(a, b);
        /// The larger: `if a > b { a } else { b }`, so the second if one is NaN.
        ///
        /// `max(a, b, c)` is `max(max(a, b), c)`; `max(dy in -1..=1, dx in -1..=1; e)` is the
        /// largest value of a window.
        max(a, b);
        /// `min(max(e, lo), hi)`; a NaN `e` becomes `lo`.
        clamp(e, lo, hi);
        /// `if c { a } else { b }`.
        select(c, a, b);
        /// The larger minus the smaller in their own type, wrapping if signed.
        abs_diff(a, b);
        /// Sum of two integers, clamped to the range of their type.
        saturating_add(a, b);
        /// Difference of two integers, clamped to the range of their type.
        saturating_sub(a, b);
        /// `saturate(e, u8)`: a number clamped to the range of an integer type; NaN is 0.
        saturate(e, t);
        /// The same number in the next wider type: `u8 i8 u16 i16 f32` become
        /// `u16 i16 u32 i32 f64`.
        widen(e);
        /// Sum in the next wider type.
        widening_add(a, b);
        /// Difference in the next wider type.
        widening_sub(a, b);
        /// Product in the next wider type.
        widening_mul(a, b);
        /// `stencil(f, taps)` and `stencil(f, scale, taps)`: a sum weighted by an array of
        /// constants, nested once for each dimension.
        ///
        /// The centre of an extent *n* is tap *n* / 2. With fewer dimensions than `f`, it applies
        /// to the last ones. `f(y, 2 * x + 1)` in place of `f` says where the centre is.
        stencil(f, taps);
        /// `sum(dy in -1..=1, dx in -1..=1; e)`: the values of a window, added.
        ///
        /// Integers wrap in their type, so widen before a long sum.
        sum(window);
        /// `product(d in 0..3; e)`: the values of a window, multiplied.
        product(window);
        /// `any(dy in -1..=1, dx in -1..=1; e)`: whether one of the bools of a window is true.
        any(window);
        /// `all(dy in -1..=1, dx in -1..=1; e)`: whether all bools of a window are true.
        all(window);
    }
}
