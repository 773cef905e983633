//! Every affine read of a source without border lies in the source's domain.
//!
//! PolyMage, Section 3: "the compiler statically checks if the values of a function used in
//! defining other functions are within its domain".

use super::clause::clause;
use super::{CheckedDefinition, Context, values_of_sizes};
use crate::analysis::infer::is_complete;
use crate::analysis::reads::{SourceRead, for_each_read};
use crate::analysis::regions::simplify_interval;
use crate::analysis::scope::Scope;
use crate::analysis::show;
use crate::analysis::solve::{Solved, greatest, least, solve};
use crate::analysis::witness::{WitnessSpace, search, search_at};
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::{Affine, Atom, Domain, Index, Interval, Source, Stage, VarId};
use std::collections::HashSet;

/// Longer expressions are not shown as a read range.
const LONGEST_SHOWN: usize = 60;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // One message for a place in the text, source and dimension: the taps of a stencil share one
    // place, and so do the pieces of a case.
    let mut reported = HashSet::new();
    for definition in context.definitions() {
        let CheckedDefinition { id, stage, case, piece, update } = definition;
        let scope = Scope::new(&context.facts, piece);
        let mut done: HashSet<(Source, usize, &Affine)> = HashSet::new();
        for_each_read(&case.value, &mut |read, windows| {
            let p = context.p;
            let domain = p.source_domain(read.source);
            let own = read.source == Source::Stage(id);
            // A border redirects reads, but not the target of an update.
            let bordered = p.source_border(read.source).is_some() && !(own && update);
            if bordered || !is_complete(domain) {
                return;
            }
            let windowed = (!windows.is_empty()).then(|| scope.with_window(windows));
            let scope = windowed.as_ref().unwrap_or(&scope);
            for (dim, (index, range)) in read.index.iter().zip(&domain.0).enumerate() {
                let Index::Affine(index) = index else { continue };
                if windows.is_empty() && !done.insert((read.source, dim, index)) {
                    continue;
                }
                let Some(goal) = unproved(scope, index, range) else { continue };
                let loc = read.expr.loc;
                let place = (loc.0, if loc.0 == 0 { Some(stage.name.clone()) } else { None });
                if reported.insert((place.clone(), read.source, dim)) {
                    let failure = Failure {
                        context,
                        stage,
                        scope,
                        read: &read,
                        dim,
                        index,
                        range,
                        update,
                        own,
                    };
                    let swapped = failure.swapped();
                    found.push(Diagnostic::new(loc, failure.message(&goal, swapped.as_ref())));
                    if let Some(swapped) = swapped {
                        // What it says of one index it says of the other.
                        reported.insert((place, read.source, swapped.with));
                    }
                }
            }
        });
    }
    found
}

/// The first inequality of `index` in `range` that is not proved.
fn unproved(scope: &Scope<'_>, index: &Affine, range: &Interval) -> Option<Affine> {
    let below = range.lo.iter().map(|lo| index.sub(lo));
    let mut goals = below.chain(range.hi.iter().map(|hi| hi.sub(index)));
    goals.find(|goal| !scope.proves(goal))
}

/// Indices in another order.
struct Swapped {
    /// The dimension whose index changes places with the one at fault.
    with: usize,
    /// The read as it would be.
    read: String,
}

struct Failure<'a> {
    context: &'a Context<'a>,
    stage: &'a Stage,
    scope: &'a Scope<'a>,
    read: &'a SourceRead<'a>,
    dim: usize,
    index: &'a Affine,
    range: &'a Interval,
    /// Whether the definition is an update.
    update: bool,
    /// Whether the stage reads itself; in an update that is the target.
    own: bool,
}

impl Failure<'_> {
    fn message(&self, goal: &Affine, swapped: Option<&Swapped>) -> String {
        let p = self.context.p;
        let names = self.context.names(self.stage);
        let source = p.source_name(self.read.source);
        let (dim, domain) = (self.dim, show::interval(self.range, &names));
        let vars = self.index.vars();
        let tests = self.scope.piece().tests();
        let space = WitnessSpace {
            pipeline: p,
            dims: self.scope.dims(),
            tests: &tests,
            vary: &vars,
            hints: std::slice::from_ref(goal),
        };
        let estimates = p.estimates();
        let outside = |sizes: &[i64], vars: &[i64]| goal.eval(sizes, vars) < 0;
        let at_estimates = search_at(&space, &estimates, outside).is_some();
        let example = search(&space, outside);
        let verb = if self.is_target() { "updated" } else { "read" };
        let mut text = match &example {
            Some(w) => format!(
                "`{source}` is {verb} at index {} in dimension {dim}, outside its domain {domain}",
                self.index.eval(&w.sizes, &w.vars)
            ),
            None => format!(
                "`{source}` is not provably {verb} inside its domain {domain} in dimension {dim}"
            ),
        };
        text += &format!(": {}", self.reading());
        if let Some(w) = &example {
            let ranges = vars.iter().filter_map(|v| self.scope.dims().get(v.0));
            let ranges = ranges.flat_map(|i| i.lo.iter().chain(&i.hi));
            let sizes = values_of_sizes(ranges.chain([goal, self.index]), &w.sizes);
            let shown = |i: usize| vars.contains(&VarId(i)).then(|| w.vars[i]);
            let vars: Vec<_> = (0..w.vars.len()).map(shown).collect();
            let assignment = show::assignment(&names, &sizes, &vars);
            if !assignment.is_empty() {
                text += &format!("; for instance at {assignment}");
            }
        }
        text += ". ";
        let clause = (!at_estimates).then(|| self.sufficient_clause(goal)).flatten();
        let advice = match clause {
            Some(clause) => format!("It holds when {clause}: add `where {clause}`"),
            None if self.update => match self.shrunk(goal) {
                Some(domain) => {
                    let vars = self.stage.vars[..self.stage.rank()].join(", ");
                    format!("Shrink the reduction domain, `for ({vars}) in {domain}`")
                }
                None => "Shrink the reduction domain".into(),
            },
            None => match self.shrunk(goal) {
                Some(domain) => {
                    format!("Shrink the domain, `{} in {domain}`", show::head(self.stage))
                }
                None => format!("Shrink the domain of `{}`", self.stage.name),
            },
        };
        text += &match swapped {
            None => advice,
            Some(Swapped { read, .. }) => {
                let (first, rest) = advice.split_at(1);
                format!("Are the indices swapped: {read}? If not, {}{rest}", first.to_lowercase())
            }
        };
        match (self.is_target(), self.own) {
            (true, _) => text,
            (false, true) => text + &format!(", or add `border {source} = constant(…);`"),
            (false, false) => text + &format!(", or add `border {source} = clamp;`"),
        }
    }

    /// The read with two indices in each other's place, if that would be inside but for constants,
    /// and as it is would not.
    fn swapped(&self) -> Option<Swapped> {
        let domain = &self.context.p.source_domain(self.read.source).0;
        let plain = |index: &Index| match index {
            Index::Affine(affine) => Some(affine.offset(-affine.constant())),
            Index::Value(_) => None,
        };
        let indices: Vec<Affine> = self.read.index.iter().map(plain).collect::<Option<_>>()?;
        let inside = |index: usize, dim: usize| {
            unproved(self.scope, &indices[index], &domain[dim]).is_none()
        };
        let dim = self.dim;
        if inside(dim, dim) {
            return None;
        }
        let with = (0..domain.len())
            .find(|other| *other != dim && inside(dim, *other) && inside(*other, dim))?;
        let mut index = self.read.index.to_vec();
        index.swap(dim, with);
        let names = self.context.names(self.stage);
        let SourceRead { block, source, .. } = *self.read;
        Some(Swapped { with, read: show::read(self.context.p, block, source, &index, &names) })
    }

    /// Whether this is the point that an update changes.
    fn is_target(&self) -> bool {
        self.update && self.own
    }

    /// "stage `iy` reads img(y - 1, x) over y in 0..=rows + 1, at -1..=rows"
    fn reading(&self) -> String {
        let names = self.context.names(self.stage);
        let SourceRead { block, source, index, .. } = *self.read;
        let read = show::read(self.context.p, block, source, index, &names);
        let mut text = match (self.is_target(), self.update) {
            (true, _) => format!("{read} is updated"),
            (false, true) => format!("an update of `{}` reads {read}", self.stage.name),
            (false, false) => format!("stage `{}` reads {read}", self.stage.name),
        };
        let vars = self.index.vars();
        let ranges = vars.iter().filter_map(|var| {
            let mut text = format!("{} in {}", names.vars[var.0], self.shown_range(var.0, &names)?);
            if let Some(Some(r)) = self.scope.piece().residues.get(var.0) {
                text += &format!(" ({} % {} == {})", names.vars[var.0], r.modulus, r.residue);
            }
            Some(text)
        });
        let ranges: Vec<String> = ranges.collect();
        if !ranges.is_empty() {
            text += &format!(" over {}", ranges.join(", "));
        }
        // Of a bare variable the range has just been said.
        let bare = vars.len() == 1 && *self.index == Affine::from(vars[0]);
        if !bare && let Some(range) = self.index_range() {
            let range = show::interval(&range, &names);
            if range.len() <= LONGEST_SHOWN && !ranges.is_empty() {
                text += &format!(", at {range}");
            }
        }
        text
    }

    fn shown_range(&self, var: usize, names: &Names<'_>) -> Option<String> {
        let range = self.scope.dims().get(var)?;
        let range = simplify_interval(&self.context.facts, range);
        Some(show::interval(&range, names))
    }

    /// What the index runs over, if its ends are known exactly.
    fn index_range(&self) -> Option<Interval> {
        let (mut lo, mut hi) = (self.index.clone(), self.index.clone());
        for var in self.index.vars().into_iter().rev() {
            let range = self.scope.dims().get(var.0)?;
            let range = simplify_interval(&self.context.facts, range);
            let [least_of] = &least(&lo, var, &range)?[..] else { return None };
            let [greatest_of] = &greatest(&hi, var, &range)?[..] else { return None };
            (lo, hi) = (least_of.clone(), greatest_of.clone());
        }
        Some(Interval::new(lo, hi))
    }

    /// A clause that makes the inequality hold, from its worst case over the variables.
    fn sufficient_clause(&self, goal: &Affine) -> Option<String> {
        self.scope.least_over_sizes(goal).iter().find_map(|worst| clause(self.context, worst))
    }

    /// The stage's domain narrowed in the one variable that the inequality bounds.
    fn shrunk(&self, goal: &Affine) -> Option<String> {
        let rank = self.stage.rank();
        let mut goal = goal.clone();
        for var in goal.vars().into_iter().rev().filter(|v| v.0 >= rank) {
            goal = least(&goal, var, self.scope.dims().get(var.0)?)?.into_iter().next()?;
        }
        let [var] = goal.vars()[..] else { return None };
        let mut dims = self.stage.domain.0.clone();
        match solve(&goal, &Atom::Var(var)) {
            Solved::Lower(lo) => dims[var.0].lo = vec![lo],
            Solved::Upper(hi) => dims[var.0].hi = vec![hi],
            Solved::Free | Solved::Mixed => return None,
        }
        // A piece may be narrower than the domain; then the domain is not what to change.
        let names = self.context.names(self.stage);
        (self.stage.cases.len() == 1).then(|| show::domain(&Domain(dims), &names))
    }
}
