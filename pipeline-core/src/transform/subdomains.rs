//! Parts of a stage's domain in split form, and how a condition divides one.

use crate::analysis::integer::Facts;
use crate::analysis::regions::{LARGEST_MODULUS, Residue};
use crate::analysis::solve::{Solved, solve};
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Region, Test, TestOp, VarId};

/// A part of a stage's domain: bounds, residues and guards.
#[derive(Clone, Debug)]
pub(super) struct Subdomain {
    /// Guards and bounds.
    tests: Vec<Test>,
    /// By variable.
    residues: Vec<Option<Residue>>,
    /// All of this, the domain and the sizes.
    facts: Facts,
    /// Truth of the conditions seen so far, by their number.
    pub(super) known: Vec<Option<bool>>,
    /// Conditions that could not divide this part, likewise.
    pub(super) stuck: Vec<bool>,
}

/// A condition in the form that subdomains hold.
#[derive(Clone, Debug, PartialEq)]
enum Restriction {
    /// Over sizes only, or a bound of one variable.
    Test(Test),
    /// A residue of one variable.
    Residue(VarId, Residue),
}

/// One way for a condition to come out.
type Alternative = (Vec<Restriction>, bool);

impl Subdomain {
    /// The whole domain; `facts` hold at its points.
    pub(super) fn new(facts: Facts, rank: usize, conditions: usize) -> Subdomain {
        Subdomain {
            tests: Vec::new(),
            residues: vec![None; rank],
            facts,
            known: vec![None; conditions],
            stuck: vec![false; conditions],
        }
    }

    /// The region of its points.
    pub(super) fn region(&self) -> Region {
        let mut tests = self.tests.clone();
        for (i, residue) in self.residues.iter().enumerate() {
            tests.extend(residue.map(|r| r.test(VarId(i))));
        }
        Region { tests }
    }

    /// What holds at its points.
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The parts where a region's test holds. One that no split form expresses is kept as it is.
    pub(super) fn keep_where(mut self, test: &Test) -> Vec<Subdomain> {
        match self.divide(test) {
            Some(parts) => parts.into_iter().filter(|(_, truth)| *truth).map(|p| p.0).collect(),
            None => {
                self.tests.push(test.clone());
                vec![self]
            }
        }
    }

    /// Divides this part by a condition over sizes and at most one variable: disjoint parts that
    /// cover it, each with the truth of the condition. `None` if no split form expresses that.
    pub(super) fn divide(&self, test: &Test) -> Option<Vec<(Subdomain, bool)>> {
        let alternatives = self.alternatives(test)?;
        let mut parts = Vec::with_capacity(alternatives.len());
        for (restrictions, truth) in alternatives {
            let mut part = self.clone();
            if restrictions.iter().all(|r| part.restrict(r)) {
                parts.push((part, truth));
            }
        }
        Some(parts)
    }

    /// Narrows to the points that satisfy a restriction; `false` if there are none.
    fn restrict(&mut self, restriction: &Restriction) -> bool {
        match restriction {
            Restriction::Residue(var, residue) => {
                self.residues[var.0] = Some(*residue);
                self.assume(&residue.test(*var));
                !self.facts.contradictory()
            }
            Restriction::Test(test) => {
                if self.facts.proves_test(test) {
                    return true;
                }
                if self.facts.proves_test(&test.negated()) {
                    return false;
                }
                self.assume(test);
                // The same bound but weaker says nothing more.
                let linear = test.affine.without_constant();
                let both = test.op == TestOp::NonNegative;
                self.tests.retain(|old| {
                    !(both && old.op == test.op && old.affine.without_constant() == linear)
                });
                self.tests.push(test.clone());
                true
            }
        }
    }

    fn assume(&mut self, test: &Test) {
        self.facts = std::mem::take(&mut self.facts).with_test(test);
    }

    fn alternatives(&self, test: &Test) -> Option<Vec<Alternative>> {
        match test.affine.vars()[..] {
            [] => Some(over_sizes(test)),
            [var] => one_variable(test, var).or_else(|| self.by_residue(test, var)),
            _ => None,
        }
    }

    /// Divides by residues of the variable modulo the smallest `m` for which every class leaves
    /// the condition linear in the variable. Classes that leave the same condition merge where
    /// they form a class of a divisor of `m`.
    fn by_residue(&self, test: &Test, var: VarId) -> Option<Vec<Alternative>> {
        let class = self.residues[var.0];
        let base = class.map_or(1, |c| c.modulus);
        let multiples = (1..=LARGEST_MODULUS / base).map(|i| i * base);
        let (modulus, outcomes) = multiples.into_iter().find_map(|m| {
            let in_class = |r: &i64| class.is_none_or(|c| r % c.modulus == c.residue);
            let reduced = (0..m).map(|r| match in_class(&r) {
                true => reduce(test, var, Residue { modulus: m, residue: r }).map(Some),
                false => Some(None),
            });
            Some((m, reduced.collect::<Option<Vec<Option<Test>>>>()?))
        })?;
        let mut done: Vec<bool> = outcomes.iter().map(Option::is_none).collect();
        let mut out = Vec::new();
        for divisor in (1..=modulus).filter(|d| modulus % d == 0 && d % base == 0) {
            for residue in 0..divisor {
                let members = (residue..modulus).step_by(divisor as usize);
                let members: Vec<usize> = members.map(|r| r as usize).collect();
                let first = &outcomes[members[0]];
                let Some(outcome) = first else { continue };
                if members.iter().any(|r| done[*r] || outcomes[*r] != *first) {
                    continue;
                }
                members.iter().for_each(|r| done[*r] = true);
                let class = Restriction::Residue(var, Residue { modulus: divisor, residue });
                let inner = match outcome.affine.vars().is_empty() {
                    true => over_sizes(outcome),
                    false => one_variable(outcome, var)?,
                };
                for (mut restrictions, truth) in inner {
                    if divisor > 1 {
                        restrictions.insert(0, class.clone());
                    }
                    out.push((restrictions, truth));
                }
            }
        }
        Some(out)
    }
}

/// A condition over sizes, which may be decided.
fn over_sizes(test: &Test) -> Vec<Alternative> {
    match test.as_constant() {
        Some(truth) => vec![(Vec::new(), truth)],
        None => vec![
            (vec![Restriction::Test(test.clone())], true),
            (vec![Restriction::Test(test.negated())], false),
        ],
    }
}

/// A condition that is one bound of the variable, or a pair of them.
fn one_variable(test: &Test, var: VarId) -> Option<Vec<Alternative>> {
    let bound = |affine: &Affine| match solve(affine, &Atom::Var(var)) {
        Solved::Lower(lo) => Some(Affine::from(var).sub(&lo)),
        Solved::Upper(hi) => Some(hi.sub(&Affine::from(var))),
        Solved::Free | Solved::Mixed => None,
    };
    let restriction = |affine| Restriction::Test(Test { affine, op: TestOp::NonNegative });
    let at_least = bound(&test.affine)?;
    let below =
        Restriction::Test(Test { affine: at_least.clone(), op: TestOp::NonNegative }.negated());
    if test.op == TestOp::NonNegative {
        return Some(vec![(vec![restriction(at_least)], true), (vec![below], false)]);
    }
    let at_most = bound(&test.affine.neg())?;
    let above =
        Restriction::Test(Test { affine: at_most.clone(), op: TestOp::NonNegative }.negated());
    let zero = test.op == TestOp::Zero;
    Some(vec![
        (vec![restriction(at_least), restriction(at_most)], zero),
        (vec![below], !zero),
        (vec![above], !zero),
    ])
}

/// The condition on the members `v = m·q + r` of a residue class, linear in `v` or without it.
/// `None` if divisions of `v` remain.
fn reduce(test: &Test, var: VarId, class: Residue) -> Option<Test> {
    let (m, r) = (class.modulus, class.residue);
    let v = Affine::from(var);
    // The variable stands for q meanwhile.
    let by_quotient = test.affine.substitute_var(var, &v.scale(m).offset(r));
    let k = by_quotient.coefficient(&Atom::Var(var));
    let rest = by_quotient.add_scaled(&v, -k);
    if rest.mentions_var(var) {
        return None;
    }
    if k == 0 {
        let outcome = Test { affine: rest, op: test.op };
        // Outcomes are compared with one another: one spelling of each truth value.
        return Some(match outcome.as_constant() {
            Some(truth) => {
                Test { affine: Affine::from(i64::from(truth) - 1), op: TestOp::NonNegative }
            }
            None => outcome,
        });
    }
    // k·(v - r)/m + rest, times m over the common factor.
    let g = gcd(k.abs(), m);
    let affine = v.offset(-r).scale(k / g).add_scaled(&rest, m / g);
    Some(Test { affine, op: test.op })
}
