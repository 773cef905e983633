//! Bounds on index expressions that keep arithmetic on them from overflowing, and recursion
//! within the stack. No sensible pipeline comes near them.

use crate::ir::{Affine, Atom};

/// Largest coefficient, constant or divisor: sums of two are far from overflow.
const MAX_MAGNITUDE: i64 = 1 << 60;

/// Most sizes and variables: nested remainders double them at every level.
const MAX_LEAVES: usize = 4096;

/// Deepest nesting of divisions; printed, each takes two pairs of brackets.
const MAX_DEPTH: usize = 40;

/// What about an expression exceeds the limits, if anything does.
pub(crate) fn beyond_limits(affine: &Affine) -> Option<&'static str> {
    let mut leaves = 0;
    if !within_depth(affine, MAX_DEPTH) {
        return Some("divisions nested too deeply");
    }
    affine.for_each_leaf(&mut |_| leaves += 1);
    if leaves > MAX_LEAVES {
        return Some("too many terms");
    }
    (affine.magnitude() > MAX_MAGNITUDE).then_some("a number out of range")
}

fn within_depth(affine: &Affine, depth: usize) -> bool {
    affine.terms().iter().all(|(atom, _)| match atom {
        Atom::Div(inner, _) => depth > 0 && within_depth(inner, depth - 1),
        Atom::Size(_) | Atom::Var(_) => true,
    })
}
