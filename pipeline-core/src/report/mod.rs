//! The plan of a pipeline as a value, and its pictures.
//!
//! [`Report`] holds strings and numbers and refers to nothing: it says what was decided, why, and
//! what that should cost at the estimates of the sizes. [`summarise`] makes it from the
//! decisions; [`text::text`], [`json::json`], [`dot::dot`], [`svg::svg`] and [`hints::hints`] show
//! it and add nothing.
//!
//! An expansion carries the report as one string ([`carried`]), and programs show it themselves. So
//! every function on that way, from reading to showing, is `#[inline]`: code for it is made in a
//! crate that asks for a plan and nowhere else. Compiled for everybody, with optimisation, it took
//! four seconds of processor time, and takes half a second like this.

#[cfg(feature = "compiler")]
mod asked;
pub mod carried;
#[cfg(feature = "compiler")]
pub mod counts;
pub mod dot;
mod figures;
pub mod hints;
pub mod json;
mod picture;
#[cfg(feature = "compiler")]
mod pinned;
#[cfg(feature = "compiler")]
mod ranks;
#[cfg(feature = "compiler")]
mod recipes;
#[cfg(feature = "compiler")]
mod summary;
pub mod svg;
#[cfg(all(test, feature = "compiler"))]
mod tests;
pub mod text;
#[cfg(feature = "compiler")]
mod unfused;

#[cfg(feature = "compiler")]
pub use summary::{Decisions, summarise};

/// What was decided for a pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Name of the pipeline.
    pub pipeline: String,
    /// The sizes and what they are estimated to be: all figures are for these.
    pub estimates: Vec<Estimate>,
    /// The machine planned for.
    pub machine: Option<Machine>,
    /// What was asked for, as the attributes spell it; what has no effect says so.
    pub asked: Vec<String>,
    /// Hints of the attribute `schedule` with which the block gets this plan again.
    pub hints: Vec<String>,
    /// Name of what groups were compared by.
    pub cost_model: Option<String>,
    /// How the groups were found.
    pub search: Search,
    /// Stages whose definition moved into those that read them, in the order of inlining.
    pub inlined: Vec<Inlined>,
    /// The stages that are stored, and computed again where others read them.
    pub cloned: Vec<Cloned>,
    /// Names of the stages with points beyond their edges, which periodic borders ask for.
    pub enlarged: Vec<String>,
    /// Names of the stages that no live-out needs, and which are not computed.
    pub unused: Vec<String>,
    /// What the compiler warned of.
    pub warnings: Vec<Warning>,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// What is computed together, in the order in which it runs.
    pub groups: Vec<Group>,
    /// Why neighbours are in different groups.
    pub not_fused: Vec<NotFused>,
    /// Who reads whom, inlined stages included.
    pub edges: Vec<StageEdge>,
    /// Figures of the whole pipeline.
    pub totals: Totals,
    /// How it is distributed over ranks.
    pub ranks: OnRanks,
}

/// How a pipeline is distributed over ranks; nothing where it is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OnRanks {
    /// The variables of the results along which it is cut into slices.
    pub axes: Vec<String>,
    /// What groups need of arrays.
    pub needs: Vec<RankNeed>,
    /// The network that policies are shown for; a call goes by its own.
    pub network: String,
    /// What ranks get of arrays, by array and number of ranks.
    pub arrays: Vec<RankArray>,
}

/// What a rank gets of an array on some number of ranks, at the estimates of the sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct RankArray {
    /// The array.
    pub array: String,
    /// The number of ranks.
    pub ranks: u64,
    /// `exchanged`; `at hand`, where no rank needs of it what it does not own; `rank`, where each
    /// computes all that it needs; `everywhere`, where each computes all of it; `combined`, where
    /// each makes some updates of a reduction; `in turn`, where they do so one after the other.
    pub policy: String,
    /// Of an iteration in time that is exchanged, the steps between two exchanges.
    pub steps: Option<u64>,
    /// Messages that a rank gets of it, at most.
    pub messages: u64,
    /// How long they are together, in bytes.
    pub bytes: u64,
    /// What the policy was chosen from, if it was.
    pub choices: Option<RankChoices>,
}

/// What a call should take with each policy of the group that stores an array, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankChoices {
    /// Where it is exchanged.
    pub exchange_ms: f64,
    /// Where each rank computes what it needs.
    pub rank_ms: f64,
    /// Where each rank computes all of it.
    pub everywhere_ms: f64,
}

/// What a group needs of an array on a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankNeed {
    /// The array.
    pub array: String,
    /// The group's stages that are stored.
    pub group: String,
    /// What becomes of what the rank does not own: `exchanged`, `at hand`, where it owns all that
    /// it needs, or `everywhere`.
    pub policy: String,
    /// Which coordinates are needed and why that is so, in words.
    pub why: String,
}

/// A size and its estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Name of the size.
    pub name: String,
    /// What it is expected to be.
    pub value: i64,
}

/// A machine as the planner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// Where it was chosen, in words.
    pub configured: String,
    /// First-level data cache of a core, in bytes.
    pub l1: u64,
    /// Second-level cache of a core, in bytes.
    pub l2: u64,
    /// Last-level cache, in bytes.
    pub llc: u64,
    /// Cores.
    pub cores: u64,
    /// 32-bit values in a vector.
    pub lanes: u64,
}

/// How groups were looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Name of the strategy.
    pub strategy: String,
    /// Groupings looked at, by all searches together.
    pub enumerated: u64,
    /// The limit that cut the search short, in words.
    pub cut_short: Option<String>,
}

/// What the compiler warned of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Name of the lint.
    pub lint: String,
    /// What is wrong, and what to write instead.
    pub message: String,
}

/// A stage that was inlined or propagated.
#[derive(Clone, Debug, PartialEq)]
pub struct Inlined {
    /// Its name.
    pub stage: String,
    /// The computed stages that its definition ended up in; empty if that is not known.
    pub into: Vec<String>,
    /// What that should change, if it was propagated; absent if it was inlined.
    pub propagated: Option<Propagated>,
}

/// A stage that is computed again where some of its readers are.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloned {
    /// Its name.
    pub stage: String,
    /// The stages that it went into; it is stored for the others.
    pub readers: Vec<String>,
    /// What that should change.
    pub times: Propagated,
}

/// What the propagation of a stage should change.
#[derive(Clone, Debug, PartialEq)]
pub struct Propagated {
    /// Milliseconds that its group and those that read it should take with it propagated; absent
    /// if that was asked for.
    pub with_ms: Option<f64>,
    /// Milliseconds that they should take with the stage stored, likewise.
    pub without_ms: Option<f64>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its element type.
    pub ty: String,
    /// Its domain in terms of the sizes.
    pub domain: String,
    /// Points along each dimension.
    pub extents: Vec<u64>,
    /// Bytes of all its points.
    pub bytes: u64,
}

/// How a nest of a group runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What the nest is of: stages, cases or updates.
    pub of: String,
    /// The steps that make its loops, in words; empty if these are those of its dimensions.
    pub steps: String,
}

/// Stages that are computed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The stages that are seen outside of it.
    pub name: String,
    /// Its stages, producers first.
    pub stages: Vec<Stage>,
    /// How it runs.
    pub shape: Shape,
    /// Pieces of work that may run at the same time.
    pub tasks: u64,
    /// Points computed again, for each point computed at all.
    pub overlap: f64,
    /// Bytes of the scratchpads of one task.
    pub scratch_bytes: u64,
    /// Where they live: `stack` or `per-thread arena`; absent if there are none.
    pub scratch_place: Option<String>,
    /// What its cost is made of.
    pub terms: Vec<CostTerm>,
    /// Milliseconds that it should take.
    pub predicted_ms: Option<f64>,
    /// Bytes of the arrays that it reads, each once.
    pub bytes_read: u64,
    /// Bytes of the arrays that it writes.
    pub bytes_written: u64,
    /// Hints of the user that it obeys.
    pub hints: Vec<String>,
    /// How its nests run, in their order.
    pub recipes: Vec<Recipe>,
}

/// A stage of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Its element type.
    pub ty: String,
    /// Its domain in terms of the sizes.
    pub domain: String,
    /// Points along each dimension.
    pub extents: Vec<u64>,
    /// Whether it is seen outside of its group.
    pub live_out: bool,
    /// Where its values are kept.
    pub role: Role,
    /// Its variables in the order in which its dimensions lie in memory, the innermost last; empty
    /// where that is their own order.
    pub layout: Vec<String>,
    /// Points of its domain.
    pub points: u64,
    /// Points computed, each as often as it is.
    pub computed: u64,
    /// Of these, points that had been computed before.
    pub again: u64,
}

/// Where the values of a stage are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// In memory of a task, which only its group reads.
    Scratchpad {
        /// Bytes a task.
        bytes: u64,
        /// Rows that a task in the middle computes.
        rows: u64,
        /// Rows that are kept at a time.
        folded_to: u64,
    },
    /// In an array of the whole domain, allocated for the call.
    Full {
        /// Its bytes.
        bytes: u64,
    },
    /// In a result of the call.
    Output {
        /// Its bytes.
        bytes: u64,
    },
    /// In registers only.
    Register,
}

/// How a group runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Stage by stage over whole domains.
    Whole,
    /// In strips and blocks of the live-out.
    Tiles(Tiles),
}

/// Tiles of a group, in rows and columns of its live-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// Which kind of tiles.
    pub kind: TileKind,
    /// Rows in a strip.
    pub rows: u64,
    /// Columns in a block; absent where rows are not cut.
    pub width: Option<u64>,
    /// Dimensions that are cut beside rows and columns, with the coordinates in a block.
    pub depths: Vec<(String, u64)>,
    /// Rows in a step.
    pub step: u64,
    /// Rows of the prologue, in which the producers of a strip get ahead of its first row.
    pub prologue: u64,
    /// Steps in time of the one stage that it computes; 1 where it has no time.
    pub times: u64,
}

/// Kinds of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileKind {
    /// One stage after the other over a tile that has all it needs (PolyMage, Section 3.4).
    Overlapped,
    /// Overlapped tiles with parallelogram tiles inside (PolyMage+, Section 5.2).
    MultiLevel,
    /// A sliding window: row by row, over the few rows that are still to be read.
    SlidingWindow,
}

impl TileKind {
    /// Its name.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            TileKind::Overlapped => "overlapped tiles",
            TileKind::MultiLevel => "multi-level tiles",
            TileKind::SlidingWindow => "sliding window",
        }
    }
}

/// A part of a cost.
#[derive(Clone, Debug, PartialEq)]
pub struct CostTerm {
    /// What it counts.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
}

/// A consumer and a producer of it in different groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFused {
    /// The producer.
    pub producer: String,
    /// The consumer.
    pub consumer: String,
    /// Why, so that "`a` and `b` are not fused because …" is a sentence.
    pub reason: String,
}

/// A stage and one that reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageEdge {
    /// The stage or input that is read.
    pub producer: String,
    /// The stage that reads it.
    pub consumer: String,
}

/// Figures of a whole pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The most bytes that full buffers take at a time.
    pub full_bytes: u64,
    /// The most bytes that scratchpads of one thread take.
    pub scratch_bytes: u64,
    /// Bytes that all groups read and write.
    pub bytes_moved: u64,
    /// The same if every stage, inlined ones too, were computed by itself.
    pub bytes_moved_unfused: u64,
}
