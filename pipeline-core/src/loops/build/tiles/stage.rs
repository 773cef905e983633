//! What a tile has of one stage: the loops of its cases and updates, kept to what is wanted.

use super::{StepVars, TilesBuilder};
use crate::analysis::causal::Causal;
use crate::analysis::residues::quotients;
use crate::analysis::running::running;
use crate::ir::{Affine, Atom, Interval, Source, Stage, StageId, VarId};
use crate::loops::build::adopt::adopt;
use crate::loops::build::case::{CaseBuilder, LoopOrder};
use crate::loops::build::restrict::restrict;
use crate::loops::build::{scan, update};
use crate::loops::{Bound, Copy, LoopKind, Span, Stmt};
use crate::schedule::align::{Axis, StageExtents};
use crate::schedule::recipe::updates::Room;
use crate::schedule::recipe::{GroupNest, Recipe};

impl TilesBuilder<'_> {
    /// The loops of a stage, restricted to some rows and to the tile's planes and columns.
    pub(super) fn stage(
        &mut self,
        extents: &StageExtents,
        around: &StepVars,
        rows: &Interval,
        before: &mut Vec<Stmt>,
    ) -> Vec<Stmt> {
        let limit = |this: &mut Self, axis: &Axis, before: &mut Vec<Stmt>| match axis {
            Axis::Sliding => Some(rows.clone()),
            Axis::Plane(dim) => {
                let (_, var) = around.planes.iter().find(|p| p.0 == *dim)?;
                Some(Interval::new((*var).into(), (*var).into()))
            }
            Axis::Block(dim) if around.blocks.iter().any(|block| block.0 == *dim) => {
                Some(this.block_of(extents, *dim, around, before))
            }
            Axis::Block(_) | Axis::Free => None,
        };
        let limits = extents.axes.iter().map(|axis| limit(self, axis, before));
        let limits: Vec<Option<Interval>> = limits.collect();
        if let Some(scan) = &extents.scan {
            return self.scan(extents.stage, &scan.order, &limits);
        }
        if self.recipes.iter().any(|recipe| recipe.is_running(extents.stage)) {
            return self.running(extents, around, limits, before);
        }
        let stage = &self.p.stages[extents.stage.0];
        let cases = 0..stage.cases.len();
        let mut stmts: Vec<Stmt> = cases
            .flat_map(|case| self.case((extents.stage, stage), case, &stage.name, &limits))
            .collect();
        stmts.extend(self.updates(extents, &limits));
        stmts
    }

    /// The first row of a tile of running sums with all of its windows, then those behind it one
    /// after the other, whichever are of a boundary region.
    fn running(
        &mut self,
        extents: &StageExtents,
        around: &StepVars,
        mut wanted: Vec<Option<Interval>>,
        before: &mut Vec<Stmt>,
    ) -> Vec<Stmt> {
        let stage = &self.p.stages[extents.stage.0];
        let row = extents.row_dim();
        let sums = running(stage, extents.stage).expect("its rows are running sums");
        let mut first = vec![self.lowest(extents, around, before)];
        first.extend(stage.domain.0[row].lo.iter().cloned());
        let first = self.named(before, format!("{}_first_row", stage.name), Bound::Max(first));
        let rows = wanted[row].clone().expect("it follows the rows");
        let mut of_first = rows.clone();
        of_first.hi.push(first.clone());
        wanted[row] = Some(of_first);
        let mut stmts = self.case((extents.stage, stage), 0, &stage.name, &wanted);
        let name = format!("{}_next", stage.name);
        let var = self.fresh(name.clone());
        wanted[row] = Some(Interval::new(var.into(), var.into()));
        let body = self.case((extents.stage, &sums.behind_the_first()), 0, &name, &wanted);
        let (mut lo, hi) = (rows.lo, Bound::Min(rows.hi));
        lo.push(first.offset(1));
        stmts.push(Stmt::For { var, lo: Bound::Max(lo), hi, kind: LoopKind::Serial, body });
        stmts
    }

    /// The loops of a stage that reads itself, as far as its points are wanted.
    fn scan(&mut self, stage: StageId, order: &Causal, wanted: &[Option<Interval>]) -> Vec<Stmt> {
        let recipe = self.recipes.iter().find(|r| r.part == GroupNest::InTiles(stage));
        let recipe = recipe.expect("a scan has a recipe of its own");
        let cut: Vec<usize> = (0..wanted.len()).filter(|dim| wanted[*dim].is_some()).collect();
        let loops = scan::in_tile(self.p, self.facts, (stage, order), recipe, &cut);
        let prefix = self.p.stages[stage.0].name.clone();
        let loops = adopt(&mut self.vars, &mut self.computes, loops, &prefix);
        let mut stmts = Vec::new();
        for (dim, lo, hi) in &loops.limits {
            let wanted = wanted[*dim].as_ref().expect("limits are of dimensions that are cut");
            stmts.push(Stmt::Let { var: *lo, value: super::super::lower(wanted) });
            stmts.push(Stmt::Let { var: *hi, value: super::super::upper(wanted) });
        }
        self.made.lanes.extend(loops.made.lanes);
        stmts.extend(loops.body);
        stmts
    }

    /// What a tile stores of a stage that it keeps in a scratchpad: of these rows, those that are
    /// its own.
    pub(super) fn stored(
        &self,
        extents: &StageExtents,
        around: &StepVars,
        rows: &Interval,
    ) -> Option<Stmt> {
        if !(extents.stored && extents.is_read_inside()) {
            return None;
        }
        let owned_rows = extents.owned(None, &around.rows.0.into(), &around.rows.1.into());
        let domain = &self.p.stages[extents.stage.0].domain;
        let mut part = Vec::new();
        for (axis, whole) in extents.axes.iter().zip(&domain.0) {
            let mut all = whole.clone();
            let mut within = |part: &Interval| {
                all.lo.extend(part.lo.iter().cloned());
                all.hi.extend(part.hi.iter().cloned());
            };
            match axis {
                Axis::Sliding => {
                    within(rows);
                    within(&owned_rows);
                }
                Axis::Plane(dim) => {
                    if let Some((_, var)) = around.planes.iter().find(|p| p.0 == *dim) {
                        within(&Interval::new((*var).into(), (*var).into()));
                    }
                }
                Axis::Block(dim) => {
                    if let Some((_, first, last)) = around.blocks.iter().find(|b| b.0 == *dim) {
                        within(&extents.owned(Some(*dim), &(*first).into(), &(*last).into()));
                    }
                }
                Axis::Free => {}
            }
            part.push(Span { lo: super::super::lower(&all), hi: super::super::upper(&all) });
        }
        let from = Source::Stage((self.pad_of)(extents.stage));
        Some(Stmt::Copy(Copy { from, to: extents.stage, part }))
    }

    /// The loops of a stage's updates, as far as they change what is wanted.
    fn updates(&mut self, extents: &StageExtents, wanted: &[Option<Interval>]) -> Vec<Stmt> {
        let room = Room::of(self.group, extents);
        let recipe = |part| self.recipes.iter().find(|r| r.part == part).expect("a recipe a pass");
        let passes = update::in_tiles(self.p, self.facts, extents.stage, &room, &recipe);
        let name = format!("{}_update", self.p.stages[extents.stage.0].name);
        let mut stmts = Vec::new();
        for (number, (loops, followed)) in passes.into_iter().enumerate() {
            let prefix = format!("{name}_{number}");
            let loops = adopt(&mut self.vars, &mut self.computes, loops, &prefix);
            for (dim, lo, hi) in &loops.limits {
                let (Some(wanted), Some(followed)) = (&wanted[*dim], followed[*dim]) else {
                    unreachable!("limits are of dimensions that are wanted and followed");
                };
                let first = wanted.lo.iter().map(|a| followed.first(a)).collect();
                let last = wanted.hi.iter().map(|a| followed.last(a)).collect();
                stmts.push(Stmt::Let { var: *lo, value: Bound::Max(first) });
                stmts.push(Stmt::Let { var: *hi, value: Bound::Min(last) });
            }
            self.made.lanes.extend(loops.made.lanes);
            self.made.jams.extend(loops.made.jams);
            stmts.extend(loops.lets);
            stmts.extend(loops.body);
        }
        stmts
    }

    /// The loops of a case of a stage, which may be defined otherwise than in the pipeline, as far
    /// as its points are wanted.
    fn case(
        &mut self,
        stage: (StageId, &Stage),
        case: usize,
        name: &str,
        wanted: &[Option<Interval>],
    ) -> Vec<Stmt> {
        let boundary_rows = self.recipes.iter().any(Recipe::boundary_rows);
        let order = LoopOrder::in_tile(&stage.1.domain, boundary_rows, self.partial.clone());
        let loops = CaseBuilder::of(self.p, self.facts, stage, case, order).build();
        let prefix = match stage.1.cases.len() {
            1 => name.to_string(),
            _ => format!("{name}_{case}"),
        };
        let loops = adopt(&mut self.vars, &mut self.computes, loops, &prefix);
        self.lets.extend(loops.lets);
        self.made.lanes.extend(loops.made.lanes);
        // The loops of a residue class have a variable of their own, so the innermost loops go by
        // what they compute.
        let computes = &self.computes;
        let within = |var: VarId, index: &[Affine]| {
            let found = index.iter().zip(wanted).find_map(|(index, wanted)| {
                let modulus = index.coefficient(&Atom::Var(var));
                (modulus != 0).then_some((modulus, index.constant(), wanted))
            });
            let (modulus, residue, wanted) = found?;
            Some(quotients(wanted.as_ref()?, modulus, residue))
        };
        let limit = |var: VarId, body: &[Stmt]| match body {
            [Stmt::Compute(id)] => within(var, &computes[id.0].stores[0].index),
            _ => within(var, &loops.index),
        };
        let body: Vec<Stmt> = loops.body.into_iter().map(|s| restrict(s, &limit)).collect();
        match loops.guards.is_empty() {
            true => body,
            false => vec![Stmt::When { tests: loops.guards, body }],
        }
    }
}
