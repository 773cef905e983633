//! The invariants of a loop nest, checked.

mod carried;
mod compute;
mod inside;

use super::collapse::CollapsedRow;
use super::walk::for_each_stmt;
use super::{
    Bound, Buffer, ComputeId, Copy, Hold, LoopKind, LoopNest, Nest, Pad, PartOf, Role, Stmt,
    StripRuns, is_ordered,
};
use crate::analysis::lane::lane_dimension;
use crate::ir::{Affine, Atom, Block, Index, Node, Source, Test, VarId};
use inside::FirstValues;
use std::collections::{HashMap, HashSet};

/// Checks every invariant listed in the module's documentation.
///
/// # Errors
/// One message for each violation, naming the nest.
pub fn verify(loops: &LoopNest) -> Result<(), Vec<String>> {
    let mut stored: Vec<bool> = vec![false; loops.stages.len()];
    let mut errors = Vec::new();
    for nest in &loops.nests {
        let mut sources = HashMap::new();
        collect_sources(&nest.body, &mut sources);
        let (scope, parallel, found) = (Vec::new(), Vec::new(), Vec::new());
        let (lane, row, lanes) = (None, None, HashMap::new());
        let ordered = is_ordered(&loops.stages, nest);
        let mut checker = Checker {
            loops,
            nest,
            ordered,
            scope,
            parallel,
            lane,
            lanes,
            row,
            sources,
            least: FirstValues::new(),
            errors: found,
        };
        checker.runs();
        checker.stmts(&nest.body, Position::Top);
        errors.append(&mut checker.errors);
        check_order(loops, nest, &stored, &mut errors);
        nest.stored().iter().for_each(|stage| stored[stage.0] = true);
    }
    errors.extend(loops.stages.iter().flatten().filter_map(folded_lanes));
    errors.extend(same_name(&loops.nests));
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The first nest with the name of one before it: a nest is a function of that name.
fn same_name(nests: &[Nest]) -> Option<String> {
    let mut names = HashSet::new();
    let twice = nests.iter().find(|nest| !names.insert(nest.name.as_str()))?;
    Some(format!("two nests are named `{}`", twice.name))
}

/// A scratchpad that folds the dimension of the lanes, or one inside it: lanes go along it by
/// address.
fn folded_lanes(buffer: &Buffer) -> Option<String> {
    let Role::Scratch(held) = &buffer.role else { return None };
    let is_folded = |d: &usize| matches!(held[*d], Hold::Current | Hold::Circular(_));
    let folded = match buffer.part_of {
        Some(PartOf::Staged(_)) => is_folded(&buffer.innermost()),
        Some(PartOf::Step(_) | PartOf::Kept(_)) | None => {
            (lane_dimension(&buffer.domain)..held.len()).any(|d| is_folded(&d))
        }
    };
    folded.then(|| format!("the scratchpad of `{}` is folded along the lanes", buffer.name))
}

/// Loads only from inputs and from stages of this or an earlier nest.
fn check_order(loops: &LoopNest, nest: &Nest, stored: &[bool], errors: &mut Vec<String>) {
    let own = nest.stored();
    for source in nest.loaded() {
        if let Source::Stage(s) = source
            && !stored[s.0]
            && !own.contains(&s)
        {
            let name = &loops.buffer(source).name;
            errors.push(format!("{}: `{name}` is loaded before it is stored", nest.name));
        }
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    Top,
    Parallel,
    Serial,
    Lanes,
}

struct Checker<'a> {
    loops: &'a LoopNest,
    nest: &'a Nest,
    /// Whether the order of its points is what keeps its loads and stores apart.
    ordered: bool,
    scope: Vec<VarId>,
    parallel: Vec<VarId>,
    /// The variable of the lanes loop around the statement.
    lane: Option<VarId>,
    /// By compute, along which variable its vectors go.
    lanes: HashMap<ComputeId, VarId>,
    /// The loops around it that are collapsed to one row.
    row: Option<CollapsedRow<'a>>,
    /// What the values of variables come from.
    sources: HashMap<VarId, Vec<VarId>>,
    /// What is known of the variables.
    least: FirstValues<'a>,
    errors: Vec<String>,
}

fn as_affine(index: &Index) -> Option<Affine> {
    match index {
        Index::Affine(a) => Some(a.clone()),
        Index::Value(_) => None,
    }
}

fn has_parallel(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::For { kind: LoopKind::Parallel, .. } => true,
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
            body.iter().any(has_parallel)
        }
        Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => false,
    }
}

/// Collects the variables that `let`s and lower bounds mention, by the variable they define.
fn collect_sources(stmts: &[Stmt], sources: &mut HashMap<VarId, Vec<VarId>>) {
    for stmt in stmts {
        let (var, bound, body): (_, _, &[Stmt]) = match stmt {
            Stmt::Let { var, value } => (var, value, &[]),
            Stmt::For { var, lo, body, .. } => (var, lo, body),
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                collect_sources(body, sources);
                continue;
            }
            Stmt::Copy(_) | Stmt::Compute(_) => continue,
        };
        let mentioned = bound.list().iter().flat_map(Affine::vars);
        sources.entry(*var).or_default().extend(mentioned);
        collect_sources(body, sources);
    }
}

impl<'a> Checker<'a> {
    fn error(&mut self, message: String) {
        self.errors.push(format!("{}: {message}", self.nest.name));
    }

    /// Strips that run as one are those of a parallel loop.
    fn runs(&mut self) {
        let Some(StripRuns { strip, many, .. }) = self.nest.runs else { return };
        self.define(many);
        let mut found = false;
        for_each_stmt(&self.nest.body, &mut |stmt| {
            let of_strips = |var: VarId, kind: LoopKind| var == strip && kind == LoopKind::Parallel;
            found |= matches!(stmt, Stmt::For { var, kind, .. } if of_strips(*var, *kind));
        });
        if !found {
            self.error("no parallel loop has the strips that run as one".into());
        }
    }

    fn stmts(&mut self, stmts: &'a [Stmt], place: Position) {
        let outer = self.scope.len();
        for stmt in stmts {
            self.stmt(stmt, place);
        }
        self.scope.truncate(outer);
    }

    fn stmt(&mut self, stmt: &'a Stmt, place: Position) {
        match stmt {
            Stmt::Let { var, value } => {
                self.bound(value);
                self.define(*var);
                self.least.insert(*var, value);
            }
            Stmt::When { tests, body } => {
                tests.iter().for_each(|t| self.test(t));
                self.stmts(body, place);
            }
            Stmt::For { var, lo, hi, kind, body } => {
                if *kind == LoopKind::Collapsed && !self.is_one_row(stmt) {
                    self.error(format!("the rows of `{}` are not one", self.nest.vars.name(*var)));
                }
                let outer = self.row;
                if *kind == LoopKind::Collapsed {
                    self.row = CollapsedRow::of(stmt);
                }
                self.for_loop(*var, lo, hi, *kind, body, place);
                self.row = outer;
            }
            Stmt::Scratch { pads, body } => {
                pads.iter().for_each(|pad| self.pad(pad));
                let parallel = body.iter().any(has_parallel);
                if parallel {
                    self.error("a parallel loop is inside scratchpads".into());
                }
                self.stmts(body, place);
            }
            Stmt::Copy(copy) => self.copy(copy),
            Stmt::Compute(id) => self.compute(*id),
        }
    }

    /// A copy is between buffers of one type, to or from a scratchpad, and races on nothing.
    fn copy(&mut self, copy: &Copy) {
        for span in &copy.part {
            self.bound(&span.lo);
            self.bound(&span.hi);
        }
        let Some(to) = self.loops.stages.get(copy.to.0).and_then(Option::as_ref) else {
            return self.error("a copy is to a stage without buffer".into());
        };
        if let Source::Stage(s) = copy.from
            && self.loops.stages.get(s.0).is_none_or(Option::is_none)
        {
            return self.error("a copy is from a stage without buffer".into());
        }
        let (from, rank) = (self.loops.buffer(copy.from), copy.part.len());
        if from.ty != to.ty || from.domain.0.len() != rank || to.domain.0.len() != rank {
            self.error(format!("`{}` cannot be copied to `{}`", from.name, to.name));
        }
        let pad = |b: &Buffer| matches!(b.role, Role::Scratch(_));
        if !pad(from) && !pad(to) {
            self.error(format!("neither `{}` nor `{}` is a scratchpad", from.name, to.name));
        }
        for var in self.parallel.clone().into_iter().filter(|_| !pad(to)) {
            let of_var = |a: &Affine| self.depends(a, var);
            if !copy.part.iter().any(|s| s.lo.list().iter().any(of_var)) {
                let name = self.nest.vars.name(var);
                self.error(format!("the copy to `{}` races on parallel `{name}`", to.name));
            }
        }
    }

    fn is_one_row(&self, stmt: &Stmt) -> bool {
        let compute = |row: &CollapsedRow<'_>| self.nest.computes.get(row.compute.0);
        CollapsedRow::of(stmt).is_some_and(|row| {
            compute(&row).is_some_and(|compute| row.is_one(compute, |s| self.loops.buffer(s)))
        })
    }

    fn pad(&mut self, pad: &Pad) {
        let stage = pad.stage.0;
        let role = self.loops.stages[stage].as_ref().map(|b| &b.role);
        let Some(Role::Scratch(held)) = role else {
            return self.error(format!("scratch of stage {stage}, which has no scratchpad"));
        };
        let parts = held.iter().map(|h| matches!(h, Hold::Part(_)));
        if !parts.eq(pad.base.iter().map(Option::is_some)) {
            self.error(format!("the base of stage {stage} does not fit its scratchpad"));
        }
        pad.base.iter().flatten().for_each(|b| self.bound(b));
    }

    fn for_loop(
        &mut self,
        var: VarId,
        lo: &'a Bound,
        hi: &Bound,
        kind: LoopKind,
        body: &'a [Stmt],
        place: Position,
    ) {
        self.bound(lo);
        self.bound(hi);
        let between = place == Position::Serial && !self.parallel.is_empty();
        if kind == LoopKind::Parallel && (between || place == Position::Lanes) {
            self.error(
                "a parallel loop is inside a serial one that is inside a parallel one".into(),
            );
        }
        if place == Position::Lanes {
            self.error("a loop is inside a lanes loop".into());
        }
        let in_lanes = matches!(kind, LoopKind::Lanes(_));
        if in_lanes && !matches!(body, [Stmt::Compute(_)]) {
            self.error("a lanes loop must hold exactly one compute".into());
        }
        if let (true, [Stmt::Compute(id)]) = (in_lanes, body)
            && *self.lanes.entry(*id).or_insert(var) != var
        {
            self.error(format!("vectors of compute #{} go along two variables", id.0));
        }
        let outer = self.scope.len();
        self.define(var);
        self.least.insert(var, lo);
        let inside = match kind {
            LoopKind::Parallel => Position::Parallel,
            LoopKind::Serial | LoopKind::Collapsed => Position::Serial,
            LoopKind::Lanes(_) => Position::Lanes,
        };
        if kind == LoopKind::Parallel {
            self.parallel.push(var);
        }
        self.lane = in_lanes.then_some(var);
        self.stmts(body, inside);
        self.lane = None;
        if kind == LoopKind::Parallel {
            self.parallel.pop();
        }
        self.scope.truncate(outer);
    }

    fn define(&mut self, var: VarId) {
        if var.0 >= self.nest.vars.len() {
            self.error(format!("variable {} has no name", var.0));
        } else if self.scope.contains(&var) {
            self.error(format!("`{}` is defined twice", self.nest.vars.name(var)));
        }
        self.scope.push(var);
    }

    /// Whether an index depends on a variable, directly or through the bounds and values of the
    /// variables it mentions.
    fn depends(&self, a: &Affine, var: VarId) -> bool {
        let mut open = a.vars();
        let mut seen = open.clone();
        while let Some(v) = open.pop() {
            for source in self.sources.get(&v).into_iter().flatten() {
                if !seen.contains(source) {
                    seen.push(*source);
                    open.push(*source);
                }
            }
        }
        seen.contains(&var)
    }

    fn block(&mut self, block: &Block) {
        let outer = self.scope.len();
        for expr in &block.exprs {
            match &expr.node {
                Node::Index(a) => self.affine(a),
                Node::Test(t) => self.test(t),
                Node::Read { source, index } => self.read(*source, index),
                Node::Reduce { vars, body, .. } => {
                    vars.iter().for_each(|v| self.scope.push(v.id));
                    self.block(body);
                    self.scope.truncate(outer);
                }
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => {}
            }
        }
    }

    fn read(&mut self, source: Source, index: &[Index]) {
        if let Source::Stage(s) = source
            && self.loops.stages[s.0].is_none()
        {
            return self.error(format!("stage {} is loaded but not stored", s.0));
        }
        let buffer = self.loops.buffer(source);
        if index.len() != buffer.domain.0.len() {
            self.error(format!("`{}` is loaded with {} indices", buffer.name, index.len()));
        }
        for i in index {
            if let Index::Affine(a) = i {
                self.affine(a);
            }
        }
    }

    fn bound(&mut self, bound: &Bound) {
        if bound.list().is_empty() {
            self.error("an empty bound".into());
        }
        bound.list().iter().for_each(|a| self.affine(a));
    }

    fn test(&mut self, test: &Test) {
        self.affine(&test.affine);
    }

    fn affine(&mut self, a: &Affine) {
        let mut unknown = Vec::new();
        a.for_each_leaf(&mut |leaf| match leaf {
            Atom::Var(v) if !self.scope.contains(v) => {
                unknown
                    .push(self.nest.vars.get(*v).map_or(format!("variable {}", v.0), String::from));
            }
            Atom::Size(s) if s.0 >= self.loops.sizes.len() => unknown.push(format!("size {}", s.0)),
            Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => {}
        });
        for name in unknown {
            self.error(format!("`{name}` is used outside its scope"));
        }
    }
}
