//! What a register of integers does alike on AVX2 and on AVX-512, as one table: the names of the
//! intrinsics are made of the width of the register and of the size of its elements.

/// An expression of intrinsics.
macro_rules! intrinsics {
    ($($expr:tt)*) => {{
        // SAFETY: the processor has what the module's documentation says. Calls that read or write
        // memory are in functions whose callers promise that it is theirs.
        unsafe { $($expr)* }
    }};
}

/// A register of integers, and the operators that every size of element has.
///
/// `$mm` is how intrinsics for the register begin, `$si` how those end that see only bits, and
/// `$epi` how those end that see elements.
macro_rules! register {
    ($Name:ident: $N:literal of $T:ident, $Register:ident $mm:ident $si:ident $epi:ident) => {
        #[doc = concat!(stringify!($N), " lanes of `", stringify!($T), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(in crate::lanes) $Register);

        $crate::lanes::x86::operators! { $Name: $mm
            Add add [<add_ $epi>],
            Sub sub [<sub_ $epi>],
            BitAnd bitand [<and_ $si>],
            BitOr bitor [<or_ $si>],
            BitXor bitxor [<xor_ $si>],
        }

        impl $Name {
            /// The lanes, in order.
            #[cfg_attr(optimised, inline(always))]
            pub(super) fn to_array(self) -> [$T; $N] {
                // SAFETY: both are so many integers, of which any bits are one.
                unsafe { std::mem::transmute(self.0) }
            }
        }

        pastey::paste! {
            impl $Name {
                /// Every bit.
                #[cfg_attr(optimised, inline(always))]
                fn ones() -> Self {
                    Self($crate::lanes::x86::intrinsics!([<$mm _set1_ $epi>](-1)))
                }
            }
        }

        impl std::ops::Neg for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                Self::splat(0) - self
            }
        }

        impl std::ops::Not for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn not(self) -> Self {
                self ^ Self::ones()
            }
        }
    };
}

/// Operators that are one intrinsic.
macro_rules! operators {
    ($Name:ident: $mm:ident $($Trait:ident $method:ident [<$($part:ident)*>],)*) => {
        pastey::paste! {$(
            impl std::ops::$Trait for $Name {
                type Output = Self;
                #[cfg_attr(optimised, inline(always))]
                fn $method(self, other: Self) -> Self {
                    Self($crate::lanes::x86::intrinsics!([<$mm _ $($part)*>](self.0, other.0)))
                }
            }
        )*}
    };
}

/// Products, quotients and remainders in lanes of 16 bits, which have a product, and vector
/// instructions for division by a constant. The quotient that wraps, `MIN / -1`, does so when it is
/// narrowed again.
macro_rules! widened_products {
    ($Name:ident in $Isa:ident: $widen:ident $narrow:ident) => {
        $crate::lanes::x86::widened_products! { $Name in $Isa: $widen $narrow,
            Mul mul *, Div div /, Rem rem %,
        }
    };
    ($Name:ident in $Isa:ident: $widen:ident $narrow:ident, $($Trait:ident $method:ident $op:tt,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Lanes::<$Isa>::$narrow(self.$widen() $op other.$widen())
            }
        }
    )*};
}

/// Quotients and remainders lane by lane, in halves: vectors of which the compiler sees through.
macro_rules! halved_quotients {
    ($Name:ident: $Half:ident) => {
        $crate::lanes::x86::halved_quotients! { $Name: $Half, Div div, Rem rem, }
    };
    ($Name:ident: $Half:ident, $($Trait:ident $method:ident,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                let (a, b): (Pair<$Half>, Pair<$Half>) = (self.halves(), other.halves());
                Self::join(a.$method(b))
            }
        }
    )*};
}

/// The methods of `Lanes` that are alike for every register of integers: memory, and how lanes go
/// in and out.
macro_rules! memory {
    ($N:literal of $T:ident as $Signed:ident, $mm:ident $load:ident $epi:ident, half $Half:ident, $Isa:ty) => {
        type Elem = $T;

        #[cfg_attr(optimised, inline(always))]
        fn splat(x: $T) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _set1_ $epi>](x as $Signed))))
        }
        #[cfg_attr(optimised, inline(always))]
        fn lane(self, i: usize) -> $T {
            self.to_array()[i]
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(p: *const $T) -> Self {
            Self(pastey::paste!(intrinsics!([<$mm _loadu_ $load>](p.cast()))))
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, p: *mut $T) {
            pastey::paste!(intrinsics!([<$mm _storeu_ $load>](p.cast(), self.0)));
        }
        $crate::lanes::x86::by_halves!($T, $Half, $Isa);
        $crate::lanes::x86::beyond!($T, $load);
    };
}

/// Registers beyond the ends of lines.
macro_rules! beyond {
    ($T:ident, si128) => {
        $crate::lanes::beyond::load_beyond!($T, |place| place.of_128());
    };
    ($T:ident, si256) => {
        $crate::lanes::beyond::load_beyond!($T, |place| place.of_256());
    };
    ($T:ident, si512) => {
        $crate::lanes::beyond::load_beyond!($T, |place| place.of_512());
    };
}

/// Lanes from functions and from places in memory, by halves.
macro_rules! by_halves {
    ($T:ident, $Half:ident, $Isa:ty) => {
        #[cfg_attr(optimised, inline(always))]
        fn from_fn(f: impl FnMut(usize) -> $T) -> Self {
            Self::join(<Pair<$Half> as Lanes<$Isa>>::from_fn(f))
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_strided(p: *const $T, stride: isize) -> Self {
            // SAFETY: forwarded from the caller.
            Self::join(unsafe { <Pair<$Half> as Lanes<$Isa>>::load_strided(p, stride) })
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store_strided(self, p: *mut $T, stride: isize) {
            // SAFETY: forwarded from the caller.
            unsafe { <Pair<$Half> as Lanes<$Isa>>::store_strided(self.halves(), p, stride) };
        }
    };
}

/// Lanes from every so many elements of memory and to them, by halves.
macro_rules! every_by_halves {
    ($T:ident, $Half:ident, $Isa:ty) => {
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_every<const STEP: isize>(p: *const $T) -> Self {
            // SAFETY: forwarded from the caller.
            Self::join(unsafe { <Pair<$Half> as Lanes<$Isa>>::load_every::<STEP>(p) })
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store_every<const STEP: isize>(self, p: *mut $T) {
            // SAFETY: forwarded from the caller.
            unsafe { <Pair<$Half> as Lanes<$Isa>>::store_every::<STEP>(self.halves(), p) };
        }
    };
}

/// Two vectors interleaved, by functions of their registers.
macro_rules! interleaved {
    ($module:ident::$of:ident) => {
        interleaved!($module::$of, |x| x, x);
    };
    // Of registers of another type, and back.
    ($module:ident::$of:ident, |$x:ident| $register:expr, $back:expr) => {
        interleaved!(@ interleave $module::$of::interleave, |$x| $register, $back);
        interleaved!(@ deinterleave $module::$of::deinterleave, |$x| $register, $back);
        interleaved!(@@ interleave_three $module::$of::interleave_three, |$x| $register, $back);
        interleaved!(@@ deinterleave_three $module::$of::deinterleave_three, |$x| $register, $back);
        #[cfg_attr(optimised, inline(always))]
        fn splice(self, next: Self, by: usize) -> Self {
            let $x = self.0;
            let a = $crate::lanes::x86::intrinsics!($register);
            let $x = next.0;
            let b = $crate::lanes::x86::intrinsics!($register);
            let $x = $module::$of::splice(a, b, by);
            Self($crate::lanes::x86::intrinsics!($back))
        }
        #[cfg_attr(optimised, inline(always))]
        fn reverse(self) -> Self {
            let $x = self.0;
            let a = $crate::lanes::x86::intrinsics!($register);
            let $x = $module::$of::reverse(a);
            Self($crate::lanes::x86::intrinsics!($back))
        }
    };
    (@@ $method:ident $module:ident::$of:ident::$function:ident, |$x:ident| $register:expr, $back:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn $method(of: [Self; 3]) -> [Self; 3] {
            let $x = of[0].0;
            let a = $crate::lanes::x86::intrinsics!($register);
            let $x = of[1].0;
            let b = $crate::lanes::x86::intrinsics!($register);
            let $x = of[2].0;
            let c = $crate::lanes::x86::intrinsics!($register);
            let [$x, b, c] = $module::$of::$function([a, b, c]);
            let a = Self($crate::lanes::x86::intrinsics!($back));
            let $x = b;
            let b = Self($crate::lanes::x86::intrinsics!($back));
            let $x = c;
            [a, b, Self($crate::lanes::x86::intrinsics!($back))]
        }
    };
    (@ $method:ident $module:ident::$of:ident::$function:ident, |$x:ident| $register:expr, $back:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn $method(self, other: Self) -> [Self; 2] {
            let $x = self.0;
            let a = $crate::lanes::x86::intrinsics!($register);
            let $x = other.0;
            let [low, high] = $module::$of::$function(a, $crate::lanes::x86::intrinsics!($register));
            let $x = low;
            let low = Self($crate::lanes::x86::intrinsics!($back));
            let $x = high;
            [low, Self($crate::lanes::x86::intrinsics!($back))]
        }
    };
}

/// Methods of two vectors that are one intrinsic.
macro_rules! methods {
    ($mm:ident: $($method:ident [<$($part:ident)*>],)*) => {
        pastey::paste! {$(
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Self(intrinsics!([<$mm _ $($part)*>](self.0, other.0)))
            }
        )*}
    };
}

/// Conversions of one value: the body of each method, given the vector.
macro_rules! conversions {
    ($($method:ident $To:ty, |$x:ident| $value:expr;)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self) -> $To {
            let $x = self;
            $value
        }
    )*};
}

/// Conversions by halves: to elements for which there is no register of so many lanes.
macro_rules! halved_conversions {
    ($Half:ident, $Isa:ident: $($method:ident $To:ident,)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self) -> <$Isa as Isa>::$To {
            let halves: Pair<$Half> = self.halves();
            <Pair<$Half> as Lanes<$Isa>>::$method(halves)
        }
    )*};
}

/// Shifts of bytes, which are shifts of words whose bits that come from the neighbour are cleared.
macro_rules! byte_shifts {
    ($mm:ident $si:ident, signed: $signed:literal) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl_by(self, by: u32) -> Self {
            let by = by & 7;
            let kept = Self::splat((0xffu8 << by) as _);
            Self(pastey::paste!(intrinsics!(
                [<$mm _sll_epi16>](self.0, _mm_cvtsi32_si128(by as i32))
            ))) & kept
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr_by(self, by: u32) -> Self {
            let by = by & 7;
            let kept = Self::splat((0xffu8 >> by) as _);
            let logical = Self(pastey::paste!(intrinsics!(
                [<$mm _srl_epi16>](self.0, _mm_cvtsi32_si128(by as i32))
            ))) & kept;
            if $signed {
                // What was the sign is spread over the bits above it.
                let sign = Self::splat((0x80u8 >> by) as _);
                (logical ^ sign) - sign
            } else {
                logical
            }
        }
    };
}

/// Shifts by one amount, of elements of 16 or 32 bits.
macro_rules! shifts_by {
    ($mm:ident $bits:literal: $left:ident $right:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl_by(self, by: u32) -> Self {
            Self(pastey::paste!(intrinsics!(
                [<$mm _ $left>](self.0, _mm_cvtsi32_si128((by & ($bits - 1)) as i32))
            )))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr_by(self, by: u32) -> Self {
            Self(pastey::paste!(intrinsics!(
                [<$mm _ $right>](self.0, _mm_cvtsi32_si128((by & ($bits - 1)) as i32))
            )))
        }
    };
}

/// Shifts of each lane by its own amount, in wider lanes.
macro_rules! widened_shifts {
    ($Isa:ident: $last:literal $widen:ident $narrow:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn shl(self, by: Self) -> Self {
            let by = (by & Self::splat($last)).$widen();
            Lanes::<$Isa>::$narrow(IntLanes::<$Isa>::shl(self.$widen(), by))
        }
        #[cfg_attr(optimised, inline(always))]
        fn shr(self, by: Self) -> Self {
            let by = (by & Self::splat($last)).$widen();
            Lanes::<$Isa>::$narrow(IntLanes::<$Isa>::shr(self.$widen(), by))
        }
    };
}

/// Quotients by a number that is known when code is compiled, of words.
macro_rules! word_quotient {
    (u16) => {
        #[cfg_attr(optimised, inline(always))]
        fn div_by<const BY: i64>(self) -> Self {
            self.quotient(const { Quotient::by(BY as u16) })
        }
    };
    // Of the magnitudes, as numbers without a sign; `MIN / -1` wraps.
    (i16) => {
        #[cfg_attr(optimised, inline(always))]
        fn div_by<const BY: i64>(self) -> Self {
            let negative = self.shr_by(15);
            let magnitude = ((self ^ negative) - negative).to_u16();
            let by = const { Quotient::by(BY.unsigned_abs() as u16) };
            let quotient = magnitude.quotient(by).to_i16();
            let negative = if BY < 0 { !negative } else { negative };
            (quotient ^ negative) - negative
        }
    };
}

/// Quotients of words without a sign; the last expression is what is done to the upper half of a
/// product, if anything.
macro_rules! quotient {
    ($Name:ident $mm:ident) => {
        quotient!($Name $mm, high: high);
    };
    ($Name:ident $mm:ident, $high:ident: $kept:expr) => {
        impl $Name {
            #[cfg_attr(optimised, inline(always))]
            fn quotient(self, by: Quotient) -> Self {
                match by {
                    Quotient::Zero => Self::splat(0),
                    Quotient::Shift(by) => self.shr_by(by),
                    Quotient::High { factor, shift } => self.high(factor).shr_by(shift),
                    Quotient::Sum { factor, shift } => {
                        let t = self.high(factor);
                        (t + (self - t).shr_by(1)).shr_by(shift)
                    }
                }
            }

            /// The upper halves of the products with a factor.
            #[cfg_attr(optimised, inline(always))]
            fn high(self, factor: u16) -> Self {
                let factor = Self::splat(factor);
                let $high = pastey::paste!(intrinsics!([<$mm _mulhi_epu16>](self.0, factor.0)));
                Self($kept)
            }
        }
    };
}

/// Quotients of bytes, in words.
macro_rules! byte_quotient {
    ($Isa:ident: $widen:ident $narrow:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn div_by<const BY: i64>(self) -> Self {
            Lanes::<$Isa>::$narrow(IntLanes::<$Isa>::div_by::<BY>(self.$widen()))
        }
    };
}

pub(super) use {
    beyond, by_halves, byte_quotient, byte_shifts, conversions, every_by_halves,
    halved_conversions, halved_quotients, interleaved, intrinsics, memory, methods, operators,
    quotient, register, shifts_by, widened_products, widened_shifts, word_quotient,
};
