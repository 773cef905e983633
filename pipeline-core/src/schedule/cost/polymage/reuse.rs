//! Reuse along the dimensions of a group (PolyMage+, Section 4.2).
//!
//! "Determined by inspecting data accesses using well-known techniques", the paper says, and names
//! Wolf and Lam, "A Data Locality Optimizing Algorithm", PLDI 1991: reuse is temporal or spatial,
//! and a reference has it with itself or with others of its group. All four are one count here.
//! When only one variable of a stage advances, by one,
//!
//! ```text
//! score = references - cache lines that are touched for the first time
//! ```
//!
//! with references and lines counted for a point, on the average over the steps after which the
//! accesses repeat. For references to one source, along `x`:
//!
//! | references | new lines | score | reuse |
//! |---|---|---|---|
//! | `f(y)` | 0 | 1 | self-temporal |
//! | `f(y, x - 1)`, `f(y, x)`, `f(y, x + 1)` | 1/16 | 2 + 15/16 | group-temporal, self-spatial |
//! | `f(x - 1, y)`, `f(x, y)`, `f(x + 1, y)` | 1 | 2 | group-temporal |
//! | `f(x - 2, y)`, `f(x + 2, y)` | 1 | 1 | group-temporal, four steps later |
//! | `f(2*x, y)`, `f(2*x + 1, y)` | 2 | 0 | none |
//! | `f(x/2, y)` | 1/2 | 1/2 | self-temporal, every other step |
//!
//! with 16 values of four bytes a line. A group's score is the sum over its stages, each point of a
//! stage counting the same whatever the stage's rate, and each reference of a stage once, whichever
//! cases make it.
//!
//! Not counted: gathers, whose places depend on data; and the values of a window beyond
//! [`MOST_REFERENCES`].

use crate::analysis::reads::for_each_read;
use crate::ir::affine::gcd;
use crate::ir::{Affine, Atom, Index, Pipeline, Source, Stage, StageId, VarId, WindowVar};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a cache line.
const LINE: f64 = 64.0;

/// The most references that a read in windows counts for.
pub const MOST_REFERENCES: i64 = 1024;

/// Steps after which accesses repeat at the latest; those that do not have no reuse.
const MOST_STEPS: i64 = 64;

/// The reuse scores of a pipeline's stages, for groups to add up.
#[derive(Clone, Debug, PartialEq)]
pub struct ReuseScores {
    /// By stage, by dimension of the stage.
    stages: Vec<Vec<f64>>,
}

impl ReuseScores {
    /// The scores of every stage.
    pub fn new(p: &Pipeline) -> ReuseScores {
        let sizes = p.estimates();
        let scores = |stage: &Stage| {
            let references = references(stage, &sizes);
            (0..stage.rank()).map(|dim| score(p, &references, VarId(dim))).collect()
        };
        ReuseScores { stages: p.stages.iter().map(scores).collect() }
    }

    /// The scores along the dimensions of one stage.
    pub fn stage(&self, stage: StageId) -> &[f64] {
        &self.stages[stage.0]
    }

    /// The scores along the `rank` dimensions of a group: each member's are added to those
    /// dimensions of the group that its own ones follow.
    pub fn group<'a>(
        &self,
        rank: usize,
        members: impl IntoIterator<Item = (StageId, &'a [Option<usize>])>,
    ) -> Vec<f64> {
        let mut sums = vec![0.0; rank];
        for (stage, dims) in members {
            for (score, dim) in self.stages[stage.0].iter().zip(dims) {
                if let Some(sum) = dim.and_then(|d| sums.get_mut(d)) {
                    *sum += score;
                }
            }
        }
        sums
    }
}

/// A source and one index a dimension.
type SourceReference = (Source, Vec<Affine>);

/// The distinct references of a stage at some sizes, windows written out.
fn references(stage: &Stage, sizes: &[i64]) -> BTreeSet<SourceReference> {
    let mut found = BTreeSet::new();
    for case in &stage.cases {
        for_each_read(&case.value, &mut |read, windows| {
            let affine = |i: &Index| match i {
                Index::Affine(a) => Some(a.clone()),
                Index::Value(_) => None,
            };
            if let Some(index) = read.index.iter().map(affine).collect::<Option<Vec<_>>>() {
                let mentioned = |w: &&WindowVar| index.iter().any(|a| a.mentions_var(w.id));
                let windows: Vec<WindowVar> =
                    windows.iter().filter(mentioned).map(|w| w.at(sizes)).collect();
                let written_out = write_out(index, &windows);
                found.extend(written_out.into_iter().map(|index| (read.source, index)));
            }
        });
    }
    found
}

/// The indices for every value of window variables with constant ends.
fn write_out(index: Vec<Affine>, windows: &[WindowVar]) -> Vec<Vec<Affine>> {
    let mut all = vec![index];
    for window in windows {
        let room = (MOST_REFERENCES / all.len() as i64).max(1);
        let values =
            (0..window.fixed_extent().unwrap_or(0).min(room)).map(|i| window.first.offset(i));
        let at = |value: Affine, index: &[Affine]| -> Vec<Affine> {
            index.iter().map(|a| a.substitute_var(window.id, &value)).collect()
        };
        let each = values.flat_map(|value| all.iter().map(move |index| (value.clone(), index)));
        all = each.map(|(value, index)| at(value, index)).collect();
    }
    all
}

/// What references have in common that may visit the same places as a variable advances.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Track {
    source: Source,
    /// What the indices advance by in a period.
    advance: Vec<i64>,
    /// The indices without constant terms.
    rest: Vec<Affine>,
    /// The constant terms of the indices that stand still; `None` for the others.
    still: Vec<Option<i64>>,
}

/// The score of a stage's references along one of its variables.
fn score(p: &Pipeline, references: &BTreeSet<SourceReference>, var: VarId) -> f64 {
    let steps = period(references, var);
    let mut tracks: BTreeMap<Track, BTreeSet<Vec<i64>>> = BTreeMap::new();
    let mut count = 0;
    for step in 0..steps {
        let at = Affine::from(var).scale(steps).offset(step);
        let moved = |(source, index): &SourceReference| -> SourceReference {
            (*source, index.iter().map(|a| a.substitute_var(var, &at)).collect())
        };
        let here: BTreeSet<SourceReference> = references.iter().map(moved).collect();
        count += here.len();
        for (source, index) in here {
            let advance: Vec<i64> = index.iter().map(|a| a.coefficient(&Atom::Var(var))).collect();
            let rest = index.iter().map(Affine::without_constant).collect();
            let fixed = |(a, k): (&Affine, &i64)| (*k == 0).then(|| a.constant());
            let still = index.iter().zip(&advance).map(fixed).collect();
            let first = first_visit(&index, &advance);
            tracks.entry(Track { source, advance, rest, still }).or_default().insert(first);
        }
    }
    let new = tracks.iter().map(|(track, places)| {
        let bytes = p.source_type(track.source).bytes();
        new_lines(track, var, places.len() as f64, bytes as f64)
    });
    let new: f64 = new.sum();
    (count as f64 - new) / steps as f64
}

/// The constant terms of the moving indices, taken back by whole periods to where the first of them
/// is least: references that visit the same place, now or later, have the same.
fn first_visit(index: &[Affine], advance: &[i64]) -> Vec<i64> {
    let moving = || index.iter().zip(advance).filter(|(_, k)| **k != 0);
    let periods = moving().next().map_or(0, |(a, k)| a.constant().div_euclid(*k));
    moving().map(|(a, k)| a.constant() - periods * k).collect()
}

/// Cache lines that are touched for the first time in a period, on a track with so many places a
/// period. Every place is new where an index does not repeat within the period.
fn new_lines(track: &Track, var: VarId, places: f64, bytes: f64) -> f64 {
    let inside = |(atom, _): &(Atom, i64)| matches!(atom, Atom::Div(a, _) if a.mentions_var(var));
    if track.rest.iter().any(|a| a.terms().iter().any(inside)) {
        return places;
    }
    let mut moving = track.advance.iter().enumerate().filter(|(_, k)| **k != 0);
    match (moving.next(), moving.next()) {
        (None, _) => 0.0,
        (Some((dim, advance)), None) if dim + 1 == track.advance.len() => {
            places.min(advance.unsigned_abs() as f64 * bytes / LINE)
        }
        _ => places,
    }
}

/// Steps of a variable after which every index has advanced by a whole number.
fn period(references: &BTreeSet<SourceReference>, var: VarId) -> i64 {
    let indices = references.iter().flat_map(|(_, index)| index);
    let steps = indices.map(|a| cycle(a, var)).fold(1, common_multiple);
    if steps > MOST_STEPS { 1 } else { steps }
}

fn cycle(affine: &Affine, var: VarId) -> i64 {
    let cycles = affine.terms().iter().map(|(atom, _)| match atom {
        Atom::Div(inner, d) if inner.mentions_var(var) => cycle(inner, var).saturating_mul(*d),
        Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => 1,
    });
    cycles.fold(1, common_multiple)
}

fn common_multiple(a: i64, b: i64) -> i64 {
    (a / gcd(a, b)).saturating_mul(b)
}

#[cfg(test)]
mod tests;
