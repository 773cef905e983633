//! Loops whose iterations hand on values to the next.

use super::{Interpreter, RunningCompute};
use crate::analysis::carried::CarriedValue;
use crate::ir::nodes::for_each_operand;
use crate::ir::{Value, VarId};
use crate::loops::{Compute, ComputeId, Nest};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What an iteration has of those before it: by carried value, those at the points that it or later
/// ones may need.
type Handed = Vec<HashMap<i64, Value>>;

impl Interpreter<'_> {
    /// Runs a compute at points one after the other, `place` putting variables at each. What an
    /// iteration needs of a carried value it takes from those before it, or computes and hands on:
    /// the first computes all that it needs.
    pub(super) fn in_order(
        &mut self,
        nest: &Nest,
        id: ComputeId,
        points: RangeInclusive<i64>,
        place: &dyn Fn(i64, &mut Vec<i64>),
        vars: &mut Vec<i64>,
        lane: Option<VarId>,
    ) -> Result<(), String> {
        let compute = &nest.computes[id.0];
        let running = RunningCompute { compute, lane };
        let mut handed: Handed = vec![HashMap::new(); compute.carried.len()];
        for point in points {
            place(point, vars);
            handed.iter_mut().for_each(|values| values.retain(|at, _| *at >= point));
            let values = self.given(nest, running, (point, &mut handed), vars)?;
            self.stores(nest, running, &values, vars)?;
        }
        Ok(())
    }

    /// The values that a compute needs at a point; what stands for others means nothing.
    fn given(
        &self,
        nest: &Nest,
        running: RunningCompute<'_>,
        (point, handed): (i64, &mut Handed),
        vars: &mut Vec<i64>,
    ) -> Result<Vec<Value>, String> {
        let Compute { value, stores, carried, .. } = running.compute;
        let exprs = &value.exprs;
        let mut places: Vec<Option<CarriedPlace>> = vec![None; exprs.len()];
        for (of, CarriedValue { at }) in carried.iter().enumerate() {
            at.iter().for_each(|(id, by)| places[id.0] = Some(CarriedPlace { of, at: point + by }));
        }
        let known = |handed: &Handed, id: usize| {
            places[id].and_then(|CarriedPlace { of, at }| handed[of].get(&at).copied())
        };
        let mut needed = vec![false; exprs.len()];
        stores.iter().for_each(|store| needed[store.value.0] = true);
        for id in (0..exprs.len()).rev() {
            if needed[id] && known(handed, id).is_none() {
                for_each_operand(&exprs[id].node, |id| needed[id.0] = true);
            }
        }
        let mut values = vec![Value::Bool(false); exprs.len()];
        for (id, expr) in exprs.iter().enumerate().filter(|(id, _)| needed[*id]) {
            values[id] = match known(handed, id) {
                Some(value) => value,
                None => self.expr(nest, running, expr, vars, &values)?,
            };
            if let Some(CarriedPlace { of, at }) = places[id] {
                handed[of].insert(at, values[id]);
            }
        }
        Ok(values)
    }
}

/// A carried value at a point.
#[derive(Clone, Copy)]
struct CarriedPlace {
    of: usize,
    at: i64,
}
