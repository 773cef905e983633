//! Sixteen and thirty-two lanes on AVX2: bytes and words that fill registers; what is wider, as
//! pairs.

use std::arch::x86_64::*;

use super::mask::Mask8;
use super::{Avx2, I8x8, I16x8, I32x8, U8x8, U16x8, interleave, table};
use crate::lanes::pair::{Doubled, Halves, Pair, doubled};
use crate::lanes::quotient::Quotient;
use crate::lanes::x86::*;
use crate::lanes::{IntLanes, Isa, Lanes, MaskLanes};

/// Sixteen lanes on AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2x16;

/// Thirty-two lanes on AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2x32;

impl Doubled for Avx2x16 {
    type Half = Avx2;
}

impl Doubled for Avx2x32 {
    type Half = Avx2x16;
}

doubled!(Avx2x16: 16 lanes, Mask16, U8x16, I8x16, U16x16, I16x16 {
    const TABLES: bool = true;

    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: I16x16, high: I16x16) -> Pair<I32x8> {
        let [low, high] = interleave::words_of_256::interleave(low.0, high.0);
        Pair(I32x8(low), I32x8(high))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: Self::I32) -> U8x16 {
        if ENTRIES <= table::MOST_SHUFFLED {
            // SAFETY: forwarded from the caller.
            return unsafe { Self::look_up_bytes::<ENTRIES>(table, Lanes::<Self>::to_u8(at)) };
        }
        // SAFETY: forwarded from the caller.
        let [low, high] = unsafe { [table::loaded(table, at.0), table::loaded(table, at.1)] };
        U8x16(intrinsics!(_mm_set_epi64x(high as i64, low as i64)))
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: U8x16) -> U8x16 {
        // SAFETY: forwarded from the caller.
        U8x16(intrinsics!({
            let found = table::shuffled::<ENTRIES>(table, _mm256_castsi128_si256(at.0));
            _mm256_castsi256_si128(found)
        }))
    }
});
doubled!(Avx2x32: 32 lanes, Mask32, U8x32, I8x32, Pair<U16x16>, Pair<I16x16> {
    const TABLES: bool = true;

    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: Self::I16, high: Self::I16) -> Self::I32 {
        Self::word_pair_by_halves(low, high)
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: Self::I32) -> U8x32 {
        if ENTRIES <= table::MOST_SHUFFLED {
            // SAFETY: forwarded from the caller.
            return unsafe { Self::look_up_bytes::<ENTRIES>(table, Lanes::<Self>::to_u8(at)) };
        }
        // SAFETY: forwarded from the caller.
        unsafe {
            let low = Avx2x16::look_up::<ENTRIES>(table, at.0);
            U8x32::join(Pair(low, Avx2x16::look_up::<ENTRIES>(table, at.1)))
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: U8x32) -> U8x32 {
        // SAFETY: forwarded from the caller.
        U8x32(unsafe { table::shuffled::<ENTRIES>(table, at.0) })
    }
});

register!(U8x16: 16 of u8, __m128i _mm si128 epi8);
register!(I8x16: 16 of i8, __m128i _mm si128 epi8);
register!(U8x32: 32 of u8, __m256i _mm256 si256 epi8);
register!(I8x32: 32 of i8, __m256i _mm256 si256 epi8);
register!(U16x16: 16 of u16, __m256i _mm256 si256 epi16);
register!(I16x16: 16 of i16, __m256i _mm256 si256 epi16);

widened_products!(U8x16 in Avx2x16: to_u16 to_u8);
widened_products!(I8x16 in Avx2x16: to_i16 to_i8);
widened_products!(U8x32 in Avx2x32: to_u16 to_u8);
widened_products!(I8x32 in Avx2x32: to_i16 to_i8);
operators! { U16x16: _mm256 Mul mul [<mullo_epi16>], }
operators! { I16x16: _mm256 Mul mul [<mullo_epi16>], }
halved_quotients!(U16x16: U16x8);
halved_quotients!(I16x16: I16x8);

/// The lower and the upper half of a register, and the register of two halves.
#[cfg_attr(optimised, inline(always))]
pub(super) fn halves(x: __m256i) -> Pair<__m128i> {
    intrinsics!(Pair(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)))
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn join(low: __m128i, high: __m128i) -> __m256i {
    intrinsics!(_mm256_set_m128i(high, low))
}

/// Bytes of two half registers, and of one.
#[cfg_attr(optimised, inline(always))]
fn half_bytes(x: __m128i) -> Pair<__m128i> {
    intrinsics!(Pair(x, _mm_unpackhi_epi64(x, x)))
}

#[cfg_attr(optimised, inline(always))]
fn join_bytes(low: __m128i, high: __m128i) -> __m128i {
    intrinsics!(_mm_unpacklo_epi64(low, high))
}

macro_rules! in_halves {
    ($($Name:ident of $Half:ident: $halves:ident $join:ident,)*) => {$(
        impl Halves<$Half> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn join(Pair(low, high): Pair<$Half>) -> Self {
                Self($join(low.0, high.0))
            }
            #[cfg_attr(optimised, inline(always))]
            fn halves(self) -> Pair<$Half> {
                let Pair(low, high) = $halves(self.0);
                Pair($Half(low), $Half(high))
            }
        }
    )*};
}

in_halves! {
    U8x16 of U8x8: half_bytes join_bytes,
    I8x16 of I8x8: half_bytes join_bytes,
    U8x32 of U8x16: halves join,
    I8x32 of I8x16: halves join,
    U16x16 of U16x8: halves join,
    I16x16 of I16x8: halves join,
}

/// The low byte of each word.
#[cfg_attr(optimised, inline(always))]
fn low_bytes(words: __m256i) -> __m128i {
    let Pair(low, high) = halves(intrinsics!(_mm256_and_si256(words, _mm256_set1_epi16(0xff))));
    intrinsics!(_mm_packus_epi16(low, high))
}

/// Comparisons of signed integers, which have an instruction for "greater", and of unsigned ones,
/// from their minimum.
macro_rules! order {
    (signed, $Mask:ident::$of:ident $mm:ident $epi:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn lt(self, other: Self) -> $Mask {
            other.gt(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn le(self, other: Self) -> $Mask {
            !self.gt(other)
        }
        #[cfg_attr(optimised, inline(always))]
        fn gt(self, other: Self) -> $Mask {
            $Mask::$of(pastey::paste!(intrinsics!([<$mm _cmpgt_ $epi>](self.0, other.0))))
        }
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _abs_ $epi>](self.0))))
        }
        order!($Mask::$of $mm $epi);
    };
    (unsigned, $Mask:ident::$of:ident $mm:ident $epi:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn lt(self, other: Self) -> $Mask {
            !other.le(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn le(self, other: Self) -> $Mask {
            self.min(other).eq(self)
        }
        #[cfg_attr(optimised, inline(always))]
        fn abs(self) -> Self {
            self
        }
        order!($Mask::$of $mm $epi);
    };
    ($Mask:ident::$of:ident $mm:ident $epi:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> $Mask {
            $Mask::$of(pastey::paste!(intrinsics!([<$mm _cmpeq_ $epi>](self.0, other.0))))
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: $Mask, a: Self, b: Self) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _blendv_epi8>](b.0, a.0, mask.$of))))
        }
    };
}

/// Lanes of bytes.
macro_rules! bytes {
    ($Name:ident, $sign:ident $signed:literal: $N:literal of $T:ident, $mm:ident $si:ident $ep:ident,
     half $Half:ident, $Isa:ident $Mask:ident) => {
        impl Lanes<$Isa> for $Name {
            memory!($N of $T as i8, $mm $si epi8, half $Half, $Isa);
            every_by_halves!($T, $Half, $Isa);
            bytes!(@ interleaved $mm);
            methods! { $mm: min [<min_ $ep>], max [<max_ $ep>], }
            order!($sign, $Mask::bytes $mm epi8);
            #[cfg_attr(optimised, inline(always))]
            fn to_u8(self) -> <$Isa as Isa>::U8 {
                Reinterpret::reinterpret(self)
            }
            #[cfg_attr(optimised, inline(always))]
            fn to_i8(self) -> <$Isa as Isa>::I8 {
                Reinterpret::reinterpret(self)
            }
            bytes!(@ $Name $Isa $Half);
            halved_conversions! { $Half, $Isa:
                to_u32 U32, to_i32 I32, to_f32 F32, to_f64 F64,
            }
        }

        impl IntLanes<$Isa> for $Name {
            byte_shifts!($mm $si, signed: $signed);
            bytes!(@ shifts $T $Isa);
            bytes!(@ quotient $T $Isa);
            methods! { $mm: saturating_add [<adds_ $ep>], saturating_sub [<subs_ $ep>], }
        }
    };
    (@ $Name:ident Avx2x16 $Half:ident) => {
        conversions! {
            to_u16 U16x16, |x| U16x16(x.widened());
            to_i16 I16x16, |x| I16x16(x.widened());
        }
    };
    (@ $Name:ident Avx2x32 $Half:ident) => {
        halved_conversions! { $Half, Avx2x32: to_u16 U16, to_i16 I16, }
    };
    (@ interleaved _mm) => {
        interleaved!(interleave::bytes_of_128);
    };
    (@ interleaved _mm256) => {
        interleaved!(interleave::bytes_of_256);
    };
    (@ quotient u8 $Isa:ident) => {
        byte_quotient!($Isa: to_u16 to_u8);
    };
    (@ quotient i8 $Isa:ident) => {
        byte_quotient!($Isa: to_i16 to_i8);
    };
    (@ shifts u8 $Isa:ident) => {
        widened_shifts!($Isa: 7 to_u32 to_u8);
    };
    (@ shifts i8 $Isa:ident) => {
        widened_shifts!($Isa: 7 to_i32 to_i8);
    };
}

/// The same bits as another type.
trait Reinterpret<To> {
    fn reinterpret(self) -> To;
}

macro_rules! reinterpret {
    ($($From:ident $To:ident,)*) => {$(
        impl Reinterpret<$To> for $From {
            #[cfg_attr(optimised, inline(always))]
            fn reinterpret(self) -> $To {
                $To(self.0)
            }
        }
    )*};
}

reinterpret! {
    U8x16 U8x16, U8x16 I8x16, I8x16 U8x16, I8x16 I8x16,
    U8x32 U8x32, U8x32 I8x32, I8x32 U8x32, I8x32 I8x32,
}

impl U8x16 {
    #[cfg_attr(optimised, inline(always))]
    fn widened(self) -> __m256i {
        intrinsics!(_mm256_cvtepu8_epi16(self.0))
    }
}

impl I8x16 {
    #[cfg_attr(optimised, inline(always))]
    fn widened(self) -> __m256i {
        intrinsics!(_mm256_cvtepi8_epi16(self.0))
    }
}

bytes!(U8x16, unsigned false: 16 of u8, _mm si128 epu8, half U8x8, Avx2x16 Mask16);
bytes!(I8x16, signed true: 16 of i8, _mm si128 epi8, half I8x8, Avx2x16 Mask16);
bytes!(U8x32, unsigned false: 32 of u8, _mm256 si256 epu8, half U8x16, Avx2x32 Mask32);
bytes!(I8x32, signed true: 32 of i8, _mm256 si256 epi8, half I8x16, Avx2x32 Mask32);

/// Lanes of words.
macro_rules! words {
    ($Name:ident, $sign:ident: $T:ident, $ep:ident, half $Half:ident, shifts $right:ident, $wide:ident $narrow:ident) => {
        impl Lanes<Avx2x16> for $Name {
            memory!(16 of $T as i16, _mm256 si256 epi16, half $Half, Avx2x16);
            every_by_halves!($T, $Half, Avx2x16);
            interleaved!(interleave::words_of_256);
            methods! { _mm256: min [<min_ $ep>], max [<max_ $ep>], }
            order!($sign, Mask16::words _mm256 epi16);
            conversions! {
                to_u8 U8x16, |x| U8x16(low_bytes(x.0));
                to_i8 I8x16, |x| I8x16(low_bytes(x.0));
                to_u16 U16x16, |x| U16x16(x.0);
                to_i16 I16x16, |x| I16x16(x.0);
            }
            halved_conversions! { $Half, Avx2x16:
                to_u32 U32, to_i32 I32, to_f32 F32, to_f64 F64,
            }
        }

        impl IntLanes<Avx2x16> for $Name {
            shifts_by!(_mm256 16: sll_epi16 $right);
            word_quotient!($T);
            widened_shifts!(Avx2x16: 15 $wide $narrow);
            methods! { _mm256: saturating_add [<adds_ $ep>], saturating_sub [<subs_ $ep>], }
        }
    };
}

quotient!(U16x16 _mm256);
words!(U16x16, unsigned: u16, epu16, half U16x8, shifts srl_epi16, to_u32 to_u16);
words!(I16x16, signed: i16, epi16, half I16x8, shifts sra_epi16, to_i32 to_i16);

/// Sixteen booleans, as lanes of every width that are all zeros or all ones. What no use asks for
/// costs nothing: it is dead code once everything is inlined.
#[derive(Clone, Copy, Debug)]
pub struct Mask16 {
    bytes: __m128i,
    words: __m256i,
    halves: Pair<Mask8>,
}

impl Mask16 {
    #[cfg_attr(optimised, inline(always))]
    fn bytes(bytes: __m128i) -> Self {
        Mask16::words(intrinsics!(_mm256_cvtepi8_epi16(bytes))).with_bytes(bytes)
    }
    #[cfg_attr(optimised, inline(always))]
    fn with_bytes(self, bytes: __m128i) -> Self {
        Mask16 { bytes, ..self }
    }
    #[cfg_attr(optimised, inline(always))]
    fn words(words: __m256i) -> Self {
        let Pair(low, high) = halves(words);
        Mask16 {
            bytes: intrinsics!(_mm_packs_epi16(low, high)),
            words,
            halves: Pair(Mask8::of_words(low), Mask8::of_words(high)),
        }
    }
}

/// Thirty-two booleans, likewise.
#[derive(Clone, Copy, Debug)]
pub struct Mask32 {
    bytes: __m256i,
    halves: Pair<Mask16>,
}

impl Mask32 {
    #[cfg_attr(optimised, inline(always))]
    fn bytes(bytes: __m256i) -> Self {
        let Pair(low, high) = halves(bytes);
        Mask32 { bytes, halves: Pair(Mask16::bytes(low), Mask16::bytes(high)) }
    }
}

impl Halves<Mask8> for Mask16 {
    #[cfg_attr(optimised, inline(always))]
    fn join(both: Pair<Mask8>) -> Self {
        let words = join(both.0.words, both.1.words);
        let bytes = intrinsics!(_mm_packs_epi16(both.0.words, both.1.words));
        Mask16 { bytes, words, halves: both }
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<Mask8> {
        self.halves
    }
}

impl Halves<Mask16> for Mask32 {
    #[cfg_attr(optimised, inline(always))]
    fn join(both: Pair<Mask16>) -> Self {
        Mask32 { bytes: join(both.0.bytes, both.1.bytes), halves: both }
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<Mask16> {
        self.halves
    }
}

macro_rules! combined {
    ($($Name:ident: $Trait:ident $method:ident $($field:ident $intrinsic:ident),*;)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                $Name {
                    $($field: intrinsics!($intrinsic(self.$field, other.$field)),)*
                    halves: self.halves.$method(other.halves),
                }
            }
        }
    )*};
}

combined! {
    Mask16: BitAnd bitand bytes _mm_and_si128, words _mm256_and_si256;
    Mask16: BitOr bitor bytes _mm_or_si128, words _mm256_or_si256;
    Mask16: BitXor bitxor bytes _mm_xor_si128, words _mm256_xor_si256;
    Mask32: BitAnd bitand bytes _mm256_and_si256;
    Mask32: BitOr bitor bytes _mm256_or_si256;
    Mask32: BitXor bitxor bytes _mm256_xor_si256;
}

macro_rules! mask {
    ($Name:ident in $Isa:ident, of $Half:ident and $U8:ident: $movemask:ident) => {
        impl std::ops::Not for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn not(self) -> Self {
                self ^ Self::splat(true)
            }
        }

        impl MaskLanes<$Isa> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn splat(x: bool) -> Self {
                Self::join(Pair($Half::splat(x), $Half::splat(x)))
            }
            #[cfg_attr(optimised, inline(always))]
            fn from_fn(f: impl FnMut(usize) -> bool) -> Self {
                Self::join(<Pair<$Half> as MaskLanes<$Isa>>::from_fn(f))
            }
            #[cfg_attr(optimised, inline(always))]
            fn lane(self, i: usize) -> bool {
                <Pair<$Half> as MaskLanes<$Isa>>::lane(self.halves, i)
            }
            #[cfg_attr(optimised, inline(always))]
            fn any(self) -> bool {
                intrinsics!($movemask(self.bytes)) != 0
            }
            #[cfg_attr(optimised, inline(always))]
            fn all(self) -> bool {
                !(!self).any()
            }
            #[cfg_attr(optimised, inline(always))]
            fn to_u8(self) -> $U8 {
                $U8(self.bytes) & $U8::splat(1)
            }
            #[cfg_attr(optimised, inline(always))]
            fn from_u8(x: $U8) -> Self {
                x.ne($U8::splat(0))
            }
        }
    };
}

mask!(Mask16 in Avx2x16, of Mask8 and U8x16: _mm_movemask_epi8);
mask!(Mask32 in Avx2x32, of Mask16 and U8x32: _mm256_movemask_epi8);
