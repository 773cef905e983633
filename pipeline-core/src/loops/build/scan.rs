//! A stage that reads itself, as one nest in an order in which what it reads is there.
//!
//! Where no two coordinates of the free dimensions need each other (scans, recursive filters) these
//! run in parallel, and each goes through the serial dimensions by itself:
//!
//! ```text
//! parallel for the free dimensions, that of the lanes in blocks {
//!   for the serial dimensions {
//!     for each case: its points here, in lanes
//! ```
//!
//! Where the serial dimension is that of the rows' points, there is nothing for lanes along a row.
//! Then they go across the rows: each is a point of another row, in the same place.
//!
//! Where all dimensions are serial (summed-area tables), tiles on a diagonal run in parallel, and
//! in a tile a few rows run [side by side](super::skew).
//!
//! Where coordinates of free dimensions do need each other (iteration in time), the serial
//! dimensions are outermost, and every step of them is computed in parallel. The loops of a case
//! are those that it has by itself, kept to the points that are due.

use super::adopt::adopt;
use super::case::{CaseBuilder, CaseLoops, LoopOrder};
use super::made::{Built, MadeLoops};
use super::skew::skew;
use super::{RankPart, lower, upper};
use crate::analysis::case_order::{CaseOrder, case_order};
use crate::analysis::causal::{Causal, Serial};
use crate::analysis::integer::Facts;
use crate::ir::{Affine, Interval, Pipeline, Stage, StageId, VarId};
use crate::loops::dependence::NestSetting;
use crate::loops::rewrite::split::{Split, SplitNames};
use crate::loops::vars::Vars;
use crate::loops::{Bound, Compute, LoopKind, Nest, Stmt};
use crate::schedule::recipe::{Loop, Recipe};

mod wavefront;

/// The nest of a stage that reads itself, in an order in which it can be computed.
pub fn nest(
    p: &Pipeline,
    facts: &Facts,
    (id, order): (StageId, &Causal),
    (recipe, parts): (&Recipe, &[RankPart]),
    setting: NestSetting<'_>,
) -> Nest {
    let stage = &p.stages[id.0];
    let (vars, computes, made) = (Vars::default(), Vec::new(), MadeLoops::default());
    let mut builder =
        ScanBuilder { p, facts, id, stage, order, recipe, parts, vars, computes, made };
    let body = builder.build();
    let (name, vars, computes) = (stage.name.clone(), builder.vars, builder.computes);
    let nest = Nest { name, most_rows: 1, runs: None, vars, computes, body };
    let nest = Built { nest, made: builder.made }.run_as(recipe, setting);
    let Some(jam) = recipe.unrolled().next() else { return nest };
    // As with all that the recipe asks for: where the dependence test refuses, rows stay single.
    let mut skewed = nest.clone();
    match skew(&mut skewed, setting, jam) {
        Ok(()) => skewed,
        Err(_) => nest,
    }
}

/// The loops of a stage that reads itself, in a tile: kept between variables that the tile has to
/// define, in the free dimensions that it cuts.
pub fn in_tile(
    p: &Pipeline,
    facts: &Facts,
    (id, order): (StageId, &Causal),
    recipe: &Recipe,
    cut: &[usize],
) -> CaseLoops {
    let stage = &p.stages[id.0];
    let mut vars = Vars::default();
    let mut limits = Vec::new();
    for dim in cut {
        let [first, last] = ["lowest", "highest"]
            .map(|end| vars.fresh(format!("{}_{}_{end}", stage.name, stage.vars[*dim])));
        limits.push((*dim, first, last));
    }
    let part = |(dim, first, last): &(usize, VarId, VarId)| RankPart {
        dim: *dim,
        first: (*first).into(),
        last: (*last).into(),
        reach: None,
    };
    let parts: Vec<RankPart> = limits.iter().map(part).collect();
    let (computes, made, parts) = (Vec::new(), MadeLoops::default(), &*parts);
    let mut builder =
        ScanBuilder { p, facts, id, stage, order, recipe, parts, vars, computes, made };
    let body = builder.build();
    CaseLoops {
        guards: Vec::new(),
        loops: Vec::new(),
        made: builder.made,
        index: Vec::new(),
        vars: builder.vars,
        computes: builder.computes,
        lets: Vec::new(),
        limits,
        body,
    }
}

struct ScanBuilder<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    id: StageId,
    stage: &'a Stage,
    order: &'a Causal,
    recipe: &'a Recipe,
    parts: &'a [RankPart],
    vars: Vars,
    computes: Vec<Compute>,
    made: MadeLoops,
}

/// First and last value of a dimension that is due.
type Due = (usize, VarId, VarId);

impl ScanBuilder<'_> {
    fn fresh(&mut self, name: String) -> VarId {
        self.vars.fresh(name)
    }

    fn name(&self, dim: usize) -> &str {
        &self.stage.vars[dim]
    }

    fn build(&mut self) -> Vec<Stmt> {
        if let Some(diagonal) = self.recipe.diagonal() {
            return self.wavefront(diagonal);
        }
        let mut due: Vec<Due> = Vec::new();
        let mut around: Vec<(VarId, Bound, Bound)> = Vec::new();
        let (mut before, mut inside) = (Vec::new(), Vec::new());
        for dim in self.outside() {
            let interval = self.of_rank(dim);
            match self.recipe.split(dim) {
                Some(by) => {
                    let split = self.split(dim, &interval, (by, "block"), &mut before);
                    let last = Bound::Min(vec![split.last_block.clone()]);
                    around.push((split.block, Bound::Max(vec![0.into()]), last));
                    self.made.loops.push((Loop::blocks(dim), split.block));
                    due.push((dim, split.part.0, split.part.1));
                    inside.extend(split.inside);
                }
                // All coordinates of it are due, next to each other.
                None if self.recipe.lanes() == Some(Loop::whole(dim)) => {
                    let (first, last) = self.ends(dim, &interval, &mut before);
                    due.push((dim, first, last));
                }
                None => {
                    let var = self.fresh(self.name(dim).to_string());
                    around.push((var, lower(&interval), upper(&interval)));
                    self.made.loops.push((Loop::whole(dim), var));
                    due.push((dim, var, var));
                }
            }
        }
        inside.extend(self.serial(due));
        let body = around.into_iter().rev().fold(inside, |body, (var, lo, hi)| {
            vec![Stmt::For { var, lo, hi, kind: LoopKind::Serial, body }]
        });
        before.into_iter().chain(body).collect()
    }

    /// The coordinates of a dimension that a rank computes in all steps.
    fn of_rank(&self, dim: usize) -> Interval {
        let mut interval = self.stage.domain.0[dim].clone();
        for part in self.parts.iter().filter(|part| part.dim == dim) {
            interval.lo.push(part.first.clone());
            interval.hi.push(part.last.clone());
        }
        interval
    }

    /// Cuts an interval of a dimension into blocks; its ends are named `before`.
    fn split(
        &mut self,
        dim: usize,
        interval: &Interval,
        (by, block): (i64, &str),
        before: &mut Vec<Stmt>,
    ) -> Split {
        let name = self.name(dim).to_string();
        let (first, last) = self.ends(dim, interval, before);
        let names = SplitNames { block: format!("{name}_{block}"), ..SplitNames::of(&name) };
        Split::new(&mut self.vars, names, (&first.into(), &last.into()), by)
    }

    /// Names the first and the last value of an interval of a dimension.
    fn ends(&mut self, dim: usize, interval: &Interval, before: &mut Vec<Stmt>) -> (VarId, VarId) {
        let name = self.name(dim).to_string();
        let mut end = |what: &str, value: Bound| {
            let var = self.vars.fresh(format!("{name}_{what}"));
            before.push(Stmt::Let { var, value });
            var
        };
        (end("first", lower(interval)), end("last", upper(interval)))
    }

    /// The loops over the serial dimensions: those that the cases go through
    /// [together](CaseOrder), and those of each of them.
    fn serial(&mut self, mut due: Vec<Due>) -> Vec<Stmt> {
        let CaseOrder { cases, mut together } = case_order(self.facts, self.stage, self.order);
        // Of the dimensions around all cases the loops have a rank's part already.
        let outside = self.outside();
        let inside = self.parts.iter().filter(|part| !outside.contains(&part.dim));
        let inside: Vec<RankPart> = inside.cloned().collect();
        if inside.iter().any(|part| part.reach.is_some()) {
            // What is due of each step is found once for all cases.
            together = together.max(1);
        }
        let epoch = inside.iter().find_map(|part| part.reach.clone());
        let mut loops = Vec::new();
        for step in &self.order.serial[..together] {
            let name = match step.rising {
                true => format!("{}_step", self.name(step.dim)),
                false => format!("{}_back_step", self.name(step.dim)),
            };
            let var = self.fresh(name);
            let interval = match due.iter().position(|d| d.0 == step.dim) {
                Some(at) => {
                    let (_, first, last) = due.remove(at);
                    Interval::new(first.into(), last.into())
                }
                None => self.along(*step),
            };
            let interval = match epoch.as_ref().filter(|epoch| epoch.reach.time == step.dim) {
                Some(epoch) => within(interval, &epoch.from, &epoch.to),
                None => interval,
            };
            loops.push((var, interval));
            due.push((step.dim, var, var));
        }
        let mut body: Vec<Stmt> = Vec::new();
        for part in inside {
            let part = match &part.reach {
                None => part,
                Some(epoch) => {
                    let time = due.iter().find(|due| due.0 == epoch.reach.time);
                    part.at(&time.expect("the time is the first serial dimension").1.into())
                }
            };
            let name = self.name(part.dim).to_string();
            let mut interval = self.stage.domain.0[part.dim].clone();
            interval.lo.push(part.first);
            interval.hi.push(part.last);
            let ends = [("first", lower(&interval)), ("last", upper(&interval))];
            let [first, last] = ends.map(|(end, value)| {
                let var = self.fresh(format!("{name}_{end}_due"));
                body.push(Stmt::Let { var, value });
                var
            });
            due.push((part.dim, first, last));
        }
        body.extend(cases.into_iter().flat_map(|case| self.case(case, &due)));
        loops.into_iter().rev().fold(body, |body, (var, interval)| {
            let (lo, hi) = (lower(&interval), upper(&interval));
            vec![Stmt::For { var, lo, hi, kind: LoopKind::Serial, body }]
        })
    }

    /// The coordinates of a serial dimension in their order: the negatives, where they fall.
    fn along(&self, serial: Serial) -> Interval {
        let interval = &self.stage.domain.0[serial.dim];
        if serial.rising { interval.clone() } else { reversed(interval) }
    }

    /// The dimensions whose loops are around those of all cases: the free ones, where their
    /// coordinates do not need each other.
    fn outside(&self) -> Vec<usize> {
        match self.order.is_independent() {
            true => self.order.free.iter().map(|f| f.dim).collect(),
            false => Vec::new(),
        }
    }

    /// A case in the order of the loops, kept to what is due.
    fn case_order(&self, due: &[Due], case: usize) -> CaseBuilder<'_> {
        let limit = |(d, first, last): &Due| {
            let name = |v: &VarId| format!("{}_at", self.vars.name(*v));
            (*d, (name(first), name(last)))
        };
        let backwards = self.order.serial.iter().filter(|s| !s.rising).map(|s| s.dim).collect();
        let order = LoopOrder {
            in_order: true,
            limits: due.iter().map(limit).collect(),
            backwards,
            ..LoopOrder::of(self.recipe, self.stage.rank(), &self.outside())
        };
        CaseBuilder::new(self.p, self.facts, (self.id, case), order)
    }

    /// The loops of a case, kept to what is due.
    fn case(&mut self, case: usize, due: &[Due]) -> Vec<Stmt> {
        let loops = self.case_order(due, case).build();
        let prefix = match self.stage.cases.len() {
            1 => self.stage.name.clone(),
            _ => format!("{}_{case}", self.stage.name),
        };
        let loops = adopt(&mut self.vars, &mut self.computes, loops, &prefix);
        let outside = self.outside();
        let own = loops.made.loops.iter().filter(|(of, _)| !outside.contains(&of.dim));
        self.made.loops.extend(own);
        self.made.lanes.extend(loops.made.lanes);
        let mut body: Vec<Stmt> = Vec::new();
        for (d, lo, hi) in &loops.limits {
            let (_, first, last) = due.iter().find(|due| due.0 == *d).expect("limits are due");
            body.push(Stmt::Let { var: *lo, value: Bound::Max(vec![(*first).into()]) });
            if hi != lo {
                body.push(Stmt::Let { var: *hi, value: Bound::Max(vec![(*last).into()]) });
            }
        }
        body.extend(loops.lets);
        body.extend(loops.body);
        match loops.guards.is_empty() {
            true => body,
            false => vec![Stmt::When { tests: loops.guards, body }],
        }
    }
}

/// An interval kept to the steps of an epoch.
fn within(mut interval: Interval, from: &Affine, to: &Affine) -> Interval {
    interval.lo.push(from.clone());
    interval.hi.push(to.clone());
    interval
}

/// The interval of the negatives.
fn reversed(interval: &Interval) -> Interval {
    let neg = |list: &[Affine]| list.iter().map(Affine::neg).collect();
    Interval { lo: neg(&interval.hi), hi: neg(&interval.lo) }
}
