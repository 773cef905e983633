//! Two registers one behind the other, and one from some lane on: LLVM's `vector.splice`.
//!
//! ```text
//! a0 a1 a2 a3   b0 b1 b2 b3      two vectors of a row
//!       a2 a3   b0 b1            the points two further than those of the first
//! ```
//!
//! Instructions take the distance as a constant. It is one where they are called, so that of each
//! `match` one arm is left. There are no closures here: they would not be compiled for the
//! instruction set.

use std::arch::x86_64::*;

use super::x86::intrinsics;

/// A function of a constant, for the constant that a variable is.
macro_rules! by_constant {
    ($of:expr, |$n:ident| $value:expr, $($constant:literal)*, else $last:expr) => {
        match $of {
            $($constant => {
                const $n: i32 = $constant;
                $value
            })*
            _ => $last,
        }
    };
}

/// Bytes of the lower halves of two registers from one on, at most 8.
#[cfg_attr(optimised, inline(always))]
pub fn of_64(a: __m128i, b: __m128i, bytes: usize) -> __m128i {
    let both = intrinsics!(_mm_unpacklo_epi64(a, b));
    by_constant!(bytes, |N| intrinsics!(_mm_srli_si128::<N>(both)), 0 1 2 3 4 5 6 7, else b)
}

/// Bytes of two registers from one on, at most 16.
#[cfg_attr(optimised, inline(always))]
pub fn of_128(a: __m128i, b: __m128i, bytes: usize) -> __m128i {
    by_constant!(
        bytes,
        |N| intrinsics!(_mm_alignr_epi8::<N>(b, a)),
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15,
        else b
    )
}

/// Bytes of two registers from one on, at most 32.
#[cfg_attr(optimised, inline(always))]
pub fn of_256(a: __m256i, b: __m256i, bytes: usize) -> __m256i {
    let between = intrinsics!(_mm256_permute2x128_si256::<0x21>(a, b));
    let (low, high) = if bytes < 16 { (a, between) } else { (between, b) };
    by_constant!(
        bytes % 16,
        |N| intrinsics!(_mm256_alignr_epi8::<N>(high, low)),
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15,
        else if bytes == 32 { b } else { low }
    )
}

/// Bytes of two registers from one on, at most 64.
#[cfg_attr(optimised, inline(always))]
pub fn of_512(a: __m512i, b: __m512i, bytes: usize) -> __m512i {
    if bytes.is_multiple_of(4) {
        return doublewords(a, b, bytes / 4);
    }
    let first = bytes / 16 * 4;
    let (low, high) = (doublewords(a, b, first), doublewords(a, b, first + 4));
    by_constant!(
        bytes % 16,
        |N| intrinsics!(_mm512_alignr_epi8::<N>(high, low)),
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15,
        else low
    )
}

/// Elements of 32 bits of two registers from one on, at most 16.
#[cfg_attr(optimised, inline(always))]
fn doublewords(a: __m512i, b: __m512i, by: usize) -> __m512i {
    by_constant!(
        by,
        |N| intrinsics!(_mm512_alignr_epi32::<N>(b, a)),
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15,
        else b
    )
}

/// Two registers of bits, or of what becomes bits and is made of them, from some byte on.
macro_rules! spliced {
    ($of:ident, $a:ident, $b:ident, $bytes:expr) => {
        $crate::lanes::splice::$of($a, $b, $bytes)
    };
    ($of:ident, $a:ident, $b:ident, $bytes:expr, $to_bits:ident $of_bits:ident) => {{
        let (a, b) = $crate::lanes::x86::intrinsics!(($to_bits($a), $to_bits($b)));
        $crate::lanes::x86::intrinsics!($of_bits($crate::lanes::splice::spliced!(
            $of, a, b, $bytes
        )))
    }};
}

pub(super) use spliced;
