//! The predicted time of a group on a machine: what its arithmetic, its caches and its memory
//! allow, and what its loops and tasks cost beside.
//!
//! ```text
//! arithmetic = Σ stages points computed · (operations + loads + sorting + store) / rate
//!            + Σ stages points computed · operations made one by one · lanes / rate,
//!              or scattered updates · latency / neighbours updated in turn, if that is more
//! rows       = Σ stages (rows computed + steps without a row · empty) · row
//!            + rows of live-ins and live-outs in blocks · stream
//!            + pieces of rows that tiles copy across · piece
//! caches     = bytes through the scratchpads, stored ones twice, and of slices of live-ins that
//!              are read again / rate of the cache that holds what is touched meanwhile, as `reuse`
//!              says
//!            + bytes of live-ins read again by other tiles / rate of the last-level cache
//! core       = (arithmetic beside caches + rows) · imbalance / cores + tasks · task / cores
//! memory     = (live-ins + 2 · live-outs) / rate of the memory, as a line is read before it is
//!              written, unless it is written past the caches; what planes read that are computed
//!              on their own counts for each, unless the last-level cache holds a plane's arrays
//! time       = launches + core with memory
//!
//! a with b   = max(a, b) + a part of min(a, b); beside has a larger part
//! ```
//!
//! The rates are the machine's. Cores compute while caches and memory deliver, but not all of the
//! time.

mod tiled;

use super::super::recipe::{GroupNest, Recipe};
use super::super::speed::{
    EXPOSED, EXPOSED_CACHES, JAMMED_UPDATES, LATENCY, MOST_ROWS, MOVES, PIECE, STREAMED_FROM,
    UPDATE_LATENCY,
};
use super::facts::{Figures, Scattered, StageFacts};
use super::runs::PointRuns;
use crate::ir::{Source, StageId};
use crate::machine::Machine;
pub use tiled::tiled;

/// A predicted time and what it is made of, in nanoseconds from start to end. What the parts are of
/// happens at the same time in part.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The whole.
    pub total: f64,
    /// Starting launches and tasks.
    pub starts: f64,
    /// Arithmetic, loads and stores.
    pub arithmetic: f64,
    /// Beginning and ending rows.
    pub rows: f64,
    /// Moving intermediates through the caches.
    pub caches: f64,
    /// Moving live-ins and live-outs.
    pub memory: f64,
    /// Bytes read from memory.
    pub bytes_read: f64,
    /// Bytes written to memory.
    pub bytes_written: f64,
    /// Points computed more than once, as a share of the points there are.
    pub overlap: f64,
    /// Tasks that run in parallel.
    pub tasks: f64,
}

/// How many times as long as the machine's rates say each summand takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateScale {
    /// Of [`Estimate::starts`].
    pub starts: f64,
    /// Of [`Estimate::arithmetic`].
    pub arithmetic: f64,
    /// Of [`Estimate::rows`].
    pub rows: f64,
    /// Of [`Estimate::caches`].
    pub caches: f64,
    /// Of [`Estimate::memory`].
    pub memory: f64,
}

impl RateScale {
    /// The machine's rates as they are.
    pub const ONE: RateScale =
        RateScale { starts: 1.0, arithmetic: 1.0, rows: 1.0, caches: 1.0, memory: 1.0 };
}

impl Estimate {
    /// The whole on a machine of other rates. What happens beside what is as on this one: of
    /// [`RateScale::ONE`] it is the total.
    pub fn scaled(&self, scale: &RateScale) -> f64 {
        let by = |scale: &RateScale| {
            let arithmetic = self.arithmetic * scale.arithmetic;
            let core = computing(arithmetic, self.caches * scale.caches) + self.rows * scale.rows;
            self.starts * scale.starts + overlapping(core, self.memory * scale.memory)
        };
        self.total + by(scale) - by(&RateScale::ONE)
    }
}

/// What a stage costs on its own, in parallel rows.
pub fn single(facts: &Figures<'_>, machine: &Machine, stage: StageId) -> Estimate {
    let of = &facts.stages[stage.0];
    let (rows, lane) = (of.points / of.row(&of.extents) as f64, of.lane);
    let throughput = compute(machine, of, of.points, of.extents[lane], MOST_ROWS);
    let arithmetic = throughput.max(waiting(of, of.points, &|dim| of.extents[dim]));
    let tasks = rows.min(6.0 * machine.cores as f64).max(1.0);
    let mut live_ins: Vec<Source> = of.reads.iter().map(|r| r.source).collect();
    if of.passes > 1.0 {
        live_ins.push(Source::Stage(stage));
    }
    let (rows, launches) = (rows * machine.rates.row, of.passes);
    let parts = Summands {
        arithmetic,
        rows,
        caches: 0.0,
        overlap: 0.0,
        tasks,
        launches,
        read_again: 0.0,
        moves: MOVES,
    };
    finish(facts, machine, parts, &live_ins, &[stage])
}

/// What a stage on its own costs by the recipe of its cases, if it stages these sources. Points
/// that wait for each other take at least [`LATENCY`], shared by those in flight; what is staged
/// passes through a cache twice.
pub fn by_recipe(
    facts: &Figures<'_>,
    machine: &Machine,
    (stage, recipe): (StageId, &Recipe),
    sources: &[Source],
) -> Estimate {
    let of = &facts.stages[stage.0];
    let runs = PointRuns::of(recipe, &of.extents);
    let row = recipe.lanes().map_or(of.lane, |lanes| lanes.dim);
    let throughput = match runs.lanes {
        true => compute(machine, of, of.points, of.extents[row], recipe.most_rows()),
        false => scalar_time(machine, of, of.points),
    };
    let waits = matches!(recipe.part, GroupNest::Stage);
    let latency = if waits { of.points * LATENCY / runs.in_flight } else { 0.0 };
    let staged = sources.iter().map(|s| facts.source_bytes(*s)).fold(0.0, |a, b| a + b);
    let large = facts.source_bytes(Source::Stage(stage)) >= STREAMED_FROM as f64;
    let streamed = large && of.output && !sources.is_empty() && !waits;
    let tasks = runs.tasks.min(6.0 * machine.cores as f64).max(1.0);
    let read = of.reads.iter().map(|r| r.source);
    let mut live_ins: Vec<Source> = read.filter(|source| *source != Source::Stage(stage)).collect();
    if of.passes > 1.0 {
        live_ins.push(Source::Stage(stage));
    }
    let points = if row == of.lane { of.row(&of.extents) } else { of.extents[row].max(1) };
    let rows = of.points / points as f64 * machine.rates.row;
    // A tile reads and writes pieces of rows, as many as its blocks have coordinates.
    let pieces = recipe.splits().map(|(_, by)| of.points / by as f64);
    let pieces: f64 = pieces.filter(|_| staged > 0.0 && !waits).sum();
    let parts = Summands {
        arithmetic: throughput.max(latency),
        rows: rows + pieces * PIECE,
        caches: 2.0 * staged / machine.rates.l2,
        overlap: 0.0,
        tasks,
        launches: runs.launches + of.passes - 1.0,
        read_again: 0.0,
        moves: if streamed { 1.0 } else { MOVES },
    };
    let mut estimate = finish(facts, machine, parts, &live_ins, &[stage]);
    let more = (runs.launches - 1.0) * tasks * machine.rates.task;
    let more = more / tasks.min(machine.cores as f64);
    (estimate.starts, estimate.total) = (estimate.starts + more, estimate.total + more);
    estimate
}

/// Bytes that a scan along rows copies to staging buffers: what it reads and stores.
pub fn staged_by_a_scan(of: &StageFacts, stage: StageId) -> f64 {
    let others = of.reads.iter().filter(|read| read.source != Source::Stage(stage));
    let read: f64 = others.map(|read| read.bytes).sum();
    (read + of.bytes) * of.points
}

/// Nanoseconds for which scattered updates of so many points wait for each other, where so many
/// neighbours along a dimension are at hand.
fn waiting(of: &StageFacts, points: f64, neighbours: &dyn Fn(usize) -> i64) -> f64 {
    let in_flight = |along: usize| neighbours(along).clamp(1, JAMMED_UPDATES) as f64;
    let wait = |pass: &Scattered| {
        points * pass.a_point * UPDATE_LATENCY / pass.along.map_or(1.0, in_flight)
    };
    of.scattered.iter().map(wait).sum()
}

/// What is added up before the whole.
struct Summands {
    arithmetic: f64,
    rows: f64,
    caches: f64,
    overlap: f64,
    tasks: f64,
    launches: f64,
    /// Bytes that are read from memory again.
    read_again: f64,
    /// How often a byte that is written moves.
    moves: f64,
}

fn finish(
    facts: &Figures<'_>,
    machine: &Machine,
    parts: Summands,
    live_ins: &[Source],
    live_outs: &[StageId],
) -> Estimate {
    let Summands { arithmetic, rows, caches, overlap, tasks, launches, read_again, moves } = parts;
    let (rates, cores) = (&machine.rates, machine.cores as f64);
    let bytes_read: f64 = live_ins.iter().map(|s| facts.source_bytes(*s)).sum::<f64>() + read_again;
    let written = live_outs.iter().map(|s| facts.source_bytes(Source::Stage(*s)));
    let bytes_written: f64 = written.sum();
    let busy = cores.min(tasks);
    let bandwidth = rates.memory_of_all.min(busy * rates.memory);
    let memory = (bytes_read + moves * bytes_written) / bandwidth;
    // A core waits for the last task of another for half of it, on average.
    let imbalance = 1.0 + 0.5 * busy / tasks;
    let [arithmetic, caches, rows] = [arithmetic, caches, rows].map(|of| of / busy * imbalance);
    let core = computing(arithmetic, caches) + rows;
    let (launches, tasked) = (launches * rates.launch, tasks * rates.task / busy);
    let total = launches + overlapping(core + tasked, memory);
    Estimate {
        total,
        starts: launches + tasked,
        arithmetic,
        rows,
        caches,
        memory,
        bytes_read,
        bytes_written,
        overlap,
        tasks,
    }
}

/// The time that two activities take which go on beside each other.
fn overlapping(a: f64, b: f64) -> f64 {
    a.max(b) + EXPOSED * a.min(b)
}

/// The time of arithmetic on what caches deliver.
fn computing(arithmetic: f64, caches: f64) -> f64 {
    arithmetic.max(caches) + EXPOSED_CACHES * arithmetic.min(caches)
}

/// Nanoseconds of one core to compute points in rows of so many points, so many rows together.
fn compute(machine: &Machine, of: &StageFacts, points: f64, row: i64, together: i64) -> f64 {
    let loads: f64 = of.reads.iter().map(|r| (r.loads + r.sorting) * r.bytes / 4.0).sum();
    let operations = (of.operations + loads + of.bytes / 4.0) * of.together.share(together);
    let lanes = (machine.vector_bytes / 4).max(1);
    let vectors = (row + lanes - 1) / lanes;
    let padded = (vectors * lanes) as f64 / row.max(1) as f64;
    let operations = padded * operations + lanes as f64 * of.scalar_operations;
    points * operations / machine.rates.operations
}

/// Nanoseconds of one core to compute points one after the other.
fn scalar_time(machine: &Machine, of: &StageFacts, points: f64) -> f64 {
    let lanes = (machine.vector_bytes / 4).max(1) as f64;
    let loads: f64 = of.reads.iter().map(|r| r.loads).sum();
    let operations = of.operations + loads + 1.0 + of.scalar_operations;
    points * lanes * operations / machine.rates.operations
}
