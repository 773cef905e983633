//! Ranks in lockstep: nest after nest, each on every rank, and the messages that follow it.

use super::{Counts, Interpreter, Maths, Memory};
use crate::array::Array;
use crate::ir::{Source, StageId, Value};
use crate::loops::{LoopNest, Role};
use crate::scalar;
use crate::schedule::ranks::combined::{Share, SharePart};

/// A rank.
#[derive(Clone, Debug)]
pub struct OnRank {
    /// What it has memory for of its inputs, once messages have come.
    pub inputs: Vec<Array>,
    /// What it computes of each nest.
    pub nests: Vec<NestOnRank>,
}

/// What a rank computes of a nest, each part by the sizes that say which.
#[derive(Clone, Debug)]
pub struct NestOnRank {
    /// Its inputs before the messages that the nest waits for, if these are about inputs.
    pub before: Option<Vec<Array>>,
    /// Before these messages.
    pub interior: Vec<Vec<i64>>,
    /// After them.
    pub rims: Vec<Vec<i64>>,
}

/// A part of a stage that goes from one rank to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The stage.
    pub stage: StageId,
    /// Who has stored it.
    pub from: usize,
    /// Who gets it.
    pub to: usize,
    /// By dimension, the first and the last coordinate.
    pub part: Vec<(i64, i64)>,
}

/// Runs a loop nest on ranks: of each nest the interior on all of them, the messages that it waits
/// for, and the rims; the live-outs in result order, put together of what the ranks store, and what
/// all of them together count.
///
/// # Errors
/// Those of [`interpret`](super::interpret()), on any rank: a point that a rank needs and has
/// neither stored nor got is one that is loaded before it is stored. A point that is sent and was
/// not stored; a point of a live-out that no rank stores.
pub fn interpret_on_ranks(
    loops: &LoopNest,
    sizes: &[i64],
    scalars: &[Value],
    ranks: &[OnRank],
    (transfers, shares): (&[Vec<Transfer>], &[Option<Share>]),
    maths: &dyn Maths,
) -> Result<(Vec<Array>, Counts), String> {
    let whole = loops.sizes_of_one_rank(sizes);
    let machine = |rank| Interpreter::new(loops, &whole, scalars, rank, maths);
    let mut machines: Vec<Interpreter<'_>> =
        ranks.iter().map(|rank| machine(rank.inputs.as_slice())).collect();
    for (number, nest) in loops.nests.iter().enumerate() {
        if let Some(share @ Share { part: SharePart::First, .. }) = shares[number] {
            for transfer in &transfers[number] {
                send(loops, &mut machines, transfer)?;
            }
            let (first, others) = machines.split_first_mut().expect("there are ranks");
            let mut vars = nest.first_values(1);
            first.inputs = &ranks[0].inputs;
            first.stmts(nest, &nest.body, &mut vars, None)?;
            others.iter_mut().for_each(|machine| machine.starts(share));
            continue;
        }
        let run = |machine: &mut Interpreter<'_>| {
            let mut vars = nest.first_values(1);
            machine.stmts(nest, &nest.body, &mut vars, None)
        };
        for (machine, rank) in machines.iter_mut().zip(ranks) {
            let of = &rank.nests[number];
            machine.inputs = of.before.as_ref().unwrap_or(&rank.inputs);
            for sizes in &of.interior {
                machine.sizes = sizes;
                run(machine)?;
            }
        }
        for transfer in &transfers[number] {
            send(loops, &mut machines, transfer)?;
        }
        for (machine, rank) in machines.iter_mut().zip(ranks) {
            machine.inputs = &rank.inputs;
            for sizes in &rank.nests[number].rims {
                machine.sizes = sizes;
                run(machine)?;
            }
        }
        if let Some(share @ Share { part: SharePart::LastUpdates, .. }) = shares[number] {
            combine(&mut machines, share);
        }
    }
    outputs(loops, machines)
}

impl Interpreter<'_> {
    /// Sets every point of a reduction to what changes nothing.
    fn starts(&mut self, Share { stage, op, .. }: Share) {
        let memory = self.memory[stage.0].as_mut().expect("the verifier checks storage");
        let identity = op.identity(memory.array.ty());
        for i in 0..memory.array.data().len() {
            memory.array.set_nth(i, identity);
            memory.stored.set_nth(i, Value::Bool(true));
        }
    }
}

/// Gives every rank what all ranks have of a reduction together.
fn combine(machines: &mut [Interpreter<'_>], Share { stage, op, .. }: Share) {
    let of = |machine: &Interpreter<'_>, i: usize| {
        machine.memory[stage.0].as_ref().expect("the verifier checks storage").array.data().get(i)
    };
    let points = machines[0].memory[stage.0].as_ref().map_or(0, |m| m.array.data().len());
    for i in 0..points {
        let all = machines.iter().map(|machine| of(machine, i));
        let all = all.reduce(|a, b| scalar::binary(op.combine(), a, b));
        for machine in machines.iter_mut() {
            let memory = machine.memory[stage.0].as_mut().expect("the verifier checks storage");
            memory.array.set_nth(i, all.expect("there are ranks"));
        }
    }
}

/// Copies a part of a stage from rank to rank.
fn send(
    loops: &LoopNest,
    machines: &mut [Interpreter<'_>],
    Transfer { stage, from, to, part }: &Transfer,
) -> Result<(), String> {
    let name = &loops.buffer(Source::Stage(*stage)).name;
    let mut point: Vec<i64> = part.iter().map(|span| span.0).collect();
    if part.iter().any(|(first, last)| first > last) {
        return Ok(());
    }
    loop {
        let memory = |machine: &Interpreter<'_>| {
            let Memory { array, stored, .. } = machine.memory[stage.0].as_ref()?;
            is_true(stored.get(&point)).then(|| array.get(&point))?
        };
        let Some(value) = memory(&machines[*from]) else {
            return Err(format!(
                "rank {from} sends `{name}` at {point:?}, which it has not stored"
            ));
        };
        let memory = machines[*to].memory[stage.0].as_mut();
        let Memory { array, stored, .. } = memory.expect("the verifier checks storage");
        if is_true(stored.get(&point)) {
            return Err(format!("rank {to} gets `{name}` at {point:?}, which it has"));
        }
        stored.set(&point, Value::Bool(true));
        array.set(&point, value);
        let next = (0..point.len()).rev().find(|d| point[*d] < part[*d].1);
        let Some(d) = next else { return Ok(()) };
        point[d] += 1;
        for inner in d + 1..point.len() {
            point[inner] = part[inner].0;
        }
    }
}

/// The live-outs, each point as all ranks stored it that did.
fn outputs(
    loops: &LoopNest,
    machines: Vec<Interpreter<'_>>,
) -> Result<(Vec<Array>, Counts), String> {
    let mut outputs: Vec<(usize, Array)> = Vec::new();
    for (stage, buffer) in loops.stages.iter().enumerate() {
        let Some(buffer) = buffer else { continue };
        let Role::Output(position) = buffer.role else { continue };
        let memories = machines.iter().filter_map(|machine| machine.memory[stage].as_ref());
        let memories: Vec<&Memory> = memories.collect();
        let (mut missing, mut differs) = (false, false);
        let any = &memories[0].array;
        let whole = Array::from_fn(buffer.ty, any.lo(), any.extent(), |point| {
            let stored = memories.iter().filter(|memory| is_true(memory.stored.get(point)));
            let mut values = stored.filter_map(|memory| memory.array.get(point));
            let value = values.next();
            missing |= value.is_none();
            differs |= value.is_some_and(|value| values.any(|other| !other.same(value)));
            value.or_else(|| any.get(point)).expect("every rank has memory for it")
        });
        if missing || differs {
            let what = if missing { "no rank stores" } else { "ranks differ in" };
            return Err(format!("{what} a point of `{}`", buffer.name));
        }
        outputs.push((position, whole));
    }
    outputs.sort_by_key(|output| output.0);
    let counts = machines.iter().map(|machine| &machine.counts);
    let counts = counts.fold(Counts::default(), |all, one| Counts {
        points: (0..one.points.len())
            .map(|stage| all.points.get(stage).unwrap_or(&0) + one.points[stage])
            .collect(),
        lanes: all.lanes + one.lanes,
        operations: all.operations + one.operations,
        slots: one.slots.clone(),
    });
    Ok((outputs.into_iter().map(|output| output.1).collect(), counts))
}

fn is_true(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Bool(true)))
}
