//! Structural checks of the stage graph: what every pass may rely on.
//!
//! Whether reads stay inside domains and regions cover them is not structure; the checks find
//! that out.

use super::border::Border;
use super::graph::{Domain, Pipeline, Source};
use super::{Affine, Atom, ElemType, Node, Stage, StageId, Test, TestOp, Update, ValueRange};
use crate::analysis::order::order;
use std::collections::HashSet;

mod block;
mod limits;
#[cfg(test)]
mod tests;

pub(crate) use limits::beyond_limits;

/// Most dimensions of an input or stage.
pub const MAX_RANK: usize = 4;

/// Most variables of a reduction.
pub const MAX_REDUCTION_RANK: usize = 8;

/// Checks the structure of a pipeline; the violations name the stage, the case and the
/// expression.
pub fn verify(p: &Pipeline) -> Result<(), Vec<String>> {
    let mut v = Verifier { p, violations: Vec::new() };
    v.names();
    v.parameters();
    for (i, stage) in p.stages.iter().enumerate() {
        v.stage(stage);
        for (number, update) in stage.updates.iter().enumerate() {
            v.update(StageId(i), number, update);
        }
    }
    v.outputs();
    // Only a graph whose ids are in range can be searched for cycles.
    if v.violations.is_empty() {
        v.cycles();
    }
    if v.violations.is_empty() { Ok(()) } else { Err(v.violations) }
}

struct Verifier<'a> {
    p: &'a Pipeline,
    violations: Vec<String>,
}

impl<'a> Verifier<'a> {
    fn report(&mut self, place: &str, what: impl AsRef<str>) {
        self.violations.push(format!("{place}: {}", what.as_ref()));
    }

    fn names(&mut self) {
        let p = self.p;
        self.unique("sizes", p.sizes.iter().map(|s| &s.name));
        self.unique("scalars", p.scalars.iter().map(|s| &s.name));
        let inputs = p.inputs.iter().map(|i| &i.name);
        self.unique("inputs and stages", inputs.chain(p.stages.iter().map(|s| &s.name)));
    }

    fn unique(&mut self, kind: &str, names: impl Iterator<Item = &'a String>) {
        let mut seen = HashSet::new();
        for name in names {
            if name.is_empty() {
                self.report(kind, "one has no name");
            } else if !seen.insert(name) {
                self.report(kind, format!("two are named `{name}`"));
            }
        }
    }

    fn parameters(&mut self) {
        for size in &self.p.sizes {
            if size.estimate < 1 {
                let what = format!("estimate {} is not positive", size.estimate);
                self.report(&format!("size `{}`", size.name), what);
            }
        }
        for (i, constraint) in self.p.constraints.iter().enumerate() {
            self.test(&format!("constraint {i}"), &constraint.test, &|_| false);
        }
        for scalar in &self.p.scalars {
            if scalar.ty == ElemType::Bool {
                self.report(&format!("scalar `{}`", scalar.name), "its type is bool");
            }
            self.values(&format!("scalar `{}`", scalar.name), scalar.values, scalar.ty);
        }
        for input in &self.p.inputs {
            let place = format!("input `{}`", input.name);
            if input.ty == ElemType::Bool {
                self.report(&place, "its type is bool");
            }
            self.domain(&place, &input.domain, MAX_RANK);
            self.border(&place, &input.border, input.ty);
            self.values(&place, input.values, input.ty);
        }
    }

    fn values(&mut self, place: &str, values: Option<ValueRange>, ty: ElemType) {
        let Some(ValueRange { lo, hi }) = values else { return };
        let inside = ty.int_range().is_some_and(|(least, largest)| least <= lo && hi <= largest);
        if !inside || lo > hi {
            self.report(place, format!("{lo}..={hi} are no values of {ty}"));
        }
    }

    fn stage(&mut self, stage: &'a Stage) {
        let place = format!("stage `{}`", stage.name);
        self.domain(&place, &stage.domain, MAX_RANK);
        self.border(&place, &stage.border, stage.ty);
        if stage.vars.len() < stage.rank() {
            let (vars, rank) = (stage.vars.len(), stage.rank());
            self.report(&place, format!("{vars} variables for {rank} dimensions"));
        } else {
            self.unique(&format!("{place}: variables"), stage.vars[..stage.rank()].iter());
        }
        if stage.cases.is_empty() {
            self.report(&place, "no cases");
        }
        for (i, case) in stage.cases.iter().enumerate() {
            let place = format!("{place}, case {i}");
            for test in &case.region.tests {
                self.test(&place, test, &|v| v < stage.rank());
            }
            self.case_value((stage.rank(), &stage.vars), stage.ty, &place, &case.value);
        }
    }

    fn update(&mut self, id: StageId, number: usize, update: &'a Update) {
        let stage = &self.p.stages[id.0];
        let place = format!("stage `{}`, update {number}", stage.name);
        let rank = update.domain.0.len();
        self.domain(&place, &update.domain, MAX_REDUCTION_RANK);
        if update.vars.len() < rank {
            let vars = update.vars.len();
            self.report(&place, format!("{vars} variables for {rank} dimensions"));
        } else {
            self.unique(&format!("{place}: variables"), update.vars[..rank].iter());
        }
        if stage.ty == ElemType::Bool {
            self.report(&place, "its stage is bool");
        }
        self.case_value((rank, &update.vars), stage.ty, &place, &update.value);
        let mut own = 0;
        update.value.for_each_read(&mut |_, _, source, _| {
            own += usize::from(source == Source::Stage(id));
        });
        let target = update.parts().map(|parts| &update.value.exprs[parts.read.0].node);
        let reads_own =
            matches!(target, Some(Node::Read { source, .. }) if *source == Source::Stage(id));
        if own != 1 || !reads_own {
            self.report(&place, "it does not combine a point of its stage with a value");
        }
    }

    fn domain(&mut self, place: &str, domain: &Domain, most: usize) {
        let rank = domain.0.len();
        if !(1..=most).contains(&rank) {
            self.report(place, format!("{rank} dimensions, not 1 to {most}"));
        }
        for (d, interval) in domain.0.iter().enumerate() {
            let place = format!("{place}, dimension {d}");
            for (bounds, which) in [(&interval.lo, "lower"), (&interval.hi, "upper")] {
                if bounds.is_empty() {
                    self.report(&place, format!("no {which} bound"));
                }
                for bound in bounds {
                    self.affine(&place, bound, &|_| false);
                }
            }
        }
    }

    fn border(&mut self, place: &str, border: &Option<Border>, ty: ElemType) {
        if let Some(Border { mode, .. }) = border
            && let Some(value) = mode.value()
            && value.ty() != ty
        {
            self.report(place, format!("border constant {value} in a source of {ty}"));
        }
    }

    fn test(&mut self, place: &str, test: &Test, in_scope: &dyn Fn(usize) -> bool) {
        // Named without its text: an id out of range has none.
        let op = match test.op {
            TestOp::NonNegative => "`>= 0`",
            TestOp::Zero => "`== 0`",
            TestOp::NonZero => "`!= 0`",
        };
        self.affine(&format!("{place}, test {op}"), &test.affine, in_scope);
    }

    /// Ids in range and scope, and the normal form.
    fn affine(&mut self, place: &str, affine: &Affine, in_scope: &dyn Fn(usize) -> bool) {
        if let Some(what) = beyond_limits(affine) {
            return self.report(place, format!("index expression with {what}"));
        }
        let mut wrong = Vec::new();
        affine.for_each_leaf(&mut |atom| match atom {
            Atom::Size(s) if s.0 >= self.p.sizes.len() => wrong.push(format!("no size {}", s.0)),
            Atom::Var(v) if !in_scope(v.0) => {
                wrong.push(format!("variable {} is not in scope", v.0));
            }
            Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => {}
        });
        if !is_normal(affine) {
            wrong.push("index expression not in normal form".into());
        }
        for what in wrong {
            self.report(place, what);
        }
    }

    fn outputs(&mut self) {
        if self.p.outputs.is_empty() {
            self.report("outputs", "there are none");
        }
        let mut seen = HashSet::new();
        for id in &self.p.outputs {
            match self.p.stages.get(id.0) {
                None => self.report("outputs", format!("no stage {}", id.0)),
                Some(stage) => {
                    let place = format!("output `{}`", stage.name);
                    if !seen.insert(id) {
                        self.report(&place, "listed twice");
                    }
                    if stage.ty == ElemType::Bool {
                        self.report(&place, "its type is bool");
                    }
                }
            }
        }
    }

    fn cycles(&mut self) {
        if let Err(cycle) = order(self.p) {
            let name = |s| format!("`{}`", self.p.source_name(Source::Stage(s)));
            let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|s| name(*s)).collect();
            self.report("stages", format!("cycle of reads {}", names.join(" -> ")));
        }
    }
}

/// Whether every division is one that [`Affine::floor_div`] makes.
fn is_normal(affine: &Affine) -> bool {
    affine.terms().iter().all(|(atom, _)| match atom {
        Atom::Div(inner, d) => {
            *d >= 2 && is_normal(inner) && inner.floor_div(*d) == Affine::atom(atom.clone())
        }
        Atom::Size(_) | Atom::Var(_) => true,
    })
}
