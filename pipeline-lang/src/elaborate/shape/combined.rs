//! What the runs of a window combine to.

use super::super::expr::Elab;
use super::super::operand::{Operand, Val};
use super::super::print;
use super::super::scope::NameScope;
use super::super::unrolling::Mark;
use super::super::values::WindowValues;
use super::super::visit;
use super::super::window::{DEEPEST_LOOP, Window};
use super::{NotByRuns, ShapeRun};
use crate::syntax::Expr;
use pipeline_core::analysis::running::shifted;
use pipeline_core::ir::nodes::mentions_var;
use pipeline_core::ir::{Affine, Block, ElemType, ExprId, Node, VarId};
use pipeline_core::options::FloatOrder;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Runs of no more points are written out.
const SHORT: i64 = 4;

/// What a run is to its window.
struct RunValue {
    operand: Operand,
    /// So many of the window's points are that value each.
    points: i64,
}

/// What runs have in common.
pub(super) struct RunsOf<'w, 'e> {
    pub(super) window: &'w Window<'e>,
    /// What the window's names are in.
    pub(super) scope: &'w NameScope,
    /// The loops of all runs have one variable.
    pub(super) id: VarId,
    /// Whether the window may be written out instead.
    pub(super) may_write_out: bool,
}

impl Elab<'_, '_> {
    /// What the runs of a window combine to.
    pub(super) fn of_runs(&mut self, of: &RunsOf, runs: &[ShapeRun]) -> Result<Operand, NotByRuns> {
        let mut values = Vec::with_capacity(runs.len());
        let mut vars = self.vars.clone();
        for run in runs {
            // Windows within have the same variables in every run.
            self.vars.truncate(of.id.0 + 1);
            let of_run = self.run(of, run)?;
            if of_run.is_empty() {
                return Ok(Operand::Poison);
            }
            values.extend(of_run);
            if self.vars.len() > vars.len() {
                vars.clone_from(&self.vars);
            }
        }
        self.vars = vars;
        self.total(of.window, &values)
    }

    /// The values that a run combines, none after an error.
    fn run(&mut self, of: &RunsOf, run: &ShapeRun) -> Result<Vec<RunValue>, NotByRuns> {
        let Some((var, others)) = of.window.vars.split_last() else { return Ok(Vec::new()) };
        let row = others.iter().zip(run.row.iter());
        let scope = row.fold(of.scope.clone(), |scope, (var, value)| {
            scope.bind(print::name(var), Operand::Index(Affine::from(*value)))
        });
        let mut moves = false;
        visit::names(&run.rest, &mut |name, _| moves |= name == *var);
        if moves && run.values.count > SHORT {
            let before = self.mark();
            match self.loop_of_run(of, run, &before, &scope)? {
                RunLoop::Value(operand) => return Ok(one(operand, 1)),
                RunLoop::Same => moves = false,
                RunLoop::Decided => {}
            }
            self.back_to(before);
        }
        let mut found = Vec::new();
        let points = if moves { run.values.count } else { 1 };
        for i in 0..points {
            let value = Operand::Index(Affine::from(run.values.get(i)));
            let operand =
                self.expr(&run.rest, &scope.bind(print::name(var), value), of.window.hint);
            let value = one(operand, run.values.count / points);
            if value.is_empty() {
                return Ok(value);
            }
            found.extend(value);
        }
        Ok(found)
    }

    /// A run as a loop.
    fn loop_of_run(
        &mut self,
        of: &RunsOf,
        run: &ShapeRun,
        before: &Mark,
        scope: &NameScope,
    ) -> Result<RunLoop, NotByRuns> {
        let Window { reduce, op, .. } = *of.window;
        let Some((ty, body)) = self.body_of_run(of, run, scope) else {
            return match (self.is_decided(before, of.id), of.may_write_out) {
                (false, _) => Ok(RunLoop::Value(Operand::Poison)),
                (true, false) => Ok(RunLoop::Decided),
                (true, true) => Err(NotByRuns::Short),
            };
        };
        if self.is_decided(before, of.id) {
            return if of.may_write_out { Err(NotByRuns::Short) } else { Ok(RunLoop::Decided) };
        }
        if !mentions_var(&body, of.id) {
            return Ok(RunLoop::Same);
        }
        // Other loops than those that are combined from stretches take longer than their points.
        if of.may_write_out && shifted(&body, of.id, self.own.len()).is_none() {
            return Err(NotByRuns::Short);
        }
        let (looped, _) = WindowValues::from(run.values).looped(of.id);
        let (vars, body) = (vec![looped], Box::new(body));
        let node = Node::Reduce { op: reduce, vars, body, fused: false };
        Ok(RunLoop::Value(Operand::Value(self.push(ty, node, op.span()))))
    }

    /// What the loop of a run combines, with its type.
    fn body_of_run(
        &mut self,
        of: &RunsOf,
        run: &ShapeRun,
        scope: &NameScope,
    ) -> Option<(ElemType, Block)> {
        let Window { reduce, op, hint, .. } = *of.window;
        let var = of.window.vars.last()?;
        if self.builders.len() > DEEPEST_LOOP {
            self.error(op.span(), "windows nest too deeply; make a stage of the inner one");
            return None;
        }
        let (_, value) = WindowValues::from(run.values).looped(of.id);
        let scope = scope.bind(print::name(var), Operand::Index(value));
        self.loops.push(of.id);
        self.builders.push(Default::default());
        let value = self.loop_body(reduce, op, &run.rest, &scope, hint);
        let builder = self.builders.pop();
        self.loops.pop();
        let (id, ty) = value?;
        Some((ty, builder?.finish(id)))
    }

    /// All values combined.
    fn total(&mut self, window: &Window, values: &[RunValue]) -> Result<Operand, NotByRuns> {
        let Window { reduce, op, body, hint, .. } = *window;
        let items: Vec<(Operand, &Expr)> =
            values.iter().map(|value| (value.operand.clone(), body)).collect();
        let Some((ty, vals)) = self.unify(&items, hint, body.span) else {
            return Ok(Operand::Poison);
        };
        if !self.reduces(reduce, ty, op, body) {
            return Ok(Operand::Poison);
        }
        if ty.is_float() && self.program.settings.float == FloatOrder::Strict {
            return Err(NotByRuns::Ordered);
        }
        let points = values.iter().map(|value| value.points);
        let (mut terms, mut constant) = (Vec::new(), None);
        for (val, points) in self.counted(vals.into_iter().zip(points)) {
            let Some(total) = self.repeated(window, val, points) else {
                return Ok(Operand::Poison);
            };
            if self.constant_of(total).is_none() {
                terms.push(self.local(total));
                continue;
            }
            constant = match constant {
                None => Some(total),
                Some(before) => self.both(window, before, total),
            };
        }
        terms.extend(constant.map(|constant| self.local(constant)));
        Ok(match (&terms[..], constant) {
            ([_], Some(constant)) => self.lift(constant),
            _ => {
                let node = Node::Combine { op: reduce, terms };
                Operand::Value(self.push(ty, node, op.span()))
            }
        })
    }

    /// Each value once, in the order of their first, with how often it is there.
    fn counted(&mut self, vals: impl Iterator<Item = (Val, i64)>) -> Vec<(Val, i64)> {
        let mut places: HashMap<ExprId, usize> = HashMap::new();
        let mut counted: Vec<(Val, i64)> = Vec::new();
        for (val, points) in vals {
            match places.entry(self.local(val)) {
                Entry::Occupied(place) => counted[*place.get()].1 += points,
                Entry::Vacant(place) => {
                    place.insert(counted.len());
                    counted.push((val, points));
                }
            }
        }
        counted
    }

    /// A value so many times: what it is twice is combined with itself.
    fn repeated(&mut self, window: &Window, val: Val, times: i64) -> Option<Val> {
        if window.reduce.counts_once() {
            return Some(val);
        }
        let (mut total, mut power, mut rest) = (None, val, times);
        loop {
            if rest % 2 == 1 {
                total = Some(match total {
                    None => power,
                    Some(total) => self.both(window, total, power)?,
                });
            }
            rest /= 2;
            if rest == 0 {
                return total;
            }
            power = self.both(window, power, power)?;
        }
    }

    fn both(&mut self, window: &Window, a: Val, b: Val) -> Option<Val> {
        let op = window.reduce.combine();
        let both = self.binary_value(op, a.ty, a, b, window.op.span());
        self.convert(both, a.ty, window.body)
    }
}

/// What a run is as a loop.
enum RunLoop {
    /// The loop.
    Value(Operand),
    /// No loop is needed, for the value is the same at all points.
    Same,
    /// None is possible: the variable decides something.
    Decided,
}

fn one(operand: Operand, points: i64) -> Vec<RunValue> {
    match operand {
        Operand::Poison => Vec::new(),
        operand => vec![RunValue { operand, points }],
    }
}
