//! Tables of bytes in registers: a permutation finds sixty-four entries of two registers at once.
//!
//! ```text
//! at    3  200   64  130 ...     numbers of entries
//! pair  0    1    0    1 ...     which two registers: at / 128
//!       permute pair 0 by at % 128, pair 1 by at % 128, ...; each lane from its pair
//! ```

use std::arch::x86_64::*;

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
#[inline(always)]
pub unsafe fn look_up<const ENTRIES: usize>(
    table: *const u8,
    low: __m512i,
    high: __m512i,
) -> __m512i {
    intrinsics!({
        let even = _mm512_loadu_si512(EVEN.as_ptr().cast());
        let at = _mm512_permutex2var_epi8(low, even, high);
        let mut found = of_pair::<ENTRIES>(table, 0, at);
        if ENTRIES > 128 {
            let (low, high) = (_mm512_srli_epi16::<7>(low), _mm512_srli_epi16::<7>(high));
            let pair = _mm512_permutex2var_epi8(low, even, high);
            for i in 1..ENTRIES.div_ceil(128) {
                let here = _mm512_cmpeq_epi8_mask(pair, _mm512_set1_epi8(i as i8));
                found = _mm512_mask_mov_epi8(found, here, of_pair::<ENTRIES>(table, i, at));
            }
        }
        found
    })
}

/// The entries of the two registers of this number, each lane by the lower bits of its number.
///
/// # Safety
/// As for [`look_up`], and the table must have an entry there.
#[inline(always)]
unsafe fn of_pair<const ENTRIES: usize>(table: *const u8, pair: usize, at: __m512i) -> __m512i {
    let left = ENTRIES - 128 * pair;
    intrinsics!({
        let first = register(table.add(128 * pair), left);
        match left > 64 {
            false => _mm512_permutexvar_epi8(at, first),
            true => {
                let second = register(table.add(128 * pair + 64), left - 64);
                _mm512_permutex2var_epi8(first, at, second)
            }
        }
    })
}

/// The next 64 entries, or as many as are left.
///
/// # Safety
/// So many bytes must be valid for reads.
#[inline(always)]
unsafe fn register(from: *const u8, left: usize) -> __m512i {
    intrinsics!(match left < 64 {
        true => _mm512_maskz_loadu_epi8((1 << left) - 1, from.cast()),
        false => _mm512_loadu_si512(from.cast()),
    })
}
