//! The groups of a plan, and what they take once a stage went from one into another.

use crate::analysis::Analyses;
use crate::analysis::together::RowPrices;
use crate::ir::{Pipeline, Source, StageId};
use crate::options::Options;
use crate::schedule::Plan;
use crate::schedule::cost::Costs;
use crate::schedule::group::{Group, Order};
use std::collections::BTreeSet;

/// A group whose time can be predicted for other stages, too.
pub(super) struct PredictableGroup {
    /// Names of its stages.
    pub stages: BTreeSet<String>,
    /// What it should take, in nanoseconds.
    pub time: f64,
}

/// The groups of a plan, but for stages that are computed in an order or read staging buffers.
pub(super) fn groups(p: &Pipeline, plan: &Plan, options: &Options) -> Vec<PredictableGroup> {
    let name = |s: &StageId| p.stages[s.0].name.clone();
    let in_any_order = |group: &Group| match group.order {
        Order::Any | Order::Aligned(_) => true,
        Order::Serial(_) | Order::Steps(_) => false,
    };
    let staged = |group: &Group| group.recipes.iter().any(|r| r.staged().next().is_some());
    let plain = |group: &Group| in_any_order(group) && !staged(group);
    let groups = plan.groups.iter().zip(&plan.verdicts).filter(|(g, _)| plain(g));
    let together = groups.map(|(group, verdict)| PredictableGroup {
        stages: group.stages.iter().map(name).collect(),
        time: verdict.estimate.total
            + group.alone().map_or(0.0, |s| further_launches(p, s, options)),
    });
    together.collect()
}

/// What the launches of a stage by itself take beyond the first, in nanoseconds: one a case.
fn further_launches(p: &Pipeline, id: StageId, options: &Options) -> f64 {
    let further = p.stages[id.0].cases.len().saturating_sub(1);
    further as f64 * options.machine.rates.launch
}

/// Some of the groups in a pipeline in which stages have gone into others; `None` if one cannot be
/// computed together.
pub(super) fn rest(
    p: &Pipeline,
    all: &[PredictableGroup],
    groups: &BTreeSet<usize>,
    options: &Options,
    prices: &RowPrices,
) -> Option<Vec<PredictableGroup>> {
    let analyses = Analyses::with(p, prices);
    let mut costs = Costs::new(&analyses, options);
    let mut rest = |group: &PredictableGroup| {
        let is_left = |name: &&String| p.stages.iter().any(|s| s.name == **name);
        let stages: BTreeSet<String> = group.stages.iter().filter(is_left).cloned().collect();
        let of = |s: &StageId| stages.contains(&p.stages[s.0].name);
        let ids: Vec<StageId> = analyses.order.stages.iter().copied().filter(of).collect();
        let time = match ids[..] {
            [] => 0.0,
            [one] => costs.single(one).estimate.total + further_launches(p, one, options),
            _ => costs.tiled(&ids, false).ok()?.1.estimate.total,
        };
        Some(PredictableGroup { stages, time })
    };
    groups.iter().map(|g| rest(&all[*g])).collect()
}

/// The other stages that read a stage.
pub(super) fn readers(p: &Pipeline, id: StageId) -> impl Iterator<Item = StageId> {
    let reads = move |reader: &StageId| {
        let mut found = false;
        for block in p.stages[reader.0].blocks() {
            block.for_each_read(&mut |_, _, source, _| found |= source == Source::Stage(id));
        }
        found && *reader != id
    };
    (0..p.stages.len()).map(StageId).filter(reads)
}
