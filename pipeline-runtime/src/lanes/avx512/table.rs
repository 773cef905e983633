//! Tables of bytes in registers: a permutation finds an entry among the 128 of two registers.
//!
//! ```text
//! at    3  200   64  130 ...     numbers of entries
//! pair  0    1    0    1 ...     which two registers: at / 128
//!       permute pair 0 by at % 128, pair 1 by at % 128, ...; each lane from its pair
//! ```

use std::arch::x86_64::*;

use crate::lanes::parts::TableParts;
use crate::lanes::x86::intrinsics;

/// Every second byte of two registers.
static EVEN: [u8; 64] = {
    let mut even = [0; 64];
    let mut i = 0;
    while i < 64 {
        even[i] = 2 * i as u8;
        i += 1;
    }
    even
};

/// The entries of a table at the numbers in the words of `low` and `high`.
///
/// # Safety
/// `ENTRIES` bytes must be valid for reads, the numbers be less, and the processor have VBMI.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn look_up<const ENTRIES: usize>(
    table: *const u8,
    low: __m512i,
    high: __m512i,
) -> __m512i {
    intrinsics!({
        let even = _mm512_loadu_si512(EVEN.as_ptr().cast());
        let at = _mm512_permutex2var_epi8(low, even, high);
        if ENTRIES <= 256 {
            return look_up_bytes::<ENTRIES>(table, at);
        }
        let (low, high) = (_mm512_srli_epi16::<7>(low), _mm512_srli_epi16::<7>(high));
        let pair = _mm512_permutex2var_epi8(low, even, high);
        Pairs::<ENTRIES> { table, at, pair }.found()
    })
}

/// The entries of a table of at most 256 at the numbers in the bytes of `at`.
///
/// # Safety
/// As for [`look_up`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: __m512i) -> __m512i {
    // The highest bit of a byte tells the pair.
    intrinsics!(Pairs::<ENTRIES> { table, at, pair: at }.found())
}

/// A table of so many entries, in pairs of registers.
#[derive(Clone, Copy)]
struct Pairs<const ENTRIES: usize> {
    table: *const u8,
    /// The lower bits of the numbers of entries.
    at: __m512i,
    /// The numbers of pairs, or bytes of which the highest bit is that.
    pair: __m512i,
}

impl<const ENTRIES: usize> TableParts for Pairs<ENTRIES> {
    type Vector = __m512i;

    const COUNT: usize = ENTRIES.div_ceil(128);

    #[cfg_attr(optimised, inline(always))]
    unsafe fn part(self, pair: usize) -> __m512i {
        let left = ENTRIES - 128 * pair;
        intrinsics!({
            let first = register(self.table.add(128 * pair), left);
            match left > 64 {
                false => _mm512_permutexvar_epi8(self.at, first),
                true => {
                    let second = register(self.table.add(128 * pair + 64), left - 64);
                    _mm512_permutex2var_epi8(first, self.at, second)
                }
            }
        })
    }

    #[cfg_attr(optimised, inline(always))]
    fn select(self, bit: usize, without: __m512i, with: __m512i) -> __m512i {
        intrinsics!({
            let there = match ENTRIES > 256 {
                true => _mm512_test_epi8_mask(self.pair, _mm512_set1_epi8(1 << bit)),
                false => _mm512_movepi8_mask(self.pair),
            };
            _mm512_mask_blend_epi8(there, without, with)
        })
    }
}

/// The next 64 entries, or as many as are left.
///
/// # Safety
/// So many bytes must be valid for reads.
#[cfg_attr(optimised, inline(always))]
unsafe fn register(from: *const u8, left: usize) -> __m512i {
    intrinsics!(match left < 64 {
        true => _mm512_maskz_loadu_epi8((1 << left) - 1, from.cast()),
        false => _mm512_loadu_si512(from.cast()),
    })
}
