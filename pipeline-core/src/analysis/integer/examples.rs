//! Points at which facts hold: what is not so at one of them has no proof, and none is tried.
//!
//! Most of what passes ask is not so: a read that may be beyond a border, a part of a domain that
//! is not empty. To find no proof takes all of an elimination; a point takes a sum.

use crate::ir::{Affine, Atom, Interval, Pipeline, VarId};
use std::rc::Rc;

/// So many points are kept: more of them refute little more, and each is looked at for each fact.
const MOST: usize = 32;

/// Sizes that are looked at beside the estimates: small ones, at which pyramids end, and such that
/// all their levels have an interior, even and odd.
const SIZES: [i64; 8] = [1, 2, 3, 10, 63, 1000, 4097, 20_000];

/// Points at which all that was assumed holds, if any are known.
#[derive(Clone, Debug, Default)]
pub struct Examples(Rc<Vec<Example>>);

#[derive(Clone, Debug)]
struct Example {
    sizes: Rc<[i64]>,
    /// By variable, as far as they have values.
    vars: Vec<Option<i64>>,
}

impl Examples {
    /// Sizes of a pipeline, of which nothing is assumed yet: the estimates, all the same, and each
    /// another one.
    pub fn of_sizes(p: &Pipeline) -> Examples {
        let count = p.sizes.len();
        let same = SIZES.iter().map(|n| vec![*n; count]);
        let mixed =
            (1..3).map(|turn| (0..count).map(move |i| SIZES[(i * 3 + turn * 5) % SIZES.len()]));
        let all = [p.estimates()].into_iter().chain(same).chain(mixed.map(Iterator::collect));
        let example = |sizes: Vec<i64>| Example { sizes: sizes.into(), vars: Vec::new() };
        Examples(Rc::new(all.map(example).collect()))
    }

    /// Gives a variable values in an interval, near its ends and between, if it has none.
    pub fn with_interval(&mut self, var: VarId, interval: &Interval) {
        if self.0.iter().any(|example| example.var(var).is_some()) {
            return;
        }
        let of = |example: &Example| example.values(interval).unwrap_or_default();
        let values: Vec<Vec<i64>> = self.0.iter().map(of).collect();
        let most = values.iter().map(Vec::len).max().unwrap_or(0);
        let mut found = Vec::with_capacity(MOST);
        // Each point takes other values first, so that all of them are there.
        'all: for turn in 0..most {
            for (i, (example, values)) in self.0.iter().zip(&values).enumerate() {
                if turn >= values.len() {
                    continue;
                }
                if found.len() == MOST {
                    break 'all;
                }
                found.push(example.with(var, values[(turn + i + var.0) % values.len()]));
            }
        }
        self.0 = Rc::new(found);
    }

    /// Assumes `affine >= 0`.
    pub fn assume(&mut self, affine: &Affine) {
        let holds = |example: &Example| example.eval(affine).is_some_and(|value| value >= 0);
        if !self.0.iter().all(holds) {
            self.0 = Rc::new(self.0.iter().filter(|e| holds(e)).cloned().collect());
        }
    }

    /// Whether `affine < 0` at one of them.
    pub fn refute(&self, affine: &Affine) -> bool {
        self.0.iter().any(|example| example.eval(affine).is_some_and(|value| value < 0))
    }

    /// Whether there are any.
    pub fn exist(&self) -> bool {
        !self.0.is_empty()
    }
}

impl Example {
    fn var(&self, var: VarId) -> Option<i64> {
        self.vars.get(var.0).copied().flatten()
    }

    fn with(&self, var: VarId, value: i64) -> Example {
        let mut example = self.clone();
        example.vars.resize(example.vars.len().max(var.0 + 1), None);
        example.vars[var.0] = Some(value);
        example
    }

    /// Some values of an interval.
    fn values(&self, interval: &Interval) -> Option<Vec<i64>> {
        let ends = |ends: &[Affine]| ends.iter().map(|a| self.eval(a)).collect::<Option<Vec<_>>>();
        let lo = ends(&interval.lo)?.into_iter().max()?;
        let hi = ends(&interval.hi)?.into_iter().min()?;
        let middle = lo + hi.checked_sub(lo)? / 2;
        let near = |end: i64, by: [i64; 3]| by.map(|by| end.saturating_add(by));
        let ([a, b, c], [d, e, f]) = (near(lo, [0, 1, 2]), near(hi, [0, -1, -2]));
        let mut values = vec![a, d, b, e, middle, c, f];
        values.retain(|value| (lo..=hi).contains(value));
        Some(values)
    }

    /// The value of an expression; nothing if a variable has none, or if it is too large.
    fn eval(&self, affine: &Affine) -> Option<i64> {
        affine.terms().iter().try_fold(affine.constant(), |sum, (atom, times)| {
            let value = match atom {
                Atom::Size(size) => *self.sizes.get(size.0)?,
                Atom::Var(var) => self.var(*var)?,
                Atom::Div(inner, by) => self.eval(inner)?.div_euclid(*by),
            };
            sum.checked_add(value.checked_mul(*times)?)
        })
    }
}
