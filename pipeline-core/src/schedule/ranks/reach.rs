//! Stages that read themselves on ranks: which coordinates of the steps before are needed for some
//! of the last one.
//!
//! Where coordinates do not need each other, as in a scan along another dimension, none but these.
//! In an iteration in time each step back needs a few more on either side. A rank has what it needs
//! of a step from others, and computes what it needs of those that follow, as a tile does of the
//! steps of a block, so that nothing of them travels until the next exchange: *epochs*, whose first
//! and last step are sizes, as the ends of a rank's part are.

use crate::analysis::causal::Causal;
use crate::analysis::integer::Facts;
use crate::analysis::iteration::{Iteration, iteration};
use crate::analysis::reads::for_each_read;
use crate::ir::border::Lands;
use crate::ir::{Affine, Atom, BorderMode, Index, Pipeline, Source, StageId, VarId, WindowVar};

/// How the coordinates that are needed of a dimension grow towards earlier steps.
///
/// A tile of several steps computes as many coordinates of each that it stores. So a block asks for
/// more of the one before than its own steps need, and steps before the last block grow faster than
/// those after it.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReach {
    /// By so many on either side with each step, at least 1.
    pub each: i64,
    /// The dimension that is the time.
    pub time: usize,
    /// So many steps after the last one no more are needed than are asked for.
    pub more: i64,
    /// Whether what is needed goes around the edges.
    pub around: bool,
    /// The same of the steps after the last block.
    late: Option<Box<StepReach>>,
}

impl StepReach {
    /// How many more coordinates are needed at a time, on either side, for those that are asked for
    /// of the last step.
    pub fn at(&self, time: &Affine, last: &Affine) -> Affine {
        last.offset(self.more).sub(time).scale(self.each)
    }

    /// That of the steps after the last block.
    pub fn late(&self) -> &StepReach {
        self.late.as_deref().unwrap_or(self)
    }
}

/// How a stage that reads itself is cut along one of its dimensions, when as many of its steps as
/// `at_once` are computed at once; `None` where coordinates do not need each other.
///
/// # Errors
/// Why it cannot be, in words.
pub(super) fn reach(
    p: &Pipeline,
    facts: &Facts,
    (id, dim): (StageId, usize),
    order: &Causal,
    at_once: i64,
) -> Result<Option<StepReach>, String> {
    let stage = &p.stages[id.0];
    let follow = format!("the points of `{}` follow from one another", stage.name);
    let Some(free) = order.free.iter().find(|free| free.dim == dim) else { return Err(follow) };
    if free.local {
        return Ok(None);
    }
    let border = p.source_border(Source::Stage(id));
    let around = border.is_some_and(BorderMode::is_periodic);
    let periodic = format!("{follow} through a periodic border");
    if !around && border.map(BorderMode::lands) == Some(Lands::Anywhere) {
        return Err(format!("{follow} through a border that leads anywhere"));
    }
    let iteration = iteration(p, facts, id).ok_or(follow)?;
    // A rank has no points beyond an edge to compute, only some that it gets.
    if around && (at_once > 1 || iteration.back > 1) {
        return Err(periodic);
    }
    let mut each = Some(0);
    for case in &stage.cases {
        for_each_read(&case.value, &mut |read, windows| {
            if read.source == Source::Stage(id) {
                let index = |d: usize| match &read.index[d] {
                    Index::Affine(a) => Some(Affine::from(VarId(d)).sub(a)),
                    Index::Value(_) => None,
                };
                let back = index(iteration.dim).and_then(|a| a.as_constant());
                let aside = index(dim).and_then(|a| farthest(&a, windows));
                let own = back.zip(aside).map(|(back, aside)| (aside + back - 1) / back.max(1));
                each = each.zip(own).map(|(each, own)| each.max(own));
            }
        });
    }
    let name = &stage.name;
    let each = each.ok_or_else(|| format!("steps of `{name}` need others at no fixed distance"))?;
    let exact = StepReach { each: each.max(1), time: iteration.dim, more: 0, around, late: None };
    if at_once == 1 {
        return Ok(Some(exact));
    }
    // A block reads from its last step back to `back` steps before its first one.
    let more = iteration.back - 1;
    let each = (exact.each * (at_once + more) + at_once - 1) / at_once;
    let (time, late) = (exact.time, Some(Box::new(exact)));
    Ok(Some(StepReach { each, time, more, around, late }))
}

/// How many of the last steps of a stage that iterates others read, if all of them read steps at
/// constant distances from the last one.
pub(super) fn last_steps(p: &Pipeline, id: StageId, iteration: &Iteration) -> Option<i64> {
    let mut steps = Some(0);
    let readers = p.stages.iter().enumerate().filter(|(reader, _)| *reader != id.0);
    for block in readers.flat_map(|(_, stage)| stage.blocks()) {
        block.for_each_read(&mut |_, _, source, index| {
            if source == Source::Stage(id) {
                let back = match &index[iteration.dim] {
                    Index::Affine(a) => iteration.last.sub(a).as_constant(),
                    Index::Value(_) => None,
                };
                let back = back.filter(|back| *back >= 0);
                steps = steps.zip(back).map(|(steps, back)| steps.max(back + 1));
            }
        });
    }
    steps
}

/// The farthest from 0 that an expression of window variables is.
fn farthest(a: &Affine, windows: &[WindowVar]) -> Option<i64> {
    let ends =
        a.terms().iter().try_fold((a.constant(), a.constant()), |(lo, hi), (atom, times)| {
            let Atom::Var(var) = atom else { return None };
            let window = windows.iter().find(|window| window.id == *var)?;
            let [first, last] = window.constant_ends()?;
            let (one, other) = (first * times, last * times);
            Some((lo + one.min(other), hi + one.max(other)))
        });
    ends.map(|(lo, hi)| lo.abs().max(hi.abs()))
}
