//! Three registers interleaved as one of three times the elements, and the way back.
//!
//! ```text
//! a0 a1 a2 a3 …   b0 b1 b2 b3 …   c0 c1 c2 c3 …      three channels
//! a0 b0 c0 a1   b1 c1 a2 b2   c2 a3 b3 c3 …          their pixels
//! ```
//!
//! Element `i` of channel `k` is element `3*i + k` of the pixels. Sixteen bytes have a power of two
//! of elements, which has no factor with three: so each element of a channel has a place of its own
//! among sixteen bytes, whichever of the three registers of pixels it goes to. One shuffle brings
//! all elements of a channel to these places, and blends collect the registers.
//!
//! That is done in each sixteen bytes of a register by itself; where there are several, they are
//! then put in order. There are no closures here: they would not be compiled for the instruction
//! set.

use std::arch::x86_64::*;

use super::x86::intrinsics;

/// Where the bytes of elements of `SIZE` bytes go.
struct ByteOrders {
    /// By channel, the byte that goes to each place.
    to_pixels: [[i8; 16]; 3],
    /// By channel, the place from which each byte comes.
    to_channels: [[i8; 16]; 3],
    /// By register of pixels, where the second channel is, and the third.
    channels: [[[i8; 16]; 2]; 3],
    /// By channel, where the second register of pixels has an element of it, and the third.
    registers: [[[i8; 16]; 2]; 3],
}

/// The orders for elements of so many bytes, of which sixteen bytes have at least two.
const fn orders(size: usize) -> ByteOrders {
    let mut of = ByteOrders {
        to_pixels: [[0; 16]; 3],
        to_channels: [[0; 16]; 3],
        channels: [[[0; 16]; 2]; 3],
        registers: [[[0; 16]; 2]; 3],
    };
    let elements = 16 / size;
    // Each byte of the pixels.
    let mut byte = 0;
    while byte < 48 {
        let element = byte / size;
        let (register, place) = (byte / 16, byte % 16);
        let (channel, own) = (element % 3, element / 3 * size + byte % size);
        of.to_pixels[channel][place] = own as i8;
        of.to_channels[channel][own] = (element % elements * size + byte % size) as i8;
        if channel > 0 {
            of.channels[register][channel - 1][place] = -1;
        }
        if register > 0 {
            of.registers[channel][register - 1][place] = -1;
        }
        byte += 1;
    }
    of
}

/// A bit for each byte of a register that is set in each sixteen bytes.
const fn bits(bytes: [i8; 16]) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < 64 {
        if bytes[i % 16] != 0 {
            bits |= 1 << i;
        }
        i += 1;
    }
    bits
}

/// Sixteen bytes as they are repeated in a register.
macro_rules! repeated {
    (of_128, $bytes:expr) => {
        intrinsics!(_mm_loadu_si128($bytes.as_ptr().cast()))
    };
    (of_256, $bytes:expr) => {
        intrinsics!(_mm256_broadcastsi128_si256(_mm_loadu_si128($bytes.as_ptr().cast())))
    };
    (of_512, $bytes:expr) => {
        intrinsics!(_mm512_broadcast_i32x4(_mm_loadu_si128($bytes.as_ptr().cast())))
    };
}

macro_rules! shuffled {
    (of_128, $x:expr, $order:expr) => {{
        let order = repeated!(of_128, const { $order });
        intrinsics!(_mm_shuffle_epi8($x, order))
    }};
    (of_256, $x:expr, $order:expr) => {{
        let order = repeated!(of_256, const { $order });
        intrinsics!(_mm256_shuffle_epi8($x, order))
    }};
    (of_512, $x:expr, $order:expr) => {{
        let order = repeated!(of_512, const { $order });
        intrinsics!(_mm512_shuffle_epi8($x, order))
    }};
}

/// The second of two values where that is said, the first elsewhere.
macro_rules! blended {
    (of_128, $a:expr, $b:expr, $where:expr) => {{
        let second = repeated!(of_128, const { $where });
        intrinsics!(_mm_blendv_epi8($a, $b, second))
    }};
    (of_256, $a:expr, $b:expr, $where:expr) => {{
        let second = repeated!(of_256, const { $where });
        intrinsics!(_mm256_blendv_epi8($a, $b, second))
    }};
    (of_512, $a:expr, $b:expr, $where:expr) => {
        intrinsics!(_mm512_mask_blend_epi8(const { bits($where) }, $a, $b))
    };
}

/// One of three, for each sixteen bytes: which is said of the second and of the third.
macro_rules! collected {
    ($of:ident, $all:expr, $where:expr) => {{
        let first_two = blended!($of, $all[0], $all[1], $where[0]);
        blended!($of, first_two, $all[2], $where[1])
    }};
}

macro_rules! registers {
    ($(#[$doc:meta])* $of:ident: $Register:ident, in_order |$x:ident| $in_order:expr, apart |$y:ident| $apart:expr) => {
        $(#[$doc])*
        pub mod $of {
            use super::*;

            /// Three channels of elements of `SIZE` bytes as pixels.
            #[cfg_attr(optimised, inline(always))]
            pub fn interleave<const SIZE: usize>(channels: [$Register; 3]) -> [$Register; 3] {
                let [a, b, c] = channels;
                let placed = [
                    shuffled!($of, a, orders(SIZE).to_pixels[0]),
                    shuffled!($of, b, orders(SIZE).to_pixels[1]),
                    shuffled!($of, c, orders(SIZE).to_pixels[2]),
                ];
                let $x = [
                    collected!($of, placed, orders(SIZE).channels[0]),
                    collected!($of, placed, orders(SIZE).channels[1]),
                    collected!($of, placed, orders(SIZE).channels[2]),
                ];
                $in_order
            }

            /// Pixels as three channels of elements of `SIZE` bytes.
            #[cfg_attr(optimised, inline(always))]
            pub fn deinterleave<const SIZE: usize>($y: [$Register; 3]) -> [$Register; 3] {
                let pixels = $apart;
                let placed = [
                    collected!($of, pixels, orders(SIZE).registers[0]),
                    collected!($of, pixels, orders(SIZE).registers[1]),
                    collected!($of, pixels, orders(SIZE).registers[2]),
                ];
                [
                    shuffled!($of, placed[0], orders(SIZE).to_channels[0]),
                    shuffled!($of, placed[1], orders(SIZE).to_channels[1]),
                    shuffled!($of, placed[2], orders(SIZE).to_channels[2]),
                ]
            }
        }
    };
}

registers! {
    /// Sixteen bytes.
    of_128: __m128i, in_order |x| x, apart |x| x
}

registers! {
    /// Two times sixteen bytes: the halves are pixels 0, 1, 2, 0, 1, 2.
    of_256: __m256i,
    in_order |x| intrinsics!([
        _mm256_permute2x128_si256::<0x20>(x[0], x[1]),
        _mm256_permute2x128_si256::<0x30>(x[2], x[0]),
        _mm256_permute2x128_si256::<0x31>(x[1], x[2]),
    ]),
    apart |x| intrinsics!([
        _mm256_permute2x128_si256::<0x30>(x[0], x[1]),
        _mm256_permute2x128_si256::<0x21>(x[0], x[2]),
        _mm256_permute2x128_si256::<0x30>(x[1], x[2]),
    ])
}

registers! {
    /// Four times sixteen bytes.
    of_512: __m512i, in_order |x| quarters(x, &IN_ORDER), apart |x| quarters(x, &APART)
}

/// Where quarters come from: numbers of 64 bits of the first two registers, and those of the third
/// where a bit says so.
struct Quarters {
    first_two: [[i64; 8]; 3],
    third: [[i64; 8]; 3],
    of_third: [u8; 3],
}

/// Quarter `q` of register `r` of what is in order is `from[4*r + q]`: four times the register, and
/// the quarter.
const fn quarters_from(from: [usize; 12]) -> Quarters {
    let mut of = Quarters { first_two: [[0; 8]; 3], third: [[0; 8]; 3], of_third: [0; 3] };
    let mut i = 0;
    while i < 12 {
        let (to, at) = (i / 4, i % 4 * 2);
        let mut half = 0;
        while half < 2 {
            let number = (from[i] % 4 * 2 + half) as i64;
            if from[i] / 4 == 2 {
                of.third[to][at + half] = number;
                of.of_third[to] |= 1 << (at + half);
            } else {
                of.first_two[to][at + half] = number + 8 * (from[i] / 4) as i64;
            }
            half += 1;
        }
        i += 1;
    }
    of
}

/// From quarters 0 of all three registers, quarters 1, and so on.
static IN_ORDER: Quarters = quarters_from([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
/// The other way.
static APART: Quarters = quarters_from([0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);

/// Three registers made of quarters of three.
#[cfg_attr(optimised, inline(always))]
fn quarters(x: [__m512i; 3], of: &Quarters) -> [__m512i; 3] {
    let mut all = x;
    for (i, to) in all.iter_mut().enumerate() {
        *to = intrinsics!({
            let first_two = _mm512_loadu_si512(of.first_two[i].as_ptr().cast());
            let third = _mm512_loadu_si512(of.third[i].as_ptr().cast());
            let partial = _mm512_permutex2var_epi64(x[0], first_two, x[1]);
            _mm512_mask_permutexvar_epi64(partial, of.of_third[i], third, x[2])
        });
    }
    all
}
