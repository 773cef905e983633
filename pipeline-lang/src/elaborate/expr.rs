//! Expressions: names, literals, `if`, blocks and chains of operators.

use super::access::unknown_yet;
use super::build::{ExprBuilder, renumbered};
use super::constant;
use super::names::{Usage, at};
use super::operand::{Const, Operand, Val};
use super::print;
use super::program::{Elaboration, MOST_VISITS, Symbol};
use super::scope::{Binding, NameScope};
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use pipeline_core::ir::{self, Affine, ElemType, Node, Value, VarId};
use proc_macro2::{Ident, Span};

/// A stage has no more expressions than this once windows, stencils and helpers are expanded.
const MOST_EXPRESSIONS: usize = 20_000;
/// A stage visits no more expressions of the user's text than this.
const MOST_STAGE_VISITS: usize = 100_000;
/// Conditions are looked at in so many points of a window while one expression is visited.
const POINTS_OF_A_VISIT: i64 = 256;
/// Nesting of expressions, counted through helpers.
const DEEPEST: usize = 128;

/// What an expression is for, for advice: arithmetic that index expressions lack may be that of
/// values in some places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExprUse {
    /// Any value.
    Value,
    /// The index of a read or of an update's target.
    Index,
    /// A bound, an extent, or a side of a clause.
    Bound,
}

/// The elaboration of one definition, or of one compile-time expression.
pub(super) struct Elab<'g, 'a> {
    pub(super) program: &'g mut Elaboration<'a>,
    /// Blocks under construction: the definition's, then one for each enclosing window loop.
    pub(super) builders: Vec<ExprBuilder>,
    /// Whether this is in a definition or an update, where arrays have values.
    pub(super) defines: bool,
    /// Number of the stage being defined, if any.
    pub(super) stage: Option<usize>,
    /// Its index variables and what they stand for.
    pub(super) own: Vec<(Ident, Affine)>,
    /// Type that reads of the stage being defined have, if that is not declared.
    pub(super) own_type: Option<ElemType>,
    /// Whether a stage is read that an error has left without a type: a cycle, or another one.
    pub(super) blocked: bool,
    /// Where the stage being defined is read without a type.
    pub(super) untyped: Option<Span>,
    /// Number of the stage being updated, if any.
    pub(super) updating: Option<usize>,
    /// The type of the first case of the definition that has one.
    pub(super) typed: Option<ElemType>,
    /// The types of expressions, in the order of their first.
    pub(super) types: Vec<ElemType>,
    /// Names of index variables and of window loops' variables.
    pub(super) vars: Vec<String>,
    /// The variables of the window loops around.
    pub(super) loops: Vec<VarId>,
    /// Of these, each whose value would have decided something at compile time.
    pub(super) deciding: Vec<VarId>,
    /// What the expression at hand is for.
    pub(super) place: ExprUse,
    /// Stages whose types are needed first.
    pub(super) missing: Vec<usize>,
    /// Stages read.
    pub(super) reads: Vec<usize>,
    /// Helpers being expanded, and where they were called.
    pub(super) calls: Vec<(String, Span)>,
    /// Expressions created.
    pub(super) created: usize,
    visits: usize,
    depth: usize,
    exhausted: bool,
}

impl<'g, 'a> Elab<'g, 'a> {
    /// For an expression outside any definition: it is known before anything is computed.
    pub(super) fn new(program: &'g mut Elaboration<'a>) -> Elab<'g, 'a> {
        Elab {
            program,
            builders: vec![ExprBuilder::default()],
            defines: false,
            stage: None,
            own: Vec::new(),
            own_type: None,
            blocked: false,
            untyped: None,
            updating: None,
            typed: None,
            types: Vec::new(),
            vars: Vec::new(),
            loops: Vec::new(),
            deciding: Vec::new(),
            place: ExprUse::Value,
            missing: Vec::new(),
            reads: Vec::new(),
            calls: Vec::new(),
            created: 0,
            visits: 0,
            depth: 0,
            exhausted: false,
        }
    }

    /// Reports an error, within a helper also where that was called.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        let mut message = message.into();
        if let Some((name, span)) = self.calls.first() {
            message = format!("{message} (in {})", at(&format!("`{name}` called"), *span));
        }
        self.program.error(span, message);
    }

    /// Reports a name that nothing defines.
    pub(super) fn unknown(&mut self, usage: Usage, ident: &Ident, scope: &NameScope) {
        let name = print::name(ident);
        let Some(mut message) = self.program.unknown(usage, &name, scope) else { return };
        if !self.calls.is_empty() && self.own.iter().any(|(v, _)| v == ident) {
            message = format!("unknown name `{name}`; a helper sees its parameters only");
        } else if !self.defines && self.program.will_define(&name) {
            message = unknown_yet(&name, "a stage");
        }
        self.error(ident.span(), message);
    }

    /// Adds an expression to the block under construction.
    pub(super) fn push(&mut self, ty: ElemType, node: Node, span: Span) -> Val {
        let level = self.builders.len() - 1;
        if !self.types.contains(&ty) {
            self.types.push(ty);
        }
        let program = &mut *self.program;
        let (id, new) = self.builders[level].push(ty, node, || program.loc(span));
        self.created += usize::from(new);
        Val { level, id, ty }
    }

    /// The value within the block under construction: copied if it comes from an enclosing one.
    pub(super) fn local(&mut self, val: Val) -> ir::ExprId {
        let level = self.builders.len() - 1;
        if val.level == level {
            return val.id;
        }
        if let Some(id) = self.builders[level].imported.get(&val) {
            return *id;
        }
        for id in self.builders[val.level].needed(val.id) {
            let expr = self.builders[val.level].expr(id).clone();
            let source = Val { level: val.level, id, ty: expr.ty };
            let inner = &mut self.builders[level];
            if inner.imported.contains_key(&source) {
                continue;
            }
            let place = |c: ir::ExprId| {
                let ty = self.builders[val.level].expr(c).ty;
                self.builders[level].imported[&Val { level: val.level, id: c, ty }]
            };
            let node = renumbered(&expr.node, place);
            let (copy, new) = self.builders[level].push(expr.ty, node, || expr.loc);
            self.created += usize::from(new);
            self.builders[level].imported.insert(source, copy);
        }
        self.builders[level].imported[&val]
    }

    /// The value as an operand: a constant if it is one.
    pub(super) fn lift(&self, val: Val) -> Operand {
        match self.builders[val.level].constant(val.id) {
            Some(v) => Operand::Const(Const::typed(v)),
            None => Operand::Value(val),
        }
    }

    /// The constant that a value is.
    pub(super) fn constant_of(&self, val: Val) -> Option<Value> {
        self.builders[val.level].constant(val.id)
    }

    /// Elaborates an expression; `hint` is the type that its literals take if nothing else
    /// decides.
    pub(super) fn expr(&mut self, e: &Expr, scope: &NameScope, hint: Option<ElemType>) -> Operand {
        if !self.may_go_on(e.span) {
            return Operand::Poison;
        }
        self.depth += 1;
        let place = self.place;
        // What an operator joins is for the same as the whole.
        if !matches!(e.kind, ExprKind::Binary(..) | ExprKind::Unary(..)) {
            self.place = ExprUse::Value;
        }
        let operand = self.dispatch(e, scope, hint);
        self.place = place;
        self.depth -= 1;
        operand
    }

    /// Elaborates an expression for such a place.
    pub(super) fn expr_at(&mut self, place: ExprUse, e: &Expr, scope: &NameScope) -> Operand {
        let before = std::mem::replace(&mut self.place, place);
        let operand = self.expr(e, scope, None);
        self.place = before;
        operand
    }

    /// Notes that conditions were looked at in so many points of a window, which takes as long as
    /// this many visits.
    pub(super) fn looked_at(&mut self, points: i64) {
        let visits = (points / POINTS_OF_A_VISIT) as usize;
        self.visits += visits;
        self.program.visits += visits;
    }

    fn may_go_on(&mut self, span: Span) -> bool {
        if self.exhausted {
            return false;
        }
        self.visits += 1;
        self.program.visits += 1;
        let name = self.stage.map_or("this".into(), |d| format!("`{}`", self.program.defs[d].name));
        let stop = if self.depth >= DEEPEST {
            Some("this expression is nested too deeply; name parts of it with `let`".to_string())
        } else if self.created > MOST_EXPRESSIONS || self.visits > MOST_STAGE_VISITS {
            Some(format!(
                "{name} expands to more than {MOST_EXPRESSIONS} expressions; split it into stages"
            ))
        } else if self.program.visits > MOST_VISITS {
            Some(format!("the pipeline expands to more than {MOST_VISITS} expressions"))
        } else {
            None
        };
        if let Some(message) = stop {
            self.exhausted = true;
            // One error a definition: the calls that led here do not matter.
            self.program.error(span, message);
        }
        !self.exhausted
    }

    fn dispatch(&mut self, e: &Expr, scope: &NameScope, hint: Option<ElemType>) -> Operand {
        match &e.kind {
            ExprKind::Int { value, suffix } if suffix.is_empty() => {
                Operand::Const(Const::int(*value))
            }
            ExprKind::Float { value, suffix } if suffix.is_empty() => {
                Operand::Const(Const::Float(*value))
            }
            ExprKind::Int { value, suffix } => self.suffixed(Const::int(*value), suffix, e.span),
            ExprKind::Float { value, suffix } => {
                self.suffixed(Const::Float(*value), suffix, e.span)
            }
            ExprKind::Bool(b) => Operand::Const(Const::Bool(*b)),
            ExprKind::Name(n) => self.name(n, scope),
            ExprKind::Call { callee, args } => self.call(callee, args, e, scope, hint),
            ExprKind::Member(s) => {
                let shown = print::stage(s);
                let name = print::name(&s.name);
                let message = match self.program.symbols.get(&name).map(|s| s.0) {
                    Some(symbol @ (Symbol::Input(_) | Symbol::Stage(0))) => {
                        let indices: Vec<String> = s.members.iter().map(print::text).collect();
                        let (kind, indices) = (symbol.describe(), indices.join(", "));
                        format!("`{name}` is {kind}; read it at a point: `{name}({indices})`")
                    }
                    _ => format!("`{shown}` is read at a point: `{shown}(…)`"),
                };
                self.error(e.span, message);
                Operand::Poison
            }
            ExprKind::Window { op, ranges, body } => self.window(op, ranges, body, scope, hint),
            ExprKind::Array(_) => {
                let message = "an array stands only for the taps of `stencil`; a table is an \
                               input, or a stage such as `g(i) in [0..5] = i * i;`";
                self.error(e.span, message);
                Operand::Poison
            }
            ExprKind::Unary(op, a) => self.unary(*op, a, e.span, scope, hint),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                self.logic(*op, a, b, e.span, scope)
            }
            ExprKind::Binary(op @ (BinaryOp::Shl | BinaryOp::Shr), a, b) => {
                let left = self.expr(a, scope, hint);
                let right = self.expr(b, scope, None);
                self.shift(*op, (left, a), (right, b), e.span, hint)
            }
            ExprKind::Binary(op, a, b) if is_arithmetic(*op) => {
                self.chain(e, (*op, a, b), scope, hint)
            }
            ExprKind::Binary(op, a, b) => {
                let mut sides = self.together(&[a, b], scope, None);
                let (right, left) = (sides.pop(), sides.pop());
                match (left, right) {
                    (Some(left), Some(right)) => {
                        self.binary(*op, (left, a), (right, b), e.span, None)
                    }
                    _ => Operand::Poison,
                }
            }
            ExprKind::Cast(a, ty) => self.cast(a, ty, e.span, scope),
            ExprKind::If(c, a, b) => self.choose([&**c, &**a, &**b], e.span, scope, hint),
            ExprKind::Block(lets, value) => {
                let mut scope = scope.clone();
                for (name, e) in lets {
                    let operand = self.expr(e, &scope, None);
                    self.program.allowed(name);
                    self.program.locals.note(name, &operand);
                    scope = scope.bind(print::name(name), operand);
                }
                self.expr(value, &scope, hint)
            }
        }
    }

    fn suffixed(&mut self, c: Const, suffix: &str, span: Span) -> Operand {
        let Some(ty) = ElemType::from_name(suffix) else {
            self.error(span, format!("unknown type `{suffix}`; {}", super::types::KNOWN));
            return Operand::Poison;
        };
        match constant::convert(c, ty) {
            Ok(v) => Operand::Const(Const::typed(v)),
            Err(message) => {
                self.error(span, message);
                Operand::Poison
            }
        }
    }

    fn name(&mut self, ident: &Ident, scope: &NameScope) -> Operand {
        let name = print::name(ident);
        match scope.get(&name) {
            Some(Binding::Operand(operand)) => return operand.clone(),
            Some(Binding::Forbidden(why)) => {
                self.error(ident.span(), format!("`{name}` cannot stand here: {why}"));
                return Operand::Poison;
            }
            None => {}
        }
        if let Some(operand) = self.program.consts.get(&name) {
            return operand.clone();
        }
        let Some((symbol, _)) = self.program.symbols.get(&name).copied() else {
            if super::built_in::BuiltIn::named(&name).is_some() {
                self.error(ident.span(), format!("`{name}` is a function; call it: `{name}(…)`"));
            } else {
                self.unknown(Usage::Value, ident, scope);
            }
            return Operand::Poison;
        };
        match symbol {
            Symbol::Size(id) => Operand::Index(Affine::from(id)),
            Symbol::Scalar(id) => match self.program.scalars[id.0].ty {
                Some(ty) => Operand::Value(self.push(ty, Node::Scalar(id), ident.span())),
                None => Operand::Poison,
            },
            Symbol::Const => Operand::Poison,
            Symbol::Input(_) | Symbol::Stage(_) => {
                let kind = symbol.describe();
                let index = if matches!(symbol, Symbol::Stage(1..)) { "[k](…)" } else { "(…)" };
                let message = format!("`{name}` is {kind}; read it at a point: `{name}{index}`");
                self.error(ident.span(), message);
                Operand::Poison
            }
            Symbol::Helper(_) => {
                self.error(ident.span(), format!("`{name}` is a function; call it: `{name}(…)`"));
                Operand::Poison
            }
        }
    }

    /// A chain of operators of one precedence or falling: `a * b + c - d`, without recursion on
    /// its length.
    fn chain(
        &mut self,
        e: &Expr,
        last: (BinaryOp, &Expr, &Expr),
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Operand {
        let mut steps = vec![(last.0, last.1, last.2, e.span)];
        let mut first = last.1;
        while let ExprKind::Binary(op, a, b) = &first.kind
            && is_arithmetic(*op)
        {
            steps.push((*op, a, b, first.span));
            first = a;
        }
        steps.reverse();
        let parts: Vec<&Expr> = std::iter::once(first).chain(steps.iter().map(|s| s.2)).collect();
        let mut operands = self.together(&parts, scope, hint).into_iter();
        let Some(mut result) = operands.next() else { return Operand::Poison };
        for ((op, a, b, span), right) in steps.into_iter().zip(operands) {
            result = self.binary(op, (result, a), (right, b), span, hint);
        }
        result
    }

    /// Elaborates expressions that share one type: those with a type of their own first, so that
    /// an `if` between literals takes it.
    pub(super) fn together(
        &mut self,
        exprs: &[&Expr],
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Vec<Operand> {
        let mut hint = hint;
        let mut done: Vec<Option<Operand>> = vec![None; exprs.len()];
        if exprs.iter().any(|e| !is_literal(e) && adapts(e)) {
            for (e, slot) in exprs.iter().zip(&mut done) {
                if adapts(e) {
                    continue;
                }
                let operand = self.expr(e, scope, hint);
                let ty = type_of(&operand);
                *slot = Some(operand);
                if ty.is_some() {
                    hint = ty;
                    break;
                }
            }
        }
        exprs
            .iter()
            .zip(done)
            .map(|(e, slot)| slot.unwrap_or_else(|| self.expr(e, scope, hint)))
            .collect()
    }

    /// A compile-time integer.
    pub(super) fn integer(&mut self, e: &Expr, scope: &NameScope) -> Option<i64> {
        self.integer_or(e, scope, "")
    }

    /// A compile-time integer; `advice` is for what is none.
    pub(super) fn integer_or(&mut self, e: &Expr, scope: &NameScope, advice: &str) -> Option<i64> {
        let operand = self.expr(e, scope, None);
        self.integer_of(e, &operand, advice)
    }

    /// A compile-time integer, as what its expression is.
    pub(super) fn integer_of(&mut self, e: &Expr, operand: &Operand, advice: &str) -> Option<i64> {
        let value = match operand {
            Operand::Poison => return None,
            Operand::Const(c) => c.as_int(),
            Operand::Index(a) => a.as_constant().map(i128::from),
            _ => None,
        };
        let Some(value) = value else {
            self.decides(operand);
            let shown = print::brief(e, "this");
            let message = match operand {
                Operand::Const(_) => format!("{shown} is not an integer"),
                _ => format!("{shown} is not an integer known at compile time{advice}"),
            };
            self.error(e.span, message);
            return None;
        };
        match i64::try_from(value) {
            Ok(v) if v.abs() <= super::index::LARGEST => Some(v),
            _ => {
                self.error(e.span, format!("{value} is beyond 2^31"));
                None
            }
        }
    }

    /// A compile-time constant.
    pub(super) fn constant(
        &mut self,
        e: &Expr,
        scope: &NameScope,
        hint: Option<ElemType>,
    ) -> Option<Const> {
        match self.expr(e, scope, hint) {
            Operand::Poison => None,
            Operand::Const(c) => Some(c),
            Operand::Index(a) if a.as_constant().is_some() => {
                a.as_constant().map(|v| Const::int(v.into()))
            }
            other => {
                self.decides(&other);
                let shown = print::brief(e, "this");
                self.error(e.span, format!("{shown} is not known at compile time"));
                None
            }
        }
    }
}

/// The type of an operand that has one of its own.
pub(super) fn type_of(operand: &Operand) -> Option<ElemType> {
    match operand {
        Operand::Const(c) => c.ty(),
        Operand::Cond(_) => Some(ElemType::Bool),
        Operand::Value(v) => Some(v.ty),
        Operand::Index(_) | Operand::Poison => None,
    }
}

fn is_arithmetic(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor)
}

pub(super) fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int { .. } | ExprKind::Float { .. } => true,
        ExprKind::Unary(UnaryOp::Neg, a) => is_literal(a),
        _ => false,
    }
}

/// Whether an expression is made of literals only, so that its type is its neighbour's.
pub(super) fn adapts(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int { suffix, .. } | ExprKind::Float { suffix, .. } => suffix.is_empty(),
        ExprKind::Unary(_, a) => adapts(a),
        ExprKind::Binary(op, a, b) => is_arithmetic(*op) && adapts(a) && adapts(b),
        ExprKind::If(_, a, b) => adapts(a) && adapts(b),
        ExprKind::Block(_, value) => adapts(value),
        ExprKind::Call { callee, args } => {
            callee.name == "select" && args.get(1..).is_some_and(|v| v.iter().all(adapts))
        }
        _ => false,
    }
}
