//! Loads that no border redirects, whatever their compute resolves.

use crate::ir::{Affine, Atom, VarId};
use crate::loops::{Bound, Buffer};
use std::collections::HashMap;

/// The values of variables: of those of loops, the first.
pub type FirstValues<'a> = HashMap<VarId, &'a Bound>;

/// Whether a load from the buffer that a compute stores to is inside of that: at the point that is
/// stored, or before it in loops that begin so much later.
pub fn is_inside(
    buffer: &Buffer,
    stored: &[Affine],
    loaded: &[Affine],
    of: &FirstValues<'_>,
) -> bool {
    let mut dims = buffer.domain.0.iter().zip(stored).zip(loaded);
    dims.all(|((interval, stored), loaded)| match loaded.sub(stored).as_constant() {
        Some(0) => true,
        Some(back) if back < 0 => interval.lo.iter().all(|lo| is_at_least(loaded, lo, of)),
        Some(_) | None => false,
    })
}

/// Whether an expression is at least as large as another, as far as that follows from one bound
/// after the other.
fn is_at_least(a: &Affine, least: &Affine, of: &FirstValues<'_>) -> bool {
    if a.sub(least).as_constant().is_some_and(|distance| distance >= 0) {
        return true;
    }
    let mut vars = a.vars().into_iter();
    let (Some(var), None) = (vars.next(), vars.next()) else { return false };
    let offset = a.sub(&var.into());
    let so_large = |bound: &Affine| is_at_least(&bound.add(&offset), least, of);
    a.coefficient(&Atom::Var(var)) == 1
        && of.get(&var).is_some_and(|bound| match bound {
            Bound::Max(list) => list.iter().any(so_large),
            Bound::Min(list) => list.iter().all(so_large),
        })
}

#[cfg(test)]
mod tests {
    use crate::loops::parse;
    use crate::loops::verify::verify;

    /// Sums of rows in a scratchpad with a border, from a row on.
    fn sums(first: &str) -> String {
        format!(
            "loops p\nsizes rows, cols\n\
             input img: u8 [0..=rows - 1, 0..=cols - 1] border clamp\n\
             scratch [circular buffer of 2, whole] tall: u8 [0..=rows - 1, 0..=cols - 1] border \
             clamp\n\
             output 0 out: u8 [0..=rows - 1, 0..=cols - 1]\n\n\
             nest out {{\n  \
             compute #0 rows_resolved tall(y, x) {{\n    \
             %0: u8 = read tall(y - 1, x)\n    %1: u8 = read img(y + 9, x)\n    \
             %2: u8 = add %0, %1\n    yield %2\n  }}\n  \
             compute #1 out(y, x) {{\n    %0: u8 = read tall(y, x)\n    yield %0\n  }}\n  \
             let start = max(0, rows - 9)\n  \
             scratch tall {{\n    \
             for y in {first}..=rows - 1 {{\n      \
             lanes for x in 0..=cols - 1: #0\n      lanes for x in 0..=cols - 1: #1\n    }}\n  \
             }}\n}}\n"
        )
    }

    #[test]
    fn rows_behind_the_first_are_not_redirected() {
        let checked = |first: &str| verify(&parse(&sums(first)).expect("a legal text"));
        for first in ["1", "start + 1", "max(start - 9, 1)", "max(start + 1, rows - 3)"] {
            assert_eq!(checked(first), Ok(()), "{first}");
        }
        let wrong = "out: compute #0 loads from `tall` what it stores";
        for first in ["0", "start", "rows - 1", "max(start, rows - 3)"] {
            assert_eq!(checked(first), Err(vec![wrong.to_string()]), "{first}");
        }
    }
}
