//! Inlining of stages into those that read them.
//!
//! PolyMage+, Section 5.1 and Algorithm 3 ("Expression Inlining"): a point-wise producer is
//! inlined into all its consumers, any producer into its only consumer if that is point-wise, until
//! nothing changes; live-outs stay. Fewer stages are fewer scratch buffers.
//!
//! Differences from Algorithm 3:
//! - "Inlining pointwise expressions does not add any redundant computations" holds only where
//!   every point is read once. A point-wise producer of more than 2 operations is inlined only if
//!   the operations that are then done again, counted over all consumers, are at most 16
//!   (`FREE_WORK`, `MOST_REDONE`); reads of further planes of a source count as operations, and
//!   where few operations would not, further sources do. What is done again counts taps, windows
//!   (every point of them, unless each is at another point of the producer, `f(x, k)` for all `k`),
//!   and consumers that read one point from several of theirs (`f(x/2)`, `f(x)` in two dimensions).
//!   Windows over the same points are one: they become one loop.
//! - A point-wise producer may read at any affine index, but each source at one index only, planes
//!   of constant numbers aside: a colour times its alpha, `f(c, y, x)*f(3, y, x)`, is point-wise. A
//!   point-wise consumer reads the producer at one index, outside windows, and never one point
//!   twice: injectively in its variables.
//! - The third rule (line 14, several consumers without overlapping references) is applied where
//!   remainders show that no two reads are of one point, as of `f(2*x)` and `f(2*x + 1)`; that may
//!   be in one consumer, too.
//! - A producer that its only consumer reads at neighbouring points is inlined where rows that run
//!   together and carry values cost no more then (`inline::neighbours`).
//! - A producer that its only consumer samples at another rate is inlined within margins of what
//!   both cost, its border becoming cases of the consumer (`inline::resampled`).
//! - A producer of several cases goes into its only consumer, if that reads each of its points once
//!   and at plain variables; the consumer gets the cases. By the third rule it goes into several,
//!   if none of them gets more cases (`inline::cases`).
//! - Otherwise a producer must have one case without conditions, no border that its sources cannot
//!   have (`inline::borders`), no window and no updates, must not read itself, and no consumer may
//!   gather from it. Its consumers may have all of these: a read inside a window is replaced inside
//!   the window's body, one in an update inside the update. So reductions are fused with their
//!   point-wise producers.
//! - It runs once on the whole pipeline, not on each candidate group of stages; the caller's
//!   [`InlinePolicy::Never`] is what a group's live-outs are in the paper.
//! - A producer that computes a polynomial function, such as `exp`, stays out of consumers that
//!   compute one, too: the second waits for the first, and both are so long that the next vector's
//!   do not start meanwhile (`chains_functions`).
//! - No definition grows beyond 2,000 expressions (`MOST_EXPRS`).
//!
//! Values stay as they were, bit by bit: expressions are moved and shared, not rewritten. Reads
//! stay inside domains because the checks found the consumer's reads inside the producer's
//! domain, where the producer's own reads are right, or the producer's border is its sources'.

mod borders;
mod cases;
mod neighbours;
mod resampled;

use super::cse::cse;
use super::prune::prune;
use super::replace::{Inlinee, MOST_EXPRS, Replace, Replacement, affine_of, size};
use crate::analysis::integer::Facts;
use crate::analysis::magnitude::{LargestSizes, reach_of_interval};
use crate::analysis::order::order;
use crate::analysis::reads::for_each_read;
use crate::analysis::regions::{Residue, piece};
use crate::analysis::together::RowPrices;
use crate::ir::affine::gcd;
use crate::ir::nodes::cost;
use crate::ir::{
    Affine, Atom, Block, Expr, ExprId, Index, Interval, Node, Pipeline, Region, Source, Stage,
    StageId, VarId, WindowVar,
};
use crate::schedule::speed::{FREE_WORK, MOST_REDONE};
use cases::WithCases;
use std::collections::{BTreeMap, BTreeSet};

/// A pipeline with some stages inlined.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// The pipeline without them.
    pub pipeline: Pipeline,
    /// Their names, in the order in which they were inlined.
    pub inlined: Vec<String>,
}

/// Whether a stage is to be inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlinePolicy {
    /// It is inlined if the rules of the [module](self) have it.
    IfCheap,
    /// It is, but not into a consumer that samples it at another rate, which is propagation.
    AtItsRate,
    /// It stays.
    Never,
    /// It is inlined wherever that is possible.
    Always,
}

/// Inlines stages into all their consumers, and removes them, as described at the
/// [module](self), with a policy for each.
///
/// The pipeline has passed the checks, its cases are split and it is pruned. Of every definition,
/// common subexpressions are shared.
pub fn inline(
    mut p: Pipeline,
    prices: &RowPrices,
    policy: &dyn Fn(StageId) -> InlinePolicy,
) -> Inlined {
    for value in p.stages.iter_mut().flat_map(Stage::blocks_mut) {
        let block = std::mem::replace(value, nothing());
        *value = cse(block);
    }
    let Ok(order) = order(&p) else { return Inlined { pipeline: p, inlined: Vec::new() } };
    // Inlining leaves the order one of producers before consumers.
    let mut open: Vec<StageId> = order.stages;
    open.retain(|s| !p.outputs.contains(s) && policy(*s) != InlinePolicy::Never);
    let consumers = order.consumers.into_iter().map(BTreeSet::from_iter).collect();
    let facts = Facts::for_pipeline(&p);
    let mut inliner = Inliner { p, consumers, inlined: Vec::new(), prices, facts };
    let wanted = |of: &Inliner<'_>, s: StageId| {
        let consumers = &of.consumers[s.0];
        let pays = || !chains_functions(&of.p, s, consumers) && pays(&of.p, s, consumers);
        may_be_inlined(&of.p, s) && (policy(s) == InlinePolicy::Always || pays())
    };
    // What stages are in the end says whether their rows run together.
    while inliner.some(&mut open, &|of, s| wanted(of, s).then(|| of.replaced(s)).flatten())
        || inliner.with_cases(&mut open)
        || inliner.some(&mut open, &|of, s| of.beside_neighbours(s))
        || inliner.resampled(&mut open, policy)
    {}
    Inlined { pipeline: prune(inliner.p), inlined: inliner.inlined }
}

/// The definitions of each consumer, with a producer in them.
type Definitions = Vec<(StageId, Vec<Block>)>;

struct Inliner<'a> {
    p: Pipeline,
    /// The stages that read each.
    consumers: Vec<BTreeSet<StageId>>,
    /// The names of those that were inlined.
    inlined: Vec<String>,
    /// What rows of stages cost, with others in them or not.
    prices: &'a RowPrices,
    /// What holds of the sizes, whatever is inlined.
    facts: Facts,
}

impl Inliner<'_> {
    /// Inlines each stage for which there are definitions; whether there was one.
    fn some(
        &mut self,
        open: &mut Vec<StageId>,
        definitions: &dyn Fn(&Inliner<'_>, StageId) -> Option<Definitions>,
    ) -> bool {
        let before = open.len();
        open.retain(|s| match definitions(self, *s) {
            Some(definitions) => {
                self.inline(*s, definitions);
                false
            }
            None => true,
        });
        open.len() < before
    }

    fn inline(&mut self, producer: StageId, definitions: Definitions) {
        borders::move_to_sources(&mut self.p, producer);
        for (consumer, blocks) in definitions {
            for (value, block) in self.p.stages[consumer.0].blocks_mut().zip(blocks) {
                *value = block;
            }
        }
        self.remove(producer);
    }

    /// Inlines each stage of several cases that its consumers may have; whether there was one.
    fn with_cases(&mut self, open: &mut Vec<StageId>) -> bool {
        let before = open.len();
        open.retain(|s| match cases::replaced(&self.p, *s, &self.consumers[s.0]) {
            Some(replaced) => {
                for WithCases { consumer, cases } in replaced {
                    self.p.stages[consumer.0].cases = cases;
                }
                self.remove(*s);
                false
            }
            None => true,
        });
        open.len() < before
    }

    /// Inlines each stage that its only consumer samples and may have; whether there was one.
    fn resampled(
        &mut self,
        open: &mut Vec<StageId>,
        policy: &dyn Fn(StageId) -> InlinePolicy,
    ) -> bool {
        let before = open.len();
        open.retain(|s| {
            match policy(*s) {
                InlinePolicy::AtItsRate | InlinePolicy::Never => return true,
                InlinePolicy::IfCheap | InlinePolicy::Always => {}
            }
            let Some(consumer) = only(&self.consumers[s.0]) else { return true };
            let both = resampled::replaced(&self.p, &self.facts, self.prices, *s, consumer);
            let Some(both) = both else { return true };
            self.p.stages[consumer.0] = both;
            self.remove(*s);
            false
        });
        open.len() < before
    }

    /// Its consumers read what a stage has read.
    fn remove(&mut self, producer: StageId) {
        let readers = std::mem::take(&mut self.consumers[producer.0]);
        for source in sources(&self.p.stages[producer.0]) {
            self.consumers[source.0].remove(&producer);
            self.consumers[source.0].extend(&readers);
        }
        self.inlined.push(self.p.stages[producer.0].name.clone());
    }

    /// The consumers of a stage with it in them, if none gets too large.
    fn replaced(&self, producer: StageId) -> Option<Definitions> {
        replaced(&self.p, producer, &self.consumers[producer.0])
    }

    /// The only consumer of a stage with it in it, if it reads neighbours and that is no dearer.
    fn beside_neighbours(&self, producer: StageId) -> Option<Definitions> {
        let consumer = only(&self.consumers[producer.0])?;
        if !may_be_inlined(&self.p, producer)
            || chains_functions(&self.p, producer, &self.consumers[producer.0])
            || !neighbours::reads_neighbours(&self.p, producer, consumer)
        {
            return None;
        }
        let definitions = self.replaced(producer)?;
        let both = &definitions[0].1;
        let pays = neighbours::pays(&self.p, self.prices, producer, consumer, both);
        pays.then_some(definitions)
    }
}

/// The only one of some stages.
fn only(stages: &BTreeSet<StageId>) -> Option<StageId> {
    stages.first().filter(|_| stages.len() == 1).copied()
}

/// What stands where a definition is away for a moment.
fn nothing() -> Block {
    Block { exprs: Vec::new(), result: ExprId(0) }
}

/// What a stage itself must be like, which stages that go into it may change.
fn may_be_inlined(p: &Pipeline, id: StageId) -> bool {
    let stage = &p.stages[id.0];
    if stage.is_ordered(id) {
        return false;
    }
    let [case] = &stage.cases[..] else { return false };
    let window = |e: &Expr| matches!(e.node, Node::Reduce { .. });
    let plain = case.region.tests.is_empty() && !case.value.exprs.iter().any(window);
    plain && borders::may_move(p, id)
}

/// The distinct stages that a stage reads.
fn sources(stage: &Stage) -> BTreeSet<StageId> {
    let mut found = BTreeSet::new();
    for block in stage.blocks() {
        block.for_each_read(&mut |_, _, source, _| {
            if let Source::Stage(s) = source {
                found.insert(s);
            }
        });
    }
    found
}

/// Whether one of the rules has the stage inlined into those that read it.
fn pays(p: &Pipeline, producer: StageId, consumers: &BTreeSet<StageId>) -> bool {
    let Some(uses) = uses(p, producer, consumers) else { return false };
    if uses.indices == 0 {
        return false;
    }
    let block = &p.stages[producer.0].cases[0].value;
    // Of each source, one read is not counted: a point-wise stage of few operations has few.
    let operations: u64 = block.exprs.iter().map(|e| u64::from(cost(&e.node).again)).sum();
    let BlockReads { sources, further } = BlockReads::of(block);
    let work = operations + further;
    let again = uses.times - 1;
    let cheap = match (work <= FREE_WORK, sources) {
        (true, 0 | 1) => true,
        // Another load each time that the stage is read.
        (true, _) => again.saturating_mul(work + sources - 1) <= MOST_REDONE,
        (false, _) => again.saturating_mul(work) <= MOST_REDONE,
    };
    let only = consumers.len() == 1 && uses.indices == 1 && uses.times == 1;
    is_point_wise(block) && cheap || only || uses.indices > 1 && uses.apart
}

/// Whether a stage and one of its consumers both compute polynomial functions. On a server of 2024,
/// `exp` and `pow` of a picture take 16.3 ms in one loop and 12.9 in two, with AVX2 30.0 and 23.3.
fn chains_functions(p: &Pipeline, producer: StageId, consumers: &BTreeSet<StageId>) -> bool {
    let is_one = |e: &Expr| matches!(e.node, Node::Call(of, _) if of.cost().is_polynomial());
    let computes = |stage: &Stage| stage.blocks().any(|block| block.exprs.iter().any(is_one));
    computes(&p.stages[producer.0]) && consumers.iter().any(|c| computes(&p.stages[c.0]))
}

/// What a block reads.
struct BlockReads {
    /// From so many sources.
    sources: u64,
    /// So many beyond the first of each.
    further: u64,
}

impl BlockReads {
    fn of(block: &Block) -> BlockReads {
        let (mut reads, mut sources) = (0, BTreeSet::new());
        block.for_each_read(&mut |_, _, source, _| {
            reads += 1;
            sources.insert(source);
        });
        let sources = sources.len() as u64;
        BlockReads { sources, further: reads - sources }
    }
}

/// Whether every source is read at one affine index, constants aside: at one point of several of
/// its planes.
fn is_point_wise(block: &Block) -> bool {
    let fixed = |i: &Index| matches!(i, Index::Affine(a) if a.vars().is_empty());
    let mut indices: BTreeMap<Source, Vec<&Index>> = BTreeMap::new();
    let mut yes = true;
    block.for_each_read(&mut |_, _, source, index| {
        let known = indices.entry(source).or_insert_with(|| index.iter().collect());
        for (known, here) in known.iter_mut().zip(index) {
            yes &= matches!(here, Index::Affine(_));
            match (fixed(known), fixed(here)) {
                (false, false) => yes &= *known == here,
                (true, false) => *known = here,
                (_, true) => {}
            }
        }
    });
    yes
}

/// How a stage is read.
struct Uses {
    /// Number of distinct indices at which each consumer reads it, added.
    indices: usize,
    /// For how many evaluations one of its points is needed at most, as far as is known; at least
    /// 1, and `u64::MAX` if nothing is known.
    times: u64,
    /// Whether no point is read twice, by whomever.
    apart: bool,
}

/// How the consumers read a stage; `None` if one gathers from it.
fn uses(p: &Pipeline, producer: StageId, consumers: &BTreeSet<StageId>) -> Option<Uses> {
    let mut all = Uses { indices: 0, times: 0, apart: true };
    let stages = consumers.iter().map(|c| &p.stages[c.0]);
    let updates: Vec<Stage> =
        stages.clone().flat_map(|s| s.updates.iter().map(|u| u.as_stage(s))).collect();
    let mut places: Vec<Vec<Affine>> = Vec::new();
    for stage in stages.chain(&updates) {
        let whole = ConsumerPoints::new(stage, &Region::default());
        // For each index with the windows around it: the evaluations in all cases.
        let mut found: BTreeMap<InWindows, u64> = BTreeMap::new();
        for case in &stage.cases {
            let points = ConsumerPoints::new(stage, &case.region);
            let mut here = BTreeSet::new();
            let mut gathers = false;
            for_each_read(&case.value, &mut |read, windows| {
                if read.source == Source::Stage(producer) {
                    let affines: Option<Vec<&Affine>> = read.index.iter().map(affine_of).collect();
                    gathers |= affines.is_none();
                    here.extend(affines.map(|a| InWindows::new(windows, &a)));
                }
            });
            if gathers {
                return None;
            }
            for read in here {
                let times = points.times(&read.index);
                let sum = found.entry(read).or_insert(0);
                *sum = sum.saturating_add(times);
            }
        }
        for (read, in_cases) in found {
            let again = read.again();
            let times = in_cases.min(whole.times(&read.index)).saturating_mul(again);
            all.indices += 1;
            all.times = all.times.saturating_add(times);
            all.apart &= times == 1 && places.iter().all(|other| apart(other, &read.index));
            places.push(read.index);
        }
    }
    Some(all)
}

/// An index in windows, equal to those that differ in the names of the windows' variables.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct InWindows {
    /// The first and the last values of the windows' variables, outermost first.
    ends: Vec<[Affine; 2]>,
    /// The index; the variables of windows are the last that there can be.
    index: Vec<Affine>,
}

impl InWindows {
    fn new(windows: &[WindowVar], index: &[&Affine]) -> InWindows {
        let renamed = |atom: &Atom| match atom {
            Atom::Var(var) => {
                let at = windows.iter().position(|of| of.id == *var)?;
                Some(Self::var(at).into())
            }
            Atom::Size(_) | Atom::Div(..) => None,
        };
        InWindows {
            ends: windows.iter().map(|w| [w.first.clone(), w.last.clone()]).collect(),
            index: index.iter().map(|a| a.substitute(&renamed)).collect(),
        }
    }

    /// The variable that stands for that of a window.
    fn var(window: usize) -> VarId {
        VarId(usize::MAX - window)
    }

    /// How often windows read one point: variables that are alone in a dimension never do.
    fn again(&self) -> u64 {
        let alone = |var: VarId| {
            let alone = |a: &Affine| a.vars()[..] == [var] && a.coefficient(&Atom::Var(var)) != 0;
            self.index.iter().any(alone)
        };
        let ends = self.ends.iter().enumerate().filter(|(i, _)| !alone(Self::var(*i)));
        let extent = |[first, last]: &[Affine; 2]| last.sub(first).as_constant().map(|n| n + 1);
        let extents = ends.map(|(_, ends)| extent(ends).map_or(u64::MAX, |n| n.max(0) as u64));
        extents.fold(1, u64::saturating_mul)
    }
}

/// Whether two indices never name one point, whatever the variables and sizes in each: in some
/// dimension they have different remainders, or are different constants.
fn apart(a: &[Affine], b: &[Affine]) -> bool {
    let different = |(a, b): (&Affine, &Affine)| {
        let coefficients = a.terms().iter().chain(b.terms()).map(|t| t.1);
        let modulus = coefficients.fold(0, gcd).abs();
        let distance = a.constant() - b.constant();
        if modulus == 0 { distance != 0 } else { distance % modulus != 0 }
    };
    a.iter().zip(b).any(different)
}

/// The points at which a case of a consumer is evaluated.
struct ConsumerPoints {
    /// Number of values of each variable, where that is a known constant.
    extents: Vec<Option<u64>>,
    residues: Vec<Option<Residue>>,
}

impl ConsumerPoints {
    fn new(stage: &Stage, region: &Region) -> ConsumerPoints {
        let piece = piece(&stage.domain, region);
        let extent = |dim: &Interval| {
            let pairs = dim.lo.iter().flat_map(|lo| dim.hi.iter().map(move |hi| hi.sub(lo)));
            let lengths = pairs.filter_map(|length| length.as_constant());
            lengths.min().map(|length| u64::try_from(length.saturating_add(1)).unwrap_or(0).max(1))
        };
        ConsumerPoints {
            extents: piece.dims.iter().map(extent).collect(),
            residues: piece.residues,
        }
    }

    /// From how many points at most one point is read at an index; at least 1, and `u64::MAX` if
    /// that is not known. Variables of windows count as fixed.
    fn times(&self, index: &[Affine]) -> u64 {
        (0..self.extents.len()).fold(1u64, |times, var| {
            let of_extent = self.extents[var];
            let of_index = index.iter().filter_map(|a| self.times_of(a, VarId(var))).min();
            let times_of_var = match (of_extent, of_index) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            let modulus = self.residues[var].map_or(1, |r| r.modulus.unsigned_abs());
            times.saturating_mul(times_of_var.map_or(u64::MAX, |t| t.div_ceil(modulus)))
        })
    }

    /// How many values of the variable at most give the index one value; `None` if other
    /// variables are involved, or the index is not `a·v + …` or `floor((a·v + …)/d) + …`.
    fn times_of(&self, index: &Affine, var: VarId) -> Option<u64> {
        let own = |v: &VarId| v.0 < self.extents.len();
        if index.vars().into_iter().filter(own).ne([var]) {
            return None;
        }
        let mentions = |atom: &Atom| match atom {
            Atom::Div(inner, _) => inner.mentions_var(var),
            leaf @ Atom::Size(_) | leaf @ Atom::Var(_) => *leaf == Atom::Var(var),
        };
        let mut with_var = index.terms().iter().map(|t| &t.0).filter(|a| mentions(a));
        match (with_var.next()?, with_var.next()) {
            (Atom::Var(_), None) => Some(1),
            (Atom::Div(inner, d), None) => {
                let mut inside = inner.terms().iter().filter(|t| mentions(&t.0));
                match (inside.next()?, inside.next()) {
                    ((Atom::Var(_), k), None) => Some(d.unsigned_abs().div_ceil(k.unsigned_abs())),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The definitions of the consumers with the producer's in place of every read of it, by
/// consumer, case and update; `None` if one would become too large.
fn replaced(p: &Pipeline, producer: StageId, consumers: &BTreeSet<StageId>) -> Option<Definitions> {
    let value = Inlinee::of(&p.stages[producer.0].cases[0].value);
    let source = Source::Stage(producer);
    let with = |_: &[WindowVar], index| Some(Replacement::Definition(&value, index));
    let replace = Replace { source, with: &with, sizes: LargestSizes::of(p) };
    let mut definitions = Vec::with_capacity(consumers.len());
    for consumer in consumers {
        let mut blocks = Vec::new();
        let stage = &p.stages[consumer.0];
        let of_cases = stage.cases.iter().map(|c| (&c.value, &stage.domain));
        let of_updates = stage.updates.iter().map(|u| (&u.value, &u.domain));
        for (value, domain) in of_cases.chain(of_updates) {
            let vars: Option<Vec<i64>> =
                domain.0.iter().map(|i| reach_of_interval(i, &replace.sizes)).collect();
            let block = replace.block(value, &vars?)?;
            if size(&block) > MOST_EXPRS && size(&block) > size(value) {
                return None;
            }
            blocks.push(block);
        }
        definitions.push((*consumer, blocks));
    }
    Some(definitions)
}

#[cfg(test)]
mod tests;
