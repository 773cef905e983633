//! What a pipeline computes where every input has one value throughout.
//!
//! Such inputs are legal, so what is found there can happen. Borders do not matter: away from the
//! edges no read reaches them.

use crate::analysis::order::StageOrder;
use crate::ir::{
    Block, ElemType, ExprId, Input, InputId, Node, Pipeline, ReduceOp, Source, StageId, Value,
    WindowVar,
};
use crate::scalar;

/// The value of each stage, where it has one throughout.
#[derive(Debug)]
pub(super) struct Uniform {
    inputs: Vec<Option<Value>>,
    stages: Vec<Option<Value>>,
    /// Estimates of the sizes, for windows over these.
    sizes: Vec<i64>,
}

/// The end of its values at which an input is.
#[derive(Clone, Copy, Debug)]
enum RangeEnd {
    Least,
    Greatest,
}

/// All integer inputs at their least values, all at the greatest, and each for itself
/// at the greatest while the others are at the least.
pub(super) fn extremes(p: &Pipeline, order: &StageOrder) -> Vec<Uniform> {
    /// More inputs than this are not taken for themselves.
    const MOST: usize = 4;
    let inputs = p.inputs.len();
    let integers: Vec<usize> = (0..inputs).filter(|i| p.inputs[*i].ty.is_int()).collect();
    let mut ends = vec![vec![RangeEnd::Least; inputs], vec![RangeEnd::Greatest; inputs]];
    if (2..=MOST).contains(&integers.len()) {
        ends.extend(integers.into_iter().map(|one| {
            let mut ends = vec![RangeEnd::Least; inputs];
            ends[one] = RangeEnd::Greatest;
            ends
        }));
    }
    ends.iter().map(|ends| Uniform::new(p, order, ends)).collect()
}

impl Uniform {
    fn new(p: &Pipeline, order: &StageOrder, ends: &[RangeEnd]) -> Uniform {
        let value = |(input, end): (&Input, &RangeEnd)| {
            let (least, greatest) = input.int_range()?;
            let value = match end {
                RangeEnd::Least => least,
                RangeEnd::Greatest => greatest,
            };
            Some(Value::Int(input.ty, value))
        };
        let inputs = p.inputs.iter().zip(ends).map(value).collect();
        let (stages, sizes) = (vec![None; p.stages.len()], p.estimates());
        let mut uniform = Uniform { inputs, stages, sizes };
        for StageId(s) in order.stages.iter().copied() {
            let stage = &p.stages[s];
            // A stage that reads itself finds its own value unknown.
            if stage.updates.is_empty() {
                let mut values =
                    stage.cases.iter().map(|c| uniform.values(&c.value)[c.value.result.0]);
                let first = values.next().flatten();
                uniform.stages[s] =
                    first.filter(|v| values.all(|other| other.is_some_and(|o| o.same(*v))));
            }
        }
        uniform
    }

    /// The value of each expression of a block, where it has one throughout.
    pub fn values(&self, block: &Block) -> Vec<Option<Value>> {
        let mut known: Vec<Option<Value>> = Vec::with_capacity(block.exprs.len());
        for expr in &block.exprs {
            let value = self.value(&expr.node, expr.ty, &|id: ExprId| known[id.0]);
            known.push(value);
        }
        known
    }

    fn value(
        &self,
        node: &Node,
        ty: ElemType,
        of: &dyn Fn(ExprId) -> Option<Value>,
    ) -> Option<Value> {
        match node {
            Node::Const(value) => Some(*value),
            Node::Read { source: Source::Input(InputId(i)), .. } => self.inputs[*i],
            Node::Read { source: Source::Stage(StageId(s)), .. } => self.stages[*s],
            Node::Unary(op, a) => Some(scalar::unary(*op, of(*a)?)),
            Node::Binary(op, a, b) => Some(scalar::binary(*op, of(*a)?, of(*b)?)),
            Node::Cast(a) => Some(scalar::cast(of(*a)?, ty)),
            Node::SaturatingCast(a) => Some(scalar::saturating_cast(of(*a)?, ty)),
            Node::Select(c, a, b) => match of(*c) {
                Some(condition) => match condition {
                    Value::Bool(true) => of(*a),
                    _ => of(*b),
                },
                None => of(*a).filter(|a| of(*b).is_some_and(|b| b.same(*a))),
            },
            Node::Combine { op, terms } => {
                let terms: Option<Vec<Value>> = terms.iter().map(|t| of(*t)).collect();
                terms?.into_iter().reduce(|a, b| scalar::binary(op.combine(), a, b))
            }
            Node::Reduce { op, vars, body, .. } => {
                let value = self.values(body)[body.result.0]?;
                match op {
                    ReduceOp::Sum => {
                        Some(Value::wrap(ty, value.as_int()?.checked_mul(self.points(vars)?)?))
                    }
                    ReduceOp::Product => None,
                    ReduceOp::Min | ReduceOp::Max | ReduceOp::Any | ReduceOp::All => Some(value),
                }
            }
            // Scalars and coordinates vary, and functions differ in their last bits.
            Node::Scalar(_) | Node::Index(_) | Node::Test(_) | Node::Call(..) => None,
        }
    }

    /// The points of a window; `None` if they are too many to count.
    pub(super) fn points(&self, vars: &[WindowVar]) -> Option<i64> {
        vars.iter().try_fold(1i64, |n, var| n.checked_mul(var.extent(&self.sizes)))
    }
}
