//! The invariants of a loop nest, checked.

mod carried;
mod inside;

use super::collapse::CollapsedRow;
use super::dependence::{no_alias, stride};
use super::walk::for_each_stmt;
use super::{
    Access, Bound, Buffer, Compute, ComputeId, Copy, Hold, LoopKind, LoopNest, Nest, Pad, PartOf,
    Role, Stmt, Store, StripRuns, is_ordered,
};
use crate::analysis::lane::lane_dimension;
use crate::ir::border::Lands;
use crate::ir::{Affine, Atom, Block, Expr, Index, Node, Source, Test, VarId};
use inside::{FirstValues, is_inside};
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

/// Whether two stores have a data-dependent index in the same dimensions.
fn same_data(a: &Store, b: &Store) -> bool {
    a.data.iter().map(|data| data.0).eq(b.data.iter().map(|data| data.0))
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

    fn compute(&mut self, id: ComputeId) {
        let Some(compute) = self.nest.computes.get(id.0) else {
            return self.error(format!("there is no compute #{}", id.0));
        };
        if compute.stores.first().map(|s| s.value) != Some(compute.value.result) {
            self.error(format!("the result of compute #{} is not its first store", id.0));
        }
        compute.stores.iter().for_each(|s| self.store(id, &compute.value, s));
        self.apart(id, compute);
        self.along_lanes(id, compute);
        self.ends(id, compute);
        self.block(&compute.value);
        if let Some(wrong) = carried::wrong(compute, self.lane, self.row) {
            self.error(format!("compute #{} carries {wrong}", id.0));
        }
    }

    /// Lanes go along a dimension by address, so none that they move along is folded.
    fn along_lanes(&mut self, id: ComputeId, compute: &Compute) {
        let Some(lane) = self.lane else { return };
        let folds = |source: Source, index: &[Index]| {
            let Source::Stage(s) = source else { return false };
            let Some(buffer) = &self.loops.stages[s.0] else { return false };
            index.iter().enumerate().any(|(dim, index)| {
                let moves = matches!(index, Index::Affine(a) if a.mentions_var(lane));
                moves && matches!(buffer.hold(dim), Hold::Current | Hold::Circular(_))
            })
        };
        let mut folded = compute.stores.iter().any(|s| folds(Source::Stage(s.stage), &s.at()));
        if compute.access != Access::BorderResolved {
            compute.value.for_each_read(&mut |_, _, source, index| folded |= folds(source, index));
        }
        if folded {
            self.error(format!("compute #{} has lanes along a folded dimension", id.0));
        }
    }

    /// Vectors at the ends of rows load from anywhere in these, so all of a row is there, and none
    /// of it changes meanwhile.
    fn ends(&mut self, id: ComputeId, compute: &Compute) {
        if !compute.access.resolves_ends() {
            return;
        }
        let Some(lane) = self.lane else {
            return self.error(format!("compute #{} resolves the ends of no rows", id.0));
        };
        if compute.updates() {
            self.error(format!("compute #{} resolves ends and changes points", id.0));
        }
        let mut wrong = false;
        compute.value.for_each_read(&mut |_, _, source, index| {
            let buffer = match source {
                Source::Input(i) => self.loops.inputs.get(i.0),
                Source::Stage(s) => self.loops.stages[s.0].as_ref(),
            };
            let Some(buffer) = buffer.filter(|b| b.border.is_some()) else { return };
            let moves = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(lane));
            let linear = |i: &Index| as_affine(i).is_some_and(|a| stride(&a, lane).is_some());
            // A tile stores what it has in a scratchpad before it loads that.
            let is_whole = |dim: usize| match (&buffer.role, source) {
                (Role::Scratch(held), Source::Stage(s)) => {
                    held[dim] == Hold::Whole && compute.stores.iter().all(|to| to.stage != s)
                }
                (_, Source::Stage(s)) => !self.nest.stored().contains(&s),
                (_, Source::Input(_)) => true,
            };
            let mut moving = index.iter().enumerate().filter(|(_, i)| moves(i));
            wrong |= !moving.all(|(dim, i)| is_whole(dim) && linear(i));
        });
        if wrong {
            self.error(format!("compute #{} resolves the ends of what is no whole row", id.0));
        }
    }

    fn store(&mut self, id: ComputeId, block: &Block, store: &Store) {
        let Some(buffer) = self.loops.stages[store.stage.0].as_ref() else {
            return self.error(format!("compute #{} stores to a stage without buffer", id.0));
        };
        if matches!(buffer.role, Role::Input(_)) {
            self.error(format!("compute #{} stores to an input", id.0));
        }
        if store.index.len() != buffer.domain.0.len() {
            self.error(format!("compute #{} stores with {} indices", id.0, store.index.len()));
        }
        match block.exprs.get(store.value.0).map(|e| e.ty) {
            Some(ty) if ty == buffer.ty => {}
            Some(ty) => self.error(format!("compute #{} stores {ty} as {}", id.0, buffer.ty)),
            None => self.error(format!("compute #{} stores no value of its block", id.0)),
        }
        store.index.iter().for_each(|a| self.affine(a));
        for (d, value) in &store.data {
            let int = block.exprs.get(value.0).is_some_and(|e| e.ty.is_int());
            if !int || store.index.get(*d) != Some(&Affine::default()) {
                self.error(format!("compute #{} stores where no integer of its says", id.0));
            }
        }
        let shared = !matches!(buffer.role, Role::Scratch(_));
        for var in self.parallel.clone().into_iter().filter(|_| shared) {
            if !store.index.iter().any(|a| self.depends(a, var)) {
                let name = &self.nest.vars.name(var);
                self.error(format!("compute #{} races on parallel `{name}`", id.0));
            }
        }
    }

    /// Stores go to distinct places, and no load takes from one of them.
    fn apart(&mut self, id: ComputeId, compute: &Compute) {
        let buffer = |s: &Store| self.loops.stages[s.stage.0].as_ref();
        let mut wrong: Vec<String> = Vec::new();
        let prefixes = self.lane.map(|lane| compute.prefixes(lane)).unwrap_or_default();
        let is_before = |expr: &Expr| {
            prefixes.iter().any(|p| std::ptr::eq(expr, &compute.value.exprs[p.before.0]))
        };
        for (i, a) in compute.stores.iter().enumerate() {
            let Some(to) = buffer(a) else { continue };
            let twin = |b: &&Store| b.stage == a.stage;
            if compute.stores[..i]
                .iter()
                .filter(twin)
                .any(|b| !same_data(a, b) || !no_alias(to, &a.index, &b.index, self.lane))
            {
                wrong.push(format!("compute #{} stores twice to one place of `{}`", id.0, to.name));
            }
            compute.value.for_each_read(&mut |_, expr, source, index| {
                if source != Source::Stage(a.stage) || index.len() != a.index.len() {
                    return;
                }
                if is_before(expr) {
                    return;
                }
                // Where the index depends on data, any coordinate may be meant, that of the store
                // as well.
                let of = |(d, i): (usize, &Index)| match a.data.iter().any(|data| data.0 == d) {
                    true => a.index[d].clone(),
                    false => as_affine(i).unwrap_or(a.index[d].clone()),
                };
                let affine: Vec<Affine> = index.iter().enumerate().map(of).collect();
                // A border redirects the load of a point outside to what comes before it, a
                // constant one no load to any place.
                let nowhere = to.border.is_none_or(|mode| mode.lands() == Lands::Nowhere);
                let inside = || is_inside(to, &a.index, &affine, &self.least);
                let resolves = compute.access != Access::Inside && self.lane.is_some();
                let stays = !resolves || nowhere || inside();
                let elsewhere = stays && no_alias(to, &a.index, &affine, self.lane);
                let in_place = compute.is_in_place(source, index) && self.in_lanes_once(a);
                // Point by point, the order of an ordered nest is what keeps them apart.
                let earlier = self.ordered && self.lane.is_none();
                // So it does where every lane stays on a line of its own.
                let lane_private = self.ordered && self.is_lane_private(a, index);
                if !in_place && !earlier && !lane_private && !elsewhere {
                    wrong
                        .push(format!("compute #{} loads from `{}` what it stores", id.0, to.name));
                }
            });
        }
        wrong.into_iter().for_each(|message| self.error(message));
    }

    /// Whether each lane of a loop loads at its own coordinate of some dimension, at which no other
    /// lane stores.
    fn is_lane_private(&self, store: &Store, index: &[Index]) -> bool {
        let own = |(to, from): (&Affine, &Index)| {
            let moves = self.lane.and_then(|lane| stride(to, lane)).is_some_and(|k| k != 0);
            moves && as_affine(from).is_some_and(|from| from == *to)
        };
        store.data.is_empty() && store.index.iter().zip(index).any(own)
    }

    /// Whether the lanes of a loop, if there is one, store to different points.
    fn in_lanes_once(&self, store: &Store) -> bool {
        let moves = |lane: VarId| {
            let strides = store.index.iter().map(|a| stride(a, lane));
            store.data.is_empty() && strides.into_iter().any(|k| k.is_some_and(|k| k != 0))
        };
        self.lane.is_none_or(moves)
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
