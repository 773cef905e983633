//! One quasi-affine inequality in one unknown: which way it bounds it, and where it is least.

use crate::ir::{Affine, Atom, Interval, VarId};

/// What `affine >= 0` says of one unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Nothing: it is not mentioned.
    Free,
    /// It is at least this.
    Lower(Affine),
    /// It is at most this.
    Upper(Affine),
    /// Not a single bound: the unknown occurs in several terms, or other unknowns occur beside it
    /// inside a division.
    Mixed,
}

/// How an expression moves as one unknown grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It does not mention it.
    Constant,
    /// It never falls.
    Rising,
    /// It never rises.
    Falling,
    /// Not known.
    Unknown,
}

/// Whether a size or variable occurs at any depth.
pub fn mentions(affine: &Affine, leaf: &Atom) -> bool {
    affine.terms().iter().any(|(atom, _)| match atom {
        Atom::Div(inner, _) => mentions(inner, leaf),
        Atom::Size(_) | Atom::Var(_) => atom == leaf,
    })
}

/// Solves `affine >= 0` for a size or variable, exactly: the solutions are the integers within
/// the bound.
///
/// `floor(e/c) >= n` is `e >= c·n`, and `floor(e/c) <= n` is `e <= c·n + c - 1`, for integers.
pub fn solve(affine: &Affine, unknown: &Atom) -> Solved {
    let mut found = affine.terms().iter().filter(|(atom, _)| match atom {
        Atom::Div(inner, _) => mentions(inner, unknown),
        Atom::Size(_) | Atom::Var(_) => atom == unknown,
    });
    let Some((atom, k)) = found.next() else { return Solved::Free };
    if found.next().is_some() {
        return Solved::Mixed;
    }
    let rest = affine.add_scaled(&Affine::atom(atom.clone()), -k);
    // k·atom + rest >= 0
    let bound = if *k > 0 { rest.neg().ceil_div(*k) } else { rest.floor_div(-k) };
    match atom {
        Atom::Div(inner, c) if *k > 0 => solve(&inner.add_scaled(&bound, -c), unknown),
        Atom::Div(inner, c) => solve(&bound.scale(*c).offset(c - 1).sub(inner), unknown),
        Atom::Size(_) | Atom::Var(_) if *k > 0 => Solved::Lower(bound),
        Atom::Size(_) | Atom::Var(_) => Solved::Upper(bound),
    }
}

/// How an expression moves as a size or variable grows.
pub fn direction(affine: &Affine, unknown: &Atom) -> Direction {
    let mut sum = Direction::Constant;
    for (atom, k) in affine.terms() {
        let inner = match atom {
            Atom::Div(inner, _) => direction(inner, unknown),
            Atom::Size(_) | Atom::Var(_) if atom == unknown => Direction::Rising,
            Atom::Size(_) | Atom::Var(_) => Direction::Constant,
        };
        let term = match inner {
            Direction::Rising if *k < 0 => Direction::Falling,
            Direction::Falling if *k < 0 => Direction::Rising,
            Direction::Rising | Direction::Falling => inner,
            Direction::Constant | Direction::Unknown => inner,
        };
        sum = match (sum, term) {
            (Direction::Constant, t) | (t, Direction::Constant) => t,
            (a, b) if a == b => a,
            _ => return Direction::Unknown,
        };
    }
    sum
}

/// Lower bounds of an expression as a variable runs over an interval: the variable replaced by
/// each bound of the end at which the expression is least. `None` if it is not monotone; a single
/// bound is attained (where the interval is not empty).
pub fn least(affine: &Affine, var: VarId, interval: &Interval) -> Option<Vec<Affine>> {
    let ends = match direction(affine, &Atom::Var(var)) {
        Direction::Constant => return Some(vec![affine.clone()]),
        Direction::Rising => &interval.lo,
        Direction::Falling => &interval.hi,
        Direction::Unknown => return None,
    };
    Some(ends.iter().map(|end| affine.substitute_var(var, end)).collect())
}

/// Upper bounds of an expression as a variable runs over an interval; see [`least`].
pub fn greatest(affine: &Affine, var: VarId, interval: &Interval) -> Option<Vec<Affine>> {
    let least = least(&affine.neg(), var, interval)?;
    Some(least.iter().map(Affine::neg).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn y() -> Affine {
        Affine::from(VarId(0))
    }

    #[test]
    fn solutions_are_exact() {
        for (a, b, c, d, n) in [
            (1, 0, 2, 1, 3),
            (2, 1, 3, 1, -2),
            (-1, 5, 4, 2, 1),
            (3, -7, 2, -3, 4),
            (-2, 0, 1, -1, 0),
        ] {
            let e = y().scale(a).offset(b).floor_div(c).scale(d).offset(n);
            let holds = |v: i64| e.eval(&[], &[v]) >= 0;
            for v in -40..40 {
                let inside = match solve(&e, &Atom::Var(VarId(0))) {
                    Solved::Lower(l) => v >= l.as_constant().unwrap(),
                    Solved::Upper(u) => v <= u.as_constant().unwrap(),
                    other => panic!("{other:?}"),
                };
                assert_eq!(holds(v), inside, "{e:?} at {v}");
            }
        }
        assert_eq!(solve(&y().modulo(2), &Atom::Var(VarId(0))), Solved::Mixed);
    }

    #[test]
    fn an_expression_is_least_at_an_end() {
        let interval = Interval::new(Affine::from(0), Affine::from(9));
        let e = Affine::from(20).sub(&y().offset(1).floor_div(2));
        assert_eq!(least(&e, VarId(0), &interval), Some(vec![Affine::from(15)]));
        assert_eq!(greatest(&e, VarId(0), &interval), Some(vec![Affine::from(20)]));
        assert_eq!(least(&y().modulo(3), VarId(0), &interval), None);
    }
}
