//! The attributes on a block: the machine, the schedule, the cost model, the order of floats.
//!
//! They are checked twice: their words and figures first, and once the stages are known, the stages
//! that they name.

mod args;
mod clones;
mod configuration;
mod distribute;
mod group;
mod machine;
mod models;
#[cfg(feature = "target-native")]
mod native;
mod schedule;

pub use configuration::{Configuration, VARIABLE};

use super::names::{at, did_you_mean};
use super::print;
use super::program::Elaboration;
use crate::syntax::{StageLayout, StageRef};
use args::Args;
pub(super) use args::list;
pub(crate) use args::unknown;
use pipeline_core::loops::Lanes;
use pipeline_core::machine::{FusionHint, Machine, Weights};
use pipeline_core::options::{
    CloneHint, CostModel, DistributeHint, FloatOrder, GroupHint, LayoutHint, Options, PolicyHint,
    PropagateHint, Search, ShapeHint, Without,
};
use pipeline_core::schedule::grouping::Strategy;
use proc_macro2::{Group, Ident, Span};
use std::collections::HashMap;

/// Attributes that the language knows.
const ATTRIBUTES: [&str; 5] = ["machine", "schedule", "cost", "float", "distribute"];

/// What the attributes of a block say; nothing where they say nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `#[machine(…)]`.
    pub machine: Option<Machine>,
    /// `#[schedule(strategy = …)]`.
    pub strategy: Option<Strategy>,
    /// `#[schedule(states = …, incremental_from = …)]`.
    pub search: Search,
    /// `#[schedule(tile(…))]` and its parts.
    pub shape: ShapeHint,
    /// `#[schedule(times = …)]`.
    pub times: Option<i64>,
    /// `#[schedule(no_fuse(…))]`: names of stages, families as all their members.
    pub no_fuse: Vec<String>,
    /// `#[schedule(group(…))]`: families as all their members.
    pub groups: Vec<GroupHint>,
    /// `#[schedule(propagate(…))]`, likewise.
    pub propagate: Vec<PropagateHint>,
    /// `#[schedule(clone_in(…))]`.
    pub clones: Vec<CloneHint>,
    /// `#[schedule(no_propagate(…))]`, likewise.
    pub no_propagate: Vec<String>,
    /// `#[schedule(lanes = …)]`.
    pub lanes: Option<Lanes>,
    /// `#[schedule(layout(…))]`.
    pub layouts: Vec<LayoutHint>,
    /// `#[cost(…)]`.
    pub cost: CostModel,
    /// `#[cost(polymage, w1 = …)]`: those given.
    pub weights: [Option<f64>; 4],
    /// `#[cost(hipacc, t_g = …)]`: those given.
    pub fusion: FusionHint,
    /// `#[float(…)]`.
    pub float: FloatOrder,
    /// `#[schedule(without(…))]`.
    pub without: Vec<Without>,
    /// `#[distribute(y)]`.
    pub distribute: Vec<DistributeHint>,
    /// `#[distribute(y; rank(f))]`.
    pub policies: Vec<PolicyHint>,
    /// `#[distribute(y; apart(img))]`.
    pub apart: Vec<String>,
}

impl Settings {
    /// The options of a compilation; `default` is the machine of a block that names none.
    pub fn options(&self, default: &Machine) -> Options {
        let mut machine = self.machine.clone().unwrap_or_else(|| default.clone());
        let Weights { w1, w2, w3, w4 } = &mut machine.weights;
        for (weight, given) in [w1, w2, w3, w4].into_iter().zip(self.weights) {
            *weight = given.unwrap_or(*weight);
        }
        machine.fusion_hint = self.fusion;
        Options {
            machine,
            strategy: self.strategy,
            search: self.search,
            cost: self.cost,
            shape: self.shape,
            times: self.times,
            no_fuse: self.no_fuse.clone(),
            groups: self.groups.clone(),
            propagate: self.propagate.clone(),
            clones: self.clones.clone(),
            no_propagate: self.no_propagate.clone(),
            lanes: self.lanes,
            layouts: self.layouts.clone(),
            float: self.float,
            without: self.without.clone(),
            distribute: self.distribute.clone(),
            policies: self.policies.clone(),
            apart: self.apart.clone(),
        }
    }
}

/// The settings before the stages are known.
#[derive(Default)]
struct Draft {
    settings: Settings,
    /// The stages of `no_fuse`.
    no_fuse: Vec<StageRef>,
    /// The keys and contents of `group`.
    groups: Vec<(Ident, Group)>,
    /// The stages of `propagate`.
    propagate: Vec<StageRef>,
    /// The keys and contents of `clone_in`.
    clones: Vec<(Ident, Group)>,
    /// The stages of `no_propagate`.
    no_propagate: Vec<StageRef>,
    /// The stages of `layout`.
    layouts: Vec<StageLayout>,
    /// The variables of `distribute`.
    distribute: Vec<Ident>,
    /// The stages of its policies, with their keys.
    policies: Vec<(Ident, Vec<StageRef>)>,
    errors: Vec<(Span, String)>,
}

impl Draft {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push((span, message.into()));
    }
}

impl Elaboration<'_> {
    /// Reads the attributes; the stages that they name are looked at by [`Elaboration::hints`].
    pub(super) fn settings(&mut self) {
        let mut draft = Draft::default();
        let mut first: HashMap<String, Span> = HashMap::new();
        for setting in &self.block.settings {
            let (name, span) = (print::name(&setting.name), setting.name.span());
            if !ATTRIBUTES.contains(&name.as_str()) {
                let all = format!("attributes are {}", list(&ATTRIBUTES));
                let hint = did_you_mean(&name, ATTRIBUTES.into_iter()).unwrap_or(all);
                draft.error(span, format!("unknown attribute `{name}`; {hint}"));
                continue;
            }
            if let Some(before) = first.insert(name.clone(), span) {
                let before = at("first given", before);
                draft.error(span, format!("attribute `{name}` is given twice; {before}"));
                continue;
            }
            let args = Args::read(&setting.name, setting.args.clone(), &mut draft.errors);
            match name.as_str() {
                "machine" => draft.machine(args),
                "schedule" => draft.schedule(args),
                "cost" => draft.cost(args),
                "distribute" => draft.distribute(args),
                _ => draft.float(args),
            }
        }
        for (span, message) in draft.errors {
            self.error(span, message);
        }
        self.settings = draft.settings;
        self.no_fuse = draft.no_fuse;
        self.groups = draft.groups;
        self.propagate = draft.propagate;
        self.clones = draft.clones;
        self.no_propagate = draft.no_propagate;
        self.layouts = draft.layouts;
        self.policies = draft.policies;
        for var in draft.distribute {
            let (dim, loc) = (print::name(&var), self.loc(var.span()));
            self.settings.distribute.push(DistributeHint { dim, loc });
        }
    }
}
