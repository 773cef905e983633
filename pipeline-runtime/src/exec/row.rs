//! Rows of points, as generated code computes them.
//!
//! The loops are macros, so that they are written once but stand in the generated functions. As
//! functions of closures or of types that compute a point, loops took two to three hundredths
//! longer: pointers in fields are less to the optimiser than arguments are.

/// A compute as two functions: of the points from one on, one a lane, and of one point alone, for
/// rows that are shorter than a vector. The latter is not inlined: it is compiled once for all
/// instruction sets, and not turned into vectors by another way.
#[doc(hidden)]
#[macro_export]
macro_rules! __compute {
    (
        $(#[$doc:meta])*
        $lanes:ident $point:ident ($($param:ident: $ty:ty),* $(,)?) $body:block
    ) => {
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $lanes<V: $crate::lanes::Isa, const UNIT: bool>($($param: $ty),*) $body

        #[cold]
        #[inline(never)]
        unsafe fn $point<const UNIT: bool>($($param: $ty),*) {
            $lanes::<$crate::lanes::Scalar, UNIT>($($param),*);
        }
    };
}

/// The points of a row in vectors, the last of which ends with the row and may overlap the one
/// before it. Points computed twice get the same values, because a compute loads nothing that it
/// stores. A row that is shorter than a vector runs point by point.
#[doc(hidden)]
#[macro_export]
macro_rules! __vectors {
    ($x:ident in $lo:expr, $hi:expr => $lanes:ident $point:ident $args:tt) => {
        let ($x, end) = ($lo, $hi);
        let last = end - (V::LANES as isize - 1);
        if $x <= last {
            let mut next = $x;
            while next <= end {
                let $x = ::core::cmp::min(next, last);
                $lanes::<V, UNIT> $args;
                next += V::LANES as isize;
            }
        } else {
            for $x in $x..=end {
                $point::<UNIT> $args;
            }
        }
    };
}

/// The points of a row in vectors as long as they fill one, and then one by one: for computes that
/// change points, each of which must be computed once.
#[doc(hidden)]
#[macro_export]
macro_rules! __changes {
    ($x:ident in $lo:expr, $hi:expr => $lanes:ident $point:ident $args:tt) => {
        let (mut next, end) = ($lo, $hi);
        let last = end - (V::LANES as isize - 1);
        while next <= last {
            let $x = next;
            $lanes::<V, UNIT> $args;
            next += V::LANES as isize;
        }
        for $x in next..=end {
            $point::<UNIT> $args;
        }
    };
}

/// The points of a row one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! __points {
    ($x:ident in $lo:expr, $hi:expr => $lanes:ident $args:tt) => {
        let (mut next, end) = ($lo, $hi);
        while next <= end {
            let $x = next;
            $lanes::<$crate::lanes::Scalar, UNIT> $args;
            next += 1;
        }
    };
}
