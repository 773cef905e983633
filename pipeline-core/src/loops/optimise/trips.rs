//! How often a loop can run, as its bounds and the `let`s in them show.

use crate::ir::{Affine, Atom, VarId};
use crate::loops::Bound;

/// The `let`s in scope.
pub type Lets = Vec<(VarId, Bound)>;

/// Whether a loop over `lo..=hi` runs at most once, whatever the sizes and variables. `false` when
/// that is not seen.
pub fn at_most_once(lo: &Bound, hi: &Bound, lets: &Lets) -> bool {
    let (first, last) = (Side::Bound(lo.clone()), Side::Bound(hi.clone()));
    at_most(&last, &first, lets)
}

/// An expression, or the largest or smallest of several.
#[derive(Clone)]
enum Side {
    Bound(Bound),
    Affine(Affine),
}

impl Side {
    /// A `let` in an expression with coefficient 1 is replaced by its value.
    fn of(a: &Affine, lets: &Lets) -> Side {
        let is_let = |(atom, k): &&(Atom, i64)| match atom {
            Atom::Var(v) if *k == 1 => lets.iter().any(|l| l.0 == *v),
            Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => false,
        };
        let Some((Atom::Var(var), _)) = a.terms().iter().find(is_let) else {
            return Side::Affine(a.clone());
        };
        let rest = a.add_scaled(&Affine::from(*var), -1);
        let value = &lets.iter().find(|l| l.0 == *var).expect("found above").1;
        let list = value.list().iter().map(|e| e.add(&rest)).collect();
        Side::Bound(match value {
            Bound::Max(_) => Bound::Max(list),
            Bound::Min(_) => Bound::Min(list),
        })
    }
}

/// Whether `a <= b`. Choices that hold for all come before choices of one.
fn at_most(a: &Side, b: &Side, lets: &Lets) -> bool {
    let side = |e: &Affine| Side::of(e, lets);
    match (a, b) {
        (Side::Bound(Bound::Max(list)), _) => list.iter().all(|e| at_most(&side(e), b, lets)),
        (_, Side::Bound(Bound::Min(list))) => list.iter().all(|e| at_most(a, &side(e), lets)),
        (Side::Affine(a), Side::Affine(b)) => {
            b.sub(a).lower_bound().is_some_and(|bound| bound >= 0)
        }
        _ => {
            let first = match a {
                Side::Bound(bound) => bound.list().iter().any(|e| at_most(&side(e), b, lets)),
                Side::Affine(_) => false,
            };
            first
                || match b {
                    Side::Bound(bound) => bound.list().iter().any(|e| at_most(a, &side(e), lets)),
                    Side::Affine(_) => false,
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
            at_most_once(&lo, &min(vec![rows.offset(-1), step.offset(new)]), &lets)
        };
        assert!(once(0) && once(1));
        assert!(!once(2));

        // The rows of the largest of two rates.
        let rates = [step.floor_div(2).offset(1), step.offset(1).floor_div(2).offset(1)];
        let lets = vec![(done, max(rates.to_vec()))];
        let once = |first: &Affine, new: i64| {
            let lo = max(vec![first.clone()]);
            at_most_once(&lo, &min(vec![Affine::from(done).offset(new)]), &lets)
        };
        assert!(once(&Affine::from(done), 0));
        assert!(!once(&Affine::from(done), 1));
        assert!(!once(&rates[0], 0));
    }
}
