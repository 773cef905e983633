//! Updates of reductions: checked as far as possible, not supported yet.

use super::expr::Elab;
use super::operand::Operand;
use super::print;
use super::program::Program;
use super::scope::{Binding, Scope};
use crate::syntax::{Expr, Update};
use pipeline_core::ir::{Affine, ElemType, Source, VarId};

impl Program<'_> {
    /// Checks every update, then says that there are none yet.
    pub(super) fn check_updates(&mut self) {
        for (update, scope) in std::mem::take(&mut self.updates) {
            self.update(update, &scope);
            self.error(update.op_span, "not supported yet: updates of a reduction");
        }
    }

    fn update(&mut self, update: &Update, scope: &Scope) {
        let outside = update.vars.iter().fold(scope.clone(), |s, v| {
            let why = "bounds are made of sizes and constants, not of reduction variables";
            s.with(print::name(v), Binding::Forbidden(why))
        });
        for (i, var) in update.vars.iter().enumerate() {
            self.allowed(var);
            if update.vars[..i].contains(var) {
                let name = print::name(var);
                self.error(var.span(), format!("reduction variable `{name}` is given twice"));
            }
        }
        if update.vars.len() != update.domain.len() {
            let vars = print::count(update.vars.len(), "reduction variable");
            let ranges = print::count(update.domain.len(), "range");
            self.error(update.op_span, format!("{vars}, but {ranges}"));
        }
        for range in &update.domain {
            Elab::new(self).interval(range, &outside);
        }
        let mut elab = Elab::new(self);
        elab.vars = update.vars.iter().map(print::name).collect();
        let inside = update.vars.iter().enumerate().fold(scope.clone(), |s, (i, v)| {
            s.bind(print::name(v), Operand::Index(Affine::from(VarId(i))))
        });
        let target = elab.readable(&update.target, scope);
        let items: Vec<(Operand, &Expr)> =
            update.args.iter().map(|a| (elab.expr(a, &inside, None), a)).collect();
        let hint = target.and_then(|t| t.ty);
        let value = elab.expr(&update.value, &inside, hint);
        let Some(target) = target else { return };
        if let Source::Input(_) = target.source {
            let shown = print::stage(&update.target);
            elab.error(target.span, format!("`{shown}` is an input; an update changes a stage"));
            return;
        }
        if elab.right_count(&update.target, &target, items.len()) {
            elab.read(target, &items);
        }
        if target.ty == Some(ElemType::Bool) {
            let shown = print::stage(&update.target);
            elab.error(target.span, format!("`{shown}` is bool; an update combines numbers"));
        } else if let Some(ty) = target.ty {
            elab.convert(value, ty, &update.value);
        }
    }
}
