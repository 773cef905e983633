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
mod sliced;
mod table;

use super::align::{Aligner, ArrayDim, GroupMember};
use super::cost::Verdict;
use super::{Group, Order, Storage};
use crate::analysis::Analyses;
use crate::analysis::iteration::Iteration;
use crate::diagnostic::Diagnostic;
use crate::ir::{Input, InputId, Interval, Pipeline, SizeId, Source, StageId};
use crate::options::{DistributeHint, Options};
use combined::{Combined, combined};
use pipeline_ranks::{Cut, Policy, Rate, Table};
use reach::StepReach;
use rustc_hash::FxHashMap;
use sliced::of_group;

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
    let mut cuts = of_results(p, &axes);
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
        follow(&group, &mut cuts);
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

/// Where the results are cut, along each axis.
fn of_results(p: &Pipeline, axes: &[RankAxis]) -> FxHashMap<Source, Vec<Option<Cut>>> {
    let cuts = p.outputs.iter().map(|output| {
        let vars = &p.stages[output.0].vars;
        let of = |axis: &RankAxis| {
            let dim = vars.iter().take(p.stages[output.0].rank()).position(|v| *v == axis.name)?;
            Some(Cut { dim, rate: Rate::ONE })
        };
        (Source::Stage(*output), axes.iter().map(of).collect())
    });
    cuts.collect()
}

/// Cuts what a group reads where the group is cut, unless others have said where.
fn follow(group: &RankGroup, cuts: &mut FxHashMap<Source, Vec<Option<Cut>>>) {
    for (source, along) in &group.reads {
        let known = cuts.entry(*source).or_insert_with(|| vec![None; group.cuts.len()]);
        for (axis, along) in along.iter().enumerate() {
            // No dimension is cut along two axes.
            let free = |cut: &Cut| known.iter().flatten().all(|other| other.dim != cut.dim);
            let cut = || cut(along.as_ref()?, group.cuts[axis]?).filter(free);
            known[axis] = known[axis].or_else(cut);
        }
    }
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
