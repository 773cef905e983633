//! Which clause on the sizes makes an inequality hold.

use super::Context;
use crate::analysis::show;
use crate::analysis::solve::{Solved, mentions, solve};
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, SizeId, Test, TestOp};

/// Divisibility by more than this is not proposed.
const LARGEST_MODULUS: i64 = 4096;

/// A condition on sizes under which `affine >= 0`, as the user can write it, that the estimates
/// satisfy: a bound on one size, a remainder of one size, or the inequality itself.
pub(super) fn clause(context: &Context<'_>, affine: &Affine) -> Option<String> {
    let estimates = context.p.estimates();
    let legal = context.p.constraints.iter().all(|c| c.test.eval(&estimates, &[]));
    if !legal || affine.eval(&estimates, &[]) < 0 {
        return None;
    }
    let sizes = (0..context.p.sizes.len()).map(SizeId);
    let sizes: Vec<SizeId> = sizes.filter(|s| mentions(affine, &Atom::Size(*s))).collect();
    let names = context.names_of_sizes();
    if let [size] = sizes[..] {
        let name = &names.sizes[size.0];
        match solve(affine, &Atom::Size(size)) {
            Solved::Lower(lo) => return Some(format!("{name} >= {}", lo.display(&names))),
            Solved::Upper(hi) => return Some(format!("{name} <= {}", hi.display(&names))),
            Solved::Free | Solved::Mixed => {}
        }
    }
    for size in &sizes {
        let step = divisors(affine, *size);
        let moduli = (2..=step).filter(|m| step % m == 0);
        for modulus in moduli.take_while(|m| *m <= LARGEST_MODULUS) {
            let residue = estimates[size.0].rem_euclid(modulus);
            let remainder = Affine::from(*size).modulo(modulus).offset(-residue);
            let test = Test { affine: remainder, op: TestOp::Zero };
            if context.facts.clone().with_test(&test).proves(affine) {
                return Some(show::test(&test, &names));
            }
        }
    }
    let inequality = Test { affine: affine.clone(), op: TestOp::NonNegative };
    Some(show::test(&inequality, &names))
}

/// A common multiple of the divisors of the divisions that mention a size.
fn divisors(affine: &Affine, size: SizeId) -> i64 {
    affine.terms().iter().fold(1, |m, (atom, _)| match atom {
        Atom::Div(inner, d) if mentions(inner, &Atom::Size(size)) => {
            let both = d.saturating_mul(divisors(inner, size));
            (m / gcd(m, both)).saturating_mul(both)
        }
        Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => m,
    })
}
