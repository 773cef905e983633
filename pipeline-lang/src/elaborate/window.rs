//! Window reductions: short ones are written out, long ones stay loops, see also
//! [`unrolling`](super::unrolling).

use super::build::ExprBuilder;
use super::expr::Elab;
use super::operand::{Operand, Val};
use super::print;
use super::scope::NameScope;
use super::shape::{FEW_POINTS, LARGEST_SHAPE, NotByRuns};
use super::values::{ConstantValues, WindowValues};
use crate::syntax::{Expr, RangeExpr};
use pipeline_core::ir::op::Takes;
use pipeline_core::ir::{Affine, ElemType, Node, ReduceOp, VarId};
use proc_macro2::Ident;

/// Windows of up to so many points are written out.
const MOST_POINTS: i64 = 25;
/// No window of more points is written out, even if it has to be.
pub(super) const MOST_WRITTEN_OUT: i64 = 10_000;
/// Windows that stay loops nest no deeper than this.
pub(super) const DEEPEST_LOOP: usize = 16;
/// Windows have no more points than this.
const LARGEST_WINDOW: i64 = 1 << 31;

/// A window reduction.
pub(super) struct Window<'e> {
    pub(super) reduce: ReduceOp,
    pub(super) op: &'e Ident,
    pub(super) vars: Vec<&'e Ident>,
    pub(super) body: &'e Expr,
    pub(super) hint: Option<ElemType>,
}

impl Elab<'_, '_> {
    /// A range of constants, possibly empty.
    /// `advice` is for ends that are no constants.
    pub(super) fn values(
        &mut self,
        range: &RangeExpr,
        scope: &NameScope,
        advice: &str,
    ) -> Option<ConstantValues> {
        let end = |elab: &mut Self, e: &Expr| elab.integer_or(e, scope, advice).map(Affine::from);
        self.range(range, scope, &end)?.constant()
    }

    /// The values of a range whose ends are evaluated so.
    fn range(
        &mut self,
        range: &RangeExpr,
        scope: &NameScope,
        end: &dyn Fn(&mut Self, &Expr) -> Option<Affine>,
    ) -> Option<WindowValues> {
        let (first, last) = (end(self, &range.lo), end(self, &range.hi));
        let step = match &range.step {
            Some(e) => self.step(e, scope),
            None => Some(1),
        };
        let (first, last, step) = (first?, last?, step?);
        let last = if range.inclusive { last } else { last.offset(-1) };
        Some(WindowValues { first, last, step })
    }

    /// An end of a window: made of constants and sizes.
    fn window_end(&mut self, e: &Expr, scope: &NameScope) -> Option<Affine> {
        let operand = self.expr(e, scope, None);
        let vars = match &operand {
            Operand::Poison | Operand::Const(_) => None,
            Operand::Index(affine) => affine.as_constant().is_none().then(|| affine.vars()),
            Operand::Cond(_) | Operand::Value(_) => Some(Vec::new()),
        };
        let Some(vars) = vars else { return self.integer_of(e, &operand, "").map(Affine::from) };
        if let Operand::Index(affine) = &operand
            && vars.is_empty()
        {
            return Some(affine.clone());
        }
        // Written out, windows around this one leave constants and sizes.
        if vars.iter().all(|var| self.loops.contains(var)) {
            self.deciding.extend(vars);
        }
        let instead = match self.no_bound(e, &operand) {
            none if none.is_empty() => {
                ": go over what depends on more with the largest window and an `if` in it".into()
            }
            some => some,
        };
        let shown = print::brief(e, "this");
        let message =
            format!("{shown} is no end of a window, which is made of constants and sizes{instead}");
        self.error(e.span, message);
        None
    }

    /// A distance between values: a positive constant.
    pub(super) fn step(&mut self, e: &Expr, scope: &NameScope) -> Option<i64> {
        let step = self.integer(e, scope)?;
        if step < 1 {
            self.error(e.span, format!("a step is at least 1, not {step}"));
            return None;
        }
        Some(step)
    }

    /// `sum(v in a..=b, …; e)` and its kin.
    pub(super) fn window(
        &mut self,
        op: &Ident,
        ranges: &[(Ident, RangeExpr)],
        body: &Expr,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        let name = print::name(op);
        let Some(reduce) = ReduceOp::named(&name) else {
            let all = ReduceOp::ALL.map(ReduceOp::name).join(", ");
            self.error(op.span(), format!("`{name}` is no window reduction; there are {all}"));
            return Operand::Poison;
        };
        let Some(values) = self.window_values(ranges, scope) else {
            // Still look at the body, for the errors in it.
            let poisoned = ranges
                .iter()
                .fold(scope.clone(), |s, (v, _)| s.bind(print::name(v), Operand::Poison));
            self.expr(body, &poisoned, hint);
            return Operand::Poison;
        };
        let hint = if reduce.takes() == Takes::Bools { Some(ElemType::Bool) } else { hint };
        let vars = ranges.iter().map(|(var, _)| var).collect();
        let window = Window { reduce, op, vars, body, hint };
        self.reduced(&window, &values, scope)
    }

    /// The values of a window's variables, if all ranges could be read.
    fn window_values(
        &mut self,
        ranges: &[(Ident, RangeExpr)],
        scope: &NameScope,
    ) -> Option<Vec<WindowValues>> {
        let mut window: Option<Vec<WindowValues>> = Some(Vec::with_capacity(ranges.len()));
        for (i, (var, range)) in ranges.iter().enumerate() {
            self.program.allowed(var);
            if ranges[..i].iter().any(|r| r.0 == *var) {
                let shown = print::name(var);
                self.error(var.span(), format!("window variable `{shown}` is given twice"));
            }
            let end = |elab: &mut Self, e: &Expr| elab.window_end(e, scope);
            let mut values = self.range(range, scope, &end);
            if values.as_ref().is_some_and(WindowValues::is_empty) {
                self.error(range.span, "this window is empty");
                values = None;
            }
            window = window.zip(values).map(|(mut known, values)| {
                known.push(values);
                known
            });
        }
        window
    }

    /// The reduction, written out or as a loop.
    fn reduced(&mut self, window: &Window, values: &[WindowValues], scope: &NameScope) -> Operand {
        let op = window.op;
        let before = self.mark();
        let Some(constants) = values.iter().map(WindowValues::constant).collect::<Option<Vec<_>>>()
        else {
            let operand = self.looped(window, values, scope);
            self.decided_within(&before, values.len());
            return operand;
        };
        let points = constants.iter().fold(1i64, |points, of| points.saturating_mul(of.count));
        if points > LARGEST_WINDOW {
            self.error(op.span(), format!("a window of {points} points; 2^31 is the limit"));
            return Operand::Poison;
        }
        if points <= MOST_POINTS {
            return self.written_out(window, &constants, scope);
        }
        let operand = self.looped(window, values, scope);
        if !self.must_write_out(&before) {
            return operand;
        }
        self.back_to(before);
        self.decided(window, &constants, points, scope)
    }

    /// The reduction, if its variables decide something at compile time: by its runs if it is large
    /// and conditions leave a shape of it, or written out.
    fn decided(
        &mut self,
        window: &Window,
        ranges: &[ConstantValues],
        points: i64,
        scope: &NameScope,
    ) -> Operand {
        let may_write_out = points <= MOST_WRITTEN_OUT;
        let by_runs = if points <= FEW_POINTS {
            Err(NotByRuns::Short)
        } else if points <= LARGEST_SHAPE {
            self.by_runs(window, ranges, scope, may_write_out)
        } else if self.has_shape(window, ranges, scope) {
            Err(NotByRuns::Large)
        } else {
            Err(NotByRuns::Shapeless)
        };
        match by_runs {
            Ok(operand) => operand,
            Err(_) if may_write_out => self.written_out(window, ranges, scope),
            Err(why) => {
                let message = format!("a window of {points} points is too large {}", why.message());
                self.error(window.op.span(), message);
                Operand::Poison
            }
        }
    }

    /// The reduction of all points, one after the other.
    fn written_out(
        &mut self,
        window: &Window,
        ranges: &[ConstantValues],
        scope: &NameScope,
    ) -> Operand {
        let Window { reduce, op, body, hint, .. } = *window;
        let points: i64 = ranges.iter().map(|range| range.count).product();
        let mut items = Vec::with_capacity(points as usize);
        for point in 0..points {
            let values = ConstantValues::point(ranges, point);
            let mut inner = scope.clone();
            for (var, value) in window.vars.iter().zip(values) {
                inner = inner.bind(print::name(var), Operand::Index(Affine::from(value)));
            }
            let operand = self.expr(body, &inner, hint);
            if matches!(operand, Operand::Poison) {
                return Operand::Poison;
            }
            items.push((operand, body));
        }
        let Some((ty, vals)) = self.unify(&items, hint, body.span) else { return Operand::Poison };
        if !self.reduces(reduce, ty, op, body) {
            return Operand::Poison;
        }
        // Which zero or NaN the extremes of floats yield depends on the order, and conditions are
        // looked into: short windows of those have the order written. Of long ones it is as open
        // as where they are loops.
        let long = points > MOST_POINTS;
        let open = match reduce {
            // Two products may still be fused with their addition.
            ReduceOp::Sum if ty.is_float() => vals.len() > 1,
            ReduceOp::Sum | ReduceOp::Product => vals.len() > 2,
            ReduceOp::Min | ReduceOp::Max => vals.len() > 2 && (ty.is_int() || long),
            ReduceOp::Any | ReduceOp::All => long,
        };
        if open && vals.iter().any(|v| self.constant_of(*v).is_none()) {
            let terms = vals.iter().map(|v| self.local(*v)).collect();
            let node = Node::Combine { op: reduce, terms };
            return Operand::Value(self.push(ty, node, op.span()));
        }
        let mut total = vals[0];
        for val in &vals[1..] {
            let sum = self.binary_value(reduce.combine(), ty, total, *val, op.span());
            let Some(sum) = self.convert(sum, ty, body) else { return Operand::Poison };
            total = sum;
        }
        self.lift(total)
    }

    /// The reduction as a loop.
    fn looped(&mut self, window: &Window, ranges: &[WindowValues], scope: &NameScope) -> Operand {
        let Window { reduce, op, body, hint, .. } = *window;
        if self.builders.len() > DEEPEST_LOOP {
            self.error(op.span(), "windows nest too deeply; make a stage of the inner one");
            return Operand::Poison;
        }
        let mut inner = scope.clone();
        let mut vars = Vec::with_capacity(ranges.len());
        for (var, values) in window.vars.iter().zip(ranges) {
            let id = VarId(self.vars.len());
            let name = self.unused(&print::name(var));
            self.vars.push(name);
            let (looped, value) = values.looped(id);
            vars.push(looped);
            self.loops.push(id);
            inner = inner.bind(print::name(var), Operand::Index(value));
        }
        self.builders.push(ExprBuilder::default());
        let value = self.loop_body(reduce, op, body, &inner, hint);
        let builder = self.builders.pop();
        self.loops.truncate(self.loops.len() - vars.len());
        let (Some(value), Some(builder)) = (value, builder) else { return Operand::Poison };
        let body = Box::new(builder.finish(value.0));
        let node = Node::Reduce { op: reduce, vars, body, fused: false };
        Operand::Value(self.push(value.1, node, op.span()))
    }

    /// What a loop reduces, with its type.
    pub(super) fn loop_body(
        &mut self,
        reduce: ReduceOp,
        op: &Ident,
        body: &Expr,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Option<(pipeline_core::ir::ExprId, ElemType)> {
        let operand = self.expr(body, scope, hint);
        let val: Val = self.settle(operand, hint, body)?;
        self.reduces(reduce, val.ty, op, body).then(|| (self.local(val), val.ty))
    }

    /// Whether the reduction takes this type; reports if not.
    pub(super) fn reduces(
        &mut self,
        reduce: ReduceOp,
        ty: ElemType,
        op: &Ident,
        body: &Expr,
    ) -> bool {
        let bools = matches!(reduce, ReduceOp::Any | ReduceOp::All);
        let ok = bools == (ty == ElemType::Bool);
        if !ok {
            let takes = if bools { "bools" } else { "numbers" };
            let shown = print::brief(body, "its expression");
            self.error(op.span(), format!("`{op}` takes {takes}; {shown} is {ty}"));
        }
        ok
    }

    /// The name, with a suffix if a variable of the stage or a size already has it.
    pub(super) fn unused(&self, name: &str) -> String {
        let taken = |n: &str| {
            self.vars.iter().any(|v| v == n) || self.program.sizes.iter().any(|s| s.name == n)
        };
        let suffixed = (2..).map(|i| format!("{name}_{i}"));
        std::iter::once(name.to_string()).chain(suffixed).find(|n| !taken(n)).unwrap_or_default()
    }
}
