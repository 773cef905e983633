//! What the vectors of AVX2 have in common.

/// An expression of intrinsics.
macro_rules! avx2 {
    ($($expr:tt)*) => {{
        // SAFETY: the processor has AVX2 and FMA, as the documentation of the module `avx2` says.
        // Calls that read or write memory are in functions whose callers promise that it is theirs.
        unsafe { $($expr)* }
    }};
}

/// A vector type.
macro_rules! vector {
    ($Name:ident, $Inner:ty, $T:ident) => {
        #[doc = concat!("Eight lanes of `", stringify!($T), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $Name(pub(in crate::lanes) $Inner);
    };
}

/// Binary operators that are one intrinsic.
macro_rules! operators {
    ($Name:ident: $($Trait:ident $method:ident $intrinsic:ident,)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Self(avx2!($intrinsic(self.0, other.0)))
            }
        }
    )*};
}

/// Binary operators that are other methods, or computed on other lanes.
macro_rules! derived_operators {
    ($Name:ident: $($Trait:ident $method:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl std::ops::$Trait for $Name {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $value
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
                <Self as $crate::lanes::Lanes<super::Avx2>>::from_fn(|i| {
                    $crate::lanes::Elem::$call(a[i], b[i])
                })
            }
        }
    )*};
}

/// Methods of two vectors that are one intrinsic.
macro_rules! methods {
    ($($method:ident $intrinsic:ident,)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self, other: Self) -> Self {
            Self(avx2!($intrinsic(self.0, other.0)))
        }
    )*};
}

/// `from_fn` by an intrinsic that takes the lanes in order.
macro_rules! from_fn {
    ($T:ident as $Arg:ident, |$a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident|
     $value:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn from_fn(mut f: impl FnMut(usize) -> $T) -> Self {
            let ($a, $b, $c, $d) = (f(0) as $Arg, f(1) as $Arg, f(2) as $Arg, f(3) as $Arg);
            let ($e, $f, $g, $h) = (f(4) as $Arg, f(5) as $Arg, f(6) as $Arg, f(7) as $Arg);
            Self(avx2!($value))
        }
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

pub(super) use {
    avx2, conversions, derived_operators, from_fn, lanewise_operators, methods, operators, vector,
};
