//! What is known of the slots of pads, and how generated code declares pads.

/// The slots of a pad of rank `R`, as far as they are known when it is compiled.
///
/// Coordinate `i` of a dimension lives in slot `i & mask`, less the base of the pad: a mask of -1
/// keeps coordinates apart, `n - 1` folds them onto a circular buffer of `n`, and 0 keeps one at a
/// time.
pub trait Slots<const R: usize> {
    /// The dimensions in the order of memory, the innermost last.
    const LAYOUT: [usize; R];
    /// How many slots there are, by dimension, if they are as many in all calls.
    const SLOTS: [Option<usize>; R];
    /// The masks, by dimension.
    const MASK: [isize; R];
}

/// What of a dimension a pad holds, as [`Slots`] are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadDim {
    /// One coordinate at a time.
    Current,
    /// The newest ones: so many, a power of two.
    Circular(usize),
    /// So many, from one on.
    Part(usize),
    /// All of them.
    Whole,
    /// All of them, which are so many in all calls.
    All(usize),
}

impl PadDim {
    /// How many slots there are, if they are as many in all calls.
    pub const fn slots(self) -> Option<usize> {
        match self {
            PadDim::Current => Some(1),
            PadDim::Circular(slots) | PadDim::Part(slots) | PadDim::All(slots) => Some(slots),
            PadDim::Whole => None,
        }
    }

    /// The mask, as [`Slots`] have it.
    pub const fn mask(self) -> isize {
        match self {
            PadDim::Current => 0,
            PadDim::Circular(slots) => slots as isize - 1,
            PadDim::Part(_) | PadDim::Whole | PadDim::All(_) => -1,
        }
    }
}

/// A struct of the pads of one task, and how many bytes they take together: a function, or a
/// constant where they are of the same size in all calls.
///
/// A pad has a name, the type of its elements, its rank, a name for the type of its slots, the
/// order of its dimensions in memory, what it [holds](PadDim) of each dimension, and the corners of
/// its stage, which a constant does not ask for. `beside` are pads that are there already where
/// these are taken.
#[doc(hidden)]
#[macro_export]
macro_rules! __scratch {
    (
        $(#[$doc:meta])*
        $name:ident $(beside { $($other:ident: $type:ty),* })?, $bytes:ident($p:ident: $params:ty):
        $($pad:ident: $elem:ty, $rank:literal, $slots:ident[$($dim:literal),*] =
            $($held:ident$(($count:literal))?),* => $corners:expr;)*
    ) => {
        $(#[$doc])*
        struct $name {
            $($pad: $crate::pad::Pad<$elem, $rank, $slots>,)*
            $($($other: $type,)*)?
        }
        /// Bytes of these scratchpads.
        pub(super) fn $bytes($p: $params) -> usize {
            [$($crate::pad::Pad::<$elem, $rank, $slots>::bytes($corners)),*]
                .into_iter()
                .fold(0, usize::saturating_add)
        }
        $($crate::__slots!($rank, $slots[$($dim),*] = $($held$(($count))?),*);)*
    };
    (
        $(#[$doc:meta])*
        $name:ident $(beside { $($other:ident: $type:ty),* })?, $bytes:ident:
        $($pad:ident: $elem:ty, $rank:literal, $slots:ident[$($dim:literal),*] =
            $($held:ident$(($count:literal))?),*;)*
    ) => {
        $(#[$doc])*
        struct $name {
            $($pad: $crate::pad::Pad<$elem, $rank, $slots>,)*
            $($($other: $type,)*)?
        }
        /// Bytes of these scratchpads.
        const $bytes: usize = 0 $(+ $crate::pad::Pad::<$elem, $rank, $slots>::BYTES)*;
        $($crate::__slots!($rank, $slots[$($dim),*] = $($held$(($count))?),*);)*
    };
}

/// A type that says what is known of the slots of a pad.
#[doc(hidden)]
#[macro_export]
macro_rules! __slots {
    ($rank:literal, $name:ident[$($dim:literal),*] = $($held:ident$(($count:literal))?),*) => {
        struct $name;
        impl $crate::pad::Slots<$rank> for $name {
            const LAYOUT: [usize; $rank] = [$($dim),*];
            const SLOTS: [Option<usize>; $rank] =
                [$($crate::pad::PadDim::$held$(($count))?.slots()),*];
            const MASK: [isize; $rank] =
                [$($crate::pad::PadDim::$held$(($count))?.mask()),*];
        }
    };
}
