//! How often a loop can run, as its bounds and the `let`s in them show.

use crate::ir::{Affine, Atom, VarId};
use crate::loops::Bound;

/// The `let`s in scope.
pub type Lets = Vec<(VarId, Bound)>;

/// Whether a loop over `lo..=hi` runs at most so many times, whatever the sizes and variables.
/// `false` when that is not seen.
pub fn at_most_times(times: i64, lo: &Bound, hi: &Bound, lets: &Lets) -> bool {
    let end = mapped(lo, |a| a.offset(times - 1));
    at_most(&ValuedBound::of_bound(hi, lets), &ValuedBound::of_bound(&end, lets))
}

/// An expression, or the largest or smallest of several, with the values of all `let`s.
enum ValuedBound {
    Max(Vec<ValuedBound>),
    Min(Vec<ValuedBound>),
    Affine(Affine),
}

impl ValuedBound {
    fn of_bound(bound: &Bound, lets: &Lets) -> ValuedBound {
        let each = |list: &[Affine]| list.iter().map(|a| ValuedBound::of(a, lets)).collect();
        match bound {
            Bound::Max(list) => ValuedBound::Max(each(list)),
            Bound::Min(list) => ValuedBound::Min(each(list)),
        }
    }

    fn of(a: &Affine, lets: &Lets) -> ValuedBound {
        match value(a, lets) {
            Some(value) => ValuedBound::of_bound(&value, lets),
            None => ValuedBound::Affine(a.clone()),
        }
    }
}

/// An expression in which a `let` with coefficient 1, or a quotient with it, is replaced by its
/// value; nothing if there is none.
fn value(a: &Affine, lets: &Lets) -> Option<Bound> {
    a.terms().iter().filter(|(_, k)| *k == 1).find_map(|(atom, _)| {
        let (value, own) = match atom {
            Atom::Var(v) => (lets.iter().find(|l| l.0 == *v)?.1.clone(), Affine::from(*v)),
            Atom::Div(inner, d) => {
                (mapped(&value(inner, lets)?, |e| e.floor_div(*d)), inner.floor_div(*d))
            }
            Atom::Size(_) => return None,
        };
        let rest = a.sub(&own);
        Some(mapped(&value, |e| e.add(&rest)))
    })
}

/// A bound with each expression mapped, by a function that keeps their order.
fn mapped(bound: &Bound, map: impl Fn(&Affine) -> Affine) -> Bound {
    match bound {
        Bound::Max(list) => Bound::Max(list.iter().map(map).collect()),
        Bound::Min(list) => Bound::Min(list.iter().map(map).collect()),
    }
}

/// Whether `a <= b`. Choices that hold for all come before choices of one.
fn at_most(a: &ValuedBound, b: &ValuedBound) -> bool {
    match (a, b) {
        (ValuedBound::Max(list), _) => list.iter().all(|a| at_most(a, b)),
        (_, ValuedBound::Min(list)) => list.iter().all(|b| at_most(a, b)),
        (ValuedBound::Min(less), ValuedBound::Max(more)) => {
            less.iter().any(|a| at_most(a, b)) || more.iter().any(|b| at_most(a, b))
        }
        (ValuedBound::Min(list), ValuedBound::Affine(_)) => list.iter().any(|a| at_most(a, b)),
        (ValuedBound::Affine(_), ValuedBound::Max(list)) => list.iter().any(|b| at_most(a, b)),
        (ValuedBound::Affine(a), ValuedBound::Affine(b)) => {
            b.sub(a).lower_bound().is_some_and(|bound| bound >= 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::SizeId;

    #[test]
    fn rows_due_at_a_step_are_counted_through_their_bounds() {
        let (step, done) = (Affine::from(VarId(0)), VarId(1));
        let rows = Affine::from(SizeId(0));
        let (max, min) = (Bound::Max, Bound::Min);
        // Up to row `step` is done; now everything up to row `step + new`, all within `rows`.
        let once = |new: i64| {
            let lets = vec![(done, min(vec![step.clone(), rows.offset(-1)]))];
            let lo = max(vec![0.into(), Affine::from(done).offset(1)]);
            let hi = min(vec![rows.offset(-1), step.offset(new)]);
            let often = |times| at_most_times(times, &lo, &hi, &lets);
            assert!(often(4) && (new > 2 || often(2)));
            often(1)
        };
        assert!(once(0) && once(1));
        assert!(!once(2) && !once(4));

        // Half as many rows, of a stage with every second row.
        let lets =
            vec![(VarId(2), min(vec![step.offset(7)])), (done, min(vec![step.floor_div(2)]))];
        let often = |times| {
            let lo = max(vec![Affine::from(done).offset(1)]);
            at_most_times(times, &lo, &min(vec![Affine::from(VarId(2)).floor_div(2)]), &lets)
        };
        assert!(often(4) && !often(3) && !often(2));

        // The rows of the largest of two rates.
        let rates = [step.floor_div(2).offset(1), step.offset(1).floor_div(2).offset(1)];
        let lets = vec![(done, max(rates.to_vec()))];
        let once = |first: &Affine, new: i64| {
            let lo = max(vec![first.clone()]);
            at_most_times(1, &lo, &min(vec![Affine::from(done).offset(new)]), &lets)
        };
        assert!(once(&Affine::from(done), 0));
        assert!(!once(&Affine::from(done), 1));
        assert!(!once(&rates[0], 0));
    }
}
