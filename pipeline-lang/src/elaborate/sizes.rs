//! Parameters and `where` clauses: sizes, scalars and inputs.

use super::constant::article;
use super::expr::{Elab, ExprUse};
use super::names::{at, did_you_mean};
use super::operand::{Cond, Const, Operand};
use super::print;
use super::program::{Elaboration, Input, Scalar, Symbol};
use super::scope::NameScope;
use super::visit::{self, NameRole};
use crate::syntax::{Clause, Dim, Expr, Item, Param, ParamKind, RangeExpr};
use pipeline_core::analysis::integer::LARGEST_SIZE;
use pipeline_core::ir::{
    Affine, Constraint, DEFAULT_ESTIMATE, Domain, ElemType, InputId, Interval, ScalarId, Size,
    SizeId, Value, ValueRange,
};
use proc_macro2::{Ident, Span};
use std::collections::{HashMap, HashSet};

/// Most dimensions of an array.
pub(super) const MOST_DIMENSIONS: usize = 4;

/// Whether a parameter's type says that it is a size.
pub(super) fn is_size(ty: &Ident) -> bool {
    ty == "size"
}

impl Elaboration<'_> {
    /// Enters the parameters, and the sizes that the inputs' shapes introduce.
    pub(super) fn params(&mut self) {
        let constants: HashSet<String> = self
            .block
            .items
            .iter()
            .filter_map(|i| {
                if let Item::Const { name, .. } = i { Some(print::name(name)) } else { None }
            })
            .collect();
        let arguments: HashSet<String> = self
            .block
            .params
            .iter()
            .filter(|p| matches!(&p.kind, ParamKind::Scalar(ty) if is_size(ty)))
            .map(|p| print::name(&p.name))
            .collect();
        let mut given = HashSet::new();
        for param in &self.block.params {
            let text = print::name(&param.name);
            match &param.kind {
                ParamKind::Scalar(ty) if is_size(ty) => {
                    // An input's shape may have mentioned the size before.
                    let known = matches!(self.symbols.get(&text), Some((Symbol::Size(_), _)));
                    let again = !given.insert(text);
                    if !known || again {
                        self.introduce(&param.name, true);
                    }
                }
                ParamKind::Scalar(ty) => {
                    let ty = self.numeric_type(ty);
                    let id = ScalarId(self.scalars.len());
                    self.declare(&param.name, Symbol::Scalar(id));
                    let loc = self.loc(param.name.span());
                    self.scalars.push(Scalar { name: text, ty, values: None, loc });
                }
                ParamKind::Input { elem, dims } => {
                    let ty = self.numeric_type(elem);
                    let id = InputId(self.inputs.len());
                    self.declare(&param.name, Symbol::Input(id));
                    let loc = self.loc(param.name.span());
                    let rank = dims.len();
                    if !(1..=MOST_DIMENSIONS).contains(&rank) {
                        let message = format!("an input has 1 to 4 dimensions, not {rank}");
                        self.error(param.name.span(), message);
                    }
                    let unknown = Interval { lo: Vec::new(), hi: Vec::new() };
                    let domain = Domain(vec![unknown; rank]);
                    let mut sound = true;
                    for e in dims.iter().flat_map(ends) {
                        sound &= self.sizes_of(e, &constants, &arguments);
                    }
                    let input =
                        Input { name: text, ty, domain, sound, border: None, values: None, loc };
                    self.inputs.push(input);
                }
            }
        }
    }

    /// Introduces the sizes of a shape that are new; false if a name is not a size.
    fn sizes_of(
        &mut self,
        e: &Expr,
        constants: &HashSet<String>,
        arguments: &HashSet<String>,
    ) -> bool {
        let mut sound = true;
        let mut names = Vec::new();
        visit::names(e, &mut |n, role| {
            if role == NameRole::Value {
                names.push(n);
            }
        });
        for name in names {
            let text = print::name(name);
            let known = matches!(self.symbols.get(&text), Some((Symbol::Size(_), _)));
            if !known && !constants.contains(&text) {
                sound &= self.introduce(name, arguments.contains(&text));
            }
        }
        sound
    }

    fn introduce(&mut self, name: &Ident, argument: bool) -> bool {
        let id = SizeId(self.sizes.len());
        let new = self.declare(name, Symbol::Size(id));
        if new {
            let loc = self.loc(name.span());
            let name = print::name(name);
            self.sizes.push(Size { name, estimate: DEFAULT_ESTIMATE, argument, loc });
        }
        new
    }

    /// Finds the domains of the inputs.
    pub(super) fn input_domains(&mut self) {
        let mut number = 0;
        for param in &self.block.params {
            let ParamKind::Input { dims, .. } = &param.kind else { continue };
            if self.inputs[number].sound {
                let intervals = dims.iter().map(|dim| self.input_interval(dim)).collect();
                self.inputs[number].domain = Domain(intervals);
            }
            number += 1;
        }
    }

    /// Finds the values of the inputs and scalars of which it is said which they have.
    pub(super) fn values(&mut self) {
        let (mut input, mut scalar) = (0, 0);
        for param in &self.block.params {
            match &param.kind {
                ParamKind::Input { .. } => {
                    let ty = self.inputs[input].ty;
                    self.inputs[input].values = self.values_of(param, ty);
                    input += 1;
                }
                ParamKind::Scalar(ty) if is_size(ty) => {
                    if let Some(RangeExpr { span, .. }) = &param.values {
                        let name = print::name(&param.name);
                        let clause = format!("a clause, as in `where {name} <= 100`");
                        self.error(*span, format!("`{name}` is a size; write {clause}"));
                    }
                }
                ParamKind::Scalar(_) => {
                    let ty = self.scalars[scalar].ty;
                    self.scalars[scalar].values = self.values_of(param, ty);
                    scalar += 1;
                }
            }
        }
    }

    fn values_of(&mut self, param: &Param, ty: Option<ElemType>) -> Option<ValueRange> {
        let (range, ty) = (param.values.as_ref()?, ty?);
        let Some((least, largest)) = ty.int_range() else {
            let message = format!("`{}` is {ty}: values `in` a range are integers", param.name);
            self.error(range.span, message);
            return None;
        };
        let scope = NameScope::default();
        let mut elab = Elab::new(self);
        let mut end = |e: &Expr, offset: i128| {
            let value = match elab.constant(e, &scope, None)? {
                Const::Int { value, .. } => Some(value),
                Const::Typed(Value::Int(_, value)) => Some(value.into()),
                Const::Typed(_) | Const::Float(_) | Const::Bool(_) => None,
            };
            let value = value.map(|value| value + offset);
            let inside = |value: &i128| (least.into()..=largest.into()).contains(value);
            match value.filter(inside) {
                Some(value) => i64::try_from(value).ok(),
                None => {
                    let shown = print::brief(e, "this");
                    let holds = format!("{} holds {least}..={largest}", article(ty));
                    elab.error(e.span, format!("{shown} is not the end of a range: {holds}"));
                    None
                }
            }
        };
        let lo = end(&range.lo, 0);
        let hi = end(&range.hi, if range.inclusive { 0 } else { -1 });
        let (lo, hi) = (lo?, hi?);
        if lo > hi {
            self.error(range.span, format!("no values: {lo}..={hi}"));
            return None;
        }
        Some(ValueRange { lo, hi })
    }

    fn input_interval(&mut self, dim: &Dim) -> Interval {
        let unknown = Interval { lo: Vec::new(), hi: Vec::new() };
        let scope = NameScope::default();
        let mut elab = Elab::new(self);
        match dim {
            Dim::Extent(e) => {
                let Some(extent) = elab.bound(e, &scope) else { return unknown };
                if extent.as_constant().is_some_and(|n| n < 1) {
                    elab.error(
                        e.span,
                        format!("an extent is at least 1, not {}", extent.constant()),
                    );
                }
                Interval::new(Affine::from(0), extent.offset(-1))
            }
            Dim::Range(range) => match elab.interval(range, &scope) {
                None => unknown,
                Some(found) => {
                    if let Some(step) = &range.step {
                        elab.error(step.span, "an input has no step");
                    } else if found.interval.lo.len() > 1 || found.interval.hi.len() > 1 {
                        elab.error(range.span, "an input has one bound a side, no `min` or `max`");
                    }
                    found.interval
                }
            },
        }
    }

    /// Estimates and constraints.
    pub(super) fn clauses(&mut self) {
        let mut estimated: HashMap<String, Span> = HashMap::new();
        for clause in &self.block.clauses {
            match clause {
                Clause::Estimate { name, value } => {
                    let text = print::name(name);
                    let estimate = Elab::new(self).integer(value, &NameScope::default());
                    let Some(id) = self.size_named(name) else { continue };
                    if let Some(first) = estimated.insert(text.clone(), name.span()) {
                        let first = at("first given", first);
                        self.error(
                            name.span(),
                            format!("`{text}` has an estimate already; {first}"),
                        );
                    }
                    match estimate {
                        Some(v) if v < 1 => {
                            self.error(value.span, format!("a size is at least 1, not {v}"));
                        }
                        Some(v) if v > LARGEST_SIZE => {
                            self.error(value.span, format!("a size is at most 2^31 - 1, not {v}"));
                        }
                        Some(v) => self.sizes[id.0].estimate = v,
                        None => {}
                    }
                }
                Clause::Constraint(e) => self.constraint(e),
            }
        }
    }

    fn size_named(&mut self, name: &Ident) -> Option<SizeId> {
        let text = print::name(name);
        match self.symbols.get(&text).map(|s| s.0) {
            Some(Symbol::Size(id)) => Some(id),
            Some(other) => {
                let message = format!("`{text}` is {}, not a size", other.describe());
                self.error(name.span(), message);
                None
            }
            None => {
                let known = self.sizes.iter().map(|s| s.name.as_str());
                let hint = did_you_mean(&text, known).unwrap_or_else(|| {
                    format!("sizes come from shapes of inputs or a parameter `{text}: size`")
                });
                self.error(name.span(), format!("unknown size `{text}`; {hint}"));
                None
            }
        }
    }

    fn constraint(&mut self, e: &Expr) {
        let operand = Elab::new(self).expr_at(ExprUse::Bound, e, &NameScope::default());
        let text = print::text(e);
        match operand {
            Operand::Poison | Operand::Const(Const::Bool(true)) => {}
            Operand::Const(Const::Bool(false)) => {
                self.error(e.span, format!("`{text}` never holds"));
            }
            Operand::Cond(c) => match &*c {
                Cond::Test(test) => {
                    self.constraints.push(Constraint { test: test.clone(), text });
                }
                _ => self
                    .error(e.span, "a clause is one comparison; write several clauses for several"),
            },
            _ => {
                let message = "a clause compares sizes and constants, as in `rows >= 512`";
                self.error(e.span, message);
            }
        }
    }
}

/// The expressions of a dimension.
fn ends(dim: &Dim) -> Vec<&Expr> {
    match dim {
        Dim::Extent(e) => vec![e],
        Dim::Range(RangeExpr { lo, hi, .. }) => vec![lo, hi],
    }
}
