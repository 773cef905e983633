//! The elements of a register from the last to the first. There are no closures here: they would
//! not be compiled for the instruction set.

use std::arch::x86_64::*;

use super::x86::intrinsics;

/// The bytes of so many that come first when elements of `SIZE` bytes are reversed, as far as there
/// are so many: the others are zero.
const fn order<const SIZE: usize>(bytes: usize) -> [i8; 16] {
    let mut order = [-1; 16];
    let mut byte = 0;
    while byte < bytes {
        order[byte] = (bytes - SIZE - byte / SIZE * SIZE + byte % SIZE) as i8;
        byte += 1;
    }
    order
}

/// Of the lower half of a register.
#[cfg_attr(optimised, inline(always))]
pub fn of_64<const SIZE: usize>(x: __m128i) -> __m128i {
    let order = const { order::<SIZE>(8) };
    intrinsics!(_mm_shuffle_epi8(x, _mm_loadu_si128(order.as_ptr().cast())))
}

/// Of 128 bits.
#[cfg_attr(optimised, inline(always))]
pub fn of_128<const SIZE: usize>(x: __m128i) -> __m128i {
    let order = const { order::<SIZE>(16) };
    intrinsics!(_mm_shuffle_epi8(x, _mm_loadu_si128(order.as_ptr().cast())))
}

/// Of 256 bits.
#[cfg_attr(optimised, inline(always))]
pub fn of_256<const SIZE: usize>(x: __m256i) -> __m256i {
    let order = const { order::<SIZE>(16) };
    intrinsics!({
        let order = _mm256_broadcastsi128_si256(_mm_loadu_si128(order.as_ptr().cast()));
        _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(x, order))
    })
}

/// Of 512 bits.
#[cfg_attr(optimised, inline(always))]
pub fn of_512<const SIZE: usize>(x: __m512i) -> __m512i {
    let order = const { order::<SIZE>(16) };
    intrinsics!({
        let order = _mm512_broadcast_i32x4(_mm_loadu_si128(order.as_ptr().cast()));
        let parts = _mm512_shuffle_epi8(x, order);
        _mm512_shuffle_i64x2::<0b00_01_10_11>(parts, parts)
    })
}

/// A register of bits reversed, or of what becomes bits and is made of them.
macro_rules! reversed {
    ($of:ident, $a:ident, $SIZE:literal) => {
        $crate::lanes::reverse::$of::<$SIZE>($a)
    };
    ($of:ident, $a:ident, $SIZE:literal, $to_bits:ident $of_bits:ident) => {{
        let a = $crate::lanes::x86::intrinsics!($to_bits($a));
        let a = $crate::lanes::reverse::$of::<$SIZE>(a);
        $crate::lanes::x86::intrinsics!($of_bits(a))
    }};
}

pub(super) use reversed;
