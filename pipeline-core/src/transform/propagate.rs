//! Expression propagation: a stage goes into all that read it, cases and borders included.
//!
//! *Polyhedral Expression Propagation* (CC 2018). The value of a stage is computed where it is
//! read instead of being stored (Section 3.1, Algorithm 1: `transform::replace`). A read
//! whose points fall into several cases of the stage divides the *reading* stage's cases at the
//! preimages of the stage's cases under the index (Section 3, "surjective propagation
//! dependences"), and so do the points at which a border redirects it (`propagate::borders`).
//!
//! ```text
//! tmp(x) = if x == 0 { a(0) } else { a(x - 1) }      border tmp = clamp;
//! out(x) = tmp(x - 1)
//!
//! out(x) = a(0)             where x <= 1, as x - 1 <= 0
//!          a(x - 2)         where x >= 2
//! ```
//!
//! All reads of a stage are replaced, or none (Section 4.4), and live-outs stay (Section 4.1).
//! Every point is stored once here, so the reload test (Section 3.2) always succeeds; a stage that
//! is computed in an order, because it reads itself or has updates, is not propagated.
//!
//! Inlining ([`inline`](super::inline)) is the part of this that is free. Whether more is wanted is
//! for others to say: [`lines`] counts what is read at once (Section 4.2), [`complexity`] refuses
//! cases that cut loops in two (Section 4.3), and [`precedence`] orders the candidates
//! (Section 4.4).

mod borders;
pub mod complexity;
pub mod lines;
mod obstacle;
pub mod precedence;

pub use obstacle::{PropagationObstacle, Why};
pub use precedence::Precedence;

use super::prune::prune;
use super::replace::{Inlinee, MOST_EXPRS, Replace, Replacement, at, size};
use super::split::MOST_PIECES;
use super::subdomains::Subdomain;
use crate::analysis::integer::Facts;
use crate::analysis::magnitude::{LargestSizes, reach, reach_of_interval, with_windows};
use crate::analysis::reads::for_each_read;
use crate::ir::nodes::as_affine;
use crate::ir::{
    Affine, Block, Case, Domain, Interval, Node, Pipeline, Region, Source, Stage, StageId, Test,
    Value, VarId, WindowVar,
};

/// The pipeline with a stage in all that read it, and without that stage.
///
/// The pipeline has passed the checks and its cases are split; so are those of the result.
///
/// # Errors
/// Why the stage cannot go into one of them; then it goes into none.
pub fn propagate(p: &Pipeline, producer: StageId) -> Result<Pipeline, PropagationObstacle> {
    into_readers(p, producer).map(prune)
}

/// The pipeline with a stage in some of those that read it, and stored for the others.
///
/// The pipeline has passed the checks and its cases are split; so are those of the result.
///
/// # Errors
/// Why the stage cannot go into one of them; then it goes into none.
pub fn clone_in(
    p: &Pipeline,
    producer: StageId,
    readers: &[StageId],
) -> Result<Pipeline, PropagationObstacle> {
    replaced_in(p, producer, &|reader| readers.contains(&reader)).map(prune)
}

/// [`propagate`], with that stage still there, though nothing reads it any more.
pub(super) fn into_readers(
    p: &Pipeline,
    producer: StageId,
) -> Result<Pipeline, PropagationObstacle> {
    if p.outputs.contains(&producer) {
        return Err(PropagationObstacle {
            stage: p.stages[producer.0].name.clone(),
            why: Why::Output,
        });
    }
    replaced_in(p, producer, &|_| true)
}

/// A stage that reads another one, with that in it; nothing if it cannot be, or would have more
/// cases than so many. `facts` are those of the pipeline, which know what they proved in earlier
/// calls.
pub(super) fn into_reader(
    p: &Pipeline,
    facts: &Facts,
    producer: StageId,
    reader: StageId,
    most_cases: usize,
) -> Option<Stage> {
    let propagation = PropagatedStage::of(p, facts, producer).ok()?;
    PropagatedStage { most_cases, ..propagation }.stage(&p.stages[reader.0]).ok()
}

/// The pipeline with a stage in those that read it of the stages that are `meant`.
fn replaced_in(
    p: &Pipeline,
    producer: StageId,
    meant: &dyn Fn(StageId) -> bool,
) -> Result<Pipeline, PropagationObstacle> {
    let propagation = PropagatedStage::of(p, &Facts::for_pipeline(p), producer)?;
    let mut out = p.clone();
    let stages = p.stages.iter().zip(&mut out.stages).enumerate();
    for (_, (stage, own)) in stages.filter(|(id, _)| meant(StageId(*id))) {
        *own = propagation.stage(stage).map_err(|why| propagation.obstacle(why))?;
    }
    Ok(out)
}

/// A stage that goes into others.
struct PropagatedStage<'a> {
    producer: StageId,
    of: &'a Stage,
    /// Its definitions, by case.
    inlinees: Vec<Inlinee<'a>>,
    /// Its windows' variables, each once.
    windows: Vec<WindowVar>,
    /// The most cases of a stage with it.
    most_cases: usize,
    facts: Facts,
    sizes: LargestSizes,
}

/// The windows of a stage's cases, each variable with the ends that it has farthest from 0.
fn windows_of(stage: &Stage, sizes: &LargestSizes) -> Vec<WindowVar> {
    fn farther(end: &mut Affine, other: &Affine, sizes: &LargestSizes) {
        let far = |a: &Affine| reach(a, sizes, &[]).unwrap_or(i64::MAX);
        if far(other) > far(end) {
            *end = other.clone();
        }
    }
    fn visit(block: &Block, found: &mut Vec<WindowVar>, sizes: &LargestSizes) {
        for expr in &block.exprs {
            if let Node::Reduce { vars, body, .. } = &expr.node {
                for window in vars {
                    match found.iter_mut().find(|w| w.id == window.id) {
                        Some(known) => {
                            farther(&mut known.first, &window.first, sizes);
                            farther(&mut known.last, &window.last, sizes);
                        }
                        None => found.push(window.clone()),
                    }
                }
                visit(body, found, sizes);
            }
        }
    }
    let mut found = Vec::new();
    stage.cases.iter().for_each(|case| visit(&case.value, &mut found, sizes));
    found
}

/// A read of the producer, as often as it stands in a definition.
#[derive(PartialEq)]
struct Tap {
    windows: Vec<WindowVar>,
    index: Vec<Affine>,
}

/// What a read is in a part of the reading stage.
#[derive(Clone)]
enum ResolvedRead {
    /// A case of the producer at this index.
    Case(usize, Vec<Affine>),
    /// The value of a constant border.
    Outside(Value),
}

/// A part of a case of the reading stage in which it is known what each read is.
struct CasePart {
    subdomain: Subdomain,
    /// By read, as far as they have been looked at.
    found: Vec<ResolvedRead>,
}

impl<'a> PropagatedStage<'a> {
    /// Of a stage of which each point is computed by itself.
    fn of(p: &'a Pipeline, facts: &Facts, producer: StageId) -> Result<Self, PropagationObstacle> {
        let of = &p.stages[producer.0];
        let whole = |why| PropagationObstacle { stage: of.name.clone(), why };
        if of.reads_itself(producer) {
            return Err(whole(Why::ReadsItself));
        }
        if !of.updates.is_empty() {
            return Err(whole(Why::HasUpdates));
        }
        let sizes = LargestSizes::of(p);
        Ok(PropagatedStage {
            producer,
            of,
            inlinees: of.cases.iter().map(|case| Inlinee::of(&case.value)).collect(),
            windows: windows_of(of, &sizes),
            most_cases: MOST_PIECES,
            facts: facts.clone(),
            sizes,
        })
    }

    fn obstacle(&self, why: Why) -> PropagationObstacle {
        PropagationObstacle { stage: self.of.name.clone(), why }
    }

    /// A stage with the producer in it.
    fn stage(&self, stage: &Stage) -> Result<Stage, Why> {
        let mut out = stage.clone();
        let by = || stage.name.clone();
        let vars = self.vars(stage.vars.len());
        let mut cases = Vec::with_capacity(stage.cases.len());
        let mut reads = false;
        for case in &stage.cases {
            let taps = self.taps(&case.value).ok_or_else(|| Why::Gathered(by()))?;
            if taps.is_empty() {
                cases.push(case.clone());
                continue;
            }
            reads = true;
            for part in self.parts(stage, &stage.domain, &case.region, &taps)? {
                if cases.len() == self.most_cases {
                    return Err(Why::ManyCases(by()));
                }
                let reached = (&stage.domain, &vars[..]);
                let value = self.replaced(&case.value, reached, &taps, &part);
                let value = value.ok_or_else(|| Why::Large(by()))?;
                cases.push(Case { region: part.subdomain.region(), value, loc: case.loc });
            }
        }
        out.cases = cases;
        for update in &mut out.updates {
            let taps = self.taps(&update.value).ok_or_else(|| Why::Gathered(by()))?;
            if taps.is_empty() {
                continue;
            }
            let parts = self.parts(stage, &update.domain, &Region::default(), &taps)?;
            let [part] = &parts[..] else { return Err(Why::Update(by())) };
            if !part.subdomain.region().tests.is_empty() {
                return Err(Why::Update(by()));
            }
            let vars = self.vars(update.vars.len());
            let value = self.replaced(&update.value, (&update.domain, &vars), &taps, part);
            update.value = value.ok_or_else(|| Why::Large(by()))?;
            self.name_windows(&mut update.vars);
        }
        if reads {
            self.name_windows(&mut out.vars);
        }
        Ok(out)
    }

    /// The variables of a stage that go by the names of the producer's windows, which come after
    /// its own.
    fn vars(&self, own: usize) -> Vec<WindowVar> {
        let windows = self.windows.iter().enumerate();
        windows.map(|(i, of)| WindowVar { id: VarId(own + i), ..of.clone() }).collect()
    }

    fn name_windows(&self, vars: &mut Vec<String>) {
        vars.extend(self.windows.iter().map(|of| self.of.vars[of.id.0].clone()));
    }

    /// The distinct reads of the producer; `None` if one is a gather.
    fn taps(&self, block: &Block) -> Option<Vec<Tap>> {
        let (mut taps, mut gathers) = (Vec::new(), false);
        for_each_read(block, &mut |read, windows| {
            if read.source != Source::Stage(self.producer) {
                return;
            }
            match as_affine(read.index).map(|index| Tap { windows: windows.to_vec(), index }) {
                Some(tap) if taps.contains(&tap) => {}
                Some(tap) => taps.push(tap),
                None => gathers = true,
            }
        });
        (!gathers).then_some(taps)
    }

    /// The parts of a region in each of which every read is one case of the producer.
    fn parts(
        &self,
        stage: &Stage,
        domain: &Domain,
        region: &Region,
        taps: &[Tap],
    ) -> Result<Vec<CasePart>, Why> {
        let dims = domain.0.iter().enumerate();
        let facts = dims.fold(self.facts.clone(), |f, (i, dim)| f.with_interval(VarId(i), dim));
        let mut subdomains = vec![Subdomain::new(facts, domain.0.len(), 0)];
        for test in &region.tests {
            subdomains = subdomains.into_iter().flat_map(|s| s.keep_where(test)).collect();
        }
        let mut parts: Vec<CasePart> = Vec::new();
        parts.extend(subdomains.into_iter().map(|s| CasePart { subdomain: s, found: Vec::new() }));
        for tap in taps {
            let division = ReaderDivision { by: &stage.name, rank: domain.0.len(), tap };
            let mut divided = Vec::with_capacity(parts.len());
            for part in parts {
                for (subdomain, found) in self.found(&division, part.subdomain)? {
                    let found = part.found.iter().cloned().chain([found]).collect();
                    divided.push(CasePart { subdomain, found });
                }
                if divided.len() > self.most_cases {
                    return Err(Why::ManyCases(stage.name.clone()));
                }
            }
            parts = divided;
        }
        Ok(parts)
    }

    /// What a read is, in each part of a subdomain.
    fn found(
        &self,
        division: &ReaderDivision<'_>,
        subdomain: Subdomain,
    ) -> Result<Vec<(Subdomain, ResolvedRead)>, Why> {
        let mut out = Vec::new();
        for (inside, landed) in borders::landings(division, subdomain, self.of)? {
            let index = match landed {
                borders::Landed::At(index) => index,
                borders::Landed::Outside(value) => {
                    out.push((inside, ResolvedRead::Outside(value)));
                    continue;
                }
            };
            for (number, case) in self.of.cases.iter().enumerate() {
                let mut parts = vec![inside.clone()];
                for test in &case.region.tests {
                    let test = Test { affine: at(&test.affine, &index), op: test.op };
                    let mut held = Vec::with_capacity(parts.len());
                    for part in parts {
                        let divided = division.divide(part, &test)?.into_iter();
                        held.extend(divided.filter(|(_, truth)| *truth).map(|(part, _)| part));
                    }
                    parts = held;
                }
                parts.retain(|part| !part.facts().contradictory());
                out.extend(
                    parts.into_iter().map(|p| (p, ResolvedRead::Case(number, index.clone()))),
                );
            }
        }
        Ok(out)
    }

    /// A definition with what the reads are in a part; `None` if it gets too large. The domain and
    /// the new windows' variables say how far variables reach.
    fn replaced(
        &self,
        value: &Block,
        (domain, windows): (&Domain, &[WindowVar]),
        taps: &[Tap],
        part: &CasePart,
    ) -> Option<Block> {
        let reach = |dim: &Interval| reach_of_interval(dim, &self.sizes);
        let vars: Vec<i64> = domain.0.iter().map(reach).collect::<Option<_>>()?;
        let values = |index: &[Affine]| {
            let mut values = index.to_vec();
            values.resize(self.of.vars.len(), Affine::default());
            for (own, new) in self.windows.iter().zip(windows) {
                values[own.id.0] = Affine::from(new.id);
            }
            values
        };
        let with = |windows: &[WindowVar], index: Vec<Affine>| {
            let same = |tap: &Tap| tap.windows == windows && tap.index == index;
            Some(match &part.found[taps.iter().position(same)?] {
                ResolvedRead::Outside(value) => Replacement::Constant(*value),
                ResolvedRead::Case(case, index) => {
                    Replacement::Definition(&self.inlinees[*case], values(index))
                }
            })
        };
        let source = Source::Stage(self.producer);
        let replace = Replace { source, with: &with, sizes: self.sizes.clone() };
        let block = replace.block(value, &with_windows(&vars, windows, &self.sizes))?;
        (size(&block) <= MOST_EXPRS || size(&block) <= size(value)).then_some(block)
    }
}

/// How a read divides the stage that it stands in.
struct ReaderDivision<'a> {
    /// The name of that stage.
    by: &'a str,
    /// Number of its variables, those of windows aside.
    rank: usize,
    tap: &'a Tap,
}

impl ReaderDivision<'_> {
    /// What holds at the read in a part, whatever the windows' variables.
    fn facts(&self, part: &Subdomain) -> Facts {
        let within = |facts: Facts, of: &WindowVar| facts.with_interval(of.id, &of.interval());
        self.tap.windows.iter().fold(part.facts().clone(), within)
    }

    /// The parts in which a test at the read comes out as it does, whatever the windows' variables.
    fn divide(&self, part: Subdomain, test: &Test) -> Result<Vec<(Subdomain, bool)>, Why> {
        let facts = self.facts(&part);
        if facts.proves_test(test) {
            return Ok(vec![(part, true)]);
        }
        if facts.proves_test(&test.negated()) {
            return Ok(vec![(part, false)]);
        }
        let vars = test.affine.vars();
        if vars.iter().any(|v| v.0 >= self.rank) {
            return Err(Why::Window(self.by.into()));
        }
        if vars.len() > 1 {
            return Err(Why::SeveralVariables(self.by.into()));
        }
        part.divide(test).ok_or_else(|| Why::Remainders(self.by.into()))
    }
}

#[cfg(test)]
mod tests;
