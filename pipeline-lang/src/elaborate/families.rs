//! From items to a flat list of definitions: loops unrolled, conditions decided, members named.

use super::domain::unpaired;
use super::expr::Elab;
use super::names::at;
use super::operand::{Const, Operand};
use super::print;
use super::program::{Def, Elaboration, StageDim, StageState, Symbol};
use super::scope::{Binding, NameScope};
use super::sizes::MOST_DIMENSIONS;
use crate::syntax::{Item, RangeExpr, Stage};
use pipeline_core::ir::Interval;
use proc_macro2::Ident;

/// What to do where the ends of a loop around items are no constants.
const NO_CONSTANT_ENDS: &str = "; a `for` around items repeats them at compile time, and a stage has all \
     of its points by itself: `f(x) in [0..n] = …;`";

/// Loops run no more often than this in total.
const MOST_ITERATIONS: i64 = 10_000;
/// A pipeline has no more stages than this.
const MOST_STAGES: usize = 10_000;

/// The walk over the items.
struct Walk {
    iterations: i64,
    full: bool,
}

impl<'a> Elaboration<'a> {
    /// Lists the definitions, with names and domains.
    pub(super) fn flatten(&mut self) {
        let mut walk = Walk { iterations: 0, full: false };
        self.items(&self.block.items, &NameScope::default(), true, &mut walk);
    }

    fn items(&mut self, items: &'a [Item], scope: &NameScope, top: bool, walk: &mut Walk) {
        let mut scope = scope.clone();
        if !top {
            let constants = self.constants(items, &scope, false);
            for (i, (name, operand)) in constants.iter().enumerate() {
                self.allowed(name);
                if let Some((first, _)) = constants[..i].iter().find(|c| c.0 == *name) {
                    let shown = print::name(name);
                    let first = at("first defined", first.span());
                    self.error(
                        name.span(),
                        format!("constant `{shown}` is defined twice; {first}"),
                    );
                }
                scope = scope.bind(print::name(name), operand.clone());
            }
        }
        for item in items {
            match item {
                Item::Const { .. } | Item::Broken(_) => {}
                Item::Helper { name, .. } if !top => {
                    self.error(name.span(), "helper functions stand outside of loops and `if`");
                }
                Item::Helper { .. } => {}
                Item::Border { .. } => self.borders.push((item, scope.clone())),
                Item::Stage(stage) => self.define(stage, &scope, walk),
                Item::Update(update) => self.updates.push((update, scope.clone())),
                Item::For { var, range, items } => self.repeat(var, range, items, &scope, walk),
                Item::If { cond, then, otherwise } => {
                    match self.decided(cond, &scope) {
                        Some(true) => self.items(then, &scope, false, walk),
                        Some(false) => self.items(otherwise, &scope, false, walk),
                        // Which stages exist is unknown, so what is missing may be here.
                        None => {
                            self.maybe_defined(then);
                            self.maybe_defined(otherwise);
                        }
                    }
                }
            }
        }
    }

    fn repeat(
        &mut self,
        var: &'a Ident,
        range: &'a RangeExpr,
        items: &'a [Item],
        scope: &NameScope,
        walk: &mut Walk,
    ) {
        self.allowed(var);
        let Some(values) = Elab::new(self).values(range, scope, NO_CONSTANT_ENDS) else {
            self.maybe_defined(items);
            return;
        };
        for i in 0..values.count {
            walk.iterations += 1;
            if walk.iterations > MOST_ITERATIONS {
                if walk.iterations == MOST_ITERATIONS + 1 {
                    let message = format!("loops run more than {MOST_ITERATIONS} times in total");
                    self.error(range.span, message);
                }
                self.maybe_defined(items);
                return;
            }
            let value = Operand::Const(Const::int(values.get(i).into()));
            self.items(items, &scope.bind(print::name(var), value), false, walk);
        }
    }

    /// Notes names that an item with an error would have defined.
    fn maybe_defined(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Stage(stage) => self.maybe_stage(stage),
                Item::For { items, .. } => self.maybe_defined(items),
                Item::If { then, otherwise, .. } => {
                    self.maybe_defined(then);
                    self.maybe_defined(otherwise);
                }
                _ => {}
            }
        }
    }

    fn maybe_stage(&mut self, stage: &Stage) {
        let name = print::name(&stage.target.name);
        let entry = (Symbol::Stage(stage.target.members.len()), stage.target.name.span());
        self.symbols.entry(name.clone()).or_insert(entry);
        self.incomplete.insert(name);
    }

    fn define(&mut self, stage: &'a Stage, scope: &NameScope, walk: &mut Walk) {
        if self.defs.len() >= MOST_STAGES {
            if !std::mem::replace(&mut walk.full, true) {
                let message = format!("the pipeline has more than {MOST_STAGES} stages");
                self.error(stage.target.name.span(), message);
            }
            self.maybe_stage(stage);
            return;
        }
        let name = self.member_name(stage, scope);
        self.index_variables(stage);
        let ty = stage.ty.as_ref().and_then(|ty| self.elem_type(ty));
        let dims = self.stage_dims(stage, scope);
        let vars = stage.vars.iter().map(print::name).collect();
        self.defs.push(Def {
            stage,
            name,
            scope: scope.clone(),
            ty,
            state: StageState::Waiting,
            dims,
            vars,
            cases: Vec::new(),
            updates: Vec::new(),
            reads: Vec::new(),
            border: None,
        });
    }

    /// Enters the stage that is about to be listed, and returns its name with members.
    fn member_name(&mut self, stage: &'a Stage, scope: &NameScope) -> String {
        let target = &stage.target;
        let family = print::name(&target.name);
        let members: Vec<Option<i64>> =
            target.members.iter().map(|m| Elab::new(self).integer(m, scope)).collect();
        let arity = members.len();
        match self.symbols.get(&family).copied() {
            Some((Symbol::Stage(known), first)) if known != arity => {
                let first = at("first defined", first);
                let message = match (known, arity) {
                    (0, _) => format!("`{family}` is already one stage, not a family; {first}"),
                    (_, 0) => format!("`{family}` is already a family of stages; {first}"),
                    _ => {
                        let has = print::count(known, "number");
                        format!("members of `{family}` have {has}, not {arity}; {first}")
                    }
                };
                self.error(target.name.span(), message);
            }
            Some((Symbol::Stage(_), _)) => {}
            _ => {
                self.declare(&target.name, Symbol::Stage(arity));
            }
        }
        let shown: String =
            members.iter().map(|m| m.map_or("[?]".into(), |k| format!("[{k}]"))).collect();
        let name = format!("{family}{shown}");
        match members.into_iter().collect::<Option<Vec<i64>>>() {
            Some(members) => {
                let number = self.defs.len();
                match self.members.get(&(family.clone(), members.clone())) {
                    Some(first) => {
                        let first = self.defs[*first].stage.target.name.span();
                        let message = format!(
                            "`{name}` is defined twice; {}. A definition is final: what changes \
                             values is an update, `{name}(…) += e for …`",
                            at("first defined", first)
                        );
                        self.error(target.name.span(), message);
                    }
                    None => {
                        self.members.insert((family, members), number);
                    }
                }
            }
            None => {
                self.incomplete.insert(family);
            }
        }
        name
    }

    fn index_variables(&mut self, stage: &Stage) {
        let rank = stage.vars.len();
        if rank == 0 {
            let message = "a stage has at least one index variable: `f(x) = …`";
            self.error(stage.target.name.span(), message);
        } else if rank > MOST_DIMENSIONS {
            let message = format!("a stage has 1 to {MOST_DIMENSIONS} dimensions, not {rank}");
            self.error(stage.target.name.span(), message);
        }
        for (i, var) in stage.vars.iter().enumerate() {
            self.allowed(var);
            let name = print::name(var);
            if stage.vars[..i].contains(var) {
                self.error(var.span(), format!("index variable `{name}` is given twice"));
            } else if let Some((Symbol::Size(_), _)) = self.symbols.get(&name) {
                let message = format!("`{name}` is a size; choose another name for the variable");
                self.error(var.span(), message);
            }
        }
    }

    fn stage_dims(&mut self, stage: &Stage, scope: &NameScope) -> Vec<StageDim> {
        let unknown =
            StageDim { interval: Interval { lo: Vec::new(), hi: Vec::new() }, step: None };
        let rank = stage.vars.len();
        let Some(ranges) = &stage.domain else { return vec![unknown; rank] };
        let scope = stage.vars.iter().fold(scope.clone(), |s, v| {
            let why = "bounds are made of sizes and constants, not of index variables";
            s.with(print::name(v), Binding::Forbidden(why))
        });
        if let Some((span, unpaired)) = unpaired(&stage.vars, ranges) {
            let shown = print::stage(&stage.target);
            let (vars, has) =
                (print::count(rank, "index variable"), print::count(ranges.len(), "range"));
            let message = format!("`{shown}` has {vars}, but its domain has {has}: {unpaired}");
            self.error(span, message);
        }
        let mut dims: Vec<StageDim> = ranges
            .iter()
            .map(|r| Elab::new(self).interval(r, &scope).unwrap_or(unknown.clone()))
            .collect();
        dims.resize(rank, unknown);
        dims
    }
}
