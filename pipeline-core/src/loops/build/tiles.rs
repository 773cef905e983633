//! A group of stages as one nest over the tiles of its live-outs.
//!
//! ```text
//! parallel for strip, for block of columns {
//!   scratch intermediates {
//!     for step of rows, from the prologue to the strip's end {
//!       for each intermediate that is ahead: the newly required rows of this step
//!       those that are not, then the live-outs: the step's rows, past the prologue
//!     }
//!   }
//! }
//! ```
//!
//! Where a step is the whole strip there are no steps and no prologue: an overlapped tile. The rows
//! of a stage are its own loops, as they are when it runs by itself, restricted to these rows and
//! columns: cases, boundary regions and residues need no second treatment. The rows of a reduction
//! are those of its cases, then those of each of its updates.

mod stage;

use super::RankPart;
use super::made::{Built, MadeLoops};
use crate::analysis::integer::Facts;
use crate::ir::{Affine, Interval, Pipeline, StageId, VarId};
use crate::loops::rename::{Renaming, SAME};
use crate::loops::rewrite::runs::Strips;
use crate::loops::rewrite::split::{Split, SplitNames};
use crate::loops::rewrite::step::RowSteps;
use crate::loops::vars::Vars;
use crate::loops::{Bound, Compute, Hold, LoopKind, Nest, Pad, Stmt};
use crate::schedule::align::{Axis, Extent, STEP, StageExtents};
use crate::schedule::recipe::{Loop, Recipe};
use crate::schedule::shape::{ShapeKind, Tiled};
use rustc_hash::FxHashMap;

/// Builds the nest of a group. A stage that is stored and kept in a scratchpad, too, has that as
/// the stage that `pad_of` says.
pub fn group_nest(
    p: &Pipeline,
    facts: &Facts,
    (group, recipes, parts): (&Tiled, &[Recipe], &[RankPart]),
    pad_of: &dyn Fn(StageId) -> StageId,
    changing: Option<StageId>,
) -> Built {
    let live_outs: Vec<StageId> = group.alignment.live_outs().map(|s| s.stage).collect();
    let stored = group.alignment.stored();
    let names: Vec<&str> = stored.map(|s| p.stages[s.stage.0].name.as_str()).collect();
    let mut builder = TilesBuilder {
        p,
        facts,
        group,
        recipes,
        parts,
        pad_of,
        partial: partial(group, changing),
        live_outs,
        vars: Vars::default(),
        computes: Vec::new(),
        made: MadeLoops::default(),
        lets: Vec::new(),
        due: FxHashMap::default(),
    };
    let body = builder.build();
    let body = builder.lets.into_iter().chain(body).collect();
    // Tiles read what they keep, never what they store of it.
    let kept = Renaming { stage: pad_of, ..SAME };
    let computes = builder.computes.iter().map(|c| kept.compute(c)).collect();
    let (name, vars) = (names.join("_"), builder.vars);
    let nest = Nest { name, most_rows: 1, runs: None, vars, computes, body };
    Built { nest, made: builder.made }
}

struct TilesBuilder<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    group: &'a Tiled,
    recipes: &'a [Recipe],
    parts: &'a [RankPart],
    pad_of: &'a dyn Fn(StageId) -> StageId,
    /// The stages that have no whole rows, or change meanwhile.
    partial: Vec<StageId>,
    live_outs: Vec<StageId>,
    vars: Vars,
    computes: Vec<Compute>,
    made: MadeLoops,
    lets: Vec<Stmt>,
    /// Rows already named, by what they follow from.
    due: FxHashMap<(Extent, Interval), Interval>,
}

/// The variables around the steps.
struct StepVars {
    /// The live-outs' dimensions computed one coordinate at a time, with their variables.
    planes: Vec<(usize, VarId)>,
    /// First and last row of the strip.
    rows: (VarId, VarId),
    /// First and last coordinate of the block, by blocked dimension.
    blocks: Vec<(usize, VarId, VarId)>,
    /// First and last row of the step.
    step: (Affine, Affine),
}

impl TilesBuilder<'_> {
    fn fresh(&mut self, name: String) -> VarId {
        self.vars.fresh(name)
    }

    fn define(&mut self, into: &mut Vec<Stmt>, name: String, value: Bound) -> VarId {
        let var = self.fresh(name);
        into.push(Stmt::Let { var, value });
        var
    }

    /// The live-outs' name of a dimension.
    fn dim_name(&self, dim: usize) -> String {
        self.p.stages[self.live_outs[0].0].vars[dim].clone()
    }

    /// The first and last coordinate that any live-out has in a dimension.
    fn ends(&mut self, dim: usize) -> (VarId, VarId) {
        let name = self.dim_name(dim);
        let intervals = self.group.alignment.ranges(self.p, dim);
        let mut lets = Vec::new();
        let mut end = |what: &str, bounds: Vec<Bound>, outermost: fn(Vec<Affine>) -> Bound| {
            let one = |(i, bound): (usize, Bound)| {
                let var = self.fresh(format!("{name}_{what}_{i}"));
                lets.push(Stmt::Let { var, value: bound });
                Affine::from(var)
            };
            let bound = match <[Bound; 1]>::try_from(bounds) {
                Ok([bound]) => bound,
                Err(bounds) => outermost(bounds.into_iter().enumerate().map(one).collect()),
            };
            let var = self.fresh(format!("{name}_{what}"));
            lets.push(Stmt::Let { var, value: bound });
            var
        };
        let first = end("first", intervals.iter().map(super::lower).collect(), Bound::Min);
        let last = end("last", intervals.iter().map(super::upper).collect(), Bound::Max);
        self.lets.append(&mut lets);
        match self.part(dim) {
            None => (first, last),
            Some(RankPart { first: from, last: to, .. }) => {
                let mut lets = std::mem::take(&mut self.lets);
                let from = Bound::Max(vec![first.into(), from]);
                let to = Bound::Min(vec![last.into(), to]);
                let first = self.define(&mut lets, format!("{name}_from"), from);
                let last = self.define(&mut lets, format!("{name}_to"), to);
                self.lets = lets;
                (first, last)
            }
        }
    }

    /// What a rank computes of a dimension of the live-outs, if that is cut into slices.
    fn part(&self, dim: usize) -> Option<RankPart> {
        self.parts.iter().find(|part| part.dim == dim).cloned()
    }

    /// The loops of a group, with its scratchpads and all that is inside.
    fn build(&mut self) -> Vec<Stmt> {
        let (alignment, shape) = (&self.group.alignment, &self.group.shape);
        let planes = alignment.planes.iter().map(|d| (*d, self.fresh(self.dim_name(*d))));
        let planes: Vec<(usize, VarId)> = planes.collect();
        self.made.loops.extend(planes.iter().map(|(d, var)| (Loop::whole(*d), *var)));
        let row = self.dim_name(alignment.sliding);
        let of_strip =
            SplitNames { block: "strip".into(), start: "start".into(), end: "end".into() };
        let strips = self.split(alignment.sliding, shape.strip, of_strip);
        let (strip, end, rows) = (strips.block, strips.part.1, shape.strip);
        self.made.strips = Some(Strips { strip, end, rows });
        let (mut blocks, mut loops) = (Vec::new(), vec![strips]);
        for (dim, width) in &shape.widths {
            let name = self.dim_name(*dim);
            let names = SplitNames { block: format!("{name}_tile"), ..SplitNames::of(&name) };
            let split = self.split(*dim, *width, names);
            blocks.push((*dim, split.part.0, split.part.1));
            loops.push(split);
        }
        // What is not cut into blocks is one, as far as ranks have parts of it.
        for part in self.parts {
            if alignment.blocks.contains(&part.dim) && shape.width(part.dim).is_none() {
                let (first, last) = self.ends(part.dim);
                blocks.push((part.dim, first, last));
            }
        }
        let mut inside: Vec<Stmt> = loops.iter().flat_map(|split| split.inside.clone()).collect();
        let (start, end) = loops[0].part;
        let mut around =
            StepVars { planes, rows: (start, end), blocks, step: (start.into(), end.into()) };
        let pads = self.pads(&around, &mut inside);
        match shape.kind() {
            ShapeKind::Tiles => {
                let body = self.tile(&around, &mut inside);
                inside.extend(body);
            }
            ShapeKind::SlidingWindow | ShapeKind::MultiLevel => {
                let steps = self.steps(&mut around, &row, &mut inside);
                inside.push(steps);
            }
        }
        let inside = with_pads(pads, inside);
        let body = loops
            .iter()
            .rev()
            .fold(inside, |body, split| vec![split.around(LoopKind::Serial, body)]);
        self.around_planes(&around.planes, body)
    }

    /// The loops over planes that are computed on their own, around the others.
    fn around_planes(&self, planes: &[(usize, VarId)], body: Vec<Stmt>) -> Vec<Stmt> {
        planes.iter().rev().fold(body, |body, (d, var)| {
            let mut interval = self.p.stages[self.live_outs[0].0].domain.0[*d].clone();
            if let Some(RankPart { first, last, .. }) = self.part(*d) {
                interval.lo.push(first);
                interval.hi.push(last);
            }
            let (lo, hi) = (super::lower(&interval), super::upper(&interval));
            vec![Stmt::For { var: *var, lo, hi, kind: LoopKind::Serial, body }]
        })
    }

    /// Cuts a dimension of the live-outs into blocks.
    fn split(&mut self, dim: usize, size: i64, names: SplitNames) -> Split {
        let (first, last) = self.ends(dim);
        let split = Split::new(&mut self.vars, names, (&first.into(), &last.into()), size);
        self.made.loops.push((Loop::blocks(dim), split.block));
        split
    }

    /// The scratchpads, and the first coordinates they hold.
    fn pads(&mut self, around: &StepVars, before: &mut Vec<Stmt>) -> Vec<Pad> {
        let group = self.group;
        let mut pads = Vec::new();
        for extents in group.alignment.intermediates() {
            let held = group.holds(extents.stage).expect("an intermediate has a scratchpad");
            let base = extents.axes.iter().zip(held).map(|(axis, hold)| match (axis, hold) {
                (_, Hold::Current | Hold::Whole | Hold::Circular(_)) => None,
                (Axis::Block(dim), Hold::Part(_)) => {
                    Some(self.block_of(extents, *dim, around, before).lo[0].clone())
                }
                (_, Hold::Part(_)) => Some(self.lowest(extents, around, before)),
            });
            let base = base.map(|b| b.map(|b| Bound::Max(vec![b]))).collect();
            pads.push(Pad { stage: (self.pad_of)(extents.stage), base });
        }
        pads
    }

    /// The rows of an overlapped tile, stage after stage.
    fn tile(&mut self, around: &StepVars, before: &mut Vec<Stmt>) -> Vec<Stmt> {
        let group = self.group;
        let mut body = Vec::new();
        for extents in &group.alignment.stages {
            let rows = match extents.is_read_inside() {
                false => Interval::new(around.rows.0.into(), around.rows.1.into()),
                true => {
                    let first = self.lowest(extents, around, before);
                    let name = format!("{}_highest", self.p.stages[extents.stage.0].name);
                    let last = at(extents.rows.hi(), &around.rows.1.into());
                    let last = self.named(before, name, Bound::Max(last));
                    Interval::new(first, last)
                }
            };
            body.extend(self.stage(extents, around, &rows, before));
            body.extend(self.stored(extents, around, &rows));
        }
        body
    }

    /// The loop over the steps of a strip; values that do not change with them go `before`.
    fn steps(&mut self, around: &mut StepVars, row: &str, before: &mut Vec<Stmt>) -> Stmt {
        let group = self.group;
        let (start, end) = (around.rows.0.into(), around.rows.1.into());
        let (size, prologue) = (group.shape.step, group.rows.prologue);
        let steps = RowSteps::new(&mut self.vars, row, (&start, &end), size, prologue);
        around.step = steps.rows.clone();
        let mut all = steps.inside.clone();
        let around = &*around;
        let past_prologue = group.alignment.beside_live_outs();
        let (beside, ahead): (Vec<_>, Vec<_>) =
            group.alignment.intermediates().partition(|s| past_prologue.contains(&s.stage));
        for extents in ahead {
            let due = self.newly_required(extents, around, before, &mut all);
            all.extend(self.stage(extents, around, &due, before));
            all.extend(self.stored(extents, around, &due));
        }
        let due = steps.interval();
        let mut body = Vec::new();
        for extents in beside {
            body.extend(self.stage(extents, around, &due, before));
            body.extend(self.stored(extents, around, &due));
        }
        for extents in group.alignment.live_outs() {
            body.extend(self.stage(extents, around, &due, before));
        }
        all.extend(steps.past_prologue(body));
        steps.around(all)
    }

    /// A value with a name, unless it is simple enough to do without.
    fn named(&mut self, into: &mut Vec<Stmt>, name: String, value: Bound) -> Affine {
        if let [only] = value.list() {
            return only.clone();
        }
        let known = into.iter().find_map(|s| match s {
            Stmt::Let { var, value: v } if *v == value => Some(*var),
            Stmt::Let { .. }
            | Stmt::When { .. }
            | Stmt::For { .. }
            | Stmt::Scratch { .. }
            | Stmt::Copy(_)
            | Stmt::Compute(_) => None,
        });
        known.unwrap_or_else(|| self.define(into, name, value)).into()
    }

    /// The first row of a stage that the strip needs, inside its domain or not.
    fn lowest(
        &mut self,
        extents: &StageExtents,
        around: &StepVars,
        before: &mut Vec<Stmt>,
    ) -> Affine {
        let name = format!("{}_lowest", self.p.stages[extents.stage.0].name);
        self.named(before, name, Bound::Min(at(extents.rows.lo(), &around.rows.0.into())))
    }

    /// The rows of an intermediate that the current step newly needs.
    fn newly_required(
        &mut self,
        extents: &StageExtents,
        around: &StepVars,
        before: &mut Vec<Stmt>,
        steps: &mut Vec<Stmt>,
    ) -> Interval {
        let stage = &self.p.stages[extents.stage.0];
        let (name, domain) = (stage.name.clone(), stage.domain.0[extents.row_dim()].clone());
        let key = (extents.rows.clone(), domain.clone());
        if let Some(due) = self.due.get(&key) {
            return due.clone();
        }
        let mut first = vec![self.lowest(extents, around, before)];
        first.extend(domain.lo.iter().cloned());
        let mut reach = |what: &str, t: &Affine| {
            let reach = Bound::Max(at(extents.rows.hi(), t));
            let mut inside = vec![self.named(steps, format!("{name}_{what}"), reach)];
            inside.extend(domain.hi.iter().cloned());
            inside
        };
        let done = reach("done", &around.step.0.offset(-1));
        let due = reach("due", &around.step.1);
        let done = self.named(steps, format!("{name}_done_row"), Bound::Min(done));
        first.push(done.offset(1));
        let due = Interval { lo: first, hi: due };
        self.due.insert(key, due.clone());
        due
    }

    /// The coordinates of a stage along a blocked dimension that the tile needs.
    fn block_of(
        &mut self,
        extents: &StageExtents,
        dim: usize,
        around: &StepVars,
        before: &mut Vec<Stmt>,
    ) -> Interval {
        let block = around.blocks.iter().find(|b| b.0 == dim).expect("the dimension is cut");
        let (first, last) = (Affine::from(block.1), Affine::from(block.2));
        let extent = extents.block(dim).expect("the stage follows the dimension");
        let name = format!("{}_{}", self.p.stages[extents.stage.0].name, self.dim_name(dim));
        let lo = Bound::Min(at(extent.lo(), &first));
        let hi = Bound::Max(at(extent.hi(), &last));
        let lo = self.named(before, format!("{name}_lowest"), lo);
        let hi = self.named(before, format!("{name}_highest"), hi);
        Interval::new(lo, hi)
    }
}

/// The stages of which tiles have no whole rows, or which change meanwhile; all of them where one
/// does that is outside the group.
fn partial(group: &Tiled, changing: Option<StageId>) -> Vec<StageId> {
    let of_group = group.alignment.stages.iter().map(|extents| extents.stage);
    let has_rows = |stage: StageId| {
        let hold = group.holds(stage);
        changing.is_none() && hold.is_some_and(|hold| hold.last() == Some(&Hold::Whole))
    };
    of_group.filter(|stage| !has_rows(*stage)).chain(changing).collect()
}

/// The expressions of an extent at a coordinate of the live-outs.
fn at(list: &[Affine], t: &Affine) -> Vec<Affine> {
    list.iter().map(|a| a.substitute_var(STEP, t)).collect()
}

/// Statements of a tile within its scratchpads, if it has any.
fn with_pads(pads: Vec<Pad>, mut inside: Vec<Stmt>) -> Vec<Stmt> {
    if !pads.is_empty() {
        // The scratchpads' bases are `let`s before them.
        let at = inside.iter().position(|s| !matches!(s, Stmt::Let { .. })).unwrap_or(0);
        let body = inside.split_off(at);
        inside.push(Stmt::Scratch { pads, body });
    }
    inside
}
