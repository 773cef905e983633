//! Between which values a coordinate lies, whatever the variables inside a loop are.
//!
//! Variables are put at the ends of their loops, the innermost first, as long as the coordinate
//! goes one way with them (the bounds of Banerjee's test, with expressions for numbers).

use super::{Meets, meets, stride};
use crate::ir::{Affine, Atom, Interval, Test, TestOp, VarId, WindowVar};
use crate::loops::{Bound, Stmt};

/// The most expressions that are kept of an end of a coordinate.
const MOST_ENDS: usize = 16;

/// Expressions between which a value lies: it is below none of the first, above none of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Lower bounds; none if nothing is known.
    pub lo: Vec<Affine>,
    /// Upper bounds; none if nothing is known.
    pub hi: Vec<Affine>,
}

/// A variable that is defined inside a loop, and its values.
#[derive(Clone, Debug)]
pub struct Inner {
    var: VarId,
    values: Reach,
    /// Whether it has one value, and is no loop's.
    is_named: bool,
}

impl Inner {
    /// The variable that a statement defines.
    pub fn of(stmt: &Stmt) -> Option<Inner> {
        let (var, values) = match stmt {
            Stmt::Let { var, value } => (*var, Reach { lo: least(value), hi: most(value) }),
            Stmt::For { var, lo, hi, .. } => (*var, Reach { lo: least(lo), hi: most(hi) }),
            Stmt::When { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {
                return None;
            }
        };
        Some(Inner { var, values, is_named: matches!(stmt, Stmt::Let { .. }) })
    }

    /// The variable of a window.
    pub fn window(window: &WindowVar) -> Inner {
        let values = Reach { lo: vec![window.first.clone()], hi: vec![window.last.clone()] };
        Inner { var: window.id, values, is_named: false }
    }
}

/// What is known of variables where a test holds, too: that is about the last one it mentions.
pub fn narrow(inside: &mut [Inner], test: &Test) {
    let Some(Inner { var, values, .. }) =
        inside.iter_mut().rev().find(|inner| test.affine.mentions_var(inner.var))
    else {
        return;
    };
    let at = |k: i64| Affine::from(*var).add_scaled(&test.affine, -k);
    let end = match (stride(&test.affine, *var), test.op) {
        (Some(k @ (1 | -1)), TestOp::NonNegative) => (k, at(k)),
        _ => return,
    };
    match end {
        (1, lo) => values.lo.push(lo),
        (_, hi) => values.hi.push(hi),
    }
}

/// What a bound is not below.
fn least(bound: &Bound) -> Vec<Affine> {
    match bound {
        Bound::Min(list) if list.len() > 1 => Vec::new(),
        Bound::Min(list) | Bound::Max(list) => list.clone(),
    }
}

/// What a bound is not above.
fn most(bound: &Bound) -> Vec<Affine> {
    match bound {
        Bound::Max(list) if list.len() > 1 => Vec::new(),
        Bound::Min(list) | Bound::Max(list) => list.clone(),
    }
}

/// One of the ends of a [`Reach`].
#[derive(Clone, Copy, PartialEq)]
enum End {
    Lo,
    Hi,
}

impl Reach {
    /// That of a coordinate of which nothing is known.
    pub fn anywhere() -> Reach {
        Reach { lo: Vec::new(), hi: Vec::new() }
    }

    /// That of a coordinate, free of the variables inside a loop, which come in their order.
    pub fn of(a: &Affine, inside: &[Inner]) -> Reach {
        Reach::between(std::slice::from_ref(a), std::slice::from_ref(a), inside)
    }

    /// That of a coordinate that is between others.
    pub fn between(lo: &[Affine], hi: &[Affine], inside: &[Inner]) -> Reach {
        Reach { lo: ends(lo, inside, End::Lo), hi: ends(hi, inside, End::Hi) }
    }

    /// The same, and what follows from the values that are named around a loop.
    pub fn with_named(&self, around: &[Inner]) -> Reach {
        let named: Vec<Inner> = around.iter().filter(|v| v.is_named).cloned().collect();
        let Reach { lo, hi } = Reach::between(&self.lo, &self.hi, &named);
        Reach { lo: [&self.lo[..], &lo].concat(), hi: [&self.hi[..], &hi].concat() }
    }

    /// The only value.
    pub fn exact(&self) -> Option<&Affine> {
        match (&self.lo[..], &self.hi[..]) {
            ([lo], [hi]) if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// Whether this coordinate in an iteration of the loop over a variable is another one in no
    /// later iteration; all variables outside the loop have the same value in both.
    pub fn misses_later(&self, later: &Reach, var: VarId, least: &[i64]) -> bool {
        if let (Some(a), Some(b)) = (self.exact(), later.exact()) {
            match meets(a, b, Some(var)) {
                Meets::Never => return true,
                Meets::After(iterations) => return iterations >= 0,
                Meets::Always => return false,
                Meets::Unknown => {}
            }
        }
        let next = |a: &Affine| a.substitute_var(var, &Affine::from(var).offset(1));
        let rises = |a: &&Affine| matches!(trend(a, var), Trend::Still | Trend::Rising);
        let falls = |a: &&Affine| matches!(trend(a, var), Trend::Still | Trend::Falling);
        let mut higher = later.lo.iter().filter(rises).map(next);
        let mut lower = later.hi.iter().filter(falls).map(next);
        higher.any(|lo| self.hi.iter().any(|hi| is_above(&lo, hi, least)))
            || lower.any(|hi| self.lo.iter().any(|lo| is_above(lo, &hi, least)))
    }

    /// Whether this coordinate is never another one; variables have the same value in both.
    pub fn is_apart(&self, other: &Reach, least: &[i64]) -> bool {
        let above = |a: &Reach, b: &Reach| {
            let higher = |lo: &Affine| b.hi.iter().any(|hi| is_above(lo, hi, least));
            a.lo.iter().any(higher)
        };
        above(self, other) || above(other, self)
    }

    /// With a variable replaced.
    pub fn with(&self, var: VarId, value: &Affine) -> Reach {
        let all = |list: &[Affine]| list.iter().map(|a| a.substitute_var(var, value)).collect();
        Reach { lo: all(&self.lo), hi: all(&self.hi) }
    }

    /// Whether it is within an interval.
    pub fn is_within(&self, interval: &Interval, least: &[i64]) -> bool {
        let holds = |a: &Affine| at_least(a, least).is_some_and(|k| k >= 0);
        interval.lo.iter().all(|end| self.lo.iter().any(|a| holds(&a.sub(end))))
            && interval.hi.iter().all(|end| self.hi.iter().any(|a| holds(&end.sub(a))))
    }
}

/// Whether an expression is greater than another one.
fn is_above(a: &Affine, b: &Affine, least: &[i64]) -> bool {
    at_least(&a.sub(b), least).is_some_and(|k| k > 0)
}

/// What an expression of sizes is not below, these being [so large](crate::loops::LoopNest::least).
fn at_least(a: &Affine, least: &[i64]) -> Option<i64> {
    let term = |(atom, k): &(Atom, i64)| match atom {
        Atom::Size(size) if *k > 0 => Some(k * least.get(size.0)?),
        Atom::Size(_) => None,
        Atom::Div(inner, by) if *k > 0 => Some(k * at_least(inner, least)?.div_euclid(*by)),
        Atom::Div(..) | Atom::Var(_) => None,
    };
    a.terms().iter().try_fold(a.constant(), |sum, one| Some(sum + term(one)?))
}

/// One end of a coordinate, with the variables inside a loop at the ends of their values.
fn ends(of: &[Affine], inside: &[Inner], end: End) -> Vec<Affine> {
    let mut list = of.to_vec();
    for inner in inside.iter().rev() {
        list = list.iter().flat_map(|a| without(a, inner, end)).collect();
        list.truncate(MOST_ENDS);
    }
    let rounded: Vec<Affine> = list.iter().filter_map(|a| rounded(a, end)).collect();
    list.extend(rounded);
    list
}

/// One end of an expression, free of a variable.
fn without(a: &Affine, inner: &Inner, end: End) -> Vec<Affine> {
    let Inner { var, values, .. } = inner;
    match (trend(a, *var), end) {
        (Trend::Still, _) => vec![a.clone()],
        (Trend::Rising, End::Lo) | (Trend::Falling, End::Hi) => with(a, *var, &values.lo),
        (Trend::Rising, End::Hi) | (Trend::Falling, End::Lo) => with(a, *var, &values.hi),
        // Divisions may be what goes the other way.
        (Trend::Unknown, _) => match rounded(a, end) {
            Some(rounded) => without(&rounded, inner, end),
            None => Vec::new(),
        },
    }
}

fn with(a: &Affine, var: VarId, values: &[Affine]) -> Vec<Affine> {
    values.iter().map(|value| a.substitute_var(var, value)).collect()
}

/// An expression without the divisions that are multiplied again, and what these may lose.
fn rounded(a: &Affine, end: End) -> Option<Affine> {
    let mut found = false;
    let mut sum = Affine::from(a.constant());
    for (atom, k) in a.terms() {
        let times = match atom {
            Atom::Div(_, by) if k % by == 0 => k / by,
            Atom::Div(..) | Atom::Var(_) | Atom::Size(_) => 0,
        };
        match atom {
            Atom::Div(inner, by) if times != 0 => {
                found = true;
                // It loses up to `by - 1`, and more is less where it is subtracted.
                let loses = (times > 0) == (end == End::Lo);
                let at = if loses { inner.offset(1 - by) } else { (**inner).clone() };
                sum = sum.add_scaled(&at, times);
            }
            Atom::Div(..) | Atom::Var(_) | Atom::Size(_) => {
                sum = sum.add_scaled(&Affine::atom(atom.clone()), *k);
            }
        }
    }
    found.then_some(sum)
}

/// Which way an expression goes with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Still,
    Rising,
    Falling,
    Unknown,
}

fn trend(a: &Affine, var: VarId) -> Trend {
    let of = |(atom, k): &(Atom, i64)| {
        let rising = match atom {
            Atom::Var(v) if *v == var => Trend::Rising,
            Atom::Div(inner, _) => trend(inner, var),
            Atom::Var(_) | Atom::Size(_) => Trend::Still,
        };
        match rising {
            Trend::Rising if *k < 0 => Trend::Falling,
            Trend::Falling if *k < 0 => Trend::Rising,
            Trend::Rising | Trend::Falling | Trend::Still | Trend::Unknown => rising,
        }
    };
    a.terms().iter().map(of).fold(Trend::Still, |all, one| match (all, one) {
        (Trend::Still, other) | (other, Trend::Still) => other,
        (a, b) if a == b => a,
        _ => Trend::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::SizeId;

    const BLOCK: VarId = VarId(0);
    const START: VarId = VarId(1);
    const END: VarId = VarId(2);
    const ROW: VarId = VarId(3);
    const LEAST: &[i64] = &[1];

    fn at_size(k: i64) -> Affine {
        Affine::from(SizeId(0)).offset(k)
    }

    /// Rows of blocks of four: `start = 4*block`, `end = min(start + 3, n - 1)`.
    fn rows() -> Vec<Inner> {
        let start = Affine::from(BLOCK).scale(4);
        let row = Stmt::For {
            var: ROW,
            lo: Bound::Max(vec![START.into()]),
            hi: Bound::Min(vec![END.into()]),
            kind: crate::loops::LoopKind::Serial,
            body: Vec::new(),
        };
        let end = Bound::Min(vec![Affine::from(START).offset(3), at_size(-1)]);
        let stmts = [
            Stmt::Let { var: START, value: Bound::Max(vec![start]) },
            Stmt::Let { var: END, value: end },
            row,
        ];
        stmts.iter().filter_map(Inner::of).collect()
    }

    #[test]
    fn a_row_is_within_its_block() {
        let row = Reach::of(&Affine::from(ROW), &rows());
        let start = Affine::from(BLOCK).scale(4);
        assert_eq!(row, Reach { lo: vec![start.clone()], hi: vec![start.offset(3), at_size(-1)] });
        let above = Reach::of(&Affine::from(ROW).offset(-1), &rows());
        assert!(row.misses_later(&row, BLOCK, LEAST));
        assert!(!row.misses_later(&above, BLOCK, LEAST), "the last row of this block");
        assert!(above.misses_later(&row, BLOCK, LEAST));
    }

    #[test]
    fn backwards_and_at_a_rate_blocks_have_rows_of_their_own() {
        let back = Reach::of(&Affine::from(ROW).neg(), &rows());
        assert!(back.misses_later(&back, BLOCK, LEAST));
        let half = Reach::of(&Affine::from(ROW).floor_div(2), &rows());
        assert!(half.misses_later(&half, BLOCK, LEAST));
        let third = Reach::of(&Affine::from(ROW).floor_div(3), &rows());
        assert!(!third.misses_later(&third, BLOCK, LEAST), "rows 3 and 4");
        let parity = Reach::of(&Affine::from(ROW).modulo(2), &rows());
        assert_eq!(parity.hi, [1.into()]);
        assert!(!parity.misses_later(&parity, BLOCK, LEAST));
    }

    #[test]
    fn tests_bound_variables() {
        let mut inside = vec![Inner { var: ROW, values: Reach::anywhere(), is_named: false }];
        let affine = Affine::from(ROW).sub(&BLOCK.into());
        narrow(&mut inside, &Test { affine, op: TestOp::NonNegative });
        let row = Reach::of(&Affine::from(ROW), &inside);
        assert_eq!(row, Reach { lo: vec![BLOCK.into()], hi: Vec::new() });
    }

    #[test]
    fn what_is_divided_and_multiplied_again_loses_less_than_the_divisor() {
        let even = Affine::from(SizeId(0)).floor_div(2).scale(2);
        let reach = Reach::of(&even, &[]);
        assert_eq!(
            reach,
            Reach { lo: vec![even.clone(), at_size(-1)], hi: vec![even, at_size(0)] }
        );
    }

    #[test]
    fn sizes_are_at_least_so_large() {
        let blocks = Affine::from(SizeId(0)).floor_div(3).scale(3);
        assert_eq!(at_least(&blocks, LEAST), Some(0));
        assert_eq!(at_least(&at_size(-1), LEAST), Some(0));
        assert_eq!(at_least(&at_size(0).neg(), LEAST), None);
        let within = Interval::new(0.into(), at_size(-1));
        assert!(Reach::of(&at_size(-1), &[]).is_within(&within, LEAST));
        let row_before = Reach::of(&at_size(-2), &[]);
        assert!(!row_before.is_within(&within, LEAST), "of one point, it is outside");
        assert!(row_before.is_within(&within, &[2]), "where there are two");
        assert_eq!(at_least(&at_size(0), &[]), None, "the end of a rank may be anywhere");
    }
}
