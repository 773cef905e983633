//! How far an expression may be below zero.

use crate::ir::Affine;

/// The least number from 0 to `most` with which an expression is proved to be at least 0.
pub fn shortfall(proves: &dyn Fn(&Affine) -> bool, goal: &Affine, most: i64) -> Option<i64> {
    if proves(goal) {
        return Some(0);
    }
    let (mut no, mut yes) = (0, most);
    if !proves(&goal.offset(yes)) {
        return None;
    }
    while yes - no > 1 {
        let middle = no + (yes - no) / 2;
        match proves(&goal.offset(middle)) {
            true => yes = middle,
            false => no = middle,
        }
    }
    Some(yes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::integer::Facts;
    use crate::ir::{Interval, VarId};

    #[test]
    fn the_least_number_is_found() {
        let of_y = Interval::new(Affine::from(-3), Affine::from(9));
        let facts = Facts::default().with_interval(VarId(0), &of_y);
        let y = Affine::from(VarId(0));
        let of = |goal: &Affine, most| shortfall(&|a| facts.proves(a), goal, most);
        assert_eq!(of(&y, 8), Some(3));
        assert_eq!(of(&y, 3), Some(3));
        assert_eq!(of(&y, 2), None);
        assert_eq!(of(&y.scale(2).offset(6), 8), Some(0));
        assert_eq!(of(&y.floor_div(2).scale(5), 64), Some(10));
        assert_eq!(of(&Affine::from(VarId(1)), 64), None);
    }
}
