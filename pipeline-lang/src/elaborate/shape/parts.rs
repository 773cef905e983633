//! The parts of a row of a window: where conditions on its variables have the same outcome.

use super::super::print;
use super::super::visit;
use super::points::{DEEPEST, RowPoints, RowReader, as_literal};
use crate::syntax::StageRef;
use crate::syntax::{BinaryOp, Expr, ExprKind};
use proc_macro2::Ident;

/// What is left of an expression at some of the points.
pub(super) struct RowPart {
    pub(super) rest: Expr,
    pub(super) points: RowPoints,
}

impl RowReader<'_, '_> {
    /// The parts of an expression, none without points: conditions that are known at all points
    /// have gone from what is left of it.
    pub(super) fn parts(&self, e: &Expr, points: RowPoints, depth: usize) -> Vec<RowPart> {
        if points.at.is_empty() {
            return Vec::new();
        }
        if depth > DEEPEST {
            return vec![RowPart { rest: e.clone(), points }];
        }
        match &e.kind {
            ExprKind::If(c, a, b) => self.chosen([c, a, b], e, points, depth),
            ExprKind::Call { callee, args } => match (&args[..], is_choice(self, callee)) {
                ([c, a, b], true) => self.chosen([c, a, b], e, points, depth),
                _ => match self.known(e, points, depth) {
                    Ok(parts) => parts,
                    Err(points) => self.each(args, points, depth, &|args| {
                        ExprKind::Call { callee: callee.clone(), args }.at(e)
                    }),
                },
            },
            ExprKind::Unary(op, a) => match self.known(e, points, depth) {
                Ok(parts) => parts,
                Err(points) => self.one(a, points, depth, &|a| ExprKind::Unary(*op, a).at(e)),
            },
            ExprKind::Cast(a, ty) => {
                self.one(a, points, depth, &|a| ExprKind::Cast(a, ty.clone()).at(e))
            }
            ExprKind::Binary(op, a, b) => match self.known(e, points, depth) {
                Ok(parts) => parts,
                Err(points) => self.operands((*op, a, b), e, points, depth),
            },
            ExprKind::Block(lets, value) => self.block(lets, value, e, points, depth),
            ExprKind::Name(_) => match self.known(e, points, depth) {
                Ok(parts) => parts,
                Err(points) => vec![RowPart { rest: e.clone(), points }],
            },
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Member(_)
            | ExprKind::Window { .. }
            | ExprKind::Array(_) => vec![RowPart { rest: e.clone(), points }],
        }
    }

    /// The parts of a condition that is known at all points; else the points.
    fn known(&self, e: &Expr, points: RowPoints, depth: usize) -> Result<Vec<RowPart>, RowPoints> {
        let Some(holds) = self.bools(e, &points, depth) else { return Err(points) };
        let [holding, others] = points.parted(&holds);
        let part = |b, points| RowPart { rest: ExprKind::Bool(b).at(e), points };
        let mut parts = vec![part(true, holding), part(false, others)];
        parts.retain(|part| !part.points.at.is_empty());
        Ok(parts)
    }

    /// `if c { a } else { b }`, as what is chosen where the condition is known.
    fn chosen(
        &self,
        [c, a, b]: [&Expr; 3],
        e: &Expr,
        points: RowPoints,
        depth: usize,
    ) -> Vec<RowPart> {
        let conditions = match self.known(c, points, depth + 1) {
            Ok(parts) => parts,
            Err(points) => self.parts(c, points, depth + 1),
        };
        let mut parts = Vec::new();
        for RowPart { rest: c, points } in conditions {
            parts.extend(match as_literal(&c) {
                Some(true) => self.parts(a, points, depth + 1),
                Some(false) => self.parts(b, points, depth + 1),
                None => self.two([a, b], points, depth, &|a, b| {
                    ExprKind::If(Box::new(c.clone()), a, b).at(e)
                }),
            });
        }
        parts
    }

    fn operands(
        &self,
        (op, a, b): (BinaryOp, &Expr, &Expr),
        e: &Expr,
        points: RowPoints,
        depth: usize,
    ) -> Vec<RowPart> {
        let deciding = match op {
            BinaryOp::And => Some(false),
            BinaryOp::Or => Some(true),
            _ => None,
        };
        let Some(deciding) = deciding else {
            return self.two([a, b], points, depth, &|a, b| ExprKind::Binary(op, a, b).at(e));
        };
        let mut parts = Vec::new();
        for RowPart { rest: left, points } in self.parts(a, points, depth + 1) {
            match as_literal(&left) {
                Some(known) if known == deciding => parts.push(RowPart { rest: left, points }),
                Some(_) => parts.extend(self.parts(b, points, depth + 1)),
                None => parts.extend(self.one(b, points, depth, &|b| {
                    ExprKind::Binary(op, Box::new(left.clone()), b).at(e)
                })),
            }
        }
        parts
    }

    /// `{ let a = …; value }`. What is known need not be computed where nothing uses it.
    fn block(
        &self,
        lets: &[(Ident, Expr)],
        value: &Expr,
        e: &Expr,
        points: RowPoints,
        depth: usize,
    ) -> Vec<RowPart> {
        let Some(((name, first), others)) = lets.split_first() else {
            return self.parts(value, points, depth + 1);
        };
        let outside = points.names.len();
        let row = self.row(first, &points, depth + 1);
        let is_known = row.is_some();
        let firsts = match is_known {
            true => vec![RowPart { rest: first.clone(), points }],
            false => self.parts(first, points, depth + 1),
        };
        let mut parts = Vec::new();
        for RowPart { rest: first, mut points } in firsts {
            points.bind(name, row.clone());
            for mut part in self.block(others, value, e, points, depth + 1) {
                part.points.names.truncate(outside);
                if !is_known || mentions(&part.rest, name) {
                    part.rest = with_let(name, &first, part.rest, e);
                }
                parts.push(part);
            }
        }
        parts
    }

    /// The parts of an operand within what `make` makes of it.
    fn one(
        &self,
        a: &Expr,
        points: RowPoints,
        depth: usize,
        make: &dyn Fn(Box<Expr>) -> Expr,
    ) -> Vec<RowPart> {
        let parts = self.parts(a, points, depth + 1).into_iter();
        parts.map(|part| RowPart { rest: make(Box::new(part.rest)), ..part }).collect()
    }

    /// The parts of two operands within what `make` makes of them.
    fn two(
        &self,
        [a, b]: [&Expr; 2],
        points: RowPoints,
        depth: usize,
        make: &dyn Fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Vec<RowPart> {
        let mut parts = Vec::new();
        for RowPart { rest, points } in self.parts(a, points, depth + 1) {
            let a = Box::new(rest);
            parts.extend(self.one(b, points, depth, &|b| make(a.clone(), b)));
        }
        parts
    }

    /// The parts of all arguments within what `make` makes of them.
    fn each(
        &self,
        args: &[Expr],
        points: RowPoints,
        depth: usize,
        make: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Vec<RowPart> {
        let mut done: Vec<(Vec<Expr>, RowPoints)> = vec![(Vec::new(), points)];
        for arg in args {
            let mut next = Vec::new();
            for (args, points) in done {
                for part in self.parts(arg, points, depth + 1) {
                    let with: Vec<Expr> = args.iter().cloned().chain([part.rest]).collect();
                    next.push((with, part.points));
                }
            }
            done = next;
        }
        done.into_iter().map(|(args, points)| RowPart { rest: make(args), points }).collect()
    }
}

/// Whether this is `select` and no name of the block.
fn is_choice(reader: &RowReader<'_, '_>, callee: &StageRef) -> bool {
    let name = print::name(&callee.name);
    name == "select" && callee.members.is_empty() && !reader.program.symbols.contains_key(&name)
}

fn mentions(e: &Expr, name: &Ident) -> bool {
    let mut found = false;
    visit::names(e, &mut |n, _| found |= n == name);
    found
}

/// The block with one more `let` before the others.
fn with_let(name: &Ident, e: &Expr, value: Expr, block: &Expr) -> Expr {
    let first = (name.clone(), e.clone());
    match value.kind {
        ExprKind::Block(mut lets, value) => {
            lets.insert(0, first);
            ExprKind::Block(lets, value).at(block)
        }
        _ => ExprKind::Block(vec![first], Box::new(value)).at(block),
    }
}

impl ExprKind {
    /// An expression in place of another one.
    fn at(self, e: &Expr) -> Expr {
        Expr { kind: self, span: e.span }
    }
}
