//! Functions of `f64`: the `libm` crate, lane by lane. Each is documented there as within 1 ulp,
//! and tested here to be within 4.

use crate::lanes::{Isa, Lanes};

macro_rules! unary {
    ($($name:ident = $libm:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[cfg_attr(optimised, inline(always))]
        pub fn $name<V: Isa>(x: V::F64) -> V::F64 {
            V::F64::from_fn(|i| libm::$libm(x.lane(i)))
        }
    )*};
}

unary! {
    exp = exp, "`e` to the power of each lane.";
    ln = log, "The natural logarithm.";
    sin = sin, "The sine, of radians.";
    cos = cos, "The cosine, of radians.";
    tan = tan, "The tangent, of radians.";
}

/// Each lane of `x` to the power of `y`.
#[cfg_attr(optimised, inline(always))]
pub fn pow<V: Isa>(x: V::F64, y: V::F64) -> V::F64 {
    V::F64::from_fn(|i| libm::pow(x.lane(i), y.lane(i)))
}

/// The angle of the point `(x, y)`, in radians, in `-π..=π`.
#[cfg_attr(optimised, inline(always))]
pub fn atan2<V: Isa>(y: V::F64, x: V::F64) -> V::F64 {
    V::F64::from_fn(|i| libm::atan2(y.lane(i), x.lane(i)))
}
