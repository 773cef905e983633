//! What the vectors of eight lanes have in common.

/// Binary operators that the inner vector has itself.
macro_rules! native_operators {
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

/// Binary operators computed lane by lane.
macro_rules! lanewise_operators {
    ($Name:ident: $($Trait:ident $method:ident $call:ident,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.to_array(), other.to_array());
                <Self as $crate::lanes::Lanes<super::Wide>>::from_fn(|i| {
                    $crate::lanes::Elem::$call(a[i], b[i])
                })
            }
        }
    )*};
}

/// Conversion to and from arrays, where the inner vector has exactly eight lanes.
macro_rules! exact_arrays {
    ($Name:ident, $Inner:ident, $T:ident) => {
        impl $Name {
            /// The vector of these lanes.
            #[cfg_attr(optimised, inline(always))]
            pub fn from_array(lanes: [$T; 8]) -> Self {
                $Name($Inner::new(lanes))
            }
            /// The lanes, in order.
            #[cfg_attr(optimised, inline(always))]
            pub fn to_array(self) -> [$T; 8] {
                self.0.to_array()
            }
        }
    };
}

/// The methods of `Lanes<Wide>` that are written alike for every type.
macro_rules! common_lanes {
    ($T:ident, $Inner:ident) => {
        type Elem = $T;

        #[cfg_attr(optimised, inline(always))]
        fn splat(x: $T) -> Self {
            Self($Inner::splat(x))
        }
        #[cfg_attr(optimised, inline(always))]
        fn from_fn(mut f: impl FnMut(usize) -> $T) -> Self {
            Self::from_array([f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)])
        }
        #[cfg_attr(optimised, inline(always))]
        fn lane(self, i: usize) -> $T {
            self.to_array()[i]
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(p: *const $T) -> Self {
            // SAFETY: the caller promises that eight elements can be read; an array is aligned
            // as its elements are.
            Self::from_array(unsafe { *p.cast::<[$T; 8]>() })
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, p: *mut $T) {
            // SAFETY: the caller promises that eight elements can be written; an array is
            // aligned as its elements are.
            unsafe { *p.cast::<[$T; 8]>() = self.to_array() };
        }
        #[cfg_attr(optimised, inline(always))]
        fn lt(self, other: Self) -> Mask8 {
            self.0.simd_lt(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn le(self, other: Self) -> Mask8 {
            self.0.simd_le(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn gt(self, other: Self) -> Mask8 {
            self.0.simd_gt(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn ge(self, other: Self) -> Mask8 {
            self.0.simd_ge(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn eq(self, other: Self) -> Mask8 {
            self.0.simd_eq(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn ne(self, other: Self) -> Mask8 {
            self.0.simd_ne(other.0).widen()
        }
        #[cfg_attr(optimised, inline(always))]
        fn select(mask: Mask8, a: Self, b: Self) -> Self {
            Self($Inner::narrow(mask).select(a.0, b.0))
        }
    };
}

/// `min` and `max` of integers, which the inner vector has itself.
macro_rules! native_extrema {
    () => {
        #[cfg_attr(optimised, inline(always))]
        fn min(self, other: Self) -> Self {
            Self(self.0.min(other.0))
        }
        #[cfg_attr(optimised, inline(always))]
        fn max(self, other: Self) -> Self {
            Self(self.0.max(other.0))
        }
    };
}

/// The operators and traits of a vector of integers.
macro_rules! integer_operators {
    ($Name:ident, $Inner:ident) => {
        native_operators! { $Name:
            Add add +,
            Sub sub -,
            BitAnd bitand &,
            BitOr bitor |,
            BitXor bitxor ^,
        }

        impl std::ops::Neg for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                $Name($Inner::splat(0) - self.0)
            }
        }

        impl std::ops::Not for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn not(self) -> Self {
                $Name(!self.0)
            }
        }

        impl $crate::lanes::IntLanes<super::Wide> for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn shl(self, amount: Self) -> Self {
                $Name(
                    self.0
                        << wide::bytemuck::cast::<_, <$Inner as super::int::Amount>::Lanes>(
                            amount.0,
                        ),
                )
            }
            #[cfg_attr(optimised, inline(always))]
            fn shr(self, amount: Self) -> Self {
                $Name(
                    self.0
                        >> wide::bytemuck::cast::<_, <$Inner as super::int::Amount>::Lanes>(
                            amount.0,
                        ),
                )
            }
            #[cfg_attr(optimised, inline(always))]
            fn shl_by(self, amount: u32) -> Self {
                $Name(self.0 << amount)
            }
            #[cfg_attr(optimised, inline(always))]
            fn shr_by(self, amount: u32) -> Self {
                $Name(self.0 >> amount)
            }
            #[cfg_attr(optimised, inline(always))]
            fn saturating_add(self, other: Self) -> Self {
                $Name(self.0.saturating_add(other.0))
            }
            #[cfg_attr(optimised, inline(always))]
            fn saturating_sub(self, other: Self) -> Self {
                $Name(self.0.saturating_sub(other.0))
            }
        }
    };
}

pub(super) use {
    common_lanes, exact_arrays, integer_operators, lanewise_operators, native_extrema,
    native_operators,
};
