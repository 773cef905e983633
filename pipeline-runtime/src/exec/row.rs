//! Rows of points, as generated code computes them.
//!
//! The loops are macros, so that they are written once but stand in the generated functions. As
//! functions of closures or of types that compute a point, loops took two to three hundredths
//! longer: pointers in fields are less to the optimiser than arguments are.
//!
//! A loop says which vectors it takes, of those that the instruction set `W` has, and what it calls
//! with which arguments. The last of these are the pointers of lines, which are computed before it.

/// A compute as two functions: of the points from one on, one a lane, and of rows that are shorter
/// than a vector. The latter is not inlined: it is compiled once for all instruction sets, with the
/// target features of the build, which run all their rows by it.
///
/// `vectors` and `changes` say how its points are taken, as by the macros of these names. The first
/// parameter, `n`, is what the loops of the nest refer to.
#[doc(hidden)]
#[macro_export]
macro_rules! __compute {
    (
        $doc:literal
        $how:ident $x:ident: $lanes:ident $short:ident
        $n:ident ($($param:ident: $ty:ty),*) $body:block
    ) => {
        #[doc = $doc]
        #[inline(always)]
        unsafe fn $lanes<V: $crate::lanes::Isa, const UNIT: bool>(
            $n: &Nest<UNIT>,
            $($param: $ty),*
        ) $body

        #[inline(never)]
        unsafe fn $short<const UNIT: bool>(
            first: isize,
            end: isize,
            $n: &Nest<UNIT>,
            $($param: $ty),*
        ) {
            // Each point has its own.
            let _ = $x;
            let mut next = first;
            let last = end - ($crate::lanes::Wide::LANES as isize - 1);
            $crate::__eights!($how $x, next, last, end => {
                $lanes::<$crate::lanes::Wide, UNIT>($n, $($param),*)
            });
            for $x in next..=end {
                $lanes::<$crate::lanes::Scalar, UNIT>($n, $($param),*);
            }
        }
    };
}

/// A compute of points that are not taken in vectors, as one function; `inline` says that it is
/// part of the loops that call it.
#[doc(hidden)]
#[macro_export]
macro_rules! __compute_points {
    (
        $doc:literal
        $($inline:ident)?: $lanes:ident $n:ident ($($param:ident: $ty:ty),*) $body:block
    ) => {
        #[doc = $doc]
        $(#[$inline(always)])?
        unsafe fn $lanes<V: $crate::lanes::Isa, const UNIT: bool>(
            $n: &Nest<UNIT>,
            $($param: $ty),*
        ) $body
    };
}

/// The points from `next` on in vectors, and then `next` behind them.
#[doc(hidden)]
#[macro_export]
macro_rules! __eights {
    (vectors $x:ident, $next:ident, $last:ident, $end:ident => $body:block) => {
        if $next <= $last {
            while $next <= $end {
                let $x = ::core::cmp::min($next, $last);
                $body;
                $next += $crate::lanes::Wide::LANES as isize;
            }
        }
    };
    (changes $x:ident, $next:ident, $last:ident, $end:ident => $body:block) => {
        while $next <= $last {
            let $x = $next;
            $body;
            $next += $crate::lanes::Wide::LANES as isize;
        }
    };
}

/// The points of a row in vectors, the last of which ends with the row and may overlap the one
/// before it. Points computed twice get the same values, because a compute loads nothing that it
/// stores.
#[doc(hidden)]
#[macro_export]
macro_rules! __vectors {
    (
        $x:ident in $lo:expr, $hi:expr => $V:ident, $lanes:ident $short:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        let ($x, end) = ($lo, $hi);
        let last = end - (<W::$V as $crate::lanes::Isa>::LANES as isize - 1);
        if !<W::$V as $crate::lanes::Isa>::OF_BUILD && $x <= last {
            let mut next = $x;
            while next <= end {
                let $x = ::core::cmp::min(next, last);
                $lanes::<W::$V, UNIT>($($arg,)* $($line),*);
                next += <W::$V as $crate::lanes::Isa>::LANES as isize;
            }
        } else if $x <= end {
            $short::<UNIT>($x, end, $($arg,)* $($line),*);
        }
    }};
}

/// The points of a row in vectors as long as they fill one, and then by fewer: for computes that
/// change points, each of which must be computed once.
#[doc(hidden)]
#[macro_export]
macro_rules! __changes {
    (
        $x:ident in $lo:expr, $hi:expr => $V:ident, $lanes:ident $short:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        let ($x, end) = ($lo, $hi);
        let mut next = $x;
        if !<W::$V as $crate::lanes::Isa>::OF_BUILD {
            let last = end - (<W::$V as $crate::lanes::Isa>::LANES as isize - 1);
            while next <= last {
                let $x = next;
                $lanes::<W::$V, UNIT>($($arg,)* $($line),*);
                next += <W::$V as $crate::lanes::Isa>::LANES as isize;
            }
        }
        if next <= end {
            $short::<UNIT>(next, end, $($arg,)* $($line),*);
        }
    }};
}

/// The points of a row one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! __points {
    (
        $x:ident in $lo:expr, $hi:expr => $lanes:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        let (mut next, end) = ($lo, $hi);
        while next <= end {
            let $x = next;
            $lanes::<$crate::lanes::Scalar, UNIT>($($arg,)* $($line),*);
            next += 1;
        }
    }};
}

/// A compute that carries values from vector to vector, for rows that are shorter than a vector:
/// what `__compute` makes of one that does not. `$point` computes points by themselves.
#[doc(hidden)]
#[macro_export]
macro_rules! __carrying {
    (
        $x:ident up to $span:literal:
        $lanes:ident $ahead:ident $end_of_row:ident $([$behind:ident = $before:ident])?
        $point:ident $short:ident ($($param:ident: $ty:ty),* $(,)?)
    ) => {
        #[inline(never)]
        unsafe fn $short<const UNIT: bool>(first: isize, end: isize, $($param: $ty),*) {
            // Each point has its own.
            let _ = $x;
            let last = end - ($crate::lanes::Wide::LANES as isize - 1);
            if first <= last {
                $crate::__carry!(
                    $x in first, last, $span =>
                    $crate::lanes::Wide,
                    $lanes $ahead $end_of_row ($($param),*) $([$behind = $before])?
                );
            } else {
                for $x in first..=end {
                    $point::<$crate::lanes::Scalar, UNIT>($($param),*);
                }
            }
        }
    };
}

/// The points of a row in vectors that carry values, the last of which ends with the row and may
/// overlap the one before it.
#[doc(hidden)]
#[macro_export]
macro_rules! __carried {
    (
        $x:ident in $lo:expr, $hi:expr, $span:literal =>
        $V:ident,
        $lanes:ident $ahead:ident $end_of_row:ident $([$behind:ident = $before:ident])?
        $short:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        let ($x, end) = ($lo, $hi);
        let last = end - (<W::$V as $crate::lanes::Isa>::LANES as isize - 1);
        if !<W::$V as $crate::lanes::Isa>::OF_BUILD && $x <= last {
            $crate::__carry!(
                $x in $x, last, $span =>
                W::$V, $lanes $ahead $end_of_row ($($arg,)* $($line),*) $([$behind = $before])?
            );
        } else if $x <= end {
            $short::<UNIT>($x, end, $($arg,)* $($line),*);
        }
    }};
}

/// Vectors from `$first` to one at `$last`. What is computed ahead of a vector is there at the next
/// vector's place, or, where that would be beyond what points up to `$span` further need, comes
/// from `$end_of_row`. What vectors hand on beside it is `$behind`, which the first one has from
/// `$before`.
#[doc(hidden)]
#[macro_export]
macro_rules! __carry {
    (
        $x:ident in $first:expr, $last:expr, $span:literal =>
        $V:ty,
        $lanes:ident $ahead:ident $end_of_row:ident $args:tt $([$behind:ident = $before:ident])?
    ) => {
        let mut at: isize = $first;
        let last: isize = $last;
        'row: loop {
            let $x = at;
            let mut current = $ahead::<$V, UNIT> $args;
            $(let mut $behind = $before::<$V, UNIT> $args;)?
            loop {
                let next = at + <$V as $crate::lanes::Isa>::LANES as isize;
                let ahead = if next <= last + $span {
                    let $x = next;
                    $ahead::<$V, UNIT> $args
                } else {
                    $crate::__given!($end_of_row $V, (next, last) $args)
                };
                let $x = at;
                $($behind =)? $crate::__given!($lanes $V, (current, ahead $(, $behind)?) $args);
                if next > last {
                    break;
                }
                (current, at) = (ahead, next);
            }
            if at == last {
                break 'row;
            }
            at = last;
        }
    };
}

/// A call of a function that takes values in front of its arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! __given {
    ($function:ident $V:ty, ($($value:ident),*) ($($arg:ident),*)) => {
        $function::<$V, UNIT>($($value,)* $($arg),*)
    };
}
