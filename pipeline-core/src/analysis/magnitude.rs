//! How large index expressions get, so that arithmetic on them is exact.
//!
//! Every proof takes index expressions for integers without end, and generated code computes them
//! in 64 bits. Both agree because sizes are at most [`LARGEST_SIZE`], which is checked at entry,
//! and because no expression of the stage graph, nor any sum on the way to it, exceeds
//! [`LARGEST_VALUE`] for such sizes, which is checked when a block is compiled. What passes derive
//! from these expressions, such as the first and last rows of a tile, is a few times larger; the
//! distance to 2^63 is a factor of 1024.

use super::integer::LARGEST_SIZE;
use crate::ir::{Affine, Atom, Constraint, Interval, Pipeline, SizeId, TestOp, VarId, WindowVar};

/// The largest absolute value of an index expression, a power of two.
pub const LARGEST_VALUE: i64 = 1 << LARGEST_BITS;

/// The exponent of [`LARGEST_VALUE`].
pub const LARGEST_BITS: u32 = 53;

/// Numbers in an expression that is put together from others stay below; far from overflow.
const LARGEST_NUMBER: i128 = 1 << 55;

/// How large each size can be, where clauses say; nothing is known of sizes that are not listed.
#[derive(Clone, Debug, Default)]
pub struct LargestSizes(Vec<i64>);

impl LargestSizes {
    /// What the clauses say that compare one size with a number.
    pub fn of(p: &Pipeline) -> LargestSizes {
        let mut largest = vec![LARGEST_SIZE; p.sizes.len()];
        for Constraint { test, .. } in &p.constraints {
            if let (TestOp::NonNegative, [(Atom::Size(SizeId(s)), k)]) =
                (test.op, test.affine.terms())
                && *k < 0
                && let Some(last) = test.affine.constant().checked_div_euclid(-k)
            {
                largest[*s] = largest[*s].min(last).max(1);
            }
        }
        LargestSizes(largest)
    }

    fn get(&self, size: SizeId) -> i64 {
        self.0.get(size.0).copied().unwrap_or(LARGEST_SIZE)
    }
}

/// A bound on the absolute value of an expression and of every sum on the way to it, variable `v`
/// being within `±vars[v]`, and one that is not listed within ±1. `None` beyond [`LARGEST_VALUE`].
pub fn reach(affine: &Affine, sizes: &LargestSizes, vars: &[i64]) -> Option<i64> {
    let mut sum = i128::from(affine.constant()).abs();
    for (atom, k) in affine.terms() {
        let value = match atom {
            Atom::Size(s) => sizes.get(*s),
            Atom::Var(VarId(v)) => vars.get(*v).copied().unwrap_or(1),
            Atom::Div(inner, d) => reach(inner, sizes, vars)? / d + 1,
        };
        // 63 and 53 bits; a sum of fewer than 2^11 of these is no overflow.
        sum += i128::from(*k).abs() * i128::from(value);
        if sum > i128::from(LARGEST_VALUE) {
            return None;
        }
    }
    i64::try_from(sum).ok().filter(|sum| *sum <= LARGEST_VALUE)
}

/// [`reach`] of a variable in an interval, at least 1.
pub fn reach_of_interval(interval: &Interval, sizes: &LargestSizes) -> Option<i64> {
    let mut ends = interval.lo.iter().chain(&interval.hi);
    ends.try_fold(1, |most, a| Some(most.max(reach(a, sizes, &[])?)))
}

/// How far variables reach inside a window: those around it, and its own.
pub fn with_windows(vars: &[i64], windows: &[WindowVar], sizes: &LargestSizes) -> Vec<i64> {
    let mut vars = vars.to_vec();
    for window in windows {
        let VarId(v) = window.id;
        vars.resize(vars.len().max(v + 1), 1);
        vars[v] = reach_of_interval(&window.interval(), sizes).unwrap_or(LARGEST_VALUE);
    }
    vars
}

/// Whether a number leaves 55 bits while the variables of an expression are replaced by these.
pub fn may_compose(affine: &Affine, values: &[Affine]) -> bool {
    let largest = values.iter().map(|a| numbers(a, 1)).fold(1, i128::max);
    numbers(affine, largest) <= LARGEST_NUMBER
}

/// A bound on every number in the expression, and on the way to it, once its variables are
/// replaced by expressions whose numbers add up to `var`.
fn numbers(affine: &Affine, var: i128) -> i128 {
    let start = i128::from(affine.constant()).saturating_abs();
    affine.terms().iter().fold(start, |sum, (atom, k)| {
        let value = match atom {
            Atom::Size(_) => 1,
            Atom::Var(_) => var,
            // Divisions merge: divisors multiply, and multiply the constant.
            Atom::Div(inner, d) => {
                numbers(inner, var).saturating_add(1).saturating_mul(i128::from(*d) + 1)
            }
        };
        sum.saturating_add(value.saturating_mul(i128::from(*k).saturating_abs()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::build::{GraphBuilder, nonneg};

    fn reach(affine: &Affine, vars: &[i64]) -> Option<i64> {
        super::reach(affine, &LargestSizes::default(), vars)
    }

    #[test]
    fn reaches_count_every_term_at_its_largest() {
        let (n, x) = (Affine::from(SizeId(0)), Affine::from(VarId(0)));
        assert_eq!(reach(&n, &[]), Some(LARGEST_SIZE));
        assert_eq!(reach(&x.scale(3).offset(-4), &[10]), Some(34));
        assert_eq!(reach(&x.scale(-7), &[]), Some(7), "a variable is never less than 1");
        assert_eq!(reach(&x.sub(&n), &[LARGEST_SIZE]), Some(2 * LARGEST_SIZE), "on the way to it");
        assert_eq!(reach(&n.offset(3).floor_div(4), &[]), Some((LARGEST_SIZE + 3) / 4 + 1));
    }

    #[test]
    fn clauses_bound_sizes() {
        let mut b = GraphBuilder::new(&["n", "m"]);
        let (n, m) = (b.size(0), b.size(1));
        b.constraint(nonneg(n.scale(-3).offset(301)), "3*n <= 301");
        b.constraint(nonneg(n.neg().offset(1000)), "n <= 1000");
        b.constraint(nonneg(m.sub(&n)), "m >= n");
        let sizes = LargestSizes::of(&b.finish(&[]));
        assert_eq!(super::reach(&n, &sizes, &[]), Some(100));
        assert_eq!(super::reach(&m, &sizes, &[]), Some(LARGEST_SIZE));
    }

    #[test]
    fn the_limit_is_the_same_at_every_depth() {
        let x = Affine::from(VarId(0));
        assert_eq!(reach(&x, &[LARGEST_VALUE]), Some(LARGEST_VALUE));
        assert_eq!(reach(&x.offset(1), &[LARGEST_VALUE]), None);
        assert_eq!(reach(&x.scale(i64::MAX), &[LARGEST_VALUE]), None);
        assert_eq!(reach(&x.offset(1).floor_div(1000), &[LARGEST_VALUE]), None);
        assert_eq!(reach(&Affine::from(i64::MIN), &[]), None);
    }

    #[test]
    fn numbers_of_a_composition_are_bounded_before_it_is_made() {
        let x = Affine::from(VarId(0));
        let large = x.scale(1 << 30);
        assert!(may_compose(&x.scale(1 << 24), std::slice::from_ref(&large)));
        assert!(!may_compose(&x.scale(1 << 26), std::slice::from_ref(&large)));
        assert!(!may_compose(&x.scale(i64::MAX), &[x.scale(i64::MAX)]));
    }
}
