//! Reductions that ranks share: each makes the updates of its own slices, and what they come to is
//! combined.
//!
//! Integers are the same in whatever order they are combined. Floats are not, so ranks make their
//! updates in turn, each to what those before it have come to: that is the order of one machine,
//! where the outermost variable is the one that is cut.

use super::{RankAxis, RankGroup};
use crate::analysis::order::StageOrder;
use crate::analysis::reads::for_each_read;
use crate::ir::{
    Block, Case, Interval, Node, Pipeline, ReduceOp, Source, Stage, StageId, Update, VarId,
};
use crate::schedule::align::{Aligner, ArrayDim};
use pipeline_ranks::{Cut, Policy, Rate, Sharing};
use rustc_hash::FxHashMap;

/// A reduction whose updates are shared by ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Combined {
    /// The stage.
    pub stage: StageId,
    /// How what two ranks have comes together.
    pub op: ReduceOp,
    /// By update, and for each axis, the reduction variable that is cut.
    pub vars: Vec<Vec<Option<VarId>>>,
    /// How ranks share it.
    pub sharing: Sharing,
}

/// A nest of a reduction that ranks share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReductionNest {
    /// The stage.
    pub stage: StageId,
    /// How what two ranks have comes together.
    pub op: ReduceOp,
    /// Which nest of it this is.
    pub part: SharePart,
}

/// Which of the nests of a reduction that ranks share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharePart {
    /// Its first values: those of the first rank, and on others what changes nothing.
    First,
    /// Its first values, which the first rank has and hands on.
    FirstInTurn,
    /// Updates, of which each rank makes its own.
    Updates,
    /// The last of these, after which they are combined.
    LastUpdates,
    /// All updates, of which each rank makes its own to what those before it have come to.
    InTurn,
}

/// What is known of a reduction variable along an axis.
struct Shared {
    rate: Rate,
    whole: Interval,
    /// By update.
    vars: Vec<VarId>,
}

/// A stage in no group with others, whose coordinates follow no axis, as ranks share it; `None` if
/// they cannot.
pub(super) fn combined(
    p: &Pipeline,
    id: StageId,
    axes: &[RankAxis],
    aligner: &Aligner<'_>,
    cuts: &FxHashMap<Source, Vec<Option<Cut>>>,
) -> Option<RankGroup> {
    let stage = &p.stages[id.0];
    let ops: Option<Vec<ReduceOp>> =
        stage.updates.iter().map(|update| Some(update.parts()?.op)).collect();
    let ops = ops?;
    let op = *ops.first().filter(|first| ops.iter().all(|o| o == *first))?;
    let sharing = match stage.ty.is_int() {
        true => Sharing::Both,
        false => Sharing::InTurn,
    };
    let sources = aligner.read_by(&[super::GroupMember { stage: id, along: None }]);
    let shared: Vec<Option<Shared>> = (0..axes.len())
        .map(|axis| shared(p, &stage.updates, (axis, &axes[axis]), &sources, (aligner, cuts)))
        .collect();
    let shared = match sharing {
        Sharing::InTurn => in_order(&stage.updates, shared)?,
        Sharing::Both | Sharing::Shares | Sharing::Combines => shared,
    };
    shared.iter().flatten().next()?;
    let along = |source: Source| {
        let of = |shared: &Option<Shared>| along(stage, source, shared.as_ref()?, aligner);
        shared.iter().map(of).collect()
    };
    let reads = sources.iter().map(|source| (*source, along(*source)));
    let vars = (0..stage.updates.len())
        .map(|update| shared.iter().map(|s| s.as_ref().map(|s| s.vars[update])).collect());
    let cut = |s: &Shared| Cut { dim: s.vars[0].0, rate: s.rate };
    Some(RankGroup {
        cuts: shared.iter().map(|s| s.as_ref().map(cut)).collect(),
        whole: shared.iter().map(|s| s.iter().map(|s| s.whole.clone()).collect()).collect(),
        stored: vec![(id, vec![None; axes.len()])],
        reads: reads.collect(),
        policy: Some(Policy::Exchange),
        combined: Some(Combined { stage: id, op, vars: vars.collect(), sharing }),
        reaches: vec![None; axes.len()],
        steps: None,
        newest_only: false,
    })
}

/// What updates need of a source along the variables of an axis: a dimension that follows them in
/// all updates that read it, if it is read by no others.
fn along(
    stage: &Stage,
    source: Source,
    shared: &Shared,
    aligner: &Aligner<'_>,
) -> Option<ArrayDim> {
    // What the first values are computed from is read as a whole, by the rank that has them.
    if stage.cases.iter().any(|case| reads(&case.value, source)) {
        return None;
    }
    let of_update = |(update, var): (&Update, &VarId)| -> Option<Option<ArrayDim>> {
        match reads(&update.value, source) {
            true => aligner.read_by_update(update, *var, source).map(Some),
            false => Some(None),
        }
    };
    let found: Option<Vec<Option<ArrayDim>>> =
        stage.updates.iter().zip(&shared.vars).map(of_update).collect();
    let mut found = found?.into_iter().flatten();
    // Several updates that read it otherwise need all of it.
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Whether a value is computed from a source.
fn reads(value: &Block, source: Source) -> bool {
    let mut reads = false;
    for_each_read(value, &mut |read, _| reads |= read.source == source);
    reads
}

/// Of the variables along axes, the one along which ranks may make updates in turn: the outermost
/// one of the only update, where coordinates go the same way.
fn in_order(updates: &[Update], shared: Vec<Option<Shared>>) -> Option<Vec<Option<Shared>>> {
    let [_] = updates else { return None };
    let is_first = |of: &Shared| of.vars[..] == [VarId(0)] && of.rate.num > 0 && of.rate.den > 0;
    let mut taken = false;
    let one = |of: Option<Shared>| {
        let of = of.filter(|of| !taken && is_first(of));
        taken |= of.is_some();
        of
    };
    Some(shared.into_iter().map(one).collect())
}

/// The variables along an axis: in each update the same part of the reduction domain, at one rate.
fn shared(
    p: &Pipeline,
    updates: &[Update],
    (number, axis): (usize, &RankAxis),
    sources: &[Source],
    (aligner, cuts): (&Aligner<'_>, &FxHashMap<Source, Vec<Option<Cut>>>),
) -> Option<Shared> {
    let (result, dim) = axis.reference;
    let reference = &p.stages[result.0].domain.0[dim];
    let mut found: Option<Shared> = None;
    for update in updates {
        let known = |var: VarId| -> Option<Rate> {
            // As it advances that the results are computed from, where it is cut for them.
            let rate = |source: &Source| {
                let cut = cuts.get(source)?[number]?;
                let along = aligner.read_by_update(update, var, *source)?;
                let scale = along.extent.rate().filter(|_| along.dim == cut.dim)?;
                super::times(cut.rate, (scale.1, scale.0))
            };
            let beside = update.domain.0[var.0] == *reference;
            sources.iter().find_map(rate).or(beside.then_some(Rate::ONE))
        };
        let (var, rate) =
            (0..update.domain.0.len()).map(VarId).find_map(|var| Some((var, known(var)?)))?;
        let whole = update.domain.0[var.0].clone();
        match &mut found {
            None => found = Some(Shared { rate, whole, vars: vec![var] }),
            Some(of) if of.rate == rate && of.whole == whole => of.vars.push(var),
            Some(_) => return None,
        }
    }
    found
}

/// Hands reductions on whose only reader reduces them further by the same operator, as that of
/// private copies does: the reader is combined in their place.
pub(super) fn hand_on(p: &Pipeline, order: &StageOrder, groups: &mut [RankGroup]) {
    for id in (0..p.stages.len()).map(StageId) {
        let Some(Reduces { stage: reader, op, shared }) = reduces(p, order, groups, id) else {
            continue;
        };
        for group in groups.iter_mut() {
            match &mut group.combined {
                Some(combined) if shared.contains(&combined.stage) => {
                    combined.sharing = Sharing::Shares
                }
                Some(_) => {}
                None if group.stored.iter().any(|(stage, _)| *stage == reader) => {
                    let updates = p.stages[reader.0].updates.len();
                    let vars = vec![vec![None; group.cuts.len()]; updates];
                    group.policy = Some(Policy::Exchange);
                    group.combined =
                        Some(Combined { stage: reader, op, vars, sharing: Sharing::Combines });
                }
                None => {}
            }
        }
    }
}

/// A stage that reduces others further.
struct Reduces {
    stage: StageId,
    op: ReduceOp,
    /// Those.
    shared: Vec<StageId>,
}

/// The reductions of which a stage is a reduction by their operator, each update of one of them as
/// it is, if nobody else reads them, not even who called, and the stage is in a group of its own
/// that is not cut.
fn reduces(p: &Pipeline, order: &StageOrder, groups: &[RankGroup], id: StageId) -> Option<Reduces> {
    let stage = &p.stages[id.0];
    let alone = |g: &&RankGroup| g.stored.len() == 1 && g.stored[0].0 == id && g.whole_on_ranks();
    groups.iter().find(alone).filter(|g| g.policy.is_none())?;
    let of = |update: &Update| {
        let parts = update.parts()?;
        let Node::Read { source: Source::Stage(read), .. } =
            &update.value.exprs[parts.value.0].node
        else {
            return None;
        };
        let mut shared = groups.iter().filter_map(|g| g.combined.as_ref());
        let of_read = shared.find(|c| c.stage == *read && c.op == parts.op)?;
        let same = p.stages[read.0].ty == stage.ty && order.consumers[read.0] == [id];
        // Whoever called reads results.
        let same = same && !p.outputs.contains(read);
        (same && of_read.sharing == Sharing::Both).then_some((*read, parts.op))
    };
    let found: Vec<(StageId, ReduceOp)> = stage.updates.iter().map(of).collect::<Option<_>>()?;
    let op = found.first()?.1;
    let reads_first = |case: &Case| {
        let mut reads = false;
        for_each_read(&case.value, &mut |read, _| {
            reads |= found.iter().any(|(shared, _)| read.source == Source::Stage(*shared));
        });
        reads
    };
    let fits = found.iter().all(|(_, other)| *other == op) && !stage.cases.iter().any(reads_first);
    let shared = found.into_iter().map(|(shared, _)| shared).collect();
    fits.then_some(Reduces { stage: id, op, shared })
}
