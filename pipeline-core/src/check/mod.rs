//! The static checks: everything that is wrong with a pipeline, with figures and a next step.
//!
//! PolyMage, Section 3, checks statically that values are read within their domains and that
//! definitions are complete and unambiguous; here also what the sizes, their estimates and
//! gathers need.

mod borders;
mod bounds;
mod cases;
mod clause;
mod domains;
mod gathers;
mod sizes;

use crate::analysis::infer::{empty, is_complete};
use crate::analysis::integer::Facts;
use crate::analysis::regions::{Piece, piece};
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::{Affine, Pipeline, Stage, StageId};
use std::collections::HashSet;

/// What all checks share.
struct Context<'a> {
    p: &'a Pipeline,
    facts: Facts,
    size_names: Vec<String>,
    /// The pieces of every stage by case; `None` where the domain is not known or empty.
    pieces: Vec<Option<Vec<Piece>>>,
}

impl<'a> Context<'a> {
    fn new(p: &'a Pipeline) -> Context<'a> {
        let facts = Facts::for_pipeline(p);
        let has_points = |stage: &Stage| {
            is_complete(&stage.domain) && !stage.domain.0.iter().any(|i| empty(&facts, i))
        };
        let pieces = p.stages.iter().map(|stage| {
            let pieces = stage.cases.iter().map(|c| piece(&stage.domain, &c.region));
            has_points(stage).then(|| pieces.collect())
        });
        let pieces = pieces.collect();
        Context { p, facts, size_names: p.size_names(), pieces }
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
}

/// Checks a pipeline whose domains are inferred and whose cases are split. Everything found is
/// returned at once, in the order of the text within each kind, each message once per place.
/// Stages without a domain, about which inference has reported, are passed over.
pub fn check(p: &Pipeline) -> Vec<Diagnostic> {
    let context = Context::new(p);
    let mut found = sizes::check(&context);
    found.extend(domains::check(&context));
    found.extend(cases::check(&context));
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
