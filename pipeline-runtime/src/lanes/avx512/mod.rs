//! Sixteen to sixty-four lanes on AVX-512.
//!
//! Registers of 512 bits hold sixty-four bytes, thirty-two words, or sixteen numbers of 32 bits;
//! with as many lanes, narrower elements take a half or a quarter of a register, and wider ones are
//! pairs. Eight lanes are those of [`Avx2`](super::avx2::Avx2). A mask is a number of one bit a
//! lane.
//!
//! **Why this is sound**: as in `avx2`. `exec::dispatch` alone passes these instruction sets on,
//! after the processor has said that it has F, BW, DQ and VL, and FMA.

#![allow(
    unused_unsafe,
    reason = "which intrinsics a build may call freely is up to its target features"
)]

mod byte;
mod double;
mod doubleword;
mod every;
mod interleave;
mod mask;
mod single;
mod table;
mod word;

use std::arch::x86_64::*;

use super::avx2::Avx2;
use super::pair::{Doubled, Pair, doubled};
use super::x86::intrinsics;
use super::{Isa, Lanes, Widths, loads};
use byte::{I8x16, I8x32, I8x64, U8x16, U8x32, U8x64};
use double::F64x16;
use doubleword::{I32x16, U32x16};
use mask::{Mask16, Mask32, Mask64};
use single::F32x16;
use word::{I16x16, I16x32, U16x16, U16x32};

/// AVX-512, with any number of lanes.
#[derive(Clone, Copy, Debug)]
pub struct OnAvx512;

impl Widths for OnAvx512 {
    type Eight = Avx2;
    type Of8 = Avx512x64;
    type Of16 = Avx512x32;
    type Of32 = Avx512x16;
}

/// Sixteen lanes on AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct Avx512x16;

/// Thirty-two lanes on AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct Avx512x32;

/// Sixty-four lanes on AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct Avx512x64;

impl Doubled for Avx512x16 {
    type Half = Avx2;
}

impl Doubled for Avx512x32 {
    type Half = Avx512x16;
}

impl Doubled for Avx512x64 {
    type Half = Avx512x32;
}

impl Isa for Avx512x16 {
    const LANES: usize = 16;
    const GATHERS: bool = true;
    type Mask = Mask16;
    type U8 = U8x16;
    type I8 = I8x16;
    type U16 = U16x16;
    type I16 = I16x16;
    type U32 = U32x16;
    type I32 = I32x16;
    type F32 = F32x16;
    type F64 = F64x16;

    #[cfg_attr(optimised, inline(always))]
    fn iota(base: i32, step: i32) -> I32x16 {
        I32x16(intrinsics!({
            let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let steps = _mm512_mullo_epi32(_mm512_set1_epi32(step), lanes);
            _mm512_add_epi32(_mm512_set1_epi32(base), steps)
        }))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_four<const SCALE: i32>(base: *const u8, offsets: I32x16) -> I32x16 {
        I32x16(match loads::are_chosen() {
            true => intrinsics!(loads::sixteen::<SCALE>(base, offsets.0)),
            false => intrinsics!(_mm512_i32gather_epi32::<SCALE>(offsets.0, base.cast())),
        })
    }
    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: I16x16, high: I16x16) -> I32x16 {
        let low = intrinsics!(_mm512_castsi256_si512(low.0));
        let high = intrinsics!(_mm512_castsi256_si512(high.0));
        let [pairs, _] = interleave::words::interleave(low, high);
        I32x16(pairs)
    }
    #[cfg_attr(optimised, inline(always))]
    fn dot(a: I32x16, b: I32x16) -> I32x16 {
        I32x16(intrinsics!(_mm512_madd_epi16(a.0, b.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn f32_to_bits(x: F32x16) -> I32x16 {
        I32x16(intrinsics!(_mm512_castps_si512(x.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn f32_from_bits(x: I32x16) -> F32x16 {
        F32x16(intrinsics!(_mm512_castsi512_ps(x.0)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn scaled(x: F32x16, whole: F32x16, _: I32x16) -> F32x16 {
        F32x16(intrinsics!(_mm512_scalef_ps(x.0, whole.0)))
    }
}

doubled!(Avx512x32: 32 lanes, Mask32, U8x32, I8x32, U16x32, I16x32 {
    const TABLES: bool = true;

    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: I16x32, high: I16x32) -> Pair<I32x16> {
        let [low, high] = interleave::words::interleave(low.0, high.0);
        Pair(I32x16(low), I32x16(high))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: Self::I32) -> U8x32 {
        let at = Lanes::<Avx512x32>::to_u16(at).0;
        // SAFETY: forwarded from the caller, of kernels with tables, which have VBMI.
        let found = unsafe { table::look_up::<ENTRIES>(table, at, at) };
        U8x32(intrinsics!(_mm512_castsi512_si256(found)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: U8x32) -> U8x32 {
        let at = intrinsics!(_mm512_castsi256_si512(at.0));
        // SAFETY: forwarded from the caller, of kernels with tables, which have VBMI.
        let found = unsafe { table::look_up_bytes::<ENTRIES>(table, at) };
        U8x32(intrinsics!(_mm512_castsi512_si256(found)))
    }
});
doubled!(Avx512x64: 64 lanes, Mask64, U8x64, I8x64, Pair<U16x32>, Pair<I16x32> {
    const TABLES: bool = true;

    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: Self::I16, high: Self::I16) -> Self::I32 {
        Self::word_pair_by_halves(low, high)
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: Self::I32) -> U8x64 {
        let Pair(low, high) = Lanes::<Avx512x64>::to_u16(at);
        // SAFETY: forwarded from the caller, of kernels with tables, which have VBMI.
        U8x64(unsafe { table::look_up::<ENTRIES>(table, low.0, high.0) })
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: U8x64) -> U8x64 {
        // SAFETY: forwarded from the caller, of kernels with tables, which have VBMI.
        U8x64(unsafe { table::look_up_bytes::<ENTRIES>(table, at.0) })
    }
});

/// The lower and the upper half of a register.
#[cfg_attr(optimised, inline(always))]
fn halves_of_512(x: __m512i) -> Pair<__m256i> {
    intrinsics!(Pair(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x)))
}

/// The register of two halves.
#[cfg_attr(optimised, inline(always))]
fn join_512(low: __m256i, high: __m256i) -> __m512i {
    intrinsics!(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
}

/// The lower and the upper half of a register.
#[cfg_attr(optimised, inline(always))]
fn halves_of_256(x: __m256i) -> Pair<__m128i> {
    intrinsics!(Pair(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)))
}

/// The register of two halves.
#[cfg_attr(optimised, inline(always))]
fn join_256(low: __m128i, high: __m128i) -> __m256i {
    intrinsics!(_mm256_set_m128i(high, low))
}

/// Vectors as two of another type, by functions of their registers.
macro_rules! in_halves {
    ($($Name:ident of $Half:ident: $halves:ident $join:ident,)*) => {$(
        impl Halves<$Half> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn join(Pair(low, high): Pair<$Half>) -> Self {
                Self($join(low.0, high.0))
            }
            #[cfg_attr(optimised, inline(always))]
            fn halves(self) -> Pair<$Half> {
                let Pair(low, high) = $halves(self.0);
                Pair($Half(low), $Half(high))
            }
        }
    )*};
}

/// Comparisons of integers, and the choice between them.
macro_rules! compared {
    ($Mask:ident, $mm:ident $ep:ident $epi:ident) => {
        compared! { @ $Mask, $mm:
            lt [<cmplt_ $ep _mask>], le [<cmple_ $ep _mask>], gt [<cmpgt_ $ep _mask>],
            ge [<cmpge_ $ep _mask>], eq [<cmpeq_ $ep _mask>], ne [<cmpneq_ $ep _mask>],
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: $Mask, a: Self, b: Self) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _mask_blend_ $epi>](mask.0, b.0, a.0))))
        }
    };
    (@ $Mask:ident, $mm:ident: $($method:ident [<$($part:ident)*>],)*) => {
        pastey::paste! {$(
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> $Mask {
                $Mask(intrinsics!([<$mm _ $($part)*>](self.0, other.0)))
            }
        )*}
    };
}

use {compared, in_halves};

/// Lanes from every second element of memory and to them, as the lower halves of elements twice as
/// wide: what is beyond the last is masked. To places further apart by registers of 128 bits.
macro_rules! every_second {
    ($T:ident, $Half:ident, $Isa:ident: load |$from:ident| $load:expr, store |$x:ident, $to:ident| $store:expr, parts $parts:expr) => {
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_every<const STEP: isize>($from: *const $T) -> Self {
            match STEP {
                2 => Self(intrinsics!($load)),
                // SAFETY: forwarded from the caller.
                _ => Self::join(unsafe { <Pair<$Half> as Lanes<$Isa>>::load_every::<STEP>($from) }),
            }
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store_every<const STEP: isize>(self, $to: *mut $T) {
            let $x = self.0;
            match STEP {
                2 => intrinsics!($store),
                _ if const { every::is_short(STEP) } => {
                    // SAFETY: forwarded from the caller; the step is short.
                    unsafe {
                        every::store::<{ size_of::<$T>() }, STEP, _>($parts, $to.cast());
                    }
                }
                // SAFETY: forwarded from the caller.
                _ => unsafe { self.store_strided($to, STEP) },
            }
        }
    };
}
use every_second;
