//! How a pipeline is to be compiled: everything that steers decisions, as one value.
//!
//! Nothing here changes what a pipeline means, except [`FloatOrder`], which says in which order
//! floats are added.

mod group;
mod without;

use crate::ir::{Loc, Stage};
use crate::loops::Lanes;
use crate::machine::Machine;
use crate::schedule::cost::polymage::Reading;
use crate::schedule::grouping::Strategy;
use crate::schedule::speed::{MANY_STAGES, MOST_STATES};
pub use group::{At, Depth, GroupHint, Width};
use pipeline_ranks::Policy;
use std::fmt;
pub use without::Without;

/// What the compiler is told beside the stage graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The machine that is planned for.
    pub machine: Machine,
    /// How groups are looked for; without it, as suits the number of stages.
    pub strategy: Option<Strategy>,
    /// Bounds of the search for groups.
    pub search: Search,
    /// What groups cost.
    pub cost: CostModel,
    /// Numbers of the shape of every group.
    pub shape: ShapeHint,
    /// Steps of an iteration in time that are computed at once, at least 1; without it, as many as
    /// should be fastest.
    pub times: Option<i64>,
    /// Names of stages that are computed each in a group of its own. They are not inlined; cheaper
    /// stages may be inlined into them. A name that is no stage's has no effect.
    pub no_fuse: Vec<String>,
    /// Groups that are taken before any is looked for, in the order in which they run where none
    /// needs another. Their stages are not inlined.
    pub groups: Vec<GroupHint>,
    /// Stages that are to be propagated into all that read them. A name that is no stage's, or that
    /// of a stage which is inlined, has no effect.
    pub propagate: Vec<PropagateHint>,
    /// Stages that are to be computed again where some of their readers are. A name that is no
    /// stage's, or that of a stage which is inlined, has no effect.
    pub clones: Vec<CloneHint>,
    /// Names of stages that are not propagated whether that pays or not. A name that is no stage's
    /// has no effect.
    pub no_propagate: Vec<String>,
    /// How stages lie in memory. A name that is no stage's, or that of an output, has no effect.
    pub layouts: Vec<LayoutHint>,
    /// How many points vectors have; without it, as suits what each loop computes.
    pub lanes: Option<Lanes>,
    /// In which order floats are added.
    pub float: FloatOrder,
    /// What the compiler leaves undone.
    pub without: Vec<Without>,
    /// Variables of the results along which the pipeline is distributed over ranks, the outermost
    /// first; none where it runs on one machine.
    pub distribute: Vec<DistributeHint>,
    /// Stages for which it is given what becomes of what a rank needs and does not own. A name that
    /// is no stage's has no effect.
    pub policies: Vec<PolicyHint>,
    /// Names of inputs that are cut for themselves and not where the results are. A name that is no
    /// input's has no effect.
    pub apart: Vec<String>,
}

/// A variable of the results along which a pipeline is distributed.
#[derive(Clone, Debug, PartialEq)]
pub struct DistributeHint {
    /// The variable.
    pub dim: String,
    /// Where that is asked for.
    pub loc: Loc,
}

/// Where the points of a stage are computed that several ranks need.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHint {
    /// Name of the stage.
    pub stage: String,
    /// Where that is.
    pub at: ComputedAt,
    /// Where that is asked for.
    pub loc: Loc,
}

/// Where the points of a stage are computed that several ranks need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputedAt {
    /// In a group of its own, which stores them: by this policy.
    Stored(Policy),
    /// Inside the tiles of what reads them, which store nothing of it.
    Inside,
}

/// A stage that is to be propagated.
#[derive(Clone, Debug, PartialEq)]
pub struct PropagateHint {
    /// Name of the stage.
    pub stage: String,
    /// Where that was asked for.
    pub loc: Loc,
}

/// A stage that is to be computed again where it is read, and stored for other readers.
#[derive(Clone, Debug, PartialEq)]
pub struct CloneHint {
    /// Name of the stage.
    pub stage: String,
    /// Names of the stages in which that is.
    pub readers: Vec<String>,
    /// Where that was asked for.
    pub loc: Loc,
}

impl fmt::Display for CloneHint {
    /// As the attribute `schedule` spells it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clone_in({}; {})", self.stage, self.readers.join(", "))
    }
}

/// How a stage lies in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutHint {
    /// Name of the stage.
    pub stage: String,
    /// Its dimensions, the innermost in memory last.
    pub layout: Vec<usize>,
}

/// A model of what a group of stages costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// The predicted time, from [`crate::machine::Rates`].
    #[default]
    Roofline,
    /// PolyMage+'s cost (Section 4.1), from [`crate::machine::Weights`].
    Polymage(Reading),
    /// Hipacc's benefit of fused kernels and its legality (CGO 2019, Section II), from
    /// [`crate::machine::Fusion`].
    Hipacc,
}

/// Bounds of the search for groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The most groupings that one dynamic program looks at, at least 1.
    pub states: usize,
    /// The number of stages from which on PolyMage+'s Algorithm 5 takes the place of Algorithm 1
    /// where no strategy is named.
    pub incremental_from: usize,
}

impl Default for Search {
    fn default() -> Self {
        Search { states: MOST_STATES, incremental_from: MANY_STAGES }
    }
}

/// The shape in which groups run, as far as it is given; the rest is chosen. All numbers are at
/// least 1, in rows or columns of a group's live-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeHint {
    /// Rows of a strip, which one task computes.
    pub strip: Option<i64>,
    /// Columns of a block of a strip.
    pub width: Option<i64>,
    /// Rows that a step inside a strip computes; at most `strip`.
    pub step: Option<i64>,
}

/// What the compiler may do to the order in which floats are added, and whether products may be
/// added without being rounded first. Integers are exact in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatOrder {
    /// `sum(…)` and `stencil(…)` have no order, and may fuse products with additions; operators
    /// are computed as written.
    #[default]
    Free,
    /// Everything is computed in the order written, and rounded after every operator.
    Strict,
    /// Operators may be reordered and fused, too.
    Fast,
}

impl LayoutHint {
    /// The stage with its variables in this order, as the hint names it.
    pub fn spelled(&self, stage: &Stage) -> String {
        let vars: Vec<&str> = self.layout.iter().map(|d| stage.vars[*d].as_str()).collect();
        format!("{}({})", self.stage, vars.join(", "))
    }
}

impl ShapeHint {
    /// Whether any number is given.
    pub fn is_given(&self) -> bool {
        *self != ShapeHint::default()
    }
}

impl Options {
    /// Whether a stage is to have a group of its own.
    pub fn is_alone(&self, stage: &str) -> bool {
        let stored = |hint: &PolicyHint| {
            hint.stage == stage && hint.at != ComputedAt::Inside && self.group_of(stage).is_none()
        };
        self.no_fuse.iter().any(|name| name == stage) || self.policies.iter().any(stored)
    }

    /// The group that is written for a stage.
    pub fn group_of(&self, stage: &str) -> Option<&GroupHint> {
        self.groups.iter().find(|group| group.names(stage))
    }

    /// Whether a hint names a stage.
    pub fn names(&self, stage: &str) -> bool {
        let named = |name: &String| name == stage;
        self.no_fuse.iter().chain(&self.no_propagate).any(named)
            || self.group_of(stage).is_some()
            || self.propagate.iter().any(|hint| hint.stage == stage)
            || self.clones.iter().any(|hint| hint.stage == stage || hint.readers.iter().any(named))
            || self.layouts.iter().any(|hint| hint.stage == stage)
            || self.policies.iter().any(|hint| hint.stage == stage)
    }

    /// Whether something is left undone.
    pub fn is_without(&self, what: Without) -> bool {
        self.without.contains(&what)
    }

    /// Whether a stage may be propagated where that pays.
    pub fn may_propagate(&self, stage: &str) -> bool {
        let forbidden = self.no_propagate.iter().any(|name| name == stage);
        !forbidden && !self.is_alone(stage) && self.group_of(stage).is_none()
    }
}
