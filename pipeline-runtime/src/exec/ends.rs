//! Rows that are computed in vectors from end to end, those at the ends of lines by
//! [loads that look there](crate::ends).

/// A compute as functions, as by [`__compute`](crate::__compute), whose vectors may reach beyond
/// the ends of lines: of these, `ENDS` says whether they look where the ends are. A row that is
/// shorter than a vector has that of `inside` by eight points, and the others one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __compute_to_ends {
    (
        $doc:literal
        $x:ident: $lanes:ident $short:ident $n:ident ($($param:ident: $ty:ty),*) $body:block
    ) => {
        #[doc = $doc]
        #[inline(always)]
        unsafe fn $lanes<V: $crate::lanes::Isa, const UNIT: bool, const ENDS: bool>(
            $n: &Nest<UNIT>,
            $($param: $ty),*
        ) $body

        #[inline(never)]
        unsafe fn $short<const UNIT: bool>(
            first: isize,
            end: isize,
            inside: $crate::ends::Inside,
            $n: &Nest<UNIT>,
            $($param: $ty),*
        ) {
            // Each point has its own.
            let _ = $x;
            $crate::__points_at_ends!(
                $x in first, end, inside => $lanes($n, $($param),*), |next, to| {
                    let last = to - ($crate::lanes::Wide::LANES as isize - 1);
                    $crate::__eights!(vectors $x, next, last, to => {
                        $lanes::<$crate::lanes::Wide, UNIT, false>($n, $($param),*)
                    });
                }
            );
        }
    };
}

/// A compute that carries values from vector to vector, likewise: what
/// [`__carrying`](crate::__carrying) makes of one whose vectors are inside.
#[doc(hidden)]
#[macro_export]
macro_rules! __carrying_to_ends {
    (
        $x:ident up to $span:literal:
        $lanes:ident $ahead:ident $end_of_row:ident $([$behind:ident = $before:ident])?
        $point:ident $short:ident ($($param:ident: $ty:ty),* $(,)?)
    ) => {
        #[inline(never)]
        unsafe fn $short<const UNIT: bool>(
            first: isize,
            end: isize,
            inside: $crate::ends::Inside,
            $($param: $ty),*
        ) {
            // Each point has its own.
            let _ = $x;
            $crate::__points_at_ends!(
                $x in first, end, inside => $point($($param),*), |next, to| {
                    let last = to - ($crate::lanes::Wide::LANES as isize - 1);
                    if next <= last {
                        $crate::__carry_to_ends!(
                            $x in next, last, inside, false =>
                            $crate::lanes::Wide,
                            ($span, $lanes $ahead $end_of_row $([$behind = $before])?) ($($param),*)
                        );
                        next = to + 1;
                    }
                }
            );
        }
    };
}

/// The points of a row one by one, all of which may look at the ends of lines, but for those that
/// `$eights` takes: from the first one inside on, which is `$next`, to at most `$to`. It leaves in
/// `$next` the first point that it has not taken.
#[doc(hidden)]
#[macro_export]
macro_rules! __points_at_ends {
    (
        $x:ident in $first:expr, $end:expr, $inside:expr =>
        $point:ident $args:tt, |$next:ident, $to:ident| $eights:block
    ) => {
        let $crate::ends::Inside { first: from, last: $to } = $inside.within($first, $end);
        for $x in $first..::core::cmp::min(from, $end + 1) {
            $point::<$crate::lanes::Scalar, UNIT, true> $args;
        }
        let mut $next = from;
        $eights
        for $x in ::core::cmp::min($next, ::core::cmp::max(from, $to + 1))..=$end {
            $point::<$crate::lanes::Scalar, UNIT, true> $args;
        }
    };
}

/// The points of a row in vectors, as by [`__to_ends`](crate::__to_ends).
#[doc(hidden)]
#[macro_export]
macro_rules! __vectors_to_ends {
    (
        $x:ident in $lo:expr, $hi:expr, $inside:expr, $extent:expr =>
        $V:ident, $lanes:ident $short:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        $crate::__to_ends!(
            $x in $lo, $hi, $inside, $extent =>
            W::$V, $short ($($arg,)* $($line),*), __vectors_at_ends($lanes)
        );
    }};
}

/// The points of a row in vectors that carry values, as by [`__to_ends`](crate::__to_ends).
#[doc(hidden)]
#[macro_export]
macro_rules! __carried_to_ends {
    (
        $x:ident in $lo:expr, $hi:expr, $span:literal, $inside:expr, $extent:expr =>
        $V:ident,
        $lanes:ident $ahead:ident $end_of_row:ident $([$behind:ident = $before:ident])?
        $short:ident ($($arg:ident),*)
        $($line:ident = $pointer:expr),*
    ) => {{
        $(let $line = $pointer;)*
        $crate::__to_ends!(
            $x in $lo, $hi, $inside, $extent =>
            W::$V, $short ($($arg,)* $($line),*),
            __carry_to_ends($span, $lanes $ahead $end_of_row $([$behind = $before])?)
        );
    }};
}

/// The points of a row in vectors, the last of which ends with the row and may overlap the one
/// before it; those that are not `inside` look at the ends of lines, whose shortest has `$extent`
/// elements. Where elements are not adjacent, points that are not inside are taken one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __to_ends {
    (
        $x:ident in $lo:expr, $hi:expr, $inside:expr, $extent:expr =>
        $V:ty, $short:ident ($($arg:ident),*), $vectors:ident $of:tt
    ) => {
        let ($x, end) = ($lo, $hi);
        let lanes = <$V as $crate::lanes::Isa>::LANES as isize;
        let inside: $crate::ends::Inside = $inside;
        let $crate::ends::Inside { first, last } = inside.within($x, end);
        if <$V as $crate::lanes::Isa>::OF_BUILD {
            if $x <= end {
                $short::<UNIT>($x, end, inside, $($arg),*);
            }
        } else if UNIT && $x + lanes <= end + 1 && inside.reaches::<$V>($x, end, $extent) {
            $crate::$vectors!($x in $x, end + 1 - lanes, inside, true => $V, $of ($($arg),*));
        } else if !UNIT && first + lanes <= last + 1 {
            if $x < first {
                $short::<UNIT>($x, first - 1, inside, $($arg),*);
            }
            $crate::$vectors!($x in first, last + 1 - lanes, inside, false => $V, $of ($($arg),*));
            if last < end {
                $short::<UNIT>(last + 1, end, inside, $($arg),*);
            }
        } else if $x <= end {
            $short::<UNIT>($x, end, inside, $($arg),*);
        }
    };
}

/// Vectors from `$first` to one at `$last`; those that are not inside look at the ends of lines, if
/// `$ends`.
#[doc(hidden)]
#[macro_export]
macro_rules! __vectors_at_ends {
    (
        $x:ident in $first:expr, $last:expr, $inside:ident, $ends:literal =>
        $V:ty, ($lanes:ident) $args:tt
    ) => {
        let lanes = <$V as $crate::lanes::Isa>::LANES as isize;
        let (mut next, last): (isize, isize) = ($first, $last);
        let inside = $inside.within(next, last + lanes - 1);
        while next < last + lanes {
            if next >= inside.first {
                while next + lanes <= inside.last + 1 {
                    let $x = next;
                    $crate::__at_ends!($lanes $V, false, () $args);
                    next += lanes;
                }
            }
            if next < last + lanes {
                let $x = ::core::cmp::min(next, last);
                $crate::__at_ends!($lanes $V, $ends, () $args);
                next += lanes;
            }
        }
    };
}

/// Vectors from `$first` to one at `$last`, as by [`__carry`](crate::__carry); those that are
/// inside with all that they take from the next one do not look at the ends of lines, and others if
/// `$ends`.
#[doc(hidden)]
#[macro_export]
macro_rules! __carry_to_ends {
    (
        $x:ident in $first:expr, $last:expr, $inside:ident, $ends:literal =>
        $V:ty,
        ($span:literal, $lanes:ident $ahead:ident $end_of_row:ident $([$behind:ident = $before:ident])?)
        $args:tt
    ) => {
        let lanes = <$V as $crate::lanes::Isa>::LANES as isize;
        let mut at: isize = $first;
        let last: isize = $last;
        let inside = $inside.within(at, last + lanes - 1);
        'row: loop {
            let $x = at;
            let mut current = $crate::__at_ends!($ahead $V, $ends, () $args);
            $(let mut $behind = $crate::__at_ends!($before $V, $ends, () $args);)?
            loop {
                if at >= inside.first {
                    while at + 2 * lanes <= inside.last + 1 {
                        let $x = at + lanes;
                        let ahead = $crate::__at_ends!($ahead $V, false, () $args);
                        let $x = at;
                        $($behind =)? $crate::__at_ends!(
                            $lanes $V, false, (current, ahead $(, $behind)?) $args
                        );
                        (current, at) = (ahead, at + lanes);
                    }
                }
                let next = at + lanes;
                let ahead = if next <= last + $span {
                    let $x = next;
                    $crate::__at_ends!($ahead $V, $ends, () $args)
                } else {
                    $crate::__at_ends!($end_of_row $V, $ends, (next, last) $args)
                };
                let $x = at;
                $($behind =)? $crate::__at_ends!(
                    $lanes $V, $ends, (current, ahead $(, $behind)?) $args
                );
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

/// A call of a function that takes values in front of its arguments, and is told whether to look at
/// the ends of lines.
#[doc(hidden)]
#[macro_export]
macro_rules! __at_ends {
    ($function:ident $V:ty, $ends:literal, ($($value:ident),*) ($($arg:ident),*)) => {
        $function::<$V, UNIT, $ends>($($value,)* $($arg),*)
    };
}
