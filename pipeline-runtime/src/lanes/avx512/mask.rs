//! Masks: numbers of one bit a lane.

use super::byte::{U8x16, U8x32, U8x64};
use super::{Avx512x16, Avx512x32, Avx512x64};
use crate::lanes::avx2::Mask8;
use crate::lanes::pair::{Halves, Pair};
use crate::lanes::x86::intrinsics;
use crate::lanes::{Lanes, MaskLanes};
use std::arch::x86_64::*;

macro_rules! mask {
    ($Name:ident: $bits:ident, in $Isa:ident, bytes $U8:ident) => {
        #[doc = concat!("A bit of ", stringify!($bits), " a lane.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(super) $bits);

        mask! { $Name: BitAnd bitand &, BitOr bitor |, BitXor bitxor ^, }

        impl std::ops::Not for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn not(self) -> Self {
                $Name(!self.0)
            }
        }

        impl MaskLanes<$Isa> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn splat(x: bool) -> Self {
                $Name(if x { $bits::MAX } else { 0 })
            }
            #[cfg_attr(optimised, inline(always))]
            fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
                let mut mask = 0;
                for lane in 0..$bits::BITS {
                    mask |= $bits::from(f(lane as usize)) << lane;
                }
                $Name(mask)
            }
            #[cfg_attr(optimised, inline(always))]
            fn lane(self, i: usize) -> bool {
                assert!(i < $bits::BITS as usize, "no such lane");
                self.0 >> i & 1 == 1
            }
            #[cfg_attr(optimised, inline(always))]
            fn any(self) -> bool {
                self.0 != 0
            }
            #[cfg_attr(optimised, inline(always))]
            fn all(self) -> bool {
                self.0 == $bits::MAX
            }
            #[cfg_attr(optimised, inline(always))]
            fn to_u8(self) -> $U8 {
                $U8::select(self, $U8::splat(1), $U8::splat(0))
            }
            #[cfg_attr(optimised, inline(always))]
            fn from_u8(x: $U8) -> Self {
                x.ne($U8::splat(0))
            }
        }
    };
    ($Name:ident: $($Trait:ident $method:ident $op:tt,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                $Name(self.0 $op other.0)
            }
        }
    )*};
}

mask!(Mask16: u16, in Avx512x16, bytes U8x16);
mask!(Mask32: u32, in Avx512x32, bytes U8x32);
mask!(Mask64: u64, in Avx512x64, bytes U8x64);

macro_rules! in_halves {
    ($Name:ident: $bits:ident, of $Half:ident: $half:ident) => {
        impl Halves<$Half> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn join(Pair(low, high): Pair<$Half>) -> Self {
                $Name($bits::from(low.0) | $bits::from(high.0) << $half::BITS)
            }
            #[cfg_attr(optimised, inline(always))]
            fn halves(self) -> Pair<$Half> {
                Pair($Half(self.0 as $half), $Half((self.0 >> $half::BITS) as $half))
            }
        }
    };
}

in_halves!(Mask32: u32, of Mask16: u16);
in_halves!(Mask64: u64, of Mask32: u32);

impl Halves<Mask8> for Mask16 {
    #[cfg_attr(optimised, inline(always))]
    fn join(Pair(low, high): Pair<Mask8>) -> Self {
        let low = intrinsics!(_mm256_movepi32_mask(low.doublewords));
        let high = intrinsics!(_mm256_movepi32_mask(high.doublewords));
        Mask16(u16::from(low) | u16::from(high) << 8)
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<Mask8> {
        let low = intrinsics!(_mm256_movm_epi32(self.0 as u8));
        let high = intrinsics!(_mm256_movm_epi32((self.0 >> 8) as u8));
        Pair(Mask8::of_doublewords(low), Mask8::of_doublewords(high))
    }
}
