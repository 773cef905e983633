//! Quasi-affine integer expressions: the language of indices, bounds and sizes.
//!
//! `constant + Σ coefficient · atom`, where an atom is a size, a loop variable, or the floor
//! division of another such expression by a positive constant. The normal form is unique up to
//! the simplifications of [`Affine::floor_div`]: atoms sorted, no zero coefficients.

use super::graph::{SizeId, VarId};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A quasi-affine expression over sizes and variables.
///
/// Passes copy expressions all the time and hardly change one in place, so copies share the terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Affine {
    terms: Arc<[(Atom, i64)]>,
    constant: i64,
}

/// What an [`Affine`] is linear in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A size parameter.
    Size(SizeId),
    /// An index variable.
    Var(VarId),
    /// `floor(expression / divisor)`, divisor at least 2.
    Div(Box<Affine>, i64),
}

impl From<i64> for Affine {
    fn from(constant: i64) -> Affine {
        Affine { terms: Arc::default(), constant }
    }
}

impl From<SizeId> for Affine {
    fn from(id: SizeId) -> Affine {
        Affine::atom(Atom::Size(id))
    }
}

impl From<VarId> for Affine {
    fn from(id: VarId) -> Affine {
        Affine::atom(Atom::Var(id))
    }
}

impl Atom {
    /// [`Affine::difference`] of two atoms.
    fn difference(&self, other: &Atom) -> Option<(i64, i64)> {
        match (self, other) {
            (Atom::Div(a, c), Atom::Div(b, d)) if c == d => {
                let (least, most) = a.difference(b)?;
                Some((least.div_euclid(*c), -(-most).div_euclid(*c)))
            }
            (a, b) => (a == b).then_some((0, 0)),
        }
    }
}

impl Affine {
    /// One atom.
    pub fn atom(atom: Atom) -> Affine {
        Affine { terms: Arc::new([(atom, 1)]), constant: 0 }
    }

    /// The terms: distinct atoms in order, coefficients not zero.
    pub fn terms(&self) -> &[(Atom, i64)] {
        &self.terms
    }

    /// The constant term.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// The value, if there are no terms.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The coefficient of an atom outside any division.
    pub fn coefficient(&self, atom: &Atom) -> i64 {
        self.terms.iter().find(|(a, _)| a == atom).map_or(0, |t| t.1)
    }

    /// Without its constant term.
    pub fn without_constant(&self) -> Affine {
        Affine { terms: self.terms.clone(), constant: 0 }
    }

    /// The least and the greatest value that `self - other` may have, if the two have the same form
    /// but for constants, inside divisions too.
    pub fn difference(&self, other: &Affine) -> Option<(i64, i64)> {
        if self.terms.len() != other.terms.len() {
            return None;
        }
        let constant = self.constant - other.constant;
        let mut terms = self.terms.iter().zip(other.terms.iter());
        terms.try_fold((constant, constant), |(least, most), ((a, k), (b, l))| {
            let (low, high) = if k == l { a.difference(b)? } else { return None };
            let (low, high) = if *k > 0 { (low, high) } else { (high, low) };
            Some((least + k * low, most + k * high))
        })
    }

    /// `self + k·other`.
    pub fn add_scaled(&self, other: &Affine, k: i64) -> Affine {
        let constant = self.constant + k * other.constant;
        if other.terms.is_empty() || k == 0 {
            return Affine { terms: Arc::clone(&self.terms), constant };
        }
        if self.terms.is_empty() && k == 1 {
            return Affine { terms: Arc::clone(&other.terms), constant };
        }
        let (own, more) = (&self.terms[..], &other.terms[..]);
        let mut terms = Vec::with_capacity(own.len() + more.len());
        let (mut i, mut j) = (0, 0);
        while i < own.len() && j < more.len() {
            match own[i].0.cmp(&more[j].0) {
                Ordering::Less => {
                    terms.push(own[i].clone());
                    i += 1;
                }
                Ordering::Greater => {
                    terms.push((more[j].0.clone(), k * more[j].1));
                    j += 1;
                }
                Ordering::Equal => {
                    let c = own[i].1 + k * more[j].1;
                    if c != 0 {
                        terms.push((own[i].0.clone(), c));
                    }
                    i += 1;
                    j += 1;
                }
            }
        }
        terms.extend_from_slice(&own[i..]);
        terms.extend(more[j..].iter().map(|(atom, l)| (atom.clone(), k * l)));
        Affine { terms: terms.into(), constant }
    }

    /// `self + other`.
    pub fn add(&self, other: &Affine) -> Affine {
        self.add_scaled(other, 1)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Affine) -> Affine {
        self.add_scaled(other, -1)
    }

    /// `self + k`.
    pub fn offset(&self, k: i64) -> Affine {
        Affine { terms: self.terms.clone(), constant: self.constant + k }
    }

    /// `k · self`.
    pub fn scale(&self, k: i64) -> Affine {
        Affine::default().add_scaled(self, k)
    }

    /// `-self`.
    pub fn neg(&self) -> Affine {
        self.scale(-1)
    }

    /// A lower bound of a difference, whatever the variables and sizes, if all that varies in it
    /// are pairs of quotients by one divisor whose numerators differ by a constant:
    /// `(n + 1)/2 - n/2` is at least 0.
    pub fn lower_bound(&self) -> Option<i64> {
        if !self.terms.iter().all(|(atom, _)| matches!(atom, Atom::Div(..))) {
            return None;
        }
        let (mut bound, mut terms) = (self.constant, self.terms.to_vec());
        while let Some((Atom::Div(inner, divisor), k)) = terms.pop() {
            let apart = |(atom, l): &(Atom, i64)| match atom {
                Atom::Div(other, d) if *d == divisor && *l == -k => inner.sub(other).as_constant(),
                Atom::Div(..) | Atom::Size(_) | Atom::Var(_) => None,
            };
            let other = terms.iter().position(|term| apart(term).is_some())?;
            let apart = apart(&terms.remove(other))?;
            bound += k.abs() * (k.signum() * apart).div_euclid(divisor);
        }
        Some(bound)
    }

    /// `floor(self / c)`, simplified: multiples of `c` leave the division, common factors cancel,
    /// nested divisions merge.
    ///
    /// # Panics
    /// If `c < 1`.
    pub fn floor_div(&self, c: i64) -> Affine {
        assert!(c >= 1, "division by {c}");
        if c == 1 {
            return self.clone();
        }
        let mut outside = Affine::from(self.constant.div_euclid(c));
        let mut inside = Affine::from(self.constant.rem_euclid(c));
        for (atom, k) in self.terms.iter() {
            let (target, k) = if k % c == 0 { (&mut outside, k / c) } else { (&mut inside, *k) };
            *target = target.add_scaled(&Affine::atom(atom.clone()), k);
        }
        if inside.terms.is_empty() {
            return outside;
        }
        let g = inside.terms.iter().fold(c, |g, t| gcd(g, t.1.abs()));
        if g > 1 {
            let terms = inside.terms.iter().map(|(a, k)| (a.clone(), k / g)).collect();
            let reduced = Affine { terms, constant: inside.constant.div_euclid(g) };
            return outside.add(&reduced.floor_div(c / g));
        }
        if let [(Atom::Div(inner, d), 1)] = &*inside.terms
            && let Some(product) = c.checked_mul(*d)
        {
            let merged = inner.offset(inside.constant * d).floor_div(product);
            return outside.add(&merged);
        }
        outside.add(&Affine::atom(Atom::Div(Box::new(inside), c)))
    }

    /// `ceil(self / c)`.
    ///
    /// # Panics
    /// If `c < 1`.
    pub fn ceil_div(&self, c: i64) -> Affine {
        self.offset(c - 1).floor_div(c)
    }

    /// `self - c · floor(self / c)`, between 0 and `c - 1`.
    ///
    /// # Panics
    /// If `c < 1`.
    pub fn modulo(&self, c: i64) -> Affine {
        self.sub(&self.floor_div(c).scale(c))
    }

    /// Replaces atoms at every depth; `None` keeps the atom.
    pub fn substitute(&self, f: &impl Fn(&Atom) -> Option<Affine>) -> Affine {
        self.substituted(f).unwrap_or_else(|| self.clone())
    }

    /// What [`Affine::substitute`] makes of it; nothing if it keeps every atom, as it mostly does.
    fn substituted(&self, f: &impl Fn(&Atom) -> Option<Affine>) -> Option<Affine> {
        let mut sum: Option<Affine> = None;
        for (before, (atom, k)) in self.terms.iter().enumerate() {
            let value = f(atom).or_else(|| match atom {
                Atom::Div(inner, d) => Some(inner.substituted(f)?.floor_div(*d)),
                Atom::Size(_) | Atom::Var(_) => None,
            });
            sum = match (sum, value) {
                (None, None) => None,
                (None, Some(value)) => {
                    let kept = self.terms[..before].into();
                    let kept = Affine { terms: kept, constant: self.constant };
                    Some(kept.add_scaled(&value, *k))
                }
                (Some(sum), Some(value)) => Some(sum.add_scaled(&value, *k)),
                (Some(sum), None) => Some(sum.add_scaled(&Affine::atom(atom.clone()), *k)),
            };
        }
        sum
    }

    /// Replaces one variable at every depth.
    pub fn substitute_var(&self, var: VarId, value: &Affine) -> Affine {
        self.substitute(&|a| (*a == Atom::Var(var)).then(|| value.clone()))
    }

    /// Calls `f` for every size and variable at every depth.
    pub fn for_each_leaf(&self, f: &mut impl FnMut(&Atom)) {
        for (atom, _) in self.terms.iter() {
            match atom {
                Atom::Div(inner, _) => inner.for_each_leaf(f),
                leaf @ (Atom::Size(_) | Atom::Var(_)) => f(leaf),
            }
        }
    }

    /// Whether a variable occurs at any depth.
    pub fn mentions_var(&self, var: VarId) -> bool {
        let mut found = false;
        self.for_each_leaf(&mut |a| found |= *a == Atom::Var(var));
        found
    }

    /// The distinct variables that occur at any depth, in order.
    pub fn vars(&self) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.for_each_leaf(&mut |a| {
            if let Atom::Var(v) = a
                && !vars.contains(v)
            {
                vars.push(*v);
            }
        });
        vars.sort();
        vars
    }

    /// The value under an assignment of the leaves.
    pub fn eval(&self, sizes: &[i64], vars: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (atom, k)| {
            sum + k * match atom {
                Atom::Size(s) => sizes[s.0],
                Atom::Var(v) => vars[v.0],
                Atom::Div(inner, d) => inner.eval(sizes, vars).div_euclid(*d),
            }
        })
    }

    /// The largest absolute value of a coefficient, constant or divisor at any depth.
    pub fn magnitude(&self) -> i64 {
        self.terms.iter().fold(self.constant.saturating_abs(), |m, (atom, k)| {
            let inner = match atom {
                Atom::Div(inner, d) => inner.magnitude().max(*d),
                Atom::Size(_) | Atom::Var(_) => 0,
            };
            m.max(k.saturating_abs()).max(inner)
        })
    }

    /// Printable with the given names of sizes and variables.
    pub fn display<'a>(&'a self, names: &'a Names<'a>) -> impl fmt::Display + 'a {
        Shown { affine: self, names }
    }
}

/// The greatest common divisor of two non-negative numbers.
pub fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Names for printing: sizes by id, variables by id.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Names of the size parameters.
    pub sizes: &'a [String],
    /// Names of the variables in scope.
    pub vars: &'a [String],
}

struct Shown<'a> {
    affine: &'a Affine,
    names: &'a Names<'a>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let positive_first = self.affine.terms.iter().filter(|t| t.1 > 0);
        let negative_last = self.affine.terms.iter().filter(|t| t.1 < 0);
        for (atom, k) in positive_first.chain(negative_last) {
            match (first, *k < 0) {
                (true, false) => {}
                (true, true) => write!(f, "-")?,
                (false, false) => write!(f, " + ")?,
                (false, true) => write!(f, " - ")?,
            }
            first = false;
            if k.abs() != 1 {
                write!(f, "{}*", k.abs())?;
            }
            match atom {
                Atom::Size(s) => write!(f, "{}", self.names.sizes[s.0])?,
                Atom::Var(v) => write!(f, "{}", self.names.vars[v.0])?,
                Atom::Div(inner, d) => {
                    let shown = inner.display(self.names);
                    let bare = inner.constant == 0 && matches!(*inner.terms, [(_, 1)]);
                    let times = k.abs() != 1;
                    match (bare, times) {
                        (true, false) => write!(f, "{shown}/{d}")?,
                        (true, true) => write!(f, "({shown}/{d})")?,
                        (false, false) => write!(f, "({shown})/{d}")?,
                        (false, true) => write!(f, "(({shown})/{d})")?,
                    }
                }
            }
        }
        match self.affine.constant {
            c if first => write!(f, "{c}"),
            0 => Ok(()),
            c if c < 0 => write!(f, " - {}", -c),
            c => write!(f, " + {c}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn y() -> Affine {
        Affine::from(VarId(0))
    }

    #[test]
    fn a_lower_bound_of_differences_of_quotients() {
        let third = |offset: i64| y().offset(offset).floor_div(3);
        assert_eq!(third(2).sub(&third(0)).lower_bound(), Some(0));
        assert_eq!(third(0).sub(&third(2)).lower_bound(), Some(-1));
        assert_eq!(third(4).scale(2).sub(&third(0).scale(2)).offset(-5).lower_bound(), Some(-3));
        assert_eq!(Affine::from(7).lower_bound(), Some(7));
        assert_eq!(third(1).sub(&y().floor_div(2)).lower_bound(), None);
        assert_eq!(third(1).sub(&third(0)).add(&y()).lower_bound(), None);
        for (at, offset) in (-9..9).flat_map(|at| (-7..7).map(move |offset| (at, offset))) {
            let difference = third(offset).sub(&third(1));
            assert!(
                difference.lower_bound().is_some_and(|least| least <= difference.eval(&[], &[at]))
            );
        }
    }

    #[test]
    fn division_takes_multiples_out_and_merges_nested_divisions() {
        assert_eq!(y().scale(4).offset(3).floor_div(2), y().scale(2).offset(1));
        assert_eq!(y().floor_div(2).floor_div(2), y().floor_div(4));
        assert_eq!(y().floor_div(2).offset(1).floor_div(2), y().offset(2).floor_div(4));
        assert_eq!(y().scale(2).offset(3).floor_div(4), y().offset(1).floor_div(2));
        assert_eq!(Affine::from(-1).floor_div(2), Affine::from(-1));
    }

    #[test]
    fn simplification_keeps_the_value() {
        for a in -4..=4 {
            for b in -5..=5 {
                for c in 1..=6 {
                    for d in 1..=4 {
                        let e = y().scale(a).offset(b).floor_div(c).offset(1).floor_div(d);
                        for v in -13..=13i64 {
                            let expected = ((a * v + b).div_euclid(c) + 1).div_euclid(d);
                            assert_eq!(
                                e.eval(&[], &[v]),
                                expected,
                                "a={a} b={b} c={c} d={d} v={v}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn substitution_keeps_the_value_and_shares_what_it_does_not_change() {
        let x = Affine::from(VarId(1));
        let inside = y().add_scaled(&x, 2).floor_div(3);
        let all = y().scale(3).add_scaled(&x, -5).add_scaled(&inside, 2).offset(7);
        let all = all.add_scaled(&x.floor_div(2), 4);
        let replaced = all.substitute_var(VarId(1), &y().scale(2).offset(-1));
        assert_eq!(replaced.vars(), [VarId(0)]);
        for at in -9..9 {
            assert_eq!(replaced.eval(&[], &[at]), all.eval(&[], &[at, 2 * at - 1]), "at {at}");
        }
        let kept = all.substitute_var(VarId(2), &y());
        assert!(kept == all && Arc::ptr_eq(&kept.terms, &all.terms));
    }

    #[test]
    fn differences_are_those_of_the_values() {
        let form = |a: i64, b: i64, c: i64| y().scale(3).offset(a).floor_div(4).scale(b).offset(c);
        for (a, b, c) in [(0, 1, 0), (1, 1, 0), (2, -2, 5), (-7, 3, 1), (11, -1, -2)] {
            let (one, other) = (form(a, b, c), form(1, b, 0));
            let (least, most) = one.difference(&other).expect("the same form");
            let at = |v: i64| one.eval(&[], &[v]) - other.eval(&[], &[v]);
            assert_eq!((0..8).map(at).min(), Some(least), "{one:?} {other:?}");
            assert_eq!((0..8).map(at).max(), Some(most), "{one:?} {other:?}");
        }
        assert_eq!(form(0, 1, 0).difference(&form(0, 2, 0)), None);
        assert_eq!(y().difference(&y().floor_div(2)), None);
    }

    #[test]
    fn prints_as_it_is_written() {
        let names = Names { sizes: &["rows".into()], vars: &["y".into()] };
        let rows = Affine::from(SizeId(0));
        assert_eq!(rows.sub(&y()).offset(-1).display(&names).to_string(), "rows - y - 1");
        assert_eq!(
            y().offset(1).floor_div(2).scale(3).display(&names).to_string(),
            "3*((y + 1)/2)"
        );
        assert_eq!(y().floor_div(2).neg().display(&names).to_string(), "-y/2");
        assert_eq!(Affine::from(0).display(&names).to_string(), "0");
    }
}
