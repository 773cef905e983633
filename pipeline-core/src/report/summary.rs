//! The report of a plan.

use super::asked;
use super::counts::{Count, counts, extent, points, tiles};
use super::figures::thousands;
use super::pinned::pinned;
use super::ranks;
use super::recipes::recipes;
use super::unfused::not_fused;
use super::{
    Cloned, CostTerm, Estimate, Group, Inlined, Input, Machine, Propagated, Report, Role, Search,
    Shape, Stage, StageEdge, TileKind, Tiles, Totals,
};
use crate::analysis::Analyses;
use crate::analysis::lane::lane_dimension;
use crate::analysis::order::{StageOrder, order};
use crate::analysis::show;
use crate::ir::affine::Names;
use crate::ir::{Domain, ElemType, Pipeline, Source, StageId};
use crate::loops::storage::slots;
use crate::loops::{Buffer, LoopKind, LoopNest, Nest, Role as Place, Stmt, in_order};
use crate::options::{CostModel, Options};
use crate::schedule::cost::polymage::Reading;
use crate::schedule::cost::{Costs, Verdict, on_stack, pad_bytes};
use crate::schedule::grouping::Strategy;
use crate::schedule::propagation::{PredictedTimes, Propagation};
use crate::schedule::shape::{Hold, ShapeKind, Tiled};
use crate::schedule::{self, Plan};
use crate::transform::results::ResultRenaming;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a report is made from.
#[derive(Clone, Copy, Debug)]
pub struct Decisions<'a> {
    /// Names of all stages that the user wrote.
    pub declared: &'a [String],
    /// The stage graph before inlining, without stages that no live-out needs.
    pub written: &'a Pipeline,
    /// The same with nothing but the stages that the user wrote.
    pub unfused: &'a Pipeline,
    /// The stage graph that was planned.
    pub planned: &'a Analyses<'a>,
    /// Names of the stages inlined, in order.
    pub inlined: &'a [String],
    /// The stages propagated, in order.
    pub propagated: &'a [Propagation],
    /// Names of the stages that were enlarged, in order.
    pub enlarged: &'a [String],
    /// The stages that became results.
    pub renamings: &'a [ResultRenaming],
    /// The plan.
    pub plan: &'a Plan,
    /// The loops that were built from it.
    pub loops: &'a LoopNest,
    /// What the compiler was told.
    pub options: &'a Options,
}

/// Summarises the decisions for a pipeline, with figures for the estimates of its sizes.
pub fn summarise(decisions: &Decisions<'_>) -> Report {
    let Decisions { declared, written, unfused, planned, inlined, propagated, .. } = *decisions;
    let Decisions { enlarged, renamings, plan, loops, options, .. } = *decisions;
    let Analyses { pipeline: p, order: reads, .. } = planned;
    let before = read_order(written);
    let mut costs = Costs::new(planned, options);
    let summary = Summary::new(p, reads, plan, loops, options);
    let groups = plan.groups.iter().zip(&plan.verdicts);
    let groups: Vec<Group> = groups.map(|(g, verdict)| summary.group(g, verdict)).collect();
    let moved = |g: &Group| g.bytes_read.saturating_add(g.bytes_written);
    let totals = Totals {
        full_bytes: slots(loops, &summary.sizes)
            .bytes
            .iter()
            .fold(0, |sum: u64, bytes| sum.saturating_add(bytes.unsigned_abs())),
        scratch_bytes: groups.iter().map(|g| g.scratch_bytes).max().unwrap_or(0),
        bytes_moved: groups.iter().map(moved).fold(0, u64::saturating_add),
        bytes_moved_unfused: bytes_moved_unfused(unfused, &read_order(unfused)),
    };
    let estimate = |s: &crate::ir::Size| Estimate { name: s.name.clone(), value: s.estimate };
    let cut_short = plan.bound_hit.then(|| {
        format!("the limit of {} groupings a search", thousands(options.search.states as u64))
    });
    Report {
        pipeline: p.name.clone(),
        estimates: p.sizes.iter().map(estimate).collect(),
        machine: Some(machine(options)),
        asked: asked::asked(decisions),
        hints: pinned(decisions),
        cost_model: Some(match options.cost {
            CostModel::Roofline => "predicted time".into(),
            CostModel::Polymage(Reading::Fitted) => "PolyMage+".into(),
            CostModel::Polymage(Reading::Printed) => "PolyMage+, as printed".into(),
            CostModel::Hipacc => "Hipacc's benefit".into(),
        }),
        search: Search {
            strategy: strategy_name(plan.strategy),
            enumerated: plan.enumerated as u64,
            cut_short,
        },
        inlined: as_results(inlined_stages(written, &before, inlined, propagated), renamings),
        cloned: cloned_stages(propagated),
        enlarged: enlarged.iter().filter(|name| is_planned(p, name)).cloned().collect(),
        unused: unused_stages(declared, written),
        warnings: Vec::new(),
        inputs: p.inputs.iter().map(|i| summary.input(i)).collect(),
        groups,
        not_fused: not_fused(p, reads, plan, options, &mut costs),
        edges: edges(written, &before),
        totals,
        ranks: ranks::on_ranks(p, plan),
    }
}

fn machine(options: &Options) -> Machine {
    let of = &options.machine;
    Machine {
        name: of.name.clone(),
        configured: of.configured.clone(),
        l1: of.l1.unsigned_abs(),
        l2: of.l2.unsigned_abs(),
        llc: of.llc.unsigned_abs(),
        cores: of.cores.unsigned_abs(),
        lanes: of.lanes(ElemType::F32).unsigned_abs(),
    }
}

fn read_order(p: &Pipeline) -> StageOrder {
    order(p).expect("the checks refuse cycles")
}

fn strategy_name(strategy: Strategy) -> String {
    match strategy {
        Strategy::Dp => "dp: the dynamic program over all groupings".into(),
        Strategy::Incremental { limit, step } => {
            format!("incremental: groups of up to {limit} stages, then of up to {step} groups")
        }
        Strategy::Greedy { overlap_threshold } => {
            format!("greedy: merges while the overlap is below {:.0} %", 100.0 * overlap_threshold)
        }
        Strategy::Pairs => "pairs: the pair that gains most, until none gains".into(),
        Strategy::MinCut => "mincut: minimum cuts of what may not be one group".into(),
        Strategy::None => "none: every stage by itself".into(),
    }
}

/// Whether a stage is in the graph that was planned: what is propagated later is not.
fn is_planned(p: &Pipeline, stage: &str) -> bool {
    p.stages.iter().any(|s| s.name == stage)
}

fn unused_stages(declared: &[String], written: &Pipeline) -> Vec<String> {
    let needed: HashSet<&str> = written.stages.iter().map(|s| s.name.as_str()).collect();
    declared.iter().filter(|name| !needed.contains(name.as_str())).cloned().collect()
}

/// Iterations of the parallel loops of a nest that run at the same time, in the middle of the loops
/// around them: diagonals are longest there.
fn tasks(stmts: &[Stmt], sizes: &[i64], vars: &mut Vec<i64>) -> u64 {
    let mut most = 1;
    for stmt in stmts {
        let found = match stmt {
            Stmt::Let { var, value } => {
                vars[var.0] = value.eval(sizes, vars);
                1
            }
            Stmt::For { var, lo, hi, kind, body } => {
                let (first, last) = (lo.eval(sizes, vars), hi.eval(sizes, vars));
                let iterations = u64::try_from(last.saturating_sub(first).saturating_add(1));
                vars[var.0] = first.saturating_add(last.saturating_sub(first) / 2);
                let inside = tasks(body, sizes, vars);
                match kind {
                    LoopKind::Parallel => iterations.unwrap_or(0).saturating_mul(inside),
                    LoopKind::Serial | LoopKind::Lanes(_) | LoopKind::Collapsed => inside,
                }
            }
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => tasks(body, sizes, vars),
            Stmt::Copy(_) | Stmt::Compute(_) => 1,
        };
        most = most.max(found);
    }
    most
}

/// The inlined stages, and then those that were propagated, with the computed stages that they
/// ended up in: their consumers, and theirs where they are inlined themselves.
fn inlined_stages(
    written: &Pipeline,
    reads: &StageOrder,
    inlined: &[String],
    propagated: &[Propagation],
) -> Vec<Inlined> {
    let propagated = || propagated.iter().filter(|p| p.cloned_in.is_none());
    let moved = propagated().map(|p| &p.stage);
    let names: HashSet<&str> = inlined.iter().chain(moved).map(String::as_str).collect();
    let is_inlined: Vec<bool> =
        written.stages.iter().map(|s| names.contains(s.name.as_str())).collect();
    let ids: HashMap<&str, usize> =
        written.stages.iter().enumerate().map(|(i, s)| (s.name.as_str(), i)).collect();
    let into = |name: &String| {
        let mut open: Vec<usize> = ids.get(name.as_str()).copied().into_iter().collect();
        let mut into = BTreeSet::new();
        let mut seen = HashSet::new();
        while let Some(stage) = open.pop() {
            for consumer in reads.consumers[stage].iter().filter(|c| seen.insert(c.0)) {
                match is_inlined[consumer.0] {
                    true => open.push(consumer.0),
                    false => drop(into.insert(consumer.0)),
                }
            }
        }
        let into = into.iter().map(|s| written.stages[*s].name.clone());
        Inlined { stage: name.clone(), into: into.collect(), propagated: None }
    };
    let moved = propagated()
        .map(|of| Inlined { propagated: Some(should_change(of.predicted)), ..into(&of.stage) });
    inlined.iter().map(into).chain(moved).collect()
}

/// The inlined stages, with those that became results as the last of them.
fn as_results(mut inlined: Vec<Inlined>, renamings: &[ResultRenaming]) -> Vec<Inlined> {
    for ResultRenaming { before, result } in renamings {
        let named = inlined.iter_mut().flat_map(|stage| &mut stage.into);
        named.filter(|name| *name == before).for_each(|name| name.clone_from(result));
        let into = vec![result.clone()];
        inlined.push(Inlined { stage: before.clone(), into, propagated: None });
    }
    inlined
}

/// The stages that were cloned.
fn cloned_stages(propagated: &[Propagation]) -> Vec<Cloned> {
    let cloned = |of: &Propagation| {
        let (stage, readers) = (of.stage.clone(), of.cloned_in.clone()?);
        Some(Cloned { stage, readers, times: should_change(of.predicted) })
    };
    propagated.iter().filter_map(cloned).collect()
}

fn should_change(predicted: Option<PredictedTimes>) -> Propagated {
    Propagated {
        with_ms: predicted.map(|p| p.with / 1e6),
        without_ms: predicted.map(|p| p.without / 1e6),
    }
}

fn edges(p: &Pipeline, reads: &StageOrder) -> Vec<StageEdge> {
    let edge = |consumer: usize, source: &Source| StageEdge {
        producer: p.source_name(*source).to_string(),
        consumer: p.stages[consumer].name.clone(),
    };
    let of = |(consumer, sources): (usize, &Vec<Source>)| -> Vec<StageEdge> {
        sources.iter().map(|source| edge(consumer, source)).collect()
    };
    reads.producers.iter().enumerate().flat_map(of).collect()
}

/// Bytes that stages move if each reads and writes whole arrays.
fn bytes_moved_unfused(p: &Pipeline, reads: &StageOrder) -> u64 {
    let sizes = p.estimates();
    let all = (0..p.stages.len()).flat_map(|s| {
        reads.producers[s].iter().copied().chain([Source::Stage(StageId(s))]).collect::<Vec<_>>()
    });
    all.map(|s| source_bytes(p, s, &sizes)).fold(0, u64::saturating_add)
}

fn source_bytes(p: &Pipeline, source: Source, sizes: &[i64]) -> u64 {
    array_bytes(p.source_type(source), p.source_domain(source), sizes)
}

fn array_bytes(ty: ElemType, domain: &Domain, sizes: &[i64]) -> u64 {
    points(domain, sizes).saturating_mul(ty.bytes() as u64)
}

fn term((name, value, unit): &(&'static str, f64, &'static str)) -> CostTerm {
    CostTerm { name: (*name).into(), value: *value, unit: (*unit).into() }
}

/// What is looked up while groups are summarised.
struct Summary<'a> {
    p: &'a Pipeline,
    reads: &'a StageOrder,
    plan: &'a Plan,
    loops: &'a LoopNest,
    options: &'a Options,
    sizes: Vec<i64>,
    names: Vec<String>,
    /// Points computed, by stage.
    counts: Vec<Count>,
    /// The group of each stage.
    group_of: Vec<usize>,
}

impl<'a> Summary<'a> {
    fn new(
        p: &'a Pipeline,
        reads: &'a StageOrder,
        plan: &'a Plan,
        loops: &'a LoopNest,
        options: &'a Options,
    ) -> Summary<'a> {
        let sizes = loops.sizes_of_one_rank(&p.estimates());
        let mut group_of = vec![0; p.stages.len()];
        for (i, group) in plan.groups.iter().enumerate() {
            group.stages.iter().for_each(|s| group_of[s.0] = i);
        }
        let counts = counts(p, plan, &sizes);
        let names = p.size_names();
        Summary { p, reads, plan, loops, options, sizes, names, counts, group_of }
    }

    fn domain(&self, domain: &Domain) -> String {
        show::domain(domain, &Names { sizes: &self.names, vars: &[] })
    }

    fn extents(&self, domain: &Domain) -> Vec<u64> {
        domain.0.iter().map(|i| extent(i, &self.sizes)).collect()
    }

    fn bytes(&self, source: Source) -> u64 {
        source_bytes(self.p, source, &self.sizes)
    }

    fn input(&self, input: &crate::ir::Input) -> Input {
        Input {
            name: input.name.clone(),
            ty: input.ty.name().into(),
            domain: self.domain(&input.domain),
            extents: self.extents(&input.domain),
            bytes: array_bytes(input.ty, &input.domain, &self.sizes),
        }
    }

    /// Whether a stage is seen outside of its group.
    fn is_live_out(&self, stage: StageId) -> bool {
        let own = self.group_of[stage.0];
        self.p.outputs.contains(&stage)
            || self.reads.consumers[stage.0].iter().any(|c| self.group_of[c.0] != own)
    }

    fn group(&self, group: &schedule::Group, verdict: &Verdict) -> Group {
        let stages = &group.stages;
        let live_outs: Vec<StageId> =
            stages.iter().copied().filter(|s| self.is_live_out(*s)).collect();
        let names: Vec<&str> = live_outs.iter().map(|s| self.p.stages[s.0].name.as_str()).collect();
        let (mut computed, mut again) = (0u64, 0u64);
        for stage in stages {
            computed = computed.saturating_add(self.counts[stage.0].computed);
            again = again.saturating_add(self.counts[stage.0].again);
        }
        let (shape, tasks) = self.shape(group);
        let scratch_bytes = self.pads(group).iter().map(|p| p.1).fold(0, u64::saturating_add);
        let written = live_outs.iter().map(|s| self.bytes(Source::Stage(*s)));
        Group {
            name: names.join(", "),
            shape,
            tasks,
            overlap: again as f64 / computed.saturating_sub(again).max(1) as f64,
            scratch_bytes,
            scratch_place: self.scratch_place(group),
            terms: verdict.terms.iter().map(term).collect(),
            predicted_ms: Some(verdict.estimate.total / 1e6),
            bytes_read: self.bytes_read(stages),
            bytes_written: written.fold(0, u64::saturating_add),
            hints: asked::obeyed(self.p, group, self.options),
            recipes: recipes(self.p, group),
            stages: stages.iter().map(|s| self.stage(*s, group)).collect(),
        }
    }

    fn bytes_read(&self, stages: &[StageId]) -> u64 {
        let mut sources: Vec<Source> = Vec::new();
        for source in stages.iter().flat_map(|s| &self.reads.producers[s.0]) {
            let inside = matches!(source, Source::Stage(s) if stages.contains(s));
            if !inside && !sources.contains(source) {
                sources.push(*source);
            }
        }
        sources.iter().map(|s| self.bytes(*s)).fold(0, u64::saturating_add)
    }

    /// How a group runs, and its tasks.
    fn shape(&self, group: &schedule::Group) -> (Shape, u64) {
        let (p, sizes) = (self.p, &self.sizes);
        match (group.tiled(), group.steps()) {
            (Some(tiled), Some(steps)) => {
                let of = &steps.unrolled;
                let shape = self.tiles_of(&of.pipeline, &tiled, of.steps);
                (shape, tiles(&of.pipeline, &tiled, &of.sizes(sizes)))
            }
            (Some(tiled), None) => (self.tiles_of(p, &tiled, 1), tiles(p, &tiled, sizes)),
            (None, _) => {
                let own = |n: &&Nest| group.stages.iter().any(|s| n.stored().contains(s));
                let nests = self.loops.nests.iter().filter(own);
                let tasks = nests.map(|n| tasks(&n.body, sizes, &mut n.first_values(1)));
                (Shape::Whole, tasks.max().unwrap_or(1))
            }
        }
    }

    /// Tiles of stages, or of so many steps of one.
    fn tiles_of(&self, p: &Pipeline, tiled: &Tiled, times: i64) -> Shape {
        let kind = match tiled.shape.kind() {
            ShapeKind::Tiles => TileKind::Overlapped,
            ShapeKind::MultiLevel => TileKind::MultiLevel,
            ShapeKind::SlidingWindow => TileKind::SlidingWindow,
        };
        let live_out = tiled.alignment.live_outs().next().expect("one at least").stage;
        let live_out = &p.stages[live_out.0];
        let lane = lane_dimension(&live_out.domain);
        let depths = tiled.shape.widths.iter().filter(|(dim, _)| *dim != lane);
        // Strips of columns have all rows; a line is one.
        let (rows, step, width) = match tiled.alignment.in_lanes {
            true => {
                let whole = |dim: &usize| *dim != lane && !tiled.alignment.planes.contains(dim);
                let dims = (0..live_out.rank()).filter(whole);
                let rows = dims.map(|dim| live_out.domain.0[dim].extent(&self.sizes)).product();
                (rows, rows, Some(tiled.shape.strip))
            }
            false => (tiled.shape.strip, tiled.shape.step, tiled.shape.width(lane)),
        };
        Shape::Tiles(Tiles {
            kind,
            rows: rows.unsigned_abs(),
            width: width.map(i64::unsigned_abs),
            depths: depths
                .map(|(dim, n)| (live_out.vars[*dim].clone(), n.unsigned_abs()))
                .collect(),
            step: step.unsigned_abs(),
            prologue: (tiled.rows.prologue * tiled.shape.step).unsigned_abs(),
            times: times.unsigned_abs(),
        })
    }

    /// The scratchpads of a group, staging buffers among them, each with its bytes.
    fn pads(&self, group: &schedule::Group) -> Vec<(&'a Buffer, u64)> {
        let stages = &group.stages;
        let buffer = |s: &StageId| self.loops.stages[s.0].as_ref();
        let of_group = |s: &StageId| {
            let whose = buffer(s).and_then(Buffer::part_of_stage).unwrap_or(*s);
            stages.contains(&whose)
        };
        let nests = self.loops.nests.iter().map(Nest::stored);
        let nests = nests.filter(|stored| stored.iter().any(of_group));
        let stored: BTreeSet<StageId> = nests.flatten().collect();
        let pads = stored.iter().filter_map(buffer);
        let bytes = |b: &'a Buffer| Some((b, b.scratch_bytes(&self.sizes)?.unsigned_abs()));
        pads.filter_map(bytes).collect()
    }

    /// Where the scratchpads of a group live.
    fn scratch_place(&self, group: &schedule::Group) -> Option<String> {
        let pads = self.pads(group);
        let held = pads.iter().filter_map(|(buffer, _)| match &buffer.role {
            Place::Scratch(held) => Some((buffer.ty, held.as_slice())),
            _ => None,
        });
        let held: Vec<_> = held.collect();
        if held.is_empty() {
            return None;
        }
        let place = if on_stack(&held) { "stack" } else { "per-thread arena" };
        Some(place.into())
    }

    /// A stage's variables in the order of its layout, if that is not their own.
    fn layout(&self, id: StageId, role: &Role) -> Vec<String> {
        let stage = &self.p.stages[id.0];
        let layout = &self.plan.storage[id.0].layout;
        match role {
            Role::Register => Vec::new(),
            _ if *layout == in_order(stage.rank()) => Vec::new(),
            Role::Scratchpad { .. } | Role::Full { .. } | Role::Output { .. } => {
                layout.iter().map(|dim| stage.vars[*dim].clone()).collect()
            }
        }
    }

    fn stage(&self, id: StageId, group: &schedule::Group) -> Stage {
        let stage = &self.p.stages[id.0];
        let count = self.counts[id.0];
        let bytes = self.bytes(Source::Stage(id));
        let storage = &self.plan.storage[id.0];
        let role = match storage.place {
            _ if self.loops.stages[id.0].is_none() => Role::Register,
            schedule::Place::Output(_) => Role::Output { bytes },
            schedule::Place::Scratch => {
                let alignment = group.alignment();
                let extents = alignment.and_then(|a| a.stages.iter().find(|s| s.stage == id));
                let kept = match extents.map(|s| storage.hold[s.row_dim()]) {
                    Some(Hold::Part(rows) | Hold::Circular(rows)) => rows.unsigned_abs(),
                    Some(Hold::Current | Hold::Whole) | None => 0,
                };
                let (rows, kept) = match alignment.is_some_and(|a| a.in_lanes) {
                    true => {
                        let held = storage.hold.iter().zip(&stage.domain.0);
                        let whole = held.filter(|(hold, _)| **hold == Hold::Whole);
                        let rows: i64 = whole.map(|(_, i)| i.extent(&self.sizes)).product();
                        (rows.unsigned_abs(), rows.unsigned_abs())
                    }
                    false => (count.rows, kept),
                };
                let bytes = pad_bytes(stage, &storage.hold, &self.sizes).unsigned_abs();
                Role::Scratchpad { bytes, rows, folded_to: kept }
            }
            schedule::Place::Full => {
                let buffer = self.loops.stages[id.0].as_ref();
                let stored = buffer.map_or(stage.domain.clone(), |b| b.stored());
                Role::Full { bytes: array_bytes(stage.ty, &stored, &self.sizes) }
            }
        };
        Stage {
            name: stage.name.clone(),
            ty: stage.ty.name().into(),
            domain: self.domain(&stage.domain),
            extents: self.extents(&stage.domain),
            live_out: self.is_live_out(id),
            layout: self.layout(id, &role),
            role,
            points: points(&stage.domain, &self.sizes),
            computed: count.computed,
            again: count.again,
        }
    }
}
