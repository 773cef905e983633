//! Iteration in time: how many steps are computed at once, in tiles that overlap.
//!
//! The steps of a block are stages ([`unroll`]), so what aligns, shapes and judges groups of stages
//! does the same for them. A tile of the last step computes what it needs of the steps before it,
//! more and more towards the first, so that a plane passes through memory once in a block and not
//! once in every step (overlapped tiling of time: Krishnamoorthy et al., PLDI 2007; Zhou et al.,
//! CGO 2012).
//!
//! ```text
//! time = blocks · time of a block + (steps - blocks · steps in a block) · time of a step
//! ```

use super::cost::{Costs, Estimate, Verdict};
use super::group::{Group, Order, Steps};
use super::grouping::Strategy;
use super::recipe::tiles;
use super::shape::Tiled;
use super::speed::{FULL, STEPS, WORTH};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::analysis::iteration::{Iteration, Newest, iteration, newest};
use crate::diagnostic::Diagnostic;
use crate::ir::{Index, Pipeline, Source, StageId, VarId};
use crate::machine::Machine;
use crate::options::{At, CostModel, Options};
use crate::transform::unroll::{UnrolledSteps, unroll};

/// How a stage that iterates in time runs: several steps at once or one by one, and the cost of
/// that. `None` for other stages.
pub fn in_steps(
    p: &Pipeline,
    facts: &Facts,
    options: &Options,
    id: StageId,
) -> Option<(Group, Verdict)> {
    let search = StepSearch::new(p, facts, options, id)?;
    let single = search.each_step_alone();
    let blocks = search.candidates().into_iter().filter_map(|steps| search.block(steps, &single));
    let cost = |verdict: &Verdict| verdict.estimate.total;
    let best = blocks.min_by(|a, b| cost(&a.1).total_cmp(&cost(&b.1)));
    let enough = |b: &Verdict| cost(b) < WORTH * cost(&single);
    let best = best.filter(|b| options.times.is_some() || enough(&b.1));
    let group = Group::single(p, facts, id);
    Some(match best {
        Some((block, verdict)) => (at_once(group, block), verdict),
        None => (group, single),
    })
}

/// Whether several steps in time of a stage may be computed at once.
pub fn iterates(p: &Pipeline, facts: &Facts, id: StageId) -> bool {
    outermost(p, facts, id).is_some()
}

/// How a stage iterates in time, if that is its outermost dimension.
fn outermost(p: &Pipeline, facts: &Facts, id: StageId) -> Option<Iteration> {
    iteration(p, facts, id).filter(|i| i.dim == 0)
}

/// How a stage runs of which so many steps in time are to be computed at once, in a shape that
/// `shaped` finds for the steps of a block, given the dimension that is the time.
///
/// # Errors
/// Why that is not possible.
pub fn so_many_steps(
    p: &Pipeline,
    facts: &Facts,
    options: &Options,
    id: StageId,
    times: &At<i64>,
    shaped: &Shaped<'_>,
) -> Result<(Group, Verdict), Diagnostic> {
    let name = &p.stages[id.0].name;
    let Some(search) = StepSearch::new(p, facts, options, id) else {
        let message = format!("`{name}` does not iterate in time; leave `times` out");
        return Err(Diagnostic::new(times.loc, message));
    };
    let (group, single) = (Group::single(p, facts, id), search.each_step_alone());
    if times.value == 1 {
        return Ok((group, single));
    }
    let unrolled = search.unrolled(times.value);
    if Facts::for_pipeline(&unrolled.pipeline).contradictory() {
        let message = format!(
            "`{name}` never has {} steps that could be computed at once; write `times = 1`",
            times.value
        );
        return Err(Diagnostic::new(times.loc, message));
    }
    let time = search.iteration.dim;
    let (tiled, verdict) =
        search.ask(&unrolled, |costs| shaped(&unrolled.stages, time, &unrolled.pipeline, costs))?;
    let verdict = search.of_all(&unrolled, verdict, &single);
    Ok((at_once(group, StepBlock { unrolled, tiled }), verdict))
}

/// Finds tiles for stages of a pipeline that are steps in time, which is this dimension.
pub type Shaped<'f> = dyn Fn(&[StageId], usize, &Pipeline, &mut Costs<'_>) -> InShape + 'f;

/// Tiles in a shape that is written, and what they cost, or what is wrong with it.
pub type InShape = Result<(Tiled, Verdict), Diagnostic>;

/// The group of a stage that iterates, with some steps at once.
fn at_once(mut group: Group, StepBlock { unrolled, tiled }: StepBlock) -> Group {
    if let Order::Serial(serial) = &group.order {
        group.recipes.push(tiles::steps(&unrolled, &tiled));
        let steps = Steps { unrolled, alignment: tiled.alignment, serial: serial.clone() };
        group.order = Order::Steps(Box::new(steps));
    }
    group
}

/// Steps of a stage that are computed at once.
struct StepBlock {
    /// The steps as stages.
    unrolled: UnrolledSteps,
    /// The tiles in which they are computed.
    tiled: Tiled,
}

struct StepSearch<'a> {
    p: &'a Pipeline,
    id: StageId,
    iteration: Iteration,
    newest: Option<Newest>,
    /// The options, with a memory as fast as the cache that holds the planes, and nothing for
    /// launches.
    options: Options,
    /// Steps at the estimates of the sizes.
    steps: i64,
}

impl<'a> StepSearch<'a> {
    fn new(
        p: &'a Pipeline,
        facts: &Facts,
        options: &Options,
        id: StageId,
    ) -> Option<StepSearch<'a>> {
        let iteration = outermost(p, facts, id)?;
        let newest = newest(p, facts, id);
        let stage = &p.stages[id.0];
        let sizes = p.estimates();
        let extent = |d: usize| stage.domain.0[d].extent(&sizes);
        let others = (0..stage.rank()).filter(|d| *d != iteration.dim);
        let plane = others.map(|d| extent(d) as f64).product::<f64>() * stage.ty.bytes() as f64;
        let planes = newest.map(|n| n.kept() as f64 + 1.0);
        let mut options = options.clone();
        // Steps so small that starting their loops would count are computed by the calling thread.
        options.machine.rates.launch = 0.0;
        if let Some(planes) = planes {
            keep_in_cache(&mut options.machine, planes * plane);
        }
        Some(StepSearch { p, id, steps: extent(iteration.dim), iteration, newest, options })
    }

    /// The numbers of steps that are worth a look: not more than there are, and such that a
    /// circular buffer of planes need not be longer than it must be for any number. None where all
    /// steps are stored: what is saved is to read them, and they would be copied for it.
    fn candidates(&self) -> Vec<i64> {
        let options = &self.options;
        if options.strategy == Some(Strategy::None)
            || options.is_alone(&self.p.stages[self.id.0].name)
        {
            return Vec::new();
        }
        if let Some(times) = options.times {
            return if times > 1 { vec![times] } else { Vec::new() };
        }
        let Some(newest) = self.newest else { return Vec::new() };
        let short =
            |steps: i64| newest.circular(steps) <= newest.circular(1).max(2 * newest.kept());
        let most = self.within();
        STEPS.filter(|steps| *steps <= most && short(*steps)).collect()
    }

    /// Steps that may be in blocks.
    fn within(&self) -> i64 {
        self.steps - self.iteration.settled - self.iteration.ending
    }

    fn unrolled(&self, steps: i64) -> UnrolledSteps {
        let kept = self.newest.map_or(steps, Newest::kept);
        unroll(self.p, self.id, &self.iteration, steps, kept)
    }

    /// What all steps cost, each by itself.
    fn each_step_alone(&self) -> Verdict {
        let unrolled = self.unrolled(1);
        let verdict = self.ask(&unrolled, |costs| costs.single(unrolled.stages[0]));
        let estimate = scaled(&verdict.estimate, self.steps.max(0) as f64);
        self.verdict(verdict, estimate)
    }

    /// The best shape for blocks of so many steps, and what all steps then cost; `single` is what
    /// they cost one by one.
    fn block(&self, steps: i64, single: &Verdict) -> Option<(StepBlock, Verdict)> {
        let unrolled = self.unrolled(steps);
        if Facts::for_pipeline(&unrolled.pipeline).contradictory() {
            // There are never as many steps.
            return None;
        }
        let time = self.iteration.dim;
        let found = self.ask(&unrolled, |costs| costs.sliding_rows(&unrolled.stages, time));
        let (tiled, verdict) = found.ok()?;
        let verdict = self.of_all(&unrolled, verdict, single);
        Some((StepBlock { unrolled, tiled }, verdict))
    }

    /// What all steps cost, those that fill blocks together: a block costs `of_block`, and all of
    /// them by itself cost `single`.
    fn of_all(&self, unrolled: &UnrolledSteps, of_block: Verdict, single: &Verdict) -> Verdict {
        let all = self.steps.max(1);
        let blocks = (self.within() / unrolled.steps).max(0);
        let left = (all - blocks * unrolled.steps) as f64 / all as f64;
        let blocks = scaled(&of_block.estimate, blocks as f64);
        let estimate = sum(blocks, &scaled(&single.estimate, left));
        self.verdict(of_block, estimate)
    }

    /// Asks the cost model about stages of an unrolled pipeline.
    fn ask<T>(&self, unrolled: &UnrolledSteps, question: impl FnOnce(&mut Costs<'_>) -> T) -> T {
        let analyses = Analyses::of(&unrolled.pipeline);
        let mut costs = Costs::new(&analyses, &self.options);
        costs.read_parts(self.parts(unrolled));
        question(&mut costs)
    }

    /// The shares of other sources that a block reads, where these have the time as a dimension.
    fn parts(&self, unrolled: &UnrolledSteps) -> Vec<(Source, f64)> {
        let time = VarId(self.iteration.dim);
        let sizes = self.p.estimates();
        let mut parts: Vec<(Source, f64)> = Vec::new();
        for block in self.p.stages[self.id.0].blocks() {
            block.for_each_read(&mut |_, _, source, index| {
                let along = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(time));
                let dim = index.iter().position(along);
                let (Some(dim), false) = (dim, source == Source::Stage(self.id)) else { return };
                let extent = self.p.source_domain(source).0[dim].extent(&sizes);
                if !parts.iter().any(|p| p.0 == source) {
                    parts.push((source, (unrolled.steps as f64 / extent.max(1) as f64).min(1.0)));
                }
            });
        }
        parts
    }

    fn verdict(&self, of_block: Verdict, estimate: Estimate) -> Verdict {
        match self.options.cost {
            CostModel::Roofline => Verdict::of_time(estimate),
            CostModel::Polymage(_) => Verdict { estimate, ..of_block },
            CostModel::Hipacc => Verdict::of_benefit(0.0, estimate),
        }
    }
}

/// Makes memory as fast as the cache in which so many bytes stay from one step to the next.
fn keep_in_cache(machine: &mut Machine, bytes: f64) {
    let (rates, cores) = (&mut machine.rates, machine.cores as f64);
    let rate = match () {
        () if bytes <= FULL * machine.l2 as f64 * cores => rates.l2,
        () if bytes <= FULL * machine.llc as f64 => rates.llc,
        () => return,
    };
    rates.memory = rates.memory.max(rate);
    rates.memory_of_all = rates.memory_of_all.max(rates.memory * cores);
}

/// The estimate of `times` runs, one after the other.
fn scaled(one: &Estimate, times: f64) -> Estimate {
    Estimate {
        total: one.total * times,
        starts: one.starts * times,
        arithmetic: one.arithmetic * times,
        rows: one.rows * times,
        caches: one.caches * times,
        memory: one.memory * times,
        bytes_read: one.bytes_read * times,
        bytes_written: one.bytes_written * times,
        overlap: one.overlap,
        tasks: one.tasks,
    }
}

/// The estimate of one thing after the other; tasks and overlap are those of the first.
fn sum(a: Estimate, b: &Estimate) -> Estimate {
    Estimate {
        total: a.total + b.total,
        starts: a.starts + b.starts,
        arithmetic: a.arithmetic + b.arithmetic,
        rows: a.rows + b.rows,
        caches: a.caches + b.caches,
        memory: a.memory + b.memory,
        bytes_read: a.bytes_read + b.bytes_read,
        bytes_written: a.bytes_written + b.bytes_written,
        overlap: a.overlap,
        tasks: a.tasks,
    }
}

#[cfg(test)]
mod tests;
