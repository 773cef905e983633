//! The predicted time of a group, from the estimates of the sizes.
//!
//! The larger of the time its memory traffic and its arithmetic take on one core, in nanoseconds.
//! The figures are those of a conservative general machine; only their ratios matter.

use super::align::Aligner;
use super::grouping::{GroupCost, NodeSet};
use super::shape::{Shape, Tiled};
use crate::analysis::order::Order;
use crate::ir::{Block, Domain, ElemType, Interval, Node, Pipeline, Source, Stage, StageId};
use crate::loops::Hold;
use crate::loops::build::holds;

/// Bytes a core moves from or to memory, per nanosecond.
const MEMORY: f64 = 10.0;
/// Bytes a core moves from or to its second-level cache, per nanosecond.
const CACHE: f64 = 40.0;
/// 32-bit operations a core does, per nanosecond.
const ARITHMETIC: f64 = 16.0;
/// A parallel loop's start and end.
const LAUNCH: f64 = 15_000.0;
/// One row of one stage: its bounds, pointers and tail.
const ROW: f64 = 30.0;
/// The most memory that the rings of a task may take, in bytes: they are to stay in the
/// second-level cache.
pub const RING_BYTES: i64 = 768 << 10;
/// The most stages in a group: bounds the time of the search.
const STAGES: usize = 16;

/// What groups of a pipeline's stages cost.
pub struct PredictedTime<'a> {
    p: &'a Pipeline,
    order: &'a Order,
    aligner: Aligner<'a>,
    estimates: Vec<i64>,
    /// Arithmetic a point, by stage.
    work: Vec<f64>,
    /// Points by stage.
    points: Vec<f64>,
    /// Rows by stage.
    row_counts: Vec<f64>,
    /// Bytes by stage.
    stage_bytes: Vec<f64>,
    /// Bytes by input.
    input_bytes: Vec<f64>,
}

impl<'a> PredictedTime<'a> {
    /// Costs of the groups of this pipeline.
    pub fn new(p: &'a Pipeline, order: &'a Order, aligner: Aligner<'a>) -> PredictedTime<'a> {
        let work = p
            .stages
            .iter()
            .map(|s| s.cases.iter().map(|c| operations(&c.value)).fold(0.0, f64::max));
        let estimates = p.estimates();
        let points = |domain: &Domain| -> f64 {
            domain.0.iter().map(|i| extent(i, &estimates) as f64).product()
        };
        let stages = p.stages.iter().map(|s| points(&s.domain));
        let stage_points: Vec<f64> = stages.collect();
        let bytes = |ty: ElemType, points: f64| points * ty.bytes() as f64;
        let rows_of = |(s, points): (&Stage, &f64)| {
            points / (extent(&s.domain.0[s.rank() - 1], &estimates).max(1) as f64)
        };
        let of_stage = |(s, points): (&Stage, &f64)| bytes(s.ty, *points);
        PredictedTime {
            p,
            order,
            aligner,
            work: work.collect(),
            row_counts: p.stages.iter().zip(&stage_points).map(rows_of).collect(),
            stage_bytes: p.stages.iter().zip(&stage_points).map(of_stage).collect(),
            input_bytes: p.inputs.iter().map(|i| bytes(i.ty, points(&i.domain))).collect(),
            points: stage_points,
            estimates,
        }
    }

    /// The stages of a group, producers first.
    pub fn stages(&self, group: &NodeSet) -> Vec<StageId> {
        self.order.stages.iter().copied().filter(|s| group.contains(s.0)).collect()
    }

    /// A group in the shape that suits it, if it can be tiled.
    pub fn tiled(&mut self, group: &NodeSet) -> Option<Tiled> {
        let alignments = self.aligner.align(&self.stages(group)).ok()?;
        let mut candidates = alignments.into_iter().filter_map(|alignment| {
            let live_out = alignment.live_outs().next()?.stage;
            let (lo, hi) =
                self.p.stages[live_out.0].domain.0[alignment.roll].eval(&self.estimates, &[]);
            let strip = ((hi - lo + 1) / 32).clamp(16, 128);
            Tiled::new(alignment, Shape { strip, step: 1, widths: Vec::new() }).ok()
        });
        candidates.find(|t| scratch_bytes(self.p, t, &self.estimates) <= RING_BYTES)
    }

    fn bytes(&self, source: Source) -> f64 {
        match source {
            Source::Input(i) => self.input_bytes[i.0],
            Source::Stage(s) => self.stage_bytes[s.0],
        }
    }

    /// Bytes read from and written to memory; a written line is read first.
    fn traffic(&self, stages: &[StageId], live_outs: &[StageId]) -> f64 {
        let mut sources: Vec<Source> = Vec::new();
        for stage in stages {
            for source in &self.order.producers[stage.0] {
                let inside = matches!(source, Source::Stage(s) if stages.contains(s));
                if !inside && !sources.contains(source) {
                    sources.push(*source);
                }
            }
        }
        let read: f64 = sources.iter().map(|s| self.bytes(*s)).sum();
        let written: f64 = live_outs.iter().map(|s| self.bytes(Source::Stage(*s))).sum();
        read + 2.0 * written
    }
}

/// Number of coordinates at these sizes.
fn extent(interval: &Interval, sizes: &[i64]) -> i64 {
    let (lo, hi) = interval.eval(sizes, &[]);
    (hi - lo + 1).max(0)
}

/// Bytes of the scratchpads of one task.
pub fn scratch_bytes(p: &Pipeline, group: &Tiled, sizes: &[i64]) -> i64 {
    let bytes = group.alignment.intermediates().map(|s| {
        let stage = &p.stages[s.stage.0];
        let held = holds(group, s.stage).expect("an intermediate has a scratchpad");
        let points = held.iter().zip(&stage.domain.0).map(|(hold, interval)| match hold {
            Hold::Current => 1,
            Hold::Whole => extent(interval, sizes),
            Hold::Part(n) | Hold::Ring(n) => *n,
        });
        points.fold(stage.ty.bytes() as i64, i64::saturating_mul)
    });
    bytes.fold(0, i64::saturating_add)
}

/// Arithmetic of a definition, per point, in 32-bit operations.
fn operations(block: &Block) -> f64 {
    let operation = |node: &Node| match node {
        Node::Const(_) | Node::Scalar(_) | Node::Cast(_) => 0.0,
        Node::Call(..) => 16.0,
        Node::Reduce { vars, body, .. } => {
            let points: f64 =
                vars.iter().map(|(_, first, last)| (last - first + 1) as f64).product();
            points * (1.0 + operations(body))
        }
        _ => 1.0,
    };
    block.exprs.iter().map(|e| operation(&e.node) * e.ty.bytes().max(2) as f64 / 4.0).sum()
}

impl GroupCost for PredictedTime<'_> {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        if group.len() > STAGES {
            return None;
        }
        let stages = self.stages(group);
        let mut redundancy = 1.0;
        let mut live_outs = stages.clone();
        if stages.len() > 1 {
            let tiled = self.tiled(group)?;
            redundancy += tiled.rows.warm_up as f64 / tiled.shape.strip as f64;
            live_outs = tiled.alignment.live_outs().map(|s| s.stage).collect();
        }
        let producers: Vec<&StageId> = stages.iter().filter(|s| !live_outs.contains(s)).collect();
        let memory = self.traffic(&stages, &live_outs) / MEMORY;
        let ring: f64 = producers.iter().map(|s| 2.0 * self.bytes(Source::Stage(**s))).sum();
        let mut work = redundancy * ring / CACHE;
        for stage in &stages {
            let arithmetic = self.points[stage.0] * self.work[stage.0] / ARITHMETIC;
            work += redundancy * (arithmetic + self.row_counts[stage.0] * ROW);
        }
        Some(memory.max(work) + LAUNCH)
    }

    fn can_grow(&mut self, group: &NodeSet) -> bool {
        group.len() < STAGES
    }
}
