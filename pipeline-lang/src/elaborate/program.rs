//! The state of one elaboration: what is known of the block so far.

use super::facts::Locals;
use super::operand::Operand;
use super::scope::NameScope;
use super::settings::Settings;
use crate::error::Errors;
use crate::span::place;
use crate::syntax::{Expr, PipelineBlock, Stage, StageLayout, StageRef, Update};
use pipeline_core::ir;
use pipeline_core::ir::{
    Affine, Border, Case, Constraint, Domain, ElemType, InputId, Interval, Loc, ScalarId, Size,
    SizeId, ValueRange,
};
use proc_macro2::{Group, Ident, Span};
use std::collections::{HashMap, HashSet};

/// Elaboration of a whole pipeline visits no more expressions than this.
pub(super) const MOST_VISITS: usize = 1_000_000;

/// What a name of the block stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// A size parameter.
    Size(SizeId),
    /// A run-time scalar.
    Scalar(ScalarId),
    /// An input.
    Input(InputId),
    /// A `const` of the block's top level.
    Const,
    /// A helper function, by number.
    Helper(usize),
    /// A stage, or a family of stages with this many members' indices.
    Stage(usize),
}

impl Symbol {
    /// For messages.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Symbol::Size(_) => "a size",
            Symbol::Scalar(_) => "a scalar parameter",
            Symbol::Input(_) => "an input",
            Symbol::Const => "a constant",
            Symbol::Helper(_) => "a helper function",
            Symbol::Stage(0) => "a stage",
            Symbol::Stage(_) => "a family of stages",
        }
    }
}

/// An input; without a type if that is unknown.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) ty: Option<ElemType>,
    pub(super) domain: Domain,
    /// Whether its shape mentions only sizes and constants.
    pub(super) sound: bool,
    pub(super) border: Option<Border>,
    pub(super) values: Option<ValueRange>,
    pub(super) loc: Loc,
}

/// A run-time scalar; without a type if that is unknown.
#[derive(Debug)]
pub(super) struct Scalar {
    pub(super) name: String,
    pub(super) ty: Option<ElemType>,
    pub(super) values: Option<ValueRange>,
    pub(super) loc: Loc,
}

/// A helper function.
#[derive(Debug)]
pub(super) struct Helper<'a> {
    pub(super) name: &'a Ident,
    pub(super) params: &'a [Ident],
    pub(super) body: &'a Expr,
    /// Not to be expanded: it calls itself, or its parameters are wrong.
    pub(super) broken: bool,
}

/// One dimension of a stage.
#[derive(Clone, Debug)]
pub(super) struct StageDim {
    /// As stored.
    pub(super) interval: Interval,
    /// First value and distance of the values the user sees, where they differ from those stored.
    pub(super) step: Option<(Affine, i64)>,
}

/// How far a stage has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageState {
    /// Not yet looked at.
    Waiting,
    /// Waits for the types of stages it reads.
    Active,
    /// Elaborated, well or not.
    Done,
}

/// One stage after loops are unrolled.
#[derive(Debug)]
pub(super) struct Def<'a> {
    pub(super) stage: &'a Stage,
    /// With members: `down[2]`.
    pub(super) name: String,
    /// Compile-time variables around it.
    pub(super) scope: NameScope,
    /// Declared or found type.
    pub(super) ty: Option<ElemType>,
    pub(super) state: StageState,
    pub(super) dims: Vec<StageDim>,
    /// Names of index and window variables.
    pub(super) vars: Vec<String>,
    pub(super) cases: Vec<Case>,
    pub(super) updates: Vec<ir::Update>,
    /// Stages read, by number.
    pub(super) reads: Vec<usize>,
    pub(super) border: Option<Border>,
}

/// Everything known of the block.
pub(super) struct Elaboration<'a> {
    pub(super) block: &'a PipelineBlock,
    pub(super) types: Vec<(String, ElemType)>,
    pub(super) errors: Vec<(Span, String)>,
    pub(super) spans: Vec<Span>,
    pub(super) symbols: HashMap<String, (Symbol, Span)>,
    /// Values of the constants of the top level.
    pub(super) consts: HashMap<String, Operand>,
    pub(super) helpers: Vec<Helper<'a>>,
    pub(super) sizes: Vec<Size>,
    pub(super) constraints: Vec<Constraint>,
    pub(super) scalars: Vec<Scalar>,
    pub(super) inputs: Vec<Input>,
    pub(super) defs: Vec<Def<'a>>,
    /// Stages by family and members.
    pub(super) members: HashMap<(String, Vec<i64>), usize>,
    /// Families some member of which could not be named.
    pub(super) incomplete: HashSet<String>,
    pub(super) borders: Vec<(&'a crate::syntax::Item, NameScope)>,
    pub(super) updates: Vec<(&'a Update, NameScope)>,
    pub(super) settings: Settings,
    /// Stages that the attributes name, until they are looked up.
    pub(super) no_fuse: Vec<StageRef>,
    /// The stages of the policies of `distribute`, with their keys.
    pub(super) policies: Vec<(Ident, Vec<StageRef>)>,
    /// Keys and contents of the hints `group`, until stages are known.
    pub(super) groups: Vec<(Ident, Group)>,
    /// Stages of the hint `propagate`.
    pub(super) propagate: Vec<StageRef>,
    /// Keys and contents of the hint `clone_in`.
    pub(super) clones: Vec<(Ident, Group)>,
    /// Stages of the hint `no_propagate`.
    pub(super) no_propagate: Vec<StageRef>,
    /// Stages of the hint `layout`.
    pub(super) layouts: Vec<StageLayout>,
    /// Types of local names and of helpers, for the editor.
    pub(super) locals: Locals,
    /// Expressions visited so far.
    pub(super) visits: usize,
    /// Whether the parser left something out, so that a name may be missing for that reason.
    pub(super) partial: bool,
}

impl<'a> Elaboration<'a> {
    /// Knows nothing yet.
    pub(super) fn new(block: &'a PipelineBlock, types: &[(String, ElemType)]) -> Elaboration<'a> {
        Elaboration {
            block,
            types: types.to_vec(),
            errors: Vec::new(),
            spans: vec![block.name.span()],
            symbols: HashMap::new(),
            consts: HashMap::new(),
            helpers: Vec::new(),
            sizes: Vec::new(),
            constraints: Vec::new(),
            scalars: Vec::new(),
            inputs: Vec::new(),
            defs: Vec::new(),
            members: HashMap::new(),
            incomplete: HashSet::new(),
            borders: Vec::new(),
            updates: Vec::new(),
            settings: Settings::default(),
            no_fuse: Vec::new(),
            policies: Vec::new(),
            groups: Vec::new(),
            propagate: Vec::new(),
            clones: Vec::new(),
            no_propagate: Vec::new(),
            layouts: Vec::new(),
            locals: Locals::default(),
            visits: 0,
            partial: false,
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push((span, message.into()));
    }

    /// A number for a span.
    pub(super) fn loc(&mut self, span: Span) -> Loc {
        self.spans.push(span);
        Loc((self.spans.len() - 1) as u32)
    }

    /// Hands the errors over, each once however often a loop or a second element type met it.
    pub(super) fn report(&self, errors: &mut Errors) {
        let key = |span: &Span, message: &str| format!("{span:?} {message}");
        let mut seen: HashSet<String> = errors.iter().map(|(s, m)| key(s, m)).collect();
        let mut list: Vec<&(Span, String)> = self.errors.iter().collect();
        list.sort_by_key(|(span, _)| place(*span));
        for (span, message) in list {
            if seen.insert(key(span, message)) {
                errors.push(*span, message.clone());
            }
        }
    }
}
