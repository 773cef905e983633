//! The loop-nest interpreter: runs the loops statement by statement and checks every load and
//! store against its buffer.
//!
//! Parallel loops and those over lanes run backwards, so a nest that relies on their order gives
//! another result; but for loops that carry values, which run in order.

mod carried;
mod memory;
mod ranks;

use super::collapse::CollapsedRow;
use super::{
    Access, Bound, Buffer, Compute, ComputeId, Copy, LoopKind, LoopNest, Nest, Role, Stmt,
};
use crate::array::Array;
use crate::ir::{
    Affine, Block, Expr, ExprId, Function, Index, Node, Source, StageId, Value, VarId, WindowVar,
};
use crate::scalar::{self, Maths};
use memory::{BufferBounds, DimSpan, Held, Pad, StageMemory};
pub use ranks::{NestOnRank, Transfer, Turn, interpret_on_ranks};
use std::cell::{Cell, RefCell};

/// What a run counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Points computed, by stage; those of a step in time count for its stage, and copying one is
    /// not computing it.
    pub points: Vec<u64>,
    /// Points computed in lanes loops.
    pub lanes: u64,
    /// Values computed by operators, functions, conversions and choices.
    pub operations: u64,
    /// By stage, the most slots of its scratchpad that a tile fills: its footprint, in values.
    pub slots: Vec<u64>,
}

/// Runs a loop nest and returns the live-outs in result order.
///
/// # Errors
/// A message that names the nest and the access: a load or store outside its buffer, a load of
/// a point not stored before, a point stored twice, a live-out with points never stored.
pub fn interpret(
    loops: &LoopNest,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    maths: &dyn Maths,
) -> Result<(Vec<Array>, Counts), String> {
    interpret_in_runs(loops, sizes, scalars, inputs, maths, 1)
}

/// The same with so many strips in a run, at least 1, where strips run as one.
///
/// # Errors
/// As for [`interpret`].
pub fn interpret_in_runs(
    loops: &LoopNest,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Array],
    maths: &dyn Maths,
    strips: i64,
) -> Result<(Vec<Array>, Counts), String> {
    let sizes = &*loops.sizes_of_one_rank(sizes);
    let mut machine = Interpreter::new(loops, sizes, scalars, inputs, maths);
    for nest in &loops.nests {
        machine.stmts(nest, &nest.body, &mut nest.first_values(strips), None)?;
    }
    machine.outputs()
}

/// A compute that runs, and the variable of the lanes loop around it.
#[derive(Clone, Copy)]
struct RunningCompute<'a> {
    compute: &'a Compute,
    lane: Option<VarId>,
}

struct Interpreter<'a> {
    loops: &'a LoopNest,
    sizes: &'a [i64],
    scalars: &'a [Value],
    inputs: &'a [Array],
    maths: &'a dyn Maths,
    memory: Vec<Option<StageMemory>>,
    bounds: BufferBounds,
    /// The scratchpads by stage.
    pads: Vec<Pad>,
    counts: Counts,
    /// Counted while values are computed.
    operations: Cell<u64>,
    /// Memory for the point of a load or store.
    point: Cell<Vec<i64>>,
    /// Memory for the values of blocks.
    spare: RefCell<Vec<Vec<Value>>>,
}

impl<'a> Interpreter<'a> {
    fn new(
        loops: &'a LoopNest,
        sizes: &'a [i64],
        scalars: &'a [Value],
        inputs: &'a [Array],
        maths: &'a dyn Maths,
    ) -> Interpreter<'a> {
        let bounds = BufferBounds::of_nest(loops, sizes);
        let memory = loops.stages.iter().zip(&bounds.stages).map(|(b, bounds)| match b {
            Some(b) if !matches!(b.role, Role::Scratch(_)) => Some(StageMemory::new(b, bounds)),
            _ => None,
        });
        Interpreter {
            loops,
            sizes,
            scalars,
            inputs,
            maths,
            memory: memory.collect(),
            bounds,
            pads: loops.stages.iter().map(|_| Pad::default()).collect(),
            operations: Cell::new(0),
            point: Cell::default(),
            spare: RefCell::default(),
            counts: Counts {
                points: vec![0; loops.stages.len()],
                lanes: 0,
                operations: 0,
                slots: vec![0; loops.stages.len()],
            },
        }
    }

    fn outputs(mut self) -> Result<(Vec<Array>, Counts), String> {
        let mut outputs: Vec<(usize, Array)> = Vec::new();
        for (buffer, memory) in self.loops.stages.iter().zip(self.memory.drain(..)) {
            if let (Some(Buffer { role: Role::Output(n), name, .. }), Some(memory)) =
                (buffer, memory)
            {
                let missing = (0..memory.stored.data().len())
                    .any(|i| memory.stored.data().get(i).same(Value::Bool(false)));
                if missing {
                    return Err(format!("a point of `{name}` is never stored"));
                }
                outputs.push((*n, memory.array));
            }
        }
        outputs.sort_by_key(|o| o.0);
        self.counts.operations = self.operations.get();
        Ok((outputs.into_iter().map(|o| o.1).collect(), self.counts))
    }

    fn stmts(
        &mut self,
        nest: &Nest,
        stmts: &[Stmt],
        vars: &mut Vec<i64>,
        lane: Option<VarId>,
    ) -> Result<(), String> {
        stmts.iter().try_for_each(|s| self.stmt(nest, s, vars, lane))
    }

    fn stmt(
        &mut self,
        nest: &Nest,
        stmt: &Stmt,
        vars: &mut Vec<i64>,
        lane: Option<VarId>,
    ) -> Result<(), String> {
        match stmt {
            Stmt::Let { var, value } => vars[var.0] = self.bound(value, vars),
            Stmt::When { tests, body } => {
                if tests.iter().all(|t| t.eval(self.sizes, vars)) {
                    self.stmts(nest, body, vars, lane)?;
                }
            }
            Stmt::For { kind: LoopKind::Collapsed, .. } => self.row(nest, stmt, vars)?,
            Stmt::For { var, lo, hi, kind, body } => {
                let (lo, hi) = (self.bound(lo, vars), self.bound(hi, vars));
                let lane = if matches!(kind, LoopKind::Lanes(_)) { Some(*var) } else { lane };
                if let [Stmt::Compute(id)] = body[..]
                    && !nest.computes[id.0].carried.is_empty()
                {
                    let place = |at: i64, vars: &mut Vec<i64>| vars[var.0] = at;
                    return self.in_order(nest, id, lo..=hi, &place, vars, lane);
                }
                let prefix = |id: &ComputeId| !nest.computes[id.0].prefixes(*var).is_empty();
                let forth = match kind {
                    LoopKind::Serial => true,
                    LoopKind::Lanes(_) => matches!(&body[..], [Stmt::Compute(id)] if prefix(id)),
                    LoopKind::Parallel | LoopKind::Collapsed => false,
                };
                let by = nest.runs.filter(|runs| runs.strip == *var);
                let by = by.map_or(1, |runs| vars[runs.many.0]);
                let last = (hi - lo).div_euclid(by);
                for step in 0..=last {
                    let number = if forth { step } else { last - step };
                    vars[var.0] = lo + by * number;
                    self.stmts(nest, body, vars, lane)?;
                }
            }
            Stmt::Scratch { pads, body } => {
                for pad in pads {
                    let base =
                        pad.base.iter().map(|b| b.as_ref().map_or(0, |b| self.bound(b, vars)));
                    let base = base.collect();
                    self.pads[pad.stage.0].begin(base);
                }
                self.stmts(nest, body, vars, lane)?;
                for pad in pads {
                    let filled = self.pads[pad.stage.0].end();
                    let most = &mut self.counts.slots[pad.stage.0];
                    *most = (*most).max(filled);
                }
            }
            Stmt::Copy(copy) => self.copy(nest, copy, vars)?,
            Stmt::Compute(id) => self.compute(nest, *id, vars, lane)?,
        }
        Ok(())
    }

    /// Copies a part of a buffer point by point.
    fn copy(&mut self, nest: &Nest, copy: &Copy, vars: &[i64]) -> Result<(), String> {
        let spans = copy.part.iter().map(|s| (self.bound(&s.lo, vars), self.bound(&s.hi, vars)));
        let spans: Vec<(i64, i64)> = spans.collect();
        let mut point: Vec<i64> = spans.iter().map(|s| s.0).collect();
        if spans.iter().any(|(lo, hi)| lo > hi) {
            return Ok(());
        }
        loop {
            let value = self.stored(nest, copy.from, &point)?;
            self.store(nest, (copy.to, &point), value, true)?;
            let next = (0..point.len()).rev().find(|d| point[*d] < spans[*d].1);
            let Some(d) = next else { return Ok(()) };
            point[d] += 1;
            for inner in d + 1..point.len() {
                point[inner] = spans[inner].0;
            }
        }
    }

    /// The elements of a row, the last one first.
    fn row(&mut self, nest: &Nest, stmt: &Stmt, vars: &mut Vec<i64>) -> Result<(), String> {
        let row = CollapsedRow::of(stmt).expect("the verifier checks collapsed loops");
        let (lo, hi) = row.elements();
        let elements = self.bound(&lo, vars)..=self.bound(&hi, vars);
        let place = |element: i64, vars: &mut Vec<i64>| {
            vars[row.lane.0] = element.div_euclid(row.extent);
            vars[row.short.0] = row.first + element.rem_euclid(row.extent);
        };
        if !nest.computes[row.compute.0].carried.is_empty() {
            return self.in_order(nest, row.compute, elements, &place, vars, Some(row.lane));
        }
        for element in elements.rev() {
            place(element, vars);
            self.compute(nest, row.compute, vars, Some(row.lane))?;
        }
        Ok(())
    }

    fn bound(&self, bound: &Bound, vars: &[i64]) -> i64 {
        bound.eval(self.sizes, vars)
    }

    fn compute(
        &mut self,
        nest: &Nest,
        id: ComputeId,
        vars: &mut Vec<i64>,
        lane: Option<VarId>,
    ) -> Result<(), String> {
        let compute = &nest.computes[id.0];
        let values = self.block(nest, RunningCompute { compute, lane }, &compute.value, vars)?;
        self.stores(nest, RunningCompute { compute, lane }, &values, vars)?;
        self.spare.get_mut().push(values);
        Ok(())
    }

    /// Stores what a compute has computed.
    fn stores(
        &mut self,
        nest: &Nest,
        RunningCompute { compute, lane }: RunningCompute<'_>,
        values: &[Value],
        vars: &[i64],
    ) -> Result<(), String> {
        let again = compute.updates();
        for store in &compute.stores {
            let mut point = self.point.take();
            point.clear();
            point.extend(store.index.iter().map(|a| a.eval(self.sizes, vars)));
            for (d, id) in &store.data {
                point[*d] = values[id.0].as_int().expect("the verifier checks types");
            }
            let part_of = self.loops.buffer(Source::Stage(store.stage)).part_of_stage();
            let computed = compute.changes(store).max(1) as u64;
            self.counts.points[part_of.unwrap_or(store.stage).0] += computed;
            self.counts.lanes += if lane.is_some() { computed } else { 0 };
            self.store(nest, (store.stage, &point), values[store.value.0], again)?;
            self.point.set(point);
        }
        Ok(())
    }

    fn store(
        &mut self,
        nest: &Nest,
        (stage, point): (StageId, &[i64]),
        value: Value,
        again: bool,
    ) -> Result<(), String> {
        let buffer = self.loops.buffer(Source::Stage(stage));
        let name = &buffer.name;
        if let Role::Scratch(held) = &buffer.role {
            let bounds = &self.bounds.stages[stage.0];
            let inside = bounds.iter().zip(point).all(|((lo, hi), i)| (lo..=hi).contains(&i));
            let pad = &mut self.pads[stage.0];
            let slot = pad.slot(held, bounds, point).filter(|_| inside);
            let Some(slot) = slot else {
                return Err(format!("{}: store outside `{name}` at {point:?}", nest.name));
            };
            pad.put(slot, point, value);
            return Ok(());
        }
        let memory = self.memory[stage.0].as_mut().expect("the verifier checks storage");
        match memory.stored.get(point) {
            None => Err(format!("{}: store outside `{name}` at {point:?}", nest.name)),
            Some(Value::Bool(true)) if !again => {
                Err(format!("{}: `{name}` is stored twice at {point:?}", nest.name))
            }
            Some(_) => {
                memory.put(buffer, point, value);
                Ok(())
            }
        }
    }

    /// The values of a block's expressions.
    fn block(
        &self,
        nest: &Nest,
        running: RunningCompute<'_>,
        block: &Block,
        vars: &mut Vec<i64>,
    ) -> Result<Vec<Value>, String> {
        let mut values = self.spare.borrow_mut().pop().unwrap_or_default();
        values.clear();
        for expr in &block.exprs {
            values.push(self.expr(nest, running, expr, vars, &values)?);
        }
        Ok(values)
    }

    /// The value of an expression, given those before it.
    fn expr(
        &self,
        nest: &Nest,
        running: RunningCompute<'_>,
        expr: &Expr,
        vars: &mut Vec<i64>,
        values: &[Value],
    ) -> Result<Value, String> {
        let at = |id: &ExprId| values[id.0];
        let computed = |value: Value| {
            self.operations.set(self.operations.get() + 1);
            value
        };
        Ok(match &expr.node {
            Node::Const(v) => *v,
            Node::Scalar(s) => self.scalars[s.0],
            Node::Index(a) => scalar::index(a.eval(self.sizes, vars)),
            Node::Test(t) => Value::Bool(t.eval(self.sizes, vars)),
            Node::Read { source, index } => {
                self.load(nest, running, *source, index, vars, values)?
            }
            Node::Unary(op, a) => computed(scalar::unary(*op, at(a))),
            Node::Binary(op, a, b) => computed(scalar::binary(*op, at(a), at(b))),
            Node::Cast(a) => computed(scalar::cast(at(a), expr.ty)),
            Node::SaturatingCast(a) => computed(scalar::saturating_cast(at(a), expr.ty)),
            Node::Select(c, a, b) => computed(scalar::select(at(c), at(a), at(b))),
            Node::Call(f, args) => {
                let operands: Vec<Value> = args.iter().map(at).collect();
                computed(scalar::call(self.maths, *f, &operands))
            }
            Node::Combine { op, terms } => {
                let combined = terms.iter().map(at);
                let combined = combined.reduce(|a, b| computed(scalar::binary(op.combine(), a, b)));
                combined.expect("the verifier has at least one term")
            }
            Node::Reduce { op, vars: windows, body, fused } => {
                let mut acc = op.identity(expr.ty);
                self.window(windows, vars, &mut |vars| {
                    let values = self.block(nest, running, body, vars)?;
                    acc = computed(match body.product().filter(|_| *fused) {
                        Some([a, b]) => {
                            let factors = [values[a.0], values[b.0], acc];
                            scalar::call(self.maths, Function::MulAdd, &factors)
                        }
                        None => scalar::binary(op.combine(), acc, values[body.result.0]),
                    });
                    self.spare.borrow_mut().push(values);
                    Ok(())
                })?;
                acc
            }
        })
    }

    fn window(
        &self,
        windows: &[WindowVar],
        vars: &mut Vec<i64>,
        f: &mut dyn FnMut(&mut Vec<i64>) -> Result<(), String>,
    ) -> Result<(), String> {
        let Some((window, inner)) = windows.split_first() else { return f(vars) };
        let (first, last) = window.interval().eval(self.sizes, &[]);
        for v in first..=last {
            vars[window.id.0] = v;
            self.window(inner, vars, f)?;
        }
        Ok(())
    }

    fn load(
        &self,
        nest: &Nest,
        RunningCompute { compute, lane }: RunningCompute<'_>,
        source: Source,
        index: &[Index],
        vars: &[i64],
        values: &[Value],
    ) -> Result<Value, String> {
        let buffer = self.loops.buffer(source);
        let gather = index.iter().any(|i| matches!(i, Index::Value(_)));
        let mut point = self.point.take();
        point.clear();
        point.extend(index.iter().map(|i| match i {
            Index::Affine(a) => Affine::eval(a, self.sizes, vars),
            Index::Value(id) => values[id.0].as_int().expect("the verifier checks types"),
        }));
        if let Some(mode) = buffer.border
            && (gather || compute.access != Access::Inside)
            && !compute.is_in_place(source, index)
        {
            let moves = |i: &Index| match (i, lane) {
                (Index::Affine(a), Some(lane)) => a.mentions_var(lane),
                (Index::Affine(_), None) | (Index::Value(_), _) => false,
            };
            for (d, (i, at)) in point.iter_mut().zip(index).enumerate() {
                let is_inside = match compute.access {
                    Access::Inside | Access::RowsAndEndsResolved | Access::BorderResolved => false,
                    Access::RowsResolved => moves(at),
                    Access::EndsResolved => !moves(at),
                };
                if is_inside && !gather {
                    continue;
                }
                let (lo, hi) = self.edges(source, d);
                match mode.redirect(*i, lo, hi) {
                    Ok(inside) => *i = inside,
                    Err(value) => return Ok(value),
                }
            }
        }
        let value = self.stored(nest, source, &point);
        self.point.set(point);
        value
    }

    /// The edges at which borders redirect loads: those of the whole buffer, or, where a rank's
    /// part of an input goes around one of them, those of the part.
    fn edges(&self, source: Source, dim: usize) -> DimSpan {
        let (lo, hi) = self.bounds.of(source)[dim];
        let Source::Input(input) = source else { return (lo, hi) };
        let (array, first) = (&self.inputs[input.0], self.inputs[input.0].lo()[dim]);
        let last = first + array.extent()[dim] as i64 - 1;
        match first <= last && (first < lo || last > hi) {
            true => (first, last),
            false => (lo, hi),
        }
    }

    /// What is stored at a point of a buffer.
    fn stored(&self, nest: &Nest, source: Source, point: &[i64]) -> Result<Value, String> {
        let buffer = self.loops.buffer(source);
        let outside = || format!("{}: load outside `{}` at {point:?}", nest.name, buffer.name);
        match source {
            Source::Input(i) => self.inputs[i.0].get(point).ok_or_else(outside),
            Source::Stage(s) => {
                if let Role::Scratch(held) = &buffer.role {
                    let pad = &self.pads[s.0];
                    let slot = pad.slot(held, self.bounds.of(source), point).ok_or_else(outside)?;
                    return match pad.get(slot, point.len()) {
                        Some(Held { point: held, value }) if held == point => Ok(value),
                        other => Err(format!(
                            "{}: `{}` is loaded at {point:?}, but its scratchpad holds {:?}",
                            nest.name,
                            buffer.name,
                            other.map(|held| held.point)
                        )),
                    };
                }
                let memory = self.memory[s.0].as_ref().expect("the verifier checks storage");
                if memory.is_overwritten(buffer, point) {
                    return Err(format!(
                        "{}: `{}` is loaded at {point:?}, which its circular buffer no longer holds",
                        nest.name, buffer.name
                    ));
                }
                match memory.stored.get(point) {
                    None => Err(outside()),
                    Some(Value::Bool(true)) => memory.array.get(point).ok_or_else(outside),
                    Some(_) => Err(format!(
                        "{}: `{}` is loaded at {point:?} before it is stored",
                        nest.name, buffer.name
                    )),
                }
            }
        }
    }
}
