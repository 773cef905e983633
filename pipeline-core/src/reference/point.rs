//! One point of one stage.

use super::EvalError;
use crate::array::Array;
use crate::ir::verify::MAX_RANK;
use crate::ir::{
    Block, BorderMode, Expr, ExprId, Index, Node, Pipeline, ReduceOp, Source, Stage, Value, VarId,
};
use crate::scalar::{self, Maths};

/// Evaluates one stage at one point after the other, allocating nothing on the way.
pub(super) struct Evaluator<'a> {
    p: &'a Pipeline,
    stage: &'a Stage,
    sizes: &'a [i64],
    scalars: &'a [Value],
    inputs: &'a [Array],
    stages: &'a [Option<Array>],
    maths: &'a dyn Maths,
    /// The point, then the window variables.
    vars: Vec<i64>,
    /// Values of the expressions of the block, after those of the blocks around it.
    values: Vec<Value>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        p: &'a Pipeline,
        stage: &'a Stage,
        sizes: &'a [i64],
        scalars: &'a [Value],
        inputs: &'a [Array],
        stages: &'a [Option<Array>],
        maths: &'a dyn Maths,
    ) -> Evaluator<'a> {
        let vars = vec![0; stage.vars.len()];
        let values = Vec::new();
        Evaluator { p, stage, sizes, scalars, inputs, stages, maths, vars, values }
    }

    /// Goes to the first point.
    pub(super) fn start(&mut self, lo: &[i64]) {
        self.vars[..lo.len()].copy_from_slice(lo);
    }

    /// Goes to the next point in row-major order.
    pub(super) fn advance(&mut self, lo: &[i64], extent: &[usize]) {
        for d in (0..lo.len()).rev() {
            self.vars[d] += 1;
            if self.vars[d] - lo[d] < extent[d] as i64 {
                return;
            }
            self.vars[d] = lo[d];
        }
    }

    /// The stage's value at the point.
    pub(super) fn value(&mut self) -> Result<Value, EvalError> {
        let stage = self.stage;
        let mut holding = stage
            .cases
            .iter()
            .filter(|case| case.region.tests.iter().all(|t| t.eval(self.sizes, &self.vars)));
        match (holding.next(), holding.next()) {
            (Some(case), None) => self.block(&case.value),
            _ => Err(self.wrong_cases()),
        }
    }

    fn wrong_cases(&self) -> EvalError {
        let holds = |i: &usize| {
            self.stage.cases[*i].region.tests.iter().all(|t| t.eval(self.sizes, &self.vars))
        };
        EvalError::Cases {
            stage: self.stage.name.clone(),
            point: self.point(),
            holding: (0..self.stage.cases.len()).filter(holds).collect(),
        }
    }

    fn point(&self) -> Vec<i64> {
        self.vars[..self.stage.rank()].to_vec()
    }

    fn block(&mut self, block: &Block) -> Result<Value, EvalError> {
        let base = self.values.len();
        for expr in &block.exprs {
            let value = self.expr(expr, base)?;
            self.values.push(value);
        }
        let result = self.values[base + block.result.0];
        self.values.truncate(base);
        Ok(result)
    }

    #[inline]
    fn expr(&mut self, expr: &Expr, base: usize) -> Result<Value, EvalError> {
        let value = |e: &ExprId| self.values[base + e.0];
        Ok(match &expr.node {
            Node::Const(v) => *v,
            Node::Scalar(s) => self.scalars[s.0],
            Node::Index(affine) => scalar::index(affine.eval(self.sizes, &self.vars)),
            Node::Test(test) => Value::Bool(test.eval(self.sizes, &self.vars)),
            Node::Read { source, index } => return self.read(*source, index, base),
            Node::Unary(op, a) => scalar::unary(*op, value(a)),
            Node::Binary(op, a, b) => scalar::binary(*op, value(a), value(b)),
            Node::Cast(a) => scalar::cast(value(a), expr.ty),
            Node::SaturatingCast(a) => scalar::saturating_cast(value(a), expr.ty),
            Node::Select(c, a, b) => scalar::select(value(c), value(a), value(b)),
            Node::Call(f, operands) => match operands.as_slice() {
                [a] => scalar::call(self.maths, *f, &[value(a)]),
                [a, b] => scalar::call(self.maths, *f, &[value(a), value(b)]),
                _ => unreachable!("the verifier has functions of one operand or two"),
            },
            Node::Combine { op, terms } => {
                let values = terms.iter().map(value);
                let combined = values.reduce(|a, b| scalar::binary(op.combine(), a, b));
                combined.expect("the verifier has at least one term")
            }
            Node::Reduce { op, vars, body } => {
                return self.reduce(*op, op.identity(expr.ty), vars, body);
            }
        })
    }

    /// Combines the body's values over the window, the last variable fastest, into `acc`.
    fn reduce(
        &mut self,
        op: ReduceOp,
        mut acc: Value,
        vars: &[(VarId, i64, i64)],
        body: &Block,
    ) -> Result<Value, EvalError> {
        let Some(((var, lo, hi), inner)) = vars.split_first() else {
            let value = self.block(body)?;
            return Ok(scalar::binary(op.combine(), acc, value));
        };
        for i in *lo..=*hi {
            self.vars[var.0] = i;
            acc = self.reduce(op, acc, inner, body)?;
        }
        Ok(acc)
    }

    fn read(&self, source: Source, index: &[Index], base: usize) -> Result<Value, EvalError> {
        let array = match source {
            Source::Input(i) => &self.inputs[i.0],
            Source::Stage(s) => {
                self.stages[s.0].as_ref().expect("producers are evaluated before their consumers")
            }
        };
        let mut at = [0; MAX_RANK];
        let at = &mut at[..index.len()];
        for (slot, i) in at.iter_mut().zip(index) {
            *slot = match i {
                Index::Affine(affine) => affine.eval(self.sizes, &self.vars),
                Index::Value(e) => match self.values[base + e.0] {
                    Value::Int(_, v) => v,
                    v => unreachable!("the verifier has integer indices, not {v}"),
                },
            };
        }
        let mut offset = 0;
        for ((i, lo), extent) in at.iter().zip(array.lo()).zip(array.extent()) {
            let hi = lo + *extent as i64 - 1;
            let inside = if (*lo..=hi).contains(i) {
                *i
            } else {
                match self.p.source_border(source) {
                    Some(BorderMode::Constant(value)) => return Ok(value),
                    Some(mode) if *extent > 0 => match mode.redirect(*i, *lo, hi) {
                        Some(inside) => inside,
                        None => return Err(self.out_of_domain(source, at)),
                    },
                    _ => return Err(self.out_of_domain(source, at)),
                }
            };
            offset = offset * extent + (inside - lo) as usize;
        }
        Ok(array.data().get(offset))
    }

    #[cold]
    fn out_of_domain(&self, source: Source, index: &[i64]) -> EvalError {
        EvalError::OutOfDomain {
            stage: self.stage.name.clone(),
            source: self.p.source_name(source).into(),
            index: index.to_vec(),
            point: self.point(),
        }
    }
}
