//! Memory of full buffers: when each gets its slot, and when slots are free for good.

use crate::ir::{Source, StageId};
use crate::kernel::Allocation;
use crate::loops::storage::slots;
use crate::loops::{LoopNest, Role};

/// The memory of a program.
pub struct ProgramMemory {
    /// How many slots there are.
    pub slots: usize,
    /// What each nest needs before and after it.
    pub steps: Vec<AroundNest>,
}

/// What happens around a nest.
pub struct AroundNest {
    /// The full buffers that it is the first to write.
    pub allocations: Vec<Allocation>,
    /// The slots that it is the last to use.
    pub freed: Vec<usize>,
}

/// Gives full buffers their slots where they are first written.
pub fn memory(loops: &LoopNest, sizes: &[i64]) -> ProgramMemory {
    let slots = slots(loops, sizes);
    let mut allocated = vec![false; loops.stages.len()];
    let mut first = |stage: &StageId| {
        let full = loops.buffer(Source::Stage(*stage)).role == Role::Full;
        full && !std::mem::replace(&mut allocated[stage.0], true)
    };
    let steps = loops.nests.iter().zip(slots.done).map(|(nest, freed)| {
        let stages = nest.stored().into_iter().filter(&mut first);
        let allocations = stages.map(|stage| {
            let slot = slots.of_stage[stage.0].expect("a full buffer has a slot");
            Allocation { stage, slot }
        });
        AroundNest { allocations: allocations.collect(), freed }
    });
    ProgramMemory { slots: slots.bytes.len(), steps: steps.collect() }
}
