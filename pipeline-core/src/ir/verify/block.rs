//! The definitions: operands, types, indices.

use super::Verifier;
use crate::ir::{
    BinaryOp, Block, ElemType, Expr, ExprId, Function, Index, Node, ReduceOp, Source, UnaryOp,
    Value, VarId, WindowVar,
};

/// Deepest nesting of windows.
const MAX_WINDOWS: usize = 16;

impl Verifier<'_> {
    /// The block of a case or update, over so many variables beside those of windows.
    pub(super) fn case_value(
        &mut self,
        (rank, vars): (usize, &[String]),
        ty: ElemType,
        place: &str,
        block: &Block,
    ) {
        let mut scope = VarsInScope { rank, vars: vars.len(), open: Vec::new() };
        self.block(&mut scope, place, block, ty, 0);
    }

    fn block(
        &mut self,
        scope: &mut VarsInScope,
        place: &str,
        block: &Block,
        ty: ElemType,
        depth: usize,
    ) {
        for (i, expr) in block.exprs.iter().enumerate() {
            let place = format!("{place}, %{i}");
            let checker = OperandTypes { before: &block.exprs[..i] };
            match self.node(scope, &place, &checker, expr, depth) {
                Ok(found) if found != expr.ty => {
                    self.report(&place, format!("gives {found}, but its type is {}", expr.ty));
                }
                Ok(_) => {}
                Err(what) => self.report(&place, what),
            }
        }
        match block.exprs.get(block.result.0) {
            None => self.report(place, format!("yields %{}, which is not there", block.result.0)),
            Some(e) if e.ty != ty => {
                self.report(place, format!("yields {} where {ty} is due", e.ty));
            }
            Some(_) => {}
        }
    }

    /// The type of what a node computes.
    fn node(
        &mut self,
        scope: &mut VarsInScope,
        place: &str,
        operands: &OperandTypes<'_>,
        expr: &Expr,
        depth: usize,
    ) -> Result<ElemType, String> {
        match &expr.node {
            Node::Const(value) => constant(*value),
            Node::Scalar(s) => match self.p.scalars.get(s.0) {
                Some(scalar) => Ok(scalar.ty),
                None => Err(format!("no scalar {}", s.0)),
            },
            Node::Index(affine) => {
                self.affine(place, affine, &|v| scope.contains(v));
                Ok(ElemType::I32)
            }
            Node::Test(test) => {
                self.test(place, test, &|v| scope.contains(v));
                Ok(ElemType::Bool)
            }
            Node::Read { source, index } => self.read(scope, place, operands, *source, index),
            Node::Unary(op, a) => unary(*op, operands.ty(*a)?),
            Node::Binary(op, a, b) => binary(*op, operands.ty(*a)?, operands.ty(*b)?),
            Node::Cast(a) => match (operands.ty(*a)?, expr.ty) {
                (ElemType::Bool, to) if !to.is_int() => Err(format!("cast of bool to {to}")),
                (from, ElemType::Bool) => Err(format!("cast of {from} to bool")),
                (_, to) => Ok(to),
            },
            Node::SaturatingCast(a) => match (operands.ty(*a)?, expr.ty) {
                (ElemType::Bool, _) => Err("saturating cast of bool".into()),
                (_, to) if to.is_int() => Ok(to),
                (_, to) => Err(format!("saturating cast to {to}")),
            },
            Node::Select(c, a, b) => match (operands.ty(*c)?, operands.ty(*a)?, operands.ty(*b)?) {
                (ElemType::Bool, a, b) if a == b => Ok(a),
                (ElemType::Bool, a, b) => Err(format!("select of {a} and {b}")),
                (c, ..) => Err(format!("select on {c}")),
            },
            Node::Call(f, args) => call(*f, args, operands),
            Node::Combine { op, terms } => {
                reduce(*op, expr.ty)?;
                if terms.is_empty() {
                    return Err("a sum of nothing".into());
                }
                for term in terms {
                    let ty = operands.ty(*term)?;
                    if ty != expr.ty {
                        return Err(format!("{} combined with {ty}", expr.ty));
                    }
                }
                Ok(expr.ty)
            }
            Node::Reduce { op, vars, body, fused } => {
                reduce(*op, expr.ty)?;
                let is_product = expr.ty.is_float() && body.product().is_some();
                if *fused && (*op != ReduceOp::Sum || !is_product) {
                    return Err("fused, but no sum of products of floats".into());
                }
                if depth == MAX_WINDOWS {
                    return Err("windows nested too deeply".into());
                }
                let outer = scope.open.len();
                let opened = scope.open_window(vars);
                if opened.is_ok() {
                    self.block(scope, &format!("{place} window"), body, expr.ty, depth + 1);
                }
                scope.open.truncate(outer);
                opened.map(|()| expr.ty)
            }
        }
    }

    fn read(
        &mut self,
        scope: &VarsInScope,
        place: &str,
        operands: &OperandTypes<'_>,
        source: Source,
        index: &[Index],
    ) -> Result<ElemType, String> {
        match source {
            Source::Input(i) if i.0 >= self.p.inputs.len() => {
                return Err(format!("no input {}", i.0));
            }
            Source::Stage(s) if s.0 >= self.p.stages.len() => {
                return Err(format!("no stage {}", s.0));
            }
            Source::Input(_) | Source::Stage(_) => {}
        }
        let name = self.p.source_name(source);
        let rank = self.p.source_domain(source).0.len();
        if index.len() != rank {
            let count = index.len();
            return Err(format!("read of `{name}` with {count} indices of {rank}"));
        }
        for i in index {
            match i {
                Index::Affine(affine) => self.affine(place, affine, &|v| scope.contains(v)),
                Index::Value(e) => {
                    let ty = operands.ty(*e)?;
                    if !ty.is_int() {
                        return Err(format!("read of `{name}` with an index of {ty}"));
                    }
                }
            }
        }
        Ok(self.p.source_type(source))
    }
}

/// The variables that may be mentioned: the definition's own and those of the windows around.
struct VarsInScope {
    /// How many are the definition's own.
    rank: usize,
    /// How many there are with those of windows.
    vars: usize,
    open: Vec<VarId>,
}

impl VarsInScope {
    fn contains(&self, var: usize) -> bool {
        // A stage with fewer variables than dimensions is reported, but must not be relied on.
        var < self.rank.min(self.vars) || self.open.contains(&VarId(var))
    }

    fn open_window(&mut self, vars: &[WindowVar]) -> Result<(), String> {
        if vars.is_empty() {
            return Err("window without variables".into());
        }
        for window in vars {
            let WindowVar { id, first, last } = window;
            if !(self.rank..self.vars).contains(&id.0) {
                return Err(format!("no window variable {}", id.0));
            }
            if self.open.contains(id) {
                return Err(format!("window variable {} is in use", id.0));
            }
            if !(first.vars().is_empty() && last.vars().is_empty()) {
                return Err(format!("the ends of window variable {} mention variables", id.0));
            }
            if let Some([first, last]) = window.constant_ends().filter(|[lo, hi]| lo > hi) {
                return Err(format!("empty window {first}..={last}"));
            }
            self.open.push(*id);
        }
        Ok(())
    }
}

/// The expressions that operands may be.
struct OperandTypes<'a> {
    before: &'a [Expr],
}

impl OperandTypes<'_> {
    fn ty(&self, id: ExprId) -> Result<ElemType, String> {
        let found = self.before.get(id.0).map(|e| e.ty);
        found.ok_or_else(|| format!("operand %{} is not before it", id.0))
    }
}

fn constant(value: Value) -> Result<ElemType, String> {
    if let Value::Int(ty, v) = value {
        match ty.int_range() {
            None => return Err(format!("integer constant of type {ty}")),
            Some((lo, hi)) if !(lo..=hi).contains(&v) => {
                return Err(format!("constant {v} is no {ty}"));
            }
            Some(_) => {}
        }
    }
    Ok(value.ty())
}

fn unary(op: UnaryOp, a: ElemType) -> Result<ElemType, String> {
    if op.takes().includes(a) { Ok(a) } else { Err(format!("{op:?} of {a}")) }
}

fn binary(op: BinaryOp, a: ElemType, b: ElemType) -> Result<ElemType, String> {
    if op.takes().includes(a) && a == b {
        Ok(op.gives(a))
    } else {
        Err(format!("{op:?} of {a} and {b}"))
    }
}

fn call(f: Function, args: &[ExprId], operands: &OperandTypes<'_>) -> Result<ElemType, String> {
    if args.len() != f.arity() {
        return Err(format!("{} of {} operands", f.name(), args.len()));
    }
    let first = operands.ty(args[0])?;
    for arg in args {
        let ty = operands.ty(*arg)?;
        if !f.takes().includes(ty) || ty != first {
            return Err(format!("{} of {first} and {ty}", f.name()));
        }
    }
    Ok(first)
}

fn reduce(op: ReduceOp, ty: ElemType) -> Result<(), String> {
    if op.takes().includes(ty) { Ok(()) } else { Err(format!("{op:?} of {ty}")) }
}
