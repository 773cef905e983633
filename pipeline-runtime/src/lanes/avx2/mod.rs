//! Eight lanes on AVX2 and FMA.
//!
//! The methods call intrinsics, and are compiled for AVX2 and FMA only once they are inlined into a
//! function that enables these: `exec::dispatch` has that function, and everything down to here is
//! `inline(always)` where there is optimisation. The compiler fuses nothing by itself: Rust's
//! operators on floats round each, whatever the target features.
//!
//! **Why this is sound.** Nothing here can be named outside this crate. `exec::dispatch` alone
//! passes [`Avx2`] on, in a build whose target features have both, or after the processor has said
//! that it has them; code that is generic over [`Isa`] can use it only from there. The unsafe
//! blocks rely on that.

#![allow(
    unused_unsafe,
    reason = "which intrinsics a build may call freely is up to its target features"
)]

mod byte;
mod every;
mod float;
mod int;
pub(super) mod interleave;
mod macros;
mod mask;
mod table;
mod transpose;
mod wider;

use std::arch::x86_64::*;

use super::{Isa, Widths, loads};
pub(super) use byte::{I8x8, U8x8};
pub(super) use float::{F32x8, F64x8};
pub(super) use int::{I16x8, I32x8, U16x8, U32x8};
use macros::avx2;
pub(super) use mask::Mask8;
use wider::{Avx2x16, Avx2x32};

/// AVX2, with any number of lanes.
#[derive(Clone, Copy, Debug)]
pub struct OnAvx2;

impl Widths for OnAvx2 {
    type Eight = Avx2;
    type Of8 = Avx2x32;
    type Of16 = Avx2x16;
    type Of32 = Avx2;
}

/// The instruction set of eight lanes on AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Isa for Avx2 {
    const LANES: usize = 8;
    const GATHERS: bool = true;
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
        I32x8(avx2!({
            let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let steps = _mm256_mullo_epi32(_mm256_set1_epi32(step), lanes);
            _mm256_add_epi32(_mm256_set1_epi32(base), steps)
        }))
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_four<const SCALE: i32>(base: *const u8, offsets: I32x8) -> I32x8 {
        I32x8(match loads::are_chosen() {
            true => avx2!(loads::eight::<SCALE>(base, offsets.0)),
            false => avx2!(_mm256_i32gather_epi32::<SCALE>(base.cast(), offsets.0)),
        })
    }

    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: I16x8, high: I16x8) -> I32x8 {
        I32x8(avx2!({
            let halves = [_mm_unpacklo_epi16(low.0, high.0), _mm_unpackhi_epi16(low.0, high.0)];
            _mm256_set_m128i(halves[1], halves[0])
        }))
    }

    #[cfg_attr(optimised, inline(always))]
    fn dot(a: I32x8, b: I32x8) -> I32x8 {
        I32x8(avx2!(_mm256_madd_epi16(a.0, b.0)))
    }

    const TABLES: bool = true;

    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: I32x8) -> U8x8 {
        // SAFETY: forwarded from the caller.
        U8x8(avx2!(_mm_cvtsi64_si128(table::loaded(table, at) as i64)))
    }

    #[cfg_attr(optimised, inline(always))]
    fn f32_to_bits(x: F32x8) -> I32x8 {
        I32x8(avx2!(_mm256_castps_si256(x.0)))
    }

    #[cfg_attr(optimised, inline(always))]
    fn f32_from_bits(x: I32x8) -> F32x8 {
        F32x8(avx2!(_mm256_castsi256_ps(x.0)))
    }
}
