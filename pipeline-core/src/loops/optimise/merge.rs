//! Loops over the same points become one: intra-tile loop fusion for register reuse (PolyMage+,
//! TOPLAS 2020, Section 5.3).
//!
//! The paper fuses the loops of two stages of a group that have equal bounds at every depth and
//! common references to a producer. Beyond it, here
//! - a stage may also be fused with its own consumer, whose load at the point just computed takes
//!   the value from a register;
//! - the consumer may lag some rows behind: its loop is shifted, and rows that only one of the two
//!   has to compute keep a loop of their own;
//! - what both stages compute is computed once;
//! - residues of one stage, whose stores interleave, become one loop over the points that all of
//!   them have; what only one has keeps a loop of its own;
//! - cases of a stage by itself that have such loops become one nest before (`optimise::cases`).

use super::cases::join_cases;
use super::join::{interleaves, join};
use super::legal::{LoopParts, keeps_order, lag};
use super::lets::{drop_unused, simplified};
use super::unread::{drop_unread, drop_unused_computes};
use crate::ir::{Affine, Test, VarId};
use crate::loops::rewrite::split::named_end;
use crate::loops::trips::{Lets, at_most_times};
use crate::loops::vars::Vars;
use crate::loops::walk::{
    Effects, RenamedVars, map_bound, map_compute, mentions, renamed, substitute, with_body,
};
use crate::loops::{Bound, Compute, ComputeId, LoopKind, LoopNest, Nest, Stmt, may_rewrite};

/// Merges adjacent loops that share loads, and drops what then nobody reads.
///
/// Expects the `let`s of a list of statements before everything else in it.
pub fn merge_stages(mut loops: LoopNest) -> LoopNest {
    let nests = std::mem::take(&mut loops.nests);
    let nests = join_cases(&loops, nests);
    let merged = |nest: Nest| match may_rewrite(&loops.stages, &nest) {
        true => merge(&loops, nest),
        false => drop_unused_computes(nest),
    };
    let nests = nests.into_iter().map(merged).collect();
    loops.nests = nests;
    drop_unread(loops)
}

/// Merges the loops of a nest.
pub(super) fn merge(loops: &LoopNest, nest: Nest) -> Nest {
    let Nest { name, most_rows, runs, vars, computes, body } = nest;
    let mut merger = Merger { loops, vars, computes, lets: Lets::new() };
    let body = merger.list(body);
    let (vars, computes) = (merger.vars, merger.computes);
    let nest = Nest { name, most_rows, runs, vars, computes, body };
    drop_unused_computes(drop_unused(nest))
}

struct Merger<'a> {
    /// The stages and inputs.
    loops: &'a LoopNest,
    vars: Vars,
    computes: Vec<Compute>,
    lets: Lets,
}

/// A list of statements as it grows.
#[derive(Default)]
struct List {
    lets: Vec<Stmt>,
    /// The others, with what they load and store.
    rest: Vec<(Stmt, Effects)>,
}

impl List {
    fn into_stmts(self) -> Vec<Stmt> {
        self.lets.into_iter().chain(self.rest.into_iter().map(|r| r.0)).collect()
    }
}

/// What two statements become: `let`s, and statements in their place.
struct Fused {
    lets: Vec<Stmt>,
    rest: Vec<Stmt>,
}

impl From<Stmt> for Fused {
    fn from(one: Stmt) -> Fused {
        Fused { lets: Vec::new(), rest: vec![one] }
    }
}

impl Merger<'_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let (outer, mut list) = (self.lets.len(), List::default());
        for stmt in stmts {
            if let Stmt::Let { var, value } = &stmt {
                self.lets.push((*var, value.clone()));
            }
            let stmt = with_body(stmt, |body| self.list(body));
            self.add(&mut list, stmt, &RenamedVars::new());
        }
        self.lets.truncate(outer);
        list.into_stmts()
    }

    /// Adds a statement to a list; true if it could be fused with one of it, past those that do
    /// not depend on it.
    fn add(&mut self, list: &mut List, stmt: Stmt, by: &RenamedVars) -> bool {
        if matches!(stmt, Stmt::Let { .. }) {
            list.lets.push(stmt);
            return false;
        }
        let effects = Effects::of(std::slice::from_ref(&stmt), &self.computes);
        for i in (0..list.rest.len()).rev() {
            if let Some(fused) = self.fuse(&list.rest[i].0, &stmt, by) {
                list.lets.extend(fused.lets);
                let computes = &self.computes;
                let rest = fused.rest.into_iter().map(|stmt| {
                    let effects = Effects::of(std::slice::from_ref(&stmt), computes);
                    (stmt, effects)
                });
                list.rest.splice(i..=i, rest.collect::<Vec<_>>());
                return true;
            }
            if !effects.independent(&list.rest[i].1) {
                break;
            }
        }
        list.rest.push((stmt, effects));
        false
    }

    /// Two statements as one that does the same, if that saves loads.
    fn fuse(&mut self, a: &Stmt, b: &Stmt, by: &RenamedVars) -> Option<Fused> {
        match (a, b) {
            (Stmt::When { tests, body: first }, Stmt::When { tests: others, body: second }) => {
                let test = |t: &Test| Test { affine: renamed(&t.affine, by), op: t.op };
                let same = others.iter().map(test).eq(tests.iter().cloned());
                let body = self.fuse_bodies(first, second, by).filter(|_| same)?;
                Some(Stmt::When { tests: tests.clone(), body }.into())
            }
            (
                Stmt::For { var, lo, hi, kind, body },
                Stmt::For { var: var_b, lo: lo_b, hi: hi_b, kind: kind_b, body: body_b },
            ) if kind == kind_b => {
                let a = LoopParts { var: *var, lo, hi, kind: *kind, body };
                let b = LoopParts { var: *var_b, lo: lo_b, hi: hi_b, kind: *kind_b, body: body_b };
                match kind {
                    LoopKind::Lanes(_) => self.fuse_lanes(&a, &b, by),
                    LoopKind::Serial | LoopKind::Parallel => self.fuse_loops(a, b, by),
                    // Loops are collapsed after they are merged.
                    LoopKind::Collapsed => None,
                }
            }
            _ => None,
        }
    }

    fn fuse_lanes(
        &mut self,
        a: &LoopParts<'_>,
        b: &LoopParts<'_>,
        by: &RenamedVars,
    ) -> Option<Fused> {
        let ([Stmt::Compute(first)], [Stmt::Compute(second)]) = (a.body, b.body) else {
            return None;
        };
        let at = |bound: &Bound| map_bound(bound, &|e| renamed(e, by));
        let (lo, hi) = (at(b.lo), at(b.hi));
        let ends = [self.longer(a.lo, &lo), self.longer(a.hi, &hi)];
        let equal = ends == [Some(Longer::Neither); 2];
        let mut by = by.clone();
        by.push((b.var, a.var.into()));
        let (first, own) = (&self.computes[first.0], &self.computes[second.0]);
        let second = map_compute(own, &|e| renamed(e, &by));
        if !equal && !interleaves(self.loops, first, &second, a.var) {
            return None;
        }
        let joined = join(self.loops, first, &second, a.var)?;
        self.computes.push(joined);
        let body = vec![Stmt::Compute(ComputeId(self.computes.len() - 1))];
        let (first, last) = (both(a.lo, &lo), both(a.hi, &hi));
        let mut fused = Fused::from(a.with(first.clone(), last.clone(), body));
        if !equal {
            let [first, last] = [("first_both", first), ("last_both", last)]
                .map(|(what, end)| named_end(&mut self.vars, &mut fused.lets, (a.var, what), &end));
            let outer = self.lets.len();
            for end in &fused.lets {
                if let Stmt::Let { var, value } = end {
                    self.lets.push((*var, value.clone()));
                }
            }
            let of = [(a, Longer::First), (b, Longer::Second)];
            let may = |end: usize, longer| ends[end].is_none_or(|found| found == longer);
            let before = of.iter().filter(|(_, longer)| may(0, *longer));
            let before = before.map(|(one, _)| self.short(one.before(&first)));
            let before: Vec<Stmt> = before.collect();
            let after = of.iter().filter(|(_, longer)| may(1, *longer));
            fused.rest.extend(after.map(|(one, _)| self.short(one.after(&first, &last))));
            fused.rest.splice(0..0, before);
            self.lets.truncate(outer);
        }
        Some(fused)
    }

    /// Which loop is longer at an end, if that can be seen from its bounds and the `let`s in them.
    fn longer(&self, a: &Bound, b: &Bound) -> Option<Longer> {
        let value = |v: VarId| match self.lets.iter().find(|l| l.0 == v)?.1.list() {
            [value] => Some(value.clone()),
            _ => None,
        };
        let [a, b] = [a, b].map(|bound| map_bound(bound, &|e| substitute(e, &value)));
        longer(&a, &b)
    }

    /// A lanes loop; one of a single point takes no vectors, and has a compute of its own.
    fn short(&mut self, mut lanes: Stmt) -> Stmt {
        if let Stmt::For { lo, hi, kind, body, .. } = &mut lanes
            && let [Stmt::Compute(id)] = &mut body[..]
            && at_most_times(1, lo, hi, &self.lets)
        {
            let mut point = self.computes[id.0].clone();
            point.access = point.access.of_points();
            self.computes.push(point);
            (*kind, *id) = (LoopKind::Serial, ComputeId(self.computes.len() - 1));
        }
        lanes
    }

    fn fuse_loops(
        &mut self,
        a: LoopParts<'_>,
        b: LoopParts<'_>,
        by: &RenamedVars,
    ) -> Option<Fused> {
        let (first, second) = (self.effects(a.body), self.effects(b.body));
        let lag = lag(&first, &second, (a.var, b.var), by);
        let shift = lag.filter(|_| a.kind == LoopKind::Serial).unwrap_or(0);
        if a.var == b.var && shift != 0 {
            // One variable cannot have two values.
            return None;
        }
        let mut by = by.clone();
        by.push((b.var, Affine::from(a.var).offset(shift)));
        let at = |bound: &Bound| map_bound(bound, &|e| renamed(e, &by).offset(-shift));
        let (lo, hi) = (at(b.lo), at(b.hi));
        let before = longer(a.lo, &lo)?;
        let after = longer(a.hi, &hi)?;
        let equal = before == Longer::Neither && after == Longer::Neither;
        let registers = lag.is_some() && a.kind == LoopKind::Serial;
        let worth = || equal || registers || self.are_residues((a.body, b.body), a.var, &by);
        if !worth() || !keeps_order(&first, &second, (&a, &b), &by) {
            return None;
        }
        let body = self.fuse_bodies(a.body, b.body, &by)?;
        let both = (both(a.lo, &lo), both(a.hi, &hi));
        let mut fused = Fused::from(a.with(both.0.clone(), both.1.clone(), body));
        if equal {
            return Some(fused);
        }
        let mut define = |what: &str, value: Bound| {
            let var = self.vars.derived(a.var, what);
            fused.lets.push(Stmt::Let { var, value });
            Affine::from(var)
        };
        let first = define("first_both", both.0);
        let own = |longer, of: &Affine| match longer {
            Longer::First => Some((&a, of.clone())),
            Longer::Second => Some((&b, of.offset(shift))),
            Longer::Neither => None,
        };
        if let Some((one, first)) = own(before, &first) {
            let hi = with(one.hi, [first.offset(-1)]);
            fused.rest.insert(0, one.with(one.lo.clone(), hi, one.body.to_vec()));
        }
        if after != Longer::Neither {
            let last = define("last_both", both.1);
            let lows = [first, last.offset(1)].map(|e| own(after, &e));
            if let [Some((one, first)), Some((_, past))] = lows {
                let lo = with(one.lo, [first, past]);
                fused.rest.push(one.with(lo, one.hi.clone(), one.body.to_vec()));
            }
        }
        Some(fused)
    }

    /// Whether loops around one lanes loop each store to points between each other's.
    fn are_residues(&self, bodies: (&[Stmt], &[Stmt]), var: VarId, by: &RenamedVars) -> bool {
        let lanes = |body: &[Stmt]| {
            let [Stmt::For { var, kind: LoopKind::Lanes(_), body, .. }] = body else { return None };
            let [Stmt::Compute(id)] = &body[..] else { return None };
            Some((*var, &self.computes[id.0]))
        };
        let (Some((lane, first)), Some((other, second))) = (lanes(bodies.0), lanes(bodies.1))
        else {
            return false;
        };
        let by: RenamedVars = by.iter().cloned().chain([(other, lane.into())]).collect();
        let second = map_compute(second, &|e| renamed(e, &by));
        interleaves(self.loops, first, &second, var)
    }

    /// The statements of both bodies, if some of them can be fused.
    fn fuse_bodies(&mut self, a: &[Stmt], b: &[Stmt], by: &RenamedVars) -> Option<Vec<Stmt>> {
        let mut list = List::default();
        for stmt in a {
            match stmt {
                Stmt::Let { .. } => list.lets.push(stmt.clone()),
                other @ Stmt::When { .. }
                | other @ Stmt::For { .. }
                | other @ Stmt::Scratch { .. }
                | other @ Stmt::Copy(_)
                | other @ Stmt::Compute(_) => {
                    list.rest.push((other.clone(), self.effects(std::slice::from_ref(other))))
                }
            }
        }
        let own_lets = list.lets.len();
        let mut saves = false;
        for stmt in b {
            saves |= self.add(&mut list, stmt.clone(), by);
        }
        if !saves {
            return None;
        }
        // What is left of the second body still uses its own variable. Where several bodies share
        // one, as those of channels do, the first of them has defined it.
        let mut stmts = list.into_stmts();
        if let Some((var, value)) = by.last()
            && *value != Affine::from(*var)
            && mentions(&stmts, &self.computes, *var)
        {
            let own = Stmt::Let { var: *var, value: Bound::Max(vec![value.clone()]) };
            let defines = |stmt: &&Stmt| matches!(stmt, Stmt::Let { var: v, .. } if *v == *var);
            let defined = stmts.iter().find(defines);
            match defined {
                None => stmts.insert(own_lets, own),
                Some(same) if *same == own => {}
                Some(_) => return None,
            }
        }
        Some(stmts)
    }

    fn effects(&self, stmts: &[Stmt]) -> Effects {
        Effects::of(stmts, &self.computes)
    }
}

impl LoopParts<'_> {
    /// Its points before those from `first` on.
    fn before(&self, first: &Affine) -> Stmt {
        self.with(self.lo.clone(), with(self.hi, [first.offset(-1)]), self.body.to_vec())
    }

    /// Its points behind those from `first` to `last`. Where there are none of these, nothing is
    /// before and behind them.
    fn after(&self, first: &Affine, last: &Affine) -> Stmt {
        let lo = with(self.lo, [last.offset(1), first.clone()]);
        self.with(lo, self.hi.clone(), self.body.to_vec())
    }

    /// The same with other bounds and another body.
    fn with(&self, lo: Bound, hi: Bound, body: Vec<Stmt>) -> Stmt {
        Stmt::For { var: self.var, lo, hi, kind: self.kind, body }
    }
}

/// Which of two loops has iterations beyond the other's, at one end.
#[derive(Clone, Copy, PartialEq)]
enum Longer {
    Neither,
    First,
    Second,
}

/// Which loop is longer at an end, if that can be seen from its bounds.
fn longer(a: &Bound, b: &Bound) -> Option<Longer> {
    // Whether bound `a` is further out than `b`: each of its expressions is than some of `b`.
    let beyond = |a: &Bound, b: &Bound| {
        let further = |e: &Affine, f: &Affine| match a {
            Bound::Max(_) => f.sub(e).lower_bound().is_some_and(|bound| bound >= 0),
            Bound::Min(_) => e.sub(f).lower_bound().is_some_and(|bound| bound >= 0),
        };
        a.list().iter().all(|e| b.list().iter().any(|f| further(e, f)))
    };
    match (beyond(a, b), beyond(b, a)) {
        (true, true) => Some(Longer::Neither),
        (true, false) => Some(Longer::First),
        (false, true) => Some(Longer::Second),
        (false, false) => None,
    }
}

/// The bound that says both.
fn both(a: &Bound, b: &Bound) -> Bound {
    with(a, b.list().iter().cloned())
}

fn with(bound: &Bound, more: impl IntoIterator<Item = Affine>) -> Bound {
    let list = bound.list().iter().cloned().chain(more).collect();
    simplified(&match bound {
        Bound::Max(_) => Bound::Max(list),
        Bound::Min(_) => Bound::Min(list),
    })
}
