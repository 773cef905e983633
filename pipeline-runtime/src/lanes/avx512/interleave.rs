//! Two registers interleaved as one of twice the lanes, and the way back. What fills
//! half a register or less is in `avx2`. There are no closures here, as there.

use std::arch::x86_64::*;

use super::join_512;
use crate::lanes::reverse::reversed;
use crate::lanes::splice::{of_512, spliced};
use crate::lanes::three;
use crate::lanes::x86::intrinsics;

/// Where lanes come from, of one register followed by another with `N` lanes each.
struct LaneOrders<T, const N: usize> {
    /// Those of the lower halves interleaved, and those of the upper ones.
    interleave: [[T; N]; 2],
    /// The even ones, and the odd ones.
    deinterleave: [[T; N]; 2],
}

macro_rules! orders {
    ($T:ident, $N:literal) => {{
        let (mut interleave, mut deinterleave) = ([[0; $N]; 2], [[0; $N]; 2]);
        let mut i = 0;
        while i < $N {
            let from = if i % 2 == 0 { i / 2 } else { $N + i / 2 };
            interleave[0][i] = from as $T;
            interleave[1][i] = (from + $N / 2) as $T;
            deinterleave[0][i] = (2 * i) as $T;
            deinterleave[1][i] = (2 * i + 1) as $T;
            i += 1;
        }
        LaneOrders { interleave, deinterleave }
    }};
}

static WORDS: LaneOrders<u16, 32> = orders!(u16, 32);
static DOUBLEWORDS: LaneOrders<u32, 16> = orders!(u32, 16);
static QUADWORDS: LaneOrders<u64, 8> = orders!(u64, 8);
/// The pairs of numbers of 64 bits of the lower halves interleaved, and of the upper ones.
static PAIRS: [[u64; 8]; 2] = [[0, 1, 8, 9, 2, 3, 10, 11], [4, 5, 12, 13, 6, 7, 14, 15]];

/// Lanes of two registers in these orders.
macro_rules! permuted {
    ($permute:ident, $orders:expr, $a:ident, $b:ident) => {{
        let [first, second] = &$orders;
        intrinsics!([
            $permute($a, _mm512_loadu_si512(first.as_ptr().cast()), $b),
            $permute($a, _mm512_loadu_si512(second.as_ptr().cast()), $b),
        ])
    }};
}

macro_rules! registers {
    ($(#[$doc:meta])* $name:ident of $Register:ident by $permute:ident in $ORDERS:ident, $SIZE:literal
     $($to_bits:ident $of_bits:ident)?) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            /// The lower and the upper half of the interleaved lanes of `a` and `b`.
            #[cfg_attr(optimised, inline(always))]
            pub fn interleave(a: $Register, b: $Register) -> [$Register; 2] {
                permuted!($permute, $ORDERS.interleave, a, b)
            }

            /// The even lanes of one register followed by another, and the odd ones.
            #[cfg_attr(optimised, inline(always))]
            pub fn deinterleave(a: $Register, b: $Register) -> [$Register; 2] {
                permuted!($permute, $ORDERS.deinterleave, a, b)
            }

            threes!($Register, $SIZE $($to_bits $of_bits)?);

            /// The lanes of `a` followed by those of `b`, from lane `by` on.
            #[cfg_attr(optimised, inline(always))]
            pub fn splice(a: $Register, b: $Register, by: usize) -> $Register {
                spliced!(of_512, a, b, $SIZE * by $(, $to_bits $of_bits)?)
            }

            /// The lanes from the last to the first.
            #[cfg_attr(optimised, inline(always))]
            pub fn reverse(a: $Register) -> $Register {
                reversed!(of_512, a, $SIZE $(, $to_bits $of_bits)?)
            }
        }
    };
}

/// Three registers of elements of one size, which are bits or become them and are made of them.
macro_rules! threes {
    ($Register:ident, $SIZE:literal) => {
        threes!($Register, $SIZE, |x| x, |x| x);
    };
    ($Register:ident, $SIZE:literal $to_bits:ident $of_bits:ident) => {
        threes!(
            $Register,
            $SIZE,
            |x| intrinsics!([$to_bits(x[0]), $to_bits(x[1]), $to_bits(x[2])]),
            |x| intrinsics!([$of_bits(x[0]), $of_bits(x[1]), $of_bits(x[2])])
        );
    };
    ($Register:ident, $SIZE:literal, |$x:ident| $bits:expr, |$y:ident| $back:expr) => {
        /// The interleaved lanes of three registers.
        #[cfg_attr(optimised, inline(always))]
        pub fn interleave_three($x: [$Register; 3]) -> [$Register; 3] {
            let $y = three::of_512::interleave::<$SIZE>($bits);
            $back
        }

        /// Every third lane of three registers behind each other.
        #[cfg_attr(optimised, inline(always))]
        pub fn deinterleave_three($x: [$Register; 3]) -> [$Register; 3] {
            let $y = three::of_512::deinterleave::<$SIZE>($bits);
            $back
        }
    };
}

registers! {
    /// Thirty-two words.
    words of __m512i by _mm512_permutex2var_epi16 in WORDS, 2
}
registers! {
    /// Sixteen integers of 32 bits.
    doublewords of __m512i by _mm512_permutex2var_epi32 in DOUBLEWORDS, 4
}
registers! {
    /// Sixteen floats of 32 bits.
    singles of __m512 by _mm512_permutex2var_ps in DOUBLEWORDS, 4
    _mm512_castps_si512 _mm512_castsi512_ps
}
registers! {
    /// Eight floats of 64 bits.
    doubles of __m512d by _mm512_permutex2var_pd in QUADWORDS, 8
    _mm512_castpd_si512 _mm512_castsi512_pd
}

/// Sixty-four bytes, which no instruction of BW takes from two registers.
pub mod bytes {
    use super::*;

    /// The lower and the upper half of the interleaved lanes of `a` and `b`.
    #[cfg_attr(optimised, inline(always))]
    pub fn interleave(a: __m512i, b: __m512i) -> [__m512i; 2] {
        let (low, high) = intrinsics!((_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)));
        permuted!(_mm512_permutex2var_epi64, PAIRS, low, high)
    }

    /// The lanes of `a` followed by those of `b`, from lane `by` on.
    #[cfg_attr(optimised, inline(always))]
    pub fn splice(a: __m512i, b: __m512i, by: usize) -> __m512i {
        of_512(a, b, by)
    }

    /// The lanes from the last to the first.
    #[cfg_attr(optimised, inline(always))]
    pub fn reverse(a: __m512i) -> __m512i {
        reversed!(of_512, a, 1)
    }

    /// The even lanes of one register followed by another, and the odd ones.
    #[cfg_attr(optimised, inline(always))]
    pub fn deinterleave(a: __m512i, b: __m512i) -> [__m512i; 2] {
        intrinsics!({
            let (odd_a, odd_b) = (_mm512_srli_epi16::<8>(a), _mm512_srli_epi16::<8>(b));
            [
                join_512(_mm512_cvtepi16_epi8(a), _mm512_cvtepi16_epi8(b)),
                join_512(_mm512_cvtepi16_epi8(odd_a), _mm512_cvtepi16_epi8(odd_b)),
            ]
        })
    }

    threes!(__m512i, 1);
}
