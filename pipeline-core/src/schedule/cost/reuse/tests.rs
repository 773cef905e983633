use super::{Pass, PassRead, caches};
use crate::ir::{InputId, Source, StageId};
use crate::machine::Machine;
use crate::schedule::cost::streams::StageSlices;

/// Rows of so many bytes, one in a step, of a stage that reads rows of another, or of a live-in.
fn pass(row: f64, producer: Option<usize>, slices: StageSlices, is_read: bool) -> Pass {
    let source = producer.map_or(Source::Input(InputId(0)), |at| Source::Stage(StageId(at)));
    Pass {
        points: 1e6,
        slice: row / 4.0,
        rows: 1.0,
        together: 1.0,
        bytes: 4.0,
        pad: is_read.then_some(4.0 * row),
        reads: vec![PassRead { source, producer, slices, bytes: 4.0 }],
    }
}

const NEW: StageSlices = StageSlices { read: 1.0, new: 1.0 };
const OLD: StageSlices = StageSlices { read: 3.0, new: 1.0 };

/// Two stages, of which the last reads the first's rows, beside others of which each keeps rows.
fn chain(row: f64, between: usize, slices: StageSlices) -> Vec<Pass> {
    let mut passes = vec![pass(row, None, NEW, true)];
    passes.extend((0..between).map(|_| pass(row, None, NEW, true)));
    passes.push(pass(row, Some(0), slices, false));
    passes
}

fn time(passes: &[Pass]) -> f64 {
    caches(&Machine::default(), passes, false)
}

#[test]
fn what_fits_the_first_cache_costs_nothing() {
    assert_eq!(time(&chain(512.0, 2, OLD)), 0.0);
    assert!(time(&chain(8192.0, 2, OLD)) > 0.0);
}

/// What the read of the last stage adds.
fn of_read(between: usize, slices: StageSlices) -> f64 {
    let without = chain(4096.0, between, slices);
    let mut with = chain(4096.0, between, slices);
    with.last_mut().unwrap().points *= 2.0;
    time(&with) - time(&without)
}

#[test]
fn rows_come_after_what_is_touched_since_they_were_computed() {
    // The next stage reads them from the first cache, a later one does not.
    assert_eq!(of_read(0, NEW), 0.0);
    assert!(of_read(8, NEW) > 0.0);
    // Rows of steps before come after a whole step.
    assert!(of_read(2, OLD) > of_read(2, NEW));
    // In tiles of one step nothing is old.
    let (one, steps) = (chain(4096.0, 2, OLD), time(&chain(4096.0, 2, OLD)));
    assert!(caches(&Machine::default(), &one, true) < steps);
}

#[test]
fn rows_together_load_what_they_share_once() {
    let mut passes = chain(8192.0, 2, OLD);
    let alone = time(&passes);
    let last = passes.last_mut().unwrap();
    (last.rows, last.together) = (2.0, 2.0);
    assert!(time(&passes) < alone);
}
