//! Domains the user left out: the largest box on which every read is in its producer's domain.
//!
//! Each read's index `e(v)` over a producer's range `lo..=hi` gives `e - lo >= 0` and
//! `hi - e >= 0`, and each of these is one bound of the one variable in it. The converse of the
//! static bounds check of PolyMage, Section 3.

use super::contradiction::contradiction;
use super::integer::Facts;
use super::order::order;
use super::reads::{SourceRead, for_each_read};
use super::regions::simplify_interval;
use super::show;
use super::solve::{Solved, least, solve};
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::graph::names;
use crate::ir::{
    Affine, Atom, Domain, Index, Interval, Pipeline, Source, Stage, StageId, VarId, WindowVar,
};

/// Coefficients and constants beyond this are refused, far below overflow.
const LARGEST_MAGNITUDE: i64 = 1 << 40;

/// Whether every bound of a domain is known, written or inferred.
pub fn is_complete(domain: &Domain) -> bool {
    domain.0.iter().all(|i| !i.lo.is_empty() && !i.hi.is_empty())
}

/// Fills in every interval without bounds. A stage that cannot be inferred keeps its empty lists,
/// and those after it that depend on it stay silent.
///
/// A read counts whether or not a condition guards it. A read of a bordered source constrains as
/// if it had neither offset nor window: with `border img = clamp`, `f(y) = img(y - 1)` has the
/// domain of `img`. (An index that mentions a size keeps its offset: `img(rows - 1 - y)`; one that
/// runs backwards keeps its constant: `img(2 - c)`.)
///
/// Where clauses leave no sizes, that is all that is said.
pub fn infer_domains(mut p: Pipeline) -> (Pipeline, Vec<Diagnostic>) {
    let order = match order(&p) {
        Ok(order) => order,
        Err(cycle) => {
            let diagnostics = vec![cycle_found(&p, &cycle)];
            return (p, diagnostics);
        }
    };
    if let Some(none) = contradiction(&p) {
        return (p, vec![none]);
    }
    let facts = Facts::for_pipeline(&p);
    let sizes = p.size_names();
    let mut diagnostics = Vec::new();
    for id in order.stages {
        if is_complete(&p.stages[id.0].domain) {
            continue;
        }
        let stage = &p.stages[id.0];
        let mut inference = Inference {
            p: &p,
            facts: &facts,
            stage,
            names: names(&sizes, stage),
            bounds: vec![Interval { lo: Vec::new(), hi: Vec::new() }; stage.rank()],
            unknown_source: false,
            problems: Vec::new(),
        };
        for case in &stage.cases {
            for_each_read(&case.value, &mut |read, windows| {
                // What a stage reads of itself has the domain that is sought.
                if read.source != Source::Stage(id) {
                    inference.read(read, windows);
                }
            });
        }
        match inference.finish() {
            Ok(domain) => p.stages[id.0].domain = domain,
            Err(problems) => diagnostics.extend(problems),
        }
    }
    (p, diagnostics)
}

/// The message for stages that read one another in a circle.
pub fn cycle_found(p: &Pipeline, cycle: &[StageId]) -> Diagnostic {
    let first = &p.stages[cycle[0].0];
    let mut path = format!("`{}`", first.name);
    for stage in cycle[1..].iter().chain(&cycle[..1]) {
        path += &format!(" reads `{}`", p.stages[stage.0].name);
    }
    Diagnostic::new(first.loc, format!("stages depend on one another in a cycle: {path}"))
}

struct Inference<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    stage: &'a Stage,
    names: Names<'a>,
    bounds: Vec<Interval>,
    /// A source has no domain, for which a message exists already.
    unknown_source: bool,
    problems: Vec<Diagnostic>,
}

impl Inference<'_> {
    fn read(&mut self, read: SourceRead<'_>, windows: &[WindowVar]) {
        let p = self.p;
        let domain = p.source_domain(read.source);
        if !is_complete(domain) {
            self.unknown_source = true;
            return;
        }
        let bordered = p.source_border(read.source).is_some();
        for (index, range) in read.index.iter().zip(&domain.0) {
            let Index::Affine(index) = index else { continue };
            let stripped = bordered.then(|| without_offset(index, self.stage.rank()));
            let index = stripped.as_ref().unwrap_or(index);
            let goals = range.lo.iter().map(|lo| index.sub(lo));
            let goals = goals.chain(range.hi.iter().map(|hi| hi.sub(index)));
            for goal in goals.collect::<Vec<_>>() {
                if !self.constrain(goal, windows) {
                    self.problems.push(self.not_inferable(&read, index));
                    break;
                }
            }
        }
    }

    /// Requires `goal >= 0`; `false` if that is no bound of a single variable.
    fn constrain(&mut self, mut goal: Affine, windows: &[WindowVar]) -> bool {
        let full = goal.clone();
        for var in full.vars().into_iter().rev() {
            let window = windows.iter().rev().find(|w| w.id == var);
            let given = self.stage.domain.0.get(var.0).filter(|i| !i.lo.is_empty());
            let range = match window {
                Some(window) => window.interval(),
                None => match given {
                    Some(range) => range.clone(),
                    None => continue,
                },
            };
            match least(&goal, var, &range).as_deref() {
                Some([worst, ..]) => goal = worst.clone(),
                _ => return self.always(&full, windows),
            }
        }
        let var = match goal.vars()[..] {
            // The bounds check has the word on what no variable can change.
            [] => return true,
            [var] => var,
            _ => return false,
        };
        let (list, bound) = match solve(&goal, &Atom::Var(var)) {
            Solved::Lower(lo) => (&mut self.bounds[var.0].lo, lo),
            Solved::Upper(hi) => (&mut self.bounds[var.0].hi, hi),
            Solved::Free => return true,
            Solved::Mixed => return self.always(&full, windows),
        };
        if !list.contains(&bound) {
            list.push(bound);
        }
        true
    }

    /// Whether a goal holds whatever the open variables are, as for `y % 2`.
    fn always(&self, goal: &Affine, windows: &[WindowVar]) -> bool {
        let mut facts = self.facts.clone();
        for window in windows {
            facts = facts.with_interval(window.id, &window.interval());
        }
        facts.proves(goal)
    }

    fn not_inferable(&self, read: &SourceRead<'_>, index: &Affine) -> Diagnostic {
        let shown = show::read(self.p, read.block, read.source, read.index, &self.names);
        let message = format!(
            "the domain of `{}` cannot be inferred from {shown}: index `{}` is not a multiple of \
             one variable, shifted and divided; write the domain, `{} in {}`",
            self.stage.name,
            index.display(&self.names),
            show::head(self.stage),
            self.sketch(),
        );
        Diagnostic::new(read.expr.loc, message)
    }

    /// The domain as far as it is known.
    fn sketch(&self) -> String {
        let dims = self.stage.domain.0.iter().zip(&self.bounds);
        let known = dims.map(|(given, found)| match given.lo.is_empty() {
            true => simplify_interval(self.facts, found),
            false => given.clone(),
        });
        show::domain(&Domain(known.collect()), &self.names)
    }

    fn finish(mut self) -> Result<Domain, Vec<Diagnostic>> {
        if self.unknown_source && self.problems.is_empty() {
            return Err(Vec::new());
        }
        let mut dims = Vec::with_capacity(self.bounds.len());
        for (i, given) in self.stage.domain.0.iter().enumerate() {
            if !given.lo.is_empty() {
                dims.push(given.clone());
                continue;
            }
            let found = simplify_interval(self.facts, &self.bounds[i]);
            let (var, name) = (&self.stage.vars[i], &self.stage.name);
            let (head, sketch) = (show::head(self.stage), self.sketch());
            let large = |a: &Affine| a.magnitude() > LARGEST_MAGNITUDE;
            let problem = if found.lo.is_empty() || found.hi.is_empty() {
                // Where an index was refused, that message says what to do.
                self.problems.is_empty().then(|| {
                    format!(
                        "nothing that `{name}` reads bounds `{var}`: write the domain, \
                         `{head} in {sketch}`"
                    )
                })
            } else if found.lo.iter().chain(&found.hi).any(large) {
                Some(format!(
                    "the inferred range of `{var}` in `{name}`, {}, has figures too large to \
                     work with: write the domain, `{head} in […]`",
                    show::interval(&found, &self.names)
                ))
            } else {
                empty(self.facts, &found).then(|| {
                    format!(
                        "the domain of `{name}` is empty: what it reads leaves `{var}` the range \
                         {}, in which there is no value whatever the sizes are",
                        show::interval(&found, &self.names)
                    )
                })
            };
            self.problems.extend(problem.map(|text| Diagnostic::new(self.stage.loc, text)));
            dims.push(found);
        }
        if self.problems.is_empty() { Ok(Domain(dims)) } else { Err(self.problems) }
    }
}

/// Whether an interval has no value, whatever the sizes are.
pub fn empty(facts: &Facts, interval: &Interval) -> bool {
    interval.lo.iter().any(|lo| interval.hi.iter().any(|hi| facts.proves(&lo.sub(hi).offset(-1))))
}

/// An index without constants and window variables at any depth, unless it mentions sizes. One that
/// runs backwards keeps its constant, from which it counts.
fn without_offset(index: &Affine, rank: usize) -> Affine {
    let mut sized = false;
    index.for_each_leaf(&mut |leaf| sized |= matches!(leaf, Atom::Size(_)));
    if sized {
        return index.clone();
    }
    let without = bare(index, rank);
    let backwards = without.terms().iter().any(|(_, k)| *k < 0);
    if backwards { without.offset(index.constant()) } else { without }
}

fn bare(affine: &Affine, rank: usize) -> Affine {
    let mut out = Affine::default();
    for (atom, k) in affine.terms() {
        let kept = match atom {
            Atom::Var(VarId(v)) if *v >= rank => continue,
            Atom::Div(inner, c) => bare(inner, rank).floor_div(*c),
            Atom::Size(_) | Atom::Var(_) => Affine::atom(atom.clone()),
        };
        out = out.add_scaled(&kept, *k);
    }
    out
}

#[cfg(test)]
mod tests;
