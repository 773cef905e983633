//! Bounds and domains: index expressions over sizes, with `min` and `max` outermost.

use super::access::unknown_yet;
use super::expr::{Elab, ExprUse};
use super::index::as_affine;
use super::operand::Operand;
use super::print;
use super::program::{StageDim, Symbol};
use super::scope::NameScope;
use super::visit::{self, NameRole};
use crate::syntax::{Expr, ExprKind, RangeExpr};
use pipeline_core::ir::{Affine, Interval, Node};
use proc_macro2::{Ident, Span};

/// The first variable without a range or range without a variable, where there is one, and what to
/// say of it.
pub(super) fn unpaired(vars: &[Ident], ranges: &[RangeExpr]) -> Option<(Span, String)> {
    match (vars.get(ranges.len()), ranges.get(vars.len())) {
        (Some(var), _) => Some((var.span(), format!("`{}` has no range", print::name(var)))),
        (None, Some(range)) => Some((range.span, "this range has no variable".into())),
        (None, None) => None,
    }
}

impl Elab<'_, '_> {
    /// One index expression over sizes.
    pub(super) fn bound(&mut self, e: &Expr, scope: &NameScope) -> Option<Affine> {
        if let Some((name, kind)) = self.data_in(e) {
            let message = unknown_yet(&print::name(name), kind);
            let advice =
                "write the largest domain, and `if x < … { … } else { … }` in the definition";
            self.error(name.span(), format!("{message}; {advice}"));
            return None;
        }
        let operand = self.expr_at(ExprUse::Bound, e, scope);
        if matches!(operand, Operand::Poison) {
            return None;
        }
        let affine = as_affine(&operand);
        if affine.is_none() {
            let (shown, advice) = (print::brief(e, "this"), self.no_bound(e, &operand));
            let message = format!("a bound is made of sizes and constants; {shown} is not{advice}");
            self.error(e.span, message);
        }
        affine
    }

    /// The first input or stage whose values an expression reads, and what it is.
    fn data_in<'e>(&self, e: &'e Expr) -> Option<(&'e Ident, &'static str)> {
        let mut found = None;
        visit::names(e, &mut |name, role| {
            let symbol = self.program.symbols.get(&print::name(name)).map(|s| s.0);
            if let (NameRole::Callee, Some(symbol @ (Symbol::Input(_) | Symbol::Stage(_))), None) =
                (role, symbol, found)
            {
                found = Some((name, symbol.describe()));
            }
        });
        found
    }

    /// What to write instead of an operand that is no bound.
    pub(super) fn no_bound(&self, e: &Expr, operand: &Operand) -> String {
        let Operand::Value(value) = operand else { return String::new() };
        let builder = &self.builders[value.level];
        let nodes: Vec<&Node> =
            builder.needed(value.id).iter().map(|id| &builder.expr(*id).node).collect();
        let scalar = nodes.iter().find_map(|node| match node {
            Node::Scalar(id) => Some(&self.program.scalars[id.0].name),
            _ => None,
        });
        match scalar {
            Some(name) => format!(": make the scalar a size, `{name}: size`"),
            None if matches!(e.kind, ExprKind::Cast(..)) => ": leave `as` out".into(),
            None => String::new(),
        }
    }

    /// The bounds of one side: several where `min` or `max` is outermost.
    fn bounds(&mut self, e: &Expr, scope: &NameScope, upper: bool) -> Option<Vec<Affine>> {
        let ExprKind::Call { callee, args } = &e.kind else {
            return self.bound(e, scope).map(|a| vec![a]);
        };
        let name = print::name(&callee.name);
        let (mine, other) = if upper { ("min", "max") } else { ("max", "min") };
        if name == mine && args.len() == 2 {
            let sides: Vec<_> = args.iter().map(|a| self.bounds(a, scope, upper)).collect();
            let sides: Option<Vec<_>> = sides.into_iter().collect();
            return Some(sides?.into_iter().flatten().collect());
        }
        if name == other && args.len() == 2 {
            let operand = self.expr(e, scope, None);
            if matches!(operand, Operand::Poison) {
                return None;
            }
            if let Some(a) = as_affine(&operand) {
                return Some(vec![a]);
            }
            let side = if upper { "an upper" } else { "a lower" };
            self.error(e.span, format!("{side} bound may be a `{mine}`, not a `{other}`"));
            return None;
        }
        self.bound(e, scope).map(|a| vec![a])
    }

    /// A dimension as stored: with a step, `lo + step * v` is stored at `v`.
    pub(super) fn interval(&mut self, range: &RangeExpr, scope: &NameScope) -> Option<StageDim> {
        let lo = self.bounds(&range.lo, scope, false);
        let hi = self.bounds(&range.hi, scope, true);
        let step = match &range.step {
            Some(e) => self.step(e, scope),
            None => Some(1),
        };
        let (lo, mut hi, step) = (lo?, hi?, step?);
        if !range.inclusive {
            hi = hi.into_iter().map(|a| a.offset(-1)).collect();
        }
        if let ([lo], [hi]) = (lo.as_slice(), hi.as_slice())
            && let (Some(first), Some(last)) = (lo.as_constant(), hi.as_constant())
            && first > last
        {
            self.error(range.span, format!("empty domain: {first}..={last}"));
            return None;
        }
        if step == 1 {
            return Some(StageDim { interval: Interval { lo, hi }, step: None });
        }
        let [first] = lo.as_slice() else {
            self.error(range.lo.span, "a range with a step starts at one bound, not at a `max`");
            return None;
        };
        let hi = hi.iter().map(|a| a.sub(first).floor_div(step)).collect();
        let interval = Interval { lo: vec![Affine::from(0)], hi };
        Some(StageDim { interval, step: Some((first.clone(), step)) })
    }
}
