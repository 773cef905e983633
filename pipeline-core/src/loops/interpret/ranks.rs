//! Ranks in lockstep: nest after nest, each on every rank, and the messages that follow it.

use super::{Counts, Interpreter, Maths, StageMemory};
use crate::array::Array;
use crate::ir::{Source, StageId, Value};
use crate::loops::{LoopNest, Role};
use crate::scalar;
use crate::schedule::ranks::combined::{ReductionNest, SharePart};

/// A nest on ranks. One that iterates in time has a turn for each epoch.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The nest.
    pub nest: usize,
    /// The messages that it waits for.
    pub transfers: Vec<Transfer>,
    /// What each rank computes of it.
    pub ranks: Vec<NestOnRank>,
}

/// What a rank computes of a nest, each part by the sizes that say which.
#[derive(Clone, Debug, Default)]
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
    /// Whether the one who gets it may have computed some of it.
    pub between_epochs: bool,
}

/// Runs a loop nest on ranks: in each turn the interior on all of them, the messages that the nest
/// waits for, and the rims; the live-outs in result order, put together of what the ranks store,
/// and what all of them together count. `inputs` are what each rank has memory for of its inputs,
/// once messages have come.
///
/// # Errors
/// Those of [`interpret`](super::interpret()), on any rank: a point that a rank needs and has
/// neither stored nor got is one that is loaded before it is stored. A point that is sent and was
/// not stored; a point of a live-out that no rank stores.
pub fn interpret_on_ranks(
    loops: &LoopNest,
    sizes: &[i64],
    scalars: &[Value],
    inputs: &[Vec<Array>],
    (turns, shares): (&[Turn], &[Option<ReductionNest>]),
    maths: &dyn Maths,
) -> Result<(Vec<Array>, Counts), String> {
    let whole = loops.sizes_of_one_rank(sizes);
    let machines = inputs.iter().map(|of| Interpreter::new(loops, &whole, scalars, of, maths));
    let mut ranks = Lockstep { loops, inputs, machines: machines.collect() };
    for turn in turns {
        let Some(share) = shares[turn.nest] else {
            ranks.run_around_messages(turn)?;
            continue;
        };
        match share.part {
            SharePart::First => {
                ranks.run_on_first(turn)?;
                ranks.machines[1..].iter_mut().for_each(|machine| machine.starts(share));
            }
            SharePart::FirstInTurn => ranks.run_on_first(turn)?,
            SharePart::Updates => ranks.run_around_messages(turn)?,
            SharePart::LastUpdates => {
                ranks.run_around_messages(turn)?;
                combine(&mut ranks.machines, share);
            }
            SharePart::InTurn => ranks.run_in_turn(turn, share)?,
        }
    }
    outputs(loops, ranks.machines)
}

/// Ranks, each of which an interpreter of its own runs.
struct Lockstep<'a> {
    loops: &'a LoopNest,
    /// What each has memory for of its inputs, once messages have come.
    inputs: &'a [Vec<Array>],
    machines: Vec<Interpreter<'a>>,
}

impl<'a> Lockstep<'a> {
    /// Each rank its interior, then messages, then each its rims.
    fn run_around_messages(&mut self, turn: &'a Turn) -> Result<(), String> {
        for (rank, of) in turn.ranks.iter().enumerate() {
            self.machines[rank].inputs = of.before.as_ref().unwrap_or(&self.inputs[rank]);
            self.run_parts(turn, rank, &of.interior)?;
        }
        self.deliver(&turn.transfers)?;
        for (rank, of) in turn.ranks.iter().enumerate() {
            self.machines[rank].inputs = &self.inputs[rank];
            self.run_parts(turn, rank, &of.rims)?;
        }
        Ok(())
    }

    /// The first values of a reduction, which the first rank has.
    fn run_on_first(&mut self, turn: &'a Turn) -> Result<(), String> {
        self.deliver(&turn.transfers)?;
        self.machines[0].inputs = &self.inputs[0];
        self.run(turn, 0)
    }

    /// Updates of a reduction, rank after rank; each takes over what those before it have come to.
    fn run_in_turn(&mut self, turn: &'a Turn, share: ReductionNest) -> Result<(), String> {
        self.deliver(&turn.transfers)?;
        let mut last = 0;
        for (rank, of) in turn.ranks.iter().enumerate() {
            if of.interior.is_empty() && of.rims.is_empty() {
                continue;
            }
            hand_on(&mut self.machines, share, last, rank);
            last = rank;
            self.machines[rank].inputs = &self.inputs[rank];
            self.run_parts(turn, rank, &of.interior)?;
            self.run_parts(turn, rank, &of.rims)?;
        }
        (0..self.machines.len()).for_each(|rank| hand_on(&mut self.machines, share, last, rank));
        Ok(())
    }

    /// A nest on a rank, once for each part.
    fn run_parts(
        &mut self,
        turn: &'a Turn,
        rank: usize,
        parts: &'a [Vec<i64>],
    ) -> Result<(), String> {
        for sizes in parts {
            self.machines[rank].sizes = sizes;
            self.run(turn, rank)?;
        }
        Ok(())
    }

    /// A nest on a rank, at the sizes it has.
    fn run(&mut self, turn: &Turn, rank: usize) -> Result<(), String> {
        let nest = &self.loops.nests[turn.nest];
        self.machines[rank].stmts(nest, &nest.body, &mut nest.first_values(1), None)
    }

    /// Sends messages.
    fn deliver(&mut self, transfers: &[Transfer]) -> Result<(), String> {
        transfers.iter().try_for_each(|transfer| send(self.loops, &mut self.machines, transfer))
    }
}

impl Interpreter<'_> {
    /// Sets every point of a reduction to what changes nothing.
    fn starts(&mut self, ReductionNest { stage, op, .. }: ReductionNest) {
        let memory = self.memory[stage.0].as_mut().expect("the verifier checks storage");
        let identity = op.identity(memory.array.ty());
        for i in 0..memory.array.data().len() {
            memory.array.set_nth(i, identity);
            memory.stored.set_nth(i, Value::Bool(true));
        }
    }
}

/// Gives every rank what all ranks have of a reduction together.
fn combine(machines: &mut [Interpreter<'_>], ReductionNest { stage, op, .. }: ReductionNest) {
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

/// Gives a rank what another one has of a reduction.
fn hand_on(
    machines: &mut [Interpreter<'_>],
    ReductionNest { stage, .. }: ReductionNest,
    from: usize,
    to: usize,
) {
    let memory = machines[from].memory[stage.0].clone();
    machines[to].memory[stage.0] = memory;
}

/// Copies a part of a stage from rank to rank.
fn send(
    loops: &LoopNest,
    machines: &mut [Interpreter<'_>],
    Transfer { stage, from, to, part, between_epochs }: &Transfer,
) -> Result<(), String> {
    let buffer = loops.buffer(Source::Stage(*stage));
    let name = &buffer.name;
    let mut point: Vec<i64> = part.iter().map(|span| span.0).collect();
    if part.iter().any(|(first, last)| first > last) {
        return Ok(());
    }
    loop {
        let memory = |machine: usize| machines[machine].memory[stage.0].as_ref();
        let Some(value) = memory(*from).and_then(|memory| memory.holds(buffer, &point)) else {
            return Err(format!(
                "rank {from} sends `{name}` at {point:?}, which it has not stored"
            ));
        };
        let before = memory(*to).and_then(|memory| memory.holds(buffer, &point));
        if before.is_some_and(|before| !between_epochs || !before.same(value)) {
            return Err(format!("rank {to} gets `{name}` at {point:?}, which it has"));
        }
        let memory = machines[*to].memory[stage.0].as_mut();
        memory.expect("the verifier checks storage").put(buffer, &point, value);
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
        let memories: Vec<&StageMemory> = memories.collect();
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
