//! Elements at equal distances, from vectors that overlap: none reaches beyond the elements wanted.

use std::arch::x86_64::*;

use super::macros::avx2;

/// Lanes of a vector.
const LANES: isize = 8;

/// The shuffles that pick elements of `size` bytes, `step` elements apart, out of up to four
/// registers; the last register ends where the last element does. Of no use unless [`is_narrow`].
const fn shuffles(step: isize, size: isize) -> [[i8; 16]; 4] {
    let span = (LANES - 1) * step.abs();
    let mut shuffles = [[-1; 16]; 4];
    if !is_narrow(step, size) {
        return shuffles;
    }
    let mut lane = 0;
    while lane < LANES {
        let element = if step < 0 { span + step * lane } else { step * lane };
        let mut byte = 0;
        while byte < size {
            let at = element * size + byte;
            let register = at / 16;
            let place = at - start(register, step, size);
            shuffles[register as usize][(lane * size + byte) as usize] = place as i8;
            byte += 1;
        }
        lane += 1;
    }
    shuffles
}

/// The first byte of a register, counted from the first element in memory.
const fn start(register: isize, step: isize, size: isize) -> isize {
    let end = bytes(step, size) - 16;
    if 16 * register < end { 16 * register } else { end }
}

/// Bytes from the first element to the last.
const fn bytes(step: isize, size: isize) -> isize {
    ((LANES - 1) * step.abs() + 1) * size
}

/// Whether [`narrow`] can do it: at least one register, at most four.
pub const fn is_narrow(step: isize, size: isize) -> bool {
    bytes(step, size) >= 16 && bytes(step, size) <= 64
}

/// Eight elements of one or two bytes, `STEP` elements apart, the first at `p`.
///
/// # Safety
/// `is_narrow(STEP, size_of::<T>())`, and every element from the first to the last must be
/// readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn narrow<T, const STEP: isize>(p: *const T) -> __m128i {
    let shuffles = const { shuffles(STEP, size_of::<T>() as isize) };
    let size = const { size_of::<T>() as isize };
    // SAFETY: with a negative step, the last element is the first in memory.
    let first = unsafe { if STEP < 0 { p.offset((LANES - 1) * STEP) } else { p } };
    let mut lanes = avx2!(_mm_setzero_si128());
    for k in 0..4 {
        if 16 * k < bytes(STEP, size) {
            lanes = avx2!({
                let bytes = _mm_loadu_si128(first.byte_offset(start(k, STEP, size)).cast());
                let shuffle = _mm_loadu_si128(shuffles[k as usize].as_ptr().cast());
                _mm_or_si128(lanes, _mm_shuffle_epi8(bytes, shuffle))
            });
        }
    }
    lanes
}

/// Eight elements of four bytes, every second one from `p` on.
///
/// # Safety
/// The fifteen elements from `p` on must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn second_of_4_bytes<T>(p: *const T) -> __m256 {
    avx2!({
        let low = _mm256_loadu_ps(p.cast());
        let high = _mm256_loadu_ps(p.add(7).cast());
        let mixed = _mm256_castps_pd(_mm256_shuffle_ps::<0b11_01_10_00>(low, high));
        _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(mixed))
    })
}

/// Four `f64`, every second one from `p` on.
///
/// # Safety
/// The seven elements from `p` on must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn second_of_f64(p: *const f64) -> __m256d {
    avx2!({
        let mixed = _mm256_shuffle_pd::<0b1010>(_mm256_loadu_pd(p), _mm256_loadu_pd(p.add(3)));
        _mm256_permute4x64_pd::<0b11_01_10_00>(mixed)
    })
}
