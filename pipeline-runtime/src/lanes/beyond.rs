//! Registers from lines of which some lanes are beyond the ends: a load of the [window](EndWindow),
//! permuted.
//!
//! Registers of bytes and words that no instruction permutes as a whole come from windows of 128
//! bits, each its own.

use std::arch::x86_64::*;

use super::ends::{EndWindow, Ends};
use super::x86::intrinsics;

/// Orders of lanes, by what ends mean: of each turn from `-LANES` to `LANES` those that begin so
/// many lanes behind the first.
#[repr(C, align(64))]
struct TurnOrders<T, const N: usize> {
    clamp: [T; N],
    mirror: [T; N],
    mirror101: [T; N],
}

impl<T, const N: usize> TurnOrders<T, N> {
    /// The numbers of a turn, so many a lane.
    #[cfg_attr(optimised, inline(always))]
    fn of(&self, ends: Ends, turn: isize, lanes: isize, a_lane: isize) -> *const T {
        let orders = match ends {
            Ends::Clamp => &self.clamp,
            Ends::Mirror => &self.mirror,
            Ends::Mirror101 => &self.mirror101,
        };
        orders.as_ptr().wrapping_offset((lanes + turn) * a_lane)
    }
}

/// Orders of so many lanes, each of so many parts that instructions move.
macro_rules! orders {
    ($Name:ident: $lanes:literal lanes of $parts:literal $T:ident) => {
        static $Name: TurnOrders<$T, { 3 * $lanes * $parts }> = {
            const fn order(ends: Ends) -> [$T; 3 * $lanes * $parts] {
                let mut order = [0; 3 * $lanes * $parts];
                let mut lane = 0;
                while lane < 3 * $lanes {
                    let at = ends.within(lane as isize - $lanes, $lanes);
                    let mut part = 0;
                    while part < $parts {
                        order[lane * $parts + part] = (at as usize * $parts + part) as $T;
                        part += 1;
                    }
                    lane += 1;
                }
                order
            }
            TurnOrders {
                clamp: order(Ends::Clamp),
                mirror: order(Ends::Mirror),
                mirror101: order(Ends::Mirror101),
            }
        };
    };
}

orders!(EIGHT_BYTES: 8 lanes of 1 u8);
orders!(SIXTEEN_BYTES: 16 lanes of 1 u8);
orders!(EIGHT_WORDS: 8 lanes of 2 u8);
orders!(FOUR_DOUBLEWORDS: 4 lanes of 4 u8);
orders!(TWO_QUADWORDS: 2 lanes of 8 u8);
orders!(EIGHT_DOUBLEWORDS: 8 lanes of 1 u32);
orders!(FOUR_QUADWORDS: 4 lanes of 2 u32);
orders!(THIRTY_TWO_WORDS: 32 lanes of 1 u16);
orders!(SIXTEEN_DOUBLEWORDS: 16 lanes of 1 u32);
orders!(EIGHT_QUADWORDS: 8 lanes of 1 u64);

/// A line of elements of `SIZE` bytes, and where on it a register begins.
#[derive(Clone, Copy)]
pub struct RegisterPlace<const SIZE: usize> {
    /// The first element.
    pub line: *const u8,
    /// The coordinate of the first lane, the first element's being 0.
    pub at: isize,
    /// How many elements there are: no fewer than a register has lanes.
    pub extent: isize,
    /// What coordinates beyond them mean.
    pub ends: Ends,
}

impl<const SIZE: usize> RegisterPlace<SIZE> {
    /// So many lanes on.
    #[cfg_attr(optimised, inline(always))]
    pub fn ahead(self, lanes: isize) -> RegisterPlace<SIZE> {
        RegisterPlace { at: self.at + lanes, ..self }
    }

    /// The window of a register of so many lanes, and its turn.
    #[cfg_attr(optimised, inline(always))]
    fn window(self, lanes: isize) -> (*const u8, isize) {
        let EndWindow { first, turn } = EndWindow::of(self.at, self.extent, lanes, self.ends);
        (self.line.wrapping_offset(first * SIZE as isize), turn)
    }

    /// Eight bytes in the lower half of a register.
    ///
    /// # Safety
    /// The line must be valid for reads, and have as many elements as there are lanes.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn of_64(self) -> __m128i {
        let (window, turn) = self.window(8);
        let order = EIGHT_BYTES.of(self.ends, turn, 8, 1);
        intrinsics!(_mm_shuffle_epi8(_mm_loadl_epi64(window.cast()), _mm_loadl_epi64(order.cast())))
    }

    /// A register of 128 bits.
    ///
    /// # Safety
    /// As for [`of_64`](RegisterPlace::of_64).
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn of_128(self) -> __m128i {
        let (lanes, size) = (16 / SIZE as isize, SIZE as isize);
        let (window, turn) = self.window(lanes);
        let order = match SIZE {
            1 => SIXTEEN_BYTES.of(self.ends, turn, lanes, size),
            2 => EIGHT_WORDS.of(self.ends, turn, lanes, size),
            4 => FOUR_DOUBLEWORDS.of(self.ends, turn, lanes, size),
            _ => TWO_QUADWORDS.of(self.ends, turn, lanes, size),
        };
        intrinsics!(_mm_shuffle_epi8(_mm_loadu_si128(window.cast()), _mm_loadu_si128(order.cast())))
    }

    /// A register of 256 bits.
    ///
    /// # Safety
    /// As for [`of_64`](RegisterPlace::of_64), and the processor must have AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn of_256(self) -> __m256i {
        let lanes = 32 / SIZE as isize;
        if SIZE < 4 {
            // SAFETY: forwarded from the caller.
            let (low, high) = unsafe { (self.of_128(), self.ahead(lanes / 2).of_128()) };
            return intrinsics!(_mm256_set_m128i(high, low));
        }
        let (window, turn) = self.window(lanes);
        let order = match SIZE {
            4 => EIGHT_DOUBLEWORDS.of(self.ends, turn, lanes, 1),
            _ => FOUR_QUADWORDS.of(self.ends, turn, lanes, 2),
        };
        intrinsics!(_mm256_permutevar8x32_epi32(
            _mm256_loadu_si256(window.cast()),
            _mm256_loadu_si256(order.cast())
        ))
    }

    /// A register of 512 bits.
    ///
    /// # Safety
    /// As for [`of_64`](RegisterPlace::of_64), and the processor must have AVX-512 (F and BW).
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn of_512(self) -> __m512i {
        let lanes = 64 / SIZE as isize;
        if SIZE == 1 {
            // SAFETY: forwarded from the caller.
            let (low, high) = unsafe { (self.of_256(), self.ahead(32).of_256()) };
            return intrinsics!(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high));
        }
        let (window, turn) = self.window(lanes);
        intrinsics!({
            let row = _mm512_loadu_si512(window.cast());
            match SIZE {
                2 => {
                    let order = THIRTY_TWO_WORDS.of(self.ends, turn, lanes, 1);
                    _mm512_permutexvar_epi16(_mm512_loadu_si512(order.cast()), row)
                }
                4 => {
                    let order = SIXTEEN_DOUBLEWORDS.of(self.ends, turn, lanes, 1);
                    _mm512_permutexvar_epi32(_mm512_loadu_si512(order.cast()), row)
                }
                _ => {
                    let order = EIGHT_QUADWORDS.of(self.ends, turn, lanes, 1);
                    _mm512_permutexvar_epi64(_mm512_loadu_si512(order.cast()), row)
                }
            }
        })
    }
}

/// The method of [`Lanes`](super::Lanes) that loads such a register, as a function of its place.
macro_rules! load_beyond {
    ($T:ident, |$place:ident| $load:expr) => {
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_beyond(
            line: *const $T,
            at: isize,
            extent: isize,
            ends: $crate::lanes::Ends,
        ) -> Self {
            const SIZE: usize = size_of::<$T>();
            let line = line.cast();
            let $place = $crate::lanes::beyond::RegisterPlace::<SIZE> { line, at, extent, ends };
            // SAFETY: forwarded from the caller; the processor has the instructions of the type.
            let loaded = unsafe { $load };
            Self(loaded)
        }
    };
}

pub(super) use load_beyond;
