//! Index expressions that differ from lane to lane, as vectors.

use crate::ir::{Affine, Atom, VarId};
use crate::kernel::{InLanes, Indices};
use crate::loops::Lanes;
use crate::loops::build::{LaneQuotient, lane_quotients};

/// Factors up to this size keep what differs between lanes far within 32 bits.
const MAX_FACTOR: i64 = 1 << 20;

/// The values of an index expression in a loop over `lane`, as `i32`s that wrap.
pub fn indices(a: &Affine, lane: Option<VarId>) -> Indices {
    match lane.filter(|lane| a.mentions_var(*lane)) {
        None => Indices::Same(a.clone()),
        Some(lane) => match in_lanes(a, lane) {
            Some(vector) => Indices::InLanes(vector),
            None => Indices::EachLane(a.clone()),
        },
    }
}

/// How far the values of an index expression are from that of the first lane; `None` if vectors do
/// not compute that, or if it may be more than 32 bits hold, for an array may be as long.
pub fn distances(a: &Affine, lane: VarId) -> Option<InLanes> {
    in_lanes(a, lane).filter(|vector| farthest(vector) <= i64::from(i32::MAX))
}

/// The parts of an expression; `None` if it divides the variable in a way that vectors do not, or
/// if its factors are too large.
fn in_lanes(a: &Affine, lane: VarId) -> Option<InLanes> {
    let mut first = a.clone();
    let quotients = lane_quotients(a, lane)?;
    for quotient in &quotients {
        let atom = Affine::atom(Atom::Div(quotient.inner.clone(), quotient.divisor));
        first = first.add_scaled(&atom, -quotient.factor);
    }
    let step = first.coefficient(&Atom::Var(lane));
    let mut factors = quotients.iter().map(|q| q.factor).chain([step]);
    factors.all(|k| k.abs() <= MAX_FACTOR).then_some(InLanes { first, step, quotients })
}

/// How far the last lane is from the first at most. All of a vector's factors together
/// may exceed what each of them may not.
fn farthest(vector: &InLanes) -> i64 {
    let of_quotient =
        |q: &LaneQuotient| q.factor.abs() * (q.step.abs() * Lanes::MOST / q.divisor + 1);
    vector.step.abs() * Lanes::MOST + vector.quotients.iter().map(of_quotient).sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_that_no_lane_holds_are_told() {
        let x = Affine::from(VarId(0));
        let far = |a: &Affine| in_lanes(a, VarId(0)).map(|vector| farthest(&vector));
        assert_eq!(far(&x.scale(-3).offset(9)), Some(192));
        assert_eq!(far(&x.scale(5).floor_div(4).scale(7)), Some(567));
        let steep = x.scale(MAX_FACTOR + 1);
        assert_eq!(far(&steep), None);
        // Each factor is small enough; together they are not.
        let both = x.scale(MAX_FACTOR - 1).floor_div(2).scale(MAX_FACTOR);
        assert!(far(&both).is_some_and(|far| far > i64::from(i32::MAX)), "{both:?}");
        assert!(distances(&both, VarId(0)).is_none());
    }
}
