//! Tables of bytes: up to 256 entries by shuffles, each of which finds an entry among sixteen;
//! larger ones by a load a lane, which takes less than `vpgatherdd` wherever that is microcode.

use std::arch::x86_64::*;

use super::I32x8;
use super::macros::avx2;
use crate::lanes::parts::TableParts;

/// Most entries that are found by shuffles.
pub const MOST_SHUFFLED: usize = 256;

/// The entries of a table at the numbers in the bytes of `at`.
///
/// # Safety
/// `ENTRIES` bytes, at most [`MOST_SHUFFLED`], must be valid for reads, and the numbers be less.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn shuffled<const ENTRIES: usize>(table: *const u8, at: __m256i) -> __m256i {
    avx2!({
        let low = _mm256_and_si256(at, _mm256_set1_epi8(15));
        Sixteens::<ENTRIES> { table, at, low }.found()
    })
}

/// A table of so many entries, sixteen in a register.
#[derive(Clone, Copy)]
struct Sixteens<const ENTRIES: usize> {
    table: *const u8,
    at: __m256i,
    /// The lower four bits.
    low: __m256i,
}

impl<const ENTRIES: usize> TableParts for Sixteens<ENTRIES> {
    type Vector = __m256i;

    const COUNT: usize = ENTRIES.div_ceil(16);

    #[cfg_attr(optimised, inline(always))]
    unsafe fn part(self, part: usize) -> __m256i {
        let left = ENTRIES - 16 * part;
        avx2!({
            let from = self.table.add(16 * part);
            let entries = match left < 16 {
                true => {
                    let mut last = [0; 16];
                    std::ptr::copy_nonoverlapping(from, last.as_mut_ptr(), left);
                    _mm_loadu_si128(last.as_ptr().cast())
                }
                false => _mm_loadu_si128(from.cast()),
            };
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), self.low)
        })
    }

    #[cfg_attr(optimised, inline(always))]
    fn select(self, bit: usize, without: __m256i, with: __m256i) -> __m256i {
        // The bit to the highest one of its byte, by which bytes are blended.
        avx2!({
            let there = match bit {
                0 => _mm256_slli_epi16::<3>(self.at),
                1 => _mm256_slli_epi16::<2>(self.at),
                2 => _mm256_slli_epi16::<1>(self.at),
                _ => self.at,
            };
            _mm256_blendv_epi8(without, with, there)
        })
    }
}

/// The entries of a table at eight numbers, as eight bytes.
///
/// # Safety
/// The table must have the entries, valid for reads.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn loaded(table: *const u8, at: I32x8) -> u64 {
    avx2!({
        let (low, high) = (_mm256_castsi256_si128(at.0), _mm256_extracti128_si256::<1>(at.0));
        two(table, _mm_cvtsi128_si64(low))
            | two(table, _mm_extract_epi64::<1>(low)) << 16
            | two(table, _mm_cvtsi128_si64(high)) << 32
            | two(table, _mm_extract_epi64::<1>(high)) << 48
    })
}

/// The entries at two numbers of 32 bits, as two bytes.
///
/// # Safety
/// As for [`loaded`].
#[cfg_attr(optimised, inline(always))]
unsafe fn two(table: *const u8, at: i64) -> u64 {
    let at = at as u64;
    // SAFETY: forwarded from the caller.
    let [low, high] = unsafe {
        [*table.add((at & u64::from(u32::MAX)) as usize), *table.add((at >> 32) as usize)]
    };
    u64::from(low) | u64::from(high) << 8
}
