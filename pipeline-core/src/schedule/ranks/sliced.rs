//! A group that is cut into slices: where, and what it stores and reads along each axis.

use super::reach::{self, StepReach, reach};
use super::{RankGroup, RankSteps, instead, times};
use crate::analysis::Analyses;
use crate::analysis::iteration::iteration;
use crate::diagnostic::Diagnostic;
use crate::ir::{Interval, Source, StageId};
use crate::options::DistributeHint;
use crate::schedule::align::{
    Aligner, Alignment, ArrayDim, Axis, Extent, GroupMember, StageExtents,
};
use crate::schedule::shape::Hold;
use crate::schedule::{Group, Order, Storage};
use pipeline_ranks::{Cut, Policy, Rate};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A group as ranks compute it.
///
/// # Errors
/// If it cannot be cut where others need slices of it.
pub(super) fn of_group(
    (analyses, storage): (&Analyses<'_>, &[Storage]),
    group: &Group,
    hints: &[DistributeHint],
    aligner: &Aligner<'_>,
    cuts: &FxHashMap<Source, Vec<Option<Cut>>>,
) -> Result<RankGroup, Vec<Diagnostic>> {
    let group = SlicedGroup::of(analyses, group);
    let AxisCuts { cuts: own, reaches } = group.cut(hints, cuts)?;
    let kept = |id: StageId| storage[id.0].hold.iter().any(|h| matches!(h, Hold::Circular(_)));
    let newest_only = group.alone().is_some_and(kept);
    let steps = group.steps(&reaches);
    Ok(RankGroup {
        whole: own.iter().map(|cut| group.whole(cut)).collect(),
        stored: group.stored(&own),
        reads: group.reads(&own, aligner),
        // Each rank computes what it needs of what is overwritten.
        policy: (newest_only && steps.is_none()).then_some(Policy::Rank),
        combined: None,
        cuts: own,
        reaches,
        steps,
        newest_only,
    })
}

/// A group that is to be cut.
struct SlicedGroup<'a> {
    analyses: &'a Analyses<'a>,
    group: &'a Group,
    /// How its stages line up, unless they are steps in time.
    alignment: Option<&'a Alignment>,
}

/// Where a group is cut.
struct AxisCuts {
    /// Along each axis, the dimension of its live-outs.
    cuts: Vec<Option<Cut>>,
    /// Along each axis, how it reaches farther in the steps before.
    reaches: Vec<Option<StepReach>>,
}

impl<'a> SlicedGroup<'a> {
    /// The group with its alignment.
    fn of(analyses: &'a Analyses<'a>, group: &'a Group) -> SlicedGroup<'a> {
        let alignment = group.alignment().filter(|_| group.steps().is_none());
        SlicedGroup { analyses, group, alignment: alignment.map(|alignment| &**alignment) }
    }

    /// Where it is cut: where one of its live-outs is.
    fn cut(
        &self,
        hints: &[DistributeHint],
        cuts: &FxHashMap<Source, Vec<Option<Cut>>>,
    ) -> Result<AxisCuts, Vec<Diagnostic>> {
        // The dimensions of live-outs are those of the group.
        let live_outs: Vec<StageId> = match self.alignment {
            Some(alignment) => alignment.live_outs().map(|s| s.stage).collect(),
            None => self.group.stages.clone(),
        };
        let mut own: Vec<Option<Cut>> = Vec::new();
        let mut reaches: Vec<Option<StepReach>> = Vec::new();
        for (axis, hint) in hints.iter().enumerate() {
            let asked = |s: &StageId| cuts.get(&Source::Stage(*s)).and_then(|cuts| cuts[axis]);
            let cut = live_outs.iter().find_map(asked);
            let cut = cut.filter(|cut| own.iter().flatten().all(|other| other.dim != cut.dim));
            let found = cut.map_or(Ok(None), |cut| can_be_cut(self.analyses, self.group, cut.dim));
            reaches.push(found.map_err(|reason| {
                let message = format!(
                    "the pipeline cannot be distributed along `{}`: {reason}; {}",
                    hint.dim,
                    instead(self.analyses.pipeline, hints)
                );
                vec![Diagnostic::new(hint.loc, message)]
            })?);
            own.push(cut);
        }
        Ok(AxisCuts { cuts: own, reaches })
    }

    /// How one of its stages follows where its live-outs are cut.
    fn along(&self, stage: StageId, cut: &Option<Cut>) -> Option<ArrayDim> {
        let dim = (*cut)?.dim;
        match self.alignment {
            None => Some(ArrayDim { dim, extent: Extent::identity() }),
            Some(alignment) => {
                let extents = alignment.stages.iter().find(|s| s.stage == stage)?;
                of_member(alignment, extents, dim)
            }
        }
    }

    /// What it reads, by source and axis.
    fn reads(
        &self,
        cuts: &[Option<Cut>],
        aligner: &Aligner<'_>,
    ) -> Vec<(Source, Vec<Option<ArrayDim>>)> {
        let members = |cut: &Option<Cut>| -> Vec<GroupMember> {
            let along = |stage: StageId| self.along(stage, cut);
            let member = |stage: &StageId| GroupMember { stage: *stage, along: along(*stage) };
            self.group.stages.iter().map(member).collect()
        };
        let by_axis: Vec<Vec<GroupMember>> = cuts.iter().map(members).collect();
        let sources = by_axis.first().map(|members| aligner.read_by(members)).unwrap_or_default();
        let reads = sources.into_iter().map(|source| {
            (source, by_axis.iter().map(|members| aligner.read_along(members, source)).collect())
        });
        reads.collect()
    }

    /// What it stores, by stage and axis.
    fn stored(&self, cuts: &[Option<Cut>]) -> Vec<(StageId, Vec<Option<Cut>>)> {
        let stored: Vec<StageId> = match self.alignment {
            Some(alignment) => alignment.stored().map(|s| s.stage).collect(),
            None => self.group.stages.clone(),
        };
        let at_rate = |stage: StageId, cut: &Option<Cut>| {
            let ArrayDim { dim, extent } = self.along(stage, cut)?;
            Some(Cut { dim, rate: times(Rate::ONE, extent.rate()?)? })
        };
        let stored = stored.into_iter();
        stored.map(|s| (s, cuts.iter().map(|cut| at_rate(s, cut)).collect())).collect()
    }

    /// The coordinates that all ranks together compute of what is cut.
    fn whole(&self, cut: &Option<Cut>) -> Vec<Interval> {
        let p = self.analyses.pipeline;
        match (cut, self.alignment) {
            (None, _) => Vec::new(),
            (Some(cut), Some(alignment)) => alignment.ranges(p, cut.dim),
            (Some(cut), None) => vec![p.stages[self.group.stages[0].0].domain.0[cut.dim].clone()],
        }
    }

    /// Its only stage, if that is in no tiles with others.
    fn alone(&self) -> Option<StageId> {
        self.group.alone().filter(|_| self.alignment.is_none())
    }

    /// Its steps in time, if they reach farther along an axis.
    fn steps(&self, reaches: &[Option<StepReach>]) -> Option<RankSteps> {
        let Analyses { pipeline: p, facts, .. } = self.analyses;
        let stage = self.alone().filter(|_| reaches.iter().any(Option::is_some))?;
        let iteration = iteration(p, facts, stage)?;
        let block = self.group.steps().map_or(1, |steps| steps.unrolled.steps);
        let read = reach::last_steps(p, stage, &iteration);
        Some(RankSteps { stage, iteration, block, read })
    }
}

/// How a stage of a group follows a dimension of its live-outs, if it does.
fn of_member(alignment: &Alignment, extents: &StageExtents, dim: usize) -> Option<ArrayDim> {
    let axis = match dim {
        d if d == alignment.sliding => Axis::Sliding,
        d if alignment.planes.contains(&d) => Axis::Plane(d),
        d => Axis::Block(d),
    };
    let own = extents.axes.iter().position(|a| *a == axis)?;
    let extent = match axis {
        Axis::Sliding => extents.rows.clone(),
        Axis::Plane(_) => Extent::identity(),
        Axis::Block(d) => extents.block(d)?.clone(),
        Axis::Free => return None,
    };
    Some(ArrayDim { dim: own, extent })
}

/// How a rank can compute some coordinates of a dimension of a group's live-outs: how it reaches
/// farther in earlier steps, if it does.
///
/// # Errors
/// Why it cannot, in words.
fn can_be_cut(
    analyses: &Analyses<'_>,
    group: &Group,
    dim: usize,
) -> Result<Option<StepReach>, String> {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let name = |stage: StageId| &p.stages[stage.0].name;
    match &group.order {
        Order::Any => {
            let stage = group.stages[0];
            match p.stages[stage.0].updates.is_empty() {
                true => Ok(None),
                false => Err(format!("`{}` is a reduction that is in no group", name(stage))),
            }
        }
        Order::Serial(order) => reach(p, facts, (group.stages[0], dim), order, 1),
        Order::Steps(steps) => {
            reach(p, facts, (group.stages[0], dim), &steps.serial, steps.unrolled.steps)
        }
        Order::Aligned(alignment) => {
            let updated = |s: &&Rc<StageExtents>| !p.stages[s.stage.0].updates.is_empty();
            let whole = dim != alignment.sliding
                && !alignment.planes.contains(&dim)
                && group.shape().is_some_and(|shape| shape.width(dim).is_none());
            if whole && let Some(s) = alignment.stages.iter().find(updated) {
                return Err(format!("tiles have whole rows of the reduction `{}`", name(s.stage)));
            }
            let free = |s: &&StageExtents| of_member(alignment, s, dim).is_none();
            match alignment.stored().find(free) {
                None => Ok(None),
                Some(s) if s.scan.is_some() => {
                    Err(format!("the points of `{}` follow from one another", name(s.stage)))
                }
                Some(s) => Err(format!("`{}` does not follow it in its group", name(s.stage))),
            }
        }
    }
}
