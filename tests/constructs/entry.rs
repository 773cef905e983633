//! Every check at entry, by a call that it refuses.

use std::collections::HashSet;

use pipeline::__rt::Check;
use pipeline::{Image, View, pipeline};

pipeline! {
    fn checked(
        a: [u8; rows, 2*cols + 1], b: [u8 in 0..9; cols], c: [u8; n - 2147483000], d: [u8; 2*k],
        m: size
    ) -> out
    where rows >= 2, n ~ 2147483600
    {
        border b = clamp;
        out(y, x) in [0..rows, 0..m - 2] = a(y, 0) + b(x) + c(0) + d(0);
    }
}

/// The arguments of a call.
#[derive(Clone, Copy)]
struct Call {
    a: [usize; 2],
    b: usize,
    c: usize,
    d: usize,
    m: usize,
    out: [usize; 2],
    /// Every element of every input.
    value: u8,
}

/// A call that passes every check.
const GOOD: Call = Call { a: [2, 7], b: 3, c: 600, d: 4, m: 5, out: [2, 3], value: 1 };

/// For each check a call that is good but for it, and what it says.
fn refused(check: Check) -> (Call, &'static str) {
    match check {
        Check::PositiveArgument => {
            (Call { m: 0, ..GOOD }, "the clause `m >= 1` does not hold for m = 0")
        }
        Check::ArgumentSize => {
            (Call { m: 1 << 31, ..GOOD }, "size overflow: size `m` = 2147483648 exceeds 2^31 - 1")
        }
        Check::NotEmpty => (Call { b: 0, ..GOOD }, "input `b`, dimension 0: the extent is zero"),
        Check::Extent => (
            Call { c: 1 << 31, ..GOOD },
            "size overflow: input `c`, dimension 0: extent 2147483648 exceeds 2^31 - 1",
        ),
        Check::Solvable => (
            Call { d: 5, ..GOOD },
            "input `d`, dimension 0: extent 5 is not `2*k` for any integer k",
        ),
        Check::SolvedSize => (
            Call { c: 100_000, ..GOOD },
            "size overflow: input `c`, dimension 0: extent 100000 is `n - 2147483000` for n = \
             2147583000, which exceeds 2^31 - 1",
        ),
        Check::Equation => (
            Call { a: [2, 8], ..GOOD },
            "input `a`, dimension 1: expected `2*cols + 1` = 7, found 8",
        ),
        Check::Clause => {
            (Call { a: [1, 7], ..GOOD }, "the clause `rows >= 2` does not hold for rows = 1")
        }
        Check::Values => (Call { value: 9, ..GOOD }, "input `b`, element [0] is 9, not in 0..=8"),
        Check::Points => (
            Call { m: 2, ..GOOD },
            "`out` would have no points in dimension 1 for rows = 2, cols = 3, n = 2147483600, \
             k = 2, m = 2; it needs m >= 3",
        ),
        Check::Shape => {
            (Call { out: [3, 2], ..GOOD }, "output `out`: expected shape [2, 3], found [3, 2]")
        }
    }
}

/// An array of any shape, all in one byte.
fn of<const R: usize>(byte: &[u8; 1], shape: [usize; R]) -> View<'_, u8, R> {
    View::from_slice_strided(byte, shape, [0; R], 0).expect("inside")
}

/// The outcomes of a call: with a result of its own, by the reference, and into an array.
fn outcomes(call: Call) -> [Result<Image<u8, 2>, String>; 3] {
    let byte = [call.value];
    let (a, b, c, d) =
        (of(&byte, call.a), of(&byte, [call.b]), of(&byte, [call.c]), of(&byte, [call.d]));
    let mut out = Image::new(call.out, 99);
    let into = checked::into(&a, &b, &c, &d, call.m, &mut out);
    if into.is_err() {
        assert!(out.as_slice().iter().all(|v| *v == 99), "nothing is written");
    }
    let outcomes = [
        checked(&a, &b, &c, &d, call.m),
        checked::reference(&a, &b, &c, &d, call.m),
        into.map(|()| out),
    ];
    outcomes.map(|outcome| outcome.map_err(|e| e.to_string()))
}

#[test]
fn every_check_at_entry_refuses_its_call() {
    let mut messages = HashSet::new();
    for check in Check::ALL {
        let (call, message) = refused(check);
        let [own, reference, into] = outcomes(call);
        if check != Check::Shape {
            assert_eq!(own.unwrap_err(), message, "{check:?}");
            assert_eq!(reference.unwrap_err(), message, "{check:?}");
        }
        assert_eq!(into.unwrap_err(), message, "{check:?}");
        assert!(messages.insert(message), "{check:?} has the example of another check");
        assert!(!check.guards().is_empty());
    }
    for outcome in outcomes(GOOD) {
        assert_eq!(outcome, Ok(Image::new([2, 3], 4)));
    }
}
