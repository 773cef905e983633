//! The dependence test: when two accesses to one buffer are to the same place.
//!
//! Two coordinates at a constant distance that advance with one variable meet in iterations at a
//! constant distance, or never (the strong SIV test of Goff, Kennedy and Tseng, PLDI 1991). What it
//! cannot tell is taken to meet anywhere.

pub mod race;
pub mod reach;

use super::{Buffer, Hold};
use crate::ir::{Affine, Atom, VarId};

/// What nests are in, as far as dependences go.
#[derive(Clone, Copy)]
pub struct NestSetting<'a> {
    /// What holds the stages.
    pub stages: &'a [Option<Buffer>],
    /// What sizes are [at least](super::LoopNest::least).
    pub least: &'a [i64],
}

/// When a coordinate of one access is that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// In no two iterations.
    Never,
    /// In any two iterations: neither advances, and they are the same.
    Always,
    /// Where the first one's iteration is so many after the second one's.
    After(i64),
    /// Not known.
    Unknown,
}

/// When a coordinate of one access is that of another one, as iterations of the loop over a
/// variable; all other variables have the same value in both.
pub fn meets(a: &Affine, b: &Affine, var: Option<VarId>) -> Meets {
    let step = var.map_or(Some(0), |var| stride(a, var));
    match (a.sub(b).as_constant(), step) {
        (None, _) | (_, None) => Meets::Unknown,
        (Some(0), Some(0)) => Meets::Always,
        (Some(_), Some(0)) => Meets::Never,
        (Some(distance), Some(step)) if distance % step != 0 => Meets::Never,
        (Some(distance), Some(step)) => Meets::After(-distance / step),
    }
}

/// Whether two indices of a buffer are different places, whatever the values of the variables.
///
/// The lanes loop's variable may have two values, one in each index: vectors overlap in time.
/// All other variables have the same value in both. `false` when that is not proved.
pub fn no_alias(buffer: &Buffer, a: &[Affine], b: &[Affine], lane: Option<VarId>) -> bool {
    (0..a.len()).any(|d| match (meets(&a[d], &b[d], lane), buffer.hold(d)) {
        (Meets::Always | Meets::After(_) | Meets::Unknown, _) | (_, Hold::Current) => false,
        (Meets::Never, Hold::Whole | Hold::Part(_)) => true,
        // Where a coordinate lives, so does the one a whole buffer further.
        (Meets::Never, Hold::Circular(places)) => {
            let fixed = lane.is_none_or(|lane| stride(&a[d], lane) == Some(0));
            let distance = a[d].sub(&b[d]).as_constant();
            !fixed || distance.is_some_and(|distance| distance % places != 0)
        }
    })
}

/// `k` if an index is `k·var + rest` and the rest is free of the variable.
pub fn stride(a: &Affine, var: VarId) -> Option<i64> {
    let k = a.coefficient(&Atom::Var(var));
    (!a.add_scaled(&Affine::from(var), -k).mentions_var(var)).then_some(k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Domain, ElemType};
    use crate::loops::{Role, in_order};

    #[test]
    fn places_differ_by_rows_and_by_residues_of_lanes() {
        let buffer = |role| Buffer {
            name: "b".into(),
            ty: ElemType::F32,
            role,
            domain: Domain(Vec::new()),
            border: None,
            circular: None,
            layout: in_order(2),
            part_of: None,
        };
        let (y, x) = (Affine::from(VarId(0)), Affine::from(VarId(1)));
        let lane = Some(VarId(1));
        let row = |dy: i64, dx: i64| vec![y.offset(dy), x.offset(dx)];
        let full = buffer(Role::Full);
        assert!(no_alias(&full, &row(0, 0), &row(1, 5), lane));
        assert!(!no_alias(&full, &row(0, 0), &row(0, 1), lane));
        assert!(no_alias(&full, &row(0, 0), &row(0, 1), None));
        assert!(!no_alias(&full, &row(0, 0), &row(0, 0), None));
        let twice = |dx: i64| vec![y.clone(), x.scale(2).offset(dx)];
        assert!(no_alias(&full, &twice(0), &twice(1), lane));
        assert!(!no_alias(&full, &twice(0), &twice(2), lane));
        assert!(!no_alias(&full, &row(0, 0), &[y.clone(), y.clone()], lane));

        let circular = buffer(Role::Scratch(vec![Hold::Circular(2), Hold::Whole]));
        assert!(no_alias(&circular, &row(0, 0), &row(1, 0), lane));
        assert!(!no_alias(&circular, &row(0, 0), &row(2, 0), lane));
        let planes = buffer(Role::Scratch(vec![Hold::Current, Hold::Circular(2)]));
        assert!(!no_alias(&planes, &row(0, 0), &row(1, 0), None));
    }
}
