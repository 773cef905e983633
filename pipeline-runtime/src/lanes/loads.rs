//! Gathers by a load for each element.
//!
//! `vpgatherdd` and its like are microcode on AMD's processors: sixteen elements of four bytes in a
//! first-level cache take 4.6 ns on Zen 5, and 2.8 by loads. On Intel's, what puts loaded elements
//! together has a single port.

use std::arch::x86_64::*;
use std::sync::atomic::{AtomicBool, Ordering};

use super::x86::intrinsics;

/// Whether gathers are to be loads; no until somebody asks.
static BY_LOADS: AtomicBool = AtomicBool::new(false);

/// Chooses between gathers and loads for the processor at hand.
pub fn choose() {
    BY_LOADS.store(is_amd(), Ordering::Relaxed);
}

/// Whether gathers are to be loads.
#[cfg_attr(optimised, inline(always))]
pub fn are_chosen() -> bool {
    BY_LOADS.load(Ordering::Relaxed)
}

/// Whether the processor is AMD's, or Hygon's, which are of the same design.
fn is_amd() -> bool {
    static KNOWN: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *KNOWN.get_or_init(|| {
        // Newer versions of Rust have it as a safe function.
        #[allow(unused_unsafe)]
        // SAFETY: every processor of x86-64 has the instruction and its leaf 0.
        let leaf = unsafe { __cpuid(0) };
        let words = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes);
        ["AuthenticAMD", "HygonGenuine"].iter().any(|name| words.as_flattened() == name.as_bytes())
    })
}

/// Four elements of four bytes, from `at[i] * SCALE` bytes behind `base` on.
///
/// # Safety
/// All of them must be valid for reads.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn four<const SCALE: i32>(base: *const u8, at: __m128i) -> __m128i {
    let load = |at: i64| {
        let element = base.wrapping_offset(at as isize * SCALE as isize).cast::<f32>();
        // SAFETY: forwarded from the caller; the instruction asks for no alignment.
        intrinsics!(_mm_load_ss(element))
    };
    let (low, high) = intrinsics!((_mm_cvtsi128_si64(at), _mm_extract_epi64::<1>(at)));
    let pair = |two: i64| {
        let (first, second) = (load(i64::from(two as i32)), load(two >> 32));
        intrinsics!(_mm_unpacklo_ps(first, second))
    };
    let (low, high) = (pair(low), pair(high));
    intrinsics!(_mm_castps_si128(_mm_movelh_ps(low, high)))
}

/// Eight such elements.
///
/// # Safety
/// As for [`four`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn eight<const SCALE: i32>(base: *const u8, at: __m256i) -> __m256i {
    let (low, high) = intrinsics!((_mm256_castsi256_si128(at), _mm256_extracti128_si256::<1>(at)));
    // SAFETY: forwarded from the caller.
    let (low, high) = unsafe { (four::<SCALE>(base, low), four::<SCALE>(base, high)) };
    intrinsics!(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high))
}

/// Sixteen such elements.
///
/// # Safety
/// As for [`four`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn sixteen<const SCALE: i32>(base: *const u8, at: __m512i) -> __m512i {
    let (low, high) = intrinsics!((_mm512_castsi512_si256(at), _mm512_extracti64x4_epi64::<1>(at)));
    // SAFETY: forwarded from the caller.
    let (low, high) = unsafe { (eight::<SCALE>(base, low), eight::<SCALE>(base, high)) };
    intrinsics!(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
}

/// Two elements of four bytes each, from as many elements behind `base` on as the low and the high
/// half of `at` say, side by side.
///
/// # Safety
/// All of them must be valid for reads.
#[cfg_attr(optimised, inline(always))]
unsafe fn two_pairs(base: *const f32, at: i64) -> __m128 {
    let element = |at: isize| base.wrapping_offset(at).cast::<f64>();
    let (first, second) = (element(at as i32 as isize), element((at >> 32) as isize));
    // SAFETY: forwarded from the caller; the instructions ask for no alignment.
    intrinsics!(_mm_castpd_ps(_mm_loadh_pd(_mm_load_sd(first), second)))
}

/// Pairs at offsets 0, 1, 4 and 5, and those at 2, 3, 6 and 7: what two shuffles part.
///
/// # Safety
/// As for [`eight_pairs`].
#[cfg_attr(optimised, inline(always))]
unsafe fn quarters(base: *const f32, at: __m256i) -> [__m256; 2] {
    let (low, high) = intrinsics!((_mm256_castsi256_si128(at), _mm256_extracti128_si256::<1>(at)));
    let offsets = intrinsics!([
        _mm_cvtsi128_si64(low),
        _mm_extract_epi64::<1>(low),
        _mm_cvtsi128_si64(high),
        _mm_extract_epi64::<1>(high),
    ]);
    // SAFETY: forwarded from the caller.
    let [a, b, c, d] = unsafe {
        [
            two_pairs(base, offsets[0]),
            two_pairs(base, offsets[1]),
            two_pairs(base, offsets[2]),
            two_pairs(base, offsets[3]),
        ]
    };
    intrinsics!([
        _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(a), c),
        _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(b), d),
    ])
}

/// Eight elements of four bytes, from `at[i]` elements behind `base` on, and their successors: a
/// load of eight bytes for each.
///
/// # Safety
/// All of them must be valid for reads.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn eight_pairs(base: *const f32, at: __m256i) -> [__m256; 2] {
    // SAFETY: forwarded from the caller.
    let [a, b] = unsafe { quarters(base, at) };
    intrinsics!([_mm256_shuffle_ps::<0x88>(a, b), _mm256_shuffle_ps::<0xdd>(a, b)])
}

/// Sixteen elements and their successors.
///
/// # Safety
/// As for [`eight_pairs`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn sixteen_pairs(base: *const f32, at: __m512i) -> [__m512; 2] {
    let (low, high) = intrinsics!((_mm512_castsi512_si256(at), _mm512_extracti64x4_epi64::<1>(at)));
    // SAFETY: forwarded from the caller.
    let ([a, b], [c, d]) = unsafe { (quarters(base, low), quarters(base, high)) };
    intrinsics!({
        let both = |low, high| {
            let (low, high) = (_mm256_castps_pd(low), _mm256_castps_pd(high));
            _mm512_castpd_ps(_mm512_insertf64x4::<1>(_mm512_castpd256_pd512(low), high))
        };
        let (a, b) = (both(a, c), both(b, d));
        [_mm512_shuffle_ps::<0x88>(a, b), _mm512_shuffle_ps::<0xdd>(a, b)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that tell where they are, and offsets in both directions from the middle of them.
    fn numbers() -> (Vec<i32>, [i32; 16]) {
        let numbers = (0..400).map(|i: i32| i.wrapping_mul(0x0101_0107)).collect();
        (numbers, [0, -1, 7, 99, -200, 199, 3, 3, -64, 64, 100, -100, 150, -150, 1, 2])
    }

    #[test]
    fn loads_find_what_gathers_do() {
        if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
            return;
        }
        let (numbers, at) = numbers();
        let base = numbers[200..].as_ptr().cast::<u8>();
        let expected = at.map(|at| numbers[(200 + at) as usize]);
        let mut found = [0i32; 16];
        for half in [0, 8] {
            // SAFETY: the processor has AVX2, and all offsets are within the numbers.
            unsafe {
                let offsets = _mm256_loadu_si256(at[half..].as_ptr().cast());
                let loaded = eight::<4>(base, offsets);
                _mm256_storeu_si256(found[half..].as_mut_ptr().cast(), loaded);
            }
        }
        assert_eq!(found, expected);
        if is_x86_feature_detected!("avx512f") {
            let mut found = [0i32; 16];
            // SAFETY: likewise, and it has AVX-512.
            unsafe {
                let bytes = _mm512_slli_epi32::<2>(_mm512_loadu_si512(at.as_ptr().cast()));
                _mm512_storeu_si512(found.as_mut_ptr().cast(), sixteen::<1>(base, bytes));
            }
            assert_eq!(found, expected);
        }
    }
}
