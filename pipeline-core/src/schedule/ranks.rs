//! How a planned pipeline is distributed over ranks: which coordinates each of its groups computes
//! on a rank, and what it needs of every array for them.
//!
//! *Distributed Halide* (PPoPP 2016), Sections 3.2 and 4.1: dimensions are cut into slices, and the
//! ghost zone of a rank is what its slice requires beyond what it owns. The extents are those by
//! which tiles find theirs ([`align`](super::align)), so that the plan on a rank is the plan on one
//! machine: a group runs its strips from the first coordinate of a rank to its last one. Both are
//! further sizes of the loops, given from call to call, so that one program runs on any number of
//! ranks.
//!
//! The dimensions of other groups and of inputs follow those of the results through the reads
//! between them, backwards, each at its own rate: what is read at `2 * y` is cut where `2 * y` is.

pub mod combined;
mod policies;
pub mod reach;
mod table;

use super::align::{Aligner, Alignment, ArrayDim, Axis, Extent, GroupMember, StageExtents};
use super::cost::Verdict;
use super::shape::Hold;
use super::{Group, Order, Storage};
use crate::analysis::Analyses;
use crate::analysis::iteration::{Iteration, iteration};
use crate::diagnostic::Diagnostic;
use crate::ir::{Input, InputId, Interval, Pipeline, SizeId, Source, StageId};
use crate::options::{DistributeHint, Options};
use combined::{Combined, combined};
use pipeline_ranks::{Cut, Policy, Rate, Table};
use reach::{StepReach, reach};
use rustc_hash::FxHashMap;

/// A plan on ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct RanksPlan {
    /// What is distributed, the outermost first.
    pub axes: Vec<RankAxis>,
    /// By input, along each axis the dimension that is cut.
    pub inputs: Vec<Vec<Option<Cut>>>,
    /// By input, whether it is cut for itself, and not where the results are.
    pub apart: Vec<bool>,
    /// The sizes that stand for the first and the last step of an epoch, if a group has any.
    pub epoch: Option<EpochSizes>,
    /// By group of the plan.
    pub groups: Vec<RankGroup>,
    /// The arrays that ranks have parts of, by their number in the table: the inputs, and the
    /// stages that groups store.
    pub arrays: Vec<Source>,
    /// All of it for one rank to find its part with.
    pub table: Table,
}

/// A dimension of the results that is cut into slices.
#[derive(Clone, Debug, PartialEq)]
pub struct RankAxis {
    /// The variable.
    pub name: String,
    /// The result whose extent is cut, and its dimension.
    pub reference: (StageId, usize),
    /// The size that stands for the first coordinate of a nest on a rank.
    pub first: SizeId,
    /// The size that stands for the last one.
    pub last: SizeId,
}

/// The sizes of the loops that say which steps in time a nest computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpochSizes {
    /// The first step.
    pub first: SizeId,
    /// The last one.
    pub last: SizeId,
}

/// The steps in time of a group on ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct RankSteps {
    /// The stage that iterates.
    pub stage: StageId,
    /// How it does.
    pub iteration: Iteration,
    /// How many steps it computes at once.
    pub block: i64,
    /// How many of the last steps others read; none where that is no constant.
    pub read: Option<i64>,
}

/// A group on ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct RankGroup {
    /// Along each axis, the dimension of its live-outs that is cut; without one, every rank
    /// computes all of it.
    pub cuts: Vec<Option<Cut>>,
    /// Along each axis, the coordinates that it computes in all, those around these intervals; none
    /// where it is not cut.
    pub whole: Vec<Vec<Interval>>,
    /// What it stores, by stage: along each axis the dimension that follows, and its rate to the
    /// live-outs.
    pub stored: Vec<(StageId, Vec<Option<Cut>>)>,
    /// What it reads of arrays, by source: along each axis what follows; without it, all of it.
    pub reads: Vec<(Source, Vec<Option<ArrayDim>>)>,
    /// What the user asks for of what it stores.
    pub policy: Option<Policy>,
    /// How its updates are shared by ranks, if they are: then its cuts are of reduction variables.
    pub combined: Option<Combined>,
    /// Along each axis, how it reaches farther in the steps before, where it iterates in time.
    pub reaches: Vec<Option<StepReach>>,
    /// Its steps in time, if they need coordinates of others that are not their own.
    pub steps: Option<RankSteps>,
    /// Whether nothing is left of most of what it stores, so that it cannot be sent later.
    pub newest_only: bool,
}

/// Both rates one after the other, if the ends of a slice can be found by the result.
fn times(rate: Rate, (num, den): (i64, i64)) -> Option<Rate> {
    let (num, den) = (rate.num.checked_mul(num as isize)?, rate.den.checked_mul(den as isize)?);
    let common = crate::ir::affine::gcd(num.abs() as i64, den as i64).max(1) as isize;
    let small = num > 0 && num <= LARGEST_RATE && den <= LARGEST_RATE;
    small.then_some(Rate { num: num / common, den: den / common })
}

/// Rates beyond are not followed: coordinates times a rate stay far from overflow.
const LARGEST_RATE: isize = 1 << 16;

impl RankGroup {
    /// Whether every rank computes all of it.
    fn whole_on_ranks(&self) -> bool {
        self.cuts.iter().all(Option::is_none)
    }

    /// The dimensions of its live-outs that are cut, each with its axis.
    pub fn parts<'a>(
        &'a self,
        axes: &'a [RankAxis],
    ) -> impl Iterator<Item = (usize, &'a RankAxis)> {
        let cuts = self.cuts.iter().filter(|_| self.combined.is_none());
        cuts.zip(axes).filter_map(|(cut, axis)| Some(((*cut)?.dim, axis)))
    }
}

/// Distributes planned groups along the variables of the results that hints name.
///
/// # Errors
/// If no result has such a variable, if a group cannot be cut along it, or if a stage that a policy
/// is given for is not stored as that needs it.
pub fn distribute(
    analyses: &Analyses<'_>,
    groups: &[Group],
    (verdicts, storage): (&[Verdict], &[Storage]),
    options: &Options,
) -> Result<Option<RanksPlan>, Vec<Diagnostic>> {
    let hints = &options.distribute;
    if hints.is_empty() {
        return Ok(None);
    }
    let p = analyses.pipeline;
    let axes = axes(p, hints)?;
    let aligner = Aligner::new(p, &analyses.facts, &analyses.order);
    let mut cuts: FxHashMap<Source, Vec<Option<Cut>>> = FxHashMap::default();
    for output in &p.outputs {
        let vars = &p.stages[output.0].vars;
        let of = |axis: &RankAxis| {
            let dim = vars.iter().take(p.stages[output.0].rank()).position(|v| *v == axis.name)?;
            Some(Cut { dim, rate: Rate::ONE })
        };
        cuts.insert(Source::Stage(*output), axes.iter().map(of).collect());
    }
    let mut found: Vec<RankGroup> = Vec::new();
    for group in groups.iter().rev() {
        let hinted = |id: StageId| options.policies.iter().any(|h| h.stage == p.stages[id.0].name);
        let shared = group.alone().filter(|id| matches!(group.order, Order::Any) && !hinted(*id));
        let shared = shared.filter(|id| !is_cut(&cuts, *id));
        let shared = shared.and_then(|id| combined(p, id, &axes, &aligner, &cuts));
        let group = match shared {
            Some(shared) => shared,
            None => of_group((analyses, storage), group, hints, &aligner, &cuts)?,
        };
        for (source, along) in &group.reads {
            let known = cuts.entry(*source).or_insert_with(|| vec![None; axes.len()]);
            for (axis, along) in along.iter().enumerate() {
                // No dimension is cut along two axes.
                let free = |cut: &Cut| known.iter().flatten().all(|other| other.dim != cut.dim);
                let cut = || cut(along.as_ref()?, group.cuts[axis]?).filter(free);
                known[axis] = known[axis].or_else(cut);
            }
        }
        found.push(group);
    }
    found.reverse();
    let none = || vec![None; axes.len()];
    let of_input = |i| cuts.get(&Source::Input(InputId(i))).cloned();
    let mut inputs: Vec<_> =
        (0..p.inputs.len()).map(|i| of_input(i).unwrap_or_else(none)).collect();
    let is_apart = |input: &Input| options.apart.contains(&input.name);
    let apart: Vec<bool> = p.inputs.iter().map(is_apart).collect();
    for (i, input) in p.inputs.iter().enumerate().filter(|(i, _)| apart[*i]) {
        inputs[i] = axes.iter().map(|axis| for_itself(input, axis)).collect();
    }
    policies::give(p, &mut found, &options.policies)?;
    combined::hand_on(p, &analyses.order, &mut found);
    let (arrays, table) = table::table(p, &axes, &inputs, &apart, &found, verdicts);
    let behind = |k: usize| SizeId(p.sizes.len() + 2 * axes.len() + k);
    let epoch = EpochSizes { first: behind(0), last: behind(1) };
    let epoch = found.iter().any(|group| group.steps.is_some()).then_some(epoch);
    Ok(Some(RanksPlan { axes, inputs, apart, epoch, groups: found, arrays, table }))
}

/// What can be written in the place of variables that cannot be cut.
fn instead(p: &Pipeline, hints: &[DistributeHint]) -> String {
    let asked = |var: &String| hints.iter().any(|hint| hint.dim == *var);
    let results = p.outputs.iter().map(|id| &p.stages[id.0]);
    let mut vars = results.flat_map(|stage| &stage.vars[..stage.rank()]).filter(|v| !asked(v));
    match vars.next() {
        Some(other) => format!("cut another variable of the results, such as `{other}`"),
        None => "leave `distribute` out".into(),
    }
}

/// Whether somebody needs a stage in slices.
fn is_cut(cuts: &FxHashMap<Source, Vec<Option<Cut>>>, id: StageId) -> bool {
    cuts.get(&Source::Stage(id)).is_some_and(|cuts| cuts.iter().any(Option::is_some))
}

/// Where an input is cut for itself: along the dimension that stands where the result's does.
fn for_itself(input: &Input, axis: &RankAxis) -> Option<Cut> {
    let dim = axis.reference.1;
    (dim < input.domain.0.len()).then_some(Cut { dim, rate: Rate::ONE })
}

/// Where a source is cut that a group reads along one of its own dimensions.
fn cut(along: &ArrayDim, of: Cut) -> Option<Cut> {
    Some(Cut { dim: along.dim, rate: times(of.rate, along.extent.rate()?)? })
}

/// The axes, each with two sizes behind those of the pipeline.
fn axes(p: &Pipeline, hints: &[DistributeHint]) -> Result<Vec<RankAxis>, Vec<Diagnostic>> {
    let axis = |(i, hint): (usize, &DistributeHint)| {
        let dim = |output: &StageId| {
            let stage = &p.stages[output.0];
            let dim = stage.vars.iter().take(stage.rank()).position(|v| *v == hint.dim)?;
            Some((*output, dim))
        };
        let reference = p.outputs.iter().find_map(dim).ok_or_else(|| {
            let of = |output: &StageId| {
                let stage = &p.stages[output.0];
                format!("`{}({})`", stage.name, stage.vars[..stage.rank()].join(", "))
            };
            let results: Vec<String> = p.outputs.iter().map(of).collect();
            let message = format!(
                "no result has a variable `{}`; results are {}",
                hint.dim,
                results.join(", ")
            );
            vec![Diagnostic::new(hint.loc, message)]
        })?;
        let size = |k: usize| SizeId(p.sizes.len() + 2 * i + k);
        Ok(RankAxis { name: hint.dim.clone(), reference, first: size(0), last: size(1) })
    };
    hints.iter().enumerate().map(axis).collect()
}

fn of_group(
    (analyses, storage): (&Analyses<'_>, &[Storage]),
    group: &Group,
    hints: &[DistributeHint],
    aligner: &Aligner<'_>,
    cuts: &FxHashMap<Source, Vec<Option<Cut>>>,
) -> Result<RankGroup, Vec<Diagnostic>> {
    let p = analyses.pipeline;
    // The dimensions of live-outs are those of the group.
    let live_outs: Vec<StageId> = match group.alignment() {
        Some(alignment) if group.steps().is_none() => {
            alignment.live_outs().map(|s| s.stage).collect()
        }
        _ => group.stages.clone(),
    };
    let (mut own, mut reaches): (Vec<Option<Cut>>, Vec<Option<StepReach>>) =
        (Vec::new(), Vec::new());
    for (axis, hint) in hints.iter().enumerate() {
        let asked = |s: &StageId| cuts.get(&Source::Stage(*s)).and_then(|cuts| cuts[axis]);
        let cut = live_outs.iter().find_map(asked);
        let cut = cut.filter(|cut| own.iter().flatten().all(|other| other.dim != cut.dim));
        let found = cut.map_or(Ok(None), |cut| can_be_cut(analyses, group, cut.dim));
        reaches.push(found.map_err(|reason| {
            let message = format!(
                "the pipeline cannot be distributed along `{}`: {reason}; {}",
                hint.dim,
                instead(p, hints)
            );
            vec![Diagnostic::new(hint.loc, message)]
        })?);
        own.push(cut);
    }
    let alignment = group.alignment().filter(|_| group.steps().is_none());
    let along = |stage: StageId, cut: &Option<Cut>| -> Option<ArrayDim> {
        let dim = (*cut)?.dim;
        match alignment {
            None => Some(ArrayDim { dim, extent: Extent::identity() }),
            Some(alignment) => {
                let extents = alignment.stages.iter().find(|s| s.stage == stage)?;
                of_member(alignment, extents, dim)
            }
        }
    };
    let members = |cut: &Option<Cut>| -> Vec<GroupMember> {
        let member = |stage: &StageId| GroupMember { stage: *stage, along: along(*stage, cut) };
        group.stages.iter().map(member).collect()
    };
    let by_axis: Vec<Vec<GroupMember>> = own.iter().map(members).collect();
    let sources = by_axis.first().map(|members| aligner.read_by(members)).unwrap_or_default();
    let reads = sources.into_iter().map(|source| {
        (source, by_axis.iter().map(|members| aligner.read_along(members, source)).collect())
    });
    let reads = reads.collect();
    let stored: Vec<StageId> = match alignment {
        Some(alignment) => alignment.stored().map(|s| s.stage).collect(),
        None => group.stages.clone(),
    };
    let at_rate = |stage: StageId, cut: &Option<Cut>| {
        let ArrayDim { dim, extent } = along(stage, cut)?;
        Some(Cut { dim, rate: times(Rate::ONE, extent.rate()?)? })
    };
    let stored = stored.into_iter();
    let stored = stored.map(|s| (s, own.iter().map(|cut| at_rate(s, cut)).collect())).collect();
    let whole = |cut: &Option<Cut>| match (cut, alignment) {
        (None, _) => Vec::new(),
        (Some(cut), Some(alignment)) => alignment.ranges(p, cut.dim),
        (Some(cut), None) => vec![p.stages[group.stages[0].0].domain.0[cut.dim].clone()],
    };
    let whole = own.iter().map(whole).collect();
    let kept = |id: StageId| storage[id.0].hold.iter().any(|h| matches!(h, Hold::Circular(_)));
    let alone = group.alone().filter(|_| group.alignment().is_none() || group.steps().is_some());
    let newest_only = alone.is_some_and(kept);
    let reaching = alone.filter(|_| reaches.iter().any(Option::is_some));
    let steps = reaching.and_then(|stage| {
        let iteration = iteration(p, &analyses.facts, stage)?;
        let block = group.steps().map_or(1, |steps| steps.unrolled.steps);
        let read = reach::last_steps(p, stage, &iteration);
        Some(RankSteps { stage, iteration, block, read })
    });
    // Each rank computes what it needs of what is overwritten.
    let policy = (newest_only && steps.is_none()).then_some(Policy::Rank);
    let combined = None;
    Ok(RankGroup { cuts: own, whole, stored, reads, policy, combined, reaches, steps, newest_only })
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
            let updated = |s: &&StageExtents| !p.stages[s.stage.0].updates.is_empty();
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
