//! Some steps of an iteration in time as stages of their own, so that whatever is done with stages
//! can be done with steps: aligned, tiled, computed together.
//!
//! Steps are counted in blocks of as many as are taken together. What the stages of one block have
//! in common with those of another is all but the number of the block, which is a size of the
//! unrolled pipeline. So the first step of a block is known to the prover as an expression in
//! sizes:
//!
//! ```text
//! time of step k = first step of all + settled + steps · (block - 1) + k,   block from 1
//! ```
//!
//! The first steps, the last ones, and those that fill no block are left to
//! [`UnrolledSteps::before`] and [`UnrolledSteps::after`].

use crate::analysis::integer::Facts;
use crate::analysis::iteration::Iteration;
use crate::ir::{
    Affine, Constraint, Index, Interval, Loc, Pipeline, Region, Size, SizeId, Source, Stage,
    StageId, Test, TestOp, VarId,
};

/// A pipeline with steps of one of its stages.
#[derive(Clone, Debug, PartialEq)]
pub struct UnrolledSteps {
    /// The pipeline with the steps behind its own stages, and with the number of the block behind
    /// its own sizes; its live-outs are the steps that are stored. Of the stage itself it has the
    /// steps that those of a block read from memory.
    pub pipeline: Pipeline,
    /// The stage.
    pub stage: StageId,
    /// How it iterates.
    pub iteration: Iteration,
    /// Steps in a block.
    pub steps: i64,
    /// The steps of a block that others need, producers first.
    pub stages: Vec<StageId>,
    /// The number of the block.
    pub block: SizeId,
}

/// Takes `steps` steps of a stage together, of which the newest `kept` are stored.
pub fn unroll(
    p: &Pipeline,
    id: StageId,
    iteration: &Iteration,
    steps: i64,
    kept: i64,
) -> UnrolledSteps {
    let mut pipeline = p.clone();
    let block = SizeId(pipeline.sizes.len());
    let name = format!("{} block", p.stages[id.0].name);
    pipeline.sizes.push(Size { name, estimate: 1, argument: true, loc: Loc::default() });
    let first = iteration.first.offset(iteration.settled - steps).add_scaled(&block.into(), steps);
    let inside = Test {
        affine: iteration.last.sub(&first).offset(1 - steps - iteration.ending),
        op: TestOp::NonNegative,
    };
    pipeline.constraints.push(Constraint { test: inside, text: String::new() });
    let dim = iteration.dim;
    pipeline.stages[id.0].domain.0[dim] =
        Interval::new(first.offset(-iteration.back), first.offset(-1));
    let facts = Facts::for_pipeline(&pipeline);
    let own = StageId(pipeline.stages.len());
    let step = |k: i64| StageId(own.0 + k as usize);
    for k in 0..steps {
        let source = |index: &[Index]| {
            let back = back(index, dim).expect("steps at constant distances");
            Source::Stage(if back <= k { step(k - back) } else { id })
        };
        let stage = of_step(&p.stages[id.0], &facts, (id, dim), &first.offset(k), k, &source);
        pipeline.stages.push(stage);
    }
    let mut stages: Vec<StageId> = (0..steps).map(step).collect();
    pipeline.outputs = ((steps - kept).max(0)..steps).map(step).collect();
    // Cases about the time, such as every second step, may leave steps that nobody reads.
    let mut needed = pipeline.outputs.clone();
    for stage in stages.iter().rev() {
        if needed.contains(stage) {
            let read = stages.iter().filter(|s| reads(&pipeline.stages[stage.0], **s));
            needed.extend(read);
        }
    }
    stages.retain(|s| needed.contains(s));
    for unused in (0..steps).map(step).filter(|s| !needed.contains(s)) {
        pipeline.stages[unused.0].cases.clear();
    }
    UnrolledSteps { pipeline, stage: id, iteration: iteration.clone(), steps, stages, block }
}

impl UnrolledSteps {
    /// The last block, in terms of the pipeline's own sizes; less than 1 if no block is full.
    pub fn blocks(&self) -> Affine {
        let Iteration { first, last, settled, ending, .. } = &self.iteration;
        last.sub(first).offset(1 - settled - ending).floor_div(self.steps)
    }

    /// The last block that ends no later than a step.
    pub fn blocks_to(&self, step: &Affine) -> Affine {
        let Iteration { first, settled, .. } = &self.iteration;
        step.sub(first).offset(1 - settled).floor_div(self.steps)
    }

    /// The last step of a block, by the block's number.
    pub fn last_step(&self) -> Affine {
        let Iteration { first, settled, .. } = &self.iteration;
        first.offset(settled - 1).add_scaled(&self.block.into(), self.steps)
    }

    /// All times of the stage.
    pub fn times(&self) -> Interval {
        Interval::new(self.iteration.first.clone(), self.iteration.last.clone())
    }

    /// The sizes of the unrolled pipeline in block 1.
    pub fn sizes(&self, sizes: &[i64]) -> Vec<i64> {
        sizes.iter().copied().chain([1]).collect()
    }

    /// The pipeline with the stage kept to the steps before the first block.
    pub fn before(&self, p: &Pipeline) -> Pipeline {
        let Iteration { first, settled, .. } = &self.iteration;
        self.kept_to(p, &[first.offset(settled - 1).sub(&VarId(self.iteration.dim).into())])
    }

    /// The pipeline with the stage kept to the steps after the last block.
    pub fn after(&self, p: &Pipeline) -> Pipeline {
        let Iteration { first, settled, dim, .. } = &self.iteration;
        let settled = Affine::from(VarId(*dim)).sub(first).offset(-settled);
        self.kept_to(p, &[settled.clone(), settled.add_scaled(&self.blocks(), -self.steps)])
    }

    /// The pipeline with the stage kept to where these are not negative.
    fn kept_to(&self, p: &Pipeline, bounds: &[Affine]) -> Pipeline {
        let mut p = p.clone();
        let facts = Facts::for_pipeline(&p);
        let stage = &mut p.stages[self.stage.0];
        let tests = bounds.iter().map(|a| Test { affine: a.clone(), op: TestOp::NonNegative });
        let tests: Vec<Test> = tests.collect();
        let facts = stage
            .domain
            .0
            .iter()
            .enumerate()
            .fold(facts, |f, (d, interval)| f.with_interval(VarId(d), interval));
        let facts = tests.iter().fold(facts, |f, t| f.with_test(t));
        stage.cases.retain_mut(|case| {
            let holds = settle(&facts, &mut case.region, &Clone::clone);
            case.region.tests.extend(tests.iter().cloned());
            holds
        });
        p
    }
}

/// Steps back in time that an index reads.
fn back(index: &[Index], dim: usize) -> Option<i64> {
    match &index[dim] {
        Index::Affine(a) => Affine::from(VarId(dim)).sub(a).as_constant(),
        Index::Value(_) => None,
    }
}

fn reads(stage: &Stage, source: StageId) -> bool {
    let mut found = false;
    for block in stage.blocks() {
        block.for_each_read(&mut |_, _, s, _| found |= s == Source::Stage(source));
    }
    found
}

/// A step of a stage: the stage at one coordinate of its time, with reads of itself from `source`.
fn of_step(
    stage: &Stage,
    facts: &Facts,
    (id, dim): (StageId, usize),
    time: &Affine,
    k: i64,
    source: &dyn Fn(&[Index]) -> Source,
) -> Stage {
    let mut step = stage.clone();
    step.name = format!("{}+{}", stage.name, k + 1);
    step.domain.0[dim] = Interval::new(time.clone(), time.clone());
    let facts = step
        .domain
        .0
        .iter()
        .enumerate()
        .fold(facts.clone(), |facts, (d, interval)| facts.with_interval(VarId(d), interval));
    let now = |a: &Affine| a.substitute_var(VarId(dim), time);
    step.cases.retain_mut(|case| settle(&facts, &mut case.region, &now));
    for case in &mut step.cases {
        case.value.redirect(&mut |of, index| match of == Source::Stage(id) {
            true => source(index),
            false => of,
        });
    }
    step
}

/// Drops the tests of a region that always hold; whether none of the others is known never to.
/// `now` says what an expression is where the region is looked at, if that is simpler.
fn settle(facts: &Facts, region: &mut Region, now: &dyn Fn(&Affine) -> Affine) -> bool {
    let at = |t: &Test| Test { affine: now(&t.affine), op: t.op };
    let mut possible = true;
    region.tests.retain(|test| {
        let test = at(test);
        possible &= test.as_constant() != Some(false) && !facts.proves_test(&test.negated());
        test.as_constant() != Some(true) && !facts.proves_test(&test)
    });
    possible
}
