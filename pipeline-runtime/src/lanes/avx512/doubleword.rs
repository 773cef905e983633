//! Sixteen integers of 32 bits: a register.

use std::arch::x86_64::*;

use super::byte::{I8x16, U8x16};
use super::double::F64x16;
use super::mask::Mask16;
use super::single::F32x16;
use super::word::{I16x16, U16x16};
use super::{Avx512x16, compared, every, every_second, in_halves, interleave};
use super::{halves_of_512, join_512};
use crate::lanes::avx2::{I32x8, U32x8};
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::x86::*;
use crate::lanes::{IntLanes, Isa, Lanes, loads};

register!(U32x16: 16 of u32, __m512i _mm512 si512 epi32);
register!(I32x16: 16 of i32, __m512i _mm512 si512 epi32);
operators! { U32x16: _mm512 Mul mul [<mullo_epi32>], }
operators! { I32x16: _mm512 Mul mul [<mullo_epi32>], }
halved_quotients!(U32x16: U32x8);
halved_quotients!(I32x16: I32x8);
in_halves! {
    U32x16 of U32x8: halves_of_512 join_512,
    I32x16 of I32x8: halves_of_512 join_512,
}

impl I32x16 {
    /// The lanes from the first on, as many as there are numbers from 0 to the last's.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn up_to_last(self) -> __mmask16 {
        let lanes = Avx512x16::iota(0, 1);
        intrinsics!({
            let last = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), self.0);
            _mm512_cmple_epi32_mask(lanes.0, last)
        })
    }
}

/// Reads 16 doublewords from every second place from `p` on.
///
/// # Safety
/// These must be valid for reads, and those between them.
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn load_even(p: *const i32) -> __m512i {
    let even = Avx512x16::iota(0, 2);
    intrinsics!({
        let low = _mm512_loadu_si512(p.cast());
        let high = _mm512_maskz_loadu_epi32(0x7fff, p.wrapping_add(16));
        _mm512_permutex2var_epi32(low, even.0, high)
    })
}

/// Writes 16 doublewords to every second place from `p` on.
///
/// # Safety
/// These must be valid for writes.
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn store_even(p: *mut i32, x: __m512i) {
    let Pair(low, high) = halves_of_512(x);
    intrinsics!({
        _mm512_mask_storeu_epi32(p, 0x5555, _mm512_cvtepu32_epi64(low));
        _mm512_mask_storeu_epi32(p.wrapping_add(16), 0x5555, _mm512_cvtepu32_epi64(high));
    });
}

/// What both do.
macro_rules! doublewords {
    ($Name:ident of $T:ident, $ep:ident, half $Half:ident, $single:ident $double:ident) => {
        impl Lanes<Avx512x16> for $Name {
            memory!(16 of $T as i32, _mm512 si512 epi32, half $Half, Avx512x16);
            methods! { _mm512: min [<min_ $ep>], max [<max_ $ep>], }
            compared!(Mask16, _mm512 $ep epi32);
            doublewords!(@ abs $T);
            every_second!($T, $Half, Avx512x16:
                load |p| load_even(p.cast()),
                store |x, p| store_even(p.cast(), x),
                parts every::quarters(x)
            );
            interleaved!(interleave::doublewords);
            #[cfg_attr(optimised, inline(always))]
            unsafe fn gather(base: *const $T, offsets: I32x16) -> Self {
                Self(match loads::are_chosen() {
                    true => intrinsics!(loads::sixteen::<4>(base.cast(), offsets.0)),
                    false => intrinsics!(_mm512_i32gather_epi32::<4>(offsets.0, base.cast())),
                })
            }
            #[cfg_attr(optimised, inline(always))]
            unsafe fn spread(base: *const $T, offsets: I32x16) -> Self {
                let read = offsets.up_to_last();
                let loaded = intrinsics!(_mm512_maskz_loadu_epi32(read, base.cast()));
                Self(intrinsics!(_mm512_permutexvar_epi32(offsets.0, loaded)))
            }
            conversions! {
                to_u8 U8x16, |x| U8x16(intrinsics!(_mm512_cvtepi32_epi8(x.0)));
                to_i8 I8x16, |x| I8x16(intrinsics!(_mm512_cvtepi32_epi8(x.0)));
                to_u16 U16x16, |x| U16x16(intrinsics!(_mm512_cvtepi32_epi16(x.0)));
                to_i16 I16x16, |x| I16x16(intrinsics!(_mm512_cvtepi32_epi16(x.0)));
                to_u32 U32x16, |x| U32x16(x.0);
                to_i32 I32x16, |x| I32x16(x.0);
                to_f32 F32x16, |x| F32x16(intrinsics!($single(x.0)));
                to_f64 F64x16, |x| {
                    let Pair(low, high) = halves_of_512(x.0);
                    F64x16(intrinsics!([$double(low), $double(high)]))
                };
            }
        }
    };
    (@ abs u32) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            self
        }
    };
    (@ abs i32) => {
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            Self(intrinsics!(_mm512_abs_epi32(self.0)))
        }
    };
}

doublewords!(U32x16 of u32, epu32, half U32x8, _mm512_cvtepu32_ps _mm512_cvtepu32_pd);
doublewords!(I32x16 of i32, epi32, half I32x8, _mm512_cvtepi32_ps _mm512_cvtepi32_pd);

/// Shifts of each lane by its own amount.
macro_rules! shifts {
    ($right:ident $each:ident) => {
        shifts_by!(_mm512 32: sll_epi32 $right);
        #[cfg_attr(optimised, inline(always))]
        fn shl(self, by: Self) -> Self {
            Self(intrinsics!(_mm512_sllv_epi32(self.0, (by & Self::splat(31)).0)))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr(self, by: Self) -> Self {
            Self(intrinsics!($each(self.0, (by & Self::splat(31)).0)))
        }
    };
}

impl IntLanes<Avx512x16> for U32x16 {
    shifts!(srl_epi32 _mm512_srlv_epi32);

    #[cfg_attr(optimised, inline(always))]
    fn saturating_add(self, other: Self) -> Self {
        self + other.min(!self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_sub(self, other: Self) -> Self {
        self - other.min(self)
    }
}

impl I32x16 {
    /// `self` where `overflow` is not negative; the bound on the side of `sign` elsewhere.
    #[cfg_attr(optimised, inline(always))]
    fn or_bound(self, overflow: Self, sign: Self) -> Self {
        let bound = sign.shr_by(31) ^ Self::splat(i32::MAX);
        Self::select(overflow.lt(Self::splat(0)), bound, self)
    }
}

impl IntLanes<Avx512x16> for I32x16 {
    shifts!(sra_epi32 _mm512_srav_epi32);

    #[cfg_attr(optimised, inline(always))]
    fn saturating_add(self, other: Self) -> Self {
        let sum = self + other;
        sum.or_bound((self ^ sum) & (other ^ sum), self)
    }
    #[cfg_attr(optimised, inline(always))]
    fn saturating_sub(self, other: Self) -> Self {
        let difference = self - other;
        difference.or_bound((self ^ other) & (self ^ difference), self)
    }
}
