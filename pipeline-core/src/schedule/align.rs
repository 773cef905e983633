//! How the stages of a group line up, and which part of each a tile of the live-outs needs.
//!
//! PolyMage (ASPLOS 2015) aligns and scales the dimensions of a group's stages so that all
//! dependences become constant (Section 3.3) and then finds, level by level, the tight extent of
//! each stage that a tile of the live-outs needs (Section 3.4). Here both are one backward walk:
//! the image of an interval of the live-outs under an access is an interval, given by expressions
//! in the live-outs' coordinate [`STEP`]; an expression's slope is the scale, and hulls are lists
//! of expressions. No slope is taken for all stages at once, so nothing is over-approximated.
//!
//! One dimension of the live-outs is the *sliding* one: tiles are strips of it, and steps advance
//! along it. Lines, which have no rows, are cut along their lanes, without steps. Dimensions
//! outside it that every stage shares are planes, computed on their own; where planes read the
//! same rows of what is outside the group, they may be computed together. Others may be cut into
//! blocks where the accesses follow them, and are computed whole where they do not: dropped, fixed,
//! permuted or data-dependent dimensions cost no legality, only points.
//!
//! A reduction is a stage like others where each of its updates says which rows it changes: where
//! the index of its target along the rows follows one reduction variable. A row then takes the
//! updates of the values that change it, which read what these values read; the other variables
//! run over their whole range.
//!
//! A [scan](Scan) is a stage like others outside the dimensions in which its points wait for each
//! other. Of these, tiles have all coordinates; where they are rows, strips are of columns.

mod access;
mod alignment;
mod definition;
mod extent;
mod landing;
mod outside;
mod planes;
mod scan;

use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::analysis::magnitude::{LargestSizes, reach_of_interval};
use crate::analysis::order::StageOrder;
use crate::analysis::running::running;
use crate::ir::{Affine, Interval, Pipeline, Source, StageId};
use access::{MentionedDims, ReadExtent, accesses};
use definition::{Definition, definitions};
use extent::Hull;
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub use alignment::{Alignment, Axis, RowRead, STEP, StageExtents};
pub use extent::{Extent, MAX_PERIOD};
pub(super) use extent::{common_multiple, rate};
pub use outside::{ArrayDim, GroupMember};
pub use scan::Scan;

/// The dimensions of a live-out along which windows may slide, given that of the lanes: those of
/// rows, the one next to the lanes first. A line has none of these, and is cut along its lanes.
fn slidings(lane: usize) -> impl Iterator<Item = usize> {
    (0..lane.max(1)).rev()
}

/// Why stages do not line up.
#[derive(Clone)]
enum Misfit {
    /// Never.
    Reason(String),
    /// Unless this plane or block is given up.
    Axis(Axis),
}

/// All that decides how a stage lines up with its consumers: of a chain that grows by a producer,
/// the rest stays as it was.
#[derive(PartialEq, Eq, Hash)]
struct AlignedStage {
    stage: StageId,
    in_lanes: bool,
    /// Its consumers, which are kept.
    consumers: Vec<*const StageExtents>,
    stored: Option<StoredStage>,
}

/// What the tiles are in which a stage is stored.
#[derive(PartialEq, Eq, Hash)]
struct StoredStage {
    live_out: StageId,
    sliding: usize,
    planes: Vec<usize>,
    blocks: Vec<usize>,
}

/// A consumer and a source, each with one of its dimensions.
type StagePair = (StageId, StageId, usize, usize);

/// Lines up the stages of groups; keeps what it learns of each pair.
pub struct Aligner<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    order: &'a StageOrder,
    /// What each stage consists of.
    definitions: Vec<Vec<Definition<'a>>>,
    /// What is known of a dimension of a consumer and one of a source.
    accesses: FxHashMap<StagePair, Result<Rc<[ReadExtent]>, String>>,
    /// The dimensions of a consumer that its reads of a source mention: see [`access::indices`].
    indices: FxHashMap<(StageId, StageId), Rc<[MentionedDims]>>,
    /// How the points of stages wait for each other that read themselves, or why these have to be
    /// computed each by itself.
    scans: FxHashMap<StageId, Result<Rc<Scan>, String>>,
    /// The stages of groups, as they lined up.
    aligned: FxHashMap<AlignedStage, Result<Rc<StageExtents>, Misfit>>,
    /// How far the coordinates of any stage reach.
    reach: i64,
}

impl<'a> Aligner<'a> {
    /// An aligner for this pipeline.
    pub fn new(p: &'a Pipeline, facts: &'a Facts, order: &'a StageOrder) -> Aligner<'a> {
        let definitions = p.stages.iter().map(definitions).collect();
        let intervals = p.stages.iter().flat_map(|s| &s.domain.0);
        let sizes = LargestSizes::of(p);
        let reach = intervals.filter_map(|i| reach_of_interval(i, &sizes)).fold(1, i64::max);
        let (accesses, indices) = (FxHashMap::default(), FxHashMap::default());
        let recursive = (0..p.stages.len()).map(StageId).filter(|s| p.stages[s.0].reads_itself(*s));
        let scans = recursive.map(|s| (s, scan::scan(p, facts, s))).collect();
        Aligner {
            p,
            facts,
            order,
            definitions,
            accesses,
            indices,
            scans,
            aligned: FxHashMap::default(),
            reach,
        }
    }

    /// Lines up a group given in topological order, once for each dimension of the live-outs that
    /// windows may slide along, the one next to the lanes first; and with planes that read the same
    /// rows together, after the same with planes on their own.
    ///
    /// # Errors
    /// Why the group cannot be tiled, in words: for the first dimension tried.
    pub fn align(&mut self, group: &[StageId]) -> Result<Vec<Alignment>, String> {
        let live_outs = self.live_outs(group)?;
        let first = &self.p.stages[live_outs[0].0];
        let lane = lane_dimension(&first.domain);
        for other in &live_outs[1..] {
            let other = &self.p.stages[other.0];
            if other.rank() != first.rank() || lane_dimension(&other.domain) != lane {
                let (a, b) = (&first.name, &other.name);
                return Err(format!("`{b}` and `{a}` have different dimensions"));
            }
        }
        let (mut found, mut refused) = (Vec::new(), None);
        for sliding in self.slidings(group, lane) {
            match self.align_along(group, &live_outs, sliding, (0..sliding).collect()) {
                Ok(alignment) => {
                    let planes = alignment.planes.iter().copied();
                    let (together, apart): (Vec<usize>, Vec<usize>) =
                        planes.partition(|plane| self.reads_rows_again(&alignment, *plane));
                    found.push(alignment);
                    if !together.is_empty() {
                        let other = self.align_along(group, &live_outs, sliding, apart);
                        found.extend(other.ok().map(|other| Alignment { together, ..other }));
                    }
                }
                Err(reason) => drop(refused.get_or_insert(reason)),
            }
        }
        match refused {
            Some(reason) if found.is_empty() => Err(reason),
            _ => Ok(found),
        }
    }

    /// Why a producer does not line up with a consumer, if it does not; other consumers aside.
    pub fn misfit(&mut self, producer: StageId, consumer: StageId) -> Option<String> {
        let stage = &self.p.stages[consumer.0];
        let lane = lane_dimension(&stage.domain);
        let pair = [producer, consumer];
        let slidings = self.slidings(&pair, lane);
        let along = |sliding: usize| {
            self.align_along(&pair, &[consumer], sliding, (0..sliding).collect()).err()
        };
        let reasons: Vec<Option<String>> = slidings.into_iter().map(along).collect();
        reasons.into_iter().collect::<Option<Vec<String>>>()?.into_iter().next()
    }

    /// The dimensions of live-outs along which strips may go, given that of the lanes: that itself
    /// where a scan has no other.
    fn slidings(&self, group: &[StageId], lane: usize) -> Vec<usize> {
        let waits = |s: &StageId| {
            let scan = self.scans.get(s).and_then(|scan| scan.as_ref().ok());
            scan.is_some_and(|scan| !scan.across_rows)
        };
        let of_columns = (lane > 0 && group.iter().any(waits)).then_some(lane);
        slidings(lane).chain(of_columns).collect()
    }

    fn align_along(
        &mut self,
        group: &[StageId],
        live_outs: &[StageId],
        sliding: usize,
        mut planes: Vec<usize>,
    ) -> Result<Alignment, String> {
        let first = &self.p.stages[live_outs[0].0];
        let rank = first.rank();
        let in_lanes = lane_dimension(&first.domain) == sliding;
        if in_lanes && rank > 1 && group.iter().any(|s| !self.p.stages[s.0].updates.is_empty()) {
            return Err("a reduction is computed in no strips of columns".into());
        }
        let mut blocks: Vec<usize> = (sliding + 1..rank).collect();
        let differ = |d: &usize| {
            let of = |s: &StageId| &self.p.stages[s.0].domain.0[*d];
            live_outs.iter().any(|s| of(s) != of(&live_outs[0]))
        };
        planes.retain(|d| !differ(d));
        loop {
            match self.walk(group, live_outs, (sliding, &planes, &blocks)) {
                Ok(stages) => {
                    let together = Vec::new();
                    let found = Alignment { sliding, in_lanes, planes, together, blocks, stages };
                    return Ok(found);
                }
                Err(Misfit::Reason(reason)) => return Err(reason),
                Err(Misfit::Axis(Axis::Plane(d))) => planes.retain(|p| *p != d),
                Err(Misfit::Axis(Axis::Block(d))) => blocks.retain(|b| *b != d),
                Err(Misfit::Axis(_)) => unreachable!("only planes and blocks are given up"),
            }
        }
    }

    fn walk(
        &mut self,
        group: &[StageId],
        live_outs: &[StageId],
        (sliding, planes, blocks): (usize, &[usize], &[usize]),
    ) -> Result<Vec<Rc<StageExtents>>, Misfit> {
        let first = &self.p.stages[live_outs[0].0];
        let in_lanes = lane_dimension(&first.domain) == sliding;
        let mut stages: Vec<Rc<StageExtents>> = Vec::new();
        for stage in group.iter().rev().copied() {
            let tiles = || StoredStage {
                live_out: live_outs[0],
                sliding,
                planes: planes.to_vec(),
                blocks: blocks.to_vec(),
            };
            let of = &self.order.consumers[stage.0];
            let consumers: Vec<Rc<StageExtents>> =
                stages.iter().filter(|c| of.contains(&c.stage)).cloned().collect();
            let key = AlignedStage {
                stage,
                in_lanes,
                consumers: consumers.iter().map(Rc::as_ptr).collect(),
                stored: self.is_seen(stage, group).then(tiles),
            };
            let known = self.aligned.get(&key).cloned();
            let aligned = known.unwrap_or_else(|| {
                let found = self.aligned_stage(&key, &consumers).map(Rc::new);
                self.aligned.insert(key, found.clone());
                found
            });
            stages.push(aligned?);
        }
        stages.reverse();
        Ok(stages)
    }

    /// Lines a stage up with its consumers in the group; a live-out has none.
    fn aligned_stage(
        &mut self,
        of: &AlignedStage,
        consumers: &[Rc<StageExtents>],
    ) -> Result<StageExtents, Misfit> {
        let mut aligned = match (&of.stored, consumers) {
            (Some(tiles), []) => self.live_out(of.stage, tiles)?,
            _ => self.producer(of.stage, consumers, of.in_lanes)?,
        };
        if let (Some(tiles), [_, ..]) = (&of.stored, consumers) {
            aligned.stored = true;
            self.own(&mut aligned, tiles)?;
        }
        Ok(aligned)
    }

    /// A stage that tiles are tiles of.
    fn live_out(&self, stage: StageId, tiles: &StoredStage) -> Result<StageExtents, Misfit> {
        let axis = |d: usize| match d {
            d if d == tiles.sliding => Axis::Sliding,
            d if tiles.planes.contains(&d) => Axis::Plane(d),
            d if tiles.blocks.contains(&d) => Axis::Block(d),
            _ => Axis::Free,
        };
        let axes: Vec<Axis> = (0..self.p.stages[stage.0].rank()).map(axis).collect();
        self.check_updates(stage, &axes)?;
        let scan = self.scan(stage, &axes)?;
        Ok(StageExtents {
            stage,
            axes,
            rows: Extent::identity(),
            blocks: tiles.blocks.iter().map(|d| (*d, Extent::identity())).collect(),
            reads: Vec::new(),
            stored: true,
            scan,
            running: false,
        })
    }

    /// Lines a stage up with its consumers in the group.
    fn producer(
        &mut self,
        stage: StageId,
        consumers: &[Rc<StageExtents>],
        in_lanes: bool,
    ) -> Result<StageExtents, Misfit> {
        let p = self.p;
        let name = &p.stages[stage.0].name;
        let consumers: Vec<&StageExtents> = consumers.iter().map(Rc::as_ref).collect();
        let axes = self.axes(stage, &consumers)?;
        let scan = self.scan(stage, &axes)?;
        let row = axes.iter().position(|a| *a == Axis::Sliding);
        let Some(row) = row else {
            let Some(consumer) = consumers.first() else {
                return Err(Misfit::Reason(format!("nothing in the group reads `{name}`")));
            };
            let consumer = &p.stages[consumer.stage.0].name;
            let why = "at rows that do not follow its own";
            return Err(Misfit::Reason(format!("`{consumer}` reads `{name}` {why}")));
        };
        let lane = lane_dimension(&p.stages[stage.0].domain);
        if row > lane || row == lane && !in_lanes {
            return Err(Misfit::Reason(format!(
                "a row of the group needs a column of `{name}`, as if that were transposed"
            )));
        }
        let mut reads = Vec::new();
        let mut rows = Hull::default();
        for consumer in &consumers {
            let found = self.accesses(consumer, stage, consumer.row_dim(), row);
            for access in found.map_err(Misfit::Reason)?.iter() {
                rows.cover(&consumer.rows, access, self.reach).ok_or_else(|| {
                    Misfit::Reason(format!("`{name}` is read at factors too large to tile"))
                })?;
                let (lo, hi) = (access.lo.clone(), access.hi.clone());
                let read = RowRead { consumer: consumer.stage, lo, hi };
                if !reads.contains(&read) {
                    reads.push(read);
                }
            }
        }
        let rows = rows.finish();
        if rows.rate().is_none() {
            return Err(Misfit::Reason(format!("`{name}` is read at different rates")));
        }
        let mut blocks = Vec::new();
        for (dim, axis) in axes.iter().enumerate() {
            let Axis::Block(block) = axis else { continue };
            let extent = self.block(stage, dim, *block, &consumers);
            blocks.push((*block, extent.ok_or(Misfit::Axis(*axis))?));
        }
        let forwards = rows.rate().is_some_and(|rate| rate.0 > 0);
        let of_rows = running(&p.stages[stage.0], stage).is_some_and(|sums| sums.dim == row);
        let running = of_rows && forwards;
        Ok(StageExtents { stage, axes, rows, blocks, reads, stored: false, scan, running })
    }

    /// How the points of a stage wait for each other, if it reads itself and may be in tiles.
    pub fn scan_of(&self, stage: StageId) -> Option<&Scan> {
        self.scans.get(&stage)?.as_deref().ok()
    }

    /// The order of a stage that reads itself, in tiles of which these are its dimensions.
    fn scan(&self, stage: StageId, axes: &[Axis]) -> Result<Option<Rc<Scan>>, Misfit> {
        let Some(scan) = self.scans.get(&stage) else { return Ok(None) };
        let scan = scan.clone().map_err(Misfit::Reason)?;
        scan::check(&self.p.stages[stage.0].name, &scan, axes)?;
        Ok(Some(scan))
    }

    /// Lets tiles compute what they own of a stage that is stored, too. It must follow every
    /// dimension that tiles divide, or several of them would store the same points.
    fn own(&self, stage: &mut StageExtents, tiles: &StoredStage) -> Result<(), Misfit> {
        let StoredStage { live_out, planes, blocks, .. } = tiles;
        let (own, its) = (&self.p.stages[stage.stage.0], &self.p.stages[live_out.0]);
        for plane in planes {
            let axis = Axis::Plane(*plane);
            let dim = stage.axes.iter().position(|a| *a == axis);
            if dim.is_none_or(|d| own.domain.0[d] != its.domain.0[*plane]) {
                return Err(Misfit::Axis(axis));
            }
        }
        for block in blocks {
            let axis = Axis::Block(*block);
            let forwards = stage.block(*block).and_then(Extent::rate).is_some_and(|r| r.0 > 0);
            if !stage.axes.contains(&axis) || !forwards {
                return Err(Misfit::Axis(axis));
            }
        }
        if stage.rows.rate().is_none_or(|rate| rate.0 <= 0) {
            let why = "is needed outside the group, and its rows run against the group's";
            return Err(Misfit::Reason(format!("`{}` {why}", own.name)));
        }
        let t = Affine::from(STEP);
        let widened = |extent: &Extent, owned: Interval| {
            let mut hull = Hull::from(extent);
            hull.widen(owned);
            hull.finish()
        };
        stage.rows = widened(&stage.rows, stage.owned(None, &t, &t));
        for i in 0..stage.blocks.len() {
            let (dim, extent) = &stage.blocks[i];
            stage.blocks[i].1 = widened(extent, stage.owned(Some(*dim), &t, &t));
        }
        Ok(())
    }

    /// Whether others than a group's own see a stage.
    fn is_seen(&self, stage: StageId, group: &[StageId]) -> bool {
        let consumers = &self.order.consumers[stage.0];
        self.p.outputs.contains(&stage) || consumers.iter().any(|c| !group.contains(c))
    }

    /// The stages that others than the group's own see, and only those.
    ///
    /// # Errors
    /// If there are none.
    fn live_outs(&self, group: &[StageId]) -> Result<Vec<StageId>, String> {
        let read_inside = |s: &StageId| self.order.consumers[s.0].iter().any(|c| group.contains(c));
        let seen = |s: &StageId| self.is_seen(*s, group) && !read_inside(s);
        let found: Vec<StageId> = group.iter().copied().filter(seen).collect();
        match found.is_empty() {
            true => Err("nothing of the group is needed outside it".into()),
            false => Ok(found),
        }
    }

    /// What each dimension of a stage follows, as its consumers read it.
    fn axes(&mut self, stage: StageId, consumers: &[&StageExtents]) -> Result<Vec<Axis>, Misfit> {
        let mut axes: Vec<Option<Axis>> = vec![None; self.p.stages[stage.0].rank()];
        for consumer in consumers {
            for index in self.indices(consumer.stage, stage).iter() {
                for (dim, vars) in index.iter().enumerate() {
                    let mut followed = vars.iter().map(|v| consumer.axes[*v]);
                    let axis = match (followed.next(), followed.next()) {
                        (Some(axis), None) => axis,
                        _ => Axis::Free,
                    };
                    let known = axes[dim].get_or_insert(axis);
                    if *known == axis {
                        continue;
                    }
                    for axis in [*known, axis] {
                        match axis {
                            Axis::Sliding => {
                                let consumer = &self.p.stages[consumer.stage.0].name;
                                return Err(Misfit::Reason(format!(
                                    "`{consumer}` reads `{}` at rows that do not follow its own",
                                    self.p.stages[stage.0].name
                                )));
                            }
                            Axis::Plane(_) | Axis::Block(_) => return Err(Misfit::Axis(axis)),
                            Axis::Free => {}
                        }
                    }
                }
            }
        }
        let axes: Vec<Axis> = axes.into_iter().map(|a| a.unwrap_or(Axis::Free)).collect();
        self.check_planes(stage, &axes, consumers)?;
        self.check_updates(stage, &axes)?;
        for (dim, axis) in axes.iter().enumerate() {
            if *axis != Axis::Free && axes[..dim].contains(axis) {
                return match axis {
                    Axis::Sliding => Err(Misfit::Reason(format!(
                        "two dimensions of `{}` follow the rows",
                        self.p.stages[stage.0].name
                    ))),
                    axis @ Axis::Plane(_) | axis @ Axis::Block(_) | axis @ Axis::Free => {
                        Err(Misfit::Axis(*axis))
                    }
                };
            }
        }
        Ok(axes)
    }

    /// Every update changes rows, and coordinates of planes and blocks, that a variable says.
    fn check_updates(&self, stage: StageId, axes: &[Axis]) -> Result<(), Misfit> {
        let name = &self.p.stages[stage.0].name;
        for definition in &self.definitions[stage.0] {
            for (axis, followed) in axes.iter().zip(&definition.followed) {
                match (axis, followed) {
                    (Axis::Free, _) | (_, Some(_)) => {}
                    (Axis::Sliding, None) => {
                        let why = "are at rows that no variable of theirs says";
                        return Err(Misfit::Reason(format!("updates of `{name}` {why}")));
                    }
                    (axis, None) => return Err(Misfit::Axis(*axis)),
                }
            }
        }
        Ok(())
    }

    /// The extent of a stage along a blocked dimension, if its accesses follow it.
    fn block(
        &mut self,
        stage: StageId,
        dim: usize,
        block: usize,
        consumers: &[&StageExtents],
    ) -> Option<Extent> {
        let mut extent = Hull::default();
        for consumer in consumers {
            let at = consumer.axes.iter().position(|a| *a == Axis::Block(block))?;
            for access in self.accesses(consumer, stage, at, dim).ok()?.iter() {
                extent.cover(consumer.block(block)?, access, self.reach)?;
            }
        }
        Some(extent.finish()).filter(|extent| extent.rate().is_some())
    }

    fn indices(&mut self, consumer: StageId, source: StageId) -> Rc<[MentionedDims]> {
        let definitions = &self.definitions[consumer.0];
        let found = self.indices.entry((consumer, source));
        let learn = || access::indices(definitions, Source::Stage(source)).into();
        Rc::clone(found.or_insert_with(learn))
    }

    fn accesses(
        &mut self,
        consumer: &StageExtents,
        stage: StageId,
        at: usize,
        dim: usize,
    ) -> Result<Rc<[ReadExtent]>, String> {
        let (p, facts, definitions) = (self.p, self.facts, &self.definitions[consumer.stage.0]);
        let key = (consumer.stage, stage, at, dim);
        let found = self.accesses.entry(key);
        let (of, source) = ((consumer.stage, at), (stage, dim));
        let learn = || accesses(p, facts, definitions, of, source).map(Rc::from);
        found.or_insert_with(learn).clone()
    }
}
