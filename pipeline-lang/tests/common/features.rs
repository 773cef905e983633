//! What random pipelines have to make the compiler do, and how often each generator does: the table
//! that its test walks through, so that a generator which stops making something fails.
//!
//! A feature counts if it is in what was compiled, not only in the text: a circular buffer of
//! planes is one of the loop nest, a gather through a border a load of it.

mod of_some;
mod vectors;

use super::kernels::KERNELS;
use super::made::{Made, has_pads, is_front, is_parallel, read_in};
use pipeline_core::ir::{
    BinaryOp, Block, BorderMode, ElemType, Expr, Function, Node, Stage, StageId,
};
use pipeline_core::kernel::Program;
use pipeline_core::loops::{Access, Hold, LoopKind, Role, is_ordered};
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
    /// `generate_scans`: scans with stencils between them.
    Scans,
}

/// A row of the table.
struct Feature {
    name: String,
    /// Of a hundred pipelines of each generator, how many have it at least.
    least: [u64; 7],
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
    let made: [(&str, [u64; 4], Shows); 46] = [
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
        ("running sums", [0, 0, 0, 2], |m| m.running_sums().next().is_some()),
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
        ("planes of a reduction in parts", [0, 0, 0, 3], |m| {
            let is_plane = |var: &String| var != "part" && var != "copy";
            let parts = |s: &Stage| s.name.ends_with(".parts");
            m.graph.stages.iter().any(|s| parts(s) && s.vars[1..].iter().any(is_plane))
        }),
        ("updates of a point as one", [0, 0, 0, 3], |m| {
            m.computes().any(|(_, c)| c.stores.iter().any(|s| c.changes(s) > 1))
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
        ("stage of narrower integers", [0, 0, 0, 3], |m| m.narrowed().next().is_some()),
        ("integers divided as floats", [4, 0, 0, 0], |m| {
            let divides = |e: &Expr, block: &Block| match e.node {
                Node::Binary(BinaryOp::Div | BinaryOp::Rem, _, by) => {
                    e.ty.is_int() && !matches!(block.exprs[by.0].node, Node::Const(_))
                }
                _ => false,
            };
            let any = |block: &Block| block.exprs.iter().any(|e| divides(e, block));
            m.written.stages.iter().flat_map(Stage::blocks).any(any)
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
    let of_some = of_some::chosen().chain(of_some::in_chains());
    let of_some = of_some.chain(of_some::in_planes()).chain(of_some::in_scans());
    let vectors = vectors::in_vectors();
    made.into_iter().chain(kernels).chain(vectors).chain(casts()).chain(of_some).collect()
}

/// Chains, planes and scans need not have what the other generators have.
fn in_others([stages, cells, iterations, mixed]: [u64; 4]) -> [u64; 7] {
    [stages, cells, iterations, mixed, 0, 0, 0]
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
                least: [0, 0, 0, 1, 0, 0, 0],
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
