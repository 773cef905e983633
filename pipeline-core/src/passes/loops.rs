//! The passes over the loop nest.

use super::watch::{Made, StepRun, Watch};
use super::{CompilerStep, Verified, must_hold};
use crate::loops::number::number_variables;
use crate::loops::optimise::{
    carry_values, choose_lanes, collapse_rows, distribute_loops, jam_rows, merge_stages,
    share_lets, unroll_channels,
};
use crate::loops::verify::verify;
use crate::loops::{LoopNest, parse};
use crate::options::Without;
use std::time::Instant;

/// A pass over the loop nest: every value stored is what it was.
#[derive(Clone, Copy, Debug)]
pub struct LoopPass {
    /// What it is called and does.
    pub step: CompilerStep,
    /// The function.
    pub run: fn(LoopNest) -> LoopNest,
    /// Whether what holds after it does.
    pub verify: fn(&LoopNest) -> Verified,
}

/// From the loops as planned to the loops that run.
pub const LOOPS: &[LoopPass] = &[
    LoopPass::new("share lets", share_lets, "`let`s of equal value become one"),
    LoopPass::new(
        "unroll channels",
        unroll_channels,
        "channels of pixels, and those that load the same, are told apart",
    ),
    LoopPass::new("merge stages", merge_stages, "loops over the same points become one loop"),
    LoopPass::new("collapse rows", collapse_rows, "short innermost dimensions collapse"),
    LoopPass::new("jam rows", jam_rows, "rows that share loads run together"),
    LoopPass::new(
        "distribute loops",
        distribute_loops,
        "parallel loops around several parallel loops become one for each",
    ),
    LoopPass::new("choose lanes", choose_lanes, "each lanes loop gets the number of its points"),
    LoopPass::new(
        "carry values",
        carry_values,
        "lanes loops hand on what neighbouring points share, also what is computed from such values",
    ),
    LoopPass {
        step: CompilerStep {
            name: "number variables",
            module: "loops::number",
            does: "variables of one name become one where their scopes do not meet",
            holds: "the printed nest reads back as the same nest",
        },
        run: number_variables,
        verify: reads_back,
    },
];

impl LoopPass {
    /// A pass of [`loops::optimise`](crate::loops::optimise), which keeps the nest's invariants.
    const fn new(
        name: &'static str,
        run: fn(LoopNest) -> LoopNest,
        does: &'static str,
    ) -> LoopPass {
        let holds = "as before";
        LoopPass {
            step: CompilerStep { name, module: "loops::optimise", does, holds },
            run,
            verify,
        }
    }
}

/// That the invariants hold, and that the printed nest is read as itself.
fn reads_back(loops: &LoopNest) -> Verified {
    verify(loops)?;
    let text = loops.to_string();
    match parse(&text) {
        Ok(read) if read.to_string() == text => Ok(()),
        Ok(read) => Err(vec![format!("the nest reads back as\n{read}")]),
        Err(error) => Err(vec![format!("the nest does not read back: {error}")]),
    }
}

/// Runs passes one after the other, those aside that are left out.
pub fn run(
    passes: &'static [LoopPass],
    mut nest: LoopNest,
    without: &[Without],
    watch: &mut Watch<'_>,
) -> LoopNest {
    for pass in passes.iter().filter(|pass| !Without::leaves_out(without, pass.step.name)) {
        let start = Instant::now();
        nest = (pass.run)(nest);
        let took = start.elapsed();
        let made = Made::Loops { loops: &nest, verify: pass.verify };
        watch(&StepRun { step: &pass.step, took, made });
        if cfg!(test) {
            must_hold(&pass.step, "the loop nest", (pass.verify)(&nest));
        }
    }
    nest
}

/// The nest after all [`LOOPS`].
pub fn optimise(nest: LoopNest) -> LoopNest {
    run(LOOPS, nest, &[], &mut |_| ())
}
