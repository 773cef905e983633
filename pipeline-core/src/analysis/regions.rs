//! The part of a stage's domain on which one definition holds, as intervals and residues.

use super::integer::Facts;
use super::solve::{Solved, solve};
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Domain, Interval, Region, Test, TestOp, VarId};

/// Regions have residues modulo this at most. Conditions on others are left to the data.
pub const LARGEST_MODULUS: i64 = 8;

/// The integers congruent to `residue` modulo `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue {
    /// At least 2.
    pub modulus: i64,
    /// From 0 to `modulus - 1`.
    pub residue: i64,
}

/// The points of a domain that satisfy a region's tests, for regions in split form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// Conditions on sizes.
    pub guards: Vec<Test>,
    /// The range of each variable: the domain's bounds and the region's.
    pub dims: Vec<Interval>,
    /// Which integers of the range, by variable.
    pub residues: Vec<Option<Residue>>,
}

impl Residue {
    /// The test that says so.
    pub fn test(self, var: VarId) -> Test {
        let v = Affine::from(var);
        Test { affine: v.modulo(self.modulus).offset(-self.residue), op: TestOp::Zero }
    }

    /// The numbers in both classes (Chinese remainders); `None` if there are none.
    pub fn intersect(self, other: Residue) -> Option<Residue> {
        let g = gcd(self.modulus, other.modulus);
        let modulus = self.modulus / g * other.modulus;
        let candidates = (0..other.modulus / g).map(|i| self.residue + i * self.modulus);
        let mut both = candidates.filter(|r| r.rem_euclid(other.modulus) == other.residue);
        both.next().map(|residue| Residue { modulus, residue })
    }

    /// The class that a test of exactly the form `v - m·floor(v/m) - r == 0` names.
    pub fn of(test: &Test) -> Option<(VarId, Residue)> {
        let [(Atom::Var(v), 1), (Atom::Div(inner, m), k)] = test.affine.terms() else {
            return None;
        };
        let residue = -test.affine.constant();
        let form = test.op == TestOp::Zero
            && **inner == Affine::from(*v)
            && *k == -m
            && (0..*m).contains(&residue);
        form.then_some((*v, Residue { modulus: *m, residue }))
    }
}

impl Piece {
    /// What holds at every point, beside what holds of the sizes.
    pub fn facts(&self, sizes: &Facts) -> Facts {
        let mut facts = self.guards.iter().fold(sizes.clone(), |f, t| f.with_test(t));
        for (i, (interval, residue)) in self.dims.iter().zip(&self.residues).enumerate() {
            facts = facts.with_interval(VarId(i), interval);
            if let Some(residue) = residue {
                facts = facts.with_test(&residue.test(VarId(i)));
            }
        }
        facts
    }

    /// What must hold beside the ranges.
    pub fn tests(&self) -> Vec<Test> {
        let mut tests = self.guards.clone();
        for (i, residue) in self.residues.iter().enumerate() {
            tests.extend(residue.map(|r| r.test(VarId(i))));
        }
        tests
    }
}

/// The piece of a domain that a region in split form selects. Several residues of one variable
/// combine to one; incompatible ones become a guard that never holds. A test over several
/// variables, which split form excludes, is left out: the piece is then larger than the region.
pub fn piece(domain: &Domain, region: &Region) -> Piece {
    let mut piece =
        Piece { guards: Vec::new(), dims: domain.0.clone(), residues: vec![None; domain.0.len()] };
    for test in &region.tests {
        if let Some((var, residue)) = Residue::of(test) {
            let slot = &mut piece.residues[var.0];
            match slot.map_or(Some(residue), |old| old.intersect(residue)) {
                Some(both) => *slot = Some(both),
                None => piece.guards.push(never()),
            }
            continue;
        }
        match test.affine.vars()[..] {
            [] => piece.guards.push(test.clone()),
            [var] if test.op == TestOp::NonNegative => {
                let interval = &mut piece.dims[var.0];
                match solve(&test.affine, &Atom::Var(var)) {
                    Solved::Lower(lo) => interval.lo.push(lo),
                    Solved::Upper(hi) => interval.hi.push(hi),
                    Solved::Free | Solved::Mixed => {}
                }
            }
            _ => {}
        }
    }
    piece
}

fn never() -> Test {
    Test { affine: Affine::from(-1), op: TestOp::NonNegative }
}

/// Drops bounds that others imply.
pub fn simplify_interval(facts: &Facts, interval: &Interval) -> Interval {
    Interval {
        lo: keep_strongest(&interval.lo, |weak, strong| facts.proves(&strong.sub(weak))),
        hi: keep_strongest(&interval.hi, |weak, strong| facts.proves(&weak.sub(strong))),
    }
}

fn keep_strongest(bounds: &[Affine], implied: impl Fn(&Affine, &Affine) -> bool) -> Vec<Affine> {
    let mut kept: Vec<Affine> = Vec::with_capacity(bounds.len());
    for bound in bounds {
        if !kept.iter().any(|k| implied(bound, k)) {
            kept.retain(|k| !implied(k, bound));
            kept.push(bound.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests;
