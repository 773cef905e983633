//! Eight lanes on the `wide` crate: whatever the build's own target features allow.

mod float;
mod int;
mod macros;
mod mask;
mod narrow;

pub use float::{F32x8, F64x8};
pub use int::{I16x8, I32x8, U16x8, U32x8};
pub use mask::Mask8;
pub use narrow::{I8x8, U8x8};

use super::Isa;
use wide::bytemuck::cast;

/// The instruction set of eight lanes, compiled for the build's own target features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide;

impl Isa for Wide {
    const LANES: usize = 8;
    const OF_BUILD: bool = true;
    type Mask = Mask8;
    type U8 = U8x8;
    type I8 = I8x8;
    type U16 = U16x8;
    type I16 = I16x8;
    type U32 = U32x8;
    type I32 = I32x8;
    type F32 = F32x8;
    type F64 = F64x8;

    #[cfg_attr(optimised, inline(always))]
    fn iota(base: i32, step: i32) -> I32x8 {
        let lanes = wide::i32x8::new([0, 1, 2, 3, 4, 5, 6, 7]);
        I32x8(wide::i32x8::splat(base) + wide::i32x8::splat(step) * lanes)
    }

    #[cfg_attr(optimised, inline(always))]
    fn dot(a: I32x8, b: I32x8) -> I32x8 {
        let (a, b): (wide::i16x16, wide::i16x16) = (cast(a.0), cast(b.0));
        I32x8(a.dot(b))
    }

    #[cfg_attr(optimised, inline(always))]
    fn f32_to_bits(x: F32x8) -> I32x8 {
        I32x8(cast(x.0))
    }

    #[cfg_attr(optimised, inline(always))]
    fn f32_from_bits(x: I32x8) -> F32x8 {
        F32x8(cast(x.0))
    }
}
