//! What was made of a text, and what is in it.

use pipeline_core::analysis::causal::causal;
use pipeline_core::analysis::integer::Facts;
use pipeline_core::ir::{
    Atom, Block, BorderMode, ElemType, ExprId, Index, Node, Pipeline, Source, Stage, StageId,
};
use pipeline_core::loops::{Buffer, Compute, Hold, LoopKind, LoopNest, Nest, Role, Stmt};
use pipeline_core::reference::domain_box;
use pipeline_core::report::Report;
use pipeline_core::schedule::align::StageExtents;
use pipeline_core::schedule::shape::Tiled;
use pipeline_core::schedule::{Group, Plan};
use std::rc::Rc;

/// What was compiled from a text: the stage graph as written and as it was planned, its plan, its
/// loops, and what is reported of it.
pub struct Made<'a> {
    pub written: &'a Pipeline,
    pub graph: &'a Pipeline,
    pub plan: &'a Plan,
    pub loops: &'a LoopNest,
    pub report: &'a Report,
}

impl<'a> Made<'a> {
    pub(super) fn buffers(&self) -> impl Iterator<Item = &'a Buffer> {
        self.loops.stages.iter().flatten()
    }

    /// Stages that tiles keep.
    pub(super) fn kept(&self) -> impl Iterator<Item = StageId> {
        let of = |t: Tiled| t.alignment.intermediates().map(|s| s.stage).collect::<Vec<StageId>>();
        self.tiles().flat_map(of)
    }

    /// Stages that were propagated, as they were written.
    pub(super) fn propagated(&self) -> impl Iterator<Item = &'a Stage> {
        let moved = self.report.inlined.iter().filter(|of| of.propagated.is_some());
        let stages = &self.written.stages;
        moved.filter_map(move |of| stages.iter().find(|stage| stage.name == of.stage))
    }

    /// Whether a stage was propagated that nobody asked for: predicted times say what it gains.
    pub(super) fn propagated_unasked(&self) -> bool {
        let moved = self.report.inlined.iter().filter_map(|of| of.propagated.as_ref());
        moved.into_iter().any(|of| of.with_ms.is_some())
    }

    /// Whether a stage was inlined, and not propagated, whose points a stage reads at another rate.
    pub(super) fn inlined_at_another_rate(&self) -> bool {
        let stages = &self.written.stages;
        let inlined = self.report.inlined.iter().filter(|of| of.propagated.is_none());
        let is_inlined = |id: StageId| inlined.clone().any(|of| of.stage == stages[id.0].name);
        let mut found = false;
        for block in stages.iter().flat_map(Stage::blocks) {
            block.for_each_read(&mut |_, _, source, index| {
                let sampled = index.iter().any(is_sampled);
                found |= sampled && matches!(source, Source::Stage(id) if is_inlined(id));
            });
        }
        found
    }

    /// Stages that are kept in a narrower type than they were written in.
    pub(super) fn narrowed(&self) -> impl Iterator<Item = &'a Stage> {
        let written = |stage: &&Stage| self.written.stages.iter().find(|s| s.name == stage.name);
        let narrow = move |stage: &&Stage| written(stage).is_some_and(|s| s.ty != stage.ty);
        self.graph.stages.iter().filter(narrow)
    }

    pub(super) fn live_outs_read_inside(&self) -> bool {
        self.tiles().any(|t| t.alignment.intermediates().any(|s| s.stored))
    }

    /// Those that were enlarged.
    pub(super) fn enlarged(&self) -> impl Iterator<Item = StageId> {
        let (graph, enlarged) = (self.graph, &self.report.enlarged);
        self.kept().filter(|s| enlarged.contains(&graph.stages[s.0].name))
    }

    /// Whether tiles keep a stage with such a border.
    pub(super) fn kept_with(&self, mode: fn(BorderMode) -> bool) -> bool {
        let border = |s: StageId| self.graph.source_border(Source::Stage(s));
        self.kept().any(|s| border(s).is_some_and(mode))
    }

    pub(super) fn computes(&self) -> impl Iterator<Item = (&'a Nest, &'a Compute)> {
        self.loops.nests.iter().flat_map(|nest| nest.computes.iter().map(move |c| (nest, c)))
    }

    /// Nests of stages that read themselves.
    pub(super) fn scans(&self) -> impl Iterator<Item = &'a Nest> {
        let graph = self.graph;
        let scanned = move |s: StageId| {
            let stage = graph.stages.get(s.0);
            stage.is_some_and(|stage| stage.updates.is_empty() && stage.reads_itself(s))
        };
        self.loops.nests.iter().filter(move |nest| {
            nest.computes.iter().flat_map(|c| &c.stores).any(|store| scanned(store.stage))
        })
    }

    /// Every expression, those in windows as well, with the compute and the block it is in.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (&'a Compute, ExprId, &'a Block)> {
        self.computes().flat_map(|(_, compute)| {
            let mut blocks = vec![&compute.value];
            let mut next = 0;
            while let Some(block) = blocks.get(next).copied() {
                next += 1;
                blocks.extend(block.exprs.iter().filter_map(|e| match &e.node {
                    Node::Reduce { body, .. } => Some(&**body),
                    _ => None,
                }));
            }
            blocks.into_iter().flat_map(move |block| {
                (0..block.exprs.len()).map(move |i| (compute, ExprId(i), block))
            })
        })
    }

    pub(super) fn casts(&self) -> impl Iterator<Item = (ElemType, ElemType, bool)> {
        self.nodes().filter_map(|(_, id, block)| {
            let expr = &block.exprs[id.0];
            match expr.node {
                Node::Cast(of) => Some((block.exprs[of.0].ty, expr.ty, false)),
                Node::SaturatingCast(of) => Some((block.exprs[of.0].ty, expr.ty, true)),
                _ => None,
            }
        })
    }

    /// Gathers of a compute, with how many of their dimensions depend on data.
    pub(super) fn gathered(
        &self,
        compute: &'a Compute,
    ) -> impl Iterator<Item = (&'a Buffer, usize)> {
        let mut found = Vec::new();
        compute.value.for_each_read(&mut |_, _, source, index| {
            let data = index.iter().filter(|i| matches!(i, Index::Value(_))).count();
            if data > 0 && !compute.is_in_place(source, index) {
                found.push((source, data));
            }
        });
        found.into_iter().map(|(source, data)| (self.loops.buffer(source), data))
    }

    pub(super) fn is_gather(
        &self,
        compute: &'a Compute,
        mode: impl Fn(BorderMode) -> bool,
    ) -> bool {
        self.gathered(compute).any(|(buffer, _)| buffer.border.is_some_and(&mode))
    }

    pub(super) fn gathers(&self, mode: impl Fn(BorderMode) -> bool + Copy) -> bool {
        self.computes().any(|(_, compute)| self.is_gather(compute, mode))
    }

    /// Whether a stage has the variables that it was written with in another order.
    pub(super) fn moved_innermost(&self) -> bool {
        self.graph.stages.iter().any(|stage| {
            let written = self.written.stages.iter().find(|s| s.name == stage.name);
            written.is_some_and(|w| w.rank() == 3 && w.vars[..3] != stage.vars[..3])
        })
    }

    pub(super) fn gathers_twice(&self) -> bool {
        self.computes().any(|(_, c)| self.gathered(c).any(|(_, dimensions)| dimensions > 1))
    }

    pub(super) fn iterated(&self) -> impl Iterator<Item = StageId> {
        self.plan.groups.iter().filter_map(|g| g.steps()).map(|steps| steps.unrolled.stage)
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = Tiled> {
        let groups = self.plan.groups.iter().filter(|group| group.steps().is_none());
        groups.filter_map(Group::tiled)
    }

    pub(super) fn scans_in_tiles(&self) -> impl Iterator<Item = Rc<StageExtents>> {
        let of = |t: Tiled| t.alignment.stages.clone();
        self.tiles().flat_map(of).filter(|s| s.scan.is_some())
    }

    /// Tiles that have a stage of running sums, with the first of these.
    pub(super) fn running_sums(&self) -> impl Iterator<Item = (Tiled, StageId)> {
        let first = |t: Tiled| {
            let sums = t.alignment.stages.iter().find(|s| s.running)?.stage;
            Some((t, sums))
        };
        self.tiles().filter_map(first)
    }

    pub(super) fn reductions(&self, tiled: &Tiled) -> Vec<StageId> {
        let stages = tiled.alignment.stages.iter().map(|s| s.stage);
        stages.filter(|s| !self.graph.stages[s.0].updates.is_empty()).collect()
    }

    /// Whether a stage reads another one of its group.
    pub(super) fn reads_stage_of(&self, tiled: &Tiled, stage: StageId) -> bool {
        tiled.alignment.stages.iter().any(|s| s.reads.iter().any(|read| read.consumer == stage))
    }

    pub(super) fn scans_in_circular(&self) -> bool {
        let facts = Facts::for_pipeline(self.graph);
        (0..self.graph.stages.len()).any(|s| {
            let circular = self.loops.stages[s].as_ref().is_some_and(|b| b.circular.is_some());
            let order = circular.then(|| causal(self.graph, &facts, StageId(s)).ok()).flatten();
            order.is_some_and(|order| order.serial.len() > 1)
        })
    }

    /// Whether the live-outs have different numbers of rows for the same sizes.
    pub(super) fn live_outs_at_rates(&self) -> bool {
        let sizes = vec![64; self.graph.sizes.len()];
        let rows = self
            .graph
            .outputs
            .iter()
            .filter_map(|s| Some(domain_box(&self.graph.stages[s.0].domain, &sizes)?.1[0]));
        let rows: Vec<usize> = rows.collect();
        rows.iter().any(|n| rows.iter().any(|m| n / 2 >= *m))
    }

    /// Whether lanes of a stage that reads itself go along another dimension than a row's points.
    pub(super) fn lanes_across_rows(&self) -> bool {
        self.scans().any(|nest| {
            let mut found = false;
            for_each_loop(&nest.body, &mut |stmt| {
                let Stmt::For { var, kind: LoopKind::Lanes(_), body, .. } = stmt else { return };
                let [Stmt::Compute(id)] = body[..] else { return };
                let stores = &nest.computes[id.0].stores;
                let row = |index: &[pipeline_core::ir::Affine]| {
                    index.last().is_some_and(|last| last.mentions_var(*var))
                };
                found |= stores.iter().any(|s| s.data.is_empty() && !row(&s.index));
            });
            found
        })
    }

    /// Whether there is such a loop: its nest, its kind, and what it runs.
    pub(super) fn any_loop(&self, is: impl Fn(&Nest, LoopKind, &[Stmt]) -> bool) -> bool {
        self.loops.nests.iter().any(|nest| {
            let mut found = false;
            for_each_loop(&nest.body, &mut |stmt| {
                if let Stmt::For { kind, body, .. } = stmt {
                    found |= is(nest, *kind, body);
                }
            });
            found
        })
    }

    /// Whether some scratchpad holds this of a dimension.
    pub(super) fn pads(&self, is: impl Fn(&Hold) -> bool) -> bool {
        self.buffers().any(|b| matches!(&b.role, Role::Scratch(held) if held.iter().any(&is)))
    }
}

/// Whether an index goes by more or by less than a point for each point of the reader.
fn is_sampled(index: &Index) -> bool {
    let Index::Affine(index) = index else { return false };
    index.terms().iter().any(|(atom, by)| match atom {
        Atom::Var(_) => by.abs() > 1,
        Atom::Size(_) => false,
        Atom::Div(..) => true,
    })
}

/// Whether a stage of a group is read by another one of it.
pub(super) fn read_in(tiled: &Tiled, stage: StageId) -> bool {
    tiled.alignment.intermediates().any(|s| s.stage == stage)
}

/// Whether tiles of a nest run on diagonals.
pub(super) fn is_front(nest: &Nest) -> bool {
    nest.vars.names().iter().any(|name| name == "diagonal")
}

pub(super) fn is_parallel(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| matches!(stmt, Stmt::For { kind: LoopKind::Parallel, .. }))
}

pub(super) fn has_pads(body: &[Stmt]) -> bool {
    let mut found = false;
    for_each_loop(body, &mut |stmt| found |= matches!(stmt, Stmt::Scratch { .. }));
    found
}

/// Every statement that has others in it.
pub(super) fn for_each_loop<'a>(body: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in body {
        match stmt {
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                f(stmt);
                for_each_loop(body, f);
            }
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}
