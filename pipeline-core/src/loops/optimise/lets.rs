//! `let`s of equal value become one, and bounds lose what repeats.

use crate::ir::{Affine, Atom, Test, VarId};
use crate::loops::walk::{
    for_each_affine, for_each_block_affine, for_each_stmt, map_bound, map_compute, substitute,
    with_body,
};
use crate::loops::{Bound, Copy, LoopNest, Nest, Pad, Span, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers the values of `let`s. Two that differ by a constant are one; one that is a constant, or
/// a size or variable plus a constant, is written where it is used; one that nothing uses is gone.
/// In bounds, of expressions that differ by a constant only the decisive one is left. The `let`s
/// of a list of statements come first in it.
pub fn share_lets(mut loops: LoopNest) -> LoopNest {
    loops.nests = loops.nests.into_iter().map(share).collect();
    loops
}

fn share(mut nest: Nest) -> Nest {
    if !defined_once(&nest.body) {
        return nest;
    }
    let mut sharing = LetSharing::default();
    nest.body = sharing.list(nest.body);
    let computes = nest.computes.iter().map(|c| map_compute(c, &|a| sharing.value(a)));
    nest.computes = computes.collect();
    drop_unused(nest)
}

/// Whether every variable of a `let` has that definition only.
fn defined_once(stmts: &[Stmt]) -> bool {
    let (mut lets, mut loops) = (FxHashSet::default(), FxHashSet::default());
    let mut once = true;
    for_each_stmt(stmts, &mut |stmt| match stmt {
        Stmt::Let { var, .. } => once &= lets.insert(*var),
        Stmt::For { var, .. } => drop(loops.insert(*var)),
        Stmt::When { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
    });
    once && lets.is_disjoint(&loops)
}

#[derive(Default)]
struct LetSharing {
    /// The `let`s in scope, by their shape, and what has exactly that shape.
    known: FxHashMap<BoundKey, Affine>,
    /// What replaces a variable.
    values: FxHashMap<VarId, Affine>,
}

impl LetSharing {
    fn value(&self, a: &Affine) -> Affine {
        substitute(a, &|var| self.values.get(&var).cloned())
    }

    fn bound(&self, bound: &Bound) -> Bound {
        simplified(&map_bound(bound, &|a| self.value(a)))
    }

    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let (mut lets, mut rest, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        for stmt in stmts {
            match stmt {
                Stmt::Let { var, value } => {
                    let value = self.bound(&value);
                    if let Some(shape) = self.define(var, &value) {
                        shapes.push(shape);
                        lets.push(Stmt::Let { var, value });
                    }
                }
                other @ Stmt::When { .. }
                | other @ Stmt::For { .. }
                | other @ Stmt::Scratch { .. }
                | other @ Stmt::Copy(_)
                | other @ Stmt::Compute(_) => rest.push(self.stmt(other)),
            }
        }
        shapes.iter().for_each(|shape| drop(self.known.remove(shape)));
        lets.append(&mut rest);
        lets
    }

    /// Notes the value of a variable: its shape if it is new, nothing if the variable is replaced.
    fn define(&mut self, var: VarId, value: &Bound) -> Option<BoundKey> {
        if let [one] = value.list()
            && is_plain(one)
        {
            self.values.insert(var, one.clone());
            return None;
        }
        let (shape, constant) = shape(value);
        if let Some(base) = self.known.get(&shape) {
            self.values.insert(var, base.offset(constant));
            return None;
        }
        self.known.insert(shape.clone(), Affine::from(var).offset(-constant));
        Some(shape)
    }

    fn stmt(&mut self, stmt: Stmt) -> Stmt {
        let stmt = match stmt {
            Stmt::For { var, lo, hi, kind, body } => {
                Stmt::For { var, lo: self.bound(&lo), hi: self.bound(&hi), kind, body }
            }
            Stmt::When { tests, body } => {
                let test = |t: &Test| Test { affine: self.value(&t.affine), op: t.op };
                Stmt::When { tests: tests.iter().map(test).collect(), body }
            }
            Stmt::Scratch { pads, body } => {
                let base = |b: &Option<Bound>| b.as_ref().map(|b| self.bound(b));
                let pad =
                    |pad: &Pad| Pad { stage: pad.stage, base: pad.base.iter().map(base).collect() };
                Stmt::Scratch { pads: pads.iter().map(pad).collect(), body }
            }
            Stmt::Copy(copy) => {
                let span = |s: &Span| Span { lo: self.bound(&s.lo), hi: self.bound(&s.hi) };
                Stmt::Copy(Copy { part: copy.part.iter().map(span).collect(), ..copy })
            }
            Stmt::Let { .. } | Stmt::Compute(_) => stmt,
        };
        with_body(stmt, |body| self.list(body))
    }
}

/// A constant, or a size or variable plus a constant.
fn is_plain(a: &Affine) -> bool {
    matches!(a.terms(), [] | [(Atom::Size(_) | Atom::Var(_), 1)])
}

/// The expressions of a bound in an order of their own, less the constant of the first; and
/// whether the least of them counts.
type BoundKey = (Vec<Affine>, bool);

/// The shape of a bound and what it lacks.
fn shape(bound: &Bound) -> (BoundKey, i64) {
    let mut list = bound.list().to_vec();
    list.sort();
    let constant = list[0].constant();
    let least = list.len() > 1 && matches!(bound, Bound::Min(_));
    ((list.iter().map(|a| a.offset(-constant)).collect(), least), constant)
}

/// Of expressions that differ by a constant only the decisive one.
pub fn simplified(bound: &Bound) -> Bound {
    let better = match bound {
        Bound::Max(_) => i64::max,
        Bound::Min(_) => i64::min,
    };
    let mut list: Vec<Affine> = Vec::new();
    for a in bound.list() {
        match list.iter_mut().find(|b| b.terms() == a.terms()) {
            Some(b) => *b = a.without_constant().offset(better(a.constant(), b.constant())),
            None => list.push(a.clone()),
        }
    }
    match bound {
        Bound::Max(_) => Bound::Max(list),
        Bound::Min(_) => Bound::Min(list),
    }
}

/// Removes `let`s whose variable nothing mentions.
pub fn drop_unused(mut nest: Nest) -> Nest {
    loop {
        let mut used: FxHashSet<VarId> = FxHashSet::default();
        let mut lets = 0;
        let mut mention = |a: &Affine| used.extend(a.vars());
        for_each_stmt(&nest.body, &mut |stmt| {
            lets += usize::from(matches!(stmt, Stmt::Let { .. }));
            for_each_affine(stmt, &mut mention);
        });
        for compute in &nest.computes {
            compute.stores.iter().flat_map(|s| &s.index).for_each(&mut mention);
            for_each_block_affine(&compute.value, &mut mention);
        }
        nest.body = without(nest.body, &used);
        let mut left = 0;
        for_each_stmt(&nest.body, &mut |s| left += usize::from(matches!(s, Stmt::Let { .. })));
        if left == lets {
            return nest;
        }
    }
}

fn without(stmts: Vec<Stmt>, used: &FxHashSet<VarId>) -> Vec<Stmt> {
    let unused = |s: &Stmt| matches!(s, Stmt::Let { var, .. } if !used.contains(var));
    let kept = stmts.into_iter().filter(|s| !unused(s));
    kept.map(|s| with_body(s, |body| without(body, used))).collect()
}
