//! Scratchpads: which are taken together, and where their memory is.

use super::dense::DenseRow;
use crate::ir::{Source, StageId};
use crate::kernel::{Base, PadPlace, Pads};
use crate::loops::{Hold, LoopNest, Nest, Pad, Role, Stmt};
use crate::schedule::cost::on_stack;

/// The scratchpads of a nest.
pub struct PadsOf {
    /// What its statements take, each list once.
    pub lists: Vec<Pads>,
    /// By compute, the number of the list that is there for it.
    pub of_compute: Vec<Option<usize>>,
}

/// The scratchpads that the statements of a nest provide, in the order in which they first come.
pub fn pads(loops: &LoopNest, nest: &Nest, rows: &[DenseRow]) -> PadsOf {
    let (mut lists, mut of_compute) = (Vec::new(), vec![None; nest.computes.len()]);
    collect(&nest.body, None, &mut lists, &mut of_compute);
    let added = rows.iter().filter(|row| !row.is_always());
    of_compute.extend(added.map(|row| of_compute[row.compute.0]).collect::<Vec<_>>());
    let lists = lists.into_iter().map(|TakenPads { within, stages }| {
        let place = place(loops, &stages);
        Pads { within, stages, place }
    });
    PadsOf { lists: lists.collect(), of_compute }
}

impl PadsOf {
    /// The number of the list of these scratchpads, which are taken where those of `within` are.
    pub fn number(&self, within: Option<usize>, pads: &[Pad]) -> usize {
        let stages = stages(pads);
        let same = |list: &Pads| list.within == within && list.stages == stages;
        let found = self.lists.iter().position(same);
        found.expect("the scratchpads of every statement are known")
    }
}

/// Scratchpads that are taken together.
#[derive(PartialEq)]
struct TakenPads {
    within: Option<usize>,
    stages: Vec<StageId>,
}

fn collect(
    stmts: &[Stmt],
    around: Option<usize>,
    found: &mut Vec<TakenPads>,
    of_compute: &mut [Option<usize>],
) {
    for stmt in stmts {
        match stmt {
            Stmt::Scratch { pads, body } => {
                let taken = TakenPads { within: around, stages: stages(pads) };
                let known = found.iter().position(|known| *known == taken);
                let number = known.unwrap_or_else(|| {
                    found.push(taken);
                    found.len() - 1
                });
                collect(body, Some(number), found, of_compute);
            }
            Stmt::For { body, .. } | Stmt::When { body, .. } => {
                collect(body, around, found, of_compute);
            }
            Stmt::Compute(id) => of_compute[id.0] = around,
            Stmt::Let { .. } | Stmt::Copy(_) => {}
        }
    }
}

fn stages(pads: &[Pad]) -> Vec<StageId> {
    pads.iter().map(|pad| pad.stage).collect()
}

/// The stack, if the scratchpads have the same few bytes at all sizes.
fn place(loops: &LoopNest, stages: &[StageId]) -> PadPlace {
    let held = |stage: &StageId| -> (_, &[Hold]) {
        let buffer = loops.buffer(Source::Stage(*stage));
        match &buffer.role {
            Role::Scratch(held) => (buffer.ty, held),
            Role::Input(_) | Role::Output(_) | Role::Full => unreachable!("a scratchpad"),
        }
    };
    match on_stack(&stages.iter().map(held).collect::<Vec<_>>()) {
        true => PadPlace::Stack,
        false => PadPlace::Arena,
    }
}

/// By dimension, the coordinate in the first slot of a scratchpad.
pub fn base(loops: &LoopNest, pad: &Pad) -> Vec<Base> {
    let buffer = loops.buffer(Source::Stage(pad.stage));
    let base = pad.base.iter().enumerate().map(|(dim, base)| match (buffer.hold(dim), base) {
        (Hold::Part(_), Some(base)) => Base::At(base.clone()),
        (Hold::Whole, _) => Base::First,
        (Hold::Part(_), None) | (Hold::Current | Hold::Circular(_), _) => Base::Zero,
    });
    base.collect()
}
