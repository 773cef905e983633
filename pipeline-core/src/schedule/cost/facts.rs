//! What the cost models know of the stages, at the estimates of the sizes.

use super::streams::{Stream, stream};
use crate::analysis::followed::target;
use crate::analysis::forms::forms_of;
use crate::analysis::lane::{is_short, lane_dimension};
use crate::analysis::order::StageOrder;
use crate::analysis::prefix::of_case_either_way;
use crate::analysis::records::changed_together;
use crate::analysis::running::running;
use crate::analysis::together::{RowPrices, Together};
use crate::analysis::vectors;
use crate::ir;
use crate::ir::nodes::cost;
use crate::ir::{Block, Domain, ElemType, Expr, Node, Pipeline, Source, Stage, StageId, Update};
use crate::schedule::speed::{PREFIX, RECORDS_SAVE};
use crate::transform::cse::BlockBuilder;
use std::cell::OnceCell;
use std::ops::Index;

/// Figures of a pipeline.
pub struct Figures<'a> {
    /// The estimates, by size.
    pub estimates: Vec<i64>,
    /// By stage.
    pub stages: StagesFacts<'a>,
    /// Bytes of each input.
    pub inputs: Vec<f64>,
    /// Sources of which only this share is read; of others all is.
    pub parts: Vec<(Source, f64)>,
}

/// Figures of a stage.
pub struct StageFacts {
    /// The coordinates of each dimension.
    pub extents: Vec<i64>,
    /// The dimension that runs in lanes.
    pub lane: usize,
    /// Whether its rows are so short, at all sizes, that they are part of a loop over them: see
    /// [`is_short`].
    pub short: bool,
    /// Their product.
    pub points: f64,
    /// Bytes of a value.
    pub bytes: f64,
    /// Arithmetic a point, in 32-bit operations.
    pub operations: f64,
    /// Operations a point, with loads and stores, of scattered updates: no vector makes several of
    /// them.
    pub scalar_operations: f64,
    /// Scattered updates, by the pass that makes them.
    pub scattered: Vec<Scattered>,
    /// What it reads.
    pub reads: Vec<Stream>,
    /// Whether an output of the pipeline.
    pub output: bool,
    /// What is left of the work of a row that runs together with others.
    pub together: Together,
    /// Passes over its points: one, and one for each update.
    pub passes: f64,
    /// The registers that its values would take, if each had its own: how much code it is.
    pub registers: usize,
    /// What it is behind its first rows, if these are [running sums](crate::analysis::running).
    pub behind_the_first: Option<Box<StageFacts>>,
}

impl StageFacts {
    /// The points of a row of some coordinates by dimension, at least 1: of rows that are part of a
    /// loop over them, all that the loop has.
    pub fn row(&self, coordinates: &[i64]) -> i64 {
        let around = if self.short { coordinates[self.lane - 1] } else { 1 };
        (coordinates[self.lane] * around).max(1)
    }
}

/// A pass of scattered updates, each of which may wait for the one before it.
pub struct Scattered {
    /// Points of its domain for each point of the stage.
    pub a_point: f64,
    /// The dimension along which neighbours are updated in turn, which wait for nobody.
    pub along: Option<usize>,
}

impl<'a> Figures<'a> {
    /// The figures of a pipeline.
    pub fn new(p: &'a Pipeline, order: &'a StageOrder, prices: &'a RowPrices) -> Figures<'a> {
        let estimates = p.estimates();
        let found = p.stages.iter().map(|_| OnceCell::new()).collect();
        let stages = StagesFacts { p, order, prices, estimates: estimates.clone(), found };
        let input = |domain: &Domain, ty: ElemType| -> f64 {
            extents(domain, &estimates).iter().map(|n| *n as f64).product::<f64>()
                * ty.bytes() as f64
        };
        let inputs = p.inputs.iter().map(|i| input(&i.domain, i.ty)).collect();
        Figures { stages, inputs, estimates, parts: Vec::new() }
    }

    /// The bytes of a source, as far as it is read at all.
    pub fn source_bytes(&self, source: Source) -> f64 {
        let part = self.parts.iter().find(|p| p.0 == source).map_or(1.0, |p| p.1);
        part * match source {
            Source::Input(i) => self.inputs[i.0],
            Source::Stage(s) => self.stages[s.0].points * self.stages[s.0].bytes,
        }
    }
}

/// The figures of stages, found when they are asked for: who asks about a few groups needs no
/// others.
pub struct StagesFacts<'a> {
    p: &'a Pipeline,
    order: &'a StageOrder,
    prices: &'a RowPrices,
    estimates: Vec<i64>,
    found: Vec<OnceCell<StageFacts>>,
}

impl Index<usize> for StagesFacts<'_> {
    type Output = StageFacts;

    fn index(&self, stage: usize) -> &StageFacts {
        self.found[stage].get_or_init(|| self.of_stage(stage))
    }
}

impl StagesFacts<'_> {
    fn of_stage(&self, s: usize) -> StageFacts {
        let (stage, id) = (&self.p.stages[s], StageId(s));
        let producers = &self.order.producers[s];
        let behind = running(stage, id).map(|sums| {
            let sources = producers.iter().copied().chain([Source::Stage(id)]);
            Box::new(self.facts(&sums.behind_the_first(), id, &sources.collect::<Vec<_>>()))
        });
        StageFacts { behind_the_first: behind, ..self.facts(stage, id, producers) }
    }

    /// The figures of a stage that reads some sources.
    fn facts(&self, stage: &Stage, id: StageId, sources: &[Source]) -> StageFacts {
        let StagesFacts { p, estimates, prices, .. } = self;
        let extents = extents(&stage.domain, estimates);
        let points: f64 = extents.iter().map(|n| *n as f64).product();
        let cases = (0..stage.cases.len()).map(|case| {
            let combined = of_case_either_way(stage, id, case).is_some();
            let prefix = if combined { PREFIX * stage.ty.bytes() as f64 / 4.0 } else { 0.0 };
            operations(&stage.cases[case].value, estimates) + prefix
        });
        let cases = cases.fold(0.0, f64::max);
        let (scattered, others): (Vec<&Update>, Vec<&Update>) =
            stage.updates.iter().partition(|u| is_scattered(u));
        let again = |u: &Update| times(&u.domain, estimates) / points.max(1.0);
        let updates = others.into_iter().map(|u| operations(&u.value, estimates) * again(u));
        let runs = || scattered.chunk_by(|a, b| a.domain == b.domain);
        let record = stage.rank().checked_sub(1).is_some_and(|d| changed_together(stage, d));
        let of_run = |run: &[&Update]| match record {
            true => record_operations(run, estimates),
            false => scalar_operations(run, estimates),
        };
        let scalar_operations = runs().map(|run| of_run(run) * again(run[0]));
        let along = |u: &Update| forms_of(u).last().map(|form| form.dim);
        let scattered =
            runs().map(|run| Scattered { a_point: again(run[0]), along: along(run[0]) });
        let reads: Vec<Stream> = sources.iter().map(|source| stream(p, stage, *source)).collect();
        let shares = stage.updates.is_empty() && reads.iter().any(|r| r.rows > 1.0);
        StageFacts {
            points,
            extents,
            lane: lane_dimension(&stage.domain),
            short: is_short(&stage.domain),
            bytes: stage.ty.bytes() as f64,
            operations: cases + updates.sum::<f64>(),
            scalar_operations: scalar_operations.sum(),
            scattered: scattered.collect(),
            reads,
            together: match shares {
                true => prices.of_stage(p, stage),
                false => Together::nothing(),
            },
            output: p.outputs.contains(&id),
            passes: 1.0 + stage.updates.len() as f64,
            registers: vectors::registers_of_stage(stage),
            behind_the_first: None,
        }
    }
}

/// The coordinates of each dimension, at some sizes.
pub(super) fn extents(domain: &Domain, sizes: &[i64]) -> Vec<i64> {
    domain.0.iter().map(|i| i.extent(sizes)).collect()
}

/// The points of a domain, at some sizes.
pub(super) fn times(domain: &Domain, sizes: &[i64]) -> f64 {
    extents(domain, sizes).iter().map(|n| *n as f64).product()
}

/// Whether an update scatters.
fn is_scattered(update: &Update) -> bool {
    target(update).iter().any(|i| matches!(i, ir::Index::Value(_)))
}

/// Operations of updates over one domain at a point of it, loads and stores among them. They are
/// made in one pass, so what several of them need is computed once.
fn scalar_operations(updates: &[&Update], sizes: &[i64]) -> f64 {
    let mut shared = BlockBuilder::new();
    for update in updates {
        shared.append(&update.value, &Node::clone);
    }
    let loads = |e: &Expr| f64::from(u8::from(matches!(e.node, Node::Read { .. })));
    let exprs = shared.into_exprs();
    let each = exprs.iter().map(|e| operation(&e.node, sizes) + loads(e));
    each.sum::<f64>() + updates.len() as f64
}

/// The same of updates that change a record: what each of them combines is put into one vector, so
/// that there is one load, operation and store for all of them.
fn record_operations(updates: &[&Update], sizes: &[i64]) -> f64 {
    scalar_operations(updates, sizes) - RECORDS_SAVE * (updates.len() - 1) as f64
}

/// Arithmetic of a definition, per point, in 32-bit operations.
fn operations(block: &Block, sizes: &[i64]) -> f64 {
    block.exprs.iter().map(|e| operation(&e.node, sizes) * e.ty.bytes().max(2) as f64 / 4.0).sum()
}

fn operation(node: &Node, sizes: &[i64]) -> f64 {
    let own = f64::from(cost(node).in_loop);
    let Node::Reduce { vars, body, .. } = node else { return own };
    let points: f64 = vars.iter().map(|v| v.extent(sizes) as f64).product();
    points * (own + operations(body, sizes))
}
