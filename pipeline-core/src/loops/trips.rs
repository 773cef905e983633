//! How often a loop can run, as its bounds and the `let`s in them show.

use crate::ir::{Affine, Atom, VarId};
use crate::loops::Bound;

/// The `let`s in scope.
pub type Lets = Vec<(VarId, Bound)>;

/// Whether a loop over `lo..=hi` runs at most so many times, whatever the sizes and variables.
/// `false` when that is not seen.
pub fn at_most_times(times: i64, lo: &Bound, hi: &Bound, lets: &Lets) -> bool {
    let end = mapped(lo, |a| a.offset(times - 1));
    at_most(&BoundSide::Bound(hi.clone()), &BoundSide::Bound(end), lets)
}

/// An expression, or the largest or smallest of several.
#[derive(Clone)]
enum BoundSide {
    Bound(Bound),
    Affine(Affine),
}

impl BoundSide {
    /// A `let` in an expression with coefficient 1, or in a quotient with it, is replaced by its
    /// value.
    fn of(a: &Affine, lets: &Lets) -> BoundSide {
        let mut values = a.terms().iter().filter(|(_, k)| *k == 1).filter_map(|(atom, _)| {
            let (value, own) = match atom {
                Atom::Var(v) => (lets.iter().find(|l| l.0 == *v)?.1.clone(), Affine::from(*v)),
                Atom::Div(inner, d) => match BoundSide::of(inner, lets) {
                    BoundSide::Bound(value) => {
                        (mapped(&value, |e| e.floor_div(*d)), inner.floor_div(*d))
                    }
                    BoundSide::Affine(_) => return None,
                },
                Atom::Size(_) => return None,
            };
            let rest = a.sub(&own);
            Some(mapped(&value, |e| e.add(&rest)))
        });
        values.next().map_or_else(|| BoundSide::Affine(a.clone()), BoundSide::Bound)
    }
}

/// A bound with each expression mapped, by a function that keeps their order.
fn mapped(bound: &Bound, map: impl Fn(&Affine) -> Affine) -> Bound {
    match bound {
        Bound::Max(list) => Bound::Max(list.iter().map(map).collect()),
        Bound::Min(list) => Bound::Min(list.iter().map(map).collect()),
    }
}

/// Whether `a <= b`. Choices that hold for all come before choices of one.
fn at_most(a: &BoundSide, b: &BoundSide, lets: &Lets) -> bool {
    let side = |e: &Affine| BoundSide::of(e, lets);
    match (a, b) {
        (BoundSide::Bound(Bound::Max(list)), _) => list.iter().all(|e| at_most(&side(e), b, lets)),
        (_, BoundSide::Bound(Bound::Min(list))) => list.iter().all(|e| at_most(a, &side(e), lets)),
        (BoundSide::Affine(a), BoundSide::Affine(b)) => {
            b.sub(a).lower_bound().is_some_and(|bound| bound >= 0)
        }
        _ => {
            let first = match a {
                BoundSide::Bound(bound) => bound.list().iter().any(|e| at_most(&side(e), b, lets)),
                BoundSide::Affine(_) => false,
            };
            first
                || match b {
                    BoundSide::Bound(bound) => {
                        bound.list().iter().any(|e| at_most(a, &side(e), lets))
                    }
                    BoundSide::Affine(_) => false,
                }
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
