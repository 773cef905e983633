//! Stores of elements at equal distances, a register of 128 bits at a time: a shuffle brings each
//! to its place among sixteen bytes of memory, and a mask leaves alone what is between them.

use std::arch::x86_64::*;

use crate::lanes::x86::intrinsics;

/// Sixteen bytes of memory: which of a register go there.
#[derive(Clone, Copy)]
struct PieceOrder {
    /// The byte that goes to each place.
    from: [i8; 16],
    /// The places to which one goes.
    mask: u16,
}

/// The most elements between two that are stored, and one.
const MOST: usize = 8;

/// Whether [`store`] can do it.
pub const fn is_short(step: isize) -> bool {
    step > 0 && step <= MOST as isize
}

/// Where the elements of a register go, each of so many bytes, `step` elements apart. Of no use
/// unless that [is short](is_short).
const fn pieces(size: usize, step: isize) -> [PieceOrder; MOST] {
    let mut pieces = [PieceOrder { from: [-1; 16], mask: 0 }; MOST];
    let mut byte = 0;
    while is_short(step) && byte < 16 {
        let at = byte / size * step as usize * size + byte % size;
        if at / 16 < MOST {
            pieces[at / 16].from[at % 16] = byte as i8;
            pieces[at / 16].mask |= 1 << (at % 16);
        }
        byte += 1;
    }
    pieces
}

/// Writes the elements of some registers, each of `SIZE` bytes, to every `STEP`th place.
///
/// # Safety
/// `is_short(STEP)`, and each of the places must be valid for writes.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store<const SIZE: usize, const STEP: isize, const N: usize>(
    registers: [__m128i; N],
    to: *mut u8,
) {
    let pieces = const { pieces(SIZE, STEP) };
    for (i, register) in registers.into_iter().enumerate() {
        for (k, piece) in pieces.iter().enumerate().take(STEP as usize) {
            intrinsics!({
                let from = _mm_loadu_si128(piece.from.as_ptr().cast());
                let to = to.wrapping_add(16 * (STEP as usize * i + k));
                _mm_mask_storeu_epi8(to.cast(), piece.mask, _mm_shuffle_epi8(register, from));
            });
        }
    }
}

/// The quarters of a register.
#[cfg_attr(optimised, inline(always))]
pub fn quarters(x: __m512i) -> [__m128i; 4] {
    intrinsics!([
        _mm512_castsi512_si128(x),
        _mm512_extracti32x4_epi32::<1>(x),
        _mm512_extracti32x4_epi32::<2>(x),
        _mm512_extracti32x4_epi32::<3>(x),
    ])
}

/// The halves of a register.
#[cfg_attr(optimised, inline(always))]
pub fn halves(x: __m256i) -> [__m128i; 2] {
    intrinsics!([_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)])
}
