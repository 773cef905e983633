//! The points of a row of a window, and what expressions are at each of them.

use super::super::built_in::BuiltIn;
use super::super::operand::{Const, Operand};
use super::super::print;
use super::super::program::{Elaboration, Symbol};
use super::super::scope::{Binding, NameScope};
use super::row::RowValues;
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use pipeline_core::ir;
use pipeline_core::ir::ElemType;
use proc_macro2::Ident;
use std::cell::Cell;

/// Expressions nested more deeply are not looked at.
pub(super) const DEEPEST: usize = 100;

/// Points of a row, and the names that mean something there.
#[derive(Clone, Debug)]
pub(super) struct RowPoints {
    /// Their places in the row, ascending.
    pub(super) at: Vec<i64>,
    /// Names with what they are at the points, if that is known; the innermost is the last.
    pub(super) names: Vec<(String, Option<RowValues>)>,
    /// All other names.
    outer: NameScope,
}

impl RowPoints {
    /// So many points, at which these names stand for something.
    pub(super) fn new(
        count: i64,
        names: Vec<(String, Option<RowValues>)>,
        outer: NameScope,
    ) -> RowPoints {
        RowPoints { at: (0..count).collect(), names, outer }
    }

    /// Those that are kept.
    fn kept(&self, keep: &[bool]) -> RowPoints {
        let at = self.at.iter().zip(keep).filter(|(_, keep)| **keep).map(|(at, _)| *at);
        let names = self.names.iter();
        let names = names.map(|(n, row)| (n.clone(), row.as_ref().map(|row| row.kept(keep))));
        RowPoints { at: at.collect(), names: names.collect(), outer: self.outer.clone() }
    }

    /// Those where this holds, and the others.
    pub(super) fn parted(self, holds: &[bool]) -> [RowPoints; 2] {
        if holds.iter().all(|b| *b) {
            let none = self.kept(&vec![false; holds.len()]);
            return [self, none];
        }
        let not: Vec<bool> = holds.iter().map(|b| !b).collect();
        [self.kept(holds), self.kept(&not)]
    }

    /// With a name.
    pub(super) fn bind(&mut self, name: &Ident, row: Option<RowValues>) {
        self.names.push((print::name(name), row));
    }
}

/// What expressions are at points. Nothing, if that is not known without elaborating them.
pub(super) struct RowReader<'p, 'a> {
    pub(super) program: &'p Elaboration<'a>,
    /// Whether a condition was known.
    decided: Cell<bool>,
}

impl<'p, 'a> RowReader<'p, 'a> {
    pub(super) fn new(program: &'p Elaboration<'a>) -> RowReader<'p, 'a> {
        RowReader { program, decided: Cell::new(false) }
    }

    /// Whether a condition was known at points of which parts were made.
    pub(super) fn has_decided(&self) -> bool {
        self.decided.get()
    }

    /// The truth value of an expression at each of the points.
    pub(super) fn bools(&self, e: &Expr, points: &RowPoints, depth: usize) -> Option<Vec<bool>> {
        let bools = self.row(e, points, depth)?.bools(points.at.len())?;
        self.decided.set(true);
        Some(bools)
    }

    /// What an expression is at each of the points.
    pub(super) fn row(&self, e: &Expr, points: &RowPoints, depth: usize) -> Option<RowValues> {
        if depth > DEEPEST {
            return None;
        }
        let of = |e: &Expr| self.row(e, points, depth + 1);
        match &e.kind {
            ExprKind::Int { value, suffix } => self.int(*value, suffix),
            ExprKind::Float { value, suffix } if suffix.is_empty() => {
                Some(RowValues::Float(*value))
            }
            ExprKind::Float { value, suffix } => {
                let ty = ElemType::from_name(suffix)?;
                Some(RowValues::Typed(ty, RowValues::Float(*value).unified(ty)?))
            }
            ExprKind::Bool(b) => Some(RowValues::Bools(vec![*b])),
            ExprKind::Name(name) => self.name(name, points),
            ExprKind::Call { callee, args } if callee.members.is_empty() => {
                self.call(&callee.name, args, points, depth)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => match &a.kind {
                ExprKind::Int { value, suffix } => self.int(-value, suffix),
                _ => of(a)?.negated(),
            },
            ExprKind::Unary(UnaryOp::Not, a) => of(a)?.not(),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                self.logic(*op == BinaryOp::And, [a, b], points, depth)
            }
            ExprKind::Binary(op, a, b) => RowValues::binary(*op, &of(a)?, &of(b)?),
            ExprKind::Cast(a, ty) => of(a)?.cast(self.elem_type(ty)?),
            ExprKind::Block(lets, value) => {
                let mut inner = points.clone();
                for (name, e) in lets {
                    let row = self.row(e, &inner, depth + 1)?;
                    inner.bind(name, Some(row));
                }
                self.row(value, &inner, depth + 1)
            }
            ExprKind::Call { .. }
            | ExprKind::Member(_)
            | ExprKind::Window { .. }
            | ExprKind::Array(_)
            | ExprKind::If(..) => None,
        }
    }

    fn int(&self, value: i128, suffix: &str) -> Option<RowValues> {
        let row = RowValues::of(&Operand::Const(Const::int(value)))?;
        if suffix.is_empty() {
            return Some(row);
        }
        let ty = ElemType::from_name(suffix)?;
        Some(RowValues::Typed(ty, row.unified(ty)?))
    }

    fn name(&self, name: &Ident, points: &RowPoints) -> Option<RowValues> {
        let name = print::name(name);
        if let Some((_, row)) = points.names.iter().rev().find(|(n, _)| *n == name) {
            return row.clone();
        }
        match points.outer.get(&name) {
            Some(Binding::Operand(operand)) => RowValues::of(operand),
            Some(Binding::Forbidden(_)) => None,
            None => self.program.consts.get(&name).and_then(RowValues::of),
        }
    }

    /// An element type that is written, a type parameter's name included.
    fn elem_type(&self, ident: &Ident) -> Option<ElemType> {
        let name = print::name(ident);
        let bound = self.program.types.iter().find(|(n, _)| *n == name);
        bound.map_or_else(|| ElemType::from_name(&name), |(_, ty)| Some(*ty))
    }

    /// `a && b`, `a || b`: the right side matters only where the left one does not decide.
    fn logic(
        &self,
        and: bool,
        [a, b]: [&Expr; 2],
        points: &RowPoints,
        depth: usize,
    ) -> Option<RowValues> {
        let left = self.row(a, points, depth + 1)?;
        let mut holds = left.bools(points.at.len())?;
        let open: Vec<bool> = holds.iter().map(|left| *left == and).collect();
        if !open.contains(&true) {
            return Some(RowValues::Bools(holds));
        }
        let inner = points.kept(&open);
        let right = self.row(b, &inner, depth + 1)?.bools(inner.at.len())?;
        let places = holds.iter_mut().zip(&open).filter(|(_, open)| **open);
        places.zip(right).for_each(|((place, _), right)| *place = right);
        Some(RowValues::Bools(holds))
    }

    fn call(
        &self,
        callee: &Ident,
        args: &[Expr],
        points: &RowPoints,
        depth: usize,
    ) -> Option<RowValues> {
        let name = print::name(callee);
        let rows = |args: &[Expr]| -> Option<Vec<RowValues>> {
            args.iter().map(|a| self.row(a, points, depth + 1)).collect()
        };
        match self.program.symbols.get(&name).map(|s| s.0) {
            Some(Symbol::Helper(i)) => {
                let helper = &self.program.helpers[i];
                if helper.broken || args.len() != helper.params.len() {
                    return None;
                }
                let params = helper.params.iter().map(print::name);
                let names = params.zip(rows(args)?.into_iter().map(Some)).collect();
                let inner = RowPoints { at: points.at.clone(), names, outer: NameScope::default() };
                self.row(helper.body, &inner, depth + 1)
            }
            Some(_) => None,
            None => match (BuiltIn::named(&name)?, &rows(args)?[..]) {
                (BuiltIn::Abs, [a]) => a.abs(),
                (BuiltIn::Clamp, [a, lo, hi]) => {
                    let least = RowValues::extreme(ir::BinaryOp::Max, a, lo)?;
                    RowValues::extreme(ir::BinaryOp::Min, &least, hi)
                }
                (BuiltIn::Operator(op @ (ir::BinaryOp::Min | ir::BinaryOp::Max)), [a, b]) => {
                    RowValues::extreme(op, a, b)
                }
                _ => None,
            },
        }
    }
}

/// A truth value as it is written.
pub(super) fn as_literal(e: &Expr) -> Option<bool> {
    match e.kind {
        ExprKind::Bool(b) => Some(b),
        _ => None,
    }
}
