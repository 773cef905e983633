//! The static checks: everything that is wrong with a pipeline, with figures and a next step.
//!
//! PolyMage, Section 3, checks statically that values are read within their domains and that
//! definitions are complete and unambiguous; here also what the sizes, their estimates and
//! gathers need.

mod borders;
mod bounds;
mod cases;
mod causal;
mod clause;
mod domains;
mod gathers;
mod magnitudes;
mod sizes;

pub use magnitudes::check_magnitudes;

use crate::analysis::infer::{empty, is_complete};
use crate::analysis::integer::Facts;
use crate::analysis::regions::{Piece, piece};
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::{Affine, Case, Pipeline, Region, Stage, StageId};
use std::collections::HashSet;

/// What all checks share.
struct Context<'a> {
    p: &'a Pipeline,
    facts: Facts,
    size_names: Vec<String>,
    /// The pieces of every stage by case; `None` where the domain is not known or empty.
    pieces: Vec<Option<Vec<Piece>>>,
    /// The updates of all stages.
    reductions: &'a [Reduction],
}

/// An update as a stage over its reduction domain.
struct Reduction {
    /// The stage that is updated.
    id: StageId,
    /// The update.
    stage: Stage,
    /// Where it runs.
    piece: Piece,
    /// Whether its domain may have points.
    has_points: bool,
}

/// A definition of values: a case of a stage, or an update.
#[derive(Clone, Copy)]
struct CheckedDefinition<'a> {
    /// The stage.
    id: StageId,
    /// The stage, or the update as one.
    stage: &'a Stage,
    /// The definition.
    case: &'a Case,
    /// Where it holds.
    piece: &'a Piece,
    /// Whether it is an update.
    update: bool,
}

impl<'a> Context<'a> {
    fn new(p: &'a Pipeline, facts: Facts, reductions: &'a [Reduction]) -> Context<'a> {
        let has_points = |stage: &Stage| {
            is_complete(&stage.domain) && !stage.domain.0.iter().any(|i| empty(&facts, i))
        };
        let pieces = p.stages.iter().map(|stage| {
            let pieces = stage.cases.iter().map(|c| piece(&stage.domain, &c.region));
            has_points(stage).then(|| pieces.collect())
        });
        let pieces = pieces.collect();
        Context { p, facts, size_names: p.size_names(), pieces, reductions }
    }

    fn names(&'a self, stage: &'a Stage) -> Names<'a> {
        Names { sizes: &self.size_names, vars: &stage.vars }
    }

    fn names_of_sizes(&'a self) -> Names<'a> {
        Names { sizes: &self.size_names, vars: &[] }
    }

    /// The stages whose domains are known and not empty, with their pieces.
    fn stages(&self) -> impl Iterator<Item = (StageId, &'a Stage, &[Piece])> {
        let stages = self.p.stages.iter().zip(&self.pieces).enumerate();
        stages.filter_map(|(i, (stage, pieces))| Some((StageId(i), stage, pieces.as_deref()?)))
    }

    /// The cases of these stages, then the updates whose domains are not empty.
    fn definitions(&self) -> impl Iterator<Item = CheckedDefinition<'_>> {
        let cases = self.stages().flat_map(|(id, stage, pieces)| {
            let cases = stage.cases.iter().zip(pieces);
            cases.map(move |(case, piece)| CheckedDefinition {
                id,
                stage,
                case,
                piece,
                update: false,
            })
        });
        let updates = self.reductions.iter().filter(|r| r.has_points).map(|r| CheckedDefinition {
            id: r.id,
            stage: &r.stage,
            case: &r.stage.cases[0],
            piece: &r.piece,
            update: true,
        });
        cases.chain(updates)
    }
}

fn reductions(p: &Pipeline, facts: &Facts) -> Vec<Reduction> {
    let stages = p.stages.iter().enumerate();
    let updates = stages.flat_map(|(id, s)| s.updates.iter().map(move |u| (StageId(id), s, u)));
    let reduction = |(id, of, update): (StageId, &Stage, &crate::ir::Update)| Reduction {
        id,
        stage: update.as_stage(of),
        piece: piece(&update.domain, &Region::default()),
        has_points: !update.domain.0.iter().any(|i| empty(facts, i)),
    };
    updates.map(reduction).collect()
}

/// Checks a pipeline whose domains are inferred and whose cases are split. Everything found is
/// returned at once, in the order of the text within each kind, each message once per place.
/// Stages without a domain, about which inference has reported, are passed over. Numbers too large
/// to compute with are all that is reported where there are any.
pub fn check(p: &Pipeline) -> Vec<Diagnostic> {
    let large = check_magnitudes(p);
    if !large.is_empty() {
        return large;
    }
    let facts = Facts::for_pipeline(p);
    let reductions = reductions(p, &facts);
    let context = Context::new(p, facts, &reductions);
    let mut found = sizes::check(&context);
    found.extend(domains::check(&context));
    found.extend(cases::check(&context));
    found.extend(causal::check(&context));
    found.extend(bounds::check(&context));
    found.extend(gathers::check(&context));
    found.extend(borders::check(&context));
    let mut seen = HashSet::new();
    found.retain(|d| seen.insert((d.loc.0, d.message.clone())));
    found
}

/// The sizes that occur in any of these expressions, with their values, for an example.
fn values_of_sizes<'b>(
    affines: impl IntoIterator<Item = &'b Affine>,
    sizes: &[i64],
) -> Vec<Option<i64>> {
    let mut shown = vec![None; sizes.len()];
    for affine in affines {
        affine.for_each_leaf(&mut |leaf| {
            if let crate::ir::Atom::Size(s) = leaf {
                shown[s.0] = Some(sizes[s.0]);
            }
        });
    }
    shown
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
