//! Options that random pipelines are compiled with.

use super::rng::Rng;
use pipeline_core::Compiled;
use pipeline_core::ir::{Loc, StageId};
use pipeline_core::machine::{Machine, PRESETS};
use pipeline_core::options::{CostModel, Options, PropagateHint, Without};
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::transform::propagate::propagate;

/// Every strategy, and one that joins whatever may be joined.
fn strategies() -> impl Iterator<Item = Strategy> {
    Strategy::ALL.into_iter().chain([Strategy::Greedy { overlap_threshold: 9.0 }])
}

/// Every cost model and strategy on a machine; Hipacc's benefit, which has fewer groups than the
/// others and no shapes of its own, with Hipacc's strategy.
pub fn every_choice(machine: Machine) -> impl Iterator<Item = Options> {
    let costs = [
        CostModel::Polymage(Reading::Fitted),
        CostModel::Polymage(Reading::Printed),
        CostModel::Roofline,
    ];
    let choices = strategies().flat_map(move |s| costs.map(|c| (s, c)));
    let choices = choices.chain([(Strategy::MinCut, CostModel::Hipacc)]);
    let plain = Options { machine, ..Options::default() };
    let without = Options { without: Without::ALL.to_vec(), ..plain.clone() };
    let chosen = choices.map(move |(strategy, cost)| Options {
        cost,
        strategy: Some(strategy),
        ..plain.clone()
    });
    chosen.chain([without])
}

/// Every cost model and strategy on every machine.
pub fn every_configuration() -> impl Iterator<Item = Options> {
    let machines = PRESETS.map(|name| Machine::preset(name, "a test").expect("a preset"));
    machines.into_iter().flat_map(every_choice)
}

/// Three of all configurations: others for each seed.
pub fn configurations(seed: u64) -> impl Iterator<Item = Options> {
    let all: Vec<Options> = every_configuration().collect();
    (0..3).map(move |round| all[(seed * 3 + round) as usize * 17 % all.len()].clone())
}

/// The same with a stage propagated which the text has and which can be; none if no stage can.
pub fn propagating(compiled: &Compiled, rng: &mut Rng) -> Option<Options> {
    let planned = &compiled.optimised;
    let written = |id: &StageId| {
        let name = &planned.stages[id.0].name;
        compiled.pipeline.stages.iter().any(|stage| stage.name == *name)
    };
    let stages = (0..planned.stages.len()).map(StageId).filter(written);
    let can: Vec<StageId> = stages.filter(|id| propagate(planned, *id).is_ok()).collect();
    let stage = (!can.is_empty()).then(|| can[rng.below(can.len())])?;
    let hint = PropagateHint { stage: planned.stages[stage.0].name.clone(), loc: Loc::default() };
    Some(Options { propagate: vec![hint], ..Options::default() })
}
