//! The numbers of a nest's variables: one for each name where scopes do not meet, in the order of
//! the printed nest.

use super::optimise::drop_unused_computes;
use super::rename::{Renaming, SAME, with_vars};
use super::vars::Vars;
use super::walk::with_body;
use super::{Bound, Copy, LoopNest, Nest, Span, Stmt, StripRuns};
use crate::ir::{Affine, Block, Node, VarId};

/// Numbers the variables of every nest, and drops computes that no statement runs, whose variables
/// may have no definition.
pub fn number_variables(mut loops: LoopNest) -> LoopNest {
    loops.nests = loops.nests.into_iter().map(drop_unused_computes).map(number).collect();
    loops
}

/// The nest with its variables numbered as they come in the printed nest, windows of computes
/// first. Variables that nothing defines are gone, and two of one name, neither of which is in
/// scope where the other is defined, are one.
fn number(nest: Nest) -> Nest {
    let merged = Merged::of(&nest);
    let mut order: Vec<VarId> = Vec::new();
    let mut add = |var: VarId| {
        let var = merged.class(var);
        if !order.contains(&var) {
            order.push(var);
        }
    };
    nest.runs.iter().for_each(|runs| add(runs.many));
    nest.computes.iter().for_each(|c| windows(&c.value, &mut add));
    definitions(&nest.body, &mut add);
    let vars = Vars::named(order.iter().map(|v| nest.vars.name(*v).to_string()));
    let to = |var: VarId| {
        let class = merged.class(var);
        VarId(order.iter().position(|v| *v == class).unwrap_or(usize::MAX))
    };
    let renaming = Renaming { var: &to, affine: &|a| with_vars(a, &to), ..SAME };
    let computes = nest.computes.iter().map(|c| renaming.compute(c)).collect();
    let body = renaming.stmts(&nest.body).into_iter().map(with_plain_bounds).collect();
    let runs = nest.runs.map(|runs| StripRuns {
        strip: to(runs.strip),
        many: to(runs.many),
        again: runs.again,
    });
    Nest { runs, vars, computes, body, ..nest }
}

/// A statement whose bounds of one expression are all of the kind that the place asks for.
fn with_plain_bounds(stmt: Stmt) -> Stmt {
    let plain = |bound: Bound, of_one: fn(Vec<Affine>) -> Bound| match bound {
        Bound::Max(list) | Bound::Min(list) if list.len() == 1 => of_one(list),
        several @ Bound::Max(_) | several @ Bound::Min(_) => several,
    };
    let stmt = match stmt {
        Stmt::Let { var, value } => Stmt::Let { var, value: plain(value, Bound::Max) },
        Stmt::For { var, lo, hi, kind, body } => {
            let (lo, hi) = (plain(lo, Bound::Max), plain(hi, Bound::Min));
            Stmt::For { var, lo, hi, kind, body }
        }
        Stmt::Scratch { mut pads, body } => {
            for base in pads.iter_mut().flat_map(|pad| &mut pad.base) {
                *base = base.take().map(|b| plain(b, Bound::Max));
            }
            Stmt::Scratch { pads, body }
        }
        Stmt::Copy(copy) => {
            let span = |span: Span| Span {
                lo: plain(span.lo, Bound::Max),
                hi: plain(span.hi, Bound::Min),
            };
            Stmt::Copy(Copy { part: copy.part.into_iter().map(span).collect(), ..copy })
        }
        other @ Stmt::When { .. } | other @ Stmt::Compute(_) => other,
    };
    with_body(stmt, |body| body.into_iter().map(with_plain_bounds).collect())
}

/// Which variables become one: by number, the first of those.
struct Merged(Vec<usize>);

impl Merged {
    fn of(nest: &Nest) -> Merged {
        let count = nest.vars.len();
        let mut meets = vec![Vec::new(); count];
        let mut defined = vec![false; count];
        let mut scope =
            NameWalk { nest, now: Vec::new(), meets: &mut meets, defined: &mut defined };
        nest.runs.iter().for_each(|runs| scope.define(runs.many));
        scope.stmts(&nest.body);
        let mut class: Vec<usize> = (0..count).collect();
        for var in 0..count {
            let name = nest.vars.name(VarId(var));
            let fits = |first: &usize| {
                let members = (0..var).filter(|m| class[*m] == *first);
                let mut apart = members.map(|m| defined[m] && !meets[var].contains(&m));
                class[*first] == *first && nest.vars.name(VarId(*first)) == name && apart.all(|a| a)
            };
            let first = (0..var).find(|first| defined[var] && fits(first));
            class[var] = first.unwrap_or(var);
        }
        Merged(class)
    }

    fn class(&self, var: VarId) -> VarId {
        VarId(self.0[var.0])
    }
}

/// A walk that notes which variables of one name are in scope together.
struct NameWalk<'a> {
    nest: &'a Nest,
    now: Vec<VarId>,
    meets: &'a mut [Vec<usize>],
    defined: &'a mut [bool],
}

impl NameWalk<'_> {
    fn define(&mut self, var: VarId) {
        let vars = &self.nest.vars;
        for other in self.now.iter().filter(|v| vars.name(**v) == vars.name(var)) {
            self.meets[var.0].push(other.0);
            self.meets[other.0].push(var.0);
        }
        self.defined[var.0] = true;
        self.now.push(var);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        let outer = self.now.len();
        for stmt in stmts {
            match stmt {
                Stmt::Let { var, .. } => self.define(*var),
                Stmt::For { var, body, .. } => {
                    let outer = self.now.len();
                    self.define(*var);
                    self.stmts(body);
                    self.now.truncate(outer);
                }
                Stmt::When { body, .. } | Stmt::Scratch { body, .. } => self.stmts(body),
                Stmt::Copy(_) => {}
                Stmt::Compute(id) => {
                    let outer = self.now.len();
                    let nest = self.nest;
                    windows(&nest.computes[id.0].value, &mut |var| self.define(var));
                    self.now.truncate(outer);
                }
            }
        }
        self.now.truncate(outer);
    }
}

/// Calls `f` for the variables of a block's windows.
fn windows(block: &Block, f: &mut impl FnMut(VarId)) {
    for expr in &block.exprs {
        if let Node::Reduce { vars, body, .. } = &expr.node {
            vars.iter().for_each(|v| f(v.id));
            windows(body, f);
        }
    }
}

/// Calls `f` for the variables that statements define.
fn definitions(stmts: &[Stmt], f: &mut impl FnMut(VarId)) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, .. } => f(*var),
            Stmt::For { var, body, .. } => {
                f(*var);
                definitions(body, f);
            }
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => definitions(body, f),
            Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}
