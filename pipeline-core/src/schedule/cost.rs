//! The predicted time of a group, from the estimates of the sizes.
//!
//! The larger of the time its memory traffic and its arithmetic take on one core, in nanoseconds.
//! The figures are those of a conservative general machine; only their ratios matter.

use super::grouping::{GroupCost, NodeSet};
use super::rows::{GroupRows, RowAnalysis};
use crate::analysis::order::Order;
use crate::ir::{Block, Domain, ElemType, Interval, Node, Pipeline, Source, Stage, StageId};

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
    rows: RowAnalysis<'a>,
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
    pub fn new(p: &'a Pipeline, order: &'a Order, rows: RowAnalysis<'a>) -> PredictedTime<'a> {
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
            rows,
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

    /// The rows of a group that may be used.
    pub fn rows(&mut self, group: &NodeSet) -> Option<GroupRows> {
        let rows = self.rows.group_rows(&self.stages(group)).ok()?;
        (ring_bytes(self.p, &rows, &self.estimates) <= RING_BYTES).then_some(rows)
    }

    /// Why a group cannot be computed together, in words; nothing if it can.
    pub fn obstacle(&mut self, group: &NodeSet) -> Option<String> {
        if group.len() > STAGES {
            return Some(format!("together they would be more than {STAGES} stages"));
        }
        match self.rows.group_rows(&self.stages(group)) {
            Err(reason) => Some(reason),
            Ok(rows) => {
                let bytes = ring_bytes(self.p, &rows, &self.estimates);
                (bytes > RING_BYTES).then(|| {
                    let (bytes, most) = (bytes / 1024, RING_BYTES / 1024);
                    format!("their line buffers would take {bytes} KiB a task; the most is {most}")
                })
            }
        }
    }

    fn bytes(&self, source: Source) -> f64 {
        match source {
            Source::Input(i) => self.input_bytes[i.0],
            Source::Stage(s) => self.stage_bytes[s.0],
        }
    }

    /// Bytes read from and written to memory; a written line is read first.
    fn traffic(&self, stages: &[StageId], live_out: StageId) -> f64 {
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
        read + 2.0 * self.bytes(Source::Stage(live_out))
    }
}

/// Number of coordinates at these sizes.
fn extent(interval: &Interval, sizes: &[i64]) -> i64 {
    let (lo, hi) = interval.eval(sizes, &[]);
    (hi - lo + 1).max(0)
}

/// Bytes of the rings of one task.
pub fn ring_bytes(p: &Pipeline, rows: &GroupRows, sizes: &[i64]) -> i64 {
    let (_, producers) = rows.stages.split_last().expect("a group has a live-out");
    let bytes = producers.iter().map(|s| {
        let stage = &p.stages[s.stage.0];
        let inner = stage.domain.0[rows.dim + 1..].iter().map(|i| extent(i, sizes));
        inner.fold(s.depth * stage.ty.bytes() as i64, i64::saturating_mul)
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
        let (live_out, producers) = stages.split_last()?;
        let mut redundancy = 1.0;
        if !producers.is_empty() {
            let rows = self.rows(group)?;
            let strip = strip_rows(self.p, &rows, &self.estimates);
            redundancy += rows.warm_up as f64 / strip as f64;
        }
        let memory = self.traffic(&stages, *live_out) / MEMORY;
        let ring: f64 = producers.iter().map(|s| 2.0 * self.bytes(Source::Stage(*s))).sum();
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

/// Rows of the live-out in a strip: enough to make the warm-up cheap, few enough to give every
/// core several strips.
pub fn strip_rows(p: &Pipeline, rows: &GroupRows, sizes: &[i64]) -> i64 {
    let live_out = rows.stages.last().expect("a group has a live-out").stage;
    let (lo, hi) = p.stages[live_out.0].domain.0[rows.dim].eval(sizes, &[]);
    ((hi - lo + 1) / 32).clamp(16, 128)
}
