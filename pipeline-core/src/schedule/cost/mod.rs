//! What a group costs, and the shape in which it costs least.
//!
//! [`Costs`] asks one of three models: [`roofline`], the predicted time, [`polymage`], the cost
//! function of PolyMage+ with its tile sizes, and [`hipacc`], the benefit of kernel fusion. All see
//! the same groups, aligned by [`super::align`], and say in which shape a group is to run; the last
//! one refuses more of them, and has the shapes of the first.

mod candidates;
mod facts;
mod group_shape;
pub mod hipacc;
pub mod polymage;
mod reuse;
pub mod roofline;
mod runs;
mod sorted;
mod streams;

use super::align::{Aligner, Alignment};
use super::group::{Group, Order};
use super::grouping::{GroupCost, NodeSet};
use super::recipe::serial;
use super::shape::{Hold, Shape, ShapeKind, Tiled};
use super::speed::{MOST_OF_TASK, MOST_ON_STACK, OVERLAP_ON_FEW_CORES};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::analysis::order::StageOrder;
use crate::ir::{ElemType, Pipeline, Source, Stage, StageId};
use crate::options::{CostModel, Options, Without};
pub use candidates::GivenShape;
pub use facts::{Figures, StageFacts};
use hipacc::{Benefits, Kernels};
use polymage::reuse::ReuseScores;
use polymage::{Choice, Reading, multi_level_cost};
pub use roofline::{Estimate, RateScale};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The costs of the groups of a pipeline.
pub struct Costs<'a> {
    p: &'a Pipeline,
    order: &'a StageOrder,
    options: &'a Options,
    prover: &'a Facts,
    aligner: Aligner<'a>,
    facts: Figures<'a>,
    model: Model,
    /// The groups of several stages that were asked about.
    known: FxHashMap<NodeSet, Option<TileableGroup>>,
}

/// What is known of a group that can be tiled.
#[derive(Clone, Copy)]
struct TileableGroup {
    cost: f64,
    overlap: f64,
}

/// The model that is asked, and what it knows beside the figures.
enum Model {
    Roofline,
    Polymage(ReuseScores, Reading),
    Hipacc(Benefits),
}

/// What a model says of a group, or of a stage on its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The cost: less is better. Nanoseconds for the roofline, without unit for PolyMage+'s, cycles
    /// that are not saved for Hipacc's.
    pub cost: f64,
    /// What it is made of: name, value and unit.
    pub terms: Vec<(&'static str, f64, &'static str)>,
    /// The predicted time, whichever model decides.
    pub estimate: Estimate,
}

impl<'a> Costs<'a> {
    /// Costs of the groups of this pipeline, for the estimates of its sizes.
    pub fn new(analyses: &'a Analyses<'a>, options: &'a Options) -> Costs<'a> {
        let Analyses { pipeline: p, order, facts: prover, prices } = analyses;
        let aligner = Aligner::new(p, prover, order);
        let facts = Figures::new(p, order, prices);
        let model = match options.cost {
            CostModel::Roofline => Model::Roofline,
            CostModel::Polymage(reading) => Model::Polymage(ReuseScores::new(p), reading),
            CostModel::Hipacc => {
                Model::Hipacc(Benefits::new(Kernels::of(p, order), options.machine.fusion()))
            }
        };
        Costs { p, order, options, prover, aligner, facts, model, known: FxHashMap::default() }
    }

    /// Notes that of some sources only these shares are read.
    pub fn read_parts(&mut self, parts: Vec<(Source, f64)>) {
        self.facts.parts = parts;
    }

    /// The stages of a group, producers first.
    pub fn stages(&self, group: &NodeSet) -> Vec<StageId> {
        self.order.stages.iter().copied().filter(|s| group.contains(s.0)).collect()
    }

    /// The shape that suits a group of several stages, among those that are worth a look while
    /// groups are searched, or among all.
    ///
    /// # Errors
    /// Why the group cannot be tiled, or may not be by the model, in words.
    pub fn tiled(&mut self, stages: &[StageId], all: bool) -> Result<(Tiled, Verdict), String> {
        let benefit = self.benefit_of(stages)?;
        let alignments = self.aligner.align(stages)?;
        let (tiled, verdict) = self.best(alignments, all, None)?;
        let of_benefit =
            benefit.map(|cycles| Verdict::of_benefit(cycles, verdict.estimate.clone()));
        Ok((tiled, of_benefit.unwrap_or(verdict)))
    }

    /// What fusing these stages saves, if that is what the model is of.
    ///
    /// # Errors
    /// Why the model has them apart, in words.
    fn benefit_of(&self, stages: &[StageId]) -> Result<Option<f64>, String> {
        let Model::Hipacc(benefits) = &self.model else { return Ok(None) };
        let group = stages.iter().map(|stage| stage.0).collect();
        match benefits.obstacle(&group) {
            Some(obstacle) => Err(obstacle.words(self.p)),
            None => Ok(Some(benefits.of_block(&group))),
        }
    }

    /// How the stages of a group line up, once for each dimension that windows may slide along.
    ///
    /// # Errors
    /// Why the group cannot be tiled, in words.
    pub fn align(&mut self, stages: &[StageId]) -> Result<Vec<Alignment>, String> {
        self.aligner.align(stages)
    }

    /// The best shape with these numbers, whatever scratchpads it takes.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn in_shape(
        &self,
        alignments: Vec<Alignment>,
        given: &GivenShape,
    ) -> Result<(Tiled, Verdict), String> {
        self.best(alignments, true, Some(given))
    }

    /// The shape that suits the steps of an iteration in time best, among those whose windows do
    /// not slide along the time.
    ///
    /// # Errors
    /// Why they cannot be tiled, in words.
    pub fn sliding_rows(
        &mut self,
        steps: &[StageId],
        time: usize,
    ) -> Result<(Tiled, Verdict), String> {
        let alignments = self.aligner.align(steps)?;
        self.best(alignments.into_iter().filter(|a| a.sliding != time), true, None)
    }

    /// The best shape, with numbers that are given for the group or those of the options.
    fn best(
        &self,
        alignments: impl IntoIterator<Item = Alignment>,
        all: bool,
        given: Option<&GivenShape>,
    ) -> Result<(Tiled, Verdict), String> {
        let mut best: Option<TriedShape> = None;
        let mut reason = None;
        for alignment in alignments.into_iter().map(Rc::new) {
            let mut look_at = |candidate: Result<(Tiled, Verdict), String>| match candidate {
                Ok((tiled, verdict)) => {
                    let found = TriedShape { tiled, verdict };
                    if best.as_ref().is_none_or(|best| found.rank() < best.rank()) {
                        best = Some(found);
                    }
                }
                Err(why) => drop(reason.get_or_insert(why)),
            };
            match &self.model {
                Model::Roofline | Model::Hipacc(_) => {
                    self.by_time(&alignment, all, given).for_each(look_at);
                }
                Model::Polymage(reuse, reading) => {
                    look_at(self.by_polymage(reuse, *reading, alignment, given));
                }
            }
        }
        let best = best.map(|TriedShape { tiled, verdict }| (tiled, verdict));
        best.ok_or_else(|| reason.unwrap_or_else(|| "no shape suits it".into()))
    }

    /// The shapes that are worth a look, and what they cost.
    fn by_time(
        &self,
        group: &Rc<Alignment>,
        all: bool,
        given: Option<&GivenShape>,
    ) -> impl Iterator<Item = Result<(Tiled, Verdict), String>> {
        let bounded = given.is_none() && !self.options.shape.is_given();
        let hint = || candidates::of_hint(self.p, &self.options.shape, group);
        let given = given.cloned().unwrap_or_else(hint);
        let mut shapes = candidates::shapes(self.p, &self.facts, &given, group, all);
        shapes.retain(|shape| !bounded || self.is_wanted(shape));
        shapes.into_iter().map(move |shape| {
            let tiled = Tiled::new(Rc::clone(group), shape)?;
            if bounded {
                self.within_bounds(&tiled)?;
            }
            let estimate = roofline::tiled(&self.facts, self.machine(), &tiled);
            Ok((tiled, Verdict::of_time(estimate)))
        })
    }

    /// Whether shapes of this kind are looked at.
    fn is_wanted(&self, shape: &Shape) -> bool {
        match shape.kind() {
            ShapeKind::Tiles => true,
            ShapeKind::MultiLevel => !self.options.is_without(Without::MultiLevelTiles),
            ShapeKind::SlidingWindow => !self.options.is_without(Without::SlidingWindows),
        }
    }

    /// PolyMage+'s tile sizes, where the numbers of the shape are not given.
    fn by_polymage(
        &self,
        reuse: &ReuseScores,
        reading: Reading,
        group: Rc<Alignment>,
        given: Option<&GivenShape>,
    ) -> Result<(Tiled, Verdict), String> {
        let shape = group_shape::group(&self.facts, reuse, &group);
        let model = group_shape::cache_model(self.machine(), reading);
        let choice = multi_level_cost(&shape, &model);
        let mut chosen = group_shape::shape(&self.facts, &group, &choice);
        if !self.is_wanted(&chosen) || !group.has_steps() {
            chosen.step = chosen.strip;
        }
        let in_lanes = group.in_lanes;
        let shape = match given {
            Some(given) => candidates::with_given(chosen, given, in_lanes),
            None => candidates::with_hint(chosen, &self.options.shape, in_lanes),
        };
        let tiled = Tiled::new(group, shape)?;
        let estimate = roofline::tiled(&self.facts, self.machine(), &tiled);
        Ok((tiled, self.of_polymage(&choice, estimate)))
    }

    fn of_polymage(&self, choice: &Choice, estimate: Estimate) -> Verdict {
        let (terms, w) = (&choice.terms, &self.machine().weights);
        let terms = vec![
            ("locality", w.w1 * terms.locality, ""),
            ("cleanup tiles", -w.w2 * terms.cleanup_tiles, ""),
            ("relative overlap", w.w3 * terms.relative_overlap, ""),
            ("difference of dimensions", w.w4 * terms.dim_difference, ""),
        ];
        Verdict { cost: choice.terms.total, terms, estimate }
    }

    /// Why a group cannot be computed together, in words; nothing if it can.
    pub fn obstacle(&mut self, group: &NodeSet) -> Option<String> {
        if self.is_too_large(group) {
            return Some("together they would be more code than a task may have".into());
        }
        let stages = self.stages(group);
        self.tiled(&stages, false).err()
    }

    /// Whether a group is more code than fits one task's stack.
    fn is_too_large(&self, group: &NodeSet) -> bool {
        let registers = group.iter().map(|s| self.facts.stages[s].registers).sum::<usize>();
        group.len() > 1 && registers > MOST_OF_TASK
    }

    /// Why a producer cannot be computed in the tiles of a consumer, if it cannot.
    pub fn misfit(&mut self, producer: StageId, consumer: StageId) -> Option<String> {
        self.aligner.misfit(producer, consumer)
    }

    /// What a group costs by its recipe, if that says more than that its rows run in parallel:
    /// where points wait for each other, or are staged.
    pub fn by_recipe(&self, group: &Group) -> Option<Verdict> {
        let (stage, recipe) = (group.alone()?, group.recipes.first()?);
        let serial = matches!(group.order, Order::Serial(_));
        let staged = recipe.staged().next().is_some();
        let sources: Vec<Source> = recipe.staged().collect();
        let of = (stage, recipe);
        let estimate = (serial || staged)
            .then(|| roofline::by_recipe(&self.facts, self.machine(), of, &sources))?;
        Some(self.of_estimate(stage, estimate))
    }

    /// What a scan on its own costs, which could be computed in tiles as well.
    fn scan(&self, id: StageId) -> Option<Verdict> {
        let (stage, scan) = (&self.p.stages[id.0], self.aligner.scan_of(id)?);
        let recipe = serial::serial(self.prover, stage, id, &scan.order);
        let sources = self.order.producers[id.0].iter().copied();
        let sources: Vec<Source> = sources.chain([Source::Stage(id)]).collect();
        let staged = if scan.across_rows { &sources[..] } else { &[] };
        let estimate = roofline::by_recipe(&self.facts, self.machine(), (id, &recipe), staged);
        Some(self.of_estimate(id, estimate))
    }

    /// What a stage on its own costs if it takes this time.
    fn of_estimate(&self, stage: StageId, estimate: Estimate) -> Verdict {
        match &self.model {
            Model::Roofline => Verdict::of_time(estimate),
            Model::Polymage(..) | Model::Hipacc(_) => Verdict { estimate, ..self.single(stage) },
        }
    }

    /// What a stage on its own costs, in parallel rows.
    pub fn single(&self, stage: StageId) -> Verdict {
        let estimate = roofline::single(&self.facts, self.machine(), stage);
        match &self.model {
            Model::Roofline => Verdict::of_time(estimate),
            Model::Polymage(reuse, reading) => {
                let shape = group_shape::single(&self.facts, reuse, stage);
                let model = group_shape::cache_model(self.machine(), *reading);
                self.of_polymage(&multi_level_cost(&shape, &model), estimate)
            }
            Model::Hipacc(_) => Verdict::of_benefit(0.0, estimate),
        }
    }

    /// What a group of several stages costs while groups are searched: a search asks for costs and
    /// overlaps, and several searches for those of the same groups.
    fn known(&mut self, group: &NodeSet, stages: &[StageId]) -> Option<TileableGroup> {
        if let Some(known) = self.known.get(group) {
            return *known;
        }
        let known = self.tiled(stages, false).ok().map(|(_, verdict)| TileableGroup {
            cost: verdict.cost,
            overlap: verdict.estimate.overlap,
        });
        self.known.insert(group.clone(), known);
        known
    }

    fn machine(&self) -> &crate::machine::Machine {
        &self.options.machine
    }

    /// Refuses scratchpads that a core's own caches cannot hold.
    fn within_bounds(&self, tiled: &Tiled) -> Result<(), String> {
        let bytes = scratch_bytes(self.p, tiled, &self.facts.estimates);
        let most = self.machine().most_scratch_bytes();
        if bytes > most {
            return Err(format!(
                "its scratchpads would take {bytes} bytes a task, more than {most}"
            ));
        }
        Ok(())
    }
}

/// A shape that was looked at.
struct TriedShape {
    tiled: Tiled,
    verdict: Verdict,
}

impl TriedShape {
    /// What decides between shapes: the cost. It is of a machine of many cores, on which memory
    /// often binds whatever else is done; what tiles compute again they do on few cores as well,
    /// which then bind, while strips in steps run as one there.
    fn rank(&self) -> f64 {
        let again = match self.tiled.shape.has_runs() {
            true => 0.0,
            false => self.verdict.estimate.overlap,
        };
        self.verdict.cost * (1.0 + OVERLAP_ON_FEW_CORES * again)
    }
}

impl Verdict {
    /// That of a predicted time.
    pub fn of_time(estimate: Estimate) -> Verdict {
        const TO_MS: f64 = 1e-6;
        let terms = vec![
            ("starts", estimate.starts * TO_MS, "ms"),
            ("arithmetic", estimate.arithmetic * TO_MS, "ms"),
            ("rows", estimate.rows * TO_MS, "ms"),
            ("caches", estimate.caches * TO_MS, "ms"),
            ("memory", estimate.memory * TO_MS, "ms"),
        ];
        Verdict { cost: estimate.total, terms, estimate }
    }

    /// That of a benefit in cycles.
    pub fn of_benefit(benefit: f64, estimate: Estimate) -> Verdict {
        Verdict { cost: -benefit, terms: vec![("benefit", benefit, "cycles")], estimate }
    }
}

impl GroupCost for Costs<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        if self.is_too_large(group) {
            return None;
        }
        match self.stages(group).as_slice() {
            [single] => Some(self.scan(*single).unwrap_or_else(|| self.single(*single)).cost),
            stages => self.known(group, stages).map(|known| known.cost),
        }
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        !self.is_too_large(group)
    }

    fn overlap(&mut self, group: &NodeSet) -> Option<f64> {
        match self.stages(group).as_slice() {
            [_] => Some(0.0),
            stages => self.known(group, stages).map(|known| known.overlap),
        }
    }

    fn size(&mut self, node: usize) -> f64 {
        self.facts.stages[node].points
    }
}

/// Whether scratchpads of these types and contents have the same few bytes at all sizes, and live
/// on a task's stack.
pub fn on_stack(pads: &[(ElemType, &[Hold])]) -> bool {
    let bytes = pads.iter().map(|(ty, held)| fixed_bytes(*ty, held));
    bytes.fold(0, i64::saturating_add) <= MOST_ON_STACK
}

/// Bytes of a scratchpad that has the same at all sizes; `i64::MAX` of another.
fn fixed_bytes(ty: ElemType, held: &[Hold]) -> i64 {
    let slots = held.iter().map(|hold| match hold {
        Hold::Current => 1,
        Hold::Part(n) | Hold::Circular(n) => *n,
        Hold::Whole => i64::MAX,
    });
    slots.fold(ty.bytes() as i64, i64::saturating_mul)
}

/// Bytes of the scratchpads of one task.
pub fn scratch_bytes(p: &Pipeline, group: &Tiled, sizes: &[i64]) -> i64 {
    let bytes = group.alignment.intermediates().map(|s| {
        let held = group.holds(s.stage).unwrap_or_default();
        pad_bytes(&p.stages[s.stage.0], &held, sizes)
    });
    bytes.fold(0, i64::saturating_add)
}

/// Bytes of a scratchpad that holds this of a stage.
pub fn pad_bytes(stage: &Stage, held: &[Hold], sizes: &[i64]) -> i64 {
    let slots = held.iter().zip(&stage.domain.0).map(|(hold, interval)| match hold {
        Hold::Current => 1,
        Hold::Whole => interval.extent(sizes),
        Hold::Part(n) | Hold::Circular(n) => *n,
    });
    slots.fold(stage.ty.bytes() as i64, i64::saturating_mul)
}
