//! Random written groups: some can be, others are refused.

use super::rng::Rng;
use pipeline_core::analysis::Analyses;
use pipeline_core::ir::Source;
use pipeline_core::options::{At, Depth, GroupHint, Options, Width};

/// Options with one to three groups of stages that read each other.
pub fn written(analyses: &Analyses<'_>, rng: &mut Rng) -> Options {
    let p = analyses.pipeline;
    let mut taken: Vec<usize> = Vec::new();
    let mut groups = Vec::new();
    for _ in 0..rng.range(1, 3) {
        let last = rng.below(p.stages.len());
        if taken.contains(&last) {
            continue;
        }
        taken.push(last);
        let mut stages = vec![last];
        let mut next = 0;
        while next < stages.len() && stages.len() < 5 {
            for source in &analyses.order.producers[stages[next]] {
                match source {
                    Source::Stage(s) if !taken.contains(&s.0) && rng.chance(70) => {
                        taken.push(s.0);
                        stages.push(s.0);
                    }
                    Source::Stage(_) | Source::Input(_) => {}
                }
            }
            next += 1;
        }
        let names = stages.iter().map(|s| At::from(p.stages[*s].name.clone()));
        let vars = &p.stages[last].vars[..p.stages[last].rank()];
        groups.push(shaped(
            GroupHint { stages: names.collect(), ..GroupHint::default() },
            vars,
            rng,
        ));
    }
    Options { groups, ..Options::default() }
}

/// The group in a random shape, or in none.
fn shaped(mut hint: GroupHint, vars: &[String], rng: &mut Rng) -> GroupHint {
    if hint.stages.len() == 1 && rng.chance(80) {
        return hint;
    }
    if rng.chance(60) {
        let strip = rng.range(1, 7);
        hint.strip = Some(strip.into());
        hint.step = rng.chance(80).then(|| rng.range(1, strip).into());
    }
    if rng.chance(40) {
        let width = if rng.chance(30) { Width::Whole } else { Width::Columns(rng.range(2, 6)) };
        hint.width = Some(width.into());
    }
    if rng.chance(10) {
        let var = vars[rng.below(vars.len())].clone();
        hint.depths = vec![Depth { var, size: rng.range(1, 5) }.into()];
    }
    hint.along = rng.chance(10).then(|| vars[rng.below(vars.len())].clone().into());
    if rng.chance(5) {
        hint.together = vec![vars[rng.below(vars.len())].clone().into()];
    }
    hint.times =
        rng.chance(if hint.stages.len() == 1 { 70 } else { 2 }).then(|| rng.range(1, 4).into());
    hint
}
