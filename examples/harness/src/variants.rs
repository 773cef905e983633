//! One block, compiled in several ways.

/// A `pipeline!` block, once as it stands and once in each module of variants: `none`, every stage
/// by itself, and with the crate's feature `variants` others that differ in how groups are found.
///
/// All compute the same bits.
#[macro_export]
macro_rules! variants {
    ($($block:tt)*) => {
        ::pipeline::pipeline! { $($block)* }

        /// The block as it stands, to plan it in other ways.
        const BLOCK: &str = stringify!($($block)*);

        /// The pipeline with every stage computed by itself.
        pub mod none {
            ::pipeline::pipeline! { #[schedule(strategy = "none")] $($block)* }
        }

        /// The pipeline with groups from merging (PolyMage, ASPLOS 2015, Algorithm 1).
        #[cfg(feature = "variants")]
        pub mod greedy {
            ::pipeline::pipeline! { #[schedule(strategy = "greedy")] $($block)* }
        }

        /// The pipeline with groups from the dynamic program (PolyMage+, TOPLAS 2020, Algorithm 1).
        #[cfg(feature = "variants")]
        pub mod dp {
            ::pipeline::pipeline! { #[schedule(strategy = "dp")] $($block)* }
        }

        /// The pipeline with groups from the bounded program (PolyMage+, Algorithm 5).
        #[cfg(feature = "variants")]
        pub mod incremental {
            ::pipeline::pipeline! { #[schedule(strategy = "incremental")] $($block)* }
        }

        /// The pipeline with groups compared by the cost function of PolyMage+ (Section 4.1).
        #[cfg(feature = "variants")]
        pub mod polymage {
            ::pipeline::pipeline! { #[cost(polymage)] $($block)* }
        }

        /// The pipeline with groups from minimum cuts by the benefit of kernel fusion (Hipacc, CGO
        /// 2019, Algorithm 1 and Section II).
        #[cfg(feature = "variants")]
        pub mod mincut {
            ::pipeline::pipeline! { #[schedule(strategy = "mincut")] #[cost(hipacc)] $($block)* }
        }
    };
}

/// The [`Runs`](crate::Runs) of a pipeline that [`variants!`](crate::variants) compiled in this
/// module: `runs!(name, |inputs| (arguments) -> [results])`.
#[macro_export]
macro_rules! runs {
    ($name:ident, |$in:tt : $I:ty| $args:tt -> [$out:ident]) => {
        $crate::runs!(@list $name, [$in], $I, $args, [$out], ($out))
    };
    ($name:ident, |$in:tt : $I:ty| $args:tt -> [$($out:ident),+]) => {
        $crate::runs!(@list $name, [$in], $I, $args, [($($out),+)], ($($out),+))
    };
    (@list $name:ident, $in:tt, $I:ty, ($($arg:expr),+), $pattern:tt, $out:tt) => {{
        let variants = ::std::vec::Vec::from([
            $crate::runs!(@one "default", [$name], $in, $I, ($($arg),+), $pattern, $out),
            $crate::runs!(@one "none", [none::$name], $in, $I, ($($arg),+), $pattern, $out),
            #[cfg(feature = "variants")]
            $crate::runs!(@one "greedy", [greedy::$name], $in, $I, ($($arg),+), $pattern, $out),
            #[cfg(feature = "variants")]
            $crate::runs!(@one "dp", [dp::$name], $in, $I, ($($arg),+), $pattern, $out),
            #[cfg(feature = "variants")]
            $crate::runs!(
                @one "incremental", [incremental::$name], $in, $I, ($($arg),+), $pattern, $out
            ),
            #[cfg(feature = "variants")]
            $crate::runs!(@one "polymage", [polymage::$name], $in, $I, ($($arg),+), $pattern, $out),
            #[cfg(feature = "variants")]
            $crate::runs!(@one "mincut", [mincut::$name], $in, $I, ($($arg),+), $pattern, $out),
        ]);
        let reference = $crate::runs!(@reference $name, $in, $I, ($($arg),+));
        $crate::Runs { variants, reference, block: BLOCK }
    }};
    (@reference $name:ident, [$in:tt], $I:ty, ($($arg:expr),+)) => {
        |$in: &$I| $name::reference($($arg),+)
    };
    (
        @one $label:literal, [$($path:ident)::+], [$in:tt], $I:ty, ($($arg:expr),+), [$pattern:pat],
        ($($out:ident),+)
    ) => {
        $crate::Variant {
            name: $label,
            plan: $($path)::+::plan,
            call: |$in: &$I| $($path)::+($($arg),+),
            into: |$in: &$I, $pattern| $($path)::+::into($($arg),+, $($out),+),
        }
    };
}
