//! One point of one stage.

use super::EvalError;
use crate::array::Array;
use crate::ir::border::Lands;
use crate::ir::verify::MAX_RANK;
use crate::ir::{
    Block, BorderMode, Expr, ExprId, Function, Index, Node, Pipeline, ReduceOp, Source, Stage,
    StageId, Update, Value, WindowVar,
};
use crate::scalar::{self, Maths};

/// What an evaluation starts from.
#[derive(Clone, Copy)]
pub(super) struct EvaluationInput<'a> {
    pub(super) p: &'a Pipeline,
    pub(super) sizes: &'a [i64],
    pub(super) scalars: &'a [Value],
    pub(super) inputs: &'a [Array],
    /// The stages evaluated before.
    pub(super) stages: &'a [Option<Array>],
    pub(super) maths: &'a dyn Maths,
}

/// A window that is a loop.
struct WindowLoop<'a> {
    op: ReduceOp,
    body: &'a Block,
    fused: bool,
}

/// Evaluates one stage at one point after the other, allocating nothing on the way.
pub(super) struct Evaluator<'a> {
    given: EvaluationInput<'a>,
    id: StageId,
    stage: &'a Stage,
    /// The stage's values so far.
    array: Array,
    /// Number of dimensions of the domain that is gone through.
    rank: usize,
    /// Whether that is of an update.
    updating: bool,
    /// The point, then the window variables.
    vars: Vec<i64>,
    /// Values of the expressions of the block, after those of the blocks around it.
    values: Vec<Value>,
}

impl<'a> Evaluator<'a> {
    /// Of a stage whose values go to an array over its domain.
    pub(super) fn new(given: EvaluationInput<'a>, id: StageId, array: Array) -> Evaluator<'a> {
        let stage = &given.p.stages[id.0];
        let (vars, rank) = (vec![0; stage.vars.len()], stage.rank());
        Evaluator { given, id, stage, array, rank, updating: false, vars, values: Vec::new() }
    }

    /// The values.
    pub(super) fn finish(self) -> Array {
        self.array
    }

    /// Begins with an update over these variables, so many of which are no windows'.
    pub(super) fn begin(&mut self, vars: &[String], rank: usize) {
        self.vars = vec![0; vars.len()];
        (self.rank, self.updating) = (rank, true);
    }

    /// Goes to a point.
    pub(super) fn go_to(&mut self, point: &[i64]) {
        self.vars[..point.len()].copy_from_slice(point);
    }

    /// Gives the stage its value at the point.
    pub(super) fn define(&mut self) -> Result<(), EvalError> {
        let stage = self.stage;
        let sizes = self.given.sizes;
        let mut holding = stage
            .cases
            .iter()
            .filter(|case| case.region.tests.iter().all(|t| t.eval(sizes, &self.vars)));
        match (holding.next(), holding.next()) {
            (Some(case), None) => {
                let value = self.block(&case.value)?;
                self.array.set(&self.vars[..self.rank], value);
                Ok(())
            }
            _ => Err(self.wrong_cases()),
        }
    }

    /// Changes the point of the stage that an update changes here.
    pub(super) fn update(&mut self, update: &Update) -> Result<(), EvalError> {
        let parts = update.parts().expect("the verifier has updates of their form");
        let mut at = [0; MAX_RANK];
        let base = self.values.len();
        let value = self.block_values(&update.value)?;
        let at = self.index(parts.target, base, &mut at);
        self.array.set(at, value);
        self.values.truncate(base);
        Ok(())
    }

    fn wrong_cases(&self) -> EvalError {
        let holds = |i: &usize| {
            let mut tests = self.stage.cases[*i].region.tests.iter();
            tests.all(|t| t.eval(self.given.sizes, &self.vars))
        };
        EvalError::Cases {
            stage: self.stage.name.clone(),
            point: self.point(),
            holding: (0..self.stage.cases.len()).filter(holds).collect(),
        }
    }

    fn point(&self) -> Vec<i64> {
        self.vars[..self.rank].to_vec()
    }

    fn block(&mut self, block: &Block) -> Result<Value, EvalError> {
        let base = self.values.len();
        let result = self.block_values(block)?;
        self.values.truncate(base);
        Ok(result)
    }

    /// The block's result; the values of its expressions stay after those that are there.
    fn block_values(&mut self, block: &Block) -> Result<Value, EvalError> {
        let base = self.values.len();
        for expr in &block.exprs {
            let value = self.expr(expr, base)?;
            self.values.push(value);
        }
        Ok(self.values[base + block.result.0])
    }

    #[inline]
    fn expr(&mut self, expr: &Expr, base: usize) -> Result<Value, EvalError> {
        let value = |e: &ExprId| self.values[base + e.0];
        Ok(match &expr.node {
            Node::Const(v) => *v,
            Node::Scalar(s) => self.given.scalars[s.0],
            Node::Index(affine) => scalar::index(affine.eval(self.given.sizes, &self.vars)),
            Node::Test(test) => Value::Bool(test.eval(self.given.sizes, &self.vars)),
            Node::Read { source, index } => return self.read(*source, index, base),
            Node::Unary(op, a) => scalar::unary(*op, value(a)),
            Node::Binary(op, a, b) => scalar::binary(*op, value(a), value(b)),
            Node::Cast(a) => scalar::cast(value(a), expr.ty),
            Node::SaturatingCast(a) => scalar::saturating_cast(value(a), expr.ty),
            Node::Select(c, a, b) => scalar::select(value(c), value(a), value(b)),
            Node::Call(f, operands) => match operands.as_slice() {
                [a] => scalar::call(self.given.maths, *f, &[value(a)]),
                [a, b] => scalar::call(self.given.maths, *f, &[value(a), value(b)]),
                [a, b, c] => scalar::call(self.given.maths, *f, &[value(a), value(b), value(c)]),
                _ => unreachable!("the verifier has functions of up to three operands"),
            },
            Node::Combine { op, terms } => {
                let values = terms.iter().map(value);
                let combined = values.reduce(|a, b| scalar::binary(op.combine(), a, b));
                combined.expect("the verifier has at least one term")
            }
            Node::Reduce { op, vars, body, fused } => {
                let window = WindowLoop { op: *op, body, fused: *fused };
                return self.reduce(&window, op.identity(expr.ty), vars);
            }
        })
    }

    /// Combines what the body gives over the window, the last variable fastest, into `acc`.
    fn reduce(
        &mut self,
        window: &WindowLoop<'_>,
        mut acc: Value,
        vars: &[WindowVar],
    ) -> Result<Value, EvalError> {
        let Some((var, inner)) = vars.split_first() else {
            let WindowLoop { op, body, fused } = window;
            let base = self.values.len();
            let value = self.block_values(body)?;
            let combined = match body.product().filter(|_| *fused) {
                Some(factors) => {
                    let [a, b] = factors.map(|id| self.values[base + id.0]);
                    scalar::call(self.given.maths, Function::MulAdd, &[a, b, acc])
                }
                None => scalar::binary(op.combine(), acc, value),
            };
            self.values.truncate(base);
            return Ok(combined);
        };
        let (first, last) = var.interval().eval(self.given.sizes, &[]);
        for i in first..=last {
            self.vars[var.id.0] = i;
            acc = self.reduce(window, acc, inner)?;
        }
        Ok(acc)
    }

    fn read(&self, source: Source, index: &[Index], base: usize) -> Result<Value, EvalError> {
        let array = match source {
            Source::Input(i) => &self.given.inputs[i.0],
            Source::Stage(s) if s == self.id => &self.array,
            Source::Stage(s) => self.given.stages[s.0]
                .as_ref()
                .expect("producers are evaluated before their consumers"),
        };
        let mut at = [0; MAX_RANK];
        let at = self.index(index, base, &mut at);
        let mut offset = 0;
        for ((i, lo), extent) in at.iter().zip(array.lo()).zip(array.extent()) {
            let hi = lo + *extent as i64 - 1;
            let inside = if (*lo..=hi).contains(i) {
                *i
            } else {
                match self.border(source) {
                    Some(mode) if *extent > 0 || mode.lands() == Lands::Nowhere => {
                        match mode.redirect(*i, *lo, hi) {
                            Ok(inside) => inside,
                            Err(value) => return Ok(value),
                        }
                    }
                    Some(_) | None => return Err(self.out_of_domain(source, at)),
                }
            };
            offset = offset * extent + (inside - lo) as usize;
        }
        Ok(array.data().get(offset))
    }

    /// The border of a source; the target of an update is not redirected.
    fn border(&self, source: Source) -> Option<BorderMode> {
        let target = self.updating && source == Source::Stage(self.id);
        if target { None } else { self.given.p.source_border(source) }
    }

    /// The values of an index.
    fn index<'b>(&self, index: &[Index], base: usize, at: &'b mut [i64]) -> &'b [i64] {
        let at = &mut at[..index.len()];
        for (slot, i) in at.iter_mut().zip(index) {
            *slot = match i {
                Index::Affine(affine) => affine.eval(self.given.sizes, &self.vars),
                Index::Value(e) => match self.values[base + e.0] {
                    Value::Int(_, v) => v,
                    v @ (Value::Bool(_) | Value::F32(_) | Value::F64(_)) => {
                        unreachable!("the verifier has integer indices, not {v}")
                    }
                },
            };
        }
        at
    }

    #[cold]
    fn out_of_domain(&self, source: Source, index: &[i64]) -> EvalError {
        EvalError::OutOfDomain {
            stage: self.stage.name.clone(),
            source: self.given.p.source_name(source).into(),
            index: index.to_vec(),
            point: self.point(),
        }
    }
}
