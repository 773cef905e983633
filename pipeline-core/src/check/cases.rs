//! The cases of a stage are disjoint and cover its domain.
//!
//! PolyMage, Section 2: "all the cases defining a function are expected to be mutually exclusive;
//! otherwise, the function definition is considered ambiguous".
//!
//! Residues are dealt with first: within one residue class of every variable only bounds and
//! guards are left. There every pair of cases must contradict each other, and taking the cases
//! away from the domain one after another must leave nothing. Cases that stem from one `if`
//! contradict each other on sight, through a bound and its negation.

use super::{Context, values_of_sizes};
use crate::analysis::integer::Facts;
use crate::analysis::regions::{LARGEST_MODULUS, Piece, Residue};
use crate::analysis::show;
use crate::analysis::solve::{Solved, solve};
use crate::analysis::witness::{WitnessSpace, search};
use crate::diagnostic::Diagnostic;
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Case, Stage, Test, TestOp, VarId};
use std::collections::{BTreeSet, HashMap};

/// More residue classes than this are not gone through.
const MOST_CLASSES: i64 = 512;

/// More parts left over than this, and coverage counts as not shown.
const MOST_PARTS: usize = 256;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, stage, pieces) in context.stages() {
        let whole = matches!(&stage.cases[..], [case] if case.region.tests.is_empty());
        if whole {
            continue;
        }
        let foreign: Vec<Diagnostic> =
            stage.cases.iter().filter_map(|case| not_split(context, stage, case)).collect();
        if foreign.is_empty() {
            found.extend(stage_cases(context, stage, pieces));
        } else {
            found.extend(foreign);
        }
    }
    found
}

/// A message for a test that is not in split form.
fn not_split(context: &Context<'_>, stage: &Stage, case: &Case) -> Option<Diagnostic> {
    let foreign = case.region.tests.iter().find(|test| match test.affine.vars()[..] {
        [] => false,
        [var] if test.op == TestOp::NonNegative => {
            matches!(solve(&test.affine, &Atom::Var(var)), Solved::Mixed)
        }
        [_] => Residue::of(test).is_none(),
        _ => true,
    })?;
    let condition = show::test(foreign, &context.names(stage));
    let but = match &divisors(stage, foreign)[..] {
        divisors @ [_, _, ..] => {
            let all = divisors.iter().map(|m| format!("by {m}")).collect::<Vec<_>>().join(" and ");
            let remainders = divisors.iter().fold(1, |all, m| all / gcd(all, *m) * m);
            format!("remainders {all} are together {remainders} of them, where there may be")
        }
        _ => String::from("a condition of a case compares one index variable, or its remainder by"),
    };
    let message = format!(
        "a case of `{}` cannot depend on `{condition}`: {but} at most {LARGEST_MODULUS}; write \
         `if {condition} {{ … }} else {{ … }}` inside one definition",
        stage.name
    );
    Some(Diagnostic::new(case.loc, message))
}

/// By what the cases of a stage divide the variable of a test, in order, if it divides it and all
/// of them do so by little.
fn divisors(stage: &Stage, test: &Test) -> Vec<i64> {
    let divisor = |test: &Test| match test.affine.terms() {
        [(Atom::Var(v), _), (Atom::Div(inner, m), _)] if **inner == Affine::from(*v) => {
            Some((*v, *m))
        }
        _ => None,
    };
    let Some((var, _)) = divisor(test) else { return Vec::new() };
    let tests = stage.cases.iter().flat_map(|case| &case.region.tests);
    let of_var = tests.filter_map(divisor).filter(|(v, _)| *v == var).map(|(_, m)| m);
    let all: BTreeSet<i64> = of_var.collect();
    if all.iter().any(|m| *m > LARGEST_MODULUS) { Vec::new() } else { all.into_iter().collect() }
}

fn stage_cases(context: &Context<'_>, stage: &Stage, pieces: &[Piece]) -> Vec<Diagnostic> {
    let Some(classes) = classes(pieces, stage.rank()) else {
        let message = format!(
            "the cases of `{}` distinguish too many remainders to be checked: use fewer or \
             smaller divisors",
            stage.name
        );
        return vec![Diagnostic::new(stage.loc, message)];
    };
    let dims = stage.domain.0.iter().enumerate();
    let domain = dims.fold(context.facts.clone(), |f, (i, dim)| f.with_interval(VarId(i), dim));
    let mut forms = Forms::default();
    let tests: Vec<Vec<usize>> = stage
        .cases
        .iter()
        .map(|case| {
            let plain = case.region.tests.iter().filter(|t| Residue::of(t).is_none());
            plain.map(|t| forms.number(t)).collect()
        })
        .collect();
    let mut checked = Checked {
        context,
        stage,
        forms,
        tests: &tests,
        overlapping: vec![false; pieces.len()],
        uncovered: false,
        found: Vec::new(),
    };
    for class in classes {
        let members: Vec<usize> = (0..pieces.len())
            .filter(|i| {
                let residues = pieces[*i].residues.iter().zip(&class);
                residues.into_iter().all(|(piece, class)| match (piece, class) {
                    (Some(p), Some(c)) => c.residue % p.modulus == p.residue,
                    _ => true,
                })
            })
            .collect();
        let residues = class.iter().enumerate();
        let class: Vec<Test> = residues.filter_map(|(i, r)| r.map(|r| r.test(VarId(i)))).collect();
        let facts = class.iter().fold(domain.clone(), |f, t| f.with_test(t));
        checked.overlaps(&members, &facts, &class);
        checked.holes(&members, facts, &class);
    }
    checked.found
}

/// Every combination of residues modulo what the pieces distinguish, by variable.
fn classes(pieces: &[Piece], rank: usize) -> Option<Vec<Vec<Option<Residue>>>> {
    let mut all: Vec<Vec<Option<Residue>>> = vec![Vec::new()];
    for var in 0..rank {
        let moduli = pieces.iter().filter_map(|p| p.residues[var]).map(|r| r.modulus);
        let modulus = moduli.fold(1i64, |m, n| (m / gcd(m, n)).saturating_mul(n));
        if modulus.saturating_mul(all.len() as i64) > MOST_CLASSES {
            return None;
        }
        let choices: Vec<Option<Residue>> = match modulus {
            1 => vec![None],
            _ => (0..modulus).map(|residue| Some(Residue { modulus, residue })).collect(),
        };
        let extend = |class: &Vec<Option<Residue>>| {
            let extended = choices.iter().map(|c| class.iter().copied().chain([*c]).collect());
            extended.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    Some(all)
}

/// Tests by dense numbers, with what is needed to see contradictions between two of them.
#[derive(Default)]
struct Forms {
    tests: Vec<Test>,
    forms: Vec<LinearForm>,
    numbers: HashMap<Test, usize>,
    directions: HashMap<Affine, usize>,
}

/// `sign·direction + constant` compared with zero.
#[derive(Clone, Copy)]
struct LinearForm {
    direction: usize,
    sign: i64,
    constant: i64,
    op: TestOp,
}

impl Forms {
    fn number(&mut self, test: &Test) -> usize {
        if let Some(number) = self.numbers.get(test) {
            return *number;
        }
        let linear = test.affine.without_constant();
        let sign = if linear.terms().first().is_some_and(|t| t.1 < 0) { -1 } else { 1 };
        let next = self.directions.len();
        let direction = *self.directions.entry(linear.scale(sign)).or_insert(next);
        self.forms.push(LinearForm {
            direction,
            sign,
            constant: test.affine.constant(),
            op: test.op,
        });
        self.tests.push(test.clone());
        self.numbers.insert(test.clone(), self.tests.len() - 1);
        self.tests.len() - 1
    }

    /// Whether two tests contradict each other on sight.
    fn contradict(&self, a: usize, b: usize) -> bool {
        use TestOp::{NonNegative, NonZero, Zero};
        let (a, b) = (self.forms[a], self.forms[b]);
        // Of `sign·d + constant == 0` the `d`.
        let root = |f: LinearForm| -f.sign * f.constant;
        let misses = |zero: LinearForm, f: LinearForm| f.sign * root(zero) + f.constant < 0;
        a.direction == b.direction
            && match (a.op, b.op) {
                (NonNegative, NonNegative) => a.sign != b.sign && a.constant + b.constant < 0,
                (Zero, Zero) => root(a) != root(b),
                (Zero, NonZero) | (NonZero, Zero) => root(a) == root(b),
                (Zero, NonNegative) => misses(a, b),
                (NonNegative, Zero) => misses(b, a),
                (NonZero, _) | (_, NonZero) => false,
            }
    }

    fn any_contradict(&self, a: &[usize], b: &[usize]) -> bool {
        a.iter().any(|a| b.iter().any(|b| self.contradict(*a, *b)))
    }
}

/// A part of the domain that no case so far covers.
struct Uncovered {
    tests: Vec<usize>,
    facts: Facts,
}

struct Checked<'a> {
    context: &'a Context<'a>,
    stage: &'a Stage,
    forms: Forms,
    /// Bounds and guards by case.
    tests: &'a [Vec<usize>],
    /// Cases for which a message exists.
    overlapping: Vec<bool>,
    uncovered: bool,
    found: Vec<Diagnostic>,
}

impl Checked<'_> {
    fn overlaps(&mut self, members: &[usize], facts: &Facts, class: &[Test]) {
        for (n, later) in members.iter().copied().enumerate() {
            for earlier in members[..n].iter().copied() {
                let (a, b) = (&self.tests[earlier], &self.tests[later]);
                if self.overlapping[later] || self.forms.any_contradict(a, b) {
                    continue;
                }
                let both: Vec<usize> = a.iter().chain(b).copied().collect();
                let together =
                    both.iter().fold(facts.clone(), |f, t| f.with_test(&self.forms.tests[*t]));
                if together.contradictory() {
                    continue;
                }
                self.overlapping[later] = true;
                let name = &self.stage.name;
                let message = match self.example(&both, class) {
                    Some(point) => format!("cases of `{name}` overlap, e.g. at {point}"),
                    None => format!(
                        "this case of `{name}` is not provably disjoint from the others: \
                         separate them by a bound and its negation"
                    ),
                };
                self.found.push(Diagnostic::new(self.stage.cases[later].loc, message));
            }
        }
    }

    fn holes(&mut self, members: &[usize], facts: Facts, class: &[Test]) {
        if self.uncovered {
            return;
        }
        let mut parts = vec![Uncovered { tests: Vec::new(), facts }];
        for case in members {
            let mut left = Vec::with_capacity(parts.len());
            for part in parts {
                if self.forms.any_contradict(&part.tests, &self.tests[*case]) {
                    left.push(part);
                } else {
                    self.subtract(part, *case, &mut left);
                }
            }
            parts = left;
            if parts.len() > MOST_PARTS {
                break;
            }
        }
        let parts = parts.into_iter().filter(|part| !part.facts.contradictory());
        let parts: Vec<Uncovered> = parts.collect();
        let Some(first) = parts.first() else { return };
        self.uncovered = true;
        let name = &self.stage.name;
        let message = match parts.iter().find_map(|part| self.example(&part.tests, class)) {
            Some(point) => format!("no case of `{name}` covers, e.g. {point}"),
            None => {
                let names = self.context.names(self.stage);
                let tests = first.tests.iter().map(|t| show::test(&self.forms.tests[*t], &names));
                let tests: Vec<String> = tests.collect();
                format!(
                    "the cases of `{name}` do not provably cover its domain: nothing is said of \
                     the points with {}",
                    tests.join(", ")
                )
            }
        };
        self.found.push(Diagnostic::new(self.stage.loc, message));
    }

    /// What is left of a part without a case: for each of the case's tests in turn, where that
    /// one fails and those before hold.
    fn subtract(&mut self, part: Uncovered, case: usize, left: &mut Vec<Uncovered>) {
        let Uncovered { mut tests, mut facts } = part;
        for number in &self.tests[case] {
            let test = self.forms.tests[*number].clone();
            if facts.proves_test(&test) {
                continue;
            }
            for negation in convex_negations(&test) {
                let number = self.forms.number(&negation);
                if tests.iter().any(|t| self.forms.contradict(*t, number)) {
                    continue;
                }
                let mut tests = tests.clone();
                tests.push(number);
                left.push(Uncovered { tests, facts: facts.clone().with_test(&negation) });
            }
            facts = facts.with_test(&test);
            tests.push(*number);
        }
    }

    /// A point of the domain that satisfies these tests: `y = 0, x = 3 (rows = 6400)`.
    fn example(&self, tests: &[usize], class: &[Test]) -> Option<String> {
        let mut all: Vec<Test> = tests.iter().map(|t| self.forms.tests[*t].clone()).collect();
        all.extend_from_slice(class);
        let vary: Vec<VarId> = (0..self.stage.rank()).map(VarId).collect();
        let dims = &self.stage.domain.0;
        let p = self.context.p;
        let space = WitnessSpace { pipeline: p, dims, tests: &all, vary: &vary, hints: &[] };
        let witness = search(&space, |_, _| true)?;
        let bounds = dims.iter().flat_map(|i| i.lo.iter().chain(&i.hi));
        let mentioned = bounds.chain(all.iter().map(|t| &t.affine));
        let sizes = values_of_sizes(mentioned, &witness.sizes);
        let names = self.context.names(self.stage);
        let vars: Vec<Option<i64>> = witness.vars.iter().map(|v| Some(*v)).collect();
        let point = show::assignment(&names, &[], &vars);
        let sizes = show::assignment(&names, &sizes, &[]);
        Some(if sizes.is_empty() { point } else { format!("{point} ({sizes})") })
    }
}

/// The opposite of a test as alternatives that facts can hold.
fn convex_negations(test: &Test) -> Vec<Test> {
    match test.op {
        TestOp::Zero => [test.affine.offset(-1), test.affine.neg().offset(-1)]
            .map(|affine| Test { affine, op: TestOp::NonNegative })
            .to_vec(),
        TestOp::NonNegative | TestOp::NonZero => vec![test.negated()],
    }
}
