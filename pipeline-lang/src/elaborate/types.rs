//! Element types: their names, and how operands come to one type.

use super::constant;
use super::expr::{Elab, type_of};
use super::names::did_you_mean;
use super::operand::{Const, Operand, Val};
use super::print;
use super::program::Elaboration;
use crate::syntax::{Expr, TypeParam};
use pipeline_core::ir::{ElemType, Node, Value};
use proc_macro2::{Ident, Span};

/// What a type may be.
pub(super) const KNOWN: &str = "element types are u8, i8, u16, i16, u32, i32, f32, f64 and bool";

impl Elaboration<'_> {
    /// Checks the closed lists of the type parameters.
    pub(super) fn type_params(&mut self) {
        for (i, TypeParam { name, types }) in self.block.type_params.iter().enumerate() {
            let text = print::name(name);
            if ElemType::from_name(&text).is_some() {
                self.error(
                    name.span(),
                    format!("`{text}` is an element type; choose another name"),
                );
            }
            if self.block.type_params[..i].iter().any(|p| p.name == *name) {
                self.error(name.span(), format!("type parameter `{text}` is given twice"));
            }
            for (j, ty) in types.iter().enumerate() {
                match ElemType::from_name(&ty.to_string()) {
                    None => self.unknown_type(ty),
                    Some(ElemType::Bool) => {
                        self.error(ty.span(), "bool is no type of an array; use u8");
                    }
                    Some(_) if types[..j].iter().any(|t| t == ty) => {
                        self.error(ty.span(), format!("`{ty}` is listed twice"));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// The type of this name, a type parameter's name included.
    pub(super) fn elem_type(&mut self, ident: &Ident) -> Option<ElemType> {
        let name = print::name(ident);
        if let Some((_, bound)) = self.types.iter().find(|(n, _)| *n == name) {
            return Some(*bound);
        }
        if let Some(param) = self.block.type_params.iter().find(|p| p.name == *ident) {
            // One that lists no element type has been reported.
            return param.types.iter().find_map(|t| ElemType::from_name(&t.to_string()));
        }
        let ty = ElemType::from_name(&name);
        if ty.is_none() {
            self.unknown_type(ident);
        }
        ty
    }

    /// The type of an input or a scalar, which is not bool.
    pub(super) fn numeric_type(&mut self, ident: &Ident) -> Option<ElemType> {
        let ty = self.elem_type(ident)?;
        if ty == ElemType::Bool {
            self.error(
                ident.span(),
                "bool is no type of a parameter; use u8 and compare: `v != 0`",
            );
            return None;
        }
        Some(ty)
    }

    fn unknown_type(&mut self, ident: &Ident) {
        let name = print::name(ident);
        let params: Vec<String> =
            self.block.type_params.iter().map(|p| print::name(&p.name)).collect();
        // `u64` is no slip of the pen for `f64`: the numeric types are listed instead.
        let known = params.iter().map(String::as_str).chain(["bool", "size"]);
        let hint = did_you_mean(&name, known).unwrap_or_else(|| KNOWN.into());
        self.error(ident.span(), format!("unknown type `{name}`; {hint}"));
    }
}

impl Elab<'_, '_> {
    /// Brings operands to one type: that of the first that has one, `i32` for index expressions,
    /// else the hint, else what the literals are.
    pub(super) fn unify(
        &mut self,
        items: &[(Operand, &Expr)],
        hint: Option<ElemType>,
        span: Span,
    ) -> Option<(ElemType, Vec<Val>)> {
        if items.iter().any(|(o, _)| matches!(o, Operand::Poison)) {
            return None;
        }
        let typed = items.iter().find_map(|(o, e)| Some((type_of(o)?, *e)));
        if let Some((ty, first)) = typed {
            for (operand, e) in items {
                if let Some(other) = type_of(operand)
                    && other != ty
                {
                    self.mismatch((first, ty), (e, other), span);
                    return None;
                }
            }
        }
        let ty = typed.map(|t| t.0).unwrap_or_else(|| common_default(items, hint));
        // Every operand is converted, so that every one that does not fit is reported.
        let one = |(operand, e): &(Operand, &Expr)| match (operand, typed) {
            (Operand::Const(c @ Const::Float(_)), Some((_, first))) if ty.is_int() => {
                self.fraction(*c, e, ty, first)
            }
            _ => self.convert(operand.clone(), ty, e),
        };
        let vals: Vec<Option<Val>> = items.iter().map(one).collect();
        let vals: Option<Vec<Val>> = vals.into_iter().collect();
        Some((ty, vals?))
    }

    /// A literal with a point beside integers, of which the first is at hand for advice.
    fn fraction(&mut self, c: Const, e: &Expr, ty: ElemType, first: &Expr) -> Option<Val> {
        match constant::convert(c, ty) {
            Ok(v) => Some(self.push(ty, Node::Const(v), e.span)),
            Err(message) => {
                self.error(e.span, format!("{message}; write `{}`", print::cast(first, "f32")));
                None
            }
        }
    }

    fn mismatch(&mut self, a: (&Expr, ElemType), b: (&Expr, ElemType), span: Span) {
        let ((ae, at), (be, bt)) = (a, b);
        if std::ptr::eq(ae, be) {
            let message = format!(
                "mismatched types: this is {at} at one point of the window and {bt} at another"
            );
            return self.error(span, message);
        }
        let advice = if at == ElemType::Bool || bt == ElemType::Bool {
            let (e, ty) = if at == ElemType::Bool { (ae, bt) } else { (be, at) };
            if ty.is_float() {
                format!("write `if {} {{ 1.0 }} else {{ 0.0 }}`", print::text(e))
            } else {
                format!("write `{}`", print::cast(e, ty.name()))
            }
        } else if holds(bt, at) && !holds(at, bt) {
            format!("write `{}`", print::cast(ae, bt.name()))
        } else {
            format!("write `{}`", print::cast(be, at.name()))
        };
        let (left, right) = (print::brief(ae, "the left side"), print::brief(be, "the right side"));
        self.error(span, format!("mismatched types: {left} is {at}, {right} is {bt}; {advice}"));
    }

    /// The operand as a value of exactly this type.
    pub(super) fn convert(&mut self, operand: Operand, ty: ElemType, e: &Expr) -> Option<Val> {
        match operand {
            Operand::Poison => None,
            Operand::Const(c) => match constant::convert(c, ty) {
                Ok(v) => Some(self.push(ty, Node::Const(v), e.span)),
                Err(message) => {
                    self.error(e.span, message);
                    None
                }
            },
            Operand::Index(a) if ty == ElemType::I32 => {
                let node = match a.as_constant() {
                    Some(v) => Node::Const(Value::wrap(ty, v)),
                    None => Node::Index(a),
                };
                Some(self.push(ty, node, e.span))
            }
            Operand::Index(_) => {
                let shown = print::brief(e, "this");
                let cast = print::cast(e, ty.name());
                let message = format!("index expression {shown} is an i32 here; cast it: `{cast}`");
                self.error(e.span, message);
                None
            }
            Operand::Cond(c) if ty == ElemType::Bool => Some(self.condition_value(&c, e.span)),
            Operand::Value(v) if v.ty == ty => Some(v),
            other => {
                let found = type_of(&other).unwrap_or(ElemType::Bool);
                let shown = print::brief(e, "this");
                let message = format!("mismatched types: {shown} is {found}, not {ty}");
                self.error(e.span, message);
                None
            }
        }
    }

    /// The operand as a value of its own type, or of the hinted or usual one if it adapts.
    pub(super) fn settle(
        &mut self,
        operand: Operand,
        hint: Option<ElemType>,
        e: &Expr,
    ) -> Option<Val> {
        let items = [(operand, e)];
        let ty = type_of(&items[0].0).unwrap_or_else(|| common_default(&items, hint));
        let [(operand, _)] = items;
        self.convert(operand, ty, e)
    }
}

/// The type of operands of which none has its own.
fn common_default(items: &[(Operand, &Expr)], hint: Option<ElemType>) -> ElemType {
    let float = items.iter().any(|(o, _)| matches!(o, Operand::Const(Const::Float(_))));
    if items.iter().any(|(o, _)| matches!(o, Operand::Index(_))) {
        // Beside a float the index expression is what has to change.
        return if float { ElemType::F32 } else { ElemType::I32 };
    }
    if let Some(ty) = hint {
        return ty;
    }
    match items.first() {
        Some((Operand::Const(Const::Int { .. }), _)) if float => ElemType::F32,
        Some((Operand::Const(c), _)) => c.default_type(),
        _ => ElemType::I32,
    }
}

/// Whether every value of `b` is exactly one of `a`.
fn holds(a: ElemType, b: ElemType) -> bool {
    match (a.int_range(), b.int_range()) {
        (Some((lo, hi)), Some((l, h))) => lo <= l && h <= hi,
        (None, Some(_)) => a == ElemType::F64 || a == ElemType::F32 && b.bytes() <= 2,
        (None, None) => a.bytes() >= b.bytes() && a != ElemType::Bool && b != ElemType::Bool,
        (Some(_), None) => false,
    }
}
