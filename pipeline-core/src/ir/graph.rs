//! Pipelines, inputs, stages and their domains.

use super::affine::{Affine, Names};
use super::border::{Border, BorderMode};
use super::elem::ElemType;
use super::expr::{Block, ExprId, Index, Node, Test};
use super::op::ReduceOp;

/// Where the user wrote something; 0 when nowhere. The front end maps it to a span.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loc(pub u32);

/// Locations never make two values differ.
impl PartialEq for Loc {
    fn eq(&self, _: &Loc) -> bool {
        true
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub usize);
    };
}
id!(/** A size parameter of the pipeline. */ SizeId);
id!(/** A run-time scalar of the pipeline. */ ScalarId);
id!(/** An input of the pipeline. */ InputId);
id!(/** A stage of the pipeline. */ StageId);
id!(/** An index variable: a stage's dimension, or a window variable after those. */ VarId);

/// A whole pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// Its name.
    pub name: String,
    /// Size parameters.
    pub sizes: Vec<Size>,
    /// What every legal assignment of the sizes satisfies, beside every size being at least 1.
    pub constraints: Vec<Constraint>,
    /// Run-time scalars.
    pub scalars: Vec<Scalar>,
    /// Inputs.
    pub inputs: Vec<Input>,
    /// Stages, in the order written.
    pub stages: Vec<Stage>,
    /// Live-outs in result order, distinct.
    pub outputs: Vec<StageId>,
}

/// The estimate of a size for which none is given.
pub const DEFAULT_ESTIMATE: i64 = 1024;

/// A size parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// Its name.
    pub name: String,
    /// What the models tune for.
    pub estimate: i64,
    /// Given by the caller rather than solved from an input's shape.
    pub argument: bool,
    /// Where it was introduced.
    pub loc: Loc,
}

/// An assumption on the sizes, verified at entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// Over sizes only.
    pub test: Test,
    /// As the user wrote it.
    pub text: String,
}

/// A run-time scalar.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: ElemType,
    /// The values that it may have, if they are fewer than its type's.
    pub values: Option<ValueRange>,
    /// Where it was introduced.
    pub loc: Loc,
}

impl Scalar {
    /// The first and last value that it may have, if it is an integer.
    pub fn int_range(&self) -> Option<(i64, i64)> {
        int_range(self.ty, self.values)
    }
}

/// The integers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The least.
    pub lo: i64,
    /// The largest, not less than it.
    pub hi: i64,
}

/// What can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// An input.
    Input(InputId),
    /// A stage: another one, or the reading stage itself.
    Stage(StageId),
}

/// An input array.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its element type.
    pub ty: ElemType,
    /// Its domain; extents are what the caller's array must have.
    pub domain: Domain,
    /// What reads outside the domain mean; without it they are errors.
    pub border: Option<Border>,
    /// The values that its points may have, if they are fewer than its type's.
    pub values: Option<ValueRange>,
    /// Where it was introduced.
    pub loc: Loc,
}

impl Input {
    /// The first and last value that its points may have, if they are integers.
    pub fn int_range(&self) -> Option<(i64, i64)> {
        int_range(self.ty, self.values)
    }
}

/// The first and last value of an integer type, or of those that are declared.
fn int_range(ty: ElemType, declared: Option<ValueRange>) -> Option<(i64, i64)> {
    declared.map_or(ty.int_range(), |values| Some((values.lo, values.hi)))
}

/// A stage: a function on an integer box.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its name, unique in the pipeline; members of a family are `down[2]`.
    pub name: String,
    /// Element type.
    pub ty: ElemType,
    /// Names of the index variables (`VarId` 0 to rank - 1), then of the window variables.
    pub vars: Vec<String>,
    /// Where it is defined.
    pub domain: Domain,
    /// What reads outside the domain mean; without it they are errors.
    pub border: Option<Border>,
    /// Definitions on disjoint regions that cover the domain. They may read the stage itself where
    /// it is computed earlier: see [`causal`](crate::analysis::causal).
    pub cases: Vec<Case>,
    /// What changes the values that the cases give, one after the other.
    pub updates: Vec<Update>,
    /// Where its name was introduced.
    pub loc: Loc,
}

impl Stage {
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.domain.0.len()
    }

    /// The blocks of its cases, then those of its updates.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.cases.iter().map(|c| &c.value).chain(self.updates.iter().map(|u| &u.value))
    }

    /// The same, to change them.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let updates = self.updates.iter_mut().map(|u| &mut u.value);
        self.cases.iter_mut().map(|c| &mut c.value).chain(updates)
    }

    /// Whether a case reads the stage itself, which is `own`.
    pub fn reads_itself(&self, own: StageId) -> bool {
        let mut found = false;
        for case in &self.cases {
            case.value.for_each_read(&mut |_, _, source, _| found |= source == Source::Stage(own));
        }
        found
    }

    /// Whether the order in which its points are computed matters: it reads itself or has updates.
    pub fn is_ordered(&self, own: StageId) -> bool {
        !self.updates.is_empty() || self.reads_itself(own)
    }
}

/// An update of a reduction: changes one point of its stage at each point of a domain of its own,
/// in order, the last variable fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// Names of the reduction variables, then of window variables.
    pub vars: Vec<String>,
    /// The reduction domain; where it is empty nothing changes.
    pub domain: Domain,
    /// The new value of the point: `op(the stage at the target, a value)`, where the first operand
    /// is the block's only read of the stage itself. See [`Update::parts`].
    pub value: Block,
    /// Where it was written.
    pub loc: Loc,
}

/// What an update's block says.
#[derive(Clone, Copy, Debug)]
pub struct UpdateParts<'a> {
    /// How the new value comes about: a reduction of numbers.
    pub op: ReduceOp,
    /// The read of the point that is changed.
    pub read: ExprId,
    /// Which point, one index a dimension of the stage.
    pub target: &'a [Index],
    /// The value that is combined in.
    pub value: ExprId,
}

impl Update {
    /// What the block says; `None` if it is not of the form that an update's has.
    pub fn parts(&self) -> Option<UpdateParts<'_>> {
        let exprs = &self.value.exprs;
        let Node::Binary(op, read, value) = exprs.get(self.value.result.0)?.node else {
            return None;
        };
        let Node::Read { source: Source::Stage(_), index } = &exprs.get(read.0)?.node else {
            return None;
        };
        let op = ReduceOp::of_numbers(op)?;
        Some(UpdateParts { op, read, target: index, value })
    }

    /// A stage over the reduction domain that computes the new values, for analyses of stages.
    pub fn as_stage(&self, of: &Stage) -> Stage {
        let (region, value, loc) = (Region::default(), self.value.clone(), self.loc);
        Stage {
            name: of.name.clone(),
            ty: of.ty,
            vars: self.vars.clone(),
            domain: self.domain.clone(),
            border: None,
            cases: vec![Case { region, value, loc }],
            updates: Vec::new(),
            loc,
        }
    }
}

/// A definition on a part of a stage's domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Where it holds.
    pub region: Region,
    /// What it computes.
    pub value: Block,
    /// Where it was written.
    pub loc: Loc,
}

/// A part of a stage's domain: all points of it that satisfy every test.
///
/// `split` (a transform) brings every test to one variable, so that loops need no conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The conditions, over sizes and the stage's variables.
    pub tests: Vec<Test>,
}

/// A box: one interval a dimension, outermost first.
#[derive(Clone, Debug, PartialEq)]
pub struct Domain(pub Vec<Interval>);

/// Integers from the largest of `lo` to the smallest of `hi`, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// Lower bounds; not empty.
    pub lo: Vec<Affine>,
    /// Upper bounds, inclusive; not empty.
    pub hi: Vec<Affine>,
}

impl Interval {
    /// `lo..=hi`.
    pub fn new(lo: Affine, hi: Affine) -> Interval {
        Interval { lo: vec![lo], hi: vec![hi] }
    }

    /// First and last value under an assignment of the sizes (and variables).
    pub fn eval(&self, sizes: &[i64], vars: &[i64]) -> (i64, i64) {
        let lo = self.lo.iter().map(|a| a.eval(sizes, vars)).max();
        let hi = self.hi.iter().map(|a| a.eval(sizes, vars)).min();
        (lo.unwrap_or(i64::MIN), hi.unwrap_or(i64::MAX))
    }

    /// Number of coordinates, if they are as many at all sizes; of an empty interval 0 or less.
    pub fn fixed_extent(&self) -> Option<i64> {
        let ([lo], [hi]) = (&self.lo[..], &self.hi[..]) else { return None };
        hi.sub(lo).as_constant().map(|last| last + 1)
    }

    /// Number of coordinates at these sizes.
    pub fn extent(&self, sizes: &[i64]) -> i64 {
        let (lo, hi) = self.eval(sizes, &[]);
        hi.saturating_sub(lo).saturating_add(1).max(0)
    }
}

impl Pipeline {
    /// The names of the sizes, by id.
    pub fn size_names(&self) -> Vec<String> {
        self.sizes.iter().map(|s| s.name.clone()).collect()
    }

    /// The estimates of the sizes, by id.
    pub fn estimates(&self) -> Vec<i64> {
        self.sizes.iter().map(|s| s.estimate).collect()
    }

    /// Name of a source.
    pub fn source_name(&self, source: Source) -> &str {
        match source {
            Source::Input(i) => &self.inputs[i.0].name,
            Source::Stage(s) => &self.stages[s.0].name,
        }
    }

    /// Domain of a source.
    pub fn source_domain(&self, source: Source) -> &Domain {
        match source {
            Source::Input(i) => &self.inputs[i.0].domain,
            Source::Stage(s) => &self.stages[s.0].domain,
        }
    }

    /// Element type of a source.
    pub fn source_type(&self, source: Source) -> ElemType {
        match source {
            Source::Input(i) => self.inputs[i.0].ty,
            Source::Stage(s) => self.stages[s.0].ty,
        }
    }

    /// Border of a source.
    pub fn source_border(&self, source: Source) -> Option<BorderMode> {
        match source {
            Source::Input(i) => self.inputs[i.0].border.as_ref().map(|b| b.mode),
            Source::Stage(s) => self.stages[s.0].border.as_ref().map(|b| b.mode),
        }
    }
}

/// Names for printing the index expressions of a stage.
pub fn names<'a>(sizes: &'a [String], stage: &'a Stage) -> Names<'a> {
    Names { sizes, vars: &stage.vars }
}
