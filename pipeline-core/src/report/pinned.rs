//! Which hints make a plan again.
//!
//! All that follows from the block and its groups is left out: what is inlined is what is in no
//! group, nothing but what is named is propagated then, and layouts that no hint asked for are the
//! same each time.

use super::summary::Decisions;
use crate::analysis::Analyses;
use crate::analysis::lane::lane_dimension;
use crate::ir::{Loc, Pipeline, StageId};
use crate::loops::Lanes;
use crate::options::{At, CloneHint, Depth, GroupHint, Width};
use crate::schedule::Group;
use crate::schedule::align::Alignment;
use crate::schedule::grouping::Strategy;
use crate::schedule::iterated::iterates;
use crate::schedule::shape::Shape;

/// The hints, as the attribute `schedule` spells them.
pub(super) fn pinned(decisions: &Decisions<'_>) -> Vec<String> {
    let Decisions { planned: analyses, plan, options, propagated, .. } = *decisions;
    let p = analyses.pipeline;
    let none = plan.strategy == Strategy::None;
    let mut hints: Vec<String> = none.then(|| "strategy = \"none\"".into()).into_iter().collect();
    let whole = propagated.iter().filter(|p| p.cloned_in.is_none());
    let whole: Vec<&str> = whole.map(|p| p.stage.as_str()).collect();
    if !whole.is_empty() {
        hints.push(format!("propagate({})", whole.join(", ")));
    }
    hints.extend(propagated.iter().filter_map(|of| {
        let (stage, readers) = (of.stage.clone(), of.cloned_in.clone()?);
        Some(CloneHint { stage, readers, loc: Loc::default() }.to_string())
    }));
    hints.extend(plan.groups.iter().map(|group| of_group(analyses, group).to_string()));
    let layouts: Vec<String> = options
        .layouts
        .iter()
        .filter_map(|hint| Some(hint.spelled(stage(p, &hint.stage)?)))
        .collect();
    if !layouts.is_empty() {
        hints.push(format!("layout({})", layouts.join(", ")));
    }
    if !options.without.is_empty() {
        let names: Vec<&str> = options.without.iter().map(|what| what.name()).collect();
        hints.push(format!("without({})", names.join(", ")));
    }
    hints.extend(options.lanes.and_then(Lanes::bits).map(|bits| format!("lanes = {bits}")));
    hints
}

/// A group as it is written.
fn of_group(analyses: &Analyses<'_>, group: &Group) -> GroupHint {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let name = |s: &StageId| At::from(p.stages[s.0].name.clone());
    let hint =
        GroupHint { stages: group.stages.iter().map(name).collect(), ..GroupHint::default() };
    match (group.alignment().zip(group.shape()), group.steps()) {
        (Some((alignment, shape)), Some(steps)) => {
            let time = Some(steps.unrolled.iteration.dim);
            let hint = in_shape(hint, &steps.unrolled.pipeline, alignment, &shape, time);
            GroupHint { times: Some(steps.unrolled.steps.into()), ..hint }
        }
        (Some((alignment, shape)), None) => in_shape(hint, p, alignment, &shape, None),
        (None, _) => {
            let iterates = group.alone().is_some_and(|stage| iterates(p, facts, stage));
            GroupHint { times: iterates.then(|| 1.into()), ..hint }
        }
    }
}

/// The hint of a group in this shape, in the names of its live-out.
fn in_shape(
    hint: GroupHint,
    p: &Pipeline,
    alignment: &Alignment,
    shape: &Shape,
    time: Option<usize>,
) -> GroupHint {
    let live_out = alignment.live_outs().next().expect("tiles have a live-out");
    let live_out = &p.stages[live_out.stage.0];
    let lane = lane_dimension(&live_out.domain);
    let var = |dim: usize| live_out.vars[dim].clone();
    if alignment.in_lanes {
        let along = (live_out.rank() > 1).then(|| var(alignment.sliding).into());
        let width = Some(Width::Columns(shape.strip).into());
        return GroupHint { along, width, ..hint };
    }
    // Strips may be cut along every dimension before the lanes but the time.
    let several = (0..lane).filter(|dim| Some(*dim) != time).count() > 1;
    let depths = shape.widths.iter().filter(|(dim, _)| *dim != lane);
    let depths: Vec<At<Depth>> =
        depths.map(|(dim, size)| Depth { var: var(*dim), size: *size }.into()).collect();
    let width = match shape.width(lane) {
        Some(width) => Some(Width::Columns(width)),
        None if depths.is_empty() => Some(Width::Whole),
        None => None,
    };
    GroupHint {
        along: several.then(|| var(alignment.sliding).into()),
        together: alignment.together.iter().map(|dim| var(*dim).into()).collect(),
        strip: Some(shape.strip.into()),
        step: Some(shape.step.into()),
        width: width.map(At::from),
        depths,
        ..hint
    }
}

fn stage<'p>(p: &'p Pipeline, name: &str) -> Option<&'p crate::ir::Stage> {
    p.stages.iter().find(|s| s.name == name)
}
