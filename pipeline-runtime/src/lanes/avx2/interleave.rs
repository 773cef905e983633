//! Two vectors interleaved as one of twice the lanes, and the way back, and one behind the other.
//!
//! There are no closures here, as in [`transpose`](super::transpose).

use std::arch::x86_64::*;

use super::macros::avx2;
use crate::lanes::reverse::reversed;
use crate::lanes::splice::spliced;
use crate::lanes::three;

/// How registers of some elements are interleaved, and taken deinterleave again.
macro_rules! registers {
    ($(#[$doc:meta])* $name:ident of $Register:ident:
     interleave |$a:ident, $b:ident| $interleave:expr, deinterleave |$c:ident, $d:ident| $deinterleave:expr,
     three |$x:ident| $three:expr, |$y:ident| $three_apart:expr,
     splice $splice:ident of $SIZE:literal $($to_bits:ident $of_bits:ident)?) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            /// The lower and the upper half of the interleaved lanes of `a` and `b`.
            #[cfg_attr(optimised, inline(always))]
            pub fn interleave($a: $Register, $b: $Register) -> [$Register; 2] {
                avx2!($interleave)
            }

            /// The even lanes of one vector followed by another, and the odd ones.
            #[cfg_attr(optimised, inline(always))]
            pub fn deinterleave($c: $Register, $d: $Register) -> [$Register; 2] {
                avx2!($deinterleave)
            }

            /// The interleaved lanes of three registers.
            #[cfg_attr(optimised, inline(always))]
            pub fn interleave_three($x: [$Register; 3]) -> [$Register; 3] {
                $three
            }

            /// Every third lane of three registers behind each other.
            #[cfg_attr(optimised, inline(always))]
            pub fn deinterleave_three($y: [$Register; 3]) -> [$Register; 3] {
                $three_apart
            }

            /// The lanes of `a` followed by those of `b`, from lane `by` on.
            #[cfg_attr(optimised, inline(always))]
            pub fn splice(a: $Register, b: $Register, by: usize) -> $Register {
                spliced!($splice, a, b, $SIZE * by $(, $to_bits $of_bits)?)
            }

            /// The lanes from the last to the first.
            #[cfg_attr(optimised, inline(always))]
            pub fn reverse(a: $Register) -> $Register {
                reversed!($splice, a, $SIZE $(, $to_bits $of_bits)?)
            }
        }
    };
}

registers! {
    /// Eight bytes in the lower half of a register.
    bytes_of_64 of __m128i:
    interleave |a, b| {
        let both = _mm_unpacklo_epi8(a, b);
        [both, _mm_unpackhi_epi64(both, both)]
    },
    deinterleave |a, b| {
        let both = _mm_shuffle_epi8(_mm_unpacklo_epi64(a, b), even_bytes_first());
        [both, _mm_unpackhi_epi64(both, both)]
    },
    three |x| {
        let [low, high, _] = three::of_128::interleave::<1>(x);
        [low, avx2!(_mm_unpackhi_epi64(low, low)), high]
    },
    |x| {
        let [low, high, last] = x;
        three::of_128::deinterleave::<1>([avx2!(_mm_unpacklo_epi64(low, high)), last, last])
    },
    splice of_64 of 1
}

registers! {
    /// Sixteen bytes.
    bytes_of_128 of __m128i:
    interleave |a, b| [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)],
    deinterleave |a, b| {
        let order = even_bytes_first();
        let (a, b) = (_mm_shuffle_epi8(a, order), _mm_shuffle_epi8(b, order));
        [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)]
    },
    three |x| three::of_128::interleave::<1>(x),
    |x| three::of_128::deinterleave::<1>(x),
    splice of_128 of 1
}

registers! {
    /// Thirty-two bytes.
    bytes_of_256 of __m256i:
    interleave |a, b| in_order(_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)),
    deinterleave |a, b| halves_in_order(a, b, even_bytes_first()),
    three |x| three::of_256::interleave::<1>(x),
    |x| three::of_256::deinterleave::<1>(x),
    splice of_256 of 1
}

registers! {
    /// Eight words.
    words_of_128 of __m128i:
    interleave |a, b| [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)],
    deinterleave |a, b| {
        let order = even_words_first();
        let (a, b) = (_mm_shuffle_epi8(a, order), _mm_shuffle_epi8(b, order));
        [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)]
    },
    three |x| three::of_128::interleave::<2>(x),
    |x| three::of_128::deinterleave::<2>(x),
    splice of_128 of 2
}

registers! {
    /// Sixteen words.
    words_of_256 of __m256i:
    interleave |a, b| in_order(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
    deinterleave |a, b| halves_in_order(a, b, even_words_first()),
    three |x| three::of_256::interleave::<2>(x),
    |x| three::of_256::deinterleave::<2>(x),
    splice of_256 of 2
}

registers! {
    /// Eight numbers of 32 bits.
    singles of __m256:
    interleave |a, b| {
        let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        [_mm256_permute2f128_ps::<0x20>(low, high), _mm256_permute2f128_ps::<0x31>(low, high)]
    },
    deinterleave |a, b| {
        let even = _mm256_castps_pd(_mm256_shuffle_ps::<0b10_00_10_00>(a, b));
        let odd = _mm256_castps_pd(_mm256_shuffle_ps::<0b11_01_11_01>(a, b));
        [
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(even)),
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(odd)),
        ]
    },
    three |x| as_singles(three::of_256::interleave::<4>(of_singles(x))),
    |x| as_singles(three::of_256::deinterleave::<4>(of_singles(x))),
    splice of_256 of 4 _mm256_castps_si256 _mm256_castsi256_ps
}

registers! {
    /// Four numbers of 64 bits.
    doubles of __m256d:
    interleave |a, b| {
        let (low, high) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        [_mm256_permute2f128_pd::<0x20>(low, high), _mm256_permute2f128_pd::<0x31>(low, high)]
    },
    deinterleave |a, b| {
        let (even, odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        [_mm256_permute4x64_pd::<0b11_01_10_00>(even), _mm256_permute4x64_pd::<0b11_01_10_00>(odd)]
    },
    three |x| as_doubles(three::of_256::interleave::<8>(of_doubles(x))),
    |x| as_doubles(three::of_256::deinterleave::<8>(of_doubles(x))),
    splice of_256 of 8 _mm256_castpd_si256 _mm256_castsi256_pd
}

/// The order that puts the even bytes of a register before the odd ones.
#[cfg_attr(optimised, inline(always))]
fn even_bytes_first() -> __m128i {
    avx2!(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15))
}

/// The same of words.
#[cfg_attr(optimised, inline(always))]
fn even_words_first() -> __m128i {
    avx2!(_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15))
}

/// Lanes in order, of the lower halves of two registers' halves interleaved, and of the upper ones.
#[cfg_attr(optimised, inline(always))]
fn in_order(low: __m256i, high: __m256i) -> [__m256i; 2] {
    avx2!([
        _mm256_permute2x128_si256::<0x20>(low, high),
        _mm256_permute2x128_si256::<0x31>(low, high),
    ])
}

/// What comes first in this order in each half of two registers, and what comes last.
#[cfg_attr(optimised, inline(always))]
fn halves_in_order(a: __m256i, b: __m256i, order: __m128i) -> [__m256i; 2] {
    avx2!({
        let order = _mm256_broadcastsi128_si256(order);
        let (a, b) = (_mm256_shuffle_epi8(a, order), _mm256_shuffle_epi8(b, order));
        in_order(
            _mm256_permute4x64_epi64::<0b11_01_10_00>(a),
            _mm256_permute4x64_epi64::<0b11_01_10_00>(b),
        )
    })
}

/// The bits of three registers of floats.
#[cfg_attr(optimised, inline(always))]
fn of_singles(x: [__m256; 3]) -> [__m256i; 3] {
    avx2!([_mm256_castps_si256(x[0]), _mm256_castps_si256(x[1]), _mm256_castps_si256(x[2])])
}

/// Three registers of floats of these bits.
#[cfg_attr(optimised, inline(always))]
fn as_singles(x: [__m256i; 3]) -> [__m256; 3] {
    avx2!([_mm256_castsi256_ps(x[0]), _mm256_castsi256_ps(x[1]), _mm256_castsi256_ps(x[2])])
}

/// The bits of three registers of floats of 64 bits.
#[cfg_attr(optimised, inline(always))]
fn of_doubles(x: [__m256d; 3]) -> [__m256i; 3] {
    avx2!([_mm256_castpd_si256(x[0]), _mm256_castpd_si256(x[1]), _mm256_castpd_si256(x[2])])
}

/// Three registers of floats of 64 bits of these bits.
#[cfg_attr(optimised, inline(always))]
fn as_doubles(x: [__m256i; 3]) -> [__m256d; 3] {
    avx2!([_mm256_castsi256_pd(x[0]), _mm256_castsi256_pd(x[1]), _mm256_castsi256_pd(x[2])])
}
