//! Places in memory: whether two indices of a buffer can be the same.

use super::{Buffer, Hold};
use crate::ir::{Affine, Atom, VarId};

/// Whether two indices of a buffer are different places, whatever the values of the variables.
///
/// The lanes loop's variable may have two values, one in each index: vectors overlap in time.
/// All other variables have the same value in both. `false` when that is not proved.
pub fn no_alias(buffer: &Buffer, a: &[Affine], b: &[Affine], lane: Option<VarId>) -> bool {
    (0..a.len()).any(|d| {
        let Some(distance) = a[d].sub(&b[d]).as_constant() else { return false };
        let step = lane.map_or(Some(0), |lane| stride(&a[d], lane));
        let separate = |modulus: i64| match modulus {
            0 => distance != 0,
            m => distance % m != 0,
        };
        match (step, buffer.hold(d)) {
            (_, Hold::Current) | (None, _) => false,
            (Some(0), Hold::Circular(rows)) => separate(rows),
            (Some(k), _) => separate(k),
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
