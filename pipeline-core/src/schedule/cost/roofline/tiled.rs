//! What a group costs in tiles: what each of its stages adds, and what its live-ins and live-outs
//! do.

use super::{Summands, compute, finish, staged_by_a_scan, waiting};
use crate::ir::{Source, StageId};
use crate::machine::Machine;
use crate::schedule::align::{Axis, StageExtents};
use crate::schedule::cost::facts::{Figures, StageFacts};
use crate::schedule::cost::reuse::{self, Pass, PassRead};
use crate::schedule::cost::roofline::Estimate;
use crate::schedule::cost::streams::{StageSlices, Stream};
use crate::schedule::shape::{Shape, ShapeKind, Tiled, pad_points};
use crate::schedule::speed::{EMPTY_STEP, LATENCY, MOVES, STREAM};

/// What a group costs in a shape.
pub fn tiled(facts: &Figures<'_>, machine: &Machine, group: &Tiled) -> Estimate {
    let mut sum = GroupSum::new(facts, machine, group);
    for at in 0..group.alignment.stages.len() {
        sum.add(at);
    }
    sum.estimate()
}

/// What the stages of a group come to.
struct GroupSum<'a> {
    facts: &'a Figures<'a>,
    machine: &'a Machine,
    group: &'a Tiled,
    /// The group's stages.
    inside: Vec<StageId>,
    /// The steps of a tile.
    steps: f64,
    /// What is added up, without what is only known of all stages.
    parts: Summands,
    /// What each stage does in a step.
    passes: Vec<Pass>,
    /// What is read of others.
    live_ins: Vec<Source>,
    /// Bytes of live-ins that other tiles have read.
    again: f64,
    /// Bytes of live-ins that other planes have read.
    of_planes: f64,
    /// Bytes that scans copy to staging buffers.
    staged: f64,
    /// The points that tiles compute.
    computed: f64,
    /// The points that there are.
    needed: f64,
}

impl<'a> GroupSum<'a> {
    /// The sum of no stage.
    fn new(facts: &'a Figures<'a>, machine: &'a Machine, group: &'a Tiled) -> GroupSum<'a> {
        let parts = Summands {
            arithmetic: 0.0,
            rows: 0.0,
            caches: 0.0,
            overlap: 0.0,
            tasks: tasks(facts, group),
            launches: 1.0,
            read_again: 0.0,
            moves: MOVES,
        };
        GroupSum {
            facts,
            machine,
            group,
            inside: group.alignment.stages.iter().map(|s| s.stage).collect(),
            steps: steps(group),
            parts,
            passes: Vec::new(),
            live_ins: Vec::new(),
            again: 0.0,
            of_planes: 0.0,
            staged: 0.0,
            computed: 0.0,
            needed: 0.0,
        }
    }

    /// Adds the stage at a position of the group.
    fn add(&mut self, at: usize) {
        let stage = &self.group.alignment.stages[at];
        let of = &self.facts.stages[stage.stage.0];
        let computed = self.computed(at);
        let points = computed.points;
        self.computed += points;
        self.needed += of.points;
        if stage.scan.as_ref().is_some_and(|scan| scan.across_rows) {
            self.staged += staged_by_a_scan(of, stage.stage) * points / of.points.max(1.0);
        }
        let throughput = throughput(self.machine, of, stage, &computed);
        self.parts.arithmetic += throughput.max(self.waits(of, stage, &computed));
        let rows = points / row_points(of, stage, &computed) as f64;
        let empty = (self.parts.tasks * self.steps - rows).max(0.0);
        self.parts.rows += (rows + empty * EMPTY_STEP) * self.machine.rates.row;
        self.read(of, stage, points);
        self.passes.push(pass(self.facts, self.group, at, &computed));
    }

    /// What tiles compute of the stage at a position of the group.
    fn computed(&self, at: usize) -> Computed {
        let group = self.group;
        let stage = &group.alignment.stages[at];
        let of = &self.facts.stages[stage.stage.0];
        let tile = tile_extents(of, stage, group, at);
        let points = match stage.is_read_inside() {
            false => of.points,
            true => (tile.iter().product::<f64>() * self.parts.tasks).max(of.points),
        };
        let together = match group.alignment.in_lanes {
            true => 1,
            false => group.shape.most_rows().min(rows_of_step(stage, group.shape.step)),
        };
        let coordinates = tile.iter().map(|n| *n as i64).collect();
        Computed { tile, coordinates, points, together }
    }

    /// Nanoseconds for which a stage's points wait for each other.
    fn waits(&self, of: &StageFacts, stage: &StageExtents, computed: &Computed) -> f64 {
        let Computed { tile, points, .. } = computed;
        match &stage.scan {
            None => {
                let neighbours = |dim: usize| coordinates_of_step(stage, self.group, tile, dim);
                waiting(of, *points, &neighbours)
            }
            Some(scan) => {
                let row = row_points(of, stage, computed);
                points * LATENCY / row.min(scan.together()) as f64
            }
        }
    }

    /// Adds what a stage, so many points of which are computed, reads of others.
    fn read(&mut self, of: &StageFacts, stage: &StageExtents, points: f64) {
        for read in reads(of, stage) {
            let own = matches!(read.source, Source::Stage(s) if self.inside.contains(&s));
            if !own {
                self.again += (points - of.points) * read.bytes;
                self.of_planes += again_by_planes(of, stage, read);
                if !self.live_ins.contains(&read.source) {
                    self.live_ins.push(read.source);
                }
            }
        }
    }

    /// The time of the whole group.
    fn estimate(self) -> Estimate {
        let GroupSum { facts, machine, group, mut parts, live_ins, of_planes, .. } = self;
        let live_outs: Vec<StageId> = group.alignment.stored().map(|s| s.stage).collect();
        let rates = &machine.rates;
        let back = reuse::caches(machine, &self.passes, group.shape.kind() == ShapeKind::Tiles);
        parts.caches = self.again / rates.llc + back + 2.0 * self.staged / rates.l2;
        let arrays = (live_ins.len() + live_outs.len()) as f64;
        let live_out = group.alignment.live_outs().next().expect("a group has a live-out");
        let of = &facts.stages[live_out.stage.0];
        if group.shape.width(of.lane).is_some() {
            parts.rows += parts.tasks * group.shape.strip as f64 * arrays * STREAM;
        } else if group.alignment.in_lanes {
            let rows = of.points / of.extents[of.lane].max(1) as f64 / planes(facts, group);
            parts.rows += parts.tasks * rows * arrays * STREAM;
        }
        parts.overlap = self.computed / f64::max(self.needed, 1.0) - 1.0;
        let arrays: f64 = live_ins.iter().map(|source| facts.source_bytes(*source)).sum();
        if arrays / planes(facts, group) > machine.llc as f64 {
            parts.read_again = of_planes;
        } else {
            parts.caches += of_planes / rates.llc;
        }
        finish(facts, machine, parts, &live_ins, &live_outs)
    }
}

/// The points in a row of a stage in a tile.
fn row_points(of: &StageFacts, stage: &StageExtents, computed: &Computed) -> i64 {
    match &stage.scan {
        None => of.row(&computed.coordinates),
        Some(scan) => computed.coordinates[scan.lane].max(1),
    }
}

/// Nanoseconds of one core to compute a stage in tiles: of running sums, the first rows otherwise
/// than those behind them.
fn throughput(
    machine: &Machine,
    of: &StageFacts,
    stage: &StageExtents,
    computed: &Computed,
) -> f64 {
    let Computed { tile, coordinates, points, together } = computed;
    let in_lanes = stage.scan.as_ref().map_or(of.lane, |scan| scan.lane);
    let throughput = |of: &StageFacts, points: f64, together: i64| {
        compute(machine, of, points, coordinates[in_lanes], together)
    };
    match of.behind_the_first.as_ref().filter(|_| stage.running) {
        None => throughput(of, *points, *together),
        Some(behind) => {
            let first = points / tile[stage.row_dim()].max(1.0);
            throughput(of, first, 1) + throughput(behind, points - first, 1)
        }
    }
}

/// Bytes that a stage reads more than once of a source, because its planes are computed on their
/// own.
fn again_by_planes(of: &StageFacts, stage: &StageExtents, read: &Stream) -> f64 {
    let on_their_own = read.same.iter().filter(|s| matches!(stage.axes[s.dim], Axis::Plane(_)));
    on_their_own.map(|same| same.bytes * (of.extents[same.dim] - 1).max(0) as f64).sum()
}

/// The steps that a tile takes, its prologue included: in each of them every stage asks which of
/// its rows are newly required.
fn steps(group: &Tiled) -> f64 {
    match group.shape.kind() {
        ShapeKind::Tiles => 1.0,
        ShapeKind::MultiLevel | ShapeKind::SlidingWindow => {
            let Shape { strip, step, .. } = group.shape;
            ((strip + step - 1) / step + group.rows.prologue) as f64
        }
    }
}

/// What tiles compute of a stage.
struct Computed {
    /// The coordinates of each dimension that a tile computes.
    tile: Vec<f64>,
    /// The same as whole numbers.
    coordinates: Vec<i64>,
    /// The points that all tiles compute.
    points: f64,
    /// The rows that are computed together.
    together: i64,
}

/// What the stage at a position of a group does in a step.
fn pass(facts: &Figures<'_>, group: &Tiled, at: usize, computed: &Computed) -> Pass {
    let stages = &group.alignment.stages;
    let (stage, of) = (&stages[at], &facts.stages[stages[at].stage.0]);
    let Computed { tile, points, together, .. } = computed;
    let (sliding, in_lanes) = (stage.row_dim(), group.alignment.in_lanes);
    let others = tile.iter().enumerate().filter(|(dim, _)| *dim != sliding || in_lanes);
    let slice = others.map(|(_, extent)| *extent).product();
    let rows = match group.shape.kind() {
        ShapeKind::Tiles if in_lanes => 1.0,
        ShapeKind::Tiles => tile[sliding],
        ShapeKind::MultiLevel | ShapeKind::SlidingWindow => {
            rows_of_step(stage, group.shape.step) as f64
        }
    };
    let read = |read: &Stream| PassRead {
        source: read.source,
        producer: stages.iter().position(|s| read.source == Source::Stage(s.stage)),
        slices: match in_lanes {
            true => StageSlices { read: read.rows, new: read.rows },
            false => read.slices[sliding],
        },
        bytes: read.bytes,
    };
    let is_read = stage.is_read_inside();
    let together = (*together as f64).min(rows);
    let pad = is_read.then(|| pad_points(group, at, &of.extents) * of.bytes);
    let reads = reads(of, stage).filter(|r| r.source != Source::Stage(stage.stage));
    let reads = reads.map(read).collect();
    Pass { points: *points, slice, rows, together, bytes: of.bytes, pad, reads }
}

/// What a stage of a group reads: of running sums, behind the first rows.
fn reads<'a>(of: &'a StageFacts, stage: &StageExtents) -> impl Iterator<Item = &'a Stream> {
    let behind = of.behind_the_first.as_deref().filter(|_| stage.running);
    behind.unwrap_or(of).reads.iter()
}

/// The rows of a stage that are new in a step of so many rows of the live-outs: at least 1.
fn rows_of_step(stage: &StageExtents, step: i64) -> i64 {
    let (num, den) = stage.rows.rate().unwrap_or((1, 1));
    (step * num / den).max(1)
}

/// The coordinates of a dimension of a stage that a step of a tile computes.
fn coordinates_of_step(stage: &StageExtents, group: &Tiled, tile: &[f64], dim: usize) -> i64 {
    match (&stage.axes[dim], group.shape.kind()) {
        (Axis::Sliding, ShapeKind::MultiLevel | ShapeKind::SlidingWindow) => {
            rows_of_step(stage, group.shape.step)
        }
        (Axis::Sliding | Axis::Plane(_) | Axis::Block(_) | Axis::Free, _) => tile[dim] as i64,
    }
}

/// The number of tiles.
fn tasks(facts: &Figures<'_>, group: &Tiled) -> f64 {
    let live_out = group.alignment.live_outs().next().expect("a group has a live-out");
    let extents = &facts.stages[live_out.stage.0].extents;
    let parts = |extent: i64, size: i64| ((extent + size - 1) / size).max(1) as f64;
    let blocks = group.shape.widths.iter().map(|(d, w)| parts(extents[*d], *w));
    let strips = parts(extents[group.alignment.sliding], group.shape.strip);
    planes(facts, group) * blocks.product::<f64>() * strips
}

/// The number of planes that are computed on their own.
fn planes(facts: &Figures<'_>, group: &Tiled) -> f64 {
    let live_out = group.alignment.live_outs().next().expect("a group has a live-out");
    let extents = &facts.stages[live_out.stage.0].extents;
    group.alignment.planes.iter().map(|d| extents[*d].max(1) as f64).product()
}

/// The points of a stage that a tile computes, by dimension.
fn tile_extents(of: &StageFacts, stage: &StageExtents, group: &Tiled, i: usize) -> Vec<f64> {
    let extent = |(axis, whole): (&Axis, &i64)| {
        let part = match axis {
            Axis::Plane(_) => 1,
            Axis::Sliding => group.rows.spans[i],
            Axis::Block(dim) => group.width_of(i, *dim).unwrap_or(*whole),
            Axis::Free => *whole,
        };
        part.min(*whole) as f64
    };
    stage.axes.iter().zip(&of.extents).map(extent).collect()
}
