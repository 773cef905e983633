//! What is legal and hardly meant: the warnings of a block.
//!
//! A lint looks at places of the stage graph and says at each what it saw there: a warning, or
//! nothing. One place in the user's text may stand for many: a family's members, the points of a
//! window, the calls of a helper, the element types of a generic pipeline. So it takes what was
//! seen at all of them to decide; [`Lint::holds`] says how.
//!
//! The pass runs on the graph as the user wrote it, with its domains inferred. It never reports
//! what is only possible by the bounds of an analysis: a sum is reported where some input is known
//! to take it out of its type, a comparison where every input gives it one value.

mod borders;
mod linear;
mod stages;
mod sums;
#[cfg(test)]
mod tests;
mod totals;
mod uniform;
mod values;

use crate::analysis::integer::Facts;
use crate::analysis::ranges::Ranges;
use crate::analysis::regions::{Piece, piece};
use crate::ir::affine::Names;
use crate::ir::{Block, Loc, Pipeline, Region, Stage, StageId};

/// What is warned of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lint {
    /// A stage that no live-out needs.
    UnusedStage,
    /// An input that is neither read nor needed for its shape.
    UnusedInput,
    /// A scalar parameter that nothing mentions.
    UnusedScalar,
    /// A parameter `n: size` that nothing mentions.
    UnusedSize,
    /// A constant that nothing mentions.
    UnusedConstant,
    /// A helper that nothing calls.
    UnusedHelper,
    /// A border that no read reaches.
    UnusedBorder,
    /// A sum of 8- or 16-bit integers that some input takes beyond its type.
    NarrowSum,
    /// A total of integers that some input takes beyond its type, at the estimates of the sizes.
    WrappingTotal,
    /// A cast to integers whose type holds no value that there can be.
    LossyCast,
    /// A comparison that every input gives the same result.
    ConstantComparison,
    /// A size without `~`.
    MissingEstimate,
}

/// Which of the places that one place in the text stands for must show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// All: what is right for one member of a family is no mistake.
    Everywhere,
    /// One: a mistake for that one.
    Somewhere,
}

/// A line of the table of lints.
struct LintRow {
    lint: Lint,
    name: &'static str,
    holds: Holds,
}

const fn row(lint: Lint, name: &'static str, holds: Holds) -> LintRow {
    LintRow { lint, name, holds }
}

/// Every lint, in the order of [`Lint`].
const TABLE: [LintRow; 12] = [
    row(Lint::UnusedStage, "unused_stage", Holds::Everywhere),
    row(Lint::UnusedInput, "unused_input", Holds::Everywhere),
    row(Lint::UnusedScalar, "unused_scalar", Holds::Everywhere),
    row(Lint::UnusedSize, "unused_size", Holds::Everywhere),
    row(Lint::UnusedConstant, "unused_constant", Holds::Everywhere),
    row(Lint::UnusedHelper, "unused_helper", Holds::Everywhere),
    row(Lint::UnusedBorder, "unused_border", Holds::Everywhere),
    row(Lint::NarrowSum, "narrow_sum", Holds::Somewhere),
    row(Lint::WrappingTotal, "wrapping_total", Holds::Somewhere),
    row(Lint::LossyCast, "lossy_cast", Holds::Everywhere),
    row(Lint::ConstantComparison, "constant_comparison", Holds::Everywhere),
    row(Lint::MissingEstimate, "missing_estimate", Holds::Everywhere),
];

impl Lint {
    /// Every lint.
    pub fn all() -> impl Iterator<Item = Lint> {
        TABLE.iter().map(|row| row.lint)
    }

    /// Its name in `#[allow(…)]`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// The lint of this name.
    pub fn from_name(name: &str) -> Option<Lint> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.lint)
    }

    /// Which of the places that one place in the text stands for must show it.
    pub fn holds(self) -> Holds {
        TABLE[self as usize].holds
    }

    /// Whether it is about something that nothing uses.
    pub fn is_unused(self) -> bool {
        self.name().starts_with("unused_")
    }
}

/// What a lint saw at one place.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The lint.
    pub lint: Lint,
    /// Where it looked.
    pub loc: Loc,
    /// What is wrong there, with figures and what to write instead; `None` if nothing is.
    pub message: Option<String>,
}

/// Looks at a pipeline whose domains are known, before anything is moved or removed.
pub fn lint(p: &Pipeline) -> Vec<Observation> {
    let facts = Facts::for_pipeline(p);
    let ranges = Ranges::new(p, &facts);
    let context = LintContext { p, facts: &facts, ranges: &ranges, sizes: p.size_names() };
    let mut seen = stages::look(&context);
    seen.extend(borders::look(&context));
    seen.extend(sums::look(&context));
    seen.extend(totals::look(&context));
    seen.extend(values::look(&context));
    seen
}

/// What the lints share.
struct LintContext<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    ranges: &'a Ranges<'a>,
    sizes: Vec<String>,
}

/// A definition of values: a case of a stage, or an update.
struct LintedDefinition<'a> {
    stage: StageId,
    block: &'a Block,
    /// Names of index and window variables.
    vars: &'a [String],
    piece: Piece,
    /// Whether it is an update.
    update: bool,
}

impl<'a> LintContext<'a> {
    /// The cases of every stage, and its updates.
    fn definitions(&self) -> impl Iterator<Item = LintedDefinition<'a>> {
        self.p.stages.iter().enumerate().flat_map(|(id, stage)| definitions(StageId(id), stage))
    }

    fn names<'n>(&'n self, definition: &LintedDefinition<'n>) -> Names<'n> {
        Names { sizes: &self.sizes, vars: definition.vars }
    }
}

fn definitions(id: StageId, stage: &Stage) -> impl Iterator<Item = LintedDefinition<'_>> {
    let cases = stage.cases.iter().map(move |case| LintedDefinition {
        stage: id,
        block: &case.value,
        vars: &stage.vars,
        piece: piece(&stage.domain, &case.region),
        update: false,
    });
    let updates = stage.updates.iter().map(move |update| LintedDefinition {
        stage: id,
        block: &update.value,
        vars: &update.vars,
        piece: piece(&update.domain, &Region::default()),
        update: true,
    });
    cases.chain(updates)
}
