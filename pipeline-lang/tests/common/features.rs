//! What random pipelines have to make the compiler do, and how often each generator does: the table
//! that its test walks through, so that a generator which stops making something fails.
//!
//! A feature counts if it is in what was compiled, not only in the text: a circular buffer of
//! planes is one of the loop nest, a gather through a border a load of it.

use super::kernels::KERNELS;
use pipeline_core::analysis::causal::causal;
use pipeline_core::analysis::integer::Facts;
use pipeline_core::ir::{
    Block, BorderMode, ElemType, ExprId, Function, Index, Node, Pipeline, Source, Stage, StageId,
};
use pipeline_core::kernel::{Load, Program};
use pipeline_core::loops::{
    Access, Buffer, Compute, Hold, LoopKind, LoopNest, Nest, Role, Stmt, is_ordered,
};
use pipeline_core::reference::domain_box;
use pipeline_core::report::Report;
use pipeline_core::schedule::shape::Tiled;
use pipeline_core::schedule::{Group, Plan};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Who makes random pipelines, in the order of the table's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// `generate`: every construct.
    Stages,
    /// `generate_cells`: reductions between stages.
    Cells,
    /// `iteration`: steps in time.
    Iterations,
    /// `generate_mixed`: kinds of stages that combine freely.
    Mixed,
    /// `generate_chains`: stencils through borders.
    Chains,
    /// `generate_planes`: planes of which data choose one.
    Planes,
}

/// What was compiled from a text: the stage graph as written and as it was planned, its plan, its
/// loops, and what is reported of it.
pub struct Made<'a> {
    pub written: &'a Pipeline,
    pub graph: &'a Pipeline,
    pub plan: &'a Plan,
    pub loops: &'a LoopNest,
    pub report: &'a Report,
}

/// A row of the table.
struct Feature {
    name: String,
    /// Of a hundred pipelines of each generator, how many have it at least.
    least: [u64; 6],
    shown: Shown,
}

/// Whether what was compiled has it.
type Shows = fn(&Made<'_>) -> bool;

/// Whether kernels have it.
type ShowsInKernels = fn(&Program) -> bool;

/// How a feature shows.
enum Shown {
    In(Shows),
    InKernels(ShowsInKernels),
    Cast { from: ElemType, to: ElemType, saturating: bool },
}

/// The table.
static TABLE: LazyLock<Vec<Feature>> = LazyLock::new(table);

fn table() -> Vec<Feature> {
    let made: [(&str, [u64; 4], Shows); 41] = [
        // Stages that read themselves.
        ("circular buffer of planes", [0, 0, 15, 20], |m| {
            m.buffers().any(|b| b.circular.is_some())
        }),
        ("circular buffer of planes, scans in its steps", [0, 0, 0, 12], |m| m.scans_in_circular()),
        ("several steps at once", [0, 0, 60, 10], |m| m.iterated().next().is_some()),
        ("several steps at once from a circular buffer", [0, 0, 15, 10], |m| {
            m.iterated().any(|s| m.loops.stages[s.0].as_ref().is_some_and(|b| b.circular.is_some()))
        }),
        ("steps in order, each in parallel", [1, 0, 60, 20], |m| {
            m.any_loop(|nest, serial, body| {
                serial == LoopKind::Serial && is_parallel(body) && !is_front(nest)
            })
        }),
        ("scan in lanes across rows", [2, 1, 0, 15], |m| m.lanes_across_rows()),
        ("tiles on a diagonal front", [0, 0, 0, 8], |m| m.loops.nests.iter().any(is_front)),
        ("rows side by side", [0, 0, 0, 8], |m| {
            m.scans().any(|n| n.computes.iter().any(|c| c.stores.len() > 2))
        }),
        // Borders.
        ("gather through clamp", [1, 8, 0, 15], |m| m.gathers(|b| b == BorderMode::Clamp)),
        ("gather through mirror", [2, 1, 0, 15], |m| m.gathers(|b| b == BorderMode::Mirror)),
        ("gather through mirror101", [3, 0, 0, 15], |m| m.gathers(|b| b == BorderMode::Mirror101)),
        ("gather through repeat", [2, 2, 0, 6], |m| m.gathers(|b| b == BorderMode::Repeat)),
        ("gather through constant", [5, 3, 0, 12], |m| {
            m.gathers(|b| matches!(b, BorderMode::Constant(_)))
        }),
        ("gather in two dimensions", [3, 1, 0, 15], |m| m.gathers_twice()),
        ("gather in tiles", [2, 5, 0, 10], |m| {
            m.computes().any(|(nest, c)| has_pads(&nest.body) && m.is_gather(c, |_| true))
        }),
        ("gather in a stage that reads itself", [0, 0, 0, 15], |m| {
            m.scans().any(|n| n.computes.iter().any(|c| m.is_gather(c, |_| true)))
        }),
        ("border-resolved loads", [25, 40, 60, 60], |m| {
            m.computes().any(|(_, c)| c.access == Access::BorderResolved)
        }),
        // Tiles.
        ("strips in runs", [20, 20, 20, 20], |m| m.loops.nests.iter().any(|n| n.runs.is_some())),
        // Reductions.
        ("reduction in tiles", [0, 25, 0, 5], |m| m.tiles().any(|t| !m.reductions(&t).is_empty())),
        ("reduction in tiles, behind a stage", [0, 10, 0, 3], |m| {
            m.tiles().any(|t| m.reductions(&t).iter().any(|r| m.reads_stage_of(&t, *r)))
        }),
        ("reduction in tiles, before a stage", [0, 20, 0, 4], |m| {
            m.tiles().any(|t| m.reductions(&t).iter().any(|r| read_in(&t, *r)))
        }),
        ("reduction in tiles, behind and before", [0, 10, 0, 1], |m| {
            m.tiles().any(|t| {
                let both = |r: &StageId| m.reads_stage_of(&t, *r) && read_in(&t, *r);
                m.reductions(&t).iter().any(both)
            })
        }),
        ("reduction in parts", [0, 0, 0, 3], |m| {
            m.graph.stages.iter().any(|s| s.name.ends_with(".parts"))
        }),
        ("scatters", [5, 20, 0, 8], |m| {
            m.computes().any(|(_, c)| c.stores.iter().any(|s| !s.data.is_empty()))
        }),
        // Live-outs and rates.
        ("several live-outs", [20, 25, 10, 30], |m| m.graph.outputs.len() > 1),
        ("live-outs at several rates", [10, 8, 0, 15], |m| m.live_outs_at_rates()),
        ("live-outs together in tiles", [5, 6, 0, 8], |m| {
            m.tiles().any(|t| t.alignment.live_outs().count() > 1)
        }),
        ("stages at several rates in tiles", [1, 10, 0, 4], |m| {
            m.tiles().any(|t| t.alignment.stages.iter().any(|s| s.rows.rate() != Some((1, 1))))
        }),
        ("live-out read inside its tiles", [3, 3, 0, 3], |m| m.live_outs_read_inside()),
        // What is computed where it is read.
        ("stage propagated", [3, 3, 0, 3], |m| m.propagated().next().is_some()),
        ("stage with cases propagated", [3, 3, 0, 0], |m| {
            m.propagated().any(|stage| stage.cases.len() > 1)
        }),
        // Tiles and storage.
        ("producer with cases in tiles", [3, 3, 0, 3], |m| {
            m.kept().any(|s| m.graph.stages[s.0].cases.len() > 1)
        }),
        ("overlapped tiles", [10, 20, 60, 20], |m| m.pads(|h| matches!(h, Hold::Part(_)))),
        ("circular buffers of rows", [10, 20, 60, 20], |m| {
            m.pads(|h| matches!(h, Hold::Circular(_)))
        }),
        ("tiles of lines", [10, 1, 0, 0], |m| m.tiles().any(|t| t.alignment.in_lanes)),
        ("blocks of columns", [12, 15, 0, 12], |m| m.tiles().any(|t| !t.shape.widths.is_empty())),
        ("stages merged into one compute", [10, 10, 0, 12], |m| {
            let ordered = |nest| is_ordered(&m.loops.stages, nest);
            m.computes().any(|(nest, c)| !ordered(nest) && c.stores.len() > 1)
        }),
        ("buffers for the call", [30, 40, 30, 40], |m| m.buffers().any(|b| b.role == Role::Full)),
        ("windows that stay loops", [7, 3, 0, 10], |m| {
            m.nodes().any(|(_, id, b)| matches!(b.exprs[id.0].node, Node::Reduce { .. }))
        }),
        ("products fused with additions", [5, 1, 0, 0], |m| {
            m.nodes()
                .any(|(_, id, b)| matches!(b.exprs[id.0].node, Node::Call(Function::MulAdd, _)))
        }),
        ("masks in memory", [6, 0, 0, 8], |m| m.buffers().any(|b| b.ty == ElemType::Bool)),
    ];
    let made = made.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: in_others(least),
        shown: Shown::In(shows),
    });
    let kernels = KERNELS.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: in_others(least),
        shown: Shown::InKernels(shows),
    });
    made.into_iter().chain(kernels).chain(casts()).chain(in_chains()).chain(in_planes()).collect()
}

/// Chains and planes need not have what the other generators have.
fn in_others([stages, cells, iterations, mixed]: [u64; 4]) -> [u64; 6] {
    [stages, cells, iterations, mixed, 0, 0]
}

/// What chains are for: each border in tiles, and points beyond an edge.
fn in_chains() -> impl Iterator<Item = Feature> {
    let exchanged: [(&str, u64, Shows); 4] = [
        ("stage with a border propagated", 3, |m| m.propagated().any(|s| s.border.is_some())),
        ("indices exchanged", 15, |m| m.enlarged().next().is_some()),
        ("indices exchanged, in cases", 3, |m| {
            m.enlarged().any(|s| m.graph.stages[s.0].cases.len() > 2)
        }),
        ("indices exchanged, over strips", 3, |m| {
            m.graph.stages.iter().any(|s| s.name.ends_with("_last") || s.name.ends_with("_first"))
        }),
    ];
    let borders: [(&str, u64, Shows); 4] = [
        ("clamp in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Clamp)),
        ("mirror in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Mirror)),
        ("mirror101 in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Mirror101)),
        ("constant in tiles", 15, |m| m.kept_with(|b| matches!(b, BorderMode::Constant(_)))),
    ];
    exchanged.into_iter().chain(borders).map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, least, 0],
        shown: Shown::In(shows),
    })
}

/// What planes are for: that they become innermost, and what is loaded from them then.
fn in_planes() -> impl Iterator<Item = Feature> {
    let made: [(&str, u64, Shows); 4] = [
        ("planes together that read the same rows", 3, |m| {
            m.tiles().any(|tiled| !tiled.alignment.together.is_empty())
        }),
        ("planes made innermost", 30, |m| m.moved_innermost()),
        ("stages of updates made innermost", 5, |m| {
            let has_updates = |s: &Stage| !s.updates.is_empty();
            m.moved_innermost() && m.graph.stages.iter().any(has_updates)
        }),
        ("rows of tables made", 10, |m| m.graph.stages.iter().any(|s| s.name == "table_by_k")),
    ];
    let made = made.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, 0, least],
        shown: Shown::In(shows),
    });
    let loaded: [(&str, u64, ShowsInKernels); 4] = [
        ("gathers of neighbours", 2, |p| loads(p, |load| matches!(load, Load::Pair { .. }))),
        ("rows that data choose", 10, |p| loads(p, |load| matches!(load, Load::Row { .. }))),
        ("entries of one row", 4, |p| loads(p, |load| entries(load) == Some(false))),
        ("entries of rows", 10, |p| loads(p, |load| entries(load) == Some(true))),
    ];
    let loaded = loaded.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, 0, least],
        shown: Shown::InKernels(shows),
    });
    made.into_iter().chain(loaded)
}

fn loads(p: &Program, is: impl Fn(&Load) -> bool) -> bool {
    super::kernels::loads(p).any(|(_, load)| is(load))
}

/// Whether entries are of several rows, if a load is one of entries.
fn entries(load: &Load) -> Option<bool> {
    match load {
        Load::Entries { index, dim, .. } => Some(dim + 1 < index.len()),
        _ => None,
    }
}

/// A row for every cast that the language has: of a bool to integers, of numbers to one another,
/// saturating to integers.
fn casts() -> impl Iterator<Item = Feature> {
    let from = ElemType::NUMERIC.into_iter().chain([ElemType::Bool]);
    let pairs = from.flat_map(|from| ElemType::NUMERIC.map(|to| (from, to)));
    let pairs = pairs.filter(|(from, to)| from != to && (*from != ElemType::Bool || to.is_int()));
    pairs
        .flat_map(|(from, to)| {
            let row = |saturating, word| Feature {
                name: format!("{from} {word} {to}"),
                least: [0, 0, 0, 1, 0, 0],
                shown: Shown::Cast { from, to, saturating },
            };
            let saturates = from != ElemType::Bool && to.is_int();
            [Some(row(false, "as")), saturates.then(|| row(true, "saturated to"))]
        })
        .flatten()
}

/// Which features one pipeline showed, in the order of the table.
#[derive(Clone, Debug)]
pub struct Seen(Vec<bool>);

impl Seen {
    /// Nothing so far.
    pub fn nothing() -> Seen {
        Seen(vec![false; TABLE.len()])
    }

    /// Adds what is in these loops.
    pub fn look(&mut self, made: &Made<'_>) {
        let casts: Vec<(ElemType, ElemType, bool)> = made.casts().collect();
        for (seen, feature) in self.0.iter_mut().zip(&*TABLE) {
            *seen = *seen
                || match feature.shown {
                    Shown::In(shows) => shows(made),
                    Shown::InKernels(_) => false,
                    Shown::Cast { from, to, saturating } => casts.contains(&(from, to, saturating)),
                };
        }
    }
}

impl Seen {
    /// Adds what is in these kernels.
    pub fn look_at_kernels(&mut self, kernels: &Program) {
        for (seen, feature) in self.0.iter_mut().zip(&*TABLE) {
            if let Shown::InKernels(shows) = feature.shown {
                *seen |= shows(kernels);
            }
        }
    }
}

/// Whether the table has a row of this name.
pub fn is_counted(name: &str) -> bool {
    TABLE.iter().any(|feature| feature.name == name)
}

/// How many pipelines showed each feature.
pub struct Counts {
    pipelines: u64,
    of: Vec<u64>,
}

impl Counts {
    /// Of no pipelines.
    pub fn none() -> Counts {
        Counts { pipelines: 0, of: vec![0; TABLE.len()] }
    }

    /// Counts a pipeline.
    pub fn add(&mut self, seen: &Seen) {
        self.pipelines += 1;
        self.of.iter_mut().zip(&seen.0).for_each(|(count, seen)| *count += u64::from(*seen));
    }

    /// Prints the counts, and asserts that there are enough of all.
    ///
    /// # Panics
    /// If a feature is too rare. Of few pipelines, nothing is asked.
    pub fn assert_enough(&self, generator: Generator) {
        let (mut text, mut rare) = (String::new(), Vec::new());
        for (feature, count) in TABLE.iter().zip(&self.of) {
            let least = feature.least[generator as usize] * self.pipelines / 100;
            if *count > 0 || least > 0 {
                let _ = writeln!(text, "{count:7} (at least {least:5})  {}", feature.name);
            }
            if *count < least {
                rare.push(format!("{}: {count}, not {least}", feature.name));
            }
        }
        println!("of {} pipelines ({generator:?}) so many have\n{text}", self.pipelines);
        assert!(rare.is_empty() || self.pipelines < 50, "too rare: {}", rare.join("; "));
    }
}

impl<'a> Made<'a> {
    fn buffers(&self) -> impl Iterator<Item = &'a Buffer> {
        self.loops.stages.iter().flatten()
    }

    /// Stages that tiles keep.
    fn kept(&self) -> impl Iterator<Item = StageId> {
        let of = |t: Tiled| t.alignment.intermediates().map(|s| s.stage).collect::<Vec<StageId>>();
        self.tiles().flat_map(of)
    }

    /// Stages that were propagated, as they were written.
    fn propagated(&self) -> impl Iterator<Item = &'a Stage> {
        let moved = self.report.inlined.iter().filter(|of| of.propagated.is_some());
        let stages = &self.written.stages;
        moved.filter_map(move |of| stages.iter().find(|stage| stage.name == of.stage))
    }

    fn live_outs_read_inside(&self) -> bool {
        self.tiles().any(|t| t.alignment.intermediates().any(|s| s.stored))
    }

    /// Those that were enlarged.
    fn enlarged(&self) -> impl Iterator<Item = StageId> {
        let (graph, enlarged) = (self.graph, &self.report.enlarged);
        self.kept().filter(|s| enlarged.contains(&graph.stages[s.0].name))
    }

    /// Whether tiles keep a stage with such a border.
    fn kept_with(&self, mode: fn(BorderMode) -> bool) -> bool {
        let border = |s: StageId| self.graph.source_border(Source::Stage(s));
        self.kept().any(|s| border(s).is_some_and(mode))
    }

    fn computes(&self) -> impl Iterator<Item = (&'a Nest, &'a Compute)> {
        self.loops.nests.iter().flat_map(|nest| nest.computes.iter().map(move |c| (nest, c)))
    }

    /// Nests of stages that read themselves.
    fn scans(&self) -> impl Iterator<Item = &'a Nest> {
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
    fn nodes(&self) -> impl Iterator<Item = (&'a Compute, ExprId, &'a Block)> {
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

    fn casts(&self) -> impl Iterator<Item = (ElemType, ElemType, bool)> {
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
    fn gathered(&self, compute: &'a Compute) -> impl Iterator<Item = (&'a Buffer, usize)> {
        let mut found = Vec::new();
        compute.value.for_each_read(&mut |_, _, source, index| {
            let data = index.iter().filter(|i| matches!(i, Index::Value(_))).count();
            if data > 0 && !compute.is_in_place(source, index) {
                found.push((source, data));
            }
        });
        found.into_iter().map(|(source, data)| (self.loops.buffer(source), data))
    }

    fn is_gather(&self, compute: &'a Compute, mode: impl Fn(BorderMode) -> bool) -> bool {
        self.gathered(compute).any(|(buffer, _)| buffer.border.is_some_and(&mode))
    }

    fn gathers(&self, mode: impl Fn(BorderMode) -> bool + Copy) -> bool {
        self.computes().any(|(_, compute)| self.is_gather(compute, mode))
    }

    /// Whether a stage has the variables that it was written with in another order.
    fn moved_innermost(&self) -> bool {
        self.graph.stages.iter().any(|stage| {
            let written = self.written.stages.iter().find(|s| s.name == stage.name);
            written.is_some_and(|w| w.rank() == 3 && w.vars[..3] != stage.vars[..3])
        })
    }

    fn gathers_twice(&self) -> bool {
        self.computes().any(|(_, c)| self.gathered(c).any(|(_, dimensions)| dimensions > 1))
    }

    fn iterated(&self) -> impl Iterator<Item = StageId> {
        self.plan.groups.iter().filter_map(|g| g.steps()).map(|steps| steps.unrolled.stage)
    }

    fn tiles(&self) -> impl Iterator<Item = Tiled> {
        let groups = self.plan.groups.iter().filter(|group| group.steps().is_none());
        groups.filter_map(Group::tiled)
    }

    fn reductions(&self, tiled: &Tiled) -> Vec<StageId> {
        let stages = tiled.alignment.stages.iter().map(|s| s.stage);
        stages.filter(|s| !self.graph.stages[s.0].updates.is_empty()).collect()
    }

    /// Whether a stage reads another one of its group.
    fn reads_stage_of(&self, tiled: &Tiled, stage: StageId) -> bool {
        tiled.alignment.stages.iter().any(|s| s.reads.iter().any(|read| read.consumer == stage))
    }

    fn scans_in_circular(&self) -> bool {
        let facts = Facts::for_pipeline(self.graph);
        (0..self.graph.stages.len()).any(|s| {
            let circular = self.loops.stages[s].as_ref().is_some_and(|b| b.circular.is_some());
            let order = circular.then(|| causal(self.graph, &facts, StageId(s)).ok()).flatten();
            order.is_some_and(|order| order.serial.len() > 1)
        })
    }

    /// Whether the live-outs have different numbers of rows for the same sizes.
    fn live_outs_at_rates(&self) -> bool {
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
    fn lanes_across_rows(&self) -> bool {
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
    fn any_loop(&self, is: impl Fn(&Nest, LoopKind, &[Stmt]) -> bool) -> bool {
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
    fn pads(&self, is: impl Fn(&Hold) -> bool) -> bool {
        self.buffers().any(|b| matches!(&b.role, Role::Scratch(held) if held.iter().any(&is)))
    }
}

/// Whether a stage of a group is read by another one of it.
fn read_in(tiled: &Tiled, stage: StageId) -> bool {
    tiled.alignment.intermediates().any(|s| s.stage == stage)
}

/// Whether tiles of a nest run on diagonals.
fn is_front(nest: &Nest) -> bool {
    nest.vars.names().iter().any(|name| name == "diagonal")
}

fn is_parallel(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| matches!(stmt, Stmt::For { kind: LoopKind::Parallel, .. }))
}

fn has_pads(body: &[Stmt]) -> bool {
    let mut found = false;
    for_each_loop(body, &mut |stmt| found |= matches!(stmt, Stmt::Scratch { .. }));
    found
}

/// Every statement that has others in it.
fn for_each_loop<'a>(body: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
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
