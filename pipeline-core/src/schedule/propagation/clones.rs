//! What one group stores for another is computed again in the other where that is cheaper.
//!
//! ```text
//! group 1   g = …, f(y, x) = e(g(y, x)), a = … f …        f is stored for group 2, …
//! group 2   b(y, x) = … f(y, x) …
//!
//! group 1   g = …, f(y, x) = e(g(y, x)), a = … f …        … or stays in tiles,
//! group 2   b(y, x) = … e(g(y, x)) …                      and b has a clone of it
//! ```
//!
//! Halide's `clone_in`, chosen by predicted time. Looked at are, the largest first and at most
//! [`MOST_CLONES`] of a pipeline, stages that do not fit into the last-level cache and that another
//! group reads beside their own, whose own reads are of what is in memory anyway: inputs, and what
//! other groups store. One is cloned if the two groups should take at most [`PROPAGATED`] of their
//! time then; and computed where it is read in its own group, too, if they should take less so:
//!
//! ```text
//! group 1   g = …, a = … e(g(y, x)) …                     f is computed in registers, twice where
//! group 2   b(y, x) = … e(g(y, x)) …                      two points of a need it
//! ```

use super::groups::{PredictableGroup, readers, rest};
use super::{PredictedTimes, Propagation, is_simple};
use crate::analysis::together::RowPrices;
use crate::ir::{Pipeline, Source, StageId};
use crate::options::Options;
use crate::schedule::speed::{MOST_CLONES, PROPAGATED};
use crate::transform::propagate::{clone_in, propagate};
use std::collections::BTreeSet;

/// Clones what should be computed again, as the [module](self) says, and notes it.
pub(super) fn clones(
    p: &mut Pipeline,
    groups: &mut [PredictableGroup],
    options: &Options,
    prices: &RowPrices,
    may_go: &dyn Fn(&String) -> bool,
    noted: &mut Vec<Propagation>,
) {
    let mut seen = BTreeSet::new();
    for _ in 0..MOST_CLONES {
        let unseen = |edge: &GroupEdge| !seen.contains(&edge.name(p, groups));
        let edges = edges(p, groups, options, may_go).into_iter().filter(unseen);
        let Some(edge) = edges.max_by_key(|edge| (edge.bytes, edge.stage)) else { break };
        seen.insert(edge.name(p, groups));
        let both = BTreeSet::from([edge.from, edge.to]);
        let search = CloneSearch { p, groups, both: &both, options, prices };
        let cloned = clone_in(p, edge.stage, &edge.readers).ok();
        let Some(cloned) = cloned.and_then(|after| search.found(after)) else { continue };
        let without = both.iter().map(|g| groups[*g].time).sum();
        if cloned.time() > without * PROPAGATED {
            continue;
        }
        let gone = search.has_all_readers(edge.stage).then(|| propagate(p, edge.stage));
        let gone = gone.and_then(Result::ok).and_then(|after| search.found(after));
        let gone = gone.filter(|gone| gone.time() <= cloned.time());
        let name = |id: &StageId| p.stages[id.0].name.clone();
        let cloned_in = gone.is_none().then(|| edge.readers.iter().map(name).collect());
        let chosen = gone.unwrap_or(cloned);
        let predicted = Some(PredictedTimes { with: chosen.time(), without });
        noted.push(Propagation { stage: name(&edge.stage), cloned_in, predicted });
        both.iter().zip(chosen.rest).for_each(|(g, rest)| groups[*g] = rest);
        *p = chosen.after;
    }
}

/// Where a stage of one group that another one reads is looked at.
struct CloneSearch<'a> {
    p: &'a Pipeline,
    groups: &'a [PredictableGroup],
    /// The numbers of the two.
    both: &'a BTreeSet<usize>,
    options: &'a Options,
    prices: &'a RowPrices,
}

/// What becomes of two groups.
struct ClonedGroups {
    after: Pipeline,
    rest: Vec<PredictableGroup>,
}

impl ClonedGroups {
    /// The time that they should take.
    fn time(&self) -> f64 {
        self.rest.iter().map(|group| group.time).sum()
    }
}

impl CloneSearch<'_> {
    /// What becomes of the two in a pipeline in which one has what the other stored; nothing if
    /// they cannot be, or definitions are too much then.
    fn found(&self, after: Pipeline) -> Option<ClonedGroups> {
        let is_simple = is_simple(self.p, &after, self.options.machine.streams);
        let rest = || rest(&after, self.groups, self.both, self.options, self.prices);
        let rest = is_simple.then(rest).flatten()?;
        Some(ClonedGroups { after, rest })
    }

    /// Whether nothing but stages of these groups which are computed in any order reads a stage, so
    /// that it may go.
    fn has_all_readers(&self, id: StageId) -> bool {
        let is_in = |name: &String| self.both.iter().any(|g| self.groups[*g].stages.contains(name));
        let may_have_it = |reader: StageId| {
            let stage = &self.p.stages[reader.0];
            is_in(&stage.name) && !stage.is_ordered(reader)
        };
        !self.p.outputs.contains(&id) && readers(self.p, id).all(may_have_it)
    }
}

/// What a stage of one group is to another group.
struct GroupEdge {
    stage: StageId,
    bytes: u64,
    /// The stages of the other group that read it.
    readers: Vec<StageId>,
    from: usize,
    to: usize,
}

impl GroupEdge {
    /// What it is called, also once other stages are gone.
    fn name(&self, p: &Pipeline, groups: &[PredictableGroup]) -> (String, BTreeSet<String>) {
        (p.stages[self.stage.0].name.clone(), groups[self.to].stages.clone())
    }
}

/// The edges between groups that are worth a look.
fn edges(
    p: &Pipeline,
    groups: &[PredictableGroup],
    options: &Options,
    may_go: &dyn Fn(&String) -> bool,
) -> Vec<GroupEdge> {
    let estimates = p.estimates();
    let group = |id: StageId| groups.iter().position(|g| g.stages.contains(&p.stages[id.0].name));
    let mut found = Vec::new();
    for id in (0..p.stages.len()).map(StageId) {
        let stage = &p.stages[id.0];
        let points = stage.domain.0.iter().map(|i| i.extent(&estimates).max(0) as u64);
        let bytes = points.fold(stage.ty.bytes() as u64, u64::saturating_mul);
        let Some(from) = group(id) else { continue };
        let large = bytes > options.machine.llc as u64;
        if !large || !may_go(&stage.name) || !reads_memory(p, id, &|s| group(s) != Some(from)) {
            continue;
        }
        let stays = p.outputs.contains(&id) || readers(p, id).any(|r| group(r) == Some(from));
        let mut others: Vec<GroupEdge> = Vec::new();
        for reader in readers(p, id).filter(|_| stays) {
            let Some(to) = group(reader).filter(|to| *to != from) else { continue };
            match others.iter_mut().find(|edge| edge.to == to) {
                Some(edge) => edge.readers.push(reader),
                None => {
                    others.push(GroupEdge { stage: id, bytes, readers: vec![reader], from, to })
                }
            }
        }
        let in_order =
            |edge: &GroupEdge| edge.readers.iter().all(|r| !p.stages[r.0].is_ordered(*r));
        found.extend(others.into_iter().filter(in_order));
    }
    found
}

/// Whether a stage reads inputs and what is `elsewhere` only.
fn reads_memory(p: &Pipeline, id: StageId, elsewhere: &dyn Fn(StageId) -> bool) -> bool {
    let mut all = true;
    for block in p.stages[id.0].blocks() {
        block.for_each_read(&mut |_, _, source, _| {
            all &= match source {
                Source::Input(_) => true,
                Source::Stage(s) => s != id && elsewhere(s),
            };
        });
    }
    all
}
