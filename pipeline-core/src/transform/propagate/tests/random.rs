//! Random pipelines: propagation changes no value.

use super::*;
use crate::ir::border::{Border, BorderMode};
use crate::ir::text::random;
use crate::ir::{Loc, SizeId};
use crate::transform::plain_reads::with_plain_reads;

/// Propagates what can be, in the order of the paper, and compares values each time; how many
/// stages went, and how many cases came of it.
fn propagated(before: &Pipeline, rng: &mut Rng) -> (usize, usize) {
    let (mut p, mut refused, mut fired) = (before.clone(), 0, 0);
    loop {
        let mut open: Vec<StageId> = (0..p.stages.len()).map(StageId).collect();
        open.sort_by_key(|s| precedence::Precedence::of(&p, *s));
        let Some(next) = open.get(refused) else { break };
        match propagate(&p, *next) {
            Ok(after) => {
                assert_eq!(verify(&after), Ok(()), "{p}\n{after}");
                assert!(after.stages.len() < p.stages.len());
                for _ in 0..3 {
                    let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 5)).collect();
                    if p.constraints.iter().all(|c| c.test.eval(&sizes, &[])) {
                        agree(&p, &after, &sizes);
                    }
                }
                (p, refused, fired) = (after, 0, fired + 1);
            }
            Err(_) => refused += 1,
        }
    }
    let count = |p: &Pipeline| p.stages.iter().map(|s| s.cases.len()).max().unwrap_or(0);
    (fired, count(&p).saturating_sub(count(before)))
}

/// Counts over some random pipelines of which one output is needed.
fn over(count: usize, seed: u64, pipeline: &dyn Fn(&mut Rng) -> Pipeline) -> (usize, usize) {
    let mut rng = Rng::new(seed);
    let (mut fired, mut divided) = (0, 0);
    for _ in 0..count {
        let mut p = pipeline(&mut rng);
        p.outputs.truncate(1);
        let (stages, cases) = propagated(&prune(p), &mut rng);
        fired += stages;
        divided += usize::from(cases > 0);
    }
    (fired, divided)
}

/// Smaller stages with a border, which others read a little outside.
fn with_narrow_stages(rng: &mut Rng) -> Pipeline {
    let mut p = with_plain_reads(rng);
    let n = Affine::from(SizeId(0));
    for stage in &mut p.stages {
        if stage.border.is_some() || rng.below(3) == 0 {
            continue;
        }
        let constant = BorderMode::Constant(rng.value(stage.ty));
        let redirecting = rng.pick(&BorderMode::REDIRECTING);
        let mode = if rng.below(5) == 0 { constant } else { redirecting };
        stage.border = Some(Border { mode, loc: Loc(8) });
        let interval = Interval::new(Affine::from(0), n.offset(-1));
        stage.domain = Domain(vec![interval; stage.rank()]);
    }
    p
}

#[test]
fn values_of_random_pipelines_stay() {
    let (fired, divided) = over(400, 23, &with_plain_reads);
    assert!(fired > 400 && divided > 40, "{fired} stages propagated, {divided} divided");
}

#[test]
fn values_of_random_pipelines_with_borders_stay() {
    let (fired, divided) = over(600, 24, &with_narrow_stages);
    assert!(fired > 400 && divided > 100, "{fired} stages propagated, {divided} divided");
    // Where all is bordered at random hardly anything is possible, and all of it is right.
    let (fired, _) = over(1000, 24, &random::pipeline);
    assert!(fired > 3, "{fired} stages propagated");
}
