//! The reference evaluator: what a pipeline means, point by point, straight from the stage graph.
//!
//! It is the oracle of every other way to run a pipeline, so it does nothing clever: stages in
//! order, points in order, the one case whose region holds, its expressions from first to last;
//! then the updates one after the other, each over its reduction domain, the last variable fastest.
//! The points of a stage that reads itself come in the order of [`causal`].

use crate::analysis::causal::{Causal, causal};
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::array::Array;
use crate::ir::verify::verify;
use crate::ir::{Domain, Pipeline, Source, StageId, Value, ValueRange};
use crate::scalar::Maths;
use std::collections::BTreeMap;

mod bounds;
mod error;
mod point;
mod points;
#[cfg(test)]
mod tests;

pub use error::EvalError;
use point::{EvaluationInput, Evaluator};
use points::BoxPoints;

/// The values of the outputs, in their order.
///
/// `sizes`, `scalars` and `inputs` are in the order of the pipeline's; an input's array covers
/// its domain at these sizes exactly. Arrays of stages cover theirs, with no elements where a
/// domain is empty.
pub fn evaluate(
    p: &Pipeline,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    maths: &dyn Maths,
) -> Result<Vec<Array>, EvalError> {
    let mut arrays = run(p, sizes, scalars, inputs, maths, false)?;
    // The verifier has every output distinct and the run keeps them all.
    Ok(p.outputs.iter().filter_map(|s| arrays[s.0].take()).collect())
}

/// The values of all stages, by name; otherwise as [`evaluate`].
pub fn evaluate_stages(
    p: &Pipeline,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    maths: &dyn Maths,
) -> Result<BTreeMap<String, Array>, EvalError> {
    let arrays = run(p, sizes, scalars, inputs, maths, true)?;
    let named = p.stages.iter().zip(arrays);
    Ok(named.filter_map(|(stage, array)| Some((stage.name.clone(), array?))).collect())
}

/// First index and number of indices of every dimension of a domain; none where it is empty.
///
/// `None` where the box is too large to have an array. Bounds must not overflow.
pub fn domain_box(domain: &Domain, sizes: &[i64]) -> Option<(Vec<i64>, Vec<usize>)> {
    let dimension = |(lo, hi): (i64, i64)| {
        let extent = i128::from(hi) - i128::from(lo) + 1;
        Some((lo, usize::try_from(extent.max(0)).ok()?))
    };
    domain.0.iter().map(|interval| dimension(interval.eval(sizes, &[]))).collect()
}

fn run(
    p: &Pipeline,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    maths: &dyn Maths,
    keep_all: bool,
) -> Result<Vec<Option<Array>>, EvalError> {
    verify(p).map_err(EvalError::Invalid)?;
    arguments(p, sizes, scalars, inputs)?;
    let order = order(p).map_err(|_| EvalError::Invalid(vec!["cycle of reads".into()]))?;
    // How many consumers of each stage have yet to run; outputs have one that never does.
    let mut pending: Vec<usize> = order.consumers.iter().map(Vec::len).collect();
    for output in &p.outputs {
        pending[output.0] += 1;
    }
    let mut arrays: Vec<Option<Array>> = vec![None; p.stages.len()];
    for &StageId(s) in &order.stages {
        arrays[s] = Some(stage(p, StageId(s), sizes, scalars, inputs, &arrays, maths)?);
        for source in &order.producers[s] {
            if let Source::Stage(StageId(producer)) = *source {
                pending[producer] -= 1;
                if pending[producer] == 0 && !keep_all {
                    arrays[producer] = None;
                }
            }
        }
    }
    Ok(arrays)
}

fn stage(
    p: &Pipeline,
    id: StageId,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    stages: &[Option<Array>],
    maths: &dyn Maths,
) -> Result<Array, EvalError> {
    let stage = &p.stages[id.0];
    let too_large = || EvalError::TooLarge(format!("stage `{}`", stage.name));
    let (lo, extent) = domain_box(&stage.domain, sizes).ok_or_else(too_large)?;
    bounds::stage(stage, sizes, &lo, &extent).ok_or_else(too_large)?;
    let array = Array::zeros(stage.ty, &lo, &extent).ok_or_else(too_large)?;
    let given = EvaluationInput { p, sizes, scalars, inputs, stages, maths };
    let mut evaluator = Evaluator::new(given, id, array);
    let order = if stage.reads_itself(id) {
        let order = causal(p, &Facts::for_pipeline(p), id);
        order.map_err(|_| EvalError::NotCausal { stage: stage.name.clone() })?
    } else {
        Causal::default()
    };
    let mut points = BoxPoints::new(&lo, &extent, &order);
    while let Some(point) = points.next_point() {
        evaluator.go_to(point);
        evaluator.define()?;
    }
    for update in &stage.updates {
        let (lo, extent) = domain_box(&update.domain, sizes).ok_or_else(too_large)?;
        bounds::update(update, sizes, &lo, &extent).ok_or_else(too_large)?;
        evaluator.begin(&update.vars, lo.len());
        let mut points = BoxPoints::new(&lo, &extent, &Causal::default());
        while let Some(point) = points.next_point() {
            evaluator.go_to(point);
            evaluator.update(update)?;
        }
    }
    Ok(evaluator.finish())
}

fn arguments(
    p: &Pipeline,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
) -> Result<(), EvalError> {
    let counts = [
        ("sizes", p.sizes.len(), sizes.len()),
        ("scalars", p.scalars.len(), scalars.len()),
        ("inputs", p.inputs.len(), inputs.len()),
    ];
    for (what, due, given) in counts {
        if due != given {
            return Err(EvalError::Argument(format!("{given} {what} given, not {due}")));
        }
    }
    for (size, value) in p.sizes.iter().zip(sizes) {
        if *value < 1 {
            return Err(EvalError::Argument(format!("size `{}` is {value}", size.name)));
        }
    }
    if !bounds::parameters(p, sizes) {
        return Err(EvalError::TooLarge("the sizes".into()));
    }
    if let Some(c) = p.constraints.iter().find(|c| !c.test.eval(sizes, &[])) {
        return Err(EvalError::Argument(format!("`{}` does not hold", c.text)));
    }
    for (scalar, value) in p.scalars.iter().zip(scalars) {
        if value.ty() != scalar.ty {
            let (name, due) = (&scalar.name, scalar.ty);
            return Err(EvalError::Argument(format!("scalar `{name}` is {value}, not of {due}")));
        }
        if !has(scalar.values, *value) {
            let name = &scalar.name;
            return Err(EvalError::Argument(format!("scalar `{name}` is {value}: not declared")));
        }
    }
    for (input, array) in p.inputs.iter().zip(inputs) {
        let (lo, extent) = domain_box(&input.domain, sizes)
            .ok_or_else(|| EvalError::TooLarge(format!("input `{}`", input.name)))?;
        let given = (array.ty(), array.lo(), array.extent());
        if given != (input.ty, &lo, &extent) {
            return Err(EvalError::Argument(format!(
                "input `{}` is of {} from {:?} with extents {:?}, not of {} from {lo:?} with \
                 {extent:?}",
                input.name, given.0, given.1, given.2, input.ty,
            )));
        }
        let data = array.data();
        let mut values = (0..data.len()).map(|i| data.get(i));
        if let Some(value) = values.find(|v| !has(input.values, *v)) {
            let name = &input.name;
            return Err(EvalError::Argument(format!("input `{name}` has {value}: not declared")));
        }
    }
    Ok(())
}

/// Whether a value is among those declared.
fn has(values: Option<ValueRange>, value: Value) -> bool {
    values.is_none_or(|ValueRange { lo, hi }| match value {
        Value::Int(_, value) => (lo..=hi).contains(&value),
        Value::Bool(_) | Value::F32(_) | Value::F64(_) => false,
    })
}
