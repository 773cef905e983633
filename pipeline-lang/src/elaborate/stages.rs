//! Elaborates the stages, each after those whose types it needs.

use super::cases::Arm;
use super::expr::Elab;
use super::operand::Operand;
use super::order;
use super::print;
use super::program::{Elaboration, StageState};
use crate::syntax::Body;
use pipeline_core::ir::{Affine, Case, ElemType, Region, VarId};
use proc_macro2::Span;

/// What is found of a stage.
#[derive(Default)]
struct FoundStage {
    /// Its type and cases, if they are right.
    cases: Option<(ElemType, Vec<Case>)>,
    /// The type of a case that does not depend on the stage's own.
    typed: Option<ElemType>,
    /// The types of the expressions, in the order of their first.
    types: Vec<ElemType>,
    /// Where the stage reads itself without a type.
    untyped: Option<Span>,
    /// Whether it reads a stage that an error has left without a type.
    blocked: bool,
    reads: Vec<usize>,
    vars: Vec<String>,
}

impl Elaboration<'_> {
    /// Elaborates every stage.
    ///
    /// A definition that reads a stage of unknown type is put off until that is known: which
    /// stages it reads is certain only once constant conditions are decided and helpers inlined,
    /// so nothing else needs to walk it.
    pub(super) fn stages(&mut self) {
        for root in 0..self.defs.len() {
            let mut stack = vec![root];
            while let Some(&d) = stack.last() {
                if self.defs[d].state == StageState::Done {
                    stack.pop();
                    continue;
                }
                self.defs[d].state = StageState::Active;
                stack.extend(self.attempt(d));
            }
        }
        self.cycles();
    }

    /// Elaborates a stage, or returns the stages that come first.
    fn attempt(&mut self, d: usize) -> Vec<usize> {
        let (errors, spans) = (self.errors.len(), self.spans.len());
        let first = match self.defined(d, None) {
            Err(missing) => {
                self.errors.truncate(errors);
                self.spans.truncate(spans);
                return missing;
            }
            Ok(found) => found,
        };
        let found = match first.untyped {
            None => first,
            Some(span) => {
                // A stage that reads itself has the type of something in its definition: the one
                // with which that is right. If none is, the errors are those with the likeliest.
                let mut candidates: Vec<ElemType> =
                    first.typed.into_iter().chain(first.types.iter().rev().copied()).collect();
                candidates.dedup();
                let mut chosen = None;
                for ty in candidates.iter().copied() {
                    self.errors.truncate(errors);
                    self.spans.truncate(spans);
                    if let Ok(found) = self.defined(d, Some(ty))
                        && self.errors.len() == errors
                        && found.cases.as_ref().is_some_and(|(of, _)| *of == ty)
                    {
                        chosen = Some(found);
                        break;
                    }
                }
                chosen.unwrap_or_else(|| {
                    let found = candidates.first().and_then(|ty| {
                        self.errors.truncate(errors);
                        self.spans.truncate(spans);
                        self.defined(d, Some(*ty)).ok()
                    });
                    let found = found.unwrap_or(first);
                    if self.errors.len() == errors && !found.blocked {
                        self.no_type(d, span);
                    }
                    FoundStage { cases: None, ..found }
                })
            }
        };
        let def = &mut self.defs[d];
        def.state = StageState::Done;
        def.reads = found.reads;
        def.vars = found.vars;
        if let Some((ty, cases)) = found.cases {
            def.ty = Some(ty);
            def.cases = cases;
        }
        Vec::new()
    }

    /// The error for a stage that reads itself, in whose definition nothing else has a type.
    fn no_type(&mut self, d: usize, span: Span) {
        let (name, vars) = (&self.defs[d].name, &self.defs[d].stage.vars);
        let vars: Vec<String> = vars.iter().map(print::name).collect();
        let message = format!(
            "`{name}` reads itself, and nothing else in its definition says of what type it is; \
             write the type, as in `{name}({}): f32 = …`",
            vars.join(", ")
        );
        self.error(span, message);
    }

    /// The definition of a stage, reads of itself being of the given type if none is declared; or
    /// the stages that come first.
    fn defined(&mut self, d: usize, own_type: Option<ElemType>) -> Result<FoundStage, Vec<usize>> {
        let def = &self.defs[d];
        let (stage, declared) = (def.stage, def.ty);
        let own: Vec<_> = stage
            .vars
            .iter()
            .zip(&def.dims)
            .enumerate()
            .map(|(i, (name, dim))| {
                let var = Affine::from(VarId(i));
                let value = match &dim.step {
                    Some((first, step)) => first.add_scaled(&var, *step),
                    None => var,
                };
                (name.clone(), value)
            })
            .collect();
        let scope = own.iter().fold(def.scope.clone(), |s, (name, value)| {
            s.bind(print::name(name), Operand::Index(value.clone()))
        });
        let vars = stage.vars.iter().map(print::name).collect();
        let mut elab = Elab::new(self);
        elab.defines = true;
        elab.stage = Some(d);
        elab.own_type = own_type;
        elab.own = own;
        elab.vars = vars;
        let found = match &stage.body {
            Body::Expr(value) => {
                let arm = Arm { regions: vec![Region::default()], span: value.span, value };
                elab.definition(vec![arm], &scope, declared)
            }
            Body::Cases { arms, span } => elab.cases(arms, *span, &scope, declared),
        };
        if !elab.missing.is_empty() {
            return Err(elab.missing);
        }
        let Elab { typed, types, untyped, blocked, reads, vars, .. } = elab;
        Ok(FoundStage { cases: found, typed, types, untyped, blocked, reads, vars })
    }

    fn cycles(&mut self) {
        let reads: Vec<Vec<usize>> = self.defs.iter().map(|d| d.reads.clone()).collect();
        for cycle in order::sort(&reads).cycles {
            let path = order::shown(&cycle, |n| self.defs[n].name.clone());
            let span = self.defs[cycle[0]].stage.target.name.span();
            self.error(span, format!("cycle: {path}"));
        }
    }
}
