//! A small prover for facts about integers: is a quasi-affine expression never negative?
//!
//! Assumptions are inequalities over atoms (sizes, variables, divisions). A division atom
//! `q = floor(e/c)` brings its definition `0 <= e - c·q <= c - 1`. A goal is refuted: its negation
//! is added and the variables are eliminated one after another (Fourier–Motzkin), every derived
//! inequality tightened to integers. The method is sound and not complete; its work is bounded.
//! What is not so at a known point (`examples`) is not tried. It is the decision procedure under
//! the static bounds check of PolyMage, Section 3, which takes the integer sets of the polyhedral
//! model for granted.

mod examples;

use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Interval, Pipeline, SizeId, Test, TestOp, VarId};
use examples::Examples;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The largest value that a size can have.
pub const LARGEST_SIZE: i64 = i32::MAX as i64;

/// More inequalities than this in one system, and a proof is given up.
const MOST_ROWS: usize = 160;

/// More columns than this, likewise.
const MOST_COLUMNS: usize = 40;

/// Assumptions on sizes and variables, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Shared between all facts made from one another: numbering and definitions hold always.
    atoms: Rc<RefCell<Atoms>>,
    rows: Vec<Inequality>,
    examples: Examples,
    /// Shared between all facts that assume the same in the same order.
    known: Rc<RefCell<Consequences>>,
}

/// What has been found out about some facts.
#[derive(Debug, Default)]
struct Consequences {
    proved: FxHashMap<Affine, bool>,
    contradictory: Option<bool>,
    /// The same about these facts with one more assumption: many stages have the same domain and
    /// the same cases.
    further: FxHashMap<Affine, Rc<RefCell<Consequences>>>,
}

/// `Σ coefficient · atom + constant >= 0`.
#[derive(Clone, Debug)]
struct Inequality {
    terms: Vec<(usize, i64)>,
    constant: i64,
}

/// Dense numbers of atoms, and the definitions of the divisions among them.
#[derive(Debug, Default)]
struct Atoms {
    sizes: Vec<Option<usize>>,
    vars: Vec<Option<usize>>,
    divisions: FxHashMap<Atom, usize>,
    definitions: Vec<Option<[Inequality; 2]>>,
}

impl Atoms {
    fn row(&mut self, affine: &Affine) -> Inequality {
        let terms = affine.terms().iter().map(|(atom, k)| (self.id(atom), *k)).collect();
        Inequality { terms, constant: affine.constant() }
    }

    fn id(&mut self, atom: &Atom) -> usize {
        let next = self.definitions.len();
        let leaf = match atom {
            Atom::Size(SizeId(i)) => Some((&mut self.sizes, *i)),
            Atom::Var(VarId(i)) => Some((&mut self.vars, *i)),
            Atom::Div(..) => None,
        };
        if let Some((table, i)) = leaf {
            if i >= table.len() {
                table.resize(i + 1, None);
            }
            return *table[i].get_or_insert_with(|| {
                self.definitions.push(None);
                next
            });
        }
        if let Some(id) = self.divisions.get(atom) {
            return *id;
        }
        self.divisions.insert(atom.clone(), next);
        self.definitions.push(None);
        if let Atom::Div(inner, c) = atom {
            let above = self.row(inner);
            let negated = above.terms.iter().map(|(id, k)| (*id, -k)).chain([(next, *c)]).collect();
            let below = Inequality { terms: negated, constant: c - 1 - above.constant };
            let mut above = above;
            above.terms.push((next, -c));
            self.definitions[next] = Some([above, below]);
        }
        next
    }
}

impl Facts {
    /// What holds of a pipeline's sizes: each from 1 to [`LARGEST_SIZE`], the constraints, and
    /// what a call checks of its inputs' extents, which are from 1 to [`LARGEST_SIZE`] too.
    pub fn for_pipeline(p: &Pipeline) -> Facts {
        p.constraints.iter().fold(Facts::of_sizes(p), |facts, c| facts.with_test(&c.test))
    }

    /// The same without the constraints.
    pub fn of_sizes(p: &Pipeline) -> Facts {
        let mut facts = Facts { examples: Examples::of_sizes(p), ..Facts::default() };
        for i in 0..p.sizes.len() {
            let size = Affine::from(SizeId(i));
            facts.assume(&size.offset(-1));
            facts.assume(&size.neg().offset(LARGEST_SIZE));
        }
        for interval in p.inputs.iter().flat_map(|i| &i.domain.0) {
            if let ([lo], [hi]) = (interval.lo.as_slice(), interval.hi.as_slice()) {
                let last = hi.sub(lo);
                facts.assume(&last);
                facts.assume(&last.neg().offset(LARGEST_SIZE - 1));
            }
        }
        facts
    }

    /// Assumes `affine >= 0`.
    pub fn assume(&mut self, affine: &Affine) {
        let row = self.atoms.borrow_mut().row(affine);
        self.rows.push(row);
        self.examples.assume(affine);
        let further = Rc::clone(self.known.borrow_mut().further.entry(affine.clone()).or_default());
        self.known = further;
    }

    /// Assumes that a variable lies in an interval.
    pub fn with_interval(mut self, var: VarId, interval: &Interval) -> Facts {
        self.examples.with_interval(var, interval);
        let v = Affine::from(var);
        for lo in &interval.lo {
            self.assume(&v.sub(lo));
        }
        for hi in &interval.hi {
            self.assume(&hi.sub(&v));
        }
        self
    }

    /// Assumes a test. `!= 0` is not convex: it is used where one side of zero is ruled out, and
    /// otherwise adds nothing.
    pub fn with_test(mut self, test: &Test) -> Facts {
        let a = &test.affine;
        match test.op {
            TestOp::NonNegative => self.assume(a),
            TestOp::Zero => {
                self.assume(a);
                self.assume(&a.neg());
            }
            TestOp::NonZero if self.proves(a) => self.assume(&a.offset(-1)),
            TestOp::NonZero if self.proves(&a.neg()) => self.assume(&a.neg().offset(-1)),
            TestOp::NonZero => {}
        }
        self
    }

    /// Whether `affine >= 0` for every assignment of integers that satisfies the facts. `false`
    /// when no proof is found.
    pub fn proves(&self, affine: &Affine) -> bool {
        match affine.as_constant() {
            Some(c) if c >= 0 => return true,
            Some(_) => return self.contradictory(),
            None => {}
        }
        if let Some(known) = self.known.borrow().proved.get(affine) {
            return *known;
        }
        if self.examples.refute(affine) {
            return false;
        }
        // The negation of `affine >= 0` among integers: `-affine - 1 >= 0`.
        let goal = self.atoms.borrow_mut().row(&affine.neg().offset(-1));
        let proved = self.system(Some(goal)).is_none_or(System::infeasible);
        self.known.borrow_mut().proved.insert(affine.clone(), proved);
        proved
    }

    /// What a size is at least, as far as that is proved: 1 or more.
    pub fn least(&self, size: SizeId) -> i64 {
        let proves = |least: i64| self.proves(&Affine::from(size).offset(-least));
        let (mut least, mut step) = (1, 1);
        while least + step <= LARGEST_SIZE && proves(least + step) {
            least += step;
            step *= 2;
        }
        while step > 1 {
            step /= 2;
            if least + step <= LARGEST_SIZE && proves(least + step) {
                least += step;
            }
        }
        least
    }

    /// Whether a test holds for every such assignment.
    pub fn proves_test(&self, test: &Test) -> bool {
        let a = &test.affine;
        match test.op {
            TestOp::NonNegative => self.proves(a),
            TestOp::Zero => self.proves(a) && self.proves(&a.neg()),
            TestOp::NonZero => self.proves(&a.offset(-1)) || self.proves(&a.neg().offset(-1)),
        }
    }

    /// Whether no assignment satisfies the facts. `false` when that is not proved.
    pub fn contradictory(&self) -> bool {
        if self.examples.exist() {
            return false;
        }
        let mut known = self.known.borrow_mut();
        let prove = || self.system(None).is_none_or(System::infeasible);
        *known.contradictory.get_or_insert_with(prove)
    }

    /// The facts connected to a row through shared atoms, and that row; or all facts. `None` for
    /// a contradiction on sight.
    fn system(&self, goal: Option<Inequality>) -> Option<System> {
        let atoms = self.atoms.borrow();
        let mut columns: Vec<Option<usize>> = vec![None; atoms.definitions.len()];
        let mut members: Vec<usize> = Vec::new();
        let mut used = vec![goal.is_none(); self.rows.len()];
        let mut rows: Vec<&Inequality> = Vec::new();
        match &goal {
            Some(goal) => rows.push(goal),
            None => rows.extend(&self.rows),
        }
        let (mut next_row, mut next_member) = (0, 0);
        loop {
            while let Some(row) = rows.get(next_row) {
                next_row += 1;
                for (id, _) in &row.terms {
                    if columns[*id].is_none() {
                        columns[*id] = Some(members.len());
                        members.push(*id);
                    }
                }
            }
            let Some(id) = members.get(next_member).copied() else { break };
            next_member += 1;
            rows.extend(atoms.definitions[id].iter().flatten());
            for (row, used) in self.rows.iter().zip(&mut used) {
                if !*used && row.terms.iter().any(|t| t.0 == id) {
                    *used = true;
                    rows.push(row);
                }
            }
        }
        let mut system = System { width: members.len(), ..System::default() };
        for row in rows {
            let mut dense = vec![0; members.len() + 1];
            for (id, k) in &row.terms {
                if let Some(column) = columns[*id] {
                    dense[column] += k;
                }
            }
            dense[members.len()] = row.constant;
            system.insert(dense);
        }
        (!system.contradiction).then_some(system)
    }
}

/// Dense inequalities `Σ row[i]·x_i + row[width] >= 0`.
#[derive(Default)]
struct System {
    width: usize,
    rows: Vec<Vec<i64>>,
    /// An inequality whose opposite also holds.
    equality: Option<Vec<i64>>,
    contradiction: bool,
}

impl System {
    /// Adds an inequality: common factors cancel, the constant rounded down, which is exact for
    /// integers; of two that differ in the constant only the tighter stays.
    fn insert(&mut self, mut row: Vec<i64>) {
        let w = self.width;
        let g = row[..w].iter().fold(0, |g, k| gcd(g, k.abs()));
        if g == 0 {
            self.contradiction |= row[w] < 0;
            return;
        }
        if g > 1 {
            row[..w].iter_mut().for_each(|k| *k /= g);
            row[w] = row[w].div_euclid(g);
        }
        let opposite: Vec<i64> = row[..w].iter().map(|k| -k).collect();
        let mut same = None;
        for (i, other) in self.rows.iter().enumerate() {
            if other[..w] == row[..w] {
                if other[w] <= row[w] {
                    return;
                }
                same = Some(i);
            } else if other[..w] == opposite[..] {
                match i128::from(other[w]) + i128::from(row[w]) {
                    0 => self.equality = Some(row.clone()),
                    gap if gap < 0 => self.contradiction = true,
                    _ => {}
                }
            }
        }
        match same {
            Some(i) => self.rows[i] = row,
            None => self.rows.push(row),
        }
    }

    /// Whether elimination of every column ends in a contradiction.
    fn infeasible(mut self) -> bool {
        if self.width > MOST_COLUMNS {
            return false;
        }
        while !self.contradiction {
            self = match self.equality.take() {
                Some(equality) => self.substitute(&equality),
                None => match self.choose() {
                    Some(column) => self.eliminate(column),
                    None => return false,
                },
            };
            if self.rows.len() > MOST_ROWS {
                return self.contradiction;
            }
        }
        true
    }

    /// Eliminates a column by an equality, the one with the smallest coefficient: with 1 nothing
    /// is lost.
    fn substitute(self, equality: &[i64]) -> System {
        let coefficients = equality[..self.width].iter().enumerate();
        let smallest = coefficients.filter(|(_, k)| **k != 0).min_by_key(|(_, k)| k.abs());
        let mut out = System { width: self.width, ..System::default() };
        let Some((column, &k)) = smallest else { return self };
        for row in self.rows {
            match row[column] {
                0 => out.insert(row),
                // |k|·row ∓ row[column]·equality, whose factor may have either sign.
                r => out.insert_sum(&row, k.abs(), equality, -r * k.signum()),
            }
        }
        out
    }

    /// The column to eliminate next: one whose elimination is exact (all coefficients of one sign
    /// are 1) before others, then the one that adds fewest rows. `None` when no row has any.
    fn choose(&self) -> Option<usize> {
        let mut best = None;
        for column in 0..self.width {
            let (mut positive, mut negative) = (0usize, 0usize);
            let (mut unit_positive, mut unit_negative) = (true, true);
            for row in &self.rows {
                match row[column] {
                    0 => {}
                    k if k > 0 => {
                        positive += 1;
                        unit_positive &= k == 1;
                    }
                    k => {
                        negative += 1;
                        unit_negative &= k == -1;
                    }
                }
            }
            if positive + negative == 0 {
                continue;
            }
            let inexact = !(unit_positive || unit_negative);
            let key = (inexact, (positive * negative) as i64 - (positive + negative) as i64);
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, column));
            }
        }
        best.map(|(_, column)| column)
    }

    fn eliminate(self, column: usize) -> System {
        let mut out = System { width: self.width, ..System::default() };
        let (with, without): (Vec<_>, Vec<_>) =
            self.rows.into_iter().partition(|row| row[column] != 0);
        without.into_iter().for_each(|row| out.insert(row));
        for below in with.iter().filter(|row| row[column] > 0) {
            for above in with.iter().filter(|row| row[column] < 0) {
                out.insert_sum(below, -above[column], above, below[column]);
                if out.contradiction || out.rows.len() > MOST_ROWS {
                    return out;
                }
            }
        }
        out
    }

    /// Adds `j·a + k·b`, `j > 0`. A sum that leaves the range of numbers is dropped, which can
    /// only lose a proof.
    fn insert_sum(&mut self, a: &[i64], j: i64, b: &[i64], k: i64) {
        let mut wide: Vec<i128> = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            wide.push(i128::from(*a) * i128::from(j) + i128::from(*b) * i128::from(k));
        }
        let row: Option<Vec<i64>> = wide.iter().map(|v| i64::try_from(*v).ok()).collect();
        if let Some(row) = row.filter(|row| row.iter().all(|v| *v != i64::MIN)) {
            self.insert(row);
        }
    }
}

#[cfg(test)]
mod tests;
