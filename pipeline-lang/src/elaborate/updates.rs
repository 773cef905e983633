//! Updates of reductions.

use super::access::Readable;
use super::domain::unpaired;
use super::expr::{Elab, ExprUse};
use super::names::did_you_mean;
use super::operand::Operand;
use super::print;
use super::program::{Elaboration, StageDim};
use super::scope::{Binding, NameScope};
use crate::syntax::{Expr, Update, UpdateOp};
use pipeline_core::ir::{
    self, Affine, BinaryOp, Domain, ElemType, ExprId, Node, Source, StageId, UnaryOp, Value, VarId,
};
use proc_macro2::Span;

impl Elaboration<'_> {
    /// Elaborates every update and attaches it to its stage, in the order written.
    pub(super) fn attach_updates(&mut self) {
        for (update, scope) in std::mem::take(&mut self.updates) {
            if let Some((StageId(d), update)) = self.update(update, &scope) {
                self.defs[d].updates.push(update);
            }
        }
    }

    /// The ranges of the reduction variables.
    fn reduction_domain(&mut self, update: &Update, scope: &NameScope) -> Option<Vec<StageDim>> {
        let outside = update.vars.iter().fold(scope.clone(), |s, v| {
            let why = "bounds are made of sizes and constants, not of reduction variables";
            s.with(print::name(v), Binding::Forbidden(why))
        });
        let mut sound = update.vars.len() == update.domain.len();
        for (i, var) in update.vars.iter().enumerate() {
            self.allowed(var);
            if update.vars[..i].contains(var) {
                let name = print::name(var);
                self.error(var.span(), format!("reduction variable `{name}` is given twice"));
                sound = false;
            }
        }
        if let Some((span, unpaired)) = unpaired(&update.vars, &update.domain) {
            let vars = print::count(update.vars.len(), "reduction variable");
            let ranges = print::count(update.domain.len(), "range");
            self.error(span, format!("{vars}, but {ranges}: {unpaired}"));
        }
        let dims: Vec<Option<StageDim>> =
            update.domain.iter().map(|range| Elab::new(self).interval(range, &outside)).collect();
        dims.into_iter().collect::<Option<Vec<StageDim>>>().filter(|_| sound)
    }

    /// The update and the stage that it changes; nothing if it has errors.
    fn update(&mut self, update: &Update, scope: &NameScope) -> Option<(StageId, ir::Update)> {
        let dims = self.reduction_domain(update, scope);
        let loc = self.loc(update.op_span);
        let mut elab = Elab::new(self);
        elab.defines = true;
        elab.vars = update.vars.iter().map(print::name).collect();
        let step = |i: usize| dims.as_ref().and_then(|d| d[i].step.clone());
        let inside = update.vars.iter().enumerate().fold(scope.clone(), |s, (i, v)| {
            let var = Affine::from(VarId(i));
            let value = match step(i) {
                Some((first, step)) => first.add_scaled(&var, step),
                None => var,
            };
            s.bind(print::name(v), Operand::Index(value))
        });
        let target = elab.updated(update, scope);
        if let Some(Source::Stage(StageId(d))) = target.map(|t| t.source) {
            elab.updating = Some(d);
        }
        let items: Vec<(Operand, &Expr)> =
            update.args.iter().map(|a| (elab.expr_at(ExprUse::Index, a, &inside), a)).collect();
        let hint = target.and_then(|t| t.ty);
        let value = elab.expr(&update.value, &inside, hint);
        let target = target?;
        let Source::Stage(id) = target.source else {
            let shown = print::stage(&update.target);
            elab.error(target.span, format!("`{shown}` is an input; an update changes a stage"));
            return None;
        };
        let mut read = None;
        if elab.right_count(&update.target, &target, items.len())
            && let Operand::Value(found) = elab.read(target, &items)
        {
            read = Some(found);
        }
        let ty = target.ty?;
        if ty == ElemType::Bool {
            let shown = print::stage(&update.target);
            elab.error(target.span, format!("`{shown}` is bool; an update combines numbers"));
            return None;
        }
        let value = elab.convert(value, ty, &update.value);
        let (read, value) = (read?, value?);
        let op = match update.op {
            // Negated below.
            UpdateOp::Add | UpdateOp::Sub => BinaryOp::Add,
            UpdateOp::Mul => BinaryOp::Mul,
            UpdateOp::Min => BinaryOp::Min,
            UpdateOp::Max => BinaryOp::Max,
        };
        let value = elab.local(value);
        let value = match update.op {
            UpdateOp::Sub => elab.subtracted(value, ty, update.op_span),
            UpdateOp::Add | UpdateOp::Mul | UpdateOp::Min | UpdateOp::Max => value,
        };
        let result = elab.push(ty, Node::Binary(op, read.id, value), update.op_span);
        let (value, vars) = (elab.builders[0].finish(result.id), elab.vars);
        let domain = Domain(dims?.into_iter().map(|d| d.interval).collect());
        Some((id, ir::Update { vars, domain, value, loc }))
    }
}

impl Elab<'_, '_> {
    /// What added is as good as subtracting: to unsigned integers, what wraps to that.
    fn subtracted(&mut self, value: ExprId, ty: ElemType, span: Span) -> ExprId {
        if ty.is_float() {
            return self.push(ty, Node::Unary(UnaryOp::Neg, value), span).id;
        }
        let zero = self.push(ty, Node::Const(Value::zero(ty)), span).id;
        self.push(ty, Node::Binary(BinaryOp::Sub, zero, value), span).id
    }

    /// What an update changes.
    fn updated(&mut self, update: &Update, scope: &NameScope) -> Option<Readable> {
        let name = print::name(&update.target.name);
        if self.program.partial || self.program.symbols.contains_key(&name) {
            return self.readable(&update.target, scope);
        }
        let known = self.program.symbols.keys().map(String::as_str);
        let hint = did_you_mean(&name, known).unwrap_or_else(|| {
            format!("write its initial values, as in `{name}(i) in [0..n]: u32 = 0;`")
        });
        let message = format!("`{name}` is updated, but never defined; {hint}");
        self.error(update.target.name.span(), message);
        None
    }
}
