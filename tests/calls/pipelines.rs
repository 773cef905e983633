//! The pipelines that are called, and how each is called.

use super::array::{FEW, Given, Wanted};
use super::{Choices, Outcome};
use crate::common::Same;
use pipeline::pipeline;

pipeline! {
    /// The ends of a line of any length.
    fn ends(a: [u8; n]) -> out where n >= 4 {
        out(x) in [0..4] = a(x) + a(n - 4 + x);
    }
}

pipeline! {
    /// Borders far out, chained.
    fn blur(img: [u8; rows, cols]) -> out
    where rows ~ 32, cols ~ 32, rows <= 40, cols <= 40 {
        border img = mirror101;
        b(y, x) = (img(y, x - 2) as u16 + img(y, x) as u16 * 2 + img(y, x + 7) as u16) / 4;
        border b = clamp;
        out(y, x) in [0..rows, 0..cols] = (b(y - 3, x) / 2 + b(y + 1, x) / 2) as u8;
    }
}

pipeline! {
    /// A domain that is inferred, and empty where the array is small.
    fn inner(a: [i16; n]) -> out where n ~ 32, n <= 60 {
        out(x) = a(x - 1) - a(x + 2);
    }
}

pipeline! {
    /// One size from extents at several rates.
    fn rates(fine: [i16; 2 * n, m], odd: [f32; (n + 1) / 2], coarse: [i16; n, m]) -> (down, up)
    where n ~ 32, m ~ 32, n <= 64, m <= 64 {
        down(y, x) in [0..n, 0..m] = fine(2 * y, x) - coarse(y, x);
        up(y, x) in [0..2 * n, 0..m] = coarse(y / 2, x) as f32 + odd(y / 4);
    }
}

pipeline! {
    /// Data as indices, inside their tables and through a border.
    fn lookup(img: [i16; rows, cols], lut: [f32; 100]) -> out
    where rows ~ 32, cols ~ 32, rows <= 40, cols <= 40 {
        border lut = constant(-1.0);
        out(y, x) = lut(img(y, x)) + lut(clamp(img(y, x), 0, 99));
    }
}

pipeline! {
    /// Sizes that the caller gives, two of them in one extent.
    fn parts(a: [i32; -1..=n + m], m: size, gain: i32) -> (left, right)
    where m ~ 16, n ~ 16, m <= 50, m + n <= 90 {
        left(x) in [0..=min(n, 20)] = a(x - 1) * gain;
        right(x) in [max(n - 3, 0)..n + m] = a(x) + m;
    }
}

pipeline! {
    /// A scan, and a reduction whose targets are data.
    fn counts(img: [u8; rows, cols]) -> (hist, table)
    where rows ~ 32, cols ~ 32, rows <= 40, cols <= 40 {
        hist(b) in [0..256]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        border table = constant(0);
        table(y, x) in [0..rows, 0..cols]: u32 =
            img(y, x) as u32 + table(y - 1, x) + table(y, x - 1) - table(y - 1, x - 1);
    }
}

pipeline! {
    /// Channels, each row turned around.
    fn turned(img: [u8; rows, cols, 3]) -> out
    where rows ~ 32, cols ~ 32, rows % 2 == 0, rows <= 40, cols <= 40 {
        out(y, x, c) in [0..rows / 2, 0..cols, 0..3] = img(2 * y, cols - 1 - x, c) / 2;
    }
}

pipeline! {
    /// Either of two element types.
    fn half<T: u8, f64>(a: [T; n, 4, 1..=k, 2]) -> out where n ~ 8, k ~ 8, n <= 12, k <= 12 {
        out(i, j) in [0..n, 1..=k] = a(i, 3, j, 1) / 2;
    }
}

pipeline! {
    /// Extents with a negative rest, for which the size is larger than they are.
    fn shifted(a: [u8; n - 2147483000], t: [u8; 648]) -> out where n ~ 2147483600 {
        out(x) in [0..n - 2147483000] = t(x) + a(x);
    }
}

pipeline! {
    /// A clause whose terms are large together.
    fn clauses(a: [u8; 64], n: size, i: size, j: size, k: size) -> out
    where i ~ 1, j ~ 1, k ~ 1, n ~ 4, n <= 60,
        1000000 * i + 1000000 * j + 1000000 * k <= 1000000 * n
    {
        out(x) in [0..=n - i] = a(x + i - 1) + a(n - j - k);
    }
}

/// Chooses an argument.
macro_rules! choose {
    ($choices:ident, $elements:ident, (array $name:ident: $ty:ident [$($extent:expr),*])) => {
        // An extent that is negative becomes one that is too large.
        let $name = Given::<$ty, _>::new($choices, [$(($extent) as usize),*]);
        $elements += $name.lie.count();
        let $name = match $name.view() {
            Ok(view) => view,
            Err(error) => return Outcome::refused(&error),
        };
    };
    ($choices:ident, $elements:ident, (scalar $name:ident: $ty:ident)) => {
        let $name = $choices.bits() as $ty;
    };
    ($choices:ident, $elements:ident, (size $name:ident)) => {
        let $name = $name as usize;
    };
    ($choices:ident, $elements:ident, (size $name:ident = $value:expr)) => {
        let $name = ($value) as usize;
    };
}

/// Passes it on.
macro_rules! pass {
    ((array $name:ident: $($rest:tt)*)) => {
        &$name
    };
    (($kind:ident $name:ident $($rest:tt)*)) => {
        $name
    };
}

/// A call, without a value and into arrays, of a pipeline whose right shapes follow from sizes.
macro_rules! call {
    ($choices:ident, $name:ident ($($arg:tt),*) -> ($($out:ident),*) for $($size:ident),*) => {{
        $(let $size = $choices.size() as i128;)*
        let mut elements = 0u128;
        $(choose!($choices, elements, $arg);)*
        let found = $name($(pass!($arg)),*);
        if elements <= FEW {
            let expected = $name::reference($(pass!($arg)),*);
            match (&found, &expected) {
                (Ok(found), Ok(expected)) => expected.assert_same(found, stringify!($name)),
                (Err(found), Err(expected)) => assert_eq!(found.to_string(), expected.to_string()),
                _ => panic!("{}: {found:?}, not {expected:?}", stringify!($name)),
            }
        }
        #[allow(unused_parens, reason = "a single result is no tuple")]
        let ($($out),*) = match found {
            Ok(found) => found,
            Err(error) => return Outcome::refused(&error),
        };
        $(let mut $out = Wanted::new($choices, $out);)*
        let fit = true $(&& $out.fits())*;
        let done = $name::into($(pass!($arg),)* $(&mut match $out.view_mut() {
            Ok(view) => view,
            Err(error) => return Outcome::refused(&error),
        }),*);
        assert_eq!(done.is_ok(), fit, "{}: {done:?}", stringify!($name));
        $($out.assert_written(fit);)*
        match done {
            Ok(()) if elements <= FEW => Outcome::Agreed,
            Ok(()) => Outcome::Computed,
            Err(error) => Outcome::refused(&error),
        }
    }};
}

/// A call of a pipeline as the bytes choose.
type Call = fn(&mut Choices<'_>) -> Outcome;

macro_rules! calls {
    ($($name:ident $args:tt -> $outs:tt for $($size:ident),*;)*) => {
        /// The pipelines by name, and a call of each.
        pub const PIPELINES: &[(&str, Call)] = &[$((stringify!($name), |choices| {
            call!(choices, $name $args -> $outs for $($size),*)
        })),*];
    };
}

calls! {
    ends((array a: u8 [n])) -> (out) for n;
    blur((array img: u8 [rows, cols])) -> (out) for rows, cols;
    inner((array a: i16 [n])) -> (out) for n;
    rates((array fine: i16 [2 * n, m]), (array odd: f32 [(n + 1) / 2]), (array coarse: i16 [n, m]))
        -> (down, up) for n, m;
    lookup((array img: i16 [rows, cols]), (array lut: f32 [100])) -> (out) for rows, cols;
    parts((array a: i32 [n + m + 2]), (size m), (scalar gain: i32)) -> (left, right) for n, m;
    counts((array img: u8 [rows, cols])) -> (hist, table) for rows, cols;
    turned((array img: u8 [2 * rows, cols, 3])) -> (out) for rows, cols;
    half((array a: u8 [n, 4, k, 2])) -> (out) for n, k;
    half((array a: f64 [n, 4, k, 2])) -> (out) for n, k;
    shifted((array a: u8 [n]), (array t: u8 [648])) -> (out) for n;
    clauses((array a: u8 [64]), (size n = n + i + j + k - 1), (size i), (size j), (size k))
        -> (out) for n, i, j, k;
}
