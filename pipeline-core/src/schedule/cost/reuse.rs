//! What comes back to a core, and after how many bytes: the caches' part of a group's time.
//!
//! In a step of a tile stages compute rows one after the other. A slice that a stage reads is
//!
//! - *old*, if the step before had it: all that a step touches has passed since,
//! - *new*, if this step brought it: what the stages between its producer and its reader touch has
//!   passed since, or it comes from memory, which is priced elsewhere,
//! - read again by the next rows of the step: after what the reader touches for the rows it
//!   computes together.
//!
//! A slot of a scratchpad is stored to again after a step or more; its line is read first.
//!
//! The distances are sums of what is touched, not of distinct lines: what several stages read in
//! turn counts for each of them, up to all that a step touches.

use super::super::speed::{FULL, MOVES};
use super::streams::StageSlices;
use crate::ir::Source;
use crate::machine::Machine;
use std::collections::BTreeMap;

/// What a stage of a group does in a step of a tile.
pub struct Pass {
    /// The points that all tiles compute.
    pub points: f64,
    /// The points of a row: of all dimensions but that of the rows.
    pub slice: f64,
    /// The rows of a step.
    pub rows: f64,
    /// The rows that are computed together.
    pub together: f64,
    /// Bytes of a value.
    pub bytes: f64,
    /// Bytes of its scratchpad; of a live-out there is none.
    pub pad: Option<f64>,
    /// What it reads.
    pub reads: Vec<PassRead>,
}

/// What a stage reads of a source.
pub struct PassRead {
    /// The source.
    pub source: Source,
    /// The position of its producer in the group, if the group computes it.
    pub producer: Option<usize>,
    /// The slices for a row.
    pub slices: StageSlices,
    /// Bytes of a value.
    pub bytes: f64,
}

/// Nanoseconds of one core for what comes back to it, of stages in the order in which they are
/// computed. Tiles that are one step have nothing old.
pub fn caches(machine: &Machine, passes: &[Pass], one_step: bool) -> f64 {
    let all = touched(passes);
    let price = |bytes: f64| per_byte(machine, bytes.min(all));
    let mut time = 0.0;
    for (at, pass) in passes.iter().enumerate() {
        if pass.pad.is_some() {
            time += MOVES * pass.points * pass.bytes * price(all);
        }
        let here: f64 = pass.reads.iter().map(|read| pass.bytes_for(read, pass.together)).sum();
        let here = here + pass.together * pass.slice * pass.bytes;
        for read in &pass.reads {
            let (new, old) = (read.slices.new, read.slices.old());
            let again = old / pass.together - old / pass.rows;
            let since_step = if one_step { 0.0 } else { old / pass.rows * price(all) };
            let produced = read.producer.map_or(0.0, |from| {
                let halo = if one_step { old / pass.rows } else { 0.0 };
                (new + halo) * price(between(passes, from, at))
            });
            let a_value = since_step + produced + again * price(here);
            time += pass.points * read.bytes * a_value;
        }
    }
    time
}

impl Pass {
    /// Bytes of the slices that so many rows read of a source.
    fn bytes_for(&self, read: &PassRead, rows: f64) -> f64 {
        (read.slices.old() + read.slices.new * rows) * self.slice * read.bytes
    }
}

/// What a step of a tile touches before it comes back to the same rows, in bytes: scratchpads,
/// rows of live-outs, and of each live-in the slices of the stage that reads most of them.
fn touched(passes: &[Pass]) -> f64 {
    let mut live_ins: BTreeMap<Source, f64> = BTreeMap::new();
    let mut own = 0.0;
    for pass in passes {
        own += pass.pad.unwrap_or(pass.slice * pass.together * pass.bytes);
        for read in pass.reads.iter().filter(|read| read.producer.is_none()) {
            let known = live_ins.entry(read.source).or_default();
            *known = known.max(pass.bytes_for(read, pass.together));
        }
    }
    own + live_ins.values().sum::<f64>()
}

/// What a step touches from when one of its stages begins to when another ends, in bytes.
fn between(passes: &[Pass], from: usize, to: usize) -> f64 {
    let written = |pass: &Pass| pass.rows * pass.slice * pass.bytes;
    let read = |pass: &Pass| -> f64 {
        let rows = |read: &PassRead| if read.producer.is_some() { 0.0 } else { pass.rows };
        pass.reads.iter().map(|read| pass.bytes_for(read, rows(read))).sum()
    };
    let written: f64 = passes[from..=to].iter().map(written).sum();
    written + passes[from + 1..=to].iter().map(read).sum::<f64>()
}

/// Nanoseconds for a byte that comes back to a core after so many bytes. What exceeds a cache
/// comes from the next one; what fits into the first costs nothing beyond its loads and stores.
fn per_byte(machine: &Machine, touched: f64) -> f64 {
    let (rates, cores) = (&machine.rates, machine.cores as f64);
    let levels = [
        (machine.l1 as f64, 1.0 / rates.l2),
        (machine.l2 as f64, 1.0 / rates.llc),
        (machine.llc as f64 / cores, 1.0 / rates.memory),
    ];
    let (mut inside, mut time) = (0.0f64, 0.0f64);
    for (size, beyond) in levels {
        inside = inside.max(size * FULL);
        let outside = 1.0 - inside / touched.max(inside).max(1.0);
        time = time.max(beyond * outside);
    }
    time
}

#[cfg(test)]
mod tests;
