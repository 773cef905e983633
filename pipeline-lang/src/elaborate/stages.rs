//! Elaborates the stages, each after those whose types it needs.

use super::cases::Arm;
use super::expr::Elab;
use super::operand::Operand;
use super::order;
use super::print;
use super::program::{Program, State};
use crate::syntax::Body;
use pipeline_core::ir::{Affine, Region, VarId};

/// Cycles up to this long are reported on every stage, longer ones on the first.
const LONGEST_CYCLE: usize = 8;

impl Program<'_> {
    /// Elaborates every stage.
    ///
    /// A definition that reads a stage of unknown type is put off until that is known: which
    /// stages it reads is certain only once constant conditions are decided and helpers inlined,
    /// so nothing else needs to walk it.
    pub(super) fn stages(&mut self) {
        for root in 0..self.defs.len() {
            let mut stack = vec![root];
            while let Some(&d) = stack.last() {
                if self.defs[d].state == State::Done {
                    stack.pop();
                    continue;
                }
                self.defs[d].state = State::Active;
                stack.extend(self.attempt(d));
            }
        }
        self.cycles();
    }

    /// Elaborates a stage, or returns the stages that come first.
    fn attempt(&mut self, d: usize) -> Vec<usize> {
        let (errors, spans) = (self.errors.len(), self.spans.len());
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
        elab.stage = Some(d);
        elab.own = own;
        elab.vars = vars;
        let found = match &stage.body {
            Body::Expr(value) => {
                let arm = Arm { regions: vec![Region::default()], span: value.span, value };
                elab.definition(vec![arm], &scope, declared)
            }
            Body::Cases { arms, span } => elab.cases(arms, *span, &scope, declared),
        };
        let (missing, reads, vars) = (elab.missing, elab.reads, elab.vars);
        if !missing.is_empty() {
            self.errors.truncate(errors);
            self.spans.truncate(spans);
            return missing;
        }
        let def = &mut self.defs[d];
        def.state = State::Done;
        def.reads = reads;
        def.vars = vars;
        if let Some((ty, cases)) = found {
            def.ty = Some(ty);
            def.cases = cases;
        }
        Vec::new()
    }

    fn cycles(&mut self) {
        let reads: Vec<Vec<usize>> = self.defs.iter().map(|d| d.reads.clone()).collect();
        for cycle in order::sort(&reads).cycles {
            let places = if cycle.len() <= LONGEST_CYCLE { cycle.len() } else { 1 };
            for start in 0..places {
                let path = order::shown(&cycle, start, |n| self.defs[n].name.clone());
                let span = self.defs[cycle[start]].stage.target.name.span();
                self.error(span, format!("cycle: {path}"));
            }
        }
    }
}
